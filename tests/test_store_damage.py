"""Whatever is changed from outside is found, and it is said where."""

import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from actionroll.errors import InputError
from actionroll.store import (
    Append,
    Batch,
    Head,
    Key,
    Secret,
    Seed,
    Store,
    StoreDamaged,
    StoredEntry,
    StoreError,
    StoreRefused,
    TableRow,
    open_store,
)
from actionroll.store.chain import linked, start, verify_entries
from tests.counts import count
from tests.each_store import submitted
from tests.memory_folder import memory_folder

LOGS = ("t1/open", "t1/secret", "t2/open")


def fill(store: Store, batches: int) -> None:
    for number in range(batches):
        bodies = (f'{{"roll":{number},"dice":[4,6,5]}}'.encode(),)
        rows = (TableRow("t1", "starforged", "Iron", number), Seed("t1", "open", number, b"s" * 32))
        secret = Secret(b"%032d" % number, "seat", "t1", f"seat {number}", "player")
        key = Key("t1/seat", f"key {number}", b"d" * 32, b"reply" * 9)
        store.append(Batch(tuple(Append(log, number, bodies) for log in LOGS), key, (*rows, secret)))


def flipped(content: bytes, bit: int) -> bytes:
    changed = bytearray(content)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def flipped_entry(entry: StoredEntry, chance: random.Random) -> StoredEntry:
    """One bit changed in one column; a text that is no longer one is read as the file's reader would."""
    column = chance.choice(("log", "number", "prev", "body", "hash"))
    value = getattr(entry, column)
    match value:
        case int():
            return replace(entry, number=value ^ 1 << chance.randrange(20))
        case str():
            changed = flipped(value.encode(), chance.randrange(len(value) * 8))
            return replace(entry, log=changed.decode("utf-8", "backslashreplace"))
        case _:
            changes: dict[str, Any] = {column: flipped(value, chance.randrange(len(value) * 8))}
            return replace(entry, **changes)


def chain(log: str, length: int) -> list[StoredEntry]:
    entries, head = [], start(log)
    for number in range(length):
        entries.append(linked(head, b'{"roll":%d}' % number))
        head = Head(log, entries[-1].number, entries[-1].hash)
    return entries


def last(entries: list[StoredEntry]) -> Head:
    return Head(entries[-1].log, entries[-1].number, entries[-1].hash)


def test_every_flipped_bit_of_a_log_is_found_where_it_is() -> None:
    chance, entries = random.Random(5), chain("t1/open", 60)
    for _ in range(count(1200, 20_000)):
        place = chance.randrange(len(entries))
        changed = [*entries[:place], flipped_entry(entries[place], chance), *entries[place + 1 :]]
        found = verify_entries(changed, [last(entries)])
        assert found
        stands_there = changed[place].log == "t1/open" and changed[place].number == place + 1
        assert not stands_there or found[0].number == place + 1


@pytest.mark.parametrize(
    ("change", "number"),
    [
        (lambda entries: entries[:4] + entries[5:], 6),
        (lambda entries: entries[1:], 2),
        (lambda entries: [*entries[:4], entries[5], entries[4], *entries[6:]], 6),
        (lambda entries: [*entries[:5], entries[4], *entries[5:]], 5),
        (lambda entries: entries[:-1], 9),
        (lambda entries: [*entries, linked(last(entries), b"added")], 11),
    ],
    ids=["deleted", "first deleted", "swapped", "doubled", "cut", "added"],
)
def test_entries_moved_about_are_found(change: Callable[[list[StoredEntry]], list[StoredEntry]], number: int) -> None:
    entries = chain("t1/open", 10)
    found = verify_entries(change(entries), [last(entries)])
    assert [damage.number for damage in found] == [number]
    assert "t1/open entry" in str(found[0])


def test_a_cut_end_or_another_past_is_found_by_a_receipt_alone() -> None:
    entries, other = chain("t1/open", 10), [linked(start("t1/open"), b"another past")]
    assert verify_entries(entries[:7], [last(entries[:7])]) == []
    receipts = [last(entries[:5]), last(entries[:9])]
    assert [damage.number for damage in verify_entries(entries[:7], [last(entries[:7])], receipts)] == [9]
    assert [damage.number for damage in verify_entries(other, [last(other)], receipts)] == [5]
    assert [damage.where for damage in verify_entries([], [], receipts)] == ["t1/open"]
    assert verify_entries(entries, [last(entries)], receipts) == []


@pytest.fixture
def filled() -> Iterator[Path]:
    """A store all in one file."""
    with memory_folder() as folder:
        path = folder / "tables.db"
        store = open_store(path)
        fill(store, 25)
        store.close()
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        yield path


def export(store: Store) -> list[object]:
    replies = [store.find_reply("t1/seat", f"key {number}", b"d" * 32) for number in range(25)]
    logs = [store.read(log) for log in LOGS]
    return [store.heads(), logs, replies, store.tables(), store.seeds("t1"), store.secrets("t1")]


