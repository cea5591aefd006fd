"""Open a table, join it by a link, and come back to a seat by a link that the gm made."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from actionroll import chance
from actionroll.store import Batch, Conflict, Key, Row, Secret, Seed, TableRow
from actionroll.store.chain import start
from actionroll.table.entries import Reseated
from actionroll.table.log import Entry
from actionroll.table.requests import Acted, Deed, done
from actionroll.table.rights import NotHere, seat_at
from actionroll.table.seats import joining, links_of, opening
from actionroll.table.state import Json, Role, Table
from actionroll.web import access
from actionroll.web.bodies import quick_canonical
from actionroll.web.draft import Wanted, drafted
from actionroll.web.open_table import HIDDEN_LOG, READER, OpenTable
from actionroll.web.tables import Tables


class WrongLink(NotHere):
    """A link that opens nothing here: unknown, revoked or of another table, which must all look the same."""

    def __init__(self) -> None:
        super().__init__("This link does not open a table here; ask the gm for a new one.")


async def create(
    tables: Tables, request: Json, key: str, scope: str, digest: bytes, more: tuple[Entry, ...] = ()
) -> bytes:
    """Open a new table and take its first seat; `more` happens there at once."""
    stored = Key(scope, access.hashed(key, "key").hex(), digest)
    while True:
        opened, wanted = _first(tables, request, key, more)
        draft = drafted(opened, wanted, tables.entropy)
        batch = Batch(draft.appends, replace(stored, reply=draft.kept), draft.news.rows)
        try:
            receipt = await tables.stored(batch)
        except Conflict:  # a table of that id is there already
            continue
        if not receipt.repeated:
            return access.with_secrets(draft.reply, key)
        if made := await tables.opened(receipt.heads[0].log):  # else it was removed just now
            return access.with_secrets(await tables.retold(made, receipt), key)


def _first(tables: Tables, request: Json, key: str, more: tuple[Entry, ...]) -> tuple[OpenTable, Wanted]:
    entropy = tables.entropy
    table, salt = entropy.table_id(), entropy.salt()
    seeds = (Seed(table, "open", 0, entropy.seed()), Seed(table, "secret", 0, entropy.seed()))
    first = opening(table, request, chance.commitment(seeds[0].seed))
    role: Role = "gm" if first.with_gm else "player"
    joined = joining(Table(), "s1", request.get("nickname"), role)
    opened = OpenTable(table, Table(), start(table), start(HIDDEN_LOG.format(table)))
    opened.take_rows(seeds)
    links = links_of(first.with_gm)
    row = TableRow(table, first.game, first.name, entropy.seconds())
    made = (access.token_made(key, salt, table, "s1"), *access.links_made(key, salt, table, links))
    rows: tuple[Row, ...] = (row, *seeds, *made)
    reply = {"table": table, "seat": "s1", "role": role, "token": True, "links": [each.role for each in links]}
    return opened, Wanted(
        done(Table(), Deed([first, joined, *(replace(each, by="s1") for each in more)]), writing=quick_canonical),
        rows,
        reply,
        salt,
    )


async def look(tables: Tables, table: str, secret: str) -> Json:
    """What a link opens, without opening it."""
    opens = (access.LINK, access.SEAT_LINK, access.OWN_LINK, access.CODE)
    opened, found = await link_to(tables, table, secret, opens)
    stands = opened.table
    sitting = [each for each in stands.seats.values() if not each.gone and not each.waits]
    seats = [{"seat": each.id, "name": each.name, "role": each.role} for each in sitting]
    return {
        "name": stands.name,
        "game": stands.game_id,
        "title": stands.game.title,
        "role": found.role if found.kind in (access.LINK, access.CODE) else seat_at(stands, found.seat).role,
        "seat": found.seat,
        "ended": stands.ended,
        "knock": bool(stands.settings.get("knock")) and found.kind in (access.LINK, access.CODE) and found.role != "gm",
        "seats": seats,
    }


class WrongCode(WrongLink):
    """A code that opens nothing, or no longer."""

    def __init__(self) -> None:
        NotHere.__init__(self, "No table has that code now. Check what you typed, or ask the gm for a new one.")


async def find(tables: Tables, code: str) -> Json:
    """The table that a code opens, for whom, and what stands in its link's place."""
    secret = access.typed(code)
    found = await asyncio.to_thread(tables.store.find_secret, access.hashed(secret))
    if found is None or not access.opens(found, found.table, (access.CODE,), tables.entropy.seconds()):
        raise WrongCode
    return {"table": found.table, "secret": secret, "role": found.role}


