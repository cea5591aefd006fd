"""Backups taken under load are whole and a prefix of what follows; they restore into either backend."""

from collections.abc import Callable
from pathlib import Path

import pytest

from actionroll.errors import ActionrollError
from actionroll.store import Append, Batch, Key, Seed, Store, StoreRefused, TableRow, open_store, restore
from tests.counts import count
from tests.crash.appender import append_on, check_kept
from tests.crash.victim import Victim

BACKENDS = ["sqlite", "postgresql"]


@pytest.fixture
def addresses(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str, str], str]:
    def address(backend: str, name: str) -> str:
        server = backend == "postgresql"
        return str(request.getfixturevalue("postgres").database()) if server else str(tmp_path / name)

    return address


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
def test_a_backup_under_load_is_a_whole_prefix(
    addresses: Callable[[str, str], str], backend: str, tmp_path: Path
) -> None:
    address = addresses(backend, "tables.db")
    victim = Victim(append_on, address, "run", 8)
    victim.wait_for("ack", 1)
    store = open_store(address)
    copies = [tmp_path / f"copy {number}.db" for number in range(count(5, 20))]
    told_before = []
    for number, copy in enumerate(copies):
        victim.wait_for("ack", 10 * number)
        told_before.append([message for message in list(victim.heard) if message[0] == "ack"])
        store.backup(copy)
    victim.kill()
    for copy, told in zip(copies, told_before, strict=True):
        backup = open_store(copy)
        check_kept(backup, told)
        assert all(store.verify([head]) == () for head in backup.heads())
        backup.close()
    store.close()


def filled(address: str) -> Store:
    store = open_store(address)
    for number in range(4):
        bodies = (b"%d" % number,)
        rows = (TableRow(f"t{number}", "starforged", "Iron", 7), Seed("t1", "open", number, b"s", revealed=True))
        store.append(
            Batch(
                (Append("t1/open", number, bodies), Append("t1/secret", number, bodies)),
                Key("s", bodies[0].hex(), b"d"),
                rows,
            )
        )
    return store


@pytest.mark.parametrize("source", BACKENDS)
@pytest.mark.parametrize("target", BACKENDS)
def test_a_backup_restores_into_either_backend(
    addresses: Callable[[str, str], str], source: str, target: str, tmp_path: Path
) -> None:
    store, address = filled(addresses(source, "tables.db")), addresses(target, "restored.db")
    store.backup(tmp_path / "copy.db")
    restore(tmp_path / "copy.db", address)
    restored = open_store(address)
    assert (restored.heads(), restored.tables()) == (store.heads(), store.tables())
    assert restored.seeds("t1") == store.seeds("t1")
    assert restored.read("t1/open") == store.read("t1/open")
    assert restored.find_reply("s", b"2".hex(), b"d") == store.find_reply("s", b"2".hex(), b"d")
    assert restored.verify(store.heads()) == ()
    assert restored.append(Batch((Append("t1/open", 4, (b"5",)),))).heads[0].number == 5
    with pytest.raises(StoreRefused, match="not empty"):
        restore(tmp_path / "copy.db", address)
    restored.close()
    store.close()


def test_restoring_nothing_or_into_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ActionrollError, match="no backup"):
        restore(tmp_path / "none.db", tmp_path / "tables.db")
    filled(str(tmp_path / "tables.db")).close()
    with pytest.raises(StoreRefused):
        restore(tmp_path / "tables.db", ":memory:")
    (tmp_path / "text").write_text("no backup at all " * 50)
    with pytest.raises(ActionrollError):
        restore(tmp_path / "text", tmp_path / "new.db")
