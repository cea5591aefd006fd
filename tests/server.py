"""Real servers for tests, and a small client that keeps its connection."""

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, BinaryIO, Protocol, Self
from weakref import finalize

from tests.forking import Forked

START_SECONDS = 60.0
PACKAGES = os.environ.get("PYTHONPATH")
"""Where a process that is forked finds packages; who finds more must be started."""


class Listening(Protocol):
    """Anything that listens somewhere."""

    @property
    def host(self) -> str: ...

    @property
    def port(self) -> int: ...


def free_ports(many: int) -> int:
    """The first of so many ports in a row that are free; each test process looks from a place of its own."""
    for first in range(20_000 + os.getpid() % 300 * 16, 30_000, 16):
        held = [socket.socket() for _ in range(many)]
        try:
            for place, each in enumerate(held):
                each.bind(("127.0.0.1", first + place))
        except OSError:
            continue
        else:
            return first
        finally:
            for each in held:
                each.close()
    raise AssertionError("no ports are free")


class RunningServer:
    """`actionroll serve` in a process of its own, ready when this is made."""

    def __init__(self, database: str | Path, *flags: str, port: int = 0, **environment: str) -> None:
        words = ["serve", "--port", str(port), "--database", str(database), *flags]
        if "--public-url" not in flags and "--host" not in flags:
            words.append("--local")
        self._process = self._started(words, {**os.environ, **environment})
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if line.rstrip().endswith("listening at"):
            line += self._process.stdout.readline()
        found = re.search(r"http://([^ ]+):(\d+)", line)
        if found is None:
            self._process.kill()
            raise RuntimeError(f"The server did not start: {line}{self._process.communicate()[1]}")
        self.host, self.port, self.database = "127.0.0.1", int(found[2]), str(database)
        self._wait_until_ready()

    def _started(self, words: list[str], own: dict[str, str]) -> "subprocess.Popen[str] | Forked":
        """Forked, which takes a tenth of the time, unless it starts processes like itself or has other packages."""
        if "--workers" in words or own.get("PYTHONPATH") != PACKAGES:
            return started(words, own)
        return Forked(words, own)

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                if Client(self).get("/healthz").status == 200:
                    return
            except OSError:
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise
                time.sleep(0.01)

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        """End it at once, without any tidying up."""
        self._process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> str:
        """Ask it to stop, and give what it logged."""
        self._process.send_signal(signal.SIGTERM)
        return self._end()

    def _end(self) -> str:
        try:
            return self._process.communicate(timeout=60)[1]
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.stop()


def started(words: list[str], own: dict[str, str]) -> "subprocess.Popen[str]":
    pipe, command = subprocess.PIPE, [sys.executable, "-m", "actionroll"]
    return subprocess.Popen([*command, *words], stdout=pipe, stderr=pipe, text=True, env=own)


class StartedServer(RunningServer):
    """One that is started as people start it."""

    def _started(self, words: list[str], own: dict[str, str]) -> "subprocess.Popen[str]":
        return started(words, own)


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    raw: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.raw)


