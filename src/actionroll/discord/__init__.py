"""The application with a door for Discord: an endpoint that takes only what Discord has signed, or the gateway.

Channels are kept up with their tables: one message a roll, changed as the roll grows, whoever makes it grow. A message
is changed under the token of the last press on it while that is good, afterwards by the bot, and where neither may,
told anew. Changes that come faster than Discord takes them are told together.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from time import monotonic
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from starlette.responses import Response

from actionroll.discord import components
from actionroll.discord.components import Json
from actionroll.discord.gateway import API, NOT_DISCORDS, Gateway, Rest, RestError
from actionroll.discord.interactions import Interactions
from actionroll.discord.links import CHANNELS, Accounts, Links
from actionroll.discord.messages import roll_message
from actionroll.errors import ActionrollError
from actionroll.files import text_of
from actionroll.store import Grown, Secret, StoreError
from actionroll.table.roll_view import near_asked, roll_view
from actionroll.table.state import Over, Table
from actionroll.web import Settings, reached_at
from actionroll.web.access import ACCOUNT, Entropy
from actionroll.web.answers import Asker
from actionroll.web.app import App
from actionroll.web.bodies import JSON, OddsBody, decoded, encoded
from actionroll.web.endpoints import Call, Service, endpoint
from actionroll.web.guard import HEADERS_SENT, Receive, Refused, Scope
from actionroll.web.open_table import Listener, OpenTable

PATH = "/discord/interactions"
GATEWAY, HTTP = "gateway", "http"
NOT_SIGNED = "Only Discord comes in here, with its signature."
OLDEST_SECONDS = 900
"""Older than that, the tokens of an interaction are worth nothing any more."""
AGAIN_SECONDS = 30.0
CLOSING_SECONDS = 1.0
log = logging.getLogger("actionroll.discord")


async def told_by_discord(settings: dict[str, str], public_url: str) -> tuple[str, str, str]:
    """What Discord calls the bot of a token, where it sends what people type, and where it would if it is served so."""
    rest = Rest(settings.get("discord_api", API), settings["discord_token"])
    try:
        own = await rest.application()
    finally:
        await rest.close()
    wanted = f"{public_url}{PATH}" if settings["discord"] == HTTP else ""
    return str(own.get("name") or own["id"]), str(own.get("interactions_endpoint_url") or ""), wanted


class Door:
    """All that Discord needs of one server."""

    def __init__(self, service: Service) -> None:
        settings = service.settings
        self._settings = settings
        self._seconds: Callable[[], int] = service.tables.entropy.seconds
        self.rest = Rest(settings.discord_api, settings.discord_token)
        links = Links(service.tables.store)
        self.channels = Channels(service, links, self.rest)
        accounts = Accounts(service, links, settings.discord_token)
        self.interactions = Interactions(accounts, self.channels, links, self.rest)
        self._key: Ed25519PublicKey | None = None

    async def run(self) -> None:
        """Register with Discord, again until it answers, then keep channels up to date; tables are served meanwhile."""
        while True:
            try:
                await self._introduced()
                break
            except (RestError, *NOT_DISCORDS) as error:
                log.warning("Discord does not know this bot yet: %s", error)
                await asyncio.sleep(AGAIN_SECONDS)
        await self.channels.start()
        if self._settings.discord == GATEWAY:
            await Gateway(self.rest, self._settings.discord_token, self.interactions.answer).run()

    async def _introduced(self) -> None:
        own = await self.rest.application()
        self.channels.application = str(own["id"])
        self._key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(str(own["verify_key"])))
        await self.rest.register(self.channels.application, components.declared())
        address = f"{self._settings.public_url}{PATH}" if self._settings.discord == HTTP else None
        if own.get("interactions_endpoint_url") != address:
            await self.rest.come_to(address)
        log.info("Discord knows this bot")

    def check(self, scope: Scope, body: bytes) -> None:
        """Refuse what Discord has not signed, before anything of it is read."""
        headers = scope[HEADERS_SENT]
        stamp = headers.get(b"x-signature-timestamp", b"")
        if self._settings.discord != HTTP or self._key is None:
            raise Refused(401, NOT_SIGNED)
        try:
            signature = bytes.fromhex(headers.get(b"x-signature-ed25519", b"").decode("ascii"))
            self._key.verify(signature, stamp + body)
            late = abs(self._seconds() - int(stamp)) > OLDEST_SECONDS
        except (InvalidSignature, ValueError):
            raise Refused(401, NOT_SIGNED) from None
        if late:
            raise Refused(401, NOT_SIGNED)

    async def close(self) -> None:
        """Let go."""
        self.channels.stop()
        await self.rest.close()


@endpoint("POST", PATH)
async def interact(call: Call) -> Response:
    """An interaction that Discord has signed."""
    door: Door = call.scope["actionroll.door"]
    return Response(encoded(await door.interactions.answer(call.sent)), media_type=JSON)


class DiscordApp(App):
    """The application with Discord."""

    endpoints = (*App.endpoints, interact)

    def __init__(self, settings: Settings, entropy: Entropy | None = None) -> None:
        super().__init__(settings, entropy)
        self.door = Door(self.service)

    async def read_body(self, scope: Scope, receive: Receive) -> bytes:
        """What comes in by Discord's door is signed."""
        body = await super().read_body(scope, receive)
        if scope["path"] == PATH:
            self.door.check(scope, body)
            scope["actionroll.door"] = self.door
        return body

    @asynccontextmanager
    async def running(self, router: object) -> AsyncIterator[None]:
        """Keep the door open while the server runs; a worker process that is not set up for Discord opens none."""
        async with super().running(router):
            being = asyncio.ensure_future(self.door.run()) if self.service.settings.discord else None
            yield
            if being:
                being.cancel()
                await asyncio.wait({being}, timeout=CLOSING_SECONDS)
            await self.door.close()


