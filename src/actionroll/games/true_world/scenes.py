"""True World: grit over a scene, earned by effects and spent to roll again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from actionroll.games.true_world.action import SUCCESSES, level_in
from actionroll.games.true_world.attempt import LADDER, MOST_STRESS, Rulings
from actionroll.rules.game import OUT_OF_ROLLS, Carried, Scene
from actionroll.rules.inputs import choice, die, whole, yes_no
from actionroll.rules.kinds import die_name
from actionroll.rules.steps import Outcome


@dataclass(frozen=True, slots=True)
class Grit:
    """What the scene is played with."""

    ability: int = die(LADDER, "The ability die.", default=8)
    difficulty: int = die(LADDER, "The difficulty of every roll.", default=8)
    position: str = choice("neutral", "advantage", "disadvantage", says="The position of every roll.")
    boost: bool = yes_no("Whether a boost fits that can be fuelled with grit.")
    grit: int = whole(0, 20, "Grit at the start.", default=1)
    grit_limit: int = whole(1, 20, "The most grit that is kept; the game names none.", default=10)
    stress: int = whole(0, MOST_STRESS, "Stress at the start.", default=0)
    stress_limit: int = whole(1, MOST_STRESS, "Stress that puts the character out of the scene.", default=6)
    clock: int = whole(1, 20, "Segments of the clock.", default=8)
    rolls: int = whole(1, 200, "The largest number of rolls.", default=8)


def carried(scene: Grit) -> tuple[Carried, ...]:
    """Clock, stress and grit."""
    return (
        Carried("clock", 0, scene.clock, 0, "Segments filled: 1, 2 or 3 by the success's level of effect."),
        Carried("stress", 0, scene.stress_limit, scene.stress, "1, 2 or 3 by the failure's level of effect."),
        Carried("grit", 0, scene.grit_limit, scene.grit, "The game leaves it open; here what is kept has a limit."),
    )


def attempts(scene: Grit, now: Mapping[str, int], rulings: Rulings) -> Mapping[str, Mapping[str, Any]]:
    """An action roll, and with grit one with a boost. More than two points of grit change nothing in a roll."""
    roll = {
        "ability": (die_name(scene.ability),),
        "difficulty": die_name(scene.difficulty),
        "position": scene.position,
        "grit": min(2, now["grit"]) if scene.boost else min(1, now["grit"]),
    }
    if not scene.boost or not now["grit"]:
        return {"plain": roll}
    return {"plain": roll, "boost": {**roll, "boosts": 1, "fuelled": 1}}


def goes_on(scene: Grit, outcome: Outcome) -> Mapping[str, int]:
    """The clock fills by the effect of a success, and stress is taken by that of a failure."""
    return {"clock" if outcome.tier in SUCCESSES else "stress": level_in(outcome.tier)}


def over(scene: Grit, now: Mapping[str, int]) -> str:
    """The clock is full, or the stress."""
    if now["clock"] >= scene.clock:
        return "clock full"
    return "out of the scene" if now["stress"] >= scene.stress_limit else ""


SCENES = (
    Scene(
        game="true-world",
        name="scene",
        says="Grit over a scene, by the rulings that let effects earn it and rerolls spend it.",
        settings=Grit,
        carried=carried,
        attempts=attempts,
        over=over,
        endings=("out of the scene", OUT_OF_ROLLS, "clock full"),
        aim="clock full",
        goes_on=goes_on,
        choice="boost",
        ways={"plain": "Roll as it is.", "boost": "Fuel a boost with a point of grit."},
        rulings={"effect_grit": "yes", "grit_reroll": "yes"},
    ),
)
