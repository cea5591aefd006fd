"""The lines of a roll, as text with its indentation and as values: what each says, before names and sorts are known.

How dice and what is read from them are written stands here, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from actionroll.dice import FUDGE, faces_of
from actionroll.files.expressions import Formula, Piece, parse
from actionroll.files.source import Faults, Place, Wrong, no_such
from actionroll.rules.futures import MOST_DICE

MOST_LINES = 400
LONGEST_LINE = 400


@dataclass
class Block:
    """A line with the lines that are indented below it."""

    piece: Piece
    indent: int
    inner: list[Block] = field(default_factory=list)


def blocks_of(lines: Iterable[tuple[Place, str]], faults: Faults) -> list[Block]:
    """The lines of a text by their indentation, comments and empty lines left out."""
    outer = Block(Piece("", Place(1)), -1)
    standing = [outer]
    for count, (place, line) in enumerate(lines):
        text = _without_comment(line).rstrip()
        if not text.strip():
            continue
        if count >= MOST_LINES or len(text) > LONGEST_LINE:
            faults.add(place, f"A roll takes at most {MOST_LINES} lines of {LONGEST_LINE} characters.")
            break
        indent = len(text.expandtabs(4)) - len(text.expandtabs(4).lstrip())
        while indent <= standing[-1].indent:
            standing.pop()
        block = Block(Piece(text, place).part(0), indent)
        standing[-1].inner.append(block)
        standing.append(block)
    return outer.inner


def _without_comment(line: str) -> str:
    quoted = False
    for place, letter in enumerate(line):
        if letter == '"':
            quoted = not quoted
        if letter == "#" and not quoted:
            return line[:place]
    return line


@dataclass(frozen=True)
class Let:
    """A value gets a name."""

    place: Place
    rule: str
    """What settles it, where that is a rule of its own; a pool that it adds dice to tells it."""
    name: str
    value: Formula


@dataclass(frozen=True)
class Refuse:
    """What cannot be is said before any die falls."""

    place: Place
    says: str
    when: Formula


@dataclass(frozen=True)
class Label:
    """A place to go to."""

    place: Place
    name: str


@dataclass(frozen=True)
class Go:
    """Go on elsewhere."""

    place: Place
    to: str
    when: Formula | None


@dataclass(frozen=True)
class Reading:
    """What is read from the dice of a pool: `best = top 2 of face by face * 20 - size`."""

    place: Place
    name: str
    how: str
    of: Formula | None = None
    """What one die shows; its face where nothing is said. For a count, the condition."""
    many: Formula | None = None
    by: Formula | None = None
    """What puts the dice in order, where it is not what they show."""
    beyond: str = ""
    """The top or bottom whose dice are left out."""


@dataclass(frozen=True)
class KeepLine:
    """Dice that stay as they lie."""

    count: Formula
    sides: int
    face: int


@dataclass(frozen=True)
class PoolLine:
    """Dice that are thrown together."""

    place: Place
    name: str
    by: str
    each: Formula | None
    """A list, of which every number has a pool of its own."""
    dice: Formula
    sides: int
    """0 where the dice are named by their sizes."""
    against: bool = False
    """Whether it is held against the pool before it, not read beside it."""
    readings: tuple[Reading, ...] = ()
    overall: tuple[Reading, ...] = ()
    """What is read from all pools of a list, each by its own readings."""
    kept: tuple[KeepLine, ...] = ()
    again: Formula | None = None
    """Which dice are thrown again."""
    times: int = 0
    """How often dice explode at most; 0 where those that are thrown again take the place of the first."""


@dataclass(frozen=True)
class ChangeLine:
    """A track changes, or a mark is set or cleared."""

    place: Place
    track: str
    who: str
    each: str
    """The input whose helpers or members it falls on, each of them."""
    by: Formula | None
    mark: int = 0
    when: Formula | None = None
    why: str = ""


@dataclass(frozen=True)
class ThrowLine:
    """Dice fall."""

    place: Place
    rule: str
    pools: tuple[PoolLine, ...]
    changes: tuple[ChangeLine, ...]


@dataclass(frozen=True)
class OptionLine:
    """One answer to a decision."""

    place: Place
    name: str
    says: str
    when: Formula | None


@dataclass(frozen=True)
class PolicyLine:
    """A named way to answer a decision: this option when that holds. Of several lines of a name the first counts."""

    place: Place
    name: str
    option: str
    when: Formula | None


@dataclass(frozen=True)
class DecideLine:
    """Someone is asked."""

    place: Place
    rule: str
    name: str
    by: str
    options: tuple[OptionLine, ...]
    policies: tuple[PolicyLine, ...]


@dataclass(frozen=True)
class TierLine:
    """The roll ends in this tier when that holds."""

    place: Place
    tier: str
    """Empty where its place among the tiers is worked out."""
    at: Formula | None
    when: Formula | None


@dataclass(frozen=True)
class DueLine:
    """Something is left to people."""

    place: Place
    name: str
    amount: Formula | None
    when: Formula | None


@dataclass(frozen=True)
class EndLine:
    """The roll ends."""

    place: Place
    rule: str
    when: Formula | None
    tiers: tuple[TierLine, ...]
    changes: tuple[ChangeLine, ...]
    dues: tuple[DueLine, ...]
    why: Piece


AnyLine: TypeAlias = Let | Refuse | Label | Go | ThrowLine | DecideLine | EndLine

OF_A_DIE = frozenset(("face", "size"))


def names_of(*formulas: Formula | None) -> set[str]:
    """The values that expressions name."""
    return {name for formula in formulas if formula is not None for name in formula.names}


def of_pool(pool: PoolLine) -> set[str]:
    """The values that a pool and its readings name."""
    own = {each.name for each in pool.readings} if pool.each is not None else set()
    readings = names_of(*[form for each in (*pool.readings, *pool.overall) for form in (each.of, each.many, each.by)])
    outer = names_of(pool.each)
    inner = names_of(pool.dice, pool.again, *[kept.count for kept in pool.kept])
    return outer | (inner | readings) - OF_A_DIE - own - ({"each"} if pool.each is not None else set())


def of_change(change: ChangeLine) -> set[str]:
    """The values that a change names."""
    return names_of(change.by, change.when) | ({change.each} if change.each else set())


def names_in(words: str) -> list[str]:
    """The values in braces in a text: `{best} is the highest`."""
    return [part.partition("}")[0] for part in words.split("{")[1:] if "}" in part]


def is_change(block: Block) -> bool:
    """Whether a line changes a track or a mark."""
    return block.piece.text.partition(" ")[0] in ("change", "mark", "clear")


def alone(block: Block) -> None:
    """Refuse lines below one that takes none."""
    if block.inner:
        says = "Nothing stands indented below this line; move what follows it to the left, or this line to its place."
        raise Wrong(block.piece.place, says)


def dice_of(piece: Piece) -> tuple[Formula, int]:
    """`2d6`, `dots + 1 d6`, `4dF`, `dice [attribute, skill]`."""
    found = re.fullmatch(r"(.*?)\s*\bd(\d{1,4}|F)|(\d{0,4})d(\d{1,4}|F)", piece.text)
    if not found and piece.text.startswith("dice "):
        return parse(piece.part(5)), 0
    if not found:
        raise Wrong(piece.place, "Dice are written as 2d6, (dots + 1) d6, 4dF, dice traits or dice [attribute, skill].")
    count, sides = (found[1], found[2]) if found[2] else (found[3], found[4])
    if count.isdigit() and int(count) > MOST_DICE:
        raise Wrong(piece.place, f"One throw takes at most {MOST_DICE} dice, not {count}.")
    counted = piece.part(0, len(count)) if count.strip() else Piece("1", piece.place)
    return parse(counted), size_of(sides, piece.place)


def size_of(sides: str, place: Place) -> int:
    """How many sides a die has, as it is written."""
    size = FUDGE if sides == "F" else int(sides)
    if size != FUDGE and not 1 <= size <= 1000:
        raise Wrong(place, "A die has 1 to 1000 sides.")
    return size


def with_line(pool: PoolLine, block: Block) -> PoolLine:
    """A pool with one more of the lines below it."""
    alone(block)
    piece = block.piece
    if is_change(block):
        raise Wrong(piece.place, "A change stands below throw, as far to the right as the dice.")
    if piece.text.startswith(("explode ", "reroll ")):
        if pool.again is not None or pool.each is not None:
            raise Wrong(piece.place, "A pool explodes, or is rerolled, in one way; and not in a list of pools.")
        return replace(pool, again=again_of(piece)[0], times=again_of(piece)[1])
    if kept := re.fullmatch(r"keep (.+?)\s*\bd(\d{1,4}|F) showing (-?\d{1,4})", piece.text):
        sides = size_of(kept[2], piece.place)
        if int(kept[3]) not in faces_of(sides):
            raise Wrong(piece.place, "A die that is kept shows one of its faces: keep banes d6 showing 1.")
        return replace(pool, kept=(*pool.kept, KeepLine(parse(piece.part(5, kept.end(1))), sides, int(kept[3]))))
    if piece.text.startswith("all "):
        return replace(pool, overall=(*pool.overall, reading_of(piece.part(4))))
    return replace(pool, readings=(*pool.readings, reading_of(piece)))


def with_name(pool: PoolLine, block: Block) -> PoolLine:
    """A pool where a faulty reading has its name at least: what names it is not faulty, too."""
    named = re.match(r"(all )?([a-z][a-z0-9_]*)\s*=", block.piece.text)
    if not named:
        return pool
    reading = Reading(block.piece.place, named[2], "sum")
    if named[1]:
        return replace(pool, overall=(*pool.overall, reading))
    return replace(pool, readings=(*pool.readings, reading))


def again_of(piece: Piece) -> tuple[Formula, int]:
    """`explode face == size upto 3`, `reroll face == 1`."""
    if piece.text.startswith("reroll "):
        return parse(piece.part(7)), 0
    found = re.fullmatch(r"explode (.+) upto (\d{1,2})", piece.text)
    if not found or not 1 <= int(found[2]) <= 20:
        raise Wrong(piece.place, "Dice explode up to a bound of 1 to 20: explode face == size upto 3.")
    return parse(piece.part(8, found.end(1))), int(found[2])


READINGS = re.compile(
    r"(sum|highest|lowest|faces|top (?P<top>.+?)|bottom (?P<bottom>.+?))"
    r"(?: of (?P<of>.+?))?(?: by (?P<by>.+?))?(?: beyond (?P<beyond>[a-z][a-z0-9_]*))?"
)


def reading_of(piece: Piece) -> Reading:
    """`total = sum`, `best = top 2`, `sixes = count face == 6 upto 2`."""
    setting = re.match(r"([a-z][a-z0-9_]*)\s*=(?!=)\s*", piece.text)
    if not setting:
        says = "What is read is written as NAME = highest, lowest, sum, top 2, bottom 2, count face == 6 or faces"
        raise Wrong(piece.place, f"{says}; a name has small letters, digits and _.")
    how = piece.part(setting.end())
    if how.text.startswith("count "):
        return count_of(setting[1], how, piece.place)
    found = READINGS.fullmatch(how.text)
    if not found:
        says = no_such(
            "reading", how.text, ("sum", "highest", "lowest", "top 2", "bottom 2", "count face == 6", "faces")
        )
        raise Wrong(how.place, says)
    cut = {name: parse(how.part(*found.span(name))) for name in ("top", "bottom", "of", "by") if found[name]}
    kind = how.text.split()[0]
    if "by" in cut and kind not in ("top", "bottom"):
        raise Wrong(how.place, "Only top and bottom are put in order by something else than what the dice show.")
    return Reading(piece.place, setting[1], kind, cut.get("of"), cut.get(kind), cut.get("by"), found["beyond"] or "")


def count_of(name: str, how: Piece, place: Place) -> Reading:
    """`count face == 6 upto 2`."""
    if bare := re.match(r"count ([<>=!]=? ?[\w-]+)", how.text):
        raise Wrong(how.place, f"What is counted is said of one die's face: count face {bare[1]}.")
    found = re.fullmatch(r"count (.+?)(?: upto (\d{1,3}))?(?: beyond ([a-z][a-z0-9_]*))?", how.text)
    if not found:
        raise Wrong(how.place, "Dice are counted by a condition: count face == 6.")
    upto = parse(how.part(*found.span(2))) if found[2] else None
    return Reading(place, name, "count", parse(how.part(*found.span(1))), upto, None, found[3] or "")
