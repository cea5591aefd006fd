"""A scene as it is played: with settings, rulings and policies; the graph of each kind of roll is built once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, TypeAlias

from actionroll.errors import LimitError
from actionroll.games import game
from actionroll.rules.game import Game
from actionroll.rules.inputs import make_attempt, make_rulings
from actionroll.rules.policy import Policy
from actionroll.rules.steps import Step, decide
from actionroll.scene.declaration import Carried, Scene, State
from actionroll.scene.graph import Graph, graph_of

MOST_STATES = 100_000
MOST_ROLLS = 1_000
OUT_OF_ROLLS = "out of rolls"


@dataclass
class Played:
    """A scene with all that it is played with. Decisions that no policy answers are left to be decided for the best."""

    scene: Scene
    settings: Any
    rulings: Mapping[str, Any] = field(default_factory=dict)
    policies: Mapping[str, Policy] = field(default_factory=dict)

    @cached_property
    def game(self) -> Game:
        """The scene's game."""
        return game(self.scene.game)

    @cached_property
    def tracks(self) -> tuple[Carried, ...]:
        """The carried tracks with their bounds."""
        return self.scene.carried(self.settings)

    @cached_property
    def start(self) -> State:
        """The carried tracks before the first roll."""
        return tuple(track.start for track in self.tracks)

    @cached_property
    def rolls(self) -> int:
        """The largest number of rolls."""
        most = self.scene.rolls(self.settings)
        if most > MOST_ROLLS:
            raise LimitError(f"A scene has at most {MOST_ROLLS} rolls, not {most}.")
        return most

    def named(self, state: State) -> dict[str, int]:
        """Carried tracks by name."""
        return {track.name: value for track, value in zip(self.tracks, state, strict=True)}

    def ending(self, state: State) -> str:
        """How the scene has ended, or an empty text."""
        known = self._endings.get(state)
        if known is None:
            known = self._endings[state] = self.scene.over(self.settings, self.named(state))
        return known

    def onwards(self, state: State) -> tuple[Graph, list[State]]:
        """The graph of the next roll, and the state after each of its ends."""
        known = self._next.get(state)
        if known is None:
            if len(self._next) >= MOST_STATES:
                raise LimitError(f"This scene has more than {MOST_STATES} states; carry fewer tracks or narrower ones.")
            graph = self._graph(self.scene.move, self.scene.attempts(self.settings, self.named(state)))
            after = [self.scene.rolled(self.settings, self.tracks, state, end) for end in graph.ends]
            known = self._next[state] = (graph, after)
        return known

    def closing(self, state: State) -> Graph | None:
        """The graph of the closing roll, in a scene that has one."""
        if self.scene.last is None:
            return None
        move, raw = self.scene.last(self.settings, self.named(state))
        return self._graph(move, {move: raw})

    def first_step(self, state: State) -> Step:
        """The first step of the next roll."""
        return self._step(self.scene.move, _frozen(self.scene.attempts(self.settings, self.named(state))))

    def _graph(self, move: str, attempts: Mapping[str, Mapping[str, Any]]) -> Graph:
        key = (move, _frozen(attempts))
        if key not in self._graphs:
            seen = partial(self.scene.seen, self.tracks)
            self._graphs[key] = graph_of(self._step(*key), self.policies, seen)
        return self._graphs[key]

    def _step(self, move: str, attempts: Attempts) -> Step:
        rulings = make_rulings(self.game.rulings, self.rulings)
        options = tuple(option for option, _ in attempts)
        return decide("", self.scene.choice, "roller", options, _begun, self.game.id, move, attempts, rulings)

    @cached_property
    def _graphs(self) -> dict[Any, Graph]:
        return {}

    @cached_property
    def _next(self) -> dict[State, tuple[Graph, list[State]]]:
        return {}

    @cached_property
    def _endings(self) -> dict[State, str]:
        return {}


Attempts: TypeAlias = tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]


def _frozen(attempts: Mapping[str, Mapping[str, Any]]) -> Attempts:
    return tuple((option, tuple(raw.items())) for option, raw in attempts.items())


def _begun(option: str, game_id: str, move: str, attempts: Attempts, rulings: Any) -> Step:
    """The first step of a roll that is gone about in this way."""
    made = game(game_id).move(move)
    return made.start(make_attempt(made.attempt, dict(dict(attempts)[option])), rulings)
