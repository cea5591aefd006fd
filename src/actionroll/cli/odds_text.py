"""Odds as people read them: tiers with bars, facts and changes in a line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from actionroll.charts import percent, shades_for, terminal_colour
from actionroll.charts.terminal import bar
from actionroll.cli.screen import Screen, flowed
from actionroll.reckoning.explanation import named, signed
from actionroll.reckoning.odds import Odds
from actionroll.rules.steps import Fact

LONGEST_FRACTION = 15
MOST_VALUES = 12
NARROWEST_BAR = 8


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
    for (who, track), changes in _changes(odds).items():
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


def _changes(odds: Odds) -> dict[tuple[str, str], dict[int, Fraction]]:
    found: dict[tuple[str, str], dict[int, Fraction]] = {}
    for outcome, chance in odds.joint.items():
        for effect in outcome.effects:
            by = found.setdefault((effect.who, effect.track), {})
            by[effect.by] = by.get(effect.by, Fraction(0)) + chance
    return found
