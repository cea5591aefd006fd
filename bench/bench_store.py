"""Durable appends a second, against the bare commit rate of the same file. Run: python bench/bench_store.py."""

import argparse
import asyncio
import shutil
import sqlite3
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from actionroll.store import Append, Batch, Key, Store, open_store
from actionroll.store.sqlite_file import connect

BODY = b'{"at":"table","what":"thrown","dice":[4,6,5],"tier":"weak hit","state":"%s"}' % (b"0" * 200)
REPLY = BODY[:120]
SECONDS = 2.0


def bare_commits(path: Path, seconds: float) -> float:
    """The peer: one insert a transaction, the same pragmas and bytes, nothing else."""
    with closing(connect(path)) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS bare (body BLOB)")
        done, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            connection.execute("INSERT INTO bare VALUES (?)", (BODY,))
            done += 1
    return done / seconds


def appends(store: Store, callers: int, seconds: float) -> float:
    """Each caller appends to a table of its own with a fresh key, and waits until it is durable."""
    run = time.perf_counter_ns()

    def caller(which: int) -> int:
        log, number = f"table-{run}-{which}/open", 0
        while time.perf_counter() < end:
            key = Key(f"seat-{which}", f"{run}-{number}", b"d" * 32, REPLY)
            store.append(Batch((Append(log, number, (BODY,)),), key))
            number += 1
        return number

    end = time.perf_counter() + seconds
    with ThreadPoolExecutor(callers) as pool:
        return sum(pool.map(caller, range(callers))) / seconds


def awaited(store: Store, callers: int, seconds: float) -> float:
    """The same as tasks of one event loop, as a web server does it."""
    run = time.perf_counter_ns()

    async def caller(which: int) -> int:
        log, number = f"table-{run}-{which}/open", 0
        while time.perf_counter() < end:
            key = Key(f"seat-{which}", f"{run}-{number}", b"d" * 32, REPLY)
            await asyncio.wrap_future(store.submit(Batch((Append(log, number, (BODY,)),), key)))
            number += 1
        return number

    async def all_callers() -> int:
        return sum(await asyncio.gather(*(caller(which) for which in range(callers))))

    end = time.perf_counter() + seconds
    return asyncio.run(all_callers()) / seconds


def reading(store: Store, entries: int) -> float:
    """Milliseconds to read and check a whole log."""
    log = "long/open"
    store.append(Batch((Append(log, 0, (BODY,) * entries),)))
    began = time.perf_counter()
    assert len(store.read(log, limit=entries)) == entries
    return (time.perf_counter() - began) * 1000


def measured(seconds: float = SECONDS, address: str | None = None) -> dict[str, float]:
    """All figures of one run; rates are a second."""
    folder = Path(tempfile.mkdtemp(prefix="actionroll-bench-"))
    try:
        path = folder / "bench.db"
        store = open_store(address or path)
        bare = bare_commits(path if not address else _new_file(folder), seconds)
        figures = {"bare commits": bare}
        for callers in (1, 16, 64):
            figures[f"appends, {callers} threads"] = appends(store, callers, seconds)
            figures[f"appends, {callers} tasks"] = awaited(store, callers, seconds)
        figures["read 10,000 entries, ms"] = reading(store, 10_000)
        store.close()
        return figures
    finally:
        shutil.rmtree(folder)


def _new_file(folder: Path) -> Path:
    sqlite3.connect(folder / "bare.db").close()
    return folder / "bare.db"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--database", help="a PostgreSQL address; the bare rate is then still SQLite's")
    given = parser.parse_args()
    figures = measured(given.seconds, given.database)
    bare = figures["bare commits"]
    for name, figure in figures.items():
        ratio = "" if "ms" in name else f"{figure / bare:8.2f} × bare"
        sys.stdout.write(f"{name:28}{figure:12,.0f}{ratio}\n")


if __name__ == "__main__":
    main()
