"""A change without a roll: momentum, a meter, an impact, or going aboard, within bounds and rulings."""

from __future__ import annotations

from dataclasses import dataclass, replace

from actionroll.games.starforged.following import metered, overflow
from actionroll.games.starforged.momentum import check_momentum, gained, impacts_counted, lost, maximum
from actionroll.games.starforged.rulings import Rulings
from actionroll.games.starforged.status import Status, check_impacts
from actionroll.rules import Due, Effect, Outcome, Way, choice, clear_mark, set_mark, whole

CHANGED = "changed"
UNPREPARED = Due(
    "cost",
    "roller",
    "Supply is gone: all are unprepared.",
    (Way("unprepared", "Mark unprepared.", "unprepared", 1),),
    rule="SF-48",
)


@dataclass(frozen=True, slots=True)
class ChangeMade(Status):
    """What changes, and how the character stands."""

    track: str = choice(
        "momentum", "health", "spirit", "supply", "companion_health", "integrity", "impact", "aboard",
        says="What changes.",
    )  # fmt: skip
    by: int = whole(-10, 10, "By how much; for an impact or going aboard, 1 or −1.")


def start(you: ChangeMade, rulings: Rulings) -> Outcome:
    """SF-38, SF-47, SF-48. What really changes."""
    check_impacts(you)
    check_momentum(you, rulings)
    match you.track:
        case "momentum":
            effects, dues = of_momentum(you, you.by, rulings)
        case "impact":
            effects, dues = clamped(you, replace(you, impacts=you.impacts + you.by), rulings), ()
        case "aboard":
            effects, dues = of_boarding(you, rulings), ()
        case _:
            effects, dues = of_meter(you, rulings)
    return Outcome("SF-38", CHANGED, (), tuple(each for each in effects if each.by), dues, told(you))


def told(you: ChangeMade) -> str:
    """What was asked for."""
    match you.track:
        case "impact":
            return "an impact is marked" if you.by > 0 else "an impact is cleared"
        case "aboard":
            return "they go aboard" if you.by > 0 else "they leave the vehicle"
        case _:
            return f"{you.track.replace('_', ' ')} {'+' if you.by >= 0 else '−'}{abs(you.by)} was asked for"


def of_momentum(you: ChangeMade, by: int, rulings: Rulings) -> tuple[tuple[Effect, ...], tuple[Due, ...]]:
    """SF-38, SF-A9. Gains end at the maximum, losses at −6."""
    if by >= 0:
        taken = gained(you.momentum, by, maximum(impacts_counted(you, rulings)))
        return (Effect("roller", "momentum", taken),), ()
    loss = lost(you.momentum, -by, rulings)
    return (Effect("roller", "momentum", loss.by),), overflow(loss, you)


def of_meter(you: ChangeMade, rulings: Rulings) -> tuple[tuple[Effect, ...], tuple[Due, ...]]:
    """SF-47, SF-48. A loss that a meter cannot bear falls on momentum; empty supply leaves all unprepared."""
    by = metered(you, you.track, you.by)
    change = (Effect("roller", you.track, by),)
    value = getattr(you, you.track)
    if you.track == "supply":
        return change, (UNPREPARED,) if by < 0 and value is not None and value + by == 0 and not you.unprepared else ()
    if you.by >= by:
        return change, ()
    effects, dues = of_momentum(you, you.by - by, rulings)
    return change + effects, dues


def clamped(before: ChangeMade, after: ChangeMade, rulings: Rulings) -> tuple[Effect, ...]:
    """SF-A8. A lower maximum holds at once; a higher one gives nothing back."""
    highest = maximum(impacts_counted(after, rulings))
    if not rulings.clamp_on_impact or before.momentum <= highest:
        return ()
    return (Effect("roller", "momentum", highest - before.momentum),)


def of_boarding(you: ChangeMade, rulings: Rulings) -> tuple[Effect, ...]:
    """SF-A24. On boarding the vehicle's troubles weigh at once, or by ruling from the next scene on."""
    after = replace(you, aboard="boarded" if you.by > 0 else "left")
    return (set_mark if you.by > 0 else clear_mark)("roller", "aboard"), *clamped(you, after, rulings)
