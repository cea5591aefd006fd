"""A server whose database is lost says so, stores nothing more, and ends with its parent; backups come by schedule."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from actionroll.store import open_store
from actionroll.web import Settings
from actionroll.web.app import App
from tests.server import Client, RunningServer, open_table
from tests.waiting_for import wait_for
from tests.web.in_process import Place


@pytest.mark.slow
@pytest.mark.parametrize("how", ["deleted", "moved", "replaced"])
def test_a_lost_database_is_told_and_what_was_acknowledged_is_saved(tmp_path: Path, how: str) -> None:
    path = tmp_path / "tables.db"
    with RunningServer(path) as server:
        table = open_table(server)
        last = table.player.do("note", text="acknowledged")
        if how == "deleted":
            path.unlink()
        else:
            path.rename(tmp_path / "moved.db")
        if how == "replaced":
            path.touch()
        refused = [table.player.try_to("note", text="lost"), Client(server).get("/healthz")]
        assert [reply.status for reply in refused] == [503, 503]
        assert all("saved as" in reply.json["detail"] for reply in refused)
        logged = [json.loads(line) for line in server.stop().splitlines()]
    told = next(line["event"] for line in logged if "it is saved in" in line["event"])
    saved = Path(told.rpartition("it is saved in ")[2])
    store = open_store(saved)
    assert store.verify() == ()
    assert store.head(table.id).hash.hex() == last["hash"]
    store.close()


def test_backups_come_by_schedule_restore_and_verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = replace(Settings(str(tmp_path / "tables.db")), backup_minutes=60, backups_kept=2)
    slept: list[float] = []
    real = asyncio.sleep

    async def at_once(seconds: float) -> None:
        if seconds == 3600:
            slept.append(seconds)
        await real(0.01 if seconds == 3600 else seconds)

    monkeypatch.setattr("asyncio.sleep", at_once)

    async def served() -> None:
        running = App(settings)
        async with running.router.lifespan_context(running):
            await asyncio.to_thread(wait_for, lambda: len(slept) > 5)

    asyncio.run(served())
    kept = sorted(settings.backup_folder.iterdir())
    assert len(kept) == 2
    for each in kept:
        store = open_store(each)
        assert store.verify() == ()
        store.close()


@pytest.mark.slow
def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "actionroll", "serve", "--local", "--port", "0", "--workers", "2"]
    parent = subprocess.Popen([*command, "--database", str(tmp_path / "t.db")], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    place = Place("127.0.0.1", int(parent.stdout.readline().rpartition(":")[2].strip(". \n")))
    wait_for(lambda: _answers(place))
    os.kill(parent.pid, signal.SIGKILL)
    parent.communicate()
    wait_for(lambda: not _answers(place))


def _answers(place: Place) -> bool:
    try:
        return Client(place).get("/healthz").status == 200
    except OSError:
        return False
