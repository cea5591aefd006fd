"""Write what the requests declare into docs/http-api.md and docs/who-may-do-what.md (`make docs`).

What stands between the two marks of a page is made from the declarations; all else there is written by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from actionroll.table import REQUESTS
from actionroll.table.log import KINDS
from actionroll.table.requests import Field, Request

DOCS = Path(__file__).parent.parent / "docs"
BEGINS = "<!-- from the declarations: `make docs` writes what follows -->\n"
ENDS = "<!-- to here -->\n"


def operations() -> str:
    """Each request with its body, who may ask it, and what takes it back."""
    rows = "".join(_operation(each) for each in REQUESTS.values())
    return f"| operation | what it does | body | who may | taken back by |\n|---|---|---|---|---|\n{rows}"


def _operation(request: Request) -> str:
    body = "; ".join(_field(each) for each in request.fields) or "nothing"
    may = "; ".join(f"{use}: {who.says}" if use else who.says for use, who in request.who.items())
    undo = f"`{request.undo}`" if request.undo in REQUESTS else request.undo
    return f"| `{request.path}` | {' '.join(request.says.split())} | {body} | {may} | {undo} |\n"


def _field(field: Field) -> str:
    must = ", required" if field.required else ""
    return f"`{field.name}` ({field.type}{must}): {field.says.rstrip('.').replace('|', '/')}"


def entries() -> str:
    """Each kind of entry with its fields; `kind` and `by` stand in all of them."""
    rows = "".join(
        f"| `{kind}` | {', '.join(f'`{name}`' for name, _ in made.written if name != 'by') or 'nothing'} |\n"
        for kind, made in KINDS.items()
    )
    return f"| kind | fields besides |\n|---|---|\n{rows}"


def rights() -> str:
    """A row for each use of each request; whoever has no seat here is out."""
    rows = "".join(row for each in REQUESTS.values() for row in _rights(each))
    roles = "gm | player | other | onlooker | revoked | elsewhere | nobody"
    return f"| operation | {roles} |\n{'|---' * 8}|\n{rows}"


def _rights(request: Request) -> Iterator[str]:
    for use, who in request.who.items():
        may = " | ".join("yes" if each else "no" for each in (who.gm, who.player, who.other, who.onlooker))
        yield f"| {request.name}{f' ({use})' if use else ''} | {may} | out | out | out |\n"


MADE: dict[str, tuple[Callable[[], str], ...]] = {
    "http-api.md": (operations, entries),
    "who-may-do-what.md": (rights,),
}


def page(name: str) -> str:
    """The page with what is made in place of what stands between its marks."""
    before, *parts = (DOCS / name).read_text(encoding="utf-8").split(BEGINS)
    after = [part.partition(ENDS)[2] for part in parts]
    made = (f"{BEGINS}\n{each()}\n{ENDS}{text}" for each, text in zip(MADE[name], after, strict=True))
    return before + "".join(made)


if __name__ == "__main__":
    for each in MADE:
        (DOCS / each).write_text(page(each), encoding="utf-8")
