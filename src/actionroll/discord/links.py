"""What is kept of Discord: whose account holds which seat, which channel shows which table, and each roll's message.

An account holds a seat as a device does, by a row among the table's secrets, made in the same breath as the seat is
taken. Channels and messages are small logs of their own. All of it is in the store, goes into backups and survives a
restart; tokens are in none of it.
"""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from actionroll.discord.components import Json
from actionroll.errors import InputError
from actionroll.guest import Link
from actionroll.store import Append, Batch, Conflict, Key, Secret, Store, StoredEntry
from actionroll.table.requests import Deed, done
from actionroll.table.rights import NotHere, NotLetIn, TableEnded
from actionroll.table.seats import joining
from actionroll.table.state import Role, Table
from actionroll.web import access, entrance, operations
from actionroll.web.access import ACCOUNT
from actionroll.web.bodies import decoded, encoded, quick_canonical
from actionroll.web.draft import Wanted
from actionroll.web.endpoints import Service
from actionroll.web.open_table import OpenTable
from actionroll.web.tables import Seated

CHANNELS = "discord"
"""The log of channels."""
MESSAGES = "{}/discord"
"""The log of a table's messages."""
AT_ONCE = 1000


def held_by(user: str, table: str) -> bytes:
    """What stands for an account at a table; nobody can come with it, as nobody has what it would be the hash of."""
    return sha256(f"actionroll account 1\ndiscord\n{user}\n{table}".encode()).digest()


def seat_held(user: str, table: str, seat: str) -> Secret:
    """The row by which an account holds a seat."""
    return Secret(held_by(user, table), ACCOUNT, table, seat, "")


@dataclass(slots=True)
class LastWords:
    """What a log says, as far as it was read: the last word on each thing."""

    number: int = 0
    said: dict[str, str] = field(default_factory=dict)

    def take(self, entries: tuple[StoredEntry, ...]) -> None:
        """Know of further entries."""
        for entry in entries:
            told: dict[str, Any] = json.loads(entry.body)
            self.said.pop(told["what"], None)
            if told["is"]:
                self.said[told["what"]] = told["is"]
            self.number = entry.number


