"""The ways out: calls to Discord's HTTP API, and the connection to its gateway for hosts that nobody reaches.

Nothing else outside is ever called.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import sys
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from actionroll import __version__
from actionroll.discord.components import Json
from actionroll.errors import ActionrollError

API = "https://discord.com/api/v10"
AGENT = f"DiscordBot (actionroll, {__version__})"
SECONDS = 10
TRIES = 5
LONGEST_PAUSE = 15.0
GATEWAYS = ".discord.gg"


class RestError(ActionrollError):
    """Discord refused a call or did not answer; neither the address nor what was sent is told, for tokens are there."""

    def __init__(self, status: int, why: str = "") -> None:
        super().__init__(f"Discord answers with status {status}{f': {why}' if why else ''}.")
        self.status = status


class Unreachable(RestError):
    """Discord does not answer."""

    def __init__(self) -> None:
        super().__init__(0, "it cannot be reached")


class Rest:
    """One application's calls. A call that comes too soon waits as long as Discord says, a few times."""

    def __init__(self, api: str, token: str) -> None:
        self.api = api.rstrip("/")
        self._token = token
        self._session: aiohttp.ClientSession | None = None

    @property
    def session(self) -> aiohttp.ClientSession:
        """The connections, opened inside the event loop with the first call."""
        if self._session is None or self._session.closed:
            timeout = aiohttp.ClientTimeout(total=SECONDS)
            self._session = aiohttp.ClientSession(timeout=timeout, headers={"User-Agent": AGENT})
        return self._session

    async def close(self) -> None:
        """Let go of the connections."""
        if self._session is not None:
            await self._session.close()

    async def call(self, method: str, path: str, body: Any = None, as_bot: bool = True) -> Any:
        """What Discord answers, or RestError. A call under an interaction's own token says nothing of the bot."""
        for _ in range(TRIES):
            status, told = await self._asked(method, path, body, as_bot)
            if status != 429:
                break
            await asyncio.sleep(pause_of(told))
        if not 200 <= status < 300:
            raise RestError(status, str(told.get("message", ""))[:100] if isinstance(told, dict) else "")
        return told

    async def _asked(self, method: str, path: str, body: Any, as_bot: bool) -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {self._token}"} if as_bot else {}
        try:
            async with self.session.request(
                method, self.api + path, json=body, headers=headers, allow_redirects=False
            ) as reply:
                raw = await reply.content.read(LARGEST)
                return reply.status, json.loads(raw) if raw and reply.content_type == "application/json" else None
        except (aiohttp.ClientError, TimeoutError, ValueError):
            raise Unreachable from None

    # What is called

    async def application(self) -> Json:
        """The application whose token this is: its id, its public key, and where interactions go."""
        found: Json = await self.call("GET", "/applications/@me")
        return found

    async def register(self, application: str, commands: list[Json]) -> None:
        """The commands, in place of all before."""
        await self.call("PUT", f"/applications/{application}/commands", commands)

    async def come_to(self, address: str | None) -> None:
        """Where interactions go: an address, or none for the gateway."""
        await self.call("PATCH", "/applications/@me", {"interactions_endpoint_url": address})

    async def gateway(self) -> str:
        """Where the gateway is; an address that is not Discord's own is not taken."""
        found = await self.call("GET", "/gateway/bot")
        return self.checked_gateway(str(found["url"]))

    def checked_gateway(self, url: str) -> str:
        """The gateway's address, if it is one of Discord's; beside another API, one on that machine."""
        scheme, host = urlsplit(url).scheme, urlsplit(url).hostname or ""
        own = urlsplit(self.api).hostname or ""
        if self.api == API:
            fits = scheme == "wss" and host.endswith(GATEWAYS)
        else:
            fits = scheme in ("ws", "wss") and host == own
        if not fits:
            raise RestError(0, "the gateway's address is not one of Discord's")
        return url

    async def respond(self, interaction: str, token: str, reply: Json) -> None:
        """Answer an interaction that came through the gateway."""
        await self.call("POST", f"/interactions/{interaction}/{token}/callback", reply, as_bot=False)

    async def original(self, application: str, token: str) -> str:
        """The message that an interaction was answered with."""
        found = await self.call("GET", f"/webhooks/{application}/{token}/messages/@original", as_bot=False)
        return str(found["id"])

    async def edit_answer(self, application: str, token: str, message: str, body: Json) -> None:
        """Change a message of an interaction, as long as its token is good."""
        path = f"/webhooks/{application}/{token}/messages/{message or '@original'}"
        await self.call("PATCH", path, body, as_bot=False)

    async def follow(self, application: str, token: str, body: Json) -> None:
        """One more message after an interaction."""
        await self.call("POST", f"/webhooks/{application}/{token}", body, as_bot=False)

    async def post(self, channel: str, body: Json) -> str:
        """A new message in a channel."""
        found = await self.call("POST", f"/channels/{channel}/messages", body)
        return str(found["id"])

    async def edit(self, channel: str, message: str, body: Json) -> None:
        """Change a message of the bot's own, however old."""
        await self.call("PATCH", f"/channels/{channel}/messages/{message}", body)


