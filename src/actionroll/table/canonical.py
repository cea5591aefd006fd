"""Canonical JSON: UTF-8, sorted keys, no spaces. One text for one value, on every machine."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias

Writing: TypeAlias = Callable[[Any], bytes]
"""A way to write canonical JSON; all of them write the same bytes."""

_PLAIN = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def canonical(shown: Any) -> bytes:
    """The one text of a value made of texts, whole numbers, truths, lists and objects."""
    return _PLAIN.encode(shown).encode()
