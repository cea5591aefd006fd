"""The house: how many rooms it has, how large they are, and that each word and each rule stands in one place.

`AIM` is where the house wants to be, `NOW` where it is while it is rebuilt: each number of `NOW` may only go down, and
a number that has reached its aim leaves the table.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from actionroll.games import BUILT_IN, game

SOURCE = Path(__file__).parent.parent / "src" / "actionroll"
LONGEST_MODULE = 400
LONGEST_FUNCTION = 40
LEAST_MEDIAN = 100
MOST_IMPORTS = 0.06
FORBIDDEN = {"utils", "helpers", "common", "base", "manager", "handler", "data", "info", "process"}
SPEED = {"lru_cache", "cache", "law", "laws"}

AIM = {
    "modules": 150,
    "lines missing to a median of 100": 0,
    "imports over 6 %, in lines": 0,
    "modules over 400 lines": 0,
    "functions over 40 lines": 0,
    "module names that stand twice": 0,
    "forbidden names": 0,
    "speed code in games": 0,
    "rules that stand in several places": 0,
}
NOW: dict[str, int] = {}


@cache
def modules() -> dict[Path, str]:
    return {path.relative_to(SOURCE): path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py"))}


@cache
def tree_of(module: Path) -> ast.Module:
    return ast.parse(modules()[module])


def lines_of(module: Path) -> int:
    return modules()[module].count("\n")


def import_lines(module: Path) -> int:
    nodes = (node for node in ast.walk(tree_of(module)) if isinstance(node, ast.Import | ast.ImportFrom))
    return sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in nodes)


def functions() -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for module in modules():
        for node in ast.walk(tree_of(module)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node


def named_twice() -> set[str]:
    """Outside the games' folders and the commands': modules there are found by their game or command."""
    rooms = [module.stem for module in modules() if module.parts[0] not in ("games", "cli")]
    return {name for name, many in Counter(rooms).items() if many > 1 and name not in ("__init__", "__main__")}


def forbidden_names() -> set[str]:
    parts = {part for module in modules() for part in module.with_suffix("").parts}
    return {name for name in parts if FORBIDDEN & set(name.split("_"))}


def speed_code() -> list[str]:
    """Decorators and keywords that exist only to be fast, and modules of closed forms."""
    found = []
    for module in modules():
        if module.parts[0] != "games" or len(module.parts) < 3:
            continue
        names = [node.id for node in ast.walk(tree_of(module)) if isinstance(node, ast.Name)]
        names += [node.arg or "" for node in ast.walk(tree_of(module)) if isinstance(node, ast.keyword)]
        found += [f"{module}: {name}" for name in [*names, module.stem] if name in SPEED]
    return found


def ids_in(text: str) -> set[str]:
    """The rules that a docstring names; `IW-13 to IW-15` names three."""
    found = set(re.findall(r"\b[A-Z]{2,3}-A?\d+\b", text))
    for prefix, first, last in re.findall(r"\b([A-Z]{2,3}-A?)(\d+) to \1(\d+)\b", text):
        found |= {f"{prefix}{number:0{len(first)}}" for number in range(int(first), int(last) + 1)}
    return found


def places_of(game_id: str) -> dict[str, list[str]]:
    """Where each rule is implemented: the functions and classes whose docstrings carry its id, beside its statement."""
    found: dict[str, list[str]] = {rule: [] for rule in game(game_id).rules}
    for module in modules():
        if module.parts[:2] != ("games", BUILT_IN[game_id]):
            continue
        for node in tree_of(module).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for rule in ids_in(ast.get_docstring(node) or ""):
                    found.get(rule, []).append(f"{module}:{node.name}")
    return found


def standing_in_several_places() -> dict[str, list[str]]:
    return {rule: places for each in BUILT_IN for rule, places in places_of(each).items() if len(places) > 1}


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
        "forbidden names": len(forbidden_names()),
        "speed code in games": len(speed_code()),
        "rules that stand in several places": len(standing_in_several_places()),
    }


@pytest.mark.parametrize("what", AIM)
def test_the_house_keeps_its_limits(what: str) -> None:
    found = {
        "module names that stand twice": named_twice,
        "forbidden names": forbidden_names,
        "speed code in games": speed_code,
        "rules that stand in several places": standing_in_several_places,
    }
    most = max(AIM[what], NOW.get(what, 0))
    assert measured()[what] <= most, found.get(what, lambda: "")()


def test_what_has_reached_its_aim_is_no_exception_any_more() -> None:
    reached = {what for what, most in NOW.items() if most <= AIM[what]}
    assert not reached
