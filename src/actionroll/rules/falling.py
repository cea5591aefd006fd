"""How a step goes on: the ways a throw can fall, and decisions answered by a policy."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from actionroll.dice import falls
from actionroll.errors import LimitError
from actionroll.rules.policy import Policy
from actionroll.rules.steps import Decide, Step, Throw, after

MOST_DICE = 1_000
"""In one throw."""


def answered(step: Step, policy: Policy) -> Step:
    """The next throw or outcome, every decision on the way answered by the policy."""
    while isinstance(step, Decide):
        step = after(step, policy(step))
    return step


def fallings(throw: Throw) -> tuple[list[tuple[Step, int]], int]:
    """The next steps of a throw, each with the number of ways to it, and the number of all ways."""
    then, given = throw.then, throw.given
    if throw.gather is not None:
        gathered, total = _gathered(throw, throw.gather)
        return [(then(seen, *given), ways) for seen, ways in gathered.items()], total
    readings, total = _readings(throw)
    if throw.read is None:
        return [(then(*reading, *given), ways) for reading, ways in readings], total
    merged: dict[Hashable, int] = {}
    read = throw.read
    for reading, ways in readings:
        seen = read(*reading, *given)
        merged[seen] = merged.get(seen, 0) + ways
    return [(then(seen, *given), ways) for seen, ways in merged.items()], total


def _gathered(throw: Throw, gather: Callable[[Any, Any], Hashable]) -> tuple[dict[Hashable, int], int]:
    within_limit(sum(len(pool.sides) for pool in throw.pools))
    so_far: dict[Hashable, int] = {None: 1}
    total = 1
    for pool in throw.pools:
        fallen, all_ways = falls(pool)
        following: dict[Hashable, int] = {}
        for seen, ways in so_far.items():
            for reading, more in fallen.items():
                joined = gather(seen, reading)
                following[joined] = following.get(joined, 0) + ways * more
        so_far, total = following, total * all_ways
    return so_far, total


def _readings(throw: Throw) -> tuple[list[tuple[tuple[Any, ...], int]], int]:
    within_limit(sum(len(pool.sides) for pool in throw.pools))
    fallen = [falls(pool) for pool in throw.pools]
    total = 1
    for _, ways in fallen:
        total *= ways
    if len(fallen) == 2:
        (first, _), (second, _) = fallen
        return [((a, b), many * more) for a, many in first.items() for b, more in second.items()], total
    readings: list[tuple[tuple[Any, ...], int]] = [((), 1)]
    for pool, _ in fallen:
        readings = [((*reading, each), ways * more) for reading, ways in readings for each, more in pool.items()]
    return readings, total


def within_limit(dice: int) -> None:
    """Refuse a throw of more dice than anyone throws."""
    if dice > MOST_DICE:
        raise LimitError(f"One throw takes at most {MOST_DICE} dice, not {dice}.")
