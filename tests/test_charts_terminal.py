"""Percentages and bars as they stand in a terminal."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from actionroll.charts import bars_text, percent, roughly, stacked_text
from actionroll.errors import InputError, LimitError

PERCENTAGES = Path(__file__).with_name("percentages.json")
ANSI = re.compile(r"\x1b\[[0-9;]*m")
TIERS = ["failure", "partial success", "full success", "critical success"]


def chances(*parts: int) -> list[Fraction]:
    return [Fraction(part, sum(parts)) for part in parts]


ODDS = list(zip(TIERS, chances(9, 16, 10, 1), strict=True))
ROWS = [("0", chances(27, 8, 1, 0)), ("1", chances(3, 2, 1, 0)), ("2", chances(9, 16, 10, 1))]


def test_percentages_tell_possible_from_impossible() -> None:
    for chance, shown in (
        (Fraction(0), "0 %"),
        (Fraction(1, 10**400), "<0.1 %"),
        (Fraction(1, 2001), "<0.1 %"),
        (Fraction(1, 2000), "0.1 %"),
        (Fraction(1, 6), "16.7 %"),
        (Fraction(1, 2), "50.0 %"),
        (Fraction(19989, 20000), "99.9 %"),
        (Fraction(1999, 2000), ">99.9 %"),
        (1 - Fraction(1, 10**400), ">99.9 %"),
        (Fraction(1), "100 %"),
    ):
        assert percent(chance) == shown


@pytest.mark.parametrize("case", json.loads(PERCENTAGES.read_text()))
def test_a_percentage_is_told_as_on_the_page(case: dict[str, str]) -> None:
    """The page reads the same cases, in `tests/page/test_scripts.py`."""
    chance = Fraction(case["chance"])
    assert (percent(chance), roughly(chance)) == (case["percent"], case["roughly"])


@given(st.fractions(0, 1))
def test_a_percentage_is_right_to_half_its_last_place(chance: Fraction) -> None:
    shown = percent(chance)
    if shown[0] in "<>":
        assert 0 < chance < 1
        assert chance < Fraction(1, 1000) or chance > Fraction(999, 1000)
    else:
        assert abs(Fraction(shown.removesuffix(" %")) / 100 - chance) <= Fraction(1, 2000)
    assert (shown == "0 %") == (chance == 0)
    assert (shown == "100 %") == (chance == 1)


def test_bars_stand_in_columns_and_say_their_percentage() -> None:
    assert bars_text(ODDS, 66).splitlines() == [
        "failure           25.0 %  ██████████",
        "partial success   44.4 %  █████████████████▊",
        "full success      27.8 %  ███████████▏",
        "critical success   2.8 %  █▏",
    ]


def test_plain_bars_are_plain() -> None:
    drawn = bars_text([("a rather long label that must be cut somewhere", Fraction(1, 3))], 40, blocks=False)
    assert drawn.isascii()
    assert drawn == "a rather lon~  33.3 %  ######"


def test_without_colour_nothing_but_text() -> None:
    assert "\x1b" not in bars_text(ODDS) + stacked_text(TIERS, ROWS)


@pytest.mark.parametrize("blocks", [True, False])
def test_colour_changes_no_letter_and_is_always_switched_off_again(blocks: bool) -> None:
    for plain, painted in (
        (bars_text(ODDS, blocks=blocks), bars_text(ODDS, blocks=blocks, colour=True)),
        (stacked_text(TIERS, ROWS, blocks=blocks), stacked_text(TIERS, ROWS, blocks=blocks, colour=True)),
    ):
        assert plain != painted
        assert ANSI.sub("", painted) == plain
        for line in painted.splitlines():
            codes = ANSI.findall(line)
            assert codes[1::2] == ["\x1b[0m"] * (len(codes) // 2)


def test_a_positive_chance_is_never_drawn_as_nothing() -> None:
    tiny = Fraction(1, 10**9)
    last = bars_text([("likely", 1 - tiny), ("tiny", tiny), ("never", Fraction(0))], 50).splitlines()
    assert last[1].endswith("▏")
    assert last[2] == "never       0 %"
    assert stacked_text(["likely", "tiny"], [("", [1 - tiny, tiny])], 30).endswith("░█")


def test_stacked_bars_have_a_legend_and_fill_the_width() -> None:
    assert stacked_text(TIERS, ROWS, 39).splitlines() == [
        "· failure  ░ partial success",
        "▒ full success  █ critical success",
        "",
        "0  ···························░░░░░░░░▒",
        "1  ··················░░░░░░░░░░░░▒▒▒▒▒▒",
        "2  ·········░░░░░░░░░░░░░░░░▒▒▒▒▒▒▒▒▒▒█",
    ]


@given(
    st.lists(st.integers(0, 1000), min_size=1, max_size=52).filter(any),
    st.integers(-5, 200),
    st.booleans(),
)
def test_stacked_rows_are_equally_long_and_show_only_what_can_happen(
    parts: list[int], width: int, blocks: bool
) -> None:
    levels = [f"level {place}" for place in range(len(parts))]
    rows = [("a", chances(*parts)), ("bb", chances(*reversed(parts)))]
    drawn = stacked_text(levels, rows, width, blocks=blocks).splitlines()
    assert {len(line) for line in drawn[-2:]} == {max(10, width - 4) + 4}
    fills = set(drawn[-2][4:])
    assert len(fills) <= sum(part > 0 for part in parts)


@pytest.mark.parametrize("levels", range(1, 53))
@pytest.mark.parametrize("blocks", [True, False])
def test_every_level_has_a_filling_of_its_own(levels: int, blocks: bool) -> None:
    names = [f"level {place}" for place in range(levels)]
    row = stacked_text(names, [("", chances(*[1] * levels))], 120, blocks=blocks).splitlines()[-1].strip()
    assert len(set(row)) == levels
    assert blocks or row.isascii()


def test_labels_cannot_command_the_terminal() -> None:
    hostile = "\x1b[2J\r\n\x07\u202e\ud800\u200b"
    for drawn in (bars_text([(hostile, Fraction(1))]), stacked_text([hostile], [(hostile, [Fraction(1)])])):
        assert all(letter.isprintable() for letter in drawn.replace("\n", ""))
        drawn.encode()
    assert len(bars_text([(hostile, Fraction(1))]).splitlines()) == 1


def test_wide_letters_take_two_columns() -> None:
    narrow, wide = bars_text([("ab", Fraction(1)), ("骰", Fraction(0))], 40).splitlines()
    assert narrow.index("100 %") == 4
    assert wide == "骰    0 %"


def test_very_long_labels_are_cut_at_once() -> None:
    drawn = bars_text([("x" * 1_000_000, Fraction(1)), ("\u0301" * 1_000_000, Fraction(0))], 60)
    assert max(map(len, drawn.splitlines())) <= 140
    assert len(stacked_text(["x" * 1_000_000], [("\u0301" * 1_000_000, [Fraction(1)])])) < 1000


@pytest.mark.parametrize(
    ("levels", "rows", "sentence"),
    [
        ([], [("", [])], "1 to 52 levels, not none"),
        (["a"], [], "1 to 500 rows, not none"),
        (["a"] * 53, [("", chances(*[1] * 53))], "1 to 52 levels, not 53"),
        (["a"], [("", [Fraction(1)])] * 501, "1 to 500 rows, not 501"),
        (["a", "b"], [("", [Fraction(1)])], "each of the 2 levels, not 1"),
        (["a", "b"], [("", [Fraction(1, 2), Fraction(1, 3)])], "add up to one"),
        (["a", "b"], [("", [Fraction(3, 2), Fraction(-1, 2)])], "from 0 to 1"),
    ],
    ids=["no levels", "no rows", "many levels", "many rows", "too few", "too little", "impossible"],
)
def test_what_cannot_be_drawn_is_refused(
    levels: list[str], rows: list[tuple[str, list[Fraction]]], sentence: str
) -> None:
    with pytest.raises((InputError, LimitError), match=sentence):
        stacked_text(levels, rows)


def test_no_bars_or_impossible_ones_are_refused() -> None:
    with pytest.raises(InputError, match="not none"):
        bars_text([])
    with pytest.raises(InputError, match="from 0 to 1"):
        bars_text([("a", Fraction(2))])
