"""Open a table, join it by a link, and come back to a seat by a link that the gm made."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from actionroll import chance
from actionroll.store import Batch, Conflict, Key, Row, Secret, Seed, TableRow
from actionroll.store.chain import start
from actionroll.table.rights import NotHere, seat_at
from actionroll.table.sitting import joining, opening
from actionroll.table.state import Json, Table
from actionroll.web.asking import link_roles, link_rows
from actionroll.web.encoding import decoded, encoded
from actionroll.web.links import LINK, SEAT_LINK, TOKEN, derived, hashed, hashed_key, opens
from actionroll.web.opened import HIDDEN_LOG, READER, OpenTable
from actionroll.web.planning import Wanted, planned
from actionroll.web.tables import Tables


class WrongLink(NotHere):
    """A link that opens nothing here: unknown, revoked or of another table, which must all look the same."""

    def __init__(self) -> None:
        super().__init__("This link does not open a table here; ask the gm for a new one.")


async def create(tables: Tables, request: Json, key: str, scope: str, digest: bytes) -> bytes:
    """Open a new table and take its first seat."""
    stored = Key(scope, hashed_key(key), digest)
    while True:
        opened, wanted = _first(tables, request, key)
        plan = planned(opened, wanted, tables.entropy)
        batch = Batch(plan.appends, replace(stored, reply=plan.reply), plan.rows)
        try:
            receipt = await asyncio.wrap_future(tables.store.submit(batch))
        except Conflict:  # a table of that id is there already
            continue
        return with_secrets(receipt.reply or b"", key)


def _first(tables: Tables, request: Json, key: str) -> tuple[OpenTable, Wanted]:
    entropy = tables.entropy
    table, salt = entropy.table_id(), entropy.salt()
    seeds = (Seed(table, "open", 0, entropy.seed()), Seed(table, "secret", 0, entropy.seed()))
    asked = {name: value for name, value in request.items() if name != "nickname"}
    first = opening(table, asked, chance.commitment(seeds[0].seed))
    role = "gm" if first["with_gm"] else "player"
    joined = joining(Table(), "s1", request.get("nickname"), role)
    opened = OpenTable(table, Table(), start(table), start(HIDDEN_LOG.format(table)))
    opened.take_seeds(seeds)
    roles = link_roles(first["with_gm"])
    token = Secret(hashed(derived(key, salt, "token")), TOKEN, table, "s1", "")
    row = TableRow(table, first["game"], first["name"], entropy.seconds())
    rows: tuple[Row, ...] = (row, *seeds, token, *link_rows(key, salt, table, roles))
    reply = {"table": table, "seat": "s1", "role": role, "token": True, "links": list(roles)}
    return opened, Wanted([first, joined], rows=rows, reply=reply, salt=salt)


async def look(tables: Tables, table: str, secret: str) -> Json:
    """What a link opens, without opening it."""
    opened, found = await _link(tables, table, secret, (LINK, SEAT_LINK))
    shown = opened.table
    seats = [{"seat": each.id, "name": each.name, "role": each.role} for each in shown.seats.values() if not each.gone]
    role = found.role if found.kind == LINK else seat_at(shown, found.seat).role
    return {
        "name": shown.name,
        "game": shown.game_id,
        "role": role,
        "seat": found.seat,
        "ended": shown.ended,
        "seats": seats,
    }


async def join(tables: Tables, table: str, request: Json, key: str, digest: bytes) -> bytes:
    """Take a new seat by a link; at a table that has ended, only look."""
    opened, found = await _link(tables, table, str(request.get("secret")), (LINK,))

    def wanted() -> Wanted:
        _refuse_revoked(opened, found)
        if opened.table.ended:
            return _reading(tables, table, key)
        salt = tables.entropy.salt()
        seat = f"s{len(opened.table.seats) + 1}"
        entry = joining(opened.table, seat, request.get("nickname"), found.role)
        token = Secret(hashed(derived(key, salt, "token")), TOKEN, table, seat, "")
        reply = {"table": table, "seat": seat, "role": found.role, "token": True}
        return Wanted([entry], rows=(token,), reply=reply, salt=salt)

    stored = Key(f"{table}/join", hashed_key(key), digest)
    return with_secrets(await tables.commit(opened, wanted, stored), key)


async def enter(tables: Tables, table: str, secret: str, key: str, digest: bytes) -> bytes:
    """Come back to a seat by a link of its own; devices that held it before do so no more, and the link is spent."""
    opened, found = await _link(tables, table, secret, (SEAT_LINK,), spent_too=True)

    def wanted() -> Wanted:
        _refuse_revoked(opened, found)
        if opened.table.ended:
            return _reading(tables, table, key)
        seat = seat_at(opened.table, found.seat)
        salt = tables.entropy.salt()
        held = [each for each in opened.access.values() if each.kind == TOKEN and each.seat == seat.id]
        lost = tuple(replace(each, revoked=True) for each in held if not each.revoked)
        token = Secret(hashed(derived(key, salt, "token")), TOKEN, table, seat.id, "")
        entry = {"kind": "reseated", "by": seat.id, "seat": seat.id}
        reply = {"table": table, "seat": seat.id, "role": seat.role, "token": True}
        return Wanted([entry], rows=(*lost, replace(found, revoked=True), token), reply=reply, salt=salt)

    stored = Key(f"{table}/enter", hashed_key(key), digest)
    return with_secrets(await tables.commit(opened, wanted, stored), key)


async def _link(
    tables: Tables, table: str, secret: str, kinds: tuple[str, ...], spent_too: bool = False
) -> tuple[OpenTable, Secret]:
    found = await asyncio.to_thread(tables.store.find_secret, hashed(secret))
    now = tables.entropy.seconds()
    usable = replace(found, revoked=False) if found and spent_too else found
    if found is None or not opens(usable, table, kinds, now):
        raise WrongLink
    opened = await tables.opened(table)
    if opened is None:
        raise WrongLink
    return opened, found


def _refuse_revoked(opened: OpenTable, link: Secret) -> None:
    if opened.access.get(link.hash, link).revoked:
        raise WrongLink


def _reading(tables: Tables, table: str, key: str) -> Wanted:
    """An ended table is only read: whoever has a link to it may look, and its log stays as it is."""
    salt = tables.entropy.salt()
    token = Secret(hashed(derived(key, salt, "token")), TOKEN, table, READER.id, "")
    reply = {"table": table, "seat": READER.id, "role": READER.role, "token": True}
    return Wanted([], rows=(token,), reply=reply, salt=salt)


def with_secrets(stored: bytes, key: str) -> bytes:
    """A stored reply with the secrets that it only names, made from the request's key again."""
    reply = decoded(stored)
    salt = bytes.fromhex(reply.pop("salt"))
    if reply.get("token"):
        reply["token"] = derived(key, salt, "token")
    if "links" in reply:
        place = f"/t/{reply['table']}#"
        reply["links"] = {role: place + derived(key, salt, f"link {role}") for role in reply["links"]}
    return encoded(reply)
