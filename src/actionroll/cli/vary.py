"""`--vary`: the same question with other values, as a table, or as a matrix where two are varied."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

from actionroll.api import Question, odds_of, question
from actionroll.cli.options import pair
from actionroll.cli.questions import Asked
from actionroll.cli.screen import Screen
from actionroll.cli.waiting import progress
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
        from actionroll.cli.odds_picture import draw_varied

        draw_varied(asked, varied, cells)
    if asked.given.has("json"):
        from actionroll.cli.json_out import odds_json, written

        told = [odds_json(cell.question, cell.odds) for cell in cells]
        screen.say(written({"vary": {each.name: list(each.values) for each in varied}, "cells": told}))
    else:
        from actionroll.cli.vary_text import tell_varied

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
