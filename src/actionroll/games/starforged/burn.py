"""Burning momentum, and how an action roll ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from actionroll.games.starforged.attempt import Action
from actionroll.games.starforged.casting import BEATS, MISS, STRONG, TIERS
from actionroll.games.starforged.following import changes, ends_of, picked, price_due
from actionroll.games.starforged.moves import NOTHING
from actionroll.games.starforged.rulings import Rulings
from actionroll.games.starforged.score import Plan
from actionroll.games.starforged.standing import Stand
from actionroll.rules import Decide, Decision, Due, Effect, Outcome, Policy, Step, decide
from actionroll.rules.record import summed
from actionroll.rules.steps import Fact


def may_burn(stand: Stand, plan: Plan, you: Action, rulings: Rulings) -> Step:
    """SF-39, SF-42, SF-A1. Positive momentum may be burned where it betters the outcome, once."""
    improves = stand[2] > stand[1] or not rulings.burn_requires_improvement
    options = ("keep", "burn") if plan.lift and improves else ("keep",)
    return decide("SF-39", "burn", "roller", options, end, stand, plan, you, rulings)


def end(option: str, stand: Stand, plan: Plan, you: Action, rulings: Rulings) -> Outcome:
    """SF-20 to SF-22, SF-40. Momentum takes the score's place; action die, adds and challenge dice stay as they are."""
    own, tier, lifted, match = stand
    burned = option == "burn"
    why = told(stand, burned, plan, you, rulings)
    if burned:
        tier = lifted
        match = match and rulings.match_after_burn == "keep"
    facts: tuple[tuple[str, Fact], ...] = (("score", own[2]), ("match", match), ("burned", burned))
    effects, dues = brought(tier, match, plan.after_burn if burned else you.momentum, you, rulings)
    if burned:
        effects = one_each(plan.burns, effects)
    counted = (None if burned or own[1] else own[0], (), () if rulings.cursed_die == "counts" else None)
    return Outcome("SF-17", TIERS[tier], facts, effects, dues, why, counted)


def brought(
    tier: int, match: bool, momentum: int, you: Action, rulings: Rulings
) -> tuple[tuple[Effect, ...], tuple[Due, ...]]:
    """SF-27 to SF-32, SF-A17, SF-A20. What the outcome changes and leaves open, as the move says."""
    ends = ends_of(you.sf_move, tier)
    if ends is NOTHING:
        return (), ()
    effects, dues = changes(ends, you, rulings, momentum) if ends.does else ((), ())
    for pick in ends.picks:
        dues += picked(pick, you, match)
    if ends.price and rulings.require_price:
        dues += (price_due(you.decider, rulings.price_modes),)
    return effects, dues


def one_each(burns: tuple[Effect, ...], effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """A burn and what the move gives, as one change of momentum."""
    return summed(burns + effects) if burns and effects else burns + effects


def told(stand: Stand, burned: bool, plan: Plan, you: Action, rulings: Rulings) -> str:
    """What settled it: every number of the score, what took its place, and what it beats."""
    own, tier, lifted, match = stand
    clause = f"momentum {plan.lift} in place of {own[3]} {BEATS[lifted]}" if burned else f"{own[3]} {BEATS[tier]}"
    if match:
        clause += ", which match"
    most = rulings.value_max_warn
    if most is not None and you.stat > most:
        clause += f"; a stat of {you.stat} is unusual, most go to {most}"
    return clause


def automatic(you: Action, rulings: Rulings) -> Outcome:
    """SF-45, SF-A21. An outcome without dice: no match, no burn, and nothing that waited is used up."""
    tier = TIERS.index(you.automatic.replace("_", " "))
    effects, dues = brought(tier, match=False, momentum=you.momentum, you=you, rulings=rulings)
    facts: tuple[tuple[str, Fact], ...] = (("match", False), ("burned", False))
    return Outcome("SF-45", TIERS[tier], facts, effects, dues, "it needs no dice")


def burns_if(wanted: Callable[[int, int], bool]) -> Policy:
    """A policy by the degrees of the score and of momentum in its place."""

    def answer(asked: Decide) -> str:
        stand = cast(Stand, asked.given[0])
        return "burn" if wanted(stand[1], stand[2]) else "keep"

    return answer


BURN = Decision(
    "burn",
    {"keep": "Let the score stand.", "burn": "Momentum takes the score's place, and resets."},
    {
        "any": burns_if(lambda score, momentum: momentum > score),
        "to-strong": burns_if(lambda score, momentum: momentum == STRONG > score),
        "only-miss": burns_if(lambda score, momentum: momentum > score == MISS),
    },
)
