"""The action roll of In the Dark."""

from __future__ import annotations

from functools import lru_cache

from actionroll.errors import InputError
from actionroll.games.in_the_dark import fortune
from actionroll.games.in_the_dark.attempt import Action, bargains, pushes, terms
from actionroll.games.in_the_dark.consequences import TIERS, bargain_due, dues_of, npc_reads, tier_of
from actionroll.games.in_the_dark.dicepool import Shown, Thrown, pool_of, thrown, told
from actionroll.games.in_the_dark.rulings import Rulings
from actionroll.games.in_the_dark.stress import is_ninth, paid, refuse_unless_free, trauma
from actionroll.rules import Due, Effect, Outcome, Step, facts, throw
from actionroll.rules.game import CANNOT_BE_DONE, tiers_by_risk, without_risk


def tiers_of(you: Action, rulings: Rulings) -> tuple[str, ...]:
    """ITD-02, ITD-03, ITD-04. Where no action roll is made, the answer has other tiers."""
    if you.risk != "risky":
        return tiers_by_risk(you.risk, TIERS)
    if is_simple(you):
        return fortune.tiers_of(you, rulings)
    return (CANNOT_BE_DONE,) if loses_the_roll(you, rulings) else TIERS


def start(you: Action, rulings: Rulings) -> Step:
    """ITD-01. An action roll is made on a job, under pressure, at a risk."""
    if certain := without_risk(you.risk, "ITD-02" if you.risk == "none" else "ITD-03"):
        return certain
    if is_simple(you):
        return fortune.fortune_with(you.dots, rulings)
    refuse_what_cannot_be(you, rulings)
    if loses_the_roll(you, rulings):
        return out_before_the_roll(you, rulings)
    summed = terms(you, rulings)
    pool = pool_of(sum(term.count for term in summed), rulings, "action", terms=summed)
    return throw("ITD-18", (pool,), read, thrown(pool), you.npc, other_dues(you, rulings), costs=costs(you, rulings))


def is_simple(you: Action) -> bool:
    """ITD-04. Off a job or without pressure, and ITD-A16 for minor actions, it is a fortune roll."""
    return you.off_job or you.minor


def refuse_what_cannot_be(you: Action, rulings: Rulings) -> None:
    """ITD-29. The gm's veto; and what the rulings allow of push, bargain, assistants and severe harm."""
    if not you.fits:
        raise InputError("The gm does not accept that this action fits; pick another action, nothing is spent.")
    if you.out_of_action:
        raise InputError("The character is out of action until downtime; set out_of_action=no once that is over.")
    if you.severe_harm and rulings.severe == "incapacitated":
        raise InputError("Severe harm: out of action until treated, unless the ruling severe=ignore is set.")
    if you.extra == "both" and rulings.push_and_bargain == "exclusive":
        raise InputError("extra takes one of none, push, bargain; both only under the ruling push_and_bargain=both.")
    refuse_unless_free("the roller", you.stress, push_price(you, rulings), "A push")
    refuse_assistants(you, rulings)


def refuse_assistants(you: Action, rulings: Rulings) -> None:
    """ITD-A5. One assistant, unless by ruling; and each must have a free box."""
    if rulings.max_assistants is not None and you.assist > rulings.max_assistants:
        raise InputError(f"assist takes at most {rulings.max_assistants}, the ruling max_assistants.")
    if you.assist_stress and len(you.assist_stress) != you.assist:
        raise InputError(f"assist_stress takes one number for each assistant, and assist is {you.assist}.")
    for place, marked in enumerate(you.assist_stress):
        refuse_unless_free(assistant(place), marked, 1, "Assisting")


def assistant(place: int) -> str:
    """The part of an assistant by their place in the list."""
    return f"helper-{place + 1}"


def push_price(you: Action, rulings: Rulings) -> int:
    """ITD-A4. The stress that the roller pays for a push."""
    return rulings.push_cost if pushes(you) else 0


def push_paid(you: Action, rulings: Rulings) -> tuple[Effect, ...]:
    """What the push alone changes."""
    return paid("roller", you.stress, push_price(you, rulings), "push")


def costs(you: Action, rulings: Rulings) -> tuple[Effect, ...]:
    """ITD-16. Each assistant takes 1 stress, and the roller none for it; a push costs the roller."""
    marked: tuple[int | None, ...] = you.assist_stress or (None,) * you.assist
    assists = (paid(assistant(place), boxes, 1, "assist") for place, boxes in enumerate(marked))
    return push_paid(you, rulings) + tuple(effect for each in assists for effect in each)


def loses_the_roll(you: Action, rulings: Rulings) -> bool:
    """ITD-A9. By this ruling a push that marks the ninth box ends the action before the dice fall."""
    return rulings.ninth_box == "before_roll" and is_ninth(you.stress, push_price(you, rulings))


def out_before_the_roll(you: Action, rulings: Rulings) -> Outcome:
    """ITD-A9. The push is paid, and no dice fall."""
    why = "the push marked the ninth stress box, and the roll is lost"
    return Outcome("ITD-A9", CANNOT_BE_DONE, effects=push_paid(you, rulings), dues=(trauma("roller"),), why=why)


def read(shown: Shown, pool: Thrown, npc: str, others: tuple[Due, ...]) -> Outcome:
    """ITD-18, ITD-19. The single highest die is read; two sixes are a critical success."""
    return outcome(shown, pool, npc, others)


@lru_cache(maxsize=1024)
def outcome(shown: Shown, pool: Thrown, npc: str, others: tuple[Due, ...]) -> Outcome:
    """ITD-20 to ITD-23. What the die that was read means, and what it leaves open."""
    tier = tier_of(shown)
    why = told(shown, pool)
    if npc:
        why = f"{why}, {npc_reads(tier, npc)}"
    return Outcome("ITD-18", tier, facts(highest=shown[0]), (), dues_of(tier) + others, why)


def other_dues(you: Action, rulings: Rulings) -> tuple[Due, ...]:
    """Whatever the dice show: the bargain, and a trauma for each ninth box."""
    bargain = (bargain_due(you.bargain),) if bargains(you) else ()
    own = (trauma("roller"),) if is_ninth(you.stress, push_price(you, rulings)) else ()
    theirs = [trauma(assistant(place)) for place, marked in enumerate(you.assist_stress) if is_ninth(marked, 1)]
    return (*bargain, *own, *theirs)
