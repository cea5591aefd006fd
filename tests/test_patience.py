"""Every question of every door has the same patience: one declaration, one sentence, and no more processor time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

import pytest

from actionroll import errors
from actionroll.errors import PATIENCE, TOO_LONG, Patience
from actionroll.rules.futures import forget_steps
from actionroll.shelf import starts
from actionroll.web.answers import ANSWERED, answer
from actionroll.web.bodies import decoded, encoded
from tests.command_line import run
from tests.counts import count
from tests.web.test_assistant import call

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    # Hypothesis looks on when garbage is collected; an alarm that rings just there is swallowed, and rings again.
    pytest.mark.filterwarnings("ignore:Exception ignored in. <function gc_cumulative_time"),
]
SLACK_SECONDS = 0.7
"""For what is done besides counting, and for the longest that nobody looks at the clock."""
SIDES = ("attacker", "defender")
HARD: dict[str, Any] = {f"{side}_{each}": "d12" for side in SIDES for each in ("attribute", "skill")}
HARD |= {f"{side}_stress": 10 for side in SIDES}
GAMBLED = {f"{side}_{name}": name for side in SIDES for name in ("push", "gamble")}
OPPOSED: dict[str, Any] = {"game": "wherever-we-go", "move": "opposed", "attempt": HARD}
WORDS = [word for name, value in HARD.items() for word in (f"--{name.replace('_', '-')}", str(value))]
DECIDED = [word for name, how in GAMBLED.items() for word in ("--decide", f"{name}={how}")]
CONTEST = ("wherever-we-go", "opposed", *WORDS)


def prompt(*words: str) -> str:
    return run(*words).err


def batch(do: str) -> str:
    asked = json.dumps({"do": do, **OPPOSED, "decide": GAMBLED if do == "odds" else {}})
    return str(json.loads(run("batch", typed=asked.encode()).out)["error"])


def http(what: str, **more: Any) -> str:
    """What a process of the server answers; a refusal begins with a sign."""
    told = answer(encoded((what, {**OPPOSED, **more})))
    assert told[:1] != ANSWERED
    return told[1:].decode()


def workshop() -> str:
    file = starts()["fudge-dice"].replace("4dF", "900dF")
    return str(decoded(answer(encoded(("workshop", {"file": file})))[1:])["refused"])


def assistant(tool: str, **more: Any) -> str:
    asked = {"game": "wherever-we-go", "move": "opposed", "inputs": HARD, **more}
    return str(call(tool, asked).content[0].text)


BEST = ("--decide", "push=best", "--decide", "gamble=best")
SCENE = ("scene", "wherever-we-go", "stress", "--rolls", "200", "--health", "9", *BEST)
DOORS: dict[str, Callable[[], str]] = {
    "odds at the prompt": lambda: prompt("odds", *CONTEST, *DECIDED),
    "odds for the best": lambda: prompt("odds", *CONTEST, "--decide", "attacker_gamble=best"),
    "advise": lambda: prompt("advise", *CONTEST),
    "roll": lambda: prompt("roll", *CONTEST, "--decide", "attacker_gamble=best", "--decide", "defender_gamble=best"),
    "odds --vary": lambda: prompt("odds", *CONTEST, *DECIDED, "--vary", "attacker_stress=7..10"),
    "compare": lambda: prompt("compare", *CONTEST, *DECIDED, "--with", "attacker_stress=9"),
    "scene": lambda: prompt(*SCENE),
    "compare scenes": lambda: prompt(
        "compare", "wherever-we-go", "--scene", "stress", *SCENE[3:], "--with", "rolls=199"
    ),
    "odds in a batch": lambda: batch("odds"),
    "advise in a batch": lambda: batch("advise"),
    "odds over HTTP": lambda: http("odds", decide=GAMBLED),
    "odds with near ones": lambda: http("odds", decide=GAMBLED, near=True),
    "near": lambda: http("near", decide=GAMBLED, over=["attacker_stress", "defender_stress"]),
    "vary": lambda: http("vary", decide=GAMBLED, over="attacker_stress", values=[10, 9, 8]),
    "advice": lambda: http("advice"),
    "workshop": workshop,
    "odds of an assistant": lambda: assistant("odds", decide=GAMBLED),
    "advice of an assistant": lambda: assistant("advise"),
}


def cost(door: str, limit: float) -> float:
    """The processor time that a question takes; asked up to three times, as others on the machine only add to it."""
    least = limit
    for _ in range(3):
        forget_steps()
        began = process_time()
        assert TOO_LONG in DOORS[door]()
        least = process_time() - began
        if least < limit:
            break
    return least


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> Iterator[Patience]:
    """The one declaration, made shorter: every door must follow it."""
    patience = Patience(seconds=0.15, in_part=0.05)
    monkeypatch.setattr(errors, "PATIENCE", patience)
    forget_steps()
    yield patience
    forget_steps()


@pytest.mark.parametrize("door", DOORS)
def test_every_door_has_the_same_patience(door: str, short: Patience) -> None:
    limit = short.seconds + SLACK_SECONDS
    assert cost(door, limit) < limit


@pytest.mark.slow
@pytest.mark.parametrize("door", list(DOORS)[:: count(len(DOORS), 1)])
def test_the_hardest_question_ends_when_its_patience_does(door: str) -> None:
    limit = PATIENCE.seconds + SLACK_SECONDS
    assert cost(door, limit) < limit
