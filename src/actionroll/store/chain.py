"""The hash chain of a log, the seal of a row without history, what checks both, and the schemas that hold them.

Every column takes part, framed by its length: any changed bit, any entry deleted, swapped or added is found, and said
which. A chain alone does not show that its end was cut or all of it written anew; receipts that clients kept do.

A schema is plain SQL that brings a store forward, one numbered file a version; a released file never changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import groupby
from operator import attrgetter
from struct import Struct
from typing import Any, Generic, Protocol, TypeVar

from actionroll.store import protocol
from actionroll.store.protocol import StoreRefused
from actionroll.values import value

START = bytes(32)
_ENTRY = b"actionroll entry 1"
_ROW = b"actionroll row 1"
_FRAME = Struct(">QI32sQ")
"""Number, length of the hash before, that hash, length of the body."""

Column = str | int | bytes | None


def entry_hash(log: str, number: int, prev: bytes, body: bytes) -> bytes:
    """SHA-256 over the domain and every column of an entry."""
    return sha256(b"".join((_beginning(log), _FRAME.pack(number, len(prev), prev, len(body)), body))).digest()


@lru_cache(maxsize=4096)
def _beginning(log: str) -> bytes:
    name = log.encode()
    return b"%b%b%b" % (_ENTRY, len(name).to_bytes(4, "big"), name)


def start(log: str) -> protocol.Head:
    """Where a log stands before its first entry."""
    return protocol.Head(log, 0, START)


HEAD = (
    "SELECT logs.number, logs.hash, entries.hash FROM logs LEFT JOIN entries"
    " ON entries.log = logs.log AND entries.number = logs.number WHERE logs.log = ?"
)


def head_from(log: str, found: Sequence[Sequence[Any]]) -> protocol.Head:
    """A head from its counter, which must agree with the last entry."""
    if not found:
        return start(log)
    number, counted, stored = found[0]
    if counted != stored:
        raise protocol.StoreDamaged(f"{log} entry {number}: the log's counter does not stand at it; restore a backup.")
    return protocol.Head(log, number, counted)


def linked(head: protocol.Head, body: bytes) -> protocol.StoredEntry:
    """The entry that follows a head."""
    number = head.number + 1
    return protocol.StoredEntry(head.log, number, head.hash, body, entry_hash(head.log, number, head.hash, body))


def head_of(entry: protocol.StoredEntry) -> protocol.Head:
    """Where the log stands after an entry."""
    return protocol.Head(entry.log, entry.number, entry.hash)


def seal(name: str, columns: tuple[Column, ...]) -> bytes:
    """SHA-256 over a row's table and columns, each with its type and length."""
    framed = [_ROW, _framed(name)]
    framed.extend(map(_framed, columns))
    return sha256(b"".join(framed)).digest()


def _framed(column: Column) -> bytes:
    match column:
        case None:
            return b"n"
        case str():
            content = column.encode()
            return b"s%d:%b" % (len(content), content)
        case int():
            return b"i%d:" % column
        case bytes():
            return b"b%d:%b" % (len(column), column)


@value
class Reply:
    """A used key as stored: the reply, and the heads of its receipt."""

    scope: str
    key: str
    digest: bytes
    reply: bytes
    heads: bytes
    created: int

    def receipt(self) -> protocol.Receipt:
        """The receipt that the key's first use gave."""
        lines = (line.split(" ", 2) for line in self.heads.decode().split("\n") if line)
        heads = tuple(protocol.Head(log, int(number), bytes.fromhex(sha)) for number, sha, log in lines)
        return protocol.Receipt(heads, self.reply, repeated=True)


def reply_of(key: protocol.Key, heads: Sequence[protocol.Head], created: int) -> Reply:
    """The row that remembers a key and what it came to."""
    lines = "\n".join([f"{head.number} {head.hash.hex()} {head.log}" for head in heads])
    return Reply(key.scope, key.key, key.digest, key.reply, lines.encode(), created)


