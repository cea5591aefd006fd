"""A closed form of what a usual throw of Illuminated Worlds shows; tested equal to reading every fall."""

from __future__ import annotations

from functools import lru_cache

from actionroll.games.illuminated_worlds.reading import claim, dice_now, points_of, tie_claims
from actionroll.games.illuminated_worlds.settled import Course, Seen, Settled

LOW = (1, 2, 3, 4, 5)


def best_law(settled: Settled, course: Course) -> dict[Seen, int]:
    """The law of the dice of a throw, whatever may follow it."""
    dice = dice_now(settled, course)
    points = points_of(settled, dice)
    return law_of(dice.standard, dice.gilded, points, tie_claims(points, settled, course))


def law_of(standard: int, gilded: int, points: int, tie: bool) -> dict[Seen, int]:
    """In how many ways each highest standard die, best gilded die and number of sixes comes about."""
    lower = [face**standard for face in range(6)]
    exact = [lower[face] - lower[face - 1] for face in LOW]
    one, more = _sixes(standard)
    if not gilded:
        return _possible(PLAIN, [*exact, one, more])
    ways: list[int] = []
    for best in LOW:
        times = best**gilded - (best - 1) ** gilded
        ways += [lower[best - 1] * times, one * times, more * times]
        ways += [many * times for many in exact[best - 1 :]]
    first, second = _sixes(gilded)
    ways += [lower[5] * first, lower[5] * second, (one + more) * (first + second)]
    return _possible(_shapes(points, tie), ways)


PLAIN = (*(Seen(face, 0) for face in LOW), Seen(6, 1), Seen(6, 2))


@lru_cache(maxsize=128)
def _shapes(points: int, tie: bool) -> tuple[Seen, ...]:
    """All that a throw with gilded dice can show, in the order of the law above."""
    shapes: list[Seen] = []
    for best in LOW:
        claims = claim(best, points)
        shapes += [Seen(0, 0, claims, claimed=True), Seen(6, 1, claims), Seen(6, 2, claims), Seen(best, 0, claims, tie)]
        shapes += [Seen(face, 0, claims) for face in LOW[best:]]
    sixes = claim(6, points)
    return (*shapes, Seen(0, 1, sixes, claimed=True), Seen(0, 2, sixes, claimed=True), Seen(6, 2, sixes, tie))


def _sixes(dice: int) -> tuple[int, int]:
    """In how many ways so many dice show exactly one six, and more than one."""
    one = dice * 5 ** (dice - 1) if dice else 0
    return one, 6**dice - 5**dice - one


def _possible(shapes: tuple[Seen, ...], ways: list[int]) -> dict[Seen, int]:
    return {seen: many for seen, many in zip(shapes, ways, strict=True) if many}
