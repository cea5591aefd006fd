"""What is kept of Discord: whose account holds which seat, which channel shows which table, and each roll's message.

An account holds a seat as a device does, by a row among the table's secrets, made in the same breath as the seat is
taken. Channels and messages are small logs of their own. All of it is in the store, goes into backups and survives a
restart; tokens are in none of it.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from actionroll.store import Append, Batch, Conflict, Entry, Secret, Store
from actionroll.web.access import ACCOUNT

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
class Kept:
    """What a log says, as far as it was read: the last word on each thing."""

    number: int = 0
    said: dict[str, str] = field(default_factory=dict)

    def take(self, entries: tuple[Entry, ...]) -> None:
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
        self._logs: dict[str, Kept] = {}

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
        kept = self._logs.setdefault(log, Kept())
        while found := await asyncio.to_thread(self._store.read, log, kept.number, AT_ONCE):
            kept.take(tuple(each for each in found if each.number > kept.number))
        return kept.said

    async def _say(self, log: str, what: str, now: str) -> None:
        body = json.dumps({"is": now, "what": what}, sort_keys=True, separators=(",", ":")).encode()
        while (await self._read(log)).get(what, "") != now:
            batch = Batch((Append(log, self._logs[log].number, (body,)),))
            try:
                await asyncio.wrap_future(self._store.submit(batch))
            except Conflict:
                continue
