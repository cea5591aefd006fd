"""One client is one client: each attack here is held within its budget, and a room behind one address is not."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from actionroll.web import Limits
from actionroll.web.limits import Open
from tests.server import Client, RunningServer, SeatAt, new_key, open_table, secret_of
from tests.web.in_process import Place, World, running

pytestmark = pytest.mark.slow
NEW = {"game": "in-the-dark", "name": "Lantern Street", "nickname": "Gem"}


@contextmanager
def limited(**limits: int) -> Iterator[Place]:
    with running(":memory:", World(""), replace(Limits.lifted(), **limits), trusted=()) as place:
        yield place


def from_address(seat: SeatAt, address: str) -> SeatAt:
    return SeatAt(Client(seat.client.server, seat.client.token, address), seat.table, seat.seat, seat.role)


def test_a_seat_has_so_many_connections() -> None:
    with limited(seat_connections=5) as place:
        table = open_table(place)
        held = [table.player.at(place) for _ in range(8)]
        told = [each.client.get(f"/api/tables/{table.id}").status for each in held]
        assert told == [200] * 5 + [429] * 3
        assert table.other.see()
        held[0].client.close()
        held[1].client.close()
        assert wait_until_heard(held[-1])


def wait_until_heard(seat: SeatAt) -> bool:
    """The server may learn a moment later that others hung up."""
    return any(seat.client.get(f"/api/tables/{seat.table}").status == 200 for _ in range(200))


def test_an_address_has_so_many_connections() -> None:
    with limited(address_connections=6) as place:
        held = [connected(place, "127.0.0.7") for _ in range(9)]
        assert [answers(there) for there in held] == [True] * 6 + [False] * 3
        assert Client(place, source="127.0.0.8").get("/healthz").status == 200
        for there in held:
            there.close()


def test_silent_connections_keep_nobody_out_who_comes_from_the_same_address() -> None:
    with limited(connections=6) as place:
        seat = from_address(open_table(place).player, "127.0.0.7")
        silent = [connected(place, "127.0.0.7") for _ in range(12)]
        assert seat.see()["number"] == 5
        others = [connected(place, "127.0.0.7")]
        while answers(others[-1]) and len(others) < 12:
            others.append(connected(place, "127.0.0.7"))
        assert len(others) == 12, "each is answered"
        for there in (*silent, *others):
            there.close()


def connected(place: Place, source: str) -> socket.socket:
    return socket.create_connection((place.host, place.port), timeout=20, source_address=(source, 0))


def answers(there: socket.socket) -> bool:
    try:
        there.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return there.recv(100).startswith(b"HTTP/1.1 200")
    except ConnectionError:
        return False


HEADS = {
    "one long address": [b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"],
    "an address without an end": [b"GET /", *[b"x" * 32_000] * 2000],
    "one long header": [b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 20_000 + b"\r\n\r\n"],
    "a header without an end": [b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", *[b"x" * 32_000] * 2000],
    "headers without an end": [b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", *[b"X: x\r\n" * 5000] * 2000],
}


CHUNKED = b" HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
HEADS |= {
    "a chunk's name without an end": [b"POST /api/odds" + CHUNKED + b"1;", *[b"x" * 32_000] * 2000],
    "a chunk's size without an end": [b"POST /api/odds" + CHUNKED, *[b"0" * 32_000] * 2000],
    "a body where none is read": [b"GET /api/games" + CHUNKED + b"1;", *[b"x" * 32_000] * 2000],
}


@pytest.mark.parametrize("pieces", HEADS.values(), ids=HEADS)
def test_long_heads_are_ended_early(pieces: list[bytes]) -> None:
    with limited() as place, socket.create_connection((place.host, place.port), timeout=20) as there:
        assert Client(place).get("/healthz").status == 200
        sent = sum(1 for _ in takewhile(lambda piece: went(there, piece), pieces))
        assert sent < 1000
        assert told(there) in (b"HTTP/1.1 431", b"", b"HTTP/1.1 200" if pieces[0].startswith(b"GET /api") else b"")
        assert Client(place).get("/healthz").status == 200


@pytest.mark.parametrize(
    "begun", [b"GET /" + b"x" * 20_000, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 20_000]
)
def test_a_head_is_refused_as_soon_as_it_is_too_long(begun: bytes) -> None:
    """Nobody waits for its end."""
    with limited() as place, socket.create_connection((place.host, place.port), timeout=20) as there:
        there.sendall(begun)
        assert told(there) == b"HTTP/1.1 431"


def went(there: socket.socket, piece: bytes) -> bool:
    try:
        there.sendall(piece)
    except ConnectionError:
        return False
    return True


def told(there: socket.socket) -> bytes:
    try:
        return there.recv(12)
    except ConnectionError:
        return b""


def test_a_table_takes_so_many_writes_whoever_makes_them() -> None:
    with limited(table_writes_per_second=5) as place:
        table, elsewhere = open_table(place), open_table(place)
        seats = (table.gm, table.player, table.other)
        statuses = [seat.try_to("note", text="x").status for _ in range(10) for seat in seats]
        assert statuses.count(200) >= 10
        assert 429 in statuses
        assert elsewhere.gm.try_to("note", text="x").status == 200


def test_an_address_makes_so_many_writes_at_however_many_tables() -> None:
    with limited(writes_per_second=5) as place:
        tables = [open_table(place).gm for _ in range(3)]
        flood = [from_address(each, "127.0.0.9") for each in tables]
        statuses = [seat.try_to("note", text="x").status for _ in range(10) for seat in flood]
        assert statuses.count(200) >= 10
        assert 429 in statuses
        assert from_address(tables[0], "127.0.0.10").try_to("note", text="x").status == 200


def test_reads_have_a_budget_too() -> None:
    with limited(reads_per_second=2, requests_per_second=10) as place:
        table = open_table(place)
        reads = [table.player.client.get(f"/api/tables/{table.id}/export") for _ in range(40)]
        assert 20 <= sum(reply.status == 200 for reply in reads) < 40
        assert all(int(reply.headers["retry-after"]) >= 1 for reply in reads if reply.status == 429)
        assert table.other.see()
        stranger = Client(place, source="127.0.0.9")
        asked = [stranger.get("/api/games").status for _ in range(400)]
        assert 100 <= asked.count(200) < 400
        assert Client(place, source="127.0.0.10").get("/api/games").status == 200


def test_an_address_that_is_refused_without_pause_is_told_so_late() -> None:
    with limited(refusals_per_second=1) as place:
        stranger = Client(place, source="127.0.0.9")
        assert {stranger.get("/nowhere").status for _ in range(5)} == {404}
        assert held(place) == 0
        assert stranger.get("/nowhere").status == 404
        assert held(place) == 1
        assert stranger.get("/api/games").status == 200
        assert Client(place, source="127.0.0.10").get("/nowhere").status == 404
        assert held(place) == 1


def test_what_is_no_request_waits_too_when_it_comes_without_pause() -> None:
    connections = Open(replace(Limits.lifted(), refusals_per_second=1))
    assert [connections.refused("127.0.0.9") for _ in range(8)] == [False] * 5 + [True] * 3
    assert not connections.refused("127.0.0.10")
    with limited(refusals_per_second=1) as place, ExitStack() as held_open:
        there = [held_open.enter_context(connected(place, "127.0.0.9")) for _ in range(8)]
        for each in there:
            each.sendall(b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert {told(each) for each in there} <= {b"HTTP/1.1 431", b""}  # closed, with or without a last word
        assert Client(place).get("/healthz").status == 200


def held(place: Place) -> int:
    """How many refusals were told late."""
    lines = Client(place).get("/metrics").raw.decode().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("actionroll_refusals_held_total "))


def test_a_long_body_counts_as_several_requests() -> None:
    with limited(requests_per_second=2) as place:
        long, short = Client(place, source="127.0.0.9"), Client(place, source="127.0.0.10")
        asked = [long.post("/api/odds", {"game": "x" * 60_000}).status for _ in range(3)]
        assert asked == [422, 422, 429]
        assert [short.post("/api/odds", {"game": "x"}).status for _ in range(10)] == [422] * 10


def test_codes_are_guessed_slowly_from_all_addresses_together(tmp_path: Path) -> None:
    with RunningServer(tmp_path / "tables.db") as server:
        asked = [
            Client(server, source=f"127.0.1.{place % 40 + 1}").post("/api/code", {"code": f"abc{place:03}"}).status
            for place in range(80)
        ]
        assert asked.count(404) <= 65
        assert asked[-1] == 429
        made = Client(server, source="127.0.2.1").post("/api/tables", {**NEW, "game": "starforged"}).json
        look = Client(server, source="127.0.2.2").post(f"/api/tables/{made['table']}/look", {"secret": "code-abcdef"})
        assert look.status == 429
        link = {"secret": secret_of(made["links"]["player"])}
        assert Client(server, source="127.0.2.2").post(f"/api/tables/{made['table']}/look", link).status == 200


def test_a_room_of_eight_behind_one_address_is_never_limited(tmp_path: Path) -> None:
    """With the limits as they are: eight phones come in, load everything twice, ask, declare and roll, all at once."""
    with RunningServer(tmp_path / "tables.db") as server:
        made = Client(server, source="127.0.0.5").post("/api/tables", {**NEW, "game": "starforged"}).json
        with ThreadPoolExecutor(8) as pool:
            statuses = [status for each in pool.map(lambda n: evening(server, made, n), range(8)) for status in each]
        assert set(statuses) <= {200, 201}


def evening(server: RunningServer, made: dict[str, Any], number: int) -> list[int]:
    table, link = made["table"], {"secret": secret_of(made["links"]["player"]), "nickname": f"Phone {number}"}
    client = Client(server, source="127.0.0.5")
    joined = client.post(f"/api/tables/{table}/join", link).json
    client.token = joined["token"]
    seat = SeatAt(client, table, joined["seat"], joined["role"])
    asks = [client.get(path).status for path in ("/", f"/t/{table}", "/api/games", "/api/games/in-the-dark") * 2]
    feeds = [seat.feed() for _ in range(3)]
    asks += [feed.status for feed in feeds]
    character = seat.do("make", name=f"Fox {number}")["entries"][0]["entry"]["character"]
    for dots in range(6):
        asks.append(client.get(f"/api/tables/{table}").status)
        asks.append(client.post("/api/odds", {"game": "in-the-dark", "attempt": {"dots": dots}, "near": True}).status)
        roll = seat.do("declare", character=character, trait="edge")["number"]
        asks.append(client.get(f"/api/tables/{table}/rolls/{roll}").status)
        asks.append(seat.try_to("throw", roll=roll).status)
    return asks


def test_whoever_sits_is_heard_after_a_restart_whoever_guessed(tmp_path: Path) -> None:
    """Where the address had guessed too often, a seat of the same household was refused until the table was open."""
    with RunningServer(tmp_path / "tables.db") as server:
        seat = open_table(server).player
    with RunningServer(tmp_path / "tables.db") as server:
        guesses = [Client(server, new_key()).get(f"/api/tables/{seat.table}").status for _ in range(30)]
        assert (guesses.count(401), guesses.count(429)) == (20, 10)
        assert seat.at(server).see()["you"]["seat"] == seat.seat
        assert seat.at(server).try_to("note", text="here").status == 200


def test_a_table_opened_again_from_another_address_is_the_same() -> None:
    """A phone that repeats its request after going from wifi to the mobile network got a second table."""
    with limited() as place:
        key = new_key()
        first = Client(place, source="127.0.0.5").post("/api/tables", NEW, key)
        again = Client(place, source="127.0.0.6").post("/api/tables", NEW, key)
        assert (first.status, again.status) == (201, 201)
        assert first.raw == again.raw


def test_the_limit_of_descriptors_is_raised_and_said(tmp_path: Path) -> None:
    lowered = (
        f"ulimit -S -n 64; exec {sys.executable} -m actionroll serve --local --port 0 --database {tmp_path / 't.db'}"
    )
    running_ = subprocess.Popen(["sh", "-c", lowered], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running_.stdout is not None
    port = int(running_.stdout.readline().rpartition(":")[2].strip(". \n"))
    place = Place("127.0.0.1", port)
    held = [Client(place) for _ in range(100)]
    statuses = [each.get("/healthz").status for each in held] if reached(held[0]) else []
    running_.terminate()
    logged = [json.loads(line) for line in running_.communicate(timeout=60)[1].splitlines()]
    assert statuses == [200] * 100
    assert any(line["event"] == "descriptors" and line["limit"] > 64 for line in logged)


def reached(client: Client) -> bool:
    for _ in range(2000):
        try:
            return client.get("/healthz").status == 200
        except OSError:
            continue
    return False
