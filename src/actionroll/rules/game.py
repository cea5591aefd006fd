"""A game, its moves and scenes; policies, which answer decisions when no person does, aims, which weigh outcomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeAlias, TypeVar

from actionroll.errors import InputError, UnknownName, shown
from actionroll.rules.sheet import SheetForm, settle
from actionroll.rules.steps import Decide, Due, Effect, Outcome, Part, Step, after

if TYPE_CHECKING:
    from actionroll.rules.face import Face

# Policies and aims

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


State: TypeAlias = tuple[int, ...]
"""The carried tracks, in the order in which the scene declares them."""
# Scenes

OUT_OF_ROLLS = "out of rolls"


class Carried(NamedTuple):
    """A track that a scene carries from roll to roll, within its bounds."""

    name: str
    low: int
    high: int
    start: int
    says: str = ""


class End(NamedTuple):
    """How a roll ended, as far as a scene looks at it: its tier, and what it changes of each carried track."""

    tier: str
    changes: tuple[Any, ...]
    """As the scene's `moved` takes it: so much of each carried track, in their order."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Scene:
    """A scene of a game. Its functions take the settings and the carried tracks by name."""

    game: str
    name: str
    says: str
    settings: type[Any]
    carried: Callable[[Any], tuple[Carried, ...]]
    attempts: Callable[[Any, Mapping[str, int], Any], Mapping[str, Mapping[str, Any]]]
    """The inputs of the next roll, for each way to go about it that there is now; the first is the default.

    It is also given the rulings, which may say what can be paid.
    """
    over: Callable[[Any, Mapping[str, int]], str]
    """How the scene has ended, or an empty text."""
    endings: tuple[str, ...]
    """All endings from worst to best, running out of rolls among them."""
    aim: str
    """What best means unless something else is said."""
    goes_on: Callable[[Any, Outcome], Mapping[str, int]] | None = None
    """What else a roll's outcome changes, besides its effects on the roller's carried tracks."""
    last: Callable[[Any, Mapping[str, int]], tuple[str, Mapping[str, Any]]] | None = None
    """A closing roll when the scene has ended: its move and inputs; how it ends joins the ending."""
    last_tiers: tuple[str, ...] = ()
    """The tiers of that roll."""
    choice: str = "way"
    """What choosing among the ways to go about a roll is called, as a decision."""
    ways: Mapping[str, str] = field(default_factory=dict)
    """All ways to go about a roll, each with a sentence, where there are several."""
    move: str = "action"
    rulings: Mapping[str, str] = field(default_factory=dict)
    """Rulings that the scene is about, unless others are set."""
    whole_sheets: ClassVar[bool] = False
    """Whether all of a sheet is carried, also what no roll changes."""

    def moves(self, settings: Any = None) -> tuple[str, ...]:
        """All moves that its rolls are made with, but for a closing one; without settings all that may be."""
        return (self.move,)

    def check(self, settings: Any, rulings: Any) -> None:
        """Refuse settings that cannot be under such rulings."""

    def move_at(self, settings: Any, now: Mapping[str, int]) -> str:
        """The move of the next roll."""
        return self.move

    def rolls(self, settings: Any) -> int:
        """The largest number of rolls: a setting that every scene has."""
        most: int = settings.rolls
        return most

    def moved(self, settings: Any, tracks: Sequence[Carried], state: State, changes: tuple[Any, ...]) -> State:
        """The carried tracks after what a roll changes, each within its bounds."""
        return tuple(
            [
                low if (to := value + by) < low else high if to > high else to
                for value, by, (_, low, high, _, _) in zip(state, changes, tracks, strict=True)
            ]
        )

    def seen(self, settings: Any, names: Sequence[str], outcome: Outcome, spent: tuple[Effect, ...]) -> End:
        """What of an outcome, and of what was paid on the way to it, matters here."""
        changes = dict.fromkeys(names, 0)
        for effect in spent + outcome.effects if spent else outcome.effects:
            if effect.who == "roller" and effect.track in changes:
                changes[effect.track] += effect.by
        if self.goes_on is not None:
            for name, by in self.goes_on(settings, outcome).items():
                changes[name] += by
        return End(outcome.tier, tuple(changes.values()))


