"""Bars and cells: how chances are divided among the levels, and one chance for every pair of two inputs."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from actionroll.charts import MOST_ROWS, SHADES, Row, check_chances, check_count, check_rows, percent, shades_for, svg
from actionroll.errors import InputError

_BAR, _STEP = 28, 38
_GAP = 2
_WHOLE = 0.999999  # the last part of a bar needs no gap after it


def stacked_svg(levels: Sequence[str], rows: Sequence[Row], *, title: str, axis: str = "") -> str:
    """One bar a row, divided among the levels from worst to best. `axis` names what the rows' labels say."""
    check_rows(levels, rows)
    shades = shades_for(len(levels))
    parts, top = svg.heading(title)
    swatches, top = svg.legend(levels, shades, top)
    left = svg.MARGIN + svg.gutter([axis, *(label for label, _ in rows)])
    right = svg.WIDTH - svg.MARGIN - 10
    if axis:
        parts.append(
            svg.text(
                left - 14,
                top + 8,
                svg.cut(axis, svg.SMALL, left - svg.MARGIN),
                kind="ar-muted",
                size=svg.SMALL,
                anchor="end",
            )
        )
    top += 22
    bottom = top + _STEP * len(rows)
    parts += swatches + svg.percent_axis_across(left, right, top, bottom)
    for place, (label, chances) in enumerate(rows):
        y = top + _STEP * place + (_STEP - _BAR) / 2
        drawn = [svg.text(left - 14, y + _BAR / 2, svg.cut(label, svg.LABEL, left - svg.MARGIN - 14), anchor="end")]
        drawn += _segments(chances, shades, (left, y, right - left, _BAR))
        parts.append(svg.group(drawn, f"{axis} {label}: {svg.told(levels, chances)}".strip()))
    return svg.document(
        svg.WIDTH,
        bottom + 14 + svg.MARGIN,
        parts,
        title=title,
        alternative=svg.alt_text(title, levels, rows, axis=axis),
    )


def odds_bar_svg(levels: Sequence[str], chances: Sequence[Fraction], *, title: str, width: float = 360) -> str:
    """One small bar without a frame, for a line of text or a cell of a table."""
    check_rows(levels, [("", chances)])
    parts = [svg.group(_segments(chances, shades_for(len(levels)), (0, 0, width, 26)), svg.told(levels, chances))]
    return svg.document(
        width, 26, parts, title=title, alternative=svg.alt_text(title, levels, [("", chances)]), card=False
    )


def _segments(chances: Sequence[Fraction], shades: Sequence[int], box: tuple[float, float, float, float]) -> list[str]:
    """The parts of one bar; a positive chance is never too thin to see, and says its percentage where there is room."""
    left, y, width, height = box
    parts: list[str] = []
    start = 0.0
    for chance, shade in zip(chances, shades, strict=True):
        share = float(chance)
        x, size = left + start * width, share * width
        start += share
        if not chance:
            continue
        drawn = max(1.0, size if start > _WHOLE else size - _GAP)
        parts.append(svg.rect(x, y, drawn, height, f"ar-f{shade}", 2))
        shown = percent(chance)
        if svg.text_width(shown, svg.SMALL) + 6 <= size:
            middle = x + drawn / 2, y + height / 2
            parts.append(svg.text(*middle, shown, kind=f"ar-t{shade}", size=svg.SMALL, anchor="middle"))
    return parts


_TALLEST_CELL, _WIDEST_CELL = 40, 92
_MOST_COLUMNS = 100


def heat_svg(
    rows: Sequence[tuple[str, Sequence[Fraction]]], columns: Sequence[str], *, title: str, down: str, across: str
) -> str:
    """A cell for each row and column, which stands out the more, the likelier it is.

    `down` and `across` name the two inputs.
    """
    _check(rows, columns)
    parts, top = svg.heading(title)
    parts += _scale(top)
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
    words = _alternative(rows, columns, (title, down, across))
    return svg.document(svg.WIDTH, bottom + 40 + svg.MARGIN, parts, title=title, alternative=words)


def _check(rows: Sequence[tuple[str, Sequence[Fraction]]], columns: Sequence[str]) -> None:
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
    drawn = [svg.rect(x, y, width - _GAP, height - _GAP, f"ar-f{shade}", 3)]
    if svg.text_width(shown, svg.SMALL) + 6 <= width:
        middle = x + (width - _GAP) / 2, y + (height - _GAP) / 2
        drawn.append(svg.text(*middle, shown, kind=f"ar-t{shade}", size=svg.SMALL, anchor="middle"))
    return svg.group(drawn, hint + shown)


def _scale(top: float) -> list[str]:
    """What the shades mean; the hue turns at one half."""
    y, x, step = top + 10, float(svg.MARGIN), 18
    parts: list[str] = []
    for words, shades in (("0 %", range(SHADES // 2)), ("50 %", range(SHADES // 2, SHADES)), ("100 %", range(0))):
        parts.append(svg.text(x, y, words, kind="ar-muted", size=svg.SMALL))
        x += svg.text_width(words, svg.SMALL) + 8
        parts += [svg.rect(x + step * at, y - 7, step - _GAP, 14, f"ar-f{shade}", 2) for at, shade in enumerate(shades)]
        x += step * len(shades) + 8
    return parts


def _alternative(
    rows: Sequence[tuple[str, Sequence[Fraction]]], columns: Sequence[str], names: tuple[str, str, str]
) -> str:
    title, down, across = names
    shown = svg.thinned(range(len(columns)))
    some = [f"{across} {columns[at]}" for at in shown]
    told_rows = [
        svg.sentence(f"{down} {label}: {svg.told(some, [chances[at] for at in shown])}")
        for label, chances in svg.thinned(rows)
    ]
    return " ".join([svg.sentence(title), *told_rows])


MOST_TOLD = 8


def odds_html(chances: Mapping[str, Fraction], spreads: Mapping[str, Mapping[Any, Fraction]]) -> str:
    """Every level with its chance, as a percentage and exactly; then the values of facts and changes."""
    rows = "".join(
        f"<tr><th>{svg.written(level)}</th><td>{percent(chance)}</td><td>{chance.numerator}/{chance.denominator}</td></tr>"
        for level, chance in chances.items()
    )
    rows += "".join(
        f"<tr><th>{svg.written(name)}</th><td colspan=2>{svg.written(_spread(values))}</td></tr>"
        for name, values in spreads.items()
    )
    return f"<div>{odds_bar_svg(list(chances), list(chances.values()), title='Odds')}<table>{rows}</table></div>"


def _spread(values: Mapping[Any, Fraction]) -> str:
    """The chance of yes, or of each value if these are few, and the mean of numbers."""
    if set(values) <= {True, False} and all(isinstance(value, bool) for value in values):
        return f"yes: {percent(values.get(True, Fraction(0)))}"
    each = ", ".join(f"{value}: {percent(chance)}" for value, chance in sorted(values.items()))
    if any(isinstance(value, str) for value in values):
        return each
    mean = f"mean {float(sum(value * chance for value, chance in values.items())):.3f}"
    return f"{mean} ({each})" if len(values) <= MOST_TOLD else mean
