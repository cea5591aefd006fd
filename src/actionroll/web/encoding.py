"""JSON in and out."""

from __future__ import annotations

from typing import Any

import orjson


def encoded(value: Any) -> bytes:
    """As compact bytes, in the order given."""
    return orjson.dumps(value)


def decoded(body: bytes) -> Any:
    """What the store gave back, which we wrote ourselves."""
    return orjson.loads(body)
