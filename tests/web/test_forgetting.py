"""Old keys are forgotten by a server that runs, and a store that fails meanwhile does not end it."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from actionroll.store import Append, Batch, Key, StoreBusy, open_store
from actionroll.store.protocol import DAY
from actionroll.web import Settings, app
from actionroll.web.app import App, forget_now_and_then
from tests.waiting_for import wait_for


def test_a_server_forgets_keys_of_last_year(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tables.db"
    store = open_store(path)
    with monkeypatch.context() as last_year:
        last_year.setattr("time.time", lambda: 1_700_000_000)
        for number in range(5):
            store.append(Batch((Append("log", number, (b"{}",)),), Key("seat", f"key {number}", b"digest", b"reply")))
    store.append(Batch((Append("log", 5, (b"{}",)),), Key("seat", "new key", b"digest", b"reply")))
    store.close()
    monkeypatch.setattr(app, "REMEMBERED_AT_LEAST", 2)
    asyncio.run(_served_until(Settings(str(path)), lambda: _keys(path) == ["key 4", "new key"]))


async def _served_until(settings: Settings, condition: Callable[[], bool]) -> None:
    served = App(settings)
    async with served.router.lifespan_context(served):
        await asyncio.to_thread(wait_for, condition)


def _keys(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    found = [key for (key,) in connection.execute("SELECT key FROM replies ORDER BY id")]
    connection.close()
    return found


def test_a_store_that_is_busy_is_asked_again() -> None:
    asked: list[tuple[int, int]] = []

    class Busy:
        def forget_keys(self, older_than: int, keep: int) -> int:
            asked.append((older_than, keep))
            if len(asked) == 1:
                raise StoreBusy("Another program holds the store.")
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(forget_now_and_then(Busy(), every_seconds=0))  # type: ignore[arg-type]
    assert len(asked) == 2
    assert all(older_than >= DAY for older_than, _ in asked)
