"""Canonical JSON: UTF-8, sorted keys, no spaces. One text for one value, on every machine."""

from __future__ import annotations

import json
from typing import Any

_PLAIN = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def canonical(shown: Any) -> bytes:
    """The one text of a value made of texts, whole numbers, truths, lists and objects."""
    try:
        return _quickly(shown)
    except TypeError:  # whole numbers of more than 64 bits
        return plainly(shown)


def plainly(shown: Any) -> bytes:
    """The same text with nothing but the standard library, which takes ten times as long."""
    return _PLAIN.encode(shown).encode()


try:
    import orjson
except ImportError:  # who only verifies a log needs nothing installed
    _quickly = plainly
else:

    def _quickly(shown: Any) -> bytes:
        return orjson.dumps(shown, option=orjson.OPT_SORT_KEYS)
