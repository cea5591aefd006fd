"""What a seat may ask of a table: each request with its fields, checked before anything else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from actionroll.errors import InputError, UnknownName, shown

LONGEST_NAME = 40
LONGEST_NOTE = 2000
LONGEST_NONCE = 64
CONTROL = {0x7F, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF}


def fields(request: Mapping[str, Any], **declared: type | tuple[type, ...]) -> dict[str, Any]:
    """The declared fields of a request, those left away as None; anything else is refused."""
    if unknown := [name for name in request if name not in declared and name != "do"]:
        raise UnknownName("field", unknown[0], declared)
    for name, value in request.items():
        if name != "do" and value is not None and not _is(value, declared[name]):
            raise InputError(f"{name} takes {_told(declared[name])}, not {shown(value)}.")
    return {name: request.get(name) for name in declared}


def _is(value: Any, kind: type | tuple[type, ...]) -> bool:
    if isinstance(value, bool):
        return kind is bool or (isinstance(kind, tuple) and bool in kind)
    return isinstance(value, kind)


def _told(kind: type | tuple[type, ...]) -> str:
    words = {str: "text", int: "a whole number", bool: "true or false", dict: "an object", list: "a list"}
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return " or ".join(words[each] for each in kinds)


def name_of(text: Any, what: str = "name") -> str:
    """A name that people can read and nothing can hide in."""
    if not isinstance(text, str):
        raise InputError(f"A {what} is text of 1 to {LONGEST_NAME} characters.")
    import unicodedata

    clean = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(clean) <= LONGEST_NAME or _hides(clean):
        raise InputError(f"A {what} is text of 1 to {LONGEST_NAME} characters, without control characters.")
    return clean


def text_of(text: Any, what: str, longest: int = LONGEST_NOTE) -> str:
    """Free text of a bounded length."""
    if not isinstance(text, str) or not 1 <= len(text) <= longest or _hides(text.replace("\n", " ")):
        raise InputError(f"A {what} is text of 1 to {longest} characters, without control characters.")
    return text


def nonce_of(text: Any) -> str:
    """What a roller's own device adds to the dice; empty if it adds nothing."""
    if text is None:
        return ""
    if not (isinstance(text, str) and len(text) <= LONGEST_NONCE and text.isascii() and text.isprintable()):
        raise InputError(f"nonce takes at most {LONGEST_NONCE} plain letters and digits.")
    return text


def _hides(text: str) -> bool:
    return any(ord(letter) < 32 or ord(letter) in CONTROL or 0xD800 <= ord(letter) < 0xE000 for letter in text)
