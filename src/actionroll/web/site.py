"""The odds as a site without a server: each game's page, and beside it exact answers over its main inputs.

The page is the one that is served; only what asks the server is another module, which looks into the tables.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from actionroll.api import games, odds_of, question
from actionroll.errors import ActionrollError, Budget
from actionroll.rules.game import Decision, Game, Move
from actionroll.rules.inputs import Input, inputs_of
from actionroll.web.bodies import encoded
from actionroll.web.catalogue import game_json
from actionroll.web.pages import bundled, rendered, static_file
from actionroll.web.questions import DECIDE, first_throw

MOST_CELLS = 4_000
"""Of one move."""
MOST_STEPS = 100_000
"""That counting a cell may take."""
WIDTHS = (3, 6, 8, 11, 1_000)
"""So many values of an input at first, then as many more as there is room for."""
MOST_DECISIONS = 2
ROOM = 12
"""So many times more cells are kept free for more values."""
FEW_VALUES = 4
"""Which an input always has whole."""
MOST_VALUES = 12
"""Of a fact; one that has more would fill the tables, and is left to the program."""
UNSET = {"unset": True}
"""The value of an input that is left out, where its default follows from others."""
STATIC = ("page.bundle.css", "icon.svg")
SCRIPT = "odds-page.bundle.js"
TO_TOP = "../../"


class PageAxis(NamedTuple):
    """An input or a decision that the tables go over, with its values as JSON has them."""

    name: str
    values: tuple[Any, ...]
    unset: Any
    """The value that leaving it out means."""
    decision: bool = False


class GameWritten(NamedTuple):
    """What an export wrote of a game."""

    game: str
    cells: int
    size: int
    """Of its tables, in bytes."""


def write_site(
    folder: Path, most: int = MOST_CELLS, told: Callable[[int, int], None] = lambda *_: None
) -> list[GameWritten]:
    """The whole site into a folder; `told` hears how many games are done."""
    listed = games()
    static = folder / "static"
    static.mkdir(parents=True, exist_ok=True)
    for name in STATIC:
        (static / name).write_bytes(static_file(name).body)
    (static / SCRIPT).write_text(script(), encoding="utf-8")
    written = []
    for done, each in enumerate(listed):
        told(done, len(listed))
        written.append(_write_game(folder / "odds" / each.id, each, most))
    lines = [{"game": each.id, "title": each.title, "line": each.line} for each in listed]
    _write(folder / "index.html", rendered("site.html", origin="", top="", static=_beside(""), games=lines))
    return written


def script() -> str:
    """The odds page's modules, with the tables in the place of the server."""

    def read(name: str) -> str:
        return static_file("exported.js" if name == "server.js" else name).body.decode()

    return bundled("odds-page.js", read)[SCRIPT]


def _write_game(folder: Path, played: Game, most: int) -> GameWritten:
    folder.mkdir(parents=True, exist_ok=True)
    told = {"game": played.id, "title": played.title, "line": played.line, "is_played": False}
    _write(folder / "index.html", rendered("odds.html", origin="", top=TO_TOP, static=_beside(TO_TOP), **told))
    shown = json.loads(game_json(played.id))
    (folder / "game.json").write_bytes(encoded(shown))
    cells, size = 0, 0
    for move in played.moves:
        table = table_of(played, move, shown["examples"].get(move.name, {}), most)
        answers = encoded(table)
        (folder / f"{move.name}.json").write_bytes(answers)
        cells, size = cells + len(table["cells"]), size + len(answers)
    return GameWritten(played.id, cells, size)


def _beside(top: str) -> Callable[[str], str]:
    return lambda name: f"{top}static/{name}"


def _write(path: Path, page: bytes) -> None:
    path.write_bytes(page)


def table_of(played: Game, move: Move, example: Mapping[str, Any], most: int) -> dict[str, Any]:
    """The answers of a move over its main inputs and decisions; equal ones stand once."""
    axes = axes_of(played, move, example, most)
    answers, refused, says, tiers = _Once(), _Once(), _Once(), _Once()
    cells = []
    for point in product(*(axis.values for axis in axes)):
        try:
            cells.append(answers.place(_answer(played, move, list(zip(axes, point, strict=True)), says, tiers)))
        except ActionrollError as error:
            cells.append(-1 - refused.place(str(error)))
    shown = [
        {"name": axis.name, "values": axis.values, "unset": axis.unset, "decision": axis.decision} for axis in axes
    ]
    return {
        "axes": shown,
        "cells": cells,
        "answers": answers.listed,
        "refused": refused.listed,
        "says": says.listed,
        "tiers": tiers.listed,
    }


