"""Stores of every released version open, and a migration happens whole or not at all."""

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
    Conflict,
    Key,
    Store,
    StoreError,
    StoreRefused,
    open_store,
    postgresql_server,
    sqlite_file,
)
from actionroll.store.chain import Statements, scripts
from tests.counts import count
from tests.crash.migrating import SECOND

GOLDEN = Path(__file__).parent / "golden" / "store"
BROKEN: Statements = ("CREATE TABLE notes (note text)", "CREATE TABLE tables (again text)")


def from_golden(version: Path, path: Path) -> Store:
    """A store as that version of the program left it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(version.read_text())
    return open_store(path)


@pytest.mark.parametrize("version", sorted(GOLDEN.glob("*.sql")), ids=lambda path: path.stem)
def test_every_released_version_opens_unchanged(version: Path, tmp_path: Path) -> None:
    store = from_golden(version, tmp_path / "tables.db")
    assert store.verify() == ()
    assert [entry.body for entry in store.read("t1/open")] == [b'{"said":"\xc3\xa4"}', b'{"roll":[4,6,5]}']
    assert store.read("t1/open")[-1].hash.hex() == "24341ddb94394ef667c162c383d4e943f8c929bf5146e42ccfc209b46974414a"
    assert [table.name for table in store.tables()] == ["Iron"]
    assert [secret.role for secret in store.secrets("t1")] == ["gm"]
    assert [seed.revealed for seed in store.seeds("t1")] == [True]
    assert (store.find_reply("t1/ann", "k1", b"d") or pytest.fail("no reply")).reply == b"reply"
    with pytest.raises(Conflict):
        store.append(Batch((Append("t1/open", 0, (b"1",)),), Key("t1/ann", "k2", b"d")))
    store.append(Batch((Append("t1/open", 2, (b"3",)),)))
    assert store.verify() == ()
    store.close()


def test_there_is_a_recording_of_every_version() -> None:
    versions = {f"version-{number}" for number in range(1, len(scripts("sqlite")) + 1)}
    assert versions == {path.stem for path in GOLDEN.glob("*.sql")}
    assert len(scripts("sqlite")) == len(scripts("postgresql"))


Prepare = Callable[[tuple[Statements, ...]], None]
Ask = Callable[[str], list[tuple[object, ...]]]


@pytest.fixture(params=["sqlite", "postgresql"])
def schema(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Prepare, Ask]:
    """How to bring one store to a list of versions, and how to look into it."""
    if request.param == "sqlite":
        path = tmp_path / "tables.db"

        def ask_file(sql: str) -> list[tuple[object, ...]]:
            with closing(sqlite3.connect(path)) as connection:
                return connection.execute(sql).fetchall()

        return lambda versions: sqlite_file.prepare(path, versions), ask_file
    address = request.getfixturevalue("postgres").database()

    def ask_server(sql: str) -> list[tuple[object, ...]]:
        with psycopg.connect(address) as connection:
            return connection.execute(sql.encode()).fetchall()

    return lambda versions: postgresql_server.prepare(address, versions), ask_server


def test_a_store_goes_forward_once(schema: tuple[Prepare, Ask], request: pytest.FixtureRequest) -> None:
    prepare, ask = schema
    first = scripts(request.node.callspec.params["schema"])
    for versions in (first, (*first, SECOND), (*first, SECOND)):
        prepare(versions)
    assert ask("SELECT version FROM schema_version") == [(len(first) + 1,)]
    assert ask("SELECT count(*) FROM notes") == [(0,)]
    with pytest.raises(StoreRefused, match="update the program"):
        prepare(first)


def test_a_migration_that_fails_changes_nothing(schema: tuple[Prepare, Ask], request: pytest.FixtureRequest) -> None:
    prepare, ask = schema
    first = scripts(request.node.callspec.params["schema"])
    prepare(first)
    with pytest.raises(StoreError):
        prepare((*first, SECOND, BROKEN))
    assert ask("SELECT version FROM schema_version") == [(len(first),)]
    with pytest.raises((sqlite3.Error, psycopg.Error)):
        ask("SELECT * FROM notes")


@pytest.mark.slow
@pytest.mark.parametrize("call", ["pwrite64", "fdatasync"])
def test_a_migration_killed_at_any_call_is_whole_or_absent(tmp_path: Path, call: str) -> None:
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed, so no exact moment can be chosen")
    seen = set()
    for number in (*range(1, count(8, 30)), 999):
        path = tmp_path / f"{number}.db"
        from_golden(GOLDEN / "version-1.sql", path).close()
        watched = [option for end in ("", "-wal", "-shm", "-journal") for option in ("-P", f"{path}{end}")]
        kill = ["-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}"]
        program = [sys.executable, "-m", "tests.crash.migrating", str(path)]
        subprocess.run(["strace", *kill, *watched, *program], capture_output=True, timeout=120, check=False)
        seen.add(state(path))
    released = len(scripts("sqlite"))
    assert seen == {(released, False, False), (released + 1, True, True)}


def state(path: Path) -> tuple[int, bool, bool]:
    """The version, whether the new column is there, and whether all new rows are."""
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("SELECT version FROM schema_version").fetchone()
        columns = [row[1] for row in connection.execute("PRAGMA table_info(tables)")]
        notes = connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'notes'").fetchone()
        filled = bool(notes) and connection.execute("SELECT count(*) FROM notes").fetchone() == (3,)
        return int(version), "colour" in columns, filled
