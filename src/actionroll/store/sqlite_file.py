"""A SQLite file: opened so that what is committed stays, known from others, looked at for what others append.

Failures are told in our own words. Every backup is such a file, whichever backend it was taken from: on demand, by
schedule, and of a file that was lost from its place.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib.resources import files
from itertools import chain as chain_of
from pathlib import Path
from typing import Any, TypeVar

from actionroll.store import chain, protocol
from actionroll.store.chain import SEALED, Statements, insert_sql, migrate, scripts, select_sql, split
from actionroll.store.writer import LOOKS_EVERY_SECONDS, Group, ScopedKey, keys_of, logs_of, order

T = TypeVar("T")

BUSY_SECONDS = 4.0
_FULL = {sqlite3.SQLITE_FULL}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH}
_NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "fuse.sshfs", "lustre"}
_GROWN = "SELECT log, MAX(number) FROM entries WHERE id > ? GROUP BY log"


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
def as_store_errors() -> Iterator[None]:
    """Tell failures of SQLite as errors of the store."""
    try:
        yield
    except sqlite3.Error as error:
        raise translated(error) from error
    except UnicodeDecodeError as error:
        # Python cannot even decode what SQLite says about such a file.
        raise protocol.StoreDamaged("The store is damaged (a text in it is none); restore a backup.") from error


def translated(error: sqlite3.Error) -> protocol.StoreError:
    """The store's error for one of SQLite's."""
    extended = getattr(error, "sqlite_errorcode", None)
    code = extended & 0xFF if extended is not None else None
    if code in _FULL:
        return protocol.StoreFull("The disk is full and nothing was stored; free some space and repeat.")
    if code in _BUSY:
        return protocol.StoreBusy("Another program holds the store and nothing was stored; repeat in a moment.")
    if code in _DAMAGED or "decode to UTF-8" in str(error):
        return protocol.StoreDamaged(f"The store is damaged ({error}); restore a backup.")
    return protocol.StoreUnavailable(
        f"The store cannot be reached ({error}); see what keeps it, and repeat with the same key."
    )


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
    """Which files a store was opened as, so that others in their place are noticed, and none at all.

    What was committed last stands in the write-ahead log beside the file alone: without it, whoever opens the file
    next finds an older state. Both files beside it stay as long as someone has the store open.
    """

    def __init__(self, path: Path) -> None:
        self._paths = [os.fspath(path) + end for end in ("", "-wal", "-shm")]
        self._known = self._now()

    def holds(self) -> bool:
        """Whether the files at their paths are still those."""
        return self._known == self._now()

    def _now(self) -> list[tuple[int, int]] | None:
        try:
            found = [*map(os.stat, self._paths)]
        except OSError:
            return None
        return [(each.st_dev, each.st_ino) for each in found]


def prepare(path: Path, versions: tuple[Statements, ...] | None = None) -> None:
    """Make the file, or bring it to the present version."""
    if not path.parent.is_dir():
        raise protocol.StoreRefused(f"There is no folder {path.parent} for the store; make it first.")
    if (kind := _file_system(path.parent)) in _NETWORK:
        raise protocol.StoreRefused(
            f"{path} is on a network file system ({kind}); keep it on a local disk, or use PostgreSQL."
        )
    with as_store_errors():
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


MOST_ROWS, MOST_HEADS = 256, 4096
_KEYS = "WITH asked (scope, key) AS (VALUES (?, ?)) " + select_sql(
    "asked CROSS JOIN replies USING (scope, key)", (*chain.REPLIES.columns, "seal")
)
_SEEN = "SELECT data_version, (SELECT COALESCE(MAX(id), 0) FROM entries) FROM pragma_data_version"
_ARRIVE, _WIDTH = "INSERT INTO arriving VALUES (?, ?, ?, ?, ?, ?, ?, ?)", 8


class Writing:
    """The connection that writes. It asks little and writes much at once, for after each step its thread waits again.

    Where logs stand it knows of those that it wrote to last, until someone else writes to the file: what they appended
    it tells. Its own commits it need not look at.
    """

    def __init__(self, connection: sqlite3.Connection, grown: Callable[[dict[str, int]], None], last: int) -> None:
        self.connection = connection
        self._grown = grown
        self.last = last
        """The id of the last entry that is known, whoever wrote it."""
        self._heads: dict[str, protocol.Head] = {}
        self._version = 0
        self._looked = 0.0
        for statement in split((files("actionroll.store") / "arriving.sql").read_text("utf-8")):
            connection.execute(statement)

    def write(self, batches: Sequence[protocol.Batch]) -> Group:
        """Write a group of batches in a transaction of its own."""
        if time.monotonic() > self._looked + LOOKS_EVERY_SECONDS:
            self.look()
        group = self._written_at_once(batches) or self._written_step_by_step(batches)
        self._heads |= group.heads
        return group

    def _written_at_once(self, batches: Sequence[protocol.Batch]) -> Group | None:
        """By one statement, which refuses whole what is not as usual: logs that grew elsewhere, keys that were used."""
        logs = logs_of(batches)
        if any(batch.rows for batch in batches) or not all(log in self._heads for log in logs):
            return None
        group = order(batches, {log: self._heads[log] for log in logs}, {}, int(time.time()))
        only_read = [append for batch in batches for append in batch.appends if not append.bodies]
        rows = [*[("stands", append.log, append.after) for append in only_read], *_arriving(group)]
        fresh = all(isinstance(each, protocol.Receipt) and not each.repeated for each in group.answers)
        if not fresh or len(rows) > MOST_ROWS:
            return None
        try:
            _when_free(lambda: self._arrive(rows))
        except sqlite3.IntegrityError:
            return None
        return group

    def _written_step_by_step(self, batches: Sequence[protocol.Batch]) -> Group:
        """With all that must be known read anew, while nobody else can write."""
        with transaction(self.connection):
            self.look()
            heads = {log: self._heads.get(log) or self._head(log) for log in logs_of(batches)}
            group = order(batches, heads, self._replies(keys_of(batches)), int(time.time()))
            rows = _arriving(group)
            for first in range(0, len(rows), MOST_ROWS):
                self._arrive(rows[first : first + MOST_ROWS])
            for row in group.rows:
                self.connection.execute(*chain.upsert(row))
        return group

    def _arrive(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Write rows by one statement; of a few lengths, so that it is known already."""
        many = 1 << (len(rows) - 1).bit_length()
        filled = [(*row, *[None] * (_WIDTH - len(row))) for row in (*rows, *[()] * (many - len(rows)))]
        self.connection.execute(_for_many(_ARRIVE, many, _WIDTH), [*chain_of(*filled)])

    def look(self) -> None:
        """If someone else wrote to the file, tell which logs grew, and forget where they stood."""
        self._looked = time.monotonic()
        version, last = self.connection.execute(_SEEN).fetchone()
        if version != self._version or len(self._heads) > MOST_HEADS:
            self._version, self._heads = version, {}
            since = 0 if last < self.last else self.last  # a table was removed, and its numbers are given anew
            if rows := self.connection.execute(_GROWN, (since,)).fetchall():
                self._grown(dict(rows))
        self.last = last

    def _head(self, log: str) -> protocol.Head:
        return chain.head_from(log, self.connection.execute(chain.HEAD, (log,)).fetchall())

    def _replies(self, keys: list[ScopedKey]) -> dict[ScopedKey, chain.Reply]:
        found: list[chain.Reply] = []
        for first in range(0, len(keys), MOST_ROWS):
            some = keys[first : first + MOST_ROWS]
            rows = self.connection.execute(_for_many(_KEYS, len(some), 2), [*chain_of(*some)])
            found += map(chain.REPLIES.unpacked, rows)
        return {(reply.scope, reply.key): reply for reply in found}


