"""Limits: so many at once, and so many more as time passes; connections that are slow or silent are closed."""

from __future__ import annotations

import asyncio
import ipaddress
import math
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from time import monotonic
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from actionroll.web.problems import TooOften
from actionroll.web.settings import Limits, Settings

MOST_KNOWN = 20_000
KEEP_ALIVE_SECONDS = 15


class Limit:
    """A bucket for each name: it holds `burst`, and fills by `rate` a second."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, name: str) -> None:
        """Take one, or raise TooOften."""
        self.check(name)
        self.count(name)

    def check(self, name: str) -> None:
        """Raise TooOften if none is left."""
        if self._rate and (left := self._now_left(name)) < 1:
            raise TooOften(max(1, math.ceil((1 - left) / self._rate)))

    def count(self, name: str) -> None:
        """Take one that was allowed."""
        if self._rate:
            if len(self._left) >= MOST_KNOWN:
                self._forget_full()
            self._left[name] = (self._now_left(name) - 1, self._now())

    def _now_left(self, name: str) -> float:
        left, at = self._left.get(name, (self._burst, self._now()))
        return min(self._burst, left + (self._now() - at) * self._rate)

    def _forget_full(self) -> None:
        kept = {name: left for name, left in self._left.items() if self._now_left(name) < self._burst}
        self._left = kept if len(kept) < MOST_KNOWN else {}


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


class Patient(HttpToolsProtocol):
    """A connection that must get on with it. Each server has a class of its own, with its limits and its count."""

    limits: ClassVar = Limits()
    trusted: ClassVar[tuple[str, ...]] = ()
    unknown: ClassVar[Counter[str]] = Counter()
    """How many connections each address has that no seat has used."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._timer: asyncio.TimerHandle | None = None
        self._until = 0.0
        """When the connection is closed; 0 while nothing is waited for."""
        self._counted = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to count, and to wait for a first request."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        address = one_address(host)
        if self.limits.connections and host not in self.trusted:
            if self.unknown[address] >= self.limits.connections:
                transport.abort()
                return
            self._counted = address
            self.unknown[address] += 1
        self._wait(self.limits.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count no more."""
        if self._timer:
            self._timer.cancel()
        self.known()
        super().connection_lost(exc)

    def known(self) -> None:
        """A seat uses this connection, so that it counts among the unknown no more."""
        if self._counted:
            self.unknown[self._counted] -= 1
            if not self.unknown[self._counted]:
                del self.unknown[self._counted]
            self._counted = ""

    def abort(self) -> None:
        """Close without waiting for what is still to be sent."""
        self.transport.abort()

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        super().on_message_begin()
        self.scope["actionroll.connection"] = self  # type: ignore[typeddict-unknown-key]
        self._wait(self.limits.header_seconds)

    def on_headers_complete(self) -> None:
        """The body may take the rest of the time."""
        self._wait(max(1.0, self.limits.request_seconds - self.limits.header_seconds))
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is here."""
        self._until = 0.0
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
    members = {"limits": settings.limits, "trusted": settings.trusted_proxies, "unknown": Counter()}
    return type("PatientConnection", (Patient,), members)
