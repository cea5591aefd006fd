"""The live feed: every entry once and in order, whatever happens to the connection, and only while one may listen."""

import asyncio
import json
import random
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path

import pytest

from actionroll.store import open_store
from actionroll.table.entries import Noted
from actionroll.table.requests import Deed, done
from actionroll.web.draft import Wanted
from actionroll.web.entrance import create
from actionroll.web.feed import _from_the_log
from actionroll.web.open_table import Message, load
from actionroll.web.tables import Tables
from tests.counts import count
from tests.server import Feed, NewTable, RunningServer, SeatAt, join, memory_of, open_table, secret_of
from tests.waiting_for import wait_for
from tests.web.in_process import NO_LIMITS, World, running

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


def test_feed_from_the_log_goes_as_far_as_the_table_here_has_come() -> None:
    """What another process appended waits until this one knows how rolls stand after it."""
    store = open_store(":memory:")
    tables = Tables(store)

    async def behind() -> list[Message]:
        asked = {"game": "in-the-dark", "name": "T", "nickname": "Gem"}
        made = json.loads(await create(tables, asked, "k" * 16, "new/x", b"d" * 32))
        stale = load(store, made["table"])
        assert stale is not None
        other = await tables.opened(made["table"])
        assert other is not None
        note = Deed([Noted(by="s1", text="from elsewhere")])
        await tables.commit(other, lambda: Wanted(done(other.table, note)), None)
        return _from_the_log(tables, stale, 0)

    assert [message.number for message in asyncio.run(behind())] == [1, 2]


def test_feed_resumes_after_the_last_event_id(table: NewTable) -> None:
    table.player.do("note", text="one")
    assert numbers(table.other.feed(None, last_event_id="3"), 6) == [4, 5, 6]
    assert table.other.feed(None, last_event_id="nonsense").status == 200
    assert table.other.feed(None, last_event_id="6").status == 200
    assert table.other.feed(None, last_event_id="7").status == 409


def test_feed_from_before_its_tail_is_read_from_the_log(sqlite_server: RunningServer) -> None:
    table = open_table(sqlite_server)
    for place in range(600):
        table.player.do("note", text=f"{place}")
    assert numbers(table.other.feed(0), 605) == list(range(1, 606))


def listened(seat: SeatAt, last: int, random_: random.Random, resumed: list[float]) -> list[int]:
    """All numbers up to the last, through a connection that is cut again and again."""
    found = numbers(seat.feed(0), 5)
    while found[-1] < last:
        began = time.monotonic()
        feed = seat.feed(None, last_event_id=str(found[-1]))
        events = feed.events()
        first = next(events)
        resumed.append(time.monotonic() - began)
        shown = (entry["number"] for kind, _, entry in chain([first], events) if kind == "entry")
        found += islice(shown, min(random_.randint(1, 6), last - found[-1]))
        feed.cut(rudely=random_.random() < 0.5)
    return found


def test_dropped_feeds_lose_and_repeat_nothing(table: NewTable, second_server: RunningServer) -> None:
    """Sixteen listeners, cut more than two hundred times in all while entries come in through two processes."""
    notes = count(60, 400)
    last = 5 + notes
    resumed: list[float] = []
    writers = (table.player, table.player.at(second_server))
    with ThreadPoolExecutor(17) as pool:
        servers = (table.player.client.server, second_server)
        heard = [
            pool.submit(listened, table.onlooker.at(servers[place % 2]), last, random.Random(place), resumed)
            for place in range(16)
        ]
        for place in range(notes):
            writers[place % 2].do("note", text=f"{place}")
        for each in heard:
            assert each.result(timeout=60) == list(range(1, last + 1))
    assert len(resumed) >= 200
    assert max(resumed) < 1.0


