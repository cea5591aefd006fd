"""Break the rules on purpose, one point at a time, and see whether a test notices.

    python -m tools.mutation              400 mutants, drawn by a seed
    python -m tools.mutation --skip 120   the same, from the 121st on
    python -m tools.mutation --count 40 --under table --seed 7

Each mutant changes one operator, number, truth or statement of games, rules, reckoning or table. It is tried with the
tests that reach the changed line (told by coverage, in one run beforehand that is kept in .mutation), stopping at the
first failure; tests that start a server or read the source are not among them. Before all, a mutant that changes
nothing has to pass everything. Survivors are listed; each is equivalent, or a test is owed. What came of it:
docs/mutation.md.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import resource
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from itertools import islice
from pathlib import Path
from types import CodeType
from typing import NoReturn

import hypothesis  # noqa: F401  loaded once, before all forks
import pytest
import yaml  # noqa: F401

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "actionroll"
KEPT = ROOT / ".mutation"
PACKAGES = ("games", "rules", "reckoning", "table")
QUICK_TESTS = "not slow and not alone"
FAR_FROM_RULES = (
    "page", "crash", "web", "files", "discord", "test_store*", "test_cli*", "test_serve*", "test_sweep*", "test_b*",
    "test_charts*", "test_pictures*", "test_hosting_guide*", "test_promises*", "test_packaging*",
)  # fmt: skip
READ_THE_SOURCE = ("test_rule_places*", "test_kinds*", "test_docs*", "test_house*", "test_layers*", "test_types*")
UNTRIED = [path for name in (*FAR_FROM_RULES, *READ_THE_SOURCE) for path in (ROOT / "tests").glob(name)]
"""What tests stores, doors and the page reaches the rules only on the way, and starts servers for it; what reads the
source sees no mutant."""
MOST_TESTS = 150
"""So many tests are tried on one mutant, those that reach the fewest lines first: they know the line best."""
LOADED = "ignore::pytest.PytestAssertRewriteWarning"
"""What is loaded before the fork is not looked into by pytest, and need not be."""
MEMORY = 4 * 2**30
SECONDS = 300
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
    """What can be changed, in the order of the text; words, types and decorators are left alone."""
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
        for decorator in getattr(node, "decorator_list", ()):  # that a value is frozen, how much is remembered
            yield from ast.walk(decorator)


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
    return list(dict.fromkeys(_node(test) for test in fewest_first if _is_tried(_node(test))))[:MOST_TESTS]


def every_test(known: dict[str, dict[int, set[str]]]) -> list[str]:
    """All that any mutant is tried with."""
    named = {test for lines in known.values() for tests in lines.values() for test in tests}
    return sorted({node for node in map(_node, named) if _is_tried(node)})


def _is_tried(node: str) -> bool:
    return ROOT / node.split("::", maxsplit=1)[0] not in UNTRIED


def unchanged() -> Mutant:
    """A mutant that changes nothing."""
    path = SOURCE / "rules" / "steps.py"
    return Mutant(path, 1, 1, "nothing", path.read_text(encoding="utf-8"))


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
    """Whether any of these tests fails with the mutant in place of the module: in a process of its own, forked from
    this one, which has loaded what all tests need and nothing of the program."""
    child = os.fork()
    if child == 0:
        _try_in_silence(mutant, tests)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) not in (0, 5)


def _try_in_silence(mutant: Mutant, tests: list[str]) -> NoReturn:
    signal.alarm(SECONDS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(silence, stream)
    _put_in_place(mutant)
    os._exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-W", LOADED, "-m", QUICK_TESTS, *tests]))


def _put_in_place(mutant: Mutant) -> None:
    """Whoever imports the module gets the mutant; no file is touched."""
    as_written = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        if Path(loader.path) == mutant.path:
            return compile(mutant.text, loader.path, "exec", dont_inherit=True)
        return as_written(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--under", default="", help="only modules below this folder, as in games/starforged")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--near", action="store_true", help="the tests of the package, without asking coverage")
    parser.add_argument("--skip", type=int, default=0, help="so many of them were tried before")
    told = parser.parse_args()
    known = {} if told.near else reached()
    if known and noticed(unchanged(), every_test(known)):
        print("A test fails with nothing changed; mend that first.", file=sys.stderr)
        return 2
    mutants = drawn(told.count, told.under, told.seed)[told.skip :]
    survivors = []
    for place, mutant in enumerate(mutants, told.skip + 1):
        seen = noticed(mutant, tests_near(mutant) if told.near else tests_for(mutant, known))
        print(f"{place}  {'noticed' if seen else 'survived'}  {mutant}", flush=True)
        survivors += [] if seen else [mutant]
    share = 1 - len(survivors) / len(mutants)
    print(f"{len(mutants) - len(survivors)} of {len(mutants)} noticed ({share:.1%})")
    return 0 if share >= 0.95 else 1


if __name__ == "__main__":
    sys.exit(main())
