"""The action roll of True World: ability against difficulty."""

from __future__ import annotations

from dataclasses import dataclass, replace

from actionroll.errors import CannotPay, InputError
from actionroll.games.true_world.dicepools import (
    A_DIE,
    LADDER,
    NOVICE,
    ability_pool,
    difference,
    difficulty_pool,
    position_of,
    refuse_unclear_skill,
)
from actionroll.games.true_world.effects import SUCCESSES, TIERS, grit_of, outcome_of
from actionroll.games.true_world.helped import dice_of_helpers, helpers_who_succeeded
from actionroll.games.true_world.rounds import refuse_second_action, spent_action
from actionroll.games.true_world.rulings import Rulings
from actionroll.rules import (
    Effect,
    Outcome,
    Part,
    Pool,
    Step,
    Texts,
    choice,
    decide,
    die,
    facts,
    many,
    throw_gathered,
    whole,
    yes_no,
)
from actionroll.rules.game import RISKS, tiers_by_risk, without_risk

MOST_GRIT = 999


@dataclass(frozen=True, slots=True)
class Acting(Texts):
    """What an action roll and an assisted one have in common."""

    ability: tuple[int, ...] = many(
        A_DIE, "The die of the skill set or specialization that fits best, then any further ability dice.", by="sheet"
    )
    unskilled: bool = yes_no("No skill fits: a d4, always at a disadvantage.", by="sheet")
    boosts: int = whole(0, 10, "Boosts whose constraint is met and that add an ability die.", default=0)
    boost_dice: tuple[int, ...] = many(
        A_DIE,
        "Sizes of the boosts' dice, under the ruling extra_die=custom.",
        most=10,
        under=lambda rulings: rulings.extra_die == "custom",
    )
    effect_boosts: int = whole(0, 10, "Boosts that lift a success by a level of effect.", default=0)
    fuelled: int = whole(0, 20, "How many of these boosts are paid with a point of grit each.", default=0)
    difficulty: int = die(LADDER, "How hard it is for this character.", by="gm", called=True)
    position: str = choice(
        "neutral", "advantage", "disadvantage", says="How the situation favours the character.", by="gm", called=True
    )
    grit: int = whole(0, MOST_GRIT, "Grit at hand.", by="sheet", default=0)
    risk: str = choice(*RISKS, says="Easy and without risk, or beyond trying, needs no roll.", by="gm")
    in_rounds: bool = yes_no("Whether rounds are played: the action of this round is then spent.", by="sheet")
    acted: bool = yes_no("Whether the character has already acted this round.", by="sheet")
    override: bool = yes_no("The gm lets someone act who has already acted.", by="gm")


@dataclass(frozen=True, slots=True)
class Action(Acting):
    """All that is settled before an action roll."""

    helpers: int = helpers_who_succeeded("Helpers whose own quick roll succeeded.")
    helper_dice: tuple[int | None, ...] = dice_of_helpers(lambda rulings: rulings.extra_die != "same_as_base")


@dataclass(frozen=True, slots=True)
class Help:
    """Who helped and the dice that they add; and whether their own rolls are part of this roll."""

    parts: tuple[Part, ...] = ()
    dice: tuple[int, ...] = ()
    rolled_here: bool = False


NO_HELP = Help()


def tiers_of(you: Acting, rulings: Rulings) -> tuple[str, ...]:
    """TW-01, TW-A16. Where no roll is made, the answer has a tier of its own."""
    return tiers_by_risk(you.risk, TIERS)


def start(you: Action, rulings: Rulings) -> Step:
    """TW-20 to TW-26. Ability against difficulty, unless there is nothing to roll for."""
    if certain := without_risk(you.risk, "TW-01" if you.risk == "none" else "TW-A16"):
        return certain
    refuse_what_cannot_be(you, rulings)
    refuse_helpers(you.helpers, rulings)
    return main_throw(you, rulings, help_of(you, rulings))


def refuse_what_cannot_be(you: Acting, rulings: Rulings) -> None:
    """What the rules do not allow, said before anything is spent."""
    refuse_second_action(you.acted, you.override)
    refuse_unclear_skill(bool(you.ability), you.unskilled)
    if you.fuelled > you.boosts + you.effect_boosts:
        raise InputError(f"fuelled takes at most {you.boosts + you.effect_boosts}, the boosts of this roll.")
    if you.fuelled > you.grit:
        raise CannotPay(f"Fuelling {you.fuelled} boosts costs {you.fuelled} grit, and only {you.grit} is there.")
    if you.boost_dice and rulings.extra_die != "custom":
        raise InputError("boost_dice is for the ruling extra_die=custom only; leave it out.")
    refuse_more_dice("boost_dice", you.boost_dice, you.boosts)


def refuse_helpers(count: int, rulings: Rulings) -> None:
    """TW-A5. As many helpers as like, unless the table has set a limit."""
    if rulings.max_helpers is not None and count > rulings.max_helpers:
        raise InputError(f"At most {rulings.max_helpers} may help, the ruling max_helpers, not {count}.")


