"""A Discord of our own: its HTTP API and its gateway, as far as this program calls them, checked by the specification.

It remembers what it was told, plays the part of people who type and press, and signs what it sends.
"""

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import count
from threading import Condition, Thread
from typing import Any

from aiohttp import WSMsgType, web
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.discord.specification import CALLBACK, fault
from tests.server import Listening

TOKEN = "bot-token-that-nobody-may-ever-see"
APPLICATION = "1000000000000000001"
PUBLIC = "https://dice.example.org"
SECONDS = 60.0


@dataclass
class Called:
    """One call to the API."""

    method: str
    path: str
    body: Any
    as_bot: bool
    at: float


class FakeDiscord:
    """The API and the gateway, in a thread of their own."""

    def __init__(self) -> None:
        self.calls: list[Called] = []
        self.faults: list[str] = []
        self.messages: dict[str, Any] = {}
        """Each message as it now stands."""
        self.originals: dict[str, str] = {}
        """The message that each interaction's token leads to."""
        self.refusing: Callable[[Called], int] = lambda _: 0
        """A status to answer a call with, in place of doing it."""
        self.replies: dict[str, Any] = {}
        self.greetings: list[Any] = []
        self.endpoint: str | None = None
        self._sockets: list[web.WebSocketResponse] = []
        self._ids = count(2_000_000_000_000_000_000)
        self._changed = Condition()
        self.key = Ed25519PrivateKey.generate()
        self._loop = asyncio.new_event_loop()
        started: Future[int] = Future()
        self._thread = Thread(target=self._run, args=(started,), daemon=True)
        self._thread.start()
        self.port = started.result(SECONDS)
        self.api = f"http://127.0.0.1:{self.port}/api"

    def _run(self, started: "Future[int]") -> None:
        asyncio.set_event_loop(self._loop)
        app = web.Application()
        app.router.add_route("*", "/api/{rest:.*}", self._called)
        app.router.add_get("/", self._connected)
        runner = web.AppRunner(app)
        self._loop.run_until_complete(runner.setup())
        site = web.TCPSite(runner, "127.0.0.1", 0)
        self._loop.run_until_complete(site.start())
        started.set_result(runner.addresses[0][1])
        self._loop.run_forever()
        self._loop.run_until_complete(runner.cleanup())
        self._loop.close()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(SECONDS)

    def id(self) -> str:
        return str(next(self._ids))

    # The API

    async def _called(self, request: web.Request) -> web.Response:
        raw = await request.read()
        path = "/" + request.match_info["rest"]
        as_bot = request.headers.get("Authorization") == f"Bot {TOKEN}"
        call = Called(request.method, path, json.loads(raw) if raw else None, as_bot, time.monotonic())
        status, answer = self.refusing(call), {"message": "refused", "retry_after": 0.05}
        if not status:
            status, answer = self._answer(call)
        with self._changed:
            self.calls.append(call)
            self._changed.notify_all()
        return web.json_response(answer, status=status)

    def _answer(self, call: Called) -> tuple[int, Any]:
        for pattern, answer in self._answers():
            if found := re.fullmatch(pattern, f"{call.method} {call.path}"):
                status, told = answer(call, *found.groups())
                return int(status), told
        self.faults.append(f"nobody answers {call.method} {call.path}")
        return 404, {"message": "unknown"}

    def _answers(self) -> list[tuple[str, Any]]:
        return [
            (r"GET /applications/@me", self._me),
            (r"PATCH /applications/@me", self._patched),
            (r"PUT /applications/(\d+)/commands", self._commands),
            (r"GET /gateway/bot", lambda _: (200, {"url": f"ws://127.0.0.1:{self.port}", "shards": 1})),
            (r"POST /interactions/(\d+)/([^/]+)/callback", self._callback),
            (r"GET /webhooks/\d+/([^/]+)/messages/@original", self._original),
            (r"PATCH /webhooks/\d+/([^/]+)/messages/([^/]+)", self._answer_edited),
            (r"POST /webhooks/\d+/([^/]+)", self._followed),
            (r"POST /channels/(\d+)/messages", self._posted),
            (r"PATCH /channels/(\d+)/messages/(\d+)", self._edited),
        ]

    def _check(self, operation: str, body: Any) -> None:
        if found := fault(operation, body):
            self.faults.append(found)

    def _me(self, _call: Called) -> tuple[int, Any]:
        raw = self.key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
        return 200, {
            "id": APPLICATION,
            "name": "Lantern",
            "verify_key": raw,
            "interactions_endpoint_url": self.endpoint,
        }

    def _patched(self, call: Called) -> tuple[int, Any]:
        self._check("PATCH /applications/@me", call.body)
        self.endpoint = call.body["interactions_endpoint_url"]
        return 200, {}

    def _commands(self, call: Called, _application: str) -> tuple[int, Any]:
        self._check("PUT /applications/{application_id}/commands", call.body)
        return (200, call.body) if call.as_bot else (401, {"message": "401: Unauthorized"})

    def _callback(self, call: Called, interaction: str, token: str) -> tuple[int, Any]:
        self._take(interaction, token, call.body)
        return 204, None

    def _take(self, interaction: str, token: str, reply: Any) -> None:
        """A reply to an interaction: messages come to stand as Discord would have them."""
        self._check(CALLBACK, reply)
        with self._changed:
            if reply["type"] == 4:
                self.originals[token] = self.id()
                self.messages[self.originals[token]] = reply["data"]
            elif reply["type"] == 7:
                self.messages[self.originals[token]] = reply["data"]
            self.replies[interaction] = reply
            self._changed.notify_all()

    def _original(self, _call: Called, token: str) -> tuple[int, Any]:
        found = self.originals.get(token)
        return (200, {"id": found}) if found else (404, {"message": "Unknown Webhook"})

    def _answer_edited(self, call: Called, token: str, message: str) -> tuple[int, Any]:
        self._check("PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original", call.body)
        found = self.originals.get(token) if message == "@original" else message
        if found is None:
            return 404, {"message": "Unknown Webhook"}
        self.messages[found] = call.body
        return 200, {"id": found}

    def _followed(self, call: Called, _token: str) -> tuple[int, Any]:
        self._check("POST /webhooks/{webhook_id}/{webhook_token}", call.body)
        made = self.id()
        self.messages[made] = call.body
        return 200, {"id": made}

    def _posted(self, call: Called, _channel: str) -> tuple[int, Any]:
        self._check("POST /channels/{channel_id}/messages", call.body)
        made = self.id()
        self.messages[made] = call.body
        return 200, {"id": made}

    def _edited(self, call: Called, _channel: str, message: str) -> tuple[int, Any]:
        self._check("PATCH /channels/{channel_id}/messages/{message_id}", call.body)
        if message not in self.messages:
            return 404, {"message": "Unknown Message"}
        self.messages[message] = call.body
        return 200, {"id": message}

    # The gateway

    async def _connected(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 45_000}})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self._heard(socket, json.loads(message.data))
        with self._changed:
            if socket in self._sockets:
                self._sockets.remove(socket)
        return socket

    async def _heard(self, socket: web.WebSocketResponse, told: Any) -> None:
        match told["op"]:
            case 1:
                await socket.send_json({"op": 11})
            case 2 | 6 if told["d"]["token"] != TOKEN:
                await socket.close(code=4004)
            case 2:
                url = f"ws://127.0.0.1:{self.port}"
                ready = {"session_id": "session", "resume_gateway_url": url, "application": {"id": APPLICATION}}
                await socket.send_json({"op": 0, "s": 1, "t": "READY", "d": ready})
                self._greeted(socket, told)
            case 6:
                await socket.send_json({"op": 0, "s": 2, "t": "RESUMED", "d": {}})
                self._greeted(socket, told)
            case _:
                self.faults.append(f"the gateway heard {told}")

    def _greeted(self, socket: web.WebSocketResponse, told: Any) -> None:
        with self._changed:
            self.greetings.append(told)
            self._sockets.append(socket)
            self._changed.notify_all()

    def tell(self, what: dict[str, Any]) -> None:
        """Say something to everyone who is connected."""
        asyncio.run_coroutine_threadsafe(self._sockets[-1].send_json(what), self._loop).result(SECONDS)

    # Waiting

    def wait(self, until: Callable[[], Any], what: str = "") -> Any:
        """Wait until something holds; what it gave."""
        with self._changed:
            if not self._changed.wait_for(until, SECONDS):
                told = [f"{each.method} {each.path}" for each in self.calls[-8:]]
                raise AssertionError(f"{what or 'it'} never came to be; the last calls: {told}")
            return until()

    def called(self, method: str, path: str) -> list[Called]:
        return [each for each in self.calls if each.method == method and re.fullmatch(path, each.path)]


