"""What follows a step: the ways a throw can fall, each with the step that the rules give for it.

Rules are pure, so what one gives for a reading is remembered for whoever counts next: a neighbouring question, the next
roll of a scene. What is remembered holds no chances, is bounded, and is for numbers only: words take no part in
equality, so those of a remembered step may be another question's. Who plays a roll asks the throw in hand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from itertools import product
from math import prod
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias, TypeVar

from actionroll.dice import Falls, Pool, falls, highest
from actionroll.errors import Budget, LimitError, TooLong
from actionroll.rules.game import Policy, is_remembered
from actionroll.rules.steps import Decide, Effect, Outcome, Step, Throw, after, given_to_read, reader

MOST_DICE = 1_000
"""In one throw."""
MOST_READINGS = 250_000
"""Of all pools of one throw together."""
MOST_TAKEN = 1_000
"""Throws and decisions of one roll."""
MOST_REMEMBERED = 100_000
"""Readings of throws, of all games together."""
MOST_STARTS = 512
"""First steps, each of an attempt with its own words."""
FEW_READINGS = 1_000
"""Of pools that are gathered: more are gone through one pool after the other."""


NO_DICE: Pool[int] = Pool((), highest)
D = TypeVar("D")


class Futures:
    """What follows the throws that are alike but for their last pool and their costs, by what all pools show."""

    __slots__ = ("known",)

    def __init__(self) -> None:
        self.known = _Known()

    def forget(self) -> None:
        """Nothing is known any more; who is just counting keeps what they have."""
        self.known = _Known()


class Kin(NamedTuple):
    """Where a throw belongs: its futures, and its last pool and costs, which are one object for all that are equal."""

    futures: Futures
    last: Pool[Any]
    costs: tuple[Effect, ...]


Shape: TypeAlias = tuple[tuple[Any, ...], ...]
"""The readings that each pool can show."""
Take: TypeAlias = Callable[[Sequence[int]], Iterable[int]]
"""What takes those at some places of a list."""


def take_of(places: Sequence[int]) -> Take:
    """What takes those at these places."""
    if len(places) > 1:
        return itemgetter(*places)
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0))


class _Table:
    """What is seen in a throw of one shape, and where in that list each reading leads.

    There is a row for all readings of the other pools together, and in it a place for each column: the readings of the
    widest pool that always lead to the same.
    """

    __slots__ = ("_alone", "_apart", "_joined", "_rows", "_widest", "seen")

    def __init__(self, rows: list[list[tuple[Any, ...]]], widest: int) -> None:
        places: dict[tuple[Any, ...], int] = {}
        numbered = [[places.setdefault(seen, len(places)) for seen in row] for row in rows]
        columns: dict[tuple[int, ...], list[int]] = {}
        for reading, column in enumerate(zip(*numbered, strict=True)):
            columns.setdefault(column, []).append(reading)
        self.seen = list(places)
        self._widest = widest
        joined = {column: readings for column, readings in columns.items() if len(readings) > 1}
        alone = {column: place for column, (place, *_) in columns.items() if column not in joined}
        self._rows = list(zip(*alone, *joined, strict=True))
        self._alone = take_of([*alone.values()])
        """What takes all readings that are a column of their own: the first columns."""
        self._joined = [take_of(each) for each in joined.values()]
        """What takes the readings of each other column."""
        self._apart = len(places) == len(rows) * len(rows[0])
        """Whether all readings lead apart, each to the next place."""

    def weigh(self, fallen: Sequence[Falls[Any]], budget: Budget) -> Sequence[int]:
        """In how many ways each is seen."""
        widest = self._widest
        inner = [*fallen[widest].values()]
        if self._apart and len(fallen) == 1:
            return inner
        if self._joined:
            inner = [*self._alone(inner), *[sum(take(inner)) for take in self._joined]]
        if len(fallen) == 2:
            outer: Collection[int] = fallen[1 - widest].values()
        else:
            others = [each.values() for place, each in enumerate(fallen) if place != widest]
            outer = [prod(each) for each in product(*others)]
        budget.take(len(outer) * len(inner))
        if self._apart:
            return [many * more for many in outer for more in inner]
        ways = [0] * len(self.seen)
        for many, row in zip(outer, self._rows, strict=True):
            for place, more in zip(row, inner):  # noqa: B905 (both are as wide as the table)
                ways[place] += many * more
        return ways


class Followed:
    """What follows a throw once all decisions are answered, by its place in the list of what is seen."""

    __slots__ = ("_by_tier", "ends", "waiting")

    def __init__(self, steps: Sequence[Step], policy: Policy) -> None:
        ends: list[tuple[Outcome, int]] = []
        waiting: dict[Kin, tuple[Throw, list[int]]] = {}
        for place, step in enumerate(steps):
            following = answered(step, policy)
            if isinstance(following, Outcome):
                ends.append((following, place))
            else:
                waiting.setdefault(kin_of(following), (following, []))[1].append(place)
        self.ends = tuple(ends)
        """Outcomes, each with its place."""
        self.waiting = tuple([(throw, take_of(at)) for throw, at in waiting.values()])
        """Throws that differ, each with what takes all the places that lead to it or to one that is equal."""
        self._by_tier: tuple[tuple[str, Take], ...] | None = None

    @property
    def by_tier(self) -> tuple[tuple[str, Take], ...]:
        """Each tier that something ends in, with what takes the places that do."""
        if self._by_tier is None:
            tiers: dict[str, list[int]] = {}
            for outcome, place in self.ends:
                tiers.setdefault(outcome.tier, []).append(place)
            self._by_tier = tuple([(tier, take_of(at)) for tier, at in tiers.items()])
        return self._by_tier


class After:
    """What follows the throws of one shape, step by step: as the rules say, and as a policy answers their decisions."""

    __slots__ = ("_by_policy", "steps", "table")

    def __init__(self, steps: list[Step], table: _Table | None) -> None:
        self.steps = steps
        self.table = table
        """What weighs the steps; none where nothing is thrown, or where they are weighed already."""
        self._by_policy: dict[Policy, Followed] = {}

    def answered(self, policy: Policy) -> Followed:
        """The same with every decision answered; a policy that is a value is asked once."""
        known = self._by_policy.get(policy) if is_remembered(policy) else None
        if known is None:
            known = Followed(self.steps, policy)
            if is_remembered(policy):
                _MEMORY.take(len(self.steps))
                self._by_policy[policy] = known
        return known


class _Known:
    """The step after whatever was seen; and what follows on each last pool, or mixture of last pools, that came up.

    Threads may add to it side by side: what both add is the same.
    """

    __slots__ = ("_steps", "alike", "followed")

    def __init__(self) -> None:
        self.followed: dict[Hashable, After] = {}
        self.alike: dict[Hashable, Any] = {}
        self._steps: dict[tuple[Any, ...], Step] = {}

    def add(self, throw: Throw, last: Hashable, fallen: Sequence[Falls[Any]], budget: Budget) -> After:
        """What the rules say to pools that fall so, which was not asked before."""
        if not fallen:
            found = After([self.after(throw, reader(throw)(()))], None)
        else:
            sizes = [*map(len, fallen)]
            widest = sizes.index(max(sizes))
            table = _MEMORY.table(throw, tuple([tuple(each) for each in fallen]), widest, budget)
            _MEMORY.take(len(table.seen))
            found = After([self.after(throw, seen) for seen in table.seen], table)
        self.followed[last] = found
        return found

    def after(self, throw: Throw, seen: tuple[Any, ...]) -> Step:
        """The step that follows when this was seen: one object for all that is equal."""
        step = self._steps.get(seen)
        if step is None:
            step = self._steps.setdefault(seen, throw.then(*seen, *throw.given))
        return step


class _Memory:
    """All futures, until there are too many readings: then all of them are forgotten."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Futures] = {}
        self._tables: dict[Hashable, _Table] = {}
        self._starts: dict[Hashable, tuple[Step, Any, Any]] = {}
        """With attempt and rulings, which live on as long as they are known here by their identity."""
        self._costs: dict[tuple[Effect, ...], tuple[Effect, ...]] = {}
        self._derived: dict[Hashable, Any] = {}
        self._room = MOST_REMEMBERED

    def of(self, throw: Throw) -> Futures:
        """The futures of a throw."""
        key = (throw.then, throw.given, throw.read, throw.gather, throw.pools[:-1])
        try:
            found = self._kept.get(key)
        except TypeError:  # what cannot be a key is not remembered
            return Futures()
        return self._kept.setdefault(key, Futures()) if found is None else found

    def costs(self, throw: Throw) -> tuple[Effect, ...]:
        """What a throw costs: one object for all that is equal."""
        return self._costs.setdefault(throw.costs, throw.costs)

    def table(self, throw: Throw, shape: Shape, widest: int, budget: Budget) -> _Table:
        """The table of a shape: the same for all throws that are read alike, whatever follows on them."""
        key = (throw.read, throw.gather, *given_to_read(throw), shape)
        try:
            found = self._tables.get(key)
        except TypeError:
            return _read_table(throw, shape, widest, budget)
        if found is None:
            found = self._tables[key] = _read_table(throw, shape, widest, budget)
            self.take(prod([*map(len, shape)]))
        return found

    def start(self, start: Callable[[Any, Any], Step], attempt: Any, rulings: Any) -> Step:
        """The first step of an attempt under rulings, of which the same inputs make the same objects (`inputs`)."""
        key = (start, id(attempt), id(rulings))
        found = self._starts.get(key)
        if found is None:
            if len(self._starts) >= MOST_STARTS:
                self._starts = {}
            found = self._starts[key] = (start(attempt, rulings), attempt, rulings)
        return found[0]

    def derived(self, key: Hashable, make: Callable[[], D]) -> D:
        """What someone made of steps alone, for whoever asks with an equal key; who adds to it takes the room."""
        try:
            found: D | None = self._derived.get(key)
        except TypeError:
            return make()
        if found is None:
            found = self._derived[key] = make()
            self.take(1)
        return found

    def take(self, readings: int) -> None:
        """So many readings more."""
        self._room -= readings
        if self._room < 0:
            self.forget()

    def forget(self) -> None:
        """Everything, also what a pending roll holds on to."""
        kept, self._kept, self._tables, self._starts, self._derived = self._kept, {}, {}, {}, {}
        self._costs, self._room = {}, MOST_REMEMBERED
        for each in list(kept.values()):
            each.forget()


