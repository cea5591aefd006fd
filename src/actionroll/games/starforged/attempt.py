"""What is settled before any roll of Starforged: its rulings, and how a character stands, with the bounds of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from actionroll.errors import InputError
from actionroll.rules import Texts, choice, ruling, whole, yes_no


@dataclass(frozen=True, slots=True)
class Rulings:
    """The switches of Starforged."""

    burn_requires_improvement: bool = ruling(
        "SF-A1", True, reason="Momentum is burned to improve a result; otherwise it is only lost."
    )
    burn_needs_above_reset: bool = ruling("SF-A2", False, reason="The text asks for positive momentum, nothing more.")
    match_after_burn: str = ruling(
        "SF-A3", "keep", "ignore", reason="The challenge dice lie as before, so a match stays one."
    )
    cancel_check: str = ruling("SF-A5", "final", "first", reason="Rerolls and replacements come before any reading.")
    cancel_mandatory: bool = ruling("SF-A6", True, reason="The die is cancelled, whether one likes it or not.")
    score_floor: int | None = ruling(
        "SF-A7", 0, None, reason="A score below 0 says nothing more: it is a miss either way.", most=10
    )
    clamp_on_impact: bool = ruling("SF-A8", True, reason="A lower maximum holds at once.")
    min_overflow: str = ruling(
        "SF-A9", "drop", "per_point", "once", reason="The printed choice is for those who stand at −6 already."
    )
    reset_bonus: str = ruling(
        "SF-A10", "before_floor", "after_floor", reason="A bonus after the floor would outweigh any number of impacts."
    )
    next_move_bonus: str = ruling(
        "SF-A11", "next_eligible", "bankable", reason="It says the next move, so it cannot be saved up."
    )
    adds_stack: bool = ruling("SF-A13", True, reason="One or more adds apply, from whatever source.")
    price_modes: int = ruling(
        "SF-A15", 3, reason="The published move has three ways: decide, ask the oracle, roll.", least=2, most=3
    )
    price_repeat: str = ruling(
        "SF-A16", "recurse", "reroll", "worse", reason="Each result of 96 to 100 asks for two more."
    )
    price_depth: int = ruling("SF-A16", 2, reason="Somewhere it must end.", most=2)
    require_price: bool = ruling("SF-A17", True, reason="Something always happens, unless the move says what.")
    value_max_warn: int | None = ruling(
        "SF-A19", 5, None, reason="No stat, meter or rank of the game goes beyond 5.", most=10
    )
    cursed_die: str = ruling("SF-A22", "separate", "counts", reason="It belongs to oracles and is no challenge die.")
    vehicle_impacts: str = ruling(
        "SF-A24", "when_aboard", "scene_end", reason="A vehicle's troubles weigh on those aboard it, from that moment."
    )


LOWEST, HIGHEST, RESET = -6, 10, 2
METERS = ("health", "spirit", "supply", "companion_health", "integrity")
HIGHEST_METER = 5
MISFORTUNES = {"health": "wounded", "spirit": "shaken", "supply": "unprepared", "integrity": "battered"}
"""The impact that keeps each meter from being raised."""
OWN_MISFORTUNES = ("wounded", "shaken", "unprepared")
BORNE = OWN_MISFORTUNES[:2]
"""Those that each bears alone; unprepared is the whole group."""
RANKS = ("troublesome", "dangerous", "formidable", "extreme", "epic")
MARKED = dict(zip(RANKS, (12, 8, 4, 2, 1), strict=True))
"""Ticks for each time that progress is marked, or a unit of it cleared."""
CLOCK = 4
"""Segments of the clock of a scene challenge."""
BOX = 4
TICKS = 10 * BOX
"""A track has ten boxes of four ticks."""


# Momentum


class Bounds(NamedTuple):
    """How far momentum can rise, and what it resets to."""

    highest: int
    reset: int


def bounds(impacts: int, plus: int = 0) -> Bounds:
    """SF-38. Momentum runs from −6 to 10 and resets to 2, both less one for each impact; neither is ever below 0."""
    highest = max(0, HIGHEST - impacts)
    return Bounds(highest, min(max(0, RESET + plus - impacts), highest))


def reset_of(values: Mapping[str, Any]) -> int:
    """Momentum starts at its reset."""
    aboard = values["aboard"] in ("yes", "boarded")
    return bounds(values["impacts"] + (values["vehicle_troubles"] if aboard else 0), values["reset_plus"]).reset


def impacts_marked(values: Mapping[str, Any]) -> int:
    """As many impacts as are named."""
    return sum(values[name] for name in OWN_MISFORTUNES)


def troubles_marked(values: Mapping[str, Any]) -> int:
    """As many troubles of the vehicle as are named."""
    return int(values["battered"])


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
    momentum: int = whole(
        LOWEST, HIGHEST, "What may be burned in place of a score.", by="sheet", follows=(reset_of, "its reset")
    )
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
    tension: int | None = whole(
        0, CLOCK, "Segments of the scene's clock that are filled.", by="sheet", default=None, or_none=True
    )


def check_status(you: Status, rulings: Rulings) -> None:
    """SF-A8. Refuse what cannot be: fewer impacts than are named, or momentum above its maximum, but by ruling."""
    if (named := sum(getattr(you, name) for name in OWN_MISFORTUNES)) > you.impacts:
        raise InputError(f"impacts takes at least {named}, as many as are named.")
    if you.battered and not you.vehicle_troubles:
        raise InputError("vehicle_troubles takes at least 1 while the vehicle is battered.")
    highest = maximum(you, rulings)
    if you.momentum > highest and rulings.clamp_on_impact:
        raise InputError(
            f"momentum takes {LOWEST} to {highest} with {HIGHEST - highest} impacts, not {you.momentum}; "
            "more only under the ruling clamp_on_impact=no."
        )


def impacts_counted(you: Status, rulings: Rulings) -> int:
    """SF-A24. All impacts; a vehicle's troubles weigh on those aboard, or by ruling only from the next scene on."""
    now = ("yes", "boarded") if rulings.vehicle_impacts == "when_aboard" else ("yes", "left")
    return you.impacts + (you.vehicle_troubles if you.aboard in now else 0)


