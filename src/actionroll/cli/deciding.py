"""Decisions asked at a terminal: how it stands now, what each option costs, and what it then leads to."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from actionroll.api import Question
from actionroll.cli.odds import noting, sentence
from actionroll.cli.odds_text import fact_shown, tier_lines
from actionroll.cli.screen import Screen
from actionroll.cli.waiting import busy
from actionroll.reckoning.explanation import named, told_effects
from actionroll.reckoning.odds import count
from actionroll.rules.steps import Decide, Outcome, after, now, price


def ask_decision(question: Question, asked: Decide, screen: Screen) -> str:
    """The option that someone picks, by its number or its name; nothing typed is the first."""
    screen.say()
    screen.flow(told_now(asked))
    says = question.move.decision(asked.name).options
    for place, option in enumerate(asked.options):
        screen.flow(f"{place + 1} {option}: {says.get(option, '')}".rstrip(), indent=4, first=2)
        _tell_option(question, asked, option, screen)
    while True:
        typed = screen.ask(f"{asked.name}, 1 to {len(asked.options)} [{asked.options[0]}]: ").strip()
        picked = {"": asked.options[0], **{str(place + 1): each for place, each in enumerate(asked.options)}}
        option = picked.get(typed, typed)
        if option in asked.options:
            return option
        screen.flow(f"Accepted: {', '.join(asked.options)}, or their numbers.")


def told_now(asked: Decide) -> str:
    """How the roll stands, and who is asked."""
    stands = now(asked)
    who = f"{named(asked.by)} decides: {asked.name} ({asked.rule})"
    return sentence(f"now {told_outcome(stands)}; {who}" if stands else who)


def told_outcome(outcome: Outcome) -> str:
    """A tier with its facts."""
    facts = ", ".join(f"{name.replace('_', ' ')} {fact_shown(value)}" for name, value in outcome.facts)
    return outcome.tier + (f" ({facts})" if facts else "")


def _tell_option(question: Question, asked: Decide, option: str, screen: Screen) -> None:
    later: list[str] = []
    policy = question.best if question.aim is not None else question.policy
    with busy("counting"):
        odds = count(after(asked, option), noting(policy, later), question.tiers)
    costs = told_effects(price(asked, option))
    possible = {tier: chance for tier, chance in odds.items() if chance}
    screen.flow(f"{told_price(costs)}{told_then(possible)}", indent=4)
    if len(possible) > 1:
        for line in tier_lines(odds, screen, indent=4):
            screen.say(line)
    if later:
        rest = "done best for the aim" if question.aim is not None else "at their first option, unless --decide says"
        screen.flow(f"(later decisions, {', '.join(later)}, {rest})", indent=4)


def told_price(costs: str) -> str:
    """What an option costs, as the start of a sentence."""
    return f"it costs {costs}, " if costs else "it costs nothing, "


def told_then(tiers: Mapping[str, Fraction]) -> str:
    """What an option leads to, as the end of that sentence."""
    return f"then {next(iter(tiers))}." if len(tiers) == 1 else "then:"
