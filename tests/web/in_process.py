"""Servers in processes of their own with injected sources of chance, which no flag and no request can switch on."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import count

from actionroll.web import Limits, Settings
from actionroll.web.access import Entropy
from actionroll.web.app import listen, serve
from tests.forking import FORKING

NO_LIMITS = Limits.lifted()


@dataclass(frozen=True)
class World:
    """Sources that repeat themselves; worlds differ only in what is secret."""

    secret: str

    def entropy(self) -> Entropy:
        drawn = count()
        seeds = count()

        def salt() -> bytes:
            return sha256(f"salt {next(drawn)}".encode()).digest()

        def seed() -> bytes:
            # The second seed of a table is the secret one.
            place = next(seeds)
            return sha256(f"seed {place} {self.secret if place % 2 else ''}".encode()).digest()

        ids = count(1)
        return Entropy(seed, salt, lambda: f"table{next(ids)}", lambda: 1_000_000, _veil)


def _veil(_seed: bytes, number: int, _head: bytes) -> str:
    """In place of the salted commitment, which nobody can tell from chance: chance that is the same in all worlds."""
    return sha256(f"veil {number}".encode()).hexdigest()


@dataclass(frozen=True)
class Place:
    """Where a server listens."""

    host: str
    port: int
    pid: int = 0


def _run(database: str, world: World, listening: socket.socket, limits: Limits, trusted: tuple[str, ...]) -> None:
    port = listening.getsockname()[1]
    settings = Settings(database, port=port, limits=limits, trusted_proxies=trusted)
    serve(settings, [listening], world.entropy() if world.secret else None)


@contextmanager
def running(
    database: str,
    world: World,
    limits: Limits = NO_LIMITS,
    trusted: tuple[str, ...] = ("127.0.0.1",),
    send_buffer: int = 0,
) -> Iterator[Place]:
    """A server, ready as soon as it is asked: its socket listens already. What it sends may find little room."""
    listening = listen("127.0.0.1", 0)
    if send_buffer:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    process = FORKING.Process(target=_run, args=(database, world, listening, limits, trusted), daemon=True)
    process.start()
    try:
        yield Place("127.0.0.1", listening.getsockname()[1], process.pid or 0)
    finally:
        process.terminate()
        process.join(60)
        listening.close()
