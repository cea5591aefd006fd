"""Several processes on one socket and one store. One that dies is started anew; a signal stops them all politely."""

from __future__ import annotations

import multiprocessing
import signal
import socket
from multiprocessing.context import SpawnProcess
from threading import Event
from types import FrameType

from actionroll.web.serving import GRACE_SECONDS, serve
from actionroll.web.settings import Settings

LOOK_SECONDS = 0.5


def serve_many(settings: Settings, listening: socket.socket) -> None:
    """Serve in so many processes until a signal comes."""
    stop = Event()

    def stopped(_signal: int, _frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, stopped)
    signal.signal(signal.SIGINT, stopped)
    workers = [_started(settings, listening) for _ in range(settings.workers)]
    while not stop.wait(LOOK_SECONDS):
        workers = [each if each.is_alive() else _started(settings, listening) for each in workers]
    for each in workers:
        each.terminate()
    for each in workers:
        each.join(GRACE_SECONDS + 1)
        each.kill()


def _started(settings: Settings, listening: socket.socket) -> SpawnProcess:
    worker = multiprocessing.get_context("spawn").Process(target=_work, args=(settings, listening), daemon=True)
    worker.start()
    return worker


def _work(settings: Settings, listening: socket.socket) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C reaches all; the first process passes it on in its own way
    serve(settings, [listening])
