"""Limits: so many at once, and so many more as time passes; connections that are slow or silent are closed."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter, deque
from collections.abc import Callable
from functools import partial
from time import monotonic, process_time
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from actionroll.web import Limits, address_of, one_address
from actionroll.web.bodies import Together, TooOften

MOST_KNOWN = 20_000
HELD_SECONDS, LONGEST_HELD = 1.0, 8.0
"""How much later an address that is refused without pause is told so, and how long its connections may have to wait."""
BYTES_OF_ONE = 4_096
"""So many bytes of a body take about as long to read as a request does."""
LOOK_SECONDS, IDLE_SECONDS, LATEST_SECONDS = 0.001, 0.002, 0.02
"""How often it is looked whether requests that wait can begin, how long the process was idle then, and their latest."""
MOST_RAW_BYTES = 262_144
"""Of one request on the wire: a chunked body can be wrapped in any number of bytes that are no body."""
TOO_LARGE = "The address or the headers of a request may not be that long."
Clock = Callable[[], float]
log = logging.getLogger("actionroll.web")


class Limit:
    """A bucket for each name: it holds `burst`, and fills by `rate` a second."""

    def __init__(self, rate: float, burst: float, now: Clock = monotonic) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, name: str, many: int = 1) -> None:
        """Take so many, or raise TooOften if none is left."""
        if self._rate:
            self.count(name, many, self.check(name))

    def has(self, name: str, many: int = 1) -> bool:
        """Take so many, if one is left; whether it was."""
        left = self._now_left(name) if self._rate else 1
        if left >= 1:
            self.count(name, many, left)
        return left >= 1

    def check(self, name: str) -> float:
        """How many are left; TooOften if none is."""
        left = self._now_left(name) if self._rate else 1
        if left < 1:
            raise TooOften(max(1, math.ceil((1 - left) / self._rate)))
        return left

    def later(self, name: str, longest: float) -> float:
        """Take one, of what is still to come if that is soon enough; in how many seconds it is there."""
        left = self._now_left(name) if self._rate else 1
        after = max(0.0, 1 - left) / (self._rate or 1)
        if after <= longest:
            self.count(name, 1, left)
        return after

    def count(self, name: str, many: int = 1, left: float | None = None) -> None:
        """Take so many that were allowed, of what is left."""
        if self._rate:
            if len(self._left) >= MOST_KNOWN:
                self._forget_full()
            self._left[name] = ((self._now_left(name) if left is None else left) - many, self._now())

    def _now_left(self, name: str) -> float:
        known = self._left.get(name)
        return min(self._burst, known[0] + (self._now() - known[1]) * self._rate) if known else self._burst

    def _forget_full(self) -> None:
        kept = {name: left for name, left in self._left.items() if self._now_left(name) < self._burst}
        self._left = kept if len(kept) < MOST_KNOWN else {}


def refusals_of(limits: Limits) -> Limit:
    """Refusals of each address that are told at once; further ones are told `HELD_SECONDS` later."""
    return Limit(limits.refusals_per_second, 5 * limits.refusals_per_second)


class Open:
    """The connections that one server has open: of which address, and of which seat."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.most = 0
        """How many there may be in all, so that descriptors are left for the store; 0 if that is not known."""
        self.all = 0
        self.unknown: dict[str, dict[Patient, None]] = {}
        """Of each address, those that no seat has used, the oldest first."""
        self.addresses: Counter[str] = Counter()
        self.seats: Counter[str] = Counter()
        self._refusals = refusals_of(limits)
        self._coming = Limit(limits.connects_per_second, 2 * limits.connects_per_second)

    def lets_in_after(self, address: str) -> float:
        """How many seconds a new connection waits: none, unless its address opens them faster than the limit."""
        return self._coming.later(address, LONGEST_HELD) if address else 0.0

    def refused(self, address: str) -> bool:
        """What an address sent was no request; whether that was so often that its next connections can wait."""
        return bool(address) and not self._refusals.has(address)

    def has_room(self, address: str) -> bool:
        """Whether one more may come from an address; empty for a trusted proxy."""
        if self.most and self.all >= self.most:
            log.warning("no room", extra={"connections": self.all})
            return False
        if self.most and self.all == self.most * 9 // 10:
            log.warning("descriptors are near their limit", extra={"connections": self.all})
        known = self.limits.address_connections
        return not (address and known and self.addresses[address] >= known)

    def makes_room(self, address: str) -> bool:
        """Whether one more may come that no seat has used: the oldest that asks nothing gives way.

        Whoever holds silent connections keeps nobody out who comes from the same address.
        """
        there = self.unknown.get(address, {})
        if not self.limits.connections or len(there) < self.limits.connections:
            return True
        oldest = next((each for each in there if each.asks_nothing), None)
        if oldest:
            oldest.give_way()
        return oldest is not None


