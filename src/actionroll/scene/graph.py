"""A roll as a graph: built once for an attempt, then weighed many times with other worths at its ends.

Every node's worth is an integer over a denominator that follows from the graph alone, so weighing it is exact and takes
only integer sums.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import TypeAlias

from actionroll.errors import LimitError
from actionroll.rules.falling import fallings
from actionroll.rules.policy import Policy
from actionroll.rules.record import summed
from actionroll.rules.steps import Decide, Effect, Outcome, Step, Throw, after

MOST_NODES = 500_000

Edge: TypeAlias = tuple[int, int]
"""The place of a child, and the factor that brings its worth to the parent's denominator."""


@dataclass(frozen=True, slots=True)
class Ends:
    """A node where the roll is over: the place of its outcome among the graph's ends."""

    place: int


@dataclass(frozen=True, slots=True)
class Falls:
    """A node where dice fall."""

    children: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Asks:
    """A node where someone decides for the best: a child for each option."""

    asked: Decide
    children: tuple[Edge, ...]


Node: TypeAlias = Ends | Falls | Asks


@dataclass(slots=True)
class Graph:
    """All ways a roll can go; nodes stand after their children, the start last."""

    nodes: list[Node] = field(default_factory=list)
    below: list[int] = field(default_factory=list)
    """Each node's denominator."""
    ends: list[Outcome] = field(default_factory=list)

    @property
    def total(self) -> int:
        """The denominator of the whole."""
        return self.below[-1]


def graph_of(
    start: Step, fixed: Mapping[str, Policy], seen: Callable[[Outcome], Outcome], *, merge: bool = True
) -> Graph:
    """The graph of a roll. Decisions in `fixed` are answered; `seen` leaves of an outcome what matters to the scene.

    With `merge`, decisions that lead to the same ends stand as one, which is all that weighing needs.
    """
    builder = _Builder(fixed, seen, merge=merge)
    builder.place_of(start, ())
    return builder.graph


class _Builder:
    """Places each step once for the costs that were paid on the way to it."""

    def __init__(self, fixed: Mapping[str, Policy], seen: Callable[[Outcome], Outcome], *, merge: bool) -> None:
        self.graph = Graph()
        self.fixed = fixed
        self.seen = seen
        self.merge = merge
        self.places: dict[tuple[Step, tuple[Effect, ...]], int] = {}
        self.alike: dict[object, int] = {}

    def place_of(self, step: Step, spent: tuple[Effect, ...]) -> int:
        """Where a step stands, placed now if it is new."""
        known = self.places.get((step, spent))
        if known is None:
            known = self.places[step, spent] = self._placed(step, spent)
        return known

    def _placed(self, step: Step, spent: tuple[Effect, ...]) -> int:
        match step:
            case Outcome():
                return self._end(step, spent)
            case Throw():
                return self._fall(step, spent + step.costs)
            case Decide():
                return self._ask(step, spent)

    def _end(self, outcome: Outcome, spent: tuple[Effect, ...]) -> int:
        paid = Outcome(outcome.rule, outcome.tier, outcome.facts, summed(spent + outcome.effects)) if spent else outcome
        ended = self.seen(paid)
        if ended not in self.alike:
            self.graph.ends.append(ended)
            self.alike[ended] = self._add(Ends(len(self.graph.ends) - 1), 1)
        return self.alike[ended]

    def _fall(self, throw: Throw, spent: tuple[Effect, ...]) -> int:
        steps, total = fallings(throw)
        ways: dict[int, int] = {}
        for step, many in steps:
            place = self.place_of(step, spent)
            ways[place] = ways.get(place, 0) + many
        edges, below = self._edges(ways)
        return self._add(Falls(edges), total * below)

    def _ask(self, asked: Decide, spent: tuple[Effect, ...]) -> int:
        if asked.name in self.fixed:
            return self.place_of(after(asked, self.fixed[asked.name](asked)), spent)
        places = tuple(self.place_of(after(asked, option), spent) for option in asked.options)
        if not self.merge or places not in self.alike:
            edges, below = self._edges(dict.fromkeys(places, 1))
            by_place = dict(edges)
            self.alike[places] = self._add(Asks(asked, tuple((place, by_place[place]) for place in places)), below)
        return self.alike[places]

    def _edges(self, ways: Mapping[int, int]) -> tuple[tuple[Edge, ...], int]:
        denominators = self.graph.below
        below = lcm(*(denominators[place] for place in ways))
        return tuple((place, many * (below // denominators[place])) for place, many in ways.items()), below

    def _add(self, node: Node, below: int) -> int:
        if len(self.graph.nodes) >= MOST_NODES:
            raise LimitError(f"A roll of this scene has more than {MOST_NODES} steps; take fewer dice or decisions.")
        self.graph.nodes.append(node)
        self.graph.below.append(below)
        return len(self.graph.nodes) - 1


def weigh(graph: Graph, worths: Sequence[int]) -> list[int]:
    """Each node's worth over its denominator, all decided for the best; the last is the whole roll's."""
    worth: list[int] = []
    for node in graph.nodes:
        match node:
            case Falls():
                worth.append(sum([worth[place] * factor for place, factor in node.children]))
            case Asks():
                worth.append(max([worth[place] * factor for place, factor in node.children]))
            case Ends():
                worth.append(worths[node.place])
    return worth


def best_option(node: Asks, worth: Sequence[int]) -> int:
    """The place of the best option, the earlier one where several are."""
    options = [worth[place] * factor for place, factor in node.children]
    return options.index(max(options))


def ways(graph: Graph, worth: Sequence[int] = ()) -> list[int]:
    """The number of ways to each end, out of the graph's total, decided for the best by the nodes' worths."""
    flow = [0] * len(graph.nodes)
    flow[-1] = graph.total
    counts = [0] * len(graph.ends)
    for place in range(len(graph.nodes) - 1, -1, -1):
        node = graph.nodes[place]
        match node:
            case Ends():
                counts[node.place] += flow[place]
            case Asks():
                flow[node.children[best_option(node, worth)][0]] += flow[place]
            case Falls():
                share = flow[place] // graph.below[place]
                for child, factor in node.children if share else ():
                    flow[child] += share * factor * graph.below[child]
    return counts
