"""A call: one request to an endpoint, with who asks: from which address, from which seat, with which key."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import cached_property
from hashlib import sha256
from typing import Any

from msgspec import structs
from starlette.requests import Request
from starlette.types import Receive, Scope

from actionroll.errors import InputError
from actionroll.files.game_file import table_game, text_of
from actionroll.table.rights import refuse_waiting
from actionroll.web.answers import Answers, Asker
from actionroll.web.bodies import Body, Question
from actionroll.web.guard import BODY_SENT, FROM_ELSEWHERE, HEADERS_SENT, JSON_SENT
from actionroll.web.limits import Budgets, one_address
from actionroll.web.metrics import Metrics
from actionroll.web.problems import Crowded, NoSeat
from actionroll.web.settings import Settings
from actionroll.web.tables import Seated, Tables

SHORTEST_KEY, LONGEST_KEY = 16, 100
KEY = re.compile(rf"[!-~]{{{SHORTEST_KEY},{LONGEST_KEY}}}")
KEY_WANTED = (
    f"Send the header Idempotency-Key with {SHORTEST_KEY} to {LONGEST_KEY} plain characters and no spaces: "
    "fresh for each new request, the same when one is repeated."
)
LONGEST_TOKEN = 100
MOST_COOKIES = 8


class Service:
    """What all calls to one server share: its tables, its answers, its limits and its settings."""

    def __init__(self, settings: Settings, tables: Tables) -> None:
        self.settings, self.tables, self.answers = settings, tables, Answers()
        self.budgets, self.metrics = Budgets(settings.limits), Metrics()
        self.connections: Callable[[], int] = lambda: 0
        """How many are open; whoever runs the server knows."""


class Call(Request):
    """One request, with what the guard has read of it."""

    def __init__(self, scope: Scope, receive: Receive, service: Service) -> None:
        super().__init__(scope, receive)
        self.service = service

    @property
    def sent(self) -> Any:
        """The body as JSON."""
        return self.scope[JSON_SENT]

    def header(self, name: bytes) -> str:
        """A header's value, empty if it was not sent."""
        return str(self.scope[HEADERS_SENT].get(name, b"").decode("latin-1"))

    @cached_property
    def address(self) -> str:
        """Where it comes from; what a proxy says counts only from a trusted one."""
        trusted = self.service.settings.trusted_proxies
        peer = self.client.host if self.client else ""
        if peer in trusted:
            told = [each.strip() for each in self.header(b"x-forwarded-for").split(",") if each.strip()]
            peer = next((each for each in reversed(told) if each not in trusted), peer)
        return one_address(peer[:60])

    @property
    def key(self) -> str:
        """The key that it is repeated with, or an error that says what is accepted."""
        key = self.header(b"idempotency-key")
        if not KEY.fullmatch(key):
            raise InputError(KEY_WANTED)
        return key

    @property
    def asker(self) -> Asker:
        """Who asks a question: a seat whose cookie the page sends along, or else an address."""
        seated = (self.service.tables.seated(table, token) for table, token in self._seats)
        seat = next((each.name for each in seated if each), "")
        return Asker(seat or self.address, bool(seat))

    @property
    def _seats(self) -> list[tuple[str, str]]:
        """The tables of the seats whose cookies the page sends along, each with its token."""
        kept = self._kept.items()
        return [(name.removeprefix("seat-"), token) for name, token in kept if name[:5] == "seat-"][:MOST_COOKIES]

    async def know_game(self, name: str) -> None:
        """Read the file that a table brought, where another of several processes has opened that table."""
        if "@" not in name or text_of(name):
            return
        for table, token in self._seats:
            opened = await self.service.tables.opened(table)
            if opened and opened.table.game_id == name and await self.service.tables.secret(opened, token):
                await asyncio.to_thread(table_game, opened.table.file)
                return

    async def answer(self, asker: Asker, what: str, body: Body) -> bytes:
        """The answer to a question, as long as whoever asked is there to hear it."""
        answers = self.service.answers
        if isinstance(body, Question):
            await self.know_game(body.game)
        if isinstance(body, Question) and (file := text_of(body.game)):
            body = structs.replace(body, file=file)  # another process does not know what a table brought
        if known := answers.at_once(what, body):
            return known
        answering = asyncio.ensure_future(answers.counted(asker, what, body))
        leaving = asyncio.ensure_future(self._left())
        await asyncio.wait((answering, leaving), return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()
        if not answering.done():
            answering.cancel()
            raise Crowded
        return answering.result()

    async def woken(self, wake: asyncio.Event, seconds: float) -> bool:
        """Wait for a wake-up, for so long at most; whether it came while whoever asked was still there."""
        waking, leaving = (asyncio.ensure_future(each) for each in (wake.wait(), self._left()))
        await asyncio.wait((waking, leaving), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        came = waking.done() and not leaving.done()
        waking.cancel()
        leaving.cancel()
        return came

    async def _left(self) -> None:
        while (await self.receive())["type"] != "http.disconnect":
            pass

    def digest(self, operation: str) -> bytes:
        """What its key stands for."""
        return sha256(b"%b\n%b" % (operation.encode(), self.scope[BODY_SENT])).digest()

    def _token(self, table: str) -> str:
        kind, _, token = self.header(b"authorization").partition(" ")
        return token.strip() if kind.lower() == "bearer" else self._kept.get(f"seat-{table}", "")

    @property
    def _kept(self) -> dict[str, str]:
        """What the browser keeps of seats; nothing for a script of another site, which must know a token itself."""
        return {} if self.scope.get(FROM_ELSEWHERE) else self.cookies

    async def seated(self, table: str) -> Seated:
        """The seat that asks, by cookie or bearer token, or NoSeat; that a table is not there looks the same."""
        token = self._token(table)
        if not token or len(token) > LONGEST_TOKEN:
            raise NoSeat
        seated = self.service.tables.seated(table, token)
        if seated is None or self.method != "POST":
            seated = await self._seated_now(table, token)
        refuse_waiting(seated.seat)
        if connection := self.scope.get("actionroll.connection"):
            connection.known(seated.name)
        if self.method == "POST":
            self.service.budgets.write(table, seated.seat.id, self.address)
        else:
            self.service.budgets.read(table, seated.seat.id or seated.secret.hash.hex())
        return seated

    async def _seated_now(self, table: str, token: str) -> Seated:
        """Who sits there with a token, as the store knows it now.

        Whoever sits is heard in any case: someone else of the same household may have guessed too often.
        """
        tables = self.service.tables
        opened = await tables.opened(table)
        if opened:
            await tables.refresh(opened)
        secret = await tables.secret(opened, token) if opened else None
        seat = opened.seat_of(secret, tables.entropy.seconds()) if opened else None
        if opened is None or secret is None or seat is None:
            self.service.budgets.failed_joins.take(self.address)
            raise NoSeat
        return Seated(opened, secret, seat)
