"""Deadlines and caps where connections arrive: slow or silent ones are closed before the application hears of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from actionroll.web.limits import one_address
from actionroll.web.settings import Limits, Settings

KEEP_ALIVE_SECONDS = 15


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
