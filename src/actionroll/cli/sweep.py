"""`actionroll sweep` and `simulate`: many cells of a grid, or many trials of a roll, on the screen or in a file."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from fractions import Fraction
from pathlib import Path
from typing import Any

from actionroll.charts import stacked_text
from actionroll.cli import Command, Given, Option, parse, plain_words
from actionroll.cli.odds import tier_lines, title
from actionroll.cli.questions import (
    ABOUT,
    FIXED,
    FLAGS,
    JSON,
    SCENE,
    SVG,
    VARY,
    ask,
    subject_of,
    subject_options,
    typed,
    varied,
    write_picture,
)
from actionroll.cli.screen import FORMAT, SHOW, Screen, Table, deliver, form_of, table, time_left
from actionroll.errors import InputError, LimitError, shown
from actionroll.games import game
from actionroll.reckoning.play import MOST_TRIALS, Counts, columns, counts, source_for
from actionroll.sweep import FORMATS, WORDS, check_target, columns_of, sweep, sweep_into, table_of, write_columns
from actionroll.sweep.grid import CellRow, Grid, chosen, is_level, read_grid, shown_as
from actionroll.wire import outcome_head

MOST_SHOWN = 1_000


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


def tell_rows(grid: Grid, rows: Mapping[int, CellRow], given: Given, screen: Screen) -> None:
    """All rows."""
    if given.has("svg"):
        write_picture(given.one("svg") or "", picture(grid, rows))
    wanted = given.all("show")
    if deliver(given, screen, lambda: [_table(grid, rows, wanted)], lambda: _json(grid, rows)):
        return
    told = _table(grid, rows, wanted)
    screen.title(told.title)
    screen.say()
    screen.say(table(told.header, [[text for text, _ in row] for row in told.rows]))
    if len(grid.axes) == 1 and (bars := parts_of(grid, rows)):
        screen.say()
        screen.say(stacked_text(*bars, screen.width, colour=screen.colour, blocks=screen.blocks))


def title_of(grid: Grid) -> str:
    """The game, and what is varied."""
    subject = grid.subject
    names = " and ".join(axis.name.replace("_", " ") for axis in grid.axes) or "nothing"
    return f"{game(subject.game).title}, {subject.scene or subject.move}: {names} varied"


def _json(grid: Grid, rows: Mapping[int, CellRow]) -> dict[str, Any]:
    cells = [{**_varied(grid, number), **rows[number]} for number in range(grid.count)]
    return {**grid.spec, "cells": cells}


def _varied(grid: Grid, number: int) -> dict[str, Any]:
    return {axis.name: value for axis, value in zip(grid.axes, grid.point(number), strict=True)}


def _table(grid: Grid, rows: Mapping[int, CellRow], wanted: Sequence[str]) -> Table:
    """What is varied, the figures that are wanted, and how they were worked out where not all are exact."""
    header, lines = table_of(grid, rows, fractions=True)
    exact = all(row["how"] == "exact" for row in rows.values())
    figures = [_figures(row) for row in rows.values() if row["how"] != "refused"]
    left_out = set(columns_of(rows)) - set(chosen(figures, wanted) if figures else [])
    left_out |= {"how", "error"} if exact else set()
    kept = [place for place, name in enumerate(header) if name not in left_out]
    cells = [[_cell(header[place], line[place], set(columns_of(rows))) for place in kept] for line in lines]
    return Table(title_of(grid), [header[place] for place in kept], cells)


def _figures(row: CellRow) -> dict[str, Fraction]:
    return {name: Fraction(value) for name, value in row.items() if name not in WORDS}


def _cell(name: str, value: Any, figures: set[str]) -> tuple[str, Any]:
    if name not in figures:
        return _plain(value), value
    return (shown_as(name, Fraction(value)), Fraction(value)) if value else ("–", "")


def _plain(value: object) -> str:
    return f"{value:.2g}" if isinstance(value, float) else str(value)


def parts_of(grid: Grid, rows: Mapping[int, CellRow]) -> tuple[list[str], list[tuple[str, list[Fraction]]]] | None:
    """The shares of tiers or endings by cell; nothing where a cell was refused."""
    names = [name for name in columns_of(rows) if is_level(name)]
    if any(row["how"] == "refused" for row in rows.values()):
        return None
    found = [
        (", ".join(map(str, grid.point(number))), [Fraction(rows[number].get(name, 0)) for name in names])
        for number in range(grid.count)
    ]
    return names, found


def picture(grid: Grid, rows: Mapping[int, CellRow]) -> str:
    """Stacked bars for one thing varied, a heat map of the best tier or ending for two."""
    from actionroll.charts.curves import heat_svg
    from actionroll.charts.svg import stacked_svg

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


LONGEST = 1_000_000
"""In bytes."""


def read_file(path: Path) -> dict[str, Any]:
    """What the file says, as plain values."""
    if path.suffix not in (".toml", ".json"):
        raise InputError(f"--grid takes a file that ends with .toml or .json, not {shown(path.name)}.")
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"--grid takes a file that can be read: {error.strerror}.") from None
    if len(raw) > LONGEST:
        raise LimitError(f"A grid takes at most {LONGEST} bytes, not {len(raw)}.")
    try:
        text = raw.decode("utf-8")
        spec = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path.name} is not {path.suffix[1:].upper()}: {shown(str(error), 120)}.") from None
    if not isinstance(spec, dict):
        raise InputError(f"{path.name} takes a table of game, vary and so on, not {shown(spec)}.")
    _refuse_dates(spec)
    return spec


def _refuse_dates(value: object) -> None:
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            _refuse_dates(each)
    elif isinstance(value, date | time | datetime):
        raise InputError(f"A grid takes texts, numbers and truths, not a date such as {value}.")


SWEEP_OPTIONS = (
    Option("grid", "Read the grid from a TOML or JSON file.", "FILE"),
    SCENE,
    *ABOUT,
    VARY,
    SHOW,
    FORMAT,
    Option(
        "out",
        "Write here: .csv or .parquet (where an interrupted sweep goes on), .md, .html, .json, -.",
        "FILE",
    ),
    Option("fractions", "Write exact fractions in place of decimal numbers."),
    Option("simulate", "Simulate cells: if-needed (where they are too large), always or never.", "WHEN"),
    Option("trials", "Trials of a simulated cell.", "N", "a whole number"),
    Option("seed", "The seed of simulated cells.", "N", "a whole number"),
    Option("cluster", "Run on a Dask cluster that is there already.", "ADDRESS"),
    SVG,
    JSON,
)
SETTINGS = ("simulate", "trials", "seed")


def options_of_sweep(words: Sequence[str]) -> list[Option]:
    """The options for the move or scene that these words name."""
    return subject_options(subject_of(words), SWEEP_OPTIONS)


def run_sweep(words: Sequence[str], screen: Screen) -> int:
    """Work out the grid, and show or write it."""
    spec, given = asked(words)
    spec |= {name: _setting(name, given.one(name)) for name in SETTINGS if given.has(name)}
    grid = read_grid(spec)
    cluster = given.one("cluster") or ""
    target = Path(given.one("out") or "")
    if target.suffix in FORMATS and not given.has("format"):
        _into(target, grid, given, cluster, screen)
        return 0
    form_of(given)
    refuse_long(grid)
    with time_left("cells") as told:
        rows = sweep(grid, cluster=cluster, told=told)
    tell_rows(grid, rows, given, screen)
    return 0


def asked(words: Sequence[str]) -> tuple[dict[str, Any], Given]:
    """The grid that is asked for, from a file or from the options."""
    if not plain_words(words, FLAGS):
        given = parse(words, SWEEP_OPTIONS)
        if not given.has("grid"):
            raise InputError("Name a game and what to vary, or a file with --grid FILE.")
        spec = read_file(Path(given.one("grid") or ""))
        if given.has("vary"):
            raise InputError("A grid from a file says itself what is varied; leave --vary out.")
        return spec, given
    about = typed(words, SWEEP_OPTIONS)
    if about.given.has("grid"):
        raise InputError("A grid comes from a file or from the command line; leave --grid or the game out.")
    return {**about.spec, "vary": varied(about.given.all("vary"), about.subject)}, about.given


def _setting(name: str, text: str | None) -> Any:
    if name == "simulate":
        return text
    if text is None or not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise InputError(f"--{name} takes a whole number.")
    return int(text)


def _into(target: Path, grid: Grid, given: Given, cluster: str, screen: Screen) -> None:
    check_target(target)
    with time_left("cells") as told:
        before = sweep_into(target, grid, cluster=cluster, fractions=given.has("fractions"), told=told)
    taken = f", {before} of them from the sweep that was interrupted" if before else ""
    screen.flow(f"{grid.count} cells in {target}{taken}.")


SWEEP = Command("[GAME [MOVE]]", SWEEP_OPTIONS, run_sweep, options_of_sweep)


SIMULATE_OPTIONS = (
    Option("trials", "How many; counting takes no longer for more.", "N", "a whole number"),
    Option("seed", "The same seed gives the same trials; 0 unless given.", "N", "a whole number"),
    Option("out", "Write the trials one by one here, as .csv or .parquet.", "FILE"),
    *FIXED,
)
USUAL_TRIALS = 100_000


def run_simulate(words: Sequence[str], screen: Screen) -> int:
    """Simulate, then tell or write."""
    asked = ask(words, SIMULATE_OPTIONS)
    trials, seed = _whole(asked.given, "trials", USUAL_TRIALS), _whole(asked.given, "seed", 0)
    source = source_for(seed)
    target = asked.given.one("out")
    if target:
        check_target(Path(target))
    counted = counts(asked.question.start, trials, source, asked.question.policy)
    if target:
        write_columns(Path(target), columns(counted, source))
        screen.flow(f"{trials} trials in {target}.")
    elif asked.given.has("json"):
        from actionroll.cli.batch import head_of, written

        outcomes = [{**outcome_head(each), "count": many} for each, many in counted.items()]
        screen.say(written({**head_of(asked.question), "trials": trials, "seed": seed, "outcomes": outcomes}))
    else:
        screen.title(f"{title(asked.question)}: {trials} trials")
        screen.say()
        for line in tier_lines(shares(counted, asked.question.tiers, trials), screen):
            screen.say(line)
        screen.say()
        screen.flow(f"The standard error is at most {50 / trials**0.5:.2g} points.")
    return 0


def shares(counted: Counts, tiers: Sequence[str], trials: int) -> Mapping[str, Fraction]:
    """Each tier's share of the trials."""
    found = dict.fromkeys(tiers, 0)
    for outcome, many in counted.items():
        found[outcome.tier] = found.get(outcome.tier, 0) + many
    return {tier: Fraction(many, trials) for tier, many in found.items()}


def _whole(given: Given, name: str, usual: int) -> Any:
    text = given.one(name)
    if text is None:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise InputError(f"--{name} takes a whole number up to {MOST_TRIALS}.")
    return int(text)


SIMULATE = Command("GAME [MOVE]", SIMULATE_OPTIONS, run_simulate)
