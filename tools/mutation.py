"""Break the rules on purpose, one point at a time, and see whether a test notices.

    python -m tools.mutation              400 mutants, drawn by a seed, two at a time
    python -m tools.mutation --count 40 --under table --seed 7

Each mutant changes one operator, number, truth or statement of games, rules, reckoning or table. It is tried with the
tests that reach the changed line (told by coverage, in one run beforehand that is kept in .mutation), stopping at the
first failure. Survivors are listed; each is equivalent, or a test is still owed. What came of it: docs/mutation.md.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "actionroll"
KEPT = ROOT / ".mutation"
PACKAGES = ("games", "rules", "reckoning", "table")
QUICK_TESTS = "not slow and not alone"
FAR_FROM_RULES = ("page", "crash", "web", "files", "test_store*", "test_cli*", "test_serve*", "test_sweep*", "test_b*")
UNTRIED = [path for name in (*FAR_FROM_RULES, "test_packaging*", "test_docs*") for path in (ROOT / "tests").glob(name)]
"""What tests stores, doors and the page reaches the rules only on the way, and starts servers for it."""
MOST_TESTS = 150
"""So many tests are tried on one mutant, those that reach the fewest lines first: they know the line best."""
SECONDS = 400
"""A mutant that runs for longer hangs, which is noticed."""

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One point of one module, and what stands there instead."""

    path: Path
    line: int
    end: int
    says: str
    text: str
    """The whole module with the change in it."""

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.says}"


def mutant_at(path: Path, place: int) -> Mutant | None:
    """The change of one point of a module; its text is made from the syntax tree, so comments are gone from it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    node, field = _points(tree)[place]
    before = ast.unparse(node)
    _change(node, field)
    after = ast.unparse(node)
    if before == after:
        return None
    end = node.lineno if field == "body" else (node.end_lineno or node.lineno)
    return Mutant(path, node.lineno, end, f"{_short(before)}  ->  {_short(after)}", ast.unparse(tree))


def _points(tree: ast.Module) -> list[tuple[ast.expr | ast.stmt, str]]:
    """What can be changed, in the order of the text; words, types and defaults of arguments are left alone."""
    left_alone = set(_left_alone(tree))
    found: list[tuple[ast.expr | ast.stmt, str]] = []
    for node in ast.walk(tree):
        if node in left_alone:
            continue
        match node:
            case ast.Compare(ops=[operator]) if type(operator) in SWAPPED:
                found.append((node, "ops"))
            case ast.BinOp(op=operator) | ast.BoolOp(op=operator) if type(operator) in SWAPPED:
                found.append((node, "op"))
            case ast.UnaryOp(op=ast.Not()):
                found.append((node, "not"))
            case ast.Constant(value=bool() | int()):
                found.append((node, "value"))
            case ast.If() | ast.IfExp():
                found.append((node, "test"))
            case ast.Expr(value=ast.Call()):
                found.append((node, "call"))
            case _:
                pass
    return found


def _left_alone(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        for field in ("annotation", "returns"):
            if (typed := getattr(node, field, None)) is not None:
                yield from ast.walk(typed)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from ast.walk(node)
        if isinstance(node, ast.JoinedStr | ast.ImportFrom):
            yield from ast.walk(node)


def _change(node: ast.expr | ast.stmt, field: str) -> None:
    match node, field:
        case ast.Compare(), "ops":
            node.ops = [SWAPPED[type(node.ops[0])]()]  # type: ignore[list-item]
        case ast.BinOp() | ast.BoolOp(), "op":
            node.op = SWAPPED[type(node.op)]()  # type: ignore[assignment]
        case ast.UnaryOp(), "not":
            node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
        case ast.Constant(value=bool(truth)), _:
            node.value = not truth
        case ast.Constant(value=int(number)), _:
            node.value = number + 1
        case ast.If() | ast.IfExp(), "test":
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Expr(), "call":
            node.value = ast.Constant(None)
        case _:
            raise TypeError(node)
    ast.fix_missing_locations(node)


def _short(text: str) -> str:
    line = text.split("\n", maxsplit=1)[0]
    return line if len(line) <= 60 else f"{line[:57]}..."


def drawn(count: int, under: str, seed: int) -> list[Mutant]:
    """So many mutants, each module with a chance that grows with its length."""
    paths = [path for package in PACKAGES for path in sorted((SOURCE / package).rglob("*.py"))]
    chosen = [path for path in paths if f"/{under}" in str(path) and path.name != "face.py"]
    points = [(path, place) for path in chosen for place in range(len(_points(ast.parse(path.read_text("utf-8")))))]
    random.Random(seed).shuffle(points)
    mutants = (mutant_at(path, place) for path, place in points)
    return list(islice((mutant for mutant in mutants if mutant is not None), count))


def reached() -> dict[str, dict[int, set[str]]]:
    """By module and line, the test functions that run it."""
    from coverage import CoverageData

    KEPT.mkdir(exist_ok=True)
    (KEPT / ".gitignore").write_text("*\n")
    record = KEPT / "coverage"
    if not record.exists():
        print("Finding out which tests reach which line (some minutes)", file=sys.stderr)
        settings = KEPT / "settings"
        settings.write_text(f"[run]\nsource = {SOURCE}\ndynamic_context = test_function\ndata_file = {record}\n")
        words = ["-m", "coverage", "run", f"--rcfile={settings}", "-m", "pytest", "-q", "-m", QUICK_TESTS, "tests"]
        words += [f"--ignore={path}" for path in UNTRIED]
        subprocess.run([sys.executable, *words], cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
    found = CoverageData(str(record))
    found.read()
    return {
        name: {line: {each for each in tests if each} for line, tests in found.contexts_by_lineno(name).items()}
        for name in found.measured_files()
    }


def tests_for(mutant: Mutant, known: dict[str, dict[int, set[str]]]) -> list[str]:
    """The tests that reach the mutant's lines; for what runs only at import, those that reach its module at all."""
    lines = known.get(str(mutant.path), {})
    named = {test for line in range(mutant.line, mutant.end + 1) for test in lines.get(line, ())}
    named = named or {test for tests in lines.values() for test in tests}
    reaches = Counter(test for tests in lines.values() for test in tests)
    fewest_first = sorted(named, key=lambda test: (reaches[test], test))
    return list(dict.fromkeys(_node(test) for test in fewest_first))[:MOST_TESTS]