_MEMORY = _Memory()
first_step = _MEMORY.start
forget_steps = _MEMORY.forget
derived = _MEMORY.derived
take_room = _MEMORY.take


def kin_of(throw: Throw) -> Kin:
    """Where a throw belongs, looked up once for each of them; a throw of more dice than anyone throws is refused."""
    found: Kin | None = throw.kin
    if found is None:
        within_limit(throw)
        futures = _MEMORY.of(throw)
        alike = futures.known.alike
        last = throw.pools[-1] if throw.pools else NO_DICE
        found = Kin(futures, alike.setdefault(last, last), _MEMORY.costs(throw))
        object.__setattr__(throw, "kin", found)
    return found


def answered(step: Step, policy: Policy) -> Throw | Outcome:
    """The next throw or outcome, every decision on the way answered by the policy."""
    while isinstance(step, Decide):
        step = after(step, policy(step))
    return step


def all_falls(pools: Iterable[Pool[Any]], budget: Budget) -> tuple[list[Falls[Any]], int]:
    """How each pool can fall, and the number of all ways of all of them."""
    fallen, total = [], 1
    for pool in pools:
        each, ways = falls(pool, budget.take)
        fallen.append(each)
        total *= ways
    return fallen, total


def fallings(throw: Throw, budget: Budget | None = None) -> tuple[list[tuple[Step, int]], int]:
    """The next steps of a throw, each with the number of ways to it, and the number of all ways."""
    steps, ways, total = steps_after(throw, budget)
    return list(zip(steps, ways, strict=True)), total


