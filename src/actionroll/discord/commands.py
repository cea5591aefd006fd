"""The commands that people type, as Discord is told of them, and what one of them said."""

from __future__ import annotations

from typing import Any, NamedTuple

from actionroll.api import games
from actionroll.discord.components import Json, cut

COMMAND, SUBCOMMAND, TEXT, YES_NO = 1, 1, 3, 5
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
    taken: Json = {"type": TEXT, "name": name, "description": cut(says, 100), "max_length": longest}
    return {**taken, "required": required, "autocomplete": offered}


def _yes_no(name: str, says: str) -> Json:
    return {"type": YES_NO, "name": name, "description": cut(says, 100)}


def _table() -> Json:
    listed = [{"name": cut(each.title, 100), "value": each.id} for each in games()]
    game: Json = {"type": TEXT, "name": "game", "description": "Which game.", "required": True}
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
        _text("move", "Another way to roll.", offered=True),
        _text("character", "Who rolls, if you play several.", offered=True),
        _text("against", "Who is on the other side.", offered=True),
        _yes_no("secret", "Only the gm: made at once, and only you see it."),
        _text("inputs", "For a secret roll, such as: dots=2 position=bad", longest=300),
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
