"""What Discord takes, within its limits: the parts of messages, the kinds of replies, and the commands people type."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from actionroll.api import games

Json: TypeAlias = dict[str, Any]

PONG, SAY, LATER, LATER_HERE, CHANGE, CHOICES, ASK = 1, 4, 5, 6, 7, 8, 9
"""Kinds of replies: to a ping, a message, a message later, a change later, a change, choices, a form."""
ROW, BUTTON, SELECT, FIELD, TEXT, CONTAINER, LABEL = 1, 2, 3, 4, 10, 17, 18
"""Kinds of components."""
MAIN, PLAIN, GOOD, HURTS, AWAY = 1, 2, 3, 4, 5
"""Styles of buttons."""
ONLY_YOU, NO_PREVIEWS, IN_PARTS = 1 << 6, 1 << 2, 1 << 15
NOBODY: Json = {"parse": []}
"""Whom a message may ping, whatever it says."""
MOST_OPTIONS, MOST_BUTTONS, MOST_PARTS = 25, 5, 40
LONGEST_LABEL, LONGEST_OPTION, LONGEST_PLACEHOLDER, LONGEST_TITLE = 80, 100, 150, 45
LONGEST_TEXT = 3_900
"""All texts of a message together; Discord takes a little more."""
_MARKDOWN = re.compile(r"([\\`*_~|<>\[\]()#@:\-])")


class MenuLine(NamedTuple):
    """One line of a menu."""

    value: str
    label: str = ""
    says: str = ""
    chosen: bool = False


def cut(text: str, longest: int) -> str:
    """A text that is not too long."""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def plainly(text: str) -> str:
    """What someone wrote, so that nothing in it is markup, a link or a mention."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def text(content: str) -> Json:
    """Words."""
    return {"type": TEXT, "content": cut(content, LONGEST_TEXT) or "…"}


def row(*parts: Json) -> Json:
    """Buttons beside each other, or one menu."""
    return {"type": ROW, "components": list(parts)}


def button(name: str, label: str, style: int = PLAIN, disabled: bool = False) -> Json:
    """A button."""
    shown = {"type": BUTTON, "style": style, "custom_id": name, "label": cut(label, LONGEST_LABEL)}
    return {**shown, "disabled": True} if disabled else shown


def way_out(address: str, label: str) -> Json:
    """A button that opens an address in the browser."""
    return {"type": BUTTON, "style": AWAY, "url": address, "label": cut(label, LONGEST_LABEL)}


def buttons(several: Sequence[Json]) -> list[Json]:
    """Buttons, in as many rows as they take."""
    return [row(*several[first : first + MOST_BUTTONS]) for first in range(0, len(several), MOST_BUTTONS)]


def select(name: str, placeholder: str, options: Iterable[MenuLine], most: int = 1, least: int = 1) -> Json:
    """A menu; of several equal values the first is kept."""
    listed = {cut(each.value, LONGEST_OPTION): each for each in reversed(list(options)) if each.value}
    shown = [_option(value, each) for value, each in reversed(listed.items())][:MOST_OPTIONS]
    return {
        "type": SELECT,
        "custom_id": name,
        "placeholder": cut(placeholder, LONGEST_PLACEHOLDER),
        "options": shown,
        "min_values": least,
        "max_values": min(most, len(shown)),
    }


def _option(value: str, each: MenuLine) -> Json:
    shown: Json = {"value": value, "label": cut(each.label or each.value, LONGEST_OPTION)}
    if each.says:
        shown["description"] = cut(each.says, LONGEST_OPTION)
    if each.chosen:
        shown["default"] = True
    return shown


def field(name: str, label: str, value: str = "", says: str = "", longest: int = 500, required: bool = False) -> Json:
    """A line to write in a form."""
    style = 2 if longest > 100 else 1
    line: Json = {"type": FIELD, "custom_id": name, "style": style, "max_length": longest, "required": required}
    if value:
        line["value"] = value[:longest]
    return labelled(label, line, says)


def labelled(label: str, component: Json, says: str = "") -> Json:
    """A part of a form with its name."""
    shown: Json = {"type": LABEL, "label": cut(label, LONGEST_TITLE), "component": component}
    return {**shown, "description": cut(says, 100)} if says else shown


def form(name: str, title: str, parts: Sequence[Json]) -> Json:
    """A form that opens before whoever pressed."""
    return {"type": ASK, "data": {"custom_id": name, "title": cut(title, LONGEST_TITLE), "components": list(parts[:5])}}


def message(colour: int, parts: Sequence[Json]) -> Json:
    """A message in a frame."""
    frame = {"type": CONTAINER, "accent_color": colour, "components": list(parts)}
    return {"flags": IN_PARTS, "components": [frame], "allowed_mentions": NOBODY}


def said(sentence: str) -> Json:
    """A sentence that only the one who asked sees."""
    data = {"content": cut(sentence, 2000), "flags": ONLY_YOU | NO_PREVIEWS, "allowed_mentions": NOBODY}
    return {"type": SAY, "data": data}


