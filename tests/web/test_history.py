"""Random clients through two processes, with kills, pauses, a slow disk and cut connections: a checker judges it."""

import os
import random
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count as numbers
from pathlib import Path

import pytest

from tests.counts import count
from tests.postgres_server import PostgresServer
from tests.server import RunningServer, SeatAt, new_key, open_table
from tests.web.history import Called, Kept, faults

CLIENTS = 4
CALLS = count(20, 400)


def hashed(number: int) -> str:
    return f"{number:064x}"


LOG = [Kept(number, f"text {number}" if number > 1 else "", hashed(number)) for number in range(1, 7)]
GOOD = [
    Called("append", 0.0, 1.0, 2, "text 2", hashed(2)),
    Called("append", 0.5, 2.0, 3, "text 3", hashed(3)),
    Called("read", 1.5, 2.5, 2, "", hashed(2)),
    Called("read", 2.1, 2.6, 3, "", hashed(3)),
    Called("append", 2.2, text="text 4"),
    Called("append", 3.0, 4.0, 5, "text 5", hashed(5)),
    Called("append", 5.0, text="never stored"),
    Called("append", 4.5, 6.0, 6, "text 6", hashed(6)),
]
PUT_IN: dict[str, Callable[[], tuple[list[Called], list[Kept]]]] = {
    "a stale read": lambda: ([*GOOD, Called("read", 7.0, 8.0, 5, "", hashed(5))], LOG),
    "a lost append": lambda: (GOOD, LOG[:-1]),
    "an append done twice": lambda: (GOOD, [*LOG, Kept(7, "text 6", hashed(7))]),
    "two answers with one number": lambda: ([*GOOD, Called("append", 6.5, 7.0, 6, "text x", hashed(6))], LOG),
    "an order against time": lambda: ([*GOOD, replace(GOOD[1], began=6.5, ended=7.0)], LOG),
    "another past": lambda: (GOOD, [*LOG[:2], Kept(3, "text 3", hashed(99)), *LOG[3:]]),
    "a gap": lambda: (GOOD[:2], [*LOG[:4], LOG[5]]),
}


def test_a_history_that_some_order_explains_is_accepted() -> None:
    assert list(faults(GOOD, LOG)) == []


@pytest.mark.parametrize("put_in", PUT_IN.values(), ids=PUT_IN)
def test_the_checker_finds_each_fault_that_is_put_in(put_in: Callable[[], tuple[list[Called], list[Kept]]]) -> None:
    assert list(faults(*put_in()))


LONGEST_START_SECONDS, LONGEST_PAUSE_SECONDS = 5, 0.1


class Clients:
    """Random clients of one table, each through either of two processes, and what they saw."""

    def __init__(self, servers: list[RunningServer], seats: list[SeatAt]) -> None:
        self.servers, self.seats = servers, seats
        self.history: list[Called] = []
        self.texts = numbers(1)
        self.all_up, self.called = threading.Event(), threading.Event()
        self.all_up.set()

    def play(self, seed: int) -> None:
        chance = random.Random(seed)
        seat = self.seats[seed % len(self.seats)]
        for _ in range(CALLS):
            asked = seat.at(chance.choice(self.servers))
            self.history.append(self.append(asked, chance) if chance.random() < 0.6 else self.read(asked))
            self.called.set()

    def append(self, seat: SeatAt, chance: random.Random) -> Called:
        """A note, repeated with its key until it is answered; now and then the connection is cut after sending."""
        text, key, began = f"text {next(self.texts)}", new_key(), time.monotonic()
        if chance.random() < 0.2:
            self.cut(seat, text, key)
        for _ in range(200):
            try:
                reply = seat.at(chance.choice(self.servers)).try_to("note", key, text=text)
            except OSError:
                self.all_up.wait(LONGEST_START_SECONDS)
                continue
            if reply.status == 200:
                told = reply.json
                return Called("append", began, time.monotonic(), told["number"], text, told["hash"])
        return Called("append", began, text=text)

    def cut(self, seat: SeatAt, text: str, key: str) -> None:
        body = b'{"text":"%b"}' % text.encode()
        lines = [
            f"POST /api/tables/{seat.table}/note HTTP/1.1",
            "Host: 127.0.0.1",
            f"Authorization: Bearer {seat.client.token}",
            f"Idempotency-Key: {key}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
        ]
        try:
            with socket.create_connection((seat.client.server.host, seat.client.server.port), timeout=5) as there:
                there.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        except OSError:
            return

    def read(self, seat: SeatAt) -> Called:
        began = time.monotonic()
        try:
            reply = seat.client.get(f"/api/tables/{seat.table}")
        except OSError:
            return Called("read", began)
        if reply.status != 200:
            return Called("read", began)
        return Called("read", began, time.monotonic(), reply.json["number"], "", reply.json["hash"])


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    postgres: PostgresServer = request.getfixturevalue("postgres")
    return postgres.database()


@pytest.mark.slow
def test_a_history_through_two_processes_is_linearizable(place: str) -> None:
    servers = [RunningServer(place, "--no-limits") for _ in range(2)]
    try:
        table = open_table(servers[0])
        clients = Clients(servers, [table.gm, table.player, table.other])
        playing = [threading.Thread(target=clients.play, args=(seed,)) for seed in range(CLIENTS)]
        for each in playing:
            each.start()
        with slow_disk(servers[0].pid, place):
            disturb(servers, place, playing, clients)
        for each in playing:
            each.join()
        log = [entry for page in pages(table.gm.at(servers[1])) for entry in page]
    finally:
        for server in servers:
            server.kill()
    assert sum(call.number is not None for call in clients.history) > CLIENTS * CALLS / 4
    assert list(faults(clients.history, log)) == []


SLOW_MICROSECONDS = 30_000


@contextmanager
def slow_disk(pid: int, place: str) -> Iterator[None]:
    """Whatever this process syncs itself takes thirty milliseconds longer, where that can be arranged."""
    if shutil.which("strace") is None or "://" in place:
        yield
        return
    delay = f"inject=fsync,fdatasync:delay_enter={SLOW_MICROSECONDS}"
    command = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e", delay, "-p", str(pid)]
    slowing = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        slowing.terminate()
        slowing.wait(60)


def disturb(servers: list[RunningServer], place: str, playing: list[threading.Thread], clients: Clients) -> None:
    """Pause one process until a call was made past it, and kill the other, again and again while there is play."""
    for number in range(count(3, 60)):
        if not any(each.is_alive() for each in playing):
            return
        clients.called.clear()
        os.kill(servers[0].pid, signal.SIGSTOP)
        clients.called.wait(LONGEST_PAUSE_SECONDS)
        os.kill(servers[0].pid, signal.SIGCONT)
        if number % 2:
            port = servers[1].port
            clients.all_up.clear()
            servers[1].kill()
            servers[1] = RunningServer(place, "--no-limits", port=port)
            clients.all_up.set()


def pages(seat: SeatAt) -> list[list[Kept]]:
    """The whole log, from its first entry on."""
    found: list[list[Kept]] = []
    after, last = 0, seat.see()["number"]
    while after < last:
        entries = seat.see(f"news?after={after}")["entries"]
        found.append([Kept(each["number"], each["entry"].get("text", ""), each["hash"]) for each in entries])
        after = entries[-1]["number"]
    return found
