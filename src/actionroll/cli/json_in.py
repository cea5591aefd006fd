"""JSON from outside: limited in length, depth and digits, and told in one sentence where it is wrong."""

from __future__ import annotations

import json
from typing import Any

from actionroll.errors import InputError, LimitError, shown

LONGEST = 100_000
"""In bytes: a line of a batch, or a sheet."""
MOST_DIGITS = 18


def read_object(raw: bytes, what: str) -> dict[str, Any]:
    """The JSON object in these bytes."""
    if len(raw) > LONGEST:
        raise LimitError(f"{what} takes at most {LONGEST} bytes.")
    try:
        value = json.loads(raw.decode("utf-8"), parse_int=_whole, parse_constant=_refused)
    except UnicodeDecodeError:
        raise InputError(f"{what} takes text in UTF-8; this is not.") from None
    except RecursionError:
        raise InputError(f"{what} takes a JSON object; this one is nested too deeply.") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InputError(f"{what} takes a JSON object; this is not JSON at {where}: {error.msg.lower()}.") from None
    if not isinstance(value, dict):
        raise InputError(f"{what} takes a JSON object such as {{…}}, not {shown(value)}.")
    return value


def _whole(digits: str) -> int | str:
    """A number that no input could take stays text, so that whoever reads it says what it takes."""
    return int(digits) if len(digits) <= MOST_DIGITS else digits


def _refused(name: str) -> Any:
    raise InputError(f"JSON knows no {name}; give a number.")
