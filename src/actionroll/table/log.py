"""The kinds of entries: typed facts in the past tense, each with its fields and with what it does to the table.

A field that has its usual value is not written. What can be derived from the rules is no field: words, earlier throws,
the rulings that held. A kind whose fields change gets a higher version, and this module goes on reading the old one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from hashlib import sha256
from typing import Any, ClassVar, TypeVar, dataclass_transform

from actionroll.errors import ActionrollError, shown
from actionroll.rules.inputs import inputs_of
from actionroll.table.state import (
    Change,
    Character,
    Chose,
    Clock,
    Ending,
    Fell,
    Json,
    Offer,
    Owed,
    Past,
    Read,
    Role,
    Seat,
    Table,
    TableRoll,
)

MEMBERS = "members"
"""The name of the way into a roll of several: as one more of them."""
F = TypeVar("F", bound="type[Fact]")


class UnknownEntry(ActionrollError):
    """An entry that only a later version can read."""

    def __init__(self, what: str) -> None:
        super().__init__(f"This log has {what}, which this version does not know; open it with a later actionroll.")


@dataclass(slots=True, kw_only=True)
class Fact:
    """Something that happened, and by whose hand; empty where it is the server's own."""

    kind: ClassVar[str] = ""
    version: ClassVar[int] = 1
    written: ClassVar[tuple[tuple[str, Any], ...]] = ()
    """The name of each field with its usual value."""
    by: str = ""

    def fold(self, table: Table, number: int) -> None:
        """Let the table stand as it does after this; most is said by the changes."""


KINDS: dict[str, type[Fact]] = {}


@dataclass_transform(kw_only_default=True, field_specifiers=(field,))
def fact(kind: str, version: int = 1) -> Callable[[F], F]:
    """Declare a kind of entry."""

    def declared(made: F) -> F:
        found: Any = dataclass(slots=True, kw_only=True)(made)
        found.kind, found.version = kind, version
        found.written = tuple((each.name, _usual(each)) for each in fields(found))
        KINDS[kind] = found
        return found  # type: ignore[no-any-return]

    return declared


def _usual(each: Any) -> Any:
    return each.default if each.default_factory is MISSING else each.default_factory()


def written(entry: Fact) -> Json:
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
    "entries": tuple,
    "rolls": tuple,
}


def kind_of(name: Any, version: Any) -> type[Fact]:
    """The kind of that name, if it can be read here."""
    found = KINDS.get(name)
    if found is None:
        raise UnknownEntry(f"an entry of the kind {shown(name)}")
    if version > found.version:
        raise UnknownEntry(f"an entry of the kind '{name}' in version {shown(version)}")
    return found


def entry_read(told: Mapping[str, Any]) -> Fact:
    """An entry from what is written of it."""
    found = kind_of(told.get("kind"), told.get("version", 1))
    own = {name: _SHAPES.get(name, _as_is)(value) for name, value in told.items() if name not in ENVELOPE}
    if unknown := [name for name in own if name not in dict(found.written)]:
        raise UnknownEntry(f"an entry of the kind '{found.kind}' with {shown(unknown[0])}")
    return found(**own)


def _as_is(value: Any) -> Any:
    return value


def fold(table: Table, number: int, entry: Fact) -> None:
    """Let the table stand as it does after an entry. Entries are facts and are not judged here."""
    table.number = number
    entry.fold(table, number)
    if isinstance(entry, Changing):
        if entry.changes:
            for change in entry.changes:
                table.put(change, change.after)
        if entry.changes or entry.reads or isinstance(entry, Thrown):
            table.past[number] = _past(table, entry)


def _past(table: Table, entry: Changing) -> Past:
    odds, tier = (entry.odds, entry.tier or entry.now) if isinstance(entry, Thrown) else ((), "")
    try:
        changes = table.once(entry.changes)
    except TypeError:  # a value that is a list
        changes = entry.changes
    return Past(entry.kind, entry.roll, changes, table.once(entry.reads), table.once(odds), tier)


