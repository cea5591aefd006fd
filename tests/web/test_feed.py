"""The live feed: every entry once and in order, whatever happens to the connection, and only while one may listen."""

import random
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from threading import Event

import pytest

from tests.counts import count
from tests.server import Feed, NewTable, RunningServer, SeatAt, join, memory_of, open_table, secret_of

pytestmark = pytest.mark.slow


def numbers(feed: Feed, last: int) -> list[int]:
    found = []
    for kind, number, shown in feed.events():
        if kind == "entry":
            assert number == shown["number"]
            found.append(shown["number"])
            if number == last:
                break
    return found


def test_feed_brings_every_entry_as_it_is_stored(table: NewTable, second_server: RunningServer) -> None:
    here, there = table.onlooker.feed(0), table.onlooker.at(second_server).feed(0)
    table.player.do("make", name="Fox")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.at(second_server).do("note", text="from elsewhere")
    log = table.gm.see("log")["entries"]
    for feed in (here, there):
        found = list(islice(feed.entries(), len(log)))
        assert [{**each["entry"], "number": each["number"], "hash": each["hash"]} for each in found] == log
        assert [each["roll"] for each in found[roll - 1]["rolls"]] == [roll]


def test_feed_resumes_after_the_last_event_id(table: NewTable) -> None:
    table.player.do("note", text="one")
    assert numbers(table.other.feed(None, last_event_id="3"), 6) == [4, 5, 6]
    assert table.other.feed(None, last_event_id="nonsense").status == 200


def test_feed_from_before_its_tail_is_read_from_the_log(sqlite_server: RunningServer) -> None:
    table = open_table(sqlite_server)
    for place in range(600):
        table.player.do("note", text=f"{place}")
    assert numbers(table.other.feed(0), 605) == list(range(1, 606))


def listened(seat: SeatAt, last: int, random_: random.Random, cuts: list[float]) -> list[int]:
    """All numbers up to the last, through a connection that is cut again and again."""
    found: list[int] = []
    while not found or found[-1] < last:
        began = time.monotonic()
        feed = seat.feed(0 if not found else None, **({"last_event_id": str(found[-1])} if found else {}))
        wanted = random_.randint(1, 6)
        for place, shown in enumerate(feed.entries()):
            if place == 0:
                cuts.append(time.monotonic() - began)
            found.append(shown["number"])
            if place >= wanted or shown["number"] >= last:
                break
        feed.cut(rudely=random_.random() < 0.5)
    return found


def test_dropped_feeds_lose_and_repeat_nothing(table: NewTable, second_server: RunningServer) -> None:
    """Sixteen listeners, cut more than two hundred times in all while entries come in through two processes."""
    notes = count(60, 400)
    last = 5 + notes
    cuts: list[float] = []
    writers = (table.player, table.player.at(second_server))
    with ThreadPoolExecutor(17) as pool:
        servers = (table.player.client.server, second_server)
        heard = [
            pool.submit(listened, table.onlooker.at(servers[place % 2]), last, random.Random(place), cuts)
            for place in range(16)
        ]
        for place in range(notes):
            writers[place % 2].do("note", text=f"{place}")
        for each in heard:
            assert each.result(timeout=60) == list(range(1, last + 1))
    assert len(cuts) >= 200
    assert sorted(cuts)[int(len(cuts) * 0.9)] < 1.0


def test_freed_seat_is_cut_off_within_a_second(table: NewTable, second_server: RunningServer) -> None:
    for place in (table.player.client.server, second_server):
        guest = join(place, table.id, table.links["player"], "Guest")
        events = guest.feed(None).events()
        began = time.monotonic()
        table.gm.do("leave", seat=guest.seat)
        assert "gone" in [kind for kind, _, _ in events]
        assert time.monotonic() - began < 1.0


def test_lost_phone_is_cut_off_when_its_seat_is_taken_back(table: NewTable) -> None:
    events = table.player.feed(None).events()
    link = secret_of(table.gm.do("links/seat", seat="s2")["links"]["seat"])
    table.other.client.post(f"/api/tables/{table.id}/enter", {"secret": link})
    assert "gone" in [kind for kind, _, _ in events]


def test_stopping_server_tells_feeds_to_come_back(fresh: Path) -> None:
    server = RunningServer(fresh)
    table = open_table(server)
    events = table.player.feed(None).events()
    said = server.stop()
    assert [kind for kind, _, _ in events] == ["here", "bye"]
    assert '"level": "error"' not in said
    with RunningServer(fresh) as again:
        assert numbers(table.player.at(again).feed(None, last_event_id="2"), 5) == [3, 4, 5]


def stalled(seat: SeatAt) -> Feed:
    """A listener that never reads."""
    feed = seat.feed(0)
    feed._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    return feed


def test_stalled_readers_do_not_slow_others(sqlite_server: RunningServer) -> None:
    table = open_table(sqlite_server)
    readers = [stalled(table.onlooker) for _ in range(100)]
    heard = table.other.feed(None, last_event_id="5").events()
    before = memory_of(sqlite_server.pid)
    late: list[float] = []
    for place in range(count(150, 2000)):
        began = time.monotonic()
        table.player.do("note", text=f"{place} " + "x" * 1500)
        while next(heard)[1] != 6 + place:
            pass
        late.append(time.monotonic() - began)
    assert sorted(late)[int(len(late) * 0.99) - 1] < 0.25
    assert memory_of(sqlite_server.pid) - before < 64 * 2**20
    assert len(readers) == 100


def test_presence_shows_who_listens(table: NewTable) -> None:
    feed = table.player.feed(None)
    assert {each["seat"] for each in table.gm.see()["seats"] if each["here"]} == {"s2"}
    feed.cut()
    gone = Event()
    deadline = time.monotonic() + 5
    while not gone.is_set() and time.monotonic() < deadline:
        if not any(each["here"] for each in table.gm.see()["seats"]):
            gone.set()
    assert gone.is_set()


def test_who_is_here_is_told_as_it_changes(table: NewTable) -> None:
    here = (shown["seats"] for kind, _, shown in table.player.feed(None).events() if kind == "here")
    assert next(here) == [table.player.seat]
    other = table.other.feed(None)
    assert next(here) == [table.player.seat, table.other.seat]
    other.cut()
    assert next(here) == [table.player.seat]
