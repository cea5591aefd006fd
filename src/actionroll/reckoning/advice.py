"""Advice: what each option is worth for an aim, and the policy that is best for it.

Throws are averaged and decisions maximised, from the end backwards, in exact fractions.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from actionroll.errors import Budget, UnknownName
from actionroll.rules.futures import MOST_TAKEN, fallings, too_many
from actionroll.rules.game import Aim, Policy, do_nothing, weight_of
from actionroll.rules.steps import Decide, Outcome, Part, Step, Throw, after, straight_to, undecided

MOST_WEIGHED = 3_000_000
"""Steps that advice is found in, unless it is given another budget."""
MOST_IN_A_ROW = 100
"""Throws of one roll that advice looks ahead."""


class Weighed(NamedTuple):
    """One option at a decision: what it is worth, and the step it leads to."""

    option: str
    worth: Fraction
    step: Step


@dataclass
class Best:
    """The best policy for an aim, as a value: call it with a decision, and it answers.

    `open` names the decisions it may choose freely; the others are answered by `fixed`. The part `against` chooses
    what is worth least for the aim. What it has found out it keeps, for it is asked again.
    """

    aim: Aim
    open: Collection[str] | None = None
    fixed: Policy = do_nothing
    against: Part = ""
    budget: Budget = field(default_factory=lambda: Budget(MOST_WEIGHED), repr=False)
    _worth: dict[Throw, Fraction] = field(default_factory=dict, repr=False)
    _fallen: dict[Throw, tuple[list[tuple[Step, int]], int]] = field(default_factory=dict, repr=False)
    _deep: int = field(default=0, repr=False)
    """How many throws lie between the first and the one that is weighed."""
    _weighed: dict[Decide, tuple[Weighed, tuple[Weighed, ...]]] = field(default_factory=dict, repr=False)

    def __call__(self, asked: Decide) -> str:
        """The option that is worth most; the earlier one where several are."""
        return self.choice(asked).option

    def worth(self, step: Step) -> Fraction:
        """What a step is worth when all that follows is done well."""
        match step:
            case Outcome():
                return self.aim.of_outcome(step)
            case Decide():
                return self.choice(step).worth
            case Throw():
                known = self._worth.get(step)
                if known is None:
                    known = self._worth[step] = self._of_throw(step)
                return known

    def choice(self, asked: Decide) -> Weighed:
        """What is chosen at a decision."""
        return self.weighed(asked)[0]

    def weighed(self, asked: Decide) -> tuple[Weighed, tuple[Weighed, ...]]:
        """The choice at a decision, and all that there are."""
        known = self._weighed.get(asked)
        if known is None:
            steps = [(option, after(asked, option)) for option in asked.options]
            choices = tuple([Weighed(option, self.worth(step), step) for option, step in steps])
            known = self._weighed[asked] = (self._pick(asked, choices), choices)
        return known

    def _pick(self, asked: Decide, choices: tuple[Weighed, ...]) -> Weighed:
        if self.open is not None and asked.name not in self.open:
            option = self.fixed(asked)
            return next(each for each in choices if each.option == option)
        return (min if asked.by == self.against else max)(choices, key=_worth_of)

    def fallings(self, throw: Throw) -> tuple[list[tuple[Step, int]], int]:
        """The next steps of a throw with their ways, and all ways."""
        known = self._fallen.get(throw)
        if known is None:
            known = self._fallen[throw] = fallings(throw, self.budget)
        return known

    def _of_throw(self, throw: Throw) -> Fraction:
        if self._deep >= MOST_IN_A_ROW:
            raise too_many()
        self._deep += 1
        worth = self._mean_of(throw)
        self._deep -= 1
        return worth

    def _mean_of(self, throw: Throw) -> Fraction:
        steps, total = self.fallings(throw)
        over: dict[int, int] = {}
        tiers: dict[str, int] = {}
        for step, ways in steps:
            if isinstance(step, Outcome) and not self.aim.points:
                tiers[step.tier] = tiers.get(step.tier, 0) + ways
            else:
                worth = self.worth(step)
                over[worth.denominator] = over.get(worth.denominator, 0) + ways * worth.numerator
        mean = sum([Fraction(above, below) for below, above in over.items()], Fraction(0))
        mean += sum([self.aim.of_tier(tier) * ways for tier, ways in tiers.items()], Fraction(0))
        return mean / total + self.aim.of_effects(throw.costs)


def _worth_of(choice: Weighed) -> Fraction:
    return choice.worth


@dataclass(frozen=True)
class Advice:
    """A decision with what each of its options is worth, the best among them, and how the roll stands without it."""

    asked: Decide
    choices: tuple[Weighed, ...]
    best: str
    chance: Fraction
    """The chance that this decision comes up when all before it is done well."""


def advise(start: Step, policy: Best) -> tuple[Advice, ...]:
    """Advice on every decision that can come up, in the order in which they do."""
    return tuple(_advice(asked, policy, chance) for asked, chance in reachable(start, policy).items())


def reachable(start: Step, policy: Best) -> Mapping[Decide, Fraction]:
    """The decisions that come up under a policy, each with its chance, in the order in which they do."""
    found: dict[Decide, Fraction] = {}
    throws: dict[Throw, int] = {}
    _follow(start, 1, 1, policy, found, throws)
    total = 1
    for _ in range(MOST_TAKEN):
        if not throws:
            return found
        fallen = [(*policy.fallings(throw), ways) for throw, ways in throws.items()]
        factor = lcm(*[each for _, each, _ in fallen])
        total, throws = total * factor, {}
        for steps, each, ways in fallen:
            scale = ways * (factor // each)
            for step, more in steps:
                if not isinstance(step, Outcome):
                    _follow(step, scale * more, total, policy, found, throws)
    raise too_many()


def _follow(
    step: Step, ways: int, total: int, policy: Policy, found: dict[Decide, Fraction], throws: dict[Throw, int]
) -> None:
    """Note the decisions from a step on to the next throw."""
    while isinstance(step, Decide):
        chance = Fraction(ways, total)
        found[step] = found[step] + chance if step in found else chance
        step = after(step, policy(step))
    if isinstance(step, Throw):
        throws[step] = throws.get(step, 0) + ways


def _advice(asked: Decide, policy: Best, chance: Fraction) -> Advice:
    chosen, choices = policy.weighed(asked)
    return Advice(asked, choices, chosen.option, chance)


def read_aim(raw: object, tiers: tuple[str, ...]) -> Aim:
    """An aim from a tier to reach at least, or from weights: `success=2,stress=-1` or a mapping."""
    if isinstance(raw, str) and "=" in raw:
        raw = dict(_weight(each) for each in raw.split(","))
    if isinstance(raw, Mapping):
        return _weighted(raw, tiers)
    if raw not in tiers:
        raise UnknownName("tier to aim for called", raw, tiers)
    least = tiers.index(str(raw))
    worth = {tier: Fraction(place >= least) for place, tier in enumerate(tiers)}
    return Aim(worth, {}, f"at least {raw}")


def _weight(text: str) -> tuple[str, str]:
    name, _, weight = text.partition("=")
    return name.strip(), weight.strip()


def _weighted(raw: Mapping[object, object], tiers: tuple[str, ...]) -> Aim:
    weights = {str(name): weight_of(value) for name, value in raw.items()}
    named = {name: weight for name, weight in weights.items() if name in tiers}
    points = {name: weight for name, weight in weights.items() if name not in tiers}
    says = ", ".join(f"{name} {weight}" for name, weight in weights.items())
    return Aim(named, points, says)


def counted_by(step: Step) -> tuple[tuple[Any, ...] | None, ...]:
    """The readings of dice that an outcome took, or among which a decision chooses.

    Those are of its first option, and of others that bring something else.
    """
    if isinstance(step, Outcome):
        return (step.counted,)
    ends = [end for each in _leading_on(step) if isinstance(end := undecided(each), Outcome)]
    others = [end for end in ends[1:] if end.tier != ends[0].tier or set(end.effects) - set(ends[0].effects)]
    return tuple(dict.fromkeys(end.counted for end in (*ends[:1], *others)))


def _leading_on(step: Step) -> list[Step]:
    """The steps that a decision's options lead to; for one that only leads to a further decision, those of that."""
    if not isinstance(step, Decide):
        return []
    further = [(straight_to(step, option), after(step, option)) for option in step.options]
    return [each for more, then in further for each in (_leading_on(more) if more else [then])]
