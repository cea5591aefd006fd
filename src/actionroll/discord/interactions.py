"""Interactions: what someone typed, pressed, picked or wrote in a channel, and the reply; by whichever way it came in.

A reply comes within Discord's three seconds: what takes longer is promised, and told when it is done. Whatever is
refused is one sentence that only the one who asked sees.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from actionroll.discord import components as parts
from actionroll.discord import messages, offered
from actionroll.discord.components import Json, Typed, typed
from actionroll.discord.gateway import Rest, RestError
from actionroll.discord.links import Account, Accounts, Links
from actionroll.discord.menus import NOTHING, STEP_BACK, Pressed, RollShown, place_of
from actionroll.errors import ActionrollError, InputError
from actionroll.table import rights
from actionroll.table.roll_view import roll_view
from actionroll.table.state import Table
from actionroll.web.guard import OUR_FAULT
from actionroll.web.tables import Seated

if TYPE_CHECKING:
    from actionroll.discord import Channels

PING, COMMAND, PRESS, TYPING, FORM = 1, 2, 3, 4, 5
"""Kinds of interactions."""
SOON = 2.0
GONE_ON = "That roll has gone on since this was drawn; look at it again."
log = logging.getLogger("actionroll.discord")


class Came(NamedTuple):
    """One interaction, read."""

    kind: int
    who: Account
    token: str
    given: Json
    message: str
    """The message that was pressed."""

    @classmethod
    def read(cls, told: Json) -> Came:
        """From what Discord sends."""
        member = told.get("member") or {}
        user = member.get("user") or told.get("user") or {}
        name = member.get("nick") or user.get("global_name") or user.get("username") or ""
        channel = told.get("channel_id") or (told.get("channel") or {}).get("id") or ""
        who = Account(str(user.get("id", "")), str(name), str(channel), str(told.get("id", "")))
        message = str((told.get("message") or {}).get("id", ""))
        return cls(int(told.get("type", 0)), who, str(told.get("token", "")), told.get("data") or {}, message)

    @property
    def written(self) -> dict[str, str]:
        """What was written or picked in a form, by its names."""
        rows = self.given.get("components") or []
        fields = [part for row in rows for part in (row.get("component"), *(row.get("components") or ())) if part]
        return {str(each["custom_id"]): ",".join(each.get("values") or [each.get("value") or ""]) for each in fields}


class Press(NamedTuple):
    """Something that was pressed under a roll, by whom, and what was picked or written with it."""

    came: Came
    pressed: Pressed
    asked: Seated
    values: list[str]

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.asked.opened.table

    @property
    def value(self) -> str:
        """The one thing that was picked."""
        return self.values[0] if self.values else ""

    def roll(self) -> RollShown:
        """The roll as it stands; one that is long over cannot be pressed any more."""
        view = roll_view(self.table, self.pressed.roll)
        if view is None or "texts" not in view:
            raise rights.NotHere("That roll is long over; its table's page still tells it.")
        return RollShown(self.table, view)

    def check(self, table: Table) -> None:
        """Refuse what was pressed twice, or drawn before the roll went on."""
        if place_of(table, self.pressed.roll) != self.pressed.place:
            raise InputError(GONE_ON)


Doing: TypeAlias = Callable[[Press], Awaitable[Json]]
Commanded: TypeAlias = Callable[[Came, Typed], Awaitable[Json]]


class Interactions:
    """Answers to all interactions of one server."""

    def __init__(self, accounts: Accounts, channels: Channels, links: Links, rest: Rest) -> None:
        self._accounts, self._channels, self._links, self._rest = accounts, channels, links, rest
        self._commands: dict[str, Commanded] = {
            "table open": self._open,
            "table join": self._join,
            "table show": self._show,
            "table phone": self._phone,
            "table leave": self._leave,
            "table part": self._part,
            "character make": self._make,
            "character show": self._sheet,
            "character set": self._edit,
            "roll": self._roll,
        }
        self._deeds: dict[str, Doing] = {
            "throw": lambda press: self._grow(press, "throw", {}),
            "decide": lambda press: self._grow(press, "decide", {"option": press.pressed.detail}),
            "withdraw": lambda press: self._grow(press, "withdraw", {}),
            "before": lambda press: self._grow(press, "set", {"decide": {press.pressed.detail: press.value}}),
            "things": lambda press: self._grow(press, "set", {"inputs": {"things": press.values}}),
            "set": lambda press: self._grow(press, "set", {"inputs": offered.input_said(press, press.value)}),
            "said": lambda press: self._grow(press, "set", {"inputs": offered.input_said(press, press.value)}),
            "settle": lambda press: self._settle(press, "settle"),
            "name_due": lambda press: self._settle(press, "name_due"),
            "settle_as_said": lambda press: self._grow(press, "settle", {"due": int(press.pressed.detail)}),
            "told": lambda press: self._grow(press, "set", {"inputs": offered.words_said(press)}),
            "offered": lambda press: self._grow(press, "offer", offered.offer_said(press)),
            "help": self._help,
            "more": self._more,
            "words": self._words,
            "undo": self._undo,
            "answer": self._answer_due,
            "reveal": self._reveal,
            "phone": self._phone_pressed,
        }

    async def answer(self, told: Json) -> Json:
        """The reply, within the time that Discord gives."""
        if told.get("type") == PING:
            return {"type": parts.PONG}
        came = Came.read(told)
        working = asyncio.ensure_future(self._answered(came))
        await asyncio.wait({working}, timeout=SOON)
        if working.done():
            return working.result()
        if came.kind == TYPING:
            working.cancel()
            return parts.choices(())
        self._channels.in_background(self._answer_late(came, working))
        return {"type": parts.LATER_HERE} if came.kind == PRESS or came.message else {"type": parts.LATER}

    async def _answer_late(self, came: Came, working: asyncio.Future[Json]) -> None:
        """Send the reply that Discord waits for. A form cannot open this late: it has to be pressed again."""
        reply, application = await working, self._channels.application
        if reply["type"] == parts.ASK:
            reply = parts.said("That took too long to open; press it again.")
        try:
            if reply["type"] == parts.SAY and (came.kind == PRESS or came.message):
                await self._rest.follow(application, came.token, reply["data"])
            else:
                data = {name: value for name, value in reply["data"].items() if name != "tts"}
                await self._rest.edit_answer(application, came.token, "", data)
        except RestError as error:
            log.warning("a late answer was not told: status %d", error.status)

    async def _answered(self, came: Came) -> Json:
        try:
            match came.kind:
                case 2:
                    return await self._typed(came)
                case 4:
                    return await self._offered(came)
                case _:
                    return await self._pressed(came)
        except ActionrollError as refused:
            return parts.choices([]) if came.kind == TYPING else parts.said(parts.plainly(str(refused)))
        except Exception:
            log.exception("defect")
            return parts.choices([]) if came.kind == TYPING else parts.said(OUR_FAULT)

    # What is typed

    async def _typed(self, came: Came) -> Json:
        command = typed(came.given)
        if command.name not in self._commands:
            raise InputError("There is no such command here any more; Discord shows the new ones in a moment.")
        return await self._commands[command.name](came, command)

    async def _offered(self, came: Came) -> Json:
        command = typed(came.given)
        asked = await self._accounts.seated(came.who)
        return parts.choices(offered.while_typing(asked, command))

    async def _open(self, came: Came, command: Typed) -> Json:
        name = command.text("name") or f"{came.who.name}'s table"[:40]
        wanted = {"game": command.text("game"), "name": name, "with_gm": not command.said.get("without_gm")}
        opened = await self._accounts.open(came.who, wanted)
        return self._table_shown(opened.table)

    async def _join(self, came: Came, command: Typed) -> Json:
        if link := command.text("link"):
            opened = await self._accounts.come_by(came.who, link, command.text("name"))
            return parts.hidden(self._table_shown(opened.table)["data"])
        opened = await self._accounts.table_here(came.who)
        await self._accounts.sit(came.who, opened, command.text("name"))
        return self._table_shown(opened.table)

    def _table_shown(self, table: Table) -> Json:
        return {"type": parts.SAY, "data": messages.table_message(table, self._channels.address_of(table.id))}

    async def _show(self, came: Came, _command: Typed) -> Json:
        return self._table_shown((await self._accounts.table_here(came.who)).table)

    async def _phone(self, came: Came, _command: Typed) -> Json:
        return await self._to_phone(came, await self._accounts.seated(came.who))

    async def _to_phone(self, came: Came, asked: Seated) -> Json:
        path = await self._accounts.phone_link(came.who, asked)
        told = parts.text(f"Your own seat, {parts.plainly(asked.seat.name)}: good once, for an hour, and only for you.")
        way = parts.row(parts.way_out(self._channels.server + path, "Open my seat"))
        return parts.hidden(parts.message(messages.colour(asked.opened.table.game.face), [told, way]))

    async def _leave(self, came: Came, _command: Typed) -> Json:
        asked = await self._accounts.seated(came.who)
        await self._accounts.act(came.who, asked, "leave", {})
        return parts.said(f"Your seat at {asked.opened.table.name} is free; /table join takes a new one.")

    async def _part(self, came: Came, _command: Typed) -> Json:
        asked = await self._accounts.seated(came.who)
        rights.refuse_unless_leading(asked.opened.table, asked.seat, "take the table out of this channel")
        await self._links.link(came.who.channel, "")
        return parts.said(f"This channel shows {asked.opened.table.name} no more; its table goes on elsewhere.")

    async def _make(self, came: Came, command: Typed) -> Json:
        asked = await self._accounts.seated(came.who)
        body = offered.character_wanted(asked.opened.table, command.text("name"))
        done = await self._accounts.act(came.who, asked, "make", body)
        made = done["entries"][0]["entry"]["character"]
        return {"type": parts.SAY, "data": messages.sheet_message(asked.opened.table, made)}

    async def _sheet(self, came: Came, command: Typed) -> Json:
        asked = await self._accounts.seated(came.who)
        character = offered.character_meant(asked, command.text("name"), anyones=True)
        return parts.hidden(messages.sheet_message(asked.opened.table, character))

    async def _edit(self, came: Came, command: Typed) -> Json:
        asked = await self._accounts.seated(came.who)
        body = offered.edit_wanted(asked, command)
        await self._accounts.act(came.who, asked, "edit", body)
        character = offered.character_meant(asked, command.text("name"))
        return parts.hidden(messages.sheet_message(asked.opened.table, character))

    async def _roll(self, came: Came, command: Typed) -> Json:
        asked = await self._accounts.seated(came.who)
        if command.said.get("secret"):
            done = await self._accounts.act(came.who, asked, "secret_roll", offered.secret_wanted(asked, command))
            return parts.hidden(messages.secret_message(asked.opened.table, done["secret"]))
        done = await self._accounts.act(came.who, asked, "declare", offered.roll_wanted(asked, command))
        return self._shown(came, asked, done["entries"][0]["number"])

    def _shown(self, came: Came, asked: Seated, roll: int) -> Json:
        """A roll as it stands now, in the message that was pressed or in a new one; told before anything else is."""
        table = asked.opened.table
        shown = self._channels.shown(table, roll)
        if shown is None:
            raise rights.NotHere("That roll is long over; its table's page still tells it.")
        self._channels.replied(table, roll, came.who.channel, came.token, shown, came.message)
        return {"type": parts.CHANGE if came.message else parts.SAY, "data": shown}

    # What is pressed

    async def _pressed(self, came: Came) -> Json:
        pressed = Pressed.read(str(came.given.get("custom_id", "")))
        if pressed is None:
            raise InputError("This is not a button of this program any more; use /roll.")
        if pressed.deed == "sit":
            opened = await self._accounts.table(pressed.table)
            await self._accounts.sit(came.who, opened, "")
            return {"type": parts.CHANGE, "data": self._table_shown(opened.table)["data"]}
        asked = await self._accounts.seated(came.who, pressed.table)
        values = [str(each) for each in came.given.get("values") or came.written.values()]
        if pressed.deed not in self._deeds:
            raise InputError("This button does nothing any more; use /roll.")
        return await self._deeds[pressed.deed](Press(came, pressed, asked, values))

    async def _grow(self, press: Press, request: str, body: Json) -> Json:
        """Do it, and show the roll as it then stands."""
        body = {"roll": press.pressed.roll, **body}
        await self._accounts.act(press.came.who, press.asked, request, body, press.check)
        return self._shown(press.came, press.asked, press.pressed.roll)

    async def _settle(self, press: Press, request: str) -> Json:
        return await self._grow(press, request, {"due": int(press.pressed.detail), "answer": [{"way": press.value}]})

    async def _help(self, press: Press) -> Json:
        if press.value.startswith(STEP_BACK):
            return await self._grow(press, "withdraw_offer", {"character": press.value.removeprefix(STEP_BACK)})
        asks = offered.help_form(press)
        return asks or await self._grow(press, "offer", offered.offer_said(press))

    async def _more(self, press: Press) -> Json:
        return offered.input_form(press, press.value)

    async def _words(self, press: Press) -> Json:
        return offered.words_form(press)

    async def _undo(self, press: Press) -> Json:
        """Whoever may takes it back; anyone else who rolled wishes for it."""
        who, roll = press.came.who, press.pressed.roll
        try:
            await self._accounts.act(who, press.asked, "undo", {"entry": roll}, press.check)
        except rights.NotYours:
            wishing = who._replace(interaction=f"{who.interaction}/wish")
            await self._accounts.act(wishing, press.asked, "wish", {"roll": roll}, press.check)
        return self._shown(press.came, press.asked, roll)

    async def _answer_due(self, press: Press) -> Json:
        """The move that answers a due, as a roll of its own."""
        trait = "" if press.value == NOTHING else press.value
        body = {"character": press.roll().view["character"], "move": press.pressed.detail, "trait": trait}
        done = await self._accounts.act(press.came.who, press.asked, "declare", body)
        return self._shown(press.came._replace(message=""), press.asked, done["entries"][0]["number"])

    async def _reveal(self, press: Press) -> Json:
        number = int(press.pressed.detail)
        await self._accounts.act(press.came.who, press.asked, "reveal", {"secret": number})
        secret = press.asked.opened.secrets_for(press.asked.seat, number - 1)[0]
        return {"type": parts.SAY, "data": messages.revealed_message(press.table, secret)}

    async def _phone_pressed(self, press: Press) -> Json:
        return await self._to_phone(press.came, press.asked)
