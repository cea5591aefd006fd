"""The tables of a server: opened from the store, kept up with it, and added to by compare-and-append."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from actionroll.errors import ActionrollError
from actionroll.store import Batch, Conflict, Grown, Key, Receipt, Secret, Store, StoreBusy, StoreError
from actionroll.table.log import falling
from actionroll.table.requests import Deed, done
from actionroll.table.roll_entries import Called
from actionroll.table.state import Seat, TableRoll
from actionroll.table.undo import close_changed
from actionroll.web.access import Entropy, hashed
from actionroll.web.bodies import NoSeat, quick_canonical
from actionroll.web.draft import Draft, Wanted, drafted, fallen, retold
from actionroll.web.open_table import OpenTable, caught_up, load

TRIES = 200
MOST_BYTES = 256_000_000
"""What all open tables may take; those that nobody listens to are closed first."""
UNUSED_SECONDS = 300
OPENED_AT_ONCE = 2
CONTRIBUTIONS_SECONDS = 0.6
"""How long dice that were called for wait for the contributions of phones."""
ANOTHERS_SECONDS = 3 * CONTRIBUTIONS_SECONDS
CLOSE_SECONDS = 30
AGAIN_SECONDS, LONGEST_PAUSE = 0.5, 30.0
"""Until a store that failed is asked again for dice or news; each time twice as long."""


class Seated(NamedTuple):
    """A seat of an open table, and the secret that holds it."""

    opened: OpenTable
    secret: Secret
    seat: Seat

    @property
    def name(self) -> str:
        """Who this is among all seats of a server; readers, who have no seat, are told apart by their tokens."""
        return f"{self.opened.id}/{self.seat.id or self.secret.hash.hex()}"


def _pass_on(stored: asyncio.Future[Receipt], answer: Receipt | Exception) -> None:
    """What came of a batch, to who waits for it here."""
    if stored.cancelled():
        return
    if isinstance(answer, Receipt):
        stored.set_result(answer)
    else:
        stored.set_exception(answer)


class Openings:
    """Tables that wait to be opened: few at once, as all share one processor; where someone acts comes first."""

    def __init__(self, load: Callable[[str], Awaitable[OpenTable | None]]) -> None:
        self._load = load
        self._asked: dict[str, asyncio.Future[OpenTable | None]] = {}
        self._first: dict[str, None] = {}
        self._later: dict[str, None] = {}
        self._underway: set[asyncio.Task[None]] = set()

    async def opened(self, table: str, acts: bool) -> OpenTable | None:
        """A table once it is open, for everyone who asks meanwhile."""
        asked = self._asked.get(table)
        if asked is None:
            asked = self._asked[table] = asyncio.get_running_loop().create_future()
            self._later[table] = None
        if acts and table in self._later:
            del self._later[table]
            self._first[table] = None
        self._begin()
        return await asyncio.shield(asked)

    def _begin(self) -> None:
        while len(self._underway) < OPENED_AT_ONCE and (waiting := self._first or self._later):
            table = next(iter(waiting))
            del waiting[table]
            task = asyncio.ensure_future(self._open(table))
            self._underway.add(task)
            task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._underway.discard(task)
        self._begin()

    async def _open(self, table: str) -> None:
        try:
            found = await self._load(table)
        except Exception as error:  # noqa: BLE001  whatever it is, those who wait must learn it
            self._asked.pop(table).set_exception(error)
        else:
            self._asked.pop(table).set_result(found)


class Tables:
    """All tables that this process has open, on one store that others may share."""

    def __init__(self, store: Store, entropy: Entropy | None = None) -> None:
        self.store = store
        self.entropy = entropy or Entropy()
        self.stopping = False
        self._open: dict[str, OpenTable] = {}
        self._openings = Openings(self._load)
        self._waiting: list[tuple[Batch, asyncio.Future[Receipt]]] = []
        self._told: deque[Callable[[], None]] = deque()
        """What the store's threads want done in the event loop."""
        self._waking: asyncio.AbstractEventLoop | None = None
        """The loop that was woken for it, and has not begun with it."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._unsubscribe: Callable[[], None] | None = None

    def start(self) -> None:
        """Listen to the store; called inside the event loop."""
        loop = asyncio.get_running_loop()
        self._unsubscribe = self.store.subscribe(partial(self._tell, loop, self._woken))
        self._in_background(self._close_now_and_then())

    def stop(self) -> None:
        """Tell every feed to come back later, and listen no more."""
        self.stopping = True
        if self._unsubscribe:
            self._unsubscribe()
            self._unsubscribe = None
        for task in self._tasks:
            task.cancel()
        for opened in self._open.values():
            opened.tell()

    @property
    def open_count(self) -> int:
        """How many are open."""
        return len(self._open)

    @property
    def listener_count(self) -> int:
        """How many listen to any of them."""
        return sum(len(each.listeners) for each in self._open.values())

    async def opened(self, table: str, acts: bool = False) -> OpenTable | None:
        """A table by id, opened if need be, sooner for someone who acts; None if there is no such table."""
        found = self._open.get(table) or await self._openings.opened(table, acts)
        if found is not None:
            found.used = self.entropy.seconds()
        return found

    async def _load(self, table: str) -> OpenTable | None:
        found = await asyncio.to_thread(load, self.store, table)
        if found is None:
            return None
        self._open[table] = found
        self.close_unused()
        # What grew between reading and listening is found by looking once more.
        found.known = await asyncio.to_thread(self._reached, found)
        if close_changed(found.table):
            await self._close_changed(found)
        for roll in falling(found.table):
            self._in_background(self._let_fall(found, roll.id))
        return found

    def _reached(self, opened: OpenTable) -> int:
        """How far the log has come; also the hash of the game's rules is then known, for which no throw must wait."""
        with suppress(ActionrollError):  # a game that is not here any more
            opened.table.rules_of(opened.table.game_id)
        return self.store.head(opened.id).number

    async def _close_changed(self, opened: OpenTable) -> None:
        def wanted() -> Wanted:
            return Wanted(done(opened.table, Deed(close_changed(opened.table)), writing=quick_canonical))

        await self.commit(opened, wanted, None)

    async def _let_fall(self, opened: OpenTable, roll: int) -> None:
        """Dice that were called for fall once every phone contributed, soon in any case, or once it can be stored."""
        changed = asyncio.Event()
        opened.waiting.add(changed)
        with suppress(TimeoutError):
            async with asyncio.timeout(CONTRIBUTIONS_SECONDS):
                while (found := opened.table.live.get(roll)) and found.called and len(found.given) < len(found.phones):
                    changed.clear()
                    await changed.wait()
        opened.waiting.discard(changed)
        fall = partial(self.commit, opened, partial(fallen, opened, roll, self.entropy), None)
        with suppress(ActionrollError):  # what cannot be paid any more is left to whoever withdraws it
            await self._until(opened, lambda: bool((it := opened.table.live.get(roll)) and it.called), fall)

    async def _until(self, opened: OpenTable, wanted: Callable[[], bool], do: Callable[[], Awaitable[object]]) -> None:
        """What is wanted of an open table's store is done once that store answers."""
        pause = AGAIN_SECONDS
        while self._open.get(opened.id) is opened and wanted():
            try:
                await do()
            except StoreError:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _let_fall_for_another(self, opened: OpenTable, roll: TableRoll) -> None:
        """Dice that another process was asked for fall there, unless it is lost or held up."""
        await asyncio.sleep(ANOTHERS_SECONDS)
        if (found := opened.table.live.get(roll.id)) and found.called and found.throws == roll.throws:
            await self._let_fall(opened, roll.id)

    async def _close_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(CLOSE_SECONDS)
            self.close_unused()

    def close_unused(self) -> None:
        """Give back the memory of tables that nobody listens to: those unused for long, and as many as must be."""
        left, since = sum(each.size for each in self._open.values()), self.entropy.seconds() - UNUSED_SECONDS
        unused = [each for each in self._open.values() if not each.listeners and not each.lock.locked()]
        for each in sorted(unused, key=lambda each: each.used):
            if each.used and each.used >= since and left <= MOST_BYTES:
                return
            if each.used:
                left -= each.size
                del self._open[each.id]

    async def commit(self, opened: OpenTable, wanted: Callable[[], Wanted], key: Key | None) -> bytes:
        """Append what is wanted; on a conflict learn what came first and judge again. The reply, once it is durable."""
        async with opened.lock:
            for _ in range(TRIES):
                try:
                    draft = drafted(opened, wanted(), self.entropy)
                except ActionrollError:
                    if replied := await self._replied(opened, key):
                        return replied
                    if await self._grew(opened):
                        continue
                    raise
                with_reply = Key(key.scope, key.key, key.digest, draft.kept) if key else None
                try:
                    receipt = await self.stored(Batch(draft.appends, with_reply, draft.news.rows))
                except Conflict as conflict:
                    if any(head.log == opened.id and head.number < opened.head.number for head in conflict.heads):
                        self._forget(opened)
                        raise NoSeat from None
                    await self._catch_up(opened)
                    continue
                if receipt.repeated:
                    return await self.retold(opened, receipt)
                self._advance(opened, draft)
                return draft.reply
        raise StoreBusy("Others act at this table without pause and nothing was stored; repeat in a moment.")

    async def _grew(self, opened: OpenTable) -> bool:
        """Whether others appended meanwhile: what is refused here may be allowed by that."""
        await self._ask_how_far(opened)
        if grew := opened.behind:
            await self._catch_up(opened)
        return grew

    async def _ask_how_far(self, opened: OpenTable) -> None:
        """Learn from the store how far both logs have come."""
        logs = opened.id, opened.secret_head.log
        reached = opened.head.number  # it may grow while the store is asked, which is no sign of a removed table
        stands, secret = await asyncio.to_thread(lambda: [self.store.head(log) for log in logs])
        if stands.number < reached:
            self._forget(opened)
        opened.known = max(opened.known, stands.number)
        opened.secret_known = max(opened.secret_known, secret.number)

    async def stored(self, batch: Batch) -> Receipt:
        """What a batch came to, once it is durable, or why it is not stored."""
        loop = asyncio.get_running_loop()
        stored: asyncio.Future[Receipt] = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._submit_waiting, loop)
        self._waiting.append((batch, stored))
        return await stored

    def _submit_waiting(self, loop: asyncio.AbstractEventLoop) -> None:
        """What was drafted in one turn of the loop goes to the store together, and so shares a commit."""
        waiting, self._waiting = self._waiting, []
        for batch, stored in waiting:
            try:
                self.store.submit(batch, partial(self._tell, loop, _pass_on, stored))
            except StoreError as error:
                stored.set_exception(error)

    def _tell(self, loop: asyncio.AbstractEventLoop, do: Callable[..., None], *given: Any) -> None:
        """Have something done in the loop, from any thread; what comes before it is woken shares the wake-up."""
        self._told.append(partial(do, *given))
        if self._waking is not loop:
            self._waking = loop
            loop.call_soon_threadsafe(self._do_told, loop)

    def _do_told(self, loop: asyncio.AbstractEventLoop) -> None:
        self._waking = None  # first, so that nothing that comes meanwhile is left lying
        try:
            while self._told:
                self._told.popleft()()
        finally:
            if self._told:  # one of them failed, and is told by the loop
                loop.call_soon(self._do_told, loop)

    async def retold(self, opened: OpenTable, receipt: Receipt) -> bytes:
        """The reply to what was done before; another process may have done it."""
        if opened.head.number < receipt.heads[0].number:
            await self._catch_up(opened)
        return await asyncio.to_thread(retold, self.store, opened, receipt)

    async def _replied(self, opened: OpenTable, key: Key | None) -> bytes | None:
        """What a key came to before; a refusal now may be because it already did what it asks."""
        if key is None:
            return None
        receipt = await asyncio.to_thread(self.store.find_reply, key.scope, key.key, key.digest)
        return await self.retold(opened, receipt) if receipt else None

    def _advance(self, opened: OpenTable, draft: Draft) -> None:
        opened.advance(draft.news)
        for each in draft.folded:
            if isinstance(each.entry, Called):
                self._in_background(self._let_fall(opened, each.entry.roll))
        if opened.behind:
            self._in_background(self._catch_up_later(opened))

    async def remove(self, opened: OpenTable) -> None:
        """Remove a table for good; whoever listens to it is shown out."""
        async with opened.lock:
            await asyncio.to_thread(self.store.remove_table, opened.id)
        self._forget(opened)

    def _forget(self, opened: OpenTable) -> None:
        opened.removed = True
        self._open.pop(opened.id, None)
        opened.tell()

    def seated(self, table: str, token: str) -> Seated | None:
        """Who sits at an open table with a token, as far as it is known without asking anyone."""
        opened, now = self._open.get(table), self.entropy.seconds()
        secret = opened.access.get(hashed(token)) if opened else None
        seat = opened.seat_of(secret, now) if opened else None
        if opened is None or secret is None or seat is None:
            return None
        opened.used = now
        return Seated(opened, secret, seat)

    async def secret(self, opened: OpenTable, token: str) -> Secret | None:
        """What a token opens: known here, or asked of the store in case it was made elsewhere just now."""
        sha = hashed(token)
        known = opened.access.get(sha)
        if known is None:
            known = await asyncio.to_thread(self.store.find_secret, sha)
            if known is not None and known.table == opened.id:
                await self.look(opened)
                known = opened.access.get(sha, known)
        return known

    async def look(self, opened: OpenTable) -> None:
        """Learn at once what others appended."""
        async with opened.lock:
            await self._catch_up(opened)

    async def refresh(self, opened: OpenTable) -> None:
        """Who reads sees everything that anyone was told before, through whichever process."""
        await self._ask_how_far(opened)
        if opened.behind:
            await self.look(opened)

    def _woken(self, logs: Grown | None) -> None:
        numbers = {each.id: each.head.number + 1 for each in self._open.values()} if logs is None else logs
        for log, number in numbers.items():
            if (opened := self._open.get(log.removesuffix("/secret"))) is None:
                continue
            if log == opened.id:
                opened.known = max(opened.known, number)
            else:
                opened.secret_known = max(opened.secret_known, number)
            if opened.behind and not opened.lock.locked():
                self._in_background(self._catch_up_later(opened))

    async def _catch_up_later(self, opened: OpenTable) -> None:
        """Who listens here hears of what others appended, whatever the store says at first."""
        await self._until(opened, lambda: opened.behind, partial(self.look, opened))

    async def _catch_up(self, opened: OpenTable) -> None:
        woken = opened.known, opened.secret_known
        news = await asyncio.to_thread(caught_up, self.store, opened)
        known = {(roll.id, roll.throws) for roll in falling(opened.table)}
        opened.advance(news)
        for roll in falling(opened.table):
            if (roll.id, roll.throws) not in known:
                self._in_background(self._let_fall_for_another(opened, roll))
        if woken == (opened.known, opened.secret_known):
            opened.known, opened.secret_known = opened.head.number, opened.secret_head.number
        elif opened.behind:  # it grew while it was read
            self._in_background(self._catch_up_later(opened))

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
