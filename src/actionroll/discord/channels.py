"""Channels kept up with their tables: one message a roll, changed as the roll grows, whoever makes it grow.

A message is changed under the token of the last press on it while that is good, afterwards by the bot, and where
neither may, told anew. Changes that come faster than Discord takes them are told together.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from time import monotonic
from typing import Any

from actionroll.discord.components import Json
from actionroll.discord.gateway import Rest, RestError
from actionroll.discord.links import CHANNELS, Links
from actionroll.discord.messages import roll_message
from actionroll.store import Grown, Secret, StoreError
from actionroll.table.roll_view import roll_view
from actionroll.table.state import Over, Table
from actionroll.web import reached_at
from actionroll.web.access import ACCOUNT
from actionroll.web.endpoints import Service
from actionroll.web.open_table import Listener, OpenTable

TOKEN_SECONDS = 14 * 60
"""How long a press lets its message be changed: Discord says fifteen minutes."""
SETTLES_SECONDS = 0.2
"""A change waits this long after a reply, so that it does not reach Discord first."""
LEARNED_AFTER = (0.1, 0.3, 1.0, 3.0)
MOST_POSTINGS = 2_000
REFUSED = (401, 403, 404)
"""The message is gone, its token is, or the bot may not write there."""
log = logging.getLogger("actionroll.discord")


@dataclass(slots=True, eq=False)
class Posting:
    """A roll in a channel."""

    table: str
    roll: int
    channel: str
    message: str = ""
    """Its message, once that is known."""
    token: str = field(default="", repr=False)
    """Of the last press on it."""
    pressed: float = 0.0
    told: bytes = b""
    """What its message shows."""
    behind: bool = False
    telling: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def is_fresh(self) -> bool:
        """Whether the token of the last press is good."""
        return bool(self.token) and monotonic() - self.pressed < TOKEN_SECONDS


class Channels:
    """All channels of one server."""

    def __init__(self, service: Service, links: Links, rest: Rest) -> None:
        self._tables, self._links, self._rest = service.tables, links, rest
        self.server = reached_at(service.settings)
        self.application = ""
        self._postings: dict[tuple[str, int, str], Posting] = {}
        self._watched: dict[str, asyncio.Task[None]] = {}
        self._work: set[asyncio.Task[None]] = set()
        self._unsubscribe: Any = None

    async def start(self) -> None:
        """Watch every table that a channel shows, now and later."""
        loop = asyncio.get_running_loop()

        def wake(logs: Grown | None) -> None:
            if logs is None or CHANNELS in logs:
                loop.call_soon_threadsafe(self.in_background, self._watch_all())

        self._unsubscribe = self._tables.store.subscribe(wake)
        await self._watch_all()

    def stop(self) -> None:
        """Watch no more."""
        if self._unsubscribe:
            self._unsubscribe()
        for task in (*self._watched.values(), *self._work):
            task.cancel()

    def in_background(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something that nobody waits for."""
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task

    async def _watch_all(self) -> None:
        wanted = set((await self._links.channels()).values())
        for table in wanted - set(self._watched):
            self._watched[table] = asyncio.ensure_future(self._watch(table))
        for table in set(self._watched) - wanted:
            self._watched.pop(table).cancel()

    async def _watch(self, table: str) -> None:
        """Hear what happens at a table, as a phone without a seat would."""
        opened = await self._tables.opened(table)
        if opened is None:
            return
        listener, after = Listener(Secret(b"", ACCOUNT, table, "", "")), opened.head.number
        opened.come(listener)
        try:
            while not self._tables.stopping:
                await listener.wake.wait()
                listener.wake.clear()
                moved, after = _moved(opened, after), opened.head.number
                for roll in moved:
                    await self._show_everywhere(opened, roll)
        finally:
            opened.go(listener)

    async def _show_everywhere(self, opened: OpenTable, roll: int) -> None:
        try:
            for channel in await self._links.channels_of(opened.id):
                self.grown(await self._posting(opened.table, roll, channel))
        except StoreError as error:
            log.warning("a channel is behind its table: %s", error)

    async def _posting(self, table: Table, roll: int, channel: str) -> Posting:
        place = (table.id, roll, channel)
        if place not in self._postings:
            message = await self._links.message_of(table.id, channel, roll)
            self._postings.setdefault(place, Posting(table.id, roll, channel, message))
            self._forget_old()
        return self._postings[place]

    def _forget_old(self) -> None:
        idle = [place for place, each in self._postings.items() if each.telling is None]
        for place in idle[: max(0, len(self._postings) - MOST_POSTINGS)]:
            del self._postings[place]

    # What is told

    def shown(self, table: Table, roll: int) -> Json | None:
        """A roll as its message shows it; None for one that is long over, whose message stays as it is."""
        if roll not in table.live and isinstance(table.roll(roll), Over):
            return None
        view = roll_view(table, roll)
        return roll_message(table, view, self.address_of(table.id)) if view else None

    def address_of(self, table: str) -> str:
        """Where a table is opened in a browser; a secret is never part of it."""
        return f"{self.server}/t/{table}"

    def replied(self, table: Table, roll: int, channel: str, token: str, shown: Json, message: str = "") -> None:
        """A reply to a press or a command shows a roll; nothing came between the deed and this."""
        place = (table.id, roll, channel)
        posting = self._postings.setdefault(place, Posting(table.id, roll, channel))
        posting.token, posting.pressed, posting.told = token, monotonic(), _digest(shown)
        if message and not posting.message:
            posting.message = message
        if not posting.message:
            self.in_background(self._learn(posting))

    async def _learn(self, posting: Posting) -> None:
        """Which message a reply has become; until it is there, Discord knows nothing of it."""
        for seconds in LEARNED_AFTER:
            await asyncio.sleep(seconds)
            with suppress(RestError):
                posting.message = await self._rest.original(self.application, posting.token)
                break
        if posting.message:
            await self._links.keep_message(posting.table, posting.channel, posting.roll, posting.message)

    def grown(self, posting: Posting) -> None:
        """A roll has changed: its message follows."""
        posting.behind = True
        if posting.telling is None:
            posting.telling = self.in_background(self._tell(posting))

    async def _tell(self, posting: Posting) -> None:
        try:
            while posting.behind:
                if posting.token:
                    await asyncio.sleep(max(0.0, posting.pressed + SETTLES_SECONDS - monotonic()))
                posting.behind = False
                opened = await self._tables.opened(posting.table)
                shown = self.shown(opened.table, posting.roll) if opened else None
                if opened and shown and _digest(shown) != posting.told:
                    await self._send(opened.table, posting, shown)
        except RestError as error:
            log.warning("a message was not changed: status %d", error.status)
        finally:
            posting.telling = None

    async def _send(self, table: Table, posting: Posting, shown: Json) -> None:
        """By the first way that Discord allows; a roll that is over is not told anew."""
        for by_token in (True, False):
            if (posting.is_fresh if by_token else posting.message) and await self._changed(posting, shown, by_token):
                posting.told = _digest(shown)
                return
        if posting.roll not in table.live:
            return
        posting.message = await self._rest.post(posting.channel, shown)
        posting.told = _digest(shown)
        await self._links.keep_message(posting.table, posting.channel, posting.roll, posting.message)

    async def _changed(self, posting: Posting, shown: Json, by_token: bool) -> bool:
        try:
            if by_token:
                await self._rest.edit_answer(self.application, posting.token, posting.message, shown)
            else:
                await self._rest.edit(posting.channel, posting.message, shown)
        except RestError as error:
            if error.status not in REFUSED:
                raise
            return False
        return True


def _digest(shown: Json) -> bytes:
    return sha256(json.dumps(shown, sort_keys=True).encode()).digest()


def _moved(opened: OpenTable, after: int) -> list[int]:
    """The rolls that changed since; all that are not over, where it is not known any more."""
    told = opened.messages_after(after)
    if told is None:
        return list(opened.table.live)
    found = (json.loads(each.told)["rolls"] for each in told)
    return list(dict.fromkeys(roll["roll"] for rolls in found for roll in rolls))
