"""Limits: so many at once, and so many more as time passes; connections that are slow or silent are closed."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from time import monotonic
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from actionroll.web import Limits, Settings
from actionroll.web.bodies import TooOften

MOST_KNOWN = 20_000
KEEP_ALIVE_SECONDS = 15
HELD_SECONDS = 1.0
"""How much later an address that is refused without pause is told so: it asks less often then, and costs less."""
BYTES_OF_ONE = 4_096
"""So many bytes of a body take about as long to read as a request does."""
MOST_RAW_BYTES = 1_000_000
"""Of one request on the wire: a chunked body can be wrapped in any number of bytes that are no body."""
TOO_LARGE = "The address or the headers of a request may not be that long."
log = logging.getLogger("actionroll.web")


class Limit:
    """A bucket for each name: it holds `burst`, and fills by `rate` a second."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, name: str, many: int = 1) -> None:
        """Take so many, or raise TooOften if none is left."""
        if self._rate:
            self.count(name, many, self.check(name))

    def has(self, name: str) -> bool:
        """Take one, if one is left; whether it was."""
        left = self._now_left(name) if self._rate else 1
        if left >= 1:
            self.count(name, 1, left)
        return left >= 1

    def check(self, name: str) -> float:
        """How many are left; TooOften if none is."""
        left = self._now_left(name) if self._rate else 1
        if left < 1:
            raise TooOften(max(1, math.ceil((1 - left) / self._rate)))
        return left

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


def _refusals(limits: Limits) -> Limit:
    """Refusals of each address that are told at once; further ones are told `HELD_SECONDS` later."""
    return Limit(limits.refusals_per_second, 5 * limits.refusals_per_second)


@lru_cache(maxsize=4096)
def one_address(address: str) -> str:
    """What counts as one address: of IPv6 the whole /64 that one household has."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 6:
        mapped = parsed.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
    return address


def address_of(client: Any, headers: Mapping[bytes, bytes], trusted: Sequence[str]) -> str:
    """Where a request comes from; what a proxy says counts only from a trusted one."""
    peer = client[0] if client else ""
    if peer in trusted and b"x-forwarded-for" in headers:
        told = [each.strip() for each in headers[b"x-forwarded-for"].decode("latin-1").split(",") if each.strip()]
        peer = next((each for each in reversed(told) if each not in trusted), peer)
    return one_address(peer[:60])


class Budgets:
    """What each seat, table and address may still ask for at one server."""

    def __init__(self, limits: Limits) -> None:
        self.requests = Limit(limits.requests_per_second, 10 * limits.requests_per_second)
        self._refusals = _refusals(limits)
        self.questions = Limit(limits.questions_per_second, 4 * limits.questions_per_second)
        self.failed_joins = Limit(limits.failed_joins_per_minute / 60, limits.failed_joins_per_minute)
        self.guesses = Limit(limits.guesses_per_minute / 60, limits.guesses_per_minute)
        self.joins = Limit(limits.joins_per_minute / 60, limits.joins_per_minute)
        self.new_tables = Limit(limits.tables_per_hour / 3600, limits.tables_per_hour)
        self._reads = Limit(limits.reads_per_second, 10 * limits.reads_per_second)
        self._seats = Limit(limits.rolls_per_second, limits.burst)
        self._tables = Limit(limits.table_writes_per_second, 2 * limits.table_writes_per_second)
        self._writes = Limit(limits.writes_per_second, 2 * limits.writes_per_second)

    def refused(self, address: str) -> bool:
        """An address was refused; whether that was so often that the next refusals can wait."""
        return not self._refusals.has(address)

    def read(self, table: str, seat: str) -> None:
        """A seat reads."""
        self._reads.take(f"{table}/{seat}")

    def write(self, table: str, seat: str, address: str) -> None:
        """A seat changes its table. Nothing is taken if any of these has nothing left."""
        names = ((self._seats, f"{table}/{seat}"), (self._tables, table), (self._writes, address))
        left = [limit.check(name) for limit, name in names]
        for (limit, name), many in zip(names, left, strict=True):
            limit.count(name, 1, many)


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
        self._refusals = _refusals(limits)

    def refused(self, address: str) -> bool:
        """What an address sent was no request; whether that was so often that its next connections can wait."""
        return bool(address) and not self._refusals.has(address)

    def has_room(self, address: str) -> bool:
        """Whether one more may come in from an address; empty for a trusted proxy."""
        if self.most and self.all >= self.most:
            log.warning("no room", extra={"connections": self.all})
            return False
        if self.most and self.all == self.most * 9 // 10:
            log.warning("descriptors are near their limit", extra={"connections": self.all})
        known = self.limits.address_connections
        return not address or (not (known and self.addresses[address] >= known) and self._makes_room(address))

    def _makes_room(self, address: str) -> bool:
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


def _less(counter: Counter[str], name: str) -> None:
    counter[name] -= 1
    if counter[name] <= 0:
        del counter[name]


class _TooLarge(Exception):
    """A request's first line or headers have too many bytes."""


class Together:
    """A transport that sends the head of a reply with its body: two packets take longer than one, at both ends."""

    def __init__(self, transport: asyncio.Transport, soon: Callable[..., object]) -> None:
        self._transport, self._soon, self._head = transport, soon, b""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send some bytes; a head only with what follows at once, or else by itself."""
        if self._head:
            data, self._head = self._head + data, b""
        elif data.startswith(b"HTTP/1.1 "):
            self._head = data
            self._soon(self._send_head)
            return
        self._transport.write(data)

    def _send_head(self) -> None:
        head, self._head = self._head, b""
        if head:
            self._transport.write(head)

    def close(self) -> None:
        """Send what is left, and hang up."""
        self._send_head()
        self._transport.close()


class Patient(HttpToolsProtocol):
    """A connection that must get on with it. Each server has a class of its own, with its limits and its count."""

    limits: ClassVar = Limits()
    trusted: ClassVar[tuple[str, ...]] = ()
    open: ClassVar = Open(Limits())

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

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to count, and to wait for a first request."""
        super().connection_made(Together(transport, self.loop.call_soon))  # type: ignore[arg-type]
        host = self.client[0] if self.client else ""
        address = "" if host in self.trusted else one_address(host)
        room = self.open.has_room(address)
        self.open.all += 1
        if not room:
            transport.abort()
            return
        if address:
            self._counted = self._address = address
            self.open.unknown.setdefault(address, {})[self] = None
            self.open.addresses[address] += 1
        self._wait(self.limits.header_seconds)

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
        super().data_received(data)
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


def protocol_for(settings: Settings) -> type[Patient]:
    """The protocol of one server, with its own limits and its own count."""
    members = {"limits": settings.limits, "trusted": settings.trusted_proxies, "open": Open(settings.limits)}
    return type("PatientConnection", (Patient,), members)
