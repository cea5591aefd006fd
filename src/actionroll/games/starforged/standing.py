"""How a roll stands once its dice lie: the score, what it beats, and what momentum would."""

from __future__ import annotations

from typing import TypeAlias

from actionroll.games.starforged.attempt import Action
from actionroll.games.starforged.casting import Values, degree, matching
from actionroll.games.starforged.rulings import Rulings
from actionroll.games.starforged.score import Own, Plan

Dice: TypeAlias = tuple[int, Values, int]
"""The action die, the challenge dice, and the cursed die (0 if there is none)."""
Stand: TypeAlias = tuple[Own, int, int, bool, int]
"""The score, its degree, the degree of momentum in its place, whether the dice match, and the cursed die."""


def read_stand(die: int, values: Values, plan: Plan, you: Action, rulings: Rulings) -> Stand:
    """SF-2. All three dice at once, where nothing is to be decided before they are compared."""
    own = plan.own[die]
    return own, degree(own[3], values), degree(plan.lift, values), values[0] == values[1], 0


def read_dice(die: int, values: Values, cursed: int, plan: Plan, you: Action, rulings: Rulings) -> Dice:
    """SF-2. All dice as they lie, where something may still be decided."""
    return die, values, cursed


def stand_of(own: Own, dice: Dice, plan: Plan, rulings: Rulings) -> Stand:
    """SF-16, SF-A22. The score against the challenge dice; by ruling the cursed die is one of them."""
    _, values, cursed = dice
    against = (*values, cursed) if cursed and rulings.cursed_die == "counts" else values
    return own, degree(own[3], against), degree(plan.lift, against), matching(against), cursed
