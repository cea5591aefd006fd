"""Load as evenings bring it: many tables with phones, a restart, and one hostile client beside them; figures to read.

    python -m tools.load all                                 the three that follow, one after the other
    python -m tools.load evening --tables 400 --hostile      rolls and phones below 100 ms, whatever one client does
    python -m tools.load evening --tables 800                 below 250 ms
    python -m tools.load restart --phones 2000                all back within 10 s, no roll above 300 ms
    python -m tools.load memory --rolls 20000                 of a table that is open, and of one that was closed

Each line ends with what was to be met, and whether it was. With `--contributions` phones take part in the dice, as
pages do: each roll is then a call, five contributions and the fall.

Phones come from many addresses of the loopback range, five to a table, as they would from many rooms. Run it when the
machine has nothing else to do: clients and server share it. Each line says how late the clients were themselves in
one hundredth of all moments, which stands in its figures and is not the server's; how much of a processor the server
took; and how long the disk let someone wait at most who wrote a block beside it. Whoever attacks has a machine of
their own: here it runs when nobody else wants to, and is there before the measuring begins.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import aclosing, suppress
from random import random
from tempfile import TemporaryDirectory
from typing import Any

from tools.attacks import attacks
from tools.host import Server
from tools.wire import NEW, Seat, Wire, address_of, many_connections
from uvicorn.loops.auto import auto_loop_factory

from actionroll.table.fairness import promise_of

SEATS, EVERY_SECONDS = 5, 5.0
FORTUNE = {"character": "c1", "move": "fortune", "inputs": {"dice": 2}}
COMING = 50
"""How many phones come in at once when an evening begins."""
HOSTILE_MS, PEACE_MS, RESTART_MS, BACK_SECONDS = 100, 250, 300, 10
"""What is to be met: by evenings with a hostile client and without one, and after a restart."""
STOCK, LEAST = 24, 6
"""How many contributions a phone promises at a time, and with how many left."""
LOOK_SECONDS = 0.002
FIRST_RETRY = 2.5
"""Seconds after which a phone tries again if no stream ever told it otherwise."""
CLOSED_AFTER = 345
"""By then a table that nobody uses is closed."""
WARM_ROLLS = 500
"""Made at another table first: what the first rolls load stays, for all tables."""


async def open_tables(port: int, tables: int) -> list[list[Seat]]:
    """So many tables with five seats and a character each."""
    return [await open_table(port, number) for number in range(tables)]


async def open_table(port: int, number: int) -> list[Seat]:
    """One table."""
    address = address_of(number)
    wire = await Wire.to(port, address)
    made = json.loads(await wire.act("/api/tables", NEW))
    seats = [Seat(made["table"], made["token"], address, made["seat"])]
    link = made["links"]["player"].rpartition("#")[2]
    for place in range(1, SEATS):
        joining = {"secret": link, "nickname": f"P{place}x"}
        sat = json.loads(await wire.act(f"/api/tables/{made['table']}/join", joining))
        seats.append(Seat(made["table"], sat["token"], address, sat["seat"]))
    await wire.act(f"/api/tables/{made['table']}/make", {"name": "Fox"}, seats[0].token)
    wire.writer.close()
    return seats


DECLARED = rb'"number":(\d+),.*?"kind":"declared".*?"phones":{[^}]*"%b":"(\w+)"'
"""What one phone reads of a declaration: its number, and what it had promised. Thousands share the server's processor,
so that none reads more of what it hears than it needs."""
CALLED = re.compile(rb'"kind":"called".*?"roll":(\d+)')


class Contributions:
    """What one phone promises, and reveals when dice are called for."""

    def __init__(self, port: int, seat: Seat) -> None:
        self.port, self.seat, self.made = port, seat, 0
        self._declared = re.compile(DECLARED % seat.name.encode())
        self.promised: dict[str, str] = {}
        self.asked: dict[int, str] = {}
        self.wire: Wire | None = None

    async def act(self, operation: str, body: dict[str, Any]) -> None:
        """One request after the other, over a connection of its own."""
        self.wire = self.wire or await Wire.to(self.port, self.seat.address)
        try:
            await self.wire.act(f"/api/tables/{self.seat.table}/{operation}", body, self.seat.token)
        except (OSError, asyncio.IncompleteReadError, RuntimeError):
            await self.wire.aclose()
            self.wire = None

    async def stock(self) -> None:
        """Promise more."""
        contributions = [f"{self.seat.name} {self.made + place}" for place in range(STOCK)]
        self.made += STOCK
        new = {
            promise_of(self.seat.table, self.seat.name, contribution): contribution for contribution in contributions
        }
        self.promised |= new
        await self.act("commit", {"commitments": list(new)})

    async def hear(self, told: bytes) -> None:
        """A declaration names a contribution of this phone, or a call asks for it."""
        if declared := self._declared.search(told):
            self.asked[int(declared[1])] = self.promised.pop(declared[2].decode())
            if len(self.promised) < LEAST:
                await self.stock()
        elif (called := CALLED.search(told)) and int(called[1]) in self.asked:
            await self.act("contribute", {"roll": int(called[1]), "contribution": self.asked.pop(int(called[1]))})


class Evening:
    """All who play, when each table threw last, and how long replies and phones took."""

    def __init__(self, server: Server, tables: list[list[Seat]], contributions: bool = False) -> None:
        self.server, self.port, self.tables, self.contributions = server, server.port, tables, contributions
        self.missed = False
        self.thrown: dict[str, float] = {}
        self.replies: list[float] = []
        self.heard: list[float] = []
        self.back: list[float] = []
        self.listening: list[asyncio.Future[None]] = []
        self.late: list[float] = []
        """How late this process itself was, looked at without pause."""
        self.failed = self.without = 0

    async def listen(self, seat: Seat) -> None:
        """A phone: it hears until it is cut off, and comes back after as long as the stream had said."""
        waits, contributions = FIRST_RETRY, Contributions(self.port, seat) if self.contributions else None
        if contributions:
            await contributions.stock()
        while True:
            try:
                async with aclosing(await Wire.to(self.port, seat.address)) as wire:
                    wire.send("GET", f"/api/tables/{seat.table}/feed", token=seat.token)
                    head = await wire.reader.readuntil(b"\r\n\r\n")
                    waits = (
                        await self._hear(seat, wire, contributions)
                        if b" 200 " in head.split(b"\r\n")[0] + b" "
                        else waits
                    )
            except (OSError, asyncio.IncompleteReadError):
                pass
            await asyncio.sleep(waits * (0.9 + 0.2 * random()))

    async def _hear(self, seat: Seat, wire: Wire, contributions: Contributions | None) -> float:
        """What a stream tells, until it ends; how long to wait then."""
        self.back.append(time.perf_counter())
        waits = FIRST_RETRY
        with suppress(OSError, asyncio.IncompleteReadError):
            while line := await wire.reader.readline():
                if line.startswith(b"retry:"):
                    waits = int(line[6:]) / 1000
                if line.startswith(b"data:") and b'"kind":"thrown"' in line and seat.table in self.thrown:
                    self.heard.append(time.perf_counter() - self.thrown[seat.table])
                    self.without += b'"missing":' in line
                if contributions and (b'"kind":"declared"' in line or b'"kind":"called"' in line):
                    await contributions.hear(line[5:])
        return waits

    async def all_listen(self) -> None:
        """Every phone is there."""
        for seat in [seat for seats in self.tables for seat in seats]:
            self.listening.append(asyncio.ensure_future(self.listen(seat)))
            while len(self.back) < len(self.listening) - COMING:  # noqa: ASYNC110  whoever measures looks on
                await asyncio.sleep(0.01)
        while len(self.back) < len(self.listening):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        gc.collect()
        gc.disable()  # all of it stays, and looking through it would make every phone late

    async def watch(self) -> None:
        """Note how late this process is."""
        while True:
            began = time.perf_counter()
            await asyncio.sleep(LOOK_SECONDS)
            self.late.append(time.perf_counter() - began - LOOK_SECONDS)

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
                await wire.act(f"/api/tables/{seats[0].table}/roll_at_once", FORTUNE, seats[0].token)
                self.replies.append(time.perf_counter() - began)
            except (OSError, asyncio.IncompleteReadError, RuntimeError):
                wire, self.failed = None, self.failed + 1
            await asyncio.sleep(max(0.0, began + EVERY_SECONDS - time.perf_counter()))

    async def run(self, seconds: float) -> None:
        """Everyone plays for so long."""
        until, many = time.perf_counter() + seconds, len(self.tables)
        delays = [EVERY_SECONDS * place / many for place in range(many)]
        watching = asyncio.ensure_future(self.watch())
        await asyncio.gather(*(self.play(each, delays[place], until) for place, each in enumerate(self.tables)))
        watching.cancel()

    def told(self, what: str, most: int) -> str:
        """What it took since the last time this was told, and whether that is at most so many milliseconds."""
        took = [_p99(each) for each in (self.replies, self.heard)]
        right = took[0] <= most and took[1] <= most and not self.failed
        self.missed |= not right
        of = f"replies p99 {took[0]:.0f} ms of {len(self.replies)}, phones p99 {took[1]:.0f} ms of {len(self.heard)}"
        lacking = f", {self.without} heard of dice with contributions missing" if self.contributions else ""
        beside = f"clients late by {_p99(self.late):.0f} ms, the server took {self.server.share():.2f} of a processor"
        beside += f", the disk up to {1000 * self.server.disk.slowest():.0f} ms"
        self.replies, self.heard, self.late, self.failed, failed, self.without = [], [], [], 0, self.failed, 0
        return f"{what:28} {of}, {failed} failed{lacking}; {beside}: {met(right)} ({most} ms)"


def met(right: bool) -> str:
    """One word."""
    return "met" if right else "MISSED"


def _p99(taken: list[float]) -> float:
    found = sorted(taken)
    return found[int(len(found) * 0.99)] * 1000 if found else 0.0


def _attacking(port: int, seat: Seat, name: str) -> subprocess.Popen[bytes]:
    """An attack in a process of its own, so that what it does costs those who are measured nothing; once it begins."""
    command = [sys.executable, "-m", "tools.attacks", str(port), json.dumps(seat), name]
    begun = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    os.sched_setscheduler(begun.pid, os.SCHED_IDLE, os.sched_param(0))
    if begun.stdout:
        begun.stdout.readline()
    return begun


async def evening(server: Server, tables: int, hostile: bool, seconds: float, contributions: bool) -> bool:
    """Rolls and phones of so many tables, first in peace, then beside each attack; whether all was met."""
    play, most = (
        Evening(server, await open_tables(server.port, tables), contributions),
        HOSTILE_MS if hostile else PEACE_MS,
    )
    await play.all_listen()
    server.share()
    server.disk.slowest()
    await play.run(seconds)
    print(play.told(f"{tables} tables in peace", most), flush=True)
    enemy = (await open_table(server.port, 59_000))[0] if hostile else None
    for name in attacks(server.port, enemy) if enemy else ():
        attacking = await asyncio.to_thread(_attacking, server.port, enemy, name)
        server.share()
        server.disk.slowest()
        await play.run(seconds)
        attacking.kill()
        attacking.wait()
        print(play.told(name, most), flush=True)
    await play.all_leave()
    return not play.missed


async def restart(server: Server, phones: int, contributions: bool) -> bool:
    """Everyone's phone comes back after a crash while rolls go on; whether all was met."""
    play = Evening(server, await open_tables(server.port, phones // SEATS), contributions)
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
    back = late <= BACK_SECONDS and len(play.back) >= len(play.listening)
    print(
        f"up after {up - began:.1f} s, {len(play.back)} of {len(play.listening)} phones back {late:.1f} s later: ",
        end="",
    )
    print(f"{met(back)} ({BACK_SECONDS} s)")
    await playing
    slowest = max(play.replies) * 1000
    quick = slowest <= RESTART_MS
    print(f"slowest roll {slowest:.0f} ms: {met(quick)} ({RESTART_MS} ms)")
    print(play.told("after the restart", RESTART_MS), flush=True)
    await play.all_leave()
    return back and quick


async def roll(server: Server, seats: list[Seat], rolls: int) -> None:
    """So many rolls at one table, one after the other."""
    async with aclosing(await Wire.to(server.port, seats[0].address)) as wire:
        for _ in range(rolls):
            await wire.act(f"/api/tables/{seats[0].table}/roll_at_once", FORTUNE, seats[0].token)


async def memory(server: Server, rolls: int) -> bool:
    """What a long table takes while it is open and heard, and what is left of it once it is closed."""
    await roll(server, await open_table(server.port, 1), WARM_ROLLS)
    seats = await open_table(server.port, 0)
    play = Evening(server, [seats])
    await play.all_listen()
    before = server.megabytes
    for quarter in range(1, 5):
        await roll(server, seats, rolls // 4)
        print(f"{rolls * quarter // 4} rolls: {server.megabytes - before:+.1f} MB while it is open", flush=True)
    await play.all_leave()
    await asyncio.sleep(CLOSED_AFTER)
    left = server.megabytes - before
    right = left <= rolls / 10_000
    print(
        f"{rolls} rolls: {left:+.1f} MB {CLOSED_AFTER} s after everyone left: {met(right)} (1 MB for 10,000)",
        flush=True,
    )
    return right


def main() -> None:
    """Do what is asked, on a server of its own."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("what", choices=["all", "evening", "restart", "memory"])
    asked.add_argument("--tables", type=int, default=40)
    asked.add_argument("--phones", type=int, default=200)
    asked.add_argument("--rolls", type=int, default=1000)
    asked.add_argument("--seconds", type=float, default=30, help="of peace, and of each attack")
    asked.add_argument("--hostile", action="store_true")
    asked.add_argument("--contributions", action="store_true", help="phones take part in the dice")
    given = asked.parse_args()
    many_connections()
    seconds, contributions = given.seconds, given.contributions
    runs: dict[str, list[Callable[[Server], Coroutine[Any, Any, bool]]]] = {
        "evening": [lambda server: evening(server, given.tables, given.hostile, seconds, contributions)],
        "restart": [lambda server: restart(server, given.phones, contributions)],
        "memory": [lambda server: memory(server, given.rolls)],
        "all": [
            lambda server: evening(server, 400, True, seconds, contributions),
            lambda server: evening(server, 800, False, seconds, contributions),
            lambda server: restart(server, 2000, contributions),
        ],
    }
    met_all = [on_a_server(run, given.what == "memory") for run in runs[given.what]]
    sys.exit(not all(met_all))


def on_a_server(run: Callable[[Server], Coroutine[Any, Any, bool]], lifted: bool) -> bool:
    """Whether all was met by a server of its own."""
    with TemporaryDirectory(prefix="actionroll-load-") as folder:
        server = Server(folder, *(["--no-limits"] if lifted else []))
        try:
            with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
                return runner.run(run(server))
        finally:
            server.close()


if __name__ == "__main__":
    main()
