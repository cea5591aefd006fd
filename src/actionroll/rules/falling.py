"""How a step goes on: the ways a throw can fall, and decisions answered by a policy."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import prod
from typing import Any

from actionroll.dice import Falls, falls
from actionroll.errors import LimitError
from actionroll.rules.policy import Policy
from actionroll.rules.steps import Decide, Outcome, Step, Throw, after

MOST_DICE = 1_000
"""In one throw."""
MOST_READINGS = 250_000
"""Of all pools of one throw together."""


def too_many_steps(most: int) -> LimitError:
    """A roll that would take too long to work out."""
    return LimitError(f"This roll has more than {most} steps; take fewer dice or fewer repeated decisions.")


def answered(step: Step, policy: Policy) -> Throw | Outcome:
    """The next throw or outcome, every decision on the way answered by the policy."""
    while isinstance(step, Decide):
        step = after(step, policy(step))
    return step


def fallings(throw: Throw) -> tuple[list[tuple[Step, int]], int]:
    """The next steps of a throw, each with the number of ways to it, and the number of all ways."""
    within_limit(throw)
    total = all_ways(throw)
    if throw.law is not None:
        return steps_by_law(throw, total), total
    return steps_after(throw, [falls(pool)[0] for pool in throw.pools]), total


def all_ways(throw: Throw) -> int:
    """In how many ways the dice of a throw can fall."""
    return prod([sides for pool in throw.pools for sides in pool.sides])


def steps_by_law(throw: Throw, total: int) -> list[tuple[Step, int]]:
    """The next steps of a throw that has a closed form, over so many ways in all."""
    then, given = throw.then, throw.given
    ways = throw.law(*given) if throw.law is not None else {}
    scale = total // sum(ways.values())
    return [(then(seen, *given), many * scale) for seen, many in ways.items()]


def steps_after(throw: Throw, fallen: Sequence[Falls[Any]]) -> list[tuple[Step, int]]:
    """The next steps of a throw whose pools fall so, each with the number of ways to it."""
    if throw.gather is None:
        _few_enough(fallen)
    then, given = throw.then, throw.given
    if throw.gather is not None:
        return [(then(seen, *given), ways) for seen, ways in _gathered(fallen, throw.gather).items()]
    if throw.read is None:
        return [(then(*reading, *given), ways) for reading, ways in _readings(fallen)]
    return [(then(seen, *given), ways) for seen, ways in _read_together(fallen, throw.read, given).items()]


def _few_enough(fallen: Sequence[Falls[Any]]) -> None:
    """Refuse to go through more falls than anyone waits for."""
    readings = 1
    for each in fallen:
        readings *= len(each)
    if readings > MOST_READINGS:
        raise LimitError(f"These dice fall in {readings} ways that differ, and at most {MOST_READINGS} are counted.")


def _read_together(
    fallen: Sequence[Falls[Any]], read: Callable[..., Hashable], given: tuple[Hashable, ...]
) -> dict[Hashable, int]:
    merged: dict[Hashable, int] = {}
    if len(fallen) == 2:
        for a, many in fallen[0].items():
            for b, more in fallen[1].items():
                seen = read(a, b, *given)
                merged[seen] = merged.get(seen, 0) + many * more
        return merged
    for reading, ways in _readings(fallen):
        seen = read(*reading, *given)
        merged[seen] = merged.get(seen, 0) + ways
    return merged


def _gathered(fallen: Sequence[Falls[Any]], gather: Callable[[Any, Any], Hashable]) -> dict[Hashable, int]:
    so_far: dict[Hashable, int] = {None: 1}
    for each in fallen:
        following: dict[Hashable, int] = {}
        for seen, ways in so_far.items():
            for reading, more in each.items():
                joined = gather(seen, reading)
                following[joined] = following.get(joined, 0) + ways * more
        so_far = following
    return so_far


def _readings(fallen: Sequence[Falls[Any]]) -> list[tuple[tuple[Any, ...], int]]:
    if len(fallen) == 2:
        return [((a, b), many * more) for a, many in fallen[0].items() for b, more in fallen[1].items()]
    readings: list[tuple[tuple[Any, ...], int]] = [((), 1)]
    for pool in fallen:
        readings = [((*reading, each), ways * more) for reading, ways in readings for each, more in pool.items()]
    return readings


def within_limit(throw: Throw) -> None:
    """Refuse a throw of more dice than anyone throws."""
    dice = sum([len(pool.sides) for pool in throw.pools])
    if dice > MOST_DICE:
        raise LimitError(f"One throw takes at most {MOST_DICE} dice, not {dice}.")
