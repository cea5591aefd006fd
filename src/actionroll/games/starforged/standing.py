"""How a roll stands once its dice lie: the score, what it beats, and what momentum would."""

from __future__ import annotations

from typing import TypeAlias

from actionroll.games.starforged.attempt import Action
from actionroll.games.starforged.casting import Values, degree, matching
from actionroll.games.starforged.rulings import Rulings
from actionroll.games.starforged.score import Own, Plan

Dice: TypeAlias = tuple[int, Values, int]
"""The action die, the challenge dice, and the cursed die (0 if there is none that counts)."""
Stand: TypeAlias = tuple[Own, int, int, bool]
"""The score, its degree, the degree of momentum in its place, and whether the dice match."""


def read_stand(die: int, values: Values, plan: Plan, you: Action, rulings: Rulings) -> Stand:
    """SF-2. All three dice at once, where nothing is to be decided before they are compared."""
    return stand_of(plan.own[die], (die, values, 0), plan)


def read_cursed(die: int, values: Values, cursed: int, plan: Plan, you: Action, rulings: Rulings) -> Stand:
    """SF-A22. The same with a cursed die."""
    return stand_of(plan.own[die], read_dice(die, values, cursed, plan, you, rulings), plan)


def read_dice(die: int, values: Values, cursed: int, plan: Plan, you: Action, rulings: Rulings) -> Dice:
    """SF-2, SF-A22. All dice as they lie, where something may still be decided; a cursed die counts only by ruling."""
    return die, values, cursed if rulings.cursed_die == "counts" else 0


def stand_of(own: Own, dice: Dice, plan: Plan) -> Stand:
    """SF-16. The score against the challenge dice, and the cursed die among them where it counts."""
    _, values, cursed = dice
    against = (*values, cursed) if cursed else values
    tier = degree(own[2], against)
    return own, tier, lifted(tier, degree(plan.lift, against), plan), matching(against)


def lifted(tier: int, by_momentum: int, plan: Plan) -> int:
    """SF-39, SF-A1. What momentum would make of it; where it betters nothing, how much worse makes no difference."""
    return tier if by_momentum < tier and plan.only_better else by_momentum


def stands(plan: Plan, you: Action, rulings: Rulings) -> dict[Stand, int]:
    """The closed form of `read_stand`: pairs of faces are counted by what beats them, not one by one."""
    ways: dict[Stand, int] = {}
    for own in plan.own[1:] if you.preset is None else (plan.own[you.preset],):
        for tier, by_momentum, match, many in pairs_beaten(own[2], plan.lift):
            if many:
                stand = (own, tier, lifted(tier, by_momentum, plan), match)
                ways[stand] = ways.get(stand, 0) + many
    return ways


def pairs_beaten(score: int, lift: int) -> list[tuple[int, int, bool, int]]:
    """The pairs of challenge dice by what score and momentum beat of them, whether they match, and how many there are.

    A face falls to both, to the greater of the two only, or to neither.
    """
    low, high = (score, lift) if score < lift else (lift, score)
    both = low - 1 if low > 1 else 0
    none = 11 - high if high > 1 else 10
    one = 10 - both - none
    if score < lift:
        mine, theirs = 0, 1
    else:
        mine, theirs = 1, 0
    return [
        (2, 2, True, both),
        (2, 2, False, both * (both - 1)),
        (2 * mine, 2 * theirs, True, one),
        (2 * mine, 2 * theirs, False, one * (one - 1)),
        (0, 0, True, none),
        (0, 0, False, none * (none - 1)),
        (1 + mine, 1 + theirs, False, 2 * both * one),
        (1, 1, False, 2 * both * none),
        (mine, theirs, False, 2 * one * none),
    ]
