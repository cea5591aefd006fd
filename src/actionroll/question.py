"""A question: a move of a game with all that is said of it, checked; what odds, play and advice start from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast

from actionroll.errors import InputError
from actionroll.games import game, games
from actionroll.rules.futures import Budget, first_step
from actionroll.rules.game import BEST, Game, Move
from actionroll.rules.inputs import inputs_of, make_attempt, make_rulings
from actionroll.rules.policy import Aim, Policy
from actionroll.rules.steps import Step

if TYPE_CHECKING:  # advice is loaded where something is weighed
    from actionroll.reckoning import advice as advising


@dataclass(eq=False)
class Question:
    """A move of a game with its attempt, rulings and policies: all that odds, play and advice start from."""

    game: Game
    move: Move
    attempt: Any
    rulings: Any
    decide: Mapping[str, str]
    aim: Any = None
    budget: Budget | None = None
    """What counting and weighing may take; without one, the usual."""

    def __str__(self) -> str:
        return f"{self.game.id} {self.move.name}"

    _start: Step | None = field(default=None, init=False, repr=False)

    @property
    def start(self) -> Step:
        """The first step."""
        if self._start is None:
            self._start = first_step(self.move.start, self.attempt, self.rulings)
        return self._start

    @property
    def tiers(self) -> tuple[str, ...]:
        """The tiers it can end in, from worst to best."""
        return self.move.tiers_for(self.attempt, self.rulings)

    @property
    def policy(self) -> Policy:
        """What answers its decisions."""
        return self._best_of_some if BEST in self.decide.values() else self.move.policy(self.decide)

    @cached_property
    def _best_of_some(self) -> Policy:
        return self._best([name for name, how in self.decide.items() if how == BEST])

    @cached_property
    def best(self) -> advising.Best:
        """The best policy for the aim, beside what is decided already."""
        fixed = {name for name, how in self.decide.items() if how != BEST}
        return self._best([each.name for each in self.move.decisions if each.name not in fixed])

    def _best(self, free: list[str]) -> advising.Best:
        from actionroll.reckoning.advice import MOST_WEIGHED, Best

        fixed, budget = self.move.policy(self.decide), self.budget or Budget(MOST_WEIGHED)
        return Best(self._aim(), free, fixed, self.move.against, budget)

    def _aim(self) -> Aim:
        from actionroll.reckoning.advice import read_aim

        return read_aim(self.aim if self.aim is not None else self.tiers[-1], self.tiers)


def game_named(name: str) -> Game:
    """The game of that id, or the one that plain dice are: `2d6+3 vs 9`."""
    if _is_dice(name):
        from actionroll.files.notation import game_of

        return game_of(name)
    return game(name)


def move_named(played: Game, name: str) -> Move:
    """The move of that name, or plain dice, which every game has: `2d6+3 vs 9`."""
    for each in played.moves:
        if each.name == name:
            return each
    if _is_dice(name):
        from actionroll.files.notation import move_of

        return move_of(name)
    return played.move(name)


def _is_dice(name: object) -> bool:
    if str(name)[:1] not in DICE_BEGIN:
        return False
    from actionroll.files.notation import is_dice

    return is_dice(name)


DICE_BEGIN = frozenset("0123456789dD+-")


class Attempted(Protocol):
    """An attempt as a value, such as `in_the_dark.Action(dots=2)`: its inputs are known to a type checker."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


def question(
    name: str | Game | Attempted,
    move: str = "action",
    attempt: Mapping[str, Any] | None = None,
    *,
    rulings: Mapping[str, Any] | None = None,
    decide: Mapping[str, str] | None = None,
    aim: Any = None,
    budget: Budget | None = None,
) -> Question:
    """All that was asked, checked; an attempt as a value says its game and move itself."""
    if not isinstance(name, str):
        name, move, attempt = _handed_in(name, move, attempt or {})
    played = name if isinstance(name, Game) else game_named(name)
    made = move_named(played, move)
    policies = dict(decide) if decide else {}
    if policies:
        made.check(policies)
    tried = make_attempt(made.attempt, attempt or {})
    return Question(played, made, tried, make_rulings(played.rulings, rulings or {}), policies, aim, budget)


def _handed_in(found: object, move: str, attempt: Mapping[str, Any]) -> tuple[str | Game, str, Mapping[str, Any]]:
    """A game, or an attempt as a value, with its game and move; anything else is looked for by its name."""
    if isinstance(found, Game):
        return found, move, attempt
    return _said_by(cast(Attempted, found), attempt) if is_dataclass(found) else (str(found), move, attempt)


def _said_by(attempted: Attempted, more: Mapping[str, Any]) -> tuple[Game, str, Mapping[str, Any]]:
    """The game and the move that an attempt belongs to, and what it says beside the usual."""
    if more:
        raise InputError(f"{next(iter(more))} is said by the attempt itself; give it there.")
    found = next(((each, move) for each in games() for move in each.moves if move.attempt is type(attempted)), None)
    if found is None:
        raise InputError(f"{type(attempted).__name__} is no attempt of a known game.")
    usual = {each.name: each.default for each in fields(attempted)}
    kinds = {name: each.kind for name, each in inputs_of(type(attempted)).items()}
    said = {name: getattr(attempted, name) for name in kinds if getattr(attempted, name) != usual[name]}
    shown = {name: value if isinstance(value, str) else kinds[name].show(value) for name, value in said.items()}
    return found[0], found[1].name, shown