def _arriving(group: Group) -> list[tuple[Any, ...]]:
    """What a group writes, as rows of the view in arriving.sql."""
    entries = [("entry", each.log, each.number, each.prev, each.body, each.hash) for each in group.entries]
    return [*entries, *[("reply", *chain.REPLIES.packed(reply)) for reply in group.new_replies]]


@lru_cache(maxsize=4 * MOST_ROWS)
def _for_many(sql: str, rows: int, columns: int) -> str:
    """A statement for one row of values, so that it takes many."""
    one = f"({', '.join('?' * columns)})"
    return sql.replace(one, ", ".join([one] * rows))


def last_entry(connection: sqlite3.Connection) -> int:
    """The id of the last entry in the file."""
    (last,) = connection.execute("SELECT COALESCE(MAX(id), 0) FROM entries").fetchone()
    return int(last)


@contextmanager
def closing(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Close a connection, come what may."""
    try:
        yield connection
    finally:
        connection.close()


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
    """A source of each table's rows, asked of a database with `ask`; entries in the order of their ids."""

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
        with as_store_errors(), closing(connect(part, "OFF")) as target:
            with transaction(target):
                copy_all(source, target.executemany)
            target.execute("PRAGMA journal_mode = DELETE")


def copy_of_file(source: sqlite3.Connection, path: Path) -> None:
    """Copy a SQLite store in one step, so that it is one moment's state and writers need not wait."""
    with arriving(path) as part, as_store_errors(), closing(sqlite3.connect(part)) as target:
        source.backup(target)


@contextmanager
def arriving(path: Path) -> Iterator[Path]:
    """A file to write beside the wanted one, which appears only when it is whole and on disk."""
    if path.exists():
        raise protocol.StoreRefused(f"There is already a file {path}; name a new one for the backup.")
    if not path.parent.is_dir():
        raise protocol.StoreRefused(f"There is no folder {path.parent} for the backup; make it first.")
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
    raise protocol.StoreRefused("There is no folder left to save the store in; keep the server running and make one.")


class Backups:
    """Backups in a folder of their own, numbered, of which the last ones are kept."""

    def __init__(self, folder: Path, keep: int) -> None:
        self._folder, self._keep = folder, keep

    def take(self, store: protocol.Store) -> Path:
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
