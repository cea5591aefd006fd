"""A grid from a file: TOML or JSON, told apart by its name."""

from __future__ import annotations

import json
import tomllib
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from actionroll.errors import InputError, LimitError, shown

LONGEST = 1_000_000
"""In bytes."""


def read_file(path: Path) -> dict[str, Any]:
    """What the file says, as plain values."""
    if path.suffix not in (".toml", ".json"):
        raise InputError(f"--grid takes a file that ends with .toml or .json, not {shown(path.name)}.")
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"--grid takes a file that can be read: {error.strerror}.") from None
    if len(raw) > LONGEST:
        raise LimitError(f"A grid takes at most {LONGEST} bytes, not {len(raw)}.")
    try:
        text = raw.decode("utf-8")
        spec = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path.name} is not {path.suffix[1:].upper()}: {shown(str(error), 120)}.") from None
    if not isinstance(spec, dict):
        raise InputError(f"{path.name} takes a table of game, vary and so on, not {shown(spec)}.")
    _refuse_dates(spec)
    return spec


def _refuse_dates(value: object) -> None:
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            _refuse_dates(each)
    elif isinstance(value, date | time | datetime):
        raise InputError(f"A grid takes texts, numbers and truths, not a date such as {value}.")
