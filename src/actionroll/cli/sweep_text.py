"""Rows of a sweep on the screen: a table, bars where one thing is varied, and a chart on request."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from actionroll.charts import percent
from actionroll.charts.terminal import stacked
from actionroll.cli.options import Given
from actionroll.cli.screen import Screen
from actionroll.cli.subjects import write_picture
from actionroll.cli.table_text import table
from actionroll.cli.time_left import time_left
from actionroll.errors import InputError, LimitError
from actionroll.games import game
from actionroll.scenes.solution import decimal
from actionroll.sweep import sweep
from actionroll.sweep.cells import Row
from actionroll.sweep.grid import Grid, read_grid
from actionroll.sweep.results import figures_of, table_of

MOST_SHOWN = 1_000
OTHER = ("mean ", "times ", "worth")


def tell_small_sweep(spec: Mapping[str, Any], given: Given, screen: Screen) -> None:
    """A sweep that fits on the screen."""
    grid = read_grid(spec)
    refuse_long(grid)
    with time_left("cells") as told:
        rows = sweep(grid, told=told)
    tell_rows(grid, rows, given, screen)


def refuse_long(grid: Grid) -> None:
    """Refuse to write more lines than anyone reads."""
    if grid.count > MOST_SHOWN:
        raise LimitError(
            f"This grid has {grid.count} cells; a table takes at most {MOST_SHOWN}. Write them with --out FILE."
        )


def tell_rows(grid: Grid, rows: Mapping[int, Row], given: Given, screen: Screen) -> None:
    """All rows."""
    if given.has("svg"):
        write_picture(given.one("svg") or "", picture(grid, rows))
    if given.has("json"):
        from actionroll.cli.json_out import written

        cells = [{**_varied(grid, number), **rows[number]} for number in range(grid.count)]
        screen.say(written({**grid.spec, "cells": cells}))
        return
    screen.title(title_of(grid))
    screen.say()
    screen.say(_table(grid, rows))
    if len(grid.axes) == 1 and (bars := parts_of(grid, rows)):
        screen.say()
        screen.say(stacked(*bars, screen.width, colour=screen.colour, blocks=screen.blocks))


def title_of(grid: Grid) -> str:
    """The game, and what is varied."""
    subject = grid.subject
    names = " and ".join(axis.name.replace("_", " ") for axis in grid.axes) or "nothing"
    return f"{game(subject.game).title}, {subject.scene or subject.move}: {names} varied"


def _varied(grid: Grid, number: int) -> dict[str, Any]:
    return {axis.name: value for axis, value in zip(grid.axes, grid.point(number), strict=True)}


def _table(grid: Grid, rows: Mapping[int, Row]) -> str:
    header, lines = table_of(grid, rows, fractions=True)
    exact = all(row["how"] == "exact" for row in rows.values())
    shares = {name for name in figures_of(rows) if not name.startswith(OTHER)}
    figures = set(figures_of(rows))
    kept = [place for place, name in enumerate(header) if not (exact and name in ("how", "error"))]
    told = [
        [
            _told(header[place], line[place], shares) if header[place] in figures else _plain(line[place])
            for place in kept
        ]
        for line in lines
    ]
    return table([header[place] for place in kept], told)


def _told(name: str, value: str, shares: set[str]) -> str:
    if not value:
        return "–"
    return percent(Fraction(value)) if name in shares else decimal(Fraction(value))


def _plain(value: object) -> str:
    return f"{value:.2g}" if isinstance(value, float) else str(value)


def parts_of(grid: Grid, rows: Mapping[int, Row]) -> tuple[list[str], list[tuple[str, list[Fraction]]]] | None:
    """The shares of tiers or endings by cell; nothing where a cell was refused."""
    names = [name for name in figures_of(rows) if not name.startswith(OTHER)]
    if any(row["how"] == "refused" for row in rows.values()):
        return None
    found = [
        (", ".join(map(str, grid.point(number))), [Fraction(rows[number].get(name, 0)) for name in names])
        for number in range(grid.count)
    ]
    return names, found


def picture(grid: Grid, rows: Mapping[int, Row]) -> str:
    """Stacked bars for one thing varied, a heat map of the best tier or ending for two."""
    from actionroll.charts.bars import heat_svg, stacked_svg

    parts = parts_of(grid, rows)
    if parts is None or not 1 <= len(grid.axes) <= 2:
        raise InputError("--svg takes one or two things that are varied, and no cell that is refused.")
    names, found = parts
    if len(grid.axes) == 1:
        return stacked_svg(names, found, title=title_of(grid), axis=grid.axes[0].name)
    down, across = grid.axes
    wide = len(across.values)
    lines = [
        (str(value), [chances[-1] for _, chances in found[place * wide : (place + 1) * wide]])
        for place, value in enumerate(down.values)
    ]
    columns = [str(value) for value in across.values]
    return heat_svg(lines, columns, title=f"{title_of(grid)}: {names[-1]}", down=down.name, across=across.name)
