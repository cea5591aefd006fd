"""JSON in and out: replies and entries encoded quickly, bodies, errors as problems, and the document of all.

Errors are RFC 9457 problem details: the one sentence says the way out.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, cast

import msgspec
from msgspec import Meta, Struct, field

from actionroll import __version__, wire
from actionroll.errors import ActionrollError, in_number

if TYPE_CHECKING:
    from actionroll.web.endpoints import Endpoint, Parameter

SHORTEST_KEY, LONGEST_KEY = 16, 100
Inputs = dict[str, Any]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """A body: a JSON object of which every field is known."""


Name = Annotated[str, Meta(max_length=60)]
Title = Annotated[str, Meta(max_length=200)]
File = Annotated[str, Meta(max_length=65_536, description="A game as a file, in place of one by its name.")]


class QuestionBody(Body, frozen=True, kw_only=True):
    """A move of a game with its attempt."""

    game: Name
    file: File = ""
    move: Name = "action"
    attempt: Inputs = field(default_factory=dict)
    rulings: Inputs = field(default_factory=dict)
    decide: dict[str, str] = field(default_factory=dict)


class OddsBody(QuestionBody, frozen=True, kw_only=True):
    """Exact odds; with `near`, those of every near alternative over the inputs named."""

    near: bool = False
    over: Annotated[list[str], Meta(max_length=40)] | None = None


class NearBody(QuestionBody, frozen=True, kw_only=True):
    """The odds of every near alternative over the inputs named; asked by an open roll at a table."""

    over: list[str]
    things: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The attempt as it would be with a thing used that is not, or without one that is, by the thing's name."""


class AdviceBody(QuestionBody, frozen=True, kw_only=True):
    """What each option is worth for an aim, from the start or after answers."""

    answers: Annotated[list[Any], Meta(max_length=1000)] | None = None
    aim: str | dict[str, Any] | None = None
    most: Annotated[
        int, Meta(ge=1, le=1000, description="On how many decisions; those that come up most often are told.")
    ] = 60


class VaryBody(QuestionBody, frozen=True, kw_only=True):
    """The same question for several values of one input."""

    over: Name
    values: Annotated[list[Any], Meta(max_length=40)] | None = None
    width: Annotated[int, Meta(ge=360, le=1440)] = 720
    """How wide the picture is; its words keep their size."""


class QrBody(Body, frozen=True, kw_only=True):
    """A link to draw as a code."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class CreateBody(Body, frozen=True, kw_only=True):
    """A new table; with a file it plays the game that the file is."""

    game: Name = ""
    name: Title
    nickname: Title
    with_gm: bool = True
    rulings: Inputs = field(default_factory=dict)
    file: File = ""


class LikeBody(Body, frozen=True, kw_only=True):
    """A fresh table like this one: its game and rulings; with its characters as they stand, if that is wanted."""

    name: Title
    nickname: Title
    characters: bool = False


class RemoveBody(Body, frozen=True, kw_only=True):
    """The table's name, typed once more."""

    name: Title


class WorkshopBody(Body, frozen=True, kw_only=True):
    """A game as a file, and what was set by hand of an attempt at one of its moves; the rest is an example."""

    file: File
    move: Name = ""
    attempt: Inputs | None = None
    rulings: Inputs = field(default_factory=dict)
    decide: dict[str, str] = field(default_factory=dict)


class LookBody(Body, frozen=True, kw_only=True):
    """A link's secret."""

    secret: Annotated[str, Meta(max_length=100)]


class CodeBody(Body, frozen=True, kw_only=True):
    """A code as someone typed it; capitals, spaces and dashes do not matter."""

    code: Annotated[str, Meta(max_length=40)]


class JoinBody(LookBody, frozen=True, kw_only=True):
    """A link's secret and the name to sit down with; who only reads a table that has ended needs none."""

    nickname: Title = ""


JSON, REFUSED = "application/json", "application/problem+json"
QUICK = 6
"""How hard replies are compressed: 0.6 ms for a table of 65 kB, a fifth less than with 1."""
encoded: Callable[[Any], bytes] = msgspec.json.Encoder().encode
"""As compact bytes, in the order given."""
quick_canonical: Callable[[Any], bytes] = msgspec.json.Encoder(order="sorted").encode
"""The same bytes as canonical JSON."""
decoded: Callable[[bytes], Any] = msgspec.json.Decoder().decode
"""What the store gave back, which we wrote ourselves."""


def attempt_encoded(attempt: Any) -> bytes:
    """What `wire.attempt_shown` shows: the inputs in a form of their own, which leaves out empty texts."""
    form, shows = _form_told(cast(Any, type(attempt)))
    told = form(*shows.values(attempt))
    for name, show in shows.otherwise:
        setattr(told, name, show(getattr(told, name)))
    return encoded(told)


@lru_cache(maxsize=256)
def _form_told(attempt: Any) -> tuple[Callable[..., Struct], wire.WaysToShow]:
    shows = wire.ways_to_show(attempt)
    inputs = [(name, Any, "") if name in shows.texts else (name, Any) for name in shows.names]
    return msgspec.defstruct("Attempt", inputs, omit_defaults=True), shows