def help_of(you: Action, rulings: Rulings) -> Help:
    """TW-14. Each helper who succeeded adds one die."""
    if you.helper_dice and rulings.extra_die == "same_as_base":
        raise InputError("helper_dice is for the rulings extra_die=helper and extra_die=custom only; leave it out.")
    refuse_more_dice("helper_dice", you.helper_dice, you.helpers)
    dice = sizes(you.helpers, you.helper_dice, base_die(you))
    return Help(tuple(f"helper-{place + 1}" for place in range(you.helpers)), dice) if dice else NO_HELP


def base_die(you: Acting) -> int:
    """TW-20. The die of the skill starts the pool. TW-21. Without one it is a d4."""
    return NOVICE if you.unskilled else you.ability[0]


def refuse_more_dice(name: str, named: tuple[int | None, ...], count: int) -> None:
    """TW-A2. Sizes are named for dice that are added, one each."""
    if len(named) > count:
        raise InputError(f"{name} takes at most {count} dice here, one for each die added, not {len(named)}.")


def sizes(count: int, named: tuple[int | None, ...], base: int) -> tuple[int, ...]:
    """TW-A2. An extra die has the size named for it, else that of the base die."""
    return tuple(size or base for size in named) + (base,) * (count - len(named))


def pools(you: Acting, rulings: Rulings, helped: Help) -> tuple[Pool[int], Pool[int]]:
    """TW-20 to TW-24. Skill, boost and teamwork dice against the difficulty; nothing else adds a die."""
    skill = (NOVICE,) if you.unskilled else you.ability
    boosts = sizes(you.boosts, you.boost_dice, skill[0])
    sources = ("unskilled" if you.unskilled else "skill",) + ("ability",) * (len(skill) - 1)
    sources += ("boost",) * len(boosts) + ("teamwork",) * len(helped.dice)
    position = position_of(you.position, you.unskilled, rulings.unskilled_advantage)
    return ability_pool(skill + boosts + helped.dice, sources), difficulty_pool(you.difficulty, position)


def main_throw(you: Acting, rulings: Rulings, helped: Help) -> Step:
    """TW-25, TW-26. The player rolls both pools and subtracts."""
    costs: tuple[Effect, ...] = (spent_action("roller"),) if you.in_rounds else ()
    if you.fuelled:
        costs += (Effect("roller", "grit", -you.fuelled, "boosts fuelled"),)
    return throw_gathered(
        "TW-26", pools(you, rulings, helped), difference, may_reroll, you, rulings, helped, costs=costs
    )


def may_reroll(result: int, you: Acting, rulings: Rulings, helped: Help) -> Step:
    """TW-A10. By ruling, a point of grit rolls the action again, once."""
    if not rulings.grit_reroll or you.grit <= you.fuelled:
        return end(result, you.fuelled > 0, you, rulings, helped)
    return decide("TW-A10", "reroll", "roller", ("keep", "reroll"), keep_or_reroll, result, you, rulings, helped)


def keep_or_reroll(option: str, result: int, you: Acting, rulings: Rulings, helped: Help) -> Step:
    """The new result stands, whatever it is."""
    if option == "keep":
        return end(result, you.fuelled > 0, you, rulings, helped)
    costs = (Effect("roller", "grit", -1, "reroll"),)
    return throw_gathered(
        "TW-A10", pools(you, rulings, helped), difference, rerolled, you, rulings, helped, costs=costs
    )


def rerolled(result: int, you: Acting, rulings: Rulings, helped: Help) -> Outcome:
    """The end after a reroll: grit was spent."""
    return end(result, True, you, rulings, helped)


def end(result: int, grit_spent: bool, you: Acting, rulings: Rulings, helped: Help) -> Outcome:
    """TW-27 to TW-31. Success or failure, its effect, and who earns grit."""
    read = outcome_of(result, you.effect_boosts, rulings.effect_cap, rulings.effect_bands, rulings.ties)
    if not (rulings.effect_grit or helped.parts or helped.rolled_here):
        return read
    effects = helpers_grit(read.tier in SUCCESSES, rulings, helped)
    if rulings.effect_grit and not grit_spent and (grit := grit_of(read.tier)):
        effects += (Effect("roller", "grit", grit, "effect"),)
    more = facts(helped=len(helped.parts)) if helped.rolled_here else ()
    return replace(read, facts=read.facts + more, effects=effects)


def helpers_grit(success: bool, rulings: Rulings, helped: Help) -> tuple[Effect, ...]:
    """TW-14, TW-A9. A helper earns 1 grit for helping well, or by ruling for the success of the action helped."""
    earned = success if rulings.helper_grit == "main_action" else helped.rolled_here
    return tuple(Effect(part, "grit", 1, "teamwork") for part in helped.parts) if earned else ()
