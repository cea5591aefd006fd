"""The games: one list, no registry. A package can add its own through the entry-point group `actionroll.games`."""

from __future__ import annotations

from functools import lru_cache

from actionroll.errors import UnknownName
from actionroll.rules import Game

BUILT_IN = {
    "wherever-we-go": "wherever_we_go",
    "starforged": "starforged",
    "illuminated-worlds": "illuminated_worlds",
    "in-the-dark": "in_the_dark",
    "true-world": "true_world",
}
"""The module of each game."""
ENTRY_POINTS = "actionroll.games"


def game(name: object) -> Game:
    """The game of that id."""
    if isinstance(name, str) and name in BUILT_IN:
        return _built_in(name)
    for each in added():
        if each.id == name:
            return each
    raise UnknownName("game", name, [each.id for each in games()])


def games() -> tuple[Game, ...]:
    """All games: the built-in ones first, then those that installed packages add."""
    return tuple(_built_in(name) for name in BUILT_IN) + added()


@lru_cache
def _built_in(name: str) -> Game:
    from importlib import import_module

    found: Game = import_module(f"actionroll.games.{BUILT_IN[name]}").GAME
    return found


@lru_cache
def added() -> tuple[Game, ...]:
    """The games of installed packages; the host who installs one trusts it."""
    from importlib.metadata import entry_points

    return tuple(point.load() for point in entry_points(group=ENTRY_POINTS))
