"""Everything that a seat can do and see at its table: an endpoint for each request, and one for each view.

Also over many evenings: the table's recap and journal, a fresh table like it, and its end for good.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from itertools import takewhile
from typing import Annotated
from zoneinfo import ZoneInfo

from msgspec import Meta
from starlette.responses import Response

from actionroll.errors import InputError
from actionroll.ledger import exported
from actionroll.rules.inputs import Texts, inputs_of
from actionroll.store import Head, Paper, Row, Seed
from actionroll.store import Key as StoredKey
from actionroll.store.chain import start
from actionroll.table import (
    REQUESTS,
    Acted,
    Viewer,
    act,
    campaign,
    cards_view,
    chronicle,
    entries,
    history_of,
    rights,
    secrets_view,
    sheet_view,
    statistics,
    table_view,
    tallied,
)
from actionroll.table.arcs import evening_at, span
from actionroll.table.campaign import JPEG, PAPER, PORTRAIT, Evening
from actionroll.table.log import Entry, Line, written
from actionroll.table.papers import PRIVATE, may_read, public_papers
from actionroll.table.preparation import cards_to_take, pictures_shown
from actionroll.table.requests import Request
from actionroll.table.rights import NotHere, character_at, roll_at
from actionroll.table.roll_view import foretold, near_asked, roll_view
from actionroll.table.seats import is_alone
from actionroll.table.state import Json, Over, Seat, Table, TableRoll
from actionroll.web import bodies, entrance
from actionroll.web.access import Entropy, hashed, links_made, links_shut, with_secrets
from actionroll.web.answers import Asker
from actionroll.web.bodies import JSON, NearBody, NoSeat, encoded, quick_canonical
from actionroll.web.catalogue import seated
from actionroll.web.draft import Hands, Wanted
from actionroll.web.endpoints import Call, Endpoint, Key, Parameter, TableId, endpoint, packed
from actionroll.web.guard import strict_json
from actionroll.web.open_table import OpenTable, entries_after, entry_of, story_of
from actionroll.web.tables import Seated, Tables

Zone = Annotated[str, Meta(max_length=60)]
DAY = "%A, %d %B %Y"
TOLD = frozenset(inputs_of(Texts))
"""What is only told of a roll: words that no rule reads."""


def wanted(opened: OpenTable, seat: Seat, request: str, body: Json, key: str, entropy: Entropy) -> Wanted:
    """What a request of a seat makes of a table as it stands, or an error that says why not."""
    hands = Hands(opened, entropy)
    acted = act(opened.table, seat.id, request, body, hands, quick_canonical)
    rows: tuple[Row, ...] = tuple([Paper(opened.id, *each) for each in acted.lays])
    if acted.secret:
        after, told = [*opened.secrets, written(acted.secret[0])], len(opened.secrets_for(seat))
        viewer = Viewer(seat.id, seat.role)
        return Wanted(acted, rows, {"secret": secrets_view(opened.table, viewer, opened.secret_seed, after, told)[0]})
    if acted.reveals_seed:
        revealed = Seed(opened.id, "open", opened.table.epoch, opened.open_seed, revealed=True)
        rows = (revealed, *([hands.fresh] if hands.fresh else []), *rows)
    return with_access(opened, acted, key, entropy, rows) if acted.shuts or acted.opens else Wanted(acted, rows)


def with_access(opened: OpenTable, acted: Acted, key: str, entropy: Entropy, rows: tuple[Row, ...] = ()) -> Wanted:
    """A deed with the links that it shuts and makes; the reply names these, and the key makes them anew."""
    shut = links_shut(opened.access.values(), acted.shuts)
    if not acted.opens:
        return Wanted(acted, (*rows, *shut))
    salt = entropy.salt()
    made = links_made(key, salt, opened.id, acted.opens, entropy.seconds())
    links = ["seat" if each.seat else each.role for each in acted.opens if not each.typed]
    reply = {"table": opened.id, "links": links, **({"code": True} if len(links) < len(acted.opens) else {})}
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

    return await tables.commit(
        opened, now, StoredKey(f"{opened.id}/{asked.seat.id}", hashed(key[0], "key").hex(), key[1])
    )


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
        inputs={"table": Parameter("path", "table", TableId)},
    )


SHOWN_ENTRIES, MOST_ENTRIES = 24, 200


@endpoint("GET", "/api/tables/{table}", "table")
async def show(call: Call, asked: Seated) -> Response:
    """Everything that stands at the table, as this seat may see it, with the last entries of the log."""
    opened, head = asked.opened, asked.opened.head
    viewer, seat = Viewer(asked.seat.id, asked.seat.role), asked.seat
    here = [name for name, times in opened.here.items() if times > 0]
    shown = table_view(opened.table, viewer, here, opened.secrets_for(seat), opened.texts)
    log = await _entries(call, opened, head.number + 1, SHOWN_ENTRIES)
    private = {name: shown.pop(name) for name in ("secrets", "cards")}
    sheets = shown.pop("characters")
    public = encoded({**shown, "hash": head.hash.hex()})[:-1] + b',"log":' + log + b',"characters":['
    *apart, last = with_sheets(public, sheets)
    return packed(call, *apart, last + b"],", encoded(private)[1:])


def with_sheets(public: bytes, sheets: list[Json]) -> list[bytes]:
    """What all at the table know, in one piece with their sheets; what only this seat reads there stands apart."""
    pieces = [public]
    for place, sheet in enumerate(sheets):
        own = sheet.pop(PRIVATE, None)
        pieces[-1] += (b"," if place else b"") + encoded(sheet)[:-1]
        if own is not None:
            pieces += [b',"%b":%b' % (PRIVATE.encode(), encoded(own)), b""]
        pieces[-1] += b"}"
    return pieces


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
    if found.status == "open" and (shown["odds"] or shown["dice"]):
        body = body[:-1] + b',"near":' + await _near(call, asked, found) + b"}"
    return packed(call, body)


async def _near(call: Call, asked: Seated, roll: TableRoll) -> bytes:
    """The near alternatives; or why there are none, where not even its own odds can be counted."""
    try:
        return await call.answer(Asker(asked.name, seated=True), "near", near_body(asked.opened.table, roll))
    except InputError as refused:
        return encoded({"inputs": [], "grid": [], "refused": str(refused)})


def near_body(table: Table, roll: TableRoll) -> NearBody:
    """What is asked for the near alternatives of a roll: the same while someone writes, so it is not counted again."""
    asked = near_asked(table, roll)
    things = {name: _weighed(attempt) for name, attempt in asked.things.items()}
    return NearBody(**asked._replace(attempt=_weighed(asked.attempt), things=things)._asdict())


def _weighed(attempt: Json) -> Json:
    return {name: value for name, value in attempt.items() if name not in TOLD}


@endpoint("GET", "/api/tables/{table}/rolls/{roll}/foretold", "foretold")
async def show_foretold(
    call: Call, roll: int, asked: Seated, answer: Annotated[str, Meta(max_length=4000)], due: int = 0, placed: int = 0
) -> Response:
    """What an answer to a due, as JSON, would change if it fell so now, or why not; so far, where not all is placed."""
    table = asked.opened.table
    told = foretold(table, rights.live_roll(table, roll, "done"), due, strict_json(answer.encode()), placed)
    return Response(encoded(told), media_type=JSON)


@endpoint("GET", "/api/tables/{table}/sheets/{character}", "sheet")
async def show_sheet(call: Call, character: str, asked: Seated) -> Response:
    """A character as JSON, with words, portrait and history; `make`, `describe` and `portray` take them back."""
    opened, viewer = asked.opened, Viewer(asked.seat.id, asked.seat.role)
    found = character_at(opened.table, character)
    shown = sheet_view(opened.table, found.id, viewer, opened.texts)
    if sha := shown.get(PORTRAIT):
        paper = await asyncio.to_thread(call.service.tables.store.find_paper, opened.id, sha)
        shown["picture"] = b64encode(paper.content).decode() if paper else ""
    return Response(encoded({**shown, "history": history_of(opened.table, found.id)}), media_type=JSON)


IMAGE_ONLY = {
    "Cache-Control": "private, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Content-Disposition": "inline",
}


@endpoint("GET", "/api/tables/{table}/pictures/{picture}", "picture", sends=JPEG)
async def show_picture(call: Call, picture: str, asked: Seated) -> Response:
    """A picture that this seat may see, by its hash; as an image and never as anything else."""
    opened = asked.opened
    may = may_read(opened.table, picture, asked.seat.id)
    may = may or picture in pictures_shown(cards_view(opened.secrets_for(asked.seat)))
    paper = await asyncio.to_thread(call.service.tables.store.find_paper, opened.id, picture) if may else None
    if paper is None or paper.kind != JPEG:
        raise NotHere("There is no such picture at this table; it may have been deleted.")
    return Response(paper.content, media_type=JPEG, headers=IMAGE_ONLY)


@endpoint("GET", "/api/tables/{table}/statistics", "statistics")
async def show_statistics(call: Call, asked: Seated) -> Response:
    """Each seat's tiers against exact expectation, and how surprising they are."""
    opened, table = asked.opened, asked.opened.table
    opened.tally = await asyncio.to_thread(tallied, table, opened.tally)
    return Response(encoded(statistics(table, opened.tally)), media_type=JSON)


