"""Scenes: several rolls in a row with the tracks carried over, solved exactly.

A package can add its own, for a game of its own or for any other, through the entry-point group `actionroll.scenes`.
Every game has the scene `crew`: characters by their sheets, who roll in turn, each with a move of their own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, make_dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, ClassVar

from actionroll.errors import ActionrollError, InputError, shown
from actionroll.games import BUILT_IN, brought, game
from actionroll.rules.futures import first_step
from actionroll.rules.game import (
    BEST,
    OUT_OF_ROLLS,
    Carried,
    Decision,
    End,
    Game,
    Move,
    Policy,
    Scene,
    State,
    do_nothing,
    find,
)
from actionroll.rules.inputs import Input, make_attempt, make_rulings, whole
from actionroll.rules.kinds import Kind
from actionroll.rules.sheet import FARTHEST, bound_of, changed, fill, values_of
from actionroll.rules.steps import Effect, Outcome
from actionroll.scenes.plan import plan_for
from actionroll.scenes.played import PASSES, Played, SceneAim, When, read_aim, read_conditions
from actionroll.scenes.solution import SceneOdds, solve, tiers_of

__all__ = [
    "CREW",
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
    if scene_name == CREW:
        return crew(played.id)
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


CREW = "crew"
MOST_TURNS = 12
MOST_ROLLS = 200
MADE = "turns_taken"
"""What is carried besides the sheets: whose turn it is follows from it."""
OWN_PARTS = ("roller", "attacker")
FIELDS = ("who", "values", "move", "trait", "inputs")


@dataclass(frozen=True, eq=False)
class Turn:
    """One roll of a round: whose, with which move, and what is read from the sheet and said for it."""

    who: str
    """As tracks of a scene name it."""
    values: Mapping[str, Any]
    move: Move
    trait: str = ""
    said: Mapping[str, Any] = field(default_factory=dict)

    def values_at(self, now: Mapping[str, int]) -> dict[str, Any]:
        """The character's sheet as it then stands."""
        stands = {name: now.get(f"{self.who}_{name}", now.get(name)) for name in self.values}
        return {
            name: value if stands[name] is None else bool(stands[name]) if isinstance(value, bool) else stands[name]
            for name, value in self.values.items()
        }

    def inputs(self, played: Game, now: Mapping[str, int]) -> dict[str, Any]:
        """What the roll takes, from the sheet as it then stands."""
        read = fill(played.sheet, self.move.name, self.values_at(now), self.trait, self.said)
        return {
            name: tuple(value) if isinstance(value, list) else value for name, value in {**read, **self.said}.items()
        }


