"""Solve a scene exactly: how it ends, and the best that can be done for an aim, by backward induction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from actionroll.scene.declaration import State
from actionroll.scene.graph import Graph, ways, weigh
from actionroll.scene.played import OUT_OF_ROLLS, Played

Worth = Callable[[str, Mapping[str, int]], int]
"""What an end of a scene is worth: how it ended, and the tracks."""


@dataclass(frozen=True)
class Plan:
    """What each state is worth with so many rolls left, when all is decided for the best."""

    played: Played
    worths: tuple[Mapping[State, int], ...]
    """By the number of rolls left, over `below` of that number."""
    below: tuple[int, ...]

    def worth(self, state: State, left: int) -> Fraction:
        """What a state is worth with so many rolls left."""
        return Fraction(self.worths[left][state], self.below[left])

    def node_worths(self, state: State, left: int) -> list[int]:
        """The worths inside the next roll's graph."""
        graph, after = self.played.onwards(state)
        following = self.worths[left - 1]
        return weigh(graph, [following[each] for each in after])


@dataclass(frozen=True)
class SceneOdds:
    """Exactly how a scene ends."""

    played: Played
    ends: Mapping[tuple[str, State], Fraction]
    """The chance of each ending with the tracks as they then stand."""
    tiers: Mapping[str, Fraction]
    """How often each tier is rolled, on average."""
    along: tuple[Mapping[State, Fraction], ...]
    """The tracks after each number of rolls; where the scene was over before, as they stood then."""
    worth: Fraction | None = None
    """What the best plan is worth for the aim, where there was one."""

    @property
    def endings(self) -> Mapping[str, Fraction]:
        """The chance of each ending."""
        chances: dict[str, Fraction] = {}
        for (ending, _), chance in self.ends.items():
            chances[ending] = chances.get(ending, Fraction(0)) + chance
        return chances

    def track(self, name: str, rolls: int = -1) -> Mapping[int, Fraction]:
        """The distribution of one carried track after a number of rolls; at the end without one."""
        place = [track.name for track in self.played.tracks].index(name)
        chances: dict[int, Fraction] = {}
        for state, chance in self.along[rolls].items():
            chances[state[place]] = chances.get(state[place], Fraction(0)) + chance
        return dict(sorted(chances.items()))


def plan_for(played: Played, worth: Worth) -> Plan:
    """The best plan for an aim, from the end backwards."""
    states = _reachable(played)
    worths: list[dict[State, int]] = []
    final = {state: _worth_at_end(played, state, worth) for state in states[-1]}
    below = [lcm(*(each.denominator for each in final.values()))]
    worths.append({state: int(each * below[0]) for state, each in final.items()})
    for left in range(1, played.rolls + 1):
        earlier = states[played.rolls - left]
        following, under = worths[-1], below[-1]
        over = {state: _worth_at_end(played, state, worth) for state in earlier if played.ending(state)}
        open_ones = [state for state in earlier if state not in over]
        weighed = {state: _weighed(played, state, following) for state in open_ones}
        factor = lcm(*(total for _, total in weighed.values()), *(each.denominator for each in over.values()))
        values = {state: value * (factor // total) for state, (value, total) in weighed.items()}
        values.update({state: int(each * factor * under) for state, each in over.items()})
        divisor = gcd(factor * under, *values.values())
        worths.append({state: value // divisor for state, value in values.items()})
        below.append(factor * under // divisor)
    return Plan(played, tuple(worths), tuple(below))


def _weighed(played: Played, state: State, following: Mapping[State, int]) -> tuple[int, int]:
    graph, after = played.onwards(state)
    return weigh(graph, [following[each] for each in after])[-1], graph.total


def _reachable(played: Played) -> list[set[State]]:
    """The states that can stand after each number of rolls, whatever is decided."""
    layers = [{played.start}]
    for _ in range(played.rolls):
        following: set[State] = set()
        for state in layers[-1]:
            following.update([state] if played.ending(state) else played.onwards(state)[1])
        layers.append(following)
    return layers


def _worth_at_end(played: Played, state: State, worth: Worth) -> Fraction:
    named = played.named(state)
    ending = played.ending(state) or OUT_OF_ROLLS
    closing = played.closing(state)
    if closing is None:
        return Fraction(worth(ending, named))
    worths = [worth(f"{ending}, {end.tier}", named) for end in closing.ends]
    return Fraction(weigh(closing, worths)[-1], closing.total)


def solve(played: Played, plan: Plan | None = None) -> SceneOdds:
    """How the scene ends when every decision is answered by its policy, or for the best by the plan."""
    standing: dict[State, int] = {played.start: 1}
    below = 1
    tiers: dict[str, Fraction] = {}
    along = [_chances(standing, below)]
    counted: dict[int, list[int]] = {}
    for number in range(played.rolls):
        standing, below = _one_roll(played, standing, below, tiers, _counting(plan, played.rolls - number, counted))
        along.append(_chances(standing, below))
    worth = plan.worth(played.start, played.rolls) if plan else None
    return SceneOdds(played, _closed(played, along[-1]), tiers, tuple(along), worth)


Counting = Callable[[State, Graph], list[int]]


def _counting(plan: Plan | None, left: int, counted: dict[int, list[int]]) -> Counting:
    """The ways to each end of a roll: once for each graph, unless a plan decides by state and rolls left."""

    def by_graph(state: State, graph: Graph) -> list[int]:
        if id(graph) not in counted:
            counted[id(graph)] = ways(graph)
        return counted[id(graph)]

    def by_plan(state: State, graph: Graph) -> list[int]:
        return ways(graph, plan.node_worths(state, left) if plan else ())

    return by_plan if plan else by_graph


def _one_roll(
    played: Played, standing: Mapping[State, int], below: int, tiers: dict[str, Fraction], count: Counting
) -> tuple[dict[State, int], int]:
    open_ones = [state for state in standing if not played.ending(state)]
    factor = lcm(*(played.onwards(state)[0].total for state in open_ones))
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
                following[next_state] = following.get(next_state, 0) + scale * many
                rolled[end.tier] = rolled.get(end.tier, 0) + scale * many
    for tier, many in rolled.items():
        tiers[tier] = tiers.get(tier, Fraction(0)) + Fraction(many, below * factor)
    divisor = gcd(below * factor, *following.values())
    return {state: weight // divisor for state, weight in following.items()}, below * factor // divisor


def _chances(standing: Mapping[State, int], below: int) -> dict[State, Fraction]:
    return {state: Fraction(weight, below) for state, weight in standing.items()}


def _closed(played: Played, standing: Mapping[State, Fraction]) -> dict[tuple[str, State], Fraction]:
    ends: dict[tuple[str, State], Fraction] = {}
    for state, chance in standing.items():
        ending = played.ending(state) or OUT_OF_ROLLS
        closing = played.closing(state)
        if closing is None:
            ends[ending, state] = chance
            continue
        for end, many in zip(closing.ends, ways(closing), strict=True):
            key = (f"{ending}, {end.tier}", state)
            ends[key] = ends.get(key, Fraction(0)) + chance * Fraction(many, closing.total)
    return ends
