"""The outcomes of Illuminated Worlds with words, dues and marks; made once, since the same come up in every roll."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from actionroll.games.illuminated_worlds.attempt import OWN
from actionroll.games.illuminated_worlds.consequences import dues_of
from actionroll.games.illuminated_worlds.earning import BANKED
from actionroll.games.illuminated_worlds.faces import Marked
from actionroll.games.illuminated_worlds.settled import Gain, Told
from actionroll.games.illuminated_worlds.taking import CRITICAL, FAILURE, FULL, MIXED, Taken
from actionroll.rules import Effect, Outcome
from actionroll.rules.record import summed

TIER_RULES = {FAILURE: "IW-17", MIXED: "IW-18", FULL: "IW-19", CRITICAL: "IW-20"}


@lru_cache(maxsize=8192)
def outcome(
    tier: str, taken: Taken, gained: tuple[Gain, ...], resisted: bool, told: Told, lifted_for: int | None = None
) -> Outcome:
    """How the roll ended; an ability may have lifted its tier, for a price."""
    points = sum(each.points for each in gained if each.track != BANKED)
    effects = tuple(Effect(*each, "gilded") for each in gained)
    named = (("result", taken.value), ("drive", points), ("resisted", resisted))
    words = why(taken, points, told)
    if lifted_for is not None:
        words += ", and an ability lifts it"
        effects += (Effect("roller", OWN, -lifted_for, "ability"),)
    rule = "IW-24" if taken.zero else TIER_RULES[tier]
    dues = dues_of(tier, told.level, told.exposed)
    return Outcome(rule, tier, named, summed(effects), dues, words, counted(taken, told))


def counted(taken: Taken, told: Told) -> tuple[Any, ...]:
    """The die that counted, by pool: standard, gilded, and helpers' own gilded dice."""
    if not told.dice:
        return (None, None)
    if taken.tier == CRITICAL and taken.value == 6:
        return (Marked(6, 2),) * (2 + told.donors)
    place = place_of(taken)
    read = taken.value if taken.zero and not place else Marked(taken.value)
    return tuple(read if pool == place else None for pool in range(2 + told.donors))


def place_of(taken: Taken) -> int:
    """The pool of the die that was taken."""
    if taken.claim is not None and taken.claim.part != "roller":
        return 1 + int(taken.claim.part.removeprefix("helper-"))
    return int(taken.gilded)


def why(taken: Taken, points: int, told: Told) -> str:
    """What settled it."""
    return die_told(taken, told) + claim_told(taken, points)


def die_told(taken: Taken, told: Told) -> str:
    """Which die is the result, and why that one."""
    if taken.zero:
        return f"{taken.value} is the lowest die, because the rating is zero"
    if taken.tier == CRITICAL:
        return "two sixes or more"
    if taken.claim is not None:
        return f"the gilded {taken.value} is taken"
    if not told.dice:
        return f"the earlier {taken.value} is better and stands"
    if told.dice == 1:
        return f"the one die shows {taken.value}"
    return f"{taken.value} is the highest of {told.dice} dice"


def claim_told(taken: Taken, points: int) -> str:
    """IW-28, IW-B20. What the claim of a gilded die brings, and that a full drive takes nothing."""
    if taken.claim is None:
        return ""
    if points:
        chosen = not taken.zero and taken.tier != CRITICAL
        return f" and earns {points}" if chosen else f", and the gilded die earns {points}"
    return ", but the drive is full" if taken.claim.points else ""
