"""A figure: what was measured, what it is held against, and whether it keeps what was promised."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log


@dataclass(frozen=True, slots=True)
class Promise:
    """One thing that was promised of a figure."""

    says: str
    kept: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table."""

    name: str
    ours: str
    peer: str
    ratio: float | None
    """How many times as fast as the peer."""
    promises: tuple[Promise, ...]

    @property
    def kept(self) -> bool:
        return all(promise.kept for promise in self.promises)


def against(name: str, ours: float, theirs: float, *, peer: str, least: float, under: float | None = None) -> Figure:
    """Our seconds against a peer's: at least so many times as fast, and under so many seconds."""
    ratio = theirs / ours
    promises = [Promise(f"≥ {least:.3g} × {peer}", ratio >= least)]
    if under is not None:
        promises.append(Promise(f"< {shown(under)}", ours < under))
    return Figure(name, shown(ours), shown(theirs), ratio, tuple(promises))


def beside(name: str, ours: float, theirs: float) -> Figure:
    """Our seconds beside a peer's, where nothing was promised."""
    return Figure(name, shown(ours), shown(theirs), theirs / ours, ())


def within(name: str, ours: float, under: float) -> Figure:
    """Seconds that stay under a limit."""
    return Figure(name, shown(ours), "", None, (Promise(f"< {shown(under)}", ours < under),))


def no_slower_than(name: str, ours: float, theirs: float, *, peer: str, most: float) -> Figure:
    """Seconds that are at most so many times the peer's."""
    return Figure(
        name,
        shown(ours),
        shown(theirs),
        theirs / ours,
        (Promise(f"≤ {most:.3g} × {peer}'s time", ours <= most * theirs),),
    )


def geometric_mean(name: str, figures: Iterable[Figure], least: float) -> Figure:
    """How many times as fast as the peer, over several figures together."""
    ratios = [figure.ratio for figure in figures if figure.ratio is not None]
    mean = exp(sum(log(ratio) for ratio in ratios) / len(ratios))
    return Figure(name, "", "", mean, (Promise(f"≥ {least:.3g} ×", mean >= least),))


def shown(seconds: float) -> str:
    """A time with three digits that say something."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
