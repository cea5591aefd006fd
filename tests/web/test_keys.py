"""Retried and simultaneous requests: a key does its work once; of two who spend the last point, one does."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.counts import count
from tests.server import Client, NewTable, Reply, RunningServer, SeatAt, new_key, open_table

pytestmark = pytest.mark.slow


def at_once(*asks: Callable[[], Reply]) -> list[Reply]:
    """All replies to requests that start together."""
    start = Barrier(len(asks))

    def ask(one: Callable[[], Reply]) -> Reply:
        start.wait()
        return one()

    with ThreadPoolExecutor(len(asks)) as pool:
        return list(pool.map(ask, asks))


def noting(seat: SeatAt, key: str) -> Callable[[], Reply]:
    return lambda: seat.try_to("note", key, text="once")


def test_same_key_four_times_at_once_through_two_processes(table: NewTable, second_server: RunningServer) -> None:
    seats = [table.player.at(server) for server in (table.player.client.server, second_server) * 2]
    for _ in range(count(10, 300)):
        before = table.gm.see()["number"]
        key = new_key()
        replies = at_once(*(noting(seat, key) for seat in seats))
        assert {reply.status for reply in replies} == {200}
        assert len({reply.raw for reply in replies}) == 1
        assert table.gm.see()["number"] == before + 1


def test_key_is_its_seats_own_and_stands_for_one_request(table: NewTable) -> None:
    key = new_key()
    first = table.player.do("note", key, text="mine")
    assert table.other.do("note", key, text="mine")["number"] == first["number"] + 1
    assert table.player.try_to("note", key, text="changed").status == 422
    assert table.player.try_to("rename", key, name="mine").status == 422
    assert table.player.do("note", key, text="mine") == first


def test_key_of_a_throw_gives_the_same_dice_when_nothing_is_left_to_throw(server: RunningServer) -> None:
    table = open_table(server, "true-world")
    table.player.do("make", name="Fox")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    key = new_key()
    refused = table.player.try_to("throw", key, roll=roll)
    assert refused.status == 422, "a refused request uses up nothing, its key neither"
    table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "neutral"})
    first = table.player.try_to("throw", key, roll=roll)
    again = table.player.try_to("throw", key, roll=roll)
    assert (first.status, first.raw) == (again.status, again.raw)
    assert table.player.try_to("throw", roll=roll).status == 404


def test_creating_and_joining_twice_gives_one_table_and_one_seat(server: RunningServer) -> None:
    key, body = new_key(), {"game": "in-the-dark", "name": "Once", "nickname": "Gem"}
    replies = at_once(*[lambda: Client(server).post("/api/tables", body, key)] * 4)
    assert {reply.status for reply in replies} == {201}
    assert len({reply.raw for reply in replies}) == 1
    made = replies[0].json
    assert Client(server, made["token"]).get(f"/api/tables/{made['table']}").status == 200


def throwing(seat: SeatAt, roll: int, start: Barrier) -> Reply:
    start.wait()
    return seat.try_to("throw", roll=roll, dice=[5, 5, 5])


def test_last_free_boxes_are_spent_once_through_two_processes(
    server: RunningServer, second_server: RunningServer
) -> None:
    """Two pushes of one character cost two stress each, and two boxes are free: one is thrown, one refused."""
    table = open_table(server)
    table.player.do("make", name="Fox")
    seats = [table.player, table.player.at(second_server)]
    rolls = [pushed(table), pushed(table)]
    start = Barrier(2)
    won = [0, 0]
    # Whichever process heard of the edit first has a head start, so they take turns at it.
    gms = [table.gm, table.gm.at(second_server)]
    with ThreadPoolExecutor(2) as pool:
        for turn in range(count(60, 1000)):
            gms[turn % 2].do("edit", where="c1", values={"stress": 6})
            first, second = pool.map(throwing, seats, rolls, [start, start])
            assert sorted((first.status, second.status)) == [200, 422], (first.raw, second.raw)
            assert "stress" in (first if first.status == 422 else second).json["detail"]
            winner = 0 if first.status == 200 else 1
            won[winner] += 1
            rolls[winner] = pushed(table)
    assert table.gm.see()["characters"][0]["values"]["stress"] == 8
    assert min(won) > 0, "both sides of the race must have run at once"


def pushed(table: NewTable) -> int:
    inputs = {"extra": "push", "position": "normal"}
    return int(table.gm.do("declare", character="c1", trait="skulk", inputs=inputs)["number"])
