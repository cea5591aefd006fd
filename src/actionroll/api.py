"""The public Python: games and interpreters put together.

from actionroll.api import odds, roll, advise, game
odds("starforged", stat=2, adds=[1], decide={"burn": "any"})
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from heapq import nlargest
from typing import TYPE_CHECKING, Any, NamedTuple

from actionroll.games import game, games
from actionroll.reckoning import odds as counting
from actionroll.reckoning.odds import Odds
from actionroll.rules.futures import Budget, first_step
from actionroll.rules.game import BEST, Game, Move
from actionroll.rules.inputs import make_attempt, make_rulings
from actionroll.rules.policy import Aim, Policy, by_name, do_nothing
from actionroll.rules.steps import Decide, Outcome, Step, Throw, price_of, undecided

if TYPE_CHECKING:
    from types import ModuleType

    from actionroll.reckoning import advice as advising
    from actionroll.reckoning.play import Chance
    from actionroll.rules.record import Roll
    from actionroll.scenes.solution import SceneOdds

# Advice, play and scenes are imported where they are used: who asks for odds at a prompt need not wait for them.

__all__ = [
    "Advised",
    "Question",
    "RollDone",
    "advise",
    "game",
    "games",
    "odds",
    "question",
    "roll",
    "scene",
    "simulate",
]

CACHED = 4096


@dataclass(frozen=True)
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

    @cached_property
    def start(self) -> Step:
        """The first step."""
        return self.move.start(self.attempt, self.rulings)

    @property
    def tiers(self) -> tuple[str, ...]:
        """The tiers it can end in, from worst to best."""
        return self.move.tiers_for(self.attempt, self.rulings)

    @cached_property
    def policy(self) -> Policy:
        """What answers its decisions."""
        if not self.decide:
            return do_nothing
        left_open = [name for name, how in self.decide.items() if how == BEST]
        fixed = by_name(self._named)
        if not left_open:
            return fixed
        from actionroll.reckoning.advice import MOST_WEIGHED, Best

        return Best(self._aim(), left_open, fixed, self.move.against, self.budget or Budget(MOST_WEIGHED))

    @cached_property
    def best(self) -> advising.Best:
        """The best policy for the aim, beside what is decided already."""
        from actionroll.reckoning.advice import MOST_WEIGHED, Best

        free = [decision.name for decision in self.move.decisions if decision.name not in self._named]
        return Best(self._aim(), free, by_name(self._named), self.move.against, self.budget or Budget(MOST_WEIGHED))

    @cached_property
    def _named(self) -> Mapping[str, Policy]:
        return {name: self.move.decision(name).policy(how) for name, how in self.decide.items() if how != BEST}

    def _aim(self) -> Aim:
        from actionroll.reckoning.advice import read_aim

        return read_aim(self.aim if self.aim is not None else self.tiers[-1], self.tiers)


def question(
    name: str | Game,
    move: str = "action",
    attempt: Mapping[str, Any] | None = None,
    *,
    rulings: Mapping[str, Any] | None = None,
    decide: Mapping[str, str] | None = None,
    aim: Any = None,
    budget: Budget | None = None,
) -> Question:
    """All that was asked, checked."""
    played = name if isinstance(name, Game) else game(name)
    made = played.move(move)
    policies = dict(decide or {})
    for each, how in policies.items():
        made.decision(each).check(how)
    tried = make_attempt(made.attempt, attempt or {})
    return Question(played, made, tried, make_rulings(played.rulings, rulings or {}), policies, aim, budget)


_known: dict[Hashable, Odds] = {}


def odds(
    name: str | Game,
    move: str = "action",
    *,
    rulings: Mapping[str, Any] | None = None,
    decide: Mapping[str, str] | None = None,
    aim: Any = None,
    **inputs: Any,
) -> Odds:
    """The exact odds of a move: a mapping of tiers to fractions, with `facts` and `joint`."""
    key = _key(name, move, rulings, decide, aim, inputs)
    known = _known.get(key)
    if known is None:
        known = odds_of(question(name, move, inputs, rulings=rulings, decide=decide, aim=aim))
        if key is not None:
            if len(_known) >= CACHED:
                _known.clear()
            _known[key] = known
    return known


def forget_odds() -> None:
    """Count anew what was counted before."""
    _known.clear()


def odds_of(asked: Question) -> Odds:
    """The exact odds of a question, counted anew."""
    start = first_step(asked.move.start, asked.attempt, asked.rulings)
    return counting.count(start, asked.policy, asked.tiers, asked.budget)


def _key(name: Any, move: str, rulings: Any, decide: Any, aim: Any, inputs: Mapping[str, Any]) -> Hashable:
    """What was asked, as a key; True is another key than 1. None where something in it cannot be one."""
    try:
        if not rulings and not decide and aim is None:  # flat: so most are asked
            key = (name, move, *inputs, *inputs.values(), *map(type, inputs.values()))
            hash(key)
            return key
    except TypeError:  # a list among the inputs
        pass
    try:
        key = tuple([_frozen(each) for each in (name, move, rulings, decide, aim, inputs)])
        hash(key)
    except TypeError:
        return None
    return key


def _frozen(value: Any) -> Hashable:
    if isinstance(value, Mapping):
        return tuple([(name, _frozen(each)) for name, each in value.items()])
    if isinstance(value, list | tuple):
        return (list, *[_frozen(each) for each in value])
    return (type(value), value)


class RollDone(NamedTuple):
    """A roll and the question it answers; `roll.outcome` is None while it waits for something."""

    question: Question
    roll: Roll


def roll(  # noqa: PLR0913
    name: str | Game,
    move: str = "action",
    *,
    rulings: Mapping[str, Any] | None = None,
    decide: Mapping[str, str] | None = None,
    aim: Any = None,
    answers: Sequence[Any] | None = None,
    seed: str | None = None,
    chance: Chance | None = None,
    **inputs: Any,
) -> RollDone:
    """Make the roll: from the operating system's entropy, a seed, a source handed in, or from given answers."""
    asked = question(name, move, inputs, rulings=rulings, decide=decide, aim=aim)
    return roll_of(asked, answers=answers, seed=seed, chance=chance)


