"""What can be worked out of a roll, whatever the game; first of all exact odds: every outcome with its chance.

Chances are integers over one denominator. Steps that are equal go on as one, so the work grows with what a rule can
tell apart, not with the dice. A play of a roll, advice, words and many trials at once stand in modules of their own.
"""

from __future__ import annotations

from collections.abc import Hashable, ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import gcd, lcm, prod
from typing import Any, TypeAlias

from actionroll.dice import Falls, Pool, falls
from actionroll.errors import Budget
from actionroll.rules.futures import MOST_TAKEN, Followed, Futures, all_falls, answered, following, kin_of, too_many
from actionroll.rules.game import Policy, do_nothing
from actionroll.rules.steps import Effect, Fact, Leaf, Outcome, Step, Throw, fact_key, outcome_head, reader, summed
from actionroll.values import ratio

Spent: TypeAlias = tuple[Effect, ...]


def fraction(chance: Fraction) -> str:
    """A chance in lowest terms: `5/12`, `0/1`."""
    return f"{chance.numerator}/{chance.denominator}"


Leaves: TypeAlias = tuple[Followed, Sequence[int], Spent, int]
"""What follows a throw, in how many ways each step by its place, what was paid until then, and all ways there are."""


def leaves_of(outcomes: Sequence[tuple[Outcome, int]], spent: Spent, total: int) -> Leaves:
    """Outcomes, each with its ways, and nothing that goes on."""
    return Followed([each for each, _ in outcomes], do_nothing), [ways for _, ways in outcomes], spent, total


class Odds(Mapping[str, Fraction]):
    """All outcomes with their chances: a mapping of tiers to fractions, from worst to best."""

    def __init__(self, tiers: tuple[str, ...], leaves: Sequence[Leaves], total: int) -> None:
        self.tiers = tiers
        self.total = total
        self._leaves = leaves
        self._chances_of_tiers: dict[str, Fraction] = {}

    def __repr__(self) -> str:
        return f"Odds({', '.join(f'{tier}: {chance}' for tier, chance in self.items())})"

    def keys(self) -> KeysView[str]:
        """The tiers, from worst to best."""
        return self._by_tier.keys()

    def items(self) -> ItemsView[str, Fraction]:
        """Each tier with its chance, from worst to best."""
        return self._by_tier.items()

    def __getitem__(self, tier: str) -> Fraction:
        return (self._chances_of_tiers or self._by_tier)[tier]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_tier)

    def __len__(self) -> int:
        return len(self._by_tier)

    @property
    def _by_tier(self) -> dict[str, Fraction]:
        """Worked out when first asked for: advice weighs many odds, and shows few."""
        if not self._chances_of_tiers:
            self._chances_of_tiers = {tier: ratio(ways, self.total) for tier, ways in self._ways_of_tiers().items()}
        return self._chances_of_tiers

    def _ways_of_tiers(self) -> dict[str, int]:
        counts = dict.fromkeys(self.tiers, 0)
        for followed, ways, _, total in self._leaves:
            scale = self.total // total
            for tier, take in followed.by_tier:
                counts[tier] = counts.get(tier, 0) + sum(take(ways)) * scale
        return counts

    @cached_property
    def ends(self) -> tuple[Leaf, ...]:
        """Every way to end, out of `total`; what ends alike on several ways stands here more than once."""
        found: list[Leaf] = []
        for followed, ways, spent, total in self._leaves:
            scale = self.total // total
            found += [(outcome, spent, ways[place] * scale) for outcome, place in followed.ends]
        return tuple(found)

    @cached_property
    def ways(self) -> Mapping[Outcome, int]:
        """In how many ways each outcome (tier, facts and effects, costs among them) comes about, out of `total`."""
        ways: dict[Outcome, int] = {}
        for outcome, spent, many in self.ends:
            ended = _with_costs(outcome, spent)
            ways[ended] = ways.get(ended, 0) + many
        return ways

    @cached_property
    def facts(self) -> Mapping[str, Mapping[Fact, Fraction]]:
        """The chance of each value of each fact."""
        found = self._ways_of_facts().items()
        return {name: {value: ratio(ways, self.total) for value, ways in values} for name, values in found}

    def _ways_of_facts(self) -> dict[str, list[tuple[Fact, int]]]:
        counts: dict[str, dict[Fact, int]] = {}
        for outcome, _, ways in self.ends:
            for name, value in outcome.facts:
                values = counts.setdefault(name, {})
                values[value] = values.get(value, 0) + ways
        return {name: sorted(values.items(), key=_fact_order) for name, values in counts.items()}

    @cached_property
    def changes(self) -> Mapping[tuple[str, str], Mapping[int, Fraction]]:
        """The chance of each change of a track, costs among them, by whose it is and the track."""
        found: dict[tuple[str, str], dict[int, Fraction]] = {}
        for outcome, chance in self.joint.items():
            for effect in outcome.effects:
                by = found.setdefault((effect.who, effect.track), {})
                by[effect.by] = by.get(effect.by, Fraction(0)) + chance
        return found

    @cached_property
    def joint(self) -> Mapping[Outcome, Fraction]:
        """The chance of each outcome, from the worst tier to the best."""
        return {outcome: ratio(ways, self.total) for outcome, ways in self._ranked(self._by_tier)}

    def fact_told(self, name: str) -> dict[str, str]:
        """The chance of each value of a fact, as texts."""
        return {fact_key(value): fraction(chance) for value, chance in self.facts[name].items()}

    def ending_in(self, tier: str) -> Odds:
        """The part of it that ends in this tier, with its chances of the whole."""
        part = []
        for followed, ways, spent, total in self._leaves:
            found = [(outcome, ways[place]) for outcome, place in followed.ends if outcome.tier == tier]
            part.append(leaves_of(found, spent, total))
        return Odds(self.tiers, part, self.total)

    def _ranked(self, tiers: Iterable[str]) -> list[tuple[Outcome, int]]:
        order = {tier: place for place, tier in enumerate(tiers)}
        return sorted(self.ways.items(), key=lambda item: order[item[0].tier])

    def at_least(self, tier: str) -> Fraction:
        """The chance of that tier or a better one."""
        names = list(self._by_tier)
        return sum((self[name] for name in names[names.index(tier) :]), Fraction(0))

    def to_dict(self) -> dict[str, Any]:
        """Tiers, facts, and both together with the effects, as JSON has them; chances are texts such as `5/12`."""
        told, tiers = _InLowestTerms(self.total), self._ways_of_tiers()
        facts = self._ways_of_facts().items()
        return {
            "tiers": {tier: told[ways] for tier, ways in tiers.items()},
            "facts": {name: {fact_key(value): told[ways] for value, ways in values} for name, values in facts},
            "joint": [{**outcome_head(outcome), "chance": told[ways]} for outcome, ways in self._ranked(tiers)],
        }

    def _repr_svg_(self) -> str:
        from actionroll.charts.svg import odds_bar_svg

        return odds_bar_svg(list(self), list(self.values()), title="Odds")

    def _repr_html_(self) -> str:
        from actionroll.charts.svg import odds_html

        changes = {
            f"{'' if who == 'roller' else f'{who} '}{track}, change": by for (who, track), by in self.changes.items()
        }
        return odds_html(self, {**self.facts, **changes})


