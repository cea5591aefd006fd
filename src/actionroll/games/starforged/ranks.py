"""Ranks of challenges, and what each counts in ticks: four to a box, ten boxes to a track."""

RANKS = ("troublesome", "dangerous", "formidable", "extreme", "epic")
BOX = 4
TICKS = 10 * BOX
MARKED = dict(zip(RANKS, (12, 8, 4, 2, 1), strict=True))
"""Ticks for each time that progress is marked, or a unit of it cleared."""
REWARDS = dict(zip(RANKS, (1, 2, 4, 8, 12), strict=True))
"""Ticks on a legacy track when a challenge of this rank is done."""


def boxes_filled(ticks: int) -> int:
    """SF-44. Only boxes of four ticks count."""
    return ticks // BOX


def lower(rank: str) -> str:
    """One rank less; below the lowest there is none."""
    place = RANKS.index(rank)
    return RANKS[place - 1] if place else "none"


def reward(rank: str) -> int:
    """Legacy ticks for a rank; none for none."""
    return REWARDS.get(rank, 0)