def steps_after(throw: Throw, budget: Budget | None = None) -> tuple[list[Step], Sequence[int], int]:
    """The next steps of a throw, the number of ways to each of them, and the number of all ways."""
    last = kin_of(throw).last
    budget = budget or Budget(MOST_READINGS)
    fallen, total = all_falls(throw.pools, budget)
    found, ways = following(throw, last, fallen, budget)
    return found.steps, ways, total


def following(
    throw: Throw, last: Hashable, fallen: Sequence[Falls[Any]], budget: Budget
) -> tuple[After, Sequence[int]]:
    """What follows a throw whose pools fall so, and in how many ways each step of it comes about.

    `last` is what stands in the place of its last pool: that pool, or all those of which the last fall is a mixture.
    """
    known = (throw.kin or kin_of(throw)).futures.known
    found: After | None = known.followed.get(last)
    if found is None:
        readings = prod([*map(len, fallen)])
        if throw.gather is not None and len(fallen) > 1 and readings > FEW_READINGS:
            return _gathered(throw, fallen, throw.gather, budget)
        if readings > MOST_READINGS:
            raise TooLong(f"These dice fall in {readings} ways that differ, and at most {MOST_READINGS} are counted.")
        found = known.add(throw, last, fallen, budget)
    return found, found.table.weigh(fallen, budget) if found.table else (1,)


def _read_table(throw: Throw, shape: Shape, widest: int, budget: Budget) -> _Table:
    seen, rows = reader(throw), []
    for others in product(*shape[:widest], *shape[widest + 1 :]):
        budget.take(len(shape[widest]))
        before, behind = others[:widest], others[widest:]
        rows.append([seen((*before, reading, *behind)) for reading in shape[widest]])
    return _Table(rows, widest)


def _gathered(
    throw: Throw, fallen: Sequence[Falls[Any]], gather: Callable[[Any, Any], Hashable], budget: Budget
) -> tuple[After, Sequence[int]]:
    so_far: dict[Hashable, int] = {None: 1}
    for each in fallen:
        following: dict[Hashable, int] = {}
        budget.take(len(so_far) * len(each))
        for seen, ways in so_far.items():
            for reading, more in each.items():
                joined = gather(seen, reading)
                following[joined] = following.get(joined, 0) + ways * more
        so_far = following
    known = kin_of(throw).futures.known
    return After([known.after(throw, (seen,)) for seen in so_far], None), [*so_far.values()]


def too_many() -> LimitError:
    """The error for a roll that does not come to its end."""
    return LimitError(f"One roll takes at most {MOST_TAKEN} throws and decisions.")


def within_limit(throw: Throw) -> None:
    """Refuse a throw of more dice than anyone throws."""
    dice = sum([len(pool.sides) for pool in throw.pools])
    if dice > MOST_DICE:
        raise LimitError(f"One throw takes at most {MOST_DICE} dice, not {dice}.")
