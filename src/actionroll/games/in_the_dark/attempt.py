"""All that is settled before an action roll of In the Dark, and the sum of dice that it makes."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.games.in_the_dark.rulings import Rulings
from actionroll.games.in_the_dark.stress import BOXES, is_ninth
from actionroll.rules import Joins, OfEach, Term, Texts, choice, many, whole, words, yes_no
from actionroll.rules.game import RISKS
from actionroll.rules.kinds import Whole

HIGHEST_LEVEL = 10
POSITIONS = {
    "good": ("good position", 1, "ITD-13"),
    "normal": ("normal position", 0, "ITD-17"),
    "bad": ("bad position", -1, "ITD-08"),
}
"""ITD-17. One of three. ITD-08, ITD-13. A bad one takes a die, a good one adds one."""


@dataclass(frozen=True, slots=True)
class Action(Texts):
    """The inputs of an action roll."""

    dots: int = whole(0, 10, "Dots in the action that fits.", by="sheet")
    crew_level: int = whole(0, HIGHEST_LEVEL, "The crew's level.", by="sheet", default=0)
    level: int | None = whole(
        0, HIGHEST_LEVEL, "The character's own level, where it is not the crew's.", by="gm", default=None, or_none=True
    )
    target_level: int | None = whole(
        0, HIGHEST_LEVEL, "The target's level; none if it has none.", by="gm", default=None, or_none=True
    )
    position: str = choice(
        "normal", "good", "bad", says="How well placed the character is, as the gm says.", by="gm", called=True
    )
    minor_harm: int = whole(0, 2, "Boxes of minor harm marked.", by="sheet", default=0)
    moderate_harm: int = whole(0, 2, "Boxes of moderate harm marked.", by="sheet", default=0)
    severe_harm: bool = yes_no("Whether severe harm is marked.", by="sheet")
    harm_counts: bool = yes_no(
        "Whether harm hinders this action, where that is the gm's to say.", by="gm", default=True
    )
    extra: str = choice("none", "push", "bargain", "both", says="Push yourself, or take a devil's bargain.")
    bargain: str = words("The devil's bargain: it happens whatever the dice show.", by="gm")
    assist: int = whole(
        0, 10, "Crewmates who assist.", by="helper", default=0, joins=Joins("One die more.", told="assists")
    )
    assist_stress: tuple[int, ...] = many(
        Whole(0, BOXES),
        "Stress boxes each assistant has marked, if they are to be checked.",
        most=10,
        by="sheet",
        of_each=OfEach("assist"),
    )
    stress: int = whole(0, BOXES, "Stress boxes marked.", by="sheet", default=0)
    out_of_action: bool = yes_no("Whether the character is out of action until downtime.", by="sheet")
    risk: str = choice(*RISKS, says="Whether anything can go wrong, or right.", by="gm")
    off_job: bool = yes_no("Off a job, or without pressure: a fortune roll takes its place.", by="gm")
    minor: bool = yes_no("A minor action, even on a job: a fortune roll takes its place.", by="gm")
    fits: bool = yes_no("Whether the gm accepts that the action fits.", by="gm", default=True)
    npc: str = words("The npc whose own action is read from this roll, inverted.", by="gm")


def terms(you: Action, rulings: Rulings) -> tuple[Term, ...]:
    """ITD-06 to ITD-15. What adds dice to the pool and what takes them away."""
    harmed = rulings.harm_relevance == "always" or you.harm_counts
    found = (
        level_term(you, rulings),
        POSITIONS[you.position],
        ("minor harm", -int(harmed and you.minor_harm == 2), "ITD-09"),
        ("moderate harm", -int(harmed and you.moderate_harm == 2), "ITD-10"),
        ("push", int(pushes(you)), "ITD-14"),
        ("devil's bargain", int(bargains(you)), "ITD-14"),
        ("assist", assisting(you, rulings), "ITD-15"),
    )
    dots = Term("dots" if you.dots != 1 else "dot", you.dots, "ITD-06")
    return (dots, *[Term(*each) for each in found if each[1]])


def level_term(you: Action, rulings: Rulings) -> tuple[str, int, str]:
    """ITD-07, ITD-12. A die for each level between crew and target. ITD-A6. None where the target has no level."""
    own = you.crew_level if you.level is None else you.level
    target = you.target_level
    if target is None:
        target = 0 if rulings.no_level_target == "zero" else own
    above = own - target
    return ("you outrank them", above, "ITD-12") if above > 0 else ("they outrank you", above, "ITD-07")


def pushes(you: Action) -> bool:
    """ITD-14. Whether the roller pushes."""
    return you.extra in ("push", "both")


def bargains(you: Action) -> bool:
    """ITD-14. Whether the roller takes a devil's bargain."""
    return you.extra in ("bargain", "both")


def assisting(you: Action, rulings: Rulings) -> int:
    """ITD-15. A die from each assistant; by the ruling ITD-A9 none from one whom the ninth box puts out before."""
    if rulings.ninth_box == "after_roll":
        return you.assist
    return you.assist - sum(is_ninth(marked, 1) for marked in you.assist_stress)
