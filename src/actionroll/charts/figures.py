"""What a chart accepts: levels from worst to best, and for each row the chance of every level."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from actionroll.errors import InputError, LimitError

__all__ = ["Row", "check_chances", "check_count", "check_rows"]

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
