"""Curves: how the chance of each level changes as an input grows."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import isfinite

from actionroll.charts.alternative import alt_text, told
from actionroll.charts.figures import Row, check_rows
from actionroll.charts.layout import LABEL, MARGIN, WIDTH, heading, percent_axis_up, ticks_across
from actionroll.charts.palette import shades_for
from actionroll.charts.svg import cut, document, group, line, number, path, text, text_width

__all__ = ["curves_svg", "positions"]

_HEIGHT = 280
_LEFT = MARGIN + 48
_WIDEST_NAME = 200
_LINE_STEP = 18
_MOST_MARKS = 16
_MARKS = (
    "M{0} {1}m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0",
    "M{0} {1}m-4 -4h8v8h-8Z",
    "M{0} {1}m0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5Z",
    "M{0} {1}m0 -5.5l5.5 9.5h-11Z",
    "M{0} {1}m0 5.5l5.5 -9.5h-11Z",
    "M{0} {1}m-2.5 -5h5v10h-5Z",
)
"""A shape for each level, so that the lines are told apart without colour."""


def curves_svg(levels: Sequence[str], rows: Sequence[Row], *, title: str, axis: str = "") -> str:
    """One line a level over the rows, named at its end. Rows whose labels are numbers stand at their true distances."""
    check_rows(levels, rows)
    parts, top = heading(title)
    top += 14
    bottom = top + _HEIGHT
    right = WIDTH - MARGIN - 24 - min(_WIDEST_NAME, max(text_width(level, LABEL) + 1 for level in levels))
    labels = [label for label, _ in rows]
    across = [_LEFT + 12 + place * (right - _LEFT - 24) for place in positions(labels)]
    ceiling = _ceiling(rows)
    heights = [[bottom - float(chance) / ceiling * _HEIGHT for chance in chances] for _, chances in rows]
    parts += percent_axis_up(_LEFT, right, (top, bottom), ceiling) + ticks_across(across, labels, bottom, axis)
    parts += _lines(levels, rows, across, heights)
    parts += _names(levels, heights[-1], (across[-1], right), (top, bottom))
    return document(
        WIDTH, bottom + 42 + MARGIN, parts, title=title, alternative=alt_text(title, levels, rows, axis=axis)
    )


def positions(labels: Sequence[str]) -> list[float]:
    """Where the labels stand, from 0 to 1: as numbers if they are rising numbers, else evenly."""
    numbers = _rising(labels) or [float(place) for place in range(len(labels))]
    span = numbers[-1] - numbers[0]
    return [(value - numbers[0]) / span if span else 0.5 for value in numbers]


def _rising(labels: Sequence[str]) -> list[float] | None:
    try:
        numbers = [float(label) for label in labels]
    except ValueError:
        return None
    rises = all(after > before for before, after in pairwise(numbers))
    return numbers if rises and isfinite(numbers[-1] - numbers[0]) else None


def _ceiling(rows: Sequence[Row]) -> float:
    """What the height of the chart stands for; low curves are drawn twice as high."""
    return 0.5 if all(chance <= Fraction(1, 2) for _, chances in rows for chance in chances) else 1.0


def _lines(levels: Sequence[str], rows: Sequence[Row], across: list[float], heights: list[list[float]]) -> list[str]:
    parts: list[str] = []
    every = -(-len(rows) // _MOST_MARKS)
    for place, (level, shade) in enumerate(zip(levels, shades_for(len(levels)), strict=True)):
        points = [(x, height[place]) for x, height in zip(across, heights, strict=True)]
        drawn = [_stroke(path(points), shade), *(_mark(x, y, place, shade) for x, y in points[::every])]
        parts.append(group(drawn, f"{level}: {told([label for label, _ in rows], [row[place] for _, row in rows])}"))
    return parts


def _names(
    levels: Sequence[str], ends: list[float], across: tuple[float, float], height: tuple[float, float]
) -> list[str]:
    """Each line's name at its end, with its mark; thin leads where names had to move."""
    last, right = across
    parts: list[str] = []
    shades = shades_for(len(levels))
    for place, (y, end) in enumerate(zip(_kept_apart(ends, *height), ends, strict=True)):
        parts += [line(last + 8, end, right + 4, y, "ar-edge"), _mark(right + 12, y, place, shades[place])]
        parts.append(text(right + 23, y, cut(levels[place], LABEL, _WIDEST_NAME)))
    return parts


def _stroke(d: str, shade: int) -> str:
    """A light line would be lost on light paper, so that each has a dark edge, like roads on a map."""
    drawn = f'<path d="{d}" fill="none" stroke-linejoin="round" class='
    return f'{drawn}"ar-line" stroke-width="4.5"/>{drawn}"ar-l{shade}" stroke-width="2.5"/>'


def _mark(x: float, y: float, place: int, shade: int) -> str:
    d = _MARKS[place % len(_MARKS)].format(number(x), number(y))
    return f'<path d="{d}" class="ar-f{shade} ar-line"/>'


def _kept_apart(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """Heights as near to the wanted ones as names that must not overlap can stand."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed = dict.fromkeys(order, 0.0)
    lowest = bottom + _LINE_STEP
    for place in reversed(order):
        lowest = min(wanted[place], lowest - _LINE_STEP)
        placed[place] = lowest
    highest = top - _LINE_STEP
    for place in order:
        highest = max(placed[place], highest + _LINE_STEP)
        placed[place] = highest
    return [placed[place] for place in range(len(wanted))]
