"""A scene as it is played: with settings, rulings, policies, and what its end is worth.

An aim is an ending, conditions on tracks such as `stress<=2`, or weights. The graph of each kind of roll is built once.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from math import lcm
from typing import Any, NamedTuple, TypeAlias

from actionroll.errors import PATIENCE, Budget, InputError, LimitError, TooLong, UnknownName, shown
from actionroll.games import game
from actionroll.rules.futures import derived, first_step
from actionroll.rules.game import OUT_OF_ROLLS, Carried, Game, Move, Policy, Scene, State, weight_of
from actionroll.rules.inputs import make_attempt
from actionroll.rules.sheet import FARTHEST, SheetForm, bound_of, fill
from actionroll.rules.steps import Decide, Outcome, Step, decide
from actionroll.scenes.graph import Builder, Graph, Paths, Seen, weigh

_SIGNS: Mapping[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
_CONDITION = re.compile(r"\s*([a-z][a-z0-9_]*)\s*(>=|<=|==|<|>)\s*(-?[0-9]{1,9})\s*")


class Condition(NamedTuple):
    """A track held against a number."""

    track: str
    sign: str
    number: int

    def holds(self, tracks: Mapping[str, int]) -> bool:
        """Whether it holds with the tracks so."""
        return _SIGNS[self.sign](tracks[self.track], self.number)


def is_condition(text: str) -> bool:
    """Whether a text holds a sign of comparison."""
    return any(sign in text for sign in _SIGNS)


def read_condition(text: str, tracks: Iterable[str]) -> Condition:
    """A condition on one of these tracks."""
    found = _CONDITION.fullmatch(text)
    names = list(tracks)
    if found is None:
        raise InputError(f"A condition is a track and a number such as {names[0]}<=2, not {shown(text.strip())}.")
    if found[1] not in names:
        raise UnknownName("track of this scene called", found[1], names)
    return Condition(found[1], found[2], int(found[3]))


def read_conditions(text: str, tracks: Iterable[str]) -> tuple[Condition, ...]:
    """Conditions that must all hold, joined by `and`."""
    names = list(tracks)
    return tuple(read_condition(each, names) for each in text.split(" and "))


MOST_LETTERS = 200


@dataclass(frozen=True)
class SceneAim:
    """Worth 1 where a goal is reached; or so much for each ending, each tier that is rolled, and points of tracks."""

    says: str
    endings: tuple[str, ...] = ()
    """A goal: how the scene must have ended, in all these words; its conditions must hold as well."""
    conditions: tuple[Condition, ...] = ()
    weights: Mapping[str, Fraction] = field(default_factory=dict)
    """Of endings and tracks, at the end."""
    tiers: Mapping[str, Fraction] = field(default_factory=dict)
    """Of every roll that ends so."""

    @property
    def is_chance(self) -> bool:
        """Whether its worth is the chance of a goal."""
        return not self.weights and not self.tiers

    @property
    def below(self) -> int:
        """What makes all weights whole."""
        return lcm(*(each.denominator for each in (*self.weights.values(), *self.tiers.values())))

    def of_end(self, ending: str, tracks: Mapping[str, int]) -> Fraction:
        """The worth of an end of the scene, without the rolls on the way."""
        parts = ending.split(", ")
        if self.is_chance:
            reached = all(each in parts for each in self.endings)
            return Fraction(reached and all(each.holds(tracks) for each in self.conditions))
        points = (weight * tracks[name] for name, weight in self.weights.items() if name in tracks)
        return sum(points, sum((self.weights.get(part, Fraction(0)) for part in parts), Fraction(0)))

    def of_roll(self, tier: str) -> Fraction:
        """The worth of a roll that ends so."""
        return self.tiers.get(tier, Fraction(0))


def read_aim(text: object, endings: Sequence[str], tracks: Sequence[str], tiers: Sequence[str]) -> SceneAim:
    """An aim from words: `clock full`, `drive>=2 and clock full`, or weights such as `success=1,stress=-1`."""
    if isinstance(text, Mapping):
        return _weighted([(str(name), value) for name, value in text.items()], endings, tracks, tiers)
    if not isinstance(text, str) or len(text) > MOST_LETTERS:
        raise InputError(f"An aim is a text of at most {MOST_LETTERS} characters, not {shown(text)}.")
    if "=" in text and not is_condition(text):
        pairs = [each.rpartition("=") for each in text.split(",")]
        return _weighted([(name.strip(), value.strip()) for name, _, value in pairs], endings, tracks, tiers)
    parts = [each.strip() for each in text.split(" and ")]
    goals = tuple(each for each in parts if not is_condition(each))
    for each in goals:
        if each not in endings:
            raise UnknownName("ending of this scene called", each, endings)
    conditions = tuple(read_condition(each, tracks) for each in parts if is_condition(each))
    return SceneAim(text, goals, conditions)


def _weighted(
    pairs: Sequence[tuple[str, object]], endings: Sequence[str], tracks: Sequence[str], tiers: Sequence[str]
) -> SceneAim:
    weights: dict[str, Fraction] = {}
    rolled: dict[str, Fraction] = {}
    for name, value in pairs:
        if name in tiers and name not in endings:
            rolled[name] = weight_of(value)
        elif name in endings or name in tracks:
            weights[name] = weight_of(value)
        else:
            raise UnknownName("ending, track or tier called", name, [*endings, *tracks, *tiers])
    says = ", ".join(f"{name}={value}" for name, value in {**weights, **rolled}.items())
    return SceneAim(says, weights=weights, tiers=rolled)


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
    tell: Callable[[int, int], None] = lambda done, of: None
    """Told how many rolls are worked out, of how many."""
    budget: Budget = field(default_factory=Budget)
    """Whose clock is looked at on the way."""

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
        if visits > PATIENCE.states:
            raise TooLong

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
            self.budget.look()
            named = self.named(state)
            move = self.scene.move_at(self.settings, named)
            graph = self._graph(move, self._attempts(named), self._holding(named))
            known = self._next[state] = (graph, self.all_after(state, graph))
        return known

    def all_after(self, state: State, graph: Graph) -> list[State]:
        """The carried tracks after each end of a graph."""
        return [self._moved(state, end.changes) for end in graph.ends]

    def after(self, state: State, outcome: Outcome) -> State:
        """The carried tracks after a roll with this outcome, costs among its effects."""
        return self._moved(state, self._seen(outcome, ()).changes)

    def _moved(self, state: State, changes: tuple[Any, ...]) -> State:
        return self.scene.moved(self.settings, self.tracks, state, changes)

    @cached_property
    def _seen(self) -> Seen:
        return partial(self.scene.seen, self.settings, [track.name for track in self.tracks])

    def reachable(self) -> list[set[State]]:
        """The states that can stand after each number of rolls, whatever is decided."""
        layers = [{self.start}]
        visits = 0
        for number in range(self.rolls):
            self.tell(number, 3 * self.rolls)
            visits += len(layers[-1])
            self.refuse_more(visits)
            following: set[State] = set()
            for state in layers[-1]:
                following.update([state] if self.ending(state) else self.onwards(state)[1])
            layers.append(following)
        return layers

    def worth_at_end(self, state: State, aim: SceneAim) -> Fraction:
        """What the end of the scene is worth, its closing roll still to come."""
        named, ending, closing = self.named(state), self.ending_at_last(state), self.closing(state)
        if closing is None:
            return aim.of_end(ending, named)
        worths = [int(aim.of_end(f"{ending}, {end.tier}", named) * aim.below) for end in closing.ends]
        return Fraction(weigh(closing, worths)[-1], closing.total * aim.below)

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
        named = self.named(state)
        return self._step(self.scene.move_at(self.settings, named), _frozen(self._attempts(named)))

    def whole_graph(self, state: State) -> Graph:
        """The graph of the next roll with every decision by itself, for advice."""
        policies = self._policies(self._holding(self.named(state)))
        return Builder(Paths(policies, self._seen, merge=False), self.budget).graph(self.first_step(state))

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
                self._builders[holding] = Builder(self._paths(holding), self.budget)
            self._graphs[key] = self._builders[holding].graph(self._step(*key[:2]))
        return self._graphs[key]

    def _paths(self, holding: frozenset[str]) -> Paths:
        """What its rolls can come to, which who solves the same scene again need not find out again."""
        policies = self._policies(holding)
        key = (self.scene, self.settings, self.rulings, *policies.items())
        return derived(key, lambda: Paths(policies, self._seen))

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


PASSES = "passes"
"""A turn without a roll, where the rules let none be made any more; and the tier it counts as."""
Attempts: TypeAlias = tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]


def _first(asked: Decide) -> str:
    return asked.options[0]


def _frozen(attempts: Mapping[str, Mapping[str, Any]]) -> Attempts:
    return tuple((option, tuple(raw.items())) for option, raw in attempts.items())


def _begun(option: str, game_id: str, move: str, attempts: Attempts, rulings: Any) -> Step:
    """The first step of a roll that is gone about in this way."""
    if option == PASSES:
        return Outcome("", PASSES)
    made = game(game_id).move(move)
    return first_step(made.start, make_attempt(made.attempt, dict(dict(attempts)[option])), rulings)


@dataclass(frozen=True, eq=False)
class Turn:
    """One roll of a crew's round: whose, with which move, and what is read from the sheet and said for it."""

    who: str
    """As tracks of the scene name it."""
    values: Mapping[str, Any]
    move: Move
    trait: str = ""
    said: Mapping[str, Any] = field(default_factory=dict)

    def carried(self, form: SheetForm) -> Iterator[Carried]:
        """The tracks and marks of the sheet; those of the table are the same for all."""
        for track in form.tracks:
            low, high = bound_of(track.low, self.values), bound_of(track.high, self.values)
            within = (-FARTHEST if low is None else low, FARTHEST if high is None else high)
            yield Carried(self.name_of(track.name, form), *within, self.values[track.name], track.says)
        for mark in form.marks:
            yield Carried(self.name_of(mark.name, form), 0, 1, int(self.values[mark.name]), mark.says)

    def name_of(self, name: str, form: SheetForm) -> str:
        """What a value of the sheet is called among all that is carried."""
        return name if name in form.of_the_table else f"{self.who}_{name}"

    def values_at(self, now: Mapping[str, int], form: SheetForm) -> dict[str, Any]:
        """The sheet as it then stands."""
        stands = {name: now.get(self.name_of(name, form), value) for name, value in self.values.items()}
        return {
            name: bool(stands[name]) if isinstance(value, bool) else stands[name] for name, value in self.values.items()
        }

    def inputs(self, now: Mapping[str, int], form: SheetForm) -> dict[str, Any]:
        """What the roll takes: from the sheet as it then stands, and what is said."""
        read = {**fill(form, self.move.name, self.values_at(now, form), self.trait, self.said), **self.said}
        return {name: tuple(value) if isinstance(value, list) else value for name, value in read.items()}
