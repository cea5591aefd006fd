"""A PostgreSQL server that keeps what it acknowledges, and word of growth between the processes on it.

NOTIFY comes after the commit and only wakes: inside the transaction it would make all commits wait for each other. A
process killed in between sends none, so listeners also look for themselves once a second.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Condition, Event, Thread
from typing import Any

import psycopg
from psycopg import errors

from actionroll.store.chain import Statements, migrate, scripts
from actionroll.store.protocol import StoreBusy, StoreDamaged, StoreError, StoreFull, StoreRefused, StoreUnavailable
from actionroll.store.writer import Wakes

Connection = psycopg.Connection[tuple[Any, ...]]

# Nobody waits for ever behind a writer that was stopped: its transaction ends, and its locks with it.
_WRITING = (
    "SET lock_timeout = 4000; SET idle_in_transaction_session_timeout = 4000;"
    " SET default_transaction_isolation = 'read committed'"
)
_MIGRATING = 7_203_118_465
_NEEDED = ("fsync", "full_page_writes", "synchronous_commit")
LONGEST_NOTICE = 7000
LOOK_SECONDS = 1.0
_GROWN = "SELECT log, max(number), max(id) FROM entries WHERE id > %s GROUP BY log"
# Ids are given before the commit, so a smaller one may appear later; looking back this far finds it.
_LOOK_BACK = 500


def opened(address: str, *, autocommit: bool = False) -> Connection:
    """One connection of its own, outside any pool."""
    return psycopg.connect(address, connect_timeout=5, autocommit=autocommit)


def for_writing(connection: Connection) -> None:
    """Set a connection up to write; the address's own options stay."""
    connection.execute(_WRITING)


def channel(connection: Connection) -> str:
    """Where word of growth is sent: stores in different schemas of one database do not hear each other."""
    found = connection.execute("SELECT md5(current_schema())").fetchone()
    return f"actionroll_{found and found[0]}"


@contextmanager
def as_store_errors() -> Iterator[None]:
    """Tell failures of PostgreSQL as errors of the store."""
    try:
        yield
    except psycopg.Error as error:
        raise translated(error) from error


def translated(error: psycopg.Error) -> StoreError:
    """The store's error for one of PostgreSQL's."""
    why = str(error).strip().partition("\n")[0]
    match error:
        case errors.DiskFull():
            return StoreFull("The database's disk is full and nothing was stored; free some space and repeat.")
        case errors.LockNotAvailable() | errors.QueryCanceled() | errors.DeadlockDetected():
            return StoreBusy("Others hold the table's log and nothing was stored; repeat in a moment.")
        case errors.DataCorrupted() | errors.IndexCorrupted() | errors.IntegrityError():
            return StoreDamaged(f"The store is damaged ({why}); restore a backup.")
        case _:
            return StoreUnavailable(f"The database cannot be reached ({why}); start it, and repeat with the same key.")


def prepare(address: str, versions: tuple[Statements, ...] | None = None) -> None:
    """Refuse a server that may forget what it acknowledged; bring the schema to the present version."""
    with as_store_errors(), opened(address) as connection:
        _refuse_forgetful(connection)
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
        migrate(_Runner(connection), scripts("postgresql") if versions is None else versions)


class _Runner:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def run(self, statement: str) -> None:
        self._connection.execute(statement.encode())

    def version(self) -> int:
        made = self._connection.execute("SELECT to_regclass('schema_version')").fetchone()
        asked = "SELECT version FROM schema_version" if made and made[0] else "SELECT 0"
        found = self._connection.execute(asked).fetchone()
        return int(found[0]) if found else 0


def _refuse_forgetful(connection: Connection) -> None:
    asked = "SELECT name FROM pg_settings WHERE name = ANY(%s) AND setting = 'off'"
    if off := [name for (name,) in connection.execute(asked, (list(_NEEDED),))]:
        raise StoreRefused(f"PostgreSQL may lose what was acknowledged: turn on {' and '.join(sorted(off))}.")


