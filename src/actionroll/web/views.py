"""What stands at a table, as each seat may see it: the table, its log, a roll, a sheet, the statistics, the export."""

import asyncio
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from starlette.responses import Response

from actionroll.ledger import exported
from actionroll.store import Store
from actionroll.store.chain import start
from actionroll.table.rights import character_at, roll_at
from actionroll.table.showing import near_asked, roll_view
from actionroll.table.state import Json
from actionroll.table.statistics import statistics
from actionroll.table.viewing import sheet_view, table_view
from actionroll.web.answers import Asker
from actionroll.web.bodies import NearBody
from actionroll.web.call import Call
from actionroll.web.encoding import decoded, encoded
from actionroll.web.endpoints import JSON, endpoint
from actionroll.web.loading import entries_after
from actionroll.web.opened import OpenTable
from actionroll.web.packing import packed
from actionroll.web.tables import Seated

SHOWN_ENTRIES, MOST_ENTRIES = 50, 200


@endpoint("GET", "/api/tables/{table}", "table")
async def show(call: Call, asked: Seated) -> Response:
    """Everything that stands at the table, as this seat may see it, with the last entries of the log."""
    opened, head = asked.opened, asked.opened.head
    viewer = opened.viewer(asked.seat)
    secrets = [opened.secret_shown(number, entry) for number, entry in opened.secret_entries.items()]
    shown = table_view(opened.table, viewer, opened.here(), secrets)
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
    found = roll_at(asked.opened.table, roll)
    shown = roll_view(asked.opened.table, found)
    body = encoded(shown)
    if found.status == "open" and shown["odds"]:
        wanted = near_asked(asked.opened.table, found)
        asker = Asker(f"{asked.opened.id}/{asked.seat.id}", seated=True)
        near = await call.answer(asker, "near", NearBody(**wanted._asdict()))
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
    store, opened = call.service.tables.store, asked.opened
    shown = await asyncio.to_thread(lambda: statistics(opened.table, _throws(store, opened)))
    return Response(encoded(shown), media_type=JSON)


def _throws(store: Store, opened: OpenTable) -> Iterator[tuple[int, Json]]:
    stands = opened.table.number
    for entry in entries_after(store, start(opened.id)):
        if entry.number <= stands and b'"kind":"thrown"' in entry.body:
            yield entry.number, decoded(entry.body)


@endpoint("GET", "/api/tables/{table}/export", "export", sends="application/jsonl")
async def export(call: Call, asked: Seated) -> Response:
    """The whole log as JSON lines, which `actionroll verify` checks offline."""
    store, head = call.service.tables.store, asked.opened.head
    lines = exported(head, (each for each in entries_after(store, start(head.log)) if each.number <= head.number))
    body = await asyncio.to_thread(b"".join, lines)
    headers = {"Content-Disposition": f'attachment; filename="{head.log}.jsonl"'}
    return Response(body, media_type="application/jsonl", headers=headers)


ENDPOINTS = (show, show_log, show_roll, show_sheet, show_statistics, export)
