"""How chances change: curves over an input that grows, cells over two, and where a track may stand after each roll."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import isfinite

from actionroll.charts import (
    MOST_ROWS,
    SHADES,
    LevelRow,
    check_chances,
    check_count,
    check_rows,
    percent,
    shades_for,
    svg,
)
from actionroll.errors import InputError

_HEIGHT = 280
_SCALE, _FOOT = 48, 42
_NARROW, _SLIM = 480, 8
"""Below this width a picture is read on a phone, where margins are room that its lines need."""
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


def curves_svg(
    levels: Sequence[str],
    rows: Sequence[LevelRow],
    *,
    title: str,
    axis: str = "",
    here: str = "",
    width: float = svg.WIDTH,
) -> str:
    """One line a level over the rows, named at its end. Rows whose labels are numbers stand at their true distances.

    The row labelled `here` is marked as the one where whoever asks is. A narrow picture is read on a phone.
    """
    check_rows(levels, rows)
    margin = svg.MARGIN if width > _NARROW else _SLIM
    parts, top = svg.heading(title, width, margin)
    top += 24
    left, bottom = margin + _SCALE, top + _HEIGHT
    right = width - margin - 24 - min(_WIDEST_NAME, max(svg.text_width(level, svg.LABEL) + 1 for level in levels))
    labels = [label for label, _ in rows]
    across = [left + 12 + place * (right - left - 24) for place in positions(labels)]
    ceiling = _ceiling(rows)
    heights = [[bottom - float(chance) / ceiling * _HEIGHT for chance in chances] for _, chances in rows]
    parts += svg.percent_axis_up(left, right, (top, bottom), ceiling) + svg.ticks_across(across, labels, bottom, axis)
    parts += _you_are_here([x for x, label in zip(across, labels, strict=True) if label == here], top, bottom)
    parts += _lines(levels, rows, across, heights)
    parts += _names(levels, heights[-1], (across[-1], right), (top, bottom))
    return svg.document(
        width,
        bottom + _FOOT + margin,
        parts,
        title=title,
        alternative=svg.alt_text(title, levels, rows, axis=axis),
    )


def _you_are_here(across: list[float], top: float, bottom: float) -> list[str]:
    return [
        part
        for x in across
        for part in (svg.line(x, top, x, bottom, "ar-line"), svg.text(x, top - 12, "you are here", anchor="middle"))
    ]


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


def _ceiling(rows: Sequence[LevelRow]) -> float:
    """What the height of the chart stands for; low curves are drawn twice as high."""
    return 0.5 if all(chance <= Fraction(1, 2) for _, chances in rows for chance in chances) else 1.0


def _lines(
    levels: Sequence[str], rows: Sequence[LevelRow], across: list[float], heights: list[list[float]]
) -> list[str]:
    parts: list[str] = []
    every = -(-len(rows) // _MOST_MARKS)
    for place, (level, shade) in enumerate(zip(levels, shades_for(len(levels)), strict=True)):
        points = [(x, height[place]) for x, height in zip(across, heights, strict=True)]
        drawn = [_stroke(svg.path(points), shade), *(_mark(x, y, place, shade) for x, y in points[::every])]
        told = svg.levels_told([label for label, _ in rows], [row[place] for _, row in rows])
        parts.append(svg.group(drawn, f"{level}: {told}"))
    return parts


def _names(
    levels: Sequence[str], ends: list[float], across: tuple[float, float], height: tuple[float, float]
) -> list[str]:
    """Each line's name at its end, with its mark; thin leads where names had to move."""
    last, right = across
    parts: list[str] = []
    shades = shades_for(len(levels))
    for place, (y, end) in enumerate(zip(_kept_apart(ends, *height), ends, strict=True)):
        parts += [svg.line(last + 8, end, right + 4, y, "ar-edge"), _mark(right + 12, y, place, shades[place])]
        parts.append(svg.text(right + 23, y, svg.cut(levels[place], svg.LABEL, _WIDEST_NAME)))
    return parts


def _stroke(d: str, shade: int) -> str:
    """A light line would be lost on light paper, so that each has a dark edge, like roads on a map."""
    drawn = f'<path d="{d}" fill="none" stroke-linejoin="round" class='
    return f'{drawn}"ar-line" stroke-width="4.5"/>{drawn}"ar-l{shade}" stroke-width="2.5"/>'


def _mark(x: float, y: float, place: int, shade: int) -> str:
    d = _MARKS[place % len(_MARKS)].format(svg.number(x), svg.number(y))
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


_FAN_HEIGHT = 270
_FAN_LEFT = svg.MARGIN + 40
_RIGHT = svg.WIDTH - svg.MARGIN - 10
_SHARES = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))
_OUTER, _INNER, _MIDDLE = "ar-f1", "ar-f4", "ar-l11"
_MOST_TICKS = 6


