"""Phones take part in the dice of a served table: who listens is asked, and who sleeps holds up nothing."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from actionroll.ledger import verify
from actionroll.store import Batch, Store, StoreBusy, StoreError, StoreFull, StoreUnavailable, open_store
from actionroll.store.protocol import Answered
from actionroll.table.fairness import promise_of
from actionroll.web import tables
from actionroll.web.open_table import Listener, OpenTable
from actionroll.web.tables import Tables
from tests.server import NewTable, SeatAt
from tests.web.test_service import do, opened_table


def promises(seat: SeatAt, many: int = 3) -> None:
    contributions = [f"{seat.seat} {place}" for place in range(many)]
    seat.do("commit", commitments=[promise_of(seat.table, seat.seat, contribution) for contribution in contributions])


def declared(table: NewTable) -> int:
    return int(table.player.do("declare", character="c1", move="fortune", inputs={"dice": 2})["number"])


def heard(told: Iterator[Any], roll: int) -> dict[str, Any]:
    """The throw of a roll, as the feed tells it."""
    entries = (each["entry"] for each in told)
    found: dict[str, Any] = next(each for each in entries if each["kind"] == "thrown" and each["roll"] == roll)
    return found


def test_phones_that_listen_take_part_in_the_dice(table: NewTable) -> None:
    table.player.do("make", name="Fox")
    gm, player = table.gm.feed(0), table.player.feed(0).entries()
    for seat in (table.gm, table.player, table.other):
        promises(seat)
    assert next(told for kind, _, told in gm.events() if kind == "here" and "s2" in told["seats"])
    roll = declared(table)
    called = table.player.do("throw", roll=roll, nonce="n")
    assert [each["entry"]["kind"] for each in called["entries"]] == ["called"]
    assert (called["rolls"][0]["falling"], sorted(called["rolls"][0]["phones"])) == (True, ["s1", "s2"])
    table.gm.do("contribute", roll=roll, contribution="s1 0")
    table.player.do("contribute", roll=roll, contribution="s2 0")
    assert "missing" not in heard(player, roll)
    roll = declared(table)
    table.player.do("throw", roll=roll)
    table.gm.do("contribute", roll=roll, contribution="s1 1")
    assert heard(player, roll)["missing"] == ["s2"], "the dice wait for nobody who sleeps"
    table.gm.do("end")
    verdict = verify(table.player.export().splitlines(keepends=True))
    assert (verdict.contributions, verdict.missing, verdict.unrevealed) == (3, 1, 0)


def test_who_throws_twice_leaves_no_phone_less_time(table: NewTable) -> None:
    """A roller who throws again at once would have dice without the contributions of others."""
    table.player.do("make", name="Fox")
    gm, player = table.gm.feed(0), table.player.feed(0).entries()
    for seat in (table.gm, table.player):
        promises(seat)
    assert next(told for kind, _, told in gm.events() if kind == "here" and "s2" in told["seats"])
    roll = declared(table)
    table.player.do("throw", roll=roll, nonce="n")
    assert table.player.do("throw", roll=roll, nonce="m")["entries"] == []
    assert table.gm.do("throw", roll=roll)["entries"] == []
    assert table.player.try_to("throw", roll=roll, dice=[6, 6]).status == 422
    for seat in (table.gm, table.player):
        assert seat.do("contribute", roll=roll, contribution=f"{seat.seat} 0")["entries"]
    fell = heard(player, roll)
    assert (fell["by"], fell["nonce"], "missing" in fell) == ("s2", "n", False)


def test_dice_fall_although_the_process_that_was_asked_for_them_is_lost() -> None:
    async def evening() -> list[str]:
        store = open_store(":memory:")
        service, other = Tables(store), Tables(store)
        opened = await opened_table(service, "in-the-dark")
        opened.here["s1"] = 1
        await do(service, opened, "make", name="Vex")
        await do(service, opened, "commit", commitments=[promise_of(opened.id, "s1", "mine")])
        asked = {"character": "c1", "move": "fortune", "inputs": {"dice": 1}}
        roll = (await do(service, opened, "declare", **asked))["number"]
        found = await other.opened(opened.id)
        assert found is not None
        await do(service, opened, "throw", roll=roll)
        service.stop()
        await other.look(found)
        async with asyncio.timeout(10 * tables.ANOTHERS_SECONDS):
            changed = asyncio.Event()
            found.waiting.add(changed)
            while not found.table.live[roll].taken:
                changed.clear()
                await changed.wait()
        other.stop()
        return [json.loads(entry.body)["kind"] for entry in store.read(opened.id)]

    assert asyncio.run(evening())[-2:] == ["called", "thrown"]


def test_dice_that_were_called_for_fall_after_a_restart() -> None:
    async def evening() -> list[str]:
        store = open_store(":memory:")
        service = Tables(store)
        opened = await opened_table(service, "in-the-dark")
        opened.here["s1"] = 1
        await do(service, opened, "make", name="Vex")
        await do(service, opened, "commit", commitments=[promise_of(opened.id, "s1", "mine")])
        asked = {"character": "c1", "move": "fortune", "inputs": {"dice": 1}}
        roll = (await do(service, opened, "declare", **asked))["number"]
        await do(service, opened, "throw", roll=roll)
        service.stop()
        again = Tables(store)
        found = await again.opened(opened.id)
        assert found is not None
        async with asyncio.timeout(10 * tables.CONTRIBUTIONS_SECONDS):
            changed = asyncio.Event()
            found.waiting.add(changed)
            while not found.table.live[roll].taken:
                changed.clear()
                await changed.wait()
        return [json.loads(entry.body)["kind"] for entry in store.read(opened.id)]

    assert asyncio.run(evening())[-2:] == ["called", "thrown"]


class NoDice:
    """A store that refuses the next dice, once for each error it is given."""

    def __init__(self, store: Store, *errors: StoreError) -> None:
        self._store = store
        self.errors, self.refused, self.refused_often = list(errors), 0, asyncio.Event()

    def submit(self, batch: Batch, answered: Answered) -> None:
        if self.errors and any(b'"kind":"thrown"' in body for each in batch.appends for body in each.bodies):
            self.refused += 1
            if self.refused == 10:
                self.refused_often.set()
            answered(self.errors.pop(0))
        else:
            self._store.submit(batch, answered)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


BUSY, FULL, AWAY = StoreBusy("Others hold it."), StoreFull("The disk is full."), StoreUnavailable("It is away.")


async def called_for(service: Tables) -> tuple[OpenTable, int]:
    """A roll whose dice were called for, at a table where a phone is asked for its contribution."""
    opened = await opened_table(service, "in-the-dark")
    opened.here["s1"] = 1
    await do(service, opened, "make", name="Vex")
    await do(service, opened, "commit", commitments=[promise_of(opened.id, "s1", "mine")])
    asked = {"character": "c1", "move": "fortune", "inputs": {"dice": 1}}
    roll = (await do(service, opened, "declare", **asked))["number"]
    await do(service, opened, "throw", roll=roll)
    return opened, roll


def quick(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let pauses take no time; they are noted."""
    pauses, real = list[float](), asyncio.sleep

    async def noted(seconds: float) -> None:
        if seconds <= tables.LONGEST_PAUSE:
            pauses.append(seconds)
        await real(0 if seconds <= tables.LONGEST_PAUSE else seconds)

    monkeypatch.setattr(tables, "CONTRIBUTIONS_SECONDS", 0)
    monkeypatch.setattr(tables, "CLOSE_SECONDS", 2 * tables.LONGEST_PAUSE)
    monkeypatch.setattr("asyncio.sleep", noted)
    return pauses


