"""The usual roll of Illuminated Worlds: nothing to resist with, nothing late, no ability that lifts the tier.

The rules are those of the other modules. What cannot come up is left out, so that less is carried along and more is
alike, and the same ends are made only once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from actionroll.games.illuminated_worlds.earning import brought
from actionroll.games.illuminated_worlds.laws import law_of
from actionroll.games.illuminated_worlds.outcomes import outcome
from actionroll.games.illuminated_worlds.reading import Shown, claim, points_of, seen_of, tie_claims
from actionroll.games.illuminated_worlds.settled import Course, Pools, Seen, Settled, Told
from actionroll.games.illuminated_worlds.taking import options, take
from actionroll.rules import Effect, Outcome, Step, decide, throw_read


class Usual(NamedTuple):
    """What still matters once the dice of a usual roll have fallen."""

    standard: int
    gilded: int
    points: int
    """What the best gilded die earns."""
    tie: bool
    """Whether it is taken on a tie."""
    crit_with_gilded: str
    gains: str
    room: int
    """What the drive can take of these points."""
    overflow: str
    told: Told


def is_usual(settled: Settled) -> bool:
    """Whether nothing comes between the throw and the choice of a die, and nothing after it."""
    you, rulings, dice = settled.you, settled.rulings, settled.dice
    apart = dice.zero or dice.donors or rulings.gilded_gain_multi == "showing"
    return not (apart or you.resistances or rulings.late_spend) and you.shift == "none"


def throw_usual(pools: Pools, settled: Settled, costs: tuple[Effect, ...]) -> Step:
    """IW-13. Throw the whole pool."""
    rulings, dice = settled.rulings, settled.dice
    points = points_of(settled, dice)
    tie = tie_claims(points, settled, Course(0))
    room = min(points, settled.room)
    overflow, crit = rulings.gain_overflow, rulings.crit_with_gilded
    usual = Usual(dice.standard, dice.gilded, points, tie, crit, settled.gains, room, overflow, settled.told)
    return throw_read("IW-13", pools, read_usual, may_take_usual, usual, law=usual_law, costs=costs)


def read_usual(standard: Shown, gilded: Shown, usual: Usual) -> Seen:
    """IW-13, IW-22. The highest standard die, the best gilded one, and the sixes of both."""
    claims = claim(gilded[0], usual.points) if gilded[0] else ()
    return seen_of(standard[0], standard[1] + gilded[1], claims, usual.tie)


def usual_law(usual: Usual) -> dict[Seen, int]:
    """A closed form of it."""
    return law_of(usual.standard, usual.gilded, usual.points, usual.tie)


def may_take_usual(seen: Seen, usual: Usual) -> Step:
    """IW-14. Where a die is gilded the player is asked."""
    if not seen.claims:
        return taken_usual("highest", seen, usual)
    return decide("IW-14", "take", "roller", options(seen), taken_usual, seen, usual)


@lru_cache(maxsize=8192)
def taken_usual(option: str, seen: Seen, usual: Usual) -> Outcome:
    """The die is taken, and that is the end."""
    taken = take(option, seen, usual.crit_with_gilded)
    gained = brought(taken.claim, usual.gains, usual.room, usual.overflow) if taken.claim is not None else ()
    return outcome(taken.tier, taken, gained, False, usual.told)
