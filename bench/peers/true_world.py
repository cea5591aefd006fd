"""The reference queries of True World in icepool: outcome with effect level, and the signed result, as exact odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool

Law = dict[tuple[str, int], Fraction]

WORDS = ("marginal", "complete", "critical")


def tier(result: int) -> str:
    word = WORDS[min(2, (abs(result) + 1) // 3 if (abs(result) + 1) % 3 else (abs(result) + 1) // 3 - 1)]
    return f"{word} {'success' if result >= 0 else 'failure'}"


def law(result: Any) -> Law:
    total = result.denominator()
    return {(tier(each), each): Fraction(ways, total) for each, ways in result.items()}


def d8_v_d6() -> Law:
    return law(icepool.d8 - icepool.d6)


def mixed_v_two_d8() -> Law:
    """d8, d8 and d6 against the higher of two d8."""
    return law(icepool.highest(icepool.d8, icepool.d8, icepool.d6) - icepool.d8.highest(2))


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
