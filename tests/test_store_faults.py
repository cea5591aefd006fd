"""Failing disks and servers: no acknowledgement of what is not there, no break, and work goes on when they are back."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from actionroll.store import (
    Append,
    Batch,
    StoreBusy,
    StoreDamaged,
    StoreFull,
    StoreRefused,
    StoreUnavailable,
    open_store,
    sqlite_file,
)
from actionroll.store.postgresql_server import translated
from tests.counts import LONG
from tests.crash.appender import check_kept, check_whole
from tests.crash.faulty import REQUESTS
from tests.crash.victim import Message
from tests.postgres_server import PostgresServer

# How often a thread of the program uses each call on its files: later faults would never happen.
CALLS = {"pwrite64": 54, "fdatasync": 7, "ftruncate": 2, "openat": 6, "unlink": 2}
STEPS = {call: 1 if LONG else max(1, times // 4) for call, times in CALLS.items()}
POINTS = [(call, number) for call, times in CALLS.items() for number in range(1, times + 1, STEPS[call])]


def run_with_fault(path: Path, call: str, error: str, when: str) -> list[Message]:
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed, so no disk can be made to fail")
    watched = [option for end in ("", "-wal", "-shm", "-journal") for option in ("-P", f"{path}{end}")]
    fault = ["-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={when}"]
    program = [sys.executable, "-m", "tests.crash.faulty", str(path)]
    options = ["-f", "-qq", "-o", "/dev/null", *watched, *fault]
    done = subprocess.run(["strace", *options, *program], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return [tuple(line.split("\t")) for line in done.stdout.splitlines()]


def check_afterwards(path: Path, told: list[Message]) -> None:
    store = open_store(path)
    try:
        check_kept(store, [message for message in told if message[0] == "ack"])
        check_whole(store, [message for message in told if message[0] in {"try", "ack"}])
    finally:
        store.close()


@pytest.mark.slow
@pytest.mark.parametrize("error", ["EIO", "ENOSPC"])
@pytest.mark.parametrize(("call", "number"), POINTS if LONG else POINTS[::2])
def test_a_call_fails_once(tmp_path: Path, call: str, number: int, error: str) -> None:
    """Whoever repeats with the same key gets every request through, without a restart."""
    told = run_with_fault(tmp_path / "tables.db", call, error, str(number))
    assert sum(message[0] == "ack" for message in told) == REQUESTS
    check_afterwards(tmp_path / "tables.db", told)


@pytest.mark.slow
@pytest.mark.parametrize(("call", "number"), POINTS if LONG else POINTS[1::2])
def test_a_call_fails_from_then_on(tmp_path: Path, call: str, number: int) -> None:
    told = run_with_fault(tmp_path / "tables.db", call, "EIO" if number % 2 else "ENOSPC", f"{number}+")
    assert told
    check_afterwards(tmp_path / "tables.db", told)


@pytest.mark.slow
def test_a_full_disk_refuses_writes_until_there_is_space(tmp_path: Path) -> None:
    mount = f"mount -t tmpfs -o size=2m none {tmp_path} && exec {sys.executable} -m tests.crash.filler {tmp_path}"
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        pytest.skip("only root can mount a small disk to fill")
    done = subprocess.run(["unshare", "-m", "sh", "-c", mount], capture_output=True, text=True, timeout=60, check=False)
    if "mount" in done.stderr and "denied" in done.stderr:
        pytest.skip("this machine does not let root mount a small disk to fill")
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout.removeprefix("whole after ")) > 20


def test_a_file_held_by_another_program_is_busy_until_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 0.05)
    store, batch = open_store(tmp_path / "tables.db"), Batch((Append("t1/open", 0, (b"1",)),))
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            store.append(batch)
        assert store.head("t1/open").number == 0
    assert store.append(batch).heads[0].number == 1
    store.close()


@pytest.mark.slow
def test_a_log_held_by_another_server_is_busy_until_let_go(postgres: PostgresServer) -> None:
    address = postgres.database()
    store = open_store(address)
    store.append(Batch((Append("t1/open", 0, (b"1",)),)))
    with psycopg.connect(address) as other:
        other.execute("SELECT * FROM logs FOR UPDATE")
        with pytest.raises(StoreBusy):
            store.append(Batch((Append("t1/open", 1, (b"2",)),)))
        other.rollback()
        assert store.append(Batch((Append("t1/open", 1, (b"2",)),))).heads[0].number == 2
    store.close()


def test_a_network_file_system_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "_file_system", lambda _folder: "nfs4")
    with pytest.raises(StoreRefused, match="local disk"):
        open_store(tmp_path / "tables.db")


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
def test_a_server_that_may_forget_is_refused(postgres: PostgresServer, setting: str) -> None:
    address = postgres.database()
    change_setting(address, f"ALTER SYSTEM SET {setting} = off", lambda: shown(address, setting) == "off")
    try:
        with pytest.raises(StoreRefused, match=setting):
            open_store(address)
    finally:
        change_setting(address, f"ALTER SYSTEM RESET {setting}", lambda: shown(address, setting) == "on")
    open_store(address).close()


def test_a_database_that_does_not_wait_for_its_disk_is_refused(postgres: PostgresServer) -> None:
    forgetful = f"{postgres.database()}%20-csynchronous_commit%3Doff"
    with pytest.raises(StoreRefused, match="synchronous_commit"):
        open_store(forgetful)


def shown(address: str, setting: str) -> str:
    with psycopg.connect(address) as connection:
        found = connection.execute(f"SHOW {setting}".encode()).fetchone()
        return str(found and found[0])


def change_setting(address: str, sql: str, done: Callable[[], bool]) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(sql.encode())
        connection.execute("SELECT pg_reload_conf()")
    while not done():
        pass


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (psycopg.errors.DiskFull(), StoreFull),
        (psycopg.errors.LockNotAvailable(), StoreBusy),
        (psycopg.errors.DataCorrupted(), StoreDamaged),
        (psycopg.errors.AdminShutdown("ended"), StoreUnavailable),
    ],
)
def test_a_servers_errors_are_told_in_our_words(error: psycopg.Error, told: type[Exception]) -> None:
    assert type(translated(error)) is told
    assert str(translated(error)).endswith(".")
