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
    started: list[subprocess.Popen[bytes]] = []

    def start(*words: str) -> subprocess.Popen[bytes]:
        log = (folder / f"dask-{len(started)}.log").open("wb")
        with log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *words, "--host", "127.0.0.1", "--no-dashboard"],
                stdout=log,
                stderr=log,
                cwd=folder,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
        started.append(process)
        return process

    try:
        start("scheduler", "--port", "0", "--scheduler-file", str(file))
        own = [
            start(
                "worker",
                "--scheduler-file",
                str(file),
                "--nthreads",
                "1",
                "--no-nanny",
                "--local-directory",
                str(folder),
            )
            for _ in range(workers)
        ]
        wait_for(lambda: file.exists() and bool(file.read_bytes().strip()))
        for number in range(1, workers + 1):
            wait_for(lambda number=number: b"Registered to" in (folder / f"dask-{number}.log").read_bytes())  # type: ignore[misc]
        yield Cluster(json.loads(file.read_text())["address"], own)
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()
