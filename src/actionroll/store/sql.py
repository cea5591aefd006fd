"""Stores in SQL: every question is asked alike, whatever the database; and the embedded one, in one SQLite file.

Several processes on one machine may share that file. PostgreSQL is a module of its own, for it needs a driver.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from queue import Empty, LifoQueue, SimpleQueue
from shutil import disk_usage
from threading import Lock, Thread
from typing import Any

from actionroll.store import chain, protocol, sqlite_file
from actionroll.store.sqlite_file import Ask, Source, Writing, as_store_errors, closing, connect, last_entry, selecting
from actionroll.store.writer import Group, GroupWriter, Wakes, answer_again, given, wait_past

log = logging.getLogger(__name__)
LEAST_ROOM = 500_000
"""Bytes without which a disk is full: a group of entries may take some of them."""

_READ = "SELECT number, prev, body, hash FROM entries WHERE log = ? AND number > ? ORDER BY number LIMIT ?"
_ALL = "SELECT log, number, prev, body, hash FROM entries ORDER BY log, number"
_BORN = "SELECT key, reply FROM replies WHERE scope = 'new'"
"""What was replied to those who opened tables."""
_REMOVE_LOGS = (
    "DELETE FROM entries WHERE log = ? OR substr(log, 1, ?) = ?",
    "DELETE FROM logs WHERE log = ? OR substr(log, 1, ?) = ?",
)
_REMOVE_ROWS = (
    'DELETE FROM seeds WHERE "table" = ?',
    'DELETE FROM secrets WHERE "table" = ?',
    'DELETE FROM papers WHERE "table" = ?',
    "DELETE FROM tables WHERE id = ?",
)
_REMOVE_REPLIES = "DELETE FROM replies WHERE substr(scope, 1, ?) = ?"
_REMOVE_BORN = "DELETE FROM replies WHERE scope = 'new' AND key = ?"
_FORGET = "DELETE FROM replies WHERE created < ? AND id <= (SELECT COALESCE(MAX(id), 0) FROM replies) - ?"

CARRIED_AFTER, MOST_PAGES = 128, 8_000
"""After how many commits the write-ahead log is carried into the file; with how many pages a commit does it itself."""

Record = Sequence[Any]


class SqlStore(ABC):
    """A store on a database; the backend says how to ask, to commit and to hear of growth elsewhere."""

    def __init__(self, look: Callable[[], None] | None = None) -> None:
        self._wakes = Wakes()
        self._writer = GroupWriter(self._commit, self._grown, look)

    @abstractmethod
    def _ask(self, sql: str, *values: object) -> list[Record]:
        """The rows that answer a question, from the last commit."""

    @abstractmethod
    def _snapshot(self) -> AbstractContextManager[Ask]:
        """A way to ask many questions of one moment, without holding all rows in memory."""

    @abstractmethod
    def _change(self, *statements: tuple[str, tuple[object, ...]]) -> int:
        """Run statements in a transaction of their own; how many rows they changed."""

    @abstractmethod
    def _commit(self, batches: Sequence[protocol.Batch]) -> Group:
        """Write a group of batches in one durable transaction."""

    @abstractmethod
    def _load(self, source: Source) -> None:
        """Take over every row of another store, in one transaction."""

    @abstractmethod
    def _grown(self, heads: dict[str, protocol.Head]) -> None:
        """Spread word of logs that grew through this store."""

    @abstractmethod
    def _watch(self) -> None:
        """From now on notice growth through other processes; called for each new listener."""

    @abstractmethod
    def backup(self, path: Path) -> None:
        """Write a consistent copy to a new file."""

    @property
    def written(self) -> protocol.Written:
        """How much was written."""
        return self._writer.written

    def check(self) -> None:
        """Raise a StoreError if the database does not answer."""
        self._ask("SELECT 1")

    def append(self, batch: protocol.Batch) -> protocol.Receipt:
        """Store a batch whole, and return once it is durable."""
        answer: SimpleQueue[protocol.Receipt | Exception] = SimpleQueue()
        self.submit(batch, answer.put)
        return given(answer.get())

    def submit(self, batch: protocol.Batch, answered: protocol.Answered) -> None:
        """The same without waiting."""
        self._writer.submit(batch, answered)

    def find_reply(self, scope: str, key: str, digest: bytes) -> protocol.Receipt | None:
        """What a key came to, if it was used."""
        found = self._ask(chain.REPLIES.by_key, scope, key)
        return given(answer_again(chain.REPLIES.unpacked(found[0]), digest)) if found else None

    def forget_keys(self, older_than: int, keep: int = 100_000) -> int:
        """Drop old keys. The clock alone never decides: it may be wrong."""
        protocol.check_key_age(older_than)
        return self._change((_FORGET, (int(time.time()) - older_than, keep)))

    def read(self, log: str, after: int = 0, limit: int = 1000) -> tuple[protocol.StoredEntry, ...]:
        """The entries that follow number `after`, checked against the chain."""
        return chain.checked(log, self._ask(_READ, log, after, limit), after)

    def head(self, log: str) -> protocol.Head:
        """Where a log stands."""
        return chain.head_from(log, self._ask(chain.HEAD, log))

    def heads(self) -> tuple[protocol.Head, ...]:
        """Where every log with entries stands."""
        return tuple(protocol.Head(*found) for found in self._ask("SELECT log, number, hash FROM logs ORDER BY log"))

    def find_table(self, table: str) -> protocol.TableRow | None:
        """The table of that id."""
        return next((chain.TABLES.unpacked(found) for found in self._ask(chain.TABLES.by_key, table)), None)

    def tables(self) -> tuple[protocol.TableRow, ...]:
        """All tables."""
        return tuple(chain.TABLES.unpacked(found) for found in self._ask(f"{chain.TABLES.select} ORDER BY id"))

    def remove_table(self, table: str) -> None:
        """Remove a table for good."""
        born = [key for key, reply in self._ask(_BORN) if f'"{table}"'.encode() in bytes(reply)]
        within = (len(table) + 1, f"{table}/")
        logs: list[tuple[str, tuple[object, ...]]] = [(sql, (table, *within)) for sql in _REMOVE_LOGS]
        rows: list[tuple[str, tuple[object, ...]]] = [(sql, (table,)) for sql in _REMOVE_ROWS]
        replies = [(_REMOVE_REPLIES, within), *((_REMOVE_BORN, (key,)) for key in born)]
        self._change(*logs, *rows, *replies)

    def find_secret(self, secret_hash: bytes) -> protocol.Secret | None:
        """What the secret with that hash opens."""
        return next((chain.SECRETS.unpacked(found) for found in self._ask(chain.SECRETS.by_key, secret_hash)), None)

    def secrets(self, table: str) -> tuple[protocol.Secret, ...]:
        """All secrets of a table."""
        asked = f'{chain.SECRETS.select} WHERE "table" = ? ORDER BY hash'
        return tuple(chain.SECRETS.unpacked(found) for found in self._ask(asked, table))

    def seeds(self, table: str) -> tuple[protocol.Seed, ...]:
        """All seeds of a table."""
        asked = f'{chain.SEEDS.select} WHERE "table" = ? ORDER BY kind, epoch'
        return tuple(chain.SEEDS.unpacked(found) for found in self._ask(asked, table))

    def papers(self, table: str, kind: str) -> tuple[protocol.Paper, ...]:
        """All papers of a table of that kind."""
        asked = f'{chain.PAPERS.select} WHERE "table" = ? AND kind = ? ORDER BY hash'
        return tuple(chain.PAPERS.unpacked(found) for found in self._ask(asked, table, kind))

    def find_paper(self, table: str, sha: str) -> protocol.Paper | None:
        """The paper of that hash."""
        return next((chain.PAPERS.unpacked(found) for found in self._ask(chain.PAPERS.by_key, table, sha)), None)

    def subscribe(self, wake: protocol.Wake) -> Callable[[], None]:
        """Be woken when logs grow."""
        self._watch()
        return self._wakes.subscribe(wake)

    def wait(self, log: str, after: int, timeout: float) -> protocol.Head:
        """Where the log stands once it is past number `after`, or after that many seconds."""
        return wait_past(self, log, after, timeout)

    def verify(self, receipts: Iterable[protocol.Head] = ()) -> tuple[protocol.Damage, ...]:
        """Everything stored that is not what was written."""
        with self._snapshot() as ask:
            heads = [protocol.Head(*found) for found in ask("SELECT log, number, hash FROM logs")]
            found = chain.verify_entries((protocol.StoredEntry(*row) for row in ask(_ALL)), heads, receipts)
            return (
                *found,
                *(damage for shape in chain.SEALED for damage in chain.verify_rows(shape, ask(shape.select))),
            )

    def restore(self, path: Path) -> None:
        """Take over a backup; only an empty store can."""
        if self.heads() or self.tables():
            raise protocol.StoreRefused("This store is not empty; restore a backup into a new one.")
        with as_store_errors(), closing(connect(path)) as connection:
            there = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
            rows = selecting(connection.execute)
            self._load(lambda table: rows(table) if table in there else ())  # a backup may be older than a table

    def close(self) -> None:
        """Finish what was submitted and let go."""
        self._writer.close()


# One SQLite file


class Checkpoints:
    """A thread that carries the write-ahead log into the file: within a commit, everyone would wait for that.

    While others write without pause it never comes to the end, where the log begins anew; so a commit does the rest
    now and then, and finds little left to do.
    """

    def __init__(self, path: Path) -> None:
        with as_store_errors():
            self._connection = connect(path)
        self._commits = 0
        self._asked: SimpleQueue[bool] = SimpleQueue()
        self._thread = Thread(target=self._work, name="actionroll-checkpoints", daemon=True)
        self._thread.start()

    def committed(self) -> None:
        """One commit more."""
        self._commits += 1
        if self._commits % CARRIED_AFTER == 0:
            self._asked.put(True)

    def close(self) -> None:
        """End, once what was begun is done."""
        self._asked.put(False)
        self._thread.join()
        self._connection.close()

    def _work(self) -> None:
        while self._asked.get():
            with suppress(sqlite3.Error):  # what is not carried now stays where it is safe, until the next time
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


class SqliteStore(SqlStore):
    """One writing connection, and as many for reading as are in use at once."""

    def __init__(self, path: Path, *, synchronous: str = "FULL") -> None:
        sqlite_file.prepare(path)
        self._path = path
        self._saved: Path | None = None
        self._synchronous = synchronous
        self._writing: Writing | None = None
        self._idle: LifoQueue[sqlite3.Connection] = LifoQueue()
        self._lock = Lock()
        self._closed = False
        self._watches = False
        # Open from the first moment on: what was acknowledged can be saved from it, whatever becomes of the file.
        with as_store_errors():
            self._keeper = connect(path)
            self._last = last_entry(self._keeper)
        self._identity = sqlite_file.Identity(path)
        self._checkpoints = Checkpoints(path)
        super().__init__(self._look)

    def check(self) -> None:
        """Raise protocol.StoreLost if the file is not there any more, and StoreFull if there is no room for more."""
        self._check_file()
        if disk_usage(self._path.parent).free < LEAST_ROOM:
            raise protocol.StoreFull("The disk is full and takes nothing more; free some space.")

    def _check_file(self) -> None:
        """Raise protocol.StoreLost if the file at the path is not the one that was opened."""
        if self._identity.holds():
            self._saved = None
        else:
            self._save()
            raise protocol.StoreLost(self._saved)

    def _save(self) -> None:
        """Save what was acknowledged, once for each loss."""
        with self._lock:
            if self._saved is None:
                self._saved = sqlite_file.saved_from(self._keeper, self._path.absolute())
                log.error("the store's file is not at %s any more; it is saved in %s", self._path, self._saved)

    def verify(self, receipts: Iterable[protocol.Head] = ()) -> tuple[protocol.Damage, ...]:
        """Everything stored that is not what was written, the structure of the file too."""
        try:
            found = [protocol.Damage(str(self._path), None, str(row[0])) for row in self._ask("PRAGMA integrity_check")]
            structure = [damage for damage in found if damage.what != "ok"]
            return (*super().verify(receipts), *structure)
        except protocol.StoreError as error:
            return (protocol.Damage(str(self._path), None, str(error)),)

    def backup(self, path: Path) -> None:
        """Write a consistent copy to a new file."""
        with self._reading() as connection:
            sqlite_file.copy_of_file(connection, path)

    def close(self) -> None:
        """Finish what was submitted and let go."""
        super().close()
        with self._lock:
            self._closed = True
        self._checkpoints.close()
        self._drop_writing()
        while not self._idle.empty():
            self._idle.get().close()
        self._keeper.close()

    def _ask(self, sql: str, *values: object) -> list[Record]:
        with self._reading() as connection, as_store_errors():
            return connection.execute(sql, values).fetchall()

    def _change(self, *statements: tuple[str, tuple[object, ...]]) -> int:
        self._check_file()
        with as_store_errors(), closing(connect(self._path)) as connection, sqlite_file.transaction(connection):
            return sum(connection.execute(sql, values).rowcount for sql, values in statements)

    def remove_table(self, table: str) -> None:
        """Remove a table for good, from the write-ahead log too."""
        super().remove_table(table)
        with as_store_errors(), closing(connect(self._path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _load(self, source: Source) -> None:
        with as_store_errors(), closing(connect(self._path)) as connection, sqlite_file.transaction(connection):
            sqlite_file.copy_all(source, connection.executemany)

    def _grown(self, heads: dict[str, protocol.Head]) -> None:
        self._wakes.grown({log: head.number for log, head in heads.items()})

    def _watch(self) -> None:
        self._watches = True

    def _look(self) -> None:
        """Notice what other processes did; never by making a file where ours was lost.

        A disk that fails now may answer at the next look; what grew meanwhile is found then.
        """
        with suppress(sqlite3.Error, UnicodeDecodeError):
            if self._watches and (self._writing or self._identity.holds()):
                self._writing_now().look()

    @contextmanager
    def _snapshot(self) -> Iterator[Ask]:
        self._check_file()
        with as_store_errors(), closing(connect(self._path)) as connection:
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
            raise protocol.StoreUnavailable("The store is closed; open it again.")
        try:
            return self._idle.get_nowait()
        except Empty:
            self._check_file()
            with as_store_errors():
                return connect(self._path)

    def _commit(self, batches: Sequence[protocol.Batch]) -> Group:
        try:
            with as_store_errors():
                self._check_file()
                group = self._writing_now().write(batches)
                self._check_file()
                self._checkpoints.committed()
                return group
        except BaseException:
            # After a failure start afresh: nothing of a failed transaction may linger in the connection.
            self._drop_writing()
            raise

    def _writing_now(self) -> Writing:
        if self._writing is None:
            connection = connect(self._path, self._synchronous, patience=0)
            connection.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES}")
            self._writing = Writing(connection, self._wakes.grown, self._last)
        return self._writing

    def _drop_writing(self) -> None:
        writing, self._writing = self._writing, None
        if writing:
            self._last = writing.last
            writing.connection.close()