class Links:
    """Channels and messages, read as far as they have come whenever they are asked for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._logs: dict[str, LastWords] = {}

    async def table_of(self, channel: str) -> str:
        """The table that a channel shows; empty if it shows none."""
        return (await self._read(CHANNELS)).get(channel, "")

    async def channels(self) -> dict[str, str]:
        """All channels with the tables they show."""
        return dict(await self._read(CHANNELS))

    async def channels_of(self, table: str) -> list[str]:
        """The channels that show a table."""
        return [channel for channel, shown in (await self._read(CHANNELS)).items() if shown == table]

    async def link(self, channel: str, table: str) -> None:
        """A channel shows this table from now on; none, if it is empty."""
        await self._say(CHANNELS, channel, table)

    async def message_of(self, table: str, channel: str, roll: int) -> str:
        """The message that shows a roll in a channel; empty if there is none."""
        return (await self._read(MESSAGES.format(table))).get(f"{channel} {roll}", "")

    async def keep_message(self, table: str, channel: str, roll: int, message: str) -> None:
        """A roll is shown in this message."""
        await self._say(MESSAGES.format(table), f"{channel} {roll}", message)

    async def _read(self, log: str) -> dict[str, str]:
        kept = self._logs.setdefault(log, LastWords())
        while found := await asyncio.to_thread(self._store.read, log, kept.number, AT_ONCE):
            kept.take(tuple(each for each in found if each.number > kept.number))
        return kept.said

    async def _say(self, log: str, what: str, now: str) -> None:
        body = json.dumps({"is": now, "what": what}, sort_keys=True, separators=(",", ":")).encode()
        while (await self._read(log)).get(what, "") != now:
            batch = Batch((Append(log, self._logs[log].number, (body,)),))
            try:
                await asyncio.to_thread(self._store.append, batch)
            except Conflict:
                continue


# Accounts at tables

NO_TABLE = "No table is played in this channel yet: open one with /table open, or bring one here with /table join."
NO_SEAT = "You do not sit at this table yet: use /table join, or press Sit down."
OWN_LINK_SECONDS = 3_600


class Account(NamedTuple):
    """Who asks through Discord, where, and in which interaction, whose id makes a repetition the same request."""

    user: str
    name: str
    channel: str
    interaction: str


class Accounts:
    """What accounts do at tables. The keys of their requests are made with the bot's token, which nobody else has."""

    def __init__(self, service: Service, links: Links, token: str) -> None:
        self._service, self._links, self._token = service, links, token.encode()
        self._tables = service.tables

    def key(self, who: Account) -> str:
        """The key of an interaction's request."""
        return hmac.digest(self._token, f"actionroll discord 1\n{who.interaction}".encode(), "sha256").hex()

    async def table_here(self, who: Account) -> OpenTable:
        """The table that a channel shows, as it stands now."""
        return await self.table(await self._links.table_of(who.channel))

    async def table(self, table: str) -> OpenTable:
        """A table by its id, as it stands now."""
        opened = await self._tables.opened(table) if table else None
        if opened is None:
            raise NotHere(NO_TABLE)
        await self._tables.refresh(opened)
        return opened

    async def seated(self, who: Account, table: str = "") -> Seated:
        """The seat that an account holds: at a table, or at that of its channel."""
        opened = await self.table(table) if table else await self.table_here(who)
        found = await self._held(who, opened)
        if found is None:
            raise NotHere(NO_SEAT)
        if found.seat.waits:
            raise NotLetIn
        return found

    async def _held(self, who: Account, opened: OpenTable) -> Seated | None:
        sha = held_by(who.user, opened.id)
        secret = opened.access.get(sha) or await asyncio.to_thread(self._tables.store.find_secret, sha)
        seat = opened.seat_of(secret, self._tables.entropy.seconds())
        return Seated(opened, secret, seat) if secret and seat else None

    async def act(
        self, who: Account, asked: Seated, request: str, body: Json, check: Callable[[Table], None] | None = None
    ) -> Json:
        """Do what a seat asks, once for an interaction."""
        self._service.budgets.write(asked.opened.id, asked.seat.id, f"discord {who.user}")
        digest = sha256(b"%b\n%b" % (request.encode(), encoded(body))).digest()
        key = (self.key(who), digest)
        found: Json = decoded(await operations.deed_of(self._tables, asked, request, body, key, check))
        return found

    async def open(self, who: Account, wanted: Json) -> OpenTable:
        """Open a table in a channel; whoever does sits down first."""
        self._service.budgets.new_tables.take(f"discord {who.user}")
        body = {**wanted, "nickname": nickname(who.name)}
        digest, key = sha256(encoded(body)).digest(), self.key(who)
        known = await asyncio.to_thread(self._tables.store.find_reply, "new", access.hashed(key, "key").hex(), digest)
        if known is None:
            await self._refuse_other(who, "")
        made = decoded(await entrance.create(self._tables, body, key, "new", digest))
        table: str = made["table"]
        row = seat_held(who.user, table, made["seat"])
        await self._tables.stored(Batch(rows=(row,)))
        await self._links.link(who.channel, table)
        opened = await self.table(table)
        opened.take_rows([row])
        return opened

    async def sit(self, who: Account, opened: OpenTable, name: str) -> OpenTable:
        """Sit down as a player at the table that a channel shows; whoever may read it may play there."""
        if opened.table.ended:
            raise TableEnded
        return await self._sit(who, opened, name, "player", None)

    async def come_by(self, who: Account, address: str, name: str) -> OpenTable:
        """Come by a link: to a seat of one's own, or to a new one of the link's role; the channel then shows it."""
        where = Link.read(address)
        limit = self._service.budgets.failed_joins
        limit.check(f"discord {who.user}")
        kinds = (access.LINK, access.SEAT_LINK, access.OWN_LINK)
        try:
            opened, link = await entrance.link_to(self._tables, where.table, where.secret, kinds)
        except entrance.WrongLink:
            limit.count(f"discord {who.user}")
            raise
        if opened.table.ended:
            raise TableEnded
        await self._refuse_other(who, opened.id)
        if link.kind != access.LINK or not await self._held(who, opened):
            role: Role = link.role  # type: ignore[assignment]
            await self._sit(who, opened, name, role, link)
        await self._links.link(who.channel, opened.id)
        return opened

    async def _refuse_other(self, who: Account, table: str) -> None:
        """A channel that shows a table shows no other until that has ended, or its gm says so."""
        shown = await self._links.table_of(who.channel)
        other = await self._tables.opened(shown) if shown and shown != table else None
        if other is not None and not other.table.ended:
            raise InputError(f"This channel shows {other.table.name}; its gm ends that with /table part.")

    async def _sit(self, who: Account, opened: OpenTable, name: str, role: Role, link: Secret | None) -> OpenTable:
        def wanted() -> Wanted:
            if link is not None:
                entrance.refuse_revoked(opened, link)
            if link is not None and link.seat:
                deed, *lost = entrance.taken_over(opened, link)
                rows = (*(each for each in lost if each.hash != held_by(who.user, opened.id)),)
                return _taking(opened, deed, seat_held(who.user, opened.id, link.seat), rows)
            seat = f"s{len(opened.table.seats) + 1}"
            entry = joining(opened.table, seat, name or nickname(who.name), role)
            return _taking(opened, Deed([entry]), seat_held(who.user, opened.id, seat))

        if not (link and link.seat) and await self._held(who, opened):
            raise InputError("You sit at this table already: make a character with /character make, and /roll.")
        stored = Key(f"{opened.id}/account", access.hashed(self.key(who), "key").hex(), held_by(who.user, opened.id))
        await self._tables.commit(opened, wanted, stored)
        return opened

    async def phone_link(self, who: Account, asked: Seated) -> str:
        """A link to one's own seat for one more device, good once and for an hour."""
        secret = access.derived(self.key(who), self._tables.entropy.salt(), "own link")
        until = self._tables.entropy.seconds() + OWN_LINK_SECONDS
        opened, seat = asked.opened, asked.seat
        row = Secret(access.hashed(secret), access.OWN_LINK, opened.id, seat.id, seat.role, expires=until)
        await self._tables.stored(Batch(rows=(row,)))
        opened.take_rows([row])
        return f"/t/{opened.id}#{secret}"


def _taking(opened: OpenTable, deed: Deed, holds: Secret, lost: tuple[Secret, ...] = ()) -> Wanted:
    reply = {"table": opened.id, "seat": holds.seat}
    return Wanted(done(opened.table, deed, writing=quick_canonical), (*lost, holds), reply)


def nickname(name: str) -> str:
    """What someone is called at a table who is called so on Discord."""
    kept = "".join(each for each in name if each.isprintable())
    return " ".join(kept.split())[:40].strip() or "Someone"
