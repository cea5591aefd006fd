"""What takes longer than a second shows on a terminal how far it is, and is wiped away when it is done."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, TextIO, TypeVar

if TYPE_CHECKING:
    from threading import Event

T = TypeVar("T")
WIDTH = 30
FIRST, EVERY = 1.0, 0.2
"""Seconds until a bar is drawn, and between its steps."""
_WIPE = "\r\x1b[K"


class TimeLeft:
    """A bar for work of a known size, with the time that is left. It draws on a terminal; elsewhere it is silent."""

    def __init__(self, what: str, out: TextIO) -> None:
        self._what = what
        self._out = out
        self._began = monotonic()
        self._before: int | None = None
        self._next = self._began + FIRST
        self._drawn = False

    def __call__(self, done: int, count: int) -> None:
        """So much is done, of so much."""
        if self._before is None:
            self._before = done
        moment = monotonic()
        if self._out.isatty() and moment >= self._next:
            self._next, self._drawn = moment + EVERY, True
            self._out.write(f"{_WIPE}{bar_of(self._what, done, count, self._before, moment - self._began)}")
            self._out.flush()

    def wipe(self) -> None:
        """Nothing is left of it."""
        if self._drawn:
            self._out.write(_WIPE)
            self._out.flush()


def bar_of(what: str, done: int, count: int, before: int, seconds: float) -> str:
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


def progress(steps: Sequence[T], what: str) -> Iterator[T]:
    """The steps one by one; a bar shows how many are done."""
    with time_left(what) as drawn:
        for done, step in enumerate(steps):
            drawn(done, len(steps))
            yield step


@contextmanager
def busy(what: str) -> Iterator[None]:
    """While something is worked out whose length nobody knows, a bar that moves."""
    if not sys.stderr.isatty():
        yield
        return
    from threading import Event, Thread

    done = Event()
    waiting = Thread(target=_move_bar, args=(done, what), daemon=True)
    waiting.start()
    try:
        yield
    finally:
        done.set()
        waiting.join()


def _move_bar(done: Event, what: str) -> None:
    seconds = 0
    while not done.wait(1):
        seconds += 1
        sys.stderr.write(f"\r[{'.' * (seconds % (WIDTH - 1)) + '##':.<{WIDTH}}] {what}, {seconds} s")
        sys.stderr.flush()
    if seconds:
        sys.stderr.write(_WIPE)
