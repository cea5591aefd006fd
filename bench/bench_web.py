"""The server: odds against an empty endpoint, durable rolls against bare commits, the feed, and a long table."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from actionroll import chance
from actionroll.store import Append, Batch, Secret, Seed, TableRow, open_store
from actionroll.table import Acted, Table, act
from actionroll.table.log import canonical, written
from actionroll.table.requests import Deed, Outside, done
from actionroll.table.seats import joining, opening
from bench.bench_store import bare_commits
from bench.figures import Figure, against, no_slower_than
from bench.http_peers import Connection

CLIENTS = 16
SECONDS = 1.0
ROUNDS, OPENINGS = 8, 5
TABLES, SEATS, ROLLS_A_SECOND, FEED_SECONDS = 200, 5, 100, 5
LONG_LOG = 10_000
CROWD = 700
NEW = {"game": "in-the-dark", "name": "Bench", "nickname": "Gem", "with_gm": False}


def figures() -> Iterator[Figure]:
    """Clients and server are processes of their own, on the same machine."""
    with TemporaryDirectory(prefix="actionroll-bench-") as folder:
        path = Path(folder) / "bench.db"
        with server(str(path)) as port:
            asyncio.run(asking(port, "/api/odds", time.perf_counter()))
            empty, odds, fresh = alternating(
                lambda: asyncio.run(empty_rate(port)),
                lambda: asyncio.run(odds_rate(port)),
                lambda: asyncio.run(fresh_odds_rate(port)),
            )
            yield against("an odds query, In the Dark, 3 dice", odds, empty, peer="an empty endpoint", least=0.6)
            yield against("one that was never asked before", fresh, empty, peer="an empty endpoint", least=0.5)
            bare, rolls, built = alternating(
                lambda: bare_rate(path),
                lambda: asyncio.run(roll_rate(port, rolled_at_once)),
                lambda: asyncio.run(roll_rate(port, rolled)),
            )
            yield against("a durable roll, 16 clients", rolls, bare, peer="bare commits", least=0.2)
            yield against("the same, declared and thrown one by one", built, bare, peer="bare commits", least=0.12)
            late = asyncio.run(feed_latency(port))
            yield no_slower_than("the feed, 1,000 listeners, p99", late, 0.05, peer="50 ms", most=1)
            crowded = asyncio.run(crowd_latency(port))
            yield no_slower_than("a roll heard by 700 at one table", crowded, 0.1, peer="100 ms", most=1)
            beside_questions = asyncio.run(seconds_beside_questions(port))
            yield no_slower_than("a roll beside two long questions", beside_questions, 0.1, peer="100 ms", most=1)
        path = Path(folder) / "long.db"
        store_long_table(path)
        opened = median(opening_seconds(path) for _ in range(OPENINGS))
        yield no_slower_than("opening a table of 10,000 entries", opened, 0.1, peer="100 ms", most=1)


def alternating(*tasks: Callable[[], float]) -> list[float]:
    """Seconds for one of each, the least of rounds that take turns: what else the machine does only adds to them."""
    taken: list[list[float]] = [[] for _ in tasks]
    for _ in range(ROUNDS):
        for task, times in zip(tasks, taken, strict=True):
            times.append(task())
    return [min(times) for times in taken]


def bare_rate(path: Path) -> float:
    """Seconds for a bare commit to the same file."""
    began = time.perf_counter()
    done = bare_commits(path)
    return (time.perf_counter() - began) / done


def _serve(database: str, listening: socket.socket) -> None:
    """The server as it is, with one more endpoint that does nothing."""
    from starlette.responses import Response

    from actionroll.web import Limits, Settings
    from actionroll.web.app import App, serve
    from actionroll.web.endpoints import JSON, Endpoint

    async def empty(_call: object) -> Response:
        return Response(b"{}", media_type=JSON)

    App.endpoints = (*App.endpoints, Endpoint(("POST",), "/empty", "", "", empty))  # type: ignore[assignment]
    settings = Settings(database, port=listening.getsockname()[1], limits=Limits.lifted())
    serve(settings, [listening])


@contextmanager
def server(database: str) -> Iterator[int]:
    """A server's port."""
    from actionroll.web.app import listen

    listening = listen("127.0.0.1", 0)
    running = multiprocessing.get_context("spawn").Process(target=_serve, args=(database, listening), daemon=True)
    running.start()
    try:
        yield listening.getsockname()[1]
    finally:
        running.terminate()
        running.join(10)
        listening.close()


