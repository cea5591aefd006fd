"""What a roll of In the Dark costs and demands: stress, trauma, consequences and benefits."""

from __future__ import annotations

from typing import Any

from actionroll.errors import CannotPay
from actionroll.games.in_the_dark.attempt import BOXES
from actionroll.games.in_the_dark.rulings import Rulings
from actionroll.rules import Due, Effect, Way, set_mark
from actionroll.rules.dues import settle as settled
from actionroll.rules.game import CANNOT_BE_DONE, JUST_HAPPENS

# stress


def refuse_unless_free(who: str, marked: int, price: int, what: str) -> None:
    """ITD-37. What cannot be paid in full is not available."""
    if marked + price > BOXES:
        raise CannotPay(f"{what} costs {who} {price} stress, and only {BOXES - marked} of {BOXES} boxes are free.")


def is_ninth(marked: int | None, price: int) -> bool:
    """Whether this price marks the last box; where nobody said what is marked, it is not told."""
    return marked is not None and price > 0 and marked + price == BOXES


def is_out_before(marked: int | None, price: int, rulings: Rulings) -> bool:
    """ITD-A9. What was paid for counts, and the roll is resolved first; by ruling the ninth box ends it before."""
    return rulings.ninth_box == "before_roll" and is_ninth(marked, price)


def paid(who: str, marked: int | None, price: int, why: str) -> tuple[Effect, ...]:
    """The boxes marked; the ninth puts a character out of action."""
    boxes = (Effect(who, "stress", price, why),) if price else ()
    return (*boxes, set_mark(who, "out_of_action", "the ninth box")) if is_ninth(marked, price) else boxes


def trauma_of(who: str, marked: int | None, price: int) -> tuple[Due, ...]:
    """ITD-38. The ninth box brings a new trauma, which its owner names."""
    if not is_ninth(marked, price):
        return ()
    ways = (Way("trauma", "A new trauma.", "trauma", 1),)
    return (Due("trauma", who, "Name the trauma that the ninth box brings.", ways, on=who, rule="ITD-38"),)


# what the dice bring

TIERS = ("failure", "partial success", "full success", "critical success")
MEANS = {
    "failure": "It fails, and something bad comes of it: the gm says what.",
    "partial success": "It succeeds, with a complication or consequence: the gm says which.",
    "full success": "It succeeds, and nothing bad comes of it: say how you do it.",
    "critical success": "It succeeds with an extra benefit: the gm says which.",
    JUST_HAPPENS: "Nothing can go wrong: say how the character does it.",
    CANNOT_BE_DONE: "It is impossible: say what the character tries instead.",
}

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


def rule_of(tier: str) -> str:
    """The rule that says what a tier means.

    ITD-20. A full success has no negative consequence. ITD-21. A partial success brings one. ITD-22. So does a
    failure. ITD-23. A critical success brings an extra benefit.
    """
    return {
        "failure": "ITD-22",
        "partial success": "ITD-21",
        "full success": "ITD-20",
        "critical success": "ITD-23",
    }[tier]


def dues_of(tier: str, on: str = "roller") -> tuple[Due, ...]:
    """The consequence of a failure or partial success, the benefit of a critical one."""
    match tier:
        case "failure" | "partial success":
            says = "Name the consequence; the player may resist it once, before it falls."
            answer, rule = "resistance", rule_of(tier)
            return (Due("consequence", "gm", says, CONSEQUENCES, on=on, rule=rule, answered_by=answer, several=True),)
        case "critical success":
            return (Due("benefit", "gm", "Name the extra benefit.", BENEFITS, on=on, rule=rule_of(tier)),)
        case _:
            return ()


def bargain_due(bargain: str) -> Due:
    """ITD-A17. A devil's bargain has no fixed price: it happens whatever the dice show."""
    says = f"The devil's bargain happens whatever the dice show: {bargain or 'say what it is'}."
    return Due("bargain", "gm", says, (Way("bargain", "It happens, in words."),), rule="ITD-A17")


# what a resistance makes of it

LIGHTER = (
    Way("avoided", "It was mild, and does not happen."),
    Way("lesser", "It happens in a lesser form, in words."),
    Way("no minor harm", "Take back a box of minor harm.", "minor_harm", -1, anyone=True),
    Way("minor, not moderate", "Moderate harm becomes minor harm.", "moderate_harm", -1, anyone=True),
    Way("moderate, not severe", "Severe harm becomes moderate harm.", "severe_harm", -1, anyone=True),
)
ONE_LIGHTER = {"moderate_harm": "minor_harm", "severe_harm": "moderate_harm"}
REDUCTION = Due("reduction", "gm", "Reduce the consequence, or take it away if it was mild.", LIGHTER, rule="ITD-36")


def settle(due: Due, answer: Any) -> tuple[Effect, ...]:
    """What an answer changes; harm that is reduced becomes the next lighter one."""
    made = settled(due, answer)
    if due.kind != REDUCTION.kind:
        return made
    return made + tuple(
        Effect(effect.who, ONE_LIGHTER[effect.track], 1, due.kind) for effect in made if effect.track in ONE_LIGHTER
    )
