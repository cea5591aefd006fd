"""What an attempt of Illuminated Worlds may not be: each refusal is one sentence, and nothing is spent."""

from __future__ import annotations

from actionroll.errors import CannotPay, InputError
from actionroll.games.illuminated_worlds.attempt import MOST_DRIVE, MOST_RATING, OWN, Action
from actionroll.games.illuminated_worlds.rulings import Rulings


def refuse_what_cannot_be(you: Action, rulings: Rulings, group: bool) -> None:
    """All refusals that need no dice to be counted."""
    refuse_beyond_bounds(you, rulings)
    refuse_unpayable(you)
    if you.helpers or you.helper_spends or you.helper_drives or you.helper_pays or you.helper_gilds:
        refuse_help(you, rulings, group)
    if you.keep_added is not None and rulings.over_six_keep != "roller_chooses":
        raise InputError("keep_added takes none, unless the ruling over_six_keep=roller_chooses is set.")
    if you.ready and not rulings.late_spend:
        raise InputError("ready takes 0: help comes before the throw, unless the ruling late_spend=yes is set.")


def refuse_beyond_bounds(you: Action, rulings: Rulings) -> None:
    """IW-B30. The game knows no rating above 3 and no drive above 9."""
    if rulings.strict_bounds:
        for name, value, most in (
            ("rating", you.rating, MOST_RATING),
            ("drive_max", you.drive_max, MOST_DRIVE),
            ("other_max", you.other_max, MOST_DRIVE),
        ):
            if value > most:
                raise InputError(
                    f"{name} takes a whole number from 0 to {most}, not {value}; more only under strict_bounds=no."
                )
    if you.drive > you.drive_max:
        raise InputError(f"drive takes a whole number from 0 to {you.drive_max}, its maximum, not {you.drive}.")
    if you.other_drive > you.other_max:
        raise InputError(f"other_drive takes at most {you.other_max}, its maximum, not {you.other_drive}.")


def refuse_unpayable(you: Action) -> None:
    """IW-8, IW-9. Only what is in the drive that pays can be spent."""
    there = you.drive if you.pays == OWN else you.other_drive
    if you.drive_spent > there:
        raise CannotPay(f"drive_spent takes at most {there}, what is in {named(you.pays)}, not {you.drive_spent}.")


def refuse_help(you: Action, rulings: Rulings, group: bool) -> None:
    """IW-38, IW-39, IW-B13, IW-B15, IW-B16. Each helper pays one point that they have."""
    for name, given in (
        ("helper_spends", you.helper_spends),
        ("helper_drives", you.helper_drives),
        ("helper_pays", you.helper_pays),
    ):
        if given and len(given) != you.helpers:
            raise InputError(f"{name} takes one value for each of {you.helpers} helpers, not {len(given)}.")
    if you.helper_gilds > you.helpers:
        raise InputError(f"helper_gilds takes at most {you.helpers}, the number of helpers.")
    if you.helpers > 1 and not group and rulings.multi_help == "must_be_group":
        raise InputError("More than one helper makes a group roll, by the ruling multi_help: take the move group.")
    refuse_helpers_points(you, rulings)
    any_drive = rulings.group_drive == "any" and (group or becomes_group(you, rulings))
    if not any_drive and any(pays != OWN for pays in you.helper_pays):
        raise InputError("A helper pays from their drive that holds the action: helper_pays takes drive only.")


def refuse_helpers_points(you: Action, rulings: Rulings) -> None:
    """IW-38, IW-39. Not more than the cap, and not more than is there."""
    for place in range(you.helpers):
        points = helper_points(you, place)
        if rulings.helper_cap is not None and points > rulings.helper_cap:
            raise InputError(f"A helper pays at most {rulings.helper_cap} (the ruling helper_cap), not {points}.")
        if you.helper_drives and points > you.helper_drives[place]:
            raise CannotPay(f"helper-{place + 1} has {you.helper_drives[place]} in that drive and cannot pay {points}.")


def helper_points(you: Action, place: int) -> int:
    """IW-36. One point, unless more was said."""
    return you.helper_spends[place] if you.helper_spends else 1


def becomes_group(you: Action, rulings: Rulings) -> bool:
    """IW-42, IW-B15. A second helper, or others who take part, make it a group roll."""
    return rulings.multi_help == "becomes_group" and you.helpers + you.participants > 1


def named(drive: str) -> str:
    """A drive as a person reads it."""
    return "the action's drive" if drive == OWN else drive
