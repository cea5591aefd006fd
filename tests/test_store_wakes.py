"""Whoever listens to a store hears of each growth, whoever made it; tried on each backend."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from sqlite3 import Connection
from threading import Event
from typing import Any

import pytest

from actionroll.store import Append, Batch, Conflict, Grown, Store, TableRow, Wake, open_store, sql
from actionroll.store.postgresql_server import Sender
from actionroll.store.sqlite_file import connect
from tests.each_store import OPEN, SECRET, every_backend, every_lasting_backend, one
from tests.postgres_server import PostgresServer


@every_backend
def test_listeners_hear_of_each_growth_until_they_end(store: Store) -> None:
    heard: Queue[Grown | None] = Queue()
    end = store.subscribe(heard.put)
    store.append(Batch((Append(OPEN, 0, (b"1",)), Append(SECRET, 0, (b"1",)))))
    assert heard.get(timeout=60) == {OPEN: 1, SECRET: 1}
    store.append(Batch(rows=(TableRow("t1", "starforged", "x", 1),)))
    store.append(one(b"2", 1))
    assert heard.get(timeout=60) == {OPEN: 2}
    end()
    store.append(one(b"3", 2))
    assert store.wait(OPEN, 2, 5).number == 3
    assert heard.empty()


@every_backend
def test_a_failing_listener_harms_nobody(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    def fail(_logs: Grown | None) -> None:
        raise RuntimeError("a listener's defect")

    store.subscribe(fail)
    for number in range(3):
        store.append(one(b"x", number))
    store.close()
    assert "A listener failed" in caplog.text


@every_lasting_backend
def test_another_store_hears_and_reads_at_once(opened: Callable[[], Store]) -> None:
    ours, theirs = opened(), opened()
    heard: Queue[Grown | None] = Queue()
    theirs.subscribe(heard.put)
    for number in range(20):
        ours.append(one(b"%d" % number, number))
        assert theirs.wait(OPEN, number, 5).number == number + 1
    assert [*(heard.get(timeout=60) or ())] == [OPEN]
    with pytest.raises(Conflict):
        theirs.append(one(b"late", 19))
    assert theirs.append(one(b"next", 20)).heads[0].number == 21
    assert ours.read(OPEN) == theirs.read(OPEN)


def test_one_statement_writes_and_a_file_is_looked_through_only_once_others_wrote_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    heard: Queue[Grown | None] = Queue()

    def traced(*how: Any, **more: Any) -> Connection:
        connection = connect(*how, **more)
        connection.set_trace_callback(asked.append)
        return connection

    monkeypatch.setattr(sql, "connect", traced)
    ours, theirs = open_store(tmp_path / "tables.db"), open_store(tmp_path / "tables.db")
    ours.append(one(b"1", 0))
    ours.subscribe(heard.put)
    asked.clear()
    for number in range(1, 9):
        ours.append(one(b"x", number))
    assert not any("GROUP BY log" in each for each in asked)
    written = [each for each in asked if not each.startswith(("--", "SELECT"))]  # without what triggers do for it
    assert {each[:20] for each in written} == {"INSERT INTO arriving"}
    theirs.append(one(b"1", 0, "theirs/open"))
    while heard.get(timeout=60) != {"theirs/open": 1}:
        pass
    assert any("GROUP BY log" in each for each in asked)
    ours.close()
    theirs.close()


def test_growth_is_found_even_if_its_sender_died_before_sending_word(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.database()
    ours, theirs = open_store(address), open_store(address)
    heard: Queue[Grown | None] = Queue()
    theirs.subscribe(heard.put)
    monkeypatch.setattr(Sender, "grown", lambda _sender, _numbers: None)
    ours.append(one(b"1", 0))
    assert heard.get(timeout=60) == {OPEN: 1}
    ours.close()
    theirs.close()


def test_stores_in_two_schemas_do_not_hear_each_other(postgres: PostgresServer) -> None:
    ours, theirs = open_store(postgres.database()), open_store(postgres.database())
    heard: Queue[Grown | None] = Queue()
    theirs.subscribe(heard.put)
    ours.append(one(b"1", 0, "ours/open"))
    ours.close()
    theirs.append(one(b"1", 0, "theirs/open"))
    assert heard.get(timeout=60) == {"theirs/open": 1}
    theirs.close()


@every_backend
def test_waiting_ends_when_its_time_is_over(store: Store) -> None:
    assert store.wait(OPEN, 0, 0.01).number == 0
    store.append(one(b"1", 0))
    assert store.wait(OPEN, 0, 60).number == 1


@every_backend
def test_wakes_arrive_from_many_writers_without_loss(store: Store) -> None:
    seen, done = {f"{table}/open": 0 for table in range(6)}, Event()

    def look(logs: Grown | None) -> None:
        for log in logs or seen:
            seen[log] = store.head(log).number
        if all(number == 20 for number in seen.values()):
            done.set()

    wake: Wake = look
    store.subscribe(wake)
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda log: [store.append(one(b"x", number, log)) for number in range(20)], list(seen)))
    assert done.wait(60)
