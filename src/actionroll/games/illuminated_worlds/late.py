"""Spending and helping after the throw, which Illuminated Worlds allows only by the ruling late_spend (IW-B22)."""

from __future__ import annotations

from actionroll.dice import highest_and_sixes
from actionroll.games.illuminated_worlds.attempt import OWN
from actionroll.games.illuminated_worlds.counting import SIX
from actionroll.games.illuminated_worlds.reading import seen_of, tie_claims
from actionroll.games.illuminated_worlds.resolving import may_resist
from actionroll.games.illuminated_worlds.settled import Course, Seen, Settled
from actionroll.rules import Effect, Kept, Pool, Step, decide, throw_read

SPEND = {"keep": "The dice stay as they are.", "spend": "Spend a point for more dice, after the throw."}
HELP = {"keep": "Stay out of it.", "help": "Pay a point for one die more, after the throw."}


def thrown(seen: Seen, settled: Settled, course: Course) -> Step:
    """IW-B22. The pool is settled before the throw; only by ruling may dice be added now, and not to a zero roll."""
    return may_resist(seen, settled, course) if seen.zero else may_spend(seen, settled, course)


def may_spend(seen: Seen, settled: Settled, course: Course) -> Step:
    """The roller, while there is a point and a place among the six."""
    you = settled.you
    there = you.drive if you.pays == OWN else you.other_drive
    if room(settled, course) and there > settled.dice.paid.points + course.late_points:
        return decide("IW-B22", "spend", "roller", ("keep", "spend"), spend, seen, settled, course)
    return may_help(seen, settled, course)


def spend(option: str, seen: Seen, settled: Settled, course: Course) -> Step:
    """A point of the roller's, or none."""
    if option == "keep":
        return may_help(seen, settled, course)
    dice = min(room(settled, course), settled.rulings.dice_per_drive)
    later = course._replace(late_dice=course.late_dice + dice, late_points=course.late_points + 1)
    return throw_more(dice, Effect("roller", settled.you.pays, -1, "dice"), seen, settled, later)


def may_help(seen: Seen, settled: Settled, course: Course) -> Step:
    """Each helper who stands ready, while there is a place among the six."""
    if course.late_asked >= settled.you.ready or not room(settled, course):
        return may_resist(seen, settled, course)
    return decide("IW-B22", "help", late_helper(settled, course), ("keep", "help"), lend, seen, settled, course)


def lend(option: str, seen: Seen, settled: Settled, course: Course) -> Step:
    """A point of the helper's, or none."""
    later = course._replace(late_asked=course.late_asked + 1)
    if option == "keep":
        return may_help(seen, settled, later)
    helper = late_helper(settled, course)
    later = later._replace(late_dice=course.late_dice + 1, late_helpers=(*course.late_helpers, helper))
    return throw_more(1, Effect(helper, OWN, -1, "help"), seen, settled, later)


def late_helper(settled: Settled, course: Course) -> str:
    """The helper who is asked next: those who stand ready come after those who have paid."""
    return f"helper-{settled.you.helpers + course.late_asked + 1}"


def room(settled: Settled, course: Course) -> int:
    """IW-32. Places left among the six."""
    return SIX - settled.dice.size - course.late_dice


def throw_more(dice: int, cost: Effect, seen: Seen, settled: Settled, course: Course) -> Step:
    """More standard dice beside those that lie there."""
    stays = (Kept("standard", 6, seen.standard),) if seen.standard else ()
    gilded = (Kept("gilded", 6, seen.claims[0].value),) if seen.claims else ()
    pools = (
        Pool((6,) * dice, highest_and_sixes, ("standard",), kept=stays),
        Pool((), highest_and_sixes, ("gilded",), kept=gilded, beside=True),
    )
    return throw_read("IW-B22", pools, joined, thrown_late, seen, settled, course, costs=(cost,))


def joined(standard: tuple[int, int], gilded: tuple[int, int], seen: Seen, settled: Settled, course: Course) -> Seen:
    """What all standard dice show now; the gilded ones have not changed."""
    high, sixes = standard
    claims = seen.claims
    tie = bool(claims) and tie_claims(claims[0].points, settled, course, claims[0].part)
    return seen_of(high, sixes + seen.sixes - (seen.standard == 6), claims, tie)


def thrown_late(shown: Seen, seen: Seen, settled: Settled, course: Course) -> Step:
    """The roller may go on; a helper who was asked is not asked again."""
    if course.late_asked:
        return may_help(shown, settled, course)
    return may_spend(shown, settled, course)
