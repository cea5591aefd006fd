"""Illuminated Worlds in icepool: tier, die taken and drive earned when the highest die is taken, gilded on ties.

Which die is taken needs only the highest standard and the highest gilded die, and the criticals only how often two
sixes lie there. So four quick questions with the rest in whole numbers were the fastest way found: a map over both
pools takes half as long again, and an evaluator that reads both pools at once three to twenty times as long.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from icepool import Die, d6

Fall = tuple[str, int, int]
"""A tier, the die that was taken, and the drive that was earned."""
TIERS = ("failure", "failure", "failure", "mixed success", "mixed success", "full success")
SIX = Die({0: 5, 1: 1})


def highest(standard: int, gilded: int) -> dict[Fall, Fraction]:
    """The chance of each end, where the drive has room for a point."""
    ways: dict[Fall, int] = {}
    lower = brighter = 0
    falls = zip(TIERS, d6.highest(standard).quantities(), d6.highest(gilded).quantities(), strict=True)
    for die, (tier, plain, bright) in enumerate(falls, 1):
        ways[tier, die, 0] = plain * brighter
        lower += plain
        ways[tier, die, 1] = bright * lower
        brighter += bright
    unearned = two_sixes(standard) * 5**gilded
    earned = two_sixes(standard + gilded) - unearned
    ways["full success", 6, 0] -= unearned
    ways["full success", 6, 1] -= earned
    ways |= {("critical success", 6, 0): unearned, ("critical success", 6, 1): earned}
    total: int = 6 ** (standard + gilded)
    return {end: Fraction(many, total) for end, many in ways.items() if many}


def two_sixes(dice: int) -> int:
    """In how many ways at least two dice show a six."""
    return sum((dice @ SIX).quantities()[2:]) if dice > 1 else 0


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
