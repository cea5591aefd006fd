"""Odds as pictures: bars for one attempt, bars or curves for varied ones, a heat map for two things varied."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from actionroll.charts.bars import heat_svg, stacked_svg
from actionroll.charts.curves import curves_svg
from actionroll.cli.odds import title
from actionroll.cli.questions import Asked
from actionroll.cli.subjects import write_picture
from actionroll.cli.vary import Cell, Varied
from actionroll.reckoning.odds import Odds

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
