"""Plain numbers into charts; knows no game. What a chart accepts, percentages, and one palette for all.

- for the terminal: `terminal.bars`, `terminal.stacked`
- as SVG: `bars.stacked_svg`, `bars.odds_bar_svg` and `bars.heat_svg`, `curves.curves_svg` and `curves.fan_svg`
- in words: `percent`, `svg.alt_text`

Twelve shades go from worst to best: two families of hue (warm, then cool) that every kind of colour vision tells apart,
and a lightness that only ever falls (on the dark: rises), so that the order also shows in black and white. What is
better stands out more.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from actionroll.errors import InputError, LimitError

Row: TypeAlias = tuple[str, Sequence[Fraction]]
"""A label, and the chances of the levels in their order."""

MOST_LEVELS = 52
MOST_ROWS = 500


def check_rows(levels: Sequence[str], rows: Sequence[Row]) -> None:
    """Every row must say how likely each level is, and nothing else may happen."""
    check_count("levels", len(levels), MOST_LEVELS)
    check_count("rows", len(rows), MOST_ROWS)
    for _, chances in rows:
        if len(chances) != len(levels):
            raise InputError(f"A row has one chance for each of the {len(levels)} levels, not {len(chances)}.")
        check_chances(chances)
        if sum(chances) != 1:
            raise InputError("The chances of a row add up to one.")


def check_chances(chances: Sequence[Fraction]) -> None:
    """A chance lies from 0 to 1."""
    for chance in chances:
        if not 0 <= chance.numerator <= chance.denominator:
            raise InputError("A chance is a fraction from 0 to 1.")


def check_count(what: str, given: int, most: int) -> None:
    """Nothing to draw, or more than anyone could read, is refused."""
    if given == 0:
        raise InputError(f"A chart has 1 to {most} {what}, not none.")
    if given > most:
        raise LimitError(f"A chart has 1 to {most} {what}, not {given}.")


def percent(chance: Fraction) -> str:
    """One decimal; what is possible never reads as impossible, nor what is likely as certain.

    >>> [percent(Fraction(*pair)) for pair in [(1, 6), (0, 1), (1, 5000), (4999, 5000), (1, 1)]]
    ['16.7 %', '0 %', '<0.1 %', '>99.9 %', '100 %']
    """
    above, below = chance.numerator, chance.denominator
    if above in (0, below):
        return "100 %" if above else "0 %"
    tenths = (2000 * above + below) // (2 * below)
    if tenths in (0, 1000):
        return ">99.9 %" if tenths else "<0.1 %"
    return f"{tenths // 10}.{tenths % 10} %"


LIGHT = (
    *("#f5ecda", "#eddaba", "#e7c79b", "#e2b47b", "#de9f5b", "#d98939"),
    *("#3c959f", "#2a8094", "#1d6a87", "#175579", "#154069", "#152c58"),
)
DARK = (
    *("#40362a", "#54402b", "#684a2b", "#7c542a", "#925e28", "#a86725"),
    *("#49a1ab", "#68b1bd", "#85c2cf", "#a1d2e0", "#bce3f1", "#d7f4ff"),
)
SHADES = len(LIGHT)
_TERMINAL = (180, 180, 179, 179, 172, 172, 37, 37, 32, 32, 27, 27)
_CHOSEN = {1: (9,), 2: (2, 9), 3: (1, 4, 9), 4: (1, 4, 7, 11), 5: (1, 3, 5, 8, 11), 6: (1, 3, 5, 7, 9, 11)}


def shades_for(levels: int) -> tuple[int, ...]:
    """Which shades so many levels take, worst first, as far from each other as they can be."""
    return _CHOSEN.get(levels) or tuple(level * SHADES // levels for level in range(levels))


def terminal_colour(shade: int) -> str:
    """The ANSI sequence that switches to a shade, of 256 colours, readable on light and dark alike."""
    return f"\x1b[38;5;{_TERMINAL[shade]}m"
