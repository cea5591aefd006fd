"""The service beneath the routes: rules that change, appends that fail, and tables that are opened again."""

import asyncio
import json
import threading
from typing import Any

import pytest

from actionroll import shelf
from actionroll.errors import ActionrollError
from actionroll.games import game
from actionroll.shelf import rules_hash
from actionroll.store import Batch, Head, Key, Store, StoreFull, StoreUnavailable, open_store
from actionroll.store.protocol import Answered
from actionroll.table.log import canonical, standing
from actionroll.web import Settings, draft, entrance, one_address, open_table, tables
from actionroll.web.access import CODE_SECONDS, SEAT_LINK_SECONDS, Entropy, code_of, derived
from actionroll.web.app import App
from actionroll.web.open_table import OpenTable
from actionroll.web.operations import wanted
from actionroll.web.tables import Openings, Tables


async def opened_table(service: Tables, game: str = "starforged") -> OpenTable:
    return (await opened_with_token(service, game))[0]


async def opened_with_token(service: Tables, game: str = "starforged") -> tuple[OpenTable, str]:
    service.start()
    asked = {"game": game, "name": "Here", "nickname": "Gem"}
    made = json.loads(await entrance.create(service, asked, f"a key of some length, {game}", "here", b"digest"))
    found = await service.opened(made["table"])
    assert found is not None
    return found, made["token"]


async def do(service: Tables, opened: OpenTable, operation: str, **body: Any) -> Any:
    def now() -> Any:
        return wanted(opened, opened.table.seats["s1"], operation, body, "key", service.entropy)

    key = Key("s1", f"{operation} {opened.head.number} {body}"[:300], b"digest")
    return json.loads(await service.commit(opened, now, key))


async def waiting_roll(service: Tables, opened: OpenTable) -> int:
    await do(service, opened, "make", name="Vex", seat="", values={"momentum": 8})
    roll = (await do(service, opened, "declare", character="c1", trait="edge"))["number"]
    await do(service, opened, "throw", roll=roll, dice=[1, 7, 4])
    assert status(opened, roll) == "waiting"
    return int(roll)


def status(opened: OpenTable, roll: int) -> str:
    found = opened.table.roll(roll)
    return found.status if found else ""


def test_waiting_roll_is_closed_when_the_rules_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        store = open_store(":memory:")
        service = Tables(store)
        opened = await opened_table(service)
        roll = await waiting_roll(service, opened)
        same = await Tables(store).opened(opened.id)
        assert same is not None
        assert status(same, roll) == "waiting"
        monkeypatch.setattr(open_table, "rules_hash", lambda _game: "other rules")
        again = await Tables(store).opened(opened.id)
        assert again is not None
        assert status(again, roll) == "closed"
        last = json.loads(store.read(opened.id, again.head.number - 1)[-1].body)
        assert (last["kind"], last["roll"]) == ("closed", roll)

    asyncio.run(evening())


def test_rules_hash_differs_by_game_and_stays() -> None:
    names = ("starforged", "in-the-dark", "true-world", "wherever-we-go", "illuminated-worlds")
    assert len({rules_hash(name) for name in names}) == len(names)
    assert rules_hash.__wrapped__("starforged") == rules_hash("starforged")


def test_rules_hash_tells_what_a_rule_says_and_not_where_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = shelf._sources("actionroll.games.starforged.attempt")
    before = rules_hash.__wrapped__("starforged")
    monkeypatch.setattr(shelf, "_sources", lambda _module: [b"\n".join(reversed(sources))])
    assert rules_hash.__wrapped__("starforged") == before
    moved = [each.replace(b"action.start,", b"start,") for each in sources]
    assert moved != sources
    monkeypatch.setattr(shelf, "_sources", lambda _module: moved)
    assert rules_hash.__wrapped__("starforged") == before
    other = [each.replace(b"HIGHEST_METER = 5", b"HIGHEST_METER = 6") for each in sources]
    monkeypatch.setattr(shelf, "_sources", lambda _module: other)
    assert rules_hash.__wrapped__("starforged") != before


SCENES_CHANGED = {
    "wherever-we-go": (b'{"failure": 0,', b'{"failure": 1,'),
    "starforged": (b"trip.finish * BOX", b"trip.finish + BOX"),
    "illuminated-worlds": (b"MOST_SPENT = 3", b"MOST_SPENT = 2"),
    "in-the-dark": (b'now["stress"] >= BOXES', b'now["stress"] > BOXES'),
    "true-world": (b'now["clock"] >= scene.clock', b'now["clock"] > scene.clock'),
}


