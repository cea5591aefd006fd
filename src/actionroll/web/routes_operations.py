"""One operation for everything that a seat can do at its table."""

from typing import Annotated

from fastapi import APIRouter, Body, Request, Response

from actionroll.store import Key
from actionroll.web.asked_by import AskedBy, AskedWith, TableId, server_of
from actionroll.web.asking import Asking, wanted
from actionroll.web.bodies import BODIES
from actionroll.web.bodies import Body as AnyBody
from actionroll.web.links import hashed_key
from actionroll.web.planning import Wanted
from actionroll.web.problems import NoSeat
from actionroll.web.routes_tables import digest_of
from actionroll.web.sitting_down import with_secrets

router = APIRouter(prefix="/api/tables")
# These reply with links, which are not stored and so are made anew from the key.
PATHS = {"renew_links": "links/renew", "seat_link": "links/seat"}


async def _done(request: Request, asked: AskedBy, key: str, operation: str, body: AnyBody) -> Response:
    server, opened = server_of(request), asked.opened
    server.seats.take(f"{opened.id}/{asked.seat.id}")

    def now_wanted() -> Wanted:
        seat = opened.seat_of(asked.secret, server.tables.entropy.seconds())
        if seat is None:
            raise NoSeat
        return wanted(Asking(opened, seat, key, server.tables.entropy), operation, body.request())

    digest = digest_of(operation, await request.body())
    stored = Key(f"{opened.id}/{asked.seat.id}", hashed_key(key), digest)
    reply = await server.tables.commit(opened, now_wanted, stored)
    told = with_secrets(reply, key) if operation in PATHS else reply
    return Response(told, media_type="application/json")


def _add(operation: str, model: type[AnyBody]) -> None:
    async def endpoint(
        request: Request, table: TableId, asked: AskedBy, key: AskedWith, body: Annotated[AnyBody, Body()]
    ) -> Response:
        return await _done(request, asked, key, operation, body)

    endpoint.__annotations__["body"] = model
    endpoint.__doc__ = model.__doc__
    router.add_api_route(
        f"/{{table}}/{PATHS.get(operation, operation)}", endpoint, methods=["POST"], operation_id=operation
    )


for _operation, _model in BODIES.items():
    _add(_operation, _model)
