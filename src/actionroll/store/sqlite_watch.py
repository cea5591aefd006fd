"""Notice that another process appended to a SQLite file: a look at its change counter takes two microseconds."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

from actionroll.store.sqlite_file import connect

EVERY_SECONDS = 0.02
_GROWN = "SELECT log, MAX(number), MAX(id) FROM entries WHERE id > ? GROUP BY log"


class FileWatch:
    """A thread that looks at the file and tells which logs grew. From its making on, nothing is missed."""

    def __init__(self, path: Path, grown: Callable[[dict[str, int]], None]) -> None:
        self._path = path
        self._grown = grown
        self._stop = Event()
        self._connection = connect(path)
        self._version = self._changes()
        self._id: int = self._connection.execute("SELECT COALESCE(MAX(id), 0) FROM entries").fetchone()[0]
        self._thread = Thread(target=self._look_on, name="actionroll-watch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        self._thread.join()
        self._connection.close()

    def _look_on(self) -> None:
        while not self._stop.wait(EVERY_SECONDS):
            # A disk that fails now may answer at the next look; what grew meanwhile is found then.
            with suppress(sqlite3.Error):
                self._look()

    def _look(self) -> None:
        version = self._changes()
        if version == self._version:
            return
        rows = self._connection.execute(_GROWN, (self._id,)).fetchall()
        self._version = version
        self._id = max([self._id, *(row[2] for row in rows)])
        if rows:
            self._grown({row[0]: row[1] for row in rows})

    def _changes(self) -> int:
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        return int(version)
