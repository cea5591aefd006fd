"""The lines of a roll, as text with its indentation and as values: what each says, before names and sorts are known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from actionroll.files.expressions import Formula, Piece
from actionroll.files.source import Faults, Place

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
class Kept:
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
    kept: tuple[Kept, ...] = ()
    again: Formula | None = None
    """Which dice are thrown again."""
    times: int = 0
    """How often dice explode at most; 0 where those that are thrown again take the place of the first."""


@dataclass(frozen=True)
class Change:
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
    changes: tuple[Change, ...]


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
    changes: tuple[Change, ...]
    dues: tuple[DueLine, ...]
    why: Piece


Line: TypeAlias = Let | Refuse | Label | Go | ThrowLine | DecideLine | EndLine

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


def of_change(change: Change) -> set[str]:
    """The values that a change names."""
    return names_of(change.by, change.when) | ({change.each} if change.each else set())


def names_in(words: str) -> list[str]:
    """The values in braces in a text: `{best} is the highest`."""
    return [part.partition("}")[0] for part in words.split("{")[1:] if "}" in part]
