"""A server killed at random moments under load: what it acknowledged is there, what it did not can be asked again."""

import json
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from threading import Event

import pytest

from actionroll.ledger import verify
from tests.counts import count
from tests.postgres_server import PostgresServer
from tests.server import NewTable, RunningServer, SeatAt, new_key, open_table

pytestmark = pytest.mark.slow


@dataclass
class Load:
    """Notes written by several seats until the server dies."""

    kill_after: int
    acknowledged: dict[str, bytes] = field(default_factory=dict)
    unanswered: list[tuple[str, str]] = field(default_factory=list)
    enough: Event = field(default_factory=Event)

    def write(self, seat: SeatAt) -> None:
        while True:
            key = new_key()
            try:
                reply = seat.try_to("note", key, text=key)
            except (OSError, HTTPException):
                self.unanswered.append((seat.seat, key))
                return
            assert reply.status == 200, reply.raw
            self.acknowledged[key] = reply.raw
            if len(self.acknowledged) >= self.kill_after:
                self.enough.set()


def people(table: NewTable) -> tuple[SeatAt, ...]:
    return table.gm, table.player, table.other


def killed(server: RunningServer, table: NewTable, kill_after: int) -> Load:
    load = Load(kill_after)
    seats = [seat.at(server) for seat in people(table) * 2]
    with ThreadPoolExecutor(len(seats)) as pool:
        work = [pool.submit(load.write, seat) for seat in seats]
        assert load.enough.wait(30)
        server.kill()
        for each in work:
            each.result(timeout=30)
    return load


def check(server: RunningServer, table: NewTable, load: Load) -> None:
    """Every acknowledged reply is in the log; every key without a reply, sent again, is there once."""
    seats = {seat.seat: seat.at(server) for seat in people(table)}
    for seat, key in load.unanswered:
        seats[seat].do("note", key, text=key)
    verdict = verify(seats["s1"].export().splitlines(keepends=True))
    entries = [json.loads(body) for body in verdict.bodies]
    texts = Counter(entry["text"] for entry in entries if entry["kind"] == "noted")
    for raw in load.acknowledged.values():
        told = json.loads(raw)["entries"][0]
        assert entries[told["number"] - 1] == told["entry"]
    assert all(texts[key] == 1 for key in [*load.acknowledged, *(key for _, key in load.unanswered)])


@pytest.mark.parametrize("backend", ["sqlite", "postgresql"])
def test_killed_server_keeps_what_it_acknowledged(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    if backend == "postgresql":
        postgres: PostgresServer = request.getfixturevalue("postgres")
        database = postgres.database()
    chosen = random.Random(backend)
    server = RunningServer(database, "--no-limits")
    table = open_table(server)
    for _ in range(count(3, 60)):
        load = killed(server, table, chosen.randrange(1, 150))
        server = RunningServer(database, "--no-limits")
        check(server, table, load)
    server.stop()
