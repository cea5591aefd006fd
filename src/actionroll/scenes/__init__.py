"""Scenes: several rolls in a row with the tracks carried over, solved exactly, and the best plan for an aim.

A package can add its own, for a game of its own or for any other, through the entry-point group `actionroll.scenes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from itertools import repeat
from math import gcd, lcm
from operator import add
from typing import Any

from actionroll.errors import InputError, shown
from actionroll.games import BUILT_IN, brought, game
from actionroll.rules.game import BEST, OUT_OF_ROLLS, Carried, Decision, Move, Policy, Scene, State, do_nothing, find
from actionroll.rules.inputs import make_attempt, make_rulings
from actionroll.rules.steps import Decide, Outcome, now
from actionroll.scenes.graph import Graph, best_options, flow, weigh
from actionroll.scenes.played import Played, SceneAim, When, read_aim, read_conditions
from actionroll.scenes.solution import SceneOdds, solve

__all__ = [
    "OUT_OF_ROLLS",
    "Carried",
    "Scene",
    "SceneQuestion",
    "added",
    "ask",
    "decisions_of",
    "scene",
    "scenes",
    "solve_asked",
]
ENTRY_POINTS = "actionroll.scenes"


def scenes(name: str) -> tuple[Scene, ...]:
    """The ready scenes of a game: our own or those of its file first, then those that installed packages add."""
    played = game(name)
    own = played.scenes or _built_in(played.id)
    return own + tuple(each for each in added() if each.game == played.id)


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


IF = " if "


@dataclass(frozen=True)
class SceneQuestion:
    """A scene with all that was said of it."""

    scene: Scene
    played: Played
    decide: Mapping[str, str]
    aim: SceneAim

    @property
    def is_open(self) -> bool:
        """Whether anything is to be decided for the best."""
        return BEST in self.decide.values()


def decisions_of(scene: Scene) -> tuple[Decision, ...]:
    """All decisions that a scene may ask: the way to go about a roll, then those of its move."""
    made = game(scene.game).move(scene.move).decisions
    return (Decision(scene.choice, dict(scene.ways)), *made) if scene.ways else made


def ask(
    scene: Scene,
    settings: Mapping[str, Any] | None = None,
    *,
    rulings: Mapping[str, Any] | None = None,
    decide: Mapping[str, str] | None = None,
    aim: object = None,
) -> SceneQuestion:
    """All that was asked, checked."""
    played_with = game(scene.game)
    made = make_attempt(scene.settings, settings or {})
    ruled = make_rulings(played_with.rulings, {**scene.rulings, **(rulings or {})})
    tracks = [track.name for track in scene.carried(made)]
    policies = _policies(scene, dict(decide or {}), tracks)
    endings = (*scene.endings, *scene.last_tiers)
    wanted = read_aim(scene.aim if aim is None else aim, endings, tracks, played_with.move(scene.move).tiers)
    return SceneQuestion(scene, Played(scene, made, ruled, policies), dict(decide or {}), wanted)


def solve_asked(asked: SceneQuestion) -> SceneOdds:
    """The exact answer, what is open decided for the best."""
    plan = plan_for(asked.played, asked.aim) if asked.is_open else None
    return solve(asked.played, plan, asked.aim)


def _policies(scene: Scene, decide: Mapping[str, str], tracks: list[str]) -> dict[str, Policy | When]:
    """A policy for every decision that is not to be decided for the best."""
    offered = decisions_of(scene)
    for name in decide:
        find("decision", name, offered)
    closing = [each for move in _closing_moves(scene) for each in move.decisions]
    fixed: dict[str, Policy | When] = {each.name: do_nothing for each in (*closing, *offered)}
    for each in offered:
        how = decide.get(each.name)
        if how == BEST:
            del fixed[each.name]
        elif how is not None:
            fixed[each.name] = _policy(each, how, tracks)
    return fixed


def _closing_moves(scene: Scene) -> tuple[Move, ...]:
    return game(scene.game).moves if scene.last is not None else ()


def _policy(decision: Decision, how: object, tracks: list[str]) -> Policy | When:
    """A policy by its name, or one that holds only while the tracks stand so: `push if stress<=2`."""
    if not isinstance(how, str):
        raise InputError(f"decide takes a text for {decision.name}, not {shown(how)}.")
    name, when, conditions = how.partition(IF)
    decision.check(name)
    if name == BEST:
        raise InputError(f"{decision.name} takes {BEST} for all that may come up, without conditions.")
    return When(read_conditions(conditions, tracks), decision.policy(name)) if when else decision.policy(name)


@dataclass(frozen=True)
class SceneAdvice:
    """A decision of the next roll: what each option is worth, the best of them, and how often it comes up."""

    asked: Decide
    options: Mapping[str, Fraction]
    best: str
    chance: Fraction
    now: Outcome | None
    """How the roll stands if nothing is done, where that is settled."""


@dataclass(frozen=True)
class Plan:
    """What each state is worth with so many rolls left, when all that is open is decided for the best."""

    played: Played
    aim: SceneAim
    worths: list[dict[State, int]] = field(default_factory=list)
    """By the number of rolls left, over `below` of that number."""
    below: list[int] = field(default_factory=list)
    _weighed: dict[tuple[State, int], list[int]] = field(default_factory=dict, repr=False)
    _rolled: dict[int, Mapping[str, int]] = field(default_factory=dict, repr=False)

    def worth(self, state: State, left: int) -> Fraction:
        """What a state is worth with so many rolls left."""
        return Fraction(self.worths[left][state], self.below[left])

    def weighed(self, state: State, left: int) -> list[int]:
        """The worths inside the next roll's graph."""
        known = self._weighed.get((state, left))
        if known is None:
            graph, after = self.played.onwards(state)
            known = self._weighed[state, left] = weigh(graph, self._ends(graph, after, left))
        return known

    def advice(self, state: State, left: int) -> tuple[SceneAdvice, ...]:
        """Advice on every decision of the next roll that may come up, in the order in which they do."""
        if not 1 <= left <= self.played.rolls or state not in self.worths[left] or self.played.ending(state):
            raise InputError(f"There is advice for states that the scene comes by with rolls left, not for {state}.")
        graph = self.played.whole_graph(state)
        after = self.played.all_after(state, graph)
        worth = weigh(graph, self._ends(graph, after, left))
        chosen = list(best_options(graph, worth))
        flowing = flow(graph, chosen)
        first = len(graph.ends)
        found = []
        for place in range(len(worth) - 1, first - 1, -1):
            node = graph.nodes[place - first]
            if node.asked is None:
                continue
            best = node.asked.options[chosen.pop()]
            if not flowing[place]:
                continue
            values = [worth[child] * factor for child, factor in zip(node.children, node.factors, strict=True)]
            options = [Fraction(value, node.below * self.below[left - 1]) for value in values]
            chance = Fraction(flowing[place] * node.below, graph.total)
            named = dict(zip(node.asked.options, options, strict=True))
            found.append(SceneAdvice(node.asked, named, best, chance, now(node.asked)))
        return tuple(found)

    def _ends(self, graph: Graph, after: list[State], left: int) -> list[int]:
        worths = map(self.worths[left - 1].__getitem__, after)
        if not self.aim.tiers:
            return [*worths]
        return [*map(add, worths, map(self._points(left).get, graph.tiers, repeat(0)))]

    def _points(self, left: int) -> Mapping[str, int]:
        """What a roll is worth by its tier, over the denominator of the worths that follow it."""
        if left not in self._rolled:
            scale = self.below[left - 1]
            self._rolled[left] = {tier: int(weight * scale) for tier, weight in self.aim.tiers.items()}
        return self._rolled[left]


