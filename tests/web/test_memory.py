"""Memory of a long evening: tables that nobody uses are closed, by time and by bytes, and leave next to nothing."""

import asyncio
import gc
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from actionroll.store import Key, open_store
from actionroll.web import entrance, tables
from actionroll.web.access import Entropy
from actionroll.web.app import LITTLE, LONGEST_UNTIDY, TIDY_SECONDS, YOUNG, Tidying, collect_seldom
from actionroll.web.draft import Wanted
from actionroll.web.open_table import BYTES, Listener, OpenTable
from actionroll.web.operations import wanted
from actionroll.web.tables import UNUSED_SECONDS, Tables
from tests.counts import count

FORTUNE = {"character": "c1", "move": "fortune", "inputs": {"dice": 2}}


class Clock:
    """A time that stands still until it is moved."""

    now = 1_000_000

    def seconds(self) -> int:
        return self.now


async def another(service: Tables, key: str) -> OpenTable:
    asked = {"game": "in-the-dark", "name": "Long", "nickname": "Gem", "with_gm": False}
    made = json.loads(await entrance.create(service, asked, f"a key of some length {key}", "here", b"digest"))
    opened = await service.opened(made["table"])
    assert opened is not None
    return opened


async def do(service: Tables, opened: OpenTable, operation: str, **body: Any) -> None:
    def now() -> Wanted:
        return wanted(opened, opened.table.seats["s1"], operation, body, "key", service.entropy)

    await service.commit(opened, now, Key(f"{opened.id}/s1", f"{operation} {opened.head.number}", b"digest"))


def listener(opened: OpenTable) -> Listener:
    secret = next(each for each in opened.access.values() if each.seat == "s1")
    return Listener(secret)


def test_tables_unused_for_minutes_are_closed_unless_someone_listens() -> None:
    async def evening() -> None:
        clock = Clock()
        service = Tables(open_store(":memory:"), Entropy(seconds=clock.seconds))
        heard, left, used = [await another(service, name) for name in ("heard", "left", "used")]
        heard.come(listener(heard))
        clock.now += UNUSED_SECONDS + 1
        assert await service.opened(used.id) is used
        service.close_unused()
        assert service.open_count == 2
        assert (await service.opened(heard.id), await service.opened(used.id)) == (heard, used)
        again = await service.opened(left.id)
        assert again is not None
        assert again is not left
        assert again.head == left.head

    asyncio.run(evening())


def test_tables_are_closed_by_bytes_the_longest_unused_first(monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        clock = Clock()
        service = Tables(open_store(":memory:"), Entropy(seconds=clock.seconds))
        opened = []
        for name in ("first", "second", "third"):
            clock.now += 1
            opened.append(await another(service, name))
        clock.now += 1
        await service.opened(opened[0].id)
        monkeypatch.setattr(tables, "MOST_BYTES", 5 * BYTES // 2)
        service.close_unused()
        assert service.open_count == 2
        assert service.seated(opened[1].id, "token") is None
        assert await service.opened(opened[0].id) is opened[0]

    asyncio.run(evening())


@pytest.mark.slow
def test_a_long_table_that_is_closed_leaves_next_to_nothing(tmp_path: Path) -> None:
    """Below 1 MB for 10,000 rolls; what is remembered for all tables is the same after the first."""
    rolls = count(400, 10_000)

    async def long_evening(service: Tables, name: str) -> int:
        opened = await another(service, name)
        await do(service, opened, "make", name="Fox")
        heard = listener(opened)
        opened.come(heard)
        for _ in range(rolls):
            await do(service, opened, "roll_at_once", **FORTUNE)
        opened.go(heard)
        return opened.head.number

    async def evenings() -> int:
        clock = Clock()
        service = Tables(open_store(tmp_path / "long.db"), Entropy(seconds=clock.seconds))
        held = []
        for name in ("first", "second"):
            assert await long_evening(service, name) > rolls
            clock.now += UNUSED_SECONDS + 1
            service.close_unused()
            assert service.open_count == 0
            gc.collect()
            held.append(tracemalloc.get_traced_memory()[0])
        service.store.close()
        return held[1] - held[0]

    tracemalloc.start()
    try:
        assert asyncio.run(evenings()) < 1_000_000 * rolls / 10_000
    finally:
        tracemalloc.stop()


def test_nobody_waits_while_garbage_is_looked_for() -> None:
    """Among all that many open tables keep it took up to a second, and none was found: only what is new is seen."""
    before, looked = gc.get_threshold(), []
    most = [0]

    def look(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            looked.append(info["generation"])
            most[0] = max(most[0], len(gc.get_objects(generation=0)))

    collect_seldom()
    gc.callbacks.append(look)
    try:
        kept = [[place] for place in range(100 * YOUNG)]
    finally:
        gc.callbacks.remove(look)
        gc.set_threshold(*before)
        gc.unfreeze()
    assert len(kept) == 100 * YOUNG
    assert set(looked) == {0}
    assert most[0] <= 6_000


def test_garbage_is_looked_for_once_little_is_going_on_and_some_day_in_any_case() -> None:
    clock, busy = [0.0], [0.0]
    tidying = Tidying(lambda: clock[0], lambda: busy[0])

    def after(seconds: float, used: float) -> bool:
        clock[0] += seconds
        busy[0] += used * seconds
        return tidying.is_time()

    assert [after(TIDY_SECONDS, used) for used in (0.5, 0.1, LITTLE / 2, 0.5)] == [False, False, True, False]
    assert not after(LONGEST_UNTIDY - 2 * TIDY_SECONDS, 0.5)
    assert [after(TIDY_SECONDS, 0.5) for _ in range(2)] == [True, False]
