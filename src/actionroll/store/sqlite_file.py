"""A SQLite file: opened so that what is committed stays, known from others, watched for what others append.

Failures are told in our own words.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import TypeVar

from actionroll.store.migrations import Statements, migrate, scripts
from actionroll.store.protocol import StoreBusy, StoreDamaged, StoreError, StoreFull, StoreRefused, StoreUnavailable

T = TypeVar("T")

BUSY_SECONDS = 4.0
_FULL = {sqlite3.SQLITE_FULL}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH}
_NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "fuse.sshfs", "lustre"}
EVERY_SECONDS = 0.02
_GROWN = "SELECT log, MAX(number), MAX(id) FROM entries WHERE id > ? GROUP BY log"


def connect(path: Path, synchronous: str = "FULL", patience: float = BUSY_SECONDS) -> sqlite3.Connection:
    """A connection that commits durably; transactions are begun and ended by hand."""
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
    try:
        _write_ahead(connection)
        # FULL syncs the write-ahead log at each commit; NORMAL would lose acknowledged entries in a power cut.
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        # What someone deletes is to be gone from the file, not only from the tables in it.
        connection.execute("PRAGMA secure_delete = ON")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def told() -> Iterator[None]:
    """Tell failures of SQLite as errors of the store."""
    try:
        yield
    except sqlite3.Error as error:
        raise translated(error) from error
    except UnicodeDecodeError as error:
        # Python cannot even decode what SQLite says about such a file.
        raise StoreDamaged("The store is damaged (a text in it is none); restore a backup.") from error


def translated(error: sqlite3.Error) -> StoreError:
    """The store's error for one of SQLite's."""
    extended = getattr(error, "sqlite_errorcode", None)
    code = extended & 0xFF if extended is not None else None
    if code in _FULL:
        return StoreFull("The disk is full and nothing was stored; free some space and repeat.")
    if code in _BUSY:
        return StoreBusy("Another program holds the store and nothing was stored; repeat in a moment.")
    if code in _DAMAGED or "decode to UTF-8" in str(error):
        return StoreDamaged(f"The store is damaged ({error}); restore a backup.")
    return StoreUnavailable(f"The store cannot be reached ({error}); see what keeps it, and repeat with the same key.")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, alone among writers of every process."""
    _when_free(lambda: connection.execute("BEGIN IMMEDIATE"))
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise


class Identity:
    """Which file a store was opened as, so that another one in its place is noticed, and none at all."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = self._now()

    def holds(self) -> bool:
        """Whether the file at the path is still that one."""
        return self._known == self._now()

    def _now(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


def prepare(path: Path, versions: tuple[Statements, ...] | None = None) -> None:
    """Make the file, or bring it to the present version."""
    if not path.parent.is_dir():
        raise StoreRefused(f"There is no folder {path.parent} for the store; make it first.")
    if (kind := _file_system(path.parent)) in _NETWORK:
        raise StoreRefused(f"{path} is on a network file system ({kind}); keep it on a local disk, or use PostgreSQL.")
    with told():
        connection = connect(path)
        try:
            with transaction(connection):
                migrate(_Runner(connection), scripts("sqlite") if versions is None else versions)
        finally:
            connection.close()


class _Runner:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, statement: str) -> None:
        self._connection.execute(statement)

    def version(self) -> int:
        made = self._connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'").fetchone()
        found = self._connection.execute("SELECT version FROM schema_version").fetchone() if made else None
        return int(found[0]) if found else 0


def _when_free(act: Callable[[], T]) -> T:
    """Wait for other processes in short steps, where SQLite's own would grow to a tenth of a second."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return act()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _BUSY or time.monotonic() > deadline:
                raise
        time.sleep(0.0005)


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to WAL. Two who make the file at once are told 'busy' without waiting, so wait here."""
    (mode,) = _when_free(lambda: connection.execute("PRAGMA journal_mode = WAL").fetchone())
    if mode != "wal":
        raise sqlite3.OperationalError(f"no write-ahead log here, only {mode}")


def _file_system(folder: Path) -> str | None:
    """The kind of file system a folder is on, where the system tells."""
    try:
        mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
    except OSError:
        return None
    resolved = folder.resolve()
    holding = [mount for mount in mounts if resolved.is_relative_to(mount[1])]
    return max(holding, key=lambda mount: len(mount[1]))[2] if holding else None


class FileWatch:
    """A thread that looks at the file and tells which logs grew. From its making on, nothing is missed."""

    def __init__(self, path: Path, grown: Callable[[dict[str, int]], None]) -> None:
        self._path = path
        self._grown = grown
        self._stop = Event()
        self._connection = connect(path)
        self._version = self._changes()
        self._id: int = self._connection.execute("SELECT COALESCE(MAX(id), 0) FROM entries").fetchone()[0]
        self._thread = Thread(target=self._look_on, name="actionroll-watch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        self._thread.join()
        self._connection.close()

    def _look_on(self) -> None:
        while not self._stop.wait(EVERY_SECONDS):
            # A disk that fails now may answer at the next look; what grew meanwhile is found then.
            with suppress(sqlite3.Error):
                self._look()

    def _look(self) -> None:
        version = self._changes()
        if version == self._version:
            return
        (last,) = self._connection.execute("SELECT COALESCE(MAX(id), 0) FROM entries").fetchone()
        self._id = 0 if last < self._id else self._id  # a table was removed, and its numbers are given anew
        rows = self._connection.execute(_GROWN, (self._id,)).fetchall()
        self._version = version
        self._id = max([self._id, *(row[2] for row in rows)])
        if rows:
            self._grown({row[0]: row[1] for row in rows})

    def _changes(self) -> int:
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        return int(version)


@contextmanager
def closing(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Close a connection, come what may."""
    try:
        yield connection
    finally:
        connection.close()