def maximum(you: Status, rulings: Rulings) -> int:
    """How far momentum can rise."""
    return bounds(impacts_counted(you, rulings)).highest


def reset(you: Status, rulings: Rulings) -> int:
    """SF-A10. What momentum resets to; an asset's bonus counts before the floor of 0, or by ruling after it."""
    impacts = impacts_counted(you, rulings)
    if rulings.reset_bonus == "before_floor":
        return bounds(impacts, you.reset_plus).reset
    highest, to = bounds(impacts)
    return min(to + you.reset_plus, highest)


def told_reset(you: Status, rulings: Rulings, by: int) -> str:
    """`; momentum goes from 9 to 2, its reset, and 1 more makes 3`: where momentum that is burned then stands."""
    low, stands = reset(you, rulings), you.momentum + by
    more = f", and {stands - low} more makes {stands}" if stands > low else ""
    return f"; momentum goes from {you.momentum} to {low}, its reset{more}"


class Lost(NamedTuple):
    """What became of a loss of momentum."""

    by: int
    left: int = 0
    """Points that must be paid in another way."""
    each: bool = False
    """Whether each of these points is paid on its own."""


def gained(momentum: int, by: int, highest: int) -> int:
    """What a gain of momentum really adds: never beyond the maximum, and it takes nothing away."""
    return min(by, max(0, highest - momentum))


def lost(momentum: int, by: int, rulings: Rulings) -> Lost:
    """SF-A9. A loss stops at −6; those who stood there already, or as ruled all who go past it, pay otherwise."""
    taken = min(by, momentum - LOWEST)
    match rulings.min_overflow:
        case "per_point":
            return Lost(-taken, by - taken, each=True)
        case "once":
            return Lost(-taken, by - taken)
        case _:
            return Lost(-taken, by if momentum == LOWEST else 0)


# Meters


def is_blocked(you: Status, track: str) -> bool:
    """SF-47. While wounded, shaken, unprepared or battered, the meter that belongs to it is not raised."""
    return track in MISFORTUNES and bool(getattr(you, MISFORTUNES[track]))


def metered(you: Status, track: str, by: int) -> int:
    """What really changes: a meter runs from 0 to 5, and not up while an impact blocks it."""
    if by > 0 and is_blocked(you, track):
        return 0
    value = getattr(you, track)
    return by if value is None else max(0, min(HIGHEST_METER, value + by)) - value


# Progress


def told_progress(times: int, you: Status) -> str:
    """`progress is marked twice`: told as done where its rank is known, as far as the track had room for it."""
    often = " twice" if times == 2 else ""
    if you.rank == "none":
        return f"progress is yours to mark{often}"
    room = TICKS - (you.progress or 0)
    if not room:
        return "its track was full already"
    is_full = room <= times * MARKED[you.rank]
    return "progress is marked, and its track is full" if is_full else f"progress is marked{often}"


# The score


def score_of(die: int, cancelled: bool, bonus: int, rulings: Rulings) -> int:
    """SF-14, SF-15. Die and bonus, but 10 at most, and what goes beyond is lost; a cancelled die counts 0.

    SF-A7. And never below the floor.
    """
    score = min(HIGHEST, bonus if cancelled else die + bonus)
    return score if rulings.score_floor is None else max(rulings.score_floor, score)


LABELS = {
    "sf_move": "move",
    "fifty_fifty": "50 : 50",
    "reset_plus": "momentum reset bonus",
    "min_overflow": "losses below the lowest momentum",
    "value_max_warn": "highest value",
    "next_bonus": "bonus on the next move",
    "use_bonus": "use the waiting bonus",
    "preset": "action die set by an asset",
    "stat_name": "rolled with",
    "risk": "is anything at risk",
    "impossible": "it cannot be done",
    "automatic": "outcome without dice",
    "decider": "who names the price",
    "may_recommit": "on a miss, ask whether to go on",
    "by": "by how much",
    "any": "whenever it helps",
    "to-strong": "only for a strong hit",
    "only-miss": "only to lift a miss",
}
"""What people call an input, a track or a policy where its name alone does not say it."""
WAY_LABELS = {
    "next": "+1 on the next move",
    "both": "2 momentum, and +1 on the next move",
    "control": "in control",
    "more": "1 more lost",
    "rolled": "rolled on the table of prices",
    "plain": "the match brings nothing more",
    "full": "the whole reward",
    "less": "the lesser reward",
    "out": "out of action",
}
"""What people call a way to settle a due where its name alone does not say it."""
