"""Dice, pools and statistics: how they can fall, exactly.

A pool is dice cast together and the *statistic* that a rule reads from them. A statistic is commutative: it reads one
face, and joins two readings into one. So the falls of a pool are counted in polynomial time instead of face by face.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations_with_replacement
from math import comb, prod
from operator import add
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from actionroll.errors import WrongDice
from actionroll.values import hash_field, hashed_once, value

S = TypeVar("S", bound=Hashable)

Falls = Mapping[S, int]
"""What a pool's statistic can be, each with the number of ways it comes about."""

Marks = tuple[bool, ...]

FUDGE = -3
"""The size of a die that shows −1, 0 or 1."""


Spend: TypeAlias = Callable[[int], None]
"""Told how many readings are about to be joined; it may raise an error instead."""


def freely(readings: int) -> None:
    """However many."""


def faces_of(sides: int) -> range:
    """What a die of that size can show."""
    return range(-1, 2) if sides == FUDGE else range(1, sides + 1)


def face_told(face: int, sides: int) -> str:
    """What a die shows, as people read it: fudge dice with their sign."""
    return ("−1", "0", "+1")[face + 1] if sides == FUDGE else str(face)


def mark_all(read: Hashable, faces: Sequence[int]) -> Marks:
    """Every die was read."""
    return (True,) * len(faces)


@dataclass(frozen=True, slots=True, eq=False)
class Statistic(Generic[S]):
    """What a rule reads from a pool. Two statistics are the same only if they are one object."""

    name: str
    none: S
    """What no dice at all show."""
    of: Callable[[int], S]
    """What one face shows."""
    join: Callable[[S, S], S]
    """What two readings show together; commutative and associative."""
    mark: Callable[[S, Sequence[int]], Marks] = mark_all
    """Which of the faces a reading was taken from."""
    of_die: Callable[[int, int], S] | None = None
    """In place of `of`, what one face of a die of that size shows, where the size matters."""

    def ways(self, sides: int, count: int, spend: Spend = freely) -> Falls[S]:
        """How one die or more of one size can fall; those here that know a shorter way than folding take it."""
        return folded(self, sides, count, spend)


@value
class Term:
    """One line of the sum that made a pool: `+1 good position`."""

    label: str
    count: int
    rule: str
    apart: bool = False
    """Dice that are taken out of the pool and thrown beside it: `2 of them gilded`."""
    tells: str = ""
    """What it means besides its dice: `the lowest of the two dice counts`."""


class Kept(NamedTuple):
    """A die of an earlier throw that stays on the table."""

    source: str
    sides: int
    face: int


@hashed_once
@value
class Pool(Generic[S]):
    """Dice that are cast together, in the order in which they are shown and entered."""

    sides: tuple[int, ...]
    statistic: Statistic[S]
    sources: tuple[str, ...] = field(default=(), compare=False)
    """Where each die comes from; one name stands for all."""
    terms: tuple[Term, ...] = field(default=(), compare=False)
    by: str = field(default="roller", compare=False)
    """The part that casts these dice."""
    kept: tuple[Kept, ...] = ()
    """Dice that stay from an earlier throw: they are not cast again, and are read along with those that are."""
    beside: bool = field(default=False, compare=False)
    """Whether it is read beside the pool before it, not against it."""
    note: str = field(default="", compare=False)
    """How these dice came about, where no sum of terms tells it."""
    hashed: int | None = hash_field()

    @property
    def words(self) -> tuple[Hashable, ...]:
        """All that is told of it and takes no part in its equality."""
        return self.sources, self.terms, self.by, self.beside, self.note

    def source(self, index: int) -> str:
        """Where the die at this place comes from."""
        if len(self.sources) < 2:
            return self.sources[0] if self.sources else "pool"
        if len(self.sources) != len(self.sides):
            dice, named = len(self.sides), len(self.sources)
            raise WrongDice(f"A pool of {dice} dice names {named} sources; name one, or one for each die.")
        return self.sources[index]


def fold(statistic: Statistic[S], faces: Sequence[int], sides: Sequence[int]) -> S:
    """What the statistic reads from dice of these sizes that have fallen."""
    if not faces:
        return statistic.none
    of_die = statistic.of_die
    shown = map(statistic.of, faces) if of_die is None else map(of_die, faces, sides)
    return reduce(statistic.join, shown)


def falls(pool: Pool[S], spend: Spend = freely) -> tuple[Falls[S], int]:
    """How the pool can fall: ways per reading, and the number of all ways."""
    statistic, sides = pool.statistic, pool.sides
    dice = len(sides)
    if pool.kept or (dice and sides.count(sides[0]) < dice):
        return _fallen_together(pool, spend), abs(prod(sides))
    return (fallen_alike(statistic, sides[0], dice, spend) if dice else {statistic.none: 1}), abs(prod(sides))


