"""Discord's own OpenAPI, reduced to what this program sends, and taken strictly: a field it does not name is wrong."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator

CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"


@cache
def _whole() -> Any:
    return _strict(json.loads((Path(__file__).parent / "specification.json").read_text()))


def _strict(part: Any) -> Any:
    if isinstance(part, list):
        return [_strict(each) for each in part]
    if not isinstance(part, dict):
        return part
    strict = {name: _strict(each) for name, each in part.items()}
    if isinstance(part.get("properties"), dict) and "additionalProperties" not in part:
        strict["additionalProperties"] = False
    return strict


@cache
def _validator(operation: str) -> Draft202012Validator:
    whole = _whole()
    return Draft202012Validator({**whole["operations"][operation], "components": whole["components"]})


def fault(operation: str, body: Any) -> str:
    """What Discord would not take; empty if it takes it all."""
    validator = _validator(operation)
    if validator.is_valid(body):
        return _beyond(body)
    found = next(validator.iter_errors(body))
    return f"{operation}: {found.instance_path}: {found.message[:500]}: {str(body)[:2000]}"


def _beyond(body: Any) -> str:
    """What the schema cannot say: how much a message may hold in all, and that names under it are unlike."""
    shown = body.get("data", body) if isinstance(body, dict) else {}
    if not isinstance(shown, dict) or "components" not in shown:
        return ""
    parts = list(_parts(shown["components"]))
    names = [each["custom_id"] for each in parts if "custom_id" in each]
    texts = sum(len(each["content"]) for each in parts if each["type"] == 10)
    if len(parts) > 40 or texts > 4000 or len(set(names)) < len(names):
        return f"{len(parts)} parts, {texts} letters, names {sorted(names)}"
    for each in parts:
        if each["type"] == 3 and len({one["value"] for one in each["options"]}) < len(each["options"]):
            return f"two options are alike: {each['options']}"
        if each["type"] == 3 and sum(one.get("default", False) for one in each["options"]) > each["max_values"]:
            return f"more is chosen than may be: {each}"
        if each["type"] == 2 and ("url" in each) == ("custom_id" in each):
            return f"a button does one thing: {each}"
    return ""


def _parts(components: list[Any]) -> Any:
    for each in components:
        yield each
        yield from _parts(each.get("components", []))
        if "component" in each:
            yield each["component"]
