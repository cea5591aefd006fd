"""What a request would append: entries as bytes with the state's hash and the veil, and the reply to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from actionroll.store import Append, Entry, Head, Row
from actionroll.store.chain import head_of, linked
from actionroll.table.folding import fold
from actionroll.table.standing import state_hash
from actionroll.table.state import Json, Table
from actionroll.web.encoding import encoded, quick_canonical
from actionroll.web.entropy import Entropy
from actionroll.web.opened import OpenTable, Touched, rolls_of, shown_rolls


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a request makes, before it is numbered and hashed."""

    entries: Sequence[Json] = ()
    secret: Sequence[Json] = ()
    rows: tuple[Row, ...] = ()
    reply: Json = field(default_factory=dict)
    """What the reply says besides what every reply does."""
    salt: bytes = b""
    """With what the secrets in the reply are made from the request's key; empty if there are none."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be appended, how the table would then stand, and what would be replied."""

    table: Table
    entries: tuple[Entry, ...]
    secret_entries: tuple[Entry, ...]
    appends: tuple[Append, ...]
    rows: tuple[Row, ...]
    reply: bytes
    touched: Touched


def planned(opened: OpenTable, wanted: Wanted, entropy: Entropy) -> Plan:
    """The plan for a request, on the table as it stands here now."""
    at = entropy.seconds()
    later = opened.table.fork()
    entries = _numbered(opened, later, wanted.entries, entropy, at)
    hidden = _hidden(opened, wanted.secret, at)
    appends = (
        Append(opened.id, opened.head.number, tuple(entry.body for entry in entries)),
        # Without bodies this only demands that no secret roll came between, so that the veil tells the truth.
        Append(opened.secret_head.log, opened.secret_head.number, tuple(entry.body for entry in hidden)),
    )
    rolls = [rolls_of(later, each, entry.number) for each, entry in zip(wanted.entries, entries, strict=True)]
    touched = shown_rolls(later, rolls)
    reply = reply_of(opened, entries, touched, wanted)
    return Plan(later, entries, hidden, appends, wanted.rows, reply, touched)


def _numbered(opened: OpenTable, later: Table, entries: Sequence[Json], entropy: Entropy, at: int) -> tuple[Entry, ...]:
    head, made = opened.head, []
    for each in entries:
        number = head.number + 1
        fold(later, number, each)
        hidden = entropy.veil(opened.secret_seed, number, opened.secret_head.hash)
        state = state_hash(later, quick_canonical)
        entry = linked(head, quick_canonical({**each, "at": at, "state": state, "veil": hidden}))
        head = head_of(entry)
        made.append(entry)
    return tuple(made)


def _hidden(opened: OpenTable, entries: Sequence[Json], at: int) -> tuple[Entry, ...]:
    head, made = opened.secret_head, []
    state = state_hash(opened.table, quick_canonical) if entries else ""
    for each in entries:
        entry = linked(head, quick_canonical({**each, "at": at, "after": opened.head.number, "state": state}))
        head = head_of(entry)
        made.append(entry)
    return tuple(made)


def reply_of(opened: OpenTable, entries: tuple[Entry, ...], touched: Touched, wanted: Wanted) -> bytes:
    """Where the log then stands, the entries as they are stored, and the rolls they touched."""
    head: Head = head_of(entries[-1]) if entries else opened.head
    told = b",".join(b'{"number":%d,"entry":%b}' % (entry.number, entry.body) for entry in entries)
    more = {**wanted.reply, **({"salt": wanted.salt.hex()} if wanted.salt else {})}
    return b'{"number":%d,"hash":"%b","entries":[%b],"rolls":[%b]%b}' % (
        head.number,
        head.hash.hex().encode(),
        told,
        b",".join(touched.shown.values()),
        b"," + encoded(more)[1:-1] if more else b"",
    )
