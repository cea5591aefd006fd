"""`actionroll compare` and `--vary`: attempts, scenes or rulings side by side, or one question with other values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from time import process_time
from typing import Any, NamedTuple

from actionroll.api import Question, odds_of, question
from actionroll.charts import stacked_text
from actionroll.charts.curves import curves_svg, heat_svg
from actionroll.charts.svg import stacked_svg
from actionroll.cli import Command, Option, pair
from actionroll.cli.odds import title
from actionroll.cli.questions import (
    ABOUT,
    JSON,
    SCENE,
    SVG,
    Asked,
    Typed,
    subject_of,
    subject_options,
    typed,
    write_picture,
)
from actionroll.cli.screen import TABLES, Screen, Table, deliver, progress, table
from actionroll.errors import Budget, InputError, LimitError, UnknownName, shown
from actionroll.games import game
from actionroll.reckoning import Odds
from actionroll.rules.inputs import inputs_of, rulings_of
from actionroll.rules.kinds import Kind
from actionroll.sweep.grid import AT_LEAST, CHANGE, MEAN, chosen, figures_of, is_level, read_grid, row_of, shown_as

OPTIONS = (
    Option("with", "The same with these changes: position=good or gambles=2,gamble=best.", "CHANGES", many=True),
    SCENE,
    *ABOUT,
    SVG,
    *TABLES,
    JSON,
)
AS_GIVEN = "given"
MOST = 12


class Side(NamedTuple):
    """One of the sides: what is changed, and its figures."""

    name: str
    figures: dict[str, Fraction]


def options_for(words: Sequence[str]) -> list[Option]:
    """The options for the move or scene that these words name."""
    return subject_options(subject_of(words), OPTIONS)


def run(words: Sequence[str], screen: Screen) -> int:
    """Tell all sides and what differs."""
    about = typed(words, OPTIONS)
    changes = about.given.all("with")
    if not 1 <= len(changes) <= MOST:
        raise InputError(
            f"Say what to compare with: --with CHANGES, one to {MOST} times, such as --with position=good."
        )
    within = Budget(clock=process_time)
    sides = [_side(about, each, within) for each in ("", *changes)]
    if about.given.has("svg"):
        write_picture(about.given.one("svg") or "", _picture(about, sides))
    shown = {**about.spec, "sides": [_shown(each, sides[0]) for each in sides]}
    if not deliver(about.given, screen, lambda: _tables(about, sides), lambda: shown):
        _tell(about, sides, screen)
    return 0


def _side(about: Typed, changes: str, within: Budget) -> Side:
    """The figures with some changes, exactly; what was refused is an error here."""
    subject = about.subject
    names = [*subject.inputs(), *subject.decisions(), *subject.rulings()]
    pairs = [pair(each.strip(), "with", names) for each in changes.split(",")] if changes else []
    grid = read_grid({**about.spec, "vary": {name: [value] for name, value in pairs}, "simulate": "never"})
    row = row_of(grid, 0, within.anew())
    if row["how"] == "refused":
        raise InputError(row["error"])
    figures = {name: Fraction(value) for name, value in row.items() if name not in ("how", "error")}
    return Side(changes or AS_GIVEN, figures)


def _tell(about: Typed, sides: Sequence[Side], screen: Screen) -> None:
    screen.title(_title(about))
    for each in _tables(about, sides):
        screen.say()
        screen.say(table(each.header, [[text for text, _ in row] for row in each.rows]))
    screen.say()
    screen.say(stacked_text(*_parts(sides), screen.width, colour=screen.colour, blocks=screen.blocks))


def _title(about: Typed) -> str:
    return f"{game(about.subject.game).title}, {about.subject.scene or about.subject.move}: side by side"


def _tables(about: Typed, sides: Sequence[Side]) -> list[Table]:
    """Each side against the first, a line for each figure."""
    names = chosen([side.figures for side in sides], about.given.all("show"))
    tables = []
    for side in sides[1:]:
        header = ["", sides[0].name.replace(" ", "_"), side.name.replace("_", " "), "difference"]
        rows = [_line(name, sides[0], side) for name in names if name in sides[0].figures or name in side.figures]
        tables.append(Table(_title(about), header, rows))
    return tables


def _line(name: str, before: Side, after: Side) -> list[tuple[str, Any]]:
    first, second = (side.figures.get(name, Fraction(0)) for side in (before, after))
    differs = second - first
    is_share = shown_as(name, first).endswith("%")
    told = _signed(differs, 100, 1, " points") if is_share else _signed(differs, 1, 3, "")
    return [(name, name), (shown_as(name, first), first), (shown_as(name, second), second), (told, differs)]


def _signed(value: Fraction, scale: int, digits: int, unit: str) -> str:
    sign = "−" if value < 0 else "+" if value > 0 else "±"
    return f"{sign}{abs(float(value * scale)):.{digits}f}{unit}"


def _parts(sides: Sequence[Side]) -> tuple[list[str], list[tuple[str, list[Fraction]]]]:
    names = [name for name in dict.fromkeys(name for side in sides for name in side.figures) if is_level(name)]
    return names, [(side.name, [side.figures.get(name, Fraction(0)) for name in names]) for side in sides]


def _picture(about: Typed, sides: Sequence[Side]) -> str:
    from actionroll.charts.svg import stacked_svg

    return stacked_svg(*_parts(sides), title=_title(about))


def _shown(side: Side, first: Side) -> dict[str, Any]:
    differences = {
        name: side.figures.get(name, Fraction(0)) - first.figures.get(name, Fraction(0)) for name in side.figures
    }
    return {
        "with": side.name,
        "figures": {name: f"{value.numerator}/{value.denominator}" for name, value in side.figures.items()},
        "difference": {name: f"{value.numerator}/{value.denominator}" for name, value in differences.items()},
    }


COMPARE = Command("GAME [MOVE]", OPTIONS, run, options_for)


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
    if not deliver(asked.given, screen, lambda: tables_of(asked, varied, cells), lambda: _json(varied, cells)):
        tell_varied(asked, varied, cells, screen)
    return 0


def _json(varied: Sequence[Varied], cells: Sequence[Cell]) -> dict[str, Any]:
    from actionroll.cli.batch import odds_json

    told = [odds_json(cell.question, cell.odds) for cell in cells]
    return {"vary": {each.name: list(each.values) for each in varied}, "cells": told}


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
    within = base.budget.anew() if base.budget else None
    made = question(
        base.game, base.move.name, asked.attempt(said), rulings=rulings, decide=decide, aim=base.aim, budget=within
    )
    return Cell(point, made, odds_of(made))


def _rulings(asked: Question) -> dict[str, str]:
    return {name: each.show(getattr(asked.rulings, name)) for name, each in rulings_of(type(asked.rulings)).items()}


def tell_varied(asked: Asked, varied: Sequence[Varied], cells: Sequence[Cell], screen: Screen) -> None:
    """A table for one input, with bars; matrices for two."""
    screen.title(head_of(asked, varied))
    for each in tables_of(asked, varied, cells):
        screen.say()
        if len(varied) > 1:
            screen.say(each.title)
        screen.say(table(each.header, [[text for text, _ in row] for row in each.rows]))
    tiers = list(dict.fromkeys(tier for cell in cells for tier in cell.odds))
    if len(varied) == 1 and len(tiers) > 1:
        rows = [(cell.values[0], [cell.odds.get(tier, Fraction(0)) for tier in tiers]) for cell in cells]
        screen.say()
        screen.say(stacked_text(tiers, rows, screen.width, colour=screen.colour, blocks=screen.blocks))


def head_of(asked: Asked, varied: Sequence[Varied]) -> str:
    """The game, the move, and what is varied."""
    return f"{title(asked.question)}: {' and '.join(each.name.replace('_', ' ') for each in varied)} varied"


def tables_of(asked: Asked, varied: Sequence[Varied], cells: Sequence[Cell]) -> list[Table]:
    """One table of all figures by one input; a matrix for each figure by two."""
    figures = {cell.values: figures_of(cell.odds.ways, cell.odds.tiers) for cell in cells}
    listed, wanted = list(figures.values()), asked.given.all("show")
    if len(varied) == 1:
        names = chosen(listed, wanted)
        rows = [[(value, value), *_cells(own, names)] for (value,), own in figures.items()]
        return [Table(head_of(asked, varied), [varied[0].name, *names], rows)]
    names = chosen(listed, wanted) if wanted else _goals(asked, listed)
    return [_matrix(name, varied, figures) for name in names]


def _cells(own: Mapping[str, Fraction], names: Sequence[str]) -> list[tuple[str, Any]]:
    values = [own.get(name, Fraction(0)) for name in names]
    return [(shown_as(name, value), value) for name, value in zip(names, values, strict=True)]


def _matrix(name: str, varied: Sequence[Varied], figures: Mapping[tuple[str, ...], Mapping[str, Fraction]]) -> Table:
    down, across = varied

    def row(value: str) -> list[tuple[str, Any]]:
        return [(value, value), *(_cells(figures[value, other], [name])[0] for other in across.values)]

    rows = [row(value) for value in down.values]
    return Table(f"{name}; {across.name.replace('_', ' ')} across", [down.name, *across.values], rows, name)


def _goals(asked: Asked, figures: Sequence[Mapping[str, Fraction]]) -> list[str]:
    """The aim, or every tier but the worst, each or better; then what changes from cell to cell on a track."""
    names = list(dict.fromkeys(name for own in figures for name in own))
    goal = f"{AT_LEAST}{asked.question.aim}"
    goals = [goal] if goal in names else [name for name in names if name.startswith(AT_LEAST)]
    moving = [name for name in names if name.startswith(CHANGE) and len({own.get(name) for own in figures}) > 1]
    return goals + moving or [name for name in names if name.startswith(MEAN)] or names


CURVES_FROM = 8
"""So many numbers in a row are read better as curves than as bars."""


def draw_odds(asked: Asked, odds: Odds) -> None:
    """One bar."""
    rows = [(asked.question.move.name, list(odds.values()))]
    write_picture(asked.given.one("svg") or "", stacked_svg(list(odds), rows, title=title(asked.question)))


def draw_varied(asked: Asked, varied: Sequence[Varied], cells: Sequence[Cell]) -> None:
    """Bars or curves by one input, a heat map by two."""
    head = head_of(asked, varied)
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
