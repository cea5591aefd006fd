"""A roll in the making or done: what was cast and chosen, and the step where it stands."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import islice
from typing import TypeAlias

from actionroll.dice import Kept, fold
from actionroll.rules.steps import Decide, Effect, Outcome, Step, Throw, summed
from actionroll.values import value

__all__ = [
    "Answer",
    "Cast",
    "Chosen",
    "Die",
    "Roll",
    "Taken",
    "all_effects",
    "dice_shown",
    "readings",
    "summed",
]


@value
class Cast:
    """A throw, and how its dice fell."""

    throw: Throw
    faces: tuple[int, ...]
    by_hand: bool = False


@value
class Chosen:
    """A decision, and what was chosen."""

    asked: Decide
    option: str


Taken: TypeAlias = Cast | Chosen
Answer: TypeAlias = tuple[int, ...] | str


@value
class Roll:
    """One resolution: what was taken so far, and where it stands."""

    step: Step
    taken: tuple[Taken, ...] = ()

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, once it has."""
        return self.step if isinstance(self.step, Outcome) else None

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What replays this roll: faces for each throw of at least one die, options for each decision."""
        return tuple(
            taken.faces if isinstance(taken, Cast) else taken.option
            for taken in self.taken
            if isinstance(taken, Chosen) or taken.faces
        )


@value
class Die:
    """One die as it lies on the table."""

    sides: int
    face: int
    source: str
    by: str
    counted: bool
    kept: bool = False


def readings(throw: Throw, faces: tuple[int, ...]) -> tuple[Hashable, ...]:
    """What each pool of the throw shows, with the dice that stayed on the table."""
    found, start = [], 0
    for pool in throw.pools:
        end, sides = start + len(pool.sides), pool.sides
        own = faces[start:end]
        if pool.kept:
            own = (*(die.face for die in pool.kept), *own)
            sides = (*(die.sides for die in pool.kept), *sides)
        found.append(fold(pool.statistic, own, sides))
        start = end
    return tuple(found)


def dice_shown(roll: Roll) -> tuple[tuple[Die, ...], ...]:
    """The dice of each throw in turn, marked whether they counted in the end."""
    casts = [taken for taken in roll.taken if isinstance(taken, Cast)]
    return tuple(_dice(cast, casts[index + 1 :], roll.outcome) for index, cast in enumerate(casts))


def _dice(cast: Cast, later: list[Cast], outcome: Outcome | None) -> tuple[Die, ...]:
    """The dice of one throw; those that their part threw again later count no more, but for those that stayed."""
    counted = outcome.counted if outcome and not later else None
    dice: list[Die] = []
    left = iter(cast.faces)
    for pool, read in zip(cast.throw.pools, counted or readings(cast.throw, cast.faces), strict=True):
        own = tuple(islice(left, len(pool.sides)))
        again = [more.throw for more in later if _again(more.throw, pool.by)]
        stays = [kept for other in again[-1].pools if other.by == pool.by for kept in other.kept] if again else []
        marks = pool.statistic.mark(read, own) if read is not None and not again else (False,) * len(own)
        for index, face in enumerate(own):
            die = Kept(pool.source(index), pool.sides[index], face)
            kept = die in stays
            if kept:
                stays.remove(die)
            dice.append(Die(die.sides, face, die.source, pool.by, marks[index] or kept, kept))
    return tuple(dice)


def _again(throw: Throw, by: str) -> bool:
    """Whether a throw takes the place of the dice that this part threw before."""
    return not throw.further and any(pool.by == by for pool in throw.pools)


def all_effects(roll: Roll) -> tuple[Effect, ...]:
    """Every change the roll makes: costs of its throws and effects of its outcome, summed by part and track."""
    costs = tuple(cost for taken in roll.taken if isinstance(taken, Cast) for cost in taken.throw.costs)
    return summed(costs + (roll.outcome.effects if roll.outcome else ()))
