"""One operation for everything that a seat can do at its table."""

from __future__ import annotations

from functools import partial

from starlette.responses import Response

from actionroll.store import Key
from actionroll.web.asking import Asking, wanted
from actionroll.web.bodies import BODIES, Body
from actionroll.web.call import Call
from actionroll.web.endpoints import JSON, Endpoint, endpoint
from actionroll.web.links import hashed_key
from actionroll.web.planning import Wanted
from actionroll.web.problems import NoSeat
from actionroll.web.sitting_down import with_secrets
from actionroll.web.tables import Seated

# These reply with links, which are not stored and so are made anew from the key.
PATHS = {"renew_links": "links/renew", "seat_link": "links/seat"}


async def _done(operation: str, call: Call, asked: Seated, key: str, body: Body) -> Response:
    service, opened = call.service, asked.opened

    def now_wanted() -> Wanted:
        seat = opened.seat_of(asked.secret, service.tables.entropy.seconds())
        if seat is None:
            raise NoSeat
        return wanted(Asking(opened, seat, key, service.tables.entropy), operation, call.sent)

    stored = Key(f"{opened.id}/{asked.seat.id}", hashed_key(key), call.digest(operation))
    reply = await service.tables.commit(opened, now_wanted, stored)
    return Response(with_secrets(reply, key) if operation in PATHS else reply, media_type=JSON)


def _declared(operation: str, body: type[Body]) -> Endpoint:
    path = f"/api/tables/{{table}}/{PATHS.get(operation, operation)}"
    declare = endpoint("POST", path, operation, body, says=body.__doc__)
    return declare(partial(_done, operation))


ENDPOINTS = tuple(_declared(operation, body) for operation, body in BODIES.items())