@dataclass
class Client:
    """Someone who asks a server; with a token, from a seat. Who is forgotten hangs up before their socket goes."""

    server: Listening
    token: str = ""
    source: str = ""
    connection: HTTPConnection | None = field(default=None, repr=False)

    def get(self, path: str, **headers: str) -> Reply:
        return self.ask("GET", path, None, headers)

    def post(self, path: str, body: Any, key: str | None = None, **headers: str) -> Reply:
        headers = {"content_type": "application/json", "idempotency_key": key or new_key(), **headers}
        return self.ask("POST", path, body if isinstance(body, bytes) else json.dumps(body).encode(), headers)

    def ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Reply:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            named["authorization"] = f"Bearer {self.token}"
        kept = self.connection is not None
        try:
            return self._asked(method, path, body, named)
        except ConnectionError:
            # A connection that was kept for long may be closed by now, as every browser knows; keys make it safe.
            if not kept:
                raise
            return self._asked(method, path, body, named)

    def _asked(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Reply:
        if self.connection is None:
            source = (self.source, 0) if self.source else None
            self.connection = HTTPConnection(self.server.host, self.server.port, timeout=30, source_address=source)
            self.connection.connect()
            self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            finalize(self, self.connection.close)
        try:
            self.connection.request(method, path, body, headers)
            found = self.connection.getresponse()
            reply = Reply(found.status, {name.lower(): value for name, value in found.getheaders()}, found.read())
        except BaseException:
            self.close()
            raise
        if found.will_close:
            self.close()
        return reply

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None


@dataclass
class SeatAt:
    """A seat at a table, with everything it can do."""

    client: Client
    table: str
    seat: str
    role: str

    def do(self, operation: str, key: str | None = None, **body: Any) -> Any:
        """Do it, and give what the server says; anything but success is an error."""
        reply = self.try_to(operation, key, **body)
        assert reply.status == 200, (operation, body, reply.status, reply.raw)
        return reply.json

    def try_to(self, operation: str, key: str | None = None, **body: Any) -> Reply:
        return self.client.post(f"/api/tables/{self.table}/{operation}", body, key)

    def see(self, what: str = "") -> Any:
        reply = self.client.get(f"/api/tables/{self.table}{'/' if what else ''}{what}")
        assert reply.status == 200, (what, reply.status, reply.raw)
        return reply.json

    def export(self) -> bytes:
        return self.client.get(f"/api/tables/{self.table}/export").raw

    def at(self, server: Listening) -> "SeatAt":
        """The same seat through another server process."""
        return SeatAt(Client(server, self.client.token), self.table, self.seat, self.role)

    def feed(self, after: int | None = 0, **headers: str) -> "Feed":
        return Feed(self.client.server, self.table, self.client.token, after, headers)


@dataclass
class NewTable:
    """A fresh table and its people."""

    gm: SeatAt
    player: SeatAt
    other: SeatAt
    onlooker: SeatAt
    links: dict[str, str]

    @property
    def id(self) -> str:
        return self.gm.table


def secret_of(link: str) -> str:
    return link.partition("#")[2]


def new_key() -> str:
    return secrets.token_hex(16)


def open_table(server: Listening, game: str = "in-the-dark", **more: Any) -> NewTable:
    """A table with a gm, two players and an onlooker."""
    made = Client(server).post("/api/tables", {"game": game, "name": "Lantern Street", "nickname": "Gem", **more})
    assert made.status == 201, made.raw
    table, links = made.json["table"], made.json["links"]
    first = SeatAt(Client(server, made.json["token"]), table, "s1", made.json["role"])
    player, other, onlooker = (join(server, table, links[role], name) for name, role in PEOPLE)
    return NewTable(first, player, other, onlooker, links)


PEOPLE = (("Ann", "player"), ("Bo", "player"), ("Una", "onlooker"))


def join(server: Listening, table: str, link: str, nickname: str) -> SeatAt:
    reply = Client(server).post(f"/api/tables/{table}/join", {"secret": secret_of(link), "nickname": nickname})
    assert reply.status == 200, reply.raw
    return SeatAt(Client(server, reply.json["token"]), table, reply.json["seat"], reply.json["role"])


class Feed:
    """A live feed as a browser reads it."""

    def __init__(self, server: Listening, table: str, token: str, after: int | None, headers: Mapping[str, str]):
        self._socket = socket.create_connection((server.host, server.port), timeout=30)
        lines = [
            f"GET /api/tables/{table}/feed{'' if after is None else f'?after={after}'} HTTP/1.1",
            f"Host: {server.host}:{server.port}",
            f"Authorization: Bearer {token}",
            *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
        ]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self._file = self._socket.makefile("rb")
        finalize(self, hang_up, self._socket, self._file)
        self.status = int(self._file.readline().split()[1])
        self.headers = {}
        while (line := self._file.readline().strip()) != b"":
            name, _, value = line.decode().partition(": ")
            self.headers[name.lower()] = value

    def bytes(self) -> Iterator[bytes]:
        """The stream's own bytes, out of their chunks."""
        while (size := int(self._file.readline().strip() or b"0", 16)) > 0:
            yield self._file.read(size)
            self._file.readline()

    def events(self) -> Iterator[tuple[str, int | None, Any]]:
        """Kind, number and content of each event; ends with the stream."""
        left = b""
        for chunk in self.bytes():
            *whole, left = (left + chunk).split(b"\n\n")
            for event in whole:
                fields = dict(line.split(": ", 1) for line in event.decode().split("\n") if not line.startswith(":"))
                if "event" in fields:
                    yield fields["event"], int(fields["id"]) if "id" in fields else None, json.loads(fields["data"])

    def entries(self) -> Iterator[Any]:
        return (shown for kind, _, shown in self.events() if kind == "entry")

    def connection(self) -> socket.socket:
        """What it comes by, for who reads many at once."""
        self._socket.setblocking(False)
        return self._socket

    def cut(self, rudely: bool = False) -> None:
        """Hang up; rudely, with a reset."""
        if rudely:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        hang_up(self._socket, self._file)


def hang_up(connection: socket.socket, read: BinaryIO) -> None:
    read.close()
    connection.close()


def memory_of(pid: int) -> int:
    """The resident memory of a process in bytes."""
    fields = Path(f"/proc/{pid}/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")


def clock_of(pid: int) -> float:
    """A clock that stands still while a process could run but the machine is busy with others."""
    told = Path(f"/proc/{pid}/schedstat")
    waited = int(told.read_text().split()[1]) / 1e9 if told.exists() else 0.0
    return time.monotonic() - waited
