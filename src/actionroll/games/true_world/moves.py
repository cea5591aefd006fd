"""Other moves of True World: the quick roll, assistance, a group's action, and grit that soaks stress."""

from __future__ import annotations

from actionroll.errors import CannotPay, InputError
from actionroll.games.true_world import action
from actionroll.games.true_world.attempt import Assist, Group, Quick, Rulings, Soak
from actionroll.rules import Effect, Outcome, Step, facts, throw_gathered, throw_read
from actionroll.rules.game import tiers_by_risk

QUICK_TIERS = ("failure", "success")
QUICK_MEANS = {
    "failure": "It does not work: the gm says what follows.",
    "success": "It works, no better and no worse: the gm tells it.",
}
ASSIST_MEANS = {
    "failure": "The help is of no use; the other acts as if nobody had helped.",
    "success": "The help is of use: the other adds a die, and the helper earns 1 grit.",
}
GROUP_MEANS = {
    "failure": "The group fails together: the gm says what follows for all.",
    "success": "The group succeeds together: the gm says what it brings.",
}

# the quick action roll, and assistance, which is one


def start_quick(you: Quick, rulings: Rulings) -> Step:
    """A simple comparison of raw ability with difficulty."""
    if certain := action.nothing_to_roll(you.risk):
        return certain
    refuse_teamwork(you, rulings)
    return quick_throw(may_reroll, (), you, rulings)


def quick_tiers_of(you: Quick, rulings: Rulings) -> tuple[str, ...]:
    """Success or failure, or no roll at all."""
    return tiers_by_risk(you.risk, QUICK_TIERS)


def start_assist(you: Assist, rulings: Rulings) -> Step:
    """A helper's own quick roll, which spends their action of this round."""
    action.refuse_early_action(you.action_phase, you.override, rulings)
    action.refuse_second_action(you.acted, you.override)
    return quick_throw(may_reroll, (action.spent_action("roller"),), you, rulings)


def refuse_teamwork(you: Quick, rulings: Rulings) -> None:
    """TW-A17. Nobody adds a die to a quick roll, unless by ruling."""
    if you.helpers and not rulings.quick_teamwork:
        raise InputError("helpers cannot help a quick roll, unless the ruling quick_teamwork=yes is set.")
    if you.helper_dice and rulings.extra_die == "same_as_base":
        raise InputError("helper_dice is for the rulings extra_die=helper and extra_die=custom only; leave it out.")
    action.refuse_helpers(you.helpers, rulings)
    action.refuse_more_dice("helper_dice", you.helper_dice, you.helpers)


def quick_throw(then: action.Then, costs: tuple[Effect, ...], you: Quick | Assist, rulings: Rulings) -> Step:
    """TW-36. One ability die, and by ruling those of helpers, against the difficulty."""
    action.refuse_unclear_skill(you.ability is not None, you.unskilled)
    base = you.ability or action.NOVICE
    teamwork = action.extra_dice(you.helpers, you.helper_dice, base) if isinstance(you, Quick) else ()
    pools = action.quick_pools((base, *teamwork), you.difficulty, you.unskilled, rulings)
    return throw_gathered("TW-36", pools, action.difference, then, you, rulings, costs=costs)


def may_reroll(result: int, you: Quick | Assist, rulings: Rulings) -> Step:
    """A quick roll can be rolled again for grit, where that option is played."""
    return action.ask_reroll(you.grit, keep_or_reroll, result, you, rulings)


def keep_or_reroll(option: str, result: int, you: Quick | Assist, rulings: Rulings) -> Step:
    """The new result stands, whatever it is."""
    if option == "keep":
        return quick_end(result, False, you, rulings)
    return quick_throw(rerolled, action.REROLL_COSTS, you, rulings)


def rerolled(result: int, you: Quick | Assist, rulings: Rulings) -> Outcome:
    """The end after a reroll: grit was spent."""
    return quick_end(result, True, you, rulings)


def quick_end(result: int, grit_spent: bool, you: Quick | Assist, rulings: Rulings) -> Outcome:
    """TW-18. Success or failure, and no more. TW-19. A tie succeeds here too."""
    success = action.succeeds(result, rulings)
    earns = isinstance(you, Assist) and success and not grit_spent
    effects = action.earned_by_help(("roller",), "assist", rulings) if earns else ()
    tier = QUICK_TIERS[success]
    means = (ASSIST_MEANS if isinstance(you, Assist) else QUICK_MEANS)[tier]
    return Outcome("TW-18", tier, facts(result=result), effects, why=action.result_told(result), means=means)


# a group's action


def start_group(you: Group, rulings: Rulings) -> Step:
    """Each member rolls in turn."""
    if not you.abilities:
        raise InputError("abilities takes the die of at least one member, none for an unskilled one.")
    return next_member(0, 0, you, rulings)


def next_member(place: int, total: int, you: Group, rulings: Rulings) -> Step:
    """TW-34. The next member's own roll, or the end."""
    if place == len(you.abilities):
        return group_end(total, rulings)
    part = f"member-{place + 1}"
    ability = you.abilities[place]
    source = "unskilled" if ability is None else "skill"
    position = action.position_of(you.position, ability is None, rulings)
    pools = (
        action.ability_pool((ability or action.NOVICE,), (source,), part),
        action.difficulty_pool(you.difficulty, position, part),
    )
    return throw_read("TW-34", pools, own_effect, after_member, place, total, you, rulings)


def own_effect(ability: int, difficulty: int, place: int, total: int, you: Group, rulings: Rulings) -> int:
    """A member's level of effect, below zero for a failure."""
    result = ability - difficulty
    success = action.succeeds(result, rulings)
    level = action.level_of(result, success, rulings)
    return level if success else -level


def after_member(effect: int, place: int, total: int, you: Group, rulings: Rulings) -> Step:
    """What this member brings joins the sum."""
    return next_member(place + 1, total + effect, you, rulings)


def group_end(total: int, rulings: Rulings) -> Outcome:
    """TW-35. The sum of all effects is read as a result is."""
    why = f"the effects of all sum up to {str(total).replace('-', '−')}"
    tier = QUICK_TIERS[action.succeeds(total, rulings)]
    return Outcome("TW-35", tier, facts(effect=total), why=why, means=GROUP_MEANS[tier])


# grit against stress

SOAKED = "soaked"
SOAK_MEANS = {SOAKED: "Grit carries the character on: say how they shake it off."}


def start_soak(you: Soak, rulings: Rulings) -> Step:
    """TW-A11. Each point of grit takes away a point of stress, and eases a condition by one, in words."""
    if you.points > you.grit:
        raise CannotPay(f"Soaking {you.points} costs {you.points} grit, and only {you.grit} is there.")
    if you.points > you.stress:
        raise InputError(f"points takes at most {you.stress}, the stress there is.")
    effects = (Effect("roller", "grit", -you.points, "soak"), Effect("roller", "stress", -you.points, "soak"))
    return Outcome(
        "TW-A11", SOAKED, facts(points=you.points), effects, why="grit takes stress away", means=SOAK_MEANS[SOAKED]
    )
