"""Who asks: the address, and the seat that a cookie or bearer token holds."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import Depends, Header, Path, Request

from actionroll.errors import InputError
from actionroll.web.guard import HEADERS_SENT
from actionroll.web.limits import one_address
from actionroll.web.problems import NoSeat
from actionroll.web.server import Server
from actionroll.web.tables import Seated

SHORTEST_KEY, LONGEST_KEY = 16, 100
KEY = re.compile(rf"[!-~]{{{SHORTEST_KEY},{LONGEST_KEY}}}")
KEY_WANTED = (
    f"Send the header Idempotency-Key with {SHORTEST_KEY} to {LONGEST_KEY} plain characters and no spaces: "
    "fresh for each new request, the same when one is repeated."
)
TableId = Annotated[str, Path(max_length=40, description="The table's id.")]


def server_of(request: Request) -> Server:
    """The server that a request reached."""
    server: Server = request.app.state.server
    return server


def address_of(request: Request) -> str:
    """Where a request comes from; what a proxy says counts only from a trusted one."""
    trusted = server_of(request).settings.trusted_proxies
    peer = request.client.host if request.client else ""
    if peer in trusted:
        told = [each.strip() for each in request.headers.get("x-forwarded-for", "").split(",") if each.strip()]
        peer = next((each for each in reversed(told) if each not in trusted), peer)
    return one_address(peer[:60])


def token_of(request: Request, table: str) -> str:
    """The token that a request carries, as bearer or cookie."""
    kind, _, token = _header(request, b"authorization").partition(" ")
    return token.strip() if kind.lower() == "bearer" else request.cookies.get(f"seat-{table}", "")


def _header(request: Request, name: bytes) -> str:
    return str(request.scope[HEADERS_SENT].get(name, b"").decode("latin-1"))


async def asker(request: Request, table: TableId) -> Seated:
    """The seat that asks, or NoSeat; that a table is not there looks the same."""
    token = token_of(request, table)
    if not token or len(token) > 100:
        raise NoSeat
    seated = server_of(request).tables.seated(table, token)
    if seated is None or request.method != "POST":
        seated = await _seated(request, table, token, known=seated is not None)
    connection = request.scope.get("actionroll.connection")
    if connection is not None:
        connection.known()
    return seated


async def _seated(request: Request, table: str, token: str, known: bool) -> Seated:
    """Who sits there with a token, as the store knows it now."""
    server, address = server_of(request), address_of(request)
    if not known:
        # Who sits here is heard in any case: someone else of the same household may have guessed too often.
        server.failed_joins.check(address)
    opened = await server.tables.opened(table)
    if opened:
        await server.tables.refresh(opened)
    secret = await server.tables.secret(opened, token) if opened else None
    seat = opened.seat_of(secret, server.tables.entropy.seconds()) if opened else None
    if opened is None or secret is None or seat is None:
        server.failed_joins.count(address)
        raise NoSeat
    return Seated(opened, secret, seat)


def key_sent(request: Request) -> str:
    """The key in a request's header."""
    return plain_key(_header(request, b"idempotency-key"))


async def key_of(  # a plain function would be run in a thread, which takes longer than all it does
    idempotency_key: Annotated[
        str,
        Header(
            description="Fresh for every tap, the same when it is repeated; 16 to 100 plain characters.",
            min_length=SHORTEST_KEY,
            max_length=LONGEST_KEY,
            pattern="^[!-~]+$",
        ),
    ],
) -> str:
    """The request's key."""
    return plain_key(idempotency_key)


def plain_key(text: str) -> str:
    """A key that can be kept, or an error that says what is accepted."""
    if not KEY.fullmatch(text):
        raise InputError(KEY_WANTED)
    return text


AskedBy = Annotated[Seated, Depends(asker)]
AskedWith = Annotated[str, Depends(key_of)]
