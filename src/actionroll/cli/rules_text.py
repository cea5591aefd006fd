"""The rules that a roll follows from, each with its id and its sense."""

from __future__ import annotations

from collections.abc import Iterator

from actionroll.api import Question
from actionroll.cli.screen import Screen
from actionroll.rules.falling import fallings
from actionroll.rules.game import Game
from actionroll.rules.inputs import rulings_of
from actionroll.rules.policy import Policy
from actionroll.rules.record import Cast, Roll
from actionroll.rules.steps import Decide, Outcome, Step, Throw, after

MOST_STEPS = 2_000


def tell_rules(question: Question, screen: Screen) -> None:
    """The rules of a question, one after the other."""
    screen.say()
    for rule in dict.fromkeys(_rules(question.start, question.policy)):
        tell_rule(question.game, rule, screen)


def tell_rules_of_roll(game: Game, roll: Roll, screen: Screen) -> None:
    """The rules of a roll that was made."""
    screen.say()
    for rule in dict.fromkeys(_rules_of_roll(roll)):
        tell_rule(game, rule, screen)


def _rules_of_roll(roll: Roll) -> Iterator[str]:
    for taken in roll.taken:
        if isinstance(taken, Cast):
            yield from (term.rule for pool in taken.throw.pools for term in pool.terms)
            yield taken.throw.rule
        else:
            yield taken.asked.rule
    yield roll.step.rule
    yield from (due.rule for due in roll.outcome.dues if due.rule) if roll.outcome else ()


def tell_rule(game: Game, rule: str, screen: Screen) -> None:
    """One rule: what the game says, or what a ruling settles where it does not say."""
    said = game.rules.get(rule)
    if said is None:
        said = " ".join(each.reason for each in rulings_of(game.rulings).values() if each.rule == rule)
    screen.flow(f"{rule}  {said}".rstrip(), indent=len(rule) + 2, first=0)


def _rules(start: Step, policy: Policy) -> Iterator[str]:
    """The rule of every step that can come up, as far as a reader could follow."""
    left, seen = [start], set[Step]()
    while left and len(seen) < MOST_STEPS:
        step = left.pop(0)
        if step in seen:
            continue
        seen.add(step)
        yield step.rule
        match step:
            case Throw():
                yield from (term.rule for pool in step.pools for term in pool.terms)
                left.extend(next_step for next_step, _ in fallings(step)[0])
            case Decide():
                left.append(after(step, policy(step)))
            case Outcome():
                yield from (due.rule for due in step.dues if due.rule)
