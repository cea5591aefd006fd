"""A table that this server has open: read from the store, with the end of its feed, and those who listen."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import MISSING, dataclass, field
from functools import cache, lru_cache
from typing import Any, NamedTuple, Required, TypedDict, get_type_hints

import msgspec

from actionroll.shelf import rules_hash
from actionroll.store import Head, Paper, Row, Secret, Seed, Store, StoredEntry
from actionroll.store.chain import head_of, start
from actionroll.table import NO_TALLY, Tally, Viewer, secrets_view
from actionroll.table.campaign import TEXT
from actionroll.table.log import KINDS, Entry, entry_read, fold, rolls_of
from actionroll.table.roll_entries import story
from actionroll.table.roll_view import roll_view
from actionroll.table.state import Json, Seat, Table, TableRoll
from actionroll.values import made_of
from actionroll.web.access import ACCOUNT, TOKEN, opens
from actionroll.web.bodies import decoded, encoded

TAIL = 256
AT_ONCE = 1000
READER = Seat("", "a reader", "onlooker")
"""Who opened an ended table by a link: nobody sits down there any more, but everyone who may come may read."""
HIDDEN_LOG = "{}/secret"
BYTES, BYTES_AN_ENTRY = 100_000, 200
"""About what an open table takes, and what each entry of it adds."""


class Message(NamedTuple):
    """One event of the feed, in which the entry stands byte for byte as it is stored."""

    number: int
    event: bytes

    @property
    def as_json(self) -> bytes:
        """What the event tells, as JSON."""
        return self.event.partition(b"\ndata: ")[2].rstrip()


@dataclass(slots=True)
class News:
    """What comes to a table: how it then stands, and all that was added to it."""

    table: Table
    entries: tuple[StoredEntry, ...] = ()
    messages: Sequence[Message] = ()
    secret_entries: tuple[StoredEntry, ...] = ()
    rows: tuple[Row, ...] = ()
    rides_along: bool = False
    """Whether nobody need be woken for it."""


@dataclass(slots=True, eq=False)
class Listener:
    """Someone who listens to a table's feed; woken when there may be something to send."""

    secret: Secret
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    secrets_known: int = 0
    """How far the secret log was when it was last looked at."""
    secrets_sent: int = 0
    """How many entries of it this listener has been told."""
    here_sent: bytes = b""


