"""Values: frozen to the type checker, and made quickly."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

V = TypeVar("V")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(made: type[V]) -> type[V]:
    """A frozen dataclass to the type checker; at run time a plain one, which is made three times as fast.

    It is for what is made by the thousand: the steps of exact odds, the entries of a long log, the dice of many rolls.
    """
    return dataclass(slots=True, unsafe_hash=True)(made)
