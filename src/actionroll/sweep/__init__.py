"""Sweeps: many attempts or scenes over a grid, on all cores or on a cluster, with the same results everywhere.

What is done already is taken over, the rest is worked out, and the rows come in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from actionroll.sweep.cells import Done, Row, in_this_process, on_cluster, on_cores
from actionroll.sweep.grid import Grid
from actionroll.sweep.results import Part, table_of, write

FEW = 64
"""Cells that are not worth starting processes for."""

Told = Callable[[int, int], None]
"""Hears how many cells are done, of how many."""


def silent(done: int, count: int) -> None:
    """Nobody hears it."""


def sweep(grid: Grid, *, cluster: str = "", told: Told = silent) -> dict[int, Row]:
    """All rows of a grid, kept nowhere."""
    rows: dict[int, Row] = {}
    for numbers, found in engine_for(grid, range(grid.count), cluster):
        rows |= dict(zip(numbers, found, strict=True))
        told(len(rows), grid.count)
    return rows


def sweep_into(target: Path, grid: Grid, *, cluster: str = "", fractions: bool = False, told: Told = silent) -> int:
    """Write all rows of a grid to a file; the number of cells that an earlier, interrupted sweep had done."""
    with Part(target, grid) as part:
        before = len(part.rows)
        left = [number for number in range(grid.count) if number not in part.rows]
        for numbers, rows in engine_for(grid, left, cluster):
            part.add(numbers, rows)
            told(len(part.rows), grid.count)
        write(target, *table_of(grid, part.rows, fractions=fractions))
        part.remove()
    return before


def engine_for(grid: Grid, numbers: Sequence[int], cluster: str) -> Iterator[Done]:
    """Who works out these cells."""
    if cluster:
        return on_cluster(grid.spec, numbers, cluster)
    return on_cores(grid.spec, numbers) if len(numbers) > FEW else in_this_process(grid.spec, numbers)
