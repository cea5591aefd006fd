"""Varied odds as people read them: a table with bars, or a matrix for each tier to reach."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from actionroll.charts import percent
from actionroll.charts.terminal import stacked
from actionroll.cli.odds import title
from actionroll.cli.questions import Asked
from actionroll.cli.screen import Screen
from actionroll.cli.table_text import table
from actionroll.cli.vary import Cell, Varied
from actionroll.reckoning.odds import Odds


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
