"""The dice of an action roll of Illuminated Worlds: how many, which of them gilded, who pays, and what may not be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from actionroll.dice import Marks, faces_from_the_highest, highest_and_sixes, lowest, mark_first
from actionroll.errors import CannotPay, InputError
from actionroll.games.illuminated_worlds.attempt import MOST_DRIVE, MOST_RATING, OWN, Action, Group, Rulings
from actionroll.rules import Effect, Pool, Term

SIX = 6


class Paid(NamedTuple):
    """Points that leave a drive, and the dice they add: the roller's, and each helper's."""

    points: int
    dice: int
    helper_points: tuple[int, ...]
    helper_dice: tuple[int, ...]


class Dice(NamedTuple):
    """The dice of a throw."""

    standard: int
    gilded: int
    donors: int
    """Gilded dice of helpers that are read apart, one each, by the ruling gild_credit=donor."""
    zero: bool
    """Whether the zero rule holds: the lowest counts."""
    added: int
    """Gilded dice that came on top."""
    beyond: int
    """Dice that the rule of six takes away."""
    paid: Paid

    @property
    def size(self) -> int:
        """All dice of the throw."""
        return self.standard + self.gilded + self.donors


def dice_of(you: Action, rulings: Rulings) -> Dice:
    """IW-12. Rating, gilding, drive, abilities; and then the rule of six."""
    zero = is_zero_roll(you, rulings)
    own = own_gilding(you, rulings, zero)
    added = you.added_gilded + (own == "add")
    standard = you.rating + you.bonus_dice + 2 * zero
    free = min(SIX, standard + added)
    paid = pay(you, rulings, SIX - free)
    size = free + paid.dice + sum(paid.helper_dice)
    gilding = kept_of(you, rulings, standard, added) + you.gilds + (own == "replace")
    gilded, donors = gilded_of(you, rulings, paid, size, gilding)
    return Dice(size - gilded - donors, gilded, donors, zero, added, standard + added - free, paid)


def is_zero_roll(you: Action, rulings: Rulings) -> bool:
    """IW-23. With a rating of zero and nothing else the attempt is still allowed. IW-30. Other dice lift that rule.

    IW-31. So one point makes one die. IW-B7. By ruling only points of the roller's own lift it.
    """
    if you.rating:
        return False
    others = you.bonus_dice + you.added_gilded + you.drive_spent + you.helpers
    return not others or (rulings.zero_trigger == "no_own_drive" and not you.drive_spent)


def own_gilding(you: Action, rulings: Rulings, zero: bool) -> str:
    """IW-26. A gilded action gilds a die of a zero roll too. IW-B6. With other dice at a rating of zero, by ruling."""
    if not you.gilded:
        return "none"
    return "replace" if you.rating or zero else rulings.zero_gild_with_drive


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


def gilded_of(you: Action, rulings: Rulings, paid: Paid, size: int, gilding: int) -> tuple[int, int]:
    """IW-11. Gilding replaces dice that are there. IW-34. So it is never stopped by the six.

    IW-B18. A helper's gilded die earns for the roller; by ruling for the helper, and is read apart.
    """
    helped = min(you.helper_gilds, sum(1 for dice in paid.helper_dice if dice))
    if rulings.gild_credit == "donor":
        return min(size - helped, gilding), helped
    return min(size, gilding + helped), 0


def pay(you: Action, rulings: Rulings, room: int) -> Paid:
    """IW-9. A point adds a die. IW-B28. Or by ruling more. IW-B14. An ability makes the first points worth one more.

    The roller's points come first, then the helpers' in order. IW-B11. A point that adds no die is refused, or by
    ruling given back or wasted.
    """
    left, doubled, paid = room, you.double_points, []
    spent = (you.drive_spent, *[helper_points(you, place) for place in range(you.helpers)])
    for place, most in enumerate(spent):
        worth = 1 if place else rulings.dice_per_drive
        points = dice = 0
        while points < most and left > 0:
            more = min(left, worth + (doubled > 0))
            points, dice, left, doubled = points + 1, dice + more, left - more, doubled - 1
        paid.append((points, dice))
    useful = tuple(points for points, _ in paid)
    if useful != spent and rulings.over_six == "refuse":
        told = f"{useful[0]} of the roller's points and {sum(map(bool, useful[1:]))} of the helpers"
        raise InputError(f"No more than {SIX} dice: only {told} would add a die, spend no more than that.")
    own, *theirs = spent if rulings.over_six == "waste" else useful
    return Paid(own, paid[0][1], tuple(theirs), tuple(dice for _, dice in paid[1:]))


def helper_points(you: Action, place: int) -> int:
    """One point, unless more was said."""
    return you.helper_spends[place] if you.helper_spends else 1


def costs_of(you: Action, paid: Paid) -> tuple[Effect, ...]:
    """IW-36. Each helper pays from their own drive that holds the action. IW-41. It is gone whatever the result."""
    own = (Effect("roller", you.pays, -paid.points, "dice"),) if paid.points else ()
    return own + tuple(
        Effect(f"helper-{place + 1}", you.helper_pays[place] if you.helper_pays else OWN, -points, "help")
        for place, points in enumerate(paid.helper_points)
        if points
    )


def alone(you: Action, rulings: Rulings) -> Action:
    """What is thrown again for a resistance: the rating, and no drive. IW-B26. By ruling abilities' dice too."""
    unhelped = replace(you, helpers=0, helper_spends=(), helper_drives=(), helper_pays=(), helper_gilds=0)
    bare = replace(unhelped, drive_spent=0, drive=0, other_drive=0)
    if rulings.resist_ability_dice:
        return bare
    return replace(bare, bonus_dice=0, added_gilded=0, gilds=0, keep_added=None)


