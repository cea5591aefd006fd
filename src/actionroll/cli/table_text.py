"""Columns of text under a header."""

from __future__ import annotations

from collections.abc import Sequence


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns under a header, whose words stand one below the other so that the columns stay narrow."""
    stacks = [name.replace("_", " ").split(" ") for name in header]
    tall = max(map(len, stacks))
    lines = [[*([""] * (tall - len(stack))), *stack] for stack in stacks]
    printed = [[line[height] for line in lines] for height in range(tall)] + [list(row) for row in rows]
    widths = [max(len(row[place]) for row in printed) for place in range(len(header))]
    return "\n".join(_line(row, widths) for row in printed)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *numbers = [(each, width) for each, width in zip(row, widths, strict=True)]
    return "  ".join([first[0].ljust(first[1]), *(each.rjust(width) for each, width in numbers)]).rstrip()
