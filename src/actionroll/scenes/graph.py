"""A roll as a graph: built once for an attempt, then weighed many times with other worths at its ends.

Every node's worth is an integer over a denominator that follows from the graph alone, so weighing it is exact and takes
only integer sums. The ways to each end are the same sums, read backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import lcm
from operator import itemgetter, mul
from typing import Any, NamedTuple, TypeAlias

from actionroll.errors import LimitError
from actionroll.rules.futures import fallings
from actionroll.rules.game import End
from actionroll.rules.policy import Policy
from actionroll.rules.steps import Decide, Effect, Outcome, Step, Throw, after

MOST_STEPS = 300_000
"""That the rolls of one scene are built of."""

Seen: TypeAlias = Callable[[Outcome, tuple[Effect, ...]], End]
"""What a scene sees of an outcome and of what was paid on the way to it."""
Edge: TypeAlias = tuple[int, int]
"""The place of a child, and the factor that brings its worth to the parent's denominator."""


class Node(NamedTuple):
    """Dice fall, or someone decides for the best: a child for each fall or option."""

    children: tuple[Edge, ...]
    asked: Decide | None
    below: int
    """Its denominator."""
    level: int
    """One above its highest child's; an end's is 0."""


Taking: TypeAlias = tuple[Callable[[Sequence[int]], Iterable[int]], tuple[int, ...]]
"""What takes the children's worths, and their factors."""


class Level(NamedTuple):
    """Nodes of one level, which need each other's worths not: first where dice fall, then where someone decides."""

    falls: tuple[Taking, ...]
    pairs: tuple[tuple[int, int, int, int], ...]
    """Of decisions between two: the places of both, each with its factor."""
    more: tuple[Taking, ...]
    """Decisions between more than two."""


@dataclass(frozen=True)
class Graph:
    """All ways a roll can go: the ends take the first places, then the nodes by level, the start last."""

    ends: tuple[End, ...]
    nodes: tuple[Node, ...]

    @property
    def total(self) -> int:
        """The denominator of the whole."""
        return self.nodes[-1].below if self.nodes else 1

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """The nodes as they are weighed."""
        found = []
        for _, group in groupby(self.nodes, key=_level_of):
            kinds: tuple[list[Node], list[Node], list[Node]] = ([], [], [])
            for node in group:
                kinds[kind_of(node)].append(node)
            falls, two, more = kinds
            pairs = tuple((*node.children[0], *node.children[1]) for node in two)
            found.append(Level(tuple(map(_taking, falls)), pairs, tuple(map(_taking, more))))
        return tuple(found)


def _level_of(node: Node) -> int:
    return node.level


def kind_of(node: Node) -> int:
    """Where dice fall, where someone decides between two, between more."""
    return 0 if node.asked is None else 1 if len(node.children) == 2 else 2


def _taking(node: Node) -> Taking:
    places, factors = zip(*node.children, strict=True)
    take = itemgetter(*places) if len(places) > 1 else itemgetter(slice(places[0], places[0] + 1))
    return take, factors


def weigh(graph: Graph, worths: Sequence[int]) -> list[int]:
    """Each place's worth over its denominator, all decided for the best; the last is the whole roll's."""
    worth = list(worths)
    for falls, pairs, more in graph.levels:
        fresh = [sum(map(mul, take(worth), factors)) for take, factors in falls]
        fresh += [a if (a := worth[p] * f) >= (b := worth[q] * g) else b for p, f, q, g in pairs]
        fresh += [max(map(mul, take(worth), factors)) for take, factors in more]
        worth += fresh
    return worth


def best_options(graph: Graph, worth: Sequence[int]) -> tuple[int, ...]:
    """The number of the best option at each decision, the earlier one where several are."""
    chosen: list[int] = []
    for _, pairs, more in graph.levels:
        chosen += [0 if worth[p] * f >= worth[q] * g else 1 for p, f, q, g in pairs]
        for take, factors in more:
            values = list(map(mul, take(worth), factors))
            chosen.append(values.index(max(values)))
    return tuple(chosen)


def ways(graph: Graph, chosen: Sequence[int] = ()) -> list[int]:
    """The number of ways to each end, out of the graph's total, when these options are chosen."""
    return flow(graph, chosen)[: len(graph.ends)]


def flow(graph: Graph, chosen: Sequence[int] = ()) -> list[int]:
    """What each place weighs in the whole: the chance to come by it is this, times its denominator, over the total."""
    ends = len(graph.ends)
    flowing = [0] * (ends + len(graph.nodes))
    flowing[-1] = 1
    left = list(chosen)
    for place in range(len(flowing) - 1, ends - 1, -1):
        node = graph.nodes[place - ends]
        taken = node.children if node.asked is None else (node.children[left.pop()],)
        if here := flowing[place]:
            for child, factor in taken:
                flowing[child] += here * factor
    return flowing


