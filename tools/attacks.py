"""What one hostile client with a seat of its own does to a server, each by its name, until it is ended.

    python -m tools.attacks PORT SEAT NAME

`tools.load` runs each in a process of its own, beside those who play.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from tools.wire import NEW, Seat, Wire, many_connections

HOSTILE = "127.66.6.6"


async def flood(port: int, method: str, path: str, bodies: Callable[[int], Any], token: str = "") -> None:
    """One client that asks without pause over forty connections; whatever it is told, it asks again."""

    async def one(place: int) -> None:
        number = place
        while True:
            try:
                wire = await Wire.to(port, HOSTILE)
                while True:
                    number += 40
                    wire.send(method, path.format(number), bodies(number), token)
                    await wire.reply()
            except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
                await asyncio.sleep(0.01)

    await asyncio.gather(*(one(place) for place in range(40)))


async def dribble(port: int, begin: bytes, more: bytes) -> None:
    """One client that holds hundreds of connections and sends a little now and then."""

    async def one() -> None:
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(HOSTILE, 0))
                writer.write(begin)
                for _ in range(60):
                    await asyncio.sleep(0.2)
                    writer.write(more)
                    await writer.drain()
            except OSError:
                await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(300)))


async def pour(port: int, begin: bytes, more: bytes) -> None:
    """One client that sends without an end and without a pause, over as many connections as it gets."""

    async def one() -> None:
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(HOSTILE, 0))
                writer.write(begin)
                while True:
                    writer.write(more)
                    await writer.drain()
            except OSError:
                await asyncio.sleep(0.01)

    await asyncio.gather(*(one() for _ in range(20)))


CONTEST = {f"{side}_{each}": "d8" for side in ("attacker", "defender") for each in ("attribute", "skill")}


def opposed(number: int) -> Any:
    """A question that takes long to count, another each time."""
    attempt = {**CONTEST, "attacker_stress": number % 9, "defender_stress": number % 7, "attacker_bonus": [1] * 5}
    return {"game": "wherever-we-go", "move": "opposed", "attempt": attempt, "over": "attacker_stress"}


def attacks(port: int, seat: Seat) -> dict[str, Callable[[], Awaitable[None]]]:
    """What one hostile client with a seat of its own does, each in turn."""
    base = f"/api/tables/{seat.table}"
    head = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    long_body = (
        b"POST /api/odds HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n"
    )
    chunked = (
        b"POST /api/odds HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked"
    )
    return {
        "notes without pause": lambda: flood(port, "POST", f"{base}/note", lambda n: {"text": f"{n}"}, seat.token),
        "reads of its table": lambda: flood(port, "GET", base, lambda _: None, seat.token),
        "statistics": lambda: flood(port, "GET", f"{base}/statistics", lambda _: None, seat.token),
        "exports": lambda: flood(port, "GET", f"{base}/export", lambda _: None, seat.token),
        "long questions": lambda: flood(port, "POST", "/api/vary", opposed),
        "tables opened": lambda: flood(port, "POST", "/api/tables", lambda _: NEW),
        "guessed links": lambda: flood(port, "POST", f"{base}/look", lambda n: {"secret": f"{n:022}"}),
        "long addresses": lambda: flood(port, "GET", "/" + "x" * 60_000 + "{}", lambda _: None),
        "large bodies": lambda: flood(port, "POST", "/api/odds", lambda _: {"game": "x" * 60_000}),
        "chunks without an end": lambda: pour(port, chunked + b"\r\n\r\n1;", b"x" * 65_536),
        "slow heads": lambda: dribble(port, head, b"X"),
        "slow bodies": lambda: dribble(port, long_body, b" "),
        "silent connections": lambda: dribble(port, b"", b""),
        "feeds that are not read": lambda: flood(port, "GET", f"{base}/feed", lambda _: None, seat.token),
    }


async def attack(port: int, seat: Seat, name: str) -> None:
    await attacks(port, seat)[name]()


if __name__ == "__main__":
    many_connections()
    print("begins", flush=True)
    asyncio.run(attack(int(sys.argv[1]), Seat(*json.loads(sys.argv[2])), sys.argv[3]))
