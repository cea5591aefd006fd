"""The reference queries of True World in icepool: the chance of each outcome with its level of effect."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool

Law = dict[str, Fraction]

BANDS = ("marginal",) * 3 + ("complete",) * 3 + ("critical",) * 6
"""By the size of the result: 1 is added, and 1–3, 4–6 and 7 or more are the three effects."""
TIERS = {result: f"{BANDS[abs(result)]} {'success' if result >= 0 else 'failure'}" for result in range(-11, 12)}


def law(result: Any) -> Law:
    counts = dict.fromkeys(TIERS.values(), 0)
    for each, ways in result.items():
        counts[TIERS[each]] += ways
    total = result.denominator()
    return {tier: Fraction(ways, total) for tier, ways in counts.items()}


def d8_v_d6() -> Law:
    return law(icepool.d8 - icepool.d6)


def mixed_v_two_d8() -> Law:
    """d8, d8 and d6 against the higher of two d8; a pool is quicker here than icepool.highest of three dice."""
    return law(icepool.Pool([icepool.d8, icepool.d8, icepool.d6]).highest(1).sum() - icepool.d8.highest(2))


def five_d12_v_two_d12() -> Law:
    """Five d12 against the lower of two d12."""
    return law(icepool.d12.highest(5) - icepool.d12.lowest(2))


QUERIES: dict[str, tuple[dict[str, Any], Any]] = {
    "d8 v d6": ({"ability": ["d8"], "difficulty": "d6"}, d8_v_d6),
    "8 8 6 v 2d8": (
        {"ability": ["d8", "d8", "d6"], "difficulty": "d8", "position": "disadvantage"},
        mixed_v_two_d8,
    ),
    "five d12 v 2d12": (
        {"ability": ["d12"] * 5, "difficulty": "d12", "position": "advantage"},
        five_d12_v_two_d12,
    ),
}
"""Each query as an attempt of ours, and as icepool's."""