def test_odds_of_open_rolls_are_told_as_sheets_change(table: NewTable, second_server: RunningServer) -> None:
    for seat, name in ((table.player, "Nyx"), (table.other, "Moth")):
        seat.do("make", name=name, values={"skulk": 2})
    table.other.do("edit", where="c2", values={"stress": 8})
    called = {"position": "normal"}
    rolls = [table.gm.do("declare", character="c1", trait="skulk", inputs=called)["number"] for _ in range(2)]
    for roll in rolls:
        table.other.do("offer", roll=roll, character="c2", how="Keeps watch.")
    known = str(table.gm.see()["number"])
    heard = [seat.feed(None, last_event_id=known).entries() for seat in (table.gm, table.gm.at(second_server))]
    hurt = table.gm.do("edit", where="c1", values={"minor_harm": 2})
    assert [shown["says"] for shown in hurt["rolls"]] == ["2 dots, −1 minor harm, +1 assist = 2 dice"] * 2
    for entries in heard:
        assert [each["odds"] for each in next(entries)["rolls"]] == [each["odds"] for each in hurt["rolls"]]
    table.player.do("throw", roll=rolls[0])
    for entries in heard:
        thrown, waiting = next(entries)["rolls"]
        assert (thrown["roll"], waiting["roll"]) == (rolls[0], rolls[1])
        assert waiting["refusal"] == "Assisting costs Moth 1 stress, and only 0 of 9 boxes are free."


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


@pytest.mark.alone
def test_stalled_readers_do_not_slow_others_and_are_let_go(fresh: Path) -> None:
    """The machine buffers little for this server, so that it soon has nowhere to put what a hundred leave unread."""
    impatient = replace(NO_LIMITS, send_seconds=2.0)
    with running(str(fresh), World(""), impatient, send_buffer=4096) as place:
        table = open_table(place)
        readers = [stalled(table.onlooker) for _ in range(100)]
        heard = table.other.feed(None, last_event_id="5").events()
        before = memory_of(place.pid)
        late: list[float] = []
        for number in range(6, count(156, 2006)):
            began = time.monotonic()
            table.player.do("note", text=f"{number} " + "x" * 1500)
            while next(heard)[1] != number:
                pass
            late.append(time.monotonic() - began)
        assert sorted(late)[int(len(late) * 0.99) - 1] < 0.25
        assert memory_of(place.pid) - before < 64 * 2**20
        wait_for(lambda: table.onlooker.seat not in here(table))
        assert len(readers) == 100


def here(table: NewTable) -> set[str]:
    return {each["seat"] for each in table.gm.see()["seats"] if each["here"]}


def test_presence_shows_who_listens(table: NewTable) -> None:
    feed = table.player.feed(None)
    assert here(table) == {"s2"}
    feed.cut()
    wait_for(lambda: not here(table))


def test_who_is_here_is_told_as_it_changes(table: NewTable) -> None:
    here = (shown["seats"] for kind, _, shown in table.player.feed(None).events() if kind == "here")
    assert next(here) == [table.player.seat]
    other = table.other.feed(None)
    assert next(here) == [table.player.seat, table.other.seat]
    other.cut()
    assert next(here) == [table.player.seat]


def test_news_are_what_the_feed_tells(table: NewTable) -> None:
    """For phones behind a proxy that holds streams back."""
    table.gm.do("secret_roll", move="fortune", inputs={"dice": 1})
    feed = table.gm.feed(0)
    told = list(islice(feed.entries(), table.gm.see()["number"]))
    news = table.gm.see("news?after=0")
    assert (news["entries"], len(news["secrets"])) == (told, 1)
    assert table.gm.seat in news["here"]["seats"]
    assert table.player.see("news?after=0")["secrets"] == []
    last = told[-1]["number"]
    nothing = table.gm.see(f"news?after={last}&secrets_after=1")
    assert (nothing["entries"], nothing["secrets"]) == ([], [])
    assert table.gm.client.get(f"/api/tables/{table.id}/news?after=99").status == 409


def test_news_wait_until_there_are_some_and_wake_nobody_else(table: NewTable) -> None:
    last = table.player.see()["number"]
    with ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(seat.see, f"news?after={last}&wait=20") for seat in (table.player, table.other)]
        seats = {table.player.seat, table.other.seat}
        wait_for(lambda: seats <= set(table.gm.see(f"news?after={last}")["here"]["seats"]))
        assert not any(each.done() for each in waiting)
        noted = table.gm.do("note", text="At last.")
        assert [each.result()["entries"][0]["number"] for each in waiting] == [noted["number"]] * 2


def test_each_phone_comes_back_at_another_moment(table: NewTable) -> None:
    starts = [next(table.onlooker.feed().bytes()).partition(b"\n")[0] for _ in range(6)]
    assert all(500 <= int(each.removeprefix(b"retry: ")) < 4_500 for each in starts)
    assert len(set(starts)) > 1
