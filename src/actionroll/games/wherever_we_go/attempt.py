"""All that is settled before an action roll of Wherever We Go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from actionroll.errors import InputError
from actionroll.games.wherever_we_go.rulings import Rulings
from actionroll.rules import Joins, Texts, die, many, whole, words, yes_no
from actionroll.rules.kinds import DieSize, Whole

RUNGS = (0, 4, 6, 8, 10, 12)
"""The dice that may be named; which of them are rungs of their own is the ruling `ladder`."""
WP_MAX = 6
MOST_STRESS = 30
SOURCE = Whole(1, 3, by_ruling=9)
"""What one source gives or takes; more only by the ruling source_limit."""


def _full(inputs: Mapping[str, Any]) -> Any:
    return inputs["wp_max"]


def says_how(rulings: Rulings) -> bool:
    """WWG-28, WWG-A22. Who helps says how, unless a ruling lets that be."""
    return rulings.helpers_say_how


@dataclass(frozen=True, slots=True)
class Action(Texts):
    """WWG-03, WWG-A21. What is said, chosen and assembled before the dice fall.

    The gm makes clear what success looks like and what may follow; a table can leave that to be said or not.
    """

    expectations: str = words(
        "What success looks like, and what may follow otherwise.", by="gm", called=True, relaxed=("calls", "optional")
    )
    attribute: int = die(RUNGS, "The attribute die.", by="sheet")
    skill: int = die(RUNGS, "The die of the related skill; 0 is untrained.", by="sheet")
    talent: int | None = die(RUNGS, "The talent die, if the roll uses a talent.", default=None, or_none=True)
    more_talents: tuple[int, ...] = many(
        DieSize(RUNGS),
        "Further talent dice, where the ruling max_talent_dice allows them.",
        most=5,
        under=lambda rulings: rulings.max_talent_dice > 1,
    )
    bonus: tuple[int, ...] = many(SOURCE, "Bonuses of 1 to 3, one for each source.")
    penalty: tuple[int, ...] = many(SOURCE, "Penalties of 1 to 3, one for each source.", by="gm")
    helpers: int = whole(
        0, 10, "Characters who help, +1 each.", by="helper", default=0, joins=Joins("+1 for them.", how=says_how)
    )
    helper_edges: tuple[int, ...] = many(
        Whole(0, 30),
        "Edges of each helper who had to roll first; who succeeded gives +1.",
        most=10,
        by="helper",
        joins=Joins("After a roll of your own for it, which must succeed.", how=says_how, proof=("action", "edges")),
    )
    help_allowed: bool = yes_no("Whether the gm accepts the help.", by="gm", default=True)
    drive: int = whole(0, 3, "The intensity of a drive that is acted on: a bonus, for 1 willpower.", default=0)
    harm: int = whole(0, 3, "What the worst harm that is marked takes, where it hinders.", by="sheet", default=0)
    harm_hinders: bool = yes_no("Whether that harm hinders what is done here.", by="gm")
    stress: int = whole(0, MOST_STRESS, "Current stress.", by="sheet", default=0)
    wp: int = whole(0, 20, "Willpower left.", by="sheet", follows=(_full, "its maximum"))
    wp_max: int = whole(0, 20, "The most willpower the character can hold.", by="sheet", default=WP_MAX)
    gambles: int = whole(0, 5, "How often the gm lets the roller gamble.", by="gm", default=1, late=True)
    waiting_bonus: int = whole(0, 3, "A bonus that waits for this roll, and is used up by it.", by="sheet", default=0)
    waiting_penalty: int = whole(
        0, 3, "A penalty that waits for this roll, and is used up by it.", by="sheet", default=0
    )
    fits: bool = yes_no("Whether the gm accepts that the skill fits.", by="gm", default=True)
    skill_named: str = words("The skill that fits the approach, as player and gm agree.")
    bonus_from: str = words("Where bonuses come from: a trait, fine gear, preparation, position.")
    penalty_from: str = words("Where penalties come from: harm, distraction, poor tools, opposition.", by="gm")


def check(you: Action, rulings: Rulings) -> None:
    """WWG-A16. More than a maximum is not accepted. WWG-02. Nor is a skill that the gm says does not fit."""
    if not you.fits:
        raise InputError("The gm does not accept that this skill fits; pick another, nothing is spent.")
    if you.drive and not you.wp:
        raise InputError("drive takes 0 without willpower: acting on a drive costs 1.")
    if you.wp > you.wp_max:
        raise InputError(f"wp takes at most {you.wp_max}, its maximum wp_max.")
    if rulings.stress_max is not None and you.stress > rulings.stress_max:
        raise InputError(f"stress takes at most {rulings.stress_max}, the ruling stress_max.")


def talents(you: Action, rulings: Rulings) -> tuple[int, ...]:
    """WWG-06. A talent die of its own size where the roll uses a talent. WWG-A18. One, by ruling more."""
    dice = (() if you.talent is None else (you.talent,)) + you.more_talents
    if len(dice) > rulings.max_talent_dice:
        raise InputError(f"A roll takes at most {rulings.max_talent_dice} talent dice, the ruling max_talent_dice.")
    return dice
