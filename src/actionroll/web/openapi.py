"""The OpenAPI document: what every endpoint takes and gives, derived from its declaration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from actionroll import __version__
from actionroll.web.call import LONGEST_KEY, SHORTEST_KEY
from actionroll.web.endpoints import JSON, Endpoint, Input
from actionroll.web.problems import TYPE

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