def again_told(you: Action, rulings: Rulings, why: str) -> str:
    """That it was thrown again, which dice fell only before, what it shows, and why a gilded die is plain."""
    abilities = not rulings.resist_ability_dice
    gone = [
        *(["drive"] if you.drive_spent else []),
        *(["help"] if you.helpers else []),
        *(["abilities"] if abilities and you.bonus_dice + you.added_gilded else []),
    ]
    some = ", ".join(gone[:-1]) + " and " * (len(gone) > 1) + "".join(gone[-1:])
    plain = "; what abilities gilded is plain again" if abilities and you.gilds + you.added_gilded else ""
    dice = " with the dice of the rating" if you.rating else ""
    without = f"; those of {some} fell only the first time" if gone else ""
    return f"thrown again{dice}: {why}{without}{plain}"


def falls_again(you: Action, rulings: Rulings) -> str:
    """What a burned resistance throws again, and what is lost with the old result."""
    zero = dice_of(alone(you, rulings), rulings).zero
    own = rulings.resist_ability_dice and you.bonus_dice + you.added_gilded
    again = "two dice, for a rating of zero, and the lower counts" if zero else "the rating's dice fall again"
    kept, lost = (" with those of abilities", "drive and help") if own else ("", "drive, help and abilities")
    return f"A second throw in reserve: {again}{kept}; those of {lost} are lost."


# the pools, and where their dice come from

Pools = tuple[Pool[Any], ...]


class Counted(NamedTuple):
    """The die of a pool that counted: what it shows, and whether all its sixes did."""

    value: int
    sixes: int = 0


def _mark(read: Any, faces: Sequence[int]) -> Marks:
    """The die that was taken, or all sixes of a critical success; the highest while nothing is taken yet."""
    if not isinstance(read, Counted):
        return mark_first(max(faces, default=0), faces)
    return tuple(face == 6 for face in faces) if read.sixes > 1 else mark_first(read.value, faces)


gilded_faces = faces_from_the_highest("every gilded face", _mark)


