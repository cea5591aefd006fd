"""What takes longer than a second shows on a terminal that it goes on, and is wiped away when it is done."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from threading import Event

T = TypeVar("T")
WIDTH = 30
_WIPE = "\r\x1b[K"


def progress(steps: Sequence[T], what: str) -> Iterator[T]:
    """The steps one by one; a bar shows how many are done."""
    from time import monotonic

    shown_from, drawn = monotonic() + 1, False
    for done, step in enumerate(steps):
        if sys.stderr.isatty() and monotonic() >= shown_from:
            _draw(f"{'#' * (WIDTH * done // len(steps)):.<{WIDTH}}", f"{done} of {len(steps)} {what}")
            drawn = True
        yield step
    if drawn:
        sys.stderr.write(_WIPE)


@contextmanager
def busy(what: str) -> Iterator[None]:
    """While something is worked out whose length nobody knows, a bar that moves."""
    if not sys.stderr.isatty():
        yield
        return
    from threading import Event, Thread

    done = Event()
    waiting = Thread(target=_tell_time, args=(done, what), daemon=True)
    waiting.start()
    try:
        yield
    finally:
        done.set()
        waiting.join()


def _tell_time(done: Event, what: str) -> None:
    seconds = 0
    while not done.wait(1):
        seconds += 1
        place = seconds % (WIDTH - 1)
        _draw(f"{'.' * place + '##':.<{WIDTH}}", f"{what}, {seconds} s")
    if seconds:
        sys.stderr.write(_WIPE)


def _draw(bar: str, told: str) -> None:
    sys.stderr.write(f"\r[{bar}] {told}")
    sys.stderr.flush()
