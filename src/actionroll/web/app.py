"""The application: every endpoint of the server, the OpenAPI document, and the guard around it all."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache

from starlette.responses import Response
from starlette.routing import Router

from actionroll.api import games
from actionroll.store import Store, StoreError, open_store
from actionroll.store.backup import Backups
from actionroll.web import catalogue, feed, guests, openapi, operations, pages, views
from actionroll.web.access import Entropy
from actionroll.web.call import Call, Service
from actionroll.web.encoding import encoded
from actionroll.web.endpoints import JSON, endpoint, routes
from actionroll.web.guard import NOWHERE, OPERATION, Guard, Refused, Scope
from actionroll.web.metrics import SENT_AS
from actionroll.web.settings import LOOPBACK, Settings
from actionroll.web.tables import Tables

log = logging.getLogger("actionroll.web")


@endpoint("GET", "/openapi.json")
async def document(_call: Call) -> Response:
    """What every endpoint takes and gives."""
    return Response(_document(), media_type=JSON)


@endpoint("GET", "/metrics")
async def metrics(call: Call) -> Response:
    """For the host alone: asked from this machine, and not through a proxy."""
    peer = call.client.host if call.client else ""
    if peer not in LOOPBACK or call.header(b"x-forwarded-for") or call.header(b"forwarded"):
        raise Refused(404, NOWHERE)
    return Response("\n".join([*call.service.metrics.lines(call.service), ""]), media_type=SENT_AS)


@lru_cache
def _document() -> bytes:
    return encoded(openapi.document(ENDPOINTS))


ENDPOINTS = (
    *catalogue.ENDPOINTS,
    *guests.ENDPOINTS,
    *views.ENDPOINTS,
    *operations.ENDPOINTS,
    *feed.ENDPOINTS,
    *pages.ENDPOINTS,
    document,
    metrics,
)


class App(Guard):
    """The whole application on its store; opened when it starts, closed when it stops."""

    endpoints = ENDPOINTS

    def __init__(self, settings: Settings, entropy: Entropy | None = None) -> None:
        self.service = Service(settings, Tables(open_store(settings.database), entropy))
        self.router = Router(routes(self.endpoints, self.service), redirect_slashes=False, lifespan=self.running)
        super().__init__(self.router, settings, pages.lost)

    def done(self, scope: Scope, status: int, seconds: float) -> None:
        """A request was answered."""
        self.service.metrics.count(scope.get(OPERATION, ""), status, seconds)
        super().done(scope, status, seconds)

    @asynccontextmanager
    async def running(self, _router: object) -> AsyncIterator[None]:
        """From when the server starts until it stops."""
        tables = self.service.tables
        games()  # loaded now, so that nobody waits for it later
        tables.start()
        backing_up = asyncio.ensure_future(back_up_now_and_then(tables.store, self.service.settings))
        yield
        backing_up.cancel()
        await self.service.answers.close()
        tables.stop()
        tables.store.close()


async def back_up_now_and_then(store: Store, settings: Settings) -> None:
    """Make a backup every so many minutes, if that is wanted, until cancelled."""
    backups = Backups(settings.backup_folder, settings.backups_kept)
    while settings.backup_minutes:
        await asyncio.sleep(60 * settings.backup_minutes)
        try:
            made = await asyncio.to_thread(backups.take, store)
            log.info("a backup is made: %s", made)
        except (StoreError, OSError) as error:
            log.warning("no backup is made: %s", error)
