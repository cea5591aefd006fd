"""Solve a scene exactly: how it ends, and where its tracks stand on the way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from math import gcd, lcm

from actionroll.rules.scene import State
from actionroll.scenes.aims import SceneAim
from actionroll.scenes.graph import Graph, best_options, ways
from actionroll.scenes.planning import Plan
from actionroll.scenes.played import Played
from actionroll.scenes.solved import Layer, SceneOdds

Counting = Callable[[State, Graph], list[int]]


def solve(played: Played, plan: Plan | None = None, aim: SceneAim | None = None) -> SceneOdds:
    """How the scene ends when every decision is answered by its policy, or for the best by the plan."""
    standing: dict[State, int] = {played.start: 1}
    below = 1
    tiers = dict.fromkeys(played.game.move(played.scene.move).tiers, Fraction(0))
    layers: list[Layer] = [(standing, below)]
    counted: dict[Hashable, list[int]] = {}
    visits = 0
    for number in range(played.rolls):
        visits += len(standing)
        played.refuse_more(visits)
        standing, below = _one_roll(played, standing, below, tiers, counting(plan, played.rolls - number, counted))
        layers.append((standing, below))
    ends = _closed(played, _chances(standing, below))
    return SceneOdds(played, ends, tiers, tuple(layers), aim or (plan.aim if plan else None), plan)


def counting(plan: Plan | None, left: int, counted: dict[Hashable, list[int]]) -> Counting:
    """The ways to each end of a roll: once for each graph and the options that are chosen in it."""

    def count(state: State, graph: Graph) -> list[int]:
        chosen = best_options(graph, plan.weighed(state, left)) if plan else ()
        known = counted.get((id(graph), chosen))
        if known is None:
            known = counted[id(graph), chosen] = ways(graph, chosen)
        return known

    return count


def _one_roll(
    played: Played, standing: Mapping[State, int], below: int, tiers: dict[str, Fraction], count: Counting
) -> tuple[dict[State, int], int]:
    open_ones = [state for state in standing if not played.ending(state)]
    factor = lcm(*{played.onwards(state)[0].total for state in open_ones})
    following: dict[State, int] = {}
    rolled: dict[str, int] = {}
    for state, weight in standing.items():
        if played.ending(state):
            following[state] = following.get(state, 0) + weight * factor
            continue
        graph, after = played.onwards(state)
        scale = weight * (factor // graph.total)
        for end, next_state, many in zip(graph.ends, after, count(state, graph), strict=True):
            if many:
                more = scale * many
                following[next_state] = following.get(next_state, 0) + more
                rolled[end.tier] = rolled.get(end.tier, 0) + more
    for tier, many in rolled.items():
        tiers[tier] = tiers.get(tier, Fraction(0)) + Fraction(many, below * factor)
    divisor = gcd(below * factor, *following.values())
    return {state: weight // divisor for state, weight in following.items()}, below * factor // divisor


def _chances(standing: Mapping[State, int], below: int) -> dict[State, Fraction]:
    return {state: Fraction(weight, below) for state, weight in standing.items()}


def _closed(played: Played, standing: Mapping[State, Fraction]) -> dict[tuple[str, State], Fraction]:
    ends: dict[tuple[str, State], Fraction] = {}
    for state, chance in standing.items():
        ending = played.ending_at_last(state)
        closing = played.closing(state)
        if closing is None:
            ends[ending, state] = chance
            continue
        for end, many in zip(closing.ends, ways(closing), strict=True):
            key = (f"{ending}, {end.tier}", state)
            ends[key] = ends.get(key, Fraction(0)) + chance * Fraction(many, closing.total)
    return ends