def quantiles(chances: Mapping[int, Fraction], shares: Sequence[Fraction]) -> list[int]:
    """For each share, the least value that at least this share of all scenes does not exceed.

    >>> quantiles({0: Fraction(1, 4), 3: Fraction(3, 4)}, [Fraction(1, 5), Fraction(1, 2)])
    [0, 3]
    """
    check_chances(list(chances.values()))
    values = sorted(chances)
    reached = list(accumulate(chances[value] for value in values))
    if not reached or reached[-1] != 1:
        raise InputError("The chances of a track's values add up to one.")
    return [values[bisect_left(reached, share)] for share in shares]


def fan_svg(moments: Sequence[tuple[str, Mapping[int, Fraction]]], *, title: str, across: str, up: str) -> str:
    """A track over time: its middle, and the bands in which half and nine in ten of all scenes are.

    A moment is its label and the chance of every value the track may have then; `across` and `up` name the two.
    """
    check_count("moments", len(moments), MOST_ROWS)
    spreads = [quantiles(chances, _SHARES) for _, chances in moments]
    labels = [label for label, _ in moments]
    parts, top = svg.heading(title)
    parts += _band_legend(top)
    top += 66
    bottom = top + _FAN_HEIGHT
    least, step, most = _scale([value for _, chances in moments for value, chance in chances.items() if chance])

    def height(value: int) -> float:
        return bottom - _FAN_HEIGHT * (value - least) / (most - least)

    xs = [_FAN_LEFT + 8 + place * (_RIGHT - _FAN_LEFT - 16) for place in positions(labels)]
    parts.append(
        svg.text(svg.MARGIN, top - 20, svg.cut(up, svg.SMALL, _RIGHT - svg.MARGIN), kind="ar-muted", size=svg.SMALL)
    )
    parts += _bands(spreads, xs, height, _levels(range(least, most + 1, step), height))
    parts += svg.ticks_across(xs, labels, bottom, across)
    words = _alternative(labels, spreads, (title, across, up))
    return svg.document(svg.WIDTH, bottom + _FOOT + svg.MARGIN, parts, title=title, alternative=words)


