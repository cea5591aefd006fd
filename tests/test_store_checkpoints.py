"""The write-ahead log is carried into the file beside the commits, not within them, and stays bounded all the same."""

import sqlite3
from pathlib import Path
from threading import Event

import pytest

from actionroll.store import Batch, Key, open_store, sql
from actionroll.store.sql import Checkpoints, SqliteStore
from tests.each_store import OPEN, one
from tests.waiting_for import wait_for

PAGE = 4096
LARGE = b"x" * 20 * PAGE


def pages_behind(path: Path) -> int:
    """How many pages the write-ahead log holds."""
    return path.with_name(path.name + "-wal").stat().st_size // PAGE


def test_no_commit_carries_the_log_into_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Checkpoints, "committed", lambda self: None)
    path = tmp_path / "a.db"
    store = open_store(path)
    before = path.stat().st_size
    for number in range(100):
        store.append(one(LARGE, number))
    assert pages_behind(path) > 1_000  # where SQLite would have done it within a commit
    assert path.stat().st_size == before
    store.close()
    assert path.stat().st_size > before


def test_it_is_carried_beside_them(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    store = open_store(path)
    before = path.stat().st_size
    for number in range(sql.CARRIED_AFTER):
        store.append(one(LARGE, number))
    wait_for(lambda: path.stat().st_size > before + sql.CARRIED_AFTER * len(LARGE) // 2)
    assert store.head(OPEN).number == sql.CARRIED_AFTER
    store.close()


def test_the_log_begins_anew_even_if_nothing_is_ever_carried_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql, "MOST_PAGES", 200)
    monkeypatch.setattr(Checkpoints, "committed", lambda self: None)
    path = tmp_path / "a.db"
    store = open_store(path)
    for number in range(100):
        store.append(one(LARGE, number))
    assert pages_behind(path) < 300
    store.close()


def test_commits_go_on_while_it_is_carried_and_if_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, held = Event(), Event()

    class Held:
        def execute(self, _sql: str) -> None:
            asked.set()
            held.wait(60)
            raise sqlite3.OperationalError("a disk that fails")

        def close(self) -> None: ...

    store = SqliteStore(tmp_path / "a.db")
    monkeypatch.setattr(store._checkpoints, "_connection", Held())
    for number in range(sql.CARRIED_AFTER):
        store.append(one(b"%d" % number, number))
    assert asked.wait(60)
    receipt = store.append(Batch(one(b"more", sql.CARRIED_AFTER).appends, Key("s", "k", b"d", b"reply")))
    assert receipt.heads[0].number == sql.CARRIED_AFTER + 1
    held.set()
    store.close()
