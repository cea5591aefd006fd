"""`actionroll advise`: what each option is worth for an aim, now and at every later decision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from actionroll.api import Advised, Question, advise_of
from actionroll.charts import percent
from actionroll.cli import Command
from actionroll.cli.odds import fact_shown, title, to_be_rolled
from actionroll.cli.questions import FIXED, ask
from actionroll.cli.screen import Screen, busy, table
from actionroll.reckoning.explanation import named, told_effects
from actionroll.rules.steps import Fact

Values: TypeAlias = dict[str, set[Fact]]
"""What was seen of each name."""


class Row(NamedTuple):
    """States of one decision that show the same tier and have the same best option."""

    tier: str
    best: str
    states: tuple[Advised, ...]

    @property
    def chance(self) -> Fraction:
        """How often one of them comes up."""
        return sum((each.chance for each in self.states), Fraction(0))


def tell_advice(question: Question, advised: Sequence[Advised], screen: Screen) -> None:
    """Every decision in the order in which it comes up."""
    screen.title(title(question))
    screen.flow(to_be_rolled(question))
    aim = question.aim if question.aim is not None else question.tiers[-1]
    screen.flow(f"Aim: {f'at least {aim}' if aim in question.tiers else aim}.")
    if not advised:
        screen.say("There is nothing to decide in this roll.")
    is_chance = aim in question.tiers
    for name in dict.fromkeys(each.asked.name for each in advised):
        screen.say()
        _tell_decision([each for each in advised if each.asked.name == name], question.tiers, is_chance, screen)


def _tell_decision(states: Sequence[Advised], tiers: Sequence[str], is_chance: bool, screen: Screen) -> None:
    asked = states[0].asked
    chance = sum((each.chance for each in states), Fraction(0))
    screen.title(f"{asked.name}: {named(asked.by)} decides; {_often(chance)} ({asked.rule})")
    rows = _rows(states, tiers)
    options = list(dict.fromkeys(option.name for each in states for option in each.options))
    header = ["now", *(["how often"] if len(rows) > 1 else []), *options, "best"]
    cells = [
        [
            _told_now(row, rows),
            *([_rate(row.chance)] if len(rows) > 1 else []),
            *(_worth(row, option, is_chance) for option in options),
            row.best,
        ]
        for row in rows
    ]
    screen.say(table(header, cells))
    for option in options:
        if costs := _costs(states, option):
            screen.flow(f"{option}: {costs}", indent=2, first=0)


def _often(chance: Fraction) -> str:
    """A decision that may be offered again and again comes up more than once."""
    if chance > 1:
        return f"comes up {float(chance):.2f} times on average"
    return "always comes up" if chance == 1 else f"comes up {percent(chance)}"


def _rows(states: Iterable[Advised], tiers: Sequence[str]) -> list[Row]:
    groups: dict[tuple[str, str], list[Advised]] = {}
    for each in states:
        groups.setdefault((each.now.tier if each.now else "before the dice", each.best), []).append(each)
    rows = [Row(tier, best, tuple(own)) for (tier, best), own in groups.items()]
    return sorted(rows, key=lambda row: tiers.index(row.tier) if row.tier in tiers else -1)


def _rate(chance: Fraction) -> str:
    return percent(chance) if chance <= 1 else f"{float(chance):.2f} times"


def _told_now(row: Row, rows: Sequence[Row]) -> str:
    """The tier; and, where the same tier calls for different options, the facts that tell them apart."""
    others = [other for other in rows if other.tier == row.tier and other is not row]
    apart = _apart(_facts(row), [_facts(other) for other in others])
    if others and any(_apart(_facts(other), [_facts(row)]) == apart for other in others):
        apart += _apart(_known(row), [_known(other) for other in others])
    return f"{row.tier}{', ' if apart else ''}{', '.join(apart)}"


def _apart(own: Values, others: Sequence[Values]) -> list[str]:
    """The names whose values are others than in other rows."""
    return [
        f"{name.replace('_', ' ')} {_spread(values)}"
        for name, values in own.items()
        if any(other.get(name) != values for other in others)
    ]


def _facts(row: Row) -> Values:
    found: Values = {}
    for each in row.states:
        for name, value in each.now.facts if each.now else ():
            found.setdefault(name, set()).add(value)
    return found


def _known(row: Row) -> Values:
    """What the roll knew when it was decided, by the names that the rules have for it."""
    found: Values = {}
    for each in row.states:
        names = each.asked.then.__code__.co_varnames[1:]
        for name, value in zip(names, each.asked.given, strict=False):
            if isinstance(value, int | str):
                found.setdefault(name.removeprefix("v_"), set()).add(value)
    return found


def _spread(values: set[Fact]) -> str:
    numbers = sorted(value for value in values if isinstance(value, int) and not isinstance(value, bool))
    if len(numbers) == len(values) and len(numbers) > 1:
        to = " to " if numbers[0] < 0 else "–"
        return f"{fact_shown(numbers[0])}{to}{fact_shown(numbers[-1])}"
    return "/".join(sorted(fact_shown(value) for value in values))


def _worth(row: Row, option: str, is_chance: bool) -> str:
    """The option's worth over these states: their average by how often each comes up."""
    offered = [(each, own) for each in row.states for own in each.options if own.name == option]
    if not offered:
        return "–"
    often = sum((each.chance for each, _ in offered), Fraction(0))
    if often:
        mean = sum((each.chance * own.worth for each, own in offered), Fraction(0)) / often
    else:
        mean = offered[0][1].worth
    return percent(mean) if is_chance else f"{float(mean):.3f}".replace("-", "−")


def _costs(states: Sequence[Advised], option: str) -> str:
    """What an option costs, where that is the same or nearly so in all states."""
    told = dict.fromkeys(
        told_effects(own.price) for each in states for own in each.options if own.name == option and own.price
    )
    return " or ".join(told) if 0 < len(told) <= 4 else "what it costs depends on the dice" if told else ""


OPTIONS = FIXED


def run(words: Sequence[str], screen: Screen) -> int:
    """Tell the advice."""
    asked = ask(words, OPTIONS)
    with busy("weighing"):
        advised = advise_of(asked.question)
    if asked.given.has("json"):
        from actionroll.cli.batch import advise_json, written

        screen.say(written(advise_json(asked.question, advised)))
    else:
        tell_advice(asked.question, advised, screen)
    return 0


ADVISE = Command("GAME [MOVE]", OPTIONS, run)
