"""Whole copies of a store: on demand, by schedule, and of a file that was lost from its place.

Every backup is a SQLite store, whichever backend it was taken from.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from actionroll.store.chain import SEALED, insert_sql, select_sql
from actionroll.store.protocol import Store, StoreRefused
from actionroll.store.sqlite_file import closing, connect, prepare, told, transaction

Ask = Callable[[str], Iterable[Sequence[Any]]]
Source = Callable[[str], Iterable[Sequence[Any]]]
"""Gives the rows of a table by its name."""
Insert = Callable[[str, Iterable[Sequence[Any]]], object]

_COLUMNS: dict[str, tuple[str, ...]] = {
    "logs": ("log", "number", "hash"),
    "entries": ("log", "number", "prev", "body", "hash"),
    **{shape.table: (*shape.columns, "seal") for shape in SEALED},
}


def selecting(ask: Ask) -> Source:
    """The rows of tables, asked of a database; entries as far as possible in the order they came."""

    def rows(table: str) -> Iterable[Sequence[Any]]:
        return ask(select_sql(table, _COLUMNS[table]) + (" ORDER BY id" if table == "entries" else ""))

    return rows


def copy_all(source: Source, insert: Insert) -> None:
    """Carry every row of one store into another that is empty."""
    for table, columns in _COLUMNS.items():
        insert(insert_sql(table, columns), source(table))


def copy_to_file(source: Source, path: Path) -> None:
    """Write everything that a source gives into a new SQLite store."""
    with arriving(path) as part:
        prepare(part)
        with told(), closing(connect(part, "OFF")) as target:
            with transaction(target):
                copy_all(source, target.executemany)
            target.execute("PRAGMA journal_mode = DELETE")


def copy_of_file(source: sqlite3.Connection, path: Path) -> None:
    """Copy a SQLite store in one step, so that it is one moment's state and writers need not wait."""
    with arriving(path) as part, told(), closing(sqlite3.connect(part)) as target:
        source.backup(target)


@contextmanager
def arriving(path: Path) -> Iterator[Path]:
    """A file to write beside the wanted one, which appears only when it is whole and on disk."""
    if path.exists():
        raise StoreRefused(f"There is already a file {path}; name a new one for the backup.")
    if not path.parent.is_dir():
        raise StoreRefused(f"There is no folder {path.parent} for the backup; make it first.")
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        yield part
        _to_disk(part, os.O_RDWR)
        part.rename(path)
        if os.name == "posix":
            _to_disk(path.parent, os.O_RDONLY)
    finally:
        for left in (part, part.with_name(f"{part.name}-wal"), part.with_name(f"{part.name}-shm")):
            left.unlink(missing_ok=True)


def _to_disk(path: Path, how: int) -> None:
    handle = os.open(path, how)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def saved_from(source: sqlite3.Connection, lost: Path) -> Path:
    """Save an open file that is no longer at its path: beside that, or where there is still a folder."""
    for folder in (lost.parent, Path.cwd(), Path(tempfile.gettempdir())):
        path = folder / f"{lost.name}.saved-{os.getpid()}-{os.urandom(3).hex()}"
        if folder.is_dir() and os.access(folder, os.W_OK):
            copy_of_file(source, path)
            return path
    raise StoreRefused("There is no folder left to save the store in; keep the server running and make one.")


class Backups:
    """Backups in a folder of their own, numbered, of which the last ones are kept."""

    def __init__(self, folder: Path, keep: int) -> None:
        self._folder, self._keep = folder, keep

    def take(self, store: Store) -> Path:
        """One more, and the oldest beyond those that are kept away."""
        self._folder.mkdir(parents=True, exist_ok=True)
        before = self.all()
        path = self._folder / f"backup-{1 + (_number(before[-1]) if before else 0):06}.db"
        store.backup(path)
        for old in self.all()[: -self._keep]:
            old.unlink(missing_ok=True)
        return path

    def all(self) -> list[Path]:
        """All that there are, the oldest first."""
        return sorted((each for each in self._folder.glob("backup-*.db") if _number(each)), key=_number)


def _number(path: Path) -> int:
    """The clock may be wrong, so that a number says which came first."""
    digits = path.stem.removeprefix("backup-")
    return int(digits) if digits.isdecimal() else 0
