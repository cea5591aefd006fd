"""What every store promises, tried on each backend."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from actionroll.errors import ActionrollError, InputError, LimitError
from actionroll.store import (
    Append,
    Batch,
    Conflict,
    Head,
    Key,
    KeyReused,
    Paper,
    Secret,
    Seed,
    Store,
    StoreRefused,
    StoreUnavailable,
    TableRow,
    open_store,
    restore,
)
from actionroll.store.chain import START, entry_hash, head_of, linked
from tests.each_store import OPEN, SECRET, every_backend, every_lasting_backend, one, submitted


@every_backend
def test_an_append_is_read_back_as_a_chain(store: Store) -> None:
    first = store.append(Batch((Append(OPEN, 0, (b'{"a":1}', b'{"b":2}')), Append(SECRET, 0, (b"{}",)))))
    second = store.append(one(b'{"c":3}', 2))
    entries = store.read(OPEN)
    assert [(entry.number, entry.body) for entry in entries] == [(1, b'{"a":1}'), (2, b'{"b":2}'), (3, b'{"c":3}')]
    assert [entry.prev for entry in entries] == [START, entries[0].hash, entries[1].hash]
    assert all(entry.hash == entry_hash(OPEN, entry.number, entry.prev, entry.body) for entry in entries)
    assert first.heads == (Head(OPEN, 2, entries[1].hash), store.head(SECRET))
    assert second.heads == (store.head(OPEN),) == (Head(OPEN, 3, entries[2].hash),)
    assert store.heads() == (store.head(OPEN), store.head(SECRET))
    assert store.verify(first.heads + second.heads) == ()


@every_backend
def test_reading_goes_on_after_a_number(store: Store) -> None:
    store.append(Batch((Append(OPEN, 0, tuple(b"%d" % number for number in range(1, 8))),)))
    assert [entry.number for entry in store.read(OPEN, after=2, limit=3)] == [3, 4, 5]
    assert [entry.number for entry in store.read(OPEN, after=5)] == [6, 7]
    assert store.read(OPEN, after=7) == ()
    assert store.read("nowhere/open") == ()
    assert store.head("nowhere/open") == Head("nowhere/open", 0, START)


@every_backend
def test_a_batch_that_expects_too_little_or_too_much_changes_nothing(store: Store) -> None:
    store.append(one(b"1", 0))
    row = TableRow("t1", "starforged", "Iron", 5)
    for after in (0, 2):
        key = Key("seat", "k", b"d", b"r")
        with pytest.raises(Conflict) as raised:
            store.append(Batch((Append(SECRET, 0, (b"s",)), Append(OPEN, after, (b"2",))), key, (row,)))
        assert raised.value.heads == (Head(SECRET, 0, START), store.head(OPEN))
    assert [entry.body for entry in store.read(OPEN)] == [b"1"]
    assert (store.read(SECRET), store.tables(), store.find_reply("seat", "k", b"d")) == ((), (), None)


@every_backend
def test_a_batch_may_only_demand_where_a_log_stands(store: Store) -> None:
    store.append(one(b"1", 0))
    store.append(Batch((Append(OPEN, 1), Append(SECRET, 0, (b"s",)))))
    assert store.head(OPEN).number == 1
    with pytest.raises(Conflict):
        store.append(Batch((Append(OPEN, 0), Append(SECRET, 1, (b"s",)))))
    assert store.head(SECRET).number == 1


@every_backend
def test_entries_that_are_linked_already_are_taken_only_where_the_log_stands_so(store: Store) -> None:
    store.append(Batch((Append(OPEN, 0, (b"1",)),)))
    fits, foreign = linked(store.head(OPEN), b"2"), linked(Head(OPEN, 2, START), b"3")
    store.append(Batch((Append(OPEN, 1, (b"2",), (fits,)),)))
    store.append(Batch((Append(OPEN, 2, (b"3",), (foreign,)),)))
    assert store.read(OPEN, 1, 10) == (fits, linked(head_of(fits), b"3"))
    assert store.verify() == ()


@every_backend
def test_the_same_key_gives_the_same_reply(store: Store) -> None:
    key = Key("t1/ann", "k1", b"digest", b'{"tier":"hit"}')
    first = store.append(one(b"1", 0, key=key))
    store.append(one(b"2", 1))
    again = store.append(one(b"1", 0, key=replace(key, reply=b"another")))
    assert (again.reply, again.heads, again.repeated) == (first.reply, first.heads, True)
    assert store.find_reply("t1/ann", "k1", b"digest") == again
    assert store.head(OPEN).number == 2


@every_backend
def test_a_key_for_something_else_is_refused(store: Store) -> None:
    store.append(one(b"1", 0, key=Key("t1/ann", "k1", b"one")))
    with pytest.raises(KeyReused):
        store.append(one(b"2", 1, key=Key("t1/ann", "k1", b"two")))
    with pytest.raises(KeyReused):
        store.find_reply("t1/ann", "k1", b"two")
    assert not store.append(one(b"2", 1, key=Key("t1/bob", "k1", b"two"))).repeated
    assert store.head(OPEN).number == 2


@every_backend
def test_one_key_sent_at_once_makes_one_entry(store: Store) -> None:
    for number in range(20):
        batch = one(b"x", number, key=Key("seat", f"k{number}", b"d", b"reply %d" % number))
        receipts = [future.result() for future in [submitted(store, batch) for _ in range(4)]]
        assert {receipt.reply for receipt in receipts} == {b"reply %d" % number}
        assert [receipt.repeated for receipt in receipts].count(False) == 1
    assert store.head(OPEN).number == 20


@every_backend
def test_many_callers_share_commits_and_none_spoils_another(store: Store) -> None:
    def play(table: int) -> int:
        conflicts = 0
        for number in range(10):
            store.append(one(b"%d" % number, number, f"{table}/open"))
            try:
                store.append(one(b"late", number, f"{table}/open"))
            except Conflict:
                conflicts += 1
        return conflicts

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(play, range(8))) == [10] * 8
    assert {head.number for head in store.heads()} == {10}
    assert store.verify() == ()


@every_backend
def test_rows_without_history_are_put_with_the_batch(store: Store) -> None:
    table, seed = TableRow("t1", "starforged", "Iron; \u2620 'x'", 5), Seed("t1", "open", 1, bytes(range(32)))
    link = Secret(b"h1" * 16, "link", "t1", "", "player")
    seat = Secret(b"h2" * 16, "seat", "t1", "ann", "gm", expires=2**40)
    store.append(Batch((Append(OPEN, 0, (b"1",)),), rows=(table, seed, link, seat)))
    assert (store.find_table("t1"), store.tables()) == (table, (table,))
    assert (store.find_table("t2"), store.find_secret(b"h3")) == (None, None)
    assert (store.seeds("t1"), store.seeds("t2")) == ((seed,), ())
    assert store.secrets("t1") == (link, seat)
    assert store.find_secret(link.hash) == link
    revoked, revealed = replace(link, revoked=True), replace(seed, revealed=True)
    store.append(Batch((Append(OPEN, 1, (b"2",)),), rows=(revoked, revealed, replace(table, name="Rust"))))
    assert (store.find_secret(link.hash), store.seeds("t1")) == (revoked, (revealed,))
    assert [row.name for row in store.tables()] == ["Rust"]
    assert store.verify() == ()


@every_backend
def test_what_is_submitted_is_answered_once_and_can_be_awaited(store: Store) -> None:
    assert submitted(store, one(b"1", 0)).result().heads == (store.head(OPEN),)

    async def awaited() -> int:
        receipts = await asyncio.gather(
            *(asyncio.wrap_future(submitted(store, one(b"x", 0, f"{n}/open"))) for n in range(9))
        )
        return sum(receipt.heads[0].number for receipt in receipts)

    assert asyncio.run(awaited()) == 9
    with pytest.raises(Conflict):
        submitted(store, one(b"1", 0)).result()


@every_lasting_backend
def test_what_was_stored_is_there_when_opened_again(opened: Callable[[], Store]) -> None:
    first = opened()
    key = Key("seat", "k", b"d", b"reply")
    receipt = first.append(Batch((Append(OPEN, 0, (b"\x00\xff", "ä".encode())),), key, (Seed("t1", "open", 1, b"s"),)))
    first.close()
    second = opened()
    assert second.heads() == receipt.heads
    assert [entry.body for entry in second.read(OPEN)] == [b"\x00\xff", "ä".encode()]
    assert second.append(one(b"", 0, key=key)) == replace(receipt, repeated=True)
    assert second.seeds("t1") == (Seed("t1", "open", 1, b"s"),)


@every_backend
def test_closing_finishes_what_was_submitted(store: Store) -> None:
    futures = [submitted(store, one(b"x", 0, f"{number}/open")) for number in range(50)]
    store.close()
    store.close()
    assert {future.result().heads[0].number for future in futures} == {1}
    with pytest.raises(StoreUnavailable):
        store.append(one(b"x", 1))


@every_backend
def test_keys_are_forgotten_only_when_old_and_many(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError):
        store.forget_keys(3600)
    monkeypatch.setattr("time.time", lambda: 1_000_000)
    for number in range(5):
        store.append(one(b"x", number, key=Key("seat", f"k{number}", b"d")))
    assert store.forget_keys(86_400, keep=0) == 0
    monkeypatch.setattr("time.time", lambda: 1_000_000 + 3 * 86_400)
    assert store.forget_keys(86_400) == 0
    assert store.forget_keys(86_400, keep=2) == 3
    assert [store.find_reply("seat", f"k{number}", b"d") is None for number in range(5)] == [True] * 3 + [False] * 2


@every_backend
@pytest.mark.parametrize("log", ["a\0b", "\ud800", "x" * 401])
def test_texts_that_one_backend_could_not_keep_are_refused_by_all(store: Store, log: str) -> None:
    makers: list[Callable[[], Batch]] = [
        lambda: one(b"x", 0, log),
        lambda: one(b"x", 0, key=Key(log, "k", b"")),
        lambda: one(b"x", 0, key=Key("seat", log, b"")),
        lambda: Batch(rows=(TableRow("t", "g", log, 0),)),
    ]
    for make in makers:
        with pytest.raises((InputError, LimitError)):
            store.append(make())
    assert store.heads() == ()


def test_a_batch_names_each_log_once_and_no_giant() -> None:
    with pytest.raises(InputError):
        Batch((Append(OPEN, 0, (b"1",)), Append(OPEN, 1, (b"2",))))
    with pytest.raises(LimitError):
        Append(OPEN, 0, (bytes(5_000_000),))
    with pytest.raises(InputError):
        Append("two\nlines", 0)


def test_a_seed_does_not_show_itself() -> None:
    assert "s3cr3t" not in repr(Seed("t1", "open", 1, b"s3cr3t"))


@every_backend
def test_a_backup_is_a_store_with_the_same_content(store: Store, tmp_path: Path) -> None:
    key = Key("seat", "k", b"d", b"reply")
    rows = (
        TableRow("t1", "g", "n", 1),
        Seed("t1", "open", 1, b"s"),
        Secret(b"h", "link", "t1", "", "gm", revoked=True),
    )
    store.append(Batch((Append(OPEN, 0, (b"1", b"2")), Append(SECRET, 0, (b"3",))), key, rows))
    store.backup(tmp_path / "copy.db")
    copy = open_store(tmp_path / "copy.db")
    try:
        assert copy.heads() == store.heads()
        assert (copy.read(OPEN), copy.tables(), copy.seeds("t1")) == (store.read(OPEN), rows[:1], rows[1:2])
        assert (copy.secrets("t1"), copy.find_reply("seat", "k", b"d")) == (
            rows[2:],
            store.find_reply("seat", "k", b"d"),
        )
        assert copy.verify(store.heads()) == ()
    finally:
        copy.close()
    with pytest.raises(StoreRefused):
        store.backup(tmp_path / "copy.db")
    with pytest.raises(StoreRefused):
        store.backup(tmp_path / "nowhere" / "copy.db")
    assert not list(tmp_path.glob("*.part*"))


@pytest.mark.parametrize(
    ("address", "words"),
    [("mysql://x", "file path"), ("sqlite://x", "sqlite:///path"), ("/no/such/folder/x.db", "make it first")],
)
def test_an_address_that_means_no_store_is_refused(address: str, words: str) -> None:
    with pytest.raises(ActionrollError, match=words):
        open_store(address)


def test_a_postgresql_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="cannot be reached"):
        open_store(f"postgresql://nobody@/none?host={tmp_path}")


@every_backend
def test_a_removed_table_is_gone_and_others_stay(store: Store) -> None:
    for table in ("t1", "t10"):
        rows = (
            TableRow(table, "starforged", "Iron", 5),
            Seed(table, "open", 0, b"s" * 32),
            Secret(table.encode() * 8, "link", table, "", "player"),
        )
        logs = (Append(table, 0, (b'"hush"',)), Append(f"{table}/secret", 0, (b"{}",)))
        store.append(Batch(logs, Key("new", f"key {table}", b"d", f'{{"table":"{table}"}}'.encode()), rows))
        store.append(Batch((Append(table, 1, (b'"more"',)),), Key(f"{table}/s1", "k", b"d", b"said")))
    store.remove_table("t1")
    assert [each.id for each in store.tables()] == ["t10"]
    assert [head.log for head in store.heads()] == ["t10", "t10/secret"]
    assert (store.read("t1"), store.secrets("t1"), store.seeds("t1")) == ((), (), ())
    assert store.find_reply("t1/s1", "k", b"d") is store.find_reply("new", "key t1", b"d") is None
    assert store.find_reply("t10/s1", "k", b"d") is not None
    assert store.find_reply("new", "key t10", b"d") is not None
    assert store.verify() == ()
    store.append(Batch((Append("t1", 0, (b"anew",)),)))
    assert [entry.body for entry in store.read("t1")] == [b"anew"]


def test_nothing_of_a_removed_table_is_left_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = open_store(path)
    store.append(Batch((Append("t1", 0, (b'"the duke is the spy"' * 100,)),), rows=(TableRow("t1", "g", "N", 5),)))
    store.remove_table("t1")
    left = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    store.close()
    assert b"the duke is the spy" not in left


@every_backend
def test_papers_lie_beside_the_logs_until_they_are_emptied(store: Store) -> None:
    words, face = Paper("t1", "a" * 64, "text", "s1", b"{}"), Paper("t1", "b" * 64, "image/jpeg", "", b"\xff\xd8")
    elsewhere = replace(words, table="t2", content=b"other")
    store.append(Batch(rows=(words, face, elsewhere)))
    assert store.papers("t1", "text") == (words,)
    assert store.find_paper("t1", face.hash) == face
    assert store.find_paper("t2", words.hash) == elsewhere
    assert store.find_paper("t2", face.hash) is None
    store.append(Batch(rows=(Paper("t1", words.hash, "", "", b""),)))
    assert store.papers("t1", "text") == ()
    assert (store.find_paper("t1", words.hash) or words).content == b""
    assert store.verify() == ()


@every_lasting_backend
def test_papers_are_in_a_backup(store: Store, tmp_path: Path) -> None:
    kept = Paper("t1", "a" * 64, "text", "s1", b"{}")
    store.append(Batch(rows=(kept,)))
    store.backup(tmp_path / "backup.db")
    restore(tmp_path / "backup.db", tmp_path / "again.db")
    again = open_store(tmp_path / "again.db")
    assert again.papers("t1", "text") == (kept,)
    again.close()


def test_a_backup_from_before_there_were_papers_is_restored(tmp_path: Path) -> None:
    first = Path(__file__).parent / "golden" / "store" / "version-1.sql"
    with closing(sqlite3.connect(tmp_path / "old.db")) as connection:
        connection.executescript(first.read_text())
    restore(tmp_path / "old.db", tmp_path / "new.db")
    again = open_store(tmp_path / "new.db")
    assert [table.name for table in again.tables()] == ["Iron"]
    assert again.verify() == ()
    again.close()
