"""Wherever We Go: stress and willpower over several rolls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from actionroll.games.wherever_we_go.action import TIERS
from actionroll.games.wherever_we_go.attempt import MOST_STRESS, RUNGS, WP_MAX, Rulings
from actionroll.games.wherever_we_go.sheet import damage_of
from actionroll.rules.game import OUT_OF_ROLLS, Carried, Scene
from actionroll.rules.inputs import die, many, whole
from actionroll.rules.kinds import Whole, die_name
from actionroll.rules.steps import Outcome

FILLS = dict(zip(TIERS, range(4), strict=True))


@dataclass(frozen=True, slots=True)
class Stress:
    """What the scene is played with."""

    attribute: int = die(RUNGS, "The attribute die of every roll.", default=8)
    skill: int = die(RUNGS, "The die of the related skill.", default=8)
    bonus: tuple[int, ...] = many(Whole(1, 9), "Bonuses of 1 to 3 on every roll.")
    penalty: tuple[int, ...] = many(Whole(1, 9), "Penalties of 1 to 3 on every roll.")
    stress: int = whole(0, MOST_STRESS, "Stress at the start.", default=0)
    limit: int = whole(1, MOST_STRESS, "The stress at which the character breaks; the game names none.", default=10)
    wp: int = whole(0, 20, "Willpower at the start.", default=3)
    wp_max: int = whole(0, 20, "The most willpower the character can hold.", default=WP_MAX)
    gambles: int = whole(0, 5, "How often the gm lets the roller gamble in one roll.", default=1)
    failure_stress: int = whole(0, 5, "What the consequence of a failure costs in stress.", default=1)
    mixed_stress: int = whole(0, 5, "What the consequence of a mixed success costs in stress.", default=0)
    clears: int = whole(0, 5, "Stress that the benefit of a success or better clears.", default=0)
    health: int = whole(0, 24, "Health that banes are taken from; 0 leaves them out.", default=0)
    clock: int = whole(0, 20, "Segments of a clock that ends the scene; 0 for none.", default=0)
    rolls: int = whole(1, 200, "The largest number of rolls.", default=12)


def carried(scene: Stress) -> tuple[Carried, ...]:
    """Stress, willpower, health and the clock."""
    filled = "Segments filled: 1 for a mixed success, 2 for a success, 3 for a great success."
    return (
        Carried("stress", 0, scene.limit, scene.stress, "The game leaves it open; here the limit breaks a character."),
        Carried("wp", 0, scene.wp_max, scene.wp, "A push costs 1, a six on a stress die gives 1."),
        Carried("health", 0, scene.health, scene.health, "Banes are taken from it; at 0 the character breaks."),
        Carried("clock", 0, scene.clock, 0, filled),
    )


def attempts(scene: Stress, now: Mapping[str, int], rulings: Rulings) -> Mapping[str, Mapping[str, Any]]:
    """An action roll at the stress and with the willpower that there is."""
    roll = {
        "attribute": die_name(scene.attribute),
        "skill": die_name(scene.skill),
        "bonus": scene.bonus,
        "penalty": scene.penalty,
        "stress": now["stress"],
        "wp": now["wp"],
        "wp_max": scene.wp_max,
        "gambles": scene.gambles,
    }
    return {"roll": roll}


def goes_on(scene: Stress, outcome: Outcome) -> Mapping[str, int]:
    """Consequences are taken as stress, benefits clear it, banes cost health, and the clock fills."""
    changes = {"failure": scene.failure_stress, "mixed success": scene.mixed_stress}
    changed = {"stress": changes.get(outcome.tier, -scene.clears), "clock": FILLS[outcome.tier]}
    return {**changed, "health": -damage_of(int(outcome.fact("banes")))} if scene.health else changed


def over(scene: Stress, now: Mapping[str, int]) -> str:
    """The clock is full, or the stress is, or no health is left."""
    if scene.clock and now["clock"] >= scene.clock:
        return "clock full"
    return "broken" if now["stress"] >= scene.limit or (scene.health and not now["health"]) else ""


SCENES = (
    Scene(
        game="wherever-we-go",
        name="stress",
        says="Stress and willpower over several rolls, pushing and gambling or not.",
        settings=Stress,
        carried=carried,
        attempts=attempts,
        over=over,
        endings=("broken", OUT_OF_ROLLS, "clock full"),
        aim="success=1,great success=1",
        goes_on=goes_on,
    ),
)
