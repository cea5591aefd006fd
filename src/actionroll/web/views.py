"""What stands at a table, as each seat may see it: the table, its log, a roll, a sheet, the statistics, the export."""

import asyncio
from typing import Annotated

from msgspec import Meta
from starlette.responses import Response

from actionroll.ledger import exported
from actionroll.store.chain import start
from actionroll.table.rights import character_at, roll_at
from actionroll.table.state import Over
from actionroll.table.statistics import statistics
from actionroll.table.view import Viewer, near_asked, roll_view, sheet_view, table_view
from actionroll.web.answers import Asker
from actionroll.web.bodies import NearBody
from actionroll.web.call import Call
from actionroll.web.encoding import encoded, packed
from actionroll.web.endpoints import JSON, endpoint
from actionroll.web.open_table import OpenTable, entries_after, story_of
from actionroll.web.tables import Seated

SHOWN_ENTRIES, MOST_ENTRIES = 50, 200


@endpoint("GET", "/api/tables/{table}", "table")
async def show(call: Call, asked: Seated) -> Response:
    """Everything that stands at the table, as this seat may see it, with the last entries of the log."""
    opened, head = asked.opened, asked.opened.head
    viewer, seat = Viewer(asked.seat.id, asked.seat.role), asked.seat
    here = [name for name, times in opened.here.items() if times > 0]
    shown = table_view(opened.table, viewer, here, opened.secrets_for(seat))
    log = await _entries(call, opened, head.number + 1, SHOWN_ENTRIES)
    body = encoded({**shown, "hash": head.hash.hex()})[:-1] + b',"log":' + log + b"}"
    return packed(call, body)


@endpoint("GET", "/api/tables/{table}/log", "log")
async def show_log(
    call: Call,
    asked: Seated,
    before: Annotated[int, Meta(ge=1, le=2**53)] = 2**53,
    limit: Annotated[int, Meta(ge=1, le=MOST_ENTRIES)] = SHOWN_ENTRIES,
) -> Response:
    """Entries of the log, the last of those before a number."""
    return packed(call, b'{"entries":' + await _entries(call, asked.opened, before, limit) + b"}")


async def _entries(call: Call, opened: OpenTable, before: int, limit: int) -> bytes:
    last = min(before - 1, opened.head.number)
    first = max(0, last - limit)
    read = call.service.tables.store.read
    found = await asyncio.to_thread(read, opened.id, first, last - first) if last > first else ()
    told = [b'{"number":%d,"hash":"%b",%b' % (each.number, each.hash.hex().encode(), each.body[1:]) for each in found]
    return b"[" + b",".join(told) + b"]"


@endpoint("GET", "/api/tables/{table}/rolls/{roll}", "roll")
async def show_roll(call: Call, roll: int, asked: Seated) -> Response:
    """One roll; while it is open, with the odds of every near alternative, worked out once for all who look."""
    table = asked.opened.table
    found = roll_at(table, roll)
    if isinstance(found, Over):
        found = await asyncio.to_thread(story_of, call.service.tables.store, table, roll)
    shown = roll_view(table, roll, found) or {}
    body = encoded(shown)
    if found.status == "open" and shown["odds"]:
        wanted = near_asked(table, found)
        near = await call.answer(Asker(asked.name, seated=True), "near", NearBody(**wanted._asdict()))
        body = body[:-1] + b',"near":' + near + b"}"
    return packed(call, body)


@endpoint("GET", "/api/tables/{table}/sheets/{character}", "sheet")
async def show_sheet(_call: Call, character: str, asked: Seated) -> Response:
    """A character's sheet as JSON; `make` takes its name and values back."""
    found = character_at(asked.opened.table, character)
    return Response(encoded(sheet_view(asked.opened.table, found.id)), media_type=JSON)


@endpoint("GET", "/api/tables/{table}/statistics", "statistics")
async def show_statistics(call: Call, asked: Seated) -> Response:
    """Each seat's tiers against exact expectation, and how surprising they are."""
    shown = await asyncio.to_thread(statistics, asked.opened.table)
    return Response(encoded(shown), media_type=JSON)


@endpoint("GET", "/api/tables/{table}/export", "export", sends="application/jsonl")
async def export(call: Call, asked: Seated) -> Response:
    """The whole log as JSON lines, which `actionroll verify` checks offline."""
    store, head = call.service.tables.store, asked.opened.head
    lines = exported(head, (each for each in entries_after(store, start(head.log)) if each.number <= head.number))
    body = await asyncio.to_thread(b"".join, lines)
    headers = {"Content-Disposition": f'attachment; filename="{head.log}.jsonl"'}
    return Response(body, media_type="application/jsonl", headers=headers)


ENDPOINTS = (show, show_log, show_roll, show_sheet, show_statistics, export)
