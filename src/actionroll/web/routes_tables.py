"""Tables: open one, join it, read it, listen to it."""

import asyncio
from collections.abc import Iterator
from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response

from actionroll.ledger import exported
from actionroll.store import Secret, Store
from actionroll.store.chain import start
from actionroll.table.rights import character_at, roll_at
from actionroll.table.showing import near_asked, roll_view
from actionroll.table.state import Json
from actionroll.table.statistics import statistics
from actionroll.table.viewing import sheet_view, table_view
from actionroll.web import sitting_down
from actionroll.web.asked_by import AskedBy, AskedWith, TableId, address_of, server_of
from actionroll.web.bodies import CreateBody, JoinBody, LookBody
from actionroll.web.encoding import decoded, encoded
from actionroll.web.feed import FeedResponse
from actionroll.web.loading import entries_after
from actionroll.web.opened import OpenTable
from actionroll.web.packing import JSON, packed
from actionroll.web.problems import BeyondTheEnd, TooOften
from actionroll.web.questions import patience
from actionroll.web.sitting_down import WrongLink

router = APIRouter(prefix="/api/tables")
SHOWN_ENTRIES, MOST_ENTRIES = 50, 200
YEAR = 31_536_000


def digest_of(operation: str, body: bytes) -> bytes:
    """What a key stands for."""
    return sha256(operation.encode() + b"\n" + body).digest()


@router.post("", status_code=201, operation_id="create")
async def create(request: Request, body: CreateBody, key: AskedWith) -> Response:
    """Open a table. The links in the reply are shown once; the store keeps only their hashes."""
    server, address = server_of(request), address_of(request)
    server.new_tables.take(address)
    digest = digest_of("create", await request.body())
    made = await sitting_down.create(server.tables, body.request(), key, f"new/{address}", digest)
    return _seated(request, made, 201)


@router.post("/{table}/look", operation_id="look")
async def look(request: Request, table: TableId, body: LookBody) -> Response:
    """What a link opens; changes nothing."""
    server, address = server_of(request), address_of(request)
    server.failed_joins.check(address)
    try:
        shown = await sitting_down.look(server.tables, table, body.secret)
    except WrongLink:
        server.failed_joins.count(address)
        raise
    return Response(encoded(shown), media_type=JSON)


@router.post("/{table}/join", operation_id="join")
async def join(request: Request, table: TableId, body: JoinBody, key: AskedWith) -> Response:
    """Take a seat by a link; a table that has ended is only read."""
    server, address = server_of(request), address_of(request)
    server.failed_joins.check(address)
    server.joins.take(address)
    digest = digest_of("join", await request.body())
    try:
        joined = await sitting_down.join(server.tables, table, body.request(), key, digest)
    except WrongLink:
        server.failed_joins.count(address)
        raise
    return _seated(request, joined, 200)


@router.post("/{table}/enter", operation_id="enter")
async def enter(request: Request, table: TableId, body: LookBody, key: AskedWith) -> Response:
    """Come back to a seat by a link that the gm made for it."""
    server, address = server_of(request), address_of(request)
    server.failed_joins.check(address)
    digest = digest_of("enter", await request.body())
    try:
        entered = await sitting_down.enter(server.tables, table, body.secret, key, digest)
    except WrongLink:
        server.failed_joins.count(address)
        raise
    return _seated(request, entered, 200)


def _seated(request: Request, reply: bytes, status: int) -> Response:
    shown = decoded(reply)
    response = Response(reply, status, media_type=JSON)
    response.set_cookie(
        f"seat-{shown['table']}",
        shown["token"],
        max_age=YEAR,
        path="/",
        secure=server_of(request).settings.secure,
        httponly=True,
        samesite="strict",
    )
    return response


@router.get("/{table}", operation_id="table")
async def show(request: Request, table: TableId, asked: AskedBy) -> Response:
    """Everything that stands at the table, as this seat may see it, with the last entries of the log."""
    opened, head = asked.opened, asked.opened.head
    viewer = opened.viewer(asked.seat)
    secrets = [opened.secret_shown(number, entry) for number, entry in opened.secret_entries.items()]
    shown = table_view(opened.table, viewer, opened.here(), secrets)
    log = await _entries(request, opened, head.number + 1, SHOWN_ENTRIES)
    body = encoded({**shown, "hash": head.hash.hex()})[:-1] + b',"log":' + log + b"}"
    return packed(request, body)


