"""The whole command against the start of a bare interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator

from bench.figures import Figure, no_slower_than
from bench.timing import minima

ROUNDS = 15
ODDS = [sys.executable, "-m", "actionroll", "odds", "in-the-dark", "--dots", "2"]
BARE = [sys.executable, "-c", "pass"]


def figures() -> Iterator[Figure]:
    """One command as a user waits for it."""
    ours, bare = minima(lambda: run(ODDS), lambda: run(BARE), rounds=ROUNDS, clock=time.perf_counter)
    yield no_slower_than("actionroll odds in-the-dark --dots 2", ours, bare, peer="a bare interpreter", most=7)


def run(command: list[str]) -> None:
    """With its bytecode on disk, as an installed package has it."""
    keeping = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, check=True, capture_output=True, env=keeping)
