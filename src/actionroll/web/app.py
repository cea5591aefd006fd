"""The application: routes, errors as problem details, the OpenAPI document, and the guard around it all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from actionroll import __version__
from actionroll.errors import ActionrollError
from actionroll.store import open_store
from actionroll.web import pages, routes_games, routes_operations, routes_tables
from actionroll.web.asked_by import KEY_WANTED
from actionroll.web.entropy import Entropy
from actionroll.web.forgetting import forget_now_and_then
from actionroll.web.guard import NOWHERE, OUR_FAULT, Guard
from actionroll.web.problems import TYPE, headers_of, not_accepted, problem, status_of
from actionroll.web.server import Server
from actionroll.web.settings import Settings
from actionroll.web.tables import Tables

MEANT = {404: NOWHERE}


def create_app(settings: Settings, entropy: Entropy | None = None) -> Guard:
    """The whole application on its store; opened when it starts, closed when it stops."""
    store = open_store(settings.database)
    server = Server(settings, Tables(store, entropy))

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        server.tables.start()
        forgetting = asyncio.ensure_future(forget_now_and_then(store))
        yield
        forgetting.cancel()
        server.tables.stop()
        store.close()

    app = FastAPI(
        title="actionroll",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        exception_handlers={
            ActionrollError: _refused,
            RequestValidationError: _not_accepted,
            HTTPException: _not_found,
            Exception: _defect,
        },
        responses={status: {"model": None, "description": said, **PROBLEM} for status, said in TOLD.items()},
    )
    app.state.server = server
    # What is asked most often is looked for first: each place that does not match takes a few microseconds.
    for each in (routes_operations, routes_games, routes_tables, pages):
        app.include_router(each.router)
    return Guard(routes_operations.Directly(app), settings, server)


PROBLEM = {"content": {TYPE.decode(): {"schema": {"type": "object"}}}}
TOLD = {
    400: "What was sent is not JSON that is taken here.",
    401: "No seat of yours is at this table.",
    403: "Someone else's to do.",
    404: "It is not here, or over.",
    409: "It stands otherwise than was taken.",
    422: "Not accepted; the detail says what is.",
    429: "Too often; Retry-After says when to come back.",
}


def _told(status: int, detail: str, headers: dict[str, str] | None = None) -> Response:
    return Response(problem(status, detail), status, headers, media_type=TYPE.decode())


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, ActionrollError)  # noqa: S101
    return _told(status_of(error), str(error), headers_of(error))


async def _defect(_request: Request, _error: Exception) -> Response:
    """What is not of our family of errors is our fault; the guard logs it."""
    return _told(500, OUR_FAULT)


async def _not_accepted(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    first = error.errors()[0]
    if first["loc"][0] == "header":
        return _told(422, KEY_WANTED)
    return _told(422, not_accepted(first["loc"][1:], first["msg"]))


async def _not_found(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    return _told(error.status_code, MEANT.get(error.status_code, str(error.detail)), dict(error.headers or {}))
