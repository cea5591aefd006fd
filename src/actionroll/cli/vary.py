"""`--vary`: the same question with other values, as a table, as a matrix where two are varied, or as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from actionroll.api import Question, odds_of, question
from actionroll.charts import percent
from actionroll.charts.bars import heat_svg, stacked_svg
from actionroll.charts.curves import curves_svg
from actionroll.charts.terminal import stacked
from actionroll.cli.odds import title
from actionroll.cli.options import pair
from actionroll.cli.progress import progress
from actionroll.cli.questions import Asked
from actionroll.cli.screen import Screen, table
from actionroll.cli.subjects import write_picture
from actionroll.errors import InputError, LimitError, UnknownName, shown
from actionroll.reckoning.odds import Odds
from actionroll.rules.inputs import inputs_of, rulings_of
from actionroll.rules.kinds import Kind

MOST_VALUES = 60
MOST_CELLS = 400


class Varied(NamedTuple):
    """What is varied, and the values it takes in turn, as they were written."""

    name: str
    values: tuple[str, ...]


class Cell(NamedTuple):
    """One question among the varied ones, and its odds."""

    values: tuple[str, ...]
    question: Question
    odds: Odds


def run_varied(asked: Asked, screen: Screen) -> int:
    """Tell the odds for every value."""
    varied = [read_varied(asked.question, text) for text in asked.given.all("vary")]
    _refuse_too_many(varied)
    points = list(product(*(each.values for each in varied)))
    cells = [_cell(asked, varied, point) for point in progress(points, "done")]
    if asked.given.has("svg"):
        draw_varied(asked, varied, cells)
    if asked.given.has("json"):
        from actionroll.cli.batch import odds_json, written

        told = [odds_json(cell.question, cell.odds) for cell in cells]
        screen.say(written({"vary": {each.name: list(each.values) for each in varied}, "cells": told}))
    else:
        tell_varied(asked, varied, cells, screen)
    return 0


def _refuse_too_many(varied: Sequence[Varied]) -> None:
    names = [each.name for each in varied]
    if len(varied) > 2 or len(set(names)) < len(names):
        raise InputError("--vary is accepted once or twice, for two different inputs.")
    cells = 1
    for each in varied:
        cells *= len(each.values)
    if cells > MOST_CELLS:
        raise LimitError(f"--vary takes at most {MOST_CELLS} combinations, not {cells}; a sweep takes more.")


def read_varied(asked: Question, text: str) -> Varied:
    """INPUT=a,b,c or INPUT=a..b; a decision or a ruling can be varied too."""
    kinds = _kinds(asked)
    name, values = pair(text, "vary", kinds)
    name = name.replace("-", "_") if name not in kinds else name
    if name not in kinds:
        raise UnknownName("input, decision or ruling", name, kinds)
    listed = _range(kinds[name], values) if ".." in values else tuple(each.strip() for each in values.split(","))
    if len(listed) > MOST_VALUES:
        raise LimitError(f"--vary {name} takes at most {MOST_VALUES} values, not {len(listed)}.")
    return Varied(name, listed)


def _kinds(asked: Question) -> dict[str, Kind | None]:
    inputs = inputs_of(asked.move.attempt)
    kinds: dict[str, Kind | None] = {name: each.kind for name, each in inputs.items() if not each.kind.is_text}
    for name in [*(each.name for each in asked.move.decisions), *rulings_of(type(asked.rulings))]:
        kinds.setdefault(name, None)
    return kinds


def _range(kind: Kind | None, text: str) -> tuple[str, ...]:
    first, _, last = text.partition("..")
    ladder = kind.ladder() if kind is not None else ()
    if first not in ladder or last not in ladder[ladder.index(first) :]:
        within = f" within {ladder[0]}..{ladder[-1]}" if ladder else ", here only values such as a,b,c"
        raise InputError(f"--vary takes a range from low to high{within}, not {shown(text)}.")
    return tuple(ladder[ladder.index(first) : ladder.index(last) + 1])


def _cell(asked: Asked, varied: Sequence[Varied], point: tuple[str, ...]) -> Cell:
    base = asked.question
    inputs = inputs_of(base.move.attempt)
    said: dict[str, Any] = {}
    rulings, decide = _rulings(base), dict(base.decide)
    for each, value in zip(varied, point, strict=True):
        if each.name in inputs:
            said[each.name] = inputs[each.name].kind.from_text(value)
        elif each.name in rulings:
            rulings[each.name] = value
        else:
            decide[each.name] = value
    made = question(base.game, base.move.name, asked.attempt(said), rulings=rulings, decide=decide, aim=base.aim)
    return Cell(point, made, odds_of(made))


def _rulings(asked: Question) -> dict[str, str]:
    return {name: each.show(getattr(asked.rulings, name)) for name, each in rulings_of(type(asked.rulings)).items()}


def tell_varied(asked: Asked, varied: Sequence[Varied], cells: Sequence[Cell], screen: Screen) -> None:
    """A table for one input, matrices for two."""
    screen.title(f"{title(asked.question)}: {' and '.join(each.name.replace('_', ' ') for each in varied)} varied")
    if len(varied) == 1:
        _tell_table(varied[0], cells, screen)
    else:
        _tell_matrices(asked, varied, cells, screen)


def _tell_table(varied: Varied, cells: Sequence[Cell], screen: Screen) -> None:
    tiers = list(dict.fromkeys(tier for cell in cells for tier in cell.odds))
    rows = [(cell.values[0], [cell.odds.get(tier, Fraction(0)) for tier in tiers]) for cell in cells]
    screen.say()
    screen.say(table([varied.name, *tiers], [[label, *map(percent, chances)] for label, chances in rows]))
    screen.say()
    screen.say(stacked(tiers, rows, screen.width, colour=screen.colour, blocks=screen.blocks))


def _tell_matrices(asked: Asked, varied: Sequence[Varied], cells: Sequence[Cell], screen: Screen) -> None:
    down, across = varied
    chances = {cell.values: cell.odds for cell in cells}
    for tier in _goals(asked, cells):
        screen.say()
        screen.say(f"at least {tier}; {across.name.replace('_', ' ')} across")
        rows = [
            [value, *(percent(_at_least(chances[value, other], tier)) for other in across.values)]
            for value in down.values
        ]
        screen.say(table([down.name, *across.values], rows))


def _goals(asked: Asked, cells: Sequence[Cell]) -> list[str]:
    tiers = list(dict.fromkeys(tier for cell in cells for tier in cell.odds))
    aim = asked.question.aim
    return [aim] if aim in tiers else tiers[1:] or tiers


def _at_least(odds: Odds, tier: str) -> Fraction:
    return odds.at_least(tier) if tier in odds else Fraction(0)


CURVES_FROM = 8
"""So many numbers in a row are read better as curves than as bars."""


def draw_odds(asked: Asked, odds: Odds) -> None:
    """One bar."""
    rows = [(asked.question.move.name, list(odds.values()))]
    write_picture(asked.given.one("svg") or "", stacked_svg(list(odds), rows, title=title(asked.question)))


def draw_varied(asked: Asked, varied: Sequence[Varied], cells: Sequence[Cell]) -> None:
    """Bars or curves by one input, a heat map by two."""
    named = " and ".join(each.name.replace("_", " ") for each in varied)
    head = f"{title(asked.question)}: {named} varied"
    drawn = _by_one(varied[0], cells, head) if len(varied) == 1 else _by_two(asked, varied, cells, head)
    write_picture(asked.given.one("svg") or "", drawn)


def _by_one(varied: Varied, cells: Sequence[Cell], head: str) -> str:
    tiers = list(dict.fromkeys(tier for cell in cells for tier in cell.odds))
    rows = [(cell.values[0], [cell.odds.get(tier, Fraction(0)) for tier in tiers]) for cell in cells]
    numbers = all(label.lstrip("-").isdigit() for label, _ in rows)
    draw = curves_svg if numbers and len(rows) >= CURVES_FROM else stacked_svg
    return draw(tiers, rows, title=head, axis=varied.name.replace("_", " "))


def _by_two(asked: Asked, varied: Sequence[Varied], cells: Sequence[Cell], head: str) -> str:
    down, across = varied
    tiers = list(dict.fromkeys(tier for cell in cells for tier in cell.odds))
    goal = asked.question.aim if asked.question.aim in tiers else tiers[-1]
    odds = {cell.values: cell.odds for cell in cells}
    rows = [
        (
            value,
            [
                odds[value, other].at_least(goal) if goal in odds[value, other] else Fraction(0)
                for other in across.values
            ],
        )
        for value in down.values
    ]
    return heat_svg(
        rows,
        across.values,
        title=f"{head}: at least {goal}",
        down=down.name.replace("_", " "),
        across=across.name.replace("_", " "),
    )
