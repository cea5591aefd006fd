"""How In the Dark reads dice: the highest of the pool, or the lowest of two where no die is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from actionroll.dice import Marks, highest_and_sixes, mark_first
from actionroll.games.in_the_dark.rulings import Rulings
from actionroll.rules import Pool, Statistic, Term

Shown: TypeAlias = tuple[int, int]
"""The die that is read, and how many sixes stand behind it, up to two."""


def _lower(a: Shown, b: Shown) -> Shown:
    return min(a[0], b[0]), min(2, a[1] + b[1])


def _without_sixes(face: int) -> Shown:
    return face, 0


def _with_sixes(face: int) -> Shown:
    return face, int(face == 6)


def _mark_lowest(read: Shown, faces: Sequence[int]) -> Marks:
    if read[0] != min(faces):
        return (False,) * len(faces)
    return (True,) * len(faces) if read[1] > 1 else mark_first(read[0], faces)


lowest: Statistic[Shown] = Statistic("lowest", (6, 0), _without_sixes, _lower, _mark_lowest)
lowest_and_sixes: Statistic[Shown] = Statistic("lowest, and sixes", (6, 0), _with_sixes, _lower, _mark_lowest)


def pool_of(
    count: int, rulings: Rulings, source: str, *, terms: tuple[Term, ...] = (), by: str = "roller", beside: bool = False
) -> Pool[Shown]:
    """A pool of so many dice, or what the rulings put in its place."""
    sides, statistic = dice_for(count, rulings)
    note = "without a die, the lowest of two counts" if count < 1 and len(sides) == 2 else ""
    return Pool(sides, statistic, (source,), terms, by, beside=beside, note=note)


def dice_for(count: int, rulings: Rulings) -> tuple[tuple[int, ...], Statistic[Shown]]:
    """ITD-A1. Below one die, two dice are rolled and the lowest is read. ITD-A2. Two sixes are then still one."""
    if count >= 1 or rulings.zero_pool == "min_one":
        return (6,) * max(1, count), highest_and_sixes
    if rulings.zero_pool == "fail":
        return (), highest_and_sixes
    return (6, 6), lowest if rulings.zero_pool_critical == "never" else lowest_and_sixes


class Thrown(NamedTuple):
    """What a rule must still know of a pool to tell how it was read."""

    dice: int
    lowest: bool


def thrown(pool: Pool[Shown]) -> Thrown:
    """How many dice a pool has, and whether the lowest counts."""
    return Thrown(len(pool.sides), pool.statistic is not highest_and_sixes)


def told(shown: Shown, pool: Thrown) -> str:
    """Which die was read, and why that one."""
    die, sixes = shown
    if not pool.dice:
        return "no die is left, so nothing is rolled"
    if pool.lowest:
        return f"{die} is the lowest of two dice, because no die was left"
    if sixes > 1:
        return f"two sixes or more among {pool.dice} dice"
    return f"{die} is the highest of {pool.dice} dice" if pool.dice > 1 else f"the one die shows {die}"