class _InLowestTerms(dict[int, str]):
    """How many ways out of a total, as texts in lowest terms; the same number comes up again and again."""

    def __init__(self, total: int) -> None:
        super().__init__()
        self._total = total

    def __missing__(self, ways: int) -> str:
        divisor = gcd(ways, self._total)
        self[ways] = f"{ways // divisor}/{self._total // divisor}"
        return self[ways]


def _fact_order(item: tuple[Fact, int]) -> tuple[bool, Any]:
    return (isinstance(item[0], str), item[0])


def _with_costs(outcome: Outcome, spent: Spent) -> Outcome:
    if not spent:
        return outcome
    effects = summed(spent + outcome.effects)
    return Outcome(outcome.rule, outcome.tier, outcome.facts, effects, outcome.dues, outcome.why, outcome.counted)


def count(start: Step, policy: Policy = do_nothing, tiers: tuple[str, ...] = (), budget: Budget | None = None) -> Odds:
    """The odds of a roll from any step on, decisions answered by the policy, within a budget."""
    step = answered(start, policy)
    if isinstance(step, Outcome):
        return Odds(tiers, (leaves_of([(step, 1)], (), 1),), 1)
    last = (step.kin or kin_of(step)).last
    budget = budget or Budget()
    fallen, total = all_falls(step.pools, budget)
    found, ways = following(step, last, fallen, budget)
    followed = found.answered(policy)
    first = (followed, ways, step.costs, total)
    if not followed.waiting:
        return Odds(tiers, (first,), total)
    counting = _Counting(policy, budget, first)
    while counting.throws:
        counting.throw_all()
    return Odds(tiers, counting.leaves(), counting.total)