class Queue:
    """Whose request begins next: an address that has asked much waits behind all others, until there is time.

    Each in turn begins when the process was idle for a moment since the last one did; and before long in any case.
    """

    def __init__(self, limits: Limits, now: Clock = monotonic, used: Clock = process_time) -> None:
        self._quick = Limit(limits.quick_requests_per_second, limits.quick_requests_per_second, now)
        self._now, self._used = now, used
        self._waiting: dict[str, deque[Callable[[], None]]] = {}
        self._began = (0.0, 0.0)

    def has(self, address: str, many: int = 1) -> bool:
        """Whether a request of an address may begin at once; it takes so many of its turns then."""
        return address not in self._waiting and self._quick.has(address, many)

    def wait(self, address: str, begin: Callable[[], None]) -> None:
        """Begin a request of an address when it is its turn."""
        if not self._waiting:
            asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look)
        self._waiting.setdefault(address, deque()).append(begin)

    def _look(self) -> None:
        begin = self.next() if self.is_time() else None
        if self._waiting:
            asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look)
        if begin:
            begin()
            self._began = self._now(), self._used()

    def is_time(self) -> bool:
        """Whether there was time since the last one began."""
        passed, used = self._now() - self._began[0], self._used() - self._began[1]
        return passed - used >= IDLE_SECONDS or passed >= LATEST_SECONDS

    def next(self) -> Callable[[], None]:
        """What begins next; each address that waits in turn."""
        address = next(iter(self._waiting))
        waiting = self._waiting.pop(address)
        begin = waiting.popleft()
        if waiting:
            self._waiting[address] = waiting
        return begin


def _less(counter: Counter[str], name: str) -> None:
    counter[name] -= 1
    if counter[name] <= 0:
        del counter[name]


class _TooLarge(Exception):
    """A request's first line or headers have too many bytes."""