def hidden(shown: Json) -> Json:
    """A message that only the one who asked sees."""
    return {"type": SAY, "data": {**shown, "flags": shown["flags"] | ONLY_YOU}}


def choices(options: Iterable[MenuLine]) -> Json:
    """What may be typed."""
    listed = [{"name": cut(each.label or each.value, 100), "value": each.value[:100]} for each in options]
    return {"type": CHOICES, "data": {"choices": listed[:MOST_OPTIONS]}}


def within(parts: Sequence[Json], most: int) -> list[Json]:
    """As many parts as a message holds, each with what is in it; the last row, which throws, is always among them."""
    sizes = [1 + len(each.get("components", ())) for each in parts]
    kept, left = [], most - sizes[-1]
    for each, size in zip(parts[:-1], sizes, strict=False):
        if size <= left:
            kept.append(each)
            left -= size
    return [*kept, parts[-1]]


# Commands

COMMAND, SUBCOMMAND, WRITTEN, YES_NO = 1, 1, 3, 5
"""Kinds of commands and of what they take."""
LONGEST_SAID = 100
PLACES = {"integration_types": [0, 1], "contexts": [0, 1, 2]}
"""In servers and for single accounts; in channels, and in messages with the bot or among people."""


def declared() -> list[Json]:
    """All commands."""
    return [_table(), _character(), _roll()]


def _command(name: str, says: str, *options: Json) -> Json:
    return {"type": COMMAND, "name": name, "description": says, "options": list(options), **PLACES}


def _sub(name: str, says: str, *options: Json) -> Json:
    return {"type": SUBCOMMAND, "name": name, "description": says, "options": list(options)}


def _text(name: str, says: str, required: bool = False, offered: bool = False, longest: int = LONGEST_SAID) -> Json:
    taken: Json = {"type": WRITTEN, "name": name, "description": cut(says, 100), "max_length": longest}
    return {**taken, "required": required, "autocomplete": offered}


def _yes_no(name: str, says: str) -> Json:
    return {"type": YES_NO, "name": name, "description": cut(says, 100)}


def _table() -> Json:
    listed = [{"name": cut(each.title, 100), "value": each.id} for each in games()]
    game: Json = {"type": WRITTEN, "name": "game", "description": "Which game.", "required": True}
    game |= {"choices": listed} if len(listed) <= 25 else {"max_length": LONGEST_SAID}
    return _command(
        "table",
        "The table that is played in this channel.",
        _sub(
            "open",
            "Open a table in this channel; you are its gm.",
            game,
            _text("name", "What the table is called.", longest=40),
            _yes_no("without_gm", "Play without a gm: every player has those rights."),
        ),
        _sub(
            "join",
            "Sit down at the table of this channel; or, with a link, show that table here.",
            _text("name", "What you are called there.", longest=40),
            _text("link", "A link that the gm sent you; only you see that you use it.", longest=300),
        ),
        _sub("show", "Who sits here, and who is played."),
        _sub("phone", "A link to your own seat, for a phone; only you see it."),
        _sub("leave", "Free your seat."),
        _sub("part", "Show the table in this channel no more; the gm may."),
    )


def _character() -> Json:
    name = _text("name", "Which character.", offered=True)
    return _command(
        "character",
        "The characters that are played.",
        _sub(
            "make",
            "Make a character: one of the ready ones, or a filled sheet with a name of your own.",
            _text("name", "What the character is called, or a ready one.", required=True, offered=True, longest=40),
        ),
        _sub("show", "A character's sheet.", name),
        _sub(
            "set",
            "Change a value of a sheet.",
            _text("what", "What to change.", required=True, offered=True),
            _text("value", "What it is then.", required=True),
            name,
        ),
    )


def _roll() -> Json:
    return _command(
        "roll",
        "Open a roll that all can see grow.",
        _text("trait", "What to roll with, from the sheet.", offered=True),
        _text("intent", "What you want to happen.", longest=300),
        _text("move", "Another way to roll, or plain dice such as 2d6+1.", offered=True),
        _text("character", "Who rolls, if you play several.", offered=True),
        _text("against", "Who is on the other side.", offered=True),
        _yes_no("secret", "Only the gm: made at once, and only you see it."),
        _text("inputs", "For a secret roll, such as: dice=2", longest=300),
    )


class Typed(NamedTuple):
    """A command as someone typed it."""

    name: str
    """With its second word, if it has one: `table open`."""
    said: dict[str, Any]
    focused: str = ""
    """What is being typed, while it is."""

    def text(self, name: str) -> str:
        """What was said of something; empty if nothing was."""
        return str(self.said.get(name) or "").strip()


def typed(given: Json) -> Typed:
    """What Discord says of a command."""
    name, options = str(given.get("name", "")), given.get("options") or []
    if options and options[0].get("type") == SUBCOMMAND:
        name, options = f"{name} {options[0].get('name', '')}", options[0].get("options") or []
    said = {str(each["name"]): each.get("value") for each in options}
    focused = next((str(each["name"]) for each in options if each.get("focused")), "")
    return Typed(name, said, focused)
