"""Write a log as JSON lines: a header that says where it ends, then every entry byte for byte as it is stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from actionroll.store import Entry, Head
from actionroll.table.canonical import canonical
from actionroll.table.state import Json

FORM = "actionroll log 1"


def exported(head: Head, entries: Iterable[Entry]) -> Iterator[bytes]:
    """The lines of an export."""
    yield canonical(header(head)) + b"\n"
    for entry in entries:
        yield b'{"entry":%b,"hash":"%b","number":%d}\n' % (entry.body, entry.hash.hex().encode(), entry.number)


def header(head: Head) -> Json:
    """Where the log stands: a receipt for its end."""
    return {"form": FORM, "table": head.log, "number": head.number, "hash": head.hash.hex()}
