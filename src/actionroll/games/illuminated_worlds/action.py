"""The action roll of Illuminated Worlds, and the group roll, which is the same with more hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from actionroll.dice import highest_and_sixes
from actionroll.games.illuminated_worlds import pool, result
from actionroll.games.illuminated_worlds.attempt import OWN, Action, Rulings
from actionroll.rules import Effect, Kept, Outcome, Part, Pool, Step, decide, facts, throw_read
from actionroll.rules.game import tiers_by_risk, without_risk
from actionroll.rules.steps import summed

Shown: TypeAlias = tuple[int, int]
"""The highest standard die, and their sixes up to two."""


Then: TypeAlias = Callable[..., Step]


def start(you: Action, rulings: Rulings) -> Step:
    """IW-1. The gm has called for it. IW-4. Until this throw nothing is spent, and everything may still be changed."""
    if certain := nothing_to_roll(you):
        return certain
    pool.refuse_what_cannot_be(you, rulings)
    dice = pool.dice_of(you, rulings)
    course = result.Course(dice.size, dice.donors, dice.paid.points, you.resistances + you.ability_resists)
    pools = pool.pools_of(you, dice, pool.is_group(you, rulings), pool.lifted_by(you, rulings))
    return cast(pools, reading_of(dice), may_spend, course, you, rulings, costs=pool.costs_of(you, dice.paid))


def tiers_of(you: Action, rulings: Rulings) -> tuple[str, ...]:
    """Where nothing is in question there is no roll, and one answer."""
    return tiers_by_risk(you.risk, result.TIERS)


def nothing_to_roll(you: Action) -> Outcome | None:
    """IW-2. There is a roll only where success is in question and the consequences matter."""
    return without_risk(you.risk, "IW-2", result.MEANS)


def cast(
    pools: pool.Pools, read: Callable[..., result.Seen], then: Then, *given: Any, costs: tuple[Effect, ...]
) -> Step:
    """IW-13. All dice of the pool are thrown, and the highest is the result."""
    return throw_read("IW-13", pools, read, then, *given, costs=costs)


# what the dice show


def reading_of(dice: pool.Dice) -> Callable[..., result.Seen]:
    """The highest die and gilded ones, or the lowest where the zero rule holds."""
    return read_lowest if dice.zero else read_highest


def read_highest(standard: Shown, gilded: tuple[int, ...], *donors: tuple[int, ...], rulings: Rulings) -> result.Seen:
    """IW-22. The highest standard die, the gilded ones worth taking, and the sixes of all dice."""
    high, sixes = standard
    found = [result.Claim(face, points_of(face, gilded, rulings)) for face in sorted(set(gilded), reverse=True)]
    found += [result.Claim(face, rulings.gilded_gain, f"helper-{place + 1}") for place, (face,) in enumerate(donors)]
    sixes += gilded.count(6) + sum(1 for (face,) in donors if face == 6)
    return seen_of(high, sixes, worth_taking(found, rulings))


def seen_of(high: int, sixes: int, claims: tuple[result.Claim, ...]) -> result.Seen:
    """What all dice show; a standard die below the best gilded one is nothing."""
    beaten = bool(claims) and high < claims[0].value
    return result.Seen(0 if beaten else high, min(2, sixes), claims, beaten)


def points_of(value: int, gilded: tuple[int, ...], rulings: Rulings) -> int:
    """IW-B1. A gilded die earns one point. IW-B2. By ruling one for each that shows it, or for each gilded die."""
    times = {"one": 1, "showing": gilded.count(value), "each": len(gilded)}
    return rulings.gilded_gain * times[rulings.gilded_gain_multi]


def worth_taking(found: list[result.Claim], rulings: Rulings) -> tuple[result.Claim, ...]:
    """IW-B3. The best gilded die, and lower ones that earn more or for someone else."""
    kept: list[result.Claim] = []
    for claim in sorted(found, key=lambda each: (-each.value, each.part != "roller", each.part)):
        if all(claim.part != other.part or claim.points > other.points for other in kept):
            kept.append(claim)
    return tuple(kept if rulings.gilded_choice == "any" else kept[:1])


def read_lowest(standard: int, gilded: tuple[int, ...], *donors: tuple[int, ...], rulings: Rulings) -> result.Seen:
    """IW-28. Of a zero roll a gilded die that is the lowest earns by itself. IW-29. Another one earns nothing.

    IW-B9. One that ties for the lowest is the lowest, unless by ruling.
    """
    low = min([standard, *gilded, *[face for (face,) in donors]])
    found = [result.Claim(low, points_of(low, gilded, rulings))] if low in gilded else []
    found += [
        result.Claim(low, rulings.gilded_gain, f"helper-{place + 1}")
        for place, (face,) in enumerate(donors)
        if face == low
    ]
    if standard == low and not rulings.zero_gilded_tie:
        found = []
    idle = bool(gilded or donors) and not found
    return result.Seen(low, 0, tuple(found[:1]), zero=True, idle=idle)


# dice after the throw, by ruling


def may_spend(seen: result.Seen, course: result.Course, you: Action, rulings: Rulings) -> Step:
    """The roller, while there is a point."""
    if pool.in_paying_drive(you) <= course.spent:
        return may_help(seen, course, you, rulings)
    return ask_late("spend", "roller", spend, seen, course, you, rulings)


def ask_late(
    name: str, by: Part, then: Then, seen: result.Seen, course: result.Course, you: Action, rulings: Rulings
) -> Step:
    """IW-B22. The pool is settled before the throw; by ruling dice are added now, up to six, but not to a zero roll."""
    may = rulings.late_spend and not seen.zero and course.dice < pool.SIX
    return decide("IW-B22", name, by, ("keep", name) if may else ("keep",), then, seen, course, you, rulings)


def spend(option: str, seen: result.Seen, course: result.Course, you: Action, rulings: Rulings) -> Step:
    """A point of the roller's, or none."""
    if option == "keep":
        return may_help(seen, course, you, rulings)
    dice = min(pool.SIX - course.dice, rulings.dice_per_drive)
    later = course._replace(dice=course.dice + dice, spent=course.spent + 1)
    return throw_more(dice, Effect("roller", you.pays, -1, "dice"), seen, later, you, rulings)


