"""What a result of In the Dark means and demands: consequences, benefits, and what an npc reads from it."""

from __future__ import annotations

from typing import Any

from actionroll.games.in_the_dark.dicepool import Shown
from actionroll.rules import Due, Effect, Way
from actionroll.rules.dues import settle as settled

TIERS = ("failure", "partial success", "full success", "critical success")

CONSEQUENCES = (
    Way("complication", "Something new goes wrong, in words."),
    Way("worse position", "The next attempt starts from a bad position, in words."),
    Way("minor harm", "Mark a box of minor harm; if both are marked, of moderate harm.", "minor_harm", 1, anyone=True),
    Way(
        "moderate harm",
        "Mark a box of moderate harm; if both are marked, severe harm.",
        "moderate_harm",
        1,
        anyone=True,
    ),
    Way("severe harm", "Mark severe harm: out of action.", "severe_harm", 1, anyone=True),
)
BENEFITS = (Way("benefit", "An extra benefit, in words."),)
BARGAIN = (Way("bargain", "It happens, in words."),)
LIGHTER = (
    Way("avoided", "It was mild, and does not happen."),
    Way("lesser", "It happens in a lesser form, in words."),
    Way("no minor harm", "Take back a box of minor harm.", "minor_harm", -1, anyone=True),
    Way("minor, not moderate", "Moderate harm becomes minor harm.", "moderate_harm", -1, anyone=True),
    Way("moderate, not severe", "Severe harm becomes moderate harm.", "severe_harm", -1, anyone=True),
)
ONE_LIGHTER = {"moderate_harm": "minor_harm", "severe_harm": "moderate_harm"}
REDUCTION = Due("reduction", "gm", "Reduce the consequence, or take it away if it was mild.", LIGHTER, rule="ITD-A13")


def tier_of(shown: Shown) -> str:
    """ITD-18. 6 is a full success, 4 and 5 partial, below a failure. ITD-19, ITD-24. Two sixes are critical."""
    die, sixes = shown
    if die == 6:
        return "critical success" if sixes > 1 else "full success"
    return "partial success" if die >= 4 else "failure"


def dues_of(tier: str, on: str = "roller") -> tuple[Due, ...]:
    """ITD-20 to ITD-23. A failure or partial success brings a consequence, a critical success a benefit."""
    match tier:
        case "failure" | "partial success":
            rule = "ITD-22" if tier == "failure" else "ITD-21"
            says = "Name the consequence; it may be answered by a resistance roll."
            due = Due("consequence", "gm", says, CONSEQUENCES, on=on, rule=rule, answered_by="resistance", several=True)
            return (due,)
        case "critical success":
            return (Due("benefit", "gm", "Name the extra benefit.", BENEFITS, on=on, rule="ITD-23"),)
        case _:
            return ()


def bargain_due(bargain: str) -> Due:
    """ITD-A17. A devil's bargain has no fixed price: it happens whatever the dice show."""
    says = f"The devil's bargain happens whatever the dice show: {bargain or 'say what it is'}."
    return Due("bargain", "gm", says, BARGAIN, rule="ITD-A17")


def npc_reads(tier: str, npc: str) -> str:
    """ITD-25, ITD-26, ITD-A15. What the player's result means for an npc who acts against them."""
    return {
        "failure": f"so {npc} succeeds",
        "partial success": f"so {npc} gets part of it, for good or ill of both",
        "full success": f"so {npc} fails",
        "critical success": f"so {npc} fails, and worse",
    }[tier]


def settle(due: Due, answer: Any) -> tuple[Effect, ...]:
    """What an answer changes; harm that is reduced becomes the next lighter one."""
    made = settled(due, answer)
    if due.kind != REDUCTION.kind:
        return made
    return made + tuple(
        Effect(effect.who, ONE_LIGHTER[effect.track], 1, due.kind) for effect in made if effect.track in ONE_LIGHTER
    )
