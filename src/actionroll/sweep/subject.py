"""What is swept: a move of a game, or one of its scenes; both take inputs, rulings and decisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from actionroll.api import question
from actionroll.errors import InputError
from actionroll.games import game
from actionroll.rules.inputs import inputs_of, rulings_of
from actionroll.rules.kinds import Kind
from actionroll.scenes import scene
from actionroll.scenes.asking import ask, decisions_of


class Given(NamedTuple):
    """All that one cell is asked with."""

    inputs: Mapping[str, Any]
    rulings: Mapping[str, Any]
    decide: Mapping[str, str]


class Subject(NamedTuple):
    """A move or a scene by its name."""

    game: str
    move: str = "action"
    scene: str = ""

    def inputs(self) -> dict[str, Kind]:
        """The inputs, or the settings of a scene, that may be swept."""
        played = game(self.game)
        form = scene(self.game, self.scene).settings if self.scene else played.move(self.move).attempt
        return {name: each.kind for name, each in inputs_of(form).items() if not each.kind.is_text}

    def decisions(self) -> list[str]:
        """The decisions that may be swept."""
        found = decisions_of(scene(self.game, self.scene)) if self.scene else game(self.game).move(self.move).decisions
        return [each.name for each in found]

    def rulings(self) -> dict[str, Kind]:
        """The rulings that may be swept."""
        return {name: each.kind for name, each in rulings_of(game(self.game).rulings).items()}

    def asked(self, given: Given, aim: object) -> Any:
        """The question of one cell, checked: of a scene or of a move."""
        try:
            if self.scene:
                ready = scene(self.game, self.scene)
                return ask(ready, given.inputs, rulings=given.rulings, decide=given.decide, aim=aim)
            made = question(self.game, self.move, given.inputs, rulings=given.rulings, decide=given.decide, aim=aim)
        except (TypeError, AttributeError):
            raise InputError("A grid takes tables of inputs, rulings and decide, each a name and its value.") from None
        return made
