"""The dice of Starforged: one action die, two challenge dice, and what is read from them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from actionroll.rules import Pool, Statistic

Values: TypeAlias = tuple[int, ...]
"""What the challenge dice show, the lower one first."""
MISS, WEAK, STRONG = 0, 1, 2
TIERS = ("miss", "weak hit", "strong hit")


def _same(face: int) -> int:
    return face


def _alone(face: int) -> Values:
    return (face,)


def _sorted_together(a: Values, b: Values) -> Values:
    return tuple(sorted(a + b))


@lru_cache(maxsize=8)
def _pairs(sides: int, count: int) -> Mapping[Values, int]:
    """The falls of the challenge dice: every pair once, two ways to each that does not match."""
    faces = range(1, sides + 1)
    if count == 1:
        return {(face,): 1 for face in faces}
    return {(low, high): 1 + (low < high) for low in faces for high in range(low, sides + 1)}


the_die: Statistic[int] = Statistic("the die", 0, _same, max)
each_value: Statistic[Values] = Statistic("each die", (), _alone, _sorted_together, law=_pairs)
PRESET = {face: Statistic(f"set to {face}", face, _same, max) for face in range(1, 7)}

CHALLENGE_DICE: Pool[Values] = Pool((10, 10), each_value, ("challenge",))
CURSED_DIE: Pool[int] = Pool((10,), the_die, ("cursed",), beside=True)
NO_CURSED_DIE: Pool[int] = Pool((), the_die, ("cursed",))


def action_die(preset: int | None, told: str) -> Pool[int]:
    """SF-4. One d6, and what is added to it; where an asset sets its value, no die is thrown for it."""
    if preset is None:
        return Pool((6,), the_die, ("action",), note=told)
    return Pool((), PRESET[preset], ("action",), note=f"the action die is set to {preset}, {told}")


def degree(score: int, values: Values) -> int:
    """SF-17 to SF-23. Each challenge die must be exceeded on its own; a tie goes to the die."""
    if len(values) == 2:
        return (score > values[0]) + (score > values[1])
    beaten = sum(score > value for value in values)
    return STRONG if beaten == len(values) else WEAK if beaten else MISS


def matching(values: Values) -> bool:
    """SF-37, SF-A23. Challenge dice that show the same in the end."""
    return len(set(values)) < len(values)


BEATS = ("beats neither of the challenge dice", "beats one of the challenge dice", "beats both challenge dice")
"""How a score stands against the dice, as the end of a clause."""
