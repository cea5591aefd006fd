"""Durable storage for the logs of tables. It knows nothing of games: what an entry says is bytes to it.

Where a store is opened, and the plain store: logs in memory, for tests and for play that need not last.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from actionroll.errors import InputError
from actionroll.store.chain import PAPERS, REPLIES, SECRETS, SEEDS, TABLES, Reply, start, verify_entries
from actionroll.store.protocol import (
    Answered,
    Append,
    Batch,
    Conflict,
    Damage,
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
    StoredEntry,
    StoreError,
    StoreFull,
    StoreLost,
    StoreRefused,
    StoreUnavailable,
    TableRow,
    Wake,
    Written,
    check_key_age,
)
from actionroll.store.sql import SqliteStore, SqlStore
from actionroll.store.sqlite_file import copy_to_file
from actionroll.store.writer import Answer, ScopedKey, Wakes, answer_again, given, order, wait_past

__all__ = [
    "Append",
    "Batch",
    "Conflict",
    "Damage",
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
    "StoredEntry",
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


# The plain store


class MemoryStore:
    """Plain lists and dictionaries behind one lock. Nothing outlives it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.written = Written()
        self._closed = False
        self._wakes = Wakes()
        self._logs: dict[str, list[StoredEntry]] = {}
        self._heads: dict[str, Head] = {}
        self._replies: dict[ScopedKey, Reply] = {}
        self._tables: dict[str, TableRow] = {}
        self._secrets: dict[bytes, Secret] = {}
        self._seeds: dict[tuple[str, str, int], Seed] = {}
        self._papers: dict[tuple[str, str], Paper] = {}

    def check(self) -> None:
        """Memory is always there."""

    def append(self, batch: Batch) -> Receipt:
        """Store a batch whole."""
        return given(self._answer(batch))

    def submit(self, batch: Batch, answered: Answered) -> None:
        """The same, answered at once."""
        answer: Receipt | Exception
        try:
            answer = self._answer(batch)
        except Exception as error:  # noqa: BLE001  whoever waits must learn it
            answer = error
        answered(answer)

    def find_reply(self, scope: str, key: str, digest: bytes) -> Receipt | None:
        """What a key came to, if it was used."""
        reply = self._replies.get((scope, key))
        return given(answer_again(reply, digest)) if reply else None

    def forget_keys(self, older_than: int, keep: int = 100_000) -> int:
        """Drop old keys."""
        check_key_age(older_than)
        with self._lock:
            old = list(self._replies.items())[: max(0, len(self._replies) - keep)]
            gone = [key for key, reply in old if reply.created < int(time.time()) - older_than]
            for key in gone:
                del self._replies[key]
            return len(gone)

    def read(self, log: str, after: int = 0, limit: int = 1000) -> tuple[StoredEntry, ...]:
        """The entries that follow number `after`."""
        return tuple(self._logs.get(log, [])[after : after + limit])

    def head(self, log: str) -> Head:
        """Where a log stands."""
        return self._heads.get(log) or start(log)

    def heads(self) -> tuple[Head, ...]:
        """Where every log with entries stands."""
        with self._lock:
            return tuple(self._heads[log] for log in sorted(self._logs))

    def find_table(self, table: str) -> TableRow | None:
        """The table of that id."""
        return self._tables.get(table)

    def tables(self) -> tuple[TableRow, ...]:
        """All tables."""
        with self._lock:
            return tuple(sorted(self._tables.values(), key=lambda row: row.id))

    def remove_table(self, table: str) -> None:
        """Remove a table for good."""
        with self._lock:
            gone = {log for log in self._logs if log == table or log.startswith(f"{table}/")}
            self._logs = {log: entries for log, entries in self._logs.items() if log not in gone}
            self._heads = {log: head for log, head in self._heads.items() if log not in gone}
            named = f'"{table}"'.encode()
            scopes = [key for key in self._replies if key[0].startswith(f"{table}/")]
            born = [key for key, reply in self._replies.items() if key[0] == "new" and named in reply.reply]
            self._replies = {key: each for key, each in self._replies.items() if key not in {*scopes, *born}}
            self._secrets = {key: each for key, each in self._secrets.items() if each.table != table}
            self._seeds = {key: each for key, each in self._seeds.items() if each.table != table}
            self._papers = {key: each for key, each in self._papers.items() if each.table != table}
            self._tables.pop(table, None)

    def find_secret(self, secret_hash: bytes) -> Secret | None:
        """What the secret with that hash opens."""
        return self._secrets.get(secret_hash)

    def secrets(self, table: str) -> tuple[Secret, ...]:
        """All secrets of a table."""
        with self._lock:
            found = [secret for secret in self._secrets.values() if secret.table == table]
        return tuple(sorted(found, key=lambda secret: secret.hash))

    def seeds(self, table: str) -> tuple[Seed, ...]:
        """All seeds of a table."""
        with self._lock:
            found = [seed for seed in self._seeds.values() if seed.table == table]
        return tuple(sorted(found, key=lambda seed: (seed.kind, seed.epoch)))

    def papers(self, table: str, kind: str) -> tuple[Paper, ...]:
        """All papers of a table of that kind."""
        with self._lock:
            found = [paper for paper in self._papers.values() if (paper.table, paper.kind) == (table, kind)]
        return tuple(sorted(found, key=lambda paper: paper.hash))

    def find_paper(self, table: str, sha: str) -> Paper | None:
        """The paper of that hash."""
        return self._papers.get((table, sha))

    def subscribe(self, wake: Wake) -> Callable[[], None]:
        """Be woken when logs grow."""
        return self._wakes.subscribe(wake)

    def wait(self, log: str, after: int, timeout: float) -> Head:
        """Where the log stands once it is past number `after`, or after that many seconds."""
        return wait_past(self, log, after, timeout)

    def verify(self, receipts: Iterable[Head] = ()) -> tuple[Damage, ...]:
        """Everything kept that is not what was written."""
        with self._lock:
            entries = [entry for log in sorted(self._logs) for entry in self._logs[log]]
        return tuple(verify_entries(entries, self.heads(), receipts))

    def backup(self, path: Path) -> None:
        """Write a consistent copy to a new file."""
        with self._lock:
            copy_to_file(self._columns, path)

    def close(self) -> None:
        """Take no more."""
        self._closed = True

    def _answer(self, batch: Batch) -> Answer:
        """What comes of a batch, which is stored whole or not at all."""
        with self._lock:
            if self._closed:
                raise StoreUnavailable("The store is closed; open it again.")
            heads = {each.log: self._heads[each.log] for each in batch.appends if each.log in self._heads}
            key = (batch.key.scope, batch.key.key) if batch.key else None
            replies = {key: self._replies[key]} if key in self._replies else {}
            group = order([batch], heads, replies, int(time.time()))
            self.written.commits += 1
            self.written.batches += 1
            self._heads |= group.grown()
            self._replies |= group.replies
            for entry in group.entries:
                self._logs.setdefault(entry.log, []).append(entry)
            for row in group.rows:
                self._put(row)
        self._wakes.grown({log: head.number for log, head in group.grown().items()})
        return group.answers[0]

    def _put(self, row: Row) -> None:
        match row:
            case TableRow():
                self._tables[row.id] = row
            case Secret():
                self._secrets[row.hash] = row
            case Seed():
                self._seeds[row.table, row.kind, row.epoch] = row
            case Paper():
                self._papers[row.table, row.hash] = row

    def _columns(self, table: str) -> Iterable[Sequence[Any]]:
        """The rows of a table as a database would hold them."""
        kept: dict[str, Iterable[Sequence[Any]]] = {
            "logs": [(log, self._heads[log].number, self._heads[log].hash) for log in self._logs],
            "entries": [
                (entry.log, entry.number, entry.prev, entry.body, entry.hash)
                for log in self._logs.values()
                for entry in log
            ],
            "tables": map(TABLES.packed, self._tables.values()),
            "seeds": map(SEEDS.packed, self._seeds.values()),
            "secrets": map(SECRETS.packed, self._secrets.values()),
            "replies": map(REPLIES.packed, self._replies.values()),
            "papers": map(PAPERS.packed, self._papers.values()),
        }
        return kept[table]
