"""Reaching a PostgreSQL server that keeps what it acknowledges, and telling its failures in our own words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import errors

from actionroll.store.migrations import Statements, migrate, scripts
from actionroll.store.protocol import StoreBusy, StoreDamaged, StoreError, StoreFull, StoreRefused, StoreUnavailable

Connection = psycopg.Connection[tuple[Any, ...]]

# Nobody waits for ever behind a writer that was stopped: its transaction ends, and its locks with it.
_WRITING = (
    "SET lock_timeout = 4000; SET idle_in_transaction_session_timeout = 4000;"
    " SET default_transaction_isolation = 'read committed'"
)
_MIGRATING = 7_203_118_465
_NEEDED = ("fsync", "full_page_writes", "synchronous_commit")


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
def told() -> Iterator[None]:
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
    with told(), opened(address) as connection:
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
