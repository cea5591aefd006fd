"""How a character stands when a roll is made: momentum, meters and impacts, as inputs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from actionroll.errors import InputError
from actionroll.games.starforged.ranks import RANKS, TICKS
from actionroll.rules import Texts, choice, whole, yes_no

LOWEST = -6
METERS = ("health", "spirit", "supply", "companion_health", "integrity")
MISFORTUNES = {"health": "wounded", "spirit": "shaken", "supply": "unprepared", "integrity": "battered"}
"""SF-47. The impact that keeps each meter from being raised."""
OWN_MISFORTUNES = ("wounded", "shaken", "unprepared")
HIGHEST_METER = 5


def impacts_marked(values: Mapping[str, Any]) -> int:
    """As many impacts as are named."""
    return sum(values[name] for name in OWN_MISFORTUNES)


def troubles_marked(values: Mapping[str, Any]) -> int:
    """As many troubles of the vehicle as are named."""
    return int(values["battered"])


def reset_of(values: Mapping[str, Any]) -> int:
    """SF-38. Momentum starts at its reset."""
    aboard = values["aboard"] in ("yes", "boarded")
    impacts: int = values["impacts"] + (values["vehicle_troubles"] if aboard else 0)
    return max(0, 2 + int(values["reset_plus"]) - impacts)


def meter(says: str) -> Any:
    """A condition meter, where its value is known."""
    return whole(0, HIGHEST_METER, says, by="sheet", default=None, or_none=True)


@dataclass(frozen=True, slots=True)
class Status(Texts):
    """What a roll may need to know of a character."""

    impacts: int = whole(
        0, 10, "Impacts marked, without a vehicle's.", by="sheet", follows=(impacts_marked, "those that are named")
    )
    vehicle_troubles: int = whole(
        0, 2, "Impacts of the vehicle.", by="sheet", follows=(troubles_marked, "those that are named")
    )
    aboard: str = choice(
        "no", "yes", "boarded", "left", says="Aboard that vehicle, or just boarded or left.", by="sheet"
    )
    reset_plus: int = whole(0, 3, "What assets add to the momentum reset.", by="sheet", default=0)
    momentum: int = whole(LOWEST, 10, "Momentum.", by="sheet", follows=(reset_of, "its reset"))
    health: int | None = meter("Health, where a move may change it.")
    spirit: int | None = meter("Spirit, where a move may change it.")
    supply: int | None = meter("The shared supply, where a move may change it.")
    companion_health: int | None = meter("A companion's health.")
    integrity: int | None = meter("A vehicle's integrity.")
    wounded: bool = yes_no("Wounded: health cannot be raised.", by="sheet")
    shaken: bool = yes_no("Shaken: spirit cannot be raised.", by="sheet")
    unprepared: bool = yes_no("Unprepared, as the whole group is: supply cannot be raised.", by="sheet")
    battered: bool = yes_no("The vehicle is battered: integrity cannot be raised.", by="sheet")
    rank: str = choice("none", *RANKS, says="The rank of the challenge at hand.", by="gm")
    progress: int | None = whole(0, TICKS, "Ticks on its progress track.", by="sheet", default=None, or_none=True)
    next_bonus: int = whole(0, 10, "What waits for the next move: +1 on the next.", by="sheet", default=0)


def check_impacts(you: Status) -> None:
    """Impacts that are named are among those that are counted."""
    if (named := sum(getattr(you, name) for name in OWN_MISFORTUNES)) > you.impacts:
        raise InputError(f"impacts takes at least {named}, as many as are named.")
    if you.battered and not you.vehicle_troubles:
        raise InputError("vehicle_troubles takes at least 1 while the vehicle is battered.")


def is_blocked(you: Status, track: str) -> bool:
    """SF-47. Whether an impact keeps this meter from being raised."""
    return track in MISFORTUNES and bool(getattr(you, MISFORTUNES[track]))
