"""What a chart shows, in words: for those who listen to it, and wherever no picture can be shown."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

from actionroll.charts.figures import Row
from actionroll.charts.percent import percent

__all__ = ["alt_text", "sentence", "thinned", "told"]

_MOST_TOLD = 12
T = TypeVar("T")


def alt_text(title: str, levels: Sequence[str], rows: Sequence[Row], *, axis: str = "") -> str:
    """The title, then the rows one after the other; of many rows, the ends and some between.

    >>> alt_text("Should I push?", ["miss", "hit"], [("0", [Fraction(1, 3), Fraction(2, 3)])], axis="stress")
    'Should I push? Stress 0: miss 33.3 %, hit 66.7 %.'
    """
    rest = (sentence(f"{axis} {label}: {told(levels, chances)}".strip(" :")) for label, chances in thinned(rows))
    return " ".join([sentence(title), *rest])


def told(levels: Sequence[str], chances: Sequence[Fraction]) -> str:
    """Every level with its chance."""
    return ", ".join(f"{level} {percent(chance)}" for level, chance in zip(levels, chances, strict=True))


def thinned(items: Sequence[T]) -> list[T]:
    """At most a dozen, evenly spread, always with the first and the last."""
    if len(items) <= _MOST_TOLD:
        return list(items)
    last = len(items) - 1
    return [items[place * last // (_MOST_TOLD - 1)] for place in range(_MOST_TOLD)]


def sentence(words: str) -> str:
    """With a capital letter and a full stop."""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "?", "!")) else ".")