async def rate(work: Callable[[int, float], Awaitable[int]], clients: int = CLIENTS) -> float:
    """Seconds for one, with so many clients at once."""
    began = time.perf_counter()
    done = sum(await asyncio.gather(*(work(client, began + SECONDS) for client in range(clients))))
    return (time.perf_counter() - began) / done


async def empty_rate(port: int) -> float:
    """Requests that come to nothing."""
    return await rate(lambda client, end: asking(port, "/empty", end))


async def odds_rate(port: int) -> float:
    """Odds of three dice, as thirty-odd different attempts bring them about."""
    return await rate(lambda client, end: asking(port, "/api/odds", end))


async def fresh_odds_rate(port: int) -> float:
    """Odds of attempts of which none was asked before."""
    return await rate(lambda client, end: asking(port, "/api/odds", end, fresh=True))


FRESH = count()
RANGES = {"dots": 5, "crew_level": 11, "target_level": 11, "stress": 9, "minor_harm": 3, "moderate_harm": 3}


def never_asked() -> dict[str, Any]:
    """An attempt that was not there before."""
    number, attempt = next(FRESH), {}
    for name, values in RANGES.items():
        number, attempt[name] = divmod(number, values)
    return attempt


POSITIONS = (("good", 2), ("normal", 3), ("bad", 4))


async def asking(port: int, path: str, end: float, fresh: bool = False) -> int:
    """How many were answered until the end; if they are to be fresh, every question is another."""
    connection = await Connection.to(port)
    done = 0
    while not done or time.perf_counter() < end:
        position, dots = POSITIONS[done % 3]
        usual = {"dots": dots, "position": position, "stress": done % 9}
        attempt = never_asked() if fresh else usual
        await connection.ask("POST", path, {"game": "in-the-dark", "attempt": attempt})
        done += 1
    connection.close()
    return done


Rolling = Callable[[Connection, str, str], Awaitable[None]]


async def roll_rate(port: int, once: Rolling) -> float:
    """Rolls that are declared, thrown and on disk."""
    return await rate(lambda client, end: rolling(port, end, once))


async def rolling(port: int, end: float, once: Rolling) -> int:
    """How many rolls a table of its own made until the end."""
    connection = await Connection.to(port)
    place, token = await seated(connection)
    done = 0
    while time.perf_counter() < end:
        await once(connection, place, token)
        done += 1
    connection.close()
    return done


async def seated(connection: Connection) -> tuple[str, str]:
    """A new table with a character, and its gm's token."""
    made = json.loads(await connection.ask("POST", "/api/tables", NEW))
    place = f"/api/tables/{made['table']}"
    await connection.ask("POST", f"{place}/make", {"name": "Fox"}, made["token"])
    return place, made["token"]


SKULK = {"character": "c1", "trait": "skulk", "inputs": {"position": "good"}}


async def rolled_at_once(connection: Connection, place: str, token: str) -> None:
    """One roll in one request, as a program rolls."""
    await connection.ask("POST", f"{place}/roll_at_once", {**SKULK, "nonce": "bench"}, token)


async def rolled(connection: Connection, place: str, token: str) -> None:
    """One roll that others could have a say in between its declaration and the throw."""
    declared = json.loads(await connection.ask("POST", f"{place}/declare", SKULK, token))
    await connection.ask("POST", f"{place}/throw", {"roll": declared["number"], "nonce": "bench"}, token)


CONTEST = {f"{side}_{each}": "d8" for side in ("attacker", "defender") for each in ("attribute", "skill")}


async def weighing(port: int, side: str) -> None:
    """Ask for advice that takes a second or two, and for more as soon as it is there."""
    connection = await Connection.to(port)
    for bonuses in range(20):
        attempt = {**CONTEST, "attacker_stress": 5, "defender_stress": 5, f"{side}_bonus": [1] * bonuses}
        await connection.ask("POST", "/api/advice", {"game": "wherever-we-go", "move": "opposed", "attempt": attempt})


async def seconds_beside_questions(port: int) -> float:
    """Seconds that one roll after the other takes, while two long questions are worked out; the median."""
    connection = await Connection.to(port)
    place, token = await seated(connection)
    asking = [asyncio.ensure_future(weighing(port, side)) for side in ("attacker", "defender")]
    taken = []
    for _ in range(60):
        await asyncio.sleep(0.01)
        began = time.perf_counter()
        await rolled_at_once(connection, place, token)
        taken.append(time.perf_counter() - began)
    for task in asking:
        task.cancel()
    connection.close()
    return median(taken)


