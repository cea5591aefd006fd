"""`actionroll odds`: exact odds of a roll, before it is made."""

from __future__ import annotations

from collections.abc import Sequence

from actionroll.api import Question
from actionroll.cli.odds_text import change_lines, fact_lines, tier_lines
from actionroll.cli.options import Option
from actionroll.cli.questions import EXPLAIN, FIXED, Asked, ask
from actionroll.cli.screen import Screen
from actionroll.cli.waiting import busy
from actionroll.reckoning.explanation import told_pools
from actionroll.reckoning.odds import Odds, count
from actionroll.rules.falling import answered
from actionroll.rules.policy import Policy
from actionroll.rules.steps import Decide, Throw

WORDS = "GAME [MOVE]"
OPTIONS = (
    Option("vary", "Compare values: dots=0,1,2 or dots=0..4; two make a matrix.", "INPUT=VALUES", many=True),
    Option("svg", "Draw a chart into this file.", "FILE"),
    EXPLAIN,
    *FIXED,
)


def run(words: Sequence[str], screen: Screen) -> int:
    """Tell the odds."""
    asked = ask(words, OPTIONS)
    if asked.given.has("vary"):
        from actionroll.cli.vary import run_varied

        return run_varied(asked, screen)
    met: list[str] = []
    with busy("counting"):
        odds = count(asked.question.start, noting(asked.question.policy, met), asked.question.tiers)
    if asked.given.has("svg"):
        from actionroll.cli.odds_picture import draw_odds

        draw_odds(asked, odds)
    if asked.given.has("json"):
        from actionroll.cli.json_out import odds_json, written

        screen.say(written(odds_json(asked.question, odds)))
    else:
        tell(asked, odds, met, screen)
    return 0


def tell(asked: Asked, odds: Odds, met: Sequence[str], screen: Screen) -> None:
    """Odds in text."""
    question = asked.question
    screen.title(title(question))
    screen.flow(to_be_rolled(question))
    screen.say()
    for line in tier_lines(odds, screen):
        screen.say(line)
    for lines in (fact_lines(odds, screen), change_lines(odds, screen)):
        for place, line in enumerate(lines):
            screen.say(line if place else f"\n{line}")
    _tell_decisions(question, met, screen)
    if asked.given.has("explain"):
        from actionroll.cli.rules_text import tell_rules

        tell_rules(question, screen)


def title(question: Question) -> str:
    """The game and the move."""
    return f"{question.game.title}, {question.move.name}"


def to_be_rolled(question: Question) -> str:
    """What will be rolled and why, in a plain sentence."""
    step = answered(question.start, question.policy)
    if isinstance(step, Throw):
        return f"To be rolled: {told_pools(step)}."
    return sentence(step.why or "no dice are thrown")


def sentence(clause: str) -> str:
    """A clause as a sentence."""
    return f"{clause[:1].upper()}{clause[1:]}."


def noting(policy: Policy, met: list[str]) -> Policy:
    """The policy, which notes the names of the decisions it is asked."""

    def answer(asked: Decide) -> str:
        if asked.name not in met:
            met.append(asked.name)
        return policy(asked)

    return answer


def _tell_decisions(question: Question, met: Sequence[str], screen: Screen) -> None:
    if not met:
        return
    first = {each.name: next(iter(each.options)) for each in question.move.decisions}
    taken = [f"{name}={question.decide.get(name, first[name])}" for name in met]
    screen.say()
    screen.flow(f"Decided: {', '.join(taken)}. --decide NAME=HOW changes it; `advise` compares the options.")
