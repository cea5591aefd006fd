"""One operation for everything that a seat can do at its table."""

import re
from typing import Annotated

from fastapi import APIRouter, Body, FastAPI, Request, Response
from pydantic import ValidationError
from starlette.types import Receive, Scope, Send

from actionroll.errors import InputError
from actionroll.store import Key
from actionroll.table.state import Json
from actionroll.web.asked_by import AskedBy, AskedWith, TableId, asker, key_sent, server_of
from actionroll.web.asking import Asking, wanted
from actionroll.web.bodies import BODIES
from actionroll.web.bodies import Body as AnyBody
from actionroll.web.guard import BODY_SENT, JSON_SENT
from actionroll.web.links import hashed_key
from actionroll.web.planning import Wanted
from actionroll.web.problems import NoSeat, not_accepted
from actionroll.web.routes_tables import digest_of
from actionroll.web.sitting_down import with_secrets

router = APIRouter(prefix="/api/tables")
# These reply with links, which are not stored and so are made anew from the key.
PATHS = {"renew_links": "links/renew", "seat_link": "links/seat"}


async def _done(request: Request, asked: AskedBy, key: str, operation: str, body: Json) -> bytes:
    server, opened = server_of(request), asked.opened
    server.seats.take(f"{opened.id}/{asked.seat.id}")

    def now_wanted() -> Wanted:
        seat = opened.seat_of(asked.secret, server.tables.entropy.seconds())
        if seat is None:
            raise NoSeat
        return wanted(Asking(opened, seat, key, server.tables.entropy), operation, body)

    digest = digest_of(operation, request.scope[BODY_SENT])
    stored = Key(f"{opened.id}/{asked.seat.id}", hashed_key(key), digest)
    reply = await server.tables.commit(opened, now_wanted, stored)
    return with_secrets(reply, key) if operation in PATHS else reply


def _add(operation: str, model: type[AnyBody]) -> None:
    async def endpoint(
        request: Request, table: TableId, asked: AskedBy, key: AskedWith, body: Annotated[AnyBody, Body()]
    ) -> Response:
        return Response(await _done(request, asked, key, operation, body.request()), media_type="application/json")

    endpoint.__annotations__["body"] = model
    endpoint.__doc__ = model.__doc__
    router.add_api_route(
        f"/{{table}}/{PATHS.get(operation, operation)}",
        endpoint,
        methods=["POST"],
        operation_id=operation,
        summary=operation.replace("_", " ").capitalize(),
    )


for _operation, _model in BODIES.items():
    _add(_operation, _model)


PLACE = re.compile(r"/api/tables/([^/]{1,40})/(\w+|links/\w+)")
OPERATIONS = {PATHS.get(operation, operation): operation for operation in BODIES}


class Directly:
    """Takes operations past the framework, whose routing and injection took as long as all the rest.

    The routes above describe them for the OpenAPI document; everything else goes on to the framework.
    """

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        place = PLACE.fullmatch(scope["path"]) if scope.get("method") == "POST" else None
        operation = OPERATIONS.get(place[2]) if place else None
        if place is None or operation is None:
            await self.app(scope, receive, send)
            return
        scope["app"] = self.app
        request = Request(scope, receive)
        asked = await asker(request, place[1])
        reply = await _done(request, asked, key_sent(request), operation, _checked(operation, scope[JSON_SENT]))
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(reply))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": reply})


def _checked(operation: str, sent: Json) -> Json:
    """What was sent, if its types are right; they are strict, so that nothing is read as something else."""
    try:
        BODIES[operation].model_validate(sent)
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(not_accepted(first["loc"], first["msg"])) from None
    return sent