@pytest.mark.parametrize("name", SCENES_CHANGED)
def test_what_only_a_ready_scene_reads_is_no_part_of_the_hash(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = shelf._sources(game(name).rulings.__module__)
    before = rules_hash.__wrapped__(name)
    other = [each.replace(*SCENES_CHANGED[name]) for each in sources]
    assert other != sources
    monkeypatch.setattr(shelf, "_sources", lambda _module: other)
    assert rules_hash.__wrapped__(name) == before


def test_the_hash_of_the_rules_is_known_before_anyone_throws() -> None:
    rules_hash.cache_clear()
    asyncio.run(opened_table(Tables(open_store(":memory:"))))
    assert rules_hash.cache_info().currsize == 1


def test_a_reply_is_not_stored_but_told_again_from_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = list[bytes]()

    async def evening() -> None:
        store = open_store(":memory:")
        service = Tables(store)
        opened = await opened_table(service, "in-the-dark")
        await do(service, opened, "make", name="Fox", seat="")
        submit = store.submit

        def noted(batch: Batch, answered: Answered) -> None:
            kept.append(batch.key.reply if batch.key else b"")
            submit(batch, answered)

        monkeypatch.setattr(store, "submit", noted)
        roll = await do(service, opened, "declare", character="c1", trait="skulk", inputs={"position": "good"})
        thrown = await asked_as_before(service, opened, "throw", roll=roll["number"])
        await do(service, opened, "note", text="Between them.")
        elsewhere = Tables(store)
        again = await elsewhere.opened(opened.id)
        assert again is not None
        assert await asked_as_before(elsewhere, again, "throw", roll=roll["number"]) == thrown
        await do(service, opened, "undo", entry=roll["number"])
        undone = await asked_as_before(service, opened, "throw", roll=roll["number"])
        assert undone["entries"] == thrown["entries"]
        assert [each["status"] for each in undone["rolls"]] == ["undone"]

    asyncio.run(evening())
    assert kept
    assert all(len(each) < 30 for each in kept)


async def asked_as_before(service: Tables, opened: OpenTable, operation: str, **body: Any) -> Any:
    """The same request with the same key, whatever stands."""

    def now() -> Any:
        return wanted(opened, opened.table.seats["s1"], operation, body, "key", service.entropy)

    return json.loads(await service.commit(opened, now, Key("s1", f"{operation} {body}", b"digest")))


def test_what_is_drafted_in_one_turn_goes_to_the_store_together(monkeypatch: pytest.MonkeyPatch) -> None:
    made, when_submitted = list[Any](), list[int]()
    store = open_store(":memory:")
    submit = store.submit

    def drafted(*asked: Any) -> Any:
        made.append(asked)
        return draft.drafted(*asked)

    def noted(batch: Batch, answered: Answered) -> None:
        when_submitted.append(len(made))
        submit(batch, answered)

    async def evening() -> None:
        service = Tables(store)
        found = [await opened_table(service, name) for name in ("starforged", "in-the-dark", "true-world")]
        monkeypatch.setattr(tables, "drafted", drafted)
        monkeypatch.setattr(store, "submit", noted)
        await asyncio.gather(*(do(service, each, "make", name="Vex") for each in found))

    asyncio.run(evening())
    assert when_submitted == [3, 3, 3]


def test_what_the_store_tells_at_once_wakes_the_loop_once_and_a_fault_keeps_nothing_back() -> None:
    heard, wakes, faults = list[str](), list[Any](), list[str]()

    def fails() -> None:
        raise RuntimeError("a fault of ours")

    async def told(service: Tables, *told: Any) -> None:
        loop, last = asyncio.get_running_loop(), asyncio.Event()
        soon = loop.call_soon_threadsafe

        def noted(*do: Any) -> Any:
            wakes.append(do)
            return soon(*do)

        loop.set_exception_handler(lambda _loop, fault: faults.append(str(fault["exception"])))
        loop.call_soon_threadsafe = noted  # type: ignore[assignment]
        for each in told:
            service._tell(loop, *each)
        service._tell(loop, last.set)
        await last.wait()
        loop.call_soon_threadsafe = soon  # type: ignore[method-assign]

    service = Tables(open_store(":memory:"))
    asyncio.run(told(service, (heard.append, "first"), (fails,), (heard.append, "last")))
    assert (heard, len(wakes), faults) == (["first", "last"], 1, ["a fault of ours"])
    asyncio.run(told(service, (heard.append, "in another loop")))
    assert (heard[2:], len(wakes)) == (["in another loop"], 2)


class FullDisk:
    """A store whose disk is full until it is told otherwise."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.full = False

    def submit(self, batch: Batch, answered: Answered) -> None:
        if self.full:
            answered(StoreFull("The disk is full and nothing was stored; free some space and repeat."))
        else:
            self._store.submit(batch, answered)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def test_failed_append_leaves_the_table_as_it_was_and_going_on_works() -> None:
    async def evening() -> None:
        store: Any = FullDisk(open_store(":memory:"))
        service = Tables(store)
        opened = await opened_table(service)
        await do(service, opened, "make", name="Vex")
        stood, head = canonical(standing(opened.table)), opened.head
        store.full = True
        with pytest.raises(StoreFull):
            await do(service, opened, "edit", where="c1", values={"momentum": 5})
        assert (canonical(standing(opened.table)), opened.head) == (stood, head)
        store.full = False
        await do(service, opened, "edit", where="c1", values={"momentum": 5})
        assert opened.table.characters["c1"].values["momentum"] == 5

    asyncio.run(evening())


def test_two_services_on_one_store_agree_after_conflicts() -> None:
    async def evening() -> None:
        store = open_store(":memory:")
        one, other = Tables(store), Tables(store)
        here = await opened_table(one)
        other.start()
        there = await other.opened(here.id)
        assert there is not None
        places = ((one, here), (other, there))
        await asyncio.gather(*(do(*places[number % 2], "note", text=f"{number}") for number in range(30)))
        await one.refresh(here)
        await other.refresh(there)
        assert here.head == there.head
        assert canonical(standing(here.table)) == canonical(standing(there.table))
        texts = [json.loads(entry.body).get("text") for entry in store.read(here.id)]
        assert sorted(text for text in texts if text) == sorted(str(place) for place in range(30))

    asyncio.run(evening())


class SlowHeads:
    """A store whose answer to how far a log has come is under way until it is let go."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.asked, self.let_go = threading.Event(), threading.Event()
        self.let_go.set()

    def head(self, log: str) -> Head:
        stands = self._store.head(log)
        self.asked.set()
        self.let_go.wait()
        return stands

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def test_log_that_grows_while_someone_reads_was_not_set_back() -> None:
    """Else whoever looks while another acts would show everyone out."""

    async def evening() -> None:
        store: Any = SlowHeads(open_store(":memory:"))
        service = Tables(store)
        opened = await opened_table(service)
        store.asked.clear()
        store.let_go.clear()
        reading = asyncio.ensure_future(service.refresh(opened))
        await asyncio.to_thread(store.asked.wait)
        await do(service, opened, "make", name="Vex")
        store.let_go.set()
        await reading
        assert not opened.removed
        assert service.open_count == 1

    asyncio.run(evening())


def test_secret_roll_is_known_to_another_service_at_once() -> None:
    """Without being woken: who reads, or asks for what is refused here, looks."""

    async def evening() -> None:
        store = open_store(":memory:")
        one, other, third = Tables(store), Tables(store), Tables(store)
        here = await opened_table(one, "in-the-dark")
        there, elsewhere = await other.opened(here.id), await third.opened(here.id)
        assert there is not None
        assert elsewhere is not None
        await do(one, here, "secret_roll", move="fortune", inputs={"dice": 1})
        await other.refresh(there)
        assert len(there.secrets) == 1
        await do(third, elsewhere, "reveal", secret=1)

    asyncio.run(evening())


def test_tables_where_someone_acts_are_opened_before_those_where_phones_come_back() -> None:
    begun: list[str] = []

    async def come_back() -> None:
        may_end = asyncio.Event()

        async def load(table: str) -> None:
            begun.append(table)
            await may_end.wait()

        openings = Openings(load)
        phones = [asyncio.ensure_future(openings.opened(f"t{number}", acts=False)) for number in range(5)]
        await asyncio.sleep(0)
        acting = [asyncio.ensure_future(openings.opened(table, acts=True)) for table in ("t4", "other", "t0")]
        await asyncio.sleep(0)
        assert begun == ["t0", "t1"]
        may_end.set()
        await asyncio.gather(*phones, *acting)

    asyncio.run(come_back())
    assert begun == ["t0", "t1", "t4", "other", "t2", "t3"]


def test_a_table_that_cannot_be_opened_is_told_to_all_who_wait_and_tried_again() -> None:
    tried: list[str] = []

    async def ask_twice() -> None:
        async def load(table: str) -> None:
            tried.append(table)
            raise StoreUnavailable("The store is away.")

        openings = Openings(load)
        for _ in range(2):
            told = await asyncio.gather(*(openings.opened("t", acts=True) for _ in range(3)), return_exceptions=True)
            assert [str(each) for each in told] == ["The store is away."] * 3

    asyncio.run(ask_twice())
    assert tried == ["t", "t"]


def test_refused_request_says_why_and_appends_nothing() -> None:
    async def evening() -> None:
        service = Tables(open_store(":memory:"))
        opened = await opened_table(service)
        before = opened.head
        with pytest.raises(ActionrollError, match="no such roll"):
            await do(service, opened, "throw", roll=99)
        assert opened.head == before

    asyncio.run(evening())


def test_link_to_a_seat_opens_for_a_day() -> None:
    async def days() -> None:
        now = [1_000_000]
        service = Tables(open_store(":memory:"), Entropy(seconds=lambda: now[0]))
        opened = await opened_table(service)
        made = await do(service, opened, "seat_link", seat="s1")
        secret = derived("key", bytes.fromhex(made["salt"]), "link seat")
        now[0] += SEAT_LINK_SECONDS - 1
        assert (await entrance.look(service, opened.id, secret))["seat"] == "s1"
        now[0] += 1
        with pytest.raises(entrance.WrongLink):
            await entrance.enter(service, opened.id, secret, "another key of its own", b"digest")

    asyncio.run(days())


def test_a_code_opens_for_ten_minutes_however_it_is_typed() -> None:
    async def minutes() -> None:
        now = [1_000_000]
        service = Tables(open_store(":memory:"), Entropy(seconds=lambda: now[0]))
        opened = await opened_table(service)
        made = await do(service, opened, "show_code")
        code = code_of(derived("key", bytes.fromhex(made["salt"]), "code"))
        assert made["code"] is True  # the store keeps no code
        now[0] += CODE_SECONDS - 1
        found = await entrance.find(service, f"{code[:3]} {code[3:]}".upper())
        assert found["table"] == opened.id
        assert (await entrance.look(service, opened.id, found["secret"]))["role"] == "player"
        now[0] += 1
        with pytest.raises(entrance.WrongCode):
            await entrance.find(service, code)
        with pytest.raises(entrance.WrongLink):
            await entrance.look(service, opened.id, found["secret"])
        made = await do(service, opened, "show_code")
        again = code_of(derived("key", bytes.fromhex(made["salt"]), "code"))
        await do(service, opened, "renew_links")
        with pytest.raises(entrance.WrongCode):
            await entrance.find(service, again)

    asyncio.run(minutes())


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
    ],
)
def test_household_counts_as_one_address(one: str, other: str, same: bool) -> None:
    assert (one_address(one) == one_address(other)) is same


