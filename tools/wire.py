"""One connection to a server from an address of its own, for tools that are many people at once."""

from __future__ import annotations

import asyncio
import json
import resource
from contextlib import suppress
from secrets import token_hex
from typing import Any, NamedTuple

NEW = {"game": "in-the-dark", "name": "Load", "nickname": "Gem", "with_gm": False}


class Seat(NamedTuple):
    """A seat at a table, and the address its phone comes from."""

    table: str
    token: str
    address: str
    name: str = ""


def address_of(table: int) -> str:
    """Every table in a room of its own."""
    return f"127.{1 + table // 60_000}.{1 + table // 240 % 250}.{1 + table % 240}"


class Wire:
    """One connection from an address; what it is told is read until it is whole."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int) -> None:
        self.reader, self.writer, self.port = reader, writer, port

    @classmethod
    async def to(cls, port: int, address: str) -> Wire:
        """Connect."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=2**22)
        return cls(reader, writer, port)

    def send(self, method: str, path: str, body: Any = None, token: str = "") -> None:
        """Send a request, and do not wait."""
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Idempotency-Key: {token_hex(12)}"]
        lines += [f"Content-Length: {len(content)}", *(["Content-Type: application/json"] if content else [])]
        lines += [f"Authorization: Bearer {token}"] if token else []
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + content)

    async def aclose(self) -> None:
        """Hang up."""
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()

    async def reply(self) -> tuple[int, bytes]:
        """The status and body of the next reply."""
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0] or 0)
        return int(head.split(b" ", 2)[1]), await self.reader.readexactly(length)

    async def act(self, path: str, body: Any, token: str = "") -> bytes:
        """What is replied, as it was sent, which must be a success."""
        self.send("POST", path, body, token)
        status, content = await self.reply()
        if status not in (200, 201):
            raise RuntimeError(f"{path}: {status} {content[:200]!r}")
        return content


def many_connections() -> None:
    """Let this process hold as many as the machine allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65_536)), hard))
