"""Exact odds: every outcome of a roll with its chance, as integers over one denominator.

Steps that are equal go on as one, so the work grows with what a rule can tell apart, not with the dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from actionroll.errors import LimitError
from actionroll.rules.falling import answered, fallings
from actionroll.rules.policy import Policy, do_nothing
from actionroll.rules.record import summed
from actionroll.rules.steps import Decide, Effect, Fact, Outcome, Step, Throw

MOST_STEPS = 2_000_000

Ends = dict[Outcome, int]


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
    frontier: dict[tuple[Step, tuple[Effect, ...]], int] = {(answered(start, policy), ()): 1}
    layers: list[tuple[Ends, int]] = []
    total = 1
    budget = MOST_STEPS
    while frontier:
        ends, throws = _sorted_out(frontier)
        layers.append((ends, total))
        if not throws:
            break
        budget -= len(throws)
        frontier, factor = _thrown(throws, policy)
        budget -= len(frontier)
        total *= factor
        if budget < 0:
            raise LimitError(
                f"This roll has more than {MOST_STEPS} steps; take fewer dice or fewer repeated decisions."
            )
    return Odds(tiers, _together(layers, total), total)


def _sorted_out(
    frontier: dict[tuple[Step, tuple[Effect, ...]], int],
) -> tuple[Ends, list[tuple[Throw, tuple[Effect, ...], int]]]:
    ends: Ends = {}
    throws: list[tuple[Throw, tuple[Effect, ...], int]] = []
    for (step, spent), ways in frontier.items():
        match step:
            case Throw():
                throws.append((step, spent, ways))
            case Outcome():
                ended = _with_costs(step, spent)
                ends[ended] = ends.get(ended, 0) + ways
            case Decide():
                raise AssertionError("decisions are answered before a step joins the frontier")
    return ends, throws


def _thrown(
    throws: list[tuple[Throw, tuple[Effect, ...], int]], policy: Policy
) -> tuple[dict[tuple[Step, tuple[Effect, ...]], int], int]:
    fallen = [(fallings(throw), spent + throw.costs, ways) for throw, spent, ways in throws]
    factor = lcm(*(total for (_, total), _, _ in fallen))
    frontier: dict[tuple[Step, tuple[Effect, ...]], int] = {}
    for (steps, total), spent, ways in fallen:
        scale = ways * (factor // total)
        for step, more in steps:
            key = (answered(step, policy), spent)
            frontier[key] = frontier.get(key, 0) + scale * more
    return frontier, factor


def _with_costs(outcome: Outcome, spent: tuple[Effect, ...]) -> Outcome:
    if not spent:
        return outcome
    effects = summed(spent + outcome.effects)
    return Outcome(outcome.rule, outcome.tier, outcome.facts, effects, outcome.dues, outcome.why, outcome.counted)


def _together(layers: list[tuple[Ends, int]], total: int) -> Ends:
    if len(layers) == 2 and not layers[0][0]:
        return layers[1][0]
    ways: Ends = {}
    for ends, at in layers:
        for outcome, many in ends.items():
            ways[outcome] = ways.get(outcome, 0) + many * (total // at)
    return ways
