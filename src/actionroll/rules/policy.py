"""Policies: what answers the decisions when no person does, and aims: what an outcome is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from actionroll.errors import InputError, shown
from actionroll.rules.steps import Decide, Effect, Outcome, after

Policy: TypeAlias = Callable[[Decide], str]
"""Answers a decision with one of its options."""

NOTHING = Fraction(0)


def do_nothing(asked: Decide) -> str:
    """The first option, always."""
    return asked.options[0]


@lru_cache(maxsize=256)
def always(option: str) -> Policy:
    """The option of that name wherever it is offered."""

    def take(asked: Decide) -> str:
        return option if option in asked.options else asked.options[0]

    return take


class ByName:
    """A policy for each decision by its name, each a pure function; the first option for all others."""

    __slots__ = ("_policies",)

    def __init__(self, policies: Mapping[str, Policy]) -> None:
        self._policies = dict(policies)

    def __call__(self, asked: Decide) -> str:
        """What the policy of that decision's name says."""
        return self._policies.get(asked.name, do_nothing)(asked)


def is_remembered(policy: Policy) -> bool:
    """Whether what it answers may be kept: the same decision is always answered alike."""
    return policy is do_nothing or type(policy) is ByName


def outcome_after(asked: Decide, option: str) -> Outcome | None:
    """The outcome that an option leads to, where no dice fall in between and nothing more is done."""
    step = after(asked, option)
    while isinstance(step, Decide):
        step = after(step, step.options[0])
    return step if isinstance(step, Outcome) else None


@dataclass(frozen=True)
class Aim:
    """What an outcome is worth: weights for tiers, and for points of a track spent or gained.

    A track's weight is for the roller's own points; `helper-1.drive` names another part's.
    """

    tiers: Mapping[str, Fraction]
    points: Mapping[str, Fraction] = field(default_factory=dict)
    says: str = ""

    def of_outcome(self, outcome: Outcome) -> Fraction:
        """The worth of an outcome and of what it changes."""
        worth = self.of_tier(outcome.tier)
        return worth + self.of_effects(outcome.effects) if self.points else worth

    def of_tier(self, tier: str) -> Fraction:
        """The worth of a tier alone."""
        return self.tiers.get(tier, NOTHING)

    def of_effects(self, effects: tuple[Effect, ...]) -> Fraction:
        """The worth of changes alone."""
        total = Fraction(0)
        for effect in effects if self.points else ():
            weight = self.points.get(f"{effect.who}.{effect.track}")
            if weight is None and effect.who in ("roller", "attacker"):
                weight = self.points.get(effect.track)
            total += (weight or 0) * effect.by
        return total


def weight_of(value: object) -> Fraction:
    """A weight of an aim, from a number or its text."""
    try:
        if isinstance(value, str) and len(value) <= 20 and "e" not in value.lower():
            return Fraction(value)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9:
            return Fraction(value)
    except (ValueError, ZeroDivisionError):
        pass
    raise InputError(f"A weight of an aim is a number such as 2, -1 or 1/2, not {shown(value)}.")
