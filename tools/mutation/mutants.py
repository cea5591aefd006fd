"""Mutants: one point of one module, changed."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "actionroll"
PACKAGES = ("games", "rules", "reckoning", "table")

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


Key = tuple[str, str, int, str]
"""Module, line as it is written, column and change: what tells mutants apart."""


@dataclass(frozen=True)
class Mutant:
    """One point of one module, and what stands there instead."""

    path: Path
    line: int
    column: int
    end: int
    at: str
    """The line as it is written; it stays when others come before it."""
    says: str
    tree: ast.Module
    """The whole module with the change in it."""

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.says}"

    @property
    def module(self) -> str:
        return str(self.path.relative_to(SOURCE))

    @property
    def key(self) -> Key:
        return self.module, self.at, self.column, self.says

    @cached_property
    def code(self) -> CodeType:
        """The changed module, with the lines where they were."""
        return compile(self.tree, str(self.path), "exec", dont_inherit=True)

    def changed_functions(self) -> dict[tuple[str, int], CodeType] | None:
        """The functions that differ, by name and first line; None where something differs that runs at import."""
        written = compile(self.path.read_text(encoding="utf-8"), str(self.path), "exec", dont_inherit=True)
        before = dict(_blocks(written))
        after = dict(_blocks(self.code))
        if before.keys() != after.keys():
            return None
        differ = {key for key in after if _own(before[key]) != _own(after[key])}
        if any(_runs_at_import(after[key]) for key in differ):
            return None
        return {key: block for key, block in after.items() if _is_function(block)}


def _blocks(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    yield (code.co_qualname, code.co_firstlineno), code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _blocks(each)


def _own(code: CodeType) -> object:
    """What a block does by itself, without the blocks in it."""
    consts = tuple((type(each), each) for each in code.co_consts if not isinstance(each, CodeType))
    return code.co_code, consts, code.co_names


def _runs_at_import(code: CodeType) -> bool:
    """A module, the body of a class, or what is comprehended in one of them."""
    comprehended = code.co_name.endswith(("comp>", "expr>"))
    return "<locals>" not in code.co_qualname and (comprehended or not _is_function(code))


def _is_function(code: CodeType) -> bool:
    return bool(code.co_flags & 0x02)  # it has locals of its own, as no module and no body of a class has


def mutant_at(path: Path, place: int) -> Mutant | None:
    """The change of one point of a module."""
    written = path.read_text(encoding="utf-8")
    tree = ast.parse(written)
    node, field = _points(tree)[place]
    before = ast.unparse(node)
    _change(node, field)
    after = ast.unparse(node)
    if before == after:
        return None
    end = node.lineno if field == "body" else (node.end_lineno or node.lineno)
    at = written.splitlines()[node.lineno - 1].strip()
    return Mutant(path, node.lineno, node.col_offset, end, at, f"{_short(before)}  ->  {_short(after)}", tree)


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
        if isinstance(node, ast.keyword) and node.arg == "strict":  # a guard of zip, which never acts
            yield node.value


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


def places(path: Path) -> range:
    """All points of a module."""
    return range(len(_points(ast.parse(path.read_text(encoding="utf-8")))))


def drawn(count: int, under: Sequence[str], seed: int) -> list[Mutant]:
    """So many mutants below one of these folders, each module with a chance that grows with its length."""
    paths = [path for package in PACKAGES for path in sorted((SOURCE / package).rglob("*.py"))]
    named = [path for path in paths if any(str(path.relative_to(SOURCE)).startswith(each) for each in under or ("",))]
    chosen = [path for path in named if path.name != "face.py"]
    points = [(path, place) for path in chosen for place in places(path)]
    random.Random(seed).shuffle(points)
    mutants = (mutant_at(path, place) for path, place in points)
    return list(islice((mutant for mutant in mutants if mutant is not None), count))


def found_again(module: str, at: str, column: int, says: str) -> Mutant | None:
    """A mutant that was tried before, in the source as it is now; its line may have gone to another module."""
    own = SOURCE / module
    others = [path for package in PACKAGES for path in sorted((SOURCE / package).rglob("*.py")) if path != own]
    for path in [own, *others] if own.exists() else others:
        for mutant in _mutants_of_line(path, at):
            if (mutant.column, mutant.says) == (column, says):
                return mutant
    return None


def _mutants_of_line(path: Path, at: str) -> Iterator[Mutant]:
    written = path.read_text(encoding="utf-8")
    lines = [line.strip() for line in written.splitlines()]
    if at in lines:
        found = [place for place, (node, _) in enumerate(_points(ast.parse(written))) if lines[node.lineno - 1] == at]
        yield from (mutant for place in found if (mutant := mutant_at(path, place)) is not None)
