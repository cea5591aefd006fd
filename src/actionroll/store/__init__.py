"""Durable storage for the logs of tables. It knows nothing of games: what an entry says is bytes to it."""

from __future__ import annotations

from pathlib import Path

from actionroll.errors import InputError
from actionroll.store.memory import MemoryStore
from actionroll.store.protocol import (
    Append,
    Batch,
    Conflict,
    Damage,
    Entry,
    Grown,
    Head,
    Key,
    KeyReused,
    Paper,
    Receipt,
    Row,
    Secret,
    Seed,
    Store,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreLost,
    StoreRefused,
    StoreUnavailable,
    TableRow,
    Wake,
)
from actionroll.store.sql import SqlStore
from actionroll.store.sqlite import SqliteStore

__all__ = [
    "Append",
    "Batch",
    "Conflict",
    "Damage",
    "Entry",
    "Grown",
    "Head",
    "Key",
    "KeyReused",
    "Paper",
    "Receipt",
    "Row",
    "Secret",
    "Seed",
    "Store",
    "StoreBusy",
    "StoreDamaged",
    "StoreError",
    "StoreFull",
    "StoreLost",
    "StoreRefused",
    "StoreUnavailable",
    "TableRow",
    "Wake",
    "open_store",
    "restore",
]


def open_store(address: str | Path) -> Store:
    """Open a file path, `sqlite:///path`, `postgresql://…`, or `:memory:` for a store that does not last."""
    return MemoryStore() if address == ":memory:" else _open_sql(str(address))


def restore(backup: Path, address: str | Path) -> None:
    """Put a backup into a new, empty store of either kind."""
    if not backup.is_file():
        raise InputError(f"There is no backup {backup}; name a file that `backup` wrote.")
    if address == ":memory:":
        raise StoreRefused("A store in memory does not last; restore into a file or PostgreSQL.")
    store = _open_sql(str(address))
    try:
        store.restore(backup)
    finally:
        store.close()


def _open_sql(address: str) -> SqlStore:
    scheme, separator, rest = address.partition("://")
    if not separator:
        return _open_file(Path(address))
    match scheme:
        case "sqlite":
            return _open_file(_path(rest, address))
        case "postgresql" | "postgres":
            return _open_postgresql(address)
        case _:
            raise InputError(f"A store is a file path, sqlite:///path or postgresql://…, not {scheme}://.")


def _open_file(path: Path) -> SqlStore:
    if path.is_dir():
        raise InputError(f"{path} is a folder; name a file in it for the store.")
    return SqliteStore(path)


def _path(rest: str, address: str) -> Path:
    """`sqlite:///games.db` is beside us, `sqlite:////var/games.db` is absolute, as is usual for such addresses."""
    if not rest.startswith("/") or rest == "/":
        raise InputError(f"A SQLite store is written sqlite:///path, not {address}.")
    return Path(rest[1:])


def _open_postgresql(address: str) -> SqlStore:
    try:
        from actionroll.store.postgresql import PostgresqlStore
    except ImportError as error:
        raise StoreRefused("PostgreSQL needs more packages; install actionroll[postgres].") from error
    return PostgresqlStore(address)
