"""Momentum: its bounds and its reset, what impacts do to them, and what a change really changes."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.errors import InputError
from actionroll.games.starforged.rulings import Rulings
from actionroll.games.starforged.status import LOWEST, Status

HIGHEST = 10
RESET = 2


def impacts_counted(you: Status, rulings: Rulings) -> int:
    """SF-38, SF-A24. All impacts; a vehicle's troubles weigh on those aboard, or only from the next scene on."""
    now = ("yes", "boarded") if rulings.vehicle_impacts == "when_aboard" else ("yes", "left")
    return you.impacts + (you.vehicle_troubles if you.aboard in now else 0)


def maximum(impacts: int) -> int:
    """SF-38. Each impact takes one from the maximum; never below 0, where the reset is."""
    return max(0, HIGHEST - impacts)


def reset(you: Status, rulings: Rulings) -> int:
    """SF-38, SF-A10. 2, less one for each impact, never below 0; an asset's bonus counts before the floor or after."""
    impacts = impacts_counted(you, rulings)
    if rulings.reset_bonus == "after_floor":
        to = max(0, RESET - impacts) + you.reset_plus
    else:
        to = max(0, RESET + you.reset_plus - impacts)
    return min(to, maximum(impacts))


def check_momentum(you: Status, rulings: Rulings) -> None:
    """SF-38, SF-A8. Momentum above its maximum cannot be, unless the ruling lets a lower maximum block gains only."""
    highest = maximum(impacts_counted(you, rulings))
    if you.momentum > highest and rulings.clamp_on_impact:
        raise InputError(
            f"momentum takes {LOWEST} to {highest} with {HIGHEST - highest} impacts, not {you.momentum}; "
            "more only under the ruling clamp_on_impact=no."
        )


@dataclass(frozen=True, slots=True)
class Lost:
    """What became of a loss of momentum."""

    by: int
    left: int = 0
    """Points that must be paid in another way."""
    each: bool = False
    """Whether each of these points is paid on its own."""


def gained(momentum: int, by: int, highest: int) -> int:
    """SF-38. What a gain really adds: never beyond the maximum, and it takes nothing away."""
    return min(by, max(0, highest - momentum))


def lost(momentum: int, by: int, rulings: Rulings) -> Lost:
    """SF-A9. A loss stops at −6; those who stood there already, or as ruled all who go past it, pay otherwise."""
    taken = min(by, momentum - LOWEST)
    beyond = by - taken
    match rulings.min_overflow:
        case "per_point":
            return Lost(-taken, beyond, each=True)
        case "once":
            return Lost(-taken, beyond)
        case _:
            return Lost(-taken, by if momentum == LOWEST else 0)
