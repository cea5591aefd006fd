"""The language that games are written in.

An attempt of several parts, such as the two sides of a contest, is made here of all the rest: the inputs of one
attempt, declared once, for each part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, field, fields, make_dataclass
from typing import Any, TypeVar

from actionroll.dice import Kept, Pool, Statistic, Term
from actionroll.rules.game import Aim, Decision, Game, Move, Policy, face_beside, outcome_after, without_risk
from actionroll.rules.inputs import (
    Default,
    Input,
    Joins,
    OfEach,
    Texts,
    choice,
    die,
    many,
    ruling,
    whole,
    words,
    yes_no,
)
from actionroll.rules.kinds import Choice, DieSize, Whole, YesNo
from actionroll.rules.sheet import Joining, Mark, Rounds, Sheet, SheetForm, Track, Trait, Values
from actionroll.rules.steps import (
    Decide,
    Due,
    Effect,
    Outcome,
    Part,
    Step,
    Throw,
    Way,
    clear_mark,
    decide,
    facts,
    set_mark,
    throw,
    throw_gathered,
    throw_read,
)

__all__ = [
    "Aim", "Choice", "Decide", "Decision", "DieSize", "Due", "Effect", "Game", "Joining", "Joins", "Kept", "Mark",
    "Move", "OfEach", "Outcome", "Part", "Policy", "Pool", "Rounds", "Sheet", "SheetForm", "Statistic", "Step", "Term",
    "Texts", "Throw", "Track", "Trait", "Values", "Way", "Whole", "YesNo", "choice", "clear_mark", "decide", "die",
    "face_beside", "facts", "for_each_part", "many", "outcome_after", "part_of", "ruling", "set_mark", "throw",
    "throw_gathered", "throw_read", "whole", "without_risk", "words", "yes_no",
]  # fmt: skip


A = TypeVar("A")
SHARED = frozenset(each.name for each in fields(Texts))
"""What is said once for all parts."""


def for_each_part(name: str, attempt: type[Any], parts: tuple[Part, ...], says: str, module: str) -> type[Any]:
    """An attempt with every input of another one once for each part: `attacker_skill`, `defender_skill`.

    What all of them share is said as it is there: who must say it before the dice fall, and in which words.
    """
    shared = [(each.name, each.type, _again(each)) for each in fields(attempt) if each.name in SHARED]
    doubled = [
        (f"{part}_{each.name}", each.type, _renamed(each, part))
        for part in parts
        for each in fields(attempt)
        if each.name not in SHARED
    ]
    made = make_dataclass(name, shared + doubled, bases=(Texts,), frozen=True, slots=True, namespace={"__doc__": says})
    made.__module__ = module
    return made


def part_of(attempt: Any, part: Part, own: type[A]) -> A:
    """One part's own attempt out of that of all."""
    names = [each.name for each in fields(own)]  # type: ignore[arg-type]
    return own(**{name: getattr(attempt, name if name in SHARED else f"{part}_{name}") for name in names})


def _again(each: Field[Any]) -> Any:
    return field(kw_only=True, default=each.default, compare=each.compare, metadata=each.metadata)


def _renamed(each: Field[Any], part: Part) -> Any:
    declare = each.metadata["input"]
    return field(kw_only=True, default=each.default, compare=each.compare, metadata={"input": _declared(declare, part)})


def _declared(declare: Callable[[str], Input], part: Part) -> Callable[[str], Input]:
    def named(name: str) -> Input:
        single = declare(name.removeprefix(f"{part}_"))
        of_each = single.of_each and single.of_each._replace(joined=f"{part}_{single.of_each.joined}")
        says, default = f"{part.capitalize()}: {single.says}", _own(single.default, part)
        allowed = single.joins.allowed if single.joins else ""
        joins = single.joins._replace(allowed=f"{part}_{allowed}") if single.joins and allowed else single.joins
        return single._replace(name=name, says=says, default=default, of_each=of_each, joins=joins)

    return named


def _own(default: Default | None, part: Part) -> Default | None:
    """A default that follows from other inputs follows from those of the same part."""
    if default is None or default.follows is None:
        return default
    follows = default.follows

    def from_own(values: Mapping[str, Any]) -> Any:
        start = f"{part}_"
        return follows({name.removeprefix(start): value for name, value in values.items() if name.startswith(start)})

    return default._replace(follows=from_own)
