"""How a roll of Illuminated Worlds ends: what is earned, and whether an ability lifts the tier."""

from __future__ import annotations

from actionroll.games.illuminated_worlds.earning import earned, left_in_drive
from actionroll.games.illuminated_worlds.outcomes import outcome
from actionroll.games.illuminated_worlds.settled import Course, Gain, Settled, Told
from actionroll.games.illuminated_worlds.taking import FAILURE, FULL, MIXED, Taken
from actionroll.rules import Outcome, Step, decide

LIFTS = {"none": {}, "mixed": {MIXED: FULL}, "any": {FAILURE: MIXED, MIXED: FULL}}
SHIFT = {"keep": "The tier stays.", "shift": "Pay what the ability asks, and the tier is lifted by one."}


def may_shift(taken: Taken, settled: Settled, course: Course) -> Step:
    """IW-10. An ability may lift the tier; what is free is simply done, what cannot be paid is not offered."""
    gained = course.earned if taken.claim is None else course.earned + earned(taken.claim, settled, course)
    you = settled.you
    if you.shift == "none" or taken.tier not in LIFTS[you.shift]:
        return end("keep", taken, gained, settled, course)
    if not you.shift_cost:
        return end("shift", taken, gained, settled, course)
    offered = ("keep", "shift") if you.shift_cost <= left_in_drive(settled, course, gained) else ("keep",)
    return decide("IW-10", "shift", "roller", offered, end, taken, gained, settled, course)


def end(option: str, taken: Taken, gained: tuple[Gain, ...], settled: Settled, course: Course) -> Outcome:
    """The outcome, with what was earned, and what lifting the tier cost."""
    told = told_of(settled, course) if course.resisted or course.late_dice else settled.told
    if option == "keep":
        return outcome(taken.tier, taken, gained, course.resisted, told)
    you = settled.you
    return outcome(LIFTS[you.shift][taken.tier], taken, gained, course.resisted, told, you.shift_cost)


def told_of(settled: Settled, course: Course) -> Told:
    """What is told where more dice came after the throw, or others in their place."""
    told = settled.told._replace(exposed=settled.told.exposed + course.late_helpers)
    if course.stands:
        return told._replace(dice=0, donors=0)
    if course.resisted:
        return told._replace(dice=settled.again.size, donors=0)
    return told._replace(dice=told.dice + course.late_dice)
