"""Advice: what each option is worth for an aim, and the policy that is best for it.

Throws are averaged and decisions maximised, from the end backwards, in exact fractions.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from actionroll.errors import InputError, UnknownName, shown
from actionroll.rules.falling import fallings
from actionroll.rules.policy import Aim, Policy, do_nothing
from actionroll.rules.steps import Decide, Outcome, Part, Step, Throw, after


@dataclass
class Best:
    """The best policy for an aim, as a value: call it with a decision, and it answers.

    `open` names the decisions it may choose freely; the others are answered by `fixed`. The part `against` chooses
    what is worth least for the aim.
    """

    aim: Aim
    open: Collection[str] | None = None
    fixed: Policy = do_nothing
    against: Part = ""
    _worth: dict[Step, Fraction] = field(default_factory=dict, repr=False)

    def __call__(self, asked: Decide) -> str:
        """The option that is worth most; the earlier one where several are."""
        if not self._is_open(asked):
            return self.fixed(asked)
        pick = min if asked.by == self.against else max
        return pick(asked.options, key=lambda option: self.worth(after(asked, option)))

    def worth(self, step: Step) -> Fraction:
        """What a step is worth when all that follows is done well."""
        if isinstance(step, Outcome):
            return self.aim.of_outcome(step)
        known = self._worth.get(step)
        if known is None:
            known = self._of_throw(step) if isinstance(step, Throw) else self._of_decision(step)
            self._worth[step] = known
        return known

    def _of_throw(self, throw: Throw) -> Fraction:
        steps, total = fallings(throw)
        over: dict[int, int] = {}
        for step, ways in steps:
            worth = self.worth(step)
            over[worth.denominator] = over.get(worth.denominator, 0) + ways * worth.numerator
        mean = sum((Fraction(above, below) for below, above in over.items()), Fraction(0)) / total
        return mean + self.aim.of_effects(throw.costs)

    def _of_decision(self, asked: Decide) -> Fraction:
        if not self._is_open(asked):
            return self.worth(after(asked, self.fixed(asked)))
        pick = min if asked.by == self.against else max
        return pick(self.worth(after(asked, option)) for option in asked.options)

    def _is_open(self, asked: Decide) -> bool:
        return self.open is None or asked.name in self.open


@dataclass(frozen=True)
class Choice:
    """One option at a decision: what it is worth, and the step it leads to."""

    option: str
    worth: Fraction
    step: Step


@dataclass(frozen=True)
class Advice:
    """A decision with what each of its options is worth, the best among them, and how the roll stands without it."""

    asked: Decide
    choices: tuple[Choice, ...]
    best: str
    chance: Fraction
    """The chance that this decision comes up when all before it is done well."""


def advise(start: Step, policy: Best) -> tuple[Advice, ...]:
    """Advice on every decision that can come up, in the order in which they do."""
    return tuple(_advice(asked, policy, chance) for asked, chance in reachable(start, policy).items())


def reachable(start: Step, policy: Policy) -> Mapping[Decide, Fraction]:
    """The decisions that come up under a policy, each with its chance."""
    found: dict[Decide, Fraction] = {}
    frontier: dict[Step, Fraction] = {start: Fraction(1)}
    while frontier:
        following: dict[Step, Fraction] = {}
        for step, chance in frontier.items():
            for more, share in _onwards(step, policy):
                following[more] = following.get(more, Fraction(0)) + chance * share
            if isinstance(step, Decide):
                found[step] = found.get(step, Fraction(0)) + chance
        frontier = following
    return found


def _onwards(step: Step, policy: Policy) -> list[tuple[Step, Fraction]]:
    match step:
        case Throw():
            steps, total = fallings(step)
            return [(more, Fraction(ways, total)) for more, ways in steps]
        case Decide():
            return [(after(step, policy(step)), Fraction(1))]
        case Outcome():
            return []


def _advice(asked: Decide, policy: Best, chance: Fraction) -> Advice:
    steps = [(option, after(asked, option)) for option in asked.options]
    choices = tuple(Choice(option, policy.worth(step), step) for option, step in steps)
    return Advice(asked, choices, policy(asked), chance)


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
    weights = {str(name): _fraction(value) for name, value in raw.items()}
    named = {name: weight for name, weight in weights.items() if name in tiers}
    points = {name: weight for name, weight in weights.items() if name not in tiers}
    says = ", ".join(f"{name} {weight}" for name, weight in weights.items())
    return Aim(named, points, says)


def _fraction(value: object) -> Fraction:
    try:
        if isinstance(value, str) and len(value) <= 20 and "e" not in value.lower():
            return Fraction(value)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9:
            return Fraction(value)
    except (ValueError, ZeroDivisionError):
        pass
    raise InputError(f"A weight of an aim is a number such as 2, -1 or 1/2, not {shown(value)}.")
