"""The application and its server: every endpoint behind one guard, run by one process or several on one socket."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import lru_cache
from multiprocessing.context import SpawnProcess
from threading import Event, Thread
from time import monotonic, process_time
from types import FrameType
from typing import Any

import uvicorn
from starlette.responses import Response
from starlette.routing import Router

from actionroll.api import games
from actionroll.errors import InputError
from actionroll.games import bring
from actionroll.shelf import games_in
from actionroll.store import Store, StoreError, open_store
from actionroll.store.protocol import DAY
from actionroll.store.sqlite_file import Backups
from actionroll.web import LOOPBACK, SENT_AS, Settings, bodies, catalogue, feed, operations, pages
from actionroll.web.access import Entropy
from actionroll.web.answers import CORES, FOLDER
from actionroll.web.bodies import JSON, encoded
from actionroll.web.endpoints import Call, Service, endpoint, routes
from actionroll.web.guard import NOWHERE, Guard, Refused
from actionroll.web.limits import Open, Patient, Queue
from actionroll.web.tables import Tables

log = logging.getLogger("actionroll.web")


@endpoint("GET", "/openapi.json")
async def document(_call: Call) -> Response:
    """What every endpoint takes and gives."""
    return Response(_document(), media_type=JSON)


@endpoint("GET", "/metrics")
async def metrics(call: Call) -> Response:
    """For the host alone: asked from this machine, and not through a proxy."""
    peer = call.client.host if call.client else ""
    if peer not in LOOPBACK or call.header(b"x-forwarded-for") or call.header(b"forwarded"):
        raise Refused(404, NOWHERE)
    return Response("\n".join([*call.service.metrics.lines(call.service), ""]), media_type=SENT_AS)


@lru_cache
def _document() -> bytes:
    return encoded(bodies.document(ENDPOINTS))


ENDPOINTS = (
    *catalogue.ENDPOINTS,
    *operations.ENDPOINTS,
    *feed.ENDPOINTS,
    *pages.ENDPOINTS,
    document,
    metrics,
)


class App(Guard):
    """The whole application on its store; opened when it starts, closed when it stops."""

    endpoints = ENDPOINTS

    def __init__(self, settings: Settings, entropy: Entropy | None = None) -> None:
        self.service = Service(settings, Tables(open_store(settings.database), entropy))
        self.router = Router(routes(self.endpoints, self.service), redirect_slashes=False, lifespan=self.running)
        super().__init__(self.router, settings, self.service.metrics, self.service.budgets, pages.lost)

    @asynccontextmanager
    async def running(self, _router: object) -> AsyncIterator[None]:
        """From when the server starts until it stops."""
        tables = self.service.tables
        games()  # loaded now, so that nobody waits for it later
        tables.start()
        backing_up = asyncio.ensure_future(back_up_now_and_then(tables.store, self.service.settings))
        tidying = asyncio.ensure_future(tidy_now_and_then())
        forgetting = asyncio.ensure_future(forget_now_and_then(tables.store))
        yield
        forgetting.cancel()
        backing_up.cancel()
        tidying.cancel()
        await self.service.answers.close()
        tables.stop()
        tables.store.close()


async def back_up_now_and_then(store: Store, settings: Settings) -> None:
    """Make a backup every so many minutes, if that is wanted, until cancelled."""
    backups = Backups(settings.backup_folder, settings.backups_kept)
    while settings.backup_minutes:
        await asyncio.sleep(60 * settings.backup_minutes)
        try:
            made = await asyncio.to_thread(backups.take, store)
            log.info("a backup is made: %s", made)
        except (StoreError, OSError) as error:
            log.warning("no backup is made: %s", error)


REMEMBERED_SECONDS = 30 * DAY
REMEMBERED_AT_LEAST = 10_000
"""So many are kept however old they seem: the clock may be wrong."""


async def forget_now_and_then(store: Store, every_seconds: float = DAY / 4) -> None:
    """Replies are remembered by their keys for any repetition, but not for ever: most of a store would be these."""
    while True:
        try:
            await asyncio.to_thread(store.forget_keys, REMEMBERED_SECONDS, REMEMBERED_AT_LEAST)
        except StoreError as error:
            log.warning("old keys are still kept: %s", error)
        await asyncio.sleep(every_seconds)


GRACE_SECONDS = 5
KEEP_ALIVE_SECONDS = 15
LOOK_SECONDS = 0.5
TURN_SECONDS = 0.0005
"""How long a thread goes on while another waits.

With Python's own ten times that, whoever rolls while two long questions are worked out waits seven times as long.
"""
MOST_DESCRIPTORS, KEPT_FREE = 65_536, 100
"""Of files and connections; some are kept free for the store."""
TOLD = ("method", "path", "status", "ms", "limit", "connections")
server_log = logging.getLogger("actionroll.web")


class PoliteServer(uvicorn.Server):
    """Tells the feeds to come back before it waits for connections to end."""

    def __init__(self, config: uvicorn.Config, app: App) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop, the feeds first."""
        self._app.service.tables.stop()
        await super().shutdown(sockets)


def protocol_for(settings: Settings) -> type[Patient]:
    """The protocol of one server, with its own limits and its own count."""
    limits = settings.limits
    members = {"limits": limits, "trusted": settings.trusted_proxies, "open": Open(limits), "queue": Queue(limits)}
    return type("PatientConnection", (Patient,), members)


Making = Callable[[Settings, Entropy | None], App]
"""What makes the application: with a further door, it is more than `App`."""