_FALLEN: dict[tuple[Statistic[Any], Hashable, Hashable], Falls[Any]] = {}
"""By size and number of dice that are alike, and by all sizes and the dice that stay of those that are not."""
MOST_FALLEN = 1_024


def forget_falls() -> None:
    """Count anew how dice fall."""
    _FALLEN.clear()


def fallen_alike(statistic: Statistic[S], sides: int, count: int, spend: Spend = freely) -> Falls[S]:
    """How so many dice of one size can fall, remembered: neighbouring questions throw the same dice."""
    known = _FALLEN.get((statistic, sides, count))
    return _keep((statistic, sides, count), statistic.ways(sides, count, spend)) if known is None else known


def _fallen_together(pool: Pool[S], spend: Spend) -> Falls[S]:
    """How dice of several sizes can fall, beside those that stay: remembered for the other throws of a roll."""
    statistic, sides, kept = pool.statistic, pool.sides, pool.kept
    known = _FALLEN.get((statistic, sides, kept))
    if known is not None:
        return known
    stays = [{fold(statistic, [die.face for die in kept], [die.sides for die in kept]): 1}] if kept else []
    alike = [fallen_alike(statistic, size, sides.count(size), spend) for size in dict.fromkeys(sides)]
    ways = reduce(lambda some, more: joined(statistic.join, some, more, spend), [*stays, *alike])
    return _keep((statistic, sides, kept), ways)


def _keep(key: tuple[Statistic[S], Hashable, Hashable], ways: Falls[S]) -> Falls[S]:
    if len(_FALLEN) >= MOST_FALLEN:
        _FALLEN.clear()
    _FALLEN[key] = ways
    return ways


def folded(statistic: Statistic[S], sides: int, count: int, spend: Spend = freely) -> Falls[S]:
    """The same by joining one half of the dice with the other."""
    if count < 2:
        return one_die(statistic, sides) if count else {statistic.none: 1}
    half = count // 2
    less = folded(statistic, sides, half, spend)
    more = less if half == count - half else joined(statistic.join, less, one_die(statistic, sides), spend)
    return joined(statistic.join, less, more, spend)


def one_die(statistic: Statistic[S], sides: int) -> Falls[S]:
    """The falls of a single die."""
    of_die, faces = statistic.of_die, faces_of(sides)
    ways: dict[S, int] = {}
    for read in map(statistic.of, faces) if of_die is None else [of_die(face, sides) for face in faces]:
        ways[read] = ways.get(read, 0) + 1
    return ways


def joined(join: Callable[[S, S], S], left: Falls[S], right: Falls[S], spend: Spend) -> Falls[S]:
    """The falls of some dice together with those of others."""
    spend(len(left) * len(right))
    ways: dict[S, int] = {}
    for a, many in left.items():
        for b, more in right.items():
            read = join(a, b)
            ways[read] = ways.get(read, 0) + many * more
    return ways


# The statistics that several games read. A game's own stand in its module.


def mark_first(read: Hashable, faces: Sequence[int]) -> Marks:
    """Only the first die that shows what was read."""
    where = faces.index(read) if read in faces else -1
    return tuple([index == where for index in range(len(faces))])


def _same(face: int) -> int:
    return face


class _Highest(Statistic[int]):
    __slots__ = ()

    def ways(self, sides: int, count: int, spend: Spend = freely) -> Falls[int]:
        upto = [face**count for face in range(sides + 1)]
        return {face: upto[face] - upto[face - 1] for face in range(1, sides + 1)}


class _Lowest(Statistic[int]):
    __slots__ = ()

    def ways(self, sides: int, count: int, spend: Spend = freely) -> Falls[int]:
        return {sides + 1 - face: ways for face, ways in highest.ways(sides, count).items()}


highest: Statistic[int] = _Highest("highest", 0, _same, max, mark_first)
lowest: Statistic[int] = _Lowest("lowest", 10**6, _same, min, mark_first)


def _top_of(face: int) -> tuple[int, int]:
    return (face, 1 if face == 6 else 0)


