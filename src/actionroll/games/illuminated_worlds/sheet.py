"""What a character of Illuminated Worlds carries: traits, marks and scars, and all that goes from roll to roll."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from actionroll.errors import InputError
from actionroll.games.illuminated_worlds.attempt import (
    DRIVE_OF,
    DRIVES,
    MOST_DRIVE,
    MOST_RATING,
    NAMES,
    OWN,
    Rulings,
)
from actionroll.games.illuminated_worlds.pool import SIX
from actionroll.games.illuminated_worlds.result import BANKED, MARKS
from actionroll.rules import Joining, Mark, Outcome, SheetForm, Track, Trait, whole, yes_no
from actionroll.rules.game import OUT_OF_ROLLS, Carried, Scene
from actionroll.rules.kinds import Choice, Whole, YesNo
from actionroll.rules.sheet import Values
from actionroll.rules.things import ITS_VALUE, Thing, ThingKind, Use

# marks and scars

ROW = 3
"""Marks that a row holds."""
FATAL = 4


class Row(NamedTuple):
    """A row of marks, and how many scars came of it."""

    marked: int
    scars: int


def row_after(marked: int, amount: int) -> Row:
    """Each fourth mark wipes the row and becomes a scar; what is left is marked after it."""
    total = marked + amount
    return Row(total % (ROW + 1), total // (ROW + 1))


def beyond(row: str) -> Any:
    """What marks beyond a full row make of a sheet, wherever they came from."""

    def scarred(values: Values, amount: int) -> Values:
        after = row_after(values[row], amount)
        return {row: after.marked, "scars": values["scars"] + after.scars, "incapacitated": True, "scar_owed": True}

    return scarred


def fill_marks(values: Values, trait: str) -> Mapping[str, Any]:
    """What marks read from the sheet."""
    return {name: values[name] for name in (*MARKS, "scars")}


def fill_scar(values: Values, trait: str) -> Mapping[str, Any]:
    """What a scar reads from the sheet."""
    return {"ratings": [values[action] for action in NAMES]}


def resistance(drive: str) -> str:
    """The track of a drive's resistances."""
    return f"{drive}_resistances"


def most_resistances(values: Values, drive: str) -> int:
    """IW-53. A third of the drive's maximum, rounded down."""
    return int(values[f"{drive}_max"]) // 3


def fill_refresh(values: Values, trait: str) -> Mapping[str, Any]:
    """What is missing on the sheet."""
    return {
        "spent": [values[f"{drive}_max"] - values[drive] for drive in DRIVES],
        "burned": [most_resistances(values, drive) - values[resistance(drive)] for drive in DRIVES],
    }


# the sheet

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
        "resistances": values[resistance(drive)],
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
    return {OWN: drive, "resistances": resistance(drive)}.get(track, track)


def gilding(action: str) -> str:
    """The trait that says whether an action is gilded."""
    return f"{action}_gilded"


def maximum(drive: str, values: Values) -> int:
    """A drive's maximum."""
    return int(values[f"{drive}_max"])


def resistances(drive: str, values: Values) -> int:
    """As many as there are when none is burned."""
    return most_resistances(values, drive)


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
                resistance(each),
                0,
                partial(resistances, each),
                partial(resistances, each),
                f"Burn one to roll a {each} action again.",
            )
            for each in DRIVES
        ),
        *(Track(each, 0, ROW, 0, "Three marks; a fourth becomes a scar.", beyond=beyond(each)) for each in MARKS),
        Track("scars", 0, FATAL, 0, "The fourth is fatal.", when_full="dead"),
        Track(BANKED, 0, 99, 0, "Drive that no longer fitted, kept for later where the house rules bank it."),
    ),
    marks=(
        Mark("incapacitated", "Dropped by a fourth mark.", verb="is"),
        Mark("scar_owed", "A scar was taken: shift one action point.", verb="has"),
        Mark("dead", "By a fourth scar."),
    ),
    fill={
        "action": fill_action,
        "group": fill_action,
        "marks": fill_marks,
        "scar": fill_scar,
        "refresh": fill_refresh,
    },
    fill_for={"action": fill_other_drive, "group": fill_other_drive},
    lend={"action": lend_to_action, "group": lend_to_action},
    picks={"marks": ("",), "scar": ("",), "refresh": ("",)},
    track_named=track_named,
)


# the scene: drive over an assignment

MOST_SPENT = 3


@dataclass(frozen=True, slots=True)
class Assignment:
    """What an assignment is played with."""

    rating: int = whole(0, MOST_RATING, "The rating of the action that is used.", default=2)
    gilded: bool = yes_no("Whether that action is gilded.", default=True)
    drive: int = whole(0, MOST_DRIVE, "Points in its drive at the start.", default=4)
    drive_max: int = whole(0, MOST_DRIVE, "That drive's maximum.", default=4)
    resistances: int = whole(0, 3, "Resistances at the start.", default=1)
    clock: int = whole(1, 20, "Segments of the clock.", default=6)
    mixed_marks: int = whole(0, 3, "Marks that a mixed success brings.", default=0)
    failure_marks: int = whole(0, 3, "Marks that a failure brings.", default=1)
    rolls: int = whole(1, 200, "The largest number of rolls.", default=8)


def carried(task: Assignment) -> tuple[Carried, ...]:
    """Clock, marks, drive and resistances."""
    filled = "Segments filled: 1 for a mixed, 2 for a full, 3 for a critical success."
    return (
        Carried("clock", 0, task.clock, 0, filled),
        Carried("marks", 0, ROW + 1, 0, "One more than a row holds drops the character."),
        Carried("drive", 0, task.drive_max, task.drive, "Spent for dice, earned by gilded ones."),
        Carried("resistances", 0, 3, task.resistances, "Burned to roll again."),
    )


def attempts(task: Assignment, now: Mapping[str, int], rulings: Rulings) -> Mapping[str, Mapping[str, Any]]:
    """An action roll with as many points as are spent for dice."""
    roll = {
        "rating": task.rating,
        "gilded": task.gilded,
        "drive": now["drive"],
        "drive_max": task.drive_max,
        "resistances": now["resistances"],
    }
    most = min(now["drive"], MOST_SPENT, SIX - task.rating)
    return {_spending(points): {**roll, "drive_spent": points} for points in range(most + 1)}


def _spending(points: int) -> str:
    return f"spend-{points}" if points else "save"


FILLS = {"mixed success": 1, "full success": 2, "critical success": 3}


def goes_on(task: Assignment, outcome: Outcome) -> Mapping[str, int]:
    """The clock fills by success, and consequences are taken as marks."""
    marks = {"failure": task.failure_marks, "mixed success": task.mixed_marks}
    return {"clock": FILLS.get(outcome.tier, 0), "marks": marks.get(outcome.tier, 0)}


def over(task: Assignment, now: Mapping[str, int]) -> str:
    """The clock is full, or the row of marks is more than full."""
    if now["clock"] >= task.clock:
        return "clock full"
    return "dropped" if now["marks"] > ROW else ""


SCENES = (
    Scene(
        game="illuminated-worlds",
        name="assignment",
        says="Drive and resistances over an assignment: fill the clock before the marks drop you.",
        settings=Assignment,
        carried=carried,
        attempts=attempts,
        over=over,
        endings=("dropped", OUT_OF_ROLLS, "clock full"),
        aim="clock full",
        goes_on=goes_on,
        choice="drive",
        ways={
            _spending(points): f"Spend {points} drive for as many dice more." if points else "Spend no drive."
            for points in range(MOST_SPENT + 1)
        },
    ),
)
