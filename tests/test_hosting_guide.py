"""Every line of the hosting guide's shell blocks, tried in a fresh folder as far as a test can.

A line that no `tried` knows fails, so that a new one is not forgotten.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command_line import run
from tests.postgres_server import PostgresServer
from tests.server import Client, RunningServer, StartedServer, free_ports, open_table
from tests.sixth_game import ROOT
from tests.test_docs import blocks_of

GUIDES = ("hosting", "discord")


def lines_of(guide: str) -> list[str]:
    """The commands, without what is said of them."""
    blocks = [each.text for each in blocks_of(ROOT / "docs" / "guides" / f"{guide}.md") if each.kind == "sh"]
    lines = [shlex.split(line, comments=True) for block in blocks for line in block.replace("\\\n", "").splitlines()]
    return [shlex.join(words) for words in lines if words]


LINES = list(dict.fromkeys((guide, line) for guide in GUIDES for line in lines_of(guide)))


class Host:
    """Someone who follows the guide, in a folder of their own, with a table that was played."""

    def __init__(self, folder: Path, postgres: Callable[[], str], played: Callable[[], Path]) -> None:
        self.folder, self._postgres, self._played_in = folder, postgres, played

    def _played(self) -> str:
        """A store with a table, and its export, here; the table's id."""
        for each in self._played_in().iterdir():
            shutil.copy(each, self.folder)
        found = re.search(r'"table":"(\w+)"', (self.folder / "table.jsonl").read_text())
        assert found
        return found[1]

    def serves(self, *words: str) -> None:
        """It starts with these words, answers, and stops cleanly."""
        flags = [self._here(each) for each in words]
        database = flags.pop(flags.index("--database") + 1) if "--database" in flags else self.folder / "actionroll.db"
        flags = [each for each in flags if each not in ("--database", "--local")]
        flags = ["2" if each == "4" else each for each in flags]  # processes, which take their time to start
        nowhere = ("--discord-api", "http://127.0.0.1:9") if "--discord" in flags else ()
        port = free_ports(2) if "--port-each" in flags else 0
        with StartedServer(database, *flags, *nowhere, port=port, ACTIONROLL_DISCORD_TOKEN="x") as running:
            assert Client(running).get("/healthz").status == 200
            assert "Traceback" not in running.stop()

    def _here(self, word: str) -> str:
        if word.startswith("postgresql://"):
            return self._postgres()
        return word.replace("/var/lib/actionroll", str(self.folder))

    def runs(self, *words: str) -> None:
        """A command does what it says, on a table that was played."""
        named, fewer = self._played(), ("--cells", "20") if words[0] == "export" else ()
        done = run(*[named if each == "TABLE" else each for each in words], *fewer)
        assert done.status == 0, (words, done)


def has_extras(*words: str) -> None:
    """What is installed is what the project offers."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    found = re.search(r"\[(.*)\]", " ".join(words))
    assert found
    assert set(found[1].split(",")) <= set(declared)


def finds_files(*words: str) -> None:
    """The files that are named are there."""
    named = [each for each in words if each.startswith("hosting/")]
    assert named
    assert all((ROOT / each).is_file() for each in named)


def tried(host: Host, words: list[str]) -> None:
    match words:
        case ["make", target, *_]:
            known = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=True)
            assert "actionroll serve" in known.stdout
        case ["actionroll", "serve", *more]:
            host.serves(*more)
        case ["actionroll", "backup", *more] if "--restore" in more:
            host.runs("backup", more[0])
            assert run(*words[1:]).status == 0
        case ["actionroll", *more]:
            host.runs(*more)
        case [pip, "install", *more] if pip.endswith("pip"):
            has_extras(*more)
        case ["podman", "build", *more] | ["cp", *more] | ["DOMAIN=dice.example.org", _, "podman", "compose", *more]:
            finds_files(*more)
        case ["podman", "run", *_] | ["systemctl", *_] | ["python3", "-m", "venv", _] | ["export", _]:
            pass  # a machine of one's own is needed, or nothing can go wrong
        case _:
            raise AssertionError(f"No test tries: {shlex.join(words)}")


@pytest.fixture(scope="module")
def a_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store in which a table was opened, and with its export."""
    folder = tmp_path_factory.mktemp("played")
    with RunningServer(folder / "actionroll.db") as running:
        (folder / "table.jsonl").write_bytes(open_table(running).gm.export())
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(("guide", "line"), LINES, ids=[f"{guide}: {line[:60]}" for guide, line in LINES])
def test_a_line_of_the_guide_does_what_it_says(
    guide: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    assert guide in GUIDES
    monkeypatch.chdir(tmp_path)

    def database() -> str:
        server: PostgresServer = request.getfixturevalue("postgres")
        return server.database()

    def played() -> Path:
        folder: Path = request.getfixturevalue("a_store")
        return folder

    tried(Host(tmp_path, database, played), shlex.split(line))


def test_the_guide_has_lines_to_try() -> None:
    assert len(LINES) >= 18
    with pytest.raises(AssertionError, match="No test tries"):
        tried(Host(ROOT, str, Path), ["rm", "-rf", "x"])
