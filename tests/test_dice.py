"""What is read from dice: every shorter way to count falls gives what folding and enumerating give."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from actionroll.dice import (
    Pool,
    Statistic,
    every_face,
    faces_from_the_highest,
    falls,
    fold,
    folded,
    highest,
    highest_and_sixes,
    lowest,
    mark_all,
    tally,
    total,
)

EDGES = total("edges", lambda face: 0 if face < 6 else 1 if face < 10 else 2)
TALLIES = [
    tally("sixes and banes", {6}, {1}),
    tally("low and high", {1, 2, 3}, {4, 5, 6, 7, 8, 9, 10}),
    tally("sevens", {7}),
    tally("odd, six, even", {1, 3, 5}, {6}, {2, 4}),
]
DOWN = faces_from_the_highest("faces from the highest", mark_all)
STATISTICS = [DOWN, highest, lowest, highest_and_sixes, every_face, EDGES, *TALLIES]


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda each: each.name)
def test_falls_are_what_folding_and_enumerating_give(statistic: Statistic[object]) -> None:
    for sides, count in product((1, 2, 4, 6, 8, 10), (1, 2, 3, 4)):
        shown = Counter(fold(statistic, faces, [sides] * count) for faces in product(range(1, sides + 1), repeat=count))
        assert dict(statistic.ways(sides, count)) == dict(folded(statistic, sides, count)) == shown, (sides, count)


@pytest.mark.parametrize("statistic", [highest, lowest, highest_and_sixes, TALLIES[0]], ids=lambda each: each.name)
def test_many_dice_fall_as_folding_says(statistic: Statistic[object]) -> None:
    for sides, count in ((6, 7), (6, 20), (10, 12)):
        assert dict(statistic.ways(sides, count)) == dict(folded(statistic, sides, count))


def test_dice_of_several_sizes_are_read_together() -> None:
    pool = Pool((8, 6, 8), EDGES)
    shown = Counter(fold(EDGES, faces, pool.sides) for faces in product(range(1, 9), range(1, 7), range(1, 9)))
    assert falls(pool) == (shown, 8 * 6 * 8)


def test_a_die_counts_where_it_shows_something() -> None:
    assert TALLIES[0].mark((1, 1), (6, 1, 3)) == (True, True, False)
    assert EDGES.mark(1, (5, 6)) == (False, True)