async def feed_latency(port: int) -> float:
    """The time from sending a throw to hearing of it, which 99 in 100 listeners stay below."""
    tables = []
    sent: dict[str, float] = {}
    late: list[float] = []
    for _ in range(TABLES):
        connection = await Connection.to(port)
        place, token = await seated(connection)
        tables.append((connection, place, token))
    listening, held = [], []
    for _, place, token in tables:
        for _ in range(SEATS):
            held.append(await Connection.to(port))
            feed = await held[-1].events(f"{place}/feed", token)
            listening.append(asyncio.ensure_future(listen_to(feed, place, sent, late)))
    began = time.perf_counter()
    for number in range(ROLLS_A_SECOND * FEED_SECONDS):
        await asyncio.sleep(max(0.0, began + number / ROLLS_A_SECOND - time.perf_counter()))
        connection, place, token = tables[number % TABLES]
        sent[place] = time.perf_counter()
        await rolled(connection, place, token)
    await asyncio.sleep(0.2)
    for task in listening:
        task.cancel()
    for each in held:
        each.close()
    late.sort()
    return late[int(len(late) * 0.99)]


async def crowd_latency(port: int) -> float:
    """The time from sending a roll until the last of many listeners at its table has heard of it; the least of some."""
    connection = await Connection.to(port)
    place, token = await seated(connection)
    sent: dict[str, float] = {}
    late: list[float] = []
    held = [await Connection.to(port) for _ in range(CROWD)]
    feeds = [await each.events(f"{place}/feed", token) for each in held]
    listening = [asyncio.ensure_future(listen_to(feed, place, sent, late)) for feed in feeds]
    taken = []
    for _ in range(10):
        late.clear()
        sent[place] = time.perf_counter()
        await rolled_at_once(connection, place, token)
        while len(late) < CROWD:  # noqa: ASYNC110  whoever measures looks on
            await asyncio.sleep(0.005)
        taken.append(max(late))
    for task in listening:
        task.cancel()
    for each in (*held, connection):
        each.close()
    return min(taken)


async def listen_to(feed: asyncio.StreamReader, place: str, sent: dict[str, float], late: list[float]) -> None:
    """Note how late each throw is heard of."""
    while line := await feed.readline():
        if line.startswith(b"data:") and b'"kind":"thrown"' in line:
            late.append(time.perf_counter() - sent[place])


def store_long_table(path: Path) -> None:
    """A table that has been played at for months."""
    rows = (TableRow("long", "in-the-dark", "Long", 0), Seed("long", "open", 0, bytes(32)))
    secret = Secret(bytes(32), "token", "long", "s1", "")
    store = open_store(path)
    store.append(Batch((Append("long", 0, tuple(long_log())),), rows=(*rows, secret)))
    store.close()


def opening_seconds(path: Path, table: str = "long") -> float:
    """Seconds until a long table stands, from its file."""
    from actionroll.web.app import collect_seldom
    from actionroll.web.open_table import load

    collect_seldom()
    store = open_store(path)
    began = time.perf_counter()
    found = load(store, table)
    taken = time.perf_counter() - began
    if found is None or found.head != store.head(table):
        raise RuntimeError("the long table is not whole")
    store.close()
    return taken


def long_log(entries: int = LONG_LOG) -> Iterator[bytes]:
    """Rolls, one after the other."""
    first = (
        opening("long", {"game": "in-the-dark", "name": "Long", "with_gm": False}, ""),
        joining(Table(), "s1", "Gem", "player"),
    )
    acted = done(Table(), Deed(first))
    yield from _bodies(acted)
    acted = act(acted.table, "s1", "make", {"name": "Fox"}, Seeded())
    yield from _bodies(acted)
    while acted.table.number < entries:
        roll = {"character": "c1", "trait": "skulk", "inputs": {"position": "good"}}
        acted = act(acted.table, "s1", "declare", roll, Seeded())
        yield from _bodies(acted)
        acted = act(acted.table, "s1", "throw", {"roll": acted.table.number}, Seeded())
        yield from _bodies(acted)


def _bodies(acted: Acted) -> Iterator[bytes]:
    for each in acted.folded:
        yield canonical({**written(each.entry), "at": 0, "state": each.state, "veil": "0" * 64})


class Seeded(Outside):
    """Dice that repeat themselves."""

    def dice(self, roll: int, throw: int, *nonces: str) -> chance.Chance:
        """The same for the same throw."""
        return chance.seeded(f"{roll} {throw} {nonces}")
