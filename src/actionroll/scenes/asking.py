"""From names and raw values to a scene as it is played: settings, rulings, policies and the aim, all checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from actionroll.errors import InputError, shown
from actionroll.games import game
from actionroll.rules.game import BEST, Decision, Move, find
from actionroll.rules.inputs import make_attempt, make_rulings
from actionroll.rules.policy import Policy, do_nothing
from actionroll.rules.scene import Scene
from actionroll.scenes.aims import SceneAim, read_aim
from actionroll.scenes.conditions import read_conditions
from actionroll.scenes.planning import plan_for
from actionroll.scenes.played import Played, When
from actionroll.scenes.solved import SceneOdds
from actionroll.scenes.solving import solve

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
