"""Scenes: several rolls in a row with the tracks carried over, solved exactly, and the best plan for an aim.

A package can add its own, for a game of its own or for any other, through the entry-point group `actionroll.scenes`.
Every game has the scene `crew`: characters by their sheets, who roll in turn, each with a move of their own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, make_dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import repeat
from math import gcd, lcm
from operator import add
from typing import Any, ClassVar

from actionroll.errors import ActionrollError, InputError, shown
from actionroll.games import USUAL_MOVE, brought, game
from actionroll.rules.futures import first_step
from actionroll.rules.game import (
    BEST,
    OUT_OF_ROLLS,
    Carried,
    Decision,
    End,
    Move,
    Policy,
    Scene,
    State,
    do_nothing,
    find,
)
from actionroll.rules.inputs import Input, make_attempt, make_rulings, whole
from actionroll.rules.kinds import Kind
from actionroll.rules.sheet import changed, values_of
from actionroll.rules.steps import Decide, Effect, Outcome, now
from actionroll.scenes.graph import Graph, best_options, flow, weigh
from actionroll.scenes.played import PASSES, Played, SceneAim, Turn, When, read_aim, read_conditions
from actionroll.scenes.solution import SceneOdds, solve, tiers_of

__all__ = [
    "CREW", "OUT_OF_ROLLS", "Carried", "Scene", "SceneQuestion", "added", "ask", "decisions_of", "scene", "scenes",
    "solve_asked",
]  # fmt: skip
ENTRY_POINTS = "actionroll.scenes"


def scenes(name: str) -> tuple[Scene, ...]:
    """The ready scenes of a game: its own first, then those that installed packages add."""
    played = game(name)
    return played.scenes + tuple(each for each in added() if each.game == played.id)


@lru_cache
def added() -> tuple[Scene, ...]:
    """The scenes of installed packages, one tuple from each entry point."""
    return tuple(each for ready in brought(ENTRY_POINTS, tuple, "SCENES") for each in ready)


def scene(name: str, scene_name: str | None = None) -> Scene:
    """The scene of that name; without one, the game's first. Packages are looked at only where the game has none."""
    played = game(name)
    if scene_name == CREW:
        return crew(played.id)
    for each in played.scenes:
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


def decisions_of(scene: Scene, settings: Any = None) -> tuple[Decision, ...]:
    """All decisions that a scene may ask: the way to go about a roll, then those of its moves, each name once."""
    moves = [game(scene.game).move(move) for move in scene.moves(settings)]
    made = tuple({each.name: each for move in reversed(moves) for each in reversed(move.decisions)}.values())[::-1]
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
    scene.check(made, ruled)
    tracks = [track.name for track in scene.carried(made)]
    policies = _policies(scene, dict(decide or {}), tracks)
    endings = (*scene.endings, *scene.last_tiers)
    wanted = read_aim(scene.aim if aim is None else aim, endings, tracks, tiers_of(scene, made))
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


# The best plan


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
    states = played.reachable()
    plan = Plan(played, aim)
    ended: dict[State, tuple[int, int]] = {}

    def at_end(state: State) -> tuple[int, int]:
        if state not in ended:
            ended[state] = played.worth_at_end(state, aim).as_integer_ratio()
        return ended[state]

    _add(plan, {state: at_end(state) for state in states[-1]}, aim.below)
    for left in range(1, played.rolls + 1):
        played.tell(played.rolls + left, 3 * played.rolls)
        under = plan.below[left - 1]
        values: dict[State, tuple[int, int]] = {}
        for state in states[played.rolls - left]:
            played.budget.look()
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


CREW = "crew"
MOST_TURNS = 12
MOST_ROLLS = 200
TURNS_TAKEN = "turns_taken"
"""What is carried besides the sheets: whose turn it is follows from it."""


@dataclass(frozen=True, slots=True)
class Turns(Kind):
    """The turns of a crew's round, in order."""

    game: str
    repeats: ClassVar[bool] = True

    def accepts(self) -> str:
        return f"up to {MOST_TURNS} turns, each with who, values of a sheet, move, trait and inputs"

    def parse(self, raw: Any) -> tuple[Turn, ...]:
        if not isinstance(raw, list | tuple) or not 1 <= len(raw) <= MOST_TURNS:
            raise ValueError
        made = tuple([self._turn(**each) for each in raw])
        for each in made:
            if any(other.who == each.who and other.values != each.values for other in made):
                raise InputError(f"Two sheets are of {each.who}; give one of them another name.")
        return made

    def _turn(self, values: Any, who: str = "", move: str = USUAL_MOVE, trait: str = "", inputs: Any = None) -> Turn:
        named = re.sub("[^a-z0-9]+", "_", who.lower()).strip("_") or "roller"
        played = game(self.game)
        return Turn(named, values_of(played.sheet, dict(values)), played.move(move), trait, dict(inputs or {}))

    def from_words(self, words: Sequence[str]) -> Any:
        return list(words)

    def show(self, value: Any) -> Any:
        told = ((each, {"who": each.who, "values": each.values, "move": each.move.name}) for each in value)
        return [{**shown, "trait": each.trait, "inputs": each.said} for each, shown in told]

    def _form(self) -> dict[str, Any]:
        return {"type": "turns"}

    def placeholder(self) -> str:
        return "SHEET …"


