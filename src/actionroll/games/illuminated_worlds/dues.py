"""What an outcome of Illuminated Worlds demands, and of whom."""

from __future__ import annotations

from actionroll.games.illuminated_worlds.attempt import Action
from actionroll.games.illuminated_worlds.rulings import Rulings
from actionroll.rules import Due, Part, Way
from actionroll.rules.game import CANNOT_BE_DONE, JUST_HAPPENS

TIERS = ("failure", "mixed success", "full success", "critical success")
FAILURE, MIXED, FULL, CRITICAL = TIERS
MEANS = {
    FAILURE: "Usually it is not accomplished, and there are consequences: the gm says how it goes wrong.",
    MIXED: "It is accomplished, but it costs something: the gm says what.",
    FULL: "It is accomplished without complication: say how you do it.",
    CRITICAL: "It is accomplished, and something extra comes of it: the gm says what.",
    JUST_HAPPENS: "Nothing is in question: say how the character does it.",
    CANNOT_BE_DONE: "It cannot be done this way: say what the character tries instead.",
}
MARKS = ("body", "brain", "bleed")
MOST_MARKS = 9


def rule_of(tier: str) -> str:
    """The rule that says what a tier means.

    IW-17. A failure is usually not accomplished, with consequences. IW-18. A mixed success is, at a cost. IW-19. A
    full success has no complication. IW-20. A critical success brings something extra.
    """
    return {FAILURE: "IW-17", MIXED: "IW-18", FULL: "IW-19", CRITICAL: "IW-20"}[tier]


def dues_of(tier: str, level: str, among: tuple[Part, ...]) -> tuple[Due, ...]:
    """The consequence of a failure, the cost of a mixed success, what a critical success brings on top."""
    rule = rule_of(tier)
    if tier == FAILURE:
        says = falling_on(f"Name the consequence, at {level} stakes", among)
        return (Due("consequence", "gm", says, (*HARM, ANYWAY), rule=rule, among=among, several=True),)
    if tier == MIXED:
        says = falling_on(f"Name the cost, at {level} stakes", among)
        return (Due("cost", "gm", says, HARM, rule=rule, among=among, several=True),)
    if tier == CRITICAL:
        return (Due("extra", "gm", "Name what comes on top.", (EXTRA,), rule=rule),)
    return ()


def falling_on(says: str, among: tuple[Part, ...]) -> str:
    """What is demanded, and whom it may fall on where that is not only the roller."""
    if len(among) == 1:
        return f"{says}."
    return f"{says}; it may fall on {', '.join(part.replace('-', ' ') for part in among)}."


HARM = (
    Way("complication", "Something goes wrong, in words.", anyone=True),
    *(Way(f"{mark} marks", f"Marks on {mark}.", mark, 1, most=MOST_MARKS, anyone=True) for mark in MARKS),
)
ANYWAY = Way("accomplished anyway", "It is accomplished all the same; the consequence lies in how. (IW-B31)")
EXTRA = Way("extra", "Something extra, in words.")


def exposed(you: Action, rulings: Rulings) -> tuple[Part, ...]:
    """IW-40. Helpers are open to consequences as the roller is. IW-46. So is who takes part without paying.

    IW-B19. By ruling only those who pay are.
    """
    paying = tuple(f"helper-{place + 1}" for place in range(you.helpers))
    others = tuple(f"participant-{place + 1}" for place in range(you.participants))
    return ("roller", *paying) if rulings.exposed == "payers" else ("roller", *paying, *others)
