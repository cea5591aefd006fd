"""A Dask cluster of worker processes on loopback, started for a test and ended with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.waiting_for import wait_for


class Cluster(NamedTuple):
    address: str
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def dask_cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    """A scheduler and as many workers, all ready."""
    file = folder / "scheduler.json"
    logs = [folder / f"dask-{number}.log" for number in range(workers + 1)]
    known = ("--scheduler-file", str(file))
    alone = ("--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
    started: list[subprocess.Popen[bytes]] = []
    try:
        started.append(_start(logs[0], "scheduler", "--port", "0", *known))
        started.extend(_start(log, "worker", *known, *alone) for log in logs[1:])
        wait_for(lambda: file.exists() and bool(file.read_bytes().strip()))
        wait_for(lambda: all(b"Registered to" in log.read_bytes() for log in logs[1:]))
        yield Cluster(json.loads(file.read_text())["address"], started[1:])
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()


def _start(log: Path, *words: str) -> subprocess.Popen[bytes]:
    with log.open("wb") as told:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words, "--host", "127.0.0.1", "--no-dashboard"],
            stdout=told,
            stderr=told,
            cwd=log.parent,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