def plan_for(played: Played, aim: SceneAim) -> Plan:
    """The best plan for an aim, from the end backwards."""
    states = reachable(played)
    plan = Plan(played, aim)
    ended: dict[State, tuple[int, int]] = {}

    def at_end(state: State) -> tuple[int, int]:
        if state not in ended:
            ended[state] = worth_at_end(played, state, aim).as_integer_ratio()
        return ended[state]

    _add(plan, {state: at_end(state) for state in states[-1]}, aim.below)
    for left in range(1, played.rolls + 1):
        under = plan.below[left - 1]
        values: dict[State, tuple[int, int]] = {}
        for state in states[played.rolls - left]:
            if played.ending(state):
                values[state] = at_end(state)
            else:
                values[state] = plan.weighed(state, left)[-1], played.onwards(state)[0].total * under
        _add(plan, values, aim.below)
    return plan


def _add(plan: Plan, values: Mapping[State, tuple[int, int]], whole: int) -> None:
    """One more layer, over one denominator that the aim's weights divide."""
    below = lcm(whole, *{under for _, under in values.values()})
    worths = {state: value * (below // under) for state, (value, under) in values.items()}
    divisor = gcd(below // whole, *worths.values())
    plan.worths.append({state: value // divisor for state, value in worths.items()})
    plan.below.append(below // divisor)


def reachable(played: Played) -> list[set[State]]:
    """The states that can stand after each number of rolls, whatever is decided."""
    layers = [{played.start}]
    visits = 0
    for _ in range(played.rolls):
        visits += len(layers[-1])
        played.refuse_more(visits)
        following: set[State] = set()
        for state in layers[-1]:
            following.update([state] if played.ending(state) else played.onwards(state)[1])
        layers.append(following)
    return layers


def worth_at_end(played: Played, state: State, aim: SceneAim) -> Fraction:
    """What the end of a scene is worth, its closing roll still to come."""
    named = played.named(state)
    ending = played.ending_at_last(state)
    closing = played.closing(state)
    if closing is None:
        return aim.of_end(ending, named)
    worths = [int(aim.of_end(f"{ending}, {end.tier}", named) * aim.below) for end in closing.ends]
    return Fraction(weigh(closing, worths)[-1], closing.total * aim.below)