def roll_of(
    asked: Question, *, answers: Sequence[Any] | None = None, seed: str | None = None, chance: Chance | None = None
) -> RollDone:
    """Make the roll that a question asks for; where answers are given they decide all, and `decide` is not used."""
    playing = _at_play()[0]
    if answers is not None:
        return RollDone(asked, playing.replay(asked.start, answers))
    return RollDone(asked, playing.play(asked.start, chance or source_of_chance(seed), asked.policy))


def source_of_chance(seed: str | None = None) -> Chance:
    """The operating system's entropy, or a source that repeats itself for a seed."""
    source = _at_play()[1]
    found: Chance = source.system() if seed is None else source.seeded(seed)
    return found


@cache
def _at_play() -> tuple[ModuleType, ModuleType]:
    """What plays a roll, and where chance comes from."""
    from actionroll import chance
    from actionroll.reckoning import play

    return play, chance


class Option(NamedTuple):
    """One option at a decision: its worth for the aim, its price, and the exact odds after it."""

    name: str
    worth: Fraction
    price: tuple[Any, ...]
    odds: Odds


class Advised(NamedTuple):
    """Advice on one decision, when it comes up and how the roll stands without it."""

    asked: Decide
    options: tuple[Option, ...]
    best: str
    chance: Fraction
    now: Any


def advise(
    name: str | Game,
    move: str = "action",
    *,
    aim: Any = None,
    rulings: Mapping[str, Any] | None = None,
    decide: Mapping[str, str] | None = None,
    **inputs: Any,
) -> tuple[Advised, ...]:
    """What each option is worth for the aim, at the first decision and at every later one."""
    return advise_of(question(name, move, inputs, rulings=rulings, decide=decide, aim=aim))


def advise_of(asked: Question, step: Step | None = None, most: int | None = None) -> tuple[Advised, ...]:
    """Advice on a question, or on a roll of it that stands at a step; on so many decisions, those that come up most."""
    from actionroll.reckoning.advice import advise as advised_at

    best = asked.best
    counted: dict[Step, Odds] = {}
    found = advised_at(step or asked.start, best)
    if most is not None and len(found) > most:
        often = set(nlargest(most, range(len(found)), key=lambda place: found[place].chance))
        found = tuple([each for place, each in enumerate(found) if place in often])
    return tuple([_advised(asked, each, best, counted) for each in found])


def _odds_after(step: Step, best: advising.Best, tiers: tuple[str, ...]) -> Odds:
    """The odds from a step on; where its throw ends the roll, the advice knows them already."""
    if isinstance(step, Throw):
        steps, total = best.fallings(step)
        ends = tuple([(end, step.costs, ways) for end, ways in steps if isinstance(end, Outcome)])
        if len(ends) == len(steps):
            return Odds(tiers, ends, total)
    return counting.count(step, best, tiers)


def _advised(asked: Question, advice: advising.Advice, best: advising.Best, counted: dict[Step, Odds]) -> Advised:
    stands = undecided(advice.choices[0].step)
    now = stands if isinstance(stands, Outcome) else None
    options = []
    for each in advice.choices:
        odds = counted.get(each.step)
        if odds is None:
            odds = counted[each.step] = _odds_after(each.step, best, asked.tiers)
        options.append(Option(each.option, each.worth, price_of(each.step, now), odds))
    return Advised(advice.asked, tuple(options), advice.best, advice.chance, now)


def scene(
    name: str,
    which: str | None = None,
    *,
    rulings: Mapping[str, Any] | None = None,
    decide: Mapping[str, str] | None = None,
    aim: Any = None,
    **settings: Any,
) -> SceneOdds:
    """Exactly how a ready scene of a game ends: its first, unless another is named.

    A decision may be answered by state (`{"push": "push if stress<=2"}`), or by `best` for the aim.
    """
    from actionroll.scenes import ask, solve_asked
    from actionroll.scenes import scene as ready

    return solve_asked(ask(ready(name, which), settings, rulings=rulings, decide=decide, aim=aim))


def simulate(
    name: str | Game,
    move: str = "action",
    *,
    trials: int,
    seed: int = 0,
    rulings: Mapping[str, Any] | None = None,
    decide: Mapping[str, str] | None = None,
    aim: Any = None,
    **inputs: Any,
) -> Mapping[str, Any]:
    """Trials one by one as columns (NumPy arrays) of tier, facts and effects; the same for the same seed."""
    from actionroll.reckoning import simulation as simulating

    asked = question(name, move, inputs, rulings=rulings, decide=decide, aim=aim)
    source = simulating.source_for(seed)
    return simulating.columns(simulating.counts(asked.start, trials, source, asked.policy), source)
