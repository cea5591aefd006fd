"""What a character of Illuminated Worlds carries, and moves without dice: marks and scars, and the refresh."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from actionroll.errors import InputError
from actionroll.games.illuminated_worlds.attempt import DRIVE_OF, DRIVES, LOOSE_DRIVE, MOST_DRIVE, NAMES, OWN
from actionroll.games.illuminated_worlds.result import BANKED, MARKS, MOST_MARKS
from actionroll.rules import (
    Effect,
    Joining,
    Mark,
    Outcome,
    SheetForm,
    Step,
    Texts,
    Track,
    Trait,
    choice,
    clear_mark,
    many,
    set_mark,
    whole,
)
from actionroll.rules.kinds import Choice, Whole, YesNo
from actionroll.rules.sheet import Values
from actionroll.rules.things import ITS_VALUE, Thing, ThingKind, Use

# marks and scars

ROW = 3
"""Marks that a row holds."""
FATAL = 4
MARKED, SCARRED, DEAD = "marked", "scarred", "fatal scar"
SHIFTED = "shifted"
MARKS_MEANS = {
    DEAD: "The fourth scar is the end: the player tells how it ends.",
    SCARRED: "The character drops, and carries a scar from now on: the player says what it is, and shifts a point.",
    MARKED: "It hurts, and the character goes on: say how it shows.",
}
SCAR_MEANS = {SHIFTED: "The scar changes what the character is good at: say how."}


class Row(NamedTuple):
    """A row of marks, and how many scars came of it."""

    marked: int
    scars: int


def row_after(marked: int, amount: int) -> Row:
    """Each fourth mark wipes the row and becomes a scar; what is left is marked after it."""
    total = marked + amount
    return Row(total % (ROW + 1), total // (ROW + 1))


@dataclass(frozen=True, slots=True)
class Marks(Texts):
    """All that is settled before marks are taken."""

    mark: str = choice(*MARKS, says="The row.", by="gm", required=True)
    amount: int = whole(1, MOST_MARKS, "How many marks.", by="gm", default=1)
    body: int = whole(0, ROW, "Marks on body already.", by="sheet", default=0)
    brain: int = whole(0, ROW, "Marks on brain already.", by="sheet", default=0)
    bleed: int = whole(0, ROW, "Marks on bleed already.", by="sheet", default=0)
    scars: int = whole(0, FATAL - 1, "Scars already.", by="sheet", default=0)


def start_marks(you: Marks, rulings: object) -> Step:
    """IW-52. A fourth mark in a row becomes a scar, and the fourth scar is fatal; no dice are thrown."""
    marked = {"body": you.body, "brain": you.brain, "bleed": you.bleed}[you.mark]
    row = row_after(marked, you.amount)
    changes = [Effect("roller", you.mark, row.marked - marked), Effect("roller", "scars", row.scars)]
    if not row.scars:
        told = f"{row.marked} of {ROW} marks on {you.mark}"
        return Outcome("IW-52", MARKED, effects=tuple(changes[:1]), why=told, means=MARKS_MEANS[MARKED])
    changes += [set_mark("roller", "incapacitated"), set_mark("roller", "scar_owed")]
    fatal = you.scars + row.scars >= FATAL
    why = "the fourth scar is fatal" if fatal else f"a fourth mark wipes {you.mark} and becomes a scar"
    effects = tuple(each for each in changes if each.by)
    tier = DEAD if fatal else SCARRED
    return Outcome("IW-52", tier, effects=effects, why=why, means=MARKS_MEANS[tier])


def beyond(row: str) -> Any:
    """What marks beyond a full row make of a sheet, wherever they came from."""

    def scarred(values: Values, amount: int) -> Values:
        after = row_after(values[row], amount)
        return {row: after.marked, "scars": values["scars"] + after.scars, "incapacitated": True, "scar_owed": True}

    return scarred


@dataclass(frozen=True, slots=True)
class Scar(Texts):
    """All that is settled before a scar changes a character."""

    lose: str = choice(*NAMES, says="The action that loses a point; it has at least 1.", required=True)
    gain: str = choice(*NAMES, says="The action that gains it; it has at most 2.", required=True)
    ratings: tuple[int, ...] = many(
        Whole(0, 3), f"The ratings of {', '.join(NAMES)}; empty if not said.", most=len(NAMES), by="sheet"
    )


def start_scar(you: Scar, rulings: object) -> Step:
    """IW-56. A scar shifts one action point."""
    if you.lose == you.gain:
        raise InputError("lose and gain take two different actions.")
    if you.ratings:
        refuse_shift(you)
    effects = (Effect("roller", you.lose, -1), Effect("roller", you.gain, 1), clear_mark("roller", "scar_owed"))
    why = f"one point goes from {you.lose} to {you.gain}"
    return Outcome("IW-56", SHIFTED, effects=effects, why=why, means=SCAR_MEANS[SHIFTED])


def refuse_shift(you: Scar) -> None:
    """From an action that has a point, to one that is below three."""
    if len(you.ratings) != len(NAMES):
        raise InputError(f"ratings takes {len(NAMES)} values, one for each action.")
    rating = dict(zip(NAMES, you.ratings, strict=True))
    if rating[you.lose] < 1:
        raise InputError(f"lose takes an action with at least 1 point; {you.lose} has none.")
    if rating[you.gain] > 2:
        raise InputError(f"gain takes an action with at most 2 points; {you.gain} has {rating[you.gain]}.")


def fill_marks(values: Values, trait: str) -> Mapping[str, Any]:
    """What marks read from the sheet."""
    return {name: values[name] for name in (*MARKS, "scars")}


def fill_scar(values: Values, trait: str) -> Mapping[str, Any]:
    """What a scar reads from the sheet."""
    return {"ratings": [values[action] for action in NAMES]}


# refresh

REFRESHED = "refreshed"
REFRESH_MEANS = {REFRESHED: "There was time to rest: say how the character found strength again."}


@dataclass(frozen=True, slots=True)
class Refresh(Texts):
    """What a refresh restores."""

    spent: tuple[int, ...] = many(
        Whole(0, LOOSE_DRIVE), "Points missing from nerve, cunning and intuition.", most=3, by="sheet", required=True
    )
    burned: tuple[int, ...] = many(
        Whole(0, 3), "Resistances burned of nerve, cunning and intuition.", most=3, by="sheet", required=True
    )


def start_refresh(you: Refresh, rulings: object) -> Step:
    """IW-54. All drives and resistances of one character are full again; no dice are thrown."""
    drives = [Effect("roller", drive, by) for drive, by in zip(DRIVES, you.spent, strict=False)]
    resistances = [Effect("roller", resistance(drive), by) for drive, by in zip(DRIVES, you.burned, strict=False)]
    effects = tuple(each for each in drives + resistances if each.by)
    why = "drives and resistances are full again"
    return Outcome("IW-54", REFRESHED, effects=effects, why=why, means=REFRESH_MEANS[REFRESHED])


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
        "marks": fill_marks,
        "scar": fill_scar,
        "refresh": fill_refresh,
    },
    fill_for={"action": fill_other_drive, "group": fill_other_drive},
    lend={"action": lend_to_action, "group": lend_to_action},
    picks={"marks": ("",), "scar": ("",), "refresh": ("",)},
    track_named=track_named,
)
