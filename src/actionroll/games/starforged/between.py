"""What may be decided between the dice and the outcome: a reroll, a cancelled die, an add that is decided late."""

from __future__ import annotations

from actionroll.games.starforged.attempt import Action
from actionroll.games.starforged.burn import may_burn
from actionroll.games.starforged.casting import PRESET, Values, each_value, the_die
from actionroll.games.starforged.rulings import Rulings
from actionroll.games.starforged.score import Own, Plan, own_of
from actionroll.games.starforged.standing import Dice, stand_of
from actionroll.rules import Kept, Pool, Step, decide, throw_read

AGAIN = {
    "action": (True, 0),
    "challenge": (False, 1),
    "challenges": (False, 2),
    "action-and-challenge": (True, 1),
    "all": (True, 2),
}
"""Whether the action die is thrown again, and how many challenge dice, the higher first."""


def is_open(you: Action, rulings: Rulings, plan: Plan) -> bool:
    """Whether anything may be decided before the score stands."""
    may_cancel = plan.cancels > 0 and not rulings.cancel_mandatory
    return you.reroll != "none" or sum(you.late_adds) > 0 or may_cancel


def may_reroll(dice: Dice, plan: Plan, you: Action, rulings: Rulings) -> Step:
    """SF-A5, SF-A23. Dice that an asset lets one throw again; what they show in the end counts."""
    options = tuple(AGAIN) if you.reroll == "any" else (you.reroll,) if you.reroll != "none" else ()
    if you.preset is not None:
        options = tuple(option for option in options if not AGAIN[option][0])
    return decide("SF-A23", "reroll", "roller", ("keep", *options), reroll, dice, plan, you, rulings)


def reroll(option: str, dice: Dice, plan: Plan, you: Action, rulings: Rulings) -> Step:
    """Throw these dice again; the others stay."""
    if option == "keep":
        return may_cancel(dice, dice[0], plan, you, rulings)
    die, values, cursed = dice
    action, many = AGAIN[option]
    pools = (action_again(die, action, you), challenge_again(values, many), cursed_kept(cursed))
    first = die if rulings.cancel_check == "first" else 0
    return throw_read("SF-A23", pools, read_again, rerolled, first, plan, you, rulings)


def action_again(die: int, again: bool, you: Action) -> Pool[int]:
    """The action die, thrown again or left as it is."""
    if again:
        return Pool((6,), the_die, ("action",))
    if you.preset is not None:
        return Pool((), PRESET[you.preset], ("action",))
    return Pool((), the_die, ("action",), kept=(Kept("action", 6, die),))


def challenge_again(values: Values, many: int) -> Pool[Values]:
    """The higher challenge dice thrown again: beating those is what is missing."""
    stays = tuple(Kept("challenge", 10, value) for value in values[: 2 - many])
    return Pool((10,) * many, each_value, ("challenge",), kept=stays)


def cursed_kept(cursed: int) -> Pool[int]:
    """The cursed die, where it counts, is no asset's to reroll."""
    stays = (Kept("cursed", 10, cursed),) if cursed else ()
    return Pool((), the_die, ("cursed",), kept=stays, beside=True)


def read_again(die: int, values: Values, cursed: int, first: int, plan: Plan, you: Action, rulings: Rulings) -> Dice:
    """All dice as they lie in the end."""
    return die, values, cursed


def rerolled(dice: Dice, first: int, plan: Plan, you: Action, rulings: Rulings) -> Step:
    """What the dice show in the end counts."""
    return may_cancel(dice, first, plan, you, rulings)


def may_cancel(dice: Dice, first: int, plan: Plan, you: Action, rulings: Rulings) -> Step:
    """SF-41, SF-A5, SF-A6. Negative momentum cancels the die by its final value, or by ruling its first; it must."""
    looked_at = first if rulings.cancel_check == "first" else dice[0]
    if not plan.cancels or looked_at != plan.cancels:
        return may_add("keep", dice, plan, you, rulings)
    options = ("cancel",) if rulings.cancel_mandatory else ("keep", "cancel")
    return decide("SF-A6", "cancel", "roller", options, may_add, dice, plan, you, rulings)


def may_add(option: str, dice: Dice, plan: Plan, you: Action, rulings: Rulings) -> Step:
    """SF-A12. Adds are decided on before the roll, except those that say otherwise."""
    late = sum(you.late_adds)
    own = own_of(dice[0], option == "cancel", plan.bonus, plan.floor, plan.told)
    more = own_of(dice[0], option == "cancel", plan.bonus + late, plan.floor, f"{plan.told} + {late} decided late")
    options = ("keep", "add") if more[2] > own[2] else ("keep",)
    return decide("SF-A12", "add", "roller", options, compared, own, more, dice, plan, you, rulings)


def compared(option: str, own: Own, more: Own, dice: Dice, plan: Plan, you: Action, rulings: Rulings) -> Step:
    """The score stands, and is compared with the challenge dice."""
    return may_burn(stand_of(more if option == "add" else own, dice, plan), plan, you, rulings)
