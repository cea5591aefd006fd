"""How a roll of Illuminated Worlds ends: what is earned, and whether an ability lifts the tier."""

from __future__ import annotations

from actionroll.games.illuminated_worlds.attempt import OWN
from actionroll.games.illuminated_worlds.consequences import exposed
from actionroll.games.illuminated_worlds.earning import BANKED, earned, left_in_drive
from actionroll.games.illuminated_worlds.outcomes import Told, outcome
from actionroll.games.illuminated_worlds.settled import Course, Settled
from actionroll.games.illuminated_worlds.taking import FAILURE, FULL, MIXED, Taken, tier_of
from actionroll.rules import Effect, Outcome, Step, decide
from actionroll.rules.record import summed

LIFTS = {"none": {}, "mixed": {MIXED: FULL}, "any": {FAILURE: MIXED, MIXED: FULL}}
SHIFT = {"keep": "The tier stays.", "shift": "Pay what the ability asks, and the tier is lifted by one."}


def may_shift(taken: Taken, settled: Settled, course: Course) -> Step:
    """IW-10. An ability may lift the tier; what is free is simply done, what cannot be paid is not offered."""
    gained = earned(taken.claim, settled, course) if taken.claim is not None else ()
    if course.earned:
        gained = summed(course.earned + gained)
    you = settled.you
    if you.shift == "none" or tier_of(taken) not in LIFTS[you.shift]:
        return end("keep", taken, gained, settled, course)
    if not you.shift_cost:
        return end("shift", taken, gained, settled, course)
    offered = ("keep", "shift") if you.shift_cost <= left_in_drive(settled, course, gained) else ("keep",)
    return decide("IW-10", "shift", "roller", offered, end, taken, gained, settled, course)


def end(option: str, taken: Taken, gained: tuple[Effect, ...], settled: Settled, course: Course) -> Outcome:
    """The outcome, with what was earned, and what lifting the tier cost."""
    points = sum([each.by for each in gained if each.track != BANKED]) if gained else 0
    tier = tier_of(taken)
    if option == "shift":
        tier, gained = lifted(tier, settled), summed(gained + price(settled))
    dice, donors = (0, 0) if course.stands else read_now(settled, course)
    told = Told(option == "shift", dice, donors, settled.you.stakes_level, exposed(settled))
    return outcome(tier, taken, points, gained, course.resisted, told)


def lifted(tier: str, settled: Settled) -> str:
    """IW-10. One tier up, never to a critical success."""
    return LIFTS[settled.you.shift][tier]


def price(settled: Settled) -> tuple[Effect, ...]:
    """What the ability asks for it."""
    cost = settled.you.shift_cost
    return (Effect("roller", OWN, -cost, "ability"),) if cost else ()


def read_now(settled: Settled, course: Course) -> tuple[int, int]:
    """How many dice were read, and how many of them are helpers' own gilded ones."""
    if course.resisted:
        return settled.again.size, 0
    return settled.dice.size + course.late_dice, settled.dice.donors