def lifted_by(you: Action, rulings: Rulings) -> str:
    """What would still lift the zero rule: any die that joins, or by ruling the roller's own drive alone."""
    drive = ["drive"] if in_paying_drive(you) else []
    if rulings.zero_trigger == "no_own_drive":
        return "drive is spent" if drive else ""
    return f"{', '.join([*drive, 'help'])} or an ability adds a die"


def pools_of(you: Action, dice: Dice, group: bool, unless: str = "") -> Pools:
    """Standard dice first, then gilded ones, each kind a pool of its own, read together."""
    statistic: Any = lowest if dice.zero else highest_and_sixes
    standard: Pool[Any] = Pool((6,) * dice.standard, statistic, ("standard",), terms_of(you, dice, group, unless))
    gilded: Pool[Any] = Pool((6,) * dice.gilded, gilded_faces, ("gilded",), beside=True)
    theirs: Pool[Any] = Pool((6,), gilded_faces, ("gilded",), beside=True, note="a helper's")
    return (standard, gilded, *[theirs] * dice.donors)


def terms_of(you: Action, dice: Dice, group: bool, unless: str) -> tuple[Term, ...]:
    """Where the standard dice come from, one line each."""
    found = (
        zero_term(dice, unless),
        drive_term(dice),
        *ability_terms(you, dice),
        help_term(dice, group),
        six_term(dice),
        gilded_term(dice),
    )
    return (rating_term(you), *[term for term in found if term.count], *stakes_terms(you))


def rating_term(you: Action) -> Term:
    """IW-5. One die for each point of the action's rating."""
    return Term("rating", you.rating, "IW-5")


def zero_term(dice: Dice, unless: str) -> Term:
    """IW-24. With a rating of zero, two dice are thrown and the lowest counts; told with what would lift that."""
    tells = f"the lower of the two dice counts{f', unless {unless}' if unless else ''}"
    return Term("for a rating of zero", 2 * dice.zero, "IW-24", tells=tells)


def drive_term(dice: Dice) -> Term:
    """IW-7. The player may spend points for dice."""
    return Term("drive", dice.paid.dice, "IW-7")


def ability_terms(you: Action, dice: Dice) -> tuple[Term, Term]:
    """IW-10. Abilities may add dice, standard or gilded, beside gilding those that are there."""
    return Term("from abilities", you.bonus_dice, "IW-10"), Term("added gilded", dice.added, "IW-10")


def help_term(dice: Dice, group: bool) -> Term:
    """IW-37. A helper's point gives one die more. IW-44. So does that of everyone who takes part in a group roll."""
    given = sum(dice.paid.helper_dice)
    return Term("from the group", given, "IW-44") if group else Term("help", given, "IW-37")


def six_term(dice: Dice) -> Term:
    """IW-32. Never more than six dice. IW-33. All of them count. IW-45. In a group roll too."""
    return Term("beyond six", -dice.beyond, "IW-32")


def gilded_term(dice: Dice) -> Term:
    """IW-6. A gilded die stands in the place of another; the pool does not grow. Of a zero roll, what it does there."""
    count = dice.gilded + dice.donors
    tells = "a gilded die cannot be chosen but earns drive as the lowest" if dice.zero else ""
    return Term("of them gilded", -count, "IW-6", apart=True, tells=tells)


def stakes_terms(you: Action) -> tuple[Term, ...]:
    """How high the stakes are that the gm named, where that is not as usual: told with the dice, which it leaves."""
    weighs = {"low": "milder", "high": "worse"}.get(you.stakes_level)
    return (Term(f"{you.stakes_level} stakes, so what goes wrong is {weighs}", 0, "IW-B29"),) if weighs else ()


# what may not be: each refusal is one sentence, and nothing is spent


def refuse_what_cannot_be(you: Action, rulings: Rulings) -> None:
    """All refusals that need no dice to be counted."""
    refuse_another_action(you)
    refuse_beyond_bounds(you, rulings)
    refuse_unpayable(you)
    refuse_help(you, rulings)
    if you.keep_added is not None and rulings.over_six_keep != "roller_chooses":
        raise InputError("keep_added takes none, unless the ruling over_six_keep=roller_chooses is set.")
    if you.ready and not rulings.late_spend:
        raise InputError("ready takes 0: help comes before the throw, unless the ruling late_spend=yes is set.")