# Channels

TOKEN_SECONDS = 14 * 60
"""How long a press lets its message be changed: Discord says fifteen minutes."""
SETTLES_SECONDS = 0.2
"""A change waits this long after a reply, so that it does not reach Discord first."""
LEARNED_AFTER = (0.1, 0.3, 1.0, 3.0)
MOST_POSTINGS = 2_000
REFUSED = (401, 403, 404)
"""The message is gone, its token is, or the bot may not write there."""


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
        self._answers = service.answers
        self._odds: dict[bytes, Json] = {}
        """What came of counting odds that take longer than a moment."""
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
        return roll_message(table, self._with_odds(table, view), self.address_of(table.id)) if view else None

    def _with_odds(self, table: Table, view: Json) -> Json:
        """The roll with its odds; where they take longer than a moment, they are told once they are counted."""
        if view["status"] != "open" or view["odds"] or not view["dice"]:
            return view
        asked = near_asked(table, table.live[view["roll"]])._asdict()
        del asked["over"], asked["things"]
        body = OddsBody(**asked, file=text_of(table.game_id))
        if encoded(body) not in self._odds:
            self.in_background(self._count(table.id, view["roll"], body))
        return {**view, **self._odds.setdefault(encoded(body), {})}

    async def _count(self, table: str, roll: int, body: OddsBody) -> None:
        """Ask for odds as a seat at the table does, and tell them wherever the roll is shown."""
        try:
            told = await self._answers.counted(Asker(table, seated=True), "odds", body)
            found: Json = {"odds": {"tiers": decoded(told)["tiers"]}}
        except ActionrollError as refused:
            found = {"uncounted": str(refused)}
        if len(self._odds) >= MOST_POSTINGS:
            self._odds.clear()
        self._odds[encoded(body)] = found
        if opened := await self._tables.opened(table):
            await self._show_everywhere(opened, roll)

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
    found = (json.loads(each.as_json)["rolls"] for each in told)
    return list(dict.fromkeys(roll["roll"] for rolls in found for roll in rolls))
