"""Logs in PostgreSQL, for several server processes that share tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from threading import Lock
from typing import TypeVar

import psycopg
from psycopg.errors import DeadlockDetected, SerializationFailure, UniqueViolation
from psycopg_pool import ConnectionPool, PoolTimeout

from actionroll.store.chain import REPLIES, Reply, head_from, upsert
from actionroll.store.postgresql_server import (
    Connection,
    NoticeThread,
    Sender,
    as_store_errors,
    for_writing,
    opened,
    prepare,
)
from actionroll.store.protocol import Batch, Head, StoreDamaged, StoredEntry
from actionroll.store.sql import Record, SqlStore
from actionroll.store.sqlite_file import Ask, Source, copy_all, copy_to_file, selecting
from actionroll.store.writer import Group, ScopedKey, keys_of, logs_of, order

T = TypeVar("T")

_LOCK = "SELECT log FROM logs WHERE log = ANY(%s) ORDER BY log FOR UPDATE"
_HEADS = (
    "SELECT logs.log, logs.number, logs.hash, entries.hash FROM logs LEFT JOIN entries"
    " ON entries.log = logs.log AND entries.number = logs.number WHERE logs.log = ANY(%s)"
)
_FIRST = (
    "INSERT INTO logs (log, number, hash) SELECT log, number, hash"
    " FROM unnest(%b::text[], %b::bigint[], %b::bytea[], %b::bigint[]) AS new (log, number, hash, before)"
    " WHERE before = 0"
)
_COUNTER = (
    "UPDATE logs SET number = new.number, hash = new.hash"
    " FROM unnest(%b::text[], %b::bigint[], %b::bytea[], %b::bigint[]) AS new (log, number, hash, before)"
    " WHERE logs.log = new.log AND logs.number = new.before"
)
_ENTRIES = (
    "INSERT INTO entries (log, number, prev, body, hash)"
    " SELECT * FROM unnest(%b::text[], %b::bigint[], %b::bytea[], %b::bytea[], %b::bytea[])"
)
_REPLIES = "(scope, key) IN (SELECT * FROM unnest(%b::text[], %b::text[]))"
_PATIENCE = 2.0


class _Lost(psycopg.OperationalError):
    """The connection was gone before the commit was sent, so nothing can have been stored."""


# After these, nothing is stored and acting again may succeed.
_HARMLESS = (_Lost, PoolTimeout, DeadlockDetected, SerializationFailure, UniqueViolation)


@cache
def marked(sql: str) -> str:
    """SQL shared with SQLite, with PostgreSQL's marks; its texts are all this program's own."""
    return sql.replace("?", "%s")


class PostgresqlStore(SqlStore):
    """A pool of connections; a group of batches is one transaction that holds its logs' counters."""

    def __init__(self, address: str) -> None:
        prepare(address)
        self._address = address
        kwargs = {"autocommit": True, "connect_timeout": 5}
        # Short tries: after an outage the pool would wait longer and longer, and we ask again ourselves.
        self._pool = ConnectionPool(
            address,
            min_size=1,
            max_size=8,
            timeout=0.5,
            reconnect_timeout=0.3,
            kwargs=kwargs,
            configure=for_writing,
            open=True,
        )
        self._lock = Lock()
        self._sender = Sender(address)
        self._listener: NoticeThread | None = None
        self._closed = False
        super().__init__()

    def backup(self, path: Path) -> None:
        """Write a consistent copy to a new file, in the form of a SQLite store."""
        with self._snapshot() as ask:
            copy_to_file(selecting(ask), path)

    def close(self) -> None:
        """Finish what was submitted and let go."""
        super().close()
        with self._lock:
            self._closed = True
            listener, self._listener = self._listener, None
        self._sender.close()
        if listener:
            listener.close()
        self._pool.close()

    def _ask(self, sql: str, *values: object) -> list[Record]:
        return self._steadily(lambda: self._asked(marked(sql), values))

    def _asked(self, sql: str, values: Sequence[object]) -> list[Record]:
        with self._pool.connection() as connection, _losing(connection):
            return list(connection.execute(sql, values, binary=True))

    def _change(self, *statements: tuple[str, tuple[object, ...]]) -> int:
        with as_store_errors(), opened(self._address) as connection, connection.transaction():
            return sum(connection.execute(marked(sql), values).rowcount for sql, values in statements)

    def _load(self, source: Source) -> None:
        with as_store_errors(), opened(self._address) as connection, connection.cursor() as cursor:
            copy_all(source, lambda sql, rows: cursor.executemany(marked(sql), rows))

    def _grown(self, heads: dict[str, Head]) -> None:
        numbers = {log: head.number for log, head in heads.items()}
        self._wakes.grown(numbers)
        if numbers:
            self._sender.grown(numbers)

    def _watch(self) -> None:
        with self._lock, as_store_errors():
            if self._listener is None and not self._closed:
                self._listener = NoticeThread(self._address, self._wakes)

    @contextmanager
    def _snapshot(self) -> Iterator[Ask]:
        names = count()

        def ask(sql: str) -> Iterator[Record]:
            with connection.cursor(name=f"rows_{next(names)}", binary=True) as cursor:
                cursor.itersize = 1000
                yield from cursor.execute(marked(sql))

        with as_store_errors(), opened(self._address) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.read_only = True
            yield ask

    def _commit(self, batches: Sequence[Batch]) -> Group:
        return self._steadily(lambda: self._written(batches))

    def _written(self, batches: Sequence[Batch]) -> Group:
        with self._pool.connection() as connection:
            with _losing(connection):
                group = _write(connection, batches)
            # From here on a lost connection leaves it open whether the group was stored.
            connection.execute("COMMIT")
            return group

    def _steadily(self, act: Callable[[], T]) -> T:
        """Act again when others came in between, or on a fresh connection when the server was restarted."""
        deadline = time.monotonic() + _PATIENCE
        with as_store_errors():
            while True:
                try:
                    return act()
                except _HARMLESS as error:
                    if _is_damage(error) or time.monotonic() > deadline:
                        raise
                    if isinstance(error, _Lost):
                        self._pool.check()