class _Once:
    """Things that are told once, and known by their place from then on."""

    def __init__(self) -> None:
        self.listed: list[Any] = []
        self._places: dict[str, int] = {}

    def place(self, thing: Any) -> int:
        key = json.dumps(thing)
        if key not in self._places:
            self._places[key] = len(self.listed)
            self.listed.append(thing)
        return self._places[key]


def _answer(played: Game, move: Move, point: Sequence[tuple[PageAxis, Any]], says: _Once, tiers: _Once) -> list[Any]:
    """Tiers in their order, facts, what is rolled, its costs, and inputs whose default follows from others."""
    attempt = {axis.name: value for axis, value in point if not axis.decision and value != UNSET}
    decide = {axis.name.removeprefix(DECIDE): value for axis, value in point if axis.decision}
    asked = question(played, move.name, attempt, decide=decide, budget=Budget(MOST_STEPS))
    shown = odds_of(asked).to_dict()
    throw = first_throw(asked)
    inputs = inputs_of(move.attempt)
    follows = {
        name: each.kind.show(getattr(asked.attempt, name))
        for name, each in inputs.items()
        if each.default is not None and each.default.says and name not in attempt
    }
    chances = [tiers.place(list(shown["tiers"])), *shown["tiers"].values()]
    facts = {name: values for name, values in shown["facts"].items() if len(values) <= MOST_VALUES}
    return [chances, facts, says.place(throw["says"]), throw["costs"], follows]


def axes_of(played: Game, move: Move, example: Mapping[str, Any], most: int) -> list[PageAxis]:
    """The inputs and decisions that a move's tables vary: as many as fit with few values, then with more values."""
    wishes = _wishes(played, move, example)
    whole = list(_wanted(played, move, example, wishes))
    axes: list[PageAxis] = []
    for axis in whole:
        wished = wishes.get(axis.name, [])
        narrow = _narrowed(axis, 0 if wished else WIDTHS[0], wished)
        if (wished or len(narrow.values) > 1) and _cells([*axes, narrow]) <= most // ROOM:
            axes.append(narrow)
    wide = {axis.name: axis for axis in whole}
    for width in WIDTHS[1:]:
        for place, axis in enumerate(axes):
            wider = _narrowed(wide[axis.name], width, wishes.get(axis.name, []))
            if _cells([*axes[:place], wider, *axes[place + 1 :]]) <= most:
                axes[place] = wider
    return axes


def _cells(axes: Sequence[PageAxis]) -> int:
    return prod(len(axis.values) for axis in axes)