@dataclass(slots=True, kw_only=True)
class Changing(Fact):
    """Something that changed values, or that later changes may build on."""

    roll: int = 0
    changes: tuple[Change, ...] = ()
    reads: tuple[Read, ...] = ()
    """Where and name of each value that was looked at."""


@dataclass(slots=True, kw_only=True)
class OfRoll(Changing):
    """Something that happened to one roll, beside the values that it changed."""

    def fold(self, table: Table, number: int) -> None:
        """Replace the roll."""
        table.put_roll(self.onto(table.live[self.roll], table, number))

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        """The roll after this."""
        raise NotImplementedError


@fact("opened")
class Opened(Fact):
    """A table was opened for a game."""

    table: str
    game: str
    name: str
    commitment: str
    with_gm: bool = True
    rulings: Json = field(default_factory=dict)
    values: Json = field(default_factory=dict)

    def fold(self, table: Table, number: int) -> None:
        """Everything starts here."""
        table.id, table.game_id, table.name, table.with_gm = self.table, self.game, self.name, self.with_gm
        table.rulings, table.values, table.commitment = self.rulings, self.values, self.commitment
        table.ruled = ((number, self.rulings),)


@fact("joined")
class Joined(Fact):
    """Someone sat down."""

    seat: str
    name: str
    role: Role

    def fold(self, table: Table, number: int) -> None:
        """One more seat."""
        table.put_seat(Seat(self.seat, self.name, self.role))


@fact("renamed")
class Renamed(Fact):
    """A seat took another nickname."""

    seat: str
    name: str

    def fold(self, table: Table, number: int) -> None:
        """Another name."""
        table.put_seat(table.seats[self.seat]._replace(name=self.name))


@fact("left")
class Left(Fact):
    """A seat was freed."""

    seat: str

    def fold(self, table: Table, number: int) -> None:
        """It is gone, and can come back."""
        table.put_seat(table.seats[self.seat]._replace(gone=True))


@fact("returned")
class Returned(Fact):
    """A freed seat was given back."""

    seat: str

    def fold(self, table: Table, number: int) -> None:
        """It is here again."""
        table.put_seat(table.seats[self.seat]._replace(gone=False))


@fact("handed_over")
class HandedOver(Fact):
    """Another seat became the gm."""

    to: str

    def fold(self, table: Table, number: int) -> None:
        """The roles change places."""
        table.put_seat(table.seats[self.by]._replace(role="player"))
        table.put_seat(table.seats[self.to]._replace(role="gm"))


@fact("made")
class Made(Fact):
    """A character was made."""

    character: str
    name: str
    values: Json
    seat: str = ""

    def fold(self, table: Table, number: int) -> None:
        """One more character."""
        table.characters = {**table.characters, self.character: Character(self.character, self.name, self.seat, self.values)}


@fact("given")
class Given(Fact):
    """A character is played from another seat, and its rolls in the making with it."""

    character: str
    seat: str = ""
    rolls: tuple[int, ...] = ()

    def fold(self, table: Table, number: int) -> None:
        """Another seat plays it; nobody's are the gm's."""
        table.characters = {**table.characters, self.character: table.characters[self.character]._replace(seat=self.seat)}
        for roll in self.rolls:
            table.put_roll(table.live[roll].but(seat=self.seat or self.by))


@fact("edited")
class Edited(Changing):
    """Values were changed by hand."""


@fact("character_renamed")
class CharacterRenamed(Changing):
    """A character took another name."""


@fact("round_begun")
class RoundBegun(Changing):
    """A new round began."""


@fact("clock_made")
class ClockMade(Fact):
    """A clock was started."""

    clock: str
    name: str
    size: int

    def fold(self, table: Table, number: int) -> None:
        """One more clock."""
        table.clocks = {**table.clocks, self.clock: Clock(self.clock, self.name, self.size)}


