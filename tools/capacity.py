"""How many tables a machine carries, in the server's own processor time: `python -m tools.capacity [TABLES …]`.

Each table has a gm, two players and an onlooker, whose feeds are all open. Rolls are declared, called, thrown and
wished back there in turn. Processor time hardly depends on what else runs on the machine; waiting times do.
"""

import os
import selectors
import sys
import tempfile
import time
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from tests.server import Feed, NewTable, StartedServer, memory_of, open_table

USUAL = (25, 100, 400)
ROLLS = 600
SECONDS_A_ROLL = 60.0
"""How often a table rolls that plays briskly, each time with four deeds of someone."""
DEEDS_A_ROLL = 4
TICKS = os.sysconf("SC_CLK_TCK")


class Found(NamedTuple):
    """What a run with so many tables showed."""

    tables: int
    listeners: int
    megabytes: float
    milliseconds: float
    """Of processor time for one deed, with all who then hear of it."""
    median: float
    slowest: float
    """Seconds until a deed was answered: the middle, and the hundredth that took longest."""

    @property
    def a_core_carries(self) -> int:
        """Tables that play briskly, with a third of a core left free."""
        return int(0.67 * SECONDS_A_ROLL / (DEEDS_A_ROLL * self.milliseconds / 1000))


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def listen(feeds: list[Feed]) -> None:
    """Read what is told, and forget it."""
    heard = selectors.DefaultSelector()
    for each in feeds:
        heard.register(each.connection(), selectors.EVENT_READ)
    while heard.get_map():
        for key, _ in heard.select(1):
            try:
                told = os.read(key.fd, 65_536)
            except OSError:
                told = b""
            if not told:
                heard.unregister(key.fileobj)


def play(table: NewTable, took: list[float]) -> None:
    """One roll: declared, called, thrown and taken back."""
    began = time.perf_counter()
    roll = table.player.do("declare", character="c1", trait="skulk")["entries"][0]["number"]
    took.append(time.perf_counter() - began)
    for seat, operation, body in (
        (table.gm, "set", {"inputs": {"position": "good"}}),
        (table.player, "throw", {}),
        (table.player, "wish", {}),
    ):
        began = time.perf_counter()
        seat.do(operation, roll=roll, **body)
        took.append(time.perf_counter() - began)


def measured(many: int) -> Found:
    with tempfile.TemporaryDirectory() as folder, StartedServer(Path(folder) / "tables.db", "--no-limits") as server:
        empty = memory_of(server.pid)
        tables = [open_table(server) for _ in range(many)]
        for each in tables:
            each.player.do("make", name="Nyx")
        feeds = [seat.feed(None) for each in tables for seat in (each.gm, each.player, each.other, each.onlooker)]
        Thread(target=listen, args=(feeds,), daemon=True).start()
        play(tables[0], [])
        before, took = processor_seconds(server.pid), list[float]()
        for place in range(ROLLS):
            play(tables[place % many], took)
        spent, memory = processor_seconds(server.pid) - before, memory_of(server.pid) - empty
        took.sort()
        return Found(
            many, len(feeds), memory / 1e6, 1000 * spent / len(took), took[len(took) // 2], took[-len(took) // 100]
        )


def main() -> None:
    heads = (
        "tables",
        "phones",
        "memory, MB",
        "a deed, ms",
        "a core carries",
        "answered after, ms: middle, slowest 1 %",
    )
    print(f"| {' | '.join(heads)} |")
    print("|---:|---:|---:|---:|---:|---:|")
    for many in map(int, sys.argv[1:] or USUAL):
        found = measured(many)
        quiet = f"{1000 * found.median:.1f}, {1000 * found.slowest:.1f}"
        print(
            f"| {found.tables} | {found.listeners} | {found.megabytes:.0f} | {found.milliseconds:.2f} "
            f"| {found.a_core_carries} | {quiet} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
