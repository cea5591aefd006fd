"""The teamwork roll of In the Dark: all act alike, and the best result counts for everyone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from actionroll.dice import highest_and_sixes
from actionroll.errors import InputError
from actionroll.games.in_the_dark.consequences import dues_of, tier_of
from actionroll.games.in_the_dark.dicepool import Shown, pool_of
from actionroll.games.in_the_dark.rulings import Rulings
from actionroll.games.in_the_dark.stress import BOXES, is_ninth, paid, refuse_unless_free, trauma
from actionroll.rules import Effect, Outcome, Pool, Step, Texts, facts, many, throw_gathered
from actionroll.rules.kinds import Whole


@dataclass(frozen=True, slots=True)
class Teamwork(Texts):
    """All that is settled before a teamwork roll."""

    pools: tuple[int, ...] = many(Whole(0, 10), "The dice of each member, one after the other.", most=10, required=True)
    stress: tuple[int, ...] = many(
        Whole(0, BOXES), "Stress boxes each member has marked, if they are to be checked.", most=10, by="sheet"
    )


class Best(NamedTuple):
    """What the members seen so far show together."""

    members: int
    top: Shown
    whose: int
    """The place of the first member with the best result."""
    sixes: int
    """Of all members together, up to two; a member without dice has one at most."""


def start(you: Teamwork, rulings: Rulings) -> Step:
    """Everyone marks 1 stress and rolls their own pool."""
    if not you.pools:
        raise InputError("pools takes the dice of at least one member.")
    if you.stress and len(you.stress) != len(you.pools):
        raise InputError(f"stress takes one number for each of the {len(you.pools)} members.")
    for place, marked in enumerate(you.stress):
        refuse_unless_free(member(place), marked, 1, "Teamwork")
    return throw_gathered("ITD-A14", member_pools(you, rulings), best, end, you, rulings, costs=costs(you))


def member(place: int) -> str:
    """The part of a member by their place in the list."""
    return f"member-{place + 1}"


def costs(you: Teamwork) -> tuple[Effect, ...]:
    """Everyone marks 1 stress."""
    marked: tuple[int | None, ...] = you.stress or (None,) * len(you.pools)
    each = (paid(member(place), boxes, 1, "teamwork") for place, boxes in enumerate(marked))
    return tuple(effect for effects in each for effect in effects)


def member_pools(you: Teamwork, rulings: Rulings) -> tuple[Pool[Shown], ...]:
    """Each member's own pool."""
    return tuple(member_pool(place, dice, you, rulings) for place, dice in enumerate(you.pools))


def member_pool(place: int, dice: int, you: Teamwork, rulings: Rulings) -> Pool[Shown]:
    """A member's dice; by the ruling ITD-A9 none for one whom the ninth box puts out before."""
    if rulings.ninth_box == "before_roll" and you.stress and is_ninth(you.stress[place], 1):
        return Pool((), highest_and_sixes, (member(place),), by=member(place), beside=True)
    return pool_of(dice, rulings, member(place), by=member(place), beside=True)


def best(seen: Best | None, shown: Shown) -> Best:
    """ITD-A14. Each member's own result is read, and the best of them counts."""
    die, sixes = shown
    own = max(1, sixes) if die == 6 else 0
    if seen is None:
        return Best(1, shown, 0, own)
    top, whose = (shown, seen.members) if shown > seen.top else (seen.top, seen.whose)
    return Best(seen.members + 1, top, whose, min(2, seen.sixes + own))


def end(seen: Best, you: Teamwork, rulings: Rulings) -> Outcome:
    """The single best result counts for all; ITD-A14. By ruling the sixes of all count together."""
    joined = rulings.group_critical == "union" and seen.sixes > 1
    shown = (seen.top[0], 2) if joined else seen.top
    tier = tier_of(shown)
    counted = tuple(shown if joined or place == seen.whose else None for place in range(len(you.pools)))
    due = dues_of(tier, member(0)) + tuple(
        trauma(member(at)) for at, marked in enumerate(you.stress) if is_ninth(marked, 1)
    )
    return Outcome("ITD-A14", tier, facts(highest=shown[0]), (), due, told(shown, joined, seen), counted)


def told(shown: Shown, joined: bool, seen: Best) -> str:
    """Whose result counts."""
    if joined:
        return "two sixes or more among the dice of all"
    whose = member(seen.whose).replace("-", " ")
    return f"the best of {seen.members} results is {whose}'s {'two sixes' if shown[1] > 1 else shown[0]}"
