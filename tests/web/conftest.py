"""Servers that the tests of this folder share: one on SQLite and one on PostgreSQL, with the limits lifted."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres_server import PostgresServer
from tests.server import NewTable, RunningServer, open_table

BACKENDS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("web") / "tables.db", "--no-limits") as running:
        yield running


@pytest.fixture(scope="session", params=BACKENDS)
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A fresh store of each kind."""
    if request.param == "sqlite":
        return str(tmp_path_factory.mktemp("web") / "tables.db")
    postgres: PostgresServer = request.getfixturevalue("postgres")
    return postgres.database()


@pytest.fixture(scope="session")
def server(database: str) -> Iterator[RunningServer]:
    with RunningServer(database, "--no-limits") as running:
        yield running


@pytest.fixture(scope="session")
def second_server(server: RunningServer, database: str) -> Iterator[RunningServer]:
    """Another process on the same store."""
    with RunningServer(database, "--no-limits") as running:
        yield running


@pytest.fixture
def table(server: RunningServer) -> NewTable:
    return open_table(server)


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"
