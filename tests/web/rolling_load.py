"""Seats that roll without pause, whatever becomes of the server: what is not answered is asked again by its key."""

import json
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from threading import Condition
from typing import Any

from actionroll.ledger import verify
from tests.server import NewTable, Reply, RunningServer, SeatAt, new_key

PATIENCE = 30.0
FORTUNE = {"move": "fortune", "inputs": {"dice": 1}}
"""A roll that leaves nothing open, so that thousands of them leave the table small."""


@dataclass
class Load:
    """All who roll at one table, and every reply they got."""

    server: RunningServer | None
    replies: list[Any] = field(default_factory=list)
    repeated: int = 0
    over: bool = False
    changed: Condition = field(default_factory=Condition)

    def roll_on(self, seat: SeatAt, character: str) -> None:
        while not self.over:
            roll = self.answered(seat, "declare", character=character, **FORTUNE)["number"]
            self.answered(seat, "throw", roll=roll, nonce="mine")

    def answered(self, seat: SeatAt, operation: str, **body: Any) -> Any:
        """What the server says at last; the key stays the same however often it is asked."""
        key = new_key()
        while True:
            reply = _asked(seat.at(self.wait_for_server()), operation, key, body)
            with self.changed:
                if reply is not None:
                    self.replies.append(reply)
                    self.changed.notify_all()
                    return reply
                self.repeated += 1

    def wait_for_server(self) -> RunningServer:
        with self.changed:
            self.changed.wait_for(lambda: self.server is not None or self.over, PATIENCE)
            assert self.server is not None, "the server did not come back"
            return self.server

    def wait_for_replies(self, more: int) -> None:
        with self.changed:
            wanted = len(self.replies) + more
            assert self.changed.wait_for(lambda: len(self.replies) >= wanted, PATIENCE), "nobody is answered"

    def serve(self, server: RunningServer | None) -> None:
        """From now on there is this server, or none."""
        with self.changed:
            self.server = server
            self.changed.notify_all()

    def end(self) -> None:
        """Let everyone finish the roll they are at."""
        with self.changed:
            self.over = True
            self.changed.notify_all()

    @property
    def last_number(self) -> int:
        with self.changed:
            return max((reply["number"] for reply in self.replies), default=0)


def _asked(seat: SeatAt, operation: str, key: str, body: dict[str, Any]) -> Any:
    """What was replied; None if nobody answered, or the server could not."""
    try:
        reply: Reply = seat.try_to(operation, key, **body)
    except (OSError, HTTPException):
        return None
    if reply.status == 503:
        return None
    assert reply.status == 200, reply.raw
    return reply.json


@contextmanager
def rolling(server: RunningServer, table: NewTable) -> Iterator[Load]:
    """Six who roll, until this ends."""
    table.player.do("make", name="Fox")
    table.other.do("make", name="Crow")
    load = Load(server)
    players = ((table.player, "c1"), (table.other, "c2"), (table.gm, "c1")) * 2
    with ThreadPoolExecutor(len(players)) as pool:
        work: list[Future[None]] = [pool.submit(load.roll_on, *player) for player in players]
        try:
            yield load
        finally:
            load.end()
        for each in work:
            each.result(PATIENCE)


def check_exactly_once(seat: SeatAt, load: Load, before: int) -> None:
    """The log holds what was replied, every roll once, and nothing that nobody was told of."""
    entries = [json.loads(body) for body in verify(seat.export().splitlines(keepends=True)).bodies]
    told = {each["number"]: each["entry"] for reply in load.replies for each in reply["entries"]}
    assert sum(len(reply["entries"]) for reply in load.replies) == len(told)
    assert sorted(told) == list(range(before + 1, len(entries) + 1))
    assert all(entries[number - 1] == entry for number, entry in told.items())
