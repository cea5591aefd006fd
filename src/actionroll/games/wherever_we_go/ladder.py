"""The ladder of dice: how a net bonus or penalty steps the two base dice."""

from __future__ import annotations

from actionroll.games.wherever_we_go.rulings import Rulings

RUNGS = (0, 4, 6, 8, 10, 12)
"""The dice that may be named; which of them are rungs of their own is the ruling `ladder`."""

LADDERS = {"zero_d6": (0, 6, 8, 10, 12), "d4_floor": (4, 6, 8, 10, 12), "zero_d4_d6": (0, 4, 6, 8, 10, 12)}

LEAST_DIE = {name: min(die for die in rungs if die) for name, rungs in LADDERS.items()}
"""The smallest die that is one on each ladder."""


def rung_of(die: int, ladder: tuple[int, ...]) -> int:
    """WWG-A1. The die's place on the ladder; 0 and d4 are two names of the lowest rung where it has only one."""
    return ladder.index(die) if die in ladder else 0


def stepped(attribute: int, skill: int, net: int, rulings: Rulings) -> tuple[int, int]:
    """WWG-14, WWG-16. The base dice after a net bonus or penalty, one rung a point; a net of 0 changes nothing."""
    ladder = LADDERS[rulings.ladder]
    if not net:
        return attribute if attribute in ladder else ladder[0], skill if skill in ladder else ladder[0]
    places = [rung_of(attribute, ladder), rung_of(skill, ladder)]
    top = len(ladder) - 1
    poured = next_to_move(places, net, top) if rulings.step_order == "pour" else None
    for _ in range(abs(net)):
        if (place := next_to_move(places, net, top, poured)) is not None:
            places[place] += 1 if net > 0 else -1
    return ladder[places[0]], ladder[places[1]]


def next_to_move(places: list[int], net: int, top: int, poured: int | None = None) -> int | None:
    """WWG-17 to WWG-20. A bonus steps the lower die first, a penalty the higher, none beyond the ladder's ends.

    WWG-A3, WWG-A20. Which die that is, is seen anew at every step; by ruling all is poured into the first until it
    can move no more. What neither die can take is wasted.
    """
    free = [place for place in (0, 1) if (places[place] < top if net > 0 else places[place] > 0)]
    if poured in free:
        return poured
    if not free:
        return None
    return min(free, key=places.__getitem__) if net > 0 else max(free, key=places.__getitem__)
