"""Soaking in True World: grit spent against stress, without dice."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.errors import CannotPay, InputError
from actionroll.games.true_world.action import MOST_GRIT
from actionroll.games.true_world.rulings import Rulings
from actionroll.rules import Effect, Outcome, Step, Texts, facts, whole

SOAKED = "soaked"


@dataclass(frozen=True, slots=True)
class Soak(Texts):
    """How much is soaked, and what there is."""

    points: int = whole(1, 20, "Points of grit to spend.", default=1)
    grit: int = whole(0, MOST_GRIT, "Grit at hand.", by="sheet", default=0)
    stress: int = whole(0, 20, "Stress suffered.", by="sheet", default=0)


def start(you: Soak, rulings: Rulings) -> Step:
    """TW-A11. Each point of grit takes away a point of stress, and eases a condition by one, in words."""
    if you.points > you.grit:
        raise CannotPay(f"Soaking {you.points} costs {you.points} grit, and only {you.grit} is there.")
    if you.points > you.stress:
        raise InputError(f"points takes at most {you.stress}, the stress there is.")
    effects = (Effect("roller", "grit", -you.points, "soak"), Effect("roller", "stress", -you.points, "soak"))
    return Outcome("TW-A11", SOAKED, facts(points=you.points), effects, why="grit takes stress away")
