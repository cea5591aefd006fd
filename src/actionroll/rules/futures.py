"""What follows a step: the ways a throw can fall, each with the step that the rules give for it.

Rules are pure, so what one gives for a reading is remembered for whoever counts next: a neighbouring question, the next
roll of a scene. What is remembered holds no chances, is bounded, and is for numbers only: words take no part in
equality, so those of a remembered step may be another question's. Who plays a roll asks the rules themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import count
from typing import Any

from actionroll.dice import Falls, Pool, falls
from actionroll.errors import LimitError
from actionroll.rules.policy import Policy
from actionroll.rules.steps import Decide, Outcome, Step, Throw, after

MOST_DICE = 1_000
"""In one throw."""
MOST_READINGS = 250_000
"""Of all pools of one throw together."""
MOST_STEPS = 1_000_000
"""That one question is counted in, unless it is given another budget."""
MOST_REMEMBERED = 100_000
"""Readings of throws, of all games together."""
LOOKS_UP = 2_000
"""Steps after which a count looks up whether anyone still waits for it."""


class Budget:
    """How many steps may be counted, and whether to go on at all: asked every few thousand steps."""

    __slots__ = ("_go_on", "_looks_at", "left", "steps")

    def __init__(self, steps: int = MOST_STEPS, go_on: Callable[[], bool] | None = None) -> None:
        self.steps = self.left = steps
        self._go_on = go_on
        self._looks_at = steps if go_on is not None else -1

    def take(self, steps: int) -> None:
        """So many steps more, or a LimitError that says why not."""
        self.left -= steps
        if self.left < 0:
            raise LimitError(
                f"This roll has more than {self.steps} steps; take fewer dice or fewer repeated decisions."
            )
        if self.left <= self._looks_at and self._go_on is not None:
            self._looks_at = self.left - LOOKS_UP
            if not self._go_on():
                raise LimitError("This was not counted to its end, because nobody waits for it any more; ask again.")


class Futures:
    """What follows the throws that are alike but for their last pool, by what all pools show."""

    __slots__ = ("known",)

    def __init__(self) -> None:
        self.known = _Known()

    def forget(self) -> None:
        """Nothing is known any more; who is just counting keeps what they have."""
        self.known = _Known()


class _Known:
    """The steps by their places, and the places by readings: of all pools but the last, then of the last.

    Threads may add to it side by side: what both add is the same.
    """

    __slots__ = ("_numbers", "places", "rows", "steps")

    def __init__(self) -> None:
        self.rows: dict[tuple[Any, ...], dict[Any, int]] = {}
        self.places: dict[Any, int] = {}
        self.steps: dict[int, Step] = {}
        self._numbers = count()

    def place(self, throw: Throw, readings: tuple[Any, ...]) -> int:
        """Where the step after these readings stands; the rules are asked for it."""
        given = throw.given
        seen: Any = readings if throw.read is None else throw.read(*readings, *given)
        place = self.places.get(seen)
        if place is None:
            step = throw.then(*seen, *given) if throw.read is None else throw.then(seen, *given)
            number = next(self._numbers)
            self.steps[number] = step
            place = self.places.setdefault(seen, number)
        return place


class _Memory:
    """All futures, until there are too many readings: then all of them are forgotten."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Futures] = {}
        self._starts: dict[Hashable, Step] = {}
        self._room = MOST_REMEMBERED

    def of(self, throw: Throw) -> Futures:
        """The futures of a throw."""
        key = (throw.then, throw.given, throw.read, throw.gather, throw.pools[:-1])
        try:
            found = self._kept.get(key)
        except TypeError:  # what cannot be a key is not remembered
            return Futures()
        return self._kept.setdefault(key, Futures()) if found is None else found

    def start(self, start: Callable[[Any, Any], Step], attempt: Any, rulings: Any) -> Step:
        """The first step of an attempt under rulings."""
        key = (start, attempt, rulings)
        try:
            found = self._starts.get(key)
        except TypeError:
            return start(attempt, rulings)
        if found is None:
            self.take(1)
            found = self._starts[key] = start(attempt, rulings)
        return found

    def take(self, readings: int) -> None:
        """So many readings more."""
        self._room -= readings
        if self._room < 0:
            self.forget()

    def forget(self) -> None:
        """Everything, also what a pending roll holds on to."""
        kept, self._kept, self._starts, self._room = self._kept, {}, {}, MOST_REMEMBERED
        for each in list(kept.values()):
            each.forget()


