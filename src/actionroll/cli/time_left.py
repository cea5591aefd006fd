"""A bar for work of a known size: how much is done, and how long the rest will take."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TextIO

WIDTH = 30
EVERY = 0.2
_WIPE = "\r\x1b[K"


class TimeLeft:
    """Draws itself on a terminal; elsewhere it is silent."""

    def __init__(self, what: str, out: TextIO) -> None:
        self._what = what
        self._out = out
        self._began = monotonic()
        self._before: int | None = None
        self._next = self._began + EVERY

    def __call__(self, done: int, count: int) -> None:
        """So much is done, of so much."""
        if self._before is None:
            self._before = done
        moment = monotonic()
        if self._out.isatty() and moment >= self._next:
            self._next = moment + EVERY
            self._out.write(f"{_WIPE}{told(self._what, done, count, self._before, moment - self._began)}")
            self._out.flush()

    def wipe(self) -> None:
        """Nothing is left of it."""
        if self._out.isatty():
            self._out.write(_WIPE)
            self._out.flush()


def told(what: str, done: int, count: int, before: int, seconds: float) -> str:
    """`[###...] 1200 of 10000 cells, 1 min 12 s left`; what was done before this run does not count for its speed."""
    bar = f"[{'#' * (WIDTH * done // count):.<{WIDTH}}] {done} of {count} {what}"
    if done <= before:
        return bar
    return f"{bar}, {_span(seconds / (done - before) * (count - done))} left"


def _span(seconds: float) -> str:
    whole = round(seconds)
    hours, minutes = whole // 3600, whole % 3600 // 60
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {whole % 60} s" if minutes else f"{whole} s"


@contextmanager
def time_left(what: str) -> Iterator[TimeLeft]:
    """The bar, wiped away when all is done."""
    drawn = TimeLeft(what, sys.stderr)
    try:
        yield drawn
    finally:
        drawn.wipe()