def _wishes(played: Game, move: Move, example: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The values that the page itself begins with: of the sheet's example, and of the questions it offers."""
    offered = [each.attempt for each in played.face.asked if each.move == move.name] if played.face else []
    inputs = inputs_of(move.attempt)
    filled = {name: value for name, value in example.items() if inputs[name].required or inputs[name].kind.repeats}
    names = dict.fromkeys(name for each in (filled, *offered) for name in each)
    return {name: _apart([each[name] for each in (filled, *offered) if name in each]) for name in names}


def _wanted(
    played: Game, move: Move, example: Mapping[str, Any], wishes: Mapping[str, list[Any]]
) -> Iterator[PageAxis]:
    """What a table could vary, most important first: required inputs, decisions, those shown first, and all else."""
    inputs = {name: each for name, each in inputs_of(move.attempt).items() if each.weighs and not each.kind.is_text}
    first = played.face.first if played.face else ()
    asked = [name for name, each in inputs.items() if each.required or (each.kind.repeats and example.get(name))]
    shown = [name for name in inputs if name in first and name not in asked]
    usual = _Usual(played, move, {name: example[name] for name in asked if name in example})
    offered = [name for name in inputs if name in wishes and name not in (*asked, *shown)]
    rest = [_axis(each, []) for name, each in inputs.items() if name not in (*asked, *shown, *offered)]
    yield from (_axis(inputs[name], wishes.get(name, [])) for name in asked)
    yield from (_axis(inputs[name], wishes[name]) for name in offered)
    yield from usual.weighty(map(_decided, move.decisions))[:MOST_DECISIONS]
    yield from (_axis(inputs[name], wishes.get(name, [])) for name in shown)
    yield from usual.weighty(rest)


def _decided(each: Decision) -> PageAxis:
    options = [*each.options, *each.named_ways]
    return PageAxis(f"{DECIDE}{each.name}", tuple(options), options[0], decision=True)


class _Usual:
    """A usual roll of a move, to see what changes its odds."""

    def __init__(self, played: Game, move: Move, attempt: Mapping[str, Any]) -> None:
        self._played, self._move, self._attempt = played, move, dict(attempt)
        self._done = {each.name: list(each.options)[-1] for each in move.decisions}
        """Everything done that can be: what a decision spends shows only where it is spent."""
        sheet = [each for each in inputs_of(move.attempt).values() if each.by == "sheet" and each.kind.is_number]
        richest = {each.name: each.kind.values()[-1] for each in sheet if each.name not in attempt}
        self._rich: list[dict[str, Any]] = [{}, *({name: most} for name, most in richest.items())]
        """With a track at its highest, so that what it pays for can be paid."""

    def weighty(self, axes: Iterable[PageAxis]) -> list[PageAxis]:
        """Those that move the odds, the weightiest first."""
        if not self._odds({}, {}):  # something must be said first, and nobody knows what
            return list(axes)
        weighed = [(self.weight(axis), axis) for axis in axes]
        return [axis for weight, axis in sorted(weighed, key=lambda each: -each[0]) if weight]

    def weight(self, axis: PageAxis) -> Fraction:
        """How far the odds can move with it."""
        values = (axis.values[-1], axis.values[len(axis.values) // 2])
        if axis.decision:
            name = axis.name.removeprefix(DECIDE)
            return max(self._moved(rich, {}, {}, {name: value}) for value in values for rich in self._rich)
        return max(self._moved({}, self._done, {axis.name: value}, self._done) for value in values)

    def _moved(
        self, before: Mapping[str, Any], decide: Mapping[str, str], change: Mapping[str, Any], other: Mapping[str, str]
    ) -> Fraction:
        first, second = self._odds(before, decide), self._odds({**before, **change}, other)
        if set(first) != set(second):  # one of them is refused, or is no roll at all
            return Fraction(0)
        return sum((abs(first[tier] - second[tier]) for tier in first), Fraction(0))

    def _odds(self, change: Mapping[str, Any], decide: Mapping[str, str]) -> Mapping[str, Fraction]:
        attempt = {name: value for name, value in {**self._attempt, **change}.items() if value != UNSET}
        try:
            return odds_of(question(self._played, self._move.name, attempt, decide=decide, budget=Budget(MOST_STEPS)))
        except ActionrollError:
            return {}


def _axis(each: Input, wished: Sequence[Any]) -> PageAxis:
    """All values of an input; those of a list are one or none, besides the wished."""
    kind = each.kind
    values: list[Any] = [[one] for one in kind.single().values()] if kind.repeats else list(kind.values())
    unset: Any = UNSET
    if each.default is not None and not each.default.says:
        unset = kind.show(each.default.value)
    starts = [] if each.required else [unset]
    return PageAxis(each.name, tuple(_apart([*starts, *wished, *values])), unset)


def _narrowed(axis: PageAxis, width: int, wished: Sequence[Any]) -> PageAxis:
    """The first values, with the default and the wished among them, in their order."""
    if axis.decision or len(axis.values) <= FEW_VALUES:
        return axis
    kept = _apart([*([axis.unset] if axis.unset in axis.values else []), *wished])
    more = [value for value in axis.values if value not in kept]
    chosen = [*kept, *more[: max(0, width - len(kept))]]
    return axis._replace(values=tuple(value for value in axis.values if value in chosen))


def _apart(values: Sequence[Any]) -> list[Any]:
    """Each value once; True is not 1."""
    found: dict[str, Any] = {}
    for value in values:
        found.setdefault(json.dumps(value), value)
    return list(found.values())
