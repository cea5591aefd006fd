"""The hash of all that a throw is told by: a game's own sources, and those that every game is read and told with."""

from __future__ import annotations

import sys
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from actionroll import __version__, api, dice, rules, table, wire
from actionroll.games import game
from actionroll.reckoning import explanation as explain
from actionroll.reckoning import odds, play


@lru_cache
def rules_hash(game_id: str) -> str:
    """Changes whenever the same dice may make another throw than before."""
    made = sha256(f"actionroll rules 1 {__version__} {game_id}\n".encode())
    told_with = (rules, dice, odds, play, explain, wire, api, table)
    shared = [source for each in told_with for source in _sources(each.__name__)]
    for source in [*_sources(game(game_id).rulings.__module__), *shared]:
        made.update(source.name.encode() + b"\n" + source.read_bytes())
    return made.hexdigest()[:32]


def _sources(module: str) -> list[Path]:
    """Every source file of the package that a module belongs to, or the module's own."""
    package = module if hasattr(sys.modules[module], "__path__") else module.rpartition(".")[0]
    if package in ("", "actionroll", "actionroll.games"):
        return [_file(module)]
    return sorted(_file(package).parent.glob("**/*.py"))


def _file(module: str) -> Path:
    return Path(str(sys.modules[module].__file__))