NEAR = {
    "games": ("test_claims.py", "test_{game}.py", "test_table_things.py", "test_table_undertakings.py", "test_laws.py"),
    "rules": ("test_things.py", "test_kinds.py", "test_claims.py", "test_table_undertakings.py", "test_futures.py"),
    "reckoning": ("test_claims.py", "test_library.py", "test_simulate.py", "test_batch.py", "test_laws.py"),
    "table": ("test_table_*.py", "test_true_world.py", "test_tables.py", "test_progress.py"),
}
"""For each package the tests that hold it, the quickest first; for a first look, where coverage takes too long."""


def tests_near(mutant: Mutant) -> list[str]:
    """The tests that hold the mutant's package; of a game, its own."""
    package, second = mutant.path.relative_to(SOURCE).parts[:2]
    names = [name.replace("{game}", second) for name in NEAR[package]]
    return [str(path.relative_to(ROOT)) for name in names for path in sorted((ROOT / "tests").glob(name))]


def _node(context: str) -> str:
    """`tests.web.test_play.test_x` as pytest names it."""
    module, _, function = context.rpartition(".")
    path = Path(*module.split("."))
    if (ROOT / path).with_suffix(".py").exists():
        return f"{path.with_suffix('.py')}::{function}"
    return f"{path.parent.with_suffix('.py')}::{path.name}::{function}"


def noticed(mutant: Mutant, tests: list[str]) -> bool:
    """Whether any of these tests fails with the mutant in place of the module."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "actionroll"
        shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / mutant.path.relative_to(SOURCE)).write_text(mutant.text, encoding="utf-8")
        words = ["-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", QUICK_TESTS, *tests]
        surroundings = {**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            run = subprocess.run(
                [sys.executable, *words], cwd=ROOT, env=surroundings, check=False, capture_output=True, timeout=SECONDS
            )
        except subprocess.TimeoutExpired:
            return True
        return run.returncode not in (0, 5)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--under", default="", help="only modules below this folder, as in games/starforged")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--near", action="store_true", help="the tests of the package, without asking coverage")
    parser.add_argument("--at-once", type=int, default=2)
    told = parser.parse_args()
    known = {} if told.near else reached()
    mutants = drawn(told.count, told.under, told.seed)
    survivors = []
    with ThreadPoolExecutor(told.at_once) as pool:
        verdicts = pool.map(
            lambda mutant: noticed(mutant, tests_near(mutant) if told.near else tests_for(mutant, known)), mutants
        )
        for place, (mutant, seen) in enumerate(zip(mutants, verdicts, strict=True), 1):
            if not seen:
                survivors.append(mutant)
                print(f"survived  {mutant}", flush=True)
            if place % 20 == 0:
                print(f"{place} of {len(mutants)} tried, {len(survivors)} survived", file=sys.stderr, flush=True)
    share = 1 - len(survivors) / len(mutants)
    print(f"{len(mutants) - len(survivors)} of {len(mutants)} noticed ({share:.1%})")
    return 0 if share >= 0.95 else 1


if __name__ == "__main__":
    sys.exit(main())
