"""The teamwork roll of In the Dark: all act alike, and the best result counts for everyone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from actionroll.errors import InputError
from actionroll.games.in_the_dark.action import dues_of, tier_of
from actionroll.games.in_the_dark.dicepool import Shown, pool_of
from actionroll.games.in_the_dark.rulings import Rulings
from actionroll.rules import Effect, Outcome, Pool, Step, Term, Texts, facts, many, throw_read
from actionroll.rules.kinds import Whole


@dataclass(frozen=True, slots=True)
class Teamwork(Texts):
    """All that is settled before a teamwork roll."""

    pools: tuple[int, ...] = many(Whole(0, 10), "The dice of each member, one after the other.", most=10, required=True)


def start(you: Teamwork, rulings: Rulings) -> Step:
    """Everyone marks 1 stress and rolls their own pool."""
    if not you.pools:
        raise InputError("pools takes the dice of at least one member.")
    costs = tuple(Effect(member(place), "stress", 1, "teamwork") for place in range(len(you.pools)))
    return throw_read("ITD-A14", member_pools(you, rulings), best, end, you, rulings, costs=costs)


def member(place: int) -> str:
    """The part of a member by their place in the list."""
    return f"member-{place + 1}"


def member_pools(you: Teamwork, rulings: Rulings) -> tuple[Pool[Shown], ...]:
    """Each member's own pool."""
    return tuple(
        pool_of((Term("dice", dice, "ITD-A14"),), rulings, member(place)) for place, dice in enumerate(you.pools)
    )


def best(*shown_and_given: Any) -> Shown:
    """ITD-A14. Each member's own result, the best of them; by ruling the sixes of all count together."""
    own: tuple[Shown, ...] = shown_and_given[:-2]
    rulings: Rulings = shown_and_given[-1]
    top = max(own)
    if rulings.group_critical == "union":
        return top[0], min(2, sum(sixes for _, sixes in own))
    return top


def end(top: Shown, you: Teamwork, rulings: Rulings) -> Outcome:
    """The single best result counts for all."""
    tier = tier_of(top)
    why = f"the best of {len(you.pools)} members' results is {top[0]}" + (
        ", with two sixes" if tier == "critical success" else ""
    )
    counted = tuple(top for _ in you.pools)
    return Outcome("ITD-A14", tier, facts(highest=top[0]), (), dues_of(tier), why, counted)
