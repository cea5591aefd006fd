"""Values: frozen to the type checker, and made quickly."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

V = TypeVar("V")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(made: type[V]) -> type[V]:
    """A frozen dataclass to the type checker; at run time a plain one, which is made three times as fast.

    Exact odds make thousands of steps and a long log has thousands of entries: it is for these only.
    """
    return dataclass(slots=True, unsafe_hash=True)(made)
