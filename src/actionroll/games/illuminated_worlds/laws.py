"""A closed form of what a usual throw of Illuminated Worlds shows; tested equal to reading every fall."""

from __future__ import annotations

from actionroll.games.illuminated_worlds.reading import claim, dice_now, points_of
from actionroll.games.illuminated_worlds.settled import Course, Seen, Settled


def best_law(settled: Settled, course: Course) -> dict[Seen, int]:
    """In how many ways each highest standard die, best gilded die and number of sixes comes about."""
    dice = dice_now(settled, course)
    standard, gilded = dice.standard, dice.gilded
    lower = [face**standard for face in range(7)]
    one, more = _sixes(standard)
    if not gilded:
        low = {Seen(face, 0): lower[face] - lower[face - 1] for face in (1, 2, 3, 4, 5)}
        return _possible({**low, Seen(6, 1): one, Seen(6, 2): more})
    points = points_of(settled, dice)
    ways: dict[Seen, int] = {}
    for best in (1, 2, 3, 4, 5):
        claims, times = claim(best, points), best**gilded - (best - 1) ** gilded
        ways[Seen(0, 0, claims)] = lower[best - 1] * times
        for face in range(best, 6):
            ways[Seen(face, 0, claims)] = (lower[face] - lower[face - 1]) * times
        ways[Seen(6, 1, claims)] = one * times
        ways[Seen(6, 2, claims)] = more * times
    claims, (first, second) = claim(6, points), _sixes(gilded)
    ways[Seen(0, 1, claims)] = lower[5] * first
    ways[Seen(0, 2, claims)] = lower[5] * second
    ways[Seen(6, 2, claims)] = (one + more) * (first + second)
    return _possible(ways)


def _sixes(dice: int) -> tuple[int, int]:
    """In how many ways so many dice show exactly one six, and more than one."""
    one = dice * 5 ** (dice - 1) if dice else 0
    return one, 6**dice - 5**dice - one


def _possible(ways: dict[Seen, int]) -> dict[Seen, int]:
    return {seen: many for seen, many in ways.items() if many}