_MEMORY = _Memory()
first_step = _MEMORY.start
forget_steps = _MEMORY.forget


def futures_of(throw: Throw) -> Futures:
    """The futures of a throw, looked up once for each of them."""
    found: Futures | None = throw.futures
    if found is None:
        found = _MEMORY.of(throw)
        object.__setattr__(throw, "futures", found)
    return found


def answered(step: Step, policy: Policy) -> Throw | Outcome:
    """The next throw or outcome, every decision on the way answered by the policy."""
    while isinstance(step, Decide):
        step = after(step, policy(step))
    return step


def fallings(throw: Throw, budget: Budget | None = None) -> tuple[list[tuple[Step, int]], int]:
    """The next steps of a throw, each with the number of ways to it, and the number of all ways."""
    within_limit(throw)
    budget = budget or Budget(MOST_READINGS)
    fallen = [falls(pool, budget.take) for pool in throw.pools]
    total = 1
    for _, each in fallen:
        total *= each
    return steps_after(throw, [ways for ways, _ in fallen], budget), total


def steps_after(throw: Throw, fallen: Sequence[Falls[Any]], budget: Budget) -> list[tuple[Step, int]]:
    """The next steps of a throw whose pools fall so, each with the number of ways to it."""
    if throw.gather is not None:
        return _gathered_steps(throw, fallen, throw.gather, budget)
    if not fallen:
        return [(throw.then(*(() if throw.read is None else (throw.read(*throw.given),)), *throw.given), 1)]
    _few_enough(fallen)
    known, last = futures_of(throw).known, fallen[-1]
    rows, fresh = known.rows, 0
    ways: dict[int, int] = {}
    for before, many in _readings(fallen[:-1]):
        budget.take(len(last))
        row = rows.get(before)
        if row is None:
            row = rows[before] = {}
        for reading, more in last.items():
            place = row.get(reading)
            if place is None:
                fresh += 1
                place = row[reading] = known.place(throw, (*before, reading))
            ways[place] = ways.get(place, 0) + many * more
    if fresh:
        _MEMORY.take(fresh)
    steps = known.steps
    return [(steps[place], many) for place, many in ways.items()]


def _gathered_steps(
    throw: Throw, fallen: Sequence[Falls[Any]], gather: Callable[[Any, Any], Hashable], budget: Budget
) -> list[tuple[Step, int]]:
    so_far: dict[Hashable, int] = {None: 1}
    for each in fallen:
        following: dict[Hashable, int] = {}
        budget.take(len(so_far) * len(each))
        for seen, ways in so_far.items():
            for reading, more in each.items():
                joined = gather(seen, reading)
                following[joined] = following.get(joined, 0) + ways * more
        so_far = following
    return [(throw.then(seen, *throw.given), ways) for seen, ways in so_far.items()]


def _few_enough(fallen: Iterable[Falls[Any]]) -> None:
    """Refuse to go through more falls than anyone waits for."""
    readings = 1
    for each in fallen:
        readings *= len(each)
    if readings > MOST_READINGS:
        raise LimitError(f"These dice fall in {readings} ways that differ, and at most {MOST_READINGS} are counted.")


def _readings(fallen: Sequence[Falls[Any]]) -> list[tuple[tuple[Any, ...], int]]:
    readings: list[tuple[tuple[Any, ...], int]] = [((), 1)]
    for pool in fallen:
        readings = [((*reading, each), ways * more) for reading, ways in readings for each, more in pool.items()]
    return readings


def all_ways(pools: Iterable[Pool[Any]]) -> int:
    """In how many ways the dice of these pools can fall."""
    total = 1
    for pool in pools:
        for sides in pool.sides:
            total *= sides
    return total


def within_limit(throw: Throw) -> None:
    """Refuse a throw of more dice than anyone throws."""
    dice = 0
    for pool in throw.pools:
        dice += len(pool.sides)
    if dice > MOST_DICE:
        raise LimitError(f"One throw takes at most {MOST_DICE} dice, not {dice}.")
