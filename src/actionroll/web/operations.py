"""Everything that a seat can do at its table: an endpoint for each request, and what the table takes for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from starlette.responses import Response

from actionroll.store import Key, Row, Seed
from actionroll.table import REQUESTS, Acted, act
from actionroll.table.log import written
from actionroll.table.requests import Request
from actionroll.table.rights import refuse_ended
from actionroll.table.state import Json, Seat, Table
from actionroll.table.view import Viewer, secret_view
from actionroll.web.access import Entropy, hashed_key, links_made, links_shut, with_secrets
from actionroll.web.call import Call
from actionroll.web.draft import Hands, Wanted
from actionroll.web.encoding import quick_canonical
from actionroll.web.endpoints import JSON, Endpoint, Input, TableId
from actionroll.web.open_table import OpenTable
from actionroll.web.problems import NoSeat
from actionroll.web.tables import Seated, Tables


def wanted(opened: OpenTable, seat: Seat, request: str, body: Json, key: str, entropy: Entropy) -> Wanted:
    """What a request of a seat makes of a table as it stands, or an error that says why not."""
    refuse_ended(opened.table)  # whose seeds may have stayed where it was played
    hands = Hands(opened, entropy)
    acted = act(opened.table, seat.id, request, body, hands, quick_canonical)
    if acted.secret:
        told, number = written(acted.secret[0]), opened.secret_head.number + 1
        view = secret_view(opened.table, Viewer(seat.id, seat.role), opened.secret_seed, number, told)
        return Wanted(acted, reply={"secret": view})
    return with_access(opened, acted, key, entropy, seeds_changed(opened, acted, hands.fresh))


def seeds_changed(opened: OpenTable, acted: Acted, fresh: Seed | None) -> tuple[Row, ...]:
    """The seed that is revealed, and the one in its place."""
    if not acted.reveals_seed:
        return ()
    revealed = replace(opened.seeds["open", opened.table.epoch], revealed=True)
    return (revealed, fresh) if fresh else (revealed,)


def with_access(opened: OpenTable, acted: Acted, key: str, entropy: Entropy, rows: tuple[Row, ...] = ()) -> Wanted:
    """A deed with the links that it shuts and makes; the reply names these, and the key makes them anew."""
    shut = links_shut(opened.access.values(), acted.shuts)
    if not acted.opens:
        return Wanted(acted, (*rows, *shut))
    salt = entropy.salt()
    made = links_made(key, salt, opened.id, acted.opens, entropy.seconds())
    reply = {"table": opened.id, "links": ["seat" if each.seat else each.role for each in acted.opens]}
    return Wanted(acted, (*rows, *shut, *made), reply, salt)


async def deed_of(
    tables: Tables,
    asked: Seated,
    request: str,
    body: Json,
    key: tuple[str, bytes],
    check: Callable[[Table], None] | None = None,
) -> bytes:
    """Do what a seat asks, once for its key and what that stands for, if the table then passes a check."""
    opened = asked.opened

    def now() -> Wanted:
        seat = opened.seat_of(asked.secret, tables.entropy.seconds())
        if seat is None:
            raise NoSeat
        if check:
            check(opened.table)
        return wanted(opened, seat, request, body, key[0], tables.entropy)

    return await tables.commit(opened, now, Key(f"{opened.id}/{asked.seat.id}", hashed_key(key[0]), key[1]))


async def perform(request: Request, call: Call, asked: Seated, key: str) -> Response:
    """Do what a seat asks, once for its key."""
    reply = await deed_of(call.service.tables, asked, request.name, call.sent, (key, call.digest(request.name)))
    # Links are not stored, and so are made anew from the key.
    return Response(with_secrets(reply, key) if request.path.startswith("links/") else reply, media_type=JSON)


def _endpoint(request: Request) -> Endpoint:
    return Endpoint(
        ("POST",),
        f"/api/tables/{{table}}/{request.path}",
        request.name,
        request.says,
        partial(perform, request),
        schema=request.schema(),
        seated=True,
        keyed=True,
        inputs={"table": Input("path", "table", TableId)},
    )


ENDPOINTS = tuple(_endpoint(request) for request in REQUESTS.values())