@endpoint("GET", "/api/tables/{table}/export", "export", sends="application/jsonl")
async def export(call: Call, asked: Seated, private: Annotated[str, Meta(pattern="^(yes)?$")] = "") -> Response:
    """The whole log as JSON lines, which `actionroll verify` checks offline; with your private cards, if you say so."""
    store, head = call.service.tables.store, asked.opened.head
    entries = (each for each in entries_after(store, start(head.log)) if each.number <= head.number)
    cards = cards_to_take(asked.opened.secrets, asked.seat.id, asked.seat.role) if private else []
    named = sorted({*public_papers(asked.opened.table), *pictures_shown(cards)})
    papers = (store.find_paper(head.log, sha) for sha in named)
    body = await asyncio.to_thread(b"".join, exported(head, entries, papers, cards))
    headers = {"Content-Disposition": f'attachment; filename="{head.log}.jsonl"'}
    return Response(body, media_type="application/jsonl", headers=headers)


@endpoint("GET", "/api/tables/{table}/recap", "recap")
async def show_recap(call: Call, asked: Seated, evening: str = "", zone: Zone = "") -> Response:
    """What to remember of an evening, told from the log; also as Markdown, with the date in a time zone."""
    table, found = asked.opened.table, evening_at(asked.opened.table, evening) if evening else None
    told = await asyncio.to_thread(_chronicle, call, asked.opened, found)
    title = f"{table.name}, {told.evening_name(evening)}" if found else table.name
    sections = told.recap()
    markdown = campaign.recap_markdown(title, day_in(zone)(found.at) if found else "", sections)
    return packed(call, bodies.encoded({"title": title, "sections": sections, "markdown": markdown}))