def may_help(seen: result.Seen, course: result.Course, you: Action, rulings: Rulings) -> Step:
    """Each helper who stands ready; they come after those who have paid."""
    helper = f"helper-{you.helpers + course.asked + 1}"
    if course.asked == you.ready:
        return may_resist(seen, course, you, rulings)
    return ask_late("help", helper, lend, seen, course, you, rulings)


def lend(option: str, seen: result.Seen, course: result.Course, you: Action, rulings: Rulings) -> Step:
    """A point of the helper's, or none."""
    helper = f"helper-{you.helpers + course.asked + 1}"
    later = course._replace(asked=course.asked + 1)
    if option == "keep":
        return may_help(seen, later, you, rulings)
    later = later._replace(dice=course.dice + 1, joined=(*course.joined, helper))
    return throw_more(1, Effect(helper, OWN, -1, "help"), seen, later, you, rulings)


def throw_more(
    dice: int, cost: Effect, seen: result.Seen, course: result.Course, you: Action, rulings: Rulings
) -> Step:
    """More standard dice beside those that lie there."""
    stays = (Kept("standard", 6, seen.standard),) if seen.standard else ()
    gilded = (Kept("gilded", 6, seen.claims[0].value),) if seen.claims else ()
    pools = (
        Pool((6,) * dice, highest_and_sixes, ("standard",), kept=stays),
        Pool((), highest_and_sixes, ("gilded",), kept=gilded, beside=True),
    )
    return cast(pools, read_more, thrown_late, seen, course, you, rulings, costs=(cost,))


def read_more(standard: Shown, gilded: Shown, *, seen: result.Seen) -> result.Seen:
    """What all standard dice show now; the gilded ones have not changed."""
    high, sixes = standard
    return seen_of(high, sixes + seen.sixes - (seen.standard == 6), seen.claims)


def thrown_late(shown: result.Seen, seen: result.Seen, course: result.Course, you: Action, rulings: Rulings) -> Step:
    """The roller may go on; a helper who was asked is not asked again."""
    return may_help(shown, course, you, rulings) if course.asked else may_spend(shown, course, you, rulings)


# a resistance burned


def may_resist(seen: result.Seen, course: result.Course, you: Action, rulings: Rulings) -> Step:
    """Before a die is taken."""
    return ask_resist(True, resist_or_take, seen, course, you, rulings)


def ask_resist(before_choice: bool, then: Then, *given: Any) -> Step:
    """IW-50. Any result may be resisted while a point is left. IW-B25. Before a die is taken, or by ruling after."""
    *_, course, _, rulings = given
    may = course.resistances and rulings.resist_before_choice is before_choice
    return decide("IW-50", "resist", "roller", ("accept", "resist") if may else ("accept",), then, *given)


def resist_or_take(option: str, seen: result.Seen, course: result.Course, you: Action, rulings: Rulings) -> Step:
    """Accepted, and a die is taken; or thrown again."""
    return burn(seen, course, you, rulings) if option == "resist" else may_take(seen, course, you, rulings)


def burn(seen: result.Seen, course: result.Course, you: Action, rulings: Rulings) -> Step:
    """IW-51. A resistance is burned, and the rating's dice are thrown and earn as in any roll."""
    bare = pool.alone(you, rulings)
    dice = pool.dice_of(bare, rulings)
    later = course._replace(dice=dice.size, donors=0, resistances=course.resistances - 1, resisted=True)
    later = later._replace(before=seen if rulings.resist_keep == "better" else None)
    costs = resistance_burned(course, you)
    return cast(pool.pools_of(bare, dice, False), reading_of(dice), thrown_again, later, you, rulings, costs=costs)