def pause_of(told: Any) -> float:
    """How long to wait after too many calls."""
    said = told.get("retry_after", 1.0) if isinstance(told, dict) else 1.0
    return min(LONGEST_PAUSE, max(0.05, float(said)))


# The gateway

DISPATCH, BEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, HEARD = 0, 1, 2, 6, 7, 9, 10, 11
QUERY = "/?v=10&encoding=json"
FOR_GOOD = {
    4004: "its token is wrong",
    4010: "a shard is wrong",
    4011: "it is in too many servers",
    4012: "its version is too old",
    4013: "an intent is wrong",
    4014: "an intent is not allowed",
}
"""Ends after which it makes no sense to come again, and why."""
SOONEST, LATEST = 1.0, 60.0
NOT_DISCORDS = (KeyError, TypeError, ValueError)
"""What comes of an answer that is not one of Discord's."""
LARGEST = 4_000_000
log = logging.getLogger("actionroll.discord")


class Gateway:
    """One connection, made anew whenever it breaks, and gone on with where it broke."""

    def __init__(self, rest: Rest, token: str, answer: Callable[[Json], Awaitable[Json]]) -> None:
        self._rest, self._token, self._answer = rest, token, answer
        self._session = ""
        self._resume_at = ""
        self._number: int | None = None
        self._heard = True
        self._answers: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Stay connected until cancelled, or until Discord says for good that it will not have it."""
        pause = SOONEST
        while True:
            began = asyncio.get_running_loop().time()
            try:
                code = await self._connected()
                if code in FOR_GOOD:
                    log.error("Discord's gateway refuses this bot: %s", FOR_GOOD[code])
                    return
            except (RestError, aiohttp.ClientError, OSError, *NOT_DISCORDS) as error:
                log.warning("Discord's gateway is away: %s", type(error).__name__)
            held = asyncio.get_running_loop().time() - began > LATEST
            pause = SOONEST if held else min(LATEST, 2 * pause)
            await asyncio.sleep(pause * (0.5 + secrets.randbelow(500) / 1000))

    async def _connected(self) -> int | None:
        url = self._resume_at or await self._rest.gateway()
        async with self._rest.session.ws_connect(
            url.rstrip("/") + QUERY,
            max_msg_size=LARGEST,
            headers={"User-Agent": AGENT},
            timeout=aiohttp.ClientWSTimeout(ws_close=5),
        ) as socket:
            hello = await socket.receive_json(timeout=30)
            beating = asyncio.ensure_future(self._beat(socket, hello["d"]["heartbeat_interval"] / 1000))
            try:
                await socket.send_json(self._greeting())
                await self._listen(socket)
            finally:
                beating.cancel()
            return socket.close_code

    def _greeting(self) -> Json:
        if self._session:
            return {"op": RESUME, "d": {"token": self._token, "session_id": self._session, "seq": self._number}}
        about = {"os": sys.platform, "browser": "actionroll", "device": "actionroll"}
        return {"op": IDENTIFY, "d": {"token": self._token, "intents": 0, "properties": about}}

    async def _beat(self, socket: aiohttp.ClientWebSocketResponse, every: float) -> None:
        """Say now and then that we are there; a connection that does not answer is dead."""
        self._heard = True
        await asyncio.sleep(every * secrets.randbelow(1000) / 1000)
        while self._heard:
            self._heard = False
            await socket.send_json({"op": BEAT, "d": self._number})
            await asyncio.sleep(every)
        await socket.close(code=4000)

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for message in socket:
            if message.type is not aiohttp.WSMsgType.TEXT:
                continue
            told = json.loads(message.data)
            self._number = told.get("s") or self._number
            match told["op"]:
                case 0:
                    self._happened(told["t"], told["d"])
                case 1:
                    await socket.send_json({"op": BEAT, "d": self._number})
                case 7:
                    await socket.close(code=4000)
                case 9:
                    if not told.get("d"):
                        self._forget()
                    await socket.close(code=4000)
                case 11:
                    self._heard = True
                case _:
                    pass

    def _forget(self) -> None:
        self._session, self._resume_at, self._number = "", "", None

    def _happened(self, what: str, told: Any) -> None:
        if what == "READY":
            self._session = str(told["session_id"])
            self._resume_at = self._rest.checked_gateway(str(told["resume_gateway_url"]))
            log.info("connected to Discord's gateway")
        elif what == "INTERACTION_CREATE":
            task = asyncio.ensure_future(self._respond(told))
            self._answers.add(task)
            task.add_done_callback(self._answers.discard)

    async def _respond(self, told: Json) -> None:
        reply = await self._answer(told)
        try:
            await self._rest.respond(str(told["id"]), str(told["token"]), reply)
        except RestError as error:
            log.warning("an answer was not told: status %d", error.status)
