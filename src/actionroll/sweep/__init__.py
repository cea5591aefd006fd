"""Sweeps: many attempts or scenes over a grid, on all cores or on a cluster, with the same results everywhere.

What is done already is taken over, the rest is worked out, and the rows come in order. On disk they are lines that are
added as cells are done, then a table, as CSV or Parquet.
"""

from __future__ import annotations

import csv
import io
import json
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from fractions import Fraction
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias

from actionroll.errors import ActionrollError, InputError, shown
from actionroll.sweep.grid import CHANGE, CellRow, Grid, work_out

ENDING = ".part"


class RowsSoFar:
    """The rows of a sweep so far, beside the file they are for. A line that was cut short is not taken as done."""

    def __init__(self, target: Path, grid: Grid) -> None:
        self.path = target.with_name(target.name + ENDING)
        self._grid = grid
        self.rows: dict[int, CellRow] = {}
        kept = self._read()
        self._file = self.path.open("r+b" if kept else "wb")
        self._file.seek(kept)
        self._file.truncate()
        if not kept:
            self._write({"grid": grid.digest, "cells": grid.count})

    def _read(self) -> int:
        """Take what is there; the number of bytes that are whole lines."""
        if not self.path.exists():
            return 0
        written = self.path.read_bytes()
        whole = written[: written.rfind(b"\n") + 1]
        if not whole:
            return 0
        head, *lines = whole.splitlines()
        if json.loads(head).get("grid") != self._grid.digest:
            raise InputError(f"{self.path} belongs to another grid; finish that one, or remove the file.")
        for line in lines:
            done = json.loads(line)
            self.rows |= {int(number): row for number, row in done["rows"].items()}
        return len(whole)

    def add(self, numbers: Sequence[int], rows: Sequence[CellRow]) -> None:
        """Cells that are done; they are on disk when this returns."""
        done = dict(zip(numbers, rows, strict=True))
        self.rows |= done
        self._write({"rows": done})

    def _write(self, line: object) -> None:
        self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def remove(self) -> None:
        """All is done and written elsewhere."""
        self._file.close()
        self.path.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()


FORMATS = (".csv", ".parquet")
WORDS = ("how", "error")


def check_target(path: Path) -> None:
    """Refuse a file that could not be written, before any work."""
    if path.suffix not in FORMATS:
        raise InputError(f"--out takes a file that ends with {' or '.join(FORMATS)}, not {shown(path.name)}.")
    if not path.parent.is_dir():
        raise InputError(f"--out takes a file in a folder that exists, not {shown(str(path))}.")
    if path.suffix == ".parquet":
        _parquet()


def columns_of(rows: Mapping[int, CellRow]) -> list[str]:
    """The columns of figures, in the order in which they first come up."""
    found = dict.fromkeys(name for number in sorted(rows) for name in rows[number] if name not in WORDS)
    return list(found)


def table_of(grid: Grid, rows: Mapping[int, CellRow], *, fractions: bool) -> tuple[list[str], list[list[Any]]]:
    """A header and a line for each cell: what is varied, how it was worked out, the figures, the error."""
    names = columns_of(rows)
    header = [*(axis.name for axis in grid.axes), "how", *names, "error"]
    told: Callable[[str], Any] = str if fractions else _number
    lines = []
    for number in range(grid.count):
        row = rows[number]
        refused = row["how"] == "refused"
        figures = [told(row.get(name, "0")) if name in row or _is_still(name, refused) else "" for name in names]
        error = row["error"] if refused else _number(row["error"])
        lines.append([*map(_plain, grid.point(number)), row["how"], *figures, error])
    return header, lines


def _is_still(name: str, refused: bool) -> bool:
    """A track that other cells change, and this one does not."""
    return name.startswith(CHANGE) and not refused


def write(path: Path, header: list[str], lines: list[list[Any]]) -> None:
    """All at once or not at all: the file takes its place when it is whole."""
    _replace(path, _csv(header, lines) if path.suffix == ".csv" else _parquet_bytes(header, lines))


def write_columns(path: Path, columns: Mapping[str, Any]) -> None:
    """Columns that are arrays already."""
    if path.suffix == ".csv":
        _replace(path, _csv(list(columns), zip(*(column.tolist() for column in columns.values()), strict=True)))
    else:
        pa, _ = _parquet()
        _replace(path, _stored(pa.table(dict(columns))))


