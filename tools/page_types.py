"""Types of what the page sends and hears, for the checker of its scripts, from what the table declares."""

import sys
from collections.abc import Mapping
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from actionroll.rules import face
from actionroll.rules.steps import Way
from actionroll.table import REQUESTS
from actionroll.table.campaign import Clock, Evening, Undertaking
from actionroll.table.log import KINDS
from actionroll.table.state import Seat

PLACE = Path(__file__).parents[1] / "src/actionroll/web/static/wire.d.ts"
TOLD = {str: "string", int: "number", bool: "boolean", NoneType: "null", Any: "any"}
TOLD[face.Palette] = "Record<string, string>"  # colours, read by their names
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
HEAD = """// What the page sends to a table and hears of it, written by `make docs` from the requests, entries and
// shapes that Python declares; the page itself never loads this.
"""
SHOWN = (face.Face, Way, Clock, Undertaking, Evening, Seat)
"""What is sent field by field as it is declared, with all that stands in it; an id is called as what it is of."""


def written() -> str:
    """The whole file."""
    bodies = {request.path: request.schema() for request in REQUESTS.values()}
    requests = "".join(f"    {_name(path)}: {_object(bodies[path])};\n" for path in sorted(bodies))
    kinds = "".join(f'    | "{kind}"\n' for kind in sorted(KINDS)).rstrip("\n")
    shapes = "\n\n".join(f"interface {name} {{\n{fields}}}" for name, fields in _shapes().items())
    return f"{HEAD}\ninterface RequestBodies {{\n{requests}}}\n\ntype EntryKind =\n{kinds};\n\n{shapes}\n"


def _shapes() -> dict[str, str]:
    """The fields of each shape, by its name."""
    found: dict[str, str] = {}
    waiting: list[type] = [*SHOWN]
    while waiting:
        shape = waiting.pop(0)
        hints = get_type_hints(shape)
        called = {"id": shape.__name__.lower()}
        lines = [f"    {called.get(name, name)}: {_told(hint, waiting)};\n" for name, hint in hints.items()]
        found.setdefault(shape.__name__, "".join(lines))
    return found


def _told(hint: Any, waiting: list[type]) -> str:
    """A type of Python as JSON shows it; a shape is told by its name, and waits to be told itself."""
    inside = [_told(each, waiting) for each in get_args(hint) if not isinstance(each, str) and each is not Ellipsis]
    if get_origin(hint) is Literal:
        return " | ".join(f'"{each}"' for each in get_args(hint))
    if get_origin(hint) is tuple:
        return f"{inside[0]}[]" if Ellipsis in get_args(hint) else f"[{', '.join(inside)}]"
    if get_origin(hint) is Mapping:
        return f"Record<string, {inside[1]}>"
    if inside:
        return " | ".join(inside)
    if hint in TOLD:
        return TOLD[hint]
    waiting.append(hint)
    return str(hint.__name__)


def _name(path: str) -> str:
    return path if path.isidentifier() else f'"{path}"'


def _object(schema: dict[str, Any]) -> str:
    required = schema.get("required", ())
    fields = schema.get("properties", {}).items()
    lines = [f"        {name}{'' if name in required else '?'}: {_type(each)};\n" for name, each in fields]
    return f"{{\n{''.join(lines)}    }}" if lines else "Record<string, never>"


def _type(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(each) for each in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(f'"{each}"' for each in schema["enum"])
    if schema.get("type") == "array":
        return f"{_type(schema['items'])}[]" if "items" in schema else "any[]"
    if schema.get("type") == "object":
        inside = schema.get("additionalProperties")
        return f"Record<string, {_type(inside) if isinstance(inside, dict) else 'any'}>"
    return PLAIN.get(schema.get("type", ""), "any")


if __name__ == "__main__":
    PLACE.write_text(written())
    sys.exit(0)
