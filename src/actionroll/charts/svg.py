"""Pictures as SVG: the pen, always escaped, with the style, margins, axes and words of every chart; and bars."""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar
from unicodedata import east_asian_width

from actionroll.charts import DARK, LIGHT, SHADES, LevelRow, check_rows, percent, shades_for

_DARK_INK, _LIGHT_INK = "#1c1f24", "#ffffff"
_FIRST_LIGHT_INK, _FIRST_DARK_INK = 7, 6


def _shade_rules(fills: tuple[str, ...], inks: tuple[str, ...]) -> str:
    return "".join(
        f".ar-f{shade}{{fill:{fill}}}.ar-l{shade}{{stroke:{fill}}}.ar-t{shade}{{fill:{ink}}}"
        for shade, (fill, ink) in enumerate(zip(fills, inks, strict=True))
    )


def _rules(paper: str, ink: str, muted: str, grid: str) -> str:
    return (
        f".ar-paper{{fill:{paper}}}.ar-ink{{fill:{ink}}}.ar-line{{stroke:{ink}}}"
        f".ar-muted{{fill:{muted}}}.ar-grid{{stroke:{grid}}}.ar-edge{{stroke:{muted}}}"
    )


def _style() -> str:
    light_inks = (_DARK_INK,) * _FIRST_LIGHT_INK + (_LIGHT_INK,) * (SHADES - _FIRST_LIGHT_INK)
    dark_inks = (_LIGHT_INK,) * _FIRST_DARK_INK + (_DARK_INK,) * (SHADES - _FIRST_DARK_INK)
    fonts = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"
    return (
        ".ar-chart{max-width:100%;height:auto}"
        f".ar-chart text{{font-family:{fonts};font-variant-numeric:tabular-nums}}"
        + _rules("#fffdfa", _DARK_INK, "#5a6068", "#e4dfd6")
        + _shade_rules(LIGHT, light_inks)
        + "@media screen and (prefers-color-scheme:dark){"
        + _rules("#15181d", "#f1eee8", "#a3a9b2", "#2f343c")
        + _shade_rules(DARK, dark_inks)
        + "}"
    )


STYLE = _style()
"""The style sheet inside every chart. Names start with `ar-`, since an inlined chart shares them with its page."""


_SPECIAL = re.compile(r"[&<>\"'\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_MARKUP = frozenset("&<>\"'")
_MOST_LETTERS = 200
_LARGEST_PLAIN = 15
_NARROW = frozenset("ijlt.,:;|!'()[] ·")
_WIDE = frozenset("mwMW@%—…&<>")


def written(plain: str) -> str:
    """Text as it may stand in SVG: no markup, no characters that XML forbids."""
    return _SPECIAL.sub(_replaced, plain) if _SPECIAL.search(plain) else plain


def _replaced(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};" if found[0] in _MARKUP else "�"


def number(value: float) -> str:
    """Five digits: finer than anyone sees."""
    return f"{value:.5g}"


def text_width(plain: str, size: float) -> float:
    """About how wide a text is, rather too wide than too narrow, whatever font the reader has."""
    bold = 1.12 if size > _LARGEST_PLAIN else 1
    return bold * size * sum(map(_letter_width, plain[:_MOST_LETTERS]))


@lru_cache(4096)
def _letter_width(letter: str) -> float:
    if letter in _NARROW:
        return 0.36
    if letter in _WIDE or letter.isupper():
        return 0.92 if letter in _WIDE else 0.7
    return 0.6 if letter.isascii() or east_asian_width(letter) not in "WF" else 1.05


def cut(plain: str, size: float, room: float) -> str:
    """The text, or as much of it as has room."""
    kept = plain[:_MOST_LETTERS]
    if kept == plain and text_width(plain, size) <= room:
        return plain
    while kept and text_width(kept, size) > room - size:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def text(x: float, y: float, plain: str, *, kind: str = "ar-ink", size: float = 13, anchor: str = "start") -> str:
    """A text whose middle height is at y."""
    end = "" if anchor == "start" else f' text-anchor="{anchor}"'
    weight = ' font-weight="600"' if size > _LARGEST_PLAIN else ""
    # A third of the size is about half a digit's height; `dominant-baseline` is not known to every viewer.
    place = f'x="{number(x)}" y="{number(y + size * 0.35)}"'
    return f'<text {place} class="{kind}" font-size="{number(size)}"{end}{weight}>{written(plain)}</text>'


def rect(x: float, y: float, width: float, height: float, kind: str, rounded: float = 0) -> str:
    """A filled rectangle."""
    corner = f' rx="{number(rounded)}"' if rounded else ""
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {size} class="{kind}"{corner}/>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str = "ar-grid") -> str:
    """A thin straight line."""
    return f'<path d="M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" class="{kind}" fill="none"/>'


def path(points: Iterable[tuple[float, float]], *, closed: bool = False) -> str:
    """The points one after the other, as the `d` of a path."""
    joined = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{joined}Z" if closed else f"M{joined}"


def group(parts: Iterable[str], hint: str) -> str:
    """Shapes that belong together, with the words that appear over them."""
    return f"<g><title>{written(hint)}</title>{''.join(parts)}</g>"


