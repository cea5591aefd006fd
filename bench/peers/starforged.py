"""The reference query of Starforged in icepool: tiers of an action roll with momentum that is burned, as exact odds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from icepool import d6, d10

TIERS = ("miss", "weak hit", "strong hit")


def burning(bonus: int, momentum: int) -> dict[str, Fraction]:
    """Burning whenever it helps is to score the better of the two."""
    scores = (d6 + bonus).map(lambda score: max(momentum, min(10, score)))
    tiers = scores.map(lambda score: (d10 < score) + (d10 < score))
    return {name: tiers.probability(tier) for tier, name in enumerate(TIERS)}


QUERIES: dict[str, tuple[dict[str, Any], Callable[[], dict[str, Fraction]]]] = {
    "+2, momentum 6, burned": ({"stat": 2, "momentum": 6}, partial(burning, 2, 6)),
}
"""Each reference query as an attempt of ours, and as icepool's."""
DECIDE = {"burn": "any"}