def found_or_harmless(path: Path, whole: list[object]) -> bool:
    """Refused, found by verify, or of no consequence to anything that is stored."""
    try:
        store = open_store(path)
    except StoreError:
        return True
    try:
        return bool(store.verify()) or export(store) == whole
    finally:
        store.close()


@pytest.mark.slow
def test_a_flipped_bit_anywhere_in_the_file_is_found_or_harmless(filled: Path) -> None:
    store = open_store(filled)
    whole, chance, content = export(store), random.Random(3), filled.read_bytes()
    store.close()
    for _ in range(count(160, 5000)):
        place = chance.randrange(len(content))
        changed = bytearray(content)
        changed[place] ^= 1 << chance.randrange(8)
        filled.write_bytes(changed)
        assert found_or_harmless(filled, whole), f"byte {place}"
        for left in ("-wal", "-shm", "-journal"):
            filled.with_name(f"{filled.name}{left}").unlink(missing_ok=True)


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("This is not a database, whatever its name says. " * 20)
    with pytest.raises(StoreDamaged):
        open_store(tmp_path / "text.db")
    with pytest.raises(InputError, match="is a folder; name a file in it"):
        open_store(tmp_path)


Damaging = Callable[[str], None]


@pytest.fixture(params=["sqlite", "postgresql"])
def damaged(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Store, Damaging]]:
    """A store, and a way to change it behind its back."""
    server = request.param == "postgresql"
    address = str(request.getfixturevalue("postgres").database()) if server else str(tmp_path / "tables.db")

    def damage(sql: str) -> None:
        if server:
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute(sql.encode())
        else:
            with closing(sqlite3.connect(address, isolation_level=None)) as connection:
                connection.execute(sql)

    store = open_store(address)
    fill(store, 5)
    yield store, damage
    store.close()


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE entries SET body = hash WHERE log = 't1/open' AND number = 3", "t1/open entry 3"),
        ("UPDATE entries SET prev = hash WHERE log = 't1/open' AND number = 1", "t1/open entry 1"),
        ("DELETE FROM entries WHERE log = 't1/open' AND number = 2", "t1/open entry 3"),
        ("DELETE FROM entries WHERE log = 't1/open' AND number = 5", "t1/open entry 4"),
        ("DELETE FROM entries WHERE log = 't1/open'", "t1/open: all its entries"),
        ("DELETE FROM logs WHERE log = 't1/open'", "t1/open entry 5"),
        ("UPDATE logs SET number = 4 WHERE log = 't1/open'", "t1/open entry 5"),
        ("UPDATE secrets SET role = 'gm' WHERE seat = 'seat 2'", "secrets row"),
        ("UPDATE secrets SET revoked = 1 WHERE seat = 'seat 2'", "secrets row"),
        ("UPDATE seeds SET seed = seal WHERE epoch = 2", "seeds row"),
        ("UPDATE tables SET created = 99", "tables row 't1'"),
        ("UPDATE replies SET reply = digest WHERE key = 'key 1'", "replies row"),
    ],
)
def test_a_change_behind_the_store_is_said(damaged: tuple[Store, Damaging], sql: str, said: str) -> None:
    store, damage = damaged
    assert store.verify() == ()
    damage(sql)
    found = store.verify()
    assert said in str(found[0])
    assert b"s" * 32 not in str(found).encode()


def test_a_damaged_log_is_not_served_and_others_go_on(damaged: tuple[Store, Damaging]) -> None:
    store, damage = damaged
    damage("UPDATE entries SET body = hash WHERE log = 't1/open' AND number = 3")
    with pytest.raises(StoreDamaged, match="t1/open entry 3"):
        store.read("t1/open")
    damage("UPDATE logs SET number = 4 WHERE log = 't1/secret'")
    with pytest.raises(StoreDamaged):
        store.head("t1/secret")
    together = [submitted(store, Batch((Append(log, 5, (b"6",)),))) for log in ("t1/secret", "t2/open")]
    with pytest.raises(StoreDamaged):
        together[0].result()
    assert together[1].result().heads[0].number == 6


def test_a_damaged_row_is_not_served(damaged: tuple[Store, Damaging]) -> None:
    store, damage = damaged
    damage("UPDATE secrets SET role = 'gm'")
    damage("UPDATE replies SET reply = digest")
    with pytest.raises(StoreDamaged):
        store.find_secret(b"%032d" % 2)
    with pytest.raises(StoreDamaged):
        store.find_reply("t1/seat", "key 1", b"d" * 32)
    with pytest.raises(StoreDamaged):
        store.append(Batch(key=Key("t1/seat", "key 1", b"d" * 32)))


def test_a_newer_store_is_refused(damaged: tuple[Store, Damaging], tmp_path: Path) -> None:
    store, damage = damaged
    damage("UPDATE schema_version SET version = 99")
    address = getattr(store, "_address", tmp_path / "tables.db")
    with pytest.raises(StoreRefused, match="update the program"):
        open_store(os.fspath(address))
