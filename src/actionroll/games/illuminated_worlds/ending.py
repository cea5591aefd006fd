"""How a roll of Illuminated Worlds ends: tier, what is earned, what is still due, and the words for it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from actionroll.games.illuminated_worlds.attempt import OWN
from actionroll.games.illuminated_worlds.consequences import dues_of
from actionroll.games.illuminated_worlds.earning import BANKED, earned, left_in_drive
from actionroll.games.illuminated_worlds.faces import Marked
from actionroll.games.illuminated_worlds.reading import dice_now
from actionroll.games.illuminated_worlds.settled import Course, Settled
from actionroll.games.illuminated_worlds.taking import CRITICAL, FAILURE, FULL, MIXED, Taken, tier_of
from actionroll.rules import Effect, Outcome, Step, decide

LIFTS = {"none": {}, "mixed": {MIXED: FULL}, "any": {FAILURE: MIXED, MIXED: FULL}}
SHIFT = {"keep": "The tier stays.", "shift": "Pay what the ability asks, and the tier is lifted by one."}
TIER_RULES = {FAILURE: "IW-17", MIXED: "IW-18", FULL: "IW-19", CRITICAL: "IW-20"}


def may_shift(taken: Taken, settled: Settled, course: Course) -> Step:
    """IW-10. An ability may lift the tier; what is free is simply done, what cannot be paid is not offered."""
    gained = earned(taken.claim, settled, course) if taken.claim is not None else ()
    if course.earned:
        gained = course.earned + gained
    you = settled.you
    if you.shift == "none" or tier_of(taken) not in LIFTS[you.shift]:
        return end("keep", taken, gained, settled, course)
    if not you.shift_cost:
        return end("shift", taken, gained, settled, course)
    offered = ("keep", "shift") if you.shift_cost <= left_in_drive(settled, course, gained) else ("keep",)
    return decide("IW-10", "shift", "roller", offered, end, taken, gained, settled, course)


def end(option: str, taken: Taken, gained: tuple[Effect, ...], settled: Settled, course: Course) -> Outcome:
    """The outcome."""
    points = sum([each.by for each in gained if each.track != BANKED]) if gained else 0
    named = (("result", taken.value), ("drive", points), ("resisted", course.resisted))
    why = told(taken, points, settled, course)
    tier = tier_of(taken)
    if option == "shift":
        tier, gained, why = lifted(tier, settled), gained + price(settled), f"{why}, and an ability lifts it"
    rule = "IW-24" if taken.zero else TIER_RULES[tier]
    return Outcome(rule, tier, named, gained, dues_of(tier, settled), why, counted(taken, settled, course))


def lifted(tier: str, settled: Settled) -> str:
    """IW-10. One tier up, never to a critical success."""
    return LIFTS[settled.you.shift][tier]


def price(settled: Settled) -> tuple[Effect, ...]:
    """What the ability asks for it."""
    cost = settled.you.shift_cost
    return (Effect("roller", OWN, -cost, "ability"),) if cost else ()


def counted(taken: Taken, settled: Settled, course: Course) -> tuple[Any, ...] | None:
    """The die that counted, by pool: standard, gilded, and helpers' gilded dice; none where an earlier throw stands."""
    if course.stands:
        return (None, None)
    donors = settled.dice.donors and dice_now(settled, course).donors
    return marks(taken.value, taken.critical and taken.value == 6, taken.zero, donors, place_of(taken))


def place_of(taken: Taken) -> int:
    """The pool of the die that was taken."""
    if taken.claim is not None and taken.claim.part != "roller":
        return 1 + int(taken.claim.part.removeprefix("helper-"))
    return int(taken.gilded)


@lru_cache(maxsize=1024)
def marks(value: int, sixes: bool, zero: bool, donors: int, place: int) -> tuple[Any, ...]:
    """What each pool is marked by: its die that counted, or all sixes of a critical success."""
    if sixes:
        return (Marked(6, 2),) * (2 + donors)
    read = value if zero and not place else Marked(value)
    return tuple(read if pool == place else None for pool in range(2 + donors))


def told(taken: Taken, gained: int, settled: Settled, course: Course) -> str:
    """Which die is the result and why that one."""
    if taken.zero:
        told = f"{taken.value} is the lowest of the dice of a zero rating"
        return f"{told}, and gilded: it earns {gained}" if taken.claim else told
    if taken.critical:
        told = "two sixes or more"
    elif taken.claim:
        told = f"the gilded {taken.value} is taken"
    elif (count := size(settled, course)) > 1:
        told = f"{taken.value} is the highest of {count} dice"
    else:
        told = f"the one die shows {taken.value}"
    return told + claim_told(taken, gained)


def claim_told(taken: Taken, gained: int) -> str:
    """IW-B20. What the claim of a gilded die brings, and that a full drive takes nothing."""
    if taken.claim is None:
        return ""
    return f" and earns {gained}" if gained else " but the drive is full and earns nothing"


def size(settled: Settled, course: Course) -> int:
    """How many dice were read."""
    return dice_now(settled, course).size + (0 if course.resisted else course.late_dice)
