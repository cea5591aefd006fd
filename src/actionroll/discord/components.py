"""The parts of Discord's messages, each kept within Discord's limits, and the kinds of replies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

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


class Option(NamedTuple):
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


def select(name: str, placeholder: str, options: Iterable[Option], most: int = 1, least: int = 1) -> Json:
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


def _option(value: str, each: Option) -> Json:
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


def choices(options: Iterable[Option]) -> Json:
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