def _scale(values: Sequence[int]) -> tuple[int, int, int]:
    """The lowest line, the step between lines and the highest line, all whole numbers."""
    least, most = min(values), max(values)
    steps = (size * 10**zeros for zeros in range(20) for size in (1, 2, 5))
    step = next(step for step in steps if most - least <= step * _MOST_TICKS)
    lowest = least // step * step
    return lowest, step, max(-(-most // step) * step, lowest + step)


def _band_legend(top: float) -> list[str]:
    x, y = float(svg.MARGIN), top + 10
    parts: list[str] = []
    for words, shade in (("nine in ten scenes", _OUTER), ("half of all scenes", _INNER), ("the middle scene", "")):
        swatch = svg.rect(x, y - 7, 22, 14, f"{shade} ar-edge", 3) if shade else _thick([(x, y), (x + 22, y)])
        parts += [swatch, svg.text(x + 30, y, words)]
        x += 30 + svg.text_width(words, 13) + 20
    return parts


def _levels(values: range, height: Callable[[int], float]) -> list[str]:
    parts: list[str] = []
    for value in values:
        y = height(value)
        parts += [
            svg.line(_FAN_LEFT, y, _RIGHT, y),
            svg.text(_FAN_LEFT - 10, y, str(value), kind="ar-muted", size=svg.SMALL, anchor="end"),
        ]
    return parts


def _bands(
    spreads: Sequence[Sequence[int]], xs: Sequence[float], height: Callable[[int], float], levels: list[str]
) -> list[str]:
    """The wide band below, the narrow one on it, the levels over both, the middle on top.

    One moment alone gets some width.
    """
    if len(xs) == 1:
        xs, spreads = (xs[0] - 20, xs[0] + 20), (spreads[0], spreads[0])
    edges = [[(x, height(spread[place])) for x, spread in zip(xs, spreads, strict=True)] for place in range(5)]
    lowest, low, middle, high, highest = edges
    return [
        f'<path d="{svg.path([*highest, *reversed(lowest)], closed=True)}" class="{_OUTER}"/>',
        f'<path d="{svg.path([*high, *reversed(low)], closed=True)}" class="{_INNER}"/>',
        *levels,
        _thick(middle),
    ]


def _thick(points: Sequence[tuple[float, float]]) -> str:
    return f'<path d="{svg.path(points)}" class="{_MIDDLE}" fill="none" stroke-width="3" stroke-linejoin="round"/>'


def _alternative(labels: Sequence[str], spreads: Sequence[Sequence[int]], names: tuple[str, str, str]) -> str:
    title, across, up = names
    sentences = [
        svg.sentence(
            f"{across} {label}: {up} {middle}, in half of all scenes {low} to {high}, in nine of ten {least} to {most}"
        )
        for label, (least, low, middle, high, most) in svg.thinned(list(zip(labels, spreads, strict=True)))
    ]
    return " ".join([svg.sentence(title), *sentences])


# Cells: one chance for every pair of two inputs

_TALLEST_CELL, _WIDEST_CELL = 40, 92
_MOST_COLUMNS = 100


def heat_svg(
    rows: Sequence[tuple[str, Sequence[Fraction]]], columns: Sequence[str], *, title: str, down: str, across: str
) -> str:
    """A cell for each row and column, which stands out the more, the likelier it is.

    `down` and `across` name the two inputs.
    """
    _check_cells(rows, columns)
    parts, top = svg.heading(title)
    parts += _shades_legend(top)
    top += 46
    left = svg.MARGIN + svg.gutter([down, *(label for label, _ in rows)])
    cell = min(_WIDEST_CELL, (svg.WIDTH - svg.MARGIN - left) / len(columns))
    height = min(_TALLEST_CELL, max(14.0, cell))
    parts.append(
        svg.text(
            left - 14,
            top - 8,
            svg.cut(down, svg.SMALL, left - svg.MARGIN),
            kind="ar-muted",
            size=svg.SMALL,
            anchor="end",
        )
    )
    for place, (label, chances) in enumerate(rows):
        y = top + 6 + place * height
        parts.append(
            svg.text(left - 14, y + height / 2, svg.cut(label, svg.LABEL, left - svg.MARGIN - 14), anchor="end")
        )
        hints = [f"{down} {label}, {across} {column}: " for column in columns]
        parts += [
            _cell(chance, (left + cell * at, y, cell, height), hint)
            for at, (chance, hint) in enumerate(zip(chances, hints, strict=True))
        ]
    bottom = top + 6 + len(rows) * height
    centres = [left + cell * (at + 0.5) for at in range(len(columns))]
    parts += svg.ticks_across(centres, columns, bottom - 2, across)
    words = _cells_told(rows, columns, (title, down, across))
    return svg.document(svg.WIDTH, bottom + 40 + svg.MARGIN, parts, title=title, alternative=words)


def _check_cells(rows: Sequence[tuple[str, Sequence[Fraction]]], columns: Sequence[str]) -> None:
    check_count("rows", len(rows), MOST_ROWS)
    check_count("columns", len(columns), _MOST_COLUMNS)
    for _, chances in rows:
        if len(chances) != len(columns):
            raise InputError(f"A row has one chance for each of the {len(columns)} columns, not {len(chances)}.")
        check_chances(chances)


def _shade(chance: Fraction) -> int:
    return min(SHADES - 1, chance.numerator * SHADES // chance.denominator)


def _cell(chance: Fraction, box: tuple[float, float, float, float], hint: str) -> str:
    x, y, width, height = box
    shade, shown = _shade(chance), percent(chance)
    drawn = [svg.rect(x, y, width - svg.GAP, height - svg.GAP, f"ar-f{shade}", 3)]
    if svg.text_width(shown, svg.SMALL) + 6 <= width:
        middle = x + (width - svg.GAP) / 2, y + (height - svg.GAP) / 2
        drawn.append(svg.text(*middle, shown, kind=f"ar-t{shade}", size=svg.SMALL, anchor="middle"))
    return svg.group(drawn, hint + shown)


def _shades_legend(top: float) -> list[str]:
    """What the shades mean; the hue turns at one half."""
    y, x, step = top + 10, float(svg.MARGIN), 18
    parts: list[str] = []
    for words, shades in (("0 %", range(SHADES // 2)), ("50 %", range(SHADES // 2, SHADES)), ("100 %", range(0))):
        parts.append(svg.text(x, y, words, kind="ar-muted", size=svg.SMALL))
        x += svg.text_width(words, svg.SMALL) + 8
        parts += [
            svg.rect(x + step * at, y - 7, step - svg.GAP, 14, f"ar-f{shade}", 2) for at, shade in enumerate(shades)
        ]
        x += step * len(shades) + 8
    return parts


def _cells_told(
    rows: Sequence[tuple[str, Sequence[Fraction]]], columns: Sequence[str], names: tuple[str, str, str]
) -> str:
    title, down, across = names
    shown = svg.thinned(range(len(columns)))
    some = [f"{across} {columns[at]}" for at in shown]
    told_rows = [
        svg.sentence(f"{down} {label}: {svg.levels_told(some, [chances[at] for at in shown])}")
        for label, chances in svg.thinned(rows)
    ]
    return " ".join([svg.sentence(title), *told_rows])
