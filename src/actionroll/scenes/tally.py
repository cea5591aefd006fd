"""How often some tiers are rolled in a scene: not only on average, but every number of times with its chance."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import TypeAlias

from actionroll.rules.scene import State
from actionroll.scenes.solved import SceneOdds
from actionroll.scenes.solving import Counting, counting

Tally: TypeAlias = tuple[State, int]
"""The tracks, and how often it was rolled so far."""


def times(solved: SceneOdds, tiers: Collection[str]) -> Mapping[int, Fraction]:
    """The chance of each number of rolls that end in one of these tiers."""
    played = solved.played
    standing: dict[Tally, int] = {(played.start, 0): 1}
    below = 1
    counted: dict[Hashable, list[int]] = {}
    for number in range(played.rolls):
        played.refuse_more(len(standing) * (number + 1))
        count = counting(solved.plan, played.rolls - number, counted)
        standing, below = _one_roll(solved, standing, below, tiers, count)
    found: dict[int, int] = {}
    for (_, many), ways in standing.items():
        found[many] = found.get(many, 0) + ways
    return {many: Fraction(ways, below) for many, ways in sorted(found.items())}


def _one_roll(
    solved: SceneOdds, standing: Mapping[Tally, int], below: int, tiers: Collection[str], count: Counting
) -> tuple[dict[Tally, int], int]:
    played = solved.played
    totals = {played.onwards(state)[0].total for state, _ in standing if not played.ending(state)}
    factor = lcm(*totals)
    following: dict[Tally, int] = {}
    for (state, so_far), weight in standing.items():
        if played.ending(state):
            following[state, so_far] = following.get((state, so_far), 0) + weight * factor
            continue
        graph, after = played.onwards(state)
        scale = weight * (factor // graph.total)
        for end, to, many in zip(graph.ends, after, count(state, graph), strict=True):
            if many:
                key = (to, so_far + (end.tier in tiers))
                following[key] = following.get(key, 0) + scale * many
    divisor = gcd(below * factor, *following.values())
    return {key: weight // divisor for key, weight in following.items()}, below * factor // divisor
