"""What a character and a group of Starforged carry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from actionroll.games.starforged.attempt import STATS
from actionroll.games.starforged.momentum import HIGHEST, RESET
from actionroll.games.starforged.ranks import TICKS
from actionroll.games.starforged.status import HIGHEST_METER, LOWEST, METERS
from actionroll.rules import Mark, SheetForm, Track, Trait
from actionroll.rules.kinds import Whole
from actionroll.rules.sheet import Owner, Values

TEMPLATE = {"edge": 2, "heart": 2, "iron": 3, "shadow": 1, "wits": 1}
VEHICLE_IMPACTS = {
    "battered": "The vehicle's integrity cannot be raised.",
    "cursed": "The vehicle is haunted for good.",
}
IMPACTS = {
    "wounded": "Health cannot be raised.",
    "shaken": "Spirit cannot be raised.",
    "unprepared": "Supply cannot be raised; the whole group's.",
    "doomed": "Until the quest is done.",
    "tormented": "Until the quest is done.",
    "indebted": "Until the quest is done.",
    "permanently_harmed": "For good.",
    "traumatized": "For good.",
}
LEGACIES = {"quests": "Vows fulfilled.", "bonds": "Bonds forged.", "discoveries": "Wonders found."}


def impacts_of(values: Values) -> int:
    """Impacts of the character, without those of a vehicle."""
    return sum(bool(values.get(name)) for name in IMPACTS)


def troubles_of(values: Values) -> int:
    """Impacts of the vehicle."""
    return sum(bool(values.get(name)) for name in VEHICLE_IMPACTS)


def weighing(values: Values) -> int:
    """SF-38, SF-A24. All impacts that weigh on momentum now."""
    return impacts_of(values) + (troubles_of(values) if values.get("aboard") else 0)


def highest_momentum(values: Values) -> int:
    """SF-38. 10, less one for each impact."""
    return HIGHEST - weighing(values)


def reset_momentum(values: Values) -> int:
    """SF-38. Momentum starts at its reset."""
    return max(0, RESET - weighing(values))


def meter(name: str, says: str, owner: Owner = "character") -> Track:
    """SF-9. A condition meter, which a move may take in place of a stat."""
    return Track(name, 0, HIGHEST_METER, HIGHEST_METER, says, owner, rolls=True)


def fill_status(values: Values) -> dict[str, Any]:
    """How a character stands, as inputs."""
    read = (*METERS, "wounded", "shaken", "unprepared", "battered", "next_bonus", "progress")
    return {
        **{name: values[name] for name in read},
        "momentum": min(values["momentum"], highest_momentum(values)),
        "impacts": impacts_of(values),
        "vehicle_troubles": troubles_of(values),
        "aboard": "yes" if values["aboard"] else "no",
    }


def fill_action(values: Values, trait: str) -> Mapping[str, Any]:
    """SF-6, SF-9, SF-10. What an action roll reads from the sheet: the stat, or a meter's current value."""
    return {"stat": values[trait], "stat_name": trait, **fill_status(values)}


def fill_progress(values: Values, trait: str) -> Mapping[str, Any]:
    """SF-44. What a progress roll reads: the track that is picked, or the challenge at hand."""
    track = trait if trait in LEGACIES else "progress"
    return {"ticks": values[track], "bad_spot": bool(values["bad_spot"])}


def fill_change(values: Values, trait: str) -> Mapping[str, Any]:
    """What a change without a roll reads."""
    return fill_status(values)


SHEET = SheetForm(
    traits=tuple(Trait(stat, Whole(0, HIGHEST_METER), TEMPLATE[stat], "stats") for stat in STATS),
    tracks=(
        Track("momentum", LOWEST, highest_momentum, reset_momentum, "From −6 to 10, less one for each impact."),
        meter("health", "At 0, harm costs momentum."),
        meter("spirit", "At 0, stress costs momentum."),
        meter("supply", "Shared by the group.", owner="table"),
        meter("companion_health", "A companion's."),
        meter("integrity", "The vehicle's.", owner="table"),
        Track("next_bonus", 0, HIGHEST, 0, "What waits for the next action roll."),
        Track("progress", 0, TICKS, 0, "Ticks of the challenge at hand, four to a box.", owner="table"),
        *(Track(name, 0, TICKS, 0, f"A legacy, in ticks: {says}") for name, says in LEGACIES.items()),
        Track("experience", 0, None, 0, "To spend on assets."),
    ),
    marks=(
        *(Mark(name, says, owner="table" if name == "unprepared" else "character") for name, says in IMPACTS.items()),
        *(Mark(name, says, owner="table") for name, says in VEHICLE_IMPACTS.items()),
        Mark("aboard", "Aboard the vehicle: its troubles weigh."),
        Mark("bad_spot", "In a bad spot of a fight; without it, in control."),
    ),
    fill={"action": fill_action, "progress": fill_progress, "change": fill_change},
)
