"""A table that this server has open: what stands, where its logs stand, the end of its feed, and who listens."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from actionroll.store import Entry, Head, Row, Secret, Seed
from actionroll.store.chain import head_of
from actionroll.table.building import parts_of
from actionroll.table.secret import secret_name
from actionroll.table.showing import roll_view
from actionroll.table.state import TABLE, Json, Seat, Table
from actionroll.table.viewing import Viewer
from actionroll.web.encoding import decoded, encoded
from actionroll.web.links import TOKEN, opens

TAIL = 512
READER = Seat("", "a reader", "onlooker")
"""Who opened an ended table by a link: nobody sits down there any more, but everyone who may come may read."""
HIDDEN_LOG = "{}/secret"


class Message:
    """One event of the feed, its parts put together once, when the first listener takes it."""

    __slots__ = ("_parts", "number")

    def __init__(self, entry: Entry, rolls: bytes) -> None:
        self.number, sha = entry.number, entry.hash.hex().encode()
        start = b'id: %d\nevent: entry\ndata: {"number":%d,"hash":"%b","entry":' % (self.number, self.number, sha)
        self._parts: tuple[bytes, ...] = (start, entry.body, b',"rolls":[', rolls, b"]}\n\n")

    @property
    def event(self) -> bytes:
        """One server-sent event. The entry stands in it byte for byte as it is stored."""
        if len(self._parts) > 1:
            self._parts = (b"".join(self._parts),)
        return self._parts[0]


@dataclass(slots=True, eq=False)
class Listener:
    """Someone who listens to a table's feed; woken when there may be something to send."""

    secret: Secret
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    secrets_sent: int = 0
    here_sent: frozenset[str] = frozenset()


@dataclass(slots=True, eq=False)
class OpenTable:
    """One table as it stands in this process."""

    id: str
    table: Table
    head: Head
    secret_head: Head
    secret_entries: dict[int, Json] = field(default_factory=dict)
    access: dict[bytes, Secret] = field(default_factory=dict)
    seeds: dict[tuple[str, int], Seed] = field(default_factory=dict)
    tail: deque[Message] = field(default_factory=lambda: deque(maxlen=TAIL))
    listeners: set[Listener] = field(default_factory=set)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    known: int = 0
    """The number that the log is known to have reached, here or elsewhere."""
    secret_known: int = 0
    used: int = 0
    """When it was last asked for, counted in requests."""

    @property
    def behind(self) -> bool:
        """Whether a log grew elsewhere, and nobody has looked yet."""
        return self.known > self.head.number or self.secret_known > self.secret_head.number

    def seat_of(self, secret: Secret | None, now: int) -> Seat | None:
        """The seat that a token still holds."""
        if secret is None or not opens(secret, self.id, (TOKEN,), now):
            return None
        known = self.access.get(secret.hash, secret)
        seat = READER if self.table.ended and not secret.seat else self.table.seats.get(secret.seat)
        return None if known.revoked or seat is None or seat.gone else seat

    def viewer(self, seat: Seat) -> Viewer:
        """Who looks from a seat."""
        return Viewer(seat.id, seat.role)

    @property
    def open_seed(self) -> bytes:
        """The seed of the dice that everyone sees."""
        return self.seeds["open", self.table.epoch].seed

    @property
    def secret_seed(self) -> bytes:
        """The seed of the gm's secret dice, and of what hides whether there are any."""
        return self.seeds["secret", 0].seed

    def here(self) -> frozenset[str]:
        """The seats that listen now."""
        return frozenset(listener.secret.seat for listener in self.listeners if listener.secret.seat)

    def come(self, listener: Listener) -> None:
        """Someone listens; everyone hears who is here."""
        self.listeners.add(listener)
        self.tell()

    def go(self, listener: Listener) -> None:
        """Someone listens no more."""
        self.listeners.discard(listener)
        self.tell()

    def advance(self, table: Table, entries: Sequence[Entry], touched: Touched | None = None) -> None:
        """Stand where the table stands after these entries, and tell everyone who listens."""
        self.table = table
        if entries:
            self.tail.extend(messages(entries, touched or touched_by(table, entries)))
            self.head = head_of(entries[-1])
        self.tell()

    def add_secrets(self, entries: Sequence[Entry]) -> None:
        """Know of further secret rolls."""
        for entry in entries:
            self.secret_entries[entry.number] = decoded(entry.body)
            self.secret_head = head_of(entry)

    def secret_shown(self, number: int, entry: Json) -> Json:
        """A secret roll as the gm sees it: with the name under which it would be revealed."""
        return {"number": number, "name": secret_name(self.secret_seed, number), "entry": entry}

    def take_seeds(self, rows: Sequence[Row]) -> None:
        """Know of seeds that were made or revealed."""
        self.seeds.update({(row.kind, row.epoch): row for row in rows if isinstance(row, Seed)})

    def tell(self) -> None:
        """Wake everyone who listens."""
        for listener in self.listeners:
            listener.wake.set()

    def messages_after(self, number: int) -> list[Message] | None:
        """What follows a number, if the tail still holds all of it."""
        if number >= self.head.number:
            return []
        if not self.tail or self.tail[0].number > number + 1:
            return None
        return [message for message in self.tail if message.number > number]


class Touched(NamedTuple):
    """The rolls that each of some entries is about or changes, and how each of them stands after all."""

    rolls: Sequence[Sequence[int]]
    shown: dict[int, bytes]


def touched_by(table: Table, entries: Sequence[Entry]) -> Touched:
    """The rolls that stored entries are about."""
    return shown_rolls(table, [rolls_of(table, decoded(entry.body), entry.number) for entry in entries])


def shown_rolls(table: Table, rolls: Sequence[Sequence[int]]) -> Touched:
    """Each roll encoded once, for the reply and for everyone who listens."""
    known = [table.rolls[roll] for roll in dict.fromkeys(chain.from_iterable(rolls)) if roll in table.rolls]
    return Touched(rolls, {roll.id: encoded(roll_view(table, roll)) for roll in known})


def messages(entries: Sequence[Entry], touched: Touched) -> Iterator[Message]:
    """The events of entries; a roll stands with the last of them that is about it."""
    last = {roll: place for place, rolls in enumerate(touched.rolls) for roll in rolls}
    for place, (entry, rolls) in enumerate(zip(entries, touched.rolls, strict=True)):
        shown = [touched.shown[roll] for roll in rolls if last[roll] == place and roll in touched.shown]
        yield Message(entry, b",".join(shown))


def rolls_of(table: Table, entry: Json, number: int) -> list[int]:
    """The roll that an entry is about, and those in the making whose odds, price or seat its changes may move."""
    own = number if entry["kind"] == "declared" else int(entry.get("roll") or 0)
    changed = {entry["character"]} if entry["kind"] == "given" else {change[0] for change in entry.get("changes", ())}
    others = [roll for roll in table.open_rolls if roll.id != own] if changed or entry["kind"] == "ruled" else []
    moved = [roll.id for roll in others if not changed or changed & {TABLE, *parts_of(table, roll).values()}]
    return [own, *moved] if own else moved
