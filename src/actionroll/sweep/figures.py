"""Figures of an answer: the chance of each tier, of a tier or better, of what a fact says, and what tracks change by.

A figure is known by its name, which says what it is: a tier or an ending stands as it is called, all others begin with
one of `KINDS`. So rows from anywhere (a sweep, `--vary`, a comparison) make one kind of table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt

from actionroll.charts import percent
from actionroll.errors import UnknownName
from actionroll.rules.steps import Fact, Outcome
from actionroll.scenes.solution import decimal

AT_LEAST, CHANCE, MEAN, CHANGE = "at least ", "chance of ", "mean ", "change "
TIMES, WORTH = "times ", "worth"
KINDS = (AT_LEAST, CHANCE, MEAN, CHANGE, TIMES, WORTH)
SHARES = (AT_LEAST, CHANCE)
WORDS: dict[str, tuple[str, ...]] = {
    "tiers": (),
    "at-least": (AT_LEAST,),
    "facts": (CHANCE, MEAN),
    "changes": (CHANGE,),
}
"""What names several figures at once."""
ALL = "all"


def is_level(name: str) -> bool:
    """Whether it is a tier or an ending: of these, exactly one comes about."""
    return not name.startswith(KINDS)


def shown_as(name: str, value: Fraction) -> str:
    """A chance as a percentage, a mean as a decimal number."""
    return percent(value) if is_level(name) or name.startswith(SHARES) else decimal(value)


def figures_of(ways: Mapping[Outcome, int], tiers: Sequence[str]) -> dict[str, Fraction]:
    """Every figure of outcomes that come about in so many ways, or in so many trials."""
    total = sum(ways.values())
    counts = dict.fromkeys(tiers, 0)
    for outcome, many in ways.items():
        counts[outcome.tier] = counts.get(outcome.tier, 0) + many
    found = {tier: Fraction(many, total) for tier, many in counts.items()}
    levels = list(found)
    for place in range(1, len(levels)):
        found[AT_LEAST + levels[place]] = sum((found[tier] for tier in levels[place:]), Fraction(0))
    for name, values in _spreads(ways).items():
        found[name] = Fraction(sum(value * many for value, many in values), total)
    return found


def largest_error(ways: Mapping[Outcome, int], tiers: Sequence[str]) -> float:
    """The largest standard error of any figure, where the ways are trials."""
    trials = sum(ways.values())
    figures = figures_of(ways, tiers)
    shares = [float(value) for name, value in figures.items() if is_level(name) or name.startswith(SHARES)]
    spreads = [share * (1 - share) for share in shares]
    for name, values in _spreads(ways).items():
        mean = float(figures[name])
        spreads.append(sum((value - mean) ** 2 * many for value, many in values) / trials)
    return max(sqrt(spread / trials) for spread in spreads)


def _spreads(ways: Mapping[Outcome, int]) -> dict[str, list[tuple[int, int]]]:
    """Of each fact that is a number or yes or no, and of each track that changes: values, each in how many ways."""
    found: dict[str, list[tuple[int, int]]] = {}
    for outcome, many in ways.items():
        for fact, value in outcome.facts:
            if not isinstance(value, str):
                found.setdefault(_fact_figure(fact, value), []).append((int(value), many))
    for outcome, many in ways.items():
        for effect in outcome.effects:
            whose = "" if effect.who == "roller" else f"{effect.who} "
            found.setdefault(f"{CHANGE}{whose}{effect.track}", []).append((effect.by, many))
    return found


def _fact_figure(name: str, value: Fact) -> str:
    return f"{CHANCE if isinstance(value, bool) else MEAN}{name}"


def chosen(rows: Sequence[Mapping[str, Fraction]], wanted: Sequence[str]) -> list[str]:
    """The figures to show: those that are named, else levels and changes, and facts where the levels tell nothing."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    if ALL in wanted:
        return names
    if wanted:
        picked = {name for word in wanted for name in _named(word, names)}
        return [name for name in names if name in picked]
    told = [name for name in names if not name.startswith((*SHARES, MEAN))]
    if any(name.startswith(TIMES) for name in names):  # a scene, whose means are where its tracks stand
        return names
    levels = {tuple(row.get(name, Fraction(0)) for name in names if is_level(name)) for row in rows}
    return told if len(levels) > 1 or len(rows) == 1 else [name for name in names if not name.startswith(AT_LEAST)]


def _named(word: str, names: Sequence[str]) -> list[str]:
    """The figures that a word names: several, one by its whole name, or those of a fact, a track or a tier."""
    if word in WORDS:
        return [name for name in names if (is_level(name) if word == "tiers" else name.startswith(WORDS[word]))]
    if word in names:
        return [word]
    found = [name for name in names if name.replace("_", " ").endswith(f" {word.replace('_', ' ')}")]
    if not found:
        shorts = [name.removeprefix(kind) for name in names for kind in KINDS if name.startswith(kind)]
        raise UnknownName("figure to show called", word, dict.fromkeys([*WORDS, ALL, *shorts]))
    return found
