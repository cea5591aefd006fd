"""Plain numbers into charts; knows no game. What a chart accepts, one palette, and charts of letters.

- of letters and blocks, for the terminal: `bars_text`, `stacked_text`
- as SVG: `svg.stacked_svg` and `svg.odds_bar_svg`, `curves.curves_svg`, `curves.heat_svg` and `curves.fan_svg`
- in words: `percent`, `roughly`, `svg.alt_text`

Twelve shades go from worst to best: two families of hue (warm, then cool) that every kind of colour vision tells apart,
and a lightness that only ever falls (on the dark: rises), so that the order also shows in black and white. What is
better stands out more.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import TypeAlias

from actionroll.errors import InputError, LimitError

LevelRow: TypeAlias = tuple[str, Sequence[Fraction]]
"""A label, and the chances of the levels in their order."""

MOST_LEVELS = 52
MOST_ROWS = 500


def check_rows(levels: Sequence[str], rows: Sequence[LevelRow]) -> None:
    """Every row must say how likely each level is, and nothing else may happen."""
    check_count("levels", len(levels), MOST_LEVELS)
    check_count("rows", len(rows), MOST_ROWS)
    for _, chances in rows:
        if len(chances) != len(levels):
            raise InputError(f"A row has one chance for each of the {len(levels)} levels, not {len(chances)}.")
        check_chances(chances)
        if sum(chances) != 1:
            raise InputError("The chances of a row add up to one.")


def check_chances(chances: Sequence[Fraction]) -> None:
    """A chance lies from 0 to 1."""
    for chance in chances:
        if not 0 <= chance.numerator <= chance.denominator:
            raise InputError("A chance is a fraction from 0 to 1.")


def check_count(what: str, given: int, most: int) -> None:
    """Nothing to draw, or more than anyone could read, is refused."""
    if given == 0:
        raise InputError(f"A chart has 1 to {most} {what}, not none.")
    if given > most:
        raise LimitError(f"A chart has 1 to {most} {what}, not {given}.")


def percent(chance: Fraction) -> str:
    """One decimal; what is possible never reads as impossible, nor what is likely as certain.

    >>> [percent(Fraction(*pair)) for pair in [(1, 6), (0, 1), (1, 5000), (4999, 5000), (1, 1)]]
    ['16.7 %', '0 %', '<0.1 %', '>99.9 %', '100 %']
    """
    above, below = chance.numerator, chance.denominator
    if above in (0, below):
        return "100 %" if above else "0 %"
    tenths = (2000 * above + below) // (2 * below)
    if tenths in (0, 1000):
        return ">99.9 %" if tenths else "<0.1 %"
    return f"{tenths // 10}.{tenths % 10} %"


def roughly(chance: Fraction) -> str:
    """Without tenths; of two as near the even one, so that 37.5 and 62.5 make a hundred. The page rounds alike.

    >>> [roughly(Fraction(*pair)) for pair in [(3, 8), (5, 8), (0, 1), (1, 200), (199, 200), (1, 1)]]
    ['38 %', '62 %', '0 %', '<1 %', '>99 %', '100 %']
    """
    whole = round(100 * chance)
    if whole in (0, 100) and chance not in (0, 1):
        return ">99 %" if whole else "<1 %"
    return f"{whole} %"


LIGHT = (
    *("#f5ecda", "#eddaba", "#e7c79b", "#e2b47b", "#de9f5b", "#d98939"),
    *("#3c959f", "#2a8094", "#1d6a87", "#175579", "#154069", "#152c58"),
)
DARK = (
    *("#40362a", "#54402b", "#684a2b", "#7c542a", "#925e28", "#a86725"),
    *("#49a1ab", "#68b1bd", "#85c2cf", "#a1d2e0", "#bce3f1", "#d7f4ff"),
)
SHADES = len(LIGHT)
_TERMINAL = (180, 180, 179, 179, 172, 172, 37, 37, 32, 32, 27, 27)
_CHOSEN = {1: (9,), 2: (2, 9), 3: (1, 4, 9), 4: (1, 4, 7, 11), 5: (1, 3, 5, 8, 11), 6: (1, 3, 5, 7, 9, 11)}


def shades_for(levels: int) -> tuple[int, ...]:
    """Which shades so many levels take, worst first, as far from each other as they can be."""
    return _CHOSEN.get(levels) or tuple(level * SHADES // levels for level in range(levels))


def terminal_colour(shade: int) -> str:
    """The ANSI sequence that switches to a shade, of 256 colours, readable on light and dark alike."""
    return f"\x1b[38;5;{_TERMINAL[shade]}m"


_EIGHTHS = " ▏▎▍▌▋▊▉█"
_PLAIN = "\x1b[0m"
_NARROWEST_BAR = 10
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FILLS = {1: "█", 2: "░█", 3: "░▒█", 4: "·░▒█", 5: "·░▒▓█", 6: "·:░▒▓█"}
_ASCII_FILLS = {1: "#", 2: ".#", 3: ".+#", 4: ".-+#", 5: ".-+*#", 6: ".-=+*#"}


def bars_text(
    rows: Iterable[tuple[str, Fraction]], width: int = 80, *, colour: bool = False, blocks: bool = True
) -> str:
    """One bar a row, worst first: label, percentage, and a bar of which the whole width would be certainty.

    >>> print(bars_text([("miss", Fraction(1, 2)), ("hit", Fraction(1, 2))], 33))
    miss  50.0 %  █████████▌
    hit   50.0 %  █████████▌
    """
    listed = list(rows)
    check_count("rows", len(listed), MOST_LEVELS)
    check_chances([chance for _, chance in listed])
    labels = _column([label for label, _ in listed], width // 3, "…" if blocks else "~")
    numbers = [percent(chance) for _, chance in listed]
    widest = max(map(len, numbers))
    room = max(_NARROWEST_BAR, width - _columns(labels[0]) - widest - 4)
    shades = shades_for(len(listed))
    return "\n".join(
        f"{label}  {number:>{widest}}  {_painted(bar(chance, room, blocks=blocks), shade, colour=colour)}".rstrip()
        for label, number, (_, chance), shade in zip(labels, numbers, listed, shades, strict=True)
    )


def stacked_text(
    levels: Sequence[str], rows: Sequence[LevelRow], width: int = 80, *, colour: bool = False, blocks: bool = True
) -> str:
    """One bar a row, divided among the levels, each with a filling of its own; a legend above.

    >>> half = [Fraction(1, 2), Fraction(1, 2)]
    >>> print(stacked_text(["miss", "hit"], [("0", half), ("1", [Fraction(1, 4), Fraction(3, 4)])], 23))
    ░ miss  █ hit
    <BLANKLINE>
    0  ░░░░░░░░░░██████████
    1  ░░░░░███████████████
    """
    check_rows(levels, rows)
    fills = (_FILLS if blocks else _ASCII_FILLS).get(len(levels), _LETTERS[: len(levels)])
    mark = "…" if blocks else "~"
    shades = shades_for(len(levels))
    labels = _column([label for label, _ in rows], width // 3, mark)
    room = max(_NARROWEST_BAR, width - _columns(labels[0]) - 2)
    legend = [
        (_painted(fill, shade, colour=colour), _cut(_one_line(level), max(8, width - 2), mark))
        for fill, shade, level in zip(fills, shades, levels, strict=True)
    ]
    lines = [*_wrapped(legend, width), ""]
    for label, (_, chances) in zip(labels, rows, strict=True):
        parts = zip(fills, shades, _shared_out(chances, room), strict=True)
        lines.append(f"{label}  " + "".join(_painted(fill * size, shade, colour=colour) for fill, shade, size in parts))
    return "\n".join(lines)


def bar(chance: Fraction, room: int, *, blocks: bool = True) -> str:
    """A positive chance is never drawn as nothing."""
    steps = 8 if blocks else 1
    filled = max(round(chance * room * steps), 1 if chance else 0)
    whole, rest = divmod(filled, steps)
    return "█" * whole + _EIGHTHS[rest].strip() if blocks else "#" * whole


def _shared_out(chances: Sequence[Fraction], room: int) -> list[int]:
    """Whole columns that add up to `room`; a chance that would round to none takes a column from the widest."""
    ends = [round(end * room) for end in accumulate(map(float, chances), initial=0.0)]
    sizes = [after - before for before, after in pairwise(ends)]
    for place, chance in enumerate(chances):
        widest = max(range(len(sizes)), key=sizes.__getitem__)
        if chance and not sizes[place] and sizes[widest] > 1:
            sizes[place], sizes[widest] = 1, sizes[widest] - 1
    return sizes


def _painted(text: str, shade: int, *, colour: bool) -> str:
    return f"{terminal_colour(shade)}{text}{_PLAIN}" if colour and text else text


def _wrapped(legend: list[tuple[str, str]], width: int) -> list[str]:
    lines: list[str] = []
    used = width
    for fill, level in legend:
        needed = _columns(level) + 4
        if used + needed - 2 > width:
            lines.append("")
            used = 0
        lines[-1] += f"{'  ' if used else ''}{fill} {level}"
        used += needed
    return lines


def _column(labels: list[str], widest: int, mark: str) -> list[str]:
    """All labels equally wide, the longest cut, with a mark that shows it."""
    shown = [_cut(_one_line(label), max(8, widest), mark) for label in labels]
    room = max(map(_columns, shown))
    return [label + " " * (room - _columns(label)) for label in shown]


def _cut(text: str, widest: int, mark: str) -> str:
    """Also where letters take no column at all, no more than four of them a column."""
    kept = text[: 4 * widest]
    if kept == text and _columns(text) <= widest:
        return text
    while _columns(kept) >= widest:
        kept = kept[:-1]
    return kept + mark


def _one_line(text: str) -> str:
    """What is not printable could move the cursor or change colours: it is shown as a question mark."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _columns(text: str) -> int:
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width  # the prompt need not wait for it where all is ASCII

    return sum(2 if east_asian_width(letter) in "WF" else 0 if combining(letter) else 1 for letter in text)
