"""The reference queries in dyce, whose histograms are counted with operators; each the fastest way found to tell it.

The highest of a pool is an order statistic there, and how often a face shows is a binomial of its own: both are quicker
than going through a pool's rolls. Sixes and banes of stress dice are one number, sixes + 1000 × banes, because numbers
are added quickest.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from dyce import H, P

from bench.peers import in_the_dark as in_the_dark_in_icepool
from bench.peers import true_world, wherever_we_go
from bench.peers.illuminated_worlds import TIERS

warnings.filterwarnings("ignore", module=r"bench\.peers\.histograms")  # what is quickest there is called experimental

D6, D8, D10, D12 = H(6), H(8), H(10), H(12)
BANE = 1_000

Chances = dict[str, Fraction]


def in_the_dark(pool: int) -> dict[Any, Fraction]:
    """The tier and the die that was read: the highest; two sixes are critical."""
    read = D6.order_stat_for_n_at_pos(pool, pool - 1)
    ways = {(in_the_dark_in_icepool.tier(die), die): many for die, many in read.items()}
    twice = two_sixes(pool)
    ways["full success", 6] -= twice
    ways["critical success", 6] = twice
    return {end: Fraction(many, 6**pool) for end, many in ways.items()}


def two_sixes(dice: int) -> int:
    """In how many ways at least two dice show a six."""
    return 6**dice - D6.exactly_k_times_in_n(6, dice, 0) - D6.exactly_k_times_in_n(6, dice, 1) if dice > 1 else 0


def starforged(bonus: int, momentum: int) -> Chances:
    """Burning whenever it helps is to score the better of the two."""
    ways = [0, 0, 0]
    for score, many in (D6 + bonus).apply(lambda each: max(momentum, min(10, each))).items():
        beaten = D10.lt(score)
        for tier, more in (beaten + beaten).items():
            ways[tier] += many * more
    return {name: Fraction(many, 600) for name, many in zip(("miss", "weak hit", "strong hit"), ways, strict=True)}


def illuminated_worlds(standard: int, gilded: int) -> dict[Any, Fraction]:
    """Tier, die taken and drive earned, where the highest die is taken, and the gilded one on ties."""
    ways: dict[Any, int] = {}
    lower = brighter = 0
    plain = D6.order_stat_for_n_at_pos(standard, standard - 1)
    bright = D6.order_stat_for_n_at_pos(gilded, gilded - 1)
    for die, tier in enumerate(TIERS, 1):
        ways[tier, die, 0] = plain[die] * brighter
        lower += plain[die]
        ways[tier, die, 1] = bright[die] * lower
        brighter += bright[die]
    unearned = two_sixes(standard) * 5**gilded
    earned = two_sixes(standard + gilded) - unearned
    ways["full success", 6, 0] -= unearned
    ways["full success", 6, 1] -= earned
    ways |= {("critical success", 6, 0): unearned, ("critical success", 6, 1): earned}
    return {end: Fraction(many, 6 ** (standard + gilded)) for end, many in ways.items() if many}


def outcomes(result: H[int]) -> Chances:
    """True World's tiers by the difference of the dice."""
    counts = dict.fromkeys(true_world.TIERS.values(), 0)
    for each, ways in result.items():
        counts[true_world.TIERS[each]] += ways
    return {tier: Fraction(ways, result.total) for tier, ways in counts.items()}


def d8_v_d6() -> Chances:
    return outcomes(D8 - D6)


def mixed_v_two_d8() -> Chances:
    return outcomes(P(D8, D8, D6).at(-1) - D8.order_stat_for_n_at_pos(2, 1))


def five_d12_v_two_d12() -> Chances:
    return outcomes(D12.order_stat_for_n_at_pos(5, 4) - D12.order_stat_for_n_at_pos(2, 0))


def gambled(below: int, stress: int) -> dict[Any, Fraction]:
    """Wherever We Go: edges, banes, willpower gained and whether one gambled, for d8 and d8 that are pushed."""
    die, stressed = H([0] * 5 + [1] * 3), H({0: 4, 1: 1, BANE: 1})
    base = die + die
    thrown = {dice: dice @ stressed if dice else H({0: 1}) for dice in range(stress + 2)}
    ways: dict[Any, int] = {}
    locked = dict.fromkeys(range(stress + 1), 0)
    for edges, many in base.items():
        for shown, more in thrown[stress].items():
            banes, sixes = divmod(shown, BANE)
            if edges + sixes < below:
                locked[banes] += many * more
            else:
                end = (edges + sixes, banes, min(sixes, 1), 0)
                ways[end] = ways.get(end, 0) + many * more * 6 ** (stress + 1) * 64
    for lying, many in locked.items():
        for edges, more in base.items() if many else ():
            for shown, most in thrown[stress + 1 - lying].items():
                banes, sixes = divmod(shown, BANE)
                end = (edges + sixes, banes + lying, min(sixes, 1), 1)
                ways[end] = ways.get(end, 0) + many * more * most * 6**lying
    total = sum(ways.values())
    return {end: Fraction(many, total) for end, many in ways.items()}


QUERIES: dict[str, Callable[[], dict[Any, Fraction]]] = {
    **{
        f"wherever-we-go: {stress} stress dice, {how}": partial(gambled, below, stress)
        for how, below in (("gamble", wherever_we_go.MORE_THAN_ANY), ("on-failure", 1))
        for stress in wherever_we_go.STRESSES
    },
    "starforged: +2, momentum 6, burned": partial(starforged, 2, 6),
    **{
        f"illuminated-worlds: {dice} dice, {gilded} gilded": partial(illuminated_worlds, dice - gilded, gilded)
        for dice, gilded in ((2, 1), (4, 2), (6, 3))
    },
    **{f"in-the-dark: {pool} dice": partial(in_the_dark, pool) for pool in (2, 6, 20)},
    "true-world: d8 v d6": d8_v_d6,
    "true-world: 8 8 6 v 2d8": mixed_v_two_d8,
    "true-world: five d12 v 2d12": five_d12_v_two_d12,
}
"""Each reference query by its name in the table, answered as icepool answers it."""
