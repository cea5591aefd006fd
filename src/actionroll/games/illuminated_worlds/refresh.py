"""Refreshing a character of Illuminated Worlds between assignments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from actionroll.games.illuminated_worlds.attempt import DRIVES, LOOSE_DRIVE
from actionroll.rules import Effect, Outcome, Step, Texts, many
from actionroll.rules.kinds import Whole
from actionroll.rules.sheet import Values

REFRESHED = "refreshed"


@dataclass(frozen=True, slots=True)
class Refresh(Texts):
    """What a refresh restores."""

    spent: tuple[int, ...] = many(
        Whole(0, LOOSE_DRIVE), "Points missing from nerve, cunning and intuition.", most=3, by="sheet", required=True
    )
    burned: tuple[int, ...] = many(
        Whole(0, 3), "Resistances burned of nerve, cunning and intuition.", most=3, by="sheet", required=True
    )


def start(you: Refresh, rulings: object) -> Step:
    """IW-50. All drives and resistances of one character are full again; no dice are thrown."""
    drives = [Effect("roller", drive, by) for drive, by in zip(DRIVES, you.spent, strict=False)]
    resistances = [Effect("roller", resistance(drive), by) for drive, by in zip(DRIVES, you.burned, strict=False)]
    effects = tuple(each for each in drives + resistances if each.by)
    return Outcome("IW-50", REFRESHED, effects=effects, why="drives and resistances are full again")


def resistance(drive: str) -> str:
    """The track of a drive's resistances."""
    return f"{drive}_resistances"


def most_resistances(values: Values, drive: str) -> int:
    """IW-50. A third of the drive's maximum, rounded down."""
    return int(values[f"{drive}_max"]) // 3


def fill(values: Values, trait: str) -> Mapping[str, Any]:
    """What is missing on the sheet."""
    return {
        "spent": [values[f"{drive}_max"] - values[drive] for drive in DRIVES],
        "burned": [most_resistances(values, drive) - values[resistance(drive)] for drive in DRIVES],
    }
