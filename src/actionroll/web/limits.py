"""Limits: so many at once, and so many more as time passes."""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Callable
from functools import lru_cache
from time import monotonic

from actionroll.web.problems import TooOften

MOST_KNOWN = 20_000


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
