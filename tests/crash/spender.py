"""Two processes at the same tables: in each race two seats throw at once, and who helps both has one point left."""

import asyncio
import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from threading import Barrier
from typing import Any

from actionroll.chance import commitment
from actionroll.errors import CannotPay
from actionroll.store import Append, Batch, Conflict, Key, Receipt, Seed, Store, StoreBusy, TableRow, open_store
from actionroll.store.protocol import Answered
from actionroll.table import Acted, Table, act
from actionroll.table.log import Entry, canonical, written
from actionroll.table.requests import Deed, done
from actionroll.table.seats import joining, opening
from actionroll.table.state import Role
from actionroll.web.draft import Wanted
from actionroll.web.open_table import OpenTable
from actionroll.web.operations import wanted
from actionroll.web.tables import Tables
from tests.crash.victim import Voice
from tests.table_in_memory import NoDice

SPENDERS = ("s3", "s4")
HELPED = {"s3": "c1", "s4": "c2"}
FIRST_HELPER = 3
LAST_BOX = 9
SEED = bytes(range(32))
AT_ONCE = 25


@dataclass
class Copied:
    """The log of a table on which everything is ready: one helper a race, who offers to help both of its rolls."""

    table: Table = field(default_factory=Table)
    bodies: list[bytes] = field(default_factory=list)

    def add(self, *entries: Entry) -> None:
        self.take(done(self.table, Deed(entries)))

    def take(self, acted: Acted) -> None:
        self.table = acted.table
        for each in acted.folded:
            self.bodies.append(canonical({**written(each.entry), "at": 0, "state": each.state, "veil": ""}))

    def do(self, seat: str, request: str, **body: Any) -> None:
        self.take(act(self.table, seat, request, body, NoDice()))


def helper(race: int) -> str:
    """The character whose last point a race is about."""
    return f"c{FIRST_HELPER + race}"


def ready(races: int) -> list[bytes]:
    """A log that ends just before the first race."""
    made = Copied()
    made.add(opening("races", {"game": "in-the-dark", "name": "Races"}, commitment(SEED)))
    roles: tuple[Role, ...] = ("gm", "player", "player", "player")
    for seat, role in zip(("s1", "s2", *SPENDERS), roles, strict=True):
        made.add(joining(made.table, seat, f"Seat {seat}", role))
    for seat in SPENDERS:
        made.do(seat, "make", name=f"Spender {seat}")
    for race in range(races):
        made.do("s2", "make", name=f"Helper {race}", values={"stress": LAST_BOX - 1})
        for seat in SPENDERS:
            called = {"position": "normal"}
            made.do("s1", "declare", character=HELPED[seat], trait="skulk", inputs=called)
            made.do("s2", "offer", roll=made.table.number, character=helper(race), how="So.")
    return made.bodies


def copy_tables(store: Store, tables: int, races: int) -> list[str]:
    """So many tables with the same log."""
    bodies, names = tuple(ready(races)), [f"races{number}" for number in range(tables)]
    for name in names:
        seeds = (Seed(name, "open", 0, SEED), Seed(name, "secret", 0, SEED))
        store.append(Batch((Append(name, 0, bodies),), None, (TableRow(name, "in-the-dark", "Races", 0), *seeds)))
    return names


class CountingConflicts:
    """A store that remembers which logs an append met a conflict at."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.met: set[str] = set()

    def submit(self, batch: Batch, answered: Answered) -> None:
        def noted(answer: Receipt | Exception) -> None:
            if isinstance(answer, Conflict):
                self.met.add(batch.appends[0].log)
            answered(answer)

        self._store.submit(batch, noted)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


@dataclass
class Spender:
    """One of the two processes, as a server works: it throws from its seat at every table."""

    voice: Voice
    store: Any
    side: int
    start: Barrier
    service: Tables = field(init=False)

    async def play(self, tables: list[str], races: int) -> None:
        """Race after race; of each, many tables at once."""
        self.service = Tables(self.store)
        self.service.start()
        opened = [found for table in tables if (found := await self.service.opened(table))]
        gc.freeze()  # to look through hundreds of open tables for garbage takes a fifth of the time
        for race in range(races):
            for group in _groups(opened):
                self.store.met.clear()
                await asyncio.to_thread(self.start.wait)
                await asyncio.gather(*(self.throw(each, race) for each in group))
        self.service.stop()

    async def throw(self, opened: OpenTable, race: int) -> None:
        seat = opened.table.seats[SPENDERS[self.side]]
        mine = [roll for _, roll in opened.table.live.items() if roll.seat == seat.id and roll.offers]
        roll = next(each.id for each in mine if each.offers[0].character == helper(race))
        key = Key(f"{opened.id}/{seat.id}", f"race {race}", b"digest")
        began, refused = time.monotonic_ns(), ""
        try:
            await self._committed(
                opened, lambda: wanted(opened, seat, "throw", {"roll": roll}, "key", self.service.entropy), key
            )
        except CannotPay as error:
            refused = str(error)
        conflict = "conflict" if opened.id in self.store.met else ""
        self.voice.tell(opened.id, str(race), refused, conflict, str(began), str(time.monotonic_ns()))

    async def _committed(self, opened: OpenTable, asked: Callable[[], Wanted], key: Key) -> None:
        """On a machine that is busy elsewhere the other side may hold the logs for long; then it is asked again."""
        while True:
            try:
                await self.service.commit(opened, asked, key)
            except StoreBusy:
                continue
            return


def _groups(opened: list[OpenTable]) -> Iterator[list[OpenTable]]:
    return (opened[place : place + AT_ONCE] for place in range(0, len(opened), AT_ONCE))


def spend(voice: Voice, address: str, side: int, start: Barrier, tables: list[str], races: int) -> None:
    """One side of every race."""
    store: Any = CountingConflicts(open_store(address))
    asyncio.run(Spender(voice, store, side, start).play(tables, races))
    store.close()
