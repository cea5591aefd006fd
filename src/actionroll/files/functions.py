"""The functions that expressions may call: total, bounded, and of whole numbers and lists of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from actionroll.dice import Kept, Term
from actionroll.errors import LimitError
from actionroll.rules.futures import MOST_DICE

MOST_IN_A_LIST = 1_000
LARGEST_VALUE = 10**9
LARGEST_DIE = 1_000

Numbers: TypeAlias = tuple[int, ...]


def bounded(number: int) -> int:
    """A number that is set again and again stays within bounds."""
    if not -LARGEST_VALUE <= number <= LARGEST_VALUE:
        raise LimitError(f"A value of this roll goes beyond {LARGEST_VALUE}; take smaller numbers.")
    return number


def joined(left: Numbers, right: Numbers) -> Numbers:
    """Two lists as one."""
    if len(left) + len(right) > MOST_IN_A_LIST:
        raise LimitError(f"A list of this roll goes beyond {MOST_IN_A_LIST} numbers; take fewer.")
    return left + right


def repeated(number: int, times: int) -> Numbers:
    """A list of one number so many times."""
    if times > MOST_IN_A_LIST:
        raise LimitError(f"A list of this roll goes beyond {MOST_IN_A_LIST} numbers; take fewer.")
    return (number,) * times


def highest_of(numbers: Numbers) -> int:
    """The highest number; 0 of none."""
    return max(numbers, default=0)


def lowest_of(numbers: Numbers) -> int:
    """The lowest number; 0 of none."""
    return min(numbers, default=0)


def top_of(numbers: Numbers, many: int) -> Numbers:
    """So many of the highest, from the highest down."""
    return tuple(sorted(numbers, reverse=True)[: max(0, many)])


def bottom_of(numbers: Numbers, many: int) -> Numbers:
    """So many of the lowest, from the lowest up."""
    return tuple(sorted(numbers)[: max(0, many)])


def nth_of(numbers: Numbers, place: int) -> int:
    """The number at a place, counted from 1; 0 where there is none."""
    return numbers[place - 1] if 0 < place <= len(numbers) else 0


def above(numbers: Numbers, than: int) -> int:
    """How many are above a number."""
    return sum(each > than for each in numbers)


def below(numbers: Numbers, than: int) -> int:
    """How many are below a number."""
    return sum(each < than for each in numbers)


def equal(numbers: Numbers, to: int) -> int:
    """How many are a number."""
    return numbers.count(to)


def alike(numbers: Numbers) -> int:
    """How many are the same, of the number that is there most often."""
    return max(map(numbers.count, numbers), default=0)


class Function(NamedTuple):
    """A function of the language: what it takes and gives, and what Python calls it."""

    takes: tuple[str, ...]
    gives: str
    does: str
    says: str
    more: bool = False
    """Whether it takes any number of the last."""


FUNCTIONS: dict[str, Function] = {
    "min": Function(("number", "number"), "number", "min", "min(a, b): the smallest of numbers.", more=True),
    "max": Function(("number", "number"), "number", "max", "max(a, b): the largest of numbers.", more=True),
    "abs": Function(("number",), "number", "abs", "abs(a): a number without its sign."),
    "sum": Function(("list",), "number", "sum", "sum(list): all added up."),
    "length": Function(("list",), "number", "len", "length(list): how many there are."),
    "highest": Function(("list",), "number", "highest_of", "highest(list): the highest, 0 of none."),
    "lowest": Function(("list",), "number", "lowest_of", "lowest(list): the lowest, 0 of none."),
    "top": Function(("list", "number"), "list", "top_of", "top(list, n): the n highest, from the highest down."),
    "bottom": Function(("list", "number"), "list", "bottom_of", "bottom(list, n): the n lowest, from the lowest up."),
    "nth": Function(("list", "number"), "number", "nth_of", "nth(list, n): the one at place n, from 1; 0 if none is."),
    "above": Function(("list", "number"), "number", "above", "above(list, n): how many are above n."),
    "below": Function(("list", "number"), "number", "below", "below(list, n): how many are below n."),
    "equal": Function(("list", "number"), "number", "equal", "equal(list, n): how many are n."),
    "alike": Function(("list",), "number", "alike", "alike(list): how many are the same, at most."),
    "repeat": Function(("number", "number"), "list", "repeated", "repeat(a, n): a list of a, n times."),
    "step": Function(("number", "number"), "number", "step", "step(die, n): n rungs up the game's ladder of dice."),
    "spread": Function(
        ("list", "number"),
        "list",
        "spread",
        "spread(dice, n): n rungs in all, each to the lowest die; −n: the highest.",
    ),
}


class Ladder(NamedTuple):
    """The dice of a game from the smallest up; what is on no rung stands on the lowest."""

    rungs: Numbers

    def step(self, die: int, by: int) -> int:
        """A die so many rungs up or down, never beyond the ends."""
        return self.rungs[max(0, min(len(self.rungs) - 1, self._rung(die) + by))]

    def spread(self, dice: Numbers, by: int) -> Numbers:
        """Rungs one by one, up for the lowest die and down for the highest, seen anew each time."""
        places, top = [self._rung(die) for die in dice], len(self.rungs) - 1
        for _ in range(min(abs(by), top * len(places))):
            free = [at for at, rung in enumerate(places) if (rung < top if by > 0 else rung > 0)]
            if not free:
                break
            at = min(free, key=places.__getitem__) if by > 0 else max(free, key=places.__getitem__)
            places[at] += 1 if by > 0 else -1
        return tuple(self.rungs[rung] for rung in places)

    def _rung(self, die: int) -> int:
        return self.rungs.index(die) if die in self.rungs else 0


# What compiled rolls call besides: dice and the words about them.


def same_dice(count: int, sides: int) -> Numbers:
    """So many dice of one size."""
    if count > MOST_DICE:
        raise LimitError(f"One throw takes at most {MOST_DICE} dice, not {count}.")
    return (sides,) * count


def dice_of(sizes: Numbers) -> Numbers:
    """Dice of these sizes; a size of 0 is no die."""
    if len(sizes) > MOST_DICE or any(size > LARGEST_DIE for size in sizes):
        raise LimitError(f"One throw takes at most {MOST_DICE} dice, each of at most {LARGEST_DIE} sides.")
    return tuple([size for size in sizes if size > 0])


def die_of(size: int) -> Numbers:
    """One die, or none."""
    return dice_of((size,))


def kept_dice(source: str, count: int, sides: int, face: int) -> tuple[Kept, ...]:
    """Dice that stay on the table as they lie."""
    return (Kept(source, sides, face),) * min(count, MOST_DICE)


def terms_of(*counted: tuple[str, int, str]) -> tuple[Term, ...]:
    """The sum that made a pool: its first number, and of the others those that are not 0; nothing where all are."""
    if not any(count for _, count, _ in counted):
        return ()
    return tuple([Term(*term) for place, term in enumerate(counted) if term[1] or not place])


CALLS: dict[str, Callable[..., Any]] = {
    each.__name__: each
    for each in (
        bounded, joined, repeated, highest_of, lowest_of, top_of, bottom_of, nth_of, above, below, equal, alike,
        same_dice, dice_of, die_of, kept_dice, terms_of,
    )
}  # fmt: skip

PLAIN: dict[str, Any] = {**CALLS, "min": min, "max": max, "abs": abs, "sum": sum, "len": len}
"""All that an expression can call, but for the ladder of its game."""
