"""Scenes as one writes them down by hand: the best that can be done over several rolls of Wherever We Go.

What is to be reached is as many successes as possible before stress reaches its limit. One version goes through all
dice with plain Python, one lets icepool count them; both keep what they found for a state.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import icepool
from icepool import Die, Vector

WP_MAX = 6
SIX, BANE, BLANK = Vector((1, 0)), Vector((0, 1)), Vector((0, 0))


def edges_of(face: int) -> int:
    return (face >= 6) + (face >= 10)


def best_with(throws: Callable[[int], Any], rolls: int, limit: int) -> Fraction:
    """The best worth with d8 and d8, 3 willpower and one gamble a roll, from no stress on."""

    @cache
    def of_state(stress: int, wp: int, left: int) -> Fraction:
        if stress >= limit or not left:
            return Fraction(0)
        held = of_roll(stress, wp, left, 0)
        return max(held, of_roll(stress, wp - 1, left, stress)) if wp else held

    def of_roll(stress: int, wp: int, left: int, dice: int) -> Fraction:
        again = [mean(dice + 1 - locked, stress + 1, wp, left) for locked in range(dice + 1)]
        total = Fraction(0)
        for (edges, sixes, banes), chance in throws(dice):
            total += chance * max(ended(edges + sixes, sixes, stress, wp, left), again[banes])
        return total

    def mean(dice: int, stress: int, wp: int, left: int) -> Fraction:
        return sum(
            (chance * ended(edges + sixes, sixes, stress, wp, left) for (edges, sixes, _), chance in throws(dice)),
            Fraction(0),
        )

    def ended(edges: int, sixes: int, stress: int, wp: int, left: int) -> Fraction:
        return (edges >= 2) + of_state(stress + (not edges), min(WP_MAX, wp + sixes), left - 1)

    return of_state(0, 3, rolls)


def by_hand(dice: int) -> Iterator[tuple[tuple[int, int, int], Fraction]]:
    """All ways that two d8 and stress dice fall, one after the other."""
    chance = Fraction(1, 64 * 6**dice)
    for a, b, *stress in product(range(1, 9), range(1, 9), *[range(1, 7)] * dice):
        yield (edges_of(a) + edges_of(b), stress.count(6), stress.count(1)), chance


def by_icepool(dice: int) -> list[tuple[tuple[int, int, int], Fraction]]:
    """The same, counted by icepool."""
    action = Die([edges_of(face) for face in range(1, 9)])
    stress = dice @ Die({SIX: 1, BANE: 1, BLANK: 4}) if dice else Die([BLANK])
    fallen = icepool.map(lambda edges, shown: (edges, shown[0], shown[1]), action + action, stress)
    below = fallen.denominator()
    return [(tuple(fall), Fraction(ways, below)) for fall, ways in fallen.items()]


def one_trial(stress: int) -> tuple[str, int, int]:
    """A pushed roll with `random`, gambled on a failure: its tier, the willpower gained and the banes."""
    edges, sixes, banes = _thrown(stress)
    if not edges:
        edges, sixes, more = _thrown(stress + 1 - banes)
        banes += more
    return ("failure", "mixed success", "success", "great success")[min(edges, 3)], sixes, banes


def _thrown(dice: int) -> tuple[int, int, int]:
    action = [random.randint(1, 8), random.randint(1, 8)]
    stress = [random.randint(1, 6) for _ in range(dice)]
    sixes = stress.count(6)
    return sum(map(edges_of, action)) + sixes, sixes, stress.count(1)
