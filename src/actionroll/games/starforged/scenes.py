"""Starforged: a progress track with momentum, then the progress roll."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from actionroll.games.starforged.attempt import BOX, LOWEST, RANKS, TICKS, Rulings, bounds
from actionroll.games.starforged.dues import TIERS
from actionroll.rules.game import OUT_OF_ROLLS, Carried, Scene
from actionroll.rules.inputs import choice, many, whole
from actionroll.rules.kinds import Whole
from actionroll.rules.steps import Outcome


@dataclass(frozen=True, slots=True)
class Expedition:
    """What an expedition is played with."""

    stat: int = whole(0, 10, "The stat of travelling.", default=2)
    wits: int = whole(0, 10, "The stat of looking around.", default=2)
    adds: tuple[int, ...] = many(Whole(0, 10), "Adds on every roll.")
    rank: str = choice(*RANKS, says="The rank of the expedition.", default="dangerous")
    progress: int = whole(0, TICKS, "Ticks at the start, four to a box.", default=0)
    finish: int = whole(1, 10, "Filled boxes at which the progress roll is made.", default=10)
    momentum: int = whole(LOWEST, 10, "Momentum at the start.", default=6)
    impacts: int = whole(0, 10, "Impacts marked.", default=0)
    weak_cost: int = whole(0, 5, "Momentum that a weak hit on the way costs.", default=1)
    miss_cost: int = whole(0, 5, "Momentum that the price of a miss costs.", default=2)
    rolls: int = whole(1, 200, "The largest number of rolls.", default=12)


def carried(trip: Expedition) -> tuple[Carried, ...]:
    """Progress and momentum."""
    highest = bounds(trip.impacts).highest
    return (
        Carried("progress", 0, TICKS, trip.progress, "Ticks, four to a box."),
        Carried("momentum", LOWEST, highest, trip.momentum, "What it cannot bear is let go."),
    )


def attempts(trip: Expedition, now: Mapping[str, int], rulings: Rulings) -> Mapping[str, Mapping[str, Any]]:
    """On along the way, or a look around for momentum."""
    standing = {"adds": trip.adds, "rank": trip.rank, "momentum": now["momentum"], "impacts": trip.impacts}
    return {
        "travel": {"sf_move": "undertake_an_expedition", "stat": trip.stat, **standing},
        "look": {"sf_move": "gather_information", "stat": trip.wits, **standing},
    }


def goes_on(trip: Expedition, outcome: Outcome) -> Mapping[str, int]:
    """The costs that people name are paid with momentum; a weak hit has one only where it marked progress."""
    on_the_way = any(each.track == "progress" for each in outcome.effects)
    costs = {"miss": trip.miss_cost, "weak hit": trip.weak_cost if on_the_way else 0}
    return {"momentum": -costs.get(outcome.tier, 0)}


def over(trip: Expedition, now: Mapping[str, int]) -> str:
    """The track is as full as it was meant to be."""
    return "there" if now["progress"] >= trip.finish * BOX else ""


def last(trip: Expedition, now: Mapping[str, int]) -> tuple[str, Mapping[str, Any]]:
    """The progress roll, with what was marked."""
    return "progress", {"ticks": now["progress"]}


SCENES = (
    Scene(
        game="starforged",
        name="expedition",
        says="A progress track with momentum to burn, then the progress roll.",
        settings=Expedition,
        carried=carried,
        attempts=attempts,
        over=over,
        endings=(OUT_OF_ROLLS, "there"),
        aim="strong hit",
        goes_on=goes_on,
        last=last,
        last_tiers=TIERS,
        ways={"travel": "Undertake an expedition.", "look": "Gather information, for momentum."},
    ),
)
