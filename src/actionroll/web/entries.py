"""Entries as the store gave them back, folded without reading more of them than what stands depends on."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw, Struct

from actionroll.table.folding import fold, fold_changes
from actionroll.table.rolls import ABOUT_ONE_ROLL, Unread
from actionroll.table.state import Table
from actionroll.web.encoding import decoded


class _Outcome(Struct, gc=False, frozen=True):
    dues: list[Raw]


class _Record(Struct, gc=False, frozen=True):
    outcome: _Outcome | None = None


class _Entry(Struct, gc=False, frozen=True):
    kind: str
    roll: int = 0
    record: _Record = _Record()
    changes: tuple[Any, ...] = ()
    reads: Raw = Raw()


_read = msgspec.json.Decoder(_Entry).decode


def fold_stored(table: Table, number: int, body: bytes) -> str:
    """Let the table stand as it does after a stored entry; of which kind it was.

    Rolls are most of a long log, and what they are is read when somebody looks at them.
    """
    with suppress(msgspec.ValidationError):
        entry = _read(body)
        if _held_unread(table, number, body, entry):
            table.number = number
            if entry.changes or entry.reads:
                reads = _once(bytes(entry.reads)) if entry.reads else ()
                fold_changes(table, number, entry.kind, entry.roll, entry.changes, reads)
            return entry.kind
    told = decoded(body)
    fold(table, number, told)
    return str(told["kind"])


def _held_unread(table: Table, number: int, body: bytes, entry: _Entry) -> bool:
    """Whether an entry declares a roll, or is about one that nobody has looked at."""
    if entry.kind == "declared":
        table.hold(number, Unread((body,)), making=True, over=False)
        return True
    unread = table.rolls.unread(entry.roll) if entry.kind in ABOUT_ONE_ROLL else None
    if unread is None:
        return False
    outcome = entry.record.outcome
    settles = entry.kind == "settled"
    dues = unread.dues - 1 if settles else len(outcome.dues) if outcome else 0
    making = outcome is None and not settles
    table.hold(entry.roll, Unread((*unread.entries, body), dues), making=making, over=not making and not dues)
    return True


@lru_cache(maxsize=1024)
def _once(body: bytes) -> Any:
    """What many throws say in the same words stands in memory once."""
    return decoded(body)
