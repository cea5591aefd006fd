"""Entries as the store gave them back, read as far as folding needs."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw, Struct

from actionroll.table.records import Record
from actionroll.table.state import Json
from actionroll.web.encoding import decoded

THROWN = b'"kind":"thrown"'
"""Quotes within texts are escaped, so these bytes are a name and its value, in a throw or deep in something else."""


class _Outcome(Struct, gc=False):
    dues: list[Raw]


class _Record(Struct, gc=False):
    answers: list[Any]
    outcome: _Outcome | None = None


class _Thrown(Struct, gc=False):
    kind: str
    roll: int
    attempt: dict[str, Any]
    by_hand: bool
    changes: list[Any]
    reads: Raw
    record: _Record
    rules_hash: str
    rulings: Raw


_read_thrown = msgspec.json.Decoder(_Thrown).decode


def folded_from(body: bytes) -> Json:
    """What folding needs of an entry. Throws, most of a long log, are long and hardly looked at again."""
    if THROWN in body:
        with suppress(msgspec.ValidationError):
            return _thrown(_read_thrown(body), body)
    told: Json = decoded(body)
    return told


def _thrown(entry: _Thrown, body: bytes) -> Json:
    record = entry.record
    demands = len(record.outcome.dues) if record.outcome else 0
    return {
        "kind": entry.kind,
        "roll": entry.roll,
        "attempt": entry.attempt,
        "by_hand": entry.by_hand,
        "changes": entry.changes,
        "reads": _once(bytes(entry.reads)),
        "record": Record(record.answers, record.outcome is not None, demands, body),
        "rules_hash": entry.rules_hash,
        "rulings": _once(bytes(entry.rulings)),
    }


@lru_cache(maxsize=1024)
def _once(body: bytes) -> Any:
    """What many throws say in the same words stands in memory once."""
    return decoded(body)
