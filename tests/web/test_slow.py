"""Slow and silent connections are closed by a deadline of their own, and honest requests go on meanwhile."""

import socket
import time
from dataclasses import replace
from select import select

import pytest

from actionroll.web import Limits
from tests.server import Client, open_table
from tests.web.in_process import NO_LIMITS, Place, World, running

pytestmark = pytest.mark.slow
SLOW = 200
IMPATIENT = replace(NO_LIMITS, header_seconds=2.0, request_seconds=3.0)


def test_deadlines_are_as_promised() -> None:
    usual = Limits()
    assert usual.header_seconds <= 10
    assert usual.request_seconds <= 15
    assert usual.body_bytes == 65_536


def begun(place: Place, kind: str) -> socket.socket:
    """A connection that sends only the beginning of something."""
    there = socket.create_connection((place.host, place.port), timeout=20)
    starts = {
        "silent": b"",
        "header": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
        "body": b"POST /api/odds HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: 1000\r\n\r\n{",
    }
    there.sendall(starts[kind])
    return there


def test_slow_sockets_are_closed_while_honest_requests_go_on() -> None:
    with running(":memory:", World(""), IMPATIENT) as place:
        seat = open_table(place).player
        began = time.monotonic()
        waiting = [begun(place, ("silent", "header", "body")[number % 3]) for number in range(SLOW)]
        open_ = set(waiting)
        answered = []
        while open_ and time.monotonic() - began < 15:
            for there in list(open_):
                if not trickled(there):
                    open_.discard(there)
            asked = time.monotonic()
            assert seat.see()["number"] == 5
            answered.append(time.monotonic() - asked)
        for there in waiting:
            there.close()
        assert not open_
        assert sorted(answered)[len(answered) // 2] < 0.25


def trickled(there: socket.socket) -> bool:
    """One more byte, now and then; whether the connection is still there."""
    readable, _, _ = select([there], [], [], 0)
    try:
        if readable and not there.recv(4096):
            return False
        there.sendall(b"x")
    except OSError:
        return False
    return True


def test_one_address_has_few_connections_that_no_seat_uses() -> None:
    limits = replace(NO_LIMITS, connections=20)
    with running(":memory:", World(""), limits) as place:
        table = open_table(place)
        kept = Client(place, table.player.client.token, source="127.0.0.7")
        assert kept.get(f"/api/tables/{table.id}").status == 200
        waiting = []
        for _ in range(40):
            there = socket.socket()
            there.bind(("127.0.0.7", 0))
            there.connect((place.host, place.port))
            waiting.append(there)
        assert len(closed_within(waiting, 5.0, 20)) == 20
        assert kept.get(f"/api/tables/{table.id}").status == 200, "a seat's own connection is not among them"
        assert table.gm.see()["number"] == 5, "other addresses are not concerned"
        for there in waiting:
            there.close()


def closed_within(waiting: list[socket.socket], seconds: float, many: int) -> set[socket.socket]:
    found: set[socket.socket] = set()
    deadline = time.monotonic() + seconds
    while len(found) < many and time.monotonic() < deadline:
        readable, _, _ = select([there for there in waiting if there not in found], [], [], 0.2)
        found |= set(readable)
    return found
