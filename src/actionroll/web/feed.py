"""The live feed: server-sent events, each entry encoded once for all who listen, resumed from any number."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import nullcontext
from typing import Annotated

from msgspec import Meta
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from actionroll.store import Secret
from actionroll.table.state import Seat
from actionroll.web.bodies import BeyondTheEnd, TooOften, encoded
from actionroll.web.endpoints import Call, endpoint, packed
from actionroll.web.open_table import Listener, Message, OpenTable, messages_of
from actionroll.web.tables import Seated, Tables

PING = b": here\n\n"
PING_SECONDS = 20.0
BYE = b"event: bye\ndata: {}\n\n"
GONE = b"event: gone\ndata: {}\n\n"
SOONEST_MS, LATEST_MS = 500, 4_500
"""When a phone whose stream broke off comes back: each at another moment, so that a restart is no rush."""
LONGEST_WAIT, LINGERS_SECONDS = 25, 3
AT_ONCE = 200
AT_ANY_TIME = nullcontext()


class FeedResponse(Response):
    """One listener's stream."""

    media_type = "text/event-stream"

    def __init__(
        self, tables: Tables, opened: OpenTable, secret: Secret, after: tuple[int, int], send_seconds: float
    ) -> None:
        super().__init__(b"", headers={"X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._tables, self._opened, self._after = tables, opened, after[0]
        self._listener = Listener(secret, secrets_sent=after[1])
        self._send_seconds = send_seconds
        self._left = False
        self._ping_at = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the listener leaves, is shown out, or the server stops."""
        self._opened.come(self._listener)
        watching = asyncio.ensure_future(self._watch(receive))
        self._pinging = asyncio.get_running_loop().call_later(PING_SECONDS, self._wake_to_ping)
        connection = scope.get("actionroll.connection")
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            async for chunk in self._chunks():
                slow = connection is None or not connection.keeps_up
                async with asyncio.timeout(self._send_seconds) if slow else AT_ANY_TIME:
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        except TimeoutError:
            # What was sent before is still unread: closing politely would wait for that too.
            if connection:
                connection.abort()
        finally:
            watching.cancel()
            self._pinging.cancel()
            self._opened.go(self._listener)

    async def _watch(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._left = True
        self._listener.wake.set()

    async def _chunks(self) -> AsyncIterator[bytes]:
        first = b"retry: %d\n\n" % (SOONEST_MS + secrets.randbelow(LATEST_MS - SOONEST_MS))
        now = asyncio.get_running_loop().time
        self._ping_at = now() + PING_SECONDS
        while not self._left:
            self._listener.wake.clear()
            if self._tables.stopping:
                yield first + BYE
                return
            seat = self._opened.seat_of(self._listener.secret, self._tables.entropy.seconds())
            if seat is None:
                yield first + GONE
                return
            if chunk := first + self._unnumbered(seat) + await self._news():
                yield chunk
                first = b""
                self._ping_at = now() + PING_SECONDS
            elif now() >= self._ping_at:
                yield PING
                self._ping_at = now() + PING_SECONDS
            else:  # a wake-up that brings nothing to send moves no ping, so that pings tell nothing either
                await self._listener.wake.wait()

    def _wake_to_ping(self) -> None:
        """One timer goes on for the whole stream: starting one anew for every wait took longer than the sending."""
        loop = asyncio.get_running_loop()
        next_at = self._ping_at
        if loop.time() >= next_at:
            self._listener.wake.set()
            next_at = loop.time() + PING_SECONDS
        self._pinging = loop.call_at(next_at, self._wake_to_ping)

    async def _news(self) -> bytes:
        found = self._opened.messages_after(self._after)
        if found is None:
            found = await asyncio.to_thread(_from_the_log, self._tables, self._opened, self._after)
        chunk = b"".join(message.event for message in found[:AT_ONCE])
        if found:
            self._after = found[:AT_ONCE][-1].number
        return chunk

    def _unnumbered(self, seat: Seat) -> bytes:
        """What never moves where a feed resumes: who is here, whenever that changes, and what only the gm hears."""
        opened, listener = self._opened, self._listener
        here = b"" if opened.here_event is listener.here_sent else opened.here_event
        listener.here_sent = opened.here_event
        if listener.secrets_known == opened.secret_head.number:
            return here
        listener.secrets_known = opened.secret_head.number
        told = opened.secrets_for(seat, listener.secrets_sent)
        listener.secrets_sent += len(told)
        return here + b"".join(b"event: secret\ndata: %b\n\n" % encoded(each) for each in told)


def _same_holder(one: Secret, other: Secret) -> bool:
    """Whether two tokens are of one seat; readers, who have none, are told apart by their tokens."""
    return one.seat == other.seat if one.seat else one.hash == other.hash


@endpoint("GET", "/api/tables/{table}/feed", "feed", sends="text/event-stream")
async def feed(
    call: Call,
    asked: Seated,
    last_event_id: Annotated[str, Meta(title="Last-Event-ID", max_length=30)] = "",
    after: Annotated[int, Meta(ge=0, le=2**53)] | None = None,
    secrets_after: Annotated[int, Meta(ge=0, le=2**53)] = 0,
) -> Response:
    """Every entry as it happens, as server-sent events; resumes after Last-Event-ID or after=N."""
    limits, opened, told = call.service.settings.limits, asked.opened, last_event_id
    held = [each for each in opened.listeners if _same_holder(each.secret, asked.secret)]
    if limits.feeds and len(held) >= limits.feeds:
        raise TooOften(5)
    start = int(told) if told.isascii() and told.isdigit() else opened.head.number if after is None else after
    if start > opened.head.number:
        raise BeyondTheEnd(opened.head.number)
    return FeedResponse(call.service.tables, opened, asked.secret, (start, secrets_after), limits.send_seconds)


@endpoint("GET", "/api/tables/{table}/news", "news")
async def news(
    call: Call,
    asked: Seated,
    after: Annotated[int, Meta(ge=0, le=2**53)] = 0,
    secrets_after: Annotated[int, Meta(ge=0, le=2**53)] = 0,
    wait: Annotated[int, Meta(ge=0, le=LONGEST_WAIT)] = 0,
) -> Response:
    """What the feed would tell after a number, as one reply; it waits so many seconds for something to tell."""
    opened = asked.opened
    if after > opened.head.number:
        raise BeyondTheEnd(opened.head.number)
    listener = Listener(asked.secret)
    opened.come(listener)
    try:
        await _until_there_is_news(call, asked, listener, (after, secrets_after), wait)
        found = opened.messages_after(after)
        if found is None:
            found = await asyncio.to_thread(_from_the_log, call.service.tables, opened, after)
    finally:
        # Whoever asks again at once was here all the time.
        asyncio.get_running_loop().call_later(LINGERS_SECONDS, opened.go, listener)
    here = encoded(sorted(name for name, times in opened.here.items() if name and times > 0))
    told = b",".join(each.as_json for each in found[:AT_ONCE])
    hidden = encoded(opened.secrets_for(asked.seat, secrets_after))
    return packed(call, b'{"here":{"seats":%b},"entries":[%b],"secrets":' % (here, told), hidden + b"}")


async def _until_there_is_news(
    call: Call, asked: Seated, listener: Listener, known: tuple[int, int], seconds: int
) -> None:
    """Wait for what this seat may see; who comes and goes is told with it, and wakes nobody who asks like this."""
    opened, until = asked.opened, asyncio.get_running_loop().time() + seconds
    while opened.head.number == known[0] and not opened.secrets_for(asked.seat, known[1]):
        listener.wake.clear()
        left = until - asyncio.get_running_loop().time()
        if left <= 0 or call.service.tables.stopping or not await call.woken(listener.wake, left):
            return


def _from_the_log(tables: Tables, opened: OpenTable, after: int) -> list[Message]:
    """Whatever the tail holds no more, as far as the table here has come."""
    entries = tables.store.read(opened.id, after, min(AT_ONCE, opened.table.number - after))
    return messages_of(opened.table, entries)


ENDPOINTS = (feed, news)
