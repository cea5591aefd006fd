"""An action with help that may fail: each helper's quick roll first, then the action with the dice they add."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.errors import InputError
from actionroll.games.true_world.action import (
    Acting,
    Help,
    base_die,
    main_throw,
    refuse_helpers,
    refuse_more_dice,
    refuse_what_cannot_be,
)
from actionroll.games.true_world.dicepools import A_DIE, A_DIE_OR_NONE, NOVICE
from actionroll.games.true_world.effects import succeeds
from actionroll.games.true_world.quick import Compared, quick_pools, quick_position
from actionroll.games.true_world.rounds import refuse_second_action, spent_action
from actionroll.games.true_world.rulings import Rulings
from actionroll.rules import Joins, OfEach, Step, many, throw_read, whole
from actionroll.rules.game import without_risk

DEFAULT_DIFFICULTY = 4
MOST_HELPERS = 6
"""Whose rolls are counted as part of one whole; every set of them that may succeed is an outcome of its own."""


@dataclass(frozen=True, slots=True)
class Assisted(Acting):
    """All that is settled before an action whose helpers still have to roll."""

    helper_abilities: tuple[int | None, ...] = many(
        A_DIE_OR_NONE,
        "The die of each helper's own skill; none for an unskilled one.",
        most=MOST_HELPERS,
        by="helper",
        joins=Joins(
            "Roll first, with a skill of your own: a success adds a die and earns 1 grit. "
            "Your action of this round is spent.",
            told="rolls first to help",
            with_trait=True,
        ),
    )
    helper_dice: tuple[int | None, ...] = many(
        A_DIE_OR_NONE,
        "Sizes of the dice that helpers add, under the ruling extra_die=custom; none for the base die's.",
        most=MOST_HELPERS,
        by="helper",
        of_each=OfEach("helper_abilities"),
        under=lambda rulings: rulings.extra_die == "custom",
    )
    helper_difficulties: tuple[int, ...] = many(
        A_DIE, "How hard it is for each helper to be of help; d4 where nothing is said.", most=MOST_HELPERS, by="gm"
    )
    helpers_acted: int = whole(
        0,
        MOST_HELPERS,
        "Helpers who have already acted this round.",
        by="sheet",
        default=0,
        of_each=OfEach("helper_abilities"),
    )


def start(you: Assisted, rulings: Rulings) -> Step:
    """TW-10. Those who help go first."""
    if certain := without_risk(you.risk, "TW-01" if you.risk == "none" else "TW-A16"):
        return certain
    refuse_what_cannot_be(you, rulings)
    refuse_what_helpers_cannot(you, rulings)
    return next_helper(0, (), you, rulings)


def refuse_what_helpers_cannot(you: Assisted, rulings: Rulings) -> None:
    """TW-A5, TW-A12, and lists that name more helpers than there are."""
    count = len(you.helper_abilities)
    refuse_second_action(you.helpers_acted > 0, you.override)
    refuse_helpers(count, rulings)
    if you.helper_dice and rulings.extra_die != "custom":
        raise InputError("helper_dice is for the ruling extra_die=custom only here; leave it out.")
    refuse_more_dice("helper_dice", you.helper_dice, count)
    if len(you.helper_difficulties) > count:
        raise InputError(f"helper_difficulties takes at most {count} dice here, one for each of helper_abilities.")


def next_helper(place: int, helped: tuple[int, ...], you: Assisted, rulings: Rulings) -> Step:
    """TW-11, TW-12. A quick roll for each helper, whose action is spent; then the action itself."""
    if place == len(you.helper_abilities):
        return main_throw(you, rulings, help_of(helped, you, rulings))
    part = f"helper-{place + 1}"
    pools = quick_pools(helper_dice(place, you, rulings), part)
    return throw_read("TW-12", pools, of_help, after_helper, place, helped, you, rulings, costs=(spent_action(part),))


def helper_dice(place: int, you: Assisted, rulings: Rulings) -> Compared:
    """What one helper rolls."""
    ability = you.helper_abilities[place]
    hard = you.helper_difficulties[place] if place < len(you.helper_difficulties) else DEFAULT_DIFFICULTY
    unskilled = ability is None
    return Compared((ability or NOVICE,), hard, quick_position(unskilled, rulings), unskilled, 0, True)


def of_help(
    ability: int, difficulty: int, place: int, helped: tuple[int, ...], you: Assisted, rulings: Rulings
) -> bool:
    """TW-18. Only whether it succeeds counts."""
    return succeeds(ability - difficulty, rulings.ties)


def after_helper(success: bool, place: int, helped: tuple[int, ...], you: Assisted, rulings: Rulings) -> Step:
    """TW-14. A success adds a die. TW-15. After a failure it goes on unhindered."""
    return next_helper(place + 1, (*helped, place) if success else helped, you, rulings)


def help_of(helped: tuple[int, ...], you: Assisted, rulings: Rulings) -> Help:
    """Those who succeeded, and the die that each adds."""
    return Help(
        tuple(f"helper-{place + 1}" for place in helped),
        tuple(added_die(place, you, rulings) for place in helped),
        rolled_here=True,
    )


def added_die(place: int, you: Assisted, rulings: Rulings) -> int:
    """TW-A2. Of the receiver's base die's size, or by ruling of the helper's own, or as named."""
    if rulings.extra_die == "helper":
        return you.helper_abilities[place] or NOVICE
    named = you.helper_dice[place] if place < len(you.helper_dice) else None
    return named or base_die(you)
