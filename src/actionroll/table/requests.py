"""What a seat may ask of a table: each request with its fields, checked before anything else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unicodedata import category, normalize

from actionroll.errors import InputError, UnknownName, shown

LONGEST_NAME = 40
LONGEST_NOTE = 2000
LONGEST_NONCE = 64
JOINERS = frozenset("\u200c\u200d")
"""Within words of some scripts, and within pictures of several people."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Counted as letters or signs, and nothing is seen of them."""


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
    clean = " ".join(normalize("NFC", text).split())
    seen = any(category(letter)[0] in "LNPS" and letter not in BLANK for letter in clean)
    if not 1 <= len(clean) <= LONGEST_NAME or _hides(clean) or not seen:
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
    """Control characters, those that turn the direction of writing or are not seen, and halves of characters."""
    return any(category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") and letter not in JOINERS for letter in text)