class Sender:
    """A thread that sends notices of growth, many in one."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._channel = ""
        self._pending: dict[str, int] = {}
        self._changed = Condition()
        self._closed = False
        self._thread = Thread(target=self._send_on, name="actionroll-notices", daemon=True)
        self._thread.start()

    def grown(self, numbers: Mapping[str, int]) -> None:
        """Have other processes notified, soon, that these logs have grown."""
        with self._changed:
            self._pending |= numbers
            self._changed.notify()

    def close(self) -> None:
        """Send what is pending, then end."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _send_on(self) -> None:
        connection: Connection | None = None
        while pending := self._take():
            try:
                connection = connection or self._sending()
                for notice in notices(pending):
                    connection.execute("SELECT pg_notify(%s, %s)", (self._channel, notice))
            except psycopg.Error:
                # Only a wake-up is lost, and listeners look for themselves.
                _let_go(connection)
                connection = None
        _let_go(connection)

    def _sending(self) -> Connection:
        connection = opened(self._address, autocommit=True)
        connection.execute("SET synchronous_commit = off; SET statement_timeout = 4000")
        self._channel = channel(connection)
        return connection

    def _take(self) -> dict[str, int]:
        with self._changed:
            self._changed.wait_for(lambda: self._pending or self._closed)
            pending, self._pending = self._pending, {}
            return pending


class NoticeThread:
    """A thread that hears notices and wakes. From its making on, nothing is missed."""

    def __init__(self, address: str, wakes: Wakes) -> None:
        self._address = address
        self._wakes = wakes
        self._stop = Event()
        self._id = 0
        self._looked = time.monotonic()
        self._connection: Connection | None = self._listening()
        self._thread = Thread(target=self._hear_on, name="actionroll-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        self._thread.join()
        _let_go(self._connection)

    def _listening(self) -> Connection:
        connection = opened(self._address, autocommit=True)
        connection.execute(f"LISTEN {channel(connection)}")
        found = connection.execute("SELECT COALESCE(max(id), 0) FROM entries").fetchone()
        self._id = int(found[0]) if found else 0
        return connection

    def _hear_on(self) -> None:
        while not self._stop.is_set():
            try:
                if self._connection is None:
                    self._connection = self._listening()
                    self._wakes.any_may_have_grown()
                self._hear(self._connection)
            except psycopg.Error:
                _let_go(self._connection)
                self._connection = None
                self._stop.wait(0.2)

    def _hear(self, connection: Connection) -> None:
        for notice in connection.notifies(timeout=0.2):
            self._wakes.grown(numbers_of(notice.payload))
        if time.monotonic() - self._looked >= LOOK_SECONDS:
            self._look(connection)

    def _look(self, connection: Connection) -> None:
        self._looked = time.monotonic()
        rows = connection.execute(_GROWN, (self._id - _LOOK_BACK,)).fetchall()
        self._id = max([self._id, *(row[2] for row in rows)])
        self._wakes.grown({row[0]: row[1] for row in rows})


def notices(numbers: Mapping[str, int]) -> Iterator[str]:
    """Logs and their numbers as lines, in as few notices as PostgreSQL's limit allows."""
    lines: list[str] = []
    size = 0
    for log, number in numbers.items():
        line = f"{number} {log}"
        if lines and size + len(line.encode()) > LONGEST_NOTICE:
            yield "\n".join(lines)
            lines, size = [], 0
        lines.append(line)
        size += len(line.encode()) + 1
    if lines:
        yield "\n".join(lines)


def numbers_of(notice: str) -> dict[str, int]:
    """Logs and their numbers from a notice; what others may have sent on the channel is passed over."""
    found = (line.partition(" ") for line in notice.split("\n"))
    return {log: int(number) for number, _, log in found if number.isdecimal() and len(number) < 20}


def _let_go(connection: Connection | None) -> None:
    if connection:
        with suppress(psycopg.Error):
            connection.close()
