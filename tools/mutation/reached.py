"""Which tests are tried on a mutant: those that reach its line."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from coverage import Coverage, CoverageData
from tools.mutation.mutants import ROOT, SOURCE, Mutant

KEPT = ROOT / ".mutation"
QUICK_TESTS = "not slow and not alone"
FAR_FROM_RULES = (
    "page", "crash", "web", "files", "discord", "test_store*", "test_cli*", "test_serve*", "test_sweep*", "test_b*",
    "test_charts*", "test_hosting_guide*", "test_promises*", "test_packaging*",
)  # fmt: skip
READ_THE_SOURCE = ("test_rule_places*", "test_docs*", "test_house*", "test_layers*", "test_types*")
UNTRIED = [path for name in (*FAR_FROM_RULES, *READ_THE_SOURCE) for path in (ROOT / "tests").glob(name)]
"""What tests stores, doors and the page reaches the rules only on the way, and starts servers for it; what reads the
source sees no mutant."""
TRIED = ["-m", QUICK_TESTS, "tests", *(f"--ignore={path}" for path in UNTRIED)]
READ_BY = {
    "claims": "test_claims.py",
    "clauses": "test_clauses.py",
    "golden/rolls": "test_declared.py",
    "golden/evenings": "test_evenings.py",
}
"""Folders whose files are read by a test, which reaches other lines once they change."""
OF_DECLARATIONS = "tests/test_declared.py"
"""It looks at everything that games declare, and at what comes of it."""
MOST_TESTS = 150
"""So many tests are tried on one mutant, in turn one that reaches few lines, which knows this one best, and one that
reaches many, which looks at everything that comes of it."""
AT_IMPORT, BETWEEN = "", "between tests"
"""What coverage calls the time before any test, and what it is told after each of them."""


Place = tuple[str, str]
"""A function's name, empty outside of all, and a line in it as it is written: it stays when others move."""


class Reached:
    """By place, the test functions that run it; asked of coverage once, and kept. Tests that changed are asked anew."""

    def __init__(self) -> None:
        KEPT.mkdir(exist_ok=True)
        (KEPT / ".gitignore").write_text("*\n")
        self.record = KEPT / "reached"
        self.places: dict[Place, set[str]] = {}
        if self.record.exists():
            told = json.loads(self.record.read_text(encoding="utf-8"))
            self.places = {
                (function, line): {told["tests"][test] for test in tests} for function, line, tests in told["places"]
            }
        self._ask_of_changed()
        self.reaches = Counter(test for tests in self.places.values() for test in tests)

    def _ask_of_changed(self) -> None:
        """Files of tests that were written or changed since; at first all of them."""
        known, changed = self.record.exists(), self._changed()
        if known and not changed:
            return
        print("Finding out which tests reach which line (some minutes)", file=sys.stderr)
        settings, measured = KEPT / "settings", KEPT / "coverage"
        settings.write_text(f"[run]\nsource = {SOURCE}\ndata_file = {measured}\n")
        words = ["-m", "coverage", "run", f"--rcfile={settings}", "-m", "pytest", "-q", "-p", __name__]
        asked = [*TRIED[:2], *map(str, changed)] if known else TRIED
        subprocess.run([sys.executable, *words, *asked], cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
        forgotten = tuple(f"tests/{path.name}::" for path in changed)
        for tests in self.places.values():
            tests -= {test for test in tests if test.startswith(forgotten)}
        for place, found in _by_place(measured).items():
            self.places.setdefault(place, set()).update(found)
        self._keep()

    def _keep(self) -> None:
        """Each test stands in many places: there by its number."""
        tests = sorted({test for found in self.places.values() for test in found})
        numbers = {test: number for number, test in enumerate(tests)}
        places = [(*place, sorted(numbers[test] for test in found)) for place, found in self.places.items()]
        self.record.write_text(json.dumps({"tests": tests, "places": places}), encoding="utf-8")

    def _changed(self) -> list[Path]:
        since = self.record.stat().st_mtime if self.record.exists() else 0.0
        files = [path for path in sorted((ROOT / "tests").glob("test_*.py")) if path not in UNTRIED]
        told = [path for name in READ_BY for path in (ROOT / "tests" / name).iterdir() if path.stat().st_mtime > since]
        asked = {ROOT / "tests" / READ_BY[str(path.parent.relative_to(ROOT / "tests"))] for path in told}
        return [path for path in files if path in asked or path.stat().st_mtime > since]

    def at_import(self, mutant: Mutant) -> bool:
        """Whether the line runs before any test."""
        return any(AT_IMPORT in self.places.get(place, ()) for place in _places_of(mutant))

    def tests_for(self, mutant: Mutant) -> list[str]:
        """The tests that reach its lines; where they are new or run only at import, those that reach its function.

        What is declared at import is looked at by tests of all declarations, and by those that import its module.
        """
        named = {test for place in _places_of(mutant) for test in self.places.get(place, ()) if test}
        if not named:
            functions = {function for function, _ in _places_of(mutant)}
            named = {test for (name, _), tests in self.places.items() if name in functions for test in tests if test}
        fewest_first = sorted(named, key=lambda test: (self.reaches[test], test))
        in_turn = [test for pair in zip(fewest_first, reversed(fewest_first), strict=True) for test in pair]
        in_tests = any(self.places.get(place, set()) - {AT_IMPORT, BETWEEN} for place in _places_of(mutant))
        looks = [OF_DECLARATIONS, *_importing(mutant)] if self.at_import(mutant) or not in_tests else []
        return list(dict.fromkeys(filter(_is_tried, [*looks, *in_turn])))[:MOST_TESTS]


def _by_place(measured: Path) -> dict[Place, set[str]]:
    """What coverage found, by place."""
    found = CoverageData(str(measured))
    found.read()
    places: dict[Place, set[str]] = {}
    for name in found.measured_files():
        written = written_places(Path(name))
        for line, tests in found.contexts_by_lineno(name).items():
            places.setdefault(written[line - 1], set()).update(tests)
    return places


@cache
def written_places(path: Path) -> list[Place]:
    """Where each line of a module stands."""
    written = path.read_text(encoding="utf-8")
    functions = [""] * (written.count("\n") + 1)
    for node in ast.walk(ast.parse(written)):  # outer functions come first
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            end = node.end_lineno or node.lineno
            functions[node.lineno - 1 : end] = [node.name] * (end - node.lineno + 1)
    return list(zip(functions, (line.strip() for line in written.splitlines()), strict=False))


def _places_of(mutant: Mutant) -> list[Place]:
    return written_places(mutant.path)[mutant.line - 1 : mutant.end]


def _importing(mutant: Mutant) -> list[str]:
    """The files of tests that import the module of a mutant."""
    module = "actionroll." + ".".join(mutant.path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    imports = re.compile(rf"^from {re.escape(module)} import|^import {re.escape(module)}$", re.MULTILINE)
    return [f"tests/{name}" for name, written in _test_files().items() if imports.search(written)]


@cache
def _test_files() -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests").glob("test_*.py"))}


def _is_tried(test: str) -> bool:
    path = ROOT / test.split("::", maxsplit=1)[0]
    return path.exists() and path not in UNTRIED


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """As a plugin of the run that is measured: whatever runs now is reached by this test."""
    measuring = Coverage.current()
    if measuring is not None:
        measuring.switch_context(item.nodeid.split("[", maxsplit=1)[0])
    yield
    if measuring is not None:
        measuring.switch_context(BETWEEN)
