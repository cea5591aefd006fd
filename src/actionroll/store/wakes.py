"""Who wants to be woken when logs grow. A wake-up carries no content: whoever is woken reads the log."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from threading import Event, Lock
from typing import Protocol

from actionroll.store.protocol import Grown, Wake
from actionroll.store.values import Head


class Wakes:
    """The listeners of one store, told of each growth once, however many ways it became known."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: dict[object, Wake] = {}
        self._told: dict[str, int] = {}

    def subscribe(self, wake: Wake) -> Callable[[], None]:
        """Add a listener; the function returned removes it."""
        token = object()
        with self._lock:
            self._listeners[token] = wake
        return lambda: self._remove(token)

    def grown(self, numbers: Mapping[str, int]) -> None:
        """Tell of logs and the numbers they reached."""
        with self._lock:
            fresh = {log: number for log, number in numbers.items() if number > self._told.get(log, 0)}
            self._told |= fresh
            listeners = list(self._listeners.values())
        if fresh:
            _wake(listeners, Grown(fresh))

    def any_may_have_grown(self) -> None:
        """Tell everyone to look, because growth may have been missed."""
        with self._lock:
            listeners = list(self._listeners.values())
        _wake(listeners, None)

    def _remove(self, token: object) -> None:
        with self._lock:
            self._listeners.pop(token, None)


def _wake(listeners: list[Wake], logs: Grown | None) -> None:
    for wake in listeners:
        try:
            wake(logs)
        except Exception:
            # The entries are stored and others wait to hear of them: one listener's defect must not stop that.
            logging.getLogger(__name__).exception("A listener failed.")


class _Watched(Protocol):
    def head(self, log: str) -> Head: ...

    def subscribe(self, wake: Wake) -> Callable[[], None]: ...


def wait_past(store: _Watched, log: str, after: int, timeout: float) -> Head:
    """Where the log stands once it is past number `after`, or after that many seconds."""
    deadline = time.monotonic() + timeout
    woken = Event()
    end = store.subscribe(lambda logs: woken.set() if logs is None or log in logs else None)
    try:
        while (head := store.head(log)).number <= after and time.monotonic() < deadline:
            woken.wait(deadline - time.monotonic())
            woken.clear()
        return head
    finally:
        end()