@dataclass(frozen=True, slots=True)
class Turns(Kind):
    """The turns of a round, in order."""

    game: str
    repeats: ClassVar[bool] = True

    def accepts(self) -> str:
        return f"up to {MOST_TURNS} turns, each with who, values of a sheet, move, trait and inputs"

    def parse(self, raw: Any) -> tuple[Turn, ...]:
        if not isinstance(raw, list | tuple) or not 1 <= len(raw) <= MOST_TURNS:
            raise ValueError
        made = tuple([each if isinstance(each, Turn) else self._turn(each) for each in raw])
        for each in made:
            if any(other.who == each.who and other.values != each.values for other in made):
                raise InputError(f"Two sheets are of {each.who}; give one of them another name.")
        return made

    def from_words(self, words: Sequence[str]) -> Any:
        return list(words)

    def _turn(self, raw: Any) -> Turn:
        if not isinstance(raw, Mapping) or not set(raw) <= set(FIELDS) or not isinstance(raw.get("values"), Mapping):
            raise ValueError
        played = game(self.game)
        who = re.sub("[^a-z0-9]+", "_", str(raw.get("who", "")).lower()).strip("_") or "roller"
        move = played.move(raw.get("move", played.moves[0].name))
        said = dict(raw.get("inputs", {}))
        return Turn(who, values_of(played.sheet, raw["values"]), move, str(raw.get("trait", "")), said)

    def show(self, value: Any) -> Any:
        return [
            {"who": each.who, "values": dict(each.values), "move": each.move.name, "trait": each.trait,
             "inputs": dict(each.said)}
            for each in value
        ]  # fmt: skip

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
        used = settings.turn if settings else [Turn("", {}, move) for move in game(self.game).moves]
        return tuple(dict.fromkeys(each.move.name for each in used))

    def move_at(self, settings: Any, now: Mapping[str, int]) -> str:
        """That of whose turn it is."""
        return _turn_of(settings, now[MADE]).move.name

    def check(self, settings: Any, rulings: Any) -> None:
        """Each can roll at the start: who passes from the first turn on was set up wrongly."""
        for turn in settings.turn:
            first_step(turn.move.start, make_attempt(turn.move.attempt, turn.inputs(game(self.game), {})), rulings)

    def seen(self, settings: Any, names: Sequence[str], outcome: Outcome, spent: tuple[Effect, ...]) -> End:
        """What it changes of the roller's sheet."""
        changes: dict[str, int] = {}
        for effect in spent + outcome.effects:
            if effect.who in OWN_PARTS:
                changes[effect.track] = changes.get(effect.track, 0) + effect.by
        return End(outcome.tier, tuple(changes.items()))

    def moved(self, settings: Any, tracks: Sequence[Carried], state: State, changes: tuple[Any, ...]) -> State:
        """The state with the roller's sheet changed, and one turn more taken."""
        now = {track.name: value for track, value in zip(tracks, state, strict=True)}
        turn, form = _turn_of(settings, now[MADE]), game(self.game).sheet
        values = turn.values_at(now)
        for track, by in changes:
            values = changed(form, values, Effect("roller", track, by), turn.trait)
        for name, value in values.items():
            key = name if name in form.of_the_table else f"{turn.who}_{name}"
            if key in now:
                now[key] = int(value)
        now[MADE] += 1
        return tuple(now.values())


def _turn_of(settings: Any, made: int) -> Turn:
    turn: Turn = settings.turn[made % len(settings.turn)]
    return turn


@lru_cache
def crew(game_id: str) -> Crew:
    """The scene of several characters, in any game."""
    turns = Input(
        "turn", Turns(game_id), "A sheet that rolls: FILE [MOVE] [TRAIT] [NAME=VALUE …], in turn.", "roller", None
    )
    most = whole(1, MOST_ROLLS, "How many rolls, of all together.", default=8)
    made = field(kw_only=True, metadata={"input": lambda name: turns})
    settings = make_dataclass("CrewSettings", [("turn", Any, made), ("rolls", int, most)], frozen=True)

    def carried(settings: Any) -> tuple[Carried, ...]:
        found = {each.name: each for turn in settings.turn for each in _sheet_carried(game(game_id), turn)}
        return (*found.values(), Carried(MADE, 0, 0, 0, "Turns that were taken."))

    def attempts(settings: Any, now: Mapping[str, int], rulings: Any) -> Mapping[str, Mapping[str, Any]]:
        turn = _turn_of(settings, now[MADE])
        try:
            raw = turn.inputs(game(game_id), now)
            first_step(turn.move.start, make_attempt(turn.move.attempt, raw), rulings)
        except ActionrollError:
            return {PASSES: {}}
        return {"roll": raw}

    return Crew(
        game=game_id, name=CREW, says="Characters by their sheets, who roll in turn.", settings=settings,
        carried=carried, attempts=attempts, over=lambda settings, now: "", endings=(OUT_OF_ROLLS,), aim=OUT_OF_ROLLS,
    )  # fmt: skip


def _sheet_carried(played: Game, turn: Turn) -> list[Carried]:
    """The tracks and marks of a character, as a scene carries them; those of the table once for all."""
    form, found = played.sheet, []
    for track in form.tracks:
        name = track.name if track.name in form.of_the_table else f"{turn.who}_{track.name}"
        low, high = bound_of(track.low, turn.values), bound_of(track.high, turn.values)
        within = (-FARTHEST if low is None else low, FARTHEST if high is None else high)
        found.append(Carried(name, *within, turn.values[track.name], track.says))
    for mark in form.marks:
        name = mark.name if mark.name in form.of_the_table else f"{turn.who}_{mark.name}"
        found.append(Carried(name, 0, 1, int(turn.values[mark.name]), mark.says))
    return found
