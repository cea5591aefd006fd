"""Played rolls against the d20 package, which gets its expression already parsed as ours gets its question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import d20

from actionroll import api
from bench.figures import Figure, against
from bench.timing import minima

ROLLS: tuple[tuple[str, dict[str, Any], tuple[str, ...], float], ...] = (
    ("in-the-dark", {"dots": 2}, ("2d6kh1",), 3),
    ("in-the-dark", {"dots": 6}, ("6d6kh1",), 3),
    ("starforged", {"stat": 2}, ("1d6+2", "2d10"), 1.8),
)


def figures() -> Iterator[Figure]:
    """All played rolls."""
    for game, attempt, expressions, least in ROLLS:
        parsed = [d20.parse(expression) for expression in expressions]
        asked = api.question(game, "action", attempt)
        seconds = minima(
            lambda asked=asked: api.roll_of(asked), lambda parsed=parsed: [d20.roll(each) for each in parsed]
        )
        yield against(f"{game}: {' and '.join(expressions)}", *seconds, peer="d20", least=least)
