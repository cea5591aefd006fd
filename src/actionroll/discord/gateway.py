"""The gateway: interactions over a connection that this server opens, for hosts that nobody reaches from outside."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp

from actionroll.discord.components import Json
from actionroll.discord.rest import AGENT, Rest, RestError

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
LARGEST = 4_000_000
log = logging.getLogger("actionroll.discord")


class Dead(Exception):
    """The connection is not alive any more."""


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
            except (Dead, RestError, aiohttp.ClientError, TimeoutError, OSError) as error:
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
