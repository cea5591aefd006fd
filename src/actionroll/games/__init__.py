"""The games: one list, no registry. A package can add its own through the entry-point group `actionroll.games`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from actionroll.errors import InputError, UnknownName, shown
from actionroll.rules import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

B = TypeVar("B")

BUILT_IN = {
    "wherever-we-go": "wherever_we_go",
    "starforged": "starforged",
    "illuminated-worlds": "illuminated_worlds",
    "in-the-dark": "in_the_dark",
    "true-world": "true_world",
}
"""The module of each game."""
ENTRY_POINTS = "actionroll.games"
USUAL_MOVE = "action"
"""What is rolled unless a move is named: the first of every game."""


def game(name: object) -> Game:
    """The game of that id."""
    if isinstance(name, str) and name in BUILT_IN:
        return _built_in(name)
    for each in (*added(), *_files.values()):
        if each.id == name:
            return each
    if isinstance(name, str) and name in _at_tables:
        return _at_tables[str(name)]
    raise UnknownName("game", name, [each.id for each in games()])


def games() -> tuple[Game, ...]:
    """All games: the built-in ones first, then those that installed packages add, then those that are files."""
    return tuple(_built_in(name) for name in BUILT_IN) + added() + tuple(_files.values())


_files: dict[str, Game] = {}
_at_tables: dict[str, Game] = {}
MOST_AT_TABLES = 512


def bring_to_table(found: Game) -> Game:
    """A game whose file a table has: only that table plays it, under an id that says which file it is."""
    _at_tables[found.id] = found
    if len(_at_tables) > MOST_AT_TABLES:
        _at_tables.pop(next(iter(_at_tables)))
    return found


def bring(found: Game) -> Game:
    """A game that was read from a file joins the others; the file that is read last counts."""
    if found.id in BUILT_IN or any(each.id == found.id for each in added()):
        raise InputError(f"There is a game {found.id} already; give the file another id.")
    _files[found.id] = found
    return found


@lru_cache
def _built_in(name: str) -> Game:
    from importlib import import_module

    found: Game = import_module(f"actionroll.games.{BUILT_IN[name]}").GAME
    return found


@lru_cache
def added() -> tuple[Game, ...]:
    """The games of installed packages; the host who installs one trusts it."""
    found = tuple(brought(ENTRY_POINTS, Game, "GAME"))
    ids = [*BUILT_IN, *[each.id for each in found]]
    if twice := [name for name in dict.fromkeys(ids) if ids.count(name) > 1]:
        raise InputError(f"A package brings a game with the id {twice[0]}, which is taken; uninstall it or rename it.")
    if without := [each.id for each in found if each.moves[0].name != USUAL_MOVE]:
        raise InputError(
            f"The first move of {without[0]} must be called {USUAL_MOVE}: it is rolled unless one is named."
        )
    return found


def brought(group: str, kind: type[B], usual: str) -> Iterator[B]:
    """What installed packages bring under an entry-point group; one that brings no such thing is named."""
    from importlib.metadata import entry_points

    for point in entry_points(group=group):
        try:
            found = point.load()
        except Exception as error:
            what = f"{shown(str(error), 200)} ({type(error).__name__})"
            raise InputError(f"{_named(point)} cannot be loaded: {what}; mend or uninstall it.") from error
        if not isinstance(found, kind):
            raise InputError(f"{_named(point)} is no {kind.__name__}; it should read like {point.module}:{usual}.")
        yield found


def _named(point: EntryPoint) -> str:
    return f"The entry point {point.group}: {point.name} = {point.value}"
