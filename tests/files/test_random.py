"""Random games and damaged files: odds are right whatever the file says, and nothing but a fault comes of nonsense."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

from actionroll.api import Question, odds_of, question, roll_of
from actionroll.errors import Budget, LimitError
from actionroll.files import loads
from actionroll.files.source import Fault, FileError
from actionroll.reckoning import play
from tests.counts import count
from tests.enumerated import end_of, enumerated, falls_of
from tests.files import grammar
from tests.files.attempts import CORES, STARTS, attempt, ends_of

FEW_FALLS = 200
SHARES = 10


@pytest.mark.parametrize("share", range(SHARES))
def test_odds_of_random_games_sum_to_one_and_are_what_every_fall_comes_to(share: int) -> None:
    compared = 0
    for number in range(share, count(100, 2_000), SHARES):
        game, chance = loads(grammar.game(f"game {number}")), Random(number)
        inputs, decide = attempt(game, "action", chance)
        rulings = {"odd": chance.choice(["up", "down"])}
        asked = question(game, "action", inputs, decide=decide, rulings=rulings, budget=Budget(20_000))
        try:
            counted = ends_of(odds_of(asked))
        except LimitError:
            continue
        assert sum(counted.values()) == 1
        check_play(asked, counted, number)
        if falls_of(asked.start, asked.policy, FEW_FALLS) <= FEW_FALLS:
            assert enumerated(asked.start, asked.policy) == counted
            compared += 1
    assert compared


def check_play(asked: Question, counted: object, number: int) -> None:
    """A roll ends as the odds say it may, and its answers make it again."""
    done = roll_of(asked, seed=str(number)).roll
    assert end_of(done) in counted  # type: ignore[operator]
    assert play.replay(asked.start, done.answers).step == done.step


TEXTS = [path.read_text(encoding="utf-8") for path in (*STARTS, *CORES)]
SCRAPS = (
    "'''", '"', "[", "]", "{", "}", "=", "\n", "    ", "when", "throw", "end", "0", "-1", "999999999", "d6", "face",
    "\t", "#", "\x00", ".", ",", "(", ")", "is", "in", "not ", "\\", "if", "lambda", "__class__", "**", "//", "0x1F",
    "label x\n", "go x\n", "tier", "all ", "beyond", "for each", "by ", "nan", "true", "inf", "[[", "]]", "\u2028",
)  # fmt: skip


def damaged(text: str, chance: Random) -> str:
    for _ in range(chance.choice([1, 1, 2, 5])):
        at, kind = chance.randrange(len(text)), chance.random()
        if kind < 0.3:
            text = text[:at] + text[at + chance.randint(1, 30) :]
        elif kind < 0.7:
            text = text[:at] + chance.choice(SCRAPS) + text[at:]
        elif kind < 0.85:
            lines = text.split("\n")
            chance.shuffle(lines[: chance.randint(1, 9)])
            lines.insert(chance.randrange(len(lines)), lines[chance.randrange(len(lines))])
            text = "\n".join(lines)
        else:
            other = chance.randrange(len(text))
            text = text[: min(at, other)] + text[max(at, other) :]
        text = text or "x"
    return text


def faults_of(text: str) -> tuple[Fault, ...]:
    try:
        loads(text)
    except FileError as error:
        return error.faults
    return ()


@pytest.mark.parametrize("share", range(SHARES))
def test_a_damaged_file_is_a_game_or_has_faults_with_lines(share: int) -> None:
    for number in range(share, count(360, 20_000), SHARES):
        chance = Random(f"damage {number}")
        text = damaged(chance.choice(TEXTS), chance)
        assert all(fault.place.line >= 1 and fault.says for fault in faults_of(text))


@pytest.mark.alone
def test_no_damaged_file_takes_long_to_be_refused() -> None:
    for number in range(count(100, 2_000)):
        chance = Random(f"damage {number}")
        text = damaged(chance.choice(TEXTS), chance)
        spent = []
        for _ in range(3):
            begun = process_time()
            faults_of(text)
            spent.append(process_time() - begun)
        assert min(spent) < 0.05, text
