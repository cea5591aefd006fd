"""Types of what the page sends and hears, for the checker of its scripts, from what the table declares."""

import sys
from pathlib import Path
from typing import Any

from actionroll.table import REQUESTS
from actionroll.table.log import KINDS

PLACE = Path(__file__).parents[1] / "src/actionroll/web/static/wire.d.ts"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
HEAD = """// What the page sends to a table and hears of it, written by `make docs` from the requests and facts that the
// table declares; the page itself never loads this.
"""


def written() -> str:
    """The whole file."""
    bodies = {request.path: request.schema() for request in REQUESTS.values()}
    requests = "".join(f"    {_name(path)}: {_object(bodies[path])};\n" for path in sorted(bodies))
    kinds = "".join(f'    | "{kind}"\n' for kind in sorted(KINDS)).rstrip("\n")
    return f"{HEAD}\ninterface RequestBodies {{\n{requests}}}\n\ntype FactKind =\n{kinds};\n"


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
