"""The hash of a game's rules: what its code says without its words, so that a change of words closes nothing.

It covers the syntax of every module of the game but those that no throw runs through (face, scenes). Comments,
docstrings and the sentences of rules are no part of it, nor are words: texts with a space that are no name of the game,
and whatever is given as `says`, `why`, `title` and the like. The engine, the table and the pages are no part of it
either; `ENGINE` is raised by hand when the engine reads the same rule in another way.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from actionroll.games import game
from actionroll.rules.game import Game
from actionroll.rules.inputs import inputs_of, rulings_of

ENGINE = 1
NOT_RUN = frozenset({"face", "scenes"})
WORDS = frozenset(
    {"says", "why", "title", "line", "credits", "labels", "advice", "means", "told", "hint", "rules", "words", "face"}
)


@lru_cache
def rules_hash(game_id: str) -> str:
    """Changes whenever the same dice may make another throw than before."""
    played = game(game_id)
    made = sha256(f"actionroll rules 2 {ENGINE} {game_id}\n".encode())
    made.update(str(getattr(played.rulings, "FILE", "")).encode())  # a game that is a file is that file
    names = frozenset(_names(played))
    if played.written:
        made.update(repr(_definition(played.written)).encode())
        return made.hexdigest()[:32]
    for name, source in _sources(played.rulings.__module__):
        made.update(f"{name} {_without_words(ast.parse(source), names)}\n".encode())
    return made.hexdigest()[:32]


def _names(played: Game) -> Iterator[str]:
    """Everything that has a meaning by its name."""
    form = played.sheet
    for named in (form.traits, form.tracks, form.marks):
        yield from (each.name for each in named)
    yield from rulings_of(played.rulings)
    for move in played.moves:
        yield from (move.name, *move.tiers, *move.facts, *inputs_of(move.attempt))
        for decision in move.decisions:
            yield from (decision.name, *decision.options)


def _definition(told: Any) -> Any:
    """What a game file says, without its words."""
    if isinstance(told, dict):
        kept = [(name, each) for name, each in told.items() if name not in WORDS]
        return [(name, _definition(each)) for name, each in kept]
    return [_definition(each) for each in told] if isinstance(told, list) else told


def _sources(module: str) -> list[tuple[str, bytes]]:
    """Every source of the package that a module belongs to, or the module's own."""
    package = module if hasattr(sys.modules[module], "__path__") else module.rpartition(".")[0]
    if package in ("", "actionroll", "actionroll.games"):
        return [(module.rpartition(".")[2], _file(module).read_bytes())]
    files = sorted(path for path in _file(package).parent.glob("**/*.py") if path.stem not in NOT_RUN)
    return [(path.stem, path.read_bytes()) for path in files]


def _file(module: str) -> Path:
    return Path(str(sys.modules[module].__file__))


def _without_words(node: object, names: frozenset[str]) -> str:
    """The syntax as text: the same on every version of Python, whatever the words are."""
    match node:
        case ast.Constant(value=str(text)):
            return repr(text) if " " not in text or text in names else "words"
        case ast.JoinedStr():
            texts = [each.value for each in node.values if isinstance(each, ast.Constant)]
            if any(" " in str(each) for each in texts):
                return "words"
        case ast.Constant():
            return repr(node.value)
        case ast.Expr(value=ast.Constant(value=str())) | ast.Assign(targets=[ast.Name(id="RULES" | "ADVICE")]):
            return ""
        case ast.keyword(arg=str(name)) if name in WORDS:
            return f"{name}=words"
        case ast.AST():
            pass
        case list():
            return f"[{','.join(filter(None, (_without_words(each, names) for each in node)))}]"
        case _:
            return repr(node)
    parts = [f"{name}={_without_words(each, names)}" for name, each in ast.iter_fields(node) if each not in (None, [])]
    return f"{type(node).__name__}({','.join(parts)})"
