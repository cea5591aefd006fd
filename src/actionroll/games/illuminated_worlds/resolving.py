"""After the throw of Illuminated Worlds: burn a resistance or accept, then take a die."""

from __future__ import annotations

from actionroll.games.illuminated_worlds.casting import throw_dice
from actionroll.games.illuminated_worlds.earning import earned
from actionroll.games.illuminated_worlds.ending import may_shift
from actionroll.games.illuminated_worlds.settled import Course, Seen, Settled
from actionroll.games.illuminated_worlds.taking import Taken, options, take
from actionroll.rules import Effect, Step, decide

RESIST = {"accept": "The result stands.", "resist": "Burn a resistance and roll the rating's dice again."}
OFFERED = ("accept", "resist")


def may_resist(seen: Seen, settled: Settled, course: Course) -> Step:
    """IW-50, IW-B25. Any result may be resisted while a point is left, before a die is taken."""
    if course.resistances and settled.rulings.resist_before_choice:
        return decide("IW-50", "resist", "roller", OFFERED, resist_or_take, seen, settled, course)
    return may_take(seen, settled, course)


def resist_or_take(option: str, seen: Seen, settled: Settled, course: Course) -> Step:
    """Accepted, and a die is taken; or thrown again."""
    return burn(seen, settled, course) if option == "resist" else may_take(seen, settled, course)


def may_take(seen: Seen, settled: Settled, course: Course) -> Step:
    """IW-14, IW-27. Where a die is gilded the player is asked, but not under the zero rule."""
    if seen.zero or not seen.claims:
        return taken_so("highest", seen, settled, course)
    return decide("IW-14", "take", "roller", options(seen), taken_so, seen, settled, course)


def taken_so(option: str, seen: Seen, settled: Settled, course: Course) -> Step:
    """The die is taken. IW-B25. By ruling a resistance may still follow, and what was earned is kept."""
    taken = take(option, seen, settled.rulings.crit_with_gilded)
    if course.resistances and not settled.rulings.resist_before_choice:
        return decide("IW-50", "resist", "roller", OFFERED, resist_or_end, taken, seen, settled, course)
    return may_shift(taken, settled, course)


def resist_or_end(option: str, taken: Taken, seen: Seen, settled: Settled, course: Course) -> Step:
    """Accepted; or thrown again with what was earned."""
    if option == "accept":
        return may_shift(taken, settled, course)
    gained = earned(taken.claim, settled, course) if taken.claim else ()
    return burn(seen, settled, course._replace(earned=course.earned + gained))


def burn(seen: Seen, settled: Settled, course: Course) -> Step:
    """IW-50, IW-51. A resistance is burned, and the rating's dice are thrown as in any roll."""
    before = seen if settled.rulings.resist_keep == "better" else None
    later = course._replace(resistances=course.resistances - 1, resisted=True, before=before)
    costs = (Effect("roller", "resistances", -1, "resist"),)
    return throw_dice("IW-50", settled.again, settled.again_pools, thrown_again, settled, later, costs)


def thrown_again(seen: Seen, settled: Settled, course: Course) -> Step:
    """IW-B24. The new result replaces the old one, or by ruling the better of both counts."""
    before = course.before
    stands = before is not None and worth(before) > worth(seen)
    shown = before if before is not None and stands else seen
    return may_resist(shown, settled, course._replace(before=None, stands=stands))


def worth(seen: Seen) -> tuple[int, int]:
    """What a throw comes to: its highest die, and its sixes."""
    best = seen.claims[0].value if seen.claims else 0
    return max(seen.standard, best), seen.sixes