def chance_of_yes(throw: Throw, budget: Budget) -> Fraction | None:
    """How likely this throw by itself is read as a yes; none where the rule reads more from it than yes or no."""
    fallen, total = all_falls(throw.pools, budget)
    read, yes = reader(throw), 0
    budget.take(prod([*map(len, fallen)]))
    for fall in product(*[pool.items() for pool in fallen]):
        (seen, *more) = read(tuple([shown for shown, _ in fall]))
        if more or not isinstance(seen, bool):
            return None
        yes += seen * prod([ways for _, ways in fall])
    return Fraction(yes, total)


class _Alike:
    """Throws that are alike but for their last pool: they are read together, as one mixture."""

    __slots__ = ("spent", "throw", "ways")

    def __init__(self, throw: Throw, spent: Spent, last: Pool[Any], ways: int) -> None:
        self.throw = throw
        self.spent = spent
        self.ways = {last: ways}
        """How many ways lead to each last pool."""

    @property
    def last(self) -> Hashable:
        """What stands in the place of the last pool."""
        pools = tuple(self.ways)
        return pools[0] if len(pools) == 1 else pools


class _Counting:
    """The steps after as many throws: what ends there, and the throws that follow."""

    def __init__(self, policy: Policy, budget: Budget, first: Leaves) -> None:
        self.policy = policy
        self.total = first[-1]
        self.throws: dict[tuple[Futures, int, int], _Alike] = {}
        self._paid: dict[tuple[int, int], tuple[Spent, Spent]] = {}
        """By the identity of what was paid so far and of what is paid then: both together, and the latter."""
        self._leaves: list[Leaves] = []
        self._latest = 0
        """How much ended before the latest throws."""
        self._thrown = 1
        self._budget = budget
        self._go_on(first)

    def _go_on(self, found: Leaves) -> None:
        """Sort what follows a throw: what ends there, and what must be thrown again."""
        followed, ways, spent, _ = found
        if followed.ends:
            self._leaves.append(found)
        for throw, take in followed.waiting:
            self._wait(throw, spent, sum(take(ways)))

    def _wait(self, step: Throw, spent: Spent, ways: int) -> None:
        """A throw to which so many ways lead, with what was paid on the way."""
        futures, last, costs = step.kin or kin_of(step)
        alike = (futures, id(spent), id(costs))
        group = self.throws.get(alike)
        if group is None:
            paid, _ = self._paid.setdefault(alike[1:], (spent + costs, costs))
            self.throws[alike] = _Alike(step, paid, last, ways)
        else:
            group.ways[last] = group.ways.get(last, 0) + ways

    def throw_all(self) -> None:
        """Go on from all throws that are waiting."""
        groups = [(group, *self._fallen(group)) for group in self.throws.values()]
        factor = lcm(*[total * many for _, _, total, lasts in groups for _, many in lasts])
        if self._thrown > MOST_TAKEN:
            raise too_many()
        self.total *= factor
        self.throws = {}
        self._thrown += 1
        self._latest = len(self._leaves)
        for group, fallen, total, lasts in groups:
            if group.throw.pools:
                fallen.append(_mixed(group.ways.values(), lasts, factor // total))
            found, ways = following(group.throw, group.last, fallen, self._budget)
            ways = ways if fallen else [factor * sum(group.ways.values())]
            self._go_on((found.answered(self.policy), ways, group.spent, self.total))

    def _fallen(self, group: _Alike) -> tuple[list[Falls[Any]], int, list[tuple[Falls[Any], int]]]:
        """How all pools but the last fall, the number of all their ways, and how each falls that may be the last."""
        fallen, total = all_falls(group.throw.pools[:-1], self._budget)
        return fallen, total, [falls(last, self._budget.take) for last in group.ways]

    def leaves(self) -> list[Leaves]:
        """All that ended: after the latest throws, then after the first, the second and so on."""
        return self._leaves[self._latest :] + self._leaves[: self._latest]


def _mixed(leading: Iterable[int], lasts: Iterable[tuple[Falls[Any], int]], factor: int) -> Falls[Any]:
    """How the last pool falls: a mixture of all that stand in its place, to each of which so many ways are leading."""
    mixed: dict[Any, int] = {}
    for many, (fallen, total) in zip(leading, lasts, strict=True):
        weight = many * (factor // total)
        if not mixed:
            mixed = {reading: weight * ways for reading, ways in fallen.items()}
            continue
        for reading, ways in fallen.items():
            mixed[reading] = mixed.get(reading, 0) + weight * ways
    return mixed
