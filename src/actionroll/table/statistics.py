"""Was it a bad night? Each seat's tiers against what its own throws could expect, how surprising that is, and traces.

A trace is what honest people do now and then, and what someone who chooses among dice must do often: it is counted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from operator import add
from typing import TypeAlias

from actionroll.table.state import Json, Table

Odds: TypeAlias = tuple[tuple[str, str], ...]
"""Each tier with its chance, from the worst to the best."""

USUAL = 0.2
"""Nights that one in five differ as much from are nothing to speak of."""
TRACES = {
    "undone": "a roll was taken back after its dice fell",
    "again": "a roll was made again after the same was taken back or given up",
    "withdrawn": "a roll was withdrawn before its dice fell",
    "given_up": "a roll was given up while its dice were falling",
    "for_another": "someone else than the roller threw",
    "by_hand": "a throw was entered by hand",
    "missing": "a phone's part was missing when dice fell",
    "seed": "the seed was changed",
    "revealed": "a secret roll was revealed; how many were made is not told",
    "alarmed": "a phone raised an alarm",
}
"""What leaves a trace, and how it is told."""
TINY = 1e-20
"""Sums of ranks that are less likely are left away at both ends: thousands of throws would hold thousands of them."""


@dataclass(slots=True)
class Sums:
    """What a seat's throws came to."""

    throws: int = 0
    expected: dict[str, Fraction] = field(default_factory=dict)
    actual: dict[str, int] = field(default_factory=dict)
    ranks: list[float] = field(default_factory=lambda: [1.0])
    """The chance of each sum of ranks from `lowest` on, the worst tier of a throw having rank 0."""
    lowest: int = 0
    mean: Fraction = Fraction(0)
    reached: int = 0

    def add(self, odds: list[tuple[str, Fraction]], tier: str) -> None:
        """One more throw: its odds from the worst tier to the best, and what it came to."""
        self.throws += 1
        for rank, (name, chance) in enumerate(odds):
            self.expected[name] = self.expected.get(name, Fraction(0)) + chance
            self.actual.setdefault(name, 0)
            self.mean += rank * chance
        self.actual[tier] = self.actual.get(tier, 0) + 1
        self.reached += [name for name, _ in odds].index(tier)
        self._spread(_convolved(self.ranks, [float(chance) for _, chance in odds]))

    def _spread(self, ranks: list[float]) -> None:
        first = next(place for place, chance in enumerate(ranks) if chance >= TINY)
        while ranks[-1] < TINY:
            ranks.pop()
        self.lowest += first
        self.ranks = ranks[first:]

    @property
    def below(self) -> float:
        """The chance of a worse night, those that are as bad counted half."""
        place = self.reached - self.lowest
        if not 0 <= place < len(self.ranks):
            return 0.0 if place < 0 else 1.0
        return sum(self.ranks[:place]) + self.ranks[place] / 2

    @property
    def surprise(self) -> float:
        """The chance of a night at least as far out, to either side."""
        return min(1.0, 2 * min(self.below, 1 - self.below))


def statistics(table: Table) -> Json:
    """Each seat's throws so far; rolls that were taken back do not count."""
    throws: Counter[tuple[str, Odds, str]] = Counter()
    for number, past in table.past.items():
        roll = table.roll(past.roll) if past.odds and number not in table.undone else None
        if roll is not None and roll.status != "undone":
            throws[roll.seat, past.odds, past.tier] += 1
    sums: dict[str, Sums] = {}
    for (seat, odds, tier), times in throws.items():
        _count(sums.setdefault(seat, Sums()), odds, tier, times)
    known = [(seat, sums[seat.id]) for seat in table.seats.values() if seat.id in sums and sums[seat.id].throws]
    seats = [{"seat": seat.id, "name": seat.name, **_shown(each)} for seat, each in known]
    return {"seats": seats, "traces": traces(table)}


def traces(table: Table) -> list[Json]:
    """What was done that would help someone to choose their dice: how often, and by which seats; only what was."""
    found = []
    for what, says in TRACES.items():
        seats = {seat: times for (each, seat), times in table.traces.items() if each == what}
        if seats:
            found.append({"trace": what, "says": says, "count": sum(seats.values()), "seats": seats})
    return found


def trace_told(table: Table, trace: Json) -> str:
    """A trace in a line: what, how often, and by whom."""
    named = [(table.seats[seat].name if seat in table.seats else "the host", many) for seat, many in _most(trace)]
    return f"{trace['count']} × {trace['says']} ({', '.join(f'{name} {many}' for name, many in named)})"


def _most(trace: Json) -> list[tuple[str, int]]:
    return sorted(trace["seats"].items(), key=lambda each: (-each[1], each[0]))


def history_of(table: Table, character: str) -> Json:
    """What a character went through here: the table, and how many rolls came to which tier."""
    ended: dict[int, str] = {}
    for number, past in table.past.items():
        roll = table.roll(past.roll) if past.tier and number not in table.undone else None
        if roll is not None and roll.character == character and roll.status != "undone":
            ended[past.roll] = past.tier
    return {"table": table.name, "game": table.game.title, "rolls": len(ended), "tiers": dict(Counter(ended.values()))}


def _count(sums: Sums, told: Odds, tier: str, times: int) -> None:
    odds = [(name, Fraction(chance)) for name, chance in told]
    possible = [name for name, chance in odds if chance]
    if len(possible) > 1 and tier in possible:
        for _ in range(times):
            sums.add(odds, tier)


def _convolved(first: list[float], second: list[float]) -> list[float]:
    found = [0.0] * (len(first) + len(second) - 1)
    for more, chance in enumerate(second):
        if chance:
            until = more + len(first)
            found[more:until] = map(add, found[more:until], [chance * other for other in first])
    return found


def _shown(sums: Sums) -> Json:
    return {
        "throws": sums.throws,
        "tiers": [
            {"tier": tier, "expected": _decimal(float(expected)), "actual": sums.actual[tier]}
            for tier, expected in sums.expected.items()
        ],
        "expected": _decimal(float(sums.mean / sums.throws)),
        "actual": _decimal(sums.reached / sums.throws),
        "surprise": _decimal(sums.surprise),
        "words": told(sums),
    }


def told(sums: Sums) -> str:
    """In a sentence: as usual, or how rare a night like this is."""
    if sums.surprise >= USUAL:
        return "About as expected."
    better = sums.below > 0.5
    share = max(1 - sums.below if better else sums.below, 1e-9)
    rare = "fewer than one night in a million" if share < 1e-6 else f"about one night in {_rounded(1 / share)}"
    return f"A {'good' if better else 'bad'} night: {rare} goes this {'well' if better else 'badly'}, or more so."


def _rounded(number: float) -> int:
    digits = 1 if number < 20 else 5 if number < 100 else 10 ** (len(str(int(number))) - 2)
    return int(round(number / digits) * digits)


def _decimal(number: float) -> str:
    return f"{number:.3f}"
