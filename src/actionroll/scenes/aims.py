"""What an end of a scene is worth: an ending, conditions on its tracks such as `stress<=2`, or weights."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from actionroll.errors import InputError, UnknownName, shown
from actionroll.rules.policy import weight_of

_SIGNS: Mapping[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
_CONDITION = re.compile(r"\s*([a-z_]+)\s*(>=|<=|==|<|>)\s*(-?[0-9]{1,9})\s*")


class Condition(NamedTuple):
    """A track held against a number."""

    track: str
    sign: str
    number: int

    def holds(self, tracks: Mapping[str, int]) -> bool:
        """Whether it holds with the tracks so."""
        return _SIGNS[self.sign](tracks[self.track], self.number)


def is_condition(text: str) -> bool:
    """Whether a text holds a sign of comparison."""
    return any(sign in text for sign in _SIGNS)


def read_condition(text: str, tracks: Iterable[str]) -> Condition:
    """A condition on one of these tracks."""
    found = _CONDITION.fullmatch(text)
    names = list(tracks)
    if found is None:
        raise InputError(f"A condition is a track and a number such as {names[0]}<=2, not {shown(text.strip())}.")
    if found[1] not in names:
        raise UnknownName("track of this scene called", found[1], names)
    return Condition(found[1], found[2], int(found[3]))


def read_conditions(text: str, tracks: Iterable[str]) -> tuple[Condition, ...]:
    """Conditions that must all hold, joined by `and`."""
    names = list(tracks)
    return tuple(read_condition(each, names) for each in text.split(" and "))


MOST_LETTERS = 200


@dataclass(frozen=True)
class SceneAim:
    """Worth 1 where a goal is reached; or so much for each ending, each tier that is rolled, and points of tracks."""

    says: str
    endings: tuple[str, ...] = ()
    """A goal: how the scene must have ended, in all these words; its conditions must hold as well."""
    conditions: tuple[Condition, ...] = ()
    weights: Mapping[str, Fraction] = field(default_factory=dict)
    """Of endings and tracks, at the end."""
    tiers: Mapping[str, Fraction] = field(default_factory=dict)
    """Of every roll that ends so."""

    @property
    def is_chance(self) -> bool:
        """Whether its worth is the chance of a goal."""
        return not self.weights and not self.tiers

    @property
    def below(self) -> int:
        """What makes all weights whole."""
        return lcm(*(each.denominator for each in (*self.weights.values(), *self.tiers.values())))

    def of_end(self, ending: str, tracks: Mapping[str, int]) -> Fraction:
        """The worth of an end of the scene, without the rolls on the way."""
        parts = ending.split(", ")
        if self.is_chance:
            reached = all(each in parts for each in self.endings)
            return Fraction(reached and all(each.holds(tracks) for each in self.conditions))
        points = (weight * tracks[name] for name, weight in self.weights.items() if name in tracks)
        return sum(points, sum((self.weights.get(part, Fraction(0)) for part in parts), Fraction(0)))

    def of_roll(self, tier: str) -> Fraction:
        """The worth of a roll that ends so."""
        return self.tiers.get(tier, Fraction(0))


def read_aim(text: object, endings: Sequence[str], tracks: Sequence[str], tiers: Sequence[str]) -> SceneAim:
    """An aim from words: `clock full`, `drive>=2 and clock full`, or weights such as `success=1,stress=-1`."""
    if isinstance(text, Mapping):
        return _weighted([(str(name), value) for name, value in text.items()], endings, tracks, tiers)
    if not isinstance(text, str) or len(text) > MOST_LETTERS:
        raise InputError(f"An aim is a text of at most {MOST_LETTERS} characters, not {shown(text)}.")
    if "=" in text and not is_condition(text):
        pairs = [each.rpartition("=") for each in text.split(",")]
        return _weighted([(name.strip(), value.strip()) for name, _, value in pairs], endings, tracks, tiers)
    parts = [each.strip() for each in text.split(" and ")]
    goals = tuple(each for each in parts if not is_condition(each))
    for each in goals:
        if each not in endings:
            raise UnknownName("ending of this scene called", each, endings)
    conditions = tuple(read_condition(each, tracks) for each in parts if is_condition(each))
    return SceneAim(text, goals, conditions)


def _weighted(
    pairs: Sequence[tuple[str, object]], endings: Sequence[str], tracks: Sequence[str], tiers: Sequence[str]
) -> SceneAim:
    weights: dict[str, Fraction] = {}
    rolled: dict[str, Fraction] = {}
    for name, value in pairs:
        if name in tiers and name not in endings:
            rolled[name] = weight_of(value)
        elif name in endings or name in tracks:
            weights[name] = weight_of(value)
        else:
            raise UnknownName("ending, track or tier called", name, [*endings, *tracks, *tiers])
    says = ", ".join(f"{name}={value}" for name, value in {**weights, **rolled}.items())
    return SceneAim(says, weights=weights, tiers=rolled)
