"""How rows without history lie in their tables: columns, key, and a seal that shows any change from outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

from actionroll.store.chain import seal
from actionroll.store.protocol import StoreDamaged
from actionroll.store.values import Head, Key, Receipt, Row, Secret, Seed, TableRow


@dataclass(frozen=True, slots=True)
class Reply:
    """A used key as stored: the reply, and the heads of its receipt."""

    scope: str
    key: str
    digest: bytes
    reply: bytes
    heads: bytes
    created: int

    def receipt(self) -> Receipt:
        """The receipt that the key's first use gave."""
        lines = (line.split(" ", 2) for line in self.heads.decode().split("\n") if line)
        heads = tuple(Head(log, int(number), bytes.fromhex(sha)) for number, sha, log in lines)
        return Receipt(heads, self.reply, repeated=True)


def reply_of(key: Key, heads: Sequence[Head], created: int) -> Reply:
    """The row that remembers a key and what it came to."""
    lines = "\n".join([f"{head.number} {head.hash.hex()} {head.log}" for head in heads])
    return Reply(key.scope, key.key, key.digest, key.reply, lines.encode(), created)


R = TypeVar("R", bound=TableRow | Seed | Secret | Reply)


def select_sql(table: str, columns: Sequence[str]) -> str:
    """Ask for columns of a table; both names are this program's own, never a user's."""
    return f"SELECT {_quoted(columns)} FROM {table}"  # noqa: S608


def insert_sql(table: str, columns: Sequence[str]) -> str:
    """Add a row to a table."""
    return f"INSERT INTO {table} ({_quoted(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


class Shape(Generic[R]):
    """One table of rows: its SQL, and the way between a row and its columns."""

    def __init__(self, kind: type[R], table: str, key: tuple[str, ...]) -> None:
        self.kind = kind
        self.table = table
        self.columns = tuple(field.name for field in fields(kind))
        self._truths = [field.type == "bool" for field in fields(kind)]
        sealed = (*self.columns, "seal")
        changed = ", ".join(f'"{name}" = excluded."{name}"' for name in sealed)
        self.select = select_sql(table, sealed)
        self.by_key = f"{self.select} WHERE " + " AND ".join(f'"{name}" = ?' for name in key)
        self.insert = insert_sql(table, sealed)
        self.upsert = f"{self.insert} ON CONFLICT ({_quoted(key)}) DO UPDATE SET {changed}"

    def packed(self, row: R) -> tuple[Any, ...]:
        """A row as its columns, the seal last."""
        columns = tuple([_plain(getattr(row, name)) for name in self.columns])
        return (*columns, seal(self.table, columns))

    def unpacked(self, record: Sequence[Any]) -> R:
        """Columns as their row; raises StoreDamaged if they are not those that were sealed."""
        columns: tuple[Any, ...] = tuple(
            bool(column) if truth and column in {0, 1} else column
            for column, truth in zip(record[:-1], self._truths, strict=True)
        )
        known = all(column is None or isinstance(column, str | int | bytes) for column in columns)
        if not known or seal(self.table, columns) != record[-1]:
            raise StoreDamaged(f"A row of the {self.table} is damaged; restore a backup.")
        return self.kind(*columns)


def _plain(column: Any) -> Any:
    return int(column) if column is True or column is False else column


TABLES = Shape(TableRow, "tables", ("id",))
SEEDS = Shape(Seed, "seeds", ("table", "kind", "epoch"))
SECRETS = Shape(Secret, "secrets", ("hash",))
REPLIES = Shape(Reply, "replies", ("scope", "key"))


def upsert(row: Row) -> tuple[str, tuple[Any, ...]]:
    """The statement that stores a row, and its columns."""
    match row:
        case TableRow():
            return TABLES.upsert, TABLES.packed(row)
        case Seed():
            return SEEDS.upsert, SEEDS.packed(row)
        case Secret():
            return SECRETS.upsert, SECRETS.packed(row)
