"""What README and docs show is what runs: commands with their output, Python with its answers.

In a ```console block each line that starts with `$ actionroll` is run, and what follows it must be its output, also
what goes to standard error; one that shows nothing must run without an error. A line `…` stands for any lines, and …
within a line for anything. A block of data or Python that starts with `# FILE` is a file, which the commands find; with
a pyproject.toml among them they are a package, and it is installed.
"""

from __future__ import annotations

import doctest
import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.command_line import Ran, run
from tests.server import StartedServer
from tests.sixth_game import ROOT, files_of

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(console|pycon|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANY_LINES = "(?:.*\n)*"


def test_the_tour_takes_ten_minutes_and_names_files_that_are_there() -> None:
    told = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    words = [each for each in told.split() if re.search(r"\w", each)]
    assert len(words) <= 2400, "say it shorter, or where it stands"
    named = re.findall(r"`([a-z]+/[a-z_/-]+\.[a-z]+)`", told)
    places = (ROOT, ROOT / "src/actionroll", ROOT / "src/actionroll/web")
    assert len(named) > 40
    assert not [name for name in named if not any((place / name).exists() for place in places)]


def test_a_decision_is_known_by_its_number() -> None:
    decisions = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    numbers = [each.name.partition("-")[0] for each in decisions]
    assert len(set(numbers)) == len(numbers)
    for number, each in zip(numbers, decisions, strict=True):
        assert each.read_text(encoding="utf-8").startswith(f"# {int(number)}. "), each


class Block(NamedTuple):
    kind: str
    text: str


def blocks_of(page: Path) -> list[Block]:
    return [Block(*found) for found in BLOCK.findall(page.read_text(encoding="utf-8"))]


def commands_of(text: str) -> list[tuple[str, str]]:
    """Each command of a console block, and what it is said to write."""
    parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)
    return [(command, said) for command, said in zip(parts[1::2], parts[2::2], strict=True)]


def says(command: str) -> str:
    """What a command writes."""
    ran = ran_by(command)
    return ran.out + ran.err


def ran_by(command: str) -> Ran:
    """Run a command; its input may come from `echo`, or from a file."""
    text, _, file = command.partition(" < ")
    piped, _, called = text.rpartition(" | ")
    program, *words = shlex.split(called)
    assert program == "actionroll"
    typed = Path(file).read_bytes() if file else shlex.split(piped)[1].encode() if piped else b""
    return run(*words, typed=typed)


def fits(said: str, written: str) -> bool:
    lines = [ANY_LINES if line == "…" else _line(line) for line in said.rstrip("\n").split("\n")]
    return re.fullmatch("".join(lines), written.rstrip("\n") + "\n") is not None


def _line(said: str) -> str:
    return ".*".join(map(re.escape, said.split("…"))) + "\n"


def is_ours(command: str) -> bool:
    return "actionroll " in command and not command.startswith(("make ", "pip ", "source "))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_say_what_the_page_shows(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = [each for block in blocks_of(page) if block.kind == "console" for each in commands_of(block.text)]
    with files_of(page, tmp_path):
        for command, said in told:
            if is_ours(command):
                ran = ran_by(command)
                fitting = fits(said, ran.out + ran.err) if said.strip() else ran.status == 0
                assert fitting, f"$ {command}\n{ran.out}{ran.err}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_says_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    text = "\n".join(block.text for block in blocks_of(page) if block.kind == "pycon")
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    with files_of(page, tmp_path):
        assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


def replies_in(written: str) -> list[Any]:
    """The JSON objects that stand one after another."""
    found: list[Any] = []
    while written:
        reply, end = json.JSONDecoder().raw_decode(written)
        found.append(reply)
        written = written[end:].lstrip()
    return found


def test_the_requests_of_the_http_api_do_what_the_page_says(tmp_path: Path) -> None:
    if missing := [name for name in ("bash", "curl", "openssl", "sed") if not shutil.which(name)]:
        pytest.skip(f"The page's requests are made with {', '.join(missing)}, which is not installed here.")
    text = "".join(block.text for block in blocks_of(ROOT / "docs" / "http-api.md") if block.kind == "sh")
    requests = text.removeprefix("actionroll serve &\n")
    with StartedServer(tmp_path / "tables.db") as server:
        script = requests.replace("localhost:8000", f"{server.host}:{server.port}")
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    odds, made, declared, called, thrown, settled = replies_in(done.stdout)
    assert odds["tiers"]
    assert made["entries"][0]["entry"]["character"] == "c1"
    assert declared["rolls"][0]["roll"] == 4
    assert len(called["rolls"][0]["dice"]) == 3
    assert (thrown["rolls"][0]["status"], len(thrown["rolls"][0]["open_dues"])) == ("done", 1)
    assert settled["rolls"][0]["open_dues"] == []


def test_a_wrong_example_would_be_seen() -> None:
    assert fits("a\n…\nd\n", "a\nb\nc\nd\n")
    assert fits("a\n", "a\n")
    assert fits("a … d\n", "a b c d\n")
    assert not fits("a\n", "a\nb\n")
    assert not fits("a … e\n", "a b c d\n")
    assert not fits("a\n…\nd\n", "a\nb\nc\n")
    assert commands_of("$ actionroll games\nx\ny\n$ make test\n") == [("actionroll games", "x\ny\n"), ("make test", "")]


def test_the_guide_shows_every_command() -> None:
    shown = (ROOT / "docs" / "guides" / "command-line.md").read_text(encoding="utf-8")
    for name in ("games", "show", "odds", "roll", "advise", "batch", "completion"):
        assert f"actionroll {name}" in shown
