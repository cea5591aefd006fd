"""The hash chain of a log, and the seal of a row without history. Every column takes part, framed by its length."""

from __future__ import annotations

from hashlib import sha256

from actionroll.store.values import Entry, Head

START = bytes(32)
_ENTRY = b"actionroll entry 1"
_ROW = b"actionroll row 1"

Column = str | int | bytes | None


def entry_hash(log: str, number: int, prev: bytes, body: bytes) -> bytes:
    """SHA-256 over the domain and every column of an entry."""
    name = log.encode()
    return sha256(
        b"%b%b%b%b%b%b%b%b"
        % (
            _ENTRY,
            len(name).to_bytes(4, "big"),
            name,
            number.to_bytes(8, "big"),
            len(prev).to_bytes(4, "big"),
            prev,
            len(body).to_bytes(8, "big"),
            body,
        )
    ).digest()


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
