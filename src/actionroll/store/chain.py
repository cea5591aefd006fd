"""The hash chain of a log, and the seal of a row without history. Every column takes part, framed by its length."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from struct import Struct

from actionroll.store.values import Entry, Head

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


def start(log: str) -> Head:
    """Where a log stands before its first entry."""
    return Head(log, 0, START)


def linked(head: Head, body: bytes) -> Entry:
    """The entry that follows a head."""
    number = head.number + 1
    return Entry(head.log, number, head.hash, body, entry_hash(head.log, number, head.hash, body))


def head_of(entry: Entry) -> Head:
    """Where the log stands after an entry."""
    return Head(entry.log, entry.number, entry.hash)


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