def apart(pieces: Iterable[bytes]) -> bytes:
    """One gzip stream in which no piece refers to another."""
    made = zlib.compressobj(QUICK, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    told = [made.compress(each) + made.flush(zlib.Z_FULL_FLUSH) for each in pieces]
    return b"".join([*told, made.flush()])


class Together:
    """A transport that sends what is written in one turn of the loop at its end, as one.

    Each packet takes a while at both ends; and whoever is sent one while others are still answered falls asleep again,
    and is woken for each of the next.
    """

    def __init__(self, transport: asyncio.Transport, soon: Callable[..., object]) -> None:
        self._transport, self._soon = transport, soon
        self._written: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send some bytes with what else is written now."""
        if not self._written:
            self._soon(self._send)
        self._written.append(data)

    def _send(self) -> None:
        if self._written:
            data, self._written = b"".join(self._written), []
            self._transport.write(data)

    def close(self) -> None:
        """Send what is left, and hang up."""
        self._send()
        self._transport.close()


# the document that tells of all endpoints

PLACE = "#/components/schemas/{name}"
REFUSALS = {
    400: "What was sent is not JSON that is taken here.",
    401: "No seat of yours is at this table.",
    403: "Someone else's to do.",
    404: "It is not here, or over.",
    409: "It stands otherwise than was taken.",
    422: "Not accepted; the detail says what is.",
    429: "Too often; Retry-After says when to come back.",
    503: "Not now; Retry-After says when to come back.",
}
PROBLEM = {
    "type": "object",
    "properties": {
        **{name: {"type": "string"} for name in ("type", "title")},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "One sentence that says the way out."},
        "entries": {"type": "array", "items": {"type": "integer"}, "description": "Entries that stand in the way."},
    },
    "required": ["type", "title", "status", "detail"],
}
KEY_SENT = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": True,
    "description": "Fresh for every tap, the same when it is repeated.",
    "schema": {"type": "string", "minLength": SHORTEST_KEY, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"},
}


def document(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """The whole document."""
    told = [each for each in endpoints if each.operation]
    bodies = list(dict.fromkeys(each.body for each in told if each.body is not None))
    schemas, components = msgspec.json.schema_components(bodies, ref_template=PLACE)
    places = dict(zip(bodies, schemas, strict=True))
    paths: dict[str, Any] = {}
    for each in told:
        schema = places[each.body] if each.body is not None else each.schema
        paths.setdefault(each.path, {})[each.methods[0].lower()] = _operation(each, schema)
    return {
        "openapi": "3.1.0",
        "info": {"title": "actionroll", "version": __version__},
        "paths": paths,
        "components": {"schemas": {**components, "Problem": PROBLEM}, "securitySchemes": SEAT},
    }


SEAT = {"seat": {"type": "http", "scheme": "bearer", "description": "The token of a seat; browsers send a cookie."}}


def _operation(told: Endpoint, body: Mapping[str, Any] | None) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": told.operation,
        "summary": told.operation.replace("_", " ").capitalize(),
        "description": told.says,
        "parameters": [*map(_parameter, told.inputs.values()), *([KEY_SENT] if told.keyed else [])],
        "responses": {
            str(told.status): {"description": "Done.", "content": {told.sends: {"schema": _given(told)}}},
            **{str(status): _refusal(says) for status, says in REFUSALS.items()},
        },
    }
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": body}}}
    if told.seated:
        operation["security"] = [{"seat": []}]
    return operation


def _given(told: Endpoint) -> dict[str, Any]:
    return {} if told.sends == JSON else {"type": "string"}


def _parameter(each: Parameter) -> dict[str, Any]:
    schema = msgspec.json.schema(each.kind)
    schema.pop("title", None)
    if not each.required and each.default is not None:
        schema["default"] = each.default
    return {"name": each.name, "in": each.place, "required": each.required, "schema": schema}


def _refusal(says: str) -> dict[str, Any]:
    return {"description": says, "content": {REFUSED: {"schema": {"$ref": PLACE.format(name="Problem")}}}}


# Errors as problem details

TITLES = {
    400: "Not understood",
    401: "No seat here",
    403: "Not allowed",
    404: "Not here",
    405: "Not done this way",
    408: "Too slow",
    409: "It stands otherwise",
    411: "Length needed",
    413: "Too large",
    415: "Not JSON",
    421: "Another host",
    422: "Not accepted",
    429: "Too often",
    500: "Our defect",
    503: "Not now",
    507: "No space left",
}
PROBLEM_TYPE = REFUSED.encode()


class NoSeat(ActionrollError):
    """Nobody who sits here asked."""

    def __init__(self) -> None:
        super().__init__("There is no seat of yours at this table; open its link and join.")


class TooOften(ActionrollError):
    """More requests than the limit allows; `seconds` says when to come back."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"That is too often; wait {in_number(seconds, 'second')} and repeat.")
        self.seconds = seconds


class Crowded(ActionrollError):
    """Too many questions are waiting to be counted."""

    def __init__(self) -> None:
        super().__init__("So many questions are being counted that yours would wait long; ask again in a moment.")


class BeyondTheEnd(ActionrollError):
    """Someone knows of entries that the log does not have."""

    def __init__(self, last: int) -> None:
        super().__init__(
            f"The log ends at entry {last}, so that what you know of it is not what stands here; read it anew."
        )


def problem(status: int, detail: str, entries: tuple[int, ...] = ()) -> bytes:
    """Problem details as JSON."""
    head = {"type": "about:blank", "title": TITLES.get(status, "Error"), "status": status}
    return encoded({**head, "detail": detail, **({"entries": entries} if entries else {})})
