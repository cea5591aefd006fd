"""The action roll of True World: ability against difficulty, alone or with helpers who roll first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from actionroll.dice import highest, lowest
from actionroll.errors import CannotPay, InputError
from actionroll.games.true_world import attempt
from actionroll.games.true_world.attempt import HELP_DIFFICULTY, LADDER, RATINGS, Acting, Action, Assisted, Rulings
from actionroll.rules import Due, Effect, Outcome, Part, Pool, Step, Way, decide, facts, set_mark
from actionroll.rules.game import CANNOT_BE_DONE, JUST_HAPPENS, tiers_by_risk, without_risk
from actionroll.rules.steps import throw_gathered, throw_read

FAILURES = ("critical failure", "complete failure", "marginal failure")
SUCCESSES = ("marginal success", "complete success", "critical success")
TIERS = FAILURES + SUCCESSES
EFFECTS = ("marginal", "complete", "critical")
BANDS, BANDS_RULE = (3, 6), "TW-30"
"""The largest size of a marginal effect and of a complete one, from which `level_of` counts; and the rule they are."""
MEANS = {
    "critical failure": "It fails as badly as it can: the gm makes it a disaster.",
    "complete failure": "It fails outright: the gm says what goes wrong.",
    "marginal failure": "It just fails: the gm says what small harm or setback follows.",
    "marginal success": "It just succeeds: the gm says how little it brings.",
    "complete success": "It succeeds as it was meant: the gm says what it brings.",
    "critical success": "It succeeds beyond what was meant: the gm says what more it brings.",
    JUST_HAPPENS: "It succeeds without a roll: the gm tells how, or lets the player tell it.",
    CANNOT_BE_DONE: "It cannot even be tried: say what the character does instead.",
}
NOVICE = 4
ACTED = "acted"
WAITING = "waiting_help"
Then: TypeAlias = Callable[..., Step]


@dataclass(frozen=True, slots=True)
class Help:
    """Who helped and the dice that they add; and whether their own rolls are part of this roll."""

    parts: tuple[Part, ...] = ()
    dice: tuple[int, ...] = ()
    rolled_here: bool = False
    waited: int = 0
    """How many of these dice waited on the sheet, from help that was rolled for before."""
    in_vain: tuple[Part, ...] = ()


def start(you: Action, rulings: Rulings) -> Step:
    """An action, with the dice of helpers who have already succeeded."""
    if certain := without_dice(you, rulings):
        return certain
    refuse_what_cannot_be(you, rulings)
    attempt.refuse_helpers(you.helpers, rulings)
    return first_throw(you, rulings, help_given(you, rulings))


def start_assisted(you: Assisted, rulings: Rulings) -> Step:
    """TW-10. An action whose helpers go first."""
    if certain := without_dice(you, rulings):
        return certain
    refuse_what_cannot_be(you, rulings)
    refuse_what_helpers_cannot(you, rulings)
    return next_helper(0, (), you, rulings)


def tiers_of(you: Acting, rulings: Rulings) -> tuple[str, ...]:
    """Where no roll is made, the answer has a tier of its own."""
    return tiers_by_risk(you.risk, TIERS)


def nothing_to_roll(risk: str) -> Outcome | None:
    """TW-01. What is easy succeeds by itself, and is told. TW-A16. What the gm rules out cannot be tried."""
    certain = without_risk(risk, "TW-01" if risk == "none" else "TW-A16", MEANS)
    if certain is None or risk == "impossible":
        return certain
    telling = Due("telling", "gm", "Tell how it goes, or let the player tell it.", attempt.TELLING, rule="TW-01")
    return replace(certain, dues=(telling,))


def without_dice(you: Acting | attempt.Quick, rulings: Rulings) -> Outcome | None:
    """What is easy is an action all the same: in a round it comes in its turn, and spends it."""
    certain = nothing_to_roll(you.risk)
    if certain is None or you.risk == "impossible":
        return certain
    attempt.refuse_out_of_turn(you, rulings)
    return replace(certain, effects=spent_action("roller", you.in_rounds))


# what cannot be, said before anything is spent


def refuse_what_cannot_be(you: Acting, rulings: Rulings) -> None:
    """What the rules do not allow the roller."""
    attempt.refuse_out_of_turn(you, rulings)
    attempt.refuse_unclear_skill(bool(you.ability), you.unskilled)
    if you.fuelled > you.boosts + you.effect_boosts:
        raise InputError(f"fuelled takes at most {you.boosts + you.effect_boosts}, the boosts of this roll.")
    if you.fuelled > you.grit:
        boosts = "this" if you.fuelled == 1 else f"{you.fuelled} boosts"
        raise CannotPay(f"To use {boosts} takes {you.fuelled} grit, and there is {attempt.counted(you.grit)}.")
    if you.boost_dice and rulings.extra_die != "custom":
        raise InputError("boost_dice is for the ruling extra_die=custom only; leave it out.")
    attempt.refuse_more_dice("boost_dice", you.boost_dice, you.boosts)


def refuse_what_helpers_cannot(you: Assisted, rulings: Rulings) -> None:
    """What the rules do not allow helpers, and lists that name more helpers than there are."""
    count = len(you.helper_abilities)
    attempt.refuse_second_action(you.helpers_acted > 0, you.override)
    attempt.refuse_helpers(count, rulings)
    if you.helper_dice and rulings.extra_die != "custom":
        raise InputError("helper_dice is for the ruling extra_die=custom only here; leave it out.")
    attempt.refuse_more_dice("helper_dice", you.helper_dice, count)
    if len(you.helper_difficulties) > count:
        raise InputError(f"helper_difficulties takes at most {count} here, one for each of helper_abilities.")


# difficulty and position


def difficulty_pool(difficulty: int, position: str, rulings: Rulings, by: str = "roller", why: str = "") -> Pool[int]:
    """TW-04. The die of the rating, told with its name. TW-08. It is alone without a position.

    TW-05. A position adds another of its size. TW-06. With an advantage the lower counts, TW-07. else the higher.
    """
    rating, tie = RATINGS[LADDER.index(difficulty)], "; dangerous: a tie fails" * (rulings.ties == "failure")
    if position == "neutral":
        return Pool((difficulty,), highest, ("difficulty",), by=by, note=rating + f"; {why}" * bool(why) + tie)
    statistic, counts = (lowest, "lower") if position == "advantage" else (highest, "higher")
    note = f"{rating}; {why or position}, so the {counts} counts{tie}"
    return Pool((difficulty,) * 2, statistic, ("difficulty", "untrained" if why else "position"), by=by, note=note)


def position_of(position: str, unskilled: bool, rulings: Rulings) -> str:
    """TW-A6. There is one net position. TW-A13. It changes the effect only through the dice.

    TW-21. An unskilled roll is at a disadvantage, whatever else is true; TW-A3. by ruling an advantage cancels it.
    TW-33. So against d4 it mostly fails.
    """
    if not unskilled:
        return position
    return "neutral" if position == "advantage" and rulings.unskilled_advantage == "cancels" else "disadvantage"


def position_told(said: str, counts: str, unskilled: bool) -> str:
    """Why the position that counts is another than the one that was said; empty where it is the same."""
    if not unskilled:
        return ""
    if said == "advantage":
        return "unskilled, which the advantage " + ("cancels" if counts == "neutral" else "does not change")
    return "unskilled"


# teamwork


def next_helper(place: int, helped: tuple[int, ...], you: Assisted, rulings: Rulings) -> Step:
    """TW-12. A quick roll for each helper, against d4 unless the gm says more; then the action itself."""
    if place == len(you.helper_abilities):
        return first_throw(you, rulings, help_rolled(helped, you, rulings))
    part = f"helper-{place + 1}"
    ability = you.helper_abilities[place]
    hard = you.helper_difficulties[place] if place < len(you.helper_difficulties) else HELP_DIFFICULTY
    pools = quick_pools((ability or NOVICE,), hard, ability is None, rulings, part)
    costs = spent_action(part, you.in_rounds)
    return throw_read("TW-12", pools, is_helpful, after_helper, place, helped, you, rulings, costs=costs)


def is_helpful(
    ability: int, difficulty: int, place: int, helped: tuple[int, ...], you: Assisted, rulings: Rulings
) -> bool:
    """Only whether it succeeds counts."""
    return succeeds(ability - difficulty, rulings)


def after_helper(success: bool, place: int, helped: tuple[int, ...], you: Assisted, rulings: Rulings) -> Step:
    """TW-15. After help that failed the action goes on unhindered. TW-A15. Nothing is taken from the roller."""
    return next_helper(place + 1, (*helped, place) if success else helped, you, rulings)


def help_given(you: Action, rulings: Rulings) -> Help:
    """Each helper who succeeded before adds one die."""
    if you.helper_dice and rulings.extra_die == "same_as_base":
        raise InputError("helper_dice is for the rulings extra_die=helper and extra_die=custom only; leave it out.")
    waited = used_of_waiting(you, you.helpers, rulings)
    attempt.refuse_more_dice("helper_dice", you.helper_dice, you.helpers + waited)
    parts = tuple(f"helper-{place + 1}" for place in range(you.helpers))
    return Help(parts, extra_dice(len(parts) + waited, you.helper_dice, skill_dice(you)[0]), waited=waited)


def used_of_waiting(you: Acting, helpers: int, rulings: Rulings) -> int:
    """The dice that wait and count here: as many as may help beside these helpers; the others wait on."""
    most = rulings.max_helpers
    return you.waiting_help if most is None else min(you.waiting_help, max(0, most - helpers))


def help_rolled(helped: tuple[int, ...], you: Assisted, rulings: Rulings) -> Help:
    """Those who have just succeeded add one die each."""
    base = skill_dice(you)[0]
    named, without = (you.helper_abilities, NOVICE) if rulings.extra_die == "helper" else (you.helper_dice, base)
    sizes = tuple((named[place] if place < len(named) else None) or without for place in helped)
    waited = used_of_waiting(you, len(you.helper_abilities), rulings)
    parts = [(f"helper-{place + 1}", place in helped) for place, _ in enumerate(you.helper_abilities)]
    came, in_vain = (tuple(each for each, helps in parts if helps is some) for some in (True, False))
    return Help(came, sizes + (base,) * waited, True, waited, in_vain)


def earned_by_help(parts: tuple[Part, ...], moment: str, rulings: Rulings) -> tuple[Effect, ...]:
    """TW-14. Help that succeeds earns 1 grit. TW-A9. By ruling not before the action that is helped succeeds."""
    return tuple(Effect(part, "grit", 1, "teamwork") for part in parts) if rulings.helper_grit == moment else ()


def spent_action(who: Part, in_rounds: bool) -> tuple[Effect, ...]:
    """TW-11. The action of this round is spent, win or lose; a new round brings it back. Outside rounds none is."""
    return (set_mark(who, ACTED, "the action of this round"),) if in_rounds else ()


# ability


def skill_dice(you: Acting) -> tuple[int, ...]:
    """TW-20. The die of the skill that fits best starts the pool; without one it is a d4."""
    return (NOVICE,) if you.unskilled else you.ability


def extra_dice(count: int, named: tuple[int | None, ...], base: int) -> tuple[int, ...]:
    """TW-A2. A die that is added has the size of the base die, unless by ruling another one is named for it."""
    return tuple(size or base for size in named) + (base,) * (count - len(named))


def ability_pool(dice: tuple[int, ...], sources: tuple[str, ...], by: str = "roller", note: str = "") -> Pool[int]:
    """TW-23. The highest ability die counts. TW-A14. They may be of different sizes.

    TW-32. What a further die is worth is counted, never taken from the remark about half steps.
    """
    return Pool(dice, highest, sources, by=by, note=note)


def pools(you: Acting, rulings: Rulings, helped: Help) -> tuple[Pool[int], Pool[int]]:
    """TW-24. Skill, boost and teamwork dice, nothing else, against the difficulty. TW-22. A boost adds a die."""
    skill = skill_dice(you)
    boosts = extra_dice(you.boosts, you.boost_dice, skill[0])
    sources = ("unskilled" if you.unskilled else "skill",) + ("ability",) * (len(skill) - 1)
    sources += ("boost",) * len(boosts) + ("teamwork",) * len(helped.dice)
    position = position_of(you.position, you.unskilled, rulings)
    hard = difficulty_pool(you.difficulty, position, rulings, why=position_told(you.position, position, you.unskilled))
    return ability_pool(skill + boosts + helped.dice, sources), hard


def quick_pools(
    ability: tuple[int, ...], difficulty: int, unskilled: bool, rulings: Rulings, by: str = "roller"
) -> tuple[Pool[int], Pool[int]]:
    """TW-17. No position. TW-A4. Lack of training is none, so its disadvantage stays, unless by ruling."""
    position = "disadvantage" if unskilled and rulings.unskilled_quick == "disadvantage" else "neutral"
    sources = ("unskilled" if unskilled else "skill",) + ("teamwork",) * (len(ability) - 1)
    why = "unskilled" if position == "disadvantage" else ""
    return ability_pool(ability, sources, by), difficulty_pool(difficulty, position, rulings, by, why)


# the roll


def first_throw(you: Acting, rulings: Rulings, helped: Help) -> Step:
    """As the dice fall the action of this round is spent, boosts are fuelled, and help that waited is used up."""
    costs = spent_action("roller", you.in_rounds)
    if you.fuelled:
        costs += (Effect("roller", "grit", -you.fuelled, "boosts fuelled"),)
    if helped.waited:
        costs += (Effect("roller", WAITING, -helped.waited, "used by this action"),)
    return cast(may_reroll, costs, you, rulings, helped)


def cast(then: Then, costs: tuple[Effect, ...], you: Acting, rulings: Rulings, helped: Help) -> Step:
    """TW-25. The player rolls both pools. TW-26. The result is the ability less the difficulty."""
    return throw_gathered("TW-26", pools(you, rulings, helped), difference, then, you, rulings, helped, costs=costs)


def difference(ability: int | None, shown: int) -> int:
    """The first pool less the second, gathered one after the other."""
    return shown if ability is None else ability - shown


def may_reroll(result: int, you: Acting, rulings: Rulings, helped: Help) -> Step:
    """Where grit is left after fuelling boosts."""
    return ask_reroll(you.grit - you.fuelled, keep_or_reroll, result, you, rulings, helped)


def ask_reroll(grit: int, then: Then, result: int, you: object, rulings: Rulings, *more: Help) -> Step:
    """TW-A10. By ruling, a point of grit rolls again, once; what is not there is not offered."""
    offered = ("keep", "reroll") if rulings.grit_reroll and grit > 0 else ("keep",)
    return decide("TW-A10", "reroll", "roller", offered, then, result, you, rulings, *more)


REROLL_COSTS = (Effect("roller", "grit", -1, "reroll"),)


def keep_or_reroll(option: str, result: int, you: Acting, rulings: Rulings, helped: Help) -> Step:
    """The new result stands, whatever it is."""
    if option == "keep":
        return end(result, you.fuelled > 0, you, rulings, helped)
    return cast(rerolled, REROLL_COSTS, you, rulings, helped)


def rerolled(result: int, you: Acting, rulings: Rulings, helped: Help) -> Outcome:
    """The end after a reroll: grit was spent."""
    return end(result, True, you, rulings, helped)


# outcome and effect


def end(result: int, grit_spent: bool, you: Acting, rulings: Rulings, helped: Help) -> Outcome:
    """TW-31. The gm reads outcome and effect together, and names what follows."""
    success = succeeds(result, rulings)
    level = level_of(result, success, rulings)
    tier = SUCCESSES[lifted(level, you, rulings) - 1] if success else FAILURES[3 - level]
    effects = earned_for(success, helped, rulings) + earned_by_effect(level_in(tier), grit_spent, rulings)
    named = facts(result=result) + (facts(helped=len(helped.parts)) if helped.rolled_here else ())
    why = f"{result_told(result, success)}, so {effect_told(success, level, tier, you)}"
    why += help_told(helped) if helped.rolled_here else ""
    thanks = thanks_due(helped.waited if success else 0, rulings)
    dues = (attempt.named_by_gm(f"a {tier}", success, "TW-31", level), *thanks)
    how, vain = size_told(result, success, level, rulings), helped.in_vain
    return Outcome("TW-31", tier, named, effects, dues, why, means=MEANS[tier], in_vain=vain, worked_out=how)


def succeeds(result: int, rulings: Rulings) -> bool:
    """TW-27. A tie goes to the player. TW-28, TW-A7. In dangerous encounters it fails."""
    return result > 0 or (result == 0 and rulings.ties == "success")


def level_of(result: int, success: bool, rulings: Rulings) -> int:
    """TW-29, TW-A1. Marginal 1, complete 2, critical 3, either way, by the size of the result."""
    return 1 + sum(abs(result) + added_to_size(success, rulings) > most for most in BANDS)


def added_to_size(success: bool, rulings: Rulings) -> int:
    """What is added before the effect is read."""
    return int(rulings.effect_bands == "plus_one" or (success and rulings.effect_bands == "plus_one_success_only"))


def lifted(level: int, you: Acting, rulings: Rulings) -> int:
    """TW-A8. Each effect boost lifts a success by a level, up to the cap."""
    return max(level, min(level + you.effect_boosts, rulings.effect_cap))


def level_in(tier: str) -> int:
    """The level of effect that a tier names."""
    return SUCCESSES.index(tier) + 1 if tier in SUCCESSES else 3 - FAILURES.index(tier)


def earned_by_effect(level: int, grit_spent: bool, rulings: Rulings) -> tuple[Effect, ...]:
    """By the ruling effect_grit a complete effect earns 1 grit, a critical one 2; not where grit was spent."""
    earns = rulings.effect_grit and not grit_spent and level > 1
    return (Effect("roller", "grit", level - 1, "effect"),) if earns else ()


def earned_for(success: bool, helped: Help, rulings: Rulings) -> tuple[Effect, ...]:
    """What helpers earn by this roll."""
    own = earned_by_help(helped.parts, "assist", rulings) if helped.rolled_here else ()
    return own + (earned_by_help(helped.parts, "main_action", rulings) if success else ())


def thanks_due(waited: int, rulings: Rulings) -> tuple[Due, ...]:
    """Whoever gave dice that waited, where helpers earn their grit only now: the roll does not know them."""
    if not waited or rulings.helper_grit == "assist":
        return ()
    ways = (Way("grit", "Earned by help.", "grit", 1, anyone=True),)
    return (Due("grit", "gm", "Say who helped before: each earns 1 grit.", ways, waited, "ally", among=("ally",)),)


def result_told(result: int, success: bool) -> str:
    """How ability and difficulty compare, in a clause; and whom a tie favours."""
    if result == 0:
        return "tied, which favours the player" if success else "tied, which fails in dangerous encounters"
    return f"{result} above the difficulty" if result > 0 else f"{-result} short"


def effect_told(success: bool, level: int, tier: str, you: Acting) -> str:
    """The level of effect, and what a boost lifted, or could not."""
    vainly = ", which the boost cannot lift further" if success else ", and a boost lifts no failure"
    lifts = f", lifted to {tier.split(maxsplit=1)[0]} by a boost" if level_in(tier) > level else vainly
    return f"the effect{' of the failure' * (not success)} is {EFFECTS[level - 1]}" + lifts * bool(you.effect_boosts)


def size_told(result: int, success: bool, level: int, rulings: Rulings) -> str:
    """How that level is read: from the size of the result, with the 1 that is added, among the sizes of the level."""
    size, plus, effect = abs(result), added_to_size(success, rulings), EFFECTS[level - 1]
    with_it = (f"{size} plus {plus} is {size + plus}" if size else f"a tie counts as {plus}") if plus else f"{size}"
    band = (f"{plus} to {BANDS[0]}", f"{BANDS[0] + 1} to {BANDS[1]}", f"{BANDS[1] + 1} or more")[level - 1]
    return f"The effect is read from how far the dice lie apart: {with_it}, and {band} is {effect} ({BANDS_RULE})."


def help_told(helped: Help) -> str:
    """From whom help came, and from whom none, in a sentence."""
    some, none = (" and ".join(parts).replace("-", " ") for parts in (helped.parts, helped.in_vain))
    return (some and f". Help came from {some}") + (none and f"{', none' if some else '. No help came'} from {none}")