def serve(
    settings: Settings,
    sockets: list[socket.socket],
    entropy: Entropy | None = None,
    making: Making = App,
    place: int | None = None,
) -> None:
    """Serve in this process until it is told to stop; of several, each says its place among them."""
    write_logs()
    keep_to_one_core(os.getpid() if place is None else place)
    bring_files(settings.games)
    app = making(settings, entropy)
    protocol = protocol_for(settings)
    app.service.connections = lambda: protocol.open.all
    protocol.open.most = max(0, descriptors() - KEPT_FREE)
    config = uvicorn.Config(
        app,
        http=protocol,
        ws="none",
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = PoliteServer(config, app)
    collect_seldom()
    sys.setswitchinterval(TURN_SECONDS)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets))


def keep_to_one_core(place: int) -> None:
    """Have all threads of this process on one core; what is started for long questions has all of them again.

    Only one thread works at a time in any case. On two cores each goes on far from what the other has just touched, so
    that a roll takes a third more of a processor.
    """
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.environ[CORES] = " ".join(map(str, cores))
        os.sched_setaffinity(0, {cores[place % len(cores)]})


def bring_files(folder: str) -> None:
    """The game files of a folder, here and in the processes that are started from here."""
    if folder:
        os.environ[FOLDER] = folder
        for each in games_in(folder):
            bring(each)


def serve_many(settings: Settings, listening: Sequence[socket.socket], making: Making = App) -> None:
    """Serve in so many processes until a signal stops them all; one that dies is started anew.

    They share one socket, or have one each, so that a proxy can send each table to one process.
    """
    stop = Event()

    def stopped(_signal: int, _frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, stopped)
    signal.signal(signal.SIGINT, stopped)
    # One of them makes the backups, and is the one that Discord knows.
    others = replace(settings, backup_minutes=0, discord="")
    all_settings = [settings, *[others] * (settings.workers - 1)]
    sockets = [listening[place % len(listening)] for place in range(settings.workers)]
    places = list(zip(all_settings, sockets, range(settings.workers), strict=True))
    workers = [_started(making, *each) for each in places]
    while not stop.wait(LOOK_SECONDS):
        workers = [
            each if each.is_alive() else _started(making, *its) for each, its in zip(workers, places, strict=True)
        ]
    for each in workers:
        each.terminate()
    for each in workers:
        each.join(GRACE_SECONDS + 1)
        each.kill()


def _started(making: Making, *its: Any) -> SpawnProcess:
    spawning = multiprocessing.get_context("spawn")
    worker = spawning.Process(target=_work, args=(making, *its), daemon=True)
    worker.start()
    return worker


def _work(making: Making, settings: Settings, listening: socket.socket, place: int) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C reaches all; the first process passes it on in its own way
    serve(settings, [listening], making=making, place=place)


def descriptors() -> int:
    """How many files and connections this process may have open, raised as far as it may be; 0 if nobody says."""
    try:
        import resource
    except ImportError:  # where there is no such limit
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, MOST_DESCRIPTORS) if hard != resource.RLIM_INFINITY else MOST_DESCRIPTORS
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    server_log.info("descriptors", extra={"limit": max(soft, wanted)})
    return max(soft, wanted)


def _end_with_parent() -> None:
    """End this worker when its parent is gone: one that was killed sends no signal, and the port would stay taken."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


YOUNG, NEVER = 500, 1_000_000
"""After how many new things they are looked through for garbage, and after how many times those that stayed.

Many more are looked through than that: what is let go meanwhile is taken from the count. With ten times as many, every
table waits for 60 ms now and then. What a table keeps stays, so that looking through all of it finds nothing, and takes
a second where many are open.
"""
TIDY_SECONDS, LITTLE, LONGEST_UNTIDY = 60.0, 0.05, 6 * 3600.0
"""How often it is looked whether little goes on, what part of a processor that is, and how long it is waited for."""


def collect_seldom() -> None:
    """What is loaded stays, and requests leave hardly any garbage: nobody is to wait while it is looked for."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


class Tidying:
    """When all that there is can be looked through for garbage: little was done lately, or it is long ago."""

    def __init__(self, now: Callable[[], float] = monotonic, used: Callable[[], float] = process_time) -> None:
        self._now, self._used = now, used
        self._tidied, self._seen = now(), (now(), used())

    def is_time(self) -> bool:
        """Whether to do so now."""
        before, self._seen = self._seen, (self._now(), self._used())
        passed, used = self._seen[0] - before[0], self._seen[1] - before[1]
        right = used <= LITTLE * passed or self._seen[0] - self._tidied >= LONGEST_UNTIDY
        self._tidied = self._seen[0] if right else self._tidied
        return right


async def tidy_now_and_then() -> None:
    """Look for garbage among all that there is whenever nobody is kept waiting, until cancelled."""
    tidying = Tidying()
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        if tidying.is_time():
            gc.collect()


def listen(host: str, port: int) -> socket.socket:
    """The socket that people come in by."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":  # on Windows it would let a second server take the port
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except OSError as error:
        made.close()
        raise InputError(
            f"Port {port} on {host} cannot be used ({error.strerror}); pick another with --port."
        ) from None
    made.listen(1024)
    made.set_inheritable(True)
    return made


class JsonLines(logging.Formatter):
    """One JSON object a line; never a header, a body or a query, where secrets could be."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        shown: dict[str, Any] = {
            "at": int(record.created),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        shown.update({name: getattr(record, name) for name in TOLD if hasattr(record, name)})
        if record.exc_info:
            shown["trace"] = self.formatException(record.exc_info)
        return json.dumps(shown)


def write_logs() -> None:
    """Logs as JSON lines on standard error."""
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(JsonLines())
    for name in ("actionroll", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [lines]
        logger.propagate = False
        logger.setLevel(logging.INFO if name == "actionroll" else logging.WARNING)
