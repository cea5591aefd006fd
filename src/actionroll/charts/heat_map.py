"""Heat map: one chance for every pair of two inputs."""

from collections.abc import Sequence
from fractions import Fraction

from actionroll.charts.alternative import sentence, thinned, told
from actionroll.charts.figures import MOST_ROWS, check_chances, check_count
from actionroll.charts.layout import LABEL, MARGIN, SMALL, WIDTH, gutter, heading, ticks_across
from actionroll.charts.palette import SHADES
from actionroll.charts.percent import percent
from actionroll.charts.svg import cut, document, group, rect, text, text_width
from actionroll.errors import InputError

__all__ = ["heat_svg"]

_TALLEST_CELL, _WIDEST_CELL = 40, 92
_MOST_COLUMNS = 100
_GAP = 2


def heat_svg(
    rows: Sequence[tuple[str, Sequence[Fraction]]], columns: Sequence[str], *, title: str, down: str, across: str
) -> str:
    """A cell for each row and column, which stands out the more, the likelier it is.

    `down` and `across` name the two inputs.
    """
    _check(rows, columns)
    parts, top = heading(title)
    parts += _scale(top)
    top += 46
    left = MARGIN + gutter([down, *(label for label, _ in rows)])
    cell = min(_WIDEST_CELL, (WIDTH - MARGIN - left) / len(columns))
    height = min(_TALLEST_CELL, max(14.0, cell))
    parts.append(text(left - 14, top - 8, cut(down, SMALL, left - MARGIN), kind="ar-muted", size=SMALL, anchor="end"))
    for place, (label, chances) in enumerate(rows):
        y = top + 6 + place * height
        parts.append(text(left - 14, y + height / 2, cut(label, LABEL, left - MARGIN - 14), anchor="end"))
        hints = [f"{down} {label}, {across} {column}: " for column in columns]
        parts += [
            _cell(chance, (left + cell * at, y, cell, height), hint)
            for at, (chance, hint) in enumerate(zip(chances, hints, strict=True))
        ]
    bottom = top + 6 + len(rows) * height
    centres = [left + cell * (at + 0.5) for at in range(len(columns))]
    parts += ticks_across(centres, columns, bottom - 2, across)
    words = _alternative(rows, columns, (title, down, across))
    return document(WIDTH, bottom + 40 + MARGIN, parts, title=title, alternative=words)


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
    drawn = [rect(x, y, width - _GAP, height - _GAP, f"ar-f{shade}", 3)]
    if text_width(shown, SMALL) + 6 <= width:
        middle = x + (width - _GAP) / 2, y + (height - _GAP) / 2
        drawn.append(text(*middle, shown, kind=f"ar-t{shade}", size=SMALL, anchor="middle"))
    return group(drawn, hint + shown)


def _scale(top: float) -> list[str]:
    """What the shades mean; the hue turns at one half."""
    y, x, step = top + 10, float(MARGIN), 18
    parts: list[str] = []
    for words, shades in (("0 %", range(SHADES // 2)), ("50 %", range(SHADES // 2, SHADES)), ("100 %", range(0))):
        parts.append(text(x, y, words, kind="ar-muted", size=SMALL))
        x += text_width(words, SMALL) + 8
        parts += [rect(x + step * at, y - 7, step - _GAP, 14, f"ar-f{shade}", 2) for at, shade in enumerate(shades)]
        x += step * len(shades) + 8
    return parts


def _alternative(
    rows: Sequence[tuple[str, Sequence[Fraction]]], columns: Sequence[str], names: tuple[str, str, str]
) -> str:
    title, down, across = names
    shown = thinned(range(len(columns)))
    some = [f"{across} {columns[at]}" for at in shown]
    told_rows = [
        sentence(f"{down} {label}: {told(some, [chances[at] for at in shown])}") for label, chances in thinned(rows)
    ]
    return " ".join([sentence(title), *told_rows])
