"""`actionroll odds` and `advise`: what is known of a roll before it is made.

Its exact odds, tiers with bars, facts and changes in a line each; and what each option is worth for an aim, now and at
every later decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from actionroll.api import Advised, Question, advise_of
from actionroll.charts import bar, percent, shades_for, terminal_colour
from actionroll.cli import Command, Option
from actionroll.cli.questions import EXPLAIN, FIXED, Asked, ask
from actionroll.cli.screen import TABLES, Screen, Table, busy, deliver, flowed, table
from actionroll.errors import LimitError
from actionroll.reckoning import Odds, count
from actionroll.reckoning.record import begun, named, plainly, signed, told_effects, told_pools, told_unasked
from actionroll.rules.futures import answered, steps_after
from actionroll.rules.game import Policy
from actionroll.rules.inputs import inputs_of
from actionroll.rules.steps import Decide, Fact, Throw

LONGEST_FRACTION = 15
MOST_VALUES = 12
NARROWEST_BAR = 8
FEW = 20
MANY = 6


def tier_lines(tiers: Mapping[str, Fraction], screen: Screen, indent: int = 0) -> Iterator[str]:
    """A line for each tier: percentage, exact fraction, bar."""
    names = [" " * indent + tier for tier in tiers]
    percents = [percent(chance) for chance in tiers.values()]
    exact = [fraction_shown(chance) for chance in tiers.values()]
    widths = [max(map(len, column)) for column in (names, percents, exact)]
    room = max(NARROWEST_BAR, screen.width - sum(widths) - 6)
    columns = zip(names, percents, exact, tiers.values(), shades_for(len(names)), strict=True)
    for name, rate, fraction, chance, shade in columns:
        drawn = painted(bar(chance, room, blocks=screen.blocks), shade, screen)
        yield f"{name:<{widths[0]}}  {rate:>{widths[1]}}  {fraction:>{widths[2]}}  {drawn}".rstrip()


def painted(text: str, shade: int, screen: Screen) -> str:
    """A bar in its colour, where there is colour."""
    return f"{terminal_colour(shade)}{text}\x1b[0m" if screen.colour and text else text


def fraction_shown(chance: Fraction) -> str:
    """The exact fraction, unless nobody could read it."""
    if chance.denominator == 1:
        return str(chance.numerator)
    bits = chance.denominator.bit_length()
    text = f"{chance.numerator}/{chance.denominator}" if bits < 4 * LONGEST_FRACTION else ""
    return text if len(text) <= LONGEST_FRACTION else ""


def fact_lines(odds: Odds, screen: Screen) -> Iterator[str]:
    """A line for each fact: its values with their chances, or their range and average where they are many."""
    names = [name.replace("_", " ") for name in odds.facts]
    widest = max(map(len, names), default=0) + 2
    for name, values in zip(names, odds.facts.values(), strict=True):
        items = _fact_items(values)
        yield flowed([name.ljust(widest) + items[0], *items[1:]], screen.width, widest, "   ", 0)


def _fact_items(values: Mapping[Fact, Fraction]) -> list[str]:
    if set(values) <= {True, False} and all(isinstance(value, bool) for value in values):
        return [_with_fraction("yes", values.get(True, Fraction(0)))]
    numbers = {value: chance for value, chance in values.items() if isinstance(value, int)}
    if len(values) > MOST_VALUES and len(numbers) == len(values):
        mean = float(sum(value * chance for value, chance in numbers.items()))
        return [f"{_number(min(numbers))} to {_number(max(numbers))}, on average {_number(round(mean, 2))}"]
    if len(values) == 1:
        return [f"always {fact_shown(value)}" for value in values]
    return [f"{fact_shown(value)}: {percent(chance)}" for value, chance in values.items()]


def fact_shown(value: Fact) -> str:
    """A fact's value as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _number(value) if isinstance(value, int) else value


def _number(value: float) -> str:
    return str(value).replace("-", "−")


def _with_fraction(label: str, chance: Fraction) -> str:
    fraction = fraction_shown(chance)
    return f"{label}: {percent(chance)}" + (f" ({fraction})" if "/" in fraction else "")


def change_lines(odds: Odds, screen: Screen) -> Iterator[str]:
    """What the roll costs and changes, by track and whose it is."""
    for (who, track), changes in odds.changes.items():
        whose = "" if who == "roller" else f"{named(who)}: "
        name = f"{whose}{track.replace('_', ' ')}"
        items = [
            f"{signed(by)} always" if chance == 1 else _with_fraction(signed(by), chance)
            for by, chance in sorted(changes.items())
        ]
        if len(items) > MOST_VALUES:
            mean = float(sum(by * chance for by, chance in changes.items()))
            items = [f"{signed(min(changes))} to {signed(max(changes))}, on average {_number(round(mean, 2))}"]
        yield flowed([f"{name}  {items[0]}", *items[1:]], screen.width, 4, "   ", 0)


