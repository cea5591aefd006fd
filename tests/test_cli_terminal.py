"""The command line as a process: at a terminal, in a pipe, and where streams fail."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest

from actionroll.shelf import starts
from tests.command_line import run

PROGRAM = [sys.executable, "-m", "actionroll"]
PLAIN = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")} | {"TERM": "xterm"}
PATIENCE = 30


class Terminal:
    """A terminal with a program in it."""

    def __init__(self, side: int, process: subprocess.Popen[bytes]) -> None:
        self._side, self.process, self.seen = side, process, ""

    def until(self, text: str) -> str:
        """Wait until the program has written that text; all that it wrote since the last time."""
        ends = monotonic() + PATIENCE
        while text not in self.seen:
            ready, _, _ = select.select([self._side], [], [], max(0, ends - monotonic()))
            assert ready, f"{text!r} did not come; there was {self.seen!r}"
            try:
                self.seen += os.read(self._side, 65536).decode()
            except OSError:
                break
        assert text in self.seen, self.seen
        found, self.seen = self.seen, ""
        return found.replace("\r\n", "\n")

    def type(self, text: str) -> None:
        os.write(self._side, text.encode())

    def interrupt(self) -> None:
        """Send what Ctrl-C sends, and once more where nothing comes of it: Python sleeps over one that arrives just
        before it waits for a line."""
        for _ in range(PATIENCE):
            self.process.send_signal(signal.SIGINT)
            if select.select([self._side], [], [], 1)[0]:
                return


@contextmanager
def terminal(*words: str, **environment: str) -> Iterator[Terminal]:
    side, other = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, *words], stdin=other, stdout=other, stderr=other, env=PLAIN | environment, start_new_session=True
    )
    os.close(other)
    try:
        yield Terminal(side, process)
        assert process.wait(PATIENCE) is not None
    finally:
        process.kill()
        process.wait()
        os.close(side)


def test_a_terminal_has_colour_unless_it_is_not_wanted() -> None:
    with terminal("odds", "in-the-dark", "--dots=2") as coloured:
        assert "\x1b[38;5;" in coloured.until("30.6 %")
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        with terminal("odds", "in-the-dark", "--dots=2", **environment) as plain:
            assert "\x1b" not in plain.until("30.6 %")


def test_decisions_are_asked_with_now_cost_and_then() -> None:
    with terminal("roll", "starforged", "--stat=2", "--momentum=6", "--dice=1 5 9", NO_COLOR="1") as asked:
        question = asked.until("[keep]: ")
        assert "Now miss" in question
        assert "momentum falls by 4, then weak hit." in question
        asked.type("bogus\n")
        assert "Accepted: keep, burn, or their numbers." in asked.until("[keep]: ")
        asked.type("2\n")
        assert "The roller decided: momentum takes" in asked.until("Weak hit")
    assert asked.process.returncode == 0


def test_decisions_that_are_told_are_not_asked() -> None:
    line = ["roll", "starforged", "--stat=2", "--momentum=6", "--dice=1 5 9", "--decide=burn=burn"]
    with terminal(*line) as told:
        assert "burn, 1 to" not in told.until("Weak hit")


def test_the_odds_of_each_option_are_told() -> None:
    with terminal("roll", "wherever-we-go", "--attribute=d8", "--skill=d6", "--stress=3", NO_COLOR="1") as asked:
        question = asked.until("[hold]: ")
        assert re.search(r"willpower falls by 1, then:\n +failure +30\.1 % +3125/10368", question)
        asked.type("\n")
        asked.until("[keep]: ")
        asked.type("keep\n")
        asked.until("Rolled")


def test_physical_dice_are_asked_for_throw_by_throw() -> None:
    line = ["roll", "wherever-we-go", "--attribute=d8", "--skill=d6", "--decide=gamble=gamble", "--decide=push=hold"]
    with terminal(*line, "--dice=ask", NO_COLOR="1") as asked:
        asked.until("d8 d6: ")
        asked.type("9 3\n")
        assert "A d8 shows 1 to 8, not '9'" in asked.until("d8 d6: ")
        asked.type("33\n")
        asked.until("d8 d6 d6: ")
        asked.type("4 4 2\n")
        assert "entered by hand" in asked.until("ailure")


def test_an_input_that_ends_stops_the_roll() -> None:
    with terminal("roll", "starforged", "--stat=2", "--momentum=6", "--dice=1 5 9") as asked:
        asked.until("[keep]: ")
        asked.type("\x04")
        assert "The input ended before the roll did" in asked.until("nothing was written.")
    assert asked.process.returncode == 2


def test_ctrl_c_stops_without_a_traceback() -> None:
    with terminal("roll", "starforged", "--stat=2", "--momentum=6", "--dice=1 5 9") as asked:
        asked.until("[keep]: ")
        asked.interrupt()
        assert "Traceback" not in asked.until("actionroll: Stopped.")
    assert asked.process.returncode == 130


@pytest.mark.parametrize("words", [["games"], ["show", "starforged"], ["odds", "in-the-dark", "--dots=2"]])
def test_a_reader_who_leaves_is_no_error(words: list[str]) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    try:
        shown = subprocess.run([*PROGRAM, *words], stdout=writes, stderr=subprocess.PIPE, env=PLAIN, check=False)
    finally:
        os.close(writes)
    assert (shown.returncode, shown.stderr) == (141, b"")


def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        told = subprocess.run([*PROGRAM, "games"], stdout=full, stderr=subprocess.PIPE, env=PLAIN, check=False)
    assert told.returncode == 1
    assert told.stderr == b"actionroll: The output could not be written: No space left on device.\n"


@pytest.mark.parametrize("closed", ["0<&-", "1>&-", "2>&-"])
def test_closed_streams_are_no_defect(closed: str) -> None:
    line = f'exec "$0" -m actionroll games {closed}'
    told = subprocess.run(["sh", "-c", line, sys.executable], capture_output=True, env=PLAIN, check=False)
    assert (told.returncode, told.stderr) == (0, b"")


def test_arguments_that_are_no_utf8() -> None:
    words = [word.encode() for word in PROGRAM]
    told = subprocess.run([*words, b"odds", b"in-the-\xff\xfe"], capture_output=True, env=PLAIN, check=False)
    assert told.returncode == 2
    assert told.stderr.startswith(b"actionroll: There is no game 'in-the-??'")
    assert told.stderr.count(b"\n") == 1


def test_an_encoding_without_blocks_gets_plain_letters() -> None:
    ascii_only = PLAIN | {"PYTHONIOENCODING": "ascii"}
    told = subprocess.run(
        [*PROGRAM, "odds", "in-the-dark", "--dots=2"], capture_output=True, env=ascii_only, check=True
    )
    assert b"  ####" in told.stdout
    assert told.stdout.isascii()


BASH = """
source <(actionroll completion bash)
COMP_LINE="$LINE" COMP_POINT=${#LINE}
_actionroll 2>/dev/null
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("actionroll ga", ["games"]),
        ("actionroll odds in-the-d", ["in-the-dark"]),
        ("actionroll odds in-the-dark f", ["fortune"]),
        ("actionroll odds in-the-dark --posi", ["--position"]),
        ("actionroll odds in-the-dark --position b", ["bad"]),
        ("actionroll odds in-the-dark --ruling zero_pool=", ["lowest_of_two", "fail", "min_one"]),
        ("actionroll odds starforged --decide bu", ["burn="]),
        ("actionroll completion ", ["bash", "zsh", "fish", "--line", "--help"]),
        ("actionroll scene in-the-dark c", ["crew"]),
        ("actionroll odds gam", ["games/"]),
        ("actionroll odds games/s", ["games/salvage.toml"]),
        ("actionroll odds games/salvage.toml --st", ["--stat", "--stakes"]),
    ],
)
def test_bash_completes(line: str, found: list[str], tmp_path: Path) -> None:
    assert completed("bash", ["--norc", "-c", BASH], line, tmp_path) == found