R = TypeVar("R", bound=protocol.TableRow | protocol.Seed | protocol.Secret | protocol.Paper | Reply)


def select_sql(table: str, columns: Sequence[str]) -> str:
    """Ask for columns of a table; both names are this program's own, never a user's."""
    return f"SELECT {_quoted(columns)} FROM {table}"  # noqa: S608


def insert_sql(table: str, columns: Sequence[str]) -> str:
    """Add a row to a table."""
    return f"INSERT INTO {table} ({_quoted(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


class RowShape(Generic[R]):
    """One table of rows: its SQL, and the way between a row and its columns."""

    def __init__(self, kind: type[R], table: str, key: tuple[str, ...]) -> None:
        self.kind = kind
        self.table = table
        self.columns = tuple(field.name for field in fields(kind))
        self._values = attrgetter(*self.columns)
        self._truths = [field.type == "bool" for field in fields(kind)]
        sealed = (*self.columns, "seal")
        changed = ", ".join(f'"{name}" = excluded."{name}"' for name in sealed)
        self.select = select_sql(table, sealed)
        self.by_key = f"{self.select} WHERE " + " AND ".join(f'"{name}" = ?' for name in key)
        self.insert = insert_sql(table, sealed)
        self.upsert = f"{self.insert} ON CONFLICT ({_quoted(key)}) DO UPDATE SET {changed}"

    def packed(self, row: R) -> tuple[Any, ...]:
        """A row as its columns, the seal last."""
        columns = tuple([int(each) if each is True or each is False else each for each in self._values(row)])
        return (*columns, seal(self.table, columns))

    def unpacked(self, record: Sequence[Any]) -> R:
        """Columns as their row; raises StoreDamaged if they are not those that were sealed."""
        columns: tuple[Any, ...] = tuple(
            bool(column) if truth and column in {0, 1} else column
            for column, truth in zip(record[:-1], self._truths, strict=True)
        )
        known = all(column is None or isinstance(column, str | int | bytes) for column in columns)
        if not known or seal(self.table, columns) != record[-1]:
            raise protocol.StoreDamaged(f"A row of the {self.table} is damaged; restore a backup.")
        return self.kind(*columns)


TABLES = RowShape(protocol.TableRow, "tables", ("id",))
SEEDS = RowShape(protocol.Seed, "seeds", ("table", "kind", "epoch"))
SECRETS = RowShape(protocol.Secret, "secrets", ("hash",))
REPLIES = RowShape(Reply, "replies", ("scope", "key"))
PAPERS = RowShape(protocol.Paper, "papers", ("table", "hash"))
SEALED: tuple[RowShape[Any], ...] = (TABLES, SEEDS, SECRETS, REPLIES, PAPERS)


def upsert(row: protocol.Row) -> tuple[str, tuple[Any, ...]]:
    """The statement that stores a row, and its columns."""
    match row:
        case protocol.TableRow():
            return TABLES.upsert, TABLES.packed(row)
        case protocol.Seed():
            return SEEDS.upsert, SEEDS.packed(row)
        case protocol.Secret():
            return SECRETS.upsert, SECRETS.packed(row)
        case protocol.Paper():
            return PAPERS.upsert, PAPERS.packed(row)


def checked(log: str, rows: Iterable[Sequence[Any]], after: int) -> tuple[protocol.StoredEntry, ...]:
    """Entries that follow number `after`, if each is whole and follows the one before it; else StoreDamaged."""
    entries = tuple([protocol.StoredEntry(log, *row) for row in rows])
    last, known = after, START if after == 0 else None
    for entry in entries:
        if what := fault(entry, last, known):
            raise protocol.StoreDamaged(f"{protocol.Damage(log, entry.number, what)}; restore a backup.")
        last, known = entry.number, entry.hash
    return entries


