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

from actionroll.store import Head
from actionroll.table import chronicle
from actionroll.table.campaign import Evening
from actionroll.table.evenings import evening_at
from actionroll.web import bodies
from actionroll.web.call import Call
from actionroll.web.endpoints import endpoint
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
    alone = sum(seat.role != "onlooker" for seat in table.seats.values()) == 1
    markdown = chronicle.journal_markdown(table.name, items, day_in(zone), alone)
    return bodies.packed(call, bodies.encoded({"items": items, "markdown": markdown}))


def _chronicle(call: Call, opened: OpenTable, evening: Evening | None) -> chronicle.Chronicle:
    first, last = chronicle.span(opened.table, evening)
    found = entries_after(call.service.tables.store, Head(opened.id, first - 1, b""))
    within = takewhile(lambda entry: entry.number <= last, found)
    lines = [(each.number, bodies.decoded(each.body)["at"], bodies.fact_stored(each.body)) for each in within]
    return chronicle.Chronicle(opened.table, [chronicle.Line(*each) for each in lines])


def day_in(zone: str) -> Callable[[int], str]:
    """What day it was somewhere; in universal time, where the place is not known here."""
    try:
        place = ZoneInfo(zone) if zone else UTC
    except (KeyError, ValueError, OSError):
        place = UTC
    return lambda seconds: datetime.fromtimestamp(seconds, place).strftime(DAY)


ENDPOINTS = (show_recap, show_journal)