def document(
    width: float, height: float, body: Iterable[str], *, title: str, alternative: str, card: bool = True
) -> str:
    """A whole picture, that says in words what it shows to those who cannot see it."""
    size = f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}"'
    paper = rect(0, 0, width, height, "ar-paper", 14) if card else ""
    name = written(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} class="ar-chart" role="img" aria-label="{name}">'
        f"<title>{name}</title><desc>{written(alternative)}</desc><style>{STYLE}</style>"
        f"{paper}{''.join(body)}</svg>\n"
    )


WIDTH = 720
MARGIN = 28
TITLE = 18
LABEL = 13
SMALL = 12
_WIDEST_GUTTER = 220
_WIDEST_TICK = 120
_WIDEST_AXIS = 400
_EDGE = 8


def heading(title: str, width: float = WIDTH, margin: float = MARGIN) -> tuple[list[str], float]:
    """The title, and how far down it reaches."""
    lines = _broken(title, width - 2 * margin, 2 if width >= WIDTH else 3)
    parts = [text(margin, margin + 9 + 25 * place, line, size=TITLE) for place, line in enumerate(lines)]
    return parts, margin + 5 + 25 * len(lines)


def _broken(title: str, room: float, lines: int) -> list[str]:
    """One line where it fits, else as many as there may be, broken at words, the last one cut if need be."""
    shown = cut(title, TITLE, room)
    if shown == title or lines == 1:
        return [shown]
    first = shown.removesuffix("…").rsplit(" ", 1)[0]
    return [first, *_broken(title.removeprefix(first).strip(), room, lines - 1)]


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
    halves = [text_width(label, SMALL) / 2 + 2 for label in labels]
    ends = zip(positions, halves, strict=True)
    return all(x + half <= after - other for (x, half), (after, other) in pairwise(ends))


_MOST_TOLD = 12
T = TypeVar("T")


def alt_text(title: str, levels: Sequence[str], rows: Sequence[LevelRow], *, axis: str = "") -> str:
    """The title, then the rows one after the other; of many rows, the ends and some between.

    >>> alt_text("Should I push?", ["miss", "hit"], [("0", [Fraction(1, 3), Fraction(2, 3)])], axis="stress")
    'Should I push? Stress 0: miss 33.3 %, hit 66.7 %.'
    """
    rest = (sentence(f"{axis} {label}: {levels_told(levels, chances)}".strip(" :")) for label, chances in thinned(rows))
    return " ".join([sentence(title), *rest])


def levels_told(levels: Sequence[str], chances: Sequence[Fraction]) -> str:
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


# Bars: how chances are divided among the levels

_BAR, _STEP = 28, 38
GAP = 2
_WHOLE = 0.999999  # the last part of a bar needs no gap after it


def stacked_svg(levels: Sequence[str], rows: Sequence[LevelRow], *, title: str, axis: str = "") -> str:
    """One bar a row, divided among the levels from worst to best. `axis` names what the rows' labels say."""
    check_rows(levels, rows)
    shades = shades_for(len(levels))
    parts, top = heading(title)
    swatches, top = legend(levels, shades, top)
    left = MARGIN + gutter([axis, *(label for label, _ in rows)])
    right = WIDTH - MARGIN - 10
    if axis:
        parts.append(
            text(
                left - 14,
                top + 8,
                cut(axis, SMALL, left - MARGIN),
                kind="ar-muted",
                size=SMALL,
                anchor="end",
            )
        )
    top += 22
    bottom = top + _STEP * len(rows)
    parts += swatches + percent_axis_across(left, right, top, bottom)
    for place, (label, chances) in enumerate(rows):
        y = top + _STEP * place + (_STEP - _BAR) / 2
        drawn = [text(left - 14, y + _BAR / 2, cut(label, LABEL, left - MARGIN - 14), anchor="end")]
        drawn += _segments(chances, shades, (left, y, right - left, _BAR))
        parts.append(group(drawn, f"{axis} {label}: {levels_told(levels, chances)}".strip()))
    return document(
        WIDTH,
        bottom + 14 + MARGIN,
        parts,
        title=title,
        alternative=alt_text(title, levels, rows, axis=axis),
    )


def odds_bar_svg(levels: Sequence[str], chances: Sequence[Fraction], *, title: str, width: float = 360) -> str:
    """One small bar without a frame, for a line of text or a cell of a table."""
    check_rows(levels, [("", chances)])
    parts = [group(_segments(chances, shades_for(len(levels)), (0, 0, width, 26)), levels_told(levels, chances))]
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
        drawn = max(1.0, size if start > _WHOLE else size - GAP)
        parts.append(rect(x, y, drawn, height, f"ar-f{shade}", 2))
        shown = percent(chance)
        if text_width(shown, SMALL) + 6 <= size:
            middle = x + drawn / 2, y + height / 2
            parts.append(text(*middle, shown, kind=f"ar-t{shade}", size=SMALL, anchor="middle"))
    return parts


_MOST_VALUES = 8


def odds_html(chances: Mapping[str, Fraction], spreads: Mapping[str, Mapping[Any, Fraction]]) -> str:
    """Every level with its chance, as a percentage and exactly; then the values of facts and changes."""
    rows = "".join(
        f"<tr><th>{written(level)}</th><td>{percent(chance)}</td><td>{chance.numerator}/{chance.denominator}</td></tr>"
        for level, chance in chances.items()
    )
    rows += "".join(
        f"<tr><th>{written(name)}</th><td colspan=2>{written(_spread(values))}</td></tr>"
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
    return f"{mean} ({each})" if len(values) <= _MOST_VALUES else mean
