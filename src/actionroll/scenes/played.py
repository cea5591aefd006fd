"""A scene as it is played: with settings, rulings and policies; the graph of each kind of roll is built once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeAlias

from actionroll.errors import LimitError
from actionroll.games import game
from actionroll.rules.game import OUT_OF_ROLLS, Carried, Game, Scene, State
from actionroll.rules.inputs import make_attempt
from actionroll.rules.policy import Policy
from actionroll.rules.steps import Decide, Outcome, Step, decide
from actionroll.scenes.aims import Condition
from actionroll.scenes.graph import Builder, Graph, Seen

MOST_VISITS = 400_000
"""States over all rolls of a scene."""
MOST_ROLLS = 1_000


class When(NamedTuple):
    """A policy for the states where conditions hold; elsewhere nothing is done."""

    conditions: tuple[Condition, ...]
    policy: Policy

    def holds(self, tracks: Mapping[str, int]) -> bool:
        """Whether all conditions hold."""
        return all(each.holds(tracks) for each in self.conditions)


@dataclass
class Played:
    """A scene with all that it is played with. Decisions that no policy answers are left to be decided for the best."""

    scene: Scene
    settings: Any
    rulings: Any
    policies: Mapping[str, Policy | When] = field(default_factory=dict)

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
        return tuple(min(track.high, max(track.low, track.start)) for track in self.tracks)

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

    def refuse_more(self, visits: int) -> None:
        """Refuse to go through more states than anyone waits for."""
        if visits > MOST_VISITS:
            raise LimitError(
                f"This scene has more than {MOST_VISITS} states over all its rolls; take narrower tracks, fewer rolls, "
                "or simulate."
            )

    def ending(self, state: State) -> str:
        """How the scene has ended, or an empty text."""
        known = self._endings.get(state)
        if known is None:
            known = self._endings[state] = self.scene.over(self.settings, self.named(state))
        return known

    def ending_at_last(self, state: State) -> str:
        """How the scene has ended when there is no roll left."""
        return self.ending(state) or OUT_OF_ROLLS

    def onwards(self, state: State) -> tuple[Graph, list[State]]:
        """The graph of the next roll, and the state after each of its ends."""
        known = self._next.get(state)
        if known is None:
            named = self.named(state)
            graph = self._graph(self.scene.move, self._attempts(named), self._holding(named))
            known = self._next[state] = (graph, self.all_after(state, graph))
        return known

    def all_after(self, state: State, graph: Graph) -> list[State]:
        """The carried tracks after each end of a graph."""
        return [self._moved(state, end.changes) for end in graph.ends]

    def after(self, state: State, outcome: Outcome) -> State:
        """The carried tracks after a roll with this outcome, costs among its effects."""
        return self._moved(state, self._seen(outcome, ()).changes)

    def _moved(self, state: State, changes: State) -> State:
        return tuple(
            [
                low if (to := value + by) < low else high if to > high else to
                for value, by, (low, high) in zip(state, changes, self._bounds, strict=True)
            ]
        )

    @cached_property
    def _bounds(self) -> tuple[tuple[int, int], ...]:
        return tuple((track.low, track.high) for track in self.tracks)

    @cached_property
    def _seen(self) -> Seen:
        return partial(self.scene.seen, self.settings, [track.name for track in self.tracks])

    def closing(self, state: State) -> Graph | None:
        """The graph of the closing roll, in a scene that has one."""
        if self.scene.last is None:
            return None
        move, raw = self.scene.last(self.settings, self.named(state))
        return self._graph(move, {move: raw}, frozenset())

    def closing_step(self, state: State) -> Step | None:
        """The first step of the closing roll, in a scene that has one."""
        if self.scene.last is None:
            return None
        move, raw = self.scene.last(self.settings, self.named(state))
        return self._step(move, _frozen({move: raw}))

    def first_step(self, state: State) -> Step:
        """The first step of the next roll."""
        return self._step(self.scene.move, _frozen(self._attempts(self.named(state))))

    def whole_graph(self, state: State) -> Graph:
        """The graph of the next roll with every decision by itself, for advice."""
        holding = self._holding(self.named(state))
        return self._builder(holding, merge=False).graph(self.first_step(state))

    def fixed(self, state: State) -> dict[str, Policy]:
        """The policies as they are in a state."""
        return self._policies(self._holding(self.named(state)))

    def _attempts(self, tracks: Mapping[str, int]) -> Mapping[str, Mapping[str, Any]]:
        return self.scene.attempts(self.settings, tracks, self.rulings)

    def _holding(self, tracks: Mapping[str, int]) -> frozenset[str]:
        """The decisions whose conditions hold."""
        return frozenset(name for name, each in self.policies.items() if isinstance(each, When) and each.holds(tracks))

    def _policies(self, holding: frozenset[str]) -> dict[str, Policy]:
        def plain(name: str, each: Policy | When) -> Policy:
            if not isinstance(each, When):
                return each
            return each.policy if name in holding else _first

        return {name: plain(name, each) for name, each in self.policies.items()}

    def _graph(self, move: str, attempts: Mapping[str, Mapping[str, Any]], holding: frozenset[str]) -> Graph:
        key = (move, _frozen(attempts), holding)
        if key not in self._graphs:
            if holding not in self._builders:
                self._builders[holding] = self._builder(holding)
            self._graphs[key] = self._builders[holding].graph(self._step(*key[:2]))
        return self._graphs[key]

    def _builder(self, holding: frozenset[str], *, merge: bool = True) -> Builder:
        return Builder(self._policies(holding), self._seen, merge=merge)

    def _step(self, move: str, attempts: Attempts) -> Step:
        options = tuple(option for option, _ in attempts)
        return decide("", self.scene.choice, "roller", options, _begun, self.game.id, move, attempts, self.rulings)

    @cached_property
    def _builders(self) -> dict[frozenset[str], Builder]:
        return {}

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


def _first(asked: Decide) -> str:
    return asked.options[0]


def _frozen(attempts: Mapping[str, Mapping[str, Any]]) -> Attempts:
    return tuple((option, tuple(raw.items())) for option, raw in attempts.items())


def _begun(option: str, game_id: str, move: str, attempts: Attempts, rulings: Any) -> Step:
    """The first step of a roll that is gone about in this way."""
    made = game(game_id).move(move)
    return made.start(make_attempt(made.attempt, dict(dict(attempts)[option])), rulings)