class Builder:
    """Places each step once for the costs that were paid on the way to it; several rolls may share what is built.

    Decisions in `fixed` are answered; `seen` leaves of an outcome what matters to the scene. With `merge`, decisions
    that lead to the same ends stand as one, which is all that weighing needs.
    """

    def __init__(self, fixed: Mapping[str, Policy], seen: Seen, *, merge: bool = True) -> None:
        self._fixed = fixed
        self._seen = seen
        self._merge = merge
        self._built: list[Node | End] = []
        self._belows: list[int] = []
        self._levels: list[int] = []
        self._left = MOST_STEPS
        self._places: dict[tuple[Step, int], int] = {}
        self._alike: dict[Any, int] = {}
        self._ended: dict[tuple[int, int], tuple[int, Outcome]] = {}
        self._paid: dict[tuple[Effect, ...], tuple[Effect, ...]] = {}
        """What was paid on the way: one object for all that is equal."""

    def graph(self, start: Step) -> Graph:
        """The graph of a roll."""
        return self._cut(self._place_of(start, self._paid.setdefault((), ())))

    def _cut(self, start: int) -> Graph:
        """What can be reached from a place, numbered anew: the ends first."""
        reached, left = {start}, [start]
        while left:
            built = self._built[left.pop()]
            if isinstance(built, Node):
                fresh = [place for place, _ in built.children if place not in reached]
                reached.update(fresh)
                left += fresh
        order = sorted(reached, key=self._rank)
        number = {place: at for at, place in enumerate(order)}
        found = [self._built[place] for place in order]
        ends = tuple(each for each in found if isinstance(each, End))
        nodes = tuple(
            Node(tuple([(number[place], factor) for place, factor in each.children]), *each[1:])
            for each in found
            if isinstance(each, Node)
        )
        return Graph(ends, nodes)

    def _rank(self, place: int) -> tuple[int, int, int]:
        built = self._built[place]
        return (built.level, kind_of(built), place) if isinstance(built, Node) else (0, 0, place)

    def _place_of(self, step: Step, spent: tuple[Effect, ...]) -> int:
        if isinstance(step, Outcome):
            return self._end(step, spent)
        key = (step, id(spent))
        known = self._places.get(key)
        if known is None:
            known = self._fall(step, spent + step.costs) if isinstance(step, Throw) else self._ask(step, spent)
            self._places[key] = known
        return known

    def _end(self, outcome: Outcome, spent: tuple[Effect, ...]) -> int:
        known = self._ended.get((id(outcome), id(spent)))
        if known is None:
            ended = self._seen(outcome, spent)
            if ended not in self._alike:
                self._alike[ended] = self._add(ended)
            known = self._ended[id(outcome), id(spent)] = (self._alike[ended], outcome)
        return known[0]

    def _fall(self, throw: Throw, spent: tuple[Effect, ...]) -> int:
        spent = self._paid.setdefault(spent, spent)
        steps, total = fallings(throw)
        self._take(len(steps))
        many: dict[int, int] = {}
        for step, each in steps:
            place = self._end(step, spent) if isinstance(step, Outcome) else self._place_of(step, spent)
            many[place] = many.get(place, 0) + each
        edges, below = self._edges(many)
        return self._add(Node(edges, None, total * below, self._level(many)))

    def _ask(self, asked: Decide, spent: tuple[Effect, ...]) -> int:
        if asked.name in self._fixed:
            return self._place_of(after(asked, self._fixed[asked.name](asked)), spent)
        places = tuple([self._place_of(after(asked, option), spent) for option in asked.options])
        if not self._merge or places not in self._alike:
            edges, below = self._edges(dict.fromkeys(places, 1))
            factors = dict(edges)
            children = tuple([(place, factors[place]) for place in places])
            self._alike[places] = self._add(Node(children, asked, below, self._level(places)))
        return self._alike[places]

    def _edges(self, many: Mapping[int, int]) -> tuple[tuple[Edge, ...], int]:
        belows = self._belows
        denominators = [belows[place] for place in many]
        below = lcm(*denominators)
        each = zip(many.items(), denominators, strict=True)
        return tuple([(place, ways * (below // under)) for (place, ways), under in each]), below

    def _level(self, places: Iterable[int]) -> int:
        levels = self._levels
        return 1 + max([levels[place] for place in places])

    def _add(self, node: Node | End) -> int:
        self._built.append(node)
        self._belows.append(node.below if isinstance(node, Node) else 1)
        self._levels.append(node.level if isinstance(node, Node) else 0)
        return len(self._built) - 1

    def _take(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise LimitError(
                f"The rolls of this scene have more than {MOST_STEPS} steps; take fewer dice or decisions, or simulate."
            )