@dataclass
class Person:
    """Someone on Discord in one channel: types, presses and writes, over HTTP or through the gateway."""

    discord: FakeDiscord
    name: str
    channel: str = "3000000000000000001"
    server: Listening | None = None
    user: str = ""
    seen: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.user = self.user or self.discord.id()

    def interaction(self, kind: int, data: Any, message: str = "") -> dict[str, Any]:
        made = self.discord.id()
        user = {"id": self.user, "username": self.name.lower(), "global_name": self.name, "discriminator": "0"}
        told: dict[str, Any] = {
            "id": made,
            "application_id": APPLICATION,
            "type": kind,
            "data": data,
            "guild_id": "4000000000000000001",
            "channel_id": self.channel,
            "channel": {"id": self.channel, "type": 0},
            "member": {"user": user, "nick": None, "roles": [], "permissions": "2248473465835073"},
            "token": f"aW50ZXJhY3Rpb246{made}",
            "version": 1,
            "locale": "en-GB",
            "entitlements": [],
            "context": 0,
            "attachment_size_limit": 524288000,
        }
        if message:
            told["message"] = {"id": message, "channel_id": self.channel, **self.discord.messages[message]}
            self.discord.originals[told["token"]] = message
        return told

    def command(self, name: str, focused: str = "", /, **said: Any) -> dict[str, Any]:
        """What Discord sends of a command such as `table open`."""
        options: list[Any] = [
            {"name": each, "type": 5 if isinstance(value, bool) else 3, "value": value}
            | ({"focused": True} if each == focused else {})
            for each, value in said.items()
        ]
        first, _, second = name.partition(" ")
        if second:
            options = [{"type": 1, "name": second, "options": options}]
        return {"id": "5000000000000000001", "name": first, "type": 1, "options": options}

    def types(self, name: str, /, **said: Any) -> Any:
        return self.send(self.interaction(2, self.command(name, **said)))

    def is_typing(self, name: str, focused: str, /, **said: Any) -> list[str]:
        """What is offered, by its values."""
        reply = self.send(self.interaction(4, self.command(name, focused, **{focused: "", **said})))
        return [each["value"] for each in reply["data"]["choices"]]

    def presses(self, message: str, name: str, *values: str) -> Any:
        data: dict[str, Any] = {"custom_id": name, "component_type": 3 if values else 2, "id": 1}
        return self.send(self.interaction(3, {**data, "values": list(values)} if values else data, message))

    def writes(self, asked: Any, message: str, /, **fields: str) -> Any:
        """Fill in a form that a reply opened."""
        rows = []
        for each in asked["data"]["components"]:
            part = each["component"]
            value = fields.get(part["custom_id"], part.get("value", ""))  # what a form came with goes back with it
            said = {"values": [value] if value else []} if part["type"] == 3 else {"value": value}
            rows.append(
                {"type": 18, "id": 2, "component": {"type": part["type"], "custom_id": part["custom_id"], **said}}
            )
        return self.send(self.interaction(5, {"custom_id": asked["data"]["custom_id"], "components": rows}, message))

    def send(self, told: dict[str, Any]) -> Any:
        """Let the server have an interaction, and give its reply."""
        if self.server is None:
            self.discord.tell({"op": 0, "s": 3, "t": "INTERACTION_CREATE", "d": told})
            return self.discord.wait(lambda: self.discord.replies.get(told["id"]), "a reply")
        status, reply = signed_post(self.server, self.discord, json.dumps(told).encode())
        assert status == 200, (status, reply)
        self.discord._take(told["id"], told["token"], reply)
        return reply


