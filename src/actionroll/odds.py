"""Exact odds: every outcome of a roll with its chance, as integers over one denominator.

Steps that are equal go on as one, so the work grows with what a rule can tell apart, not with the dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, TypeAlias

from actionroll.errors import LimitError
from actionroll.rules.falling import answered, fallings
from actionroll.rules.policy import Policy, do_nothing
from actionroll.rules.record import summed
from actionroll.rules.steps import Decide, Effect, Fact, Outcome, Step, Throw

MOST_STEPS = 2_000_000

Ends: TypeAlias = dict[Outcome, int]
Spent: TypeAlias = tuple[Effect, ...]
Frontier: TypeAlias = dict[tuple[Throw, Spent], int]
EndsBySpent: TypeAlias = dict[Spent, Ends]


@dataclass(frozen=True)
class Odds(Mapping[str, Fraction]):
    """All outcomes with their chances: a mapping of tiers to fractions, from worst to best.

    `ways` counts each outcome (tier, facts and effects, costs among them) out of `total`.
    """

    tiers: tuple[str, ...]
    ways: Mapping[Outcome, int]
    total: int

    def __getitem__(self, tier: str) -> Fraction:
        return self._by_tier[tier]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_tier)

    def __len__(self) -> int:
        return len(self._by_tier)

    @cached_property
    def _by_tier(self) -> dict[str, Fraction]:
        counts = dict.fromkeys(self.tiers, 0)
        for outcome, ways in self.ways.items():
            counts[outcome.tier] = counts.get(outcome.tier, 0) + ways
        return {tier: Fraction(ways, self.total) for tier, ways in counts.items()}

    @cached_property
    def facts(self) -> Mapping[str, Mapping[Fact, Fraction]]:
        """The chance of each value of each fact."""
        counts: dict[str, dict[Fact, int]] = {}
        for outcome, ways in self.ways.items():
            for name, value in outcome.facts:
                values = counts.setdefault(name, {})
                values[value] = values.get(value, 0) + ways
        return {name: self._chances(values) for name, values in counts.items()}

    @cached_property
    def joint(self) -> Mapping[Outcome, Fraction]:
        """The chance of each outcome, from the worst tier to the best."""
        order = {tier: place for place, tier in enumerate(self._by_tier)}
        ranked = sorted(self.ways.items(), key=lambda item: order[item[0].tier])
        return {outcome: Fraction(ways, self.total) for outcome, ways in ranked}

    def at_least(self, tier: str) -> Fraction:
        """The chance of that tier or a better one."""
        names = list(self._by_tier)
        return sum((self[name] for name in names[names.index(tier) :]), Fraction(0))

    def _chances(self, values: dict[Fact, int]) -> dict[Fact, Fraction]:
        return {value: Fraction(values[value], self.total) for value in sorted(values, key=_fact_order)}


def _fact_order(value: Fact) -> tuple[bool, Any]:
    return (isinstance(value, str), value)


def count(start: Step, policy: Policy = do_nothing, tiers: tuple[str, ...] = ()) -> Odds:
    """The odds of a roll from any step on, decisions answered by the policy."""
    frontier: Frontier = {}
    ends: EndsBySpent = {}
    _sort(answered(start, policy), (), 1, frontier, ends)
    layers = [(ends, 1)] if ends else []
    total = 1
    budget = MOST_STEPS
    while frontier:
        frontier, ends, factor, steps = _thrown(frontier, policy)
        total *= factor
        layers.append((ends, total))
        budget -= steps
        if budget < 0:
            raise LimitError(
                f"This roll has more than {MOST_STEPS} steps; take fewer dice or fewer repeated decisions."
            )
    return Odds(tiers, _together(layers, total), total)


def _thrown(frontier: Frontier, policy: Policy) -> tuple[Frontier, EndsBySpent, int, int]:
    """What follows the throws of a frontier, the outcomes, the ways that one way became, and the steps it took."""
    fallen = [(fallings(throw), spent + throw.costs, ways) for (throw, spent), ways in frontier.items()]
    factor = fallen[0][0][1] if len(fallen) == 1 else lcm(*[total for (_, total), _, _ in fallen])
    following: Frontier = {}
    ends: EndsBySpent = {}
    count = 0
    for (steps, total), spent, ways in fallen:
        scale = ways * (factor // total)
        count += len(steps)
        for step, more in steps:
            _sort(answered(step, policy), spent, scale * more, following, ends)
    return following, ends, factor, count


def _sort(step: Step, spent: Spent, ways: int, frontier: Frontier, ends: EndsBySpent) -> None:
    """Put a step where it belongs: what ends here, and what goes on."""
    match step:
        case Outcome():
            so_far = ends.setdefault(spent, {})
            so_far[step] = so_far.get(step, 0) + ways
        case Throw():
            key = (step, spent)
            frontier[key] = frontier.get(key, 0) + ways
        case Decide():
            raise AssertionError("decisions are answered before a step is sorted")


def _with_costs(outcome: Outcome, spent: Spent) -> Outcome:
    effects = summed(spent + outcome.effects)
    return Outcome(outcome.rule, outcome.tier, outcome.facts, effects, outcome.dues, outcome.why, outcome.counted)


def _together(layers: list[tuple[EndsBySpent, int]], total: int) -> Ends:
    """All outcomes with what was spent on the way to them, over one denominator."""
    if len(layers) == 1 and list(layers[0][0]) == [()]:
        return layers[0][0][()]
    ways: Ends = {}
    for ends, at in layers:
        scale = total // at
        for spent, outcomes in ends.items():
            for outcome, many in outcomes.items():
                ended = _with_costs(outcome, spent) if spent else outcome
                ways[ended] = ways.get(ended, 0) + many * scale
    return ways
