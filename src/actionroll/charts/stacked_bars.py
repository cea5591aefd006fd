"""Stacked bars: for each input, how the chances are divided among the levels."""

from collections.abc import Sequence
from fractions import Fraction

from actionroll.charts.alternative import alt_text, told
from actionroll.charts.figures import Row, check_rows
from actionroll.charts.layout import LABEL, MARGIN, SMALL, WIDTH, gutter, heading, legend, percent_axis_across
from actionroll.charts.palette import shades_for
from actionroll.charts.percent import percent
from actionroll.charts.svg import cut, document, group, rect, text, text_width

__all__ = ["odds_bar_svg", "stacked_svg"]

_BAR, _STEP = 28, 38
_GAP = 2
_WHOLE = 0.999999  # the last part of a bar needs no gap after it


def stacked_svg(levels: Sequence[str], rows: Sequence[Row], *, title: str, axis: str = "") -> str:
    """One bar a row, divided among the levels from worst to best. `axis` names what the rows' labels say."""
    check_rows(levels, rows)
    shades = shades_for(len(levels))
    parts, top = heading(title)
    swatches, top = legend(levels, shades, top)
    left = MARGIN + gutter([axis, *(label for label, _ in rows)])
    right = WIDTH - MARGIN - 10
    if axis:
        parts.append(
            text(left - 14, top + 8, cut(axis, SMALL, left - MARGIN), kind="ar-muted", size=SMALL, anchor="end")
        )
    top += 22
    bottom = top + _STEP * len(rows)
    parts += swatches + percent_axis_across(left, right, top, bottom)
    for place, (label, chances) in enumerate(rows):
        y = top + _STEP * place + (_STEP - _BAR) / 2
        drawn = [text(left - 14, y + _BAR / 2, cut(label, LABEL, left - MARGIN - 14), anchor="end")]
        drawn += _segments(chances, shades, (left, y, right - left, _BAR))
        parts.append(group(drawn, f"{axis} {label}: {told(levels, chances)}".strip()))
    return document(
        WIDTH, bottom + 14 + MARGIN, parts, title=title, alternative=alt_text(title, levels, rows, axis=axis)
    )


def odds_bar_svg(levels: Sequence[str], chances: Sequence[Fraction], *, title: str, width: float = 360) -> str:
    """One small bar without a frame, for a line of text or a cell of a table."""
    check_rows(levels, [("", chances)])
    parts = [group(_segments(chances, shades_for(len(levels)), (0, 0, width, 26)), told(levels, chances))]
    return document(width, 26, parts, title=title, alternative=alt_text(title, levels, [("", chances)]), card=False)


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
        parts.append(rect(x, y, drawn, height, f"ar-f{shade}", 2))
        shown = percent(chance)
        if text_width(shown, SMALL) + 6 <= size:
            middle = x + drawn / 2, y + height / 2
            parts.append(text(*middle, shown, kind=f"ar-t{shade}", size=SMALL, anchor="middle"))
    return parts
