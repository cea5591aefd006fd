"""The library as people expect it: one import, results that show themselves, and a page that is current."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tools import reference

import actionroll
from actionroll import advise, game, odds, roll, scene
from actionroll import games as all_games
from actionroll.api import question
from actionroll.errors import InputError, UnknownName
from actionroll.games import games
from actionroll.games.in_the_dark.attempt import Action
from actionroll.rules.game import Game
from actionroll.rules.inputs import inputs_of
from actionroll.rules.kinds import Kind, Many
from tests.command_line import run

ROOT = Path(__file__).parent.parent


def test_the_public_names_are_functions() -> None:
    assert set(actionroll.__all__) <= set(dir(actionroll))
    for name in actionroll.__all__:
        assert getattr(actionroll, name)
    with pytest.raises(AttributeError, match="no attribute 'oods'"):
        _ = actionroll.oods  # type: ignore[attr-defined]


def test_importing_the_package_alone_loads_nothing_else() -> None:
    code = "import sys, actionroll; print(sorted(name for name in sys.modules if name.startswith('actionroll')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['actionroll']"


def test_who_asks_for_odds_does_not_wait_for_a_face() -> None:
    asks = "from actionroll.__main__ import main; main(['odds', 'in-the-dark', '--dots', '2'])"
    code = f"import sys; {asks}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "actionroll.games.in_the_dark.action" in loaded
    assert not [name for name in loaded if name.startswith("actionroll") and name.endswith(".face")]


def test_results_are_the_json_of_the_prompt() -> None:
    asked = run("odds", "in-the-dark", "--dots", "2", "--json").told
    assert {name: asked[name] for name in ("tiers", "facts", "joint")} == odds("in-the-dark", dots=2).to_dict()
    assert (
        roll("in-the-dark", dots=2, seed="x").to_dict()
        == run(*["roll", "in-the-dark", "--dots", "2", "--seed", "x", "--json"]).told
    )
    advised = run(*["advise", "starforged", "--stat", "2", "--momentum", "6", "--json"]).told["decisions"]
    assert advise("starforged", stat=2, momentum=6).to_dict() == advised
    told = run(*["scene", "wherever-we-go", "stress", "--rolls", "3", "--json"]).told
    solved = scene("wherever-we-go", "stress", rolls=3).to_dict()
    assert solved == {name: told[name] for name in solved}
    assert json.loads(json.dumps(solved)) == solved


def test_results_have_a_short_repr_and_show_themselves() -> None:
    for result in (
        odds("in-the-dark", dots=2),
        roll("in-the-dark", dots=2, seed="x"),
        advise("starforged", stat=2, momentum=6),
        scene("wherever-we-go", "stress", rolls=3),
    ):
        assert len(repr(result)) < 200
        assert type(result).__name__ in repr(result)
        assert result._repr_html_().startswith("<")
    assert str(question(game("in-the-dark"), attempt={"dots": 1})) == "in-the-dark action"


def test_texts_in_pictures_are_escaped() -> None:
    done = roll("in-the-dark", dots=2, seed="x")
    assert "<p>Partial success" in done._repr_html_()
    assert "Partial success" in str(done)


def test_a_finished_roll_has_an_outcome_and_one_that_waits_says_so() -> None:
    done = roll("starforged", stat=2, answers=[[4, 6, 5]])
    assert (done.tier, done.outcome.tier, done.facts["score"]) == ("weak hit", "weak hit", 6)
    waiting = roll("in-the-dark", dots=2, answers=[])
    assert repr(waiting) == "RollDone(in-the-dark action: waits for dice)"
    with pytest.raises(InputError, match="it waits for dice; give it one more answer"):
        _ = waiting.outcome
    deciding = roll("starforged", stat=2, momentum=8, answers=[[4, 6, 5]])
    assert "waits for burn" in repr(deciding)


def least_of(kind: Kind) -> Any:
    return [least_of(kind.of)] if isinstance(kind, Many) else kind.values()[0]


@pytest.mark.parametrize("each", games(), ids=lambda each: each.id)
def test_an_attempt_as_a_value_is_the_same_question(each: Game) -> None:
    for move in each.moves:
        least = {name: least_of(one.kind) for name, one in inputs_of(move.attempt).items() if one.required}
        said = question(each, move.name, least)
        assert question(move.attempt(**{name: getattr(said.attempt, name) for name in least})).attempt == said.attempt
        assert str(question(said.attempt)) == f"{each.id} {move.name}"


def test_an_attempt_as_a_value_is_checked_like_words() -> None:
    assert odds(Action(dots=2, position="good")) == odds("in-the-dark", dots=2, position="good")
    assert roll(Action(dots=2), seed="x").to_dict() == roll("in-the-dark", dots=2, seed="x").to_dict()
    with pytest.raises(InputError, match="0 to 10"):
        odds(Action(dots=99))
    with pytest.raises(InputError, match="itself"):
        odds(Action(dots=1), dots=2)
    with pytest.raises(InputError, match="no attempt of a known game"):
        odds(Found())


@dataclass
class Found:
    """Not an attempt."""


@pytest.mark.slow
def test_a_typo_fails_in_the_type_checker(tmp_path: Path) -> None:
    written = tmp_path / "typo.py"
    head = "from actionroll import odds\nfrom actionroll.games.in_the_dark.attempt import Action\n"
    written.write_text(f"{head}odds(Action(dots=2, position='good'))\nodds(Action(dotz=2))\n", encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-m", "mypy", written],  # with what was learnt of the library when all types were checked
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    assert "typo.py:4" in told
    assert 'Unexpected keyword argument "dotz"' in told
    assert "typo.py:3" not in told


def test_rows_for_a_data_frame() -> None:
    rows = [{"dots": dots, **odds("in-the-dark", dots=dots)} for dots in range(3)]
    assert [row["failure"] for row in rows] == [Fraction(3, 4), Fraction(1, 2), Fraction(1, 4)]


def test_the_page_of_the_library_is_current() -> None:
    assert reference.PAGE.read_text(encoding="utf-8") == reference.page(), "run `make docs`"


def test_a_notebook_shows_facts_and_costs_beside_the_tiers() -> None:
    pushed = odds("in-the-dark", dots=2, extra="push")._repr_html_()
    assert "<th>highest</th><td colspan=2>mean 4.958" in pushed
    assert "<th>stress, change</th><td colspan=2>mean 2.000 (2: 100 %)" in pushed
    burnt = odds("starforged", stat=2, momentum=6, decide={"burn": "any"})._repr_html_()
    assert "<th>match</th><td colspan=2>yes: 10.0 %" in burnt


def test_of_games_that_tables_bring_the_oldest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is known by its own id as long as there is room; those that everyone has are never forgotten."""
    monkeypatch.setattr(all_games, "MOST_AT_TABLES", 2)
    monkeypatch.setattr(all_games, "_at_tables", {})
    for place in (1, 2, 3):
        brought = replace(game("in-the-dark"), id=f"theirs@{place}")
        assert all_games.bring_to_table(brought) is game(f"theirs@{place}")
    with pytest.raises(UnknownName):
        game("theirs@1")
    assert [game(f"theirs@{place}").id for place in (2, 3)] == ["theirs@2", "theirs@3"]
    assert "theirs@3" not in [each.id for each in games()]
