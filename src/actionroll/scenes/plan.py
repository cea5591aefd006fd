"""The best plan for a scene's aim, by backward induction, and its advice at every state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import repeat
from math import gcd, lcm
from operator import add

from actionroll.errors import InputError
from actionroll.rules.game import State
from actionroll.rules.steps import Decide, Outcome, now
from actionroll.scenes.graph import Graph, best_options, flow, weigh
from actionroll.scenes.played import Played, SceneAim


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
