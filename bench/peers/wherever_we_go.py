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

STRESS = Die({Vector((1, 0)): 1, Vector((0, 1)): 1, Vector((0, 0)): 4})
"""Sixes and banes on one stress die."""
NONE = Die([Vector((0, 0))])
EDGES = {sides: Die([(face >= 6) + (face >= 10) for face in range(1, sides + 1)]) for sides in (8,)}

Fall = tuple[int, int, int, int]
"""Edges, banes, willpower gained and how often one gambled."""


def gambled(stress: int, on_failure_only: bool, room: int = 1) -> dict[Fall, Fraction]:
    """A pushed roll of d8 and d8 with that much stress, gambled on always or only on a failure."""
    base = EDGES[8] + EDGES[8]
    again = [_again(base, stress + 1 - locked, locked, room) for locked in range(stress + 1)]

    def first(edges: int, shown: Any) -> Any:
        total = edges + shown[0]
        if total and on_failure_only:
            return total, shown[1], min(shown[0], room), 0
        return again[shown[1]]

    found = icepool.map(first, base, stress @ STRESS if stress else NONE)
    return {tuple(fall): Fraction(ways, found.denominator()) for fall, ways in found.items()}


def _again(base: Any, dice: int, locked: int, room: int) -> Any:
    def read(edges: int, shown: Any) -> Fall:
        return edges + shown[0], shown[1] + locked, min(shown[0], room), 1

    return icepool.map(read, base, dice @ STRESS)


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
