"""Processes that start in milliseconds: each is forked from one that has imported what they need."""

import multiprocessing
import os
import sys
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from signal import SIGKILL
from subprocess import TimeoutExpired
from threading import Thread
from typing import TextIO

from actionroll.games import BUILT_IN

FORKING = multiprocessing.get_context("forkserver")
# With "__main__" each child finds pytest imported, instead of importing it again.
FORKING.set_forkserver_preload(
    [
        *("__main__", "tests.crash.appender", "uvicorn.loops.uvloop"),
        *("actionroll.store.postgresql", "actionroll.cli.serve", "actionroll.web.app"),
        *(f"actionroll.games.{each.replace('-', '_')}.face" for each in BUILT_IN),
    ]
)


class Forked:
    """`actionroll` with some words, as `subprocess.Popen` would have it: what it writes comes through pipes."""

    def __init__(self, words: list[str], environment: Mapping[str, str]) -> None:
        (out, own_out), (err, own_err) = FORKING.Pipe(duplex=False), FORKING.Pipe(duplex=False)
        given = (words, dict(environment), Path.cwd(), own_out, own_err)
        self._process = FORKING.Process(target=_main, args=given, daemon=True)
        self._process.start()
        own_out.close()
        own_err.close()
        self.args, self.pid = words, self._process.pid or 0
        self.stdout = _text(out)
        self._errors: list[str] = []
        self._reading = Thread(target=self._read, args=(err,), daemon=True)
        self._reading.start()

    def _read(self, err: Connection) -> None:
        with _text(err) as stream:
            self._errors.append(stream.read())

    def poll(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self._process.kill()

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """What else it wrote, once it is gone."""
        self._process.join(timeout)
        self._reading.join(timeout)
        if self._process.is_alive() or self._reading.is_alive():
            raise TimeoutExpired(self.args, timeout or 0)
        with self.stdout:
            return self.stdout.read(), "".join(self._errors)


def _end_with_the_tests() -> None:
    """Tests that are killed stop nobody, and what they started would be left."""
    if tests := multiprocessing.parent_process():
        tests.join()
        os.kill(os.getpid(), SIGKILL)


def _text(stream: Connection) -> TextIO:
    with stream:
        return os.fdopen(os.dup(stream.fileno()), encoding="utf-8")


def _main(words: list[str], environment: dict[str, str], folder: Path, out: Connection, err: Connection) -> None:
    """In the process that was forked."""
    for stream, place in ((out, 1), (err, 2)):
        with stream:
            os.dup2(stream.fileno(), place)
    sys.stdout, sys.stderr = (os.fdopen(place, "w", encoding="utf-8", closefd=False) for place in (1, 2))
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    Thread(target=_end_with_the_tests, daemon=True).start()
    from actionroll.__main__ import main

    sys.exit(main(words))
