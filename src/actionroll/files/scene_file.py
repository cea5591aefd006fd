"""Scenes of a game file: rolls in a row, with tracks and counts carried from one to the next.

[scenes.NAME]    says, move, rolls; carries = ["stress"]: tracks of the sheet; inputs = {dots = 2}: what each roll takes
    counts       name = {high, says, by = {TIER = 1}}: what each tier adds
    ends         ending = "condition", the first that holds
    order        all endings from worst to best, "out of rolls" among them
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, make_dataclass
from typing import Any, NamedTuple

from actionroll.files.character import Declared
from actionroll.files.expressions import NUMBER, TRUTH, Formula, Piece, compiled, parse
from actionroll.files.faults import Wrong
from actionroll.files.forms import from_values
from actionroll.files.source import Section
from actionroll.rules.game import Move
from actionroll.rules.inputs import Default, Input, inputs_of, whole
from actionroll.rules.scene import OUT_OF_ROLLS, Carried, Scene
from actionroll.rules.steps import Outcome

MOST_ROLLS = 200


class Count(NamedTuple):
    """Something that tiers add to."""

    carried: Carried
    by: Mapping[str, int]


class Played(NamedTuple):
    """How a scene of a file goes: the functions that a scene is made of."""

    tracks: tuple[Carried, ...]
    counts: tuple[Count, ...]
    inputs: tuple[str, ...]
    read: frozenset[str]
    """The tracks that each roll takes as inputs."""
    ends: tuple[tuple[str, Callable[[Any], Any]], ...]

    def carried(self, settings: Any) -> tuple[Carried, ...]:
        """The tracks, then the counts."""
        return (*self.tracks, *[each.carried for each in self.counts])

    def attempts(self, settings: Any, now: Mapping[str, int], rulings: Any) -> Mapping[str, Mapping[str, Any]]:
        """The one way to go about each roll."""
        said = {name: getattr(settings, name) for name in self.inputs}
        return {"roll": {**said, **{name: now[name] for name in self.read}}}

    def over(self, settings: Any, now: Mapping[str, int]) -> str:
        """The first ending whose condition holds."""
        return next((ending for ending, holds in self.ends if holds(now)), "")

    def goes_on(self, settings: Any, outcome: Outcome) -> Mapping[str, int]:
        """What the tier adds to each count."""
        return {each.carried.name: each.by.get(outcome.tier, 0) for each in self.counts}


def scene_of(section: Section, game_id: str, moves: Mapping[str, Move], on: Declared) -> Scene | None:
    """One scene from its table."""
    says, move = section.text("says"), section.word("move", tuple(moves), next(iter(moves), ""))
    if move not in moves:
        return None
    declared = inputs_of(moves[move].attempt)
    tracks = _tracks(section, on)
    counts = tuple(_count(each, moves[move].tiers) for _, each in section.section("counts").sections())
    settings = _settings(section, declared, section.number("rolls", 10, 1, MOST_ROLLS))
    names = [each.name for each in (*tracks, *[count.carried for count in counts])]
    ends = _ends(section.section("ends"), names)
    order = section.words("order", required=True)
    if set(order) != {OUT_OF_ROLLS, *[ending for ending, _ in ends]}:
        section.wrong("order", f'every ending once, from worst to best, with "{OUT_OF_ROLLS}" among them')
    aim = section.word("aim", order, order[-1] if order else "")
    section.end()
    inputs = tuple(name for name in section.section("inputs").values if name in declared)
    played = Played(tracks, counts, inputs, frozenset(names) & frozenset(declared), ends)
    return Scene(
        game=game_id, name=section.name, says=says, settings=settings, carried=played.carried, attempts=played.attempts,
        over=played.over, endings=order, aim=aim, goes_on=played.goes_on, move=move,
    )  # fmt: skip


def _tracks(section: Section, on: Declared) -> tuple[Carried, ...]:
    known = {each.name: each for each in on.tracks if isinstance(each.high, int)}
    found = []
    for name in section.words("carries"):
        if name not in known:
            section.faults.unknown(section.place("carries"), "track with bounds", name, known)
            continue
        low, high, start = (each if isinstance(each, int) else 0 for each in known[name][1:4])
        found.append(Carried(name, low, high, start, known[name].says))
    return tuple(found)


def _count(section: Section, tiers: tuple[str, ...]) -> Count:
    high, says = section.number("high", None, 1, 1000), section.text("says", "")
    by = section.section("by")
    points = {tier: by.number(tier, 0, -100, 100) for tier in tiers if tier in by}
    by.end(*tiers)
    section.end()
    return Count(Carried(section.name, 0, high, 0, says), points)


def _settings(section: Section, declared: Mapping[str, Input], rolls: int) -> type[Any]:
    """What a scene is played with: the inputs that it names, and how many rolls at most."""
    given = section.section("inputs")
    fields: list[Any] = []
    for name, value in given.values.items():
        if name not in declared:
            given.faults.unknown(given.place(name), "input", name, declared)
            continue
        try:
            begun = Default(declared[name].kind.parse(value))
        except (ValueError, TypeError):
            given.wrong(name, declared[name].kind.accepts())
            continue
        fields.append((name, Any, field(kw_only=True, metadata={"input": _with(declared[name], begun)})))
    most = whole(1, MOST_ROLLS, "The largest number of rolls.", default=rolls)
    return make_dataclass("Settings", [*fields, ("rolls", int, most)], frozen=True, slots=True)


def _with(each: Input, default: Default) -> Callable[[str], Input]:
    return lambda name: each._replace(default=default, by="roller", called=False, joins=None, of_each=None)


def _ends(section: Section, names: list[str]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    found = []
    for ending in list(section.values)[:20]:
        text = section.text(ending)
        try:
            formula: Formula = parse(Piece(text, section.place(ending)))
            code = compiled(formula, dict.fromkeys(names, NUMBER), TRUTH).code
        except Wrong as wrong:
            section.faults.take(wrong)
            continue
        found.append((ending, from_values(formula, code)))
    return tuple(found)
