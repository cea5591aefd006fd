"""Every rule id leads to one place that implements it, beside its sentence; a ruling is read where its rule is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from actionroll.games import game
from actionroll.rules.inputs import rulings_of

GAMES = ("illuminated-worlds", "in-the-dark", "true-world")
TOLD = {"statements.py", "rulings.py"}
"""Where sentences of rules stand, and where switches are declared."""


def definitions(path: Path) -> Iterator[tuple[str, str]]:
    """The name and text of each function, class and value at the top of a module, with the words under it."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    body = ast.parse(text).body
    for place, node in enumerate(body):
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])
        said = "\n".join(lines[first - 1 : node.end_lineno])
        if isinstance(node, ast.Expr):  # words under a value belong to it
            continue
        after = body[place + 1] if place + 1 < len(body) else None
        if isinstance(after, ast.Expr) and isinstance(node, ast.Assign | ast.AnnAssign):
            said += "\n".join(lines[after.lineno - 1 : after.end_lineno])
        yield f"{path.name}:{node.lineno}", said


def places(name: str) -> dict[str, list[str]]:
    folder = Path(str(import_module(game(name).moves[0].start.__module__).__file__)).parent
    found: dict[str, list[str]] = {}
    for path in sorted(folder.glob("*.py")):
        for place, said in definitions(path) if path.name not in TOLD else ():
            for rule in sorted(set(re.findall(r"\b[A-Z]+-[A-Z]?\d+\b", said))):
                found.setdefault(rule, []).append(place)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_leads_to_one_place(name: str) -> None:
    played = game(name)
    found = places(name)
    switches = {each.rule for each in rulings_of(played.rulings).values()}
    several = {rule: where for rule, where in found.items() if len(where) > 1}
    missing = (set(played.rules) | switches) - set(found) - set(played.advice)
    assert (several, sorted(missing)) == ({}, [])