FISH = """
actionroll completion fish | source
complete -C "$LINE"
"""


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("actionroll odds games/s", ["games/salvage.toml"]),
        ("actionroll scene in-the-dark --vary push", ["push=", "push_and_bargain=", "push_cost="]),
        ("actionroll roll in-the-dark --sheet ma", ["mara.json"]),
    ],
)
def test_fish_completes(line: str, found: list[str], tmp_path: Path) -> None:
    assert completed("fish", ["--no-config", "-c", FISH], line, tmp_path) == found


def completed(shell: str, words: list[str], line: str, folder: Path) -> list[str]:
    """What a shell offers after a line, in a folder with a sheet and a game file."""
    (folder / "games").mkdir()
    (folder / "games" / "salvage.toml").write_text(starts()["two-dice"])
    (folder / "mara.json").write_text("{}")
    program = folder / "bin" / "actionroll"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m actionroll "$@"\n')
    program.chmod(0o755)
    told = {"LINE": line, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder)}
    done = subprocess.run(
        [shutil.which(shell) or shell, *words], cwd=folder, capture_output=True, env=PLAIN | told, check=True
    )
    return done.stdout.decode().split()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_a_script(shell: str) -> None:
    assert "actionroll completion --line" in run("completion", shell).out


def test_nothing_follows_a_line_that_is_wrong() -> None:
    assert run("completion", "--line", "actionroll odds bogus --").out == ""
    assert run("completion", "--line", "actionroll bogus ").out == ""
    assert run("completion", "--line", 'actionroll odds "in-the').out == ""
