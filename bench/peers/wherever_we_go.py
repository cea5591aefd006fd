"""Wherever We Go in icepool: edges, banes, willpower and whether one gambled, for d8 and d8 pushed with some stress.

The second throw depends only on how many banes are locked, so it is made once for each number of them, and the first
throw is mapped to it. Sixes and banes of n stress dice are the sum of n dice of pairs.

Who gambles whatever shows can be told without a first throw, worked out by hand: each old die ends as a six with 5/36
and as a bane with 11/36. That is quicker, and no longer the rule as it reads, so it stands beside.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import icepool
from icepool import Die, Vector

Fall = tuple[int, int, int, int]
"""Edges, banes, willpower gained and how often one gambled."""
SIX, BANE, BLANK = Vector((1, 0)), Vector((0, 1)), Vector((0, 0))


def gambled(below: int, stress: int, room: int = 1) -> dict[Fall, Fraction]:
    """A pushed roll of d8 and d8 with that much stress, thrown again if fewer edges show."""
    base, stressed = base_dice(), Die({SIX: 1, BANE: 1, BLANK: 4})
    again = [_read(base, (stress + 1 - locked) @ stressed, locked, room) for locked in range(stress + 1)]

    def first(edges: int, shown: Any) -> Any:
        total = edges + shown[0]
        return (total, shown[1], min(shown[0], room), 0) if total >= below else again[shown[1]]

    return _chances(icepool.map(first, base, stress @ stressed if stress else Die([BLANK])))


def always_by_hand(stress: int, room: int = 1) -> dict[Fall, Fraction]:
    """The same roll thrown again whatever shows, by the formula."""
    new = Die({SIX: 1, BANE: 1, BLANK: 4})
    stressed = stress @ Die({SIX: 5, BANE: 11, BLANK: 20}) + new if stress else new
    return _chances(_read(base_dice(), stressed, 0, room))


def base_dice() -> Any:
    """Edges on both base dice."""
    die = Die([(face >= 6) + (face >= 10) for face in range(1, 9)])
    return die + die


def _read(base: Any, stress: Any, locked: int, room: int) -> Any:
    def read(edges: int, shown: Any) -> Fall:
        return edges + shown[0], shown[1] + locked, min(shown[0], room), 1

    return icepool.map(read, base, stress)


def _chances(found: Any) -> dict[Fall, Fraction]:
    return {tuple(fall): Fraction(ways, found.denominator()) for fall, ways in found.items()}


Query = tuple[dict[str, Any], dict[str, str], Callable[[], dict[Fall, Fraction]]]
STRESSES = (0, 3, 6, 10)
MORE_THAN_ANY = 1_000


def query(stress: int, how: str, peer: Callable[..., dict[Fall, Fraction]]) -> Query:
    """An attempt and policies of ours, and icepool's way to the same."""
    return {"attribute": "d8", "skill": "d8", "stress": stress}, {"push": "push", "gamble": how}, partial(peer, stress)


QUERIES = {
    f"{stress} stress dice, {how}": query(stress, how, partial(gambled, below))
    for how, below in (("gamble", MORE_THAN_ANY), ("on-failure", 1))
    for stress in STRESSES
}
"""Each reference query, the rule as it reads on both sides."""

BY_HAND = {f"{stress} stress dice, by hand": query(stress, "gamble", always_by_hand) for stress in STRESSES}
"""The same questions, for which icepool is given the formula."""

ALL = QUERIES | BY_HAND
