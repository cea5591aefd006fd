"""Odds as a notebook shows them: a bar, and a table with exact chances."""

from collections.abc import Mapping
from fractions import Fraction

from actionroll.charts.percent import percent
from actionroll.charts.stacked_bars import odds_bar_svg
from actionroll.charts.svg import written

__all__ = ["odds_html"]


def odds_html(chances: Mapping[str, Fraction]) -> str:
    """Every level with its chance, as a percentage and exactly."""
    rows = "".join(
        f"<tr><th>{written(level)}</th><td>{percent(chance)}</td><td>{chance.numerator}/{chance.denominator}</td></tr>"
        for level, chance in chances.items()
    )
    return f"<div>{odds_bar_svg(list(chances), list(chances.values()), title='Odds')}<table>{rows}</table></div>"
