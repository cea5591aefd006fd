"""Whose turn it is: an address that asks or comes without pause waits behind all others, and costs little meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from time import monotonic
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from actionroll.web import Limits, Settings
from actionroll.web.app import protocol_for
from actionroll.web.limits import IDLE_SECONDS, LATEST_SECONDS, LONGEST_HELD, MOST_RAW_BYTES, Limit, Patient, Queue

LIFTED = Limits.lifted()
HOSTILE, HONEST = "127.66.6.6", "127.0.0.7"


class Ticking:
    """A time, and how much of it the process was busy, that stand still until they are moved."""

    def __init__(self) -> None:
        self.now = self.used = 100.0

    def move(self, seconds: float, busy: float = 0.0) -> None:
        self.now += seconds
        self.used += busy


def test_who_asks_much_waits_and_each_who_waits_has_a_turn() -> None:
    async def evening() -> list[str]:
        queue, began = Queue(replace(LIFTED, quick_requests_per_second=2)), list[str]()
        assert [queue.has("a") for _ in range(4)] == [True, True, False, False]
        assert queue.has("b")
        for name in ("a1", "a2", "a3"):
            queue.wait("a", lambda name=name: began.append(name))  # type: ignore[misc]
        for name in ("b1", "b2"):
            queue.wait("b", lambda name=name: began.append(name))  # type: ignore[misc]
        assert not queue.has("b"), "who waits is not overtaken by what it asks later"
        assert queue.has("c")
        done = asyncio.Event()
        queue.wait("b", done.set)
        await done.wait()
        return began

    assert asyncio.run(evening()) == ["a1", "b1", "a2", "b2", "a3"]


def test_what_waits_begins_once_there_is_time_and_before_long_in_any_case() -> None:
    async def evening() -> list[bool]:
        ticking = Ticking()
        queue = Queue(LIFTED, lambda: ticking.now, lambda: ticking.used)
        began = asyncio.Event()
        queue.wait("a", began.set)
        await began.wait()
        found = []
        for seconds, busy in ((IDLE_SECONDS, IDLE_SECONDS), (IDLE_SECONDS / 2, 0.0), (IDLE_SECONDS, 0.0)):
            ticking.move(seconds, busy)
            found.append(queue.is_time())
        began.clear()
        queue.wait("a", began.set)
        await began.wait()
        ticking.move(LATEST_SECONDS - 0.001, LATEST_SECONDS)
        found.append(queue.is_time())
        ticking.move(0.002, 0.002)
        return [*found, queue.is_time()]

    assert asyncio.run(evening()) == [False, False, True, False, True]


def test_what_is_still_to_come_can_be_taken_if_that_is_soon() -> None:
    ticking = Ticking()
    limit = Limit(2, 2, lambda: ticking.now)
    assert [limit.later("a", 1.0) for _ in range(5)] == [0.0, 0.0, 0.5, 1.0, 1.5]
    assert limit.later("a", 1.0) == 1.5, "what would be too late was not taken"
    assert limit.later("b", 1.0) == 0.0
    ticking.move(2.0)
    assert limit.later("a", 1.0) == 0.0


class Pipe(asyncio.Transport):
    """The server's end of a connection from an address."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 1), "sockname": ("127.0.0.1", 80)})
        self.reads, self.closed, self.sent = True, False, b""

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def is_closing(self) -> bool:
        return self.closed

    def abort(self) -> None:
        self.closed = True

    close = abort

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent += bytes(data)


