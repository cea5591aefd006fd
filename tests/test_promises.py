"""docs/promises.md is what tests/promises.yaml says, and every test it names exists."""

import ast
from pathlib import Path

from tools.promises import PAGE, page, parts

TESTS = Path(__file__).parent
PROMISES = [promise for part in parts() for promise in part["promises"]]


def test_the_page_is_written_from_the_list() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run make docs"


def test_every_test_that_holds_a_promise_exists() -> None:
    named = {each for promise in PROMISES for each in promise["held"]}
    modules = {each.partition("::")[0] for each in named}
    found = {f"{module}::{test}" for module in modules for test in named_in(TESTS / module)}
    assert named <= found, sorted(named - found)


def named_in(module: Path) -> set[str]:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    return {each.name for each in tree.body if isinstance(each, ast.FunctionDef) and each.name.startswith("test_")}


def test_every_promise_is_held_and_named_once() -> None:
    ids = [promise["id"] for promise in PROMISES]
    assert len(ids) == len(set(ids))
    assert all(promise["held"] and promise["says"].endswith(".") for promise in PROMISES)
