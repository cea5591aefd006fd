"""The public Python: games and interpreters put together; `from actionroll import odds` is the same.

A game is named by its id (`games()` lists them) or handed in. A move is `action` unless another is named, its inputs
are keywords, and what is left out has its default: `show GAME` at the prompt tells them all.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from heapq import nlargest
from typing import TYPE_CHECKING, Any, NamedTuple

from actionroll import reckoning as counting
from actionroll.errors import InputError
from actionroll.games import game, games
from actionroll.question import Attempted, Question, question
from actionroll.reckoning import Odds
from actionroll.rules.game import Game
from actionroll.rules.steps import Decide, Fact, Outcome, Step, Throw, price_of, undecided
from actionroll.values import key_of

if TYPE_CHECKING:
    from types import ModuleType

    from actionroll.reckoning import advice as advising
    from actionroll.reckoning.play import Chance
    from actionroll.reckoning.record import Roll
    from actionroll.scenes.solution import SceneOdds

# Advice, play and scenes are imported where they are used: who asks for odds at a prompt need not wait for them.

__all__ = [
    "AdviceGiven",
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


_known: dict[Hashable, Odds] = {}


def odds(
    name: str | Game | Attempted,
    move: str = "action",
    *,
    rulings: Mapping[str, Any] | None = None,
    decide: Mapping[str, str] | None = None,
    aim: Any = None,
    **inputs: Any,
) -> Odds:
    """The exact odds of a move: a mapping of tiers to fractions, with `facts` and `joint`.

    >>> found = odds("in-the-dark", dots=2, position="good")
    >>> found
    Odds(failure: 1/8, partial success: 49/108, full success: 25/72, critical success: 2/27)
    >>> found.at_least("full success")
    Fraction(91, 216)
    >>> found.facts["highest"][6]
    Fraction(91, 216)
    >>> odds("starforged", stat=2, momentum=8, decide={"burn": "to-strong"})["strong hit"]
    Fraction(49, 100)

    An attempt as a value says game, move and inputs at once, so that a type checker finds a typo.

    >>> from actionroll.games.in_the_dark.attempt import Action
    >>> odds(Action(dots=2, position="good")) == found
    True
    """
    if rulings or decide or aim is not None:
        key = key_of({"inputs": inputs, "rulings": rulings, "decide": decide, "aim": aim}, name, move)
    else:
        key = key_of(inputs, name, move)
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
    return counting.count(asked.start, asked.policy, asked.tiers, asked.budget)


class RollDone(NamedTuple):
    """A roll and the question it answers; it waits for something only where it was given too few answers."""

    question: Question
    roll: Roll

    @property
    def outcome(self) -> Outcome:
        """How it ended: tier, facts, effects and dues."""
        ended = self.roll.outcome
        if ended is None:
            raise InputError(f"This roll has not ended: it waits for {self._waits_for}; give it one more answer.")
        return ended

    @property
    def tier(self) -> str:
        """The degree of success."""
        return self.outcome.tier

    @property
    def facts(self) -> dict[str, Fact]:
        """What else the roll settled, by name."""
        return dict(self.outcome.facts)

    @property
    def unasked(self) -> dict[str, str]:
        """What was decided beforehand and the roll never offered: nothing came of it."""
        from actionroll.reckoning.record import unasked

        return unasked(self.question.move, self.question.decide, self.roll) if self.roll.outcome else {}

    @property
    def _waits_for(self) -> str:
        return self.roll.step.name if isinstance(self.roll.step, Decide) else "dice"

    def to_dict(self) -> dict[str, Any]:
        """What was asked, every step and the outcome, as JSON has them."""
        from actionroll.wire import head, roll_shown

        asked, dropped = self.question, self.unasked
        told = head(asked.game, asked.move, asked.attempt, asked.rulings, asked.decide)
        told |= roll_shown(self.roll, asked.game.label)
        return {**told, "unasked": dropped} if dropped else told

    def __repr__(self) -> str:
        ended = self.roll.outcome
        return f"RollDone({self.question}: {ended.tier if ended else f'waits for {self._waits_for}'})"

    def __str__(self) -> str:
        from actionroll.reckoning.record import long, told_unasked

        told = long(self.roll, self.question.game.label)
        return "\n".join([*told, *([told_unasked(self.unasked)] if self.unasked else [])])

    def _repr_html_(self) -> str:
        from actionroll.charts.svg import written

        return "".join(f"<p>{written(line)}</p>" for line in str(self).split("\n"))


def roll(  # noqa: PLR0913
    name: str | Game | Attempted,
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
    """Make the roll: from the operating system's entropy, a seed, a source handed in, or from given answers.

    >>> done = roll("starforged", stat=2, answers=[[4, 6, 5]])
    >>> done.tier, done.facts["score"], done.outcome.effects
    ('weak hit', 6, ())
    >>> roll("in-the-dark", dots=2, seed="x")
    RollDone(in-the-dark action: partial success)
    """
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


class AdviceGiven(tuple[Advised, ...]):
    """Advice on every decision of a question, in the order in which they come up."""

    __slots__ = ()

    def to_dict(self) -> list[dict[str, Any]]:
        """What every option of every decision is worth, as JSON has it."""
        from actionroll.wire import advise_shown

        return advise_shown(self)

    def __repr__(self) -> str:
        told = sorted({f"{_stands(each)}: {each.best}" for each in self})
        return f"AdviceGiven({'; '.join(told)})"

    def _repr_html_(self) -> str:
        from actionroll.charts.svg import written

        head = "<tr><th>decision</th><th>comes up</th><th>option</th><th>worth</th></tr>"
        rows = (
            f"<tr><td>{written(_stands(each))}</td><td>{float(each.chance):.4f}</td><td>{written(option.name)}"
            f"{' (best)' if option.name == each.best else ''}</td><td>{float(option.worth):.4f}</td></tr>"
            for each in self
            for option in each.options
        )
        return f"<table>{head}{''.join(rows)}</table>"


def _stands(each: Advised) -> str:
    return f"{each.asked.name}, now {each.now.tier}" if each.now else each.asked.name


def advise(
    name: str | Game | Attempted,
    move: str = "action",
    *,
    aim: Any = None,
    rulings: Mapping[str, Any] | None = None,
    decide: Mapping[str, str] | None = None,
    **inputs: Any,
) -> AdviceGiven:
    """What each option is worth for the aim, at the first decision and at every later one.

    >>> advise("starforged", stat=2, momentum=6, aim="weak hit")
    AdviceGiven(burn, now miss: burn; burn, now weak hit: keep)
    """
    return advise_of(question(name, move, inputs, rulings=rulings, decide=decide, aim=aim))


def advise_of(asked: Question, step: Step | None = None, most: int | None = None) -> AdviceGiven:
    """Advice on a question, or on a roll of it that stands at a step; on so many decisions, those that come up most."""
    from actionroll.reckoning.advice import advise as advised_at

    best = asked.best
    counted: dict[Step, Odds] = {}
    found = advised_at(step or asked.start, best)
    if most is not None and len(found) > most:
        often = set(nlargest(most, range(len(found)), key=lambda place: found[place].chance))
        found = tuple([each for place, each in enumerate(found) if place in often])
    return AdviceGiven([_advised(asked, each, best, counted) for each in found])


def _odds_after(step: Step, best: advising.Best, tiers: tuple[str, ...]) -> Odds:
    """The odds from a step on; where its throw ends the roll, the advice knows them already."""
    if isinstance(step, Throw):
        steps, total = best.fallings(step)
        ends = [(end, ways) for end, ways in steps if isinstance(end, Outcome)]
        if len(ends) == len(steps):
            return Odds(tiers, (counting.leaves_of(ends, step.costs, total),), total)
    return counting.count(step, best, tiers, best.budget.anew())


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

    >>> solved = scene("wherever-we-go", "stress", rolls=4, decide={"push": "push if stress<=2"})
    >>> float(round(solved.mean("stress"), 4))
    1.4745
    """
    from actionroll.scenes import ask, solve_asked
    from actionroll.scenes import scene as ready

    return solve_asked(ask(ready(name, which), settings, rulings=rulings, decide=decide, aim=aim))


def simulate(
    name: str | Game | Attempted,
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
    from actionroll.reckoning import play as simulating

    asked = question(name, move, inputs, rulings=rulings, decide=decide, aim=aim)
    source = simulating.source_for(seed)
    return simulating.columns(simulating.counts(asked.start, trials, source, asked.policy), source)
