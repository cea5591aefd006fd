"""How many dice are thrown in Illuminated Worlds, and which of them are gilded."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from actionroll.errors import InputError
from actionroll.games.illuminated_worlds.attempt import Action
from actionroll.games.illuminated_worlds.bounds import helper_points
from actionroll.games.illuminated_worlds.rulings import Rulings
from actionroll.rules import Term

SIX = 6


class Paid(NamedTuple):
    """Points that leave a drive, and the dice they add: the roller's, and each helper's."""

    points: int = 0
    dice: int = 0
    helper_points: tuple[int, ...] = ()
    helper_dice: tuple[int, ...] = ()


NOTHING_PAID = Paid()


class Dice(NamedTuple):
    """The dice of a throw."""

    standard: int
    gilded: int
    donors: int = 0
    """Gilded dice of helpers that are read apart, one each, by the ruling gild_credit=donor."""
    zero: bool = False
    """Whether the zero rule holds: the lowest counts."""
    added: int = 0
    """Gilded dice that came on top."""
    beyond: int = 0
    """Dice that the rule of six takes away."""
    paid: Paid = NOTHING_PAID

    @property
    def size(self) -> int:
        """All dice of the throw."""
        return self.standard + self.gilded + self.donors


def dice_of(you: Action, rulings: Rulings) -> Dice:
    """IW-12. Rating, gilding, drive, abilities; and then the rule of six."""
    lowest = reads_literally_zero(you, rulings)
    standard = you.rating + you.bonus_dice + (2 if lowest else 0)
    added = you.added_gilded + gild_adds_a_die(you, rulings, lowest)
    free = min(SIX, standard + added)
    paid = pay(you, rulings, SIX - free)
    size = free + paid.dice + sum(paid.helper_dice)
    zero = lowest or size == 0
    gilded, donors = gilded_of(you, rulings, paid, size or 2, zero, kept_of(you, rulings, standard, added))
    return Dice((size or 2) - gilded - donors, gilded, donors, zero, added, standard + added - free, paid)


def reads_literally_zero(you: Action, rulings: Rulings) -> bool:
    """IW-B7. By this ruling a rating of zero is thrown low unless the roller's own drive is spent."""
    return rulings.zero_trigger == "no_own_drive" and not you.rating and not you.drive_spent


def gild_adds_a_die(you: Action, rulings: Rulings, lowest: bool) -> int:
    """IW-B6. By one ruling the gilded die of a zero rating is added to the dice that others make."""
    if lowest or you.rating or not you.gilded or rulings.zero_gild_with_drive != "add":
        return 0
    return int(you.bonus_dice + you.added_gilded + you.drive_spent + you.helpers > 0)


def kept_of(you: Action, rulings: Rulings, standard: int, added: int) -> int:
    """IW-B12. How many added gilded dice stay when more than six dice are there for free."""
    if standard + added <= SIX:
        return added
    least = max(0, SIX - standard)
    match rulings.over_six_keep:
        case "in_order":
            return least
        case "roller_chooses" if you.keep_added is not None:
            return max(least, min(you.keep_added, added))
        case _:
            return min(SIX, added)


def gilded_of(you: Action, rulings: Rulings, paid: Paid, size: int, zero: bool, kept: int) -> tuple[int, int]:
    """IW-6, IW-11, IW-26, IW-34. Gilding replaces dice that are there; helpers' own gilded dice may be read apart."""
    own = you.gilded and bool(you.rating or zero or rulings.zero_gild_with_drive == "replace")
    helped = min(you.helper_gilds, sum(1 for dice in paid.helper_dice if dice)) if you.helper_gilds else 0
    if rulings.gild_credit == "donor":
        return min(size - helped, kept + you.gilds + own), helped
    return min(size, kept + you.gilds + own + helped), 0


def pay(you: Action, rulings: Rulings, room: int) -> Paid:
    """IW-7, IW-9, IW-37, IW-B11, IW-B14. The roller's points first, then the helpers' in order, while dice fit."""
    if not you.drive_spent and not you.helpers:
        return NOTHING_PAID
    left, doubled, paid = room, you.double_points, []
    for spent, worth in ((you.drive_spent, rulings.dice_per_drive), *_helpers(you)):
        points = dice = 0
        while points < spent and left > 0:
            more = min(left, worth + (doubled > 0))
            points, dice, left, doubled = points + 1, dice + more, left - more, doubled - 1
        paid.append((points if rulings.over_six != "waste" else spent, dice, spent))
    if rulings.over_six == "refuse" and any(points < spent for points, _, spent in paid):
        raise InputError(f"No more than {SIX} dice: only {_told(paid)} would add a die, spend no more than that.")
    (points, dice, _), *helpers = paid
    return Paid(points, dice, tuple(each[0] for each in helpers), tuple(each[1] for each in helpers))


def _helpers(you: Action) -> list[tuple[int, int]]:
    return [(helper_points(you, place), 1) for place in range(you.helpers)]


def _told(paid: list[tuple[int, int, int]]) -> str:
    own, helping = paid[0][0], sum(1 for points, _, _ in paid[1:] if points)
    return f"{own} of the roller's points and {helping} of the helpers"


def alone(you: Action, rulings: Rulings) -> Action:
    """IW-50, IW-B26, IW-B27. What is thrown again for a resistance: the rating, and by ruling abilities' dice."""
    bare = replace(you, drive_spent=0, helpers=0, helper_spends=(), helper_drives=(), helper_pays=(), helper_gilds=0)
    if rulings.resist_ability_dice:
        return bare
    return replace(bare, bonus_dice=0, added_gilded=0, gilds=0, keep_added=None)


def terms_of(rating: int, bonus: int, dice: Dice, group: bool) -> tuple[Term, ...]:
    """Where the standard dice come from, one line each."""
    found = (
        ("for a rating of zero", 2 * dice.zero, "IW-24"),
        ("drive", dice.paid.dice, "IW-7"),
        ("from abilities", bonus, "IW-10"),
        ("added gilded", dice.added, "IW-10"),
        ("from the group" if group else "help", sum(dice.paid.helper_dice), "IW-44" if group else "IW-37"),
        ("beyond six", -dice.beyond, "IW-32"),
        ("gilded instead", -dice.gilded - dice.donors, "IW-6"),
    )
    return (Term("rating", rating, "IW-5"), *[Term(*each) for each in found if each[1]])
