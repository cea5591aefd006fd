"""kill -9 at random points under load: what was acknowledged is there, what was not is whole or absent."""

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue

import pytest

from actionroll.store import Append, Batch, Grown, Store, open_store
from tests.counts import count
from tests.crash.appender import append_on, check_kept, check_whole
from tests.crash.victim import Message, Victim
from tests.postgres_server import PostgresServer

KILLS_A_STORE = 10


def kill_at_random(address: str, chance: random.Random, run: str) -> list[Message]:
    victim = Victim(append_on, address, run, 8)
    victim.wait_for("ack", chance.randint(1, 60))
    return victim.kill()


def reopened(address: str) -> Store:
    """Ready again within two seconds."""
    began = time.monotonic()
    store = open_store(address)
    store.heads()
    assert time.monotonic() - began < 2
    return store


def check_after(address: str, told: list[Message], check: Callable[[Store, list[Message]], None] = check_whole) -> None:
    store = reopened(address)
    try:
        check(store, told)
    finally:
        store.close()


def check_kills(address: str, chance: random.Random) -> None:
    told: list[Message] = []
    for number in range(KILLS_A_STORE):
        latest = kill_at_random(address, chance, f"run{number}")
        check_after(address, latest)
        told += latest
    check_after(address, told, check_kept)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(count(3, 40)))
def test_kill_on_sqlite(tmp_path: Path, seed: int) -> None:
    check_kills(str(tmp_path / "tables.db"), random.Random(seed))


@pytest.fixture(scope="module")
def fragile() -> Iterator[PostgresServer]:
    """A server of our own, because it is made to crash."""
    server = PostgresServer()
    yield server
    server.stop()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(count(1, 12)))
def test_kill_on_postgresql(fragile: PostgresServer, seed: int) -> None:
    check_kills(fragile.database(), random.Random(seed))


@pytest.mark.slow
def test_listeners_are_told_to_look_when_postgresql_is_back(fragile: PostgresServer) -> None:
    store = open_store(fragile.database())
    heard: Queue[Grown | None] = Queue()
    store.subscribe(heard.put)
    fragile.crash()
    assert heard.get(timeout=60) is None
    store.append(Batch((Append("t1/open", 0, (b"1",)),)))
    assert heard.get(timeout=60) == {"t1/open": 1}
    store.close()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(count(1, 10)))
def test_crash_of_postgresql_itself(fragile: PostgresServer, seed: int) -> None:
    """The child goes on by itself when the server is back, and repeats what was not answered."""
    chance, address = random.Random(seed), fragile.database()
    victim = Victim(append_on, address, f"crash{seed}", 8)
    for _ in range(3):
        victim.wait_for("ack", victim.count("ack") + chance.randint(1, 60))
        fragile.crash()
    victim.wait_for("ack", victim.count("ack") + 20)
    check_after(address, victim.kill())