class Watched:
    """A store that notes whether anyone waits for it on the event loop, where everyone else would wait too."""

    def __init__(self, store: Store) -> None:
        self._store, self._loop = store, threading.get_ident()
        self.waited: list[str] = []

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self._store, name)

        def noted(*how: Any) -> Any:
            if name not in ("submit", "subscribe") and threading.get_ident() == self._loop:
                self.waited.append(name)
            return asked(*how)

        return noted


async def reply_of(app: App, path: str, token: str) -> tuple[int, Watched]:
    """The status of a reply, without a network; and what the store noted."""
    watched: Any = Watched(app.service.tables.store)
    app.service.tables.store = watched
    headers = [(b"host", b"localhost"), (b"authorization", f"Bearer {token}".encode())]
    scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "query_string": b"", "scheme": "http"}
    sent: list[Any] = []
    sent_all = asyncio.Event()

    async def receive() -> Any:
        if sent_all.is_set():
            await asyncio.Event().wait()  # the asker stays, and sends nothing more
        sent_all.set()
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    app.service.tables.store = watched._store
    return sent[0]["status"], watched


@pytest.mark.parametrize("what", ["", "/log", "/sheets/c1", "/statistics", "/export", "/rolls/4", "/healthz"])
def test_nobody_waits_for_the_store_on_the_event_loop(what: str) -> None:
    async def asked() -> tuple[int, Watched]:
        app = App(Settings(":memory:"))
        service = app.service.tables
        opened, token = await opened_with_token(service)
        await do(service, opened, "make", name="Vex", seat="")
        await do(service, opened, "declare", character="c1", trait="edge")
        place = what if what == "/healthz" else f"/api/tables/{opened.id}{what}"
        replied = await reply_of(app, place, token)
        await app.service.answers.close()
        return replied

    status, watched = asyncio.run(asked())
    assert (status, watched.waited) == (200, [])