def _top_join(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return (a[0] if a[0] > b[0] else b[0], min(2, a[1] + b[1]))


def _top_mark(read: tuple[int, int], faces: Sequence[int]) -> Marks:
    return tuple(face == 6 for face in faces) if read[1] > 1 else mark_first(read[0], faces)


class _HighestAndSixes(Statistic[tuple[int, int]]):
    __slots__ = ()

    def ways(self, sides: int, count: int, spend: Spend = freely) -> Falls[tuple[int, int]]:
        if sides != 6:
            return folded(self, sides, count, spend)
        ways = {(face, 0): face**count - (face - 1) ** count for face in (1, 2, 3, 4, 5)}
        ways[6, 1] = one_six = count * 5 ** (count - 1)
        if count > 1:
            ways[6, 2] = 6**count - 5**count - one_six
        return ways


highest_and_sixes: Statistic[tuple[int, int]] = _HighestAndSixes(
    "highest, and sixes up to two", (0, 0), _top_of, _top_join, _top_mark
)


def _sorted_join(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(a + b))


def _alone(face: int) -> tuple[int, ...]:
    return (face,)


def _orders(sides: int, count: int, spend: Spend) -> list[int]:
    """In how many orders dice can have fallen to show each list of faces: times the dice, by those that show alike."""
    if count == 2:
        return [1 if a == b else 2 for a in range(sides) for b in range(a, sides)]
    found = [(0, 1, 0)]
    for dice in range(1, count):
        spend(len(found) * sides)
        found = [
            (face, many * dice // (alike + 1), alike + 1) if face == last and alike else (face, many * dice, 1)
            for last, many, alike in found
            for face in range(last, sides)
        ]
    spend(len(found) * sides)
    orders: list[int] = []
    for last, many, alike in found:
        more = many * count
        orders.append(more // (alike + 1))
        orders += [more] * (sides - last - 1)
    return orders if count else [1]


class _EveryFace(Statistic[tuple[int, ...]]):
    __slots__ = ()

    def ways(self, sides: int, count: int, spend: Spend = freely) -> Falls[tuple[int, ...]]:
        shown = combinations_with_replacement(range(1, sides + 1), count)
        return dict(zip(shown, _orders(sides, count, spend), strict=True))


class _FromTheHighest(Statistic[tuple[int, ...]]):
    __slots__ = ()

    def ways(self, sides: int, count: int, spend: Spend = freely) -> Falls[tuple[int, ...]]:
        shown = combinations_with_replacement(range(sides, 0, -1), count)
        return dict(zip(shown, _orders(sides, count, spend), strict=True))


def faces_from_the_highest(name: str, mark: Callable[[Any, Sequence[int]], Marks]) -> Statistic[tuple[int, ...]]:
    """All faces, the highest first."""
    return _FromTheHighest(name, (), _alone, _sorted_down, mark)


def _sorted_down(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(a + b, reverse=True))


every_face: Statistic[tuple[int, ...]] = _EveryFace("every face, sorted", (), _alone, _sorted_join)


class _Tally(Statistic[tuple[int, ...]]):
    __slots__ = ("kinds", "ones")

    kinds: tuple[Sequence[int], ...]
    """The faces of each kind, from the lowest."""
    ones: tuple[tuple[int, ...], ...]
    """What a single face of each kind shows."""

    def ways(self, sides: int, count: int, spend: Spend = freely) -> Falls[tuple[int, ...]]:
        faces = [bisect_right(kind, sides) for kind in self.kinds]
        if count == 1:
            return self._one(faces, sides - sum(faces))
        found: list[tuple[tuple[int, ...], int, int]] = [((), 1, count)]
        for each in faces:
            spend(len(found) * (count if each else 1))
            found = [
                ((*shown, dice), many * comb(left, dice) * each**dice, left - dice)
                for shown, many, left in found
                for dice in range(left + 1 if each else 1)
            ]
        rest = sides - sum(faces)
        others = [rest**dice for dice in range(count + 1)]
        return {shown: many * others[left] for shown, many, left in found if others[left]}

    def _one(self, faces: list[int], rest: int) -> Falls[tuple[int, ...]]:
        """One die shows a face of one kind, or of none."""
        ways = {one: each for one, each in zip(self.ones, faces, strict=True) if each}
        return {self.none: rest, **ways} if rest else ways


def tally(name: str, *kinds: Collection[int]) -> Statistic[tuple[int, ...]]:
    """How many dice show a face of each kind: `tally("sixes and banes", {6}, {1})`. No face is of two kinds."""

    def of(face: int) -> tuple[int, ...]:
        return tuple([int(face in faces) for faces in kinds])

    def join(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
        return (*map(add, a, b),)

    def mark(read: Hashable, faces: Sequence[int]) -> Marks:
        return tuple([any(of(face)) for face in faces])

    made = _Tally(name, (0,) * len(kinds), of, _pair_join if len(kinds) == 2 else join, mark)
    object.__setattr__(
        made, "ones", tuple([tuple([int(a == b) for b in range(len(kinds))]) for a in range(len(kinds))])
    )
    object.__setattr__(made, "kinds", tuple([sorted(face for face in set(faces) if face > 0) for faces in kinds]))
    return made


def _pair_join(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return a[0] + b[0], a[1] + b[1]


def total(name: str, of: Callable[[int], int]) -> Statistic[int]:
    """The sum of what each face is worth; a die counted where it is worth something."""

    def mark(read: Hashable, faces: Sequence[int]) -> Marks:
        return tuple([of(face) != 0 for face in faces])

    return Statistic(name, 0, of, add, mark)
