"""Scenes: several rolls in a row with the tracks carried over, solved exactly."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from actionroll.errors import UnknownName
from actionroll.games import BUILT_IN, game
from actionroll.rules.game import find
from actionroll.scene.declaration import Scene


@lru_cache
def scenes(name: str) -> tuple[Scene, ...]:
    """The ready scenes of a game."""
    module = BUILT_IN.get(game(name).id)
    if module is None:
        return ()
    found: tuple[Scene, ...] = import_module(f"actionroll.scene.{module}").SCENES
    return found


def scene(name: str, scene_name: str | None = None) -> Scene:
    """The scene of that name; without one, the game's first."""
    ready = scenes(name)
    if scene_name is None:
        if not ready:
            raise UnknownName("ready scene of", name, ())
        return ready[0]
    return find("scene", scene_name, ready)
