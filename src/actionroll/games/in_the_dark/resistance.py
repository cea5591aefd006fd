"""The resistance roll of In the Dark: answer a consequence, at the price of stress."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.games.in_the_dark.action import BOXES, TRAUMA
from actionroll.games.in_the_dark.dicepool import Shown, pool_of, told
from actionroll.games.in_the_dark.rulings import Rulings
from actionroll.rules import Due, Effect, Outcome, Pool, Step, Term, Texts, Way, decide, facts, throw, whole, yes_no

RESISTED = "resisted"
DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class Resistance(Texts):
    """All that is settled before a resistance roll."""

    dice: int = whole(0, 10, "The attribute's rating that the gm picks.", by="sheet")
    stress: int = whole(0, BOXES, "Stress boxes marked.", by="sheet", default=0)
    may_decline: bool = yes_no("Ask after the throw whether to pay; without it the resistance stands.")


def tiers_of(you: Resistance, rulings: Rulings) -> tuple[str, ...]:
    """Declining is an end of its own, where it is asked."""
    return (DECLINED, RESISTED) if you.may_decline else (RESISTED,)


def start(you: Resistance, rulings: Rulings) -> Step:
    """ITD-A13. The attribute's dice, or two and the lowest where it has none."""
    return throw("ITD-A13", (attribute_dice(you, rulings),), pay_or_not, you, rulings)


def attribute_dice(you: Resistance, rulings: Rulings) -> Pool[Shown]:
    """The pool of a resistance roll."""
    return pool_of((Term("attribute", you.dice, "ITD-A13"),), rulings)


def pay_or_not(shown: Shown, you: Resistance, rulings: Rulings) -> Step:
    """The player may decline after seeing the die; what cannot be paid in full is not offered."""
    if you.stress + stress_of(shown, rulings) > BOXES:
        return end("decline", shown, you, rulings)
    if not you.may_decline:
        return end("resist", shown, you, rulings)
    return decide("ITD-A13", "resist", "roller", ("decline", "resist"), end, shown, you, rulings)


def stress_of(shown: Shown, rulings: Rulings) -> int:
    """The price is 6 less the die that is read. ITD-A12. By ruling a critical gives a point back."""
    return -1 if rulings.resist_critical and shown[1] > 1 else 6 - shown[0]


def end(option: str, shown: Shown, you: Resistance, rulings: Rulings) -> Outcome:
    """Resisted at that price, or declined and suffered in full."""
    why = told(shown, attribute_dice(you, rulings))
    change = max(-you.stress, stress_of(shown, rulings))
    named = facts(highest=shown[0], stress=change if option == "resist" else 0)
    if option == "decline":
        return Outcome("ITD-A13", DECLINED, named, why=why)
    return Outcome("ITD-A13", RESISTED, named, effects(you, change), dues(you, change), why)


def effects(you: Resistance, change: int) -> tuple[Effect, ...]:
    """The stress, and what the ninth box means."""
    paid = (Effect("roller", "stress", change, "resistance"),) if change else ()
    return paid + (
        (Effect("roller", "out_of_action", 1, "the ninth box"),) if you.stress + change == BOXES and change else ()
    )


LESS = (
    Way("avoided", "It was mild, and does not happen.", "", 0),
    Way("less", "It happens in a lesser form, in words."),
    Way("less minor harm", "Take back a box of minor harm.", "minor_harm", -1, anyone=True),
    Way("less moderate harm", "Take back a box of moderate harm.", "moderate_harm", -1, anyone=True),
    Way("moderate, not severe", "Take back severe harm.", "severe_harm", -1, anyone=True),
)


def dues(you: Resistance, change: int) -> tuple[Due, ...]:
    """The gm reduces the consequence, or takes it away if it was mild."""
    reduce = Due("reduction", "gm", "Reduce the consequence, or take it away if it was mild.", LESS, rule="ITD-A13")
    return (reduce, TRAUMA) if change and you.stress + change == BOXES else (reduce,)
