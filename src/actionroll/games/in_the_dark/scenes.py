"""In the Dark: a clock against stress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from actionroll.games.in_the_dark.attempt import BOXES, Rulings
from actionroll.rules.game import OUT_OF_ROLLS, Carried, Scene
from actionroll.rules.inputs import choice, whole
from actionroll.rules.steps import Outcome


@dataclass(frozen=True, slots=True)
class Job:
    """What a job is played with."""

    dots: int = whole(0, 10, "Dots in the action that is used.", default=2)
    position: str = choice("normal", "good", "bad", says="The position of every roll.")
    assist: int = whole(0, 1, "Whether a crewmate assists every roll.", default=0)
    clock: int = whole(1, 20, "Segments of the clock.", default=8)
    stress: int = whole(0, BOXES - 1, "Stress at the start.", default=0)
    partial_stress: int = whole(0, 5, "What the consequence of a partial success costs in stress.", default=1)
    failure_stress: int = whole(0, 5, "What the consequence of a failure costs in stress.", default=2)
    rolls: int = whole(1, 200, "The largest number of rolls.", default=12)


def carried(job: Job) -> tuple[Carried, ...]:
    """The clock and the stress."""
    return (
        Carried("clock", 0, job.clock, 0, "Segments filled: 1 for a partial, 2 for a full, 3 for a critical success."),
        Carried("stress", 0, BOXES, job.stress, "The ninth box puts the character out of action."),
    )


def attempts(job: Job, now: Mapping[str, int], rulings: Rulings) -> Mapping[str, Mapping[str, Any]]:
    """An action roll, and where it can be paid a pushed one; the last box counts where it ends only what follows."""
    plain = {"dots": job.dots, "position": job.position, "assist": job.assist}
    pushed = {**plain, "extra": "push"}
    free = BOXES - now["stress"] - (1 if rulings.ninth_box == "before_roll" else 0)
    return {"hold": plain, "push": pushed} if rulings.push_cost <= free else {"hold": plain}


FILLS = {"partial success": 1, "full success": 2, "critical success": 3}


def goes_on(job: Job, outcome: Outcome) -> Mapping[str, int]:
    """The clock fills by success, and consequences are taken as stress."""
    costs = {"failure": job.failure_stress, "partial success": job.partial_stress}
    return {"clock": FILLS.get(outcome.tier, 0), "stress": costs.get(outcome.tier, 0)}


def over(job: Job, now: Mapping[str, int]) -> str:
    """The clock is full, or the stress."""
    if now["clock"] >= job.clock:
        return "clock full"
    return "out of action" if now["stress"] >= BOXES else ""


SCENES = (
    Scene(
        game="in-the-dark",
        name="job",
        says="A clock against stress: fill it before the ninth box, pushing or not.",
        settings=Job,
        carried=carried,
        attempts=attempts,
        over=over,
        endings=("out of action", OUT_OF_ROLLS, "clock full"),
        aim="clock full",
        goes_on=goes_on,
        choice="push",
        ways={"hold": "Roll as it is.", "push": "Take stress for one die more."},
    ),
)
