"""Scenes: several rolls in a row with the tracks carried over, solved exactly.

A package can add its own, for a game of its own or for any other, through the entry-point group `actionroll.scenes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

from actionroll.errors import InputError, shown
from actionroll.games import BUILT_IN, brought, game
from actionroll.rules.game import BEST, OUT_OF_ROLLS, Carried, Decision, Move, Policy, Scene, do_nothing, find
from actionroll.rules.inputs import make_attempt, make_rulings
from actionroll.scenes.plan import plan_for
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
