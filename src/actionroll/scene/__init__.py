"""Scenes: several rolls in a row with the tracks carried over, solved exactly."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from actionroll.games import BUILT_IN
from actionroll.rules.game import find
from actionroll.scene.declaration import Scene

DECLARED = ("in_the_dark",)


@lru_cache
def scenes(game: str) -> tuple[Scene, ...]:
    """The ready scenes of a game."""
    module = game.replace("-", "_")
    if module not in DECLARED or module not in BUILT_IN:
        return ()
    found: tuple[Scene, ...] = import_module(f"actionroll.scene.{module}").SCENES
    return found


def scene(game: str, name: str) -> Scene:
    """The scene of that name."""
    return find("scene", name, scenes(game))
