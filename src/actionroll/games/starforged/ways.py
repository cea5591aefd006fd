"""The ways that moves of Starforged let people choose: costs to bear, benefits to take."""

from __future__ import annotations

from actionroll.games.starforged.ranks import MARKED, RANKS
from actionroll.rules import Way

PROGRESS_BY_RANK = "mark progress"

SUFFER = (
    Way("lose momentum", "A delay or setback: lose momentum.", "momentum", -1, most=3),
    Way("endure harm", "Lose health.", "health", -1, most=3),
    Way("endure stress", "Lose spirit.", "spirit", -1, most=3),
    Way("companion takes a hit", "A companion loses health.", "companion_health", -1, most=3),
    Way("sacrifice resources", "The group loses supply.", "supply", -1, most=3),
    Way("withstand damage", "The vehicle loses integrity.", "integrity", -1, most=3),
)
"""The moves that make a cost a number: 1 minor, 2 serious, 3 major."""
OBVIOUS = Way("obvious", "The most likely bad turn, in words.")
ORACLE = Way("oracle", "Ask the oracle, and say what it means, in words.")
ROLLED = Way("rolled", "Roll it with the move price, and say what came of it, in words.")
PERIL = Way("peril", "Face a peril or complication there instead, in words.")

MOMENTUM_1 = Way("momentum", "Take 1 momentum.", "momentum", 1)
MOMENTUM_2 = Way("momentum", "Take 2 momentum.", "momentum", 2)
NEXT = Way("next", "Add 1 on the next move that is no progress move.", "next_bonus", 1)
CONTROL = Way("control", "Be in control.", "bad_spot", -1)
MARK_PROGRESS = Way(PROGRESS_BY_RANK, "Mark progress by the rank.", "progress")
DISCOVERY = Way("discovery", "Make a discovery instead: 2 ticks on the legacy of discoveries.", "discoveries", 2)
CHAOS = Way("chaos", "Confront chaos instead, in words.")

ALSO = {
    "trade for health": ("momentum", -1),
    "trade for spirit": ("momentum", -1),
    "trade for integrity": ("momentum", -1),
    "trade for the companion": ("momentum", -1),
    "ready again": ("supply", 1),
}
"""What some ways change besides their own track."""
PRESS_ON = Way("press on", "Bear it.")


def trade(name: str, track: str) -> Way:
    """Give 1 momentum for a point of a meter."""
    return Way(name, f"Lose 1 momentum, and take 1 {track.replace('_', ' ')}.", track, 1)


def clearing(rank: str) -> tuple[Way, ...]:
    """Progress to clear in place of momentum: by the rank, where it is known."""
    ranks = RANKS if rank == "none" else (rank,)
    return tuple(
        Way(f"clear {each} progress", "Clear one unit of progress of this rank.", "progress", -MARKED[each])
        for each in ranks
    )
