"""In the Dark in icepool: the tier and the die that is read, for a pool after all additions and subtractions.

The two best dice decide everything, and only whether the second is a six matters. So two quick questions, the highest
die and the second highest, were the fastest way found: 0.2 ms, where a pool expanded to its two best dice takes
0.7 ms and an evaluator with a state of its own 0.6 ms for two dice and 16 ms for twenty.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from icepool import d6, lowest

Fall = tuple[str, int]
"""A tier, and the die that was read."""


def action(pool: int) -> dict[Fall, Fraction]:
    """The chance of each tier and die."""
    read = lowest(d6, d6) if pool < 1 else d6.highest(pool)
    twice = d6.keep(pool, -2).probability(6) if pool > 1 else Fraction(0)
    chances = {(tier(die), die): read.probability(die) for die in read}
    chances["full success", 6] -= twice
    return {**chances, ("critical success", 6): twice} if twice else chances


def tier(die: int) -> str:
    return "full success" if die == 6 else "partial success" if die >= 4 else "failure"


def asked(pool: int) -> dict[str, int]:
    """An attempt that makes this pool; dots alone go up to ten."""
    return {"dots": min(10, pool), "crew_level": max(0, pool - 10), "target_level": 0}


QUERIES: dict[str, tuple[dict[str, int], Callable[[], object]]] = {
    f"{pool} dice": (asked(pool), partial(action, pool)) for pool in (2, 6, 20)
}
"""Each reference query as an attempt of ours, and as icepool's."""
