"""A kind of input answers for itself, and nothing else tells kinds apart."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import actionroll
from actionroll.games import game, games
from actionroll.rules.inputs import inputs_of, rulings_of
from actionroll.rules.kinds import Choice, DieSize, Kind, Many, Whole, Words, YesNo

SOURCE = Path(actionroll.__file__).parent
KINDS = "Whole|Choice|YesNo|DieSize|Many|Words"
TOLD_APART = re.compile(rf"isinstance\([^()]*\b({KINDS})\b|case ({KINDS})\(")
INPUTS = [each.kind for game in games() for move in game.moves for each in inputs_of(move.attempt).values()]
RULINGS = [each.kind for game in games() for each in rulings_of(game.rulings).values()]


def test_only_kinds_tell_kinds_apart() -> None:
    paths = [path for path in SOURCE.rglob("*.py") if path.name != "kinds.py"]
    assert [path for path in paths if TOLD_APART.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("kind", [pytest.param(each, id=repr(each)) for each in dict.fromkeys(INPUTS + RULINGS)])
def test_what_a_kind_offers_it_accepts(kind: Kind) -> None:
    for raw in (*kind.values(), *kind.words()):
        assert kind.parse(raw) == kind.parse(kind.show(kind.parse(raw)))
    for text in (*kind.ladder(), *kind.choices()):
        value = kind.parse(kind.from_words([text]))
        for near in kind.neighbours(value):
            assert kind.parse(near) != value
    assert kind.form()["accepts"] == kind.accepts()
    assert kind.is_text == (kind.form()["type"] == "text")


@pytest.mark.parametrize(
    ("kind", "now", "near"),
    [
        (Whole(0, 3), 0, [1]),
        (Whole(0, 3, or_none=True), None, [0]),
        (Choice(("a", "b", "c")), "b", ["a", "c"]),
        (YesNo(), True, [False]),
        (DieSize((0, 6, 8)), 6, ["0", "d8"]),
        (DieSize((4, 6, 8, 10)), 6, ["d4", "d8"]),
        (DieSize((4, 6, 8, 10)), 10, ["d8"]),
        (DieSize((4, 6, 8, 10)), 4, ["d6"]),
        (DieSize((6, 8), or_none=True), None, ["d6"]),
        (Many(Whole(1, 5)), (4,), [[4, 1], [4, 2], [4, 3], []]),
        (Many(Choice(("a", "b"))), ("a",), []),
        (Words(), "", []),
    ],
)
def test_neighbours(kind: Kind, now: Any, near: list[Any]) -> None:
    assert kind.neighbours(now) == near


def test_numbers_move_within_their_bounds_and_add_up() -> None:
    assert Whole(0, 3).moved(2, 5) == 3
    assert YesNo().moved(True, 5) is True
    assert Whole(0, 9).together("dice", [{"dice": 2}, {}, {"dice": 1}], None) == 3
    assert Many(Whole(0, 9)).together("dice", [{"dice": 2}, {}], 0) == [2, 0]


def test_a_seldom_die_is_taken_and_not_offered() -> None:
    kind = DieSize((0, 4, 6, 8), or_none=True, seldom=(0, 4))
    assert (kind.parse("0"), kind.parse("d4"), kind.parse("d8")) == (0, 4, 8)
    assert kind.choices() == ("d6", "d8", "none")
    assert kind.form()["values"] == ["d6", "d8"]
    assert (kind.neighbours(None), kind.neighbours(6), kind.neighbours(8), kind.neighbours(4)) == (
        ["d6"],
        ["d8"],
        ["d6"],
        ["d6"],
    )


def test_a_talent_is_offered_from_a_d6_on() -> None:
    talent = inputs_of(game("wherever-we-go").move("action").attempt)["talent"].kind
    assert talent.choices() == ("d6", "d8", "d10", "d12", "none")