def refuse_another_action(you: Action) -> None:
    """IW-58. It is the gm who says which action it takes."""
    if not you.fits:
        raise InputError("The gm says that this takes another action; pick that one, nothing is spent.")


def refuse_beyond_bounds(you: Action, rulings: Rulings) -> None:
    """IW-B30. The game knows no rating above 3 and no drive above 9."""
    bounds = (("rating", you.rating, MOST_RATING), ("drive_max", you.drive_max, MOST_DRIVE))
    for name, value, most in (*bounds, ("other_max", you.other_max, MOST_DRIVE)):
        if value > most and rulings.strict_bounds:
            raise InputError(
                f"{name} takes a whole number from 0 to {most}, not {value}; more only under strict_bounds=no."
            )
    if you.drive > you.drive_max:
        raise InputError(f"drive takes a whole number from 0 to {you.drive_max}, its maximum, not {you.drive}.")
    if you.other_drive > you.other_max:
        raise InputError(f"other_drive takes at most {you.other_max}, its maximum, not {you.other_drive}.")


def refuse_unpayable(you: Action) -> None:
    """IW-8. Points come from the drive that holds the action, or by an ability from another: what is there."""
    there = in_paying_drive(you)
    if you.drive_spent > there:
        named = "the action's drive" if you.pays == OWN else you.pays
        raise CannotPay(f"drive_spent takes at most {there}, what is in {named}, not {you.drive_spent}.")


def in_paying_drive(you: Action) -> int:
    """What is in the drive that pays, before spending."""
    return you.drive if you.pays == OWN else you.other_drive


def refuse_help(you: Action, rulings: Rulings) -> None:
    """Lists that fit no helpers, and points that helpers cannot pay."""
    for name in ("helper_spends", "helper_drives", "helper_pays"):
        given = getattr(you, name)
        if given and len(given) != you.helpers:
            raise InputError(f"{name} takes one value for each of {you.helpers} helpers, not {len(given)}.")
    if you.helper_gilds > you.helpers:
        raise InputError(f"helper_gilds takes at most {you.helpers}, the number of helpers.")
    for place in range(you.helpers):
        refuse_points(you, place, rulings)
    refuse_other_drives(you, rulings)


def refuse_points(you: Action, place: int, rulings: Rulings) -> None:
    """IW-38, IW-B13. A helper pays one point, unless by ruling. IW-39. And only what is there."""
    points = helper_points(you, place)
    if rulings.helper_cap is not None and points > rulings.helper_cap:
        raise InputError(f"A helper pays at most {rulings.helper_cap} (the ruling helper_cap), not {points}.")
    if you.helper_drives and points > you.helper_drives[place]:
        there = you.helper_drives[place]
        raise CannotPay(f"{{who}} has {there} in that drive and cannot pay {points}.", f"helper-{place + 1}")


def refuse_other_drives(you: Action, rulings: Rulings) -> None:
    """IW-B16. In a group roll too each pays from their drive that holds the action, unless by ruling."""
    any_drive = rulings.group_drive == "any" and is_group(you, rulings)
    if not any_drive and any(pays != OWN for pays in you.helper_pays):
        raise InputError("A helper pays from their drive that holds the action: helper_pays takes drive only.")


def is_group(you: Action, rulings: Rulings) -> bool:
    """IW-42, IW-B15. Where several help or take part it is a group roll; by ruling that must have been said."""
    if isinstance(you, Group):
        return True
    if you.helpers > 1 and rulings.multi_help == "must_be_group":
        raise InputError("More than one helper makes a group roll, by the ruling multi_help: take the move group.")
    return rulings.multi_help == "becomes_group" and you.helpers + you.participants > 1
