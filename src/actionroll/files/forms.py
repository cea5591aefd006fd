"""What is settled before the dice of a game file fall: the inputs of its moves, and its rulings."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from actionroll.files.expressions import ANY, LIST, NAME, NUMBER, TRUTH, Formula, Piece, Sort, compiled, parse, word_of
from actionroll.files.flow import OWN_WORDS, RESERVED
from actionroll.files.functions import PLAIN
from actionroll.files.source import Chapter, Wrong
from actionroll.rules import inputs as declared
from actionroll.rules.inputs import Joins, OfEach
from actionroll.rules.kinds import DieSize, Whole, die_name
from actionroll.rules.sheet import Values

KINDS = ("number", "choice", "yes or no", "die", "dice", "numbers", "text")
SETTERS = ("sheet", "roller", "helper", "gm")
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
    rule: str = ""
    """What it is about, where that is a rule of its own."""


def check_name(section: Chapter, name: str) -> bool:
    """Whether a name is one that expressions can use; if it is not, that is a fault."""
    if name in RESERVED:
        says = f"{name!r} is no name for a value, for it means something already, as do {', '.join(OWN_WORDS)}."
    elif not NAME.fullmatch(name) or len(name) > 40 or re.fullmatch(r"d\d+", name):
        says = f"{name!r} is no name for a value: small letters, digits and _, beginning with a letter, and no die."
    else:
        return True
    section.faults.add(section.place(name), says)
    return False


def die_sizes(section: Chapter, name: str, default: tuple[int, ...]) -> tuple[int, ...]:
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


def input_line(section: Chapter, ladder: tuple[int, ...]) -> InputLine:
    """One input from its table."""
    if section.values.get("kind", KINDS[0]) not in KINDS:
        section.faults.unknown(section.place("kind"), "kind called", section.values["kind"], KINDS)
        return InputLine(section.name, declared.words("", by="roller"), ANY, None, "", "", "", False, False, None)
    kind = section.word("kind", KINDS, "number")
    if "kind" not in section:
        section.faults.add(section.place(), f"{section.name} needs kind: one of {', '.join(KINDS)}.")
    says = section.text("says")
    reads, rule = section.text("reads", ""), section.text("rule", "")
    by = section.word("by", SETTERS, "sheet" if reads else "roller")
    none_is, follows = _formula(section, "none_is"), _formula(section, "follows")
    of_each, members = section.text("of_each", ""), section.truth("members")
    joins = _joins(section, by, says, of_each, kind, reads, members)
    more = {"joins": None if members else joins, "of_each": OfEach(of_each) if of_each else None}
    field = _field(section, kind, says, by, ladder, none_is=none_is is not None, follows=follows, more=more)
    sort = SORT_OF.get(kind)
    if kind == "choice":
        sort = word_of(section.words("words")) if section.words("words") else ANY
    section.end("kind", *(("default",) if kind in ("number", "choice", "yes or no", "die") else ()))
    is_list = kind in ("dice", "numbers")
    return InputLine(
        section.name, field, sort, none_is, reads, of_each, joins.part if joins else "", members, is_list, follows, rule
    )


def _formula(section: Chapter, name: str) -> Formula | None:
    value = section.text(name, "")
    if not value:
        return None
    try:
        return parse(Piece(value, section.place(name)))
    except Wrong as wrong:
        section.faults.take(wrong)
        return None


def _joins(section: Chapter, by: str, says: str, of_each: str, kind: str, reads: str, members: bool) -> Joins | None:
    """Others join through an input that helpers set, unless it only holds something of each who joined."""
    told, part = section.text("joins", ""), section.word("part", ("helper", "member"), "helper")
    does = section.text("does", "helps")
    if members:
        return Joins(told or says, "member", does)
    if not told and (by != "helper" or of_each or kind in ("choice", "yes or no", "text", "die")):
        return None
    return Joins(told or says, part, does, with_trait=reads == TRAIT)


def _field(  # noqa: PLR0913
    section: Chapter, kind: str, says: str, by: Any, ladder: tuple[int, ...], *, none_is: bool, follows: Formula | None,
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


def _die(section: Chapter, says: str, by: Any, sizes: tuple[int, ...], called: bool, none_is: bool) -> Any:
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


def bounds(section: Chapter) -> tuple[int, int]:
    """The lowest and highest number of something."""
    low, high = section.number("low", 0), section.number("high")
    if high < low:
        section.wrong("high", f"a whole number from {low} on, its low")
    return low, max(low, high)


def ruling_of(section: Chapter) -> tuple[Any, Sort]:
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


def check_reads(section: Chapter, lines: tuple[InputLine, ...], on_sheet: frozenset[str]) -> None:
    """What an input reads or belongs to must be there."""
    for each in lines:
        own = section.section(each.name)
        if each.reads and each.reads != TRAIT and each.reads not in on_sheet:
            own.faults.unknown(own.place("reads"), "value of the sheet", each.reads, {*on_sheet, TRAIT})
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