@router.get("/{table}/log", operation_id="log")
async def show_log(
    request: Request,
    table: TableId,
    asked: AskedBy,
    before: Annotated[int, Query(ge=1, le=2**53)] = 2**53,
    limit: Annotated[int, Query(ge=1, le=MOST_ENTRIES)] = SHOWN_ENTRIES,
) -> Response:
    """Entries of the log, the last of those before a number."""
    return packed(request, b'{"entries":' + await _entries(request, asked.opened, before, limit) + b"}")


async def _entries(request: Request, opened: OpenTable, before: int, limit: int) -> bytes:
    last = min(before - 1, opened.head.number)
    first = max(0, last - limit)
    read = server_of(request).tables.store.read
    found = await asyncio.to_thread(read, opened.id, first, last - first) if last > first else ()
    told = [b'{"number":%d,"hash":"%b",%b' % (each.number, each.hash.hex().encode(), each.body[1:]) for each in found]
    return b"[" + b",".join(told) + b"]"


@router.get("/{table}/rolls/{roll}", operation_id="roll")
async def show_roll(request: Request, table: TableId, roll: int, asked: AskedBy) -> Response:
    """One roll; while it is open, with the odds of every near alternative, worked out once for all who look."""
    found = roll_at(asked.opened.table, roll)
    shown = roll_view(asked.opened.table, found)
    body = encoded(shown)
    if found.status == "open" and shown["odds"]:
        wanted = near_asked(asked.opened.table, found)
        near = await server_of(request).answers.of("near", encoded(wanted), lambda: wanted.view(patience()))
        body = body[:-1] + b',"near":' + near + b"}"
    return packed(request, body)


@router.get("/{table}/sheets/{character}", operation_id="sheet")
async def show_sheet(table: TableId, character: str, asked: AskedBy) -> Response:
    """A character's sheet as JSON; `make` takes its name and values back."""
    found = character_at(asked.opened.table, character)
    return Response(encoded(sheet_view(asked.opened.table, found.id)), media_type=JSON)


@router.get("/{table}/statistics", operation_id="statistics")
async def show_statistics(request: Request, table: TableId, asked: AskedBy) -> Response:
    """Each seat's tiers against exact expectation, and how surprising they are."""
    store, opened = server_of(request).tables.store, asked.opened
    shown = await asyncio.to_thread(lambda: statistics(opened.table, _throws(store, opened)))
    return Response(encoded(shown), media_type=JSON)


def _throws(store: Store, opened: OpenTable) -> Iterator[tuple[int, Json]]:
    stands = opened.table.number
    for entry in entries_after(store, start(opened.id)):
        if entry.number <= stands and b'"kind":"thrown"' in entry.body:
            yield entry.number, decoded(entry.body)


@router.get(
    "/{table}/export",
    operation_id="export",
    response_class=Response,
    responses={200: {"content": {"application/jsonl": {"schema": {"type": "string"}}}}},
)
async def export(request: Request, table: TableId, asked: AskedBy) -> Response:
    """The whole log as JSON lines, which `actionroll verify` checks offline."""
    store, head = server_of(request).tables.store, asked.opened.head
    lines = exported(head, (each for each in entries_after(store, start(head.log)) if each.number <= head.number))
    body = await asyncio.to_thread(b"".join, lines)
    headers = {"Content-Disposition": f'attachment; filename="{head.log}.jsonl"'}
    return Response(body, media_type="application/jsonl", headers=headers)


def _same_holder(one: Secret, other: Secret) -> bool:
    """Whether two tokens are of one seat; readers, who have none, are told apart by their tokens."""
    return one.seat == other.seat if one.seat else one.hash == other.hash


@router.get(
    "/{table}/feed",
    operation_id="feed",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def feed(
    request: Request,
    table: TableId,
    asked: AskedBy,
    last_event_id: Annotated[str | None, Header(max_length=30)] = None,
    after: Annotated[int | None, Query(ge=0, le=2**53)] = None,
) -> Response:
    """Every entry as it happens, as server-sent events; resumes after Last-Event-ID or after=N."""
    server, opened = server_of(request), asked.opened
    held = [each for each in opened.listeners if _same_holder(each.secret, asked.secret)]
    if server.settings.limits.feeds and len(held) >= server.settings.limits.feeds:
        raise TooOften(5)
    told = last_event_id or ""
    start = int(told) if told.isascii() and told.isdigit() else opened.head.number if after is None else after
    if start > opened.head.number:
        raise BeyondTheEnd(opened.head.number)
    return FeedResponse(server.tables, opened, asked.secret, start, server.settings.limits.send_seconds)
