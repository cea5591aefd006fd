"""What every store promises, tried on each backend."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from queue import Queue
from threading import Event

import pytest

from actionroll.errors import ActionrollError, InputError, LimitError
from actionroll.store import (
    Append,
    Batch,
    Conflict,
    Head,
    Key,
    KeyReused,
    Secret,
    Seed,
    Store,
    StoreRefused,
    StoreUnavailable,
    TableRow,
    Wake,
    open_store,
)
from actionroll.store.chain import START, entry_hash
from actionroll.store.postgresql_notices import Sender
from tests.postgres_server import PostgresServer

BACKENDS = ["memory", "sqlite", "postgresql"]
SHARED = ["sqlite", "postgresql"]
OPEN, SECRET = "t1/open", "t1/secret"


@pytest.fixture
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    match request.param:
        case "memory":
            return ":memory:"
        case "sqlite":
            return f"sqlite:///{tmp_path / 'tables.db'}"
        case _:
            return str(request.getfixturevalue("postgres").database())


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    store = open_store(address)
    yield store
    store.close()


@pytest.fixture
def opened(address: str) -> Iterator[Callable[[], Store]]:
    """Opens the same store as often as asked."""
    stores: list[Store] = []

    def another() -> Store:
        stores.append(open_store(address))
        return stores[-1]

    yield another
    for store in stores:
        store.close()


every_backend = pytest.mark.parametrize("address", BACKENDS, indirect=True)
every_lasting_backend = pytest.mark.parametrize("address", SHARED, indirect=True)


def one(body: bytes, after: int, log: str = OPEN, key: Key | None = None) -> Batch:
    return Batch((Append(log, after, (body,)),), key)


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
        receipts = [future.result() for future in [store.submit(batch) for _ in range(4)]]
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
def test_a_future_can_be_awaited_and_not_cancelled(store: Store) -> None:
    future = store.submit(one(b"1", 0))
    assert not future.cancel()
    assert future.result().heads == (store.head(OPEN),)

    async def awaited() -> int:
        receipts = await asyncio.gather(
            *(asyncio.wrap_future(store.submit(one(b"x", 0, f"{n}/open"))) for n in range(9))
        )
        return sum(receipt.heads[0].number for receipt in receipts)

    assert asyncio.run(awaited()) == 9
    with pytest.raises(Conflict):
        store.submit(one(b"1", 0)).result()


@every_backend
def test_listeners_hear_of_each_growth_until_they_end(store: Store) -> None:
    heard: Queue[frozenset[str] | None] = Queue()
    end = store.subscribe(heard.put)
    store.append(Batch((Append(OPEN, 0, (b"1",)), Append(SECRET, 0, (b"1",)))))
    assert heard.get(timeout=5) == frozenset({OPEN, SECRET})
    store.append(Batch(rows=(TableRow("t1", "starforged", "x", 1),)))
    store.append(one(b"2", 1))
    assert heard.get(timeout=5) == frozenset({OPEN})
    end()
    store.append(one(b"3", 2))
    assert store.wait(OPEN, 2, 5).number == 3
    assert heard.empty()


@every_backend
def test_a_failing_listener_harms_nobody(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    def fail(_logs: frozenset[str] | None) -> None:
        raise RuntimeError("a listener's defect")

    store.subscribe(fail)
    for number in range(3):
        store.append(one(b"x", number))
    store.close()
    assert "A listener failed" in caplog.text


@every_lasting_backend
def test_another_store_hears_and_reads_at_once(opened: Callable[[], Store]) -> None:
    ours, theirs = opened(), opened()
    heard: Queue[frozenset[str] | None] = Queue()
    theirs.subscribe(heard.put)
    for number in range(20):
        ours.append(one(b"%d" % number, number))
        assert theirs.wait(OPEN, number, 5).number == number + 1
    assert heard.get(timeout=5) == frozenset({OPEN})
    with pytest.raises(Conflict):
        theirs.append(one(b"late", 19))
    assert theirs.append(one(b"next", 20)).heads[0].number == 21
    assert ours.read(OPEN) == theirs.read(OPEN)


def test_growth_is_found_even_if_its_sender_died_before_sending_word(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.database()
    ours, theirs = open_store(address), open_store(address)
    heard: Queue[frozenset[str] | None] = Queue()
    theirs.subscribe(heard.put)
    monkeypatch.setattr(Sender, "grown", lambda _sender, _numbers: None)
    ours.append(one(b"1", 0))
    assert heard.get(timeout=5) == frozenset({OPEN})
    ours.close()
    theirs.close()


def test_stores_in_two_schemas_do_not_hear_each_other(postgres: PostgresServer) -> None:
    ours, theirs = open_store(postgres.database()), open_store(postgres.database())
    heard: Queue[frozenset[str] | None] = Queue()
    theirs.subscribe(heard.put)
    ours.append(one(b"1", 0, "ours/open"))
    ours.close()
    theirs.append(one(b"1", 0, "theirs/open"))
    assert heard.get(timeout=5) == frozenset({"theirs/open"})
    theirs.close()


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
def test_waiting_ends_when_its_time_is_over(store: Store) -> None:
    assert store.wait(OPEN, 0, 0.01).number == 0
    store.append(one(b"1", 0))
    assert store.wait(OPEN, 0, 60).number == 1


@every_backend
def test_closing_finishes_what_was_submitted(store: Store) -> None:
    futures = [store.submit(one(b"x", 0, f"{number}/open")) for number in range(50)]
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
def test_wakes_arrive_from_many_writers_without_loss(store: Store) -> None:
    seen, done = {f"{table}/open": 0 for table in range(6)}, Event()

    def look(logs: frozenset[str] | None) -> None:
        for log in logs or seen:
            seen[log] = store.head(log).number
        if all(number == 20 for number in seen.values()):
            done.set()

    wake: Wake = look
    store.subscribe(wake)
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda log: [store.append(one(b"x", number, log)) for number in range(20)], list(seen)))
    assert done.wait(5)
