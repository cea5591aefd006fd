"""Logs in one SQLite file: the embedded store. Several processes on one machine may share it."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, LifoQueue
from threading import Lock

from actionroll.store import sqlite_file
from actionroll.store.chain import REPLIES, Reply, upsert
from actionroll.store.protocol import Batch, Damage, Head, StoreError, StoreLost, StoreUnavailable
from actionroll.store.sql import HEAD, Record, SqlStore, head_from
from actionroll.store.writer import Group, ScopedKey, keys_of, logs_of, order

log = logging.getLogger(__name__)
_ENTRY = "INSERT INTO entries (log, number, prev, body, hash) VALUES (?, ?, ?, ?, ?)"
_COUNTER = (
    "INSERT INTO logs (log, number, hash) VALUES (?, ?, ?)"
    " ON CONFLICT (log) DO UPDATE SET number = excluded.number, hash = excluded.hash"
)


class SqliteStore(SqlStore):
    """One writing connection, and as many for reading as are in use at once."""

    def __init__(self, path: Path, *, synchronous: str = "FULL") -> None:
        sqlite_file.prepare(path)
        self._path = path
        self._identity = sqlite_file.Identity(path)
        self._saved: Path | None = None
        self._synchronous = synchronous
        self._writing: sqlite3.Connection | None = None
        self._idle: LifoQueue[sqlite3.Connection] = LifoQueue()
        self._lock = Lock()
        self._closed = False
        self._watcher: sqlite_file.FileWatch | None = None
        # Open from the first moment on: what was acknowledged can be saved from it, whatever becomes of the file.
        with sqlite_file.told():
            self._keeper = sqlite_file.connect(path)
            self._keeper.execute("SELECT 1 FROM logs LIMIT 1").fetchall()
        super().__init__()

    def check(self) -> None:
        """Raise StoreLost if the file at the path is not the one that was opened."""
        if self._identity.holds():
            self._saved = None
        else:
            self._save()
            raise StoreLost(self._saved)

    def _save(self) -> None:
        """Save what was acknowledged, once for each loss."""
        with self._lock:
            if self._saved is None:
                self._saved = sqlite_file.saved_from(self._keeper, self._path.absolute())
                log.error("the store's file is not at %s any more; it is saved in %s", self._path, self._saved)

    def verify(self, receipts: Iterable[Head] = ()) -> tuple[Damage, ...]:
        """Everything stored that is not what was written, the structure of the file too."""
        try:
            found = [Damage(str(self._path), None, str(row[0])) for row in self._ask("PRAGMA integrity_check")]
            structure = [damage for damage in found if damage.what != "ok"]
            return (*super().verify(receipts), *structure)
        except StoreError as error:
            return (Damage(str(self._path), None, str(error)),)

    def backup(self, path: Path) -> None:
        """Write a consistent copy to a new file."""
        with self._reading() as connection:
            sqlite_file.copy_of_file(connection, path)

    def close(self) -> None:
        """Finish what was submitted and let go."""
        super().close()
        with self._lock:
            self._closed = True
            watcher, self._watcher = self._watcher, None
        if watcher:
            watcher.close()
        self._drop_writing()
        while not self._idle.empty():
            self._idle.get().close()
        self._keeper.close()

    def _ask(self, sql: str, *values: object) -> list[Record]:
        with self._reading() as connection, sqlite_file.told():
            return connection.execute(sql, values).fetchall()

    def _change(self, *statements: tuple[str, tuple[object, ...]]) -> int:
        self.check()
        with sqlite_file.told(), sqlite_file.closing(sqlite_file.connect(self._path)) as connection:
            connection.execute("PRAGMA secure_delete = ON")  # what is gone leaves no bytes in the file
            with sqlite_file.transaction(connection):
                return sum(connection.execute(sql, values).rowcount for sql, values in statements)

    def remove_table(self, table: str) -> None:
        """Remove a table for good, from the write-ahead log too."""
        super().remove_table(table)
        with sqlite_file.told(), sqlite_file.closing(sqlite_file.connect(self._path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _load(self, source: sqlite_file.Source) -> None:
        with (
            sqlite_file.told(),
            sqlite_file.closing(sqlite_file.connect(self._path)) as connection,
            sqlite_file.transaction(connection),
        ):
            sqlite_file.copy_all(source, connection.executemany)

    def _grown(self, heads: dict[str, Head]) -> None:
        self._wakes.grown({log: head.number for log, head in heads.items()})

    def _watch(self) -> None:
        with self._lock, sqlite_file.told():
            if self._watcher is None and not self._closed:
                self._watcher = sqlite_file.FileWatch(self._path, self._wakes.grown)

    @contextmanager
    def _snapshot(self) -> Iterator[sqlite_file.Ask]:
        self.check()
        with sqlite_file.told(), sqlite_file.closing(sqlite_file.connect(self._path)) as connection:
            # A damaged text must still be read, to say where it is.
            connection.text_factory = lambda text: text.decode("utf-8", "backslashreplace")
            connection.execute("BEGIN")
            yield connection.execute

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        connection = self._idle_connection()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        if self._closed:
            connection.close()
        else:
            self._idle.put(connection)

    def _idle_connection(self) -> sqlite3.Connection:
        if self._closed:
            raise StoreUnavailable("The store is closed; open it again.")
        try:
            return self._idle.get_nowait()
        except Empty:
            self.check()
            with sqlite_file.told():
                return sqlite_file.connect(self._path)

    def _commit(self, batches: Sequence[Batch]) -> Group:
        try:
            with sqlite_file.told():
                self.check()
                if self._writing is None:
                    self._writing = sqlite_file.connect(self._path, self._synchronous, patience=0)
                with sqlite_file.transaction(self._writing):
                    group = _written(self._writing, batches)
                self.check()
                return group
        except BaseException:
            # After a failure start afresh: nothing of a failed transaction may linger in the connection.
            self._drop_writing()
            raise

    def _drop_writing(self) -> None:
        connection, self._writing = self._writing, None
        if connection:
            connection.close()


def _written(connection: sqlite3.Connection, batches: Sequence[Batch]) -> Group:
    heads = {log: head_from(log, connection.execute(HEAD, (log,)).fetchall()) for log in logs_of(batches)}
    group = order(batches, heads, _replies(connection, keys_of(batches)), int(time.time()))
    connection.executemany(
        _ENTRY, [(entry.log, entry.number, entry.prev, entry.body, entry.hash) for entry in group.entries]
    )
    connection.executemany(_COUNTER, [(head.log, head.number, head.hash) for head in group.grown().values()])
    connection.executemany(REPLIES.insert, [REPLIES.packed(reply) for reply in group.new_replies])
    for row in group.rows:
        connection.execute(*upsert(row))
    return group


def _replies(connection: sqlite3.Connection, keys: list[ScopedKey]) -> dict[ScopedKey, Reply]:
    found = [connection.execute(REPLIES.by_key, key).fetchone() for key in keys]
    return {(reply.scope, reply.key): reply for reply in (REPLIES.unpacked(row) for row in found if row)}