def test_dice_that_a_store_would_not_take_fall_once_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the roll would wait for ever, and whoever withdraws it would seem to give up."""
    pauses = quick(monkeypatch)

    async def evening() -> list[str]:
        store: Any = NoDice(open_store(":memory:"), BUSY, FULL, AWAY)
        service = Tables(store)
        opened, roll = await called_for(service)
        changed = asyncio.Event()
        opened.waiting.add(changed)
        async with asyncio.timeout(10):
            while not opened.table.live[roll].taken:
                changed.clear()
                await changed.wait()
        service.stop()
        return [json.loads(entry.body)["kind"] for entry in store.read(opened.id)]

    assert asyncio.run(evening())[-2:] == ["called", "thrown"]
    assert pauses == [0.5, 1, 2]


@pytest.mark.parametrize("how", ["withdrawn", "removed"])
def test_dice_that_nobody_waits_for_are_not_tried_again(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    pauses = quick(monkeypatch)

    async def evening() -> None:
        store: Any = NoDice(open_store(":memory:"), *[FULL] * 1000)
        service = Tables(store)
        opened, roll = await called_for(service)
        async with asyncio.timeout(10):
            await store.refused_often.wait()
            [falling] = [task for task in service._tasks if "_let_fall" in str(task.get_coro())]
            if how == "withdrawn":
                await do(service, opened, "withdraw", roll=roll)
            else:
                await service.remove(opened)
            await asyncio.wait([falling])
        service.stop()

    asyncio.run(evening())
    assert (pauses[0], max(pauses)) == (tables.AGAIN_SECONDS, tables.LONGEST_PAUSE)


class Unread:
    """A store that can be read only after so many errors, once something was appended."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.errors = list[StoreError]()

    def read(self, *asked: Any) -> Any:
        if self.errors:
            raise self.errors.pop(0)
        return self._store.read(*asked)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def test_phones_hear_what_another_process_did_once_the_store_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else they would hear of it only when somebody does one thing more."""
    pauses = quick(monkeypatch)

    async def evening() -> bool:
        store = open_store(":memory:")
        away: Any = Unread(store)
        service, other = Tables(store), Tables(away)
        opened = await opened_table(service, "in-the-dark")
        other.start()
        elsewhere = await other.opened(opened.id)
        assert elsewhere
        listener = Listener(next(iter(elsewhere.access.values())))
        elsewhere.come(listener)
        listener.wake.clear()
        away.errors = [BUSY, AWAY]
        await do(service, opened, "make", name="Vex")
        async with asyncio.timeout(10):
            await listener.wake.wait()
        other.stop()
        service.stop()
        return elsewhere.head == opened.head

    assert asyncio.run(evening())
    assert pauses == [0.5, 1]


def test_what_is_appended_while_others_are_read_is_read_too() -> None:
    """A wake that comes between the reading and its end is not forgotten."""

    async def evening() -> bool:
        store = open_store(":memory:")
        service, other = Tables(store), Tables(store)
        opened = await opened_table(service, "in-the-dark")
        elsewhere = await other.opened(opened.id)
        assert elsewhere
        await do(service, opened, "make", name="Vex")
        looks = asyncio.ensure_future(other.look(elsewhere))
        await asyncio.sleep(0)
        elsewhere.known = opened.head.number + 1
        await looks
        return elsewhere.behind

    assert asyncio.run(evening())


class Held(Tables):
    """Lets no dice fall by itself."""

    async def _let_fall(self, opened: OpenTable, roll: int) -> None:
        pass


def test_a_part_wakes_nobody_by_itself_here_or_elsewhere() -> None:
    """Each phone would else be told of each other's contribution at once, five times five for one throw."""

    async def evening() -> tuple[list[bool], list[bool]]:
        store = open_store(":memory:")
        service, other = Held(store), Tables(store)
        opened = await opened_table(service, "in-the-dark")
        opened.here["s1"] = opened.here["s2"] = 1
        await do(service, opened, "make", name="Vex")
        await do(service, opened, "commit", commitments=[promise_of(opened.id, "s1", "mine")])
        roll = opened.table.number + 1
        await do(service, opened, "declare", character="c1", move="fortune", inputs={"dice": 1})
        await do(service, opened, "throw", roll=roll)
        elsewhere = await other.opened(opened.id)
        assert elsewhere
        listeners = [Listener(next(iter(opened.access.values()))) for _ in range(2)]
        opened.come(listeners[0])
        elsewhere.come(listeners[1])
        for each in listeners:
            each.wake.clear()
        await do(service, opened, "contribute", roll=roll, contribution="mine")
        await other.look(elsewhere)
        told = [each.wake.is_set() for each in listeners]
        await Tables._let_fall(service, opened, roll)
        await other.look(elsewhere)
        return told, [each.wake.is_set() for each in listeners]

    assert asyncio.run(evening()) == ([False, False], [True, True])
