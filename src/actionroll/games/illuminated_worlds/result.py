"""The result of a roll of Illuminated Worlds: the die that is taken, what it earns, and how it is told."""

from __future__ import annotations

from typing import Any, NamedTuple

from actionroll.games.illuminated_worlds.attempt import OWN, Action, Rulings
from actionroll.games.illuminated_worlds.pool import Counted
from actionroll.rules import Due, Part, Way
from actionroll.rules.game import CANNOT_BE_DONE, JUST_HAPPENS

TIERS = ("failure", "mixed success", "full success", "critical success")
FAILURE, MIXED, FULL, CRITICAL = TIERS
MEANS = {
    FAILURE: "Usually it is not accomplished, and there are consequences: the gm says how it goes wrong.",
    MIXED: "It is accomplished, but it costs something: the gm says what.",
    FULL: "It is accomplished without complication: say how you do it.",
    CRITICAL: "It is accomplished, and something extra comes of it: the gm says what.",
    JUST_HAPPENS: "Nothing is in question: say how the character does it.",
    CANNOT_BE_DONE: "It cannot be done this way: say what the character tries instead.",
}
MARKS = ("body", "brain", "bleed")
MOST_MARKS = 9


def rule_of(tier: str) -> str:
    """The rule that says what a tier means.

    IW-17. A failure is usually not accomplished, with consequences. IW-18. A mixed success is, at a cost. IW-19. A
    full success has no complication. IW-20. A critical success brings something extra.
    """
    return {FAILURE: "IW-17", MIXED: "IW-18", FULL: "IW-19", CRITICAL: "IW-20"}[tier]


def dues_of(tier: str, level: str, among: tuple[Part, ...]) -> tuple[Due, ...]:
    """The consequence of a failure, the cost of a mixed success, what a critical success brings on top.

    IW-B31. What fails may be accomplished all the same.
    """
    rule = rule_of(tier)
    at = "" if level == "standard" else f", at {level} stakes"
    if tier == FAILURE:
        says = falling_on(f"Name the consequence{at}", among)
        return (Due("consequence", "gm", says, (*HARM, ANYWAY), rule=rule, among=among, several=True),)
    if tier == MIXED:
        says = falling_on(f"Name the cost{at}", among)
        return (Due("cost", "gm", says, HARM, rule=rule, among=among, several=True),)
    if tier == CRITICAL:
        return (Due("extra", "gm", "Name what comes on top.", (EXTRA,), rule=rule),)
    return ()


def falling_on(says: str, among: tuple[Part, ...]) -> str:
    """What is demanded, and whom it may fall on where that is not only the roller."""
    if len(among) == 1:
        return f"{says}."
    *others, last = (part.replace("-", " ") for part in among)
    return f"{says}; it may fall on {', '.join(others)} or {last}."


HARM = (
    Way("complication", "Something goes wrong, in words.", anyone=True, in_words=True),
    *(Way(f"{mark} marks", f"Marks on {mark}.", mark, 1, most=MOST_MARKS, anyone=True) for mark in MARKS),
)
ANYWAY = Way("accomplished anyway", "It is accomplished all the same; the consequence lies in how.")
EXTRA = Way("extra", "Something extra, in words.", in_words=True)


def exposed(you: Action, rulings: Rulings) -> tuple[Part, ...]:
    """IW-40. Helpers are open to consequences as the roller is. IW-46. So is who takes part without paying.

    IW-B19. By ruling only those who pay are.
    """
    paying = tuple(f"helper-{place + 1}" for place in range(you.helpers))
    others = tuple(f"participant-{place + 1}" for place in range(you.participants))
    return ("roller", *paying) if rulings.exposed == "payers" else ("roller", *paying, *others)


BANKED = "banked"
"""The track of points beyond a full drive."""


class Claim(NamedTuple):
    """A gilded die that may be taken: what it shows, what it earns, and for whom."""

    value: int
    points: int
    part: Part = "roller"


class Seen(NamedTuple):
    """What a throw shows, as far as the rules tell it apart."""

    standard: int
    """The highest standard die, 0 where a gilded one beats it; under the zero rule the lowest die."""
    sixes: int
    """Up to two."""
    claims: tuple[Claim, ...] = ()
    """Gilded dice worth taking, the best first; under the zero rule the one that earned."""
    claimed: bool = False
    """Whether the highest result is a gilded die: by itself, or by the custom on ties."""
    zero: bool = False
    idle: bool = False
    """Whether a gilded die lies in a zero roll and earns nothing there."""


class Gain(NamedTuple):
    """Points that a gilded die brought to someone's track."""

    part: Part
    track: str
    points: int


class Course(NamedTuple):
    """How far the roll has come."""

    dice: int
    """How many dice were read; 0 where an earlier throw stands."""
    donors: int
    """How many of them are helpers' own gilded ones."""
    spent: int
    """Points that left the drive that pays."""
    resistances: int
    resisted: bool = False
    earned: tuple[Gain, ...] = ()
    """By gilded dice taken before a resistance."""
    before: Seen | None = None
    """What showed before a resistance, where the better of both counts."""
    asked: int = 0
    """Helpers who were asked after the throw."""
    joined: tuple[Part, ...] = ()
    """Those of them who joined."""