def _replace(path: Path, content: bytes) -> None:
    fresh = path.with_name(path.name + ".new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def _number(text: str) -> float | str:
    """A figure as a decimal number, correctly rounded."""
    return float(Fraction(text))


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "+".join(map(str, value)) or "none" if isinstance(value, list) else str(value)


def _csv(header: list[str], lines: Iterable[Iterable[Any]]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(lines)
    return text.getvalue().encode()


def _parquet_bytes(header: list[str], lines: list[list[Any]]) -> bytes:
    pa, _ = _parquet()
    columns = {}
    for place, name in enumerate(header):
        values = [line[place] if line[place] != "" else None for line in lines]
        mixed = len({type(each) for each in values if each is not None}) > 1
        columns[name] = pa.array([None if each is None else str(each) for each in values] if mixed else values)
    return _stored(pa.table(columns))


def _stored(rows: Any) -> bytes:
    sink = io.BytesIO()
    _parquet()[1].write_table(rows, sink)
    return sink.getvalue()


def _parquet() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise InputError("Parquet takes pyarrow; install it with: pip install 'actionroll[sim]'.") from None
    return pa, parquet


# Who works cells out

MOST_AT_ONCE = 100
"""Cells in one task."""
TASKS_EACH = 8
"""Tasks for each worker, so that all end at about the same time."""
TRIES = 5

Done: TypeAlias = tuple[Sequence[int], list[CellRow]]


class SweepStopped(ActionrollError):
    """The workers were lost again and again; what is done is kept."""


def tasks_of(numbers: Sequence[int], workers: int) -> list[Sequence[int]]:
    """The cells in tasks of a fair size."""
    size = max(1, min(MOST_AT_ONCE, len(numbers) // (workers * TASKS_EACH)))
    return [numbers[start : start + size] for start in range(0, len(numbers), size)]


def in_this_process(spec: Mapping[str, Any], numbers: Sequence[int]) -> Iterator[Done]:
    """One cell after the other, for few."""
    for number in numbers:
        yield [number], work_out(spec, [number])


def on_cores(spec: Mapping[str, Any], numbers: Sequence[int], workers: int | None = None) -> Iterator[Done]:
    """On all cores. If a process dies, new ones take what it left."""
    count = workers or os.cpu_count() or 1
    left = tasks_of(numbers, count)
    for _ in range(TRIES):
        with ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_leave_interrupts) as pool:
            others = set(active_children())
            with _interrupts_held():
                waiting = {pool.submit(work_out, spec, task): task for task in left}
            started = set(active_children()) - others
            try:
                yield from _as_done(waiting)
            except BrokenProcessPool:
                pass
            finally:
                _end(started)
                pool._result_queue._writer.close()  # type: ignore[attr-defined]  # noqa: SLF001  half a result has an end
                pool.shutdown(cancel_futures=True)
        left = [task for future, task in waiting.items() if not _is_done(future)]
        if not left:
            return
    raise SweepStopped(f"The workers were lost {TRIES} times; start the sweep again, and it goes on where it stood.")


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Processes that start meanwhile are deaf to Ctrl-C from their first moment; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that shows the sweep; it ends the others in order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(processes: Iterable[BaseProcess]) -> None:
    """Nothing they do is wanted any more. Left to end by themselves, one may wait for a lock that a lost one held.

    One that is ended in the middle of a result leaves half of it, and whoever reads that waits for the rest as long as
    anyone could still write it: so this process must not be able to, either.
    """
    for process in processes:
        process.terminate()


def _as_done(waiting: Mapping[Future[list[CellRow]], Sequence[int]]) -> Iterator[Done]:
    for future in as_completed(waiting):
        yield waiting[future], future.result()


def _is_done(future: Future[list[CellRow]]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def on_cluster(spec: Mapping[str, Any], numbers: Sequence[int], address: str) -> Iterator[Done]:
    """On a Dask cluster that runs already; it gives the tasks of a lost worker to others."""
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise InputError("--cluster takes Dask distributed; install it: pip install 'actionroll[cluster]'.") from None
    try:
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError):
        raise InputError(
            f"--cluster takes a running scheduler such as tcp://host:8786; {address} answers not."
        ) from None
    with client:
        left = tasks_of(numbers, max(1, len(client.scheduler_info(n_workers=-1)["workers"])))
        for _ in range(TRIES):
            lost: list[Sequence[int]] = []
            yield from _of_cluster(client, spec, left, lost)
            left = lost
            if not left:
                return
    raise SweepStopped(f"The workers were lost {TRIES} times; start the sweep again, and it goes on where it stood.")


def _of_cluster(
    client: Any, spec: Mapping[str, Any], left: Sequence[Sequence[int]], lost: list[Sequence[int]]
) -> Iterator[Done]:
    """Each task as it is done; those that went down with too many workers are put down as lost."""
    from distributed import KilledWorker
    from distributed.client import CancelledError, as_completed

    waiting = {client.submit(work_out, dict(spec), list(task), pure=False): task for task in left}
    for future in as_completed(list(waiting), loop=client.loop):
        try:
            rows = future.result()
        except KilledWorker:
            lost.append(waiting[future])
            continue
        except CancelledError:
            raise SweepStopped("The cluster is gone; start the sweep again, and it goes on where it stood.") from None
        yield waiting[future], rows


# The whole

FEW = 64
"""Cells that are not worth starting processes for."""

Progress = Callable[[int, int], None]
"""Hears how many cells are done, of how many."""


def silent(done: int, count: int) -> None:
    """Nobody hears it."""


def sweep(grid: Grid, *, cluster: str = "", told: Progress = silent) -> dict[int, CellRow]:
    """All rows of a grid, kept nowhere."""
    rows: dict[int, CellRow] = {}
    for numbers, found in engine_for(grid, range(grid.count), cluster):
        rows |= dict(zip(numbers, found, strict=True))
        told(len(rows), grid.count)
    return rows


def sweep_into(target: Path, grid: Grid, *, cluster: str = "", fractions: bool = False, told: Progress = silent) -> int:
    """Write all rows of a grid to a file; the number of cells that an earlier, interrupted sweep had done."""
    with RowsSoFar(target, grid) as done:
        before = len(done.rows)
        left = [number for number in range(grid.count) if number not in done.rows]
        for numbers, rows in engine_for(grid, left, cluster):
            done.add(numbers, rows)
            told(len(done.rows), grid.count)
        write(target, *table_of(grid, done.rows, fractions=fractions))
        done.remove()
    return before


def engine_for(grid: Grid, numbers: Sequence[int], cluster: str) -> Iterator[Done]:
    """Who works out these cells."""
    if cluster:
        return on_cluster(grid.spec, numbers, cluster)
    return on_cores(grid.spec, numbers) if len(numbers) > FEW else in_this_process(grid.spec, numbers)