# Games and their moves

BEST = "best"
"""Answers a decision with what serves an aim best."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that a move may offer: its options, the first does nothing, each with a sentence."""

    name: str
    options: Mapping[str, str]
    policies: Mapping[str, tuple[str, Policy]] = field(default_factory=dict)
    """Named ways to answer it besides the options' own names, each with what it does in a sentence."""
    content: tuple[str, ...] = ()
    """Tiers with which nobody wants anything else: at a table it is not asked where doing nothing ends in one."""
    barred: str = ""
    """Where dice tell the price of the last option: what is said of falls whose price cannot be paid."""
    says_now: Callable[[Decide], Mapping[str, str]] | None = None
    """The sentences of options that hold otherwise as a roll stands."""

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
        return self.policies[how][1] if how in self.policies else always(how)


@dataclass(frozen=True, slots=True, eq=False)
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
    diceless: bool = False
    """Whether nothing is ever thrown for it: it is done, and not rolled."""
    told_of: Callable[[Sequence[Mapping[str, Any]]], Mapping[str, Any]] | None = None
    """What a roll that answers a due is told of it: inputs, from the shares that were named."""
    only_answers: tuple[str, str] | None = None
    """The ruling and its value under which it is made only to answer what was named, once."""

    def tiers_for(self, attempt: Any, rulings: Any) -> tuple[str, ...]:
        """The tiers that an attempt can end in, from worst to best."""
        return self.tiers_of(attempt, rulings) if self.tiers_of else self.tiers

    def decision(self, name: str) -> Decision:
        """The decision of that name."""
        return find("decision", name, self.decisions)

    def policy(self, decide: Mapping[str, Any]) -> Policy:
        """What answers its decisions by name, but for those that are left to what is best; the rest does nothing.

        Refused is what is no way to answer one: an option, a policy by its name, or `best`.
        """
        try:
            return _known_policy(self, tuple(decide.items())) if decide else do_nothing
        except TypeError:  # what cannot be a key
            return _policy(self, tuple(decide.items()))


def _policy(move: Move, decide: tuple[tuple[str, Any], ...]) -> Policy:
    for name, how in decide:
        move.decision(name).check(how)
    return ByName({name: move.decision(name).policy(how) for name, how in decide if how != BEST})


_known_policy = lru_cache(maxsize=256)(_policy)


@dataclass(frozen=True, slots=True, eq=False)
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
    way_labels: Mapping[str, str] = field(default_factory=dict)
    """The same of ways to settle a due."""
    credits: str = ""
    scenes: tuple[Scene, ...] = ()
    """Ready scenes; no throw runs through them."""
    look: Callable[[], Face | None] | None = None
    """What tells how it looks at the table, once somebody looks; the rules know nothing of it."""
    written: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """All that its file says, where it is read from one."""

    @property
    def face(self) -> Face | None:
        """How it looks at the table."""
        return self.look() if self.look else None

    def label(self, name: str) -> str:
        """What people call what has this name."""
        return (self.labels.get(name) or self.way_labels.get(name, name)).replace("_", " ")

    def move(self, name: str) -> Move:
        """The move of that name."""
        return find("move", name, self.moves)


def face_beside(module: str) -> Callable[[], Face]:
    """What loads `FACE` from the module `face` of a game's package: who asks for odds need not wait for it."""

    @cache
    def look() -> Face:
        from importlib import import_module

        found: Face = import_module(f"{module}.face").FACE
        return found

    return look


class HasName(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str:
        """The name."""


N = TypeVar("N", bound=HasName)


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