@endpoint("GET", "/api/tables/{table}/journal", "journal")
async def show_journal(call: Call, asked: Seated, evening: str = "", zone: Zone = "") -> Response:
    """Rolls and prose in the order in which they happened; also as Markdown, with the rolls folded in."""
    table, found = asked.opened.table, evening_at(asked.opened.table, evening) if evening else None
    items = (await asyncio.to_thread(_chronicle, call, asked.opened, found)).journal()
    markdown = campaign.journal_markdown(table.name, items, day_in(zone), is_alone(table))
    return packed(call, bodies.encoded({"items": items, "markdown": markdown}))


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


def like(table: Table, characters: bool) -> tuple[Entry, ...]:
    """What is so at a table from the beginning that is like this one."""
    settings = (entries.SetUp(settings=table.settings),) if table.settings else ()
    each = table.characters.values() if characters else ()
    return (*settings, *(entries.Made(character=one.id, name=one.name, values=plain(one.values)) for one in each))


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
    first, last = span(opened.table, evening)
    found = entries_after(call.service.tables.store, Head(opened.id, first - 1, b""))
    within = takewhile(lambda entry: entry.number <= last, found)
    lines = [(each.number, bodies.decoded(each.body)["at"], entry_of(each.body)) for each in within]
    return chronicle.Chronicle(opened.table, [Line(*each) for each in lines], evening)


def day_in(zone: str) -> Callable[[int], str]:
    """What day it was somewhere; in universal time, where the place is not known here."""
    try:
        place = ZoneInfo(zone) if zone else UTC
    except (KeyError, ValueError, OSError):
        place = UTC
    return lambda seconds: datetime.fromtimestamp(seconds, place).strftime(DAY)


VIEWS = (show, show_log, show_roll, show_foretold, show_sheet, show_picture, show_statistics, export)
CAMPAIGN = (show_recap, show_journal, duplicate, remove)
ENDPOINTS = (*VIEWS, *map(_endpoint, REQUESTS.values()), *CAMPAIGN)
