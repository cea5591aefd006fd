"""Where things stand in every chart: margins, heading, legend, axes."""

from collections.abc import Sequence
from itertools import pairwise

from actionroll.charts.svg import cut, line, rect, text, text_width

__all__ = [
    "LABEL",
    "MARGIN",
    "SMALL",
    "WIDTH",
    "gutter",
    "heading",
    "legend",
    "percent_axis_across",
    "percent_axis_up",
    "ticks_across",
]

WIDTH = 720
MARGIN = 28
TITLE = 18
LABEL = 13
SMALL = 12
_WIDEST_GUTTER = 220
_WIDEST_TICK = 120
_WIDEST_AXIS = 400
_EDGE = 8


def heading(title: str) -> tuple[list[str], float]:
    """The title, and how far down it reaches."""
    lines = _two_lines(title, WIDTH - 2 * MARGIN)
    parts = [text(MARGIN, MARGIN + 9 + 25 * place, line, size=TITLE) for place, line in enumerate(lines)]
    return parts, MARGIN + 5 + 25 * len(lines)


def _two_lines(title: str, room: float) -> list[str]:
    """One line where it fits, else broken at a word, the second line cut if need be."""
    if text_width(title, TITLE) <= room:
        return [title]
    start = cut(title, TITLE, room).removesuffix("…")
    first = start.rsplit(" ", 1)[0]
    return [first, cut(title.removeprefix(first).strip(), TITLE, room)]


def legend(levels: Sequence[str], shades: Sequence[int], top: float) -> tuple[list[str], float]:
    """All levels in their order, worst first, each with its shade."""
    parts: list[str] = []
    x, y = float(MARGIN), top + 10
    for level, shade in zip(levels, shades, strict=True):
        shown = cut(level, LABEL, 220)
        needed = 22 + text_width(shown, LABEL)
        if x > MARGIN and x + needed > WIDTH - MARGIN:
            x, y = MARGIN, y + 24
        parts += [rect(x, y - 7, 14, 14, f"ar-f{shade} ar-edge", 3), text(x + 22, y, shown)]
        x += needed + 20
    return parts, y + 22


def gutter(labels: Sequence[str]) -> float:
    """The room that labels at the left need, with the space after them."""
    return min(_WIDEST_GUTTER, max(text_width(label, LABEL) for label in labels)) + 15


def percent_axis_across(left: float, right: float, top: float, bottom: float) -> list[str]:
    """Thin lines at the quarters, with their percentages below."""
    parts: list[str] = []
    for quarter in range(5):
        x = left + (right - left) * quarter / 4
        parts += [
            line(x, top, x, bottom),
            text(x, bottom + 14, f"{25 * quarter} %", kind="ar-muted", size=SMALL, anchor="middle"),
        ]
    return parts


def percent_axis_up(left: float, right: float, height: tuple[float, float], ceiling: float = 1) -> list[str]:
    """Thin lines at even steps, with their percentages at the left."""
    top, bottom = height
    step = 25 if ceiling == 1 else 10
    parts: list[str] = []
    for tick in range(0, round(100 * ceiling) + 1, step):
        y = bottom - (bottom - top) * tick / 100 / ceiling
        parts += [line(left, y, right, y), text(left - 10, y, f"{tick} %", kind="ar-muted", size=SMALL, anchor="end")]
    return parts


def ticks_across(positions: Sequence[float], labels: Sequence[str], bottom: float, axis: str) -> list[str]:
    """Below a chart: the labels, or every second, third … so that they fit side by side, and what they count."""
    shown = [cut(label, SMALL, _WIDEST_TICK) for label in labels]
    centres = [min(x, WIDTH - _EDGE - text_width(label, SMALL) / 2) for x, label in zip(positions, shown, strict=True)]
    every = next(every for every in range(1, len(shown) + 1) if _fit(centres[::every], shown[::every]))
    parts = [
        text(x, bottom + 18, label, kind="ar-muted", size=SMALL, anchor="middle")
        for x, label in zip(centres[::every], shown[::every], strict=True)
    ]
    middle = (positions[0] + positions[-1]) / 2
    name = cut(axis, SMALL, _WIDEST_AXIS)
    return [*parts, text(middle, bottom + 42, name, kind="ar-muted", size=SMALL, anchor="middle")]


def _fit(positions: Sequence[float], labels: Sequence[str]) -> bool:
    halves = [text_width(label, SMALL) / 2 + 4 for label in labels]
    ends = zip(positions, halves, strict=True)
    return all(x + half <= after - other for (x, half), (after, other) in pairwise(ends))
