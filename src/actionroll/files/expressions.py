"""The little language of expressions: closed, typed, and turned into plain Python once.

Numbers, truths, words and lists of numbers; no attributes, no loops, no calls but those listed in `functions`.
Python's own parser reads it, a whitelist of its nodes is let through, and every name is known before anything runs.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from actionroll.errors import nearest, shown
from actionroll.files.functions import FUNCTIONS
from actionroll.files.source import LARGEST, Place, Wrong, no_such, syntax

LONGEST = 300
MOST_NODES = 120
NAME = re.compile(r"[a-z][a-z0-9_]*")


class Sort(NamedTuple):
    """What a value is: a number, a truth, a list, or one of certain words."""

    name: str
    words: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return f"a word ({', '.join(sorted(self.words))})" if self.words else f"a {self.name}"


NUMBER, TRUTH, LIST = Sort("number"), Sort("truth"), Sort("list")
ANY = Sort("anything")
"""What is set by a faulty line: whatever names it is not faulty, too."""
SORTS = {"number": NUMBER, "truth": TRUTH, "list": LIST}


def word_of(words: frozenset[str] | tuple[str, ...]) -> Sort:
    """One of these words."""
    return Sort("word", frozenset(words))


class Piece(NamedTuple):
    """A piece of text with its place."""

    text: str
    place: Place

    def part(self, start: int, end: int | None = None) -> Piece:
        """A part of it, without the blanks around it."""
        cut = self.text[start:end]
        inner = cut.lstrip()
        return Piece(inner.rstrip(), Place(self.place.line, self.place.column + start + len(cut) - len(inner)))


@dataclass(frozen=True)
class Formula:
    """An expression whose shape is accepted; its sort is known once its names are."""

    piece: Piece
    tree: ast.expr
    names: frozenset[str]
    """The values it names; words after `is` and `in` are none."""


class Compiled(NamedTuple):
    """An expression as Python, and the sort of its value."""

    code: str
    sort: Sort


ACCEPTED = frozenset((
    ast.Constant, ast.Name, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Compare, ast.IfExp, ast.List, ast.Tuple, ast.Call,
))  # fmt: skip
NOT_ACCEPTED = (
    "Accepted are numbers, names, words, + - * // %, comparisons, and, or, not, if … else, lists and calls of "
    f"{', '.join(FUNCTIONS)}."
)


def parse(piece: Piece) -> Formula:
    """An expression from its text, or the fault in it."""
    text = piece.text
    if not text:
        raise Wrong(piece.place, "An expression is missing here, such as stat + 1 or edge is bad.")
    if len(text) > LONGEST:
        raise Wrong(piece.place, f"An expression takes at most {LONGEST} characters; name a part of it first.")
    if odd := re.search(r"\\|(?<!\w)\d+[A-Za-z_]", text):
        raise Wrong(_moved(piece.place, odd.start()), "Put a blank between a number and a word; no backslashes.")
    try:
        tree = syntax(text, "eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise _misread(piece, error) from None
    if sum(1 for _ in ast.walk(tree)) > MOST_NODES:
        raise Wrong(piece.place, "This expression is too long; name a part of it first.")
    for each in ast.walk(tree):
        if isinstance(each, ast.expr) and type(each) not in ACCEPTED:
            raise Wrong(_moved(piece.place, each.col_offset), NOT_ACCEPTED)
    words = {id(word) for each in ast.walk(tree) if isinstance(each, ast.Compare) for word in _words_in(each)}
    called = {id(each.func) for each in ast.walk(tree) if isinstance(each, ast.Call)}
    named = [each for each in ast.walk(tree) if isinstance(each, ast.Name) and id(each) not in words | called]
    return Formula(piece, tree, frozenset(each.id for each in named) - {"true", "false"})


def place_of(formula: Formula, name: str) -> Place:
    """Where an expression names a value."""
    found = [each for each in ast.walk(formula.tree) if isinstance(each, ast.Name) and each.id == name]
    return _moved(formula.piece.place, found[0].col_offset if found else 0)


def conditions_of(formula: Formula) -> list[Formula]:
    """What is joined by `and` and `or`, each by itself."""
    if not isinstance(formula.tree, ast.BoolOp):
        return [formula]
    return [Formula(formula.piece, each, formula.names) for each in formula.tree.values]


def alone_in(formula: Formula) -> set[str]:
    """The names that are the whole of what an expression gives, by themselves or after if and else."""
    found, waiting = set(), [formula.tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.IfExp):
            waiting += [node.body, node.orelse]
        elif isinstance(node, ast.Name):
            found.add(node.id)
    return found & formula.names


def meant_words(formula: Formula, known: Mapping[str, Sort]) -> Wrong | None:
    """What is wrong where a word is compared as if it were a number: edge == none."""
    for each in ast.walk(formula.tree):
        if isinstance(each, ast.Compare) and isinstance(each.ops[0], ast.Eq | ast.NotEq):
            left, right = each.left, each.comparators[0]
            sort = known.get(left.id) if isinstance(left, ast.Name) else None
            if isinstance(left, ast.Name) and sort and sort.words and isinstance(right, ast.Name):
                sign = "is" if isinstance(each.ops[0], ast.Eq) else "is not"
                says = f"Words are compared with {sign}: {left.id} {sign} {right.id}."
                return Wrong(_moved(formula.piece.place, each.col_offset), says)
    return None


def _misread(piece: Piece, error: BaseException) -> Wrong:
    offset = error.offset or 1 if isinstance(error, SyntaxError) else 1
    says = f"{shown(piece.text)} is no expression"
    for sign, meant in INSTEAD.items():
        if sign in piece.text:
            return Wrong(_moved(piece.place, piece.text.index(sign)), f"{says}; write {meant} for {sign}.")
    if bare := re.match(r"[<>=!]=?", piece.text):
        return Wrong(piece.place, f"{says}; before {bare[0]} stands what is compared, such as stat {piece.text}.")
    if bracket := _unmatched(piece.text):
        return Wrong(_moved(piece.place, bracket - 1), f"{says}; {_BRACKET}.")
    if re.search(r"(?<![=<>!])=(?!=)", piece.text):
        says += "; compare numbers with == and words with is"
    if re.search(r"\bif\b", piece.text) and not re.search(r"\belse\b", piece.text):
        says += "; after if stands else: 1 if edge is bad else 0"
    if " except " in piece.text:
        says += "; dice that are not among others are read with beyond: highest of size beyond best"
    return Wrong(_moved(piece.place, offset - 1), f"{says}, such as stat + 1 >= 7 or edge is bad.")


INSTEAD = {"&&": "and", "||": "or", "=>": ">=", "=<": "<=", "<>": "!="}
"""What people write for some signs."""
_BRACKET = "this bracket has no partner"


def _unmatched(text: str) -> int:
    """The place of a bracket that is never closed or was never opened, counted from 1; 0 where there is none."""
    opened: list[tuple[str, int]] = []
    for place, letter in enumerate(text, 1):
        if letter in "([":
            opened.append((letter, place))
        elif letter in ")]" and (not opened or opened.pop()[0] != {")": "(", "]": "["}[letter]):
            return place
    return opened[-1][1] if opened else 0


def _words_in(compared: ast.Compare) -> list[ast.expr]:
    """The names in a comparison that are words, not values."""
    found: list[ast.expr] = []
    for operator, right in zip(compared.ops, compared.comparators, strict=True):
        if isinstance(operator, ast.Is | ast.IsNot):
            found.append(right)
        if isinstance(operator, ast.In | ast.NotIn) and isinstance(right, ast.Tuple | ast.List):
            found += right.elts
    return found


def _moved(place: Place, columns: int) -> Place:
    return Place(place.line, place.column + max(0, columns))


def compiled(formula: Formula, known: Mapping[str, Sort], wanted: Sort | None = None) -> Compiled:
    """An expression as Python, where these names are known; of the sort that is wanted."""
    if any(known.get(name) == ANY for name in formula.names):
        return Compiled("0", wanted or ANY)
    typing = _Typing(formula.piece, known)
    found = typing.of(formula.tree)
    return found if wanted is None else typing.as_sort(found, wanted, formula.tree)


COMPARED: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
SUMMED: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
}  # fmt: skip


REMEDIES = {
    ("list", "number"): "; sum({0}), highest({0}) or nth({0}, 1) makes one",
    ("number", "truth"): "; compare {0}, such as face == 6",
    ("number", "list"): "; [{0}] makes one",
    ("word", "truth"): "; compare it with is",
    ("word", "number"): "; a word becomes one by 1 if {0} is … else 0",
}


class _Typing:
    """Goes through an expression: what each part is, and how Python says it."""

    def __init__(self, piece: Piece, known: Mapping[str, Sort]) -> None:
        self.piece, self.known = piece, known

    def wrong(self, node: ast.expr, says: str) -> Wrong:
        return Wrong(_moved(self.piece.place, node.col_offset), says)

    def of(self, node: ast.expr) -> Compiled:
        return self.ARMS[type(node)](self, node)

    def number(self, node: ast.expr) -> str:
        return self.as_sort(self.of(node), NUMBER, node).code

    def truth(self, node: ast.expr) -> str:
        return self.as_sort(self.of(node), TRUTH, node).code

    def as_sort(self, found: Compiled, wanted: Sort, node: ast.expr) -> Compiled:
        """The same as a sort that is wanted; a condition counts as 1 or 0 where a number is."""
        if found.sort.name == wanted.name and (not wanted.words or found.sort.words <= wanted.words):
            return found
        if wanted is NUMBER and found.sort is TRUTH:
            return Compiled(f"(1 if {found.code} else 0)", NUMBER)
        stands = f"{node.id} is {found.sort}" if isinstance(node, ast.Name) else f"Here stands {found.sort}"
        told = node.id if isinstance(node, ast.Name) else "that"
        remedy = REMEDIES.get((found.sort.name, wanted.name), "").format(told)
        raise self.wrong(node, f"{stands}, and {wanted} is needed{remedy}.")

    def constant(self, node: ast.Constant) -> Compiled:
        value = node.value
        if isinstance(value, int) and not isinstance(value, bool):
            if abs(value) > LARGEST:
                raise self.wrong(node, f"Numbers go up to {LARGEST}.")
            return Compiled(repr(value), NUMBER)
        if isinstance(value, str) and len(value) <= 60:
            return Compiled(repr(value), word_of((value,)))
        raise self.wrong(node, "Only whole numbers, true, false and words are values here.")

    def name(self, node: ast.Name) -> Compiled:
        if node.id in ("true", "false"):
            return Compiled(node.id.capitalize(), TRUTH)
        if node.id not in self.known:
            raise self.wrong(node, no_such("value", node.id, self.known))
        return Compiled(f"v_{node.id}", self.known[node.id])

    def both(self, node: ast.BoolOp) -> Compiled:
        word = " and " if isinstance(node.op, ast.And) else " or "
        return Compiled("(" + word.join(self.truth(each) for each in node.values) + ")", TRUTH)

    def unary(self, node: ast.UnaryOp) -> Compiled:
        if isinstance(node.op, ast.Not):
            return Compiled(f"(not {self.truth(node.operand)})", TRUTH)
        if isinstance(node.op, ast.USub):
            return Compiled(f"(-{self.number(node.operand)})", NUMBER)
        raise self.wrong(node, "Only - and not stand before a value.")

    def arithmetic(self, node: ast.BinOp) -> Compiled:
        sign = SUMMED.get(type(node.op))
        if sign is None:
            raise self.wrong(node, "Numbers take + - * // (rounded down) and %.")
        if sign in ("//", "%") and not (isinstance(node.right, ast.Constant) and node.right.value):
            raise self.wrong(node.right, f"After {sign} stands a number such as 2, and not 0.")
        left, right = self.of(node.left), self.of(node.right)
        if sign == "+" and left.sort == LIST:
            return Compiled(f"joined({left.code}, {self.as_sort(right, LIST, node.right).code})", LIST)
        one, other = self.as_sort(left, NUMBER, node.left), self.as_sort(right, NUMBER, node.right)
        return Compiled(f"({one.code} {sign} {other.code})", NUMBER)

    def comparison(self, node: ast.Compare) -> Compiled:
        left, parts = node.left, []
        for operator, right in zip(node.ops, node.comparators, strict=True):
            parts.append(self.compared(left, operator, right))
            left = right
        return Compiled("(" + " and ".join(parts) + ")", TRUTH)

    def compared(self, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> str:
        if isinstance(operator, ast.Is | ast.IsNot):
            sign, word = "==" if isinstance(operator, ast.Is) else "!=", self.word(left, right)
            return f"{word.code} {sign} {self.one_word(right, word.sort)!r}"
        if isinstance(operator, ast.In | ast.NotIn):
            return self.listed(left, "in" if isinstance(operator, ast.In) else "not in", right)
        found = self.of(left)
        if found.sort.name == "word":
            raise self.wrong(left, "Words are compared with is, is not and in (…).")
        return f"{self.as_sort(found, NUMBER, left).code} {COMPARED[type(operator)]} {self.number(right)}"

    def word(self, node: ast.expr, other: ast.expr) -> Compiled:
        found, named = self.of(node), ast.unparse(node)
        if found.sort == NUMBER and isinstance(other, ast.Constant):
            raise self.wrong(node, f"{named} is a number; numbers take ==, as in {named} == {ast.unparse(other)}.")
        if found.sort.name != "word":
            raise self.wrong(node, f"Before is stands a word, and {named} is {found.sort}; numbers take ==.")
        return found

    def listed(self, left: ast.expr, sign: str, right: ast.expr) -> str:
        """`position in (good, bad)`, `face in (1, 6)`."""
        if not isinstance(right, ast.Tuple | ast.List):
            raise self.wrong(right, "After in stands a list such as (good, bad) or (1, 6).")
        found = self.of(left)
        if found.sort.name == "word":
            values = ", ".join(repr(self.one_word(each, found.sort)) for each in right.elts)
        else:
            values = ", ".join(self.number(each) for each in right.elts)
        code = found.code if found.sort.name == "word" else self.as_sort(found, NUMBER, left).code
        return f"{code} {sign} ({values}{',' if right.elts else ''})"

    def one_word(self, node: ast.expr, among: Sort) -> str:
        """A word after `is` or in a list, which the value before it can be."""
        said = node.id if isinstance(node, ast.Name) else node.value if isinstance(node, ast.Constant) else None
        if not isinstance(said, str):
            raise self.wrong(node, f"A word stands here: one of {', '.join(sorted(among.words))}.")
        if said not in among.words:
            raise self.wrong(node, no_such("word here", said, among.words))
        return said

    def condition(self, node: ast.IfExp) -> Compiled:
        one, other = self.of(node.body), self.of(node.orelse)
        if one.sort.name == other.sort.name == "word":
            sort = word_of(one.sort.words | other.sort.words)
        elif one.sort == other.sort:
            sort = one.sort
        else:
            one, other, sort = self.as_sort(one, NUMBER, node.body), self.as_sort(other, NUMBER, node.orelse), NUMBER
        return Compiled(f"({one.code} if {self.truth(node.test)} else {other.code})", sort)

    def sequence(self, node: ast.List | ast.Tuple) -> Compiled:
        values = "".join(f"{self.number(each)}, " for each in node.elts)
        return Compiled(f"({values.strip()})" if values else "()", LIST)

    def call(self, node: ast.Call) -> Compiled:
        if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS or node.keywords:
            if isinstance(node.func, ast.Name) and nearest(node.func.id, list(FUNCTIONS)) and not node.keywords:
                raise self.wrong(node, no_such("call", node.func.id, FUNCTIONS))
            raise self.wrong(node, f"Only these are called: {', '.join(FUNCTIONS)}; with plain values in brackets.")
        called = FUNCTIONS[node.func.id]
        takes = called.takes[:-1] + called.takes[-1:] * (len(node.args) - len(called.takes) + 1)
        if len(node.args) < len(called.takes) or (not called.more and len(node.args) > len(called.takes)):
            raise self.wrong(node, f"It is called as {called.says}")
        given = [self.as_sort(self.of(each), SORTS[sort], each) for each, sort in zip(node.args, takes, strict=True)]
        return Compiled(f"{called.does}({', '.join(each.code for each in given)})", SORTS[called.gives])

    ARMS: Mapping[type[ast.expr], Callable[..., Compiled]] = {
        ast.Constant: constant, ast.Name: name, ast.BoolOp: both, ast.UnaryOp: unary, ast.BinOp: arithmetic,
        ast.Compare: comparison, ast.IfExp: condition, ast.List: sequence, ast.Tuple: sequence, ast.Call: call,
    }  # fmt: skip


def grows(formula: Formula, name: str) -> bool:
    """Whether a value may grow without end where it is set again and again."""
    multiplied = any(isinstance(each, ast.BinOp) and isinstance(each.op, ast.Mult) for each in ast.walk(formula.tree))
    return multiplied or name in formula.names


def added(formula: Formula) -> list[tuple[int, Formula]]:
    """What a sum is made of, each with its sign."""
    found: list[tuple[int, Formula]] = []
    waiting: list[tuple[int, ast.expr]] = [(1, formula.tree)]
    while waiting:
        sign, node = waiting.pop()
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            waiting.append((sign if isinstance(node.op, ast.Add) else -sign, node.right))
            waiting.append((sign, node.left))
        else:
            named = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
            found.append((sign, Formula(formula.piece, node, formula.names & named)))
    return found


def summands(formula: Formula) -> list[tuple[int, str]] | None:
    """The names that a sum is made of, each with its sign; None where it is not only such a sum."""
    found = [(sign, part.tree) for sign, part in added(formula)]
    names = [(sign, part.id) for sign, part in found if isinstance(part, ast.Name)]
    return names if len(names) == len(found) else None
