"""What a character of a game file is made of, what a move reads of it, and the scenes that carry it along.

[scenes.NAME]    says, move, rolls; carries = ["stress"]: tracks of the sheet; inputs = {dots = 2}: what each roll takes
    counts       name = {high, says, by = {TIER = 1}}: what each tier adds
    ends         ending = "condition", the first that holds
    order        all endings from worst to best, "out of rolls" among them
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field, make_dataclass
from typing import Any, NamedTuple

from actionroll.files.expressions import NUMBER, TRUTH, Formula, Piece, compiled, parse
from actionroll.files.forms import TRAIT, InputLine, bounds, check_name, die_sizes, from_values
from actionroll.files.source import Chapter, Wrong
from actionroll.games import BUILT_IN, game
from actionroll.rules.face import DieLook, Face, TrackLook
from actionroll.rules.game import OUT_OF_ROLLS, Carried, Move, Scene
from actionroll.rules.inputs import Default, Input, inputs_of, whole
from actionroll.rules.kinds import DieSize, Whole
from actionroll.rules.sheet import Joining, Mark, SheetForm, Track, Trait, Values
from actionroll.rules.steps import Due, Outcome, Way

OWNERS = ("character", "table")


class Of(NamedTuple):
    """A value of that name out of others."""

    name: str

    def value(self, values: Values) -> Any:
        """That value."""
        return values[self.name]


class Fill(NamedTuple):
    """What a move reads from a sheet when a trait is picked."""

    reads: tuple[tuple[str, str, bool], ...]
    """Each input, what it reads, and whether it is a list."""

    def read(self, values: Values, trait: str) -> Mapping[str, Any]:
        """The inputs that are there."""
        found = {}
        for name, source, is_list in self.reads:
            value = values.get(trait if source == TRAIT else source)
            if value is not None:
                found[name] = [value] if is_list else value
        return found


class Lend(NamedTuple):
    """What someone who joins brings from their own sheet."""

    reads: tuple[tuple[str, str], ...]

    def read(self, values: Values, how: Joining) -> Mapping[str, Any]:
        """What they add."""
        return {name: values[how.trait if source == TRAIT else source] for name, source in self.reads}


class Share(NamedTuple):
    """What one of several members adds to the lists of a move."""

    reads: tuple[tuple[str, str], ...]

    def read(self, values: Values, trait: str) -> Mapping[str, Any]:
        """What they add."""
        return {name: values[trait if source == TRAIT else source] for name, source in self.reads}


def traits_of(section: Chapter, ladder: tuple[int, ...]) -> tuple[Trait, ...]:
    """Traits by their groups: numbers within bounds, or dice."""
    found = []
    for group, each in section.sections():
        dice = die_sizes(each, "dice", ladder) if "dice" in each else ()
        kind = DieSize(dice) if dice else Whole(*bounds(each))
        rolls = each.truth("rolls", default=True)
        start = each.section("start")
        for name, value in start.values.items():
            check_name(start, name)
            start.taken.add(name)
            try:
                kind.parse(value)
            except (ValueError, TypeError):
                start.wrong(name, kind.accepts())
            found.append(Trait(name, kind, value, group, rolls))
        if not start.values:
            each.faults.add(each.place(), f"{group} needs start: its traits with what each begins at, {{cool = 1}}.")
        each.end("dice", "low", "high")
    return tuple(found)


def track_of(section: Chapter) -> Track:
    """A track; its upper bound is a number, or another value of the sheet by its name."""
    high: Any = (
        Of(section.text("high")).value if isinstance(section.values.get("high"), str) else section.number("high")
    )
    low = section.number("low", 0)
    start: Any = high if callable(high) else low
    if "start" in section:
        start = section.number("start", low, low, high if isinstance(high, int) else 10**6)
    made = Track(
        section.name, low, high, start, section.text("says"), section.word("owner", OWNERS, "character"),  # type: ignore[arg-type]
        section.text("when_full", ""), section.text("overflow", ""), rolls=section.truth("rolls"),
    )  # fmt: skip
    section.end()
    return made


def mark_of(section: Chapter) -> tuple[Mark, bool]:
    """A mark, and whether it lasts for a round only."""
    made = Mark(section.name, section.text("says"), section.word("owner", OWNERS, "character"))  # type: ignore[arg-type]
    for_a_round = section.truth("each_round")
    section.end()
    return made, for_a_round


class OnSheet(NamedTuple):
    """What stands on a sheet."""

    traits: tuple[Trait, ...]
    tracks: tuple[Track, ...]
    marks: tuple[Mark, ...]
    each_round: tuple[str, ...]

    @property
    def tracked(self) -> frozenset[str]:
        """What a roll can change by points."""
        return frozenset([*[each.name for each in self.traits], *[each.name for each in self.tracks]])

    @property
    def names(self) -> frozenset[str]:
        """Everything by name."""
        return self.tracked | {each.name for each in self.marks}


def declared_on(file: Chapter, ladder: tuple[int, ...]) -> OnSheet:
    """Traits, tracks and marks of a file."""
    traits = traits_of(file.section("traits"), ladder)
    tracks = tuple(track_of(each) for _, each in file.section("tracks").sections())
    marks = [mark_of(each) for _, each in file.section("marks").sections()]
    found = OnSheet(traits, tracks, tuple(mark for mark, _ in marks), tuple(mark.name for mark, once in marks if once))
    for track in tracks:
        section = file.section("tracks").section(track.name)
        check_name(file.section("tracks"), track.name)
        for name, known in (("when_full", [mark.name for mark in found.marks]), ("overflow", found.names)):
            value = getattr(track, name)
            if value and value not in known:
                section.faults.unknown(
                    section.place(name), "mark" if name == "when_full" else "track or mark", value, known
                )
        follows = section.values.get("high")
        if isinstance(follows, str) and follows not in found.names:
            section.faults.unknown(section.place("high"), "value of the sheet", follows, found.names)
    return found


def sheet_of(
    on: OnSheet, moves: Mapping[str, tuple[InputLine, ...]], picks: Mapping[str, tuple[str, ...]]
) -> SheetForm:
    """The form of a sheet, with what each move reads from it."""
    fill, share, lend = {}, {}, {}
    for move, lines in moves.items():
        own = [each for each in lines if each.reads]
        members = tuple((each.name, each.reads) for each in own if each.members)
        lent = tuple((each.name, each.reads) for each in own if not each.members and (each.of_each or each.joins))
        read = tuple(
            (each.name, each.reads, each.is_list) for each in own if not (each.members or each.of_each or each.joins)
        )
        fill.update({move: Fill(read).read} if read and not members else {})
        share.update({move: Share(members).read} if members else {})
        lend.update({move: Lend(lent).read} if lent else {})
    return SheetForm(
        on.traits, on.tracks, on.marks, fill=fill, share=share, lend=lend, picks=dict(picks), each_round=on.each_round
    )  # fmt: skip


def due_of(section: Chapter, on: OnSheet, moves: tuple[str, ...]) -> Due:
    """A due with its ways."""
    ways = tuple(way_of(each, on) for _, each in section.section("ways").sections())
    if not ways:
        section.faults.add(section.place(), f"{section.name} needs ways: a table of what settles it, each with says.")
    made = Due(
        section.name, section.word("by", ("gm", "roller", "attacker", "defender"), "gm"), section.text("says"), ways,
        on=section.word("on", ("roller", "attacker", "defender"), "roller"), rule=section.text("rule", ""),
        answered_by=section.text("answered_by", ""), several=section.truth("several"),
    )  # fmt: skip
    if made.answered_by and made.answered_by not in moves:
        section.faults.unknown(section.place("answered_by"), "move", made.answered_by, moves)
    section.end()
    return made


def way_of(section: Chapter, on: OnSheet) -> Way:
    """One way to settle a due."""
    track = section.text("track", "")
    if track and track not in on.names:
        section.faults.unknown(section.place("track"), "track or mark", track, on.names)
    made = Way(
        section.name, section.text("says"), track, section.number("each", 1 if track else 0, -1000, 1000),
        section.number("most", 1, 1, 1000), section.truth("anyone"), section.number("per", 1, 1, 1000),
        alone=section.truth("alone"), in_words=section.truth("in_words", not track),
    )  # fmt: skip
    section.end()
    return made


LETTERS = ("serif", "sans", "narrow", "round", "slab")
DRAWN = ("boxes", "ladder", "progress", "bar", "count")
TONES = ("plain", "good", "hurt")
SHADES = ("one", "two", "three", "risk", "against")


def face_of(section: Chapter, on: OnSheet) -> Face | None:
    """How the game looks: the colours of a game that is there, and its own letters, emblem, tracks and dice."""
    like = section.word("like", tuple(BUILT_IN), next(iter(BUILT_IN)))
    base, letters = game(like).face, section.word("letters", LETTERS, "sans")
    emblem = section.text("emblem", "", 400)
    if emblem and not EMBLEM.fullmatch(emblem):
        section.wrong("emblem", "the path of a drawing on 24 by 24: letters of SVG paths and numbers")
    tracks, dice = {}, {}
    for name, each in section.section("tracks").sections():
        if name not in on.names:
            each.faults.unknown(each.place(), "track or mark", name, on.names)
        drawn, tone = each.word("drawn", DRAWN, "boxes"), each.word("tone", TONES, "plain")
        tells = each.truth("tells_at_end")
        tracks[name] = TrackLook(drawn, tone, each.text("short", ""), tells_at_end=tells)  # type: ignore[arg-type]
        each.end()
    for name, each in section.section("dice").sections():
        dice[name] = DieLook(each.word("shade", SHADES, "one"), each.text("called", ""))  # type: ignore[arg-type]
        each.end()
    section.end()
    if base is None or section.faults.found:
        return None
    return Face(base.light, base.dark, letters, emblem, dice, tracks)  # type: ignore[arg-type]


EMBLEM = re.compile(r"[MmLlHhVvCcSsQqAaZz0-9 ,.\-]+")


MOST_ROLLS = 200


class Count(NamedTuple):
    """Something that tiers add to."""

    carried: Carried
    by: Mapping[str, int]


class SceneFunctions(NamedTuple):
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


def scene_of(section: Chapter, game_id: str, moves: Mapping[str, Move], on: OnSheet) -> Scene | None:
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
    played = SceneFunctions(tracks, counts, inputs, frozenset(names) & frozenset(declared), ends)
    return Scene(
        game=game_id, name=section.name, says=says, settings=settings, carried=played.carried, attempts=played.attempts,
        over=played.over, endings=order, aim=aim, goes_on=played.goes_on, move=move,
    )  # fmt: skip


def _tracks(section: Chapter, on: OnSheet) -> tuple[Carried, ...]:
    known = {each.name: each for each in on.tracks if isinstance(each.high, int)}
    found = []
    for name in section.words("carries"):
        if name not in known:
            section.faults.unknown(section.place("carries"), "track with bounds", name, known)
            continue
        low, high, start = (each if isinstance(each, int) else 0 for each in known[name][1:4])
        found.append(Carried(name, low, high, start, known[name].says))
    return tuple(found)


def _count(section: Chapter, tiers: tuple[str, ...]) -> Count:
    high, says = section.number("high", None, 1, 1000), section.text("says", "")
    by = section.section("by")
    points = {tier: by.number(tier, 0, -100, 100) for tier in tiers if tier in by}
    by.end(*tiers)
    section.end()
    return Count(Carried(section.name, 0, high, 0, says), points)


def _settings(section: Chapter, declared: Mapping[str, Input], rolls: int) -> type[Any]:
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


def _ends(section: Chapter, names: list[str]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
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
