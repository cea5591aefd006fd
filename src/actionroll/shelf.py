"""What games are read from: files on disk, by path, of a folder or shipped; and the hash of what a game's source says.

The hash covers the syntax of every module of the game, wherever it stands, but what no throw runs through: its face,
and its ready scenes with all that only they name. Comments, docstrings, imports and the sentences of rules are no part
of it, nor are words: texts with a space that are no name of the game, and whatever is given as `says`, `why`, `title`
and the like. So a change of words closes nothing. The engine, the table and the pages are no part of it either;
`ENGINE` is raised by hand when the engine reads the same rule in another way.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from actionroll.errors import InputError, shown
from actionroll.files import loads
from actionroll.files.source import MOST_BYTES, syntax
from actionroll.games import game
from actionroll.rules.game import Game
from actionroll.rules.inputs import inputs_of, rulings_of

SHIPPED = Path(__file__).parent / "files"


def load(path: str | Path) -> Game:
    """The game that stands in a file, or an error that tells every fault with its line; `odds(load(path), …)` asks it.

    Plain dice need no file: they stand where a game's name goes.

    >>> from actionroll import odds
    >>> odds("2d6+3 vs 9")["above"]
    Fraction(7, 12)
    """
    return loads(text_of(path), Path(path).name)


def text_of(path: str | Path) -> str:
    """The text of a game file, if it is small enough to be one."""
    file = Path(path)
    try:
        if file.stat().st_size > MOST_BYTES:
            raise InputError(f"{shown(str(path), 80)} is too large: a game file takes at most {MOST_BYTES // 1024} kB.")
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise InputError(f"{shown(str(path), 80)} cannot be read as a game file: {why}.") from None


def games_in(folder: str | Path) -> tuple[Game, ...]:
    """Every game file of a folder, by name."""
    if not Path(folder).is_dir():
        raise InputError(f"{shown(str(folder), 80)} is no folder; name one that holds game files.")
    return tuple(load(path) for path in sorted(Path(folder).glob("*.toml")))


def starts() -> Mapping[str, str]:
    """The texts of the mechanics that ship as starting points, by their ids."""
    return {path.stem: text_of(path) for path in sorted((SHIPPED / "starts").glob("*.toml"))}


def core(game: Game) -> str:
    """A built-in game's action roll as a file, to start a house rule from."""
    path = SHIPPED / "cores" / f"{game.id}.toml"
    if not path.exists():
        raise InputError(f"{game.title} has no core as a file; those of the built-in games have.")
    return text_of(path)


# The hash of a game's rules

ENGINE = 1
FACE = "face"
"""The module that no throw runs through."""
WORDS = frozenset(
    "says why title line credits labels way_labels advice means told hint rules words face".split()  # noqa: SIM905
)


@lru_cache
def rules_hash(game_id: str) -> str:
    """Changes whenever the same dice may make another throw than before."""
    played = game(game_id)
    made = sha256(f"actionroll rules 4 {ENGINE} {game_id}\n".encode())
    made.update(str(getattr(played.rulings, "FILE", "")).encode())  # a game that is a file is that file
    names = frozenset(_names(played))
    if played.written:
        made.update(repr(_definition(played.written)).encode())
        return made.hexdigest()[:32]
    said = [each for source in _sources(played.rulings.__module__) for each in syntax(source).body]
    definitions = _definitions(said, _package(played.rulings.__module__))
    for each in sorted(filter(None, (_without_words(one, names) for one in definitions))):
        made.update(f"{each}\n".encode())
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


def _sources(module: str) -> list[bytes]:
    """Every source of the package that a module belongs to, or the module's own."""
    package = _package(module)
    if package in ("", "actionroll", "actionroll.games"):
        return [_file(module).read_bytes()]
    files = (path for path in _file(package).parent.glob("**/*.py") if path.stem != FACE)
    return [path.read_bytes() for path in files]


def _package(module: str) -> str:
    return module if hasattr(sys.modules[module], "__path__") else module.rpartition(".")[0]


def _file(module: str) -> Path:
    return Path(str(sys.modules[module].__file__))


def _definitions(said: list[ast.stmt], package: str) -> list[ast.stmt]:
    """What a throw may run through, each the same in whichever module of the game it stands."""
    imports = [each for each in said if isinstance(each, ast.Import | ast.ImportFrom)]
    own = [each for each in imports if isinstance(each, ast.ImportFrom) and each.module in (None, package)]
    unplaced = _Unplaced(frozenset(alias.asname or alias.name for each in own for alias in each.names))
    scenes = _only_for(said, [each for each in said if "Scene" in _calls(each)])
    return [unplaced.visit(each) for each in said if each not in (*imports, *scenes)]


def _calls(said: ast.stmt) -> set[str]:
    calls = (each.func for each in ast.walk(said) if isinstance(each, ast.Call))
    return {each.id for each in calls if isinstance(each, ast.Name)}


def _only_for(said: list[ast.stmt], some: list[ast.stmt]) -> list[ast.stmt]:
    """Some definitions, and those that nothing but them names."""
    users: dict[str, list[ast.stmt]] = {}
    for each in said:
        for name in _uses(each) - {_defined(each)}:
            users.setdefault(name, []).append(each)
    found = some
    while some:
        named = {_defined(each): each for each in said if each not in found}
        some = [each for name, each in named.items() if name in users and all(by in found for by in users[name])]
        found = [*found, *some]
    return found


def _uses(said: ast.stmt) -> set[str]:
    """The names that it reads and does not bind itself."""
    nodes = list(ast.walk(said))
    bound = {each.arg for each in nodes if isinstance(each, ast.arg)}
    bound |= {each.id for each in nodes if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)}
    read = {each.id for each in nodes if isinstance(each, ast.Name)} - bound
    return read | {getattr(each, "attr", getattr(each, "name", "")) for each in nodes}


def _defined(said: ast.stmt) -> str:
    """The name of what is defined; empty where it is none, or several."""
    target = said.targets[0] if isinstance(said, ast.Assign) else getattr(said, "target", said)
    return str(getattr(target, "id", getattr(target, "name", "")))


class _Unplaced(ast.NodeTransformer):
    """Reads `moves.start` as `start`, and leaves ready scenes out of the game that names them."""

    def __init__(self, modules: frozenset[str]) -> None:
        self.modules = modules

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """What is named with its module."""
        self.generic_visit(node)
        placed = isinstance(node.value, ast.Name) and node.value.id in self.modules
        return ast.Name(node.attr, node.ctx) if placed else node

    def visit_keyword(self, node: ast.keyword) -> ast.keyword | None:
        """What is given by its name."""
        self.generic_visit(node)
        return None if node.arg == "scenes" else node


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
