"""Every fall of every die of a roll, played out one by one: the plain twin of exact odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypeAlias

from actionroll.dice import faces_of
from actionroll.reckoning import Odds, play
from actionroll.reckoning.record import Roll, all_effects
from actionroll.rules.futures import answered, fallings
from actionroll.rules.game import Policy
from actionroll.rules.steps import Decide, Effect, Fact, Outcome, Step, Throw, after

Changes: TypeAlias = frozenset[tuple[str, str, int]]
End: TypeAlias = tuple[str, tuple[tuple[str, Fact], ...], Changes]


def changes(effects: tuple[Effect, ...]) -> Changes:
    """What effects come to, by part and track."""
    total: Counter[tuple[str, str]] = Counter()
    for effect in effects:
        total[effect.who, effect.track] += effect.by
    return frozenset((who, track, by) for (who, track), by in total.items() if by)


def end_of(roll: Roll) -> End:
    """How a roll ended, with all that it changed."""
    assert isinstance(roll.step, Outcome)
    return roll.step.tier, roll.step.facts, changes(all_effects(roll))


def ends_of(odds: Odds) -> dict[End, Fraction]:
    """The chances that were counted, by end."""
    law: dict[End, Fraction] = {}
    for outcome, chance in odds.joint.items():
        end = (outcome.tier, outcome.facts, changes(outcome.effects))
        law[end] = law.get(end, Fraction(0)) + chance
    return law


def enumerated(start: Step, policy: Policy) -> dict[End, Fraction]:
    """The chance of every end, from playing out every fall."""
    law: dict[End, Fraction] = {}
    for roll, share in _played(play.begin(start), Fraction(1), policy):
        end = end_of(roll)
        law[end] = law.get(end, Fraction(0)) + share
    return law


def _played(roll: Roll, share: Fraction, policy: Policy) -> Iterator[tuple[Roll, Fraction]]:
    match roll.step:
        case Outcome():
            yield roll, share
        case Decide():
            yield from _played(play.choose(roll, policy(roll.step)), share, policy)
        case Throw():
            sides = play.sides_of(roll.step)
            falls = abs(prod(sides))
            for faces in product(*(faces_of(die) for die in sides)):
                yield from _played(play.cast(roll, faces), share / falls, policy)


def falls_of(start: Step, policy: Policy, most: int) -> int:
    """How many falls of dice a roll has in all, without playing them; the counting stops beyond `most`."""
    frontier: dict[Step, int] = {answered(start, policy): 1}
    falls = 0
    while frontier:
        following: dict[Step, int] = {}
        for step, rolls in frontier.items():
            if isinstance(step, Throw):
                falls += rolls * abs(prod(play.sides_of(step)))
                if falls > most:
                    return falls
                for more, ways in fallings(step)[0]:
                    after_it = answered(more, policy)
                    following[after_it] = following.get(after_it, 0) + rolls * ways
        frontier = following
    return falls


def reachable(start: Step, most: int) -> Iterator[Step]:
    """Every step that any fall and any choice can lead to, up to that many."""
    seen = {start}
    waiting = [start]
    while waiting and len(seen) < most:
        step = waiting.pop()
        yield step
        following = (
            [more for more, _ in fallings(step)[0]]
            if isinstance(step, Throw)
            else [after(step, option) for option in step.options]
            if isinstance(step, Decide)
            else []
        )
        for more in following:
            if more not in seen:
                seen.add(more)
                waiting.append(more)