def signed_post(
    server: Listening, discord: FakeDiscord, body: bytes, stamp: str = "", signature: str | None = None
) -> tuple[int, Any]:
    """What Discord does: sign the time and the body, and post them."""
    stamp = stamp or str(int(time.time()))
    signed = discord.key.sign(stamp.encode() + body).hex() if signature is None else signature
    headers = {
        "Content-Type": "application/json",
        "Host": "dice.example.org",
        "X-Signature-Ed25519": signed,
        "X-Signature-Timestamp": stamp,
    }
    connection = HTTPConnection(server.host, server.port, timeout=SECONDS)
    try:
        connection.request("POST", "/discord/interactions", body, headers)
        found = connection.getresponse()
        return found.status, json.loads(found.read())
    finally:
        connection.close()


@contextmanager
def fake_discord() -> Iterator[FakeDiscord]:
    made = FakeDiscord()
    try:
        yield made
    finally:
        made.close()


def rows_of(shown: Any) -> list[Any]:
    """Everything that can be pressed in a message."""
    frame = shown["components"][0]["components"]
    return [part for row in frame if row["type"] == 1 for part in row["components"]]


def words_of(shown: Any) -> str:
    """All that a message says."""
    if "content" in shown:
        return str(shown["content"])
    return "\n".join(each["content"] for each in shown["components"][0]["components"] if each["type"] == 10)


def named(shown: Any, deed: str, detail: str = "") -> str:
    """The name of what can be pressed that does this."""
    found = [each["custom_id"] for each in rows_of(shown) if "custom_id" in each]
    fitting = [name for name in found if name.split(":")[3] == deed and (not detail or name.split(":")[4] == detail)]
    assert fitting, (deed, detail, found)
    return str(fitting[0])


def is_hidden(reply: Any) -> bool:
    """Whether only the one who asked sees it."""
    return reply["type"] == 4 and bool(reply["data"]["flags"] & 64)


def is_public(reply: Any) -> bool:
    return reply["type"] == 4 and not reply["data"]["flags"] & 64
