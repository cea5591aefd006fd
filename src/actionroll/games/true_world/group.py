"""A group's action in True World: each rolls, and the effects of all are summed."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.errors import InputError
from actionroll.games.true_world.dicepools import (
    A_DIE_OR_NONE,
    LADDER,
    NOVICE,
    ability_pool,
    difficulty_pool,
    position_of,
)
from actionroll.games.true_world.effects import QUICK_TIERS, level_of, succeeds
from actionroll.games.true_world.rulings import Rulings
from actionroll.rules import Outcome, Step, Texts, choice, die, facts, many, throw_read


@dataclass(frozen=True, slots=True)
class Group(Texts):
    """All that is settled before a group acts together."""

    abilities: tuple[int | None, ...] = many(
        A_DIE_OR_NONE, "The die of each member's skill; none for an unskilled one.", most=10, required=True
    )
    difficulty: int = die(LADDER, "How hard it is for this group.", by="gm", called=True)
    position: str = choice(
        "neutral", "advantage", "disadvantage", says="How the situation favours the group.", by="gm", called=True
    )


def start(you: Group, rulings: Rulings) -> Step:
    """TW-29. Each member rolls in turn; the levels of successes and failures are summed."""
    if not you.abilities:
        raise InputError("abilities takes the die of at least one member, none for an unskilled one.")
    return next_member(0, 0, you, rulings)


def next_member(place: int, total: int, you: Group, rulings: Rulings) -> Step:
    """The next to roll, or the end."""
    if place == len(you.abilities):
        return end(total, rulings)
    part = f"member-{place + 1}"
    ability = you.abilities[place]
    source = "unskilled" if ability is None else "skill"
    position = position_of(you.position, ability is None, rulings.unskilled_advantage)
    pools = (ability_pool((ability or NOVICE,), (source,), part), difficulty_pool(you.difficulty, position, part))
    return throw_read("TW-26", pools, own_effect, after_member, place, total, you, rulings)


def own_effect(ability: int, difficulty: int, place: int, total: int, you: Group, rulings: Rulings) -> int:
    """TW-29. A member's level of effect, below zero for a failure."""
    result = ability - difficulty
    success = succeeds(result, rulings.ties)
    level = level_of(result, success, rulings.effect_bands)
    return level if success else -level


def after_member(effect: int, place: int, total: int, you: Group, rulings: Rulings) -> Step:
    """What this member brings joins the sum."""
    return next_member(place + 1, total + effect, you, rulings)


def end(total: int, rulings: Rulings) -> Outcome:
    """TW-27. The sum is read as a result is: zero or more succeeds, unless ties fail."""
    why = f"the effects of all sum up to {total}"
    return Outcome("TW-27", QUICK_TIERS[succeeds(total, rulings.ties)], facts(effect=total), why=why)
