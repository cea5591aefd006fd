"""Durable appends against the bare commit rate of the same file."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from actionroll.store import Append, Batch, Key, Store, open_store
from actionroll.store.sqlite_file import connect
from actionroll.web.tables import Tables
from bench.figures import Figure, against, no_slower_than

BODY = b'{"at":"table","what":"thrown","dice":[4,6,5],"tier":"weak hit","state":"%s"}' % (b"0" * 200)
REPLY = BODY[:120]
SECONDS = 0.4
ROUNDS = 7
LONG_LOG = 10_000

_runs = count()


def figures() -> Iterator[Figure]:
    """Each append is a batch of one entry and its key, acknowledged when it is on disk; so is each bare commit."""
    with TemporaryDirectory(prefix="actionroll-bench-") as folder:
        path = Path(folder) / "bench.db"
        store = open_store(path)
        bare, alone, threads, few, many = rounds(
            lambda: bare_commits(path),
            lambda: awaited(store, 1),
            lambda: waiting(store, 16),
            lambda: awaited(store, 16),
            lambda: awaited(store, 64),
        )
        peer = "bare commits"
        yield against("an append, one caller", alone, bare, peer=peer, least=0.15)
        yield against("an append, 16 threads", threads, bare, peer=peer, least=0.5)
        yield against("an append, 16 tasks", few, bare, peer=peer, least=0.6)
        yield against("an append, 64 tasks", many, bare, peer=peer, least=0.8)
        store.append(Batch((Append("long/open", 0, (BODY,) * LONG_LOG),)))
        checked, plain = rounds(lambda: len(store.read("long/open", limit=LONG_LOG)), lambda: plain_read(path))
        yield no_slower_than("reading an entry and checking its hash", checked, plain, peer="a plain SELECT", most=10)
        store.close()


def rounds(*tasks: Callable[[], int]) -> list[float]:
    """Seconds for one of each, the least of rounds that take turns: what else the machine does only adds to them."""
    taken: list[list[float]] = [[] for _ in tasks]
    for _ in range(ROUNDS):
        for task, times in zip(tasks, taken, strict=True):
            began = time.perf_counter()
            done = task()
            times.append((time.perf_counter() - began) / done)
    return [min(times) for times in taken]


def bare_commits(path: Path) -> int:
    """The peer: one insert a transaction, the same settings and bytes, nothing else."""
    with closing(connect(path)) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS bare (body BLOB)")
        done, end = 0, time.perf_counter() + SECONDS
        while time.perf_counter() < end:
            connection.execute("INSERT INTO bare VALUES (?)", (BODY,))
            done += 1
    return done


def requests(caller: int) -> Iterator[Batch]:
    """Appends to a table of the caller's own, each with a fresh key, until the time is over."""
    run, end = next(_runs), time.perf_counter() + SECONDS
    for number in count():
        if time.perf_counter() > end:
            return
        key = Key(f"seat {caller}", f"{run} {number}", b"d" * 32, REPLY)
        yield Batch((Append(f"table {run} {caller}/open", number, (BODY,)),), key)


def waiting(store: Store, callers: int) -> int:
    """Callers that are threads."""
    with ThreadPoolExecutor(callers) as pool:
        return sum(
            pool.map(lambda caller: sum(bool(store.append(batch)) for batch in requests(caller)), range(callers))
        )


def awaited(store: Store, callers: int) -> int:
    """Callers that are tasks of one event loop, as in a web server."""

    tables = Tables(store)

    async def call(caller: int) -> int:
        done = 0
        for batch in requests(caller):
            await tables.stored(batch)
            done += 1
        return done

    async def together() -> int:
        return sum(await asyncio.gather(*(call(caller) for caller in range(callers))))

    return asyncio.run(together())


def plain_read(path: Path) -> int:
    """The peer: the same rows, unchecked."""
    with closing(connect(path)) as connection:
        asked = "SELECT number, prev, body, hash FROM entries WHERE log = 'long/open' ORDER BY number"
        return len(connection.execute(asked).fetchall())