def _is_damage(error: psycopg.Error) -> bool:
    """Counters are held while entries are added, so no other process can have added the same one."""
    return isinstance(error, UniqueViolation) and error.diag.constraint_name == "entries_pkey"


@contextmanager
def _losing(connection: Connection) -> Iterator[None]:
    try:
        yield
    except psycopg.OperationalError as error:
        if connection.closed:
            raise _Lost(str(error)) from error
        raise


def _write(connection: Connection, batches: Sequence[Batch]) -> Group:
    heads, replies = _standing(connection, logs_of(batches), keys_of(batches))
    group = order(batches, heads, replies, int(time.time()))
    grown = group.grown().values()
    counters = (
        [head.log for head in grown],
        [head.number for head in grown],
        [head.hash for head in grown],
        [heads[head.log].number if head.log in heads else 0 for head in grown],
    )
    with connection.pipeline(), connection.cursor() as cursor:
        if grown:
            first, moved = connection.execute(_FIRST, counters), connection.execute(_COUNTER, counters)
            cursor.execute(_ENTRIES, _columns(group.entries))
        if group.new_replies:
            cursor.executemany(marked(REPLIES.insert), [REPLIES.packed(reply) for reply in group.new_replies])
        for row in group.rows:
            sql, values = upsert(row)
            cursor.execute(marked(sql), values)
    if grown and first.rowcount + moved.rowcount != len(grown):
        raise StoreDamaged("A log's counter changed while it was held; nothing was stored.")
    return group


def _columns(entries: Sequence[StoredEntry]) -> list[list[object]]:
    return [[getattr(entry, name) for entry in entries] for name in ("log", "number", "prev", "body", "hash")]


def _standing(
    connection: Connection, logs: list[str], keys: list[ScopedKey]
) -> tuple[dict[str, Head], dict[ScopedKey, Reply]]:
    """Begin, lock the counters in one order, then read; each statement sees what was committed before it began."""
    scopes, names = [scope for scope, _ in keys], [key for _, key in keys]
    with connection.pipeline():
        connection.execute("BEGIN")
        connection.execute(_LOCK, (logs,))
        heads = connection.execute(_HEADS, (logs,), binary=True)
        replies = connection.execute(marked(f"{REPLIES.select} WHERE {_REPLIES}"), (scopes, names), binary=True)
    found = (REPLIES.unpacked(row) for row in replies)
    return (
        {row[0]: head_from(row[0], [row[1:]]) for row in heads},
        {(reply.scope, reply.key): reply for reply in found},
    )
