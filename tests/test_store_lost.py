"""A store whose file is lost from its place while it is open acknowledges nothing more, and saves what it did."""

import shutil
from collections.abc import Callable
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from actionroll.store import Append, Batch, Key, StoreLost, open_store, sqlite_file
from actionroll.store.sql import SqliteStore
from actionroll.store.sqlite_file import Backups
from tests.counts import count


def batch(number: int) -> Batch:
    return Batch((Append("log", number, (b"%d" % number,)),), Key("seat", f"key {number}", b"d", b"r"))


def delete(path: Path) -> None:
    path.unlink()


def delete_all(path: Path) -> None:
    for each in path.parent.glob("tables.db*"):
        each.unlink()


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def replace_by_nothing(path: Path) -> None:
    path.with_name("new").touch()
    path.with_name("new").rename(path)


def replace_by_a_copy(path: Path) -> None:
    shutil.copy(path, path.with_name("copy"))
    path.with_name("copy").rename(path)


def remove_the_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def delete_the_log(path: Path) -> None:
    """What was committed last is in the write-ahead log alone."""
    beside(path, "-wal").unlink()


def move_the_log(path: Path) -> None:
    beside(path, "-wal").rename(path.with_name("elsewhere"))


def replace_the_log(path: Path) -> None:
    path.with_name("new").write_bytes(b"none")
    path.with_name("new").rename(beside(path, "-wal"))


def delete_its_index(path: Path) -> None:
    """Another process would make one of its own, and the two would not see each other."""
    beside(path, "-shm").unlink()


LOSSES = (
    delete,
    delete_all,
    move,
    replace_by_nothing,
    replace_by_a_copy,
    remove_the_folder,
    delete_the_log,
    move_the_log,
    replace_the_log,
    delete_its_index,
)


@pytest.mark.parametrize("lose", LOSSES)
@pytest.mark.parametrize("written", [0, 1, 50])
def test_what_was_acknowledged_is_saved_and_nothing_more_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lose: Callable[[Path], None], written: int
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "store" / "tables.db"
    path.parent.mkdir()
    store = open_store(path)
    acknowledged = [store.append(batch(number)) for number in range(written)]
    lose(path)
    errors = []
    for _ in range(3):
        with pytest.raises(StoreLost) as found:
            store.append(batch(written))
        errors.append(found.value)
    with pytest.raises(StoreLost):
        store.check()
    saved = errors[0].saved
    assert saved is not None
    assert {error.saved for error in errors} == {saved}, "it is saved once"
    assert saved.name in str(errors[0])
    again = open_store(saved)
    assert again.verify([head for receipt in acknowledged for head in receipt.heads]) == ()
    assert [entry.body for entry in again.read("log")] == [b"%d" % number for number in range(written)]
    assert all(again.find_reply("seat", f"key {number}", b"d") for number in range(written))
    again.close()
    store.close()


def test_a_file_that_is_lost_while_something_is_committed_is_not_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.db"
    store = open_store(path)
    store.append(batch(0))
    write = sqlite_file.Writing.write

    def lost_meanwhile(*asked: Any) -> Any:
        move(path)
        return write(*asked)

    monkeypatch.setattr(sqlite_file.Writing, "write", lost_meanwhile)
    with pytest.raises(StoreLost):
        store.append(batch(1))
    store.close()


@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
def test_a_file_that_is_put_back_goes_on(tmp_path: Path, end: str) -> None:
    path = tmp_path / "tables.db"
    store = open_store(path)
    store.append(batch(0))
    beside(path, end).rename(tmp_path / "away")
    with pytest.raises(StoreLost):
        store.append(batch(1))
    (tmp_path / "away").rename(beside(path, end))
    store.check()
    store.append(batch(1))
    assert store.verify() == ()
    store.close()


def test_no_new_file_is_made_in_the_place_of_a_lost_one(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = open_store(path)
    store.append(batch(0))
    path.unlink()
    for ask in (store.tables, store.verify, lambda: store.forget_keys(100_000), lambda: store.append(batch(1))):
        try:
            ask()
        except StoreLost:
            continue
    assert not path.exists()
    store.close()


def test_nor_by_who_looks_for_what_others_wrote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tables.db"
    looks, look = Queue[None](), SqliteStore._look

    def noted(store: SqliteStore) -> None:
        look(store)
        looks.put(None)

    monkeypatch.setattr(SqliteStore, "_look", noted)
    store = open_store(path)
    store.subscribe(lambda _logs: None)
    store.append(batch(0))
    path.unlink()
    with pytest.raises(StoreLost):
        store.append(batch(1))
    while not looks.empty():
        looks.get()
    for _ in range(3):
        looks.get(timeout=60)
    assert not path.exists()
    store.close()


def test_backups_by_schedule_are_kept_by_number_and_restore(tmp_path: Path) -> None:
    store = open_store(tmp_path / "tables.db")
    backups = Backups(tmp_path / "backups", keep=3)
    for number in range(count(6, 20)):
        store.append(batch(number))
        backups.take(store)
    (tmp_path / "backups" / "backup-mine.db").touch()
    kept = backups.all()
    assert [each.name for each in kept] == [f"backup-{count(6, 20) - left:06}.db" for left in (2, 1, 0)]
    for place, each in enumerate(kept):
        restored = open_store(each)
        assert restored.verify() == ()
        assert restored.head("log").number == count(6, 20) - 2 + place
        restored.close()
    store.close()
