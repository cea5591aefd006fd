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
from actionroll.web.guard import Guard
from actionroll.web.settings import Settings
from actionroll.web.tables import Tables

log = logging.getLogger("actionroll.web")


@endpoint("GET", "/openapi.json")
async def document(_call: Call) -> Response:
    """What every endpoint takes and gives."""
    return Response(_document(), media_type=JSON)


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
)


class App(Guard):
    """The whole application on its store; opened when it starts, closed when it stops."""

    def __init__(self, settings: Settings, entropy: Entropy | None = None) -> None:
        self.service = Service(settings, Tables(open_store(settings.database), entropy))
        self.router = Router(routes(ENDPOINTS, self.service), redirect_slashes=False, lifespan=self._open)
        super().__init__(self.router, settings, pages.lost)

    @asynccontextmanager
    async def _open(self, _router: object) -> AsyncIterator[None]:
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
