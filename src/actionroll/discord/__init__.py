"""The application with a door for Discord: an endpoint that takes only what Discord has signed, or the gateway."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from starlette.responses import Response

from actionroll.discord import components
from actionroll.discord.channels import Channels
from actionroll.discord.gateway import API, NOT_DISCORDS, Gateway, Rest, RestError
from actionroll.discord.interactions import Interactions
from actionroll.discord.links import Accounts, Links
from actionroll.web import Settings
from actionroll.web.access import Entropy
from actionroll.web.app import App
from actionroll.web.bodies import JSON, encoded
from actionroll.web.endpoints import Call, Service, endpoint
from actionroll.web.guard import HEADERS_SENT, Refused, Scope

PATH = "/discord/interactions"
GATEWAY, HTTP = "gateway", "http"
NOT_SIGNED = "Only Discord comes in here, with its signature."
OLDEST_SECONDS = 900
"""Older than that, the tokens of an interaction are worth nothing any more."""
AGAIN_SECONDS = 30.0
CLOSING_SECONDS = 1.0
log = logging.getLogger("actionroll.discord")


async def told_by_discord(settings: dict[str, str], public_url: str) -> tuple[str, str, str]:
    """What Discord calls the bot of a token, where it sends what people type, and where it would if it is served so."""
    rest = Rest(settings.get("discord_api", API), settings["discord_token"])
    try:
        own = await rest.application()
    finally:
        await rest.close()
    wanted = f"{public_url}{PATH}" if settings["discord"] == HTTP else ""
    return str(own.get("name") or own["id"]), str(own.get("interactions_endpoint_url") or ""), wanted


class Door:
    """All that Discord needs of one server."""

    def __init__(self, service: Service) -> None:
        settings = service.settings
        self._settings = settings
        self._seconds: Callable[[], int] = service.tables.entropy.seconds
        self.rest = Rest(settings.discord_api, settings.discord_token)
        links = Links(service.tables.store)
        self.channels = Channels(service, links, self.rest)
        accounts = Accounts(service, links, settings.discord_token)
        self.interactions = Interactions(accounts, self.channels, links, self.rest)
        self._key: Ed25519PublicKey | None = None

    async def run(self) -> None:
        """Get to know Discord, then be there; tables are served whether or not it answers."""
        while True:
            try:
                await self._introduced()
                break
            except (RestError, *NOT_DISCORDS) as error:
                log.warning("Discord does not know this bot yet: %s", error)
                await asyncio.sleep(AGAIN_SECONDS)
        await self.channels.start()
        if self._settings.discord == GATEWAY:
            await Gateway(self.rest, self._settings.discord_token, self.interactions.answer).run()

    async def _introduced(self) -> None:
        own = await self.rest.application()
        self.channels.application = str(own["id"])
        self._key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(str(own["verify_key"])))
        await self.rest.register(self.channels.application, components.declared())
        address = f"{self._settings.public_url}{PATH}" if self._settings.discord == HTTP else None
        if own.get("interactions_endpoint_url") != address:
            await self.rest.come_to(address)
        log.info("Discord knows this bot")

    def check(self, scope: Scope, body: bytes) -> None:
        """Refuse what Discord has not signed, before anything of it is read."""
        headers = scope[HEADERS_SENT]
        stamp = headers.get(b"x-signature-timestamp", b"")
        if self._settings.discord != HTTP or self._key is None:
            raise Refused(401, NOT_SIGNED)
        try:
            signature = bytes.fromhex(headers.get(b"x-signature-ed25519", b"").decode("ascii"))
            self._key.verify(signature, stamp + body)
            late = abs(self._seconds() - int(stamp)) > OLDEST_SECONDS
        except (InvalidSignature, ValueError):
            raise Refused(401, NOT_SIGNED) from None
        if late:
            raise Refused(401, NOT_SIGNED)

    async def close(self) -> None:
        """Let go."""
        self.channels.stop()
        await self.rest.close()


@endpoint("POST", PATH)
async def interact(call: Call) -> Response:
    """An interaction that Discord has signed."""
    door: Door = call.scope["actionroll.door"]
    return Response(encoded(await door.interactions.answer(call.sent)), media_type=JSON)


class DiscordApp(App):
    """The application with Discord."""

    endpoints = (*App.endpoints, interact)

    def __init__(self, settings: Settings, entropy: Entropy | None = None) -> None:
        super().__init__(settings, entropy)
        self.door = Door(self.service)

    def check_signature(self, scope: Scope, body: bytes) -> None:
        """What comes in by Discord's door is signed."""
        if scope["path"] == PATH:
            self.door.check(scope, body)
            scope["actionroll.door"] = self.door

    @asynccontextmanager
    async def running(self, router: object) -> AsyncIterator[None]:
        """From when the server starts until it stops; a worker that Discord does not know has no door."""
        async with super().running(router):
            being = asyncio.ensure_future(self.door.run()) if self.service.settings.discord else None
            yield
            if being:
                being.cancel()
                await asyncio.wait({being}, timeout=CLOSING_SECONDS)
            await self.door.close()
