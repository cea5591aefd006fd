"""Entries as the store gave them back, folded without reading more of them than what stands depends on."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw, Struct

from actionroll.table.folding import fold, fold_changes
from actionroll.table.rolls import ABOUT_ONE_ROLL, Status, Unread
from actionroll.table.state import Table
from actionroll.web.encoding import decoded


class _Outcome(Struct, gc=False, frozen=True):
    dues: list[Raw]


class _Record(Struct, gc=False, frozen=True):
    answers: list[Any] = []
    outcome: _Outcome | None = None


class _Entry(Struct, gc=False, frozen=True):
    kind: str
    roll: int = 0
    by_hand: bool = False
    record: _Record = _Record()
    due: int = 0
    changes: tuple[Any, ...] = ()
    reads: Raw = Raw()


_read = msgspec.json.Decoder(_Entry).decode
_ANOTHER = _Entry("")
"""In place of one that has something else where an entry about a roll has these."""


def fold_stored(table: Table, number: int, body: bytes) -> str:
    """Let the table stand as it does after a stored entry; of which kind it was.

    Rolls are most of a long log, and what they are is read when somebody looks at them.
    """
    try:
        entry = _read(body)
    except msgspec.ValidationError:
        entry = _ANOTHER
    unread = _unread(table, number, body, entry)
    if unread is None:
        told = decoded(body)
        fold(table, number, told)
        return str(told["kind"])
    table.number = number
    table.put_roll(unread)
    if entry.changes or entry.reads:
        reads = _once(bytes(entry.reads)) if entry.reads else ()
        fold_changes(table, number, entry.kind, entry.roll, entry.changes, reads)
    return entry.kind


def _unread(table: Table, number: int, body: bytes, entry: _Entry) -> Unread | None:
    """The roll that an entry declares, or that it is about if nobody has looked at it."""
    if entry.kind == "declared":
        return Unread(number, (decoded(body),))
    before = table.rolls.unread(entry.roll) if entry.kind in ABOUT_ONE_ROLL else None
    if before is None:
        return None
    came_to = (*before.came_to, body)
    match entry.kind:
        case "set":
            return before._replace(said=(*before.said, decoded(body)))
        case "settled":
            return before._replace(came_to=came_to, settled=before.settled | {entry.due})
        case _:
            record, by_hand = entry.record, entry.by_hand if entry.kind == "thrown" else before.by_hand
            dues = len(record.outcome.dues) if record.outcome else 0
            status: Status = "done" if record.outcome else "waiting"
            return Unread(before.id, before.said, came_to, status, record.answers, by_hand, before.settled, dues)


@lru_cache(maxsize=1024)
def _once(body: bytes) -> Any:
    """What many throws say in the same words stands in memory once."""
    return decoded(body)