def fault(entry: protocol.StoredEntry, number: int, sha: bytes | None) -> str | None:
    """What is wrong with an entry, given the number and hash before it (None if that hash is not known)."""
    log, own_number, prev, body = entry.log, entry.number, entry.prev, entry.body
    if not (type(log) is str and type(own_number) is int and type(prev) is type(body) is type(entry.hash) is bytes):
        return "a column is not of its type"
    if own_number != number + 1:
        return f"the entry after number {number} is missing"
    if sha is not None and prev != sha:
        return "it does not follow the entry before it"
    if entry.hash != entry_hash(log, own_number, prev, body):
        return "its content is not what was written"
    return None


def verify_entries(
    entries: Iterable[protocol.StoredEntry], heads: Iterable[protocol.Head] = (), receipts: Iterable[protocol.Head] = ()
) -> list[protocol.Damage]:
    """Damage to logs: the first in each, with entries sorted by log and number, against counters and receipts."""
    counters, wanted = protocol.heads_by_log(heads), _receipts_by_log(receipts)
    damages, seen = [], set()
    for log, rows in groupby(entries, key=lambda entry: entry.log):
        seen.add(log)
        damages += _verify_log(log, rows, counters.get(log), wanted.get(log, {}))
    damages += [
        protocol.Damage(log, None, "all its entries are missing") for log in sorted({*counters, *wanted} - seen)
    ]
    return damages


def verify_rows(shape: RowShape[Any], records: Iterable[Sequence[Any]]) -> Iterator[protocol.Damage]:
    """Damage to rows without history."""
    for record in records:
        try:
            shape.unpacked(record)
        except (protocol.StoreDamaged, TypeError, ValueError):
            yield protocol.Damage(f"{shape.table} row {record[0]!r}", None, "its content is not what was written")


def _verify_log(
    log: str, entries: Iterator[protocol.StoredEntry], counter: protocol.Head | None, receipts: dict[int, bytes]
) -> list[protocol.Damage]:
    last = start(log)
    for entry in entries:
        what = fault(entry, last.number, last.hash)
        if what is None and receipts.pop(entry.number, entry.hash) != entry.hash:
            what = "it is not the entry that a receipt names"
        if what:
            return [protocol.Damage(log, entry.number, what)]
        last = head_of(entry)
    if receipts:
        return [protocol.Damage(log, min(receipts), "a receipt names this entry, and it is missing")]
    if counter is None or (counter.number, counter.hash) != (last.number, last.hash):
        return [protocol.Damage(log, last.number, "the log's counter does not stand at its last entry")]
    return []


def _receipts_by_log(receipts: Iterable[protocol.Head]) -> dict[str, dict[int, bytes]]:
    found: dict[str, dict[int, bytes]] = {}
    for receipt in receipts:
        if receipt.number:
            found.setdefault(receipt.log, {})[receipt.number] = receipt.hash
    return found


# The schemas

Statements = tuple[str, ...]


class Runner(Protocol):
    """Runs statements inside a transaction that already holds all others off."""

    def run(self, statement: str) -> None:
        """Run one statement."""

    def version(self) -> int:
        """The version found, 0 if none."""


def scripts(backend: str) -> tuple[Statements, ...]:
    """All versions of a backend's schema in order, each as its statements."""
    found = sorted((files("actionroll.store") / "migrations" / backend).iterdir(), key=lambda file: file.name)
    return tuple(split(file.read_text("utf-8")) for file in found if file.name.endswith(".sql"))


def split(script: str) -> Statements:
    """The statements of a script; a semicolon ends one at the end of a line only."""
    return tuple(part for part in (part.strip() for part in script.split(";\n")) if part)


def migrate(runner: Runner, versions: tuple[Statements, ...]) -> None:
    """Run what is missing. The caller's transaction makes it all or nothing."""
    version = runner.version()
    if version > len(versions):
        raise StoreRefused(f"This store has version {version}; this program knows {len(versions)}: update the program.")
    if version == len(versions):
        return
    runner.run("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)")
    for statements in versions[version:]:
        for statement in statements:
            runner.run(statement)
    runner.run("DELETE FROM schema_version")
    runner.run(f"INSERT INTO schema_version (version) VALUES ({len(versions)})")  # noqa: S608  a number of our own