@dataclass(frozen=True, kw_only=True, eq=False)
class Crew(Scene):
    """Characters by their sheets, who roll in turn; what the rolls change of each is carried along."""

    whole_sheets: ClassVar[bool] = True

    def moves(self, settings: Any = None) -> tuple[str, ...]:
        """Those of the turns."""
        used = [each.move for each in settings.turn] if settings else game(self.game).moves
        return tuple(dict.fromkeys(each.name for each in used))

    def move_at(self, settings: Any, now: Mapping[str, int]) -> str:
        """That of whose turn it is."""
        return _turn_of(settings, now).move.name

    def check(self, settings: Any, rulings: Any) -> None:
        """Each can roll at the start: who passes from the first turn on was set up wrongly."""
        for turn in settings.turn:
            self._begun(turn, {}, rulings)

    def _begun(self, turn: Turn, now: Mapping[str, int], rulings: Any) -> dict[str, Any]:
        raw = turn.inputs(now, game(self.game).sheet)
        first_step(turn.move.start, make_attempt(turn.move.attempt, raw), rulings)
        return raw

    def ways_at(self, settings: Any, now: Mapping[str, int], rulings: Any) -> Mapping[str, Mapping[str, Any]]:
        """The roll of whose turn it is, or none where the rules let them make it no more."""
        try:
            return {"roll": self._begun(_turn_of(settings, now), now, rulings)}
        except ActionrollError:
            return {PASSES: {}}

    def seen(self, settings: Any, names: Sequence[str], outcome: Outcome, spent: tuple[Effect, ...]) -> End:
        """What it changes of the roller's sheet."""
        own = [effect for effect in spent + outcome.effects if effect.who in ("roller", "attacker")]
        tracks = dict.fromkeys(effect.track for effect in own)
        return End(outcome.tier, tuple((name, sum(each.by for each in own if each.track == name)) for name in tracks))

    def moved(self, settings: Any, tracks: Sequence[Carried], state: State, changes: tuple[Any, ...]) -> State:
        """The state with the roller's sheet changed, and one turn more taken."""
        now = {track.name: value for track, value in zip(tracks, state, strict=True)}
        turn, form = _turn_of(settings, now), game(self.game).sheet
        values = turn.values_at(now, form)
        for track, by in changes:
            values = changed(form, values, Effect("roller", track, by), turn.trait)
        carried = {turn.name_of(name, form): value for name, value in values.items()}
        after = {name: int(carried.get(name, value)) for name, value in now.items()}
        return tuple({**after, TURNS_TAKEN: now[TURNS_TAKEN] + 1}.values())


def _turn_of(settings: Any, now: Mapping[str, int]) -> Turn:
    turn: Turn = settings.turn[now[TURNS_TAKEN] % len(settings.turn)]
    return turn


@lru_cache
def crew(game_id: str) -> Crew:
    """The scene of several characters, in any game."""
    says = "A sheet that rolls, in its turn: FILE [MOVE] [TRAIT] [NAME=VALUE …]."
    turns = Input("turn", Turns(game_id), says, "roller", None)
    most = whole(1, MOST_ROLLS, "How many rolls, of all together.", default=8)
    made = field(kw_only=True, metadata={"input": lambda name: turns})

    def carried(settings: Any) -> tuple[Carried, ...]:
        found = {each.name: each for turn in settings.turn for each in turn.carried(game(game_id).sheet)}
        return (*found.values(), Carried(TURNS_TAKEN, 0, 0, 0))

    return Crew(
        game=game_id, name=CREW, says="Characters by their sheets, who roll in turn.",
        settings=make_dataclass("CrewSettings", [("turn", Any, made), ("rolls", int, most)], frozen=True),
        carried=carried, attempts=lambda *now: crew(game_id).ways_at(*now), over=lambda settings, now: "",
        endings=(OUT_OF_ROLLS,), aim=OUT_OF_ROLLS,
    )  # fmt: skip
