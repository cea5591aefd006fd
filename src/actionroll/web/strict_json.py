"""JSON from outside: read strictly, so that nothing odd reaches the rest of the program."""

from __future__ import annotations

import json
import math
from typing import Any

from actionroll.errors import InputError

DEPTH = 32
DIGITS = 18


class NotJson(InputError):
    """What was sent is not JSON that we take."""


def read(body: bytes) -> Any:
    """The value, or NotJson with a sentence that says what is accepted."""
    try:
        value = _STRICT.decode(body.decode())
    except UnicodeDecodeError:
        raise NotJson("The body must be JSON in UTF-8.") from None
    except RecursionError:
        raise NotJson(f"The body may be nested {DEPTH} levels deep at most.") from None
    except json.JSONDecodeError as error:
        raise NotJson(f"The body must be JSON; it goes wrong at character {error.pos}.") from None
    if not _is_plain(body):
        _check(value)
    return value


def _is_plain(body: bytes) -> bool:
    """Whether nothing is left to check: only escapes make NUL and half characters, and few brackets are never deep."""
    return b"\\" not in body and body.count(b"[") + body.count(b"{") <= DEPTH


def _refuse(text: str) -> Any:
    raise NotJson("Numbers in the body must be finite.")


def _whole(digits: str) -> int:
    if len(digits) > DIGITS:
        raise NotJson(f"Numbers in the body may have {DIGITS} digits at most.")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise NotJson("Numbers in the body must be finite.")
    return number


_STRICT = json.JSONDecoder(parse_constant=_refuse, parse_int=_whole, parse_float=_finite)


def _check(value: Any) -> None:
    """Refuse texts with NUL or half characters, and what is nested too deep."""
    level = [value]
    for _ in range(DEPTH + 1):
        below: list[Any] = []
        for each in level:
            if isinstance(each, str):
                _check_text(each)
            elif isinstance(each, dict):
                below += [*each.keys(), *each.values()]
            elif isinstance(each, list):
                below += each
        if not below:
            return
        level = below
    raise NotJson(f"The body may be nested {DEPTH} levels deep at most.")


def _check_text(text: str) -> None:
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise NotJson("Texts in the body must be without NUL and half characters.")
