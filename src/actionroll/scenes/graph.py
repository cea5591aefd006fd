"""A roll as a graph: built once for an attempt, then weighed many times with other worths at its ends.

Which paths there are follows from the rules alone and is remembered from one solution to the next; the chances in them
are counted anew. Every node's worth is an integer over a denominator that follows from the graph alone, so weighing it
is exact and takes only integer sums. The ways to each end are the same sums, read backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import lcm
from operator import mul
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

from actionroll.errors import Budget, TooLong
from actionroll.rules.futures import Take, steps_after, take_of, take_room
from actionroll.rules.game import End, Policy
from actionroll.rules.steps import Decide, Effect, Outcome, Step, Throw, after

MOST_STEPS = 300_000
"""That the rolls of one scene are built of."""

Seen: TypeAlias = Callable[[Outcome, tuple[Effect, ...]], End]
"""What a scene sees of an outcome and of what was paid on the way to it."""


class Fork(NamedTuple):
    """Where paths part: dice fall, or someone decides for the best."""

    step: Throw | Decide
    children: tuple[int, ...]
    """The places it leads to: of a throw each once, of a decision one for each option."""
    leads: tuple[int, ...]
    """Which child each step after a throw leads to."""
    level: int
    """One above its highest child's; an end's is 0."""

    @property
    def options(self) -> int:
        """Among how many someone decides; none where dice fall."""
        return 0 if isinstance(self.step, Throw) else len(self.children)


class ForkRow(NamedTuple):
    """Forks of one level with as many options, which need each other's worths not: from one number up to another."""

    options: int
    first: int
    stop: int
    takes: tuple[Take, ...]
    """What takes the worths of each fork's children where dice fall; else those of all forks, option by option."""


class Cut(NamedTuple):
    """What can be reached from one start, numbered anew: the ends, then the forks row by row, the start last."""

    ends: tuple[End, ...]
    places: tuple[int, ...]
    """Where each fork stands among all paths."""
    children: tuple[tuple[int, ...], ...]
    rows: tuple[ForkRow, ...]


class Node(NamedTuple):
    """A fork with the chances in it."""

    children: tuple[int, ...]
    factors: tuple[int, ...]
    """What brings each child's worth to this denominator."""
    asked: Decide | None
    below: int
    """Its denominator."""


class Level(NamedTuple):
    """The nodes of a row, as they are weighed together."""

    options: int
    taking: tuple[tuple[Take, tuple[int, ...]], ...]
    """As the row takes worths, and the factors of what is taken."""


@dataclass(frozen=True)
class Graph:
    """All ways a roll can go: the ends take the first places, then the nodes, the start last."""

    cut: Cut
    nodes: tuple[Node, ...]

    @property
    def ends(self) -> tuple[End, ...]:
        """What it can end in."""
        return self.cut.ends

    @cached_property
    def tiers(self) -> tuple[str, ...]:
        """The tier of each end."""
        return tuple([end.tier for end in self.ends])

    @property
    def total(self) -> int:
        """The denominator of the whole."""
        return self.nodes[-1].below if self.nodes else 1

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """The nodes as they are weighed."""
        return tuple([self._level(*row) for row in self.cut.rows])

    def _level(self, options: int, first: int, stop: int, takes: tuple[Take, ...]) -> Level:
        factors = [node.factors for node in self.nodes[first:stop]]
        return Level(options, tuple(zip(takes, zip(*factors, strict=True) if options else factors, strict=True)))


def weigh(graph: Graph, worths: Sequence[int]) -> list[int]:
    """Each place's worth over its denominator, all decided for the best; the last is the whole roll's."""
    worth = list(worths)
    for options, taking in graph.levels:
        if options == 2:
            worth += [a if a >= b else b for a, b in _decisions(taking, worth)]
        elif options:
            worth += map(max, _decisions(taking, worth))
        else:
            worth += [sum(map(mul, take(worth), factors)) for take, factors in taking]
    return worth


def _decisions(taking: Iterable[tuple[Take, tuple[int, ...]]], worth: Sequence[int]) -> Iterable[tuple[int, ...]]:
    """What each option is worth, decision by decision."""
    return zip(*[map(mul, take(worth), factors) for take, factors in taking], strict=True)


def best_options(graph: Graph, worth: Sequence[int]) -> tuple[int, ...]:
    """The number of the best option at each decision, the earlier one where several are."""
    chosen: list[int] = []
    place = len(graph.ends)
    for options, taking in graph.levels:
        first, factors = taking[0]
        stop = place + len(factors if options else taking)
        if options == 2:  # it is the first, if that is worth as much as the whole
            worth_of_first = map(mul, first(worth), factors)
            chosen += [0 if a == best else 1 for a, best in zip(worth_of_first, worth[place:stop], strict=True)]
        elif options:
            chosen += [each.index(max(each)) for each in _decisions(taking, worth)]
        place = stop
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
        children, factors, asked, _ = graph.nodes[place - ends]
        option = None if asked is None else left.pop()
        here = flowing[place]
        if not here:
            continue
        if option is not None:
            flowing[children[option]] += here * factors[option]
            continue
        for child, factor in zip(children, factors):  # noqa: B905 (as many of both)
            flowing[child] += here * factor
    return flowing


