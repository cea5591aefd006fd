"""The application: every endpoint of the server, the OpenAPI document, and the guard around it all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache

from starlette.responses import Response
from starlette.routing import Router

from actionroll.api import games
from actionroll.store import open_store
from actionroll.web import catalogue, feed, guests, openapi, operations, pages, views
from actionroll.web.access import Entropy
from actionroll.web.call import Call, Service
from actionroll.web.encoding import encoded
from actionroll.web.endpoints import JSON, endpoint, routes
from actionroll.web.guard import Guard
from actionroll.web.settings import Settings
from actionroll.web.tables import Tables


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
        super().__init__(self.router, settings)

    @asynccontextmanager
    async def _open(self, _router: object) -> AsyncIterator[None]:
        tables = self.service.tables
        games()  # loaded now, so that nobody waits for it later
        tables.start()
        yield
        await self.service.answers.close()
        tables.stop()
        tables.store.close()