def resistance_burned(course: result.Course, you: Action) -> tuple[Effect, ...]:
    """IW-57. What an ability gives is burned first, and leaves the drive's own resistances as they are."""
    return () if course.resistances > you.resistances else (Effect("roller", "resistances", -1, "resist"),)


def thrown_again(seen: result.Seen, course: result.Course, you: Action, rulings: Rulings) -> Step:
    """IW-B24. The new result replaces the old one, or by ruling the better of both counts."""
    before = course.before
    if before is not None and worth(before) > worth(seen):
        return may_resist(before, course._replace(before=None, dice=0), you, rulings)
    return may_resist(seen, course._replace(before=None), you, rulings)


def worth(seen: result.Seen) -> tuple[int, int]:
    """What a throw comes to: its highest die, and its sixes."""
    best = seen.claims[0].value if seen.claims else 0
    return max(seen.standard, best), seen.sixes


# the die that is taken


def may_take(seen: result.Seen, course: result.Course, you: Action, rulings: Rulings) -> Step:
    """IW-14. Where a die is gilded the player may take it instead. IW-27. But not under the zero rule."""
    if seen.zero or not seen.claims:
        return taken_so("highest", seen, course, you, rulings)
    settled = seen._replace(claimed=seen.claimed or takes_on_a_tie(seen, course, you, rulings))
    return decide("IW-14", "take", "roller", options(settled), taken_so, settled, course, you, rulings)


def takes_on_a_tie(seen: result.Seen, course: result.Course, you: Action, rulings: Rulings) -> bool:
    """IW-B5. On a tie the gilded die is taken, unless that can earn nothing."""
    best = seen.claims[0]
    return rulings.tie_takes_gilded and seen.standard == best.value and bool(result.earned(best, course, you, rulings))


def options(seen: result.Seen) -> tuple[str, ...]:
    """IW-16. A gilded die that is not taken earns nothing: `never` is there where `highest` would claim it."""
    lower = ("lower",) if len(seen.claims) > 1 else ()
    return ("highest", "gilded", *lower, "never") if seen.claimed else ("highest", "gilded", *lower)


def taken_so(option: str, seen: result.Seen, course: result.Course, you: Action, rulings: Rulings) -> Step:
    """The die is taken; by ruling a resistance may still follow."""
    return ask_resist(False, resist_or_end, result.take(option, seen, rulings), seen, course, you, rulings)


def resist_or_end(
    option: str, taken: result.Taken, seen: result.Seen, course: result.Course, you: Action, rulings: Rulings
) -> Step:
    """Accepted; or thrown again, and what was earned is kept."""
    gained = course.earned + (result.earned(taken.claim, course, you, rulings) if taken.claim else ())
    if option == "accept":
        return may_lift(taken, gained, course, you, rulings)
    return burn(seen, course._replace(earned=gained), you, rulings)


# the end

LIFTS = {
    "none": {},
    "mixed": {result.MIXED: result.FULL},
    "any": {result.FAILURE: result.MIXED, result.MIXED: result.FULL},
}


def may_lift(
    taken: result.Taken, gained: tuple[result.Gain, ...], course: result.Course, you: Action, rulings: Rulings
) -> Step:
    """IW-55. An ability may lift the tier; what is free is simply done, what cannot be paid is not offered."""
    if taken.tier not in LIFTS[you.shift]:
        return end("keep", taken, gained, course, you, rulings)
    if not you.shift_cost:
        return end("shift", taken, gained, course, you, rulings)
    there = you.drive - (course.spent if you.pays == OWN else 0) + result.gained_in(gained, OWN)
    offered = ("keep", "shift") if you.shift_cost <= there else ("keep",)
    return decide("IW-55", "shift", "roller", offered, end, taken, gained, course, you, rulings)


def end(
    option: str,
    taken: result.Taken,
    gained: tuple[result.Gain, ...],
    course: result.Course,
    you: Action,
    rulings: Rulings,
) -> Outcome:
    """The outcome, with what was earned, and what lifting the tier cost."""
    tier = taken.tier if option == "keep" else LIFTS[you.shift][taken.tier]
    points = sum(each.points for each in gained if each.track != result.BANKED)
    effects = tuple(Effect(*each, "gilded") for each in gained)
    why = result.die_told(taken, course) + result.claim_told(taken, points)
    if course.resisted:
        why = pool.again_told(you, rulings, why)
    elif tier == result.FAILURE and not course.resistances:
        why += "; there is no resistance to burn"
    if option == "shift":
        effects += (Effect("roller", OWN, -you.shift_cost, "ability"),)
        why += ", and an ability lifts it"
    named = facts(result=taken.value, drive=points, resisted=course.resisted)
    dues = result.dues_of(tier, you.stakes_level, result.exposed(you, rulings) + course.joined)
    return Outcome(
        result.rule_of(tier), tier, named, summed(effects), dues, why, result.counted(taken, course), result.MEANS[tier]
    )