class Paths:
    """All paths that the rolls of a scene can take, without chances: each step once for the costs on the way to it.

    Decisions in `fixed` are answered; `seen` leaves of an outcome what matters to the scene. With `merge`, decisions
    that lead to the same ends stand as one, which is all that weighing needs.
    """

    def __init__(self, fixed: Mapping[str, Policy], seen: Seen, *, merge: bool = True) -> None:
        self.found: list[Fork | End] = []
        self._fixed = fixed
        self._seen = seen
        self._merge = merge
        self._left = MOST_STEPS
        self._within = Budget()
        self._places: dict[tuple[Step, int], int] = {}
        self._alike: dict[Any, int] = {}
        self._ended: dict[tuple[int, int], tuple[int, Outcome]] = {}
        self._paid: dict[tuple[Effect, ...], tuple[Effect, ...]] = {}
        """What was paid on the way: one object for all that is equal."""
        self._cuts: dict[Step, Cut] = {}
        self._one_by_one = Lock()

    def cut(self, start: Step, within: Budget) -> Cut:
        """What can be reached from a roll's first step, worked out in the time that is left of a budget."""
        with self._one_by_one:
            self._within = within
            known = self._cuts.get(start)
            if known is None:
                known = self._cuts[start] = self._cut(self._place_of(start, self._paid.setdefault((), ())))
            return known

    def _cut(self, start: int) -> Cut:
        order = sorted(self._reached(start), key=self._rank)
        number = {place: at for at, place in enumerate(order)}
        found = [self.found[place] for place in order]
        ends = tuple([each for each in found if isinstance(each, End)])
        forks = [each for each in found if isinstance(each, Fork)]
        children = tuple([tuple([number[place] for place in fork.children]) for fork in forks])
        rows, first = [], 0
        for (_, options), group in groupby(forks, key=lambda fork: (fork.level, fork.options)):
            stop = first + len(list(group))
            taken = zip(*children[first:stop], strict=True) if options else children[first:stop]
            rows.append(ForkRow(options, first, stop, tuple(map(take_of, taken))))
            first = stop
        return Cut(ends, tuple(order[len(ends) :]), children, tuple(rows))

    def _reached(self, start: int) -> set[int]:
        reached, left = {start}, [start]
        while left:
            here = self.found[left.pop()]
            if isinstance(here, Fork):
                fresh = [place for place in here.children if place not in reached]
                reached.update(fresh)
                left += fresh
        return reached

    def _rank(self, place: int) -> tuple[int, int, int]:
        here = self.found[place]
        return (here.level, here.options, place) if isinstance(here, Fork) else (0, 0, place)

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
        steps = steps_after(throw)[0]
        self._take(len(steps))
        places = [self._place_of(step, spent) for step in steps]
        number = {place: at for at, place in enumerate(dict.fromkeys(places))}
        return self._fork(throw, tuple(number), tuple([number[place] for place in places]))

    def _ask(self, asked: Decide, spent: tuple[Effect, ...]) -> int:
        if asked.name in self._fixed:
            return self._place_of(after(asked, self._fixed[asked.name](asked)), spent)
        places = tuple([self._place_of(after(asked, option), spent) for option in asked.options])
        if not self._merge or places not in self._alike:
            self._alike[places] = self._fork(asked, places, ())
        return self._alike[places]

    def _fork(self, step: Throw | Decide, children: tuple[int, ...], leads: tuple[int, ...]) -> int:
        below = [self.found[place] for place in children]
        level = 1 + max([each.level if isinstance(each, Fork) else 0 for each in below])
        return self._add(Fork(step, children, leads, level))

    def _add(self, found: Fork | End) -> int:
        self.found.append(found)
        return len(self.found) - 1

    def _take(self, steps: int) -> None:
        take_room(steps)
        self._left -= steps
        self._within.look()
        if self._left < 0:
            raise TooLong


class Builder:
    """The graphs of one solution: paths, with the chances in them counted once for each place."""

    def __init__(self, paths: Paths, within: Budget | None = None) -> None:
        self._paths, self._within = paths, within or Budget()
        self._belows: list[int] = []
        self._factors: list[tuple[int, ...]] = []

    def graph(self, start: Step) -> Graph:
        """The graph of a roll."""
        cut, found = self._paths.cut(start, self._within), self._paths.found
        for here in found[len(self._belows) :]:
            self._count(here)
        nodes = []
        for place, children in zip(cut.places, cut.children, strict=True):
            step = found[place].step  # type: ignore[union-attr]
            asked = None if isinstance(step, Throw) else step
            nodes.append(Node(children, self._factors[place], asked, self._belows[place]))
        return Graph(cut, tuple(nodes))

    def _count(self, here: Fork | End) -> None:
        """What stands one place further, whose children stand before it."""
        if isinstance(here, End):
            self._belows.append(1)
            self._factors.append(())
            return
        belows = self._belows
        under = [belows[place] for place in here.children]
        below = lcm(*under)
        if isinstance(here.step, Decide):
            self._factors.append(tuple([below // each for each in under]))
            belows.append(below)
            return
        _, ways, total = steps_after(here.step)
        many = [0] * len(under)
        for child, each in zip(here.leads, ways, strict=True):
            many[child] += each
        self._factors.append(tuple([ways * (below // each) for ways, each in zip(many, under, strict=True)]))
        belows.append(total * below)
