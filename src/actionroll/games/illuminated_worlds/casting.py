"""A throw of Illuminated Worlds: which dice, and how they are read."""

from __future__ import annotations

from collections.abc import Callable

from actionroll.games.illuminated_worlds.counting import Dice
from actionroll.games.illuminated_worlds.laws import best_law
from actionroll.games.illuminated_worlds.reading import read_apart, read_best, read_lowest
from actionroll.games.illuminated_worlds.settled import Course, Pools, Seen, Settled
from actionroll.rules import Effect, Step, throw_read

Then = Callable[[Seen, Settled, Course], Step]


def throw_dice(
    rule: str, dice: Dice, pools: Pools, then: Then, settled: Settled, course: Course, costs: tuple[Effect, ...]
) -> Step:
    """IW-13, IW-24. Throw the whole pool; it is read low where the zero rule holds."""
    if dice.zero:
        return throw_read(rule, pools, read_lowest, then, settled, course, costs=costs)
    if dice.donors or settled.rulings.gilded_gain_multi == "showing":
        return throw_read(rule, pools, read_apart, then, settled, course, costs=costs)
    return throw_read(rule, pools, read_best, then, settled, course, law=best_law, costs=costs)