class Patient(HttpToolsProtocol):
    """A connection that must get on with it. Each server has a class of its own, with its limits and its count."""

    limits: ClassVar = Limits()
    trusted: ClassVar[tuple[str, ...]] = ()
    open: ClassVar = Open(Limits())
    queue: ClassVar = Queue(Limits())

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._timer: asyncio.TimerHandle | None = None
        self._until = 0.0
        """When the connection is closed; 0 while nothing is waited for."""
        self._counted = self._address = self._seat = ""
        self._head = -1
        """How many bytes of a request's head have come; below 0 outside of one."""
        self._came = 0
        """How many bytes of a request have come, whatever they are for."""
        self._ended = False
        """Whether something came that was no request."""
        self._early: list[bytes] | None = None
        """What came before the connection was let in; None once it is."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to count; where its address comes without pause, it is let in later."""
        super().connection_made(Together(transport, self.loop.call_soon))  # type: ignore[arg-type]
        host = self.client[0] if self.client else ""
        address = "" if host in self.trusted else one_address(host)
        room = self.open.has_room(address)
        self.open.all += 1
        if not room:
            transport.abort()
            return
        self._address = address
        if address:
            self.open.addresses[address] += 1
        after = self.open.lets_in_after(address)
        if after > LONGEST_HELD:
            transport.abort()
        elif after:
            self._early = []
            self._timer = self.loop.call_later(after, self._let_in_late)
        else:
            self._let_in()

    def _let_in(self) -> None:
        """Wait for a first request, among those of its address that no seat has used."""
        if self._address and not self.open.makes_room(self._address):
            self.abort()
            return
        if self._address:
            self._counted = self._address
            self.open.unknown.setdefault(self._address, {})[self] = None
        self._wait(self.limits.header_seconds)

    def _let_in_late(self) -> None:
        early, self._early, self._timer = self._early or [], None, None
        if not self.transport.is_closing():
            self._let_in()
            self.flow.resume_reading()
            for data in early:
                self.data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count no more."""
        if self._timer:
            self._timer.cancel()
        self.open.all -= 1
        if self._address:
            _less(self.open.addresses, self._address)
        if self._seat:
            _less(self.open.seats, self._seat)
        self._no_more_unknown()
        super().connection_lost(exc)

    def known(self, seat: str) -> None:
        """A seat uses this connection, so that it counts among the unknown no more; TooOften if it uses too many."""
        if seat == self._seat:
            return
        most = self.limits.seat_connections
        if most and self.open.seats[seat] >= most:
            raise TooOften(5)
        if self._seat:
            _less(self.open.seats, self._seat)
        self._seat = seat
        self.open.seats[seat] += 1
        self._no_more_unknown()

    def _no_more_unknown(self) -> None:
        if there := self.open.unknown.get(self._counted):
            there.pop(self, None)
            if not there:
                del self.open.unknown[self._counted]
        self._counted = ""

    @property
    def asks_nothing(self) -> bool:
        """Whether no whole request of it is being answered."""
        return bool(self._until) or getattr(self.cycle, "response_complete", True)

    @property
    def keeps_up(self) -> bool:
        """Whether what was sent is read about as fast as it is sent."""
        return not self.flow.write_paused

    def give_way(self) -> None:
        """Make room for another connection of the same address."""
        self._no_more_unknown()
        self.abort()

    def abort(self) -> None:
        """Close without waiting for what is still to be sent."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Some bytes; a head that has no end is not waited for."""
        if self._ended or self.transport.is_closing():
            return
        if self._early is not None:
            self.flow.pause_reading()
            self._early.append(data)
            return
        super().data_received(data)
        if len(data) >= BYTES_OF_ONE and self._address:
            self.queue.has(self._address, len(data) // BYTES_OF_ONE)  # long bodies take the turns of several
        self._came += len(data)
        if self._came > MOST_RAW_BYTES:
            self.abort()
        elif self._head >= 0:
            self._head += len(data)
            if self._head > self.limits.head_bytes:
                self.send_400_response(TOO_LARGE)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, or one that is too large, and close."""
        if not self._ended and not self.transport.is_closing():
            self._ended = True
            large = self._head > self.limits.head_bytes or len(self.url) > self.limits.url_bytes
            status, told = (b"431 Request Header Fields Too Large", TOO_LARGE) if large else (b"400 Bad Request", msg)
            ends = b"content-type: text/plain\r\nconnection: close\r\ncontent-length: %d" % len(told)
            said = b"HTTP/1.1 %b\r\n%b\r\n\r\n%b" % (status, ends, told.encode())
            if self.open.refused(self._address):
                self.transport.pause_reading()
                self.loop.call_later(HELD_SECONDS, self._say_last, said)
            else:
                self._say_last(said)

    def _say_last(self, said: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(said)
            self.transport.close()

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        super().on_message_begin()
        self._head = self._came = 0
        self.scope["actionroll.connection"] = self  # type: ignore[typeddict-unknown-key]
        self._wait(self.limits.header_seconds)

    def on_url(self, url: bytes) -> None:
        """Some of the first line."""
        super().on_url(url)
        if len(self.url) > self.limits.url_bytes:
            raise _TooLarge

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header."""
        super().on_header(name, value)
        self._head += len(name) + len(value)
        if self._head > self.limits.head_bytes:
            raise _TooLarge

    def on_headers_complete(self) -> None:
        """The body may take the rest of the time."""
        self._head = -1
        self._wait(max(1.0, self.limits.request_seconds - self.limits.header_seconds))
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is here."""
        self._until = 0.0
        self._came = 0
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Begin a request when its address may, and what a proxy or this machine asks for itself at once."""
        whose = self._address or address_of(self.client, dict(cycle.scope["headers"]), self.trusted)
        if whose in self.trusted or self.queue.has(whose):
            super()._start_asgi_task(cycle, app)
        else:
            self.flow.pause_reading()
            self.queue.wait(whose, partial(self._begin, cycle, app))

    def _begin(self, cycle: RequestResponseCycle, app: Any) -> None:
        self.flow.resume_reading()
        if not cycle.disconnected:
            super()._start_asgi_task(cycle, app)

    def _wait(self, seconds: float) -> None:
        """Give it so long. One timer goes on for the whole connection: starting one anew took as long as parsing."""
        self._until = self.loop.time() + seconds
        if self._timer is None:
            self._timer = self.loop.call_later(seconds, self._look)

    def _look(self) -> None:
        self._timer = None
        left = self._until - self.loop.time()
        if self._until and left <= 0:
            self.transport.abort()
        elif self._until:
            self._timer = self.loop.call_later(left, self._look)
