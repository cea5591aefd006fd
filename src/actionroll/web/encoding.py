"""JSON in and out, ten times as quick as the standard library: replies, stored entries, and packed bodies."""

from __future__ import annotations

import gzip
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from actionroll.table.log import KINDS, Fact, entry_read

JSON = "application/json"
SMALLEST = 500
QUICK = 1
_IN_ORDER_GIVEN, _SORTED = msgspec.json.Encoder(), msgspec.json.Encoder(order="sorted")


class _Head(msgspec.Struct, gc=False, frozen=True):
    kind: str
    version: int = 1


_head = msgspec.json.Decoder(_Head).decode
_readers = {(kind, made.version): msgspec.json.Decoder(made).decode for kind, made in KINDS.items()}


def encoded(value: Any) -> bytes:
    """As compact bytes, in the order given."""
    return _IN_ORDER_GIVEN.encode(value)


def quick_canonical(value: Any) -> bytes:
    """The same bytes as canonical JSON."""
    return _SORTED.encode(value)


def decoded(body: bytes) -> Any:
    """What the store gave back, which we wrote ourselves."""
    return msgspec.json.decode(body)


def fact_stored(body: bytes) -> Fact:
    """An entry as the store gave it back; one of a kind that is not known here is refused with a sentence."""
    head = _head(body)
    reader = _readers.get((head.kind, head.version))
    return reader(body) if reader else entry_read(decoded(body))


def packed(request: Request, body: bytes, headers: dict[str, str] | None = None) -> Response:
    """JSON, compressed where that is taken and worth it: a phone's network is the slowest part of all."""
    told = {"Vary": "Accept-Encoding", **(headers or {})}
    if len(body) > SMALLEST and "gzip" in request.headers.get("accept-encoding", ""):
        told["Content-Encoding"] = "gzip"
        body = gzip.compress(body, QUICK, mtime=0)
    return Response(body, media_type=JSON, headers=told)
