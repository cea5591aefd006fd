"""JSON in and out."""

from __future__ import annotations

import json
from typing import Any

from pydantic_core import from_json


def encoded(value: Any) -> bytes:
    """As compact bytes, in the order given."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def decoded(body: bytes) -> Any:
    """What the store gave back, which we wrote ourselves."""
    return from_json(body)
