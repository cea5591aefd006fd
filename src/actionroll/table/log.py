"""The kinds of entries: what each says and does to the table; and the hash of what stands after them.

A field that has its usual value is not written. What can be derived from the rules is no field: words, earlier throws,
the rulings that held. A kind whose fields change gets a higher version, and this module goes on reading the old one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from hashlib import sha256
from operator import attrgetter, is_not
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, TypeVar, dataclass_transform

from actionroll.errors import ActionrollError, shown
from actionroll.table.campaign import EMPTY, Evening
from actionroll.table.state import (
    TABLE,
    Answered,
    Change,
    Ending,
    Fell,
    Json,
    Offer,
    Over,
    Owed,
    Past,
    Read,
    Table,
    TableRoll,
)
from actionroll.values import usual_in_class

F = TypeVar("F", bound="type[Entry]")
Beside: TypeAlias = Literal["", "access", "papers"]


class UnknownEntry(ActionrollError):
    """An entry that only a later version can read."""

    def __init__(self, what: str) -> None:
        super().__init__(f"This log has {what}, which this version does not know; open it with a later actionroll.")


@dataclass(kw_only=True)
class Entry:
    """Something that happened, and by whose hand; empty where it is the server's own.

    What has its usual value is held by the class: an entry of a long log keeps what was written of it, and no more.
    """

    kind: ClassVar[str] = ""
    version: ClassVar[int] = 1
    written: ClassVar[tuple[tuple[str, Any], ...]] = ()
    """The name of each field with its usual value."""
    rides_along: ClassVar[bool] = False
    """Whether phones hear of it with what follows it soon, and are not woken for it."""
    says_all: ClassVar[bool] = False
    """Whether nothing else of the table stands otherwise than its changes and the rolls it is about; else phones read
    the table anew."""
    by_host: ClassVar[bool] = False
    """Whether a host adds it by itself: at the opening or an import, as rules changed, for a gm who lost the links."""
    beside: ClassVar[Beside] = ""
    """What beside the log is other after it: who comes in and from which seed dice fall, or the papers."""
    by: str = ""

    def fold(self, table: Table, number: int) -> None:
        """Let the table stand as it does after this; most is said by the changes."""


KINDS: dict[str, type[Entry]] = {}


@dataclass_transform(kw_only_default=True, field_specifiers=(field,))
def entry(
    kind: str, version: int = 1, *, says_all: bool = False, by_host: bool = False, beside: Beside = ""
) -> Callable[[F], F]:
    """Declare a kind of entry."""

    def declared(made: F) -> F:
        found: Any = usual_in_class(dataclass(kw_only=True)(made))
        found.kind, found.version, found.says_all = kind, version, says_all
        found.by_host, found.beside = by_host, beside
        said = [each.name for each in fields(found) if each.init]
        found.written = tuple((name, getattr(found, name, MISSING)) for name in said)
        KINDS[kind] = found
        return found  # type: ignore[no-any-return]

    return declared


def written(entry: Entry) -> Json:
    """An entry as it is written."""
    told: Json = {"kind": entry.kind, "by": entry.by}
    if entry.version > 1:
        told["version"] = entry.version
    for name, usual in entry.written:
        value = getattr(entry, name)
        if value != usual:
            told[name] = value
    return told


ENVELOPE = frozenset({"kind", "version", "at", "state", "veil"})
_SHAPES: dict[str, Callable[[Any], Any]] = {
    "changes": lambda told: tuple(Change(*each) for each in told),
    "reads": lambda told: tuple((where, name) for where, name in told),
    "dice": lambda told: tuple((sides, face) for sides, face in told),
    "odds": lambda told: tuple((tier, chance) for tier, chance in told),
    "dues": lambda told: tuple(Owed(*each) for each in told),
    "members": tuple,
    "forgets": tuple,
    "anew": tuple,
    "entries": tuple,
    "rolls": tuple,
    "missing": tuple,
    "commitments": tuple,
    "conditions": lambda told: tuple((words, name, value) for words, name, value in told),
    "reopens": lambda told: tuple(Answered(*each) for each in told),
    "burned": tuple,
}


def kind_of(name: Any, version: Any) -> type[Entry]:
    """The kind of that name, if it can be read here."""
    found = KINDS.get(name)
    if found is None:
        raise UnknownEntry(f"an entry of the kind {shown(name)}")
    if version > found.version:
        raise UnknownEntry(f"an entry of the kind '{name}' in version {shown(version)}")
    return found


def entry_read(told: Mapping[str, Any]) -> Entry:
    """An entry from what is written of it."""
    found = kind_of(told.get("kind"), told.get("version", 1))
    own = {name: _SHAPES.get(name, _as_is)(value) for name, value in told.items() if name not in ENVELOPE}
    if unknown := [name for name in own if name not in dict(found.written)]:
        raise UnknownEntry(f"an entry of the kind '{found.kind}' with {shown(unknown[0])}")
    return found(**own)


def _as_is(value: Any) -> Any:
    return value


def trace(table: Table, what: str, seat: str) -> None:
    """Count what would help someone to choose their dice."""
    table.traces = {**table.traces, (what, seat): table.traces.get((what, seat), 0) + 1}


def trace_roll(table: Table, what: str, roll: TableRoll | Over, struck: bool = True) -> None:
    """Count that a roll was given up; an act without dice has none that someone could choose among."""
    if table.move(roll.move).diceless:
        return
    trace(table, what, roll.seat)
    if struck:
        table.struck |= {(roll.character, roll.move, roll.trait)}


def falling(table: Table) -> list[TableRoll]:
    """Rolls whose dice were called for and have not fallen."""
    return [roll for roll in table.open_rolls if roll.called]


class Line(NamedTuple):
    """An entry of the log, with the time at which it was written."""

    number: int
    at: int
    entry: Entry


def lines_of(table: Table, evening: Evening, before: Sequence[Evening], lines: Iterable[Line]) -> list[Line]:
    """The lines of an evening: what is said of a roll is of that in which its dice fell, until the next has ended."""
    *_, earlier, first = 0, 0, *(each.ended for each in before)
    thrown = [(past.roll, number) for number, past in table.past.after(earlier) if past.kind == "thrown"]
    fell, last = dict(reversed(thrown)), evening.ended or table.number
    return [each for each in lines if first < fell.get(getattr(each.entry, "roll", 0), each.number) <= last]


def merged(changes: Iterable[Change]) -> tuple[Change, ...]:
    """One change for each value, from what it was at first to what it became at last."""
    found: dict[Read, Change] = {}
    for change in changes:
        before = found.get((change.where, change.name), change).before
        found[change.where, change.name] = change._replace(before=before)
    return tuple(found.values())


def fold(table: Table, number: int, entry: Entry) -> None:
    """Let the table stand as it does after an entry. It has happened and is not judged here."""
    table.number = number
    entry.fold(table, number)
    if isinstance(entry, Changing):
        for change in entry.changes:
            table.put(change, change.after)
        odds = entry.odds if isinstance(entry, Fell) else ()
        tier = entry.tier or entry.now if isinstance(entry, Ending) else ""
        if entry.changes or entry.reads or odds:
            table.past[number] = Past(entry.kind, entry.roll, entry.changes, entry.reads, odds, tier)
        ended = table.roll(entry.roll) if tier and table.undertakings else None
        if isinstance(ended, TableRoll) and ended.undertaking and ended.move == table.game.sheet.finished_by:
            tried = {**table.tried.get(ended.undertaking, {}), ended.id: tier}
            table.tried = {**table.tried, ended.undertaking: tried}


@dataclass(kw_only=True)
class Changing(Entry):
    """Something that changed values, or that later changes may build on."""

    roll: int = 0
    changes: tuple[Change, ...] = ()
    reads: tuple[Read, ...] = ()
    """Where and name of each value that was looked at."""


@dataclass(kw_only=True)
class Edit(Changing):
    """Values that were changed for no roll: it is taken back by its own number, and the page offers that."""


def rolls_of(table: Table, entry: Entry, number: int) -> tuple[int, ...]:
    """The roll that an entry is about, and those in the making that it may move in their odds, price or seat.

    These are rolls of those whose values it changes or whom it says that it `moves`; the table moves all. The own roll
    of who is asked to roll before they help moves what they help with.
    """
    own = number if entry.kind == "declared" else getattr(entry, "roll", 0)
    if entry.kind == "contributed":
        return ()  # each phone's contribution is an entry of its own; the roll is told again when its dice lie
    reopened = [each.roll for each in getattr(entry, "reopens", ())]
    changes = entry.changes if isinstance(entry, Changing) else ()
    asked = {character for roll in table.open_rolls for character in roll.demanded}
    roller = asked.intersection([getattr(table.roll(own), "character", "")]) if asked else ()
    moves = {*getattr(entry, "moves", ()), *[change.where for change in changes], *roller}
    if not moves:
        return (*([own] if own else ()), *reopened)
    others = [roll for roll in table.open_rolls if roll.id != own]
    moved = [roll.id for roll in others if TABLE in moves or not moves.isdisjoint(_characters(roll))]
    late = table.live.after(max(0, number - STILL_FORETOLD))
    said = [
        roll.id for _, roll in late if roll.id != own and {*roll.named, *roll.proposed}.intersection(roll.open_dues)
    ]
    return (*([own] if own else ()), *reopened, *moved, *said)


STILL_FORETOLD = 300
"""So many entries back what was named or proposed, and has not fallen, is told again when sheets change."""


def _characters(roll: TableRoll) -> list[str]:
    """All that a roll is about."""
    return [roll.character, roll.against, *roll.members, *roll.demanded, *(offer.character for offer in roll.offers)]


@dataclass(kw_only=True)
class OfRoll(Changing):
    """Something that happened to one roll, beside the values that it changed."""

    def fold(self, table: Table, number: int) -> None:
        """Replace the roll."""
        table.put_roll(self.onto(table.live[self.roll], table, number))

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        """The roll after this."""
        raise NotImplementedError


Canonical: TypeAlias = Callable[[Any], bytes]
"""A way to write canonical JSON; all of them write the same bytes."""
_PLAIN = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def canonical(shown: Any) -> bytes:
    """Canonical JSON: UTF-8, sorted keys, no spaces. One text for one value, on every machine."""
    return _PLAIN.encode(shown).encode()


def standing(table: Table, written: Canonical = canonical) -> Json:
    """Everything that is not told by a finished entry alone."""
    parts = {name: told(getattr(table, name)) for name, told in PARTS.items()}
    return {**_moving(table, written), **{name: part for name, part in parts.items() if part}}


PARTS: Mapping[str, Callable[[Any], Any]] = {
    "rulings": dict,
    "settings": dict,
    "seats": lambda all_: {each.id: [*each[1:4], *(["waits"] if each.waits else [])] for each in all_.values()},
    "characters": lambda all_: {each.id: [each.name, each.seat, each.values] for each in all_.values()},
    "clocks": lambda all_: {each.id: [each.name, each.size, each.filled] for each in all_.values()},
    "values": dict,
    "promises": dict,
    "revealed": sorted,
    "undertakings": lambda all_: {each.id: list(each) for each in all_.values()},
    "papers": lambda all_: {sha: list(paper) for sha, paper in all_.items()},
    "campaign": lambda campaign: campaign.written() if campaign != EMPTY else None,
}
"""What of a table is replaced as a whole when something of it changes, and how it is told."""
_parts = attrgetter(*PARTS)
NONE_HASHED = (None,) * len(PARTS), (b"",) * len(PARTS)


def _moving(table: Table, written: Canonical) -> Json:
    """What any entry may change."""
    return {
        "table": table.id,
        "game": table.game_id,
        "name": table.name,
        "with_gm": table.with_gm,
        "number": table.number,
        "rolls": table.live.digest(lambda roll: _digest(roll, written)).hex(),
        "undone": table.taken_back.hex(),
        "commitment": table.commitment,
        "epoch": table.epoch,
        "ended": table.ended,
    }


def state_hash(table: Table, written: Canonical = canonical) -> str:
    """The hash that every entry carries of what stands after it: over what any may change, and the hash of each part.

    Parts are replaced and never changed, so that the hash of one holds as long as it is the same.
    """
    parts, (known, hashes) = _parts(table), table.hashes or NONE_HASHED
    if any(map(is_not, parts, known)):
        each = zip(PARTS.values(), parts, known, hashes, strict=True)
        hashed = [kept if part is before else sha256(written(told(part))).digest() for told, part, before, kept in each]
        table.hashes = parts, (hashes := tuple(hashed))
    return sha256(b"".join([written(_moving(table, written)), *hashes])).hexdigest()


def _digest(roll: TableRoll, written: Canonical) -> bytes:
    """The hash of a roll, which keeps it."""
    said = [list(roll.members), roll.inputs, roll.decide, [_said(offer) for offer in roll.offers]]
    fallen = [roll.answers, roll.by_hand, sorted(roll.settled), roll.wished, sorted(roll.named.items())]
    fallen += [roll.phones, roll.given, roll.called, roll.nonce]
    fallen += [roll.brought] if roll.brought and roll.status == "open" else []
    if roll.undertaking or roll.proposed or roll.demanded:
        fallen += [roll.undertaking, sorted(roll.proposed.items()), list(roll.demanded)]
    fallen += [list(roll.anew)] if roll.anew else []
    fallen += [roll.heard] if roll.heard else []
    if roll.answered_with or roll.answered:
        fallen += [sorted(roll.answered_with.items()), [list(each) for each in roll.answered]]
    roll.digest = sha256(written([roll.id, *roll.outline, *said, *fallen])).digest()
    return roll.digest


def _said(offer: Offer) -> list[Any]:
    """What of an offer is hashed: not the place of its input, which is the game's order and may change."""
    return [offer.seat, offer.character, offer.input, offer.how, offer.trait, offer.inputs]
