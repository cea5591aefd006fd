"""Word of growth between processes on one PostgreSQL: NOTIFY after the commit, which only wakes.

Inside the transaction NOTIFY would make all commits wait for each other. After it, a process killed in between sends
none, so listeners also look for themselves once a second.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from threading import Condition, Event, Thread

import psycopg

from actionroll.store.postgresql_server import Connection, channel, opened
from actionroll.store.wakes import Wakes

LONGEST_NOTICE = 7000
LOOK_SECONDS = 1.0
_GROWN = "SELECT log, max(number), max(id) FROM entries WHERE id > %s GROUP BY log"
# Ids are given before the commit, so a smaller one may appear later; looking back this far finds it.
_LOOK_BACK = 500


class Sender:
    """A thread that sends notices of growth, many in one."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._channel = ""
        self._pending: dict[str, int] = {}
        self._changed = Condition()
        self._closed = False
        self._thread = Thread(target=self._send_on, name="actionroll-notices", daemon=True)
        self._thread.start()

    def grown(self, numbers: Mapping[str, int]) -> None:
        """Send word of these logs soon."""
        with self._changed:
            self._pending |= numbers
            self._changed.notify()

    def close(self) -> None:
        """Send what is pending, then end."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _send_on(self) -> None:
        connection: Connection | None = None
        while pending := self._take():
            try:
                connection = connection or self._sending()
                for notice in notices(pending):
                    connection.execute("SELECT pg_notify(%s, %s)", (self._channel, notice))
            except psycopg.Error:
                # Only a wake-up is lost, and listeners look for themselves.
                _let_go(connection)
                connection = None
        _let_go(connection)

    def _sending(self) -> Connection:
        connection = opened(self._address, autocommit=True)
        connection.execute("SET synchronous_commit = off; SET statement_timeout = 4000")
        self._channel = channel(connection)
        return connection

    def _take(self) -> dict[str, int]:
        with self._changed:
            self._changed.wait_for(lambda: self._pending or self._closed)
            pending, self._pending = self._pending, {}
            return pending


class Listener:
    """A thread that hears notices and wakes. From its making on, nothing is missed."""

    def __init__(self, address: str, wakes: Wakes) -> None:
        self._address = address
        self._wakes = wakes
        self._stop = Event()
        self._id = 0
        self._looked = time.monotonic()
        self._connection: Connection | None = self._listening()
        self._thread = Thread(target=self._hear_on, name="actionroll-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        self._thread.join()
        _let_go(self._connection)

    def _listening(self) -> Connection:
        connection = opened(self._address, autocommit=True)
        connection.execute(f"LISTEN {channel(connection)}")
        found = connection.execute("SELECT COALESCE(max(id), 0) FROM entries").fetchone()
        self._id = int(found[0]) if found else 0
        return connection

    def _hear_on(self) -> None:
        while not self._stop.is_set():
            try:
                if self._connection is None:
                    self._connection = self._listening()
                    self._wakes.any_may_have_grown()
                self._hear(self._connection)
            except psycopg.Error:
                _let_go(self._connection)
                self._connection = None
                self._stop.wait(0.2)

    def _hear(self, connection: Connection) -> None:
        for notice in connection.notifies(timeout=0.2):
            self._wakes.grown(numbers_of(notice.payload))
        if time.monotonic() - self._looked >= LOOK_SECONDS:
            self._look(connection)

    def _look(self, connection: Connection) -> None:
        self._looked = time.monotonic()
        rows = connection.execute(_GROWN, (self._id - _LOOK_BACK,)).fetchall()
        self._id = max([self._id, *(row[2] for row in rows)])
        self._wakes.grown({row[0]: row[1] for row in rows})


def notices(numbers: Mapping[str, int]) -> Iterator[str]:
    """Logs and their numbers as lines, in as few notices as PostgreSQL's limit allows."""
    lines: list[str] = []
    size = 0
    for log, number in numbers.items():
        line = f"{number} {log}"
        if lines and size + len(line.encode()) > LONGEST_NOTICE:
            yield "\n".join(lines)
            lines, size = [], 0
        lines.append(line)
        size += len(line.encode()) + 1
    if lines:
        yield "\n".join(lines)


def numbers_of(notice: str) -> dict[str, int]:
    """Logs and their numbers from a notice; what others may have sent on the channel is passed over."""
    found = (line.partition(" ") for line in notice.split("\n"))
    return {log: int(number) for number, _, log in found if number.isdecimal() and len(number) < 20}


def _let_go(connection: Connection | None) -> None:
    if connection:
        with suppress(psycopg.Error):
            connection.close()
