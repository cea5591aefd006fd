"""A table over many evenings: its recap and its journal, a fresh table like it, and its end for good."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import takewhile
from typing import Annotated
from zoneinfo import ZoneInfo

from msgspec import Meta
from starlette.responses import Response

from actionroll.errors import InputError
from actionroll.store import Head
from actionroll.table import chronicle, facts, rights
from actionroll.table.beside import PAPER
from actionroll.table.campaign import Evening
from actionroll.table.evenings import evening_at
from actionroll.table.log import Fact
from actionroll.table.state import Json, Table
from actionroll.web import bodies, entrance
from actionroll.web.catalogue import seated
from actionroll.web.endpoints import Call, Key, endpoint
from actionroll.web.open_table import OpenTable, entries_after
from actionroll.web.tables import Seated

Zone = Annotated[str, Meta(max_length=60)]
DAY = "%A, %d %B %Y"


@endpoint("GET", "/api/tables/{table}/recap", "recap")
async def show_recap(call: Call, asked: Seated, evening: str = "", zone: Zone = "") -> Response:
    """What to remember of an evening, told from the log; also as Markdown, with the date in a time zone."""
    table, found = asked.opened.table, evening_at(asked.opened.table, evening) if evening else None
    told = await asyncio.to_thread(_chronicle, call, asked.opened, found)
    title = f"{table.name}, {told.evening_name(evening)}" if found else table.name
    sections = told.recap()
    markdown = chronicle.recap_markdown(title, day_in(zone)(found.at) if found else "", sections)
    return bodies.packed(call, bodies.encoded({"title": title, "sections": sections, "markdown": markdown}))


@endpoint("GET", "/api/tables/{table}/journal", "journal")
async def show_journal(call: Call, asked: Seated, evening: str = "", zone: Zone = "") -> Response:
    """Rolls and prose in the order in which they happened; also as Markdown, with the rolls folded in."""
    table, found = asked.opened.table, evening_at(asked.opened.table, evening) if evening else None
    items = (await asyncio.to_thread(_chronicle, call, asked.opened, found)).journal()
    markdown = chronicle.journal_markdown(table.name, items, day_in(zone), chronicle.is_alone(table))
    return bodies.packed(call, bodies.encoded({"items": items, "markdown": markdown}))


@endpoint("POST", "/api/tables/{table}/duplicate", "duplicate", status=201)
async def duplicate(call: Call, body: bodies.LikeBody, asked: Seated, key: Key) -> Response:
    """A fresh table with this one's game and rulings, and its characters if that is wanted; nobody plays them yet."""
    table = asked.opened.table
    rights.refuse_unless_leading(table, asked.seat, "open a table like this one")
    call.service.budgets.new_tables.take(call.address)
    wanted = {"game": table.game_id, "file": table.file, "rulings": table.rulings, "with_gm": table.with_gm}
    more = like(table, body.characters)
    scope, digest = f"{table.id}/{asked.seat.id}", call.digest("duplicate")
    named = {**wanted, "name": body.name, "nickname": body.nickname}
    made = await entrance.create(call.service.tables, named, key, scope, digest, more)
    return seated(call, made, 201)


def like(table: Table, characters: bool) -> tuple[Fact, ...]:
    """What is so at a table from the beginning that is like this one."""
    settings = (facts.SetUp(settings=table.settings),) if table.settings else ()
    each = table.characters.values() if characters else ()
    return (*settings, *(facts.Made(character=one.id, name=one.name, values=plain(one.values)) for one in each))


def plain(values: Json) -> Json:
    """The values of a sheet without what lies beside the log of the table that it comes from."""
    return {name: value for name, value in values.items() if not name.startswith(PAPER)}


@endpoint("POST", "/api/tables/{table}/remove", "remove")
async def remove(call: Call, body: bodies.RemoveBody, asked: Seated, key: Key) -> Response:
    """Remove the table for good, with its log, its papers and all seats; its name must be typed once more."""
    table = asked.opened.table
    rights.refuse_unless_leading(table, asked.seat, "remove the table")
    if body.name.strip() != table.name:
        raise InputError(f"To remove the table for good, type its name: {table.name}.")
    await call.service.tables.remove(asked.opened)
    return Response(b'{"removed":true}', media_type=bodies.JSON)


def _chronicle(call: Call, opened: OpenTable, evening: Evening | None) -> chronicle.Chronicle:
    first, last = chronicle.span(opened.table, evening)
    found = entries_after(call.service.tables.store, Head(opened.id, first - 1, b""))
    within = takewhile(lambda entry: entry.number <= last, found)
    lines = [(each.number, bodies.decoded(each.body)["at"], bodies.fact_stored(each.body)) for each in within]
    return chronicle.Chronicle(opened.table, [chronicle.Line(*each) for each in lines], evening)


def day_in(zone: str) -> Callable[[int], str]:
    """What day it was somewhere; in universal time, where the place is not known here."""
    try:
        place = ZoneInfo(zone) if zone else UTC
    except (KeyError, ValueError, OSError):
        place = UTC
    return lambda seconds: datetime.fromtimestamp(seconds, place).strftime(DAY)


ENDPOINTS = (show_recap, show_journal, duplicate, remove)
