"""What a character of a game file is made of: traits, tracks and marks, what a move reads of them, and dues."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from actionroll.files.forms import TRAIT, InputLine, bounds, check_name, die_sizes
from actionroll.files.source import Section
from actionroll.games import BUILT_IN, game
from actionroll.rules.face import DieLook, Face, TrackLook
from actionroll.rules.kinds import DieSize, Whole
from actionroll.rules.sheet import Joining, Mark, SheetForm, Track, Trait, Values
from actionroll.rules.steps import Due, Way

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


def traits_of(section: Section, ladder: tuple[int, ...]) -> tuple[Trait, ...]:
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


def track_of(section: Section) -> Track:
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


def mark_of(section: Section) -> tuple[Mark, bool]:
    """A mark, and whether it lasts for a round only."""
    made = Mark(section.name, section.text("says"), section.word("owner", OWNERS, "character"))  # type: ignore[arg-type]
    for_a_round = section.truth("each_round")
    section.end()
    return made, for_a_round


class Declared(NamedTuple):
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


def declared_on(file: Section, ladder: tuple[int, ...]) -> Declared:
    """Traits, tracks and marks of a file."""
    traits = traits_of(file.section("traits"), ladder)
    tracks = tuple(track_of(each) for _, each in file.section("tracks").sections())
    marks = [mark_of(each) for _, each in file.section("marks").sections()]
    found = Declared(traits, tracks, tuple(mark for mark, _ in marks), tuple(mark.name for mark, once in marks if once))
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
    on: Declared, moves: Mapping[str, tuple[InputLine, ...]], picks: Mapping[str, tuple[str, ...]]
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


def due_of(section: Section, on: Declared, moves: tuple[str, ...]) -> Due:
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


def way_of(section: Section, on: Declared) -> Way:
    """One way to settle a due."""
    track = section.text("track", "")
    if track and track not in on.names:
        section.faults.unknown(section.place("track"), "track or mark", track, on.names)
    made = Way(
        section.name, section.text("says"), track, section.number("each", 1 if track else 0, -1000, 1000),
        section.number("most", 1, 1, 1000), section.truth("anyone"), section.number("per", 1, 1, 1000),
        alone=section.truth("alone"),
    )  # fmt: skip
    section.end()
    return made


LETTERS = ("serif", "sans", "narrow", "round", "slab")
DRAWN = ("boxes", "ladder", "progress", "bar", "count")
TONES = ("plain", "good", "hurt")
SHADES = ("one", "two", "three", "risk", "against")


def face_of(section: Section, on: Declared) -> Face | None:
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
        tracks[name] = TrackLook(drawn, tone, each.text("short", ""))  # type: ignore[arg-type]
        each.end()
    for name, each in section.section("dice").sections():
        dice[name] = DieLook(each.word("shade", SHADES, "one"), each.text("called", ""))  # type: ignore[arg-type]
        each.end()
    section.end()
    if base is None or section.faults.found:
        return None
    return Face(base.light, base.dark, letters, emblem, dice, tracks)  # type: ignore[arg-type]


EMBLEM = re.compile(r"[MmLlHhVvCcSsQqAaZz0-9 ,.\-]+")
