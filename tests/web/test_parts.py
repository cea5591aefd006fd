"""Phones take part in the dice of a served table: who listens is asked, and who sleeps holds up nothing."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

from actionroll.ledger import verify
from actionroll.store import open_store
from actionroll.table.fairness import promise_of
from actionroll.web import tables
from actionroll.web.open_table import Listener, OpenTable
from actionroll.web.tables import Tables
from tests.server import NewTable, SeatAt
from tests.web.test_service import do, opened_table


def promises(seat: SeatAt, many: int = 3) -> None:
    parts = [f"{seat.seat} {place}" for place in range(many)]
    seat.do("commit", commitments=[promise_of(seat.table, seat.seat, part) for part in parts])


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
    table.gm.do("contribute", roll=roll, part="s1 0")
    table.player.do("contribute", roll=roll, part="s2 0")
    assert "missing" not in heard(player, roll)
    roll = declared(table)
    table.player.do("throw", roll=roll)
    table.gm.do("contribute", roll=roll, part="s1 1")
    assert heard(player, roll)["missing"] == ["s2"], "the dice wait for nobody who sleeps"
    table.gm.do("end")
    verdict = verify(table.player.export().splitlines(keepends=True))
    assert (verdict.parts, verdict.missing, verdict.unrevealed) == (3, 1, 0)


def test_who_throws_twice_leaves_no_phone_less_time(table: NewTable) -> None:
    """A roller who throws again at once would have dice without the parts of others."""
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
        assert seat.do("contribute", roll=roll, part=f"{seat.seat} 0")["entries"]
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
        async with asyncio.timeout(10 * tables.PARTS_SECONDS):
            changed = asyncio.Event()
            found.waiting.add(changed)
            while not found.table.live[roll].taken:
                changed.clear()
                await changed.wait()
        return [json.loads(entry.body)["kind"] for entry in store.read(opened.id)]

    assert asyncio.run(evening())[-2:] == ["called", "thrown"]


class Held(Tables):
    """Lets no dice fall by itself."""

    async def _let_fall(self, opened: OpenTable, roll: int) -> None:
        pass


def test_a_part_wakes_nobody_by_itself_here_or_elsewhere() -> None:
    """Each phone would else be told of each other's part at once, five times five for one throw."""

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
        await do(service, opened, "contribute", roll=roll, part="mine")
        await other.look(elsewhere)
        told = [each.wake.is_set() for each in listeners]
        await Tables._let_fall(service, opened, roll)
        await other.look(elsewhere)
        return told, [each.wake.is_set() for each in listeners]

    assert asyncio.run(evening()) == ([False, False], [True, True])