class Taken(NamedTuple):
    """The die that is the result."""

    value: int
    tier: str
    claim: Claim | None = None
    """The gilded die that was claimed, if any."""
    gilded: bool = False
    """Whether the die itself is a gilded one."""
    zero: bool = False
    idle: bool = False
    """Whether a gilded die lies beside it that can neither be taken nor earn."""


# the die that is taken


def take(option: str, seen: Seen, rulings: Rulings) -> Taken:
    """IW-15. The highest die, or a gilded one: never a lower standard die."""
    if seen.zero:
        return take_lowest(seen)
    critical = seen.sixes > 1
    best = seen.claims[0] if seen.claims else Claim(0, 0)
    if option == "lower":
        return take_gilded(max(seen.claims[1:], key=lambda claim: claim.points), critical, rulings)
    if option == "gilded" or (option == "highest" and seen.claimed):
        return take_gilded(best, critical, rulings)
    value = max(seen.standard, best.value)
    return Taken(value, tier_of(value, critical), gilded=seen.standard < best.value)


def take_lowest(seen: Seen) -> Taken:
    """IW-25. Of a zero roll nothing is critical."""
    claim = seen.claims[0] if seen.claims else None
    return Taken(seen.standard, tier_of(seen.standard, False), claim, claim is not None, zero=True, idle=seen.idle)


def take_gilded(claim: Claim, two_sixes: bool, rulings: Rulings) -> Taken:
    """IW-B4. Two sixes are a critical success if the die that was taken is one of them, or by ruling."""
    critical = {"chosen6": two_sixes and claim.value == 6, "any_pool": two_sixes, "standard_only": False}
    return Taken(claim.value, tier_of(claim.value, critical[rulings.crit_with_gilded]), claim, gilded=True)


def tier_of(value: int, critical: bool) -> str:
    """IW-21. Two sixes or more are critical, so one die never is; else 6 is full, 4 and 5 mixed, below a failure."""
    if critical:
        return CRITICAL
    return FULL if value == 6 else MIXED if value >= 4 else FAILURE


# drive that a gilded die earns back


def earned(claim: Claim, course: Course, you: Action, rulings: Rulings) -> tuple[Gain, ...]:
    """What a gilded die brings as the drives stand now. IW-B20. A full drive takes no more; by ruling it is banked."""
    if claim.part != "roller":
        return gain(claim.part, OWN, claim.points)
    track = refreshed(course, you, rulings)
    points = min(claim.points, room_in(track, course, you))
    beyond = claim.points - points if rulings.gain_overflow == "bank" else 0
    return gain("roller", track, points) + gain("roller", BANKED, beyond)


def gain(part: Part, track: str, points: int) -> tuple[Gain, ...]:
    """Points for a part, where there are any."""
    return (Gain(part, track, points),) if points else ()


def refreshed(course: Course, you: Action, rulings: Rulings) -> str:
    """IW-B21. The action's own drive is refreshed, or by ruling the one that paid."""
    return you.pays if course.spent and rulings.gain_drive == "spent" else OWN


def room_in(track: str, course: Course, you: Action) -> int:
    """IW-49. What that drive can take: up to its maximum, after what was spent and earned."""
    free = you.drive_max - you.drive if track == OWN else you.other_max - you.other_drive
    return free + (course.spent if track == you.pays else 0) - gained_in(course.earned, track)


def gained_in(gains: tuple[Gain, ...], track: str) -> int:
    """What the roller gained in a track."""
    return sum(each.points for each in gains if each.part == "roller" and each.track == track)


# how it is told


def counted(taken: Taken, course: Course) -> tuple[Any, ...]:
    """The die that counted, by pool: standard, gilded, and helpers' own gilded dice."""
    if not course.dice:
        return (None, None)
    if taken.tier == CRITICAL and taken.value == 6:
        return (Counted(6, 2),) * (2 + course.donors)
    place = int(taken.gilded)
    if taken.claim is not None and taken.claim.part != "roller":
        place = 1 + int(taken.claim.part.removeprefix("helper-"))
    read = taken.value if taken.zero and not place else Counted(taken.value)
    return tuple(read if pool == place else None for pool in range(2 + course.donors))


def die_told(taken: Taken, course: Course) -> str:
    """Which die is the result, and why that one."""
    if taken.zero:
        even_so = ", where two sixes are no critical success" if taken.tier == FULL else ""
        low = "lower" if course.dice == 2 else "lowest"
        return f"{taken.value}, the {low} die, counts, because the rating is zero{even_so}"
    if taken.tier == CRITICAL:
        return "two sixes or more"
    if taken.claim is not None:
        return f"the gilded {taken.value} is taken"
    if not course.dice:
        return f"the earlier {taken.value} is better and stands"
    if course.dice == 1:
        return f"the only die shows {taken.value}"
    return f"{taken.value} is the highest of {course.dice} dice"


def claim_told(taken: Taken, points: int) -> str:
    """What the claim of a gilded die brings, and that a full drive takes nothing; or that a zero roll allows none."""
    if taken.claim is None:
        return "; a gilded die that is not the lowest can neither be chosen nor earn drive" if taken.idle else ""
    chosen = not taken.zero and taken.tier != CRITICAL
    if points:
        return f" and earns {points} drive" if chosen else f", and the gilded die earns {points} drive"
    full = ", but the drive is full" if chosen else ", and the gilded die earns nothing, because the drive is full"
    return full if taken.claim.points else ""
