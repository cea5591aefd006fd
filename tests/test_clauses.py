"""Every clause of the five texts is held by something that exists, and its page is current."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import Any

import pytest
from tools.clauses import PAGE, ROOT, clauses_of, page

from actionroll.games import BUILT_IN, game
from tests.claimed import claims_of, rules_of
from tests.played_clause import Scene

CLAUSES = [(name, clause) for name in BUILT_IN for clause in clauses_of(name)]
PLAYED = [(name, clause) for name, clause in CLAUSES if "table" in clause]


def named(clauses: list[tuple[str, dict[str, Any]]]) -> list[str]:
    return [f"{name}: {each['says'][:60]}" for name, each in clauses]


@lru_cache
def functions(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


@lru_cache
def claimed(name: str) -> set[str]:
    return {rule for claim in claims_of(name) for rule in rules_of(claim)}


def exists(test: str) -> bool:
    path, _, function = test.partition("::")
    return (ROOT / path).is_file() and function in functions(path)


@pytest.mark.parametrize(("name", "clause"), CLAUSES, ids=named(CLAUSES))
def test_is_held(name: str, clause: dict[str, Any]) -> None:
    rules, tests = clause.get("rules", []), clause.get("tests", [])
    assert set(rules) <= set(game(name).rules)
    assert [test for test in tests if not exists(test)] == []
    assert set(rules) & {*claimed(name), *game(name).advice}, "no claim holds this clause"
    assert tests or clause.get("table"), "no table holds this clause"


@pytest.mark.parametrize(("name", "clause"), PLAYED, ids=named(PLAYED))
def test_is_played_at_a_table(name: str, clause: dict[str, Any]) -> None:
    scene = Scene(name, clause)
    for step in clause["table"]:
        scene.take(step)


def test_a_test_that_is_gone_is_seen() -> None:
    assert exists("tests/test_clauses.py::test_is_held")
    assert not exists("tests/test_clauses.py::test_is_gone")
    assert not exists("tests/test_gone.py::test_is_held")


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make docs`"
