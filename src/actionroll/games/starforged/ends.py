"""How an outcome of a move is written down: what it changes, what it lets one choose, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from actionroll.rules import Way

Method: TypeAlias = Literal["choice", "highest", "lowest"]


@dataclass(frozen=True, slots=True)
class Change:
    """A track goes up or down, or a mark is set or cleared."""

    track: str
    by: int
    is_mark: bool = False


@dataclass(frozen=True, slots=True)
class Recovery:
    """A meter is raised; by less where an impact is cleared first."""

    track: str
    full: int
    cleared: int


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress is marked, as often as said, by the rank of the challenge."""

    times: int = 1


Does: TypeAlias = Change | Recovery | Progress


@dataclass(frozen=True, slots=True)
class Pick:
    """Something to choose among, so many times."""

    kind: Literal["choice", "cost"]
    says: str
    ways: tuple[Way, ...]
    times: int = 0
    """How many points or ways are to be named in all; 0 where it is one way."""
    on_match: tuple[Way, ...] = ()
    """Further ways, where the challenge dice match."""
    at_zero: str = ""
    """Only where this meter is known to be empty."""


@dataclass(frozen=True, slots=True)
class Ends:
    """What one outcome of a move brings."""

    does: tuple[Does, ...] = ()
    picks: tuple[Pick, ...] = ()
    price: bool = False
    """Whether the price is to be paid."""


@dataclass(frozen=True, slots=True)
class SfMove:
    """A move of the game: the stats it takes, and what each of its outcomes brings, from miss to strong hit."""

    name: str
    says: str
    stats: tuple[str, ...]
    miss: Ends
    weak: Ends
    strong: Ends
    method: Method = "choice"

    def ends(self, tier: int) -> Ends:
        """What the outcome of that degree brings."""
        return (self.miss, self.weak, self.strong)[tier]
