"""Drive that a gilded die earns back."""

from __future__ import annotations

from functools import lru_cache

from actionroll.games.illuminated_worlds.attempt import OWN
from actionroll.games.illuminated_worlds.settled import Claim, Course, Gain, Settled, gain_track, room_of
from actionroll.rules import Part

BANKED = "banked"


def refreshed(settled: Settled, course: Course) -> tuple[str, int]:
    """IW-49, IW-B21. The drive that earns, and how many points it can still take."""
    gains, free = settled.gains, settled.room
    if course.late_points:
        points = settled.dice.paid.points + course.late_points
        gains = gain_track(settled.you, settled.rulings, points)
        free = room_of(settled.you, gains, points)
    return gains, free - _gained(course.earned, gains) if course.earned else free


def earned(claim: Claim, settled: Settled, course: Course) -> tuple[Gain, ...]:
    """What a gilded die brings as the drives stand now."""
    return brought(claim, *refreshed(settled, course), settled.rulings.gain_overflow)


def brought(claim: Claim, gains: str, free: int, overflow: str) -> tuple[Gain, ...]:
    """IW-14, IW-49, IW-B18, IW-B20. What a gilded die brings: to the roller never above the maximum."""
    if claim.part != "roller":
        return gain(claim.part, OWN, claim.points)
    if claim.points <= free:
        return gain("roller", gains, claim.points)
    beyond = claim.points - free if overflow == "bank" else 0
    return gain("roller", gains, free) + gain("roller", BANKED, beyond)


@lru_cache(maxsize=1024)
def gain(part: Part, track: str, points: int) -> tuple[Gain, ...]:
    """Points for a part, where there are any."""
    return (Gain(part, track, points),) if points else ()


def can_earn(points: int, settled: Settled, course: Course, part: Part) -> bool:
    """IW-B5, IW-B20. Whether taking it brings anything; a full drive takes nothing."""
    if not points:
        return False
    return settled.rulings.gain_overflow == "bank" or part != "roller" or refreshed(settled, course)[1] > 0


def left_in_drive(settled: Settled, course: Course, gained: tuple[Gain, ...]) -> int:
    """What the action's drive holds after all that was spent and earned."""
    you = settled.you
    spent = settled.dice.paid.points + course.late_points if you.pays == OWN else 0
    return you.drive - spent + _gained(gained, OWN)


def _gained(gains: tuple[Gain, ...], track: str) -> int:
    return sum(each.points for each in gains if each.part == "roller" and each.track == track)
