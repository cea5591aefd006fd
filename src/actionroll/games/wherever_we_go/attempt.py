"""All that is settled before an action roll of Wherever We Go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from actionroll.errors import InputError
from actionroll.rules import Joins, Texts, die, many, ruling, whole, words, yes_no
from actionroll.rules.kinds import DieSize, Whole


@dataclass(frozen=True, slots=True)
class Rulings:
    """The switches of Wherever We Go."""

    ladder: str = ruling(
        "WWG-A1",
        "zero_d6",
        "d4_floor",
        "zero_d4_d6",
        reason="The printed examples step from 0 to d6; a d4 can show no edge, so the floor changes no odds.",
    )
    unpushed_gamble: str = ruling(
        "WWG-A2",
        "one_die",
        "all_stress",
        reason="A gamble adds one stress die; if it brought all of them, no one would pay to push.",
    )
    step_order: str = ruling(
        "WWG-A3",
        "reevaluate",
        "pour",
        reason="Which die is lower or higher is looked at again after every step.",
    )
    bonus_cap_scope: str = ruling(
        "WWG-A4", "bonuses", "net", "help", reason="It is the bonuses together that cannot go beyond +3."
    )
    bonus_cap: int | None = ruling("WWG-A4", 3, None, reason="Bonuses cannot go beyond +3.", most=30)
    penalty_cap: int | None = ruling(
        "WWG-A5", None, reason="Only bonuses have a limit; penalties stop at the floor of the ladder.", most=30
    )
    source_limit: int | None = ruling("WWG-A6", 3, None, reason="A single bonus or penalty is 1, 2 or 3.", most=9)
    wp_timing: str = ruling(
        "WWG-A7", "final", "every_roll", reason="The new roll is resolved as normal, in place of the old one."
    )
    gamble_reroll: str = ruling(
        "WWG-A8", "all", "choose", reason="All dice but the banes are rolled again, those with edges too."
    )
    push_at_zero: str = ruling(
        "WWG-A9", "warn", "refuse", reason="Without stress a push adds no die; it is a waste, but a legal one."
    )
    split_severity: str = ruling(
        "WWG-A11", "per_target", "total", reason="Each target's own share is read on the harm table."
    )
    gear_loss: str = ruling(
        "WWG-A12",
        "per_damage",
        "per_bane",
        "manual",
        reason="Damage is taken from reliability point by point.",
    )
    opposed_tie: str = ruling("WWG-A13", "defender", "draw", reason="Ties go to the defender.")
    defender_may_risk: bool = ruling(
        "WWG-A14", True, reason="The text forbids it to no one; in combat a defender may not push or gamble."
    )
    help_threshold: int = ruling("WWG-A15", 1, reason="A mixed success of the helper still succeeds.", most=9)
    stress_max: int | None = ruling("WWG-A16", None, reason="No maximum is stated.", most=30)
    max_talent_dice: int = ruling("WWG-A18", 1, reason="The text speaks of the talent die, one.", most=5)
    calls: str = ruling(
        "WWG-A21", "asked", "optional", reason="Before the dice fall the gm makes clear what success looks like."
    )
    helpers_say_how: bool = ruling("WWG-A22", True, reason="Each who helps justifies how they do.")
    bane_targets: str = ruling(
        "WWG-A23", "proposed", "player", reason="The gm has the last word on where damage from banes falls."
    )


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
        joins=Joins(
            "After a roll of your own for it, which must succeed.",
            told="helps by a roll of their own",
            how=says_how,
            proof=("action", "edges"),
        ),
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
