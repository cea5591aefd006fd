"""Wherever We Go in icepool: edges, banes, willpower and whether one gambled, for d8 and d8 pushed with some stress.

The second throw depends only on how many banes are locked, so it is made once for each number of them, and the first
throw is mapped to it. Sixes and banes of n stress dice are the sum of n dice of pairs. Always gambling is the same with
every fall mapped; the law that each old die ends as a bane with 11/36 makes it no faster.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import icepool
from icepool import Die, Vector

Fall = tuple[int, int, int, int]
"""Edges, banes, willpower gained and how often one gambled."""


def gambled(stress: int, on_failure_only: bool, room: int = 1) -> dict[Fall, Fraction]:
    """A pushed roll of d8 and d8 with that much stress, gambled on always or only on a failure."""
    die, stressed = edges(8), stress_die()
    base = die + die
    again = [_again(base, (stress + 1 - locked) @ stressed, locked, room) for locked in range(stress + 1)]

    def first(base_edges: int, shown: Any) -> Any:
        total = base_edges + shown[0]
        if total and on_failure_only:
            return total, shown[1], min(shown[0], room), 0
        return again[shown[1]]

    found = icepool.map(first, base, stress @ stressed if stress else Die([Vector((0, 0))]))
    return {tuple(fall): Fraction(ways, found.denominator()) for fall, ways in found.items()}


def edges(sides: int) -> Any:
    """Edges on one action die."""
    return Die([(face >= 6) + (face >= 10) for face in range(1, sides + 1)])


def stress_die() -> Any:
    """Sixes and banes on one stress die."""
    return Die({Vector((1, 0)): 1, Vector((0, 1)): 1, Vector((0, 0)): 4})


def _again(base: Any, stress: Any, locked: int, room: int) -> Any:
    def read(base_edges: int, shown: Any) -> Fall:
        return base_edges + shown[0], shown[1] + locked, min(shown[0], room), 1

    return icepool.map(read, base, stress)


QUERIES: dict[str, tuple[dict[str, Any], dict[str, str], Callable[[], dict[Fall, Fraction]]]] = {
    f"{stress} stress dice, {how}": (
        {"attribute": "d8", "skill": "d8", "stress": stress},
        {"push": "push", "gamble": how},
        partial(gambled, stress, how == "on-failure"),
    )
    for how in ("gamble", "on-failure")
    for stress in (0, 3, 6, 10)
}
"""Each reference query as an attempt and policies of ours, and as icepool's."""
