"""The quick action roll of True World, and assistance, which is one."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.errors import InputError
from actionroll.games.true_world.action import MOST_GRIT, refuse_helpers, refuse_more_dice, sizes
from actionroll.games.true_world.dicepools import (
    LADDER,
    NOVICE,
    ability_pool,
    difference,
    difficulty_pool,
    refuse_unclear_skill,
)
from actionroll.games.true_world.effects import QUICK_TIERS, succeeds, told
from actionroll.games.true_world.helped import dice_of_helpers, helpers_who_succeeded
from actionroll.games.true_world.rounds import refuse_second_action, spent_action
from actionroll.games.true_world.rulings import Rulings
from actionroll.rules import (
    Effect,
    Outcome,
    Pool,
    Step,
    Texts,
    choice,
    decide,
    die,
    facts,
    throw_gathered,
    whole,
    yes_no,
)
from actionroll.rules.game import RISKS, tiers_by_risk, without_risk


@dataclass(frozen=True, slots=True)
class RawAbility(Texts):
    """TW-16, TW-17. A quick roll has one ability die, and neither boosts nor position."""

    ability: int | None = die(LADDER, "The die of the skill that fits best.", by="sheet", default=None, or_none=True)
    unskilled: bool = yes_no("No skill fits: a d4, at a disadvantage.", by="sheet")
    grit: int = whole(0, MOST_GRIT, "Grit at hand.", by="sheet", default=0)


@dataclass(frozen=True, slots=True)
class Quick(RawAbility):
    """All that is settled before a quick action roll."""

    difficulty: int = die(LADDER, "How hard it is for this character.", by="gm", called=True)
    helpers: int = helpers_who_succeeded(
        "Helpers who succeeded, under the ruling quick_teamwork=yes.", lambda rulings: rulings.quick_teamwork
    )
    helper_dice: tuple[int | None, ...] = dice_of_helpers(
        lambda rulings: rulings.quick_teamwork and rulings.extra_die != "same_as_base"
    )
    risk: str = choice(*RISKS, says="Easy and without risk, or beyond trying, needs no roll.", by="gm")


@dataclass(frozen=True, slots=True)
class Assist(RawAbility):
    """All that is settled before a helper's roll. TW-13. It is never easy, so it cannot be without risk."""

    difficulty: int = die(LADDER, "How hard it is to be of help.", by="gm", default=4)
    acted: bool = yes_no("Whether the helper has already acted this round.", by="sheet")
    override: bool = yes_no("The gm lets someone help who has already acted.", by="gm")


@dataclass(frozen=True, slots=True)
class Compared:
    """The dice of a quick roll, and what rides on it."""

    ability: tuple[int, ...]
    difficulty: int
    position: str
    unskilled: bool
    grit: int
    assists: bool


def tiers_of(you: Quick, rulings: Rulings) -> tuple[str, ...]:
    """TW-18. Success or failure, and no more; TW-01. Or no roll at all."""
    return tiers_by_risk(you.risk, QUICK_TIERS)


def start_quick(you: Quick, rulings: Rulings) -> Step:
    """TW-16 to TW-19. A simple comparison of raw ability with difficulty."""
    if certain := without_risk(you.risk, "TW-01" if you.risk == "none" else "TW-A16"):
        return certain
    return first_throw(compared(you, rulings, teamwork_dice(you, rulings)), rulings)


def start_assist(you: Assist, rulings: Rulings) -> Step:
    """TW-10 to TW-13. The helper goes first, with a quick roll that spends their action."""
    refuse_second_action(you.acted, you.override)
    return first_throw(compared(you, rulings, ()), rulings)


def teamwork_dice(you: Quick, rulings: Rulings) -> tuple[int, ...]:
    """TW-A17. Nobody adds a die to a quick roll, unless by ruling."""
    if you.helpers and not rulings.quick_teamwork:
        raise InputError("helpers cannot help a quick roll, unless the ruling quick_teamwork=yes is set.")
    if you.helper_dice and rulings.extra_die == "same_as_base":
        raise InputError("helper_dice is for the rulings extra_die=helper and extra_die=custom only; leave it out.")
    refuse_helpers(you.helpers, rulings)
    refuse_more_dice("helper_dice", you.helper_dice, you.helpers)
    return sizes(you.helpers, you.helper_dice, you.ability or NOVICE)


def compared(you: Quick | Assist, rulings: Rulings, teamwork: tuple[int, ...]) -> Compared:
    """TW-20, TW-21. One ability die; without a skill a d4 against the higher of two."""
    refuse_unclear_skill(you.ability is not None, you.unskilled)
    dice = (you.ability or NOVICE, *teamwork)
    position = quick_position(you.unskilled, rulings)
    return Compared(dice, you.difficulty, position, you.unskilled, you.grit, isinstance(you, Assist))


def quick_position(unskilled: bool, rulings: Rulings) -> str:
    """TW-17. No position. TW-A4. Lack of training is none, so its disadvantage stays."""
    return "disadvantage" if unskilled and rulings.unskilled_quick == "disadvantage" else "neutral"


def quick_pools(you: Compared, by: str = "roller") -> tuple[Pool[int], Pool[int]]:
    """The ability die, and those of helpers by ruling, against the difficulty."""
    sources = ("unskilled" if you.unskilled else "skill",) + ("teamwork",) * (len(you.ability) - 1)
    return ability_pool(you.ability, sources, by), difficulty_pool(you.difficulty, you.position, by)


def first_throw(you: Compared, rulings: Rulings) -> Step:
    """TW-11. A helper's action is spent as the dice fall, win or lose."""
    rule, costs = ("TW-12", (spent_action("roller"),)) if you.assists else ("TW-16", ())
    return throw_gathered(rule, quick_pools(you), difference, may_reroll, you, rulings, costs=costs)


def may_reroll(result: int, you: Compared, rulings: Rulings) -> Step:
    """TW-A17. A quick roll can be rolled again for grit, where that option is played."""
    if not rulings.grit_reroll or not you.grit:
        return end(result, False, you, rulings)
    return decide("TW-A17", "reroll", "roller", ("keep", "reroll"), keep_or_reroll, result, you, rulings)


def keep_or_reroll(option: str, result: int, you: Compared, rulings: Rulings) -> Step:
    """The new result stands, whatever it is."""
    if option == "keep":
        return end(result, False, you, rulings)
    costs = (Effect("roller", "grit", -1, "reroll"),)
    return throw_gathered("TW-A17", quick_pools(you), difference, rerolled, you, rulings, costs=costs)


def rerolled(result: int, you: Compared, rulings: Rulings) -> Outcome:
    """The end after a reroll: grit was spent."""
    return end(result, True, you, rulings)


def end(result: int, grit_spent: bool, you: Compared, rulings: Rulings) -> Outcome:
    """TW-18. Success or failure. TW-14, TW-15. A helper who succeeds earns 1 grit, one who fails nothing."""
    success = succeeds(result, rulings.ties)
    earns = you.assists and success and not grit_spent and rulings.helper_grit == "assist"
    effects = (Effect("roller", "grit", 1, "teamwork"),) if earns else ()
    return Outcome("TW-18", QUICK_TIERS[success], facts(result=result), effects, why=told(result))
