"""Servers and databases killed at random moments under load: what was acknowledged is there, and all is soon well."""

import random
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.counts import count
from tests.postgres_server import PostgresServer
from tests.server import Client, RunningServer, SeatAt, clock_of, open_table
from tests.web.rolling_load import Load, check_exactly_once, rolling

pytestmark = pytest.mark.slow
READY_SECONDS = 2.0
SET_UP_ENTRIES = 7


@pytest.fixture(scope="module")
def fragile() -> Iterator[PostgresServer]:
    """A database of our own, because it is made to crash."""
    server = PostgresServer()
    yield server
    server.stop()


def check_ready(began: float, server: RunningServer, seat: SeatAt, load: Load) -> None:
    """It answers, it knows all that it acknowledged, and both within two seconds in which it could run."""
    acknowledged = load.last_number
    assert Client(seat.client.server).get("/healthz").status == 200
    assert seat.see()["number"] >= acknowledged
    assert clock_of(server.pid) - began < READY_SECONDS


def check_kills(database: str, kills: int, chance: random.Random) -> None:
    with ExitStack() as servers:
        server = servers.enter_context(RunningServer(database, "--no-limits"))
        table = open_table(server)
        with rolling(server, table) as load:
            for _ in range(kills):
                load.wait_for_replies(chance.randrange(1, 100))
                load.serve(None)
                server.kill()
                began = time.monotonic()
                server = servers.enter_context(RunningServer(database, "--no-limits"))
                check_ready(began, server, table.gm.at(server), load)
                load.serve(server)
        assert load.repeated >= kills, "each kill leaves someone without an answer"
        check_exactly_once(table.gm.at(server), load, SET_UP_ENTRIES)


def test_killed_server_on_sqlite(tmp_path: Path) -> None:
    check_kills(str(tmp_path / "tables.db"), count(5, 60), random.Random(1))


def test_killed_server_on_postgresql(fragile: PostgresServer) -> None:
    check_kills(fragile.database(), count(3, 30), random.Random(2))


def test_killed_database(fragile: PostgresServer) -> None:
    """The server lives on, and serves again as soon as the database does."""
    chance = random.Random(3)
    with RunningServer(fragile.database(), "--no-limits") as server:
        table = open_table(server)
        with rolling(server, table) as load:
            for _ in range(count(2, 20)):
                load.wait_for_replies(chance.randrange(1, 100))
                fragile.crash()
                check_ready(clock_of(server.pid), server, table.gm, load)
        check_exactly_once(table.gm, load, SET_UP_ENTRIES)
