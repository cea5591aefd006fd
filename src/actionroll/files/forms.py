"""What a game file declares besides its rolls: inputs, rulings, the sheet, and what is left to people."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from actionroll.files.expressions import LIST, NAME, NUMBER, TRUTH, Formula, Piece, Sort, compiled, parse, word_of
from actionroll.files.faults import Wrong
from actionroll.files.flow import RESERVED
from actionroll.files.functions import PLAIN
from actionroll.files.source import Section
from actionroll.rules import inputs as declared
from actionroll.rules.inputs import Joins, OfEach
from actionroll.rules.kinds import DieSize, Whole, die_name
from actionroll.rules.sheet import Joining, Mark, SheetForm, Track, Trait, Values
from actionroll.rules.steps import Due, Way

KINDS = ("number", "choice", "yes or no", "die", "dice", "numbers", "text")
SETTERS = ("sheet", "roller", "helper", "gm")
OWNERS = ("character", "table")
LADDER = (4, 6, 8, 10, 12)
SORT_OF = {"number": NUMBER, "yes or no": TRUTH, "die": NUMBER, "dice": LIST, "numbers": LIST}
TRAIT = "trait"
"""What an input reads that is filled by whatever trait was picked."""


class InputLine(NamedTuple):
    """One input of a move, as a field of its attempt and as a value of its roll."""

    name: str
    field: Any
    sort: Sort | None
    none_is: Formula | None
    reads: str
    of_each: str
    joins: str
    """What those are called who join through it."""
    members: bool
    is_list: bool
    follows: Formula | None


def check_name(section: Section, name: str) -> None:
    """A name that expressions can use."""
    if not NAME.fullmatch(name) or len(name) > 40 or re.fullmatch(r"d\d+", name) or name in RESERVED:
        says = f"{name!r} is no name for a value: small letters, digits and _, and none of the language's own words."
        section.faults.add(section.place(name), says)


def die_sizes(section: Section, name: str, default: tuple[int, ...]) -> tuple[int, ...]:
    """A list of dice as people write them: ["0", "d4", "d6"]."""
    named = section.words(name)
    found = [size_of(each) for each in named]
    if None in found or (named and not found):
        section.wrong(name, 'dice such as ["d4", "d6", "d8"], with "0" for no die')
        return default
    return tuple(size for size in found if size is not None) or default


def size_of(text: str) -> int | None:
    """The sides of a die; 0 for no die."""
    found = re.fullmatch(r"d(\d{1,3})|0", text)
    return None if not found else int(found[1] or 0)


def input_line(section: Section, ladder: tuple[int, ...]) -> InputLine:
    """One input from its table."""
    kind = section.word("kind", KINDS, "number")
    if "kind" not in section:
        section.faults.add(section.place(), f"{section.name} needs kind: one of {', '.join(KINDS)}.")
    says = section.text("says")
    reads = section.text("reads", "")
    by = section.word("by", SETTERS, "sheet" if reads else "roller")
    none_is, follows = _formula(section, "none_is"), _formula(section, "follows")
    of_each, members = section.text("of_each", ""), section.truth("members")
    joins = _joins(section, by, says, of_each, kind, reads, members)
    more = {"joins": None if members else joins, "of_each": OfEach(of_each) if of_each else None}
    field = _field(section, kind, says, by, ladder, none_is=none_is is not None, follows=follows, more=more)
    sort = word_of(tuple(section.values.get("words", ()))) if kind == "choice" else SORT_OF.get(kind)
    section.end("kind")
    is_list = kind in ("dice", "numbers")
    return InputLine(
        section.name, field, sort, none_is, reads, of_each, joins.part if joins else "", members, is_list, follows
    )


def _formula(section: Section, name: str) -> Formula | None:
    value = section.text(name, "")
    if not value:
        return None
    try:
        return parse(Piece(value, section.place(name)))
    except Wrong as wrong:
        section.faults.take(wrong)
        return None


def _joins(section: Section, by: str, says: str, of_each: str, kind: str, reads: str, members: bool) -> Joins | None:
    """Others join through an input that helpers set, unless it only holds something of each who joined."""
    told, part = section.text("joins", ""), section.word("part", ("helper", "member"), "helper")
    does = section.text("does", "helps")
    if members:
        return Joins(told or says, "member", does)
    if not told and (by != "helper" or of_each or kind in ("choice", "yes or no", "text", "die")):
        return None
    return Joins(told or says, part, does, with_trait=reads == TRAIT)


def _field(  # noqa: PLR0913
    section: Section, kind: str, says: str, by: Any, ladder: tuple[int, ...], *, none_is: bool, follows: Formula | None,
    more: dict[str, Any],
) -> Any:  # fmt: skip
    """The field of an attempt, as a game in Python would write it."""
    called = section.truth("called")
    match kind:
        case "number":
            low, high = bounds(section)
            usual: dict[str, Any] = {"default": None} if none_is else {}
            if "default" in section:
                usual = {"default": section.number("default", low, low, high)}
            later = (Follows(follows.piece.text).value, follows.piece.text) if follows else None
            return declared.whole(
                low, high, says, by=by, or_none=none_is, called=called, follows=later, **usual, **more
            )
        case "choice":
            words = section.words("words", required=True) or ("yes", "no")
            chosen = section.word("default", words, words[0])
            required = section.truth("required")
            return declared.choice(*words, says=says, by=by, default=chosen, required=required, called=called)
        case "yes or no":
            return declared.yes_no(says, by=by, default=section.truth("default"))
        case "die":
            return _die(section, says, by, die_sizes(section, "sizes", ladder), called, none_is)
        case "text":
            return declared.words(says, by=by, called=called)
        case _:
            of = DieSize(die_sizes(section, "sizes", ladder)) if kind == "dice" else Whole(*bounds(section))
            most = section.number("most", 20, 1, 100)
            return declared.many(of, says, most=most, by=by, required=section.truth("required"), **more)


def _die(section: Section, says: str, by: Any, sizes: tuple[int, ...], called: bool, none_is: bool) -> Any:
    usual: dict[str, Any] = {"default": None} if none_is else {}
    if "default" in section:
        usual = {"default": size_of(section.text("default", ""))}
        if usual["default"] not in sizes:
            section.wrong("default", f"one of its dice, {', '.join(die_name(size) for size in sizes)}")
    return declared.die(sizes, says, by=by, or_none=none_is, called=called, **usual)


class Follows:
    """A default that is worked out from other inputs; which ones is known once all of them are."""

    def __init__(self, says: str) -> None:
        self.says = says
        self.of: Callable[[Values], Any] = _nothing

    def value(self, values: Values) -> Any:
        """The value, for these inputs."""
        return self.of(values)


def _nothing(values: Values) -> Any:
    return 0


class Of(NamedTuple):
    """A value of that name out of others."""

    name: str

    def value(self, values: Values) -> Any:
        """That value."""
        return values[self.name]


def bounds(section: Section) -> tuple[int, int]:
    """The lowest and highest number of something."""
    low, high = section.number("low", 0), section.number("high")
    if high < low:
        section.wrong("high", f"a whole number from {low} on, its low")
    return low, max(low, high)


def ruling_of(section: Section) -> tuple[Any, Sort]:
    """A ruling from its table: words, yes or no, or a number within bounds."""
    rule, reason = section.text("rule", ""), section.text("reason")
    values = section.words("values")
    if values:
        made, sort = declared.ruling(rule, *values, reason=reason), word_of(values)
    elif "high" in section:
        low, high = bounds(section)
        made = declared.ruling(
            rule, section.number("default", low, low, high), reason=reason, least=low, most=max(1, high)
        )
        sort = NUMBER
    else:
        made, sort = declared.ruling(rule, section.truth("default"), reason=reason), TRUTH
    section.end("values", "low", "high", "default")
    return made, sort


# The sheet.


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
    return SheetForm(on.traits, on.tracks, on.marks, fill, {}, share, lend, dict(picks), on.each_round)


# What is left to people.


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


def check_reads(section: Section, lines: tuple[InputLine, ...], on: Declared) -> None:
    """What an input reads or belongs to must be there."""
    for each in lines:
        own = section.section(each.name)
        if each.reads and each.reads != TRAIT and each.reads not in on.names:
            own.faults.unknown(own.place("reads"), "value of the sheet", each.reads, {*on.names, TRAIT})
        if each.of_each and each.of_each not in [other.name for other in lines if other.joins]:
            own.faults.unknown(
                own.place("of_each"),
                "input through which others join",
                each.of_each,
                [o.name for o in lines if o.joins],
            )
        plain = {other.name: other.sort for other in lines if other.sort and not other.none_is and not other.follows}
        for formula in (each.none_is, each.follows):
            try:
                made = compiled(formula, plain, NUMBER) if formula is not None else None
            except Wrong as wrong:
                own.faults.take(wrong)
            else:
                if made and formula and formula is each.follows:
                    each.field.metadata["input"](each.name).default.follows.__self__.of = from_values(
                        formula, made.code
                    )


def from_values(formula: Formula, code: str) -> Callable[[Values], Any]:
    """An expression over inputs as a function of all of them."""
    space: dict[str, Any] = {"__builtins__": {}, **PLAIN}
    taken = [f"    v_{name} = values[{name!r}]" for name in sorted(formula.names)]
    exec("\n".join(["def of(values):", *taken, f"    return {code}"]), space)  # noqa: S102
    made: Callable[[Values], Any] = space["of"]
    return made
