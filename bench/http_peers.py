"""A small asynchronous HTTP client that keeps its connection: quick enough not to be what is measured."""

from __future__ import annotations

import asyncio
import json
from secrets import token_hex
from typing import Any, Self


class Connection:
    """One connection to a server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int) -> None:
        self._reader, self._writer, self._port = reader, writer, port
        self._name, self._keys = token_hex(10), 0

    @classmethod
    async def to(cls, port: int) -> Self:
        """Connect."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        return cls(reader, writer, port)

    def send(self, method: str, path: str, body: Any = None, token: str = "") -> None:
        """Send a request, and do not wait."""
        self._keys += 1
        content = b"" if body is None else json.dumps(body).encode()
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self._port}",
            f"Idempotency-Key: bench-{self._name}-{self._keys:08d}",
            f"Content-Length: {len(content)}",
        ]
        lines += ["Content-Type: application/json"] if body is not None else []
        lines += [f"Authorization: Bearer {token}"] if token else []
        self._writer.write("\r\n".join([*lines, "", ""]).encode() + content)

    async def reply(self) -> tuple[int, bytes]:
        """The status and body of the next reply."""
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        return int(head.split(b" ", 2)[1]), await self._reader.readexactly(length)

    async def ask(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        """The reply to a request, which must succeed."""
        self.send(method, path, body, token)
        status, content = await self.reply()
        if status not in (200, 201):
            raise RuntimeError(f"{method} {path}: {status} {content!r}")
        return content

    async def events(self, path: str, token: str) -> asyncio.StreamReader:
        """A feed that has begun."""
        self.send("GET", path, None, token)
        await self._reader.readuntil(b"\r\n\r\n")
        return self._reader

    def close(self) -> None:
        """Hang up."""
        self._writer.close()
