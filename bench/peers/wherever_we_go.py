"""Wherever We Go in icepool: edges, banes, willpower and whether one gambled, for d8 and d8 pushed with some stress.

The second throw depends only on how many banes are locked, so it is made once for each number of them, and the first
throw is mapped to it. Sixes and banes of n stress dice are the sum of n dice of pairs. Who always gambles needs no
first throw: each old die ends as a six with 5/36 and as a bane with 11/36, which is faster than mixing second throws.
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


def gambled_on_failure(stress: int, room: int = 1) -> dict[Fall, Fraction]:
    """A pushed roll of d8 and d8 with that much stress, thrown again if no edge shows."""
    base, stressed = base_dice(), Die({SIX: 1, BANE: 1, BLANK: 4})
    again = [_read(base, (stress + 1 - locked) @ stressed, locked, room) for locked in range(stress + 1)]

    def first(edges: int, shown: Any) -> Any:
        total = edges + shown[0]
        return (total, shown[1], min(shown[0], room), 0) if total else again[shown[1]]

    return _chances(icepool.map(first, base, stress @ stressed if stress else Die([BLANK])))


def gambled_always(stress: int, room: int = 1) -> dict[Fall, Fraction]:
    """A pushed roll of d8 and d8 with that much stress, thrown again whatever shows."""
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


QUERIES: dict[str, tuple[dict[str, Any], dict[str, str], Callable[[], dict[Fall, Fraction]]]] = {
    f"{stress} stress dice, {how}": (
        {"attribute": "d8", "skill": "d8", "stress": stress},
        {"push": "push", "gamble": how},
        partial(says, stress),
    )
    for how, says in (("gamble", gambled_always), ("on-failure", gambled_on_failure))
    for stress in (0, 3, 6, 10)
}
"""Each reference query as an attempt and policies of ours, and as icepool's."""