class Doors:
    """Connections to one server, whose application only notes what it is asked for."""

    def __init__(self, **limits: int) -> None:
        self.began: list[str] = []
        self.more = asyncio.Event()
        self._config = uvicorn.Config(self._app, interface="asgi3", ws="none", lifespan="off", log_config=None)
        self._config.load()
        self._protocol = protocol_for(Settings(limits=replace(LIFTED, **limits), trusted_proxies=("127.0.0.1",)))

    async def _app(self, scope: Any, _receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
        self.began.append(scope["path"])
        self.more.set()
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def until(self, path: str) -> None:
        async with asyncio.timeout(60):
            while path not in self.began:
                self.more.clear()
                await self.more.wait()

    def come(self, address: str, sends: bytes = b"") -> tuple[Patient, Pipe]:
        pipe = Pipe(address)
        made = self._protocol(self._config, ServerState(), {}, asyncio.get_running_loop())
        made.connection_made(pipe)
        if sends:
            made.data_received(sends)
        return made, pipe


def asks(path: str, *headers: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: 127.0.0.1", *headers, "", ""]).encode()


def test_a_flood_of_one_address_waits_behind_everyone_else() -> None:
    """Forty requests that one client sent at once stood before every throw that came after them."""

    async def evening() -> list[str]:
        doors = Doors(quick_requests_per_second=2)
        flood = [doors.come(HOSTILE, asks(f"/flood/{place}")) for place in range(40)]
        assert [pipe.reads for _, pipe in flood] == [True] * 2 + [False] * 38, "what waits is not read"
        doors.come(HONEST, asks("/throw"))
        await doors.until("/throw")
        before = doors.began[:3]
        await doors.until("/flood/39")
        assert all(pipe.reads for _, pipe in flood)
        assert doors.began[3:] == [f"/flood/{place}" for place in range(2, 40)], "nothing is lost"
        return before

    assert asyncio.run(evening()) == ["/flood/0", "/flood/1", "/throw"]


def test_who_has_left_is_not_begun_with() -> None:
    async def evening() -> list[str]:
        doors = Doors(quick_requests_per_second=1)
        doors.come(HOSTILE, asks("/first"))
        left, _ = doors.come(HOSTILE, asks("/left"))
        doors.come(HOSTILE, asks("/last"))
        left.connection_lost(None)
        await doors.until("/last")
        return doors.began

    assert asyncio.run(evening()) == ["/first", "/last"]


def test_a_long_body_takes_the_turns_of_several() -> None:
    async def evening() -> list[str]:
        doors = Doors(quick_requests_per_second=16)
        doors.come(HOSTILE, asks("/long", "Content-Length: 60000") + b"x" * 60_000)
        doors.come(HOSTILE, asks("/second"))
        doors.come(HOSTILE, asks("/third"))
        doors.come(HONEST, asks("/short"))
        await doors.until("/short")
        return doors.began[:3]

    assert asyncio.run(evening()) == ["/long", "/second", "/short"]


def test_people_behind_a_proxy_have_turns_of_their_own_and_the_machine_itself_waits_for_nobody() -> None:
    async def evening() -> list[str]:
        doors = Doors(quick_requests_per_second=1)
        for place in range(3):
            doors.come("127.0.0.1", asks(f"/one/{place}", "X-Forwarded-For: 203.0.113.1"))
        doors.come("127.0.0.1", asks("/other", "X-Forwarded-For: 203.0.113.2"))
        for place in range(3):
            doors.come("127.0.0.1", asks(f"/itself/{place}"))
        await doors.until("/itself/2")
        return doors.began[:5]

    assert asyncio.run(evening()) == ["/one/0", "/other", *(f"/itself/{place}" for place in range(3))]


def test_an_address_that_connects_without_pause_is_let_in_slowly() -> None:
    """Each connection that took another's place cost as much as a request: a thousand a second came from one client."""

    async def evening() -> None:
        doors, began = Doors(connects_per_second=50), monotonic()
        came = [doors.come(HOSTILE, asks(f"/{place}")) for place in range(520)]
        other = doors.come(HONEST, asks("/other"))
        await doors.until("/other")
        assert "/99" in doors.began
        let_in = 100 + int(50 * (monotonic() - began)) + 1  # more where the machine is busy with others meanwhile
        assert not any(f"/{place}" in doors.began for place in range(let_in, 520))
        assert not any(pipe.reads for _, pipe in came[let_in:490]), "what they send is left where it is"
        waiting = [pipe for _, pipe in came if not pipe.closed]
        assert 480 <= len(waiting) <= 2 * 50 + 50 * LONGEST_HELD + 20, "the others are closed at once"
        assert not other[1].closed
        await doors.until("/110")
        assert "/520" not in doors.began

    asyncio.run(evening())


def test_a_connection_that_leaves_before_it_is_let_in_is_counted_no_more() -> None:
    async def evening() -> int:
        doors = Doors(connects_per_second=1)
        came = [doors.come(HOSTILE)[0] for _ in range(5)]
        for each in came:
            each.connection_lost(None)
        assert not came[0].open.unknown
        assert not came[0].open.addresses
        return came[0].open.all

    assert asyncio.run(evening()) == 0


def test_a_request_wrapped_in_bytes_that_are_no_body_ends_early() -> None:
    async def evening() -> bool:
        made, pipe = Doors().come(HOSTILE, asks("/chunks", "Transfer-Encoding: chunked") + b"1;")
        for _ in range(MOST_RAW_BYTES // 65_536 - 1):
            made.data_received(b"x" * 65_536)
        assert not pipe.closed
        made.data_received(b"x" * 65_536)
        return pipe.closed

    assert asyncio.run(evening())
    assert 4 * Limits().body_bytes >= MOST_RAW_BYTES
