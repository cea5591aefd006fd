"""What a character of Illuminated Worlds carries."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from actionroll.errors import InputError
from actionroll.games.illuminated_worlds import moves
from actionroll.games.illuminated_worlds.attempt import DRIVE_OF, DRIVES, MOST_DRIVE, NAMES, OWN
from actionroll.games.illuminated_worlds.result import BANKED, MARKS
from actionroll.rules import Joining, Mark, SheetForm, Track, Trait
from actionroll.rules.kinds import Choice, Whole, YesNo
from actionroll.rules.sheet import Values
from actionroll.rules.things import ITS_VALUE, Thing, ThingKind, Use

RATINGS = {"move": 1, "control": 1, "sway": 2, "read": 2, "survey": 1, "focus": 1, "sense": 1}
GILDED = ("read", "survey")
MAXIMA = {"nerve": 2, "cunning": 4, "intuition": 3}

ABILITY = ThingKind(
    "ability",
    "What the character can do that others cannot: its text says when, and how often.",
    (
        Use("adds a die", "One die more.", {"bonus_dice": 1}),
        Use("adds dice", "As many dice more as it says.", {"bonus_dice": ITS_VALUE}, Whole(1, 3)),
        Use("gilds a die", "One of the dice is gilded.", {"gilds": 1}),
        Use("adds a gilded die", "One gilded die more.", {"added_gilded": 1}),
        Use("doubles a point", "One point that is spent is worth two dice.", {"double_points": 1}),
        Use("lifts a mixed success", "A mixed success becomes a full one.", {"shift": "mixed"}),
        Use("lifts the result", "The result is lifted by one tier, up to a full success.", {"shift": "any"}),
        Use(
            "lifts the result for points",
            "The result may be lifted by one tier, for so many points of the drive.",
            {"shift": "any", "shift_cost": ITS_VALUE},
            Whole(1, 3),
        ),
        Use("resists", "A resistance more for this roll, which no drive pays.", {"ability_resists": 1}),
        Use("pays from another drive", "Another drive pays for dice.", {"pays": ITS_VALUE}, Choice(DRIVES)),
        Use("gilds your help", "The die that your help gives is gilded.", {"helper_gilds": 1}, by="helper"),
    ),
    ready=(
        Thing("ability", "Steady hands", "When nobody hurries you.", (("gilds a die", None),)),
        Thing("ability", "One more look", "Three times an assignment.", (("adds a die", None),), most=3),
    ),
)
GEAR = ThingKind("gear", "What the character carries, in words.", ready=(Thing("gear", "Hand lamp"),))


def fill_action(values: Values, trait: str) -> Mapping[str, Any]:
    """What an action or group roll reads from the sheet of the one who rolls."""
    drive = DRIVE_OF.get(trait)
    if drive is None:
        raise InputError(f"An action takes one of {', '.join(NAMES)}.")
    return {
        "rating": values[trait],
        "gilded": values[gilding(trait)],
        "drive": values[drive],
        "drive_max": values[f"{drive}_max"],
        "resistances": values[moves.resistance(drive)],
    }


def fill_other_drive(values: Values, trait: str, inputs: Values) -> Mapping[str, Any]:
    """What is in the drive that pays, where an ability allows another one than the action's."""
    pays = inputs.get("pays")
    if pays not in DRIVES:
        return {"other_drive": 0, "other_max": 0}
    return {"other_drive": values[pays], "other_max": values[f"{pays}_max"]}


def lend_to_action(values: Values, how: Joining) -> Mapping[str, Any]:
    """What is in the helper's own drive that holds the action, or that they pay from by ruling."""
    pays = how.said.get("helper_pays", OWN)
    drive = DRIVE_OF.get(how.trait) if pays == OWN else pays
    return {"helper_drives": values[drive]} if drive else {}


def track_named(track: str, trait: str) -> str:
    """The drive and the resistances of an effect are those that hold the action."""
    drive = DRIVE_OF.get(trait)
    if drive is None:
        return track
    return {OWN: drive, "resistances": moves.resistance(drive)}.get(track, track)


def gilding(action: str) -> str:
    """The trait that says whether an action is gilded."""
    return f"{action}_gilded"


def maximum(drive: str, values: Values) -> int:
    """A drive's maximum."""
    return int(values[f"{drive}_max"])


def resistances(drive: str, values: Values) -> int:
    """As many as there are when none is burned."""
    return moves.most_resistances(values, drive)


SHEET = SheetForm(
    traits=(
        *(Trait(action, Whole(0, 3), RATINGS.get(action, 0), drive) for action, drive in DRIVE_OF.items()),
        *(Trait(gilding(action), YesNo(), action in GILDED, "gilded", rolls=False) for action in NAMES),
        *(Trait(f"{drive}_max", Whole(0, MOST_DRIVE), most, "drives", rolls=False) for drive, most in MAXIMA.items()),
    ),
    things=(ABILITY, GEAR),
    tracks=(
        *(Track(each, 0, partial(maximum, each), partial(maximum, each), f"Points of {each}.") for each in DRIVES),
        *(
            Track(
                moves.resistance(each),
                0,
                partial(resistances, each),
                partial(resistances, each),
                f"Burn one to roll a {each} action again.",
            )
            for each in DRIVES
        ),
        *(
            Track(each, 0, moves.ROW, 0, "Three marks; a fourth becomes a scar.", beyond=moves.beyond(each))
            for each in MARKS
        ),
        Track("scars", 0, moves.FATAL, 0, "The fourth is fatal.", when_full="dead"),
        Track(BANKED, 0, 99, 0, "Points earned beyond a full drive, by the ruling gain_overflow=bank."),
    ),
    marks=(
        Mark("incapacitated", "Dropped by a fourth mark."),
        Mark("scar_owed", "A scar was taken: shift one action point (the move scar)."),
        Mark("dead", "By a fourth scar."),
    ),
    fill={
        "action": fill_action,
        "group": fill_action,
        "marks": moves.fill_marks,
        "scar": moves.fill_scar,
        "refresh": moves.fill_refresh,
    },
    fill_for={"action": fill_other_drive, "group": fill_other_drive},
    lend={"action": lend_to_action, "group": lend_to_action},
    picks={"marks": ("",), "scar": ("",), "refresh": ("",)},
    track_named=track_named,
)