OPTIONS = (
    Option("vary", "Compare values: dots=0,1,2 or dots=0..4; two make a matrix.", "INPUT=VALUES", many=True),
    Option("svg", "Draw a chart into this file.", "FILE"),
    *TABLES,
    EXPLAIN,
    *FIXED,
)


def run_odds(words: Sequence[str], screen: Screen) -> int:
    """Tell the odds."""
    asked = ask(words, OPTIONS)
    if asked.given.has("vary"):
        from actionroll.cli.compare import run_varied

        return run_varied(asked, screen)
    met: list[str] = []
    with busy("counting"):
        found = asked.question
        odds = count(found.start, noting(found.policy, met), found.tiers, found.budget)
    if asked.given.has("svg"):
        from actionroll.cli.compare import draw_odds

        draw_odds(asked, odds)
    if deliver(asked.given, screen, lambda: [_table(asked, odds)], lambda: _json(asked.question, odds)):
        return 0
    if asked.given.has("show"):
        told = _table(asked, odds)
        screen.title(told.title)
        screen.say(table(told.header, [[text for text, _ in row] for row in told.rows]))
    else:
        tell(asked, odds, met, screen)
    return 0


def _json(asked: Question, odds: Odds) -> dict[str, Any]:
    from actionroll.cli.batch import odds_json

    return odds_json(asked, odds)


def _table(asked: Asked, odds: Odds) -> Table:
    """A line for each figure: its chance or mean, and the exact fraction."""
    from actionroll.sweep.grid import chosen, figures_of, shown_as

    figures = figures_of(odds.ways, odds.tiers)
    names = chosen([figures], asked.given.all("show"))
    rows = [[(name, name), (shown_as(name, figures[name]), figures[name]), (str(figures[name]),) * 2] for name in names]
    return Table(title(asked.question), ["", "chance or mean", "exactly"], rows)


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
        from actionroll.cli.games import tell_rules

        tell_rules(question, screen)


def title(question: Question) -> str:
    """The game and the move; of a long list of its own, as Starforged has one, which of them it is."""
    rolled = [each for each in inputs_of(type(question.attempt)).values() if each.by == "roller"]
    lists = [each.name for each in rolled if "none" in each.kind.values() and len(each.kind.values()) > MANY]
    face = question.game.face if lists else None  # which takes a while to load
    own = [getattr(question.attempt, name) for name in lists if face and name in face.first]
    return ", ".join([question.game.title, question.move.name, *(plainly(each) for each in own if each != "none")])


def to_be_rolled(question: Question) -> str:
    """What will be rolled and why, in a plain sentence."""
    step = answered(question.start, question.policy)
    if isinstance(step, Throw):
        return f"To be rolled: {told_pools(step).says}{_rolled_after(step, question.policy)}."
    return sentence(step.why or "no dice are thrown")


def _rolled_after(throw: Throw, policy: Policy) -> str:
    """What is rolled after a throw: named where it is always the same."""
    try:
        steps = [answered(step, policy) for step in steps_after(throw)[0]]
    except LimitError:
        return ""
    throws = [step for step in steps if isinstance(step, Throw) and any(pool.sides for pool in step.pools)]
    told = {told_pools(each).says for each in throws[:FEW]}
    if len(told) == 1 and len(throws) == len(steps):
        return f", then {told.pop()}"
    how = "then" if len(throws) == len(steps) else "and perhaps"
    return f", {how} more, by what they show" if throws else ""


def sentence(clause: str) -> str:
    """A clause as a sentence."""
    return f"{begun(clause)}."


def noting(policy: Policy, met: list[str]) -> Policy:
    """The policy, which notes the names of the decisions it is asked."""

    def answer(asked: Decide) -> str:
        if asked.name not in met:
            met.append(asked.name)
        return policy(asked)

    return answer


def _tell_decisions(question: Question, met: Sequence[str], screen: Screen) -> None:
    first = {each.name: next(iter(each.options)) for each in question.move.decisions}
    if never := {name: how for name, how in question.decide.items() if name not in met and how != first[name]}:
        screen.say()
        screen.flow(told_unasked(never))
    if not met:
        return
    taken = [f"{name}={question.decide.get(name, first[name])}" for name in met]
    screen.say()
    screen.flow(f"Decided: {', '.join(taken)}. --decide NAME=HOW changes it; `advise` compares the options.")


ODDS = Command("GAME [MOVE]", OPTIONS, run_odds)


# Advice

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
    """What was known when the decision came up, by the names of the arguments that the rule was called with."""
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


def run_advise(words: Sequence[str], screen: Screen) -> int:
    """Tell the advice."""
    asked = ask(words, FIXED)
    with busy("weighing"):
        advised = advise_of(asked.question)
    if asked.given.has("json"):
        from actionroll.cli.batch import advise_json, written

        screen.say(written(advise_json(asked.question, advised)))
    else:
        tell_advice(asked.question, advised, screen)
    return 0


ADVISE = Command("GAME [MOVE]", FIXED, run_advise)
