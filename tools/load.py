"""Load as evenings bring it: many tables with phones, a restart, and one hostile client beside them; figures to read.

    python -m tools.load evening --tables 400 --hostile      rolls and phones below 100 ms, whatever one client does
    python -m tools.load evening --tables 800                 below 250 ms
    python -m tools.load restart --phones 2000                all back within 10 s, no roll above 300 ms
    python -m tools.load memory --rolls 20000                 of a table that is open, and of one that was closed

Phones come from many addresses of the loopback range, five to a table, as they would from many rooms. Run it when the
machine has nothing else to do: clients and server share it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import time
from contextlib import aclosing, suppress
from pathlib import Path
from random import random
from tempfile import TemporaryDirectory

from tools.attacks import attacks
from tools.wire import NEW, Seat, Wire, address_of, many_connections

SEATS, EVERY_SECONDS, ATTACK_SECONDS = 5, 5.0, 6.0
FORTUNE = {"character": "c1", "move": "fortune", "inputs": {"dice": 2}}
COMING = 50
"""How many phones come in at once when an evening begins."""
FIRST_RETRY = 2.5
"""Seconds after which a phone tries again if no stream ever told it otherwise."""
CLOSED_AFTER = 345
"""By then a table that nobody uses is closed."""
WARM_ROLLS = 500
"""Made at another table first: what the first rolls load stays, for all tables."""


class Server:
    """`actionroll serve` on a file of its own, with the limits that it has by itself unless that is said otherwise."""

    def __init__(self, folder: str, *flags: str) -> None:
        self.database, self.port, self.flags = Path(folder) / "load.db", 0, flags
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
        self.port = int(found[1])

    def stop(self) -> None:
        """End it at once, as a crash would."""
        self.running.kill()
        self.running.wait()

    @property
    def megabytes(self) -> float:
        """What it holds in memory."""
        status = Path(f"/proc/{self.running.pid}/status").read_text(encoding="utf-8")
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def open_tables(port: int, tables: int) -> list[list[Seat]]:
    """So many tables with five seats and a character each."""
    return [await open_table(port, number) for number in range(tables)]


async def open_table(port: int, number: int) -> list[Seat]:
    """One table."""
    address = address_of(number)
    wire = await Wire.to(port, address)
    made = await wire.ask("POST", "/api/tables", NEW)
    seats = [Seat(made["table"], made["token"], address)]
    link = made["links"]["player"].rpartition("#")[2]
    for place in range(1, SEATS):
        sat = await wire.ask("POST", f"/api/tables/{made['table']}/join", {"secret": link, "nickname": f"P{place}x"})
        seats.append(Seat(made["table"], sat["token"], address))
    await wire.ask("POST", f"/api/tables/{made['table']}/make", {"name": "Fox"}, seats[0].token)
    wire.writer.close()
    return seats


class Evening:
    """All who play, when each table threw last, and how long replies and phones took."""

    def __init__(self, port: int, tables: list[list[Seat]]) -> None:
        self.port, self.tables = port, tables
        self.thrown: dict[str, float] = {}
        self.replies: list[float] = []
        self.heard: list[float] = []
        self.back: list[float] = []
        self.listening: list[asyncio.Future[None]] = []
        self.failed = 0

    async def listen(self, seat: Seat) -> None:
        """A phone: it hears until it is cut off, and comes back after as long as the stream had said."""
        waits = FIRST_RETRY
        while True:
            try:
                async with aclosing(await Wire.to(self.port, seat.address)) as wire:
                    wire.send("GET", f"/api/tables/{seat.table}/feed", token=seat.token)
                    head = await wire.reader.readuntil(b"\r\n\r\n")
                    waits = await self._hear(seat, wire) if b" 200 " in head.split(b"\r\n")[0] + b" " else waits
            except (OSError, asyncio.IncompleteReadError):
                pass
            await asyncio.sleep(waits * (0.9 + 0.2 * random()))

    async def _hear(self, seat: Seat, wire: Wire) -> float:
        """What a stream tells, until it ends; how long to wait then."""
        self.back.append(time.perf_counter())
        waits = FIRST_RETRY
        with suppress(OSError, asyncio.IncompleteReadError):
            while line := await wire.reader.readline():
                if line.startswith(b"retry:"):
                    waits = int(line[6:]) / 1000
                if line.startswith(b"data:") and b'"kind":"thrown"' in line and seat.table in self.thrown:
                    self.heard.append(time.perf_counter() - self.thrown[seat.table])
        return waits

    async def all_listen(self) -> None:
        """Every phone is there."""
        for seat in [seat for seats in self.tables for seat in seats]:
            self.listening.append(asyncio.ensure_future(self.listen(seat)))
            while len(self.back) < len(self.listening) - COMING:  # noqa: ASYNC110  whoever measures looks on
                await asyncio.sleep(0.01)
        while len(self.back) < len(self.listening):  # noqa: ASYNC110
            await asyncio.sleep(0.1)

    async def all_leave(self) -> None:
        """No phone is there any more."""
        for each in self.listening:
            each.cancel()
        await asyncio.gather(*self.listening, return_exceptions=True)

    async def play(self, seats: list[Seat], delay: float, until: float) -> None:
        """One roll every few seconds."""
        await asyncio.sleep(delay)
        wire = None
        while time.perf_counter() < until:
            began = self.thrown[seats[0].table] = time.perf_counter()
            try:
                wire = wire or await Wire.to(self.port, seats[0].address)
                await wire.ask("POST", f"/api/tables/{seats[0].table}/roll_at_once", FORTUNE, seats[0].token)
                self.replies.append(time.perf_counter() - began)
            except (OSError, asyncio.IncompleteReadError, RuntimeError):
                wire, self.failed = None, self.failed + 1
            await asyncio.sleep(max(0.0, began + EVERY_SECONDS - time.perf_counter()))

    async def run(self, seconds: float) -> None:
        """Everyone plays for so long."""
        until, many = time.perf_counter() + seconds, len(self.tables)
        delays = [EVERY_SECONDS * place / many for place in range(many)]
        await asyncio.gather(*(self.play(each, delays[place], until) for place, each in enumerate(self.tables)))

    def told(self, what: str) -> str:
        """What it took since the last time this was told."""
        line = f"{what:28} replies p99 {_p99(self.replies)}, phones p99 {_p99(self.heard)}, {self.failed} failed"
        self.replies, self.heard, self.failed = [], [], 0
        return line


def _p99(taken: list[float]) -> str:
    found = sorted(taken)
    return f"{found[int(len(found) * 0.99)] * 1000:.0f} ms of {len(found)}" if found else "–"


def _attacking(port: int, seat: Seat, name: str) -> subprocess.Popen[bytes]:
    """An attack in a process of its own, so that what it does costs those who are measured nothing."""
    command = [sys.executable, "-m", "tools.attacks", str(port), json.dumps(seat), name]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL)


async def evening(server: Server, tables: int, hostile: bool, seconds: float) -> None:
    """Rolls and phones of so many tables, first in peace, then beside each attack."""
    play = Evening(server.port, await open_tables(server.port, tables))
    await play.all_listen()
    await play.run(seconds)
    print(play.told("in peace"), flush=True)
    enemy = (await open_table(server.port, 59_000))[0] if hostile else None
    for name in attacks(server.port, enemy) if enemy else ():
        attacking = _attacking(server.port, enemy, name)
        await play.run(max(ATTACK_SECONDS, seconds / 2))
        attacking.kill()
        attacking.wait()
        print(play.told(name), flush=True)
    await play.all_leave()


async def restart(server: Server, phones: int) -> None:
    """Everyone's phone comes back after a crash while rolls go on."""
    play = Evening(server.port, await open_tables(server.port, phones // SEATS))
    await play.all_listen()
    play.back.clear()
    server.stop()
    began = time.perf_counter()
    await asyncio.to_thread(server.start)
    up = time.perf_counter()
    playing = asyncio.ensure_future(play.run(15))
    while len(play.back) < len(play.listening) and time.perf_counter() < up + 60:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    late = max(play.back) - up
    print(f"up after {up - began:.1f} s, {len(play.back)} of {len(play.listening)} phones back {late:.1f} s later")
    await playing
    slowest = max(play.replies) * 1000
    print(f"slowest roll {slowest:.0f} ms; {play.told('after the restart')}")
    await play.all_leave()


async def roll(server: Server, seats: list[Seat], rolls: int) -> None:
    """So many rolls at one table, one after the other."""
    async with aclosing(await Wire.to(server.port, seats[0].address)) as wire:
        for _ in range(rolls):
            await wire.ask("POST", f"/api/tables/{seats[0].table}/roll_at_once", FORTUNE, seats[0].token)


async def memory(server: Server, rolls: int) -> None:
    """What a long table takes while it is open and heard, and what is left of it once it is closed."""
    await roll(server, await open_table(server.port, 1), WARM_ROLLS)
    seats = await open_table(server.port, 0)
    play = Evening(server.port, [seats])
    await play.all_listen()
    before = server.megabytes
    for quarter in range(1, 5):
        await roll(server, seats, rolls // 4)
        print(f"{rolls * quarter // 4} rolls: {server.megabytes - before:+.1f} MB while it is open", flush=True)
    await play.all_leave()
    await asyncio.sleep(CLOSED_AFTER)
    print(f"{rolls} rolls: {server.megabytes - before:+.1f} MB {CLOSED_AFTER} s after everyone left", flush=True)


def main() -> None:
    """Do what is asked, on a server of its own."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("what", choices=["evening", "restart", "memory"])
    asked.add_argument("--tables", type=int, default=40)
    asked.add_argument("--phones", type=int, default=200)
    asked.add_argument("--rolls", type=int, default=1000)
    asked.add_argument("--seconds", type=float, default=15)
    asked.add_argument("--hostile", action="store_true")
    given = asked.parse_args()
    many_connections()
    with TemporaryDirectory(prefix="actionroll-load-") as folder:
        server = Server(folder, *(["--no-limits"] if given.what == "memory" else []))
        try:
            if given.what == "evening":
                asyncio.run(evening(server, given.tables, given.hostile, given.seconds))
            elif given.what == "restart":
                asyncio.run(restart(server, given.phones))
            else:
                asyncio.run(memory(server, given.rolls))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
