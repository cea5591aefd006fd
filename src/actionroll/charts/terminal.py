"""Charts of letters and blocks, for the terminal."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise

from actionroll import charts

__all__ = ["bar", "bars", "stacked"]

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_PLAIN = "\x1b[0m"
_NARROWEST_BAR = 10
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FILLS = {1: "█", 2: "░█", 3: "░▒█", 4: "·░▒█", 5: "·░▒▓█", 6: "·:░▒▓█"}
_ASCII_FILLS = {1: "#", 2: ".#", 3: ".+#", 4: ".-+#", 5: ".-+*#", 6: ".-=+*#"}


def bars(rows: Iterable[tuple[str, Fraction]], width: int = 80, *, colour: bool = False, blocks: bool = True) -> str:
    """One bar a row, worst first: label, percentage, and a bar of which the whole width would be certainty.

    >>> print(bars([("miss", Fraction(1, 2)), ("hit", Fraction(1, 2))], 33))
    miss  50.0 %  █████████▌
    hit   50.0 %  █████████▌
    """
    listed = list(rows)
    charts.check_count("rows", len(listed), charts.MOST_LEVELS)
    charts.check_chances([chance for _, chance in listed])
    labels = _column([label for label, _ in listed], width // 3, "…" if blocks else "~")
    numbers = [charts.percent(chance) for _, chance in listed]
    widest = max(map(len, numbers))
    room = max(_NARROWEST_BAR, width - _columns(labels[0]) - widest - 4)
    shades = charts.shades_for(len(listed))
    return "\n".join(
        f"{label}  {number:>{widest}}  {_painted(bar(chance, room, blocks=blocks), shade, colour=colour)}".rstrip()
        for label, number, (_, chance), shade in zip(labels, numbers, listed, shades, strict=True)
    )


def stacked(
    levels: Sequence[str], rows: Sequence[charts.Row], width: int = 80, *, colour: bool = False, blocks: bool = True
) -> str:
    """One bar a row, divided among the levels, each with a filling of its own; a legend above.

    >>> half = [Fraction(1, 2), Fraction(1, 2)]
    >>> print(stacked(["miss", "hit"], [("0", half), ("1", [Fraction(1, 4), Fraction(3, 4)])], 23))
    ░ miss  █ hit
    <BLANKLINE>
    0  ░░░░░░░░░░██████████
    1  ░░░░░███████████████
    """
    charts.check_rows(levels, rows)
    fills = (_FILLS if blocks else _ASCII_FILLS).get(len(levels), _LETTERS[: len(levels)])
    mark = "…" if blocks else "~"
    shades = charts.shades_for(len(levels))
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
    """Whole columns that add up to the room; each positive chance gets one as long as a wider one can give it."""
    ends = [round(end * room) for end in accumulate(map(float, chances), initial=0.0)]
    sizes = [after - before for before, after in pairwise(ends)]
    for place, chance in enumerate(chances):
        widest = max(range(len(sizes)), key=sizes.__getitem__)
        if chance and not sizes[place] and sizes[widest] > 1:
            sizes[place], sizes[widest] = 1, sizes[widest] - 1
    return sizes


def _painted(text: str, shade: int, *, colour: bool) -> str:
    return f"{charts.terminal_colour(shade)}{text}{_PLAIN}" if colour and text else text


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
