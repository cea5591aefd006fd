"""Values: frozen to the type checker, and made quickly."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from fractions import Fraction
from math import gcd
from typing import Any, TypeVar, dataclass_transform

V = TypeVar("V")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(made: type[V]) -> type[V]:
    """A frozen dataclass to the type checker; at run time a plain one, which is made three times as fast.

    It is for what is made by the thousand: the steps of exact odds, the entries of a long log, the dice of many rolls.
    """
    return dataclass(slots=True, unsafe_hash=True)(made)


def hashed_once(made: type[V]) -> type[V]:
    """A value that is looked up again and again works out its hash once, and keeps it in its field `hashed`.

    It is kept from other processes, where texts have another hash.
    """
    work_out = made.__hash__

    def __hash__(self: Any) -> int:  # noqa: N807
        known: int | None = self.hashed
        if known is None:
            known = self.hashed = work_out(self)
        return known

    def __reduce__(self: Any) -> tuple[Any, ...]:  # noqa: N807
        return made, tuple([getattr(self, each.name) for each in given])

    given = [each for each in fields(made) if each.init]  # type: ignore[arg-type]
    made.__hash__ = __hash__  # type: ignore[method-assign]
    made.__reduce__ = __reduce__  # type: ignore[method-assign]
    return made


def hash_field() -> Any:
    """The field that `hashed_once` keeps the hash in."""
    return field(default=None, init=False, compare=False, repr=False)


def ratio(above: int, below: int) -> Fraction:
    """The fraction of two whole numbers, the lower one above 0: what `Fraction` gives, without what it checks first."""
    divisor = gcd(above, below)
    made = _bare(Fraction)
    made._numerator, made._denominator = above // divisor, below // divisor  # type: ignore[attr-defined]  # noqa: SLF001
    return made


_bare = object.__new__
