"""Fan chart: where a track may stand after each roll of a scene."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from actionroll.charts.alternative import sentence, thinned
from actionroll.charts.curves import positions
from actionroll.charts.figures import MOST_ROWS, check_chances, check_count
from actionroll.charts.layout import MARGIN, SMALL, WIDTH, heading, ticks_across
from actionroll.charts.svg import cut, document, line, path, rect, text, text_width
from actionroll.errors import InputError

__all__ = ["fan_svg", "quantiles"]

_HEIGHT = 270
_LEFT = MARGIN + 40
_RIGHT = WIDTH - MARGIN - 10
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
    parts, top = heading(title)
    parts += _legend(top)
    top += 66
    bottom = top + _HEIGHT
    least, step, most = _scale([value for _, chances in moments for value, chance in chances.items() if chance])

    def height(value: int) -> float:
        return bottom - _HEIGHT * (value - least) / (most - least)

    xs = [_LEFT + 8 + place * (_RIGHT - _LEFT - 16) for place in positions(labels)]
    parts.append(text(MARGIN, top - 20, cut(up, SMALL, _RIGHT - MARGIN), kind="ar-muted", size=SMALL))
    parts += _bands(spreads, xs, height, _levels(range(least, most + 1, step), height))
    parts += ticks_across(xs, labels, bottom, across)
    words = _alternative(labels, spreads, (title, across, up))
    return document(WIDTH, bottom + 42 + MARGIN, parts, title=title, alternative=words)


def _scale(values: Sequence[int]) -> tuple[int, int, int]:
    """The lowest line, the step between lines and the highest line, all whole numbers."""
    least, most = min(values), max(values)
    steps = (size * 10**zeros for zeros in range(20) for size in (1, 2, 5))
    step = next(step for step in steps if most - least <= step * _MOST_TICKS)
    lowest = least // step * step
    return lowest, step, max(-(-most // step) * step, lowest + step)


def _legend(top: float) -> list[str]:
    x, y = float(MARGIN), top + 10
    parts: list[str] = []
    for words, shade in (("nine in ten scenes", _OUTER), ("half of all scenes", _INNER), ("the middle scene", "")):
        swatch = rect(x, y - 7, 22, 14, f"{shade} ar-edge", 3) if shade else _thick([(x, y), (x + 22, y)])
        parts += [swatch, text(x + 30, y, words)]
        x += 30 + text_width(words, 13) + 20
    return parts


def _levels(values: range, height: Callable[[int], float]) -> list[str]:
    parts: list[str] = []
    for value in values:
        y = height(value)
        parts += [line(_LEFT, y, _RIGHT, y), text(_LEFT - 10, y, str(value), kind="ar-muted", size=SMALL, anchor="end")]
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
        f'<path d="{path([*highest, *reversed(lowest)], closed=True)}" class="{_OUTER}"/>',
        f'<path d="{path([*high, *reversed(low)], closed=True)}" class="{_INNER}"/>',
        *levels,
        _thick(middle),
    ]


def _thick(points: Sequence[tuple[float, float]]) -> str:
    return f'<path d="{path(points)}" class="{_MIDDLE}" fill="none" stroke-width="3" stroke-linejoin="round"/>'


def _alternative(labels: Sequence[str], spreads: Sequence[Sequence[int]], names: tuple[str, str, str]) -> str:
    title, across, up = names
    told = [
        sentence(
            f"{across} {label}: {up} {middle}, in half of all scenes {low} to {high}, in nine of ten {least} to {most}"
        )
        for label, (least, low, middle, high, most) in thinned(list(zip(labels, spreads, strict=True)))
    ]
    return " ".join([sentence(title), *told])
