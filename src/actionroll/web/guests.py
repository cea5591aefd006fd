"""Guests: who opens a table, looks at what a link opens, joins by it, or comes back to a seat."""

from starlette.responses import Response

from actionroll.web import entrance
from actionroll.web.bodies import CreateBody, JoinBody, LookBody
from actionroll.web.call import Call
from actionroll.web.encoding import decoded, encoded
from actionroll.web.endpoints import JSON, Key, TableId, endpoint
from actionroll.web.entrance import WrongLink

YEAR = 31_536_000


@endpoint("POST", "/api/tables", "create", status=201)
async def create(call: Call, body: CreateBody, key: Key) -> Response:
    """Open a table. The links in the reply are shown once; the store keeps only their hashes."""
    service, address = call.service, call.address
    service.budgets.new_tables.take(address)
    made = await entrance.create(service.tables, call.sent, key, "new", call.digest("create"))
    return _seated(call, made, 201)


@endpoint("POST", "/api/tables/{table}/look", "look")
async def look(call: Call, table: TableId, body: LookBody) -> Response:
    """What a link opens; changes nothing."""
    service, address = call.service, call.address
    service.budgets.failed_joins.check(address)
    try:
        shown = await entrance.look(service.tables, table, body.secret)
    except WrongLink:
        service.budgets.failed_joins.count(address)
        raise
    return Response(encoded(shown), media_type=JSON)


@endpoint("POST", "/api/tables/{table}/join", "join")
async def join(call: Call, table: TableId, body: JoinBody, key: Key) -> Response:
    """Take a seat by a link; a table that has ended is only read."""
    service, address = call.service, call.address
    service.budgets.failed_joins.check(address)
    service.budgets.joins.take(address)
    try:
        joined = await entrance.join(service.tables, table, call.sent, key, call.digest("join"))
    except WrongLink:
        service.budgets.failed_joins.count(address)
        raise
    return _seated(call, joined, 200)


@endpoint("POST", "/api/tables/{table}/enter", "enter")
async def enter(call: Call, table: TableId, body: LookBody, key: Key) -> Response:
    """Come back to a seat by a link that the gm made for it."""
    service, address = call.service, call.address
    service.budgets.failed_joins.check(address)
    try:
        entered = await entrance.enter(service.tables, table, body.secret, key, call.digest("enter"))
    except WrongLink:
        service.budgets.failed_joins.count(address)
        raise
    return _seated(call, entered, 200)


def _seated(call: Call, reply: bytes, status: int) -> Response:
    shown = decoded(reply)
    response = Response(reply, status, media_type=JSON)
    response.set_cookie(
        f"seat-{shown['table']}",
        shown["token"],
        max_age=YEAR,
        path="/",
        secure=call.service.settings.secure,
        httponly=True,
        samesite="strict",
    )
    return response


ENDPOINTS = (create, look, join, enter)
