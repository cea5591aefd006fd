"""The house: how many rooms it has, how large they are, and that each word stands in one place.

That each rule of a game does is held by `tests/test_rule_places.py`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "actionroll"
LONGEST_MODULE = 400
LONGEST_FUNCTION = 40
LEAST_MEDIAN = 100
MOST_IMPORTS = 0.06
FORBIDDEN = {"utils", "helpers", "common", "base", "manager", "handler", "data", "info", "process"}
SPEED = {"lru_cache", "cache", "cached_property", "law", "laws"}

MOST = {
    "modules": 150,
    "lines missing to a median of 100": 0,
    "imports over 6 %, in lines": 0,
    "modules over 400 lines": 0,
    "functions over 40 lines": 0,
    "module names that stand twice": 0,
    "class names that stand twice": 0,
    "forbidden names": 0,
    "speed code in games": 0,
}


@cache
def modules() -> dict[Path, str]:
    return {path.relative_to(SOURCE): path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py"))}


@cache
def nodes_of(module: Path) -> tuple[ast.AST, ...]:
    """All nodes of a module, found once: each limit looks through them."""
    return tuple(ast.walk(ast.parse(modules()[module])))


def lines_of(module: Path) -> int:
    return modules()[module].count("\n")


def import_lines(module: Path) -> int:
    nodes = (node for node in nodes_of(module) if isinstance(node, ast.Import | ast.ImportFrom))
    return sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in nodes)


def functions() -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for module in modules():
        for node in nodes_of(module):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node


def named_twice() -> set[str]:
    """Outside the games' folders and the commands': modules there are found by their game or command."""
    rooms = [module.stem for module in modules() if module.parts[0] not in ("games", "cli")]
    return {name for name, many in Counter(rooms).items() if many > 1 and name not in ("__init__", "__main__")}


ONE_THING = {
    "Json": "a JSON object, wherever it is named: doors that load nothing of a table name it themselves",
}


def classes_named_twice() -> dict[str, list[str]]:
    """Classes and names of types, those of a module alone left out; the commands' words are of the command line."""
    found: dict[str, list[str]] = {}
    for module in modules():
        if module.parts[0] in ("games", "cli"):
            continue
        for node in nodes_of(module):
            name = node.name if isinstance(node, ast.ClassDef) else _type_named(node)
            if name and not name.startswith("_") and name not in ONE_THING:
                found.setdefault(name, []).append(f"{module}:{node.lineno}")  # type: ignore[attr-defined]
    return {name: places for name, places in found.items() if len(places) > 1}


def _type_named(node: ast.AST) -> str:
    is_alias = isinstance(node, ast.AnnAssign) and isinstance(node.annotation, ast.Name)
    return node.target.id if is_alias and node.annotation.id == "TypeAlias" else ""  # type: ignore[attr-defined]


def forbidden_names() -> set[str]:
    parts = {part for module in modules() for part in module.with_suffix("").parts}
    return {name for name in parts if FORBIDDEN & set(name.split("_"))}


def speed_code() -> list[str]:
    """Decorators and keywords that exist only to be fast, and modules of closed forms."""
    found = []
    for module in modules():
        if module.parts[0] != "games" or len(module.parts) < 3:
            continue
        names = [node.id for node in nodes_of(module) if isinstance(node, ast.Name)]
        names += [node.attr for node in nodes_of(module) if isinstance(node, ast.Attribute)]
        names += [node.arg or "" for node in nodes_of(module) if isinstance(node, ast.keyword)]
        found += [f"{module}: {name}" for name in [*names, module.stem] if name in SPEED]
    return found


@cache
def measured() -> dict[str, int]:
    lines = {module: lines_of(module) for module in modules()}
    total = sum(lines.values())
    return {
        "modules": len(lines),
        "lines missing to a median of 100": max(0, LEAST_MEDIAN - int(median(lines.values()))),
        "imports over 6 %, in lines": max(0, sum(map(import_lines, lines)) - int(total * MOST_IMPORTS)),
        "modules over 400 lines": sum(many > LONGEST_MODULE for many in lines.values()),
        "functions over 40 lines": sum(
            (each.end_lineno or 0) - each.lineno >= LONGEST_FUNCTION for each in functions()
        ),
        "module names that stand twice": len(named_twice()),
        "class names that stand twice": len(classes_named_twice()),
        "forbidden names": len(forbidden_names()),
        "speed code in games": len(speed_code()),
    }


@pytest.mark.parametrize("what", MOST)
def test_the_house_keeps_its_limits(what: str) -> None:
    found = {
        "module names that stand twice": named_twice,
        "class names that stand twice": classes_named_twice,
        "forbidden names": forbidden_names,
        "speed code in games": speed_code,
    }
    assert measured()[what] <= MOST[what], found.get(what, lambda: "")()
