"""Count the way of one roll: every function of ours that a declared roll passes, from the tap to all phones.

    python -m tools.way_of_a_roll [--list]

A whole server in this process, on a store in memory: a player of Wherever We Go declares a roll and throws it, and
three phones listen. What is counted are the functions and files of `actionroll` that run between the first request's
first byte and the last phone's event, the second time, so that what is only made once is not counted. Some dice end a
roll and some leave something to decide, which is a longer way: of several tables with known seeds the longest counts.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import actionroll
from actionroll.web import Limits, Settings
from actionroll.web.access import Entropy
from actionroll.web.app import App

OURS = str(Path(actionroll.__file__).parent)
PHONES = 3
SEEDS = 5


class Watch:
    """Notes every function of ours that is called while it looks."""

    def __init__(self) -> None:
        self.passed: set[CodeType] = set()

    def note(self, frame: FrameType, event: str, _argument: Any) -> None:
        """One call of anything."""
        code = frame.f_code
        # A comprehension is no function that a reader must find.
        if event == "call" and code.co_filename.startswith(OURS) and not code.co_name.startswith("<"):
            self.passed.add(code)

    def start(self) -> None:
        """Look from now on, in this thread: the store in memory needs no other."""
        sys.setprofile(self.note)

    def stop(self) -> None:
        """Look no more."""
        sys.setprofile(None)


class Phone:
    """A seat that asks, and listens, without a network."""

    def __init__(self, app: App, token: str = "") -> None:
        self.app, self.token, self.heard = app, token, asyncio.Queue[bytes]()
        self._keys = iter(range(10**6))

    def _scope(self, method: str, path: str, more: list[tuple[bytes, bytes]]) -> dict[str, Any]:
        headers = [(b"host", b"localhost"), (b"authorization", f"Bearer {self.token}".encode()), *more]
        return {
            "type": "http",
            "method": method,
            "path": path,
            "headers": headers,
            "query_string": b"",
            "scheme": "http",
        }

    async def ask(self, path: str, body: dict[str, Any]) -> Any:
        """One request, and what was replied."""
        sent, told = json.dumps(body).encode(), bytearray()
        key = f"key of {id(self)} {next(self._keys):06}".replace(" ", "-").encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(sent)),
            (b"idempotency-key", key),
        ]

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": sent, "more_body": False}

        async def send(message: Any) -> None:
            told.extend(message.get("body", b""))

        await self.app(self._scope("POST", path, headers), receive, send)
        return json.loads(bytes(told))

    async def listen(self, path: str) -> None:
        """Hear everything that happens, until cancelled."""
        never = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await never.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            self.heard.put_nowait(message.get("body", b""))

        await self.app(self._scope("GET", path, []), receive, send)

    async def hears(self, what: bytes) -> None:
        """Wait until it was told of something."""
        while what not in await self.heard.get():
            pass


def longest_way() -> set[CodeType]:
    """The functions that a roll passes, of several the most."""
    return max([asyncio.run(way_of_a_roll(bytes([seed]) * 32)) for seed in range(SEEDS)], key=len)


async def way_of_a_roll(seed: bytes) -> set[CodeType]:
    """The functions that the second of two rolls passes, with the dice of a seed."""
    app = App(
        Settings(":memory:", limits=Limits(0, 0, 0, 0, 0, 0, 0, 0)), Entropy(lambda: seed, table_id=lambda: "way")
    )
    async with app.router.lifespan_context(app):
        gm = Phone(app)
        made = await gm.ask(
            "/api/tables", {"game": "wherever-we-go", "name": "The way", "nickname": "Gem", "with_gm": False}
        )
        place, gm.token = f"/api/tables/{made['table']}", made["token"]
        await gm.ask(f"{place}/make", {"name": "Nyx"})
        phones = [Phone(app, gm.token) for _ in range(PHONES)]
        listening = [asyncio.ensure_future(phone.listen(f"{place}/feed")) for phone in phones]
        for phone in phones:
            await phone.hears(b"event: here")
        watch = Watch()
        for last in (False, True):
            if last:
                watch.start()
            declared = await gm.ask(f"{place}/declare", {"character": "c1", "trait": "stealth"})
            await gm.ask(f"{place}/throw", {"roll": declared["number"], "nonce": "n"})
            for phone in phones:
                await phone.hears(b'"kind":"thrown"')
        watch.stop()
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
    return watch.passed


def main() -> None:
    """Print how many functions in how many files; with --list, each of them."""
    passed = longest_way()
    files = sorted({code.co_filename for code in passed})
    for file in files if "--list" in sys.argv else ():
        names = sorted(code.co_name for code in passed if code.co_filename == file)
        print(f"{Path(file).relative_to(OURS)}: {', '.join(names)}")
    print(f"One declared roll passes {len(passed)} functions in {len(files)} files.")


if __name__ == "__main__":
    main()
