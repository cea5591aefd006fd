"""The grid of a sweep: what stays, what is varied and over which values; refused before any work if it cannot be."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cached_property
from hashlib import sha256
from json import dumps
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from actionroll import __version__
from actionroll.api import question
from actionroll.errors import Budget, InputError, LimitError, UnknownName, shown
from actionroll.games import game
from actionroll.rules.inputs import inputs_of, rulings_of
from actionroll.rules.kinds import Kind
from actionroll.scenes import ask, decisions_of, scene


class Given(NamedTuple):
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

    def asked(self, given: Given, aim: object, within: Budget | None = None) -> Any:
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
    "game",
    "move",
    "scene",
    "attempt",
    "settings",
    "rulings",
    "decide",
    "aim",
    "vary",
    "trials",
    "seed",
    "simulate",
)
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

    def given(self, point: Sequence[Any]) -> Given:
        """All that a cell is asked with."""
        inputs = self.spec.get("settings" if self.subject.scene else "attempt", {})
        given = (dict(inputs), dict(self.spec.get("rulings", {})), dict(self.spec.get("decide", {})))
        for axis, value in zip(self.axes, point, strict=True):
            given[axis.place][axis.name] = _raw(self._kinds.get(axis.name) if axis.place == 0 else None, value)
        return Given(*given)


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


LONGEST = 1_000_000
"""In bytes."""


def read_file(path: Path) -> dict[str, Any]:
    """What the file says, as plain values."""
    if path.suffix not in (".toml", ".json"):
        raise InputError(f"--grid takes a file that ends with .toml or .json, not {shown(path.name)}.")
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"--grid takes a file that can be read: {error.strerror}.") from None
    if len(raw) > LONGEST:
        raise LimitError(f"A grid takes at most {LONGEST} bytes, not {len(raw)}.")
    try:
        text = raw.decode("utf-8")
        spec = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path.name} is not {path.suffix[1:].upper()}: {shown(str(error), 120)}.") from None
    if not isinstance(spec, dict):
        raise InputError(f"{path.name} takes a table of game, vary and so on, not {shown(spec)}.")
    _refuse_dates(spec)
    return spec


def _refuse_dates(value: object) -> None:
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            _refuse_dates(each)
    elif isinstance(value, date | time | datetime):
        raise InputError(f"A grid takes texts, numbers and truths, not a date such as {value}.")
