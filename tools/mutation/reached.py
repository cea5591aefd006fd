"""Which tests are tried on a mutant: those that reach its line."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

from coverage import CoverageData
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
MOST_TESTS = 150
"""So many tests are tried on one mutant, those that reach the fewest lines first: they know the line best."""
AT_IMPORT = ""
"""What coverage calls the time before any test."""


class Reached:
    """By module and line, the test functions that run it; asked once of coverage, and kept."""

    def __init__(self) -> None:
        KEPT.mkdir(exist_ok=True)
        (KEPT / ".gitignore").write_text("*\n")
        self.record = KEPT / "coverage"
        if not self.record.exists():
            self._ask()
        found = CoverageData(str(self.record))
        found.read()
        self.lines: dict[str, dict[int, list[str]]] = {
            name.rpartition("/actionroll/")[2]: found.contexts_by_lineno(name) for name in found.measured_files()
        }

    def _ask(self) -> None:
        print("Finding out which tests reach which line (some minutes)", file=sys.stderr)
        settings = KEPT / "settings"
        settings.write_text(f"[run]\nsource = {SOURCE}\ndynamic_context = test_function\ndata_file = {self.record}\n")
        words = ["-m", "coverage", "run", f"--rcfile={settings}", "-m", "pytest", "-q", *TRIED]
        subprocess.run([sys.executable, *words], cwd=ROOT, check=False, stdout=subprocess.DEVNULL)

    def at_import(self, mutant: Mutant) -> bool:
        """Whether the line runs before any test."""
        lines = self.lines.get(mutant.module, {})
        return any(AT_IMPORT in lines.get(line, ()) for line in range(mutant.line, mutant.end + 1))

    def tests_for(self, mutant: Mutant) -> list[str]:
        """The tests that reach its lines; for what runs only at import, those that reach its module at all."""
        lines = self.lines.get(mutant.module, {})
        named = {test for line in range(mutant.line, mutant.end + 1) for test in lines.get(line, ()) if test}
        named = named or {test for tests in lines.values() for test in tests if test}
        reaches = Counter(test for tests in lines.values() for test in tests)
        fewest_first = sorted(named, key=lambda test: (reaches[test], test))
        return list(dict.fromkeys(filter(_is_tried, map(_node, fewest_first))))[:MOST_TESTS]

    def tests_since(self) -> list[str]:
        """Files of tests that were written or changed since coverage was asked."""
        since = self.record.stat().st_mtime
        files = [path for path in sorted((ROOT / "tests").glob("test_*.py")) if path not in UNTRIED]
        changed = [path for path in files if path.stat().st_mtime > since]
        told = [path for path in (ROOT / "tests").glob("cla*/*.yaml") if path.stat().st_mtime > since]
        changed += [ROOT / "tests" / f"test_{path.parent.name}.py" for path in told]
        return [str(path.relative_to(ROOT)) for path in dict.fromkeys(changed)]


def _is_tried(node: str) -> bool:
    path = ROOT / node.split("::", maxsplit=1)[0]
    return path.exists() and path not in UNTRIED


def _node(context: str) -> str:
    """`tests.web.test_play.test_x` as pytest names it."""
    module, _, function = context.rpartition(".")
    path = Path(*module.split("."))
    if (ROOT / path).with_suffix(".py").exists():
        return f"{path.with_suffix('.py')}::{function}"
    return f"{path.parent.with_suffix('.py')}::{path.name}::{function}"
