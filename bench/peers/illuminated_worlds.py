"""Illuminated Worlds in icepool: tier, die taken and drive earned when the highest die is taken, gilded on ties.

Which die is taken needs only the highest standard and the highest gilded die, and whether two sixes lie there only
one number more; so a few quick questions with the rest in fractions were the fastest way found: a map over both pools
takes half as long again, and an evaluator that reads both pools at once three to twenty times as long.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from icepool import d6

Fall = tuple[str, int, int]
"""A tier, the die that was taken, and the drive that was earned."""


def highest(standard: int, gilded: int) -> dict[Fall, Fraction]:
    """The chance of each end, where the drive has room for a point."""
    plain, bright = d6.highest(standard), d6.highest(gilded)
    chances: dict[Fall, Fraction] = {}
    for die in range(1, 7):
        chances[tier(die), die, 0] = plain.probability(die) * bright.probability("<", die)
        chances[tier(die), die, 1] = bright.probability(die) * plain.probability("<=", die)
    return with_criticals(chances, standard, gilded, bright.probability("<", 6))


def with_criticals(
    chances: dict[Fall, Fraction], standard: int, gilded: int, no_bright_six: Fraction
) -> dict[Fall, Fraction]:
    """Two sixes are a critical success; it earns unless both are standard dice."""
    unearned = two_sixes(standard) * no_bright_six
    earned = two_sixes(standard + gilded) - unearned
    chances["full success", 6, 0] -= unearned
    chances["full success", 6, 1] -= earned
    chances |= {("critical success", 6, 0): unearned, ("critical success", 6, 1): earned}
    return {end: chance for end, chance in chances.items() if chance}


def two_sixes(dice: int) -> Fraction:
    return d6.keep(dice, -2).probability(6) if dice > 1 else Fraction(0)


def tier(die: int) -> str:
    return "full success" if die == 6 else "mixed success" if die >= 4 else "failure"


ATTEMPTS: dict[tuple[int, int], dict[str, Any]] = {
    (2, 1): {"rating": 2, "gilded": True},
    (4, 2): {"rating": 3, "gilded": True, "gilds": 1, "bonus_dice": 1},
    (6, 3): {"rating": 3, "gilded": True, "gilds": 2, "bonus_dice": 3},
}
QUERIES: dict[str, tuple[dict[str, Any], Callable[[], object]]] = {
    f"{dice} dice, {gilded} gilded": ({**attempt, "drive": 3}, partial(highest, dice - gilded, gilded))
    for (dice, gilded), attempt in ATTEMPTS.items()
}
"""Each reference query as an attempt of ours, and as icepool's."""
