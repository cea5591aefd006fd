"""What a throw of Illuminated Worlds shows: the highest die, the sixes, and the gilded dice worth taking."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from actionroll.games.illuminated_worlds.counting import Dice
from actionroll.games.illuminated_worlds.earning import can_earn
from actionroll.games.illuminated_worlds.rulings import Rulings
from actionroll.games.illuminated_worlds.settled import Claim, Course, Seen, Settled
from actionroll.rules import Part

Shown = tuple[int, int]
"""The highest die of a pool, and its sixes up to two."""


def dice_now(settled: Settled, course: Course) -> Dice:
    """The dice of the throw that was read last."""
    return settled.again if course.resisted else settled.dice


def read_best(standard: Shown, gilded: Shown, settled: Settled, course: Course) -> Seen:
    """IW-13, IW-22. The highest standard die, the best gilded one, and the sixes of both."""
    high, sixes = standard
    best, more = gilded
    if not best:
        return Seen(high, sixes)
    points = points_of(settled, dice_now(settled, course))
    return seen_of(high, sixes + more, claim(best, points), tie_claims(points, settled, course))


def seen_of(high: int, sixes: int, claims: tuple[Claim, ...], tie: bool) -> Seen:
    """IW-16, IW-B5. What all dice show; a standard die below the best gilded one is nothing."""
    if not claims or high > claims[0].value:
        return Seen(high, min(2, sixes), claims)
    if high < claims[0].value:
        return Seen(0, min(2, sixes), claims, claimed=True)
    return Seen(high, min(2, sixes), claims, tie)


def tie_claims(points: int, settled: Settled, course: Course, part: Part = "roller") -> bool:
    """IW-B5. On a tie the gilded die is taken, unless that can earn nothing."""
    return settled.rulings.tie_takes_gilded and can_earn(points, settled, course, part)


def points_of(settled: Settled, dice: Dice) -> int:
    """IW-B1, IW-B2. What the best gilded die earns, where it does not matter how many show the same."""
    rulings = settled.rulings
    return rulings.gilded_gain * (dice.gilded if rulings.gilded_gain_multi == "each" else 1)


@lru_cache(maxsize=512)
def claim(value: int, points: int) -> tuple[Claim]:
    """The one gilded die that is worth taking."""
    return (Claim(value, points),)


def read_apart(standard: Shown, gilded: tuple[int, ...], *more: Any) -> Seen:
    """IW-B2, IW-B3, IW-B18. The same where it matters how many gilded dice show it, or whose die it is."""
    *donors, settled, course = more
    high, sixes = standard
    found = [Claim(face, _earns(face, gilded, settled.rulings)) for face in sorted(set(gilded), reverse=True)]
    found += [Claim(face, settled.rulings.gilded_gain, f"helper-{place + 1}") for place, (face,) in enumerate(donors)]
    claims = worth_taking(found, settled.rulings)
    sixes += gilded.count(6) + sum(1 for (face,) in donors if face == 6)
    tie = bool(claims) and tie_claims(claims[0].points, settled, course, claims[0].part)
    return seen_of(high, sixes, claims, tie)


def _earns(value: int, gilded: tuple[int, ...], rulings: Rulings) -> int:
    """IW-B1, IW-B2, IW-B10. One point, one for each gilded die that shows it, or one for each gilded die."""
    times = {"one": 1, "showing": gilded.count(value), "each": len(gilded)}
    return rulings.gilded_gain * times[rulings.gilded_gain_multi]


def worth_taking(found: list[Claim], rulings: Rulings) -> tuple[Claim, ...]:
    """IW-B3. The best gilded die, and lower ones that earn more or for someone else."""
    kept: list[Claim] = []
    for claim in sorted(found, key=_best_first):
        if all(claim.part != other.part or claim.points > other.points for other in kept):
            kept.append(claim)
    return tuple(kept if rulings.gilded_choice == "any" else kept[:1])


def _best_first(claim: Claim) -> tuple[int, bool, str]:
    return (-claim.value, claim.part != "roller", claim.part)


def read_lowest(standard: int, gilded: tuple[int, ...], *more: Any) -> Seen:
    """IW-24 to IW-29. The lowest die counts, and a gilded one that is the lowest earns by itself."""
    *donors, settled, _ = more
    low = min([standard, *gilded, *[face for (face,) in donors]])
    rulings = settled.rulings
    found = [Claim(low, _earns(low, gilded, rulings))] if low in gilded else []
    found += [
        Claim(low, rulings.gilded_gain, f"helper-{place + 1}") for place, each in enumerate(donors) if low in each
    ]
    if standard == low and not rulings.zero_gilded_tie:
        found = []
    return Seen(low, 0, tuple(found[:1]), zero=True)