@fact("clock_removed")
class ClockRemoved(Fact):
    """A clock was taken away."""

    clock: str

    def fold(self, table: Table, number: int) -> None:
        """One clock less."""
        table.clocks = {name: each for name, each in table.clocks.items() if name != self.clock}


@fact("noted")
class Noted(Fact):
    """Someone wrote something down."""

    text: str


@fact("ruled")
class Ruled(Fact):
    """Rulings were changed."""

    rulings: dict[str, str]

    def fold(self, table: Table, number: int) -> None:
        """They hold from here on."""
        table.rulings = {**table.rulings, **self.rulings}
        table.ruled = (*table.ruled, (number, table.rulings))


@fact("set_up")
class SetUp(Fact):
    """Settings of the table were changed."""

    settings: Json

    def fold(self, table: Table, number: int) -> None:
        """They hold from here on."""
        table.settings = {**table.settings, **self.settings}


@fact("declared")
class Declared(Fact):
    """A roll was opened for all."""

    seat: str
    character: str
    move: str = "action"
    trait: str = ""
    against: str = ""
    members: tuple[str, ...] = ()
    inputs: Json = field(default_factory=dict)
    decide: dict[str, str] = field(default_factory=dict)

    def fold(self, table: Table, number: int) -> None:
        """One more roll in the making."""
        table.put_roll(self.as_roll(number))

    def as_roll(self, number: int) -> TableRoll:
        """The roll that this declares."""
        head = (number, self.seat, self.character, self.move, self.trait, self.against, self.members)
        return TableRoll(*head, self.inputs, self.decide)


@fact("set")
class InputsSet(OfRoll):
    """Inputs of a roll were set, or decisions before its first throw."""

    inputs: Json = field(default_factory=dict)
    decide: dict[str, str] = field(default_factory=dict)

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        """They stand in place of those before."""
        return roll.but(inputs={**roll.inputs, **self.inputs}, decide={**roll.decide, **self.decide})


@fact("offered")
class Offered(OfRoll):
    """Someone joined a roll."""

    character: str
    input: str
    how: str = ""
    trait: str = ""
    inputs: Json = field(default_factory=dict)
    move: str = ""
    """What the roll became through it, where that is another move."""

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        """One more who helps or takes part."""
        if self.input == MEMBERS:
            return roll.but(members=(*roll.members, self.character))
        move = self.move or roll.move
        declared = inputs_of(table.game.move(move).attempt)
        joined = declared.get(self.input)
        part = joined.joins.part if joined and joined.joins else "helper"
        place = list(declared).index(self.input) if joined else 0
        offer = Offer(self.by, self.character, self.input, self.how, part, place, self.trait, self.inputs)
        return roll.but(move=move, offers=(*roll.offers, offer))


@fact("offer_withdrawn")
class OfferWithdrawn(OfRoll):
    """Someone no longer joins a roll."""

    character: str

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        """One fewer."""
        offers = tuple(offer for offer in roll.offers if offer.character != self.character)
        return roll.but(offers=offers, members=tuple(each for each in roll.members if each != self.character))


@fact("withdrawn")
class Withdrawn(OfRoll):
    """A roll was taken back before its dice fell."""

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        """It is over at no cost."""
        return roll.but(status="withdrawn")


@dataclass(slots=True, kw_only=True)
class Told(OfRoll):
    """What the roll came to with this, once it ended."""

    tier: str = ""
    facts: Json = field(default_factory=dict)
    dues: tuple[Owed, ...] = ()
    now: str = ""
    """The tier as it stands while it has not ended."""

    def _ended(self, roll: TableRoll, more: Fell | Chose, **changed: Any) -> TableRoll:
        ending = Ending(self.tier, self.facts, self.dues) if self.tier else None
        status = "done" if ending else "waiting"
        return roll.but(taken=(*roll.taken, more), ending=ending, now=self.now, status=status, **changed)


