"""The grid of a sweep: what stays, what is varied and over which values; and its cells, each a row of figures.

A grid that cannot be is refused before any work. A figure is known by its name, which says what it is: a tier or an
ending stands as it is called, all others begin with one of `KINDS`. So rows from anywhere (a sweep, `--vary`, a
comparison) make one kind of table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from json import dumps
from math import prod, sqrt
from typing import Any, NamedTuple, TypeAlias

from actionroll import __version__
from actionroll.api import Question, odds_of, question
from actionroll.charts import percent
from actionroll.errors import ActionrollError, Budget, InputError, LimitError, UnknownName, shown
from actionroll.games import game
from actionroll.rules.inputs import inputs_of, rulings_of
from actionroll.rules.kinds import Kind
from actionroll.rules.steps import Fact, Outcome
from actionroll.scenes import SceneQuestion, ask, decisions_of, scene, solve_asked
from actionroll.scenes.solution import decimal


class OfCell(NamedTuple):
    """All that one cell is asked with."""

    inputs: Mapping[str, Any]
    rulings: Mapping[str, Any]
    decide: Mapping[str, str]


class Subject(NamedTuple):
    """A move or a scene by its name."""

    game: str
    move: str = "action"
    scene: str = ""

    def inputs(self) -> dict[str, Kind]:
        """The inputs, or the settings of a scene, that may be swept."""
        played = game(self.game)
        form = scene(self.game, self.scene).settings if self.scene else played.move(self.move).attempt
        return {name: each.kind for name, each in inputs_of(form).items() if not each.kind.is_text}

    def decisions(self) -> list[str]:
        """The decisions that may be swept."""
        found = decisions_of(scene(self.game, self.scene)) if self.scene else game(self.game).move(self.move).decisions
        return [each.name for each in found]

    def rulings(self) -> dict[str, Kind]:
        """The rulings that may be swept."""
        return {name: each.kind for name, each in rulings_of(game(self.game).rulings).items()}

    def asked(self, given: OfCell, aim: object, within: Budget | None = None) -> Any:
        """The question of one cell, checked: of a scene or of a move."""
        try:
            if self.scene:
                ready = scene(self.game, self.scene)
                told = ask(ready, given.inputs, rulings=given.rulings, decide=given.decide, aim=aim)
                told.played.budget = within or told.played.budget
                return told
            said: dict[str, Any] = {"rulings": given.rulings, "decide": given.decide, "aim": aim, "budget": within}
            made = question(self.game, self.move, given.inputs, **said)
        except (TypeError, AttributeError):
            raise InputError("A grid takes tables of inputs, rulings and decide, each a name and its value.") from None
        return made


MOST_CELLS = 1_000_000
MOST_TRIALS = 10**12
KEYS = (
    "game", "move", "scene", "attempt", "settings", "rulings", "decide", "aim", "vary", "trials", "seed", "simulate",
)  # fmt: skip
SIMULATE = ("if-needed", "always", "never")
PLACES = {"input": 0, "ruling": 1, "decide": 2}


class Axis(NamedTuple):
    """What is varied: a name among inputs, rulings or decisions, and its values as they were written."""

    name: str
    place: int
    values: Sequence[Any]


@dataclass(frozen=True)
class Grid:
    """Everything a sweep is made of, as plain values that any worker can read."""

    spec: Mapping[str, Any]

    @cached_property
    def subject(self) -> Subject:
        """The move or scene."""
        return Subject(self.spec["game"], self.spec.get("move", "action"), self.spec.get("scene", ""))

    @cached_property
    def axes(self) -> tuple[Axis, ...]:
        """What is varied, in the order given; the last changes fastest."""
        return tuple(_axis(self.subject, name, values) for name, values in self.spec.get("vary", {}).items())

    @cached_property
    def _kinds(self) -> Mapping[str, Kind]:
        return self.subject.inputs()

    @cached_property
    def count(self) -> int:
        """The number of cells."""
        return prod(len(axis.values) for axis in self.axes)

    @property
    def trials(self) -> int:
        """Trials of a cell that is simulated."""
        trials: int = self.spec.get("trials", 1_000_000)
        return trials

    @property
    def digest(self) -> str:
        """What tells this grid from any other, and these rules from later ones."""
        return sha256(dumps([__version__, self.spec], sort_keys=True).encode()).hexdigest()

    def point(self, number: int) -> tuple[Any, ...]:
        """The varied values of a cell."""
        found = []
        for axis in reversed(self.axes):
            number, place = divmod(number, len(axis.values))
            found.append(axis.values[place])
        return tuple(reversed(found))

    def given(self, point: Sequence[Any]) -> OfCell:
        """All that a cell is asked with."""
        inputs = self.spec.get("settings" if self.subject.scene else "attempt", {})
        given = (dict(inputs), dict(self.spec.get("rulings", {})), dict(self.spec.get("decide", {})))
        for axis, value in zip(self.axes, point, strict=True):
            given[axis.place][axis.name] = _raw(self._kinds.get(axis.name) if axis.place == 0 else None, value)
        return OfCell(*given)


def read_grid(spec: Mapping[str, Any]) -> Grid:
    """A grid that can be worked out, or an error that says why not; every value of every axis was tried once."""
    for key in spec:
        if key not in KEYS:
            raise UnknownName("key of a grid called", key, KEYS)
    if "game" not in spec:
        raise InputError("A grid names its game: the key game takes its id.")
    for key in ("attempt", "settings", "rulings", "decide", "vary"):
        if not isinstance(spec.get(key, {}), Mapping):
            raise InputError(f"{key} takes a table of names and values, not {shown(spec[key])}.")
    grid = Grid(spec)
    _check_simulation(spec)
    if grid.count > MOST_CELLS:
        raise LimitError(f"This grid has {grid.count} cells; at most {MOST_CELLS} are accepted. Vary fewer values.")
    first = [axis.values[0] for axis in grid.axes]
    grid.subject.asked(grid.given(first), spec.get("aim"))
    for place, axis in enumerate(grid.axes):
        for value in axis.values:
            grid.subject.asked(grid.given([*first[:place], value, *first[place + 1 :]]), spec.get("aim"))
    return grid


def _check_simulation(spec: Mapping[str, Any]) -> None:
    for key, least, most in (("trials", 1, MOST_TRIALS), ("seed", 0, 2**63)):
        value = spec.get(key, least)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise InputError(f"{key} takes a whole number from {least} to {most}, not {shown(value)}.")
    if spec.get("simulate", SIMULATE[0]) not in SIMULATE:
        raise UnknownName("way to simulate called", spec["simulate"], SIMULATE)


def _axis(subject: Subject, name: str, values: object) -> Axis:
    prefix, dot, rest = name.partition(".")
    inputs, decisions, rulings = subject.inputs(), subject.decisions(), subject.rulings()
    plain = (rest if dot else name).replace("-", "_")
    places = ((0, inputs), (2, decisions), (1, rulings))
    for place, names in places:
        if (not dot or PLACES.get(prefix) == place) and plain in names:
            kind = inputs[plain] if place == 0 else rulings[plain] if place == 1 else None
            return Axis(plain, place, _values(name, kind, values))
    raise UnknownName("input, decision or ruling", name, [*inputs, *decisions, *rulings])


def _values(name: str, kind: Kind | None, values: object) -> Sequence[Any]:
    if isinstance(values, str) and ".." in values:
        return _range(name, kind, values)
    listed = [each.strip() for each in values.split(",")] if isinstance(values, str) else values
    if not isinstance(listed, list) or not listed:
        raise InputError(f"vary takes for {name} a list of at least one value, or a range such as 0..4.")
    return listed


def _range(name: str, kind: Kind | None, text: str) -> Sequence[Any]:
    first, _, last = text.partition("..")
    ladder = kind.ladder() if kind is not None else ()
    if first not in ladder or last not in ladder[ladder.index(first) :]:
        within = f"a range within {ladder[0]}..{ladder[-1]}, low to high" if ladder else "a list of values, not a range"
        raise InputError(f"vary takes for {name} {within}, not {shown(text)}.")
    return ladder[ladder.index(first) : ladder.index(last) + 1]


def _raw(kind: Kind | None, value: Any) -> Any:
    """A value as an input takes it."""
    return value if kind is None or not isinstance(value, str) else kind.from_text(value)


# Figures

AT_LEAST, CHANCE, MEAN, CHANGE = "at least ", "chance of ", "mean ", "change "
TIMES, WORTH = "times ", "worth"
KINDS = (AT_LEAST, CHANCE, MEAN, CHANGE, TIMES, WORTH)
SHARES = (AT_LEAST, CHANCE)
FIGURE_WORDS: dict[str, tuple[str, ...]] = {
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
    if word in FIGURE_WORDS:
        return [name for name in names if (is_level(name) if word == "tiers" else name.startswith(FIGURE_WORDS[word]))]
    if word in names:
        return [word]
    found = [name for name in names if name.replace("_", " ").endswith(f" {word.replace('_', ' ')}")]
    if not found:
        shorts = [name.removeprefix(kind) for name in names for kind in KINDS if name.startswith(kind)]
        raise UnknownName("figure to show called", word, dict.fromkeys([*FIGURE_WORDS, ALL, *shorts]))
    return found


CellRow: TypeAlias = dict[str, str]
"""Columns of a cell besides what is varied: `how` it was worked out, its figures, the largest `error` of them."""


def work_out(spec: Mapping[str, Any], numbers: Sequence[int]) -> list[CellRow]:
    """The rows of some cells of a grid; a worker calls it with plain values."""
    grid = Grid(spec)
    return [row_of(grid, number) for number in numbers]


def row_of(grid: Grid, number: int, within: Budget | None = None) -> CellRow:
    """One cell. One that cannot be asked says why; the others go on. A sweep takes its time, `within` does not."""
    try:
        asked = grid.subject.asked(grid.given(grid.point(number)), grid.spec.get("aim"), within)
        return _figures(grid, asked, number)
    except ActionrollError as error:
        return {"how": "refused", "error": str(error)}


def _figures(grid: Grid, asked: Question | SceneQuestion, number: int) -> CellRow:
    how = grid.spec.get("simulate", "if-needed")
    if how != "always":
        try:
            return {"how": "exact", **_exact(asked), "error": "0"}
        except LimitError:
            if how == "never":
                raise
    figures, error = _simulated(asked, grid.trials, (grid.spec.get("seed", 0), number))
    return {"how": f"{grid.trials} trials", **figures, "error": repr(error)}


def _exact(asked: Question | SceneQuestion) -> CellRow:
    if isinstance(asked, Question):
        return _written(figures_of(odds_of(asked).ways, asked.tiers))
    solved = solve_asked(asked)
    figures: dict[str, Fraction] = dict(solved.endings)
    figures |= {f"mean {track.name}": solved.mean(track.name) for track in solved.tracks_told}
    figures |= {f"times {tier}": many for tier, many in solved.tiers.items()}
    return _written({**figures, "worth": solved.worth or Fraction(0)})


def _tracks(asked: SceneQuestion) -> list[str]:
    return [track.name for track in asked.played.tracks if track.high > track.low]


def _written(figures: Mapping[str, Fraction]) -> CellRow:
    return {name: f"{value.numerator}/{value.denominator}" for name, value in figures.items()}


def _simulated(asked: Question | SceneQuestion, trials: int, seed: tuple[int, int]) -> tuple[CellRow, float]:
    from actionroll.reckoning.play import counts, source_for

    source = source_for(*seed)
    if isinstance(asked, SceneQuestion):
        return _simulated_scene(asked, trials, source)
    counted = counts(asked.start, trials, source, asked.policy)
    return _written(figures_of(counted, asked.tiers)), largest_error(counted, asked.tiers)


def _simulated_scene(asked: SceneQuestion, trials: int, source: Any) -> tuple[CellRow, float]:
    from actionroll.scenes.solution import simulate_scene

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
