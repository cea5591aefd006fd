"""Conditions on the tracks of a scene: `stress<=2`, several joined by `and`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from actionroll.errors import InputError, UnknownName, shown

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
