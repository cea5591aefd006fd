"""Endpoints: a signature and docstring declare one; routes and the OpenAPI document derive from that."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, NewType, get_args, get_origin

import msgspec
from msgspec import Meta
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from actionroll import __version__
from actionroll.errors import InputError, shown
from actionroll.web.bodies import Body
from actionroll.web.call import LONGEST_KEY, SHORTEST_KEY, Call, Service
from actionroll.web.guard import NOWHERE, OPERATION, Refused
from actionroll.web.problems import TYPE

JSON = "application/json"
TableId = Annotated[str, Meta(max_length=40, description="The table's id.")]
Key = NewType("Key", str)
"""What a request is repeated with."""
Answer = Callable[..., Awaitable[Response]]
GIVEN = ("asked", "key", "body")
"""What an endpoint's function may take besides the call and the inputs: the seat, the key, the body."""


@dataclass(frozen=True, slots=True)
class Input:
    """A value in the address or the headers of a request."""

    place: str
    """`path`, `query` or `header`."""
    name: str
    kind: Any
    default: Any = inspect.Parameter.empty

    @property
    def required(self) -> bool:
        """Whether it must be sent."""
        return self.default is inspect.Parameter.empty

    def read(self, call: Call) -> Any:
        """The value, or its default, or an error that says what is accepted."""
        text = self._sent(call)
        if text is None and self.required:
            raise InputError(f"{shown(self.name)} is missing; it must be given.")
        if text is None:
            return self.default
        try:
            return msgspec.convert(text, self.kind, strict=False)
        except msgspec.ValidationError as error:
            raise InputError(not_accepted(error, self.name)) from None

    def _sent(self, call: Call) -> str | None:
        match self.place:
            case "path":
                return str(call.path_params[self.name])
            case "query":
                return call.query_params.get(self.name)
            case _:
                return call.header(self.name.lower().encode()) or None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One thing that can be asked of a server; without an operation's name it is a page for people."""

    methods: tuple[str, ...]
    path: str
    operation: str
    says: str
    answer: Answer
    body: type[Body] | None = None
    schema: Mapping[str, Any] | None = None
    """Of a body that is checked elsewhere."""
    seated: bool = False
    keyed: bool = False
    inputs: Mapping[str, Input] = field(default_factory=dict)
    status: int = 200
    sends: str = JSON

    async def answered(self, call: Call) -> Response:
        """The reply: it is looked first who asks, then with which key, then for what."""
        given: dict[str, Any] = {name: each.read(call) for name, each in self.inputs.items()}
        if self.seated:
            given["asked"] = await call.seated(given.pop("table"))
        if self.keyed:
            given["key"] = call.key
        if self.body is not None:
            given["body"] = checked(self.body, call.sent)
        return await self.answer(call, **given)


def endpoint(
    method: str, path: str, operation: str = "", body: type[Body] | None = None, **more: Any
) -> Callable[[Answer], Endpoint]:
    """Declare an endpoint by its function; what this takes by name is what a request must bring."""

    def declared(answer: Answer) -> Endpoint:
        taken = dict(list(inspect.signature(answer, eval_str=True).parameters.items())[1:])
        inputs = {name: _input(name, each, path) for name, each in taken.items() if name not in GIVEN}
        if "asked" in taken:
            inputs["table"] = Input("path", "table", TableId)
        wanted = body or (taken["body"].annotation if "body" in taken else None)
        says = more.pop("says", inspect.getdoc(answer) or "")
        brings: dict[str, Any] = {"body": wanted, "seated": "asked" in taken, "keyed": "key" in taken, "inputs": inputs}
        return Endpoint(tuple(method.split()), path, operation, says, answer, **brings, **more)

    return declared


def _input(name: str, taken: inspect.Parameter, path: str) -> Input:
    kind = taken.annotation
    if f"{{{name}}}" in path:
        return Input("path", name, kind)
    said = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    header = next((each.title for each in said if isinstance(each, Meta) and each.title), None)
    return Input("header" if header else "query", header or name, kind, taken.default)


def checked(body: type[Body], sent: Any) -> Any:
    """What was sent as the body that is wanted; types are strict, so that nothing is read as something else."""
    try:
        return msgspec.convert(sent, body)
    except msgspec.ValidationError as error:
        raise InputError(not_accepted(error, "the body")) from None


def not_accepted(error: msgspec.ValidationError, whole: str) -> str:
    """One sentence for a field that is missing, unknown or not of its type."""
    what, _, place = str(error).partition(" - at `")
    where = place.rstrip("`").removeprefix("key in ").removeprefix("$").removeprefix(".")
    if name := what.partition("field `")[2].rstrip("`"):
        named = shown(f"{where}.{name}" if where else name)
        missing = what.startswith("Object missing")
        return f"{named} is missing; it must be given." if missing else f"{named} is not known here; leave it out."
    return f"{shown(where or whole)} is not accepted: {what[:1].lower()}{what[1:].replace('`', '')}."


class Place:
    """The endpoints under one part of the address, told apart by method and by what follows it."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._endpoints: dict[tuple[str, str], Endpoint] = {}

    def add(self, method: str, rest: str, added: Endpoint) -> None:
        """One more endpoint here."""
        self._endpoints[method, rest] = added

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        method, rest = scope["method"], scope["path_params"].pop("rest", "")
        found = self._endpoints.get((method, rest))
        if found is None:
            known = any(other == rest for _, other in self._endpoints)
            raise Refused(405, "Use GET to read and POST to change.") if known else Refused(404, NOWHERE)
        scope[OPERATION] = found.operation
        call = Call(scope, receive, self._service)
        self._service.budgets.requests.take(call.address)
        reply = await found.answered(call)
        await reply(scope, receive, send)


def routes(endpoints: Iterable[Endpoint], service: Service) -> list[Route]:
    """A route for each part of the address that ends in a value; the fixed words after it are looked up at once.

    Routes are tried one after the other, so that one for each of fifty endpoints took longer than the rest of a call.
    """
    places: dict[str, Place] = {}
    for each in endpoints:
        shared, rest = _split(each.path)
        place = places.setdefault(shared + "{rest:path}" if rest else shared, Place(service))
        for method in each.methods:
            place.add(method, rest, each)
    fewest_words_last = sorted(places, key=lambda path: (path.count("{rest"), -path.count("/")))
    return [Route(path, places[path]) for path in fewest_words_last]


def _split(path: str) -> tuple[str, str]:
    """A path up to its last value, and the fixed words after that."""
    shared, value, rest = path.rpartition("}")
    if not value:
        return "/", path[1:]
    return (shared + "}/", rest[1:]) if rest else (path, "")


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
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "One sentence that says the way out."},
    },
    "required": ["type", "title", "status", "detail"],
}
KEY = {
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
        "parameters": [*map(_parameter, told.inputs.values()), *([KEY] if told.keyed else [])],
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


def _parameter(each: Input) -> dict[str, Any]:
    schema = msgspec.json.schema(each.kind)
    schema.pop("title", None)
    if not each.required and each.default is not None:
        schema["default"] = each.default
    return {"name": each.name, "in": each.place, "required": each.required, "schema": schema}


def _refusal(says: str) -> dict[str, Any]:
    return {"description": says, "content": {TYPE.decode(): {"schema": {"$ref": PLACE.format(name="Problem")}}}}
