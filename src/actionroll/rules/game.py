"""A game and its moves: everything that doors and interpreters may know of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from actionroll.errors import UnknownName
from actionroll.rules.dues import settle
from actionroll.rules.face import Face
from actionroll.rules.policy import Policy, always
from actionroll.rules.scene import Scene
from actionroll.rules.sheet import SheetForm
from actionroll.rules.steps import Due, Effect, Outcome, Part, Step

BEST = "best"
"""Answers a decision with what serves an aim best."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that a move may offer: its options, the first does nothing, each with a sentence."""

    name: str
    options: Mapping[str, str]
    policies: Mapping[str, Policy] = field(default_factory=dict)
    """Named ways to answer it besides the options' own names."""

    @property
    def named_ways(self) -> list[str]:
        """All that answers it by a name other than an option's."""
        return [*self.policies, BEST]

    def check(self, how: object) -> None:
        """Refuse what is no way to answer it: an option, a policy by its name, or `best`."""
        if not isinstance(how, str) or (how not in self.options and how not in self.policies and how != BEST):
            raise UnknownName(f"way to decide '{self.name}' called", how, [*self.options, *self.named_ways])

    def policy(self, how: str) -> Policy:
        """The policy of that name, or the option of that name wherever it is offered."""
        return self.policies[how] if how in self.policies else always(how)


@dataclass(frozen=True, slots=True)
class Move:
    """A named way to roll within a game."""

    name: str
    says: str
    attempt: type[Any]
    start: Callable[[Any, Any], Step]
    """From the attempt and the rulings to the first step."""
    tiers: tuple[str, ...]
    """From worst to best."""
    facts: Mapping[str, str] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    tiers_of: Callable[[Any, Any], tuple[str, ...]] | None = None
    """The tiers of an attempt under rulings that has others: no roll is called for, or another kind of roll."""

    against: Part = ""
    """The part whose decisions go against the aim of the one who rolls: the other side of a contest."""
    becomes: str = ""
    """The move that this one turns into when someone joins who still has to roll for it."""
    means: Mapping[str, str] = field(default_factory=dict)
    """What each tier means in this game, and who speaks next."""
    players_only: bool = False
    """Whether only players make it, never the gm."""

    def tiers_for(self, attempt: Any, rulings: Any) -> tuple[str, ...]:
        """The tiers that an attempt can end in, from worst to best."""
        return self.tiers_of(attempt, rulings) if self.tiers_of else self.tiers

    def decision(self, name: str) -> Decision:
        """The decision of that name."""
        return find("decision", name, self.decisions)


@dataclass(frozen=True, slots=True)
class Game:
    """One rule system, written down once."""

    id: str
    title: str
    line: str
    """What it feels like, in one line."""
    rulings: type[Any]
    moves: tuple[Move, ...]
    rules: Mapping[str, str]
    """Every rule by its id, in our own words."""
    advice: Mapping[str, str] = field(default_factory=dict)
    """Rules that no program can show, each with the reason."""
    sheet: SheetForm = field(default_factory=SheetForm)
    settle: Callable[[Due, Any], tuple[Effect, ...]] = settle
    """What an answer to a due changes, or an InputError; a game with a rule of its own here puts its own."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """What people call that whose name is short or joined: `wp` is willpower. All else they call by its name."""
    credits: str = ""
    scenes: tuple[Scene, ...] = ()
    """Scenes that the game brings with it, where it is a file."""
    face: Face | None = None
    """How it looks at the table; the rules know nothing of it."""
    written: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """All that its file says, where it is read from one."""

    def label(self, name: str) -> str:
        """What people call what has this name."""
        return self.labels.get(name, name).replace("_", " ")

    def move(self, name: str) -> Move:
        """The move of that name."""
        return find("move", name, self.moves)


class Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str:
        """The name."""


N = TypeVar("N", bound=Named)


def find(what: str, name: object, named: tuple[N, ...]) -> N:
    """The one of that name among things with names."""
    for each in named:
        if each.name == name:
            return each
    raise UnknownName(what, name, [each.name for each in named])


JUST_HAPPENS = "it just happens"
CANNOT_BE_DONE = "it cannot be done"
RISKS = ("risky", "none", "impossible")


def without_risk(risk: str, rule: str, means: Mapping[str, str] | None = None) -> Outcome | None:
    """The answer where there is nothing to roll for: no risk, or no chance."""
    if risk == "risky":
        return None
    tier = JUST_HAPPENS if risk == "none" else CANNOT_BE_DONE
    why = "nothing is at risk" if risk == "none" else "there is no chance of success"
    return Outcome(rule, tier, why=f"{why}, so no dice are thrown", means=(means or {}).get(tier, ""))


def tiers_by_risk(risk: str, tiers: tuple[str, ...]) -> tuple[str, ...]:
    """The move's own tiers where there is risk, else the one that it ends in."""
    return {"none": (JUST_HAPPENS,), "impossible": (CANNOT_BE_DONE,)}.get(risk, tiers)
