"""A kind of input answers for itself, and nothing else tells kinds apart."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import actionroll
from actionroll.dice import FUDGE
from actionroll.errors import InputError
from actionroll.games import game, games
from actionroll.rules.inputs import inputs_of, rulings_of
from actionroll.rules.kinds import Choice, DieSize, Kind, Many, Whole, Words, YesNo, die_name, read

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
        (Whole(0, 3), 3, [2]),
        (Whole(-2, 3), -1, [-2, 0]),
        (Many(Whole(1, 5)), (4,), [[4, 1], [4, 2], [4, 3], []]),
        (Many(Whole(0, 5)), (), [[1], [2], [3]]),
        (Many(Whole(1, 2), most=2), (1, 2), [[2], [1]]),
        (Many(Whole(1, 2), most=3), (1, 1, 2), [[1, 2], [1, 1]]),
        (Many(Choice(("a", "b"))), ("a",), []),
        (Words(), "", []),
    ],
)
def test_neighbours(kind: Kind, now: Any, near: list[Any]) -> None:
    assert kind.neighbours(now) == near


def test_numbers_move_within_their_bounds_and_add_up() -> None:
    assert Whole(0, 3).moved(2, 5) == 3
    assert [Whole(1, 3).moved(2, by) for by in (-5, -1, 0, 1)] == [1, 1, 2, 3]
    assert YesNo().moved(True, 5) is True
    assert Whole(0, 9).together("dice", [{"dice": 2}, {}, {"dice": 1}], None) == 3
    assert Many(Whole(0, 9)).together("dice", [{"dice": 2}, {}], 0) == [2, 0]


def test_a_talent_is_offered_from_a_d6_on() -> None:
    talent = inputs_of(game("wherever-we-go").move("action").attempt)["talent"].kind
    assert talent.choices() == ("d6", "d8", "d10", "d12", "none")


SOME, DICE, NAMED = Whole(-1, 20), DieSize((0, 6, FUDGE), or_none=True), DieSize((4, 6), names=("very hard", "easy"))
SHORT, LONG = Choice(("none", "good", "worse")), Choice(("none", "good", "worst of"))
LIST = Many(Whole(0, 3), most=2)
PRINTED = ["", "a\nb", "é", "x" * 500, " x", "\ud7ff", "\ue000"]
UNPRINTED = ["\x1f", "\r", "a\tb", "x" * 501, "\ud800", "\udfff", 7, None]


@pytest.mark.parametrize(
    ("kind", "taken"),
    [
        (SOME, {-1: -1, 20: 20, "-1": -1, "0": 0, "07": 7, "000000009": 9}),
        (Whole(0, 3, or_none=True), {None: None, "none": None, "3": 3}),
        (Whole(1, 3, by_ruling=9), {1: 1, 9: 9, "4": 4}),
        (SHORT, {"none": "none", "worse": "worse"}),
        (YesNo(), {True: True, "yes": True, "true": True, False: False, "no": False, "false": False}),
        (DICE, {"0": 0, 0: 0, "d6": 6, "dF": FUDGE, None: None, "none": None}),
        (NAMED, {"d4": 4, "very hard": 4, "very-hard": 4, "easy": 6}),
        (LIST, {(): (), (3,): (3,), ("1", 2): (1, 2)}),
        (Words(), {**{text: text for text in PRINTED}, " ": "", "\n": ""}),
    ],
)
def test_what_is_taken_and_what_it_is_read_as(kind: Kind, taken: dict[Any, Any]) -> None:
    for raw, value in taken.items():
        found = kind.parse(raw)
        assert (found, type(found)) == (value, type(value)), raw


@pytest.mark.parametrize(
    ("kind", "refused", "accepts"),
    [
        (SOME, [-2, 21, "-2", "", "-", "--1", "1.0", 1.0, True, None, "none", "0000000009", "+1"], "from -1 to 20,"),
        (Whole(0, 3, or_none=True), [4, "", "None"], "a whole number from 0 to 3 or none,"),
        (Whole(1, 3, by_ruling=9), [0, 10], "a whole number from 1 to 3,"),
        (SHORT, ["", "bad", None, 1, ["good"]], "one of none, good, worse,"),
        (YesNo(), ["", "y", None, "True", 2], "yes or no,"),
        (DICE, ["", "6", 6, "d4", "d-1", False, True], "one of 0, d6, dF or none,"),
        (NAMED, ["hard", None, "none", "0", 0, "very_hard"], "one of d4 (very hard), d6 (easy),"),
        (LIST, [[1, 2, 3], "1", 1, None, [4], {"1": 2}], "a list of at most 2, each a whole number from 0 to 3,"),
        (Words(), UNPRINTED, "text of at most 500 characters,"),
    ],
)
def test_what_is_not_taken_is_refused_with_what_is(kind: Kind, refused: list[Any], accepts: str) -> None:
    for raw in refused:
        with pytest.raises(InputError, match=re.escape(accepts)) as told:
            read(kind, "it", raw)
        assert str(told.value).startswith("it takes ")


@pytest.mark.parametrize(
    ("kind", "placeholder", "details", "summary", "choices"),
    [
        (SOME, "N", "-1 to 20", "−1 to 20", ()),
        (Whole(0, 20), "N", "0 to 20", "0 to 20", tuple(map(str, range(21)))),
        (Whole(0, 2, or_none=True), "N", "0 to 2 or none", "0 to 2 or none", ("0", "1", "2", "none")),
        (SHORT, "none|good|worse", "", "none, good, worse", ("none", "good", "worse")),
        (LONG, "WORD", "none, good, worst of", "none, good, worst of", ("none", "good", "worst of")),
        (YesNo(), "yes|no", "", "yes or no", ("yes", "no")),
        (DICE, "DIE", "0, d6, dF or none", "0, d6, dF or none", ("0", "d6", "dF", "none")),
        (NAMED, "DIE", "d4 (very hard), d6 (easy)", "d4 (very hard), d6 (easy)", ("d4", "d6")),
        (LIST, "N", "up to 2, written a+b or repeated, each 0 to 3", "up to 2 of: 0 to 3", ("0", "1", "2", "3")),
        (Many(YesNo(), 5), "yes|no", "up to 5, written a+b or repeated, each yes|no", "up to 5 of: yes or no", None),
        (Words(), "TEXT", "", "text", ()),
    ],
)
def test_what_a_line_of_help_says(
    kind: Kind, placeholder: str, details: str, summary: str, choices: tuple[str, ...] | None
) -> None:
    assert (kind.placeholder(), kind.details(), kind.summary()) == (placeholder, details, summary)
    assert kind.choices() == (("yes", "no") if choices is None else choices)


def test_sixteen_letters_of_words_stand_in_a_line_of_help() -> None:
    assert Choice(("a" * 8, "b" * 7)).placeholder() == "aaaaaaaa|bbbbbbb"
    assert Choice(("a" * 8, "b" * 8)).placeholder() == "WORD"


@pytest.mark.parametrize(
    ("kind", "form"),
    [
        (Whole(0, 3), {"type": "whole", "low": 0, "high": 3, "none": False}),
        (SHORT, {"type": "choice", "values": ["none", "good", "worse"]}),
        (YesNo(), {"type": "yes_no"}),
        (NAMED, {"type": "die", "values": ["d4", "d6"], "none": False, "names": ["very hard", "easy"]}),
        (LIST, {"type": "list", "most": 2, "of": Whole(0, 3).form()}),
        (Words(40), {"type": "text", "longest": 40}),
    ],
)
def test_what_a_form_is_told(kind: Kind, form: dict[str, Any]) -> None:
    assert kind.form() == {"accepts": kind.accepts(), **form}


@pytest.mark.parametrize(
    ("kind", "value", "shown", "written"),
    [
        (Whole(0, 3), 2, 2, "2"),
        (Whole(0, 3, or_none=True), None, None, "none"),
        (YesNo(), True, True, "yes"),
        (YesNo(), False, False, "no"),
        (DICE, FUDGE, "dF", "dF"),
        (DICE, None, None, "none"),
        (DICE, 0, "0", "0"),
        (LIST, (), [], "none"),
        (LIST, (1, 0), [1, 0], "1+0"),
        (Words(), "so", "so", "so"),
    ],
)
def test_a_value_is_shown_and_written(kind: Kind, value: Any, shown: Any, written: str) -> None:
    assert (kind.show(value), kind.write(value)) == (shown, written)
    assert [die_name(sides) for sides in (0, 4, FUDGE)] == ["0", "d4", "dF"]


def test_a_list_is_typed_with_plus_with_commas_or_again_and_again() -> None:
    assert LIST.from_words(["1+ 2", "3"]) == ["1", "2", "3"]
    assert LIST.from_text("1,2") == ["1", "2"]
    assert LIST.from_text("none") == []
    assert Whole(0, 3).from_words(["2", "3"]) == "2"
    assert Whole(0, 3).from_text("2") == "2"
    assert (LIST.single(), YesNo().single()) == (LIST.of, YesNo())


def test_a_range_goes_through_numbers_and_dice_and_nothing_else() -> None:
    assert list(Whole(1, 3).ladder()) == ["1", "2", "3"]
    assert list(LIST.ladder()) == ["0", "1", "2", "3"]
    assert list(DICE.ladder()) == ["0", "d6", "dF"]
    assert [list(kind.ladder()) for kind in (SHORT, YesNo(), Words())] == [[], [], []]
    assert [list(kind.values()) for kind in (SHORT, YesNo(), Words())] == [["none", "good", "worse"], [False, True], []]
    assert (YesNo().unspoken, SHORT.unspoken) == ("yes", "")
    assert [kind.is_number for kind in (SOME, SHORT, YesNo(), DICE, LIST, Words())] == [True] + [False] * 5
    assert [kind.repeats for kind in (SOME, SHORT, YesNo(), DICE, LIST, Words())] == [False] * 4 + [True, False]
