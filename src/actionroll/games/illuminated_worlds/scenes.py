"""Illuminated Worlds: drive over an assignment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from actionroll.games.illuminated_worlds.attempt import MOST_DRIVE, MOST_RATING, Rulings
from actionroll.games.illuminated_worlds.pool import SIX
from actionroll.games.illuminated_worlds.sheet import ROW
from actionroll.rules.game import OUT_OF_ROLLS, Carried, Scene
from actionroll.rules.inputs import whole, yes_no
from actionroll.rules.steps import Outcome

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