@fact("thrown")
class Thrown(Told):
    """Dice fell; the first of a roll say what it was thrown with, and under which rules."""

    dice: tuple[tuple[int, int], ...] = ()
    """Sides and face of each."""
    by_hand: bool = False
    nonce: str = ""
    attempt: Json = field(default_factory=dict)
    """What sheets and helpers brought to it; all else was said before."""
    rules: str = ""
    odds: tuple[tuple[str, str], ...] = ()
    """The odds of the roll before they fell, from the worst tier to the best; empty where they are too many to count."""

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        """The dice lie on the table."""
        fell = Fell(self.dice, self.by_hand)
        if roll.status != "open":
            return self._ended(roll, fell)
        declared = inputs_of(table.game.move(roll.move).attempt)
        said = {name: value for name, value in roll.inputs.items() if name in declared}
        thrown_with = {"attempt": {**said, **self.attempt}, "rulings": table.rulings_at(number), "rules": self.rules}
        return self._ended(roll, fell, **thrown_with)


@fact("decided")
class Decided(Told):
    """Someone chose."""

    decision: str
    option: str
    part: str = "roller"

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        """The roll goes on from there."""
        return self._ended(roll, Chose(self.decision, self.option, self.part))


@fact("settled")
class Settled(OfRoll):
    """A due of a roll was settled."""

    due: int = 0
    answer: list[Any] = field(default_factory=list)

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        """One due less."""
        return roll.but(settled=roll.settled | {self.due})


@fact("wished")
class Wished(Fact):
    """Someone wishes a roll undone."""

    roll: int

    def fold(self, table: Table, number: int) -> None:
        """Others see it."""
        table.mark_roll(self.roll, wished=self.by)


@dataclass(slots=True, kw_only=True)
class TakingBack(Changing):
    """What entries changed was given back."""

    entries: tuple[int, ...] = ()

    def _strike(self, table: Table, status: str) -> None:
        table.undone |= frozenset(self.entries)
        table.taken_back = sha256(table.taken_back + repr(self.entries).encode()).digest()
        if self.roll:
            table.mark_roll(self.roll, status=status)


@fact("undone")
class Undone(TakingBack):
    """A roll or an edit was taken back."""

    def fold(self, table: Table, number: int) -> None:
        """The roll stays, struck through."""
        self._strike(table, "undone")


@fact("closed")
class Closed(TakingBack):
    """A roll was closed at no cost, because the rules changed while it waited."""

    def fold(self, table: Table, number: int) -> None:
        """Nobody pays for it."""
        self._strike(table, "closed")


@fact("links_renewed")
class LinksRenewed(Fact):
    """The old links open nothing any more."""


@fact("seat_link_made")
class SeatLinkMade(Fact):
    """A link to a seat was made."""

    seat: str


@fact("reseated")
class Reseated(Fact):
    """A seat came back on another device."""

    seat: str


@fact("seed_changed")
class SeedChanged(Fact):
    """The dice took a new seed; the old one is revealed, unless it stayed where the table came from."""

    epoch: int
    commitment: str
    seed: str = ""

    def fold(self, table: Table, number: int) -> None:
        """What is thrown from here on follows from the new one."""
        table.commitment, table.epoch = self.commitment, self.epoch


@fact("rolled_secretly")
class RolledSecretly(Fact):
    """The gm rolled in secret; this stands in a log of its own."""

    move: str
    attempt: Json
    dice: tuple[tuple[int, int], ...] = ()
    answers: list[Any] = field(default_factory=list)
    tier: str = ""
    facts: Json = field(default_factory=dict)
    nonce: str = ""
    note: str = ""
    rules: str = ""
    after: int = 0
    """The last entry of the open log before it, whose rulings held."""


@fact("revealed")
class Revealed(Fact):
    """A secret roll was shown to all."""

    secret: str
    entry: Json
    """What the secret log says of it."""

    def fold(self, table: Table, number: int) -> None:
        """It is shown once."""
        table.revealed |= {self.secret}


@fact("ended")
class Ended(Fact):
    """The table ended, and its last seed was revealed."""

    seed: str = ""

    def fold(self, table: Table, number: int) -> None:
        """It is only read from here on."""
        table.ended = True
