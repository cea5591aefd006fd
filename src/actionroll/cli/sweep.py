"""`actionroll sweep`: many cells of a grid, on all cores or a cluster, into a table or a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from actionroll.cli.options import Given, Option, parse, plain_words
from actionroll.cli.questions import JSON
from actionroll.cli.screen import Screen
from actionroll.cli.subjects import ABOUT, FLAGS, SCENE, SVG, VARY, options_of, subject_of, typed, varied
from actionroll.cli.time_left import time_left
from actionroll.errors import InputError
from actionroll.sweep import sweep, sweep_into
from actionroll.sweep.grid import Grid, read_grid
from actionroll.sweep.results import check_target

WORDS = "[GAME [MOVE]]"
OPTIONS = (
    Option("grid", "Read the grid from a TOML or JSON file.", "FILE"),
    SCENE,
    *ABOUT,
    VARY,
    Option("out", "Write the rows here, as .csv or .parquet; an interrupted sweep goes on where it stood.", "FILE"),
    Option("fractions", "Write exact fractions in place of decimal numbers."),
    Option("simulate", "Simulate cells: if-needed (where they are too large), always or never.", "WHEN"),
    Option("trials", "Trials of a simulated cell.", "N", "a whole number"),
    Option("seed", "The seed of simulated cells.", "N", "a whole number"),
    Option("cluster", "Run on a Dask cluster that is there already.", "ADDRESS"),
    SVG,
    JSON,
)
SETTINGS = ("simulate", "trials", "seed")


def options_for(words: Sequence[str]) -> list[Option]:
    """The options for the move or scene that these words name."""
    return options_of(subject_of(words), OPTIONS)


def run(words: Sequence[str], screen: Screen) -> int:
    """Work out the grid, and show or write it."""
    spec, given = asked(words)
    spec |= {name: _setting(name, given.one(name)) for name in SETTINGS if given.has(name)}
    grid = read_grid(spec)
    cluster = given.one("cluster") or ""
    if target := given.one("out"):
        _into(Path(target), grid, given, cluster, screen)
        return 0
    from actionroll.cli.sweep_text import refuse_long, tell_rows

    refuse_long(grid)
    with time_left("cells") as told:
        rows = sweep(grid, cluster=cluster, told=told)
    tell_rows(grid, rows, given, screen)
    return 0


def asked(words: Sequence[str]) -> tuple[dict[str, Any], Given]:
    """The grid that is asked for, from a file or from the options."""
    if not plain_words(words, FLAGS):
        given = parse(words, OPTIONS)
        if not given.has("grid"):
            raise InputError("Name a game and what to vary, or a file with --grid FILE.")
        from actionroll.sweep.grid import read_file

        spec = read_file(Path(given.one("grid") or ""))
        if given.has("vary"):
            raise InputError("A grid from a file says itself what is varied; leave --vary out.")
        return spec, given
    about = typed(words, OPTIONS)
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
