"""The commands around tables: serve's options, verify, backup, links and import, one sentence for what is wrong."""

import json
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from actionroll.store import open_store
from actionroll.web.access import hashed
from tests import command_line
from tests.command_line import Ran, is_refused
from tests.random_evening import Evening, evening

COMMAND = [sys.executable, "-m", "actionroll"]


def run(*words: str | Path) -> Ran:
    return command_line.run(*map(str, words))


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Evening = evening("starforged", 40)
    made.end()
    file = tmp_path_factory.mktemp("log") / "table.jsonl"
    file.write_bytes(b"".join(made.lines()))
    return file


def test_verify_tells_what_is_right_and_what_is_wrong(log: Path, tmp_path: Path) -> None:
    done = run("verify", log)
    assert done.status == 0
    assert "in one chain" in done.out
    assert "played again under the rules" in done.out
    receipt = re.search(r"Receipt: (\d+:[0-9a-f]{64})", done.out)
    assert receipt
    assert run("verify", log, "--receipt", receipt[1]).status == 0
    number, _, sha = receipt[1].partition(":")
    assert run("verify", log, "--receipt", f"{number}:{sha[:4]} {sha[4:40]}").status == 0
    assert run("verify", log, "--receipt", f"5:{'0' * 64}").status == 2
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(log.read_bytes().replace(b'"Seat 2"', b'"Seat 3"', 1))
    wrong = run("verify", changed)
    assert (wrong.status, wrong.out) == (2, "")
    assert wrong.err.startswith("actionroll: Entry 3 is wrong: its hash")


@pytest.mark.parametrize(
    "words",
    [
        ("verify",),
        ("verify", "no such file"),
        ("verify", "x", "--receipt", "nonsense"),
        ("verify", "x", "--receipt", "5:9f3c"),
        ("verify", "x", "--receipt", f"5:{'9f3c' * 6}"),
        ("backup",),
        ("backup", "copy.db", "--database", "no such store"),
        ("import", "no such file"),
        ("links", "--database", "no such store"),
        ("serve", "--port", "seventy"),
        ("serve", "--port", "70000"),
        ("serve", "--workers", "-1"),
        ("serve", "--workers", "0"),
        ("serve", "--port", "0", "--database", "."),
        ("backup", "copy.db", "--database", "a" * 5000),
        ("backup", "copy.db", "--database", "no\nstore"),
        ("serve", "--public-url", "dice.example.org"),
        ("serve", "--trusted-proxy", "proxy.example.org"),
        ("serve", "--limit", "rolls_per_second"),
        ("serve", "--limit", "wishes=3"),
        ("serve", "--host", "192.0.2.1"),
    ],
)
def test_wrong_words_get_one_sentence(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert is_refused(done := run(*words)), done
    assert re.fullmatch(r"actionroll: [^\n]+\.\n", done.err), done.err


def test_wrong_words_get_one_sentence_of_a_process_too(tmp_path: Path) -> None:
    words = ("serve", "--port", "0", "--database", ".")
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, check=False, timeout=60, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, ""), done
    assert re.fullmatch(r"actionroll: [^\n]+\.\n", done.stderr), done.stderr


def test_import_backup_and_restore(log: Path, tmp_path: Path) -> None:
    store, copy, again = tmp_path / "tables.db", tmp_path / "copy.db", tmp_path / "again.db"
    taken = run("import", log, "--database", store)
    assert taken.status == 0
    assert re.search(r"gm +/t/evening#[\w-]{22}\n", taken.out)
    assert run("import", log, "--database", store).status == 2
    assert re.search(r"gm +/t/evening#[\w-]{22}\n", run("links", "evening", "--database", store).out)
    assert "`actionroll links` lists them" in run("links", "morning", "--database", store).err
    assert "whole and verified" in run("backup", copy, "--database", store).out
    assert run("backup", copy, "--database", again, "--restore").status == 0
    assert run("backup", tmp_path / "third.db", "--database", again).out.split()[2] == "1"


def test_a_host_makes_new_links_to_a_table(tmp_path: Path) -> None:
    store, log = tmp_path / "tables.db", tmp_path / "table.jsonl"
    log.write_bytes(b"".join(evening("starforged", 8).lines()))
    before = gm_link(run("import", log, "--database", store).out)
    assert "evening  starforged, starforged" in run("links", "--database", store).out
    after = gm_link(run("links", "evening", "--database", store).out)
    kept = open_store(store)
    try:
        old, new = (kept.find_secret(hashed(link)) for link in (before, after))
        last = json.loads(kept.read("evening")[-1].body)
        assert kept.verify() == ()
    finally:
        kept.close()
    assert old is not None
    assert new is not None
    assert (old.role, old.revoked, new.role, new.revoked) == ("gm", True, "gm", False)
    assert (last["kind"], last["by"]) == ("links_renewed", ""), "everyone at the table sees that it was done"


def gm_link(told: str) -> str:
    found = re.search(r"gm +/t/evening#([\w-]{22})\n", told)
    assert found, told
    return found[1]


@pytest.mark.slow
def test_several_workers_serve_one_socket_and_stop_together(tmp_path: Path) -> None:
    from tests.server import Client, RunningServer

    with RunningServer(tmp_path / "tables.db", "--workers", "2") as server:
        assert all(Client(server).get("/healthz").status == 200 for _ in range(8))
    with pytest.raises(ConnectionError), socket.create_connection((server.host, server.port), timeout=5):
        pass


def test_taken_port_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run("serve", "--port", str(taken.getsockname()[1]), "--database", tmp_path / "tables.db")
    assert done.status == 2
    assert "pick another with --port" in done.err


@pytest.mark.slow
def test_ctrl_c_stops_without_a_trace(tmp_path: Path) -> None:
    command = [*COMMAND, "serve", "--port", "0", "--database", str(tmp_path / "tables.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        found = re.search(r":(\d+)", process.stdout.readline().partition("http")[2][1:])
        assert found
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with socket.create_connection(("127.0.0.1", int(found[1])), timeout=30) as there:
                there.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                if b"200" in there.recv(100):
                    break
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert "Traceback" not in said