async def join(tables: Tables, table: str, request: Json, key: str, digest: bytes) -> bytes:
    """Take a new seat by a link; at a table that has ended, only look."""
    opened, found = await link_to(tables, table, str(request.get("secret")), (access.LINK, access.CODE))

    def wanted() -> Wanted:
        refuse_revoked(opened, found)
        if opened.table.ended:
            return _reading(tables, opened, key)
        seat = f"s{len(opened.table.seats) + 1}"
        role: Role = found.role  # type: ignore[assignment]
        entry = joining(opened.table, seat, request.get("nickname"), role)
        return _seated(tables, opened, key, seat, role, Deed([entry]))

    stored = Key(f"{table}/join", access.hashed(key, "key").hex(), digest)
    return access.with_secrets(await tables.commit(opened, wanted, stored), key)


async def enter(tables: Tables, table: str, secret: str, key: str, digest: bytes) -> bytes:
    """Come to a seat by a link of its own, which is then spent; whoever held it does so no more, but for one's own."""
    opened, found = await link_to(tables, table, secret, (access.SEAT_LINK, access.OWN_LINK), spent_too=True)

    def wanted() -> Wanted:
        refuse_revoked(opened, found)
        if opened.table.ended:
            return _reading(tables, opened, key)
        seat = seat_at(opened.table, found.seat)
        return _seated(tables, opened, key, seat.id, seat.role, *taken_over(opened, found))

    stored = Key(f"{table}/enter", access.hashed(key, "key").hex(), digest)
    return access.with_secrets(await tables.commit(opened, wanted, stored), key)


def taken_over(opened: OpenTable, link: Secret) -> tuple[Deed, *tuple[Secret, ...]]:
    """What is told of someone who comes to a seat by a link, and what then opens nothing any more."""
    if link.kind == access.OWN_LINK:
        return Deed(), replace(link, revoked=True)
    held = [
        each
        for each in opened.access.values()
        if each.kind in (access.TOKEN, access.ACCOUNT) and each.seat == link.seat
    ]
    lost = [replace(each, revoked=True) for each in (*held, link) if not each.revoked]
    return Deed([Reseated(by=link.seat, seat=link.seat)]), *lost


def _seated(tables: Tables, opened: OpenTable, key: str, seat: str, role: Role, deed: Deed, *lost: Row) -> Wanted:
    salt, acted = tables.entropy.salt(), done(opened.table, deed, writing=quick_canonical)
    reply = {"table": opened.id, "seat": seat, "role": role, "token": True}
    return Wanted(acted, (*lost, access.token_made(key, salt, opened.id, seat)), reply, salt)


async def link_to(
    tables: Tables, table: str, secret: str, kinds: tuple[str, ...], spent_too: bool = False
) -> tuple[OpenTable, Secret]:
    """The table that a link of one of these kinds opens, and the link; or WrongLink."""
    found = await asyncio.to_thread(tables.store.find_secret, access.hashed(secret))
    now = tables.entropy.seconds()
    usable = replace(found, revoked=False) if found and spent_too else found
    if found is None or not access.opens(usable, table, kinds, now):
        raise WrongLink
    opened = await tables.opened(table)
    if opened is None:
        raise WrongLink
    return opened, found


def refuse_revoked(opened: OpenTable, link: Secret) -> None:
    """Refuse a link that was shut or spent meanwhile."""
    if opened.access.get(link.hash, link).revoked:
        raise WrongLink


def _reading(tables: Tables, opened: OpenTable, key: str) -> Wanted:
    """An ended table is only read: whoever has a link to it may look, and its log stays as it is."""
    salt = tables.entropy.salt()
    reply = {"table": opened.id, "seat": READER.id, "role": READER.role, "token": True}
    return Wanted(Acted(opened.table), (access.token_made(key, salt, opened.id, READER.id),), reply, salt)
