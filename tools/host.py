"""The server that is put under load, and the disk that it waits for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Thread

LOOKS_SECONDS = 0.05
BLOCK = b"." * 4096


class Server:
    """`actionroll serve` on a file of its own, with the limits that it has by itself unless that is said otherwise."""

    def __init__(self, folder: str, *flags: str) -> None:
        self.database, self.port, self.flags = Path(folder) / "load.db", 0, flags
        self.disk = Disk(Path(folder))
        self.start()

    def start(self) -> None:
        """Serve, at the same port as before."""
        command = [sys.executable, "-m", "actionroll", "serve", "--local", "--database", str(self.database)]
        command += ["--port", str(self.port), *self.flags]
        self.running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        found = None
        while found is None and self.running.stdout and (line := self.running.stdout.readline()):
            found = re.search(r"http://[^ ]+:(\d+)", line)
        if found is None:
            raise RuntimeError("the server did not start")
        self.port, self._seen = int(found[1]), (time.perf_counter(), 0.0)

    def stop(self) -> None:
        """End it at once, as a crash would."""
        self.running.kill()
        self.running.wait()

    def close(self) -> None:
        """End for good."""
        self.stop()
        self.disk.close()

    def share(self) -> float:
        """What part of a processor it took since this was last asked."""
        told = Path(f"/proc/{self.running.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        before, self._seen = self._seen, (time.perf_counter(), sum(map(int, told[11:13])) / os.sysconf("SC_CLK_TCK"))
        return max(0.0, self._seen[1] - before[1]) / (self._seen[0] - before[0])

    @property
    def megabytes(self) -> float:
        """What it holds in memory."""
        status = Path(f"/proc/{self.running.pid}/status").read_text(encoding="utf-8")
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024


class Disk:
    """How long the disk lets someone wait who writes a block now and then, beside the server: what it cannot help."""

    def __init__(self, folder: Path) -> None:
        self._path, self._ended, self._slowest = folder / "beside", Event(), 0.0
        self._thread = Thread(target=self._look, daemon=True)
        self._thread.start()

    def slowest(self) -> float:
        """The longest wait since this was last asked, in seconds."""
        found, self._slowest = self._slowest, 0.0
        return found

    def close(self) -> None:
        """Look no more."""
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        file = os.open(self._path, os.O_RDWR | os.O_CREAT)
        while not self._ended.wait(LOOKS_SECONDS):
            began = time.perf_counter()
            os.pwrite(file, BLOCK, 0)
            os.fsync(file)
            self._slowest = max(self._slowest, time.perf_counter() - began)
        os.close(file)
