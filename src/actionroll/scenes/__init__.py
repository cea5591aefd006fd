"""Scenes: several rolls in a row with the tracks carried over, solved exactly.

A package can add its own, for a game of its own or for any other, through the entry-point group `actionroll.scenes`.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from actionroll.errors import InputError
from actionroll.games import BUILT_IN, brought, game
from actionroll.rules.game import find
from actionroll.rules.scene import OUT_OF_ROLLS, Carried, Scene

__all__ = ["OUT_OF_ROLLS", "Carried", "Scene", "added", "scene", "scenes"]
ENTRY_POINTS = "actionroll.scenes"


def scenes(name: str) -> tuple[Scene, ...]:
    """The ready scenes of a game: our own first, then those that installed packages add."""
    played = game(name).id
    return _built_in(played) + tuple(each for each in added() if each.game == played)


@lru_cache
def _built_in(name: str) -> tuple[Scene, ...]:
    if name not in BUILT_IN:
        return ()
    found: tuple[Scene, ...] = import_module(f"actionroll.games.{BUILT_IN[name]}.scenes").SCENES
    return found


@lru_cache
def added() -> tuple[Scene, ...]:
    """The scenes of installed packages, one tuple from each entry point."""
    return tuple(each for ready in brought(ENTRY_POINTS, tuple, "SCENES") for each in ready)


def scene(name: str, scene_name: str | None = None) -> Scene:
    """The scene of that name; without one, the game's first. Packages are looked at only where ours do not have it."""
    played = game(name)
    for each in _built_in(played.id):
        if scene_name in (None, each.name):
            return each
    ready = scenes(name)
    if not ready:
        raise InputError(
            f"{played.title} has no ready scene; its package can bring one under the entry point {ENTRY_POINTS}."
        )
    return ready[0] if scene_name is None else find("scene", scene_name, ready)
