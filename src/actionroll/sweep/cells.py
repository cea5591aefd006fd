"""Cells of a grid worked out: exactly where that is possible, otherwise simulated, with the error stated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, TypeAlias

from actionroll.api import Question, odds_of
from actionroll.errors import ActionrollError, InputError, LimitError
from actionroll.scenes.asking import SceneQuestion, solve_asked
from actionroll.sweep.grid import Grid

Row: TypeAlias = dict[str, str]
"""Columns of a cell besides what is varied: `how` it was worked out, its figures, the largest `error` of them."""


def work_out(spec: Mapping[str, Any], numbers: Sequence[int]) -> list[Row]:
    """The rows of some cells of a grid; a worker calls it with plain values."""
    grid = Grid(spec)
    return [row_of(grid, number) for number in numbers]


def row_of(grid: Grid, number: int) -> Row:
    """One cell. One that cannot be asked says why; the others go on."""
    try:
        asked = grid.subject.asked(grid.given(grid.point(number)), grid.spec.get("aim"))
        return _figures(grid, asked, number)
    except ActionrollError as error:
        return {"how": "refused", "error": str(error)}


def _figures(grid: Grid, asked: Question | SceneQuestion, number: int) -> Row:
    how = grid.spec.get("simulate", "if-needed")
    if how != "always":
        try:
            return {"how": "exact", **_exact(asked), "error": "0"}
        except LimitError:
            if how == "never":
                raise
    figures, error = _simulated(asked, grid.trials, (grid.spec.get("seed", 0), number))
    return {"how": f"{grid.trials} trials", **figures, "error": repr(error)}


def _exact(asked: Question | SceneQuestion) -> Row:
    if isinstance(asked, Question):
        return _written({f"{tier}": chance for tier, chance in odds_of(asked).items()})
    solved = solve_asked(asked)
    figures: dict[str, Fraction] = dict(solved.endings)
    figures |= {f"mean {name}": solved.mean(name) for name in _tracks(asked)}
    figures |= {f"times {tier}": many for tier, many in solved.tiers.items()}
    return _written({**figures, "worth": solved.worth or Fraction(0)})


def _tracks(asked: SceneQuestion) -> list[str]:
    return [track.name for track in asked.played.tracks if track.high > track.low]


def _written(figures: Mapping[str, Fraction]) -> Row:
    return {name: f"{value.numerator}/{value.denominator}" for name, value in figures.items()}


def _simulated(asked: Question | SceneQuestion, trials: int, seed: tuple[int, int]) -> tuple[Row, float]:
    from actionroll.reckoning.simulation import counts, source_for

    source = source_for(*seed)
    if isinstance(asked, SceneQuestion):
        return _simulated_scene(asked, trials, source)
    tiers = dict.fromkeys(asked.tiers, 0)
    for outcome, many in counts(asked.start, trials, source, asked.policy).items():
        tiers[outcome.tier] = tiers.get(outcome.tier, 0) + many
    return _written({tier: Fraction(many, trials) for tier, many in tiers.items()}), _largest(tiers.values(), trials)


def _simulated_scene(asked: SceneQuestion, trials: int, source: Any) -> tuple[Row, float]:
    from actionroll.scenes.simulating import simulate_scene

    if asked.is_open:
        raise InputError("What is best is found exactly only, and this scene is too large; name a policy instead.")
    done = simulate_scene(asked.played, asked.aim, trials, source)
    means = {name: done.mean(name) for name in _tracks(asked)}
    row = _written({ending: Fraction(many, trials) for ending, many in done.endings.items()})
    row |= {f"mean {name}": repr(mean) for name, (mean, _) in means.items()}
    row |= {f"times {tier}": repr(many / trials) for tier, many in done.tiers.items()}
    worth, error = done.worth
    errors = [_largest(done.endings.values(), trials), error, *(each for _, each in means.values())]
    return {**row, "worth": repr(worth)}, max(errors)


def _largest(counted: Any, trials: int) -> float:
    """The largest standard error among shares of so many trials."""
    shares = [many / trials for many in counted]
    return max(sqrt(share * (1 - share) / trials) for share in shares)