@dataclass(slots=True, eq=False)
class OpenTable:
    """One table as it stands in this process."""

    id: str
    table: Table
    head: Head
    secret_head: Head
    secrets: list[Json] = field(default_factory=list)
    """The secret log."""
    access: dict[bytes, Secret] = field(default_factory=dict)
    open_seed: bytes = b""
    """The seed of the dice that everyone sees."""
    secret_seed: bytes = b""
    """The seed of the gm's secret dice, and of what hides whether there are any."""
    texts: dict[str, bytes] = field(default_factory=dict)
    """Words that lie beside the log, by hash; empty where something was deleted."""
    tail: deque[Message] = field(default_factory=lambda: deque(maxlen=TAIL))
    listeners: set[Listener] = field(default_factory=set)
    here: Counter[str] = field(default_factory=Counter)
    """How often each seat listens."""
    here_event: bytes = b""
    """Who is here, as everyone hears it; worked out once whenever that changes."""
    waiting: set[asyncio.Event] = field(default_factory=set)
    """Set whenever the table has changed."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    known: int = 0
    """The number that the log is known to have reached, here or elsewhere."""
    secret_known: int = 0
    used: int = 0
    """When it was last asked for, in seconds."""
    tally: Tally = NO_TALLY
    """What all throws came to when somebody last asked."""
    removed: bool = False
    """Whether it was removed for good, here or elsewhere."""

    @property
    def behind(self) -> bool:
        """Whether a log grew elsewhere, and nobody has looked yet."""
        return self.known > self.head.number or self.secret_known > self.secret_head.number

    @property
    def size(self) -> int:
        """About how much memory it takes."""
        return BYTES + BYTES_AN_ENTRY * self.table.number

    def seat_of(self, secret: Secret | None, now: int) -> Seat | None:
        """The seat that a token or an account still holds."""
        if self.removed or secret is None or not opens(secret, self.id, (TOKEN, ACCOUNT), now):
            return None
        known = self.access.get(secret.hash, secret)
        seat = READER if self.table.ended and not secret.seat else self.table.seats.get(secret.seat)
        return None if known.revoked or seat is None or seat.gone else seat

    def come(self, listener: Listener) -> None:
        """Someone listens; everyone hears who is here."""
        self.listeners.add(listener)
        self._count(listener.secret.seat, 1)

    def go(self, listener: Listener) -> None:
        """Someone listens no more; what nobody waits for is given back."""
        self.listeners.discard(listener)
        self._count(listener.secret.seat, -1)
        if not self.listeners:
            self.tail.clear()

    def _count(self, seat: str, more: int) -> None:
        self.here[seat] += more
        present = encoded({"seats": sorted(name for name, times in self.here.items() if name and times > 0)})
        event = b"event: here\ndata: " + present + b"\n\n"
        if event != self.here_event:
            self.here_event = event
            self.tell()

    def advance(self, news: News) -> None:
        """Stand where the table stands after news of it, and tell everyone who listens."""
        self.table = news.table
        if news.rows:
            self.take_rows(news.rows)
        for entry in news.secret_entries:
            self.secrets.append(decoded(entry.body))
            self.secret_head = head_of(entry)
        if news.entries:
            self.head = head_of(news.entries[-1])
            if self.listeners:
                self.tail.extend(news.messages)
        self.tell(listeners=not news.rides_along)

    def secrets_for(self, seat: Seat, after: int = 0) -> list[Json]:
        """Secret rolls as a seat may see them, those after a number."""
        return secrets_view(self.table, Viewer(seat.id, seat.role), self.secret_seed, self.secrets, after)

    def take_rows(self, rows: Iterable[Row]) -> None:
        """Know of links, tokens and seeds that were made, revoked or revealed; and of words beside the log."""
        for row in rows:
            if isinstance(row, Secret):
                self.access[row.hash] = row
            elif isinstance(row, Seed) and row.kind == "secret":
                self.secret_seed = row.seed
            elif isinstance(row, Seed) and row.epoch == self.table.epoch:
                self.open_seed = row.seed
            elif isinstance(row, Paper) and row.kind in (TEXT, ""):
                self.texts[row.hash] = row.content

    def tell(self, listeners: bool = True) -> None:
        """Wake everyone who listens, or only what waits here for the table to change."""
        for listener in self.listeners if listeners else ():
            listener.wake.set()
        for each in self.waiting:
            each.set()

    def messages_after(self, number: int) -> list[Message] | None:
        """What follows a number, if the tail still holds all of it."""
        missing = self.head.number - number
        if missing <= 0:
            return []
        if not self.tail or self.tail[0].number > number + 1:
            return None
        return [self.tail[place] for place in range(-missing, 0)]


def rolls_shown(table: Table, rolls: Iterable[int]) -> dict[int, bytes]:
    """Each roll encoded once, for the reply and for everyone who listens."""
    views = {roll: roll_view(table, roll) for roll in rolls}
    return {roll: encoded(view) for roll, view in views.items() if view is not None}


def messages(
    stored: Sequence[StoredEntry], entries: Sequence[Entry], rolls: Sequence[Sequence[int]], shown: Mapping[int, bytes]
) -> Iterator[Message]:
    """The events of entries; a roll stands with the last of them that is about it."""
    last = {roll: place for place, each in enumerate(rolls) for roll in each}
    for place, (each, entry, own) in enumerate(zip(stored, entries, rolls, strict=True)):
        moved = b",".join([shown[roll] for roll in own if last[roll] == place and roll in shown])
        head = b'id: %d\nevent: entry\ndata: {"number":%d,' % (each.number, each.number)
        told = b'"hash":"%b","entry":%b,"rolls":[%b]' % (each.hash.hex().encode(), each.body, moved)
        yield Message(each.number, head + told + (b"}\n\n" if entry.says_all else b',"anew":true}\n\n'))


def rolls_in(
    table: Table, stored: Sequence[StoredEntry]
) -> tuple[list[Entry], list[tuple[int, ...]], dict[int, bytes]]:
    """What some stored entries say, the rolls that each is about, and how these stand now."""
    entries = [entry_of(each.body) for each in stored]
    rolls = [rolls_of(table, entry, each.number) for entry, each in zip(entries, stored, strict=True)]
    return entries, rolls, rolls_shown(table, dict.fromkeys(roll for each in rolls for roll in each))


def messages_of(table: Table, stored: Sequence[StoredEntry]) -> list[Message]:
    """The events of stored entries, their rolls as they stand now."""
    return list(messages(stored, *rolls_in(table, stored)))


class _Head(msgspec.Struct, gc=False, frozen=True):
    kind: str
    version: int = 1


_head = msgspec.json.Decoder(_Head).decode


ALIKE = frozenset({"attempt", "changes", "dues", "facts", "odds", "reads"})
"""The fields that many entries say alike: what was read of one is kept for all."""
MOST_ALIKE = 4096


class _Reader:
    """Reads one kind of entry into the types of its fields; of those that have their usual value it says nothing."""

    def __init__(self, kind: type[Entry]) -> None:
        types, needed = get_type_hints(kind), {name for name, usual in kind.written if usual is MISSING}
        names = sorted(name for name, _ in kind.written)
        shape = {name: msgspec.Raw if name in ALIKE else types[name] for name in names}
        shape |= {name: Required[shape[name]] for name in needed}
        self.kind, self.version = kind, kind.version
        self.read = msgspec.json.Decoder(TypedDict(kind.__name__, shape, total=False)).decode  # type: ignore[operator]
        self.alike = [(name, _known(types[name])) for name in names if name in ALIKE]


@cache
def _known(type_of_field: Any) -> Callable[[bytes], Any]:
    return lru_cache(MOST_ALIKE)(msgspec.json.Decoder(type_of_field).decode)


_readers = {kind: _Reader(made) for kind, made in KINDS.items()}


def entry_of(body: bytes) -> Entry:
    """An entry as the store gave it back; one of a kind that is not known here is refused with a sentence."""
    head = _head(body)
    reader = _readers.get(head.kind)
    if reader is None or reader.version != head.version:
        return entry_read(decoded(body))
    told = reader.read(body)
    for name, known in reader.alike:
        if name in told:
            told[name] = known(bytes(told[name]))
    return made_of(reader.kind, told)


def load(store: Store, table: str) -> OpenTable | None:
    """A table with everything that stands, or None if there is none of that id. Runs in a thread."""
    if store.find_table(table) is None:
        return None
    standing, last = Table(rules_of=rules_hash), None
    with uncollected() if store.head(table).number > AT_ONCE else nullcontext():
        for last in entries_after(store, start(table)):
            fold(standing, last.number, entry_of(last.body))
    opened = OpenTable(table, standing, head_of(last) if last else start(table), start(HIDDEN_LOG.format(table)))
    rows: tuple[Row, ...] = (
        *store.secrets(table),
        *store.seeds(table),
        *store.papers(table, TEXT),
        *store.papers(table, ""),
    )
    opened.advance(News(standing, (), (), tuple(entries_after(store, opened.secret_head)), rows))
    return opened


@contextmanager
def uncollected() -> Iterator[None]:
    """All that a long log makes is kept, so that looking for garbage in it only takes time, now and later."""
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


def caught_up(store: Store, opened: OpenTable) -> News:
    """Everything that was appended since. Runs in a thread."""
    news = News(opened.table.fork())
    news.entries = tuple(entries_after(store, opened.head))
    news.secret_entries = tuple(entries_after(store, opened.secret_head))
    beside, news.rides_along = set(), not news.secret_entries
    for entry in news.entries:
        told = entry_of(entry.body)
        beside.add(told.beside)
        news.rides_along &= told.rides_along
        fold(news.table, entry.number, told)
    if opened.listeners:
        news.messages = messages_of(news.table, news.entries[-TAIL:])
    if "access" in beside:
        news.rows = (*store.secrets(opened.id), *store.seeds(opened.id))
    if "papers" in beside:
        news.rows = (*news.rows, *store.papers(opened.id, TEXT))
    return news


def entries_after(store: Store, head: Head) -> Iterator[StoredEntry]:
    """Every entry that follows a head."""
    after = head.number
    while found := store.read(head.log, after, AT_ONCE):
        yield from found
        after = found[-1].number
        if len(found) < AT_ONCE:
            return


def story_of(store: Store, table: Table, number: int) -> TableRoll:
    """A roll that is long over, read from the store. Runs in a thread."""
    return story(table, number, _entries_from(store, table.id, number))


def _entries_from(store: Store, log: str, number: int) -> Iterator[tuple[int, Entry]]:
    first, size = number - 1, 20
    while found := store.read(log, first, size):
        yield from ((entry.number, entry_of(entry.body)) for entry in found)
        first, size = found[-1].number, AT_ONCE
