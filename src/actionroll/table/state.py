"""What stands at a table: seats, characters, clocks and rolls. All of it is a fold over the table's log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

from actionroll.games import game
from actionroll.rules.game import Game
from actionroll.rules.record import Roll
from actionroll.rules.sheet import starting_values
from actionroll.table.records import Record

Json: TypeAlias = dict[str, Any]
Role: TypeAlias = Literal["gm", "player", "onlooker"]
ROLES: tuple[Role, ...] = ("gm", "player", "onlooker")
Read: TypeAlias = tuple[str, str]
"""Where one value stands that a throw read, and its name."""
NAME = "name"
"""What a character is called, among the names of its values."""
TABLE = "table"
"""Where the values owned by the table itself stand, among the ids of characters."""


class Change(NamedTuple):
    """One value of a character, a clock or the table: what it was, and what it became."""

    where: str
    name: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table."""

    id: str
    name: str
    role: Role
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Character:
    """Someone who rolls: whose seat, and all values of the sheet."""

    id: str
    name: str
    seat: str
    values: Json


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock or progress track of the table."""

    id: str
    name: str
    size: int
    filled: int = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """Help for a roll, from a seat and its character, through one of the move's inputs."""

    seat: str
    character: str
    input: str
    how: str = ""
    part: str = "helper"
    place: int = 0
    """Where that input stands among those of the move."""
    trait: str = ""
    """What the character helps with, where it is not what is rolled."""
    inputs: Json = field(default_factory=dict)
    """What the helper says of their help."""


Status: TypeAlias = Literal["open", "waiting", "done", "withdrawn", "undone", "closed"]


@dataclass
class TableRoll:
    """A roll at the table, from the declaration to its last due. Folding replaces it and never changes it."""

    id: int
    seat: str
    character: str
    move: str
    trait: str
    against: str = ""
    members: tuple[str, ...] = ()
    inputs: Json = field(default_factory=dict)
    decide: dict[str, str] = field(default_factory=dict)
    offers: tuple[Offer, ...] = ()
    status: Status = "open"
    attempt: Json = field(default_factory=dict)
    rulings: dict[str, str] = field(default_factory=dict)
    rules_hash: str = ""
    by_hand: bool = False
    record: Record | None = None
    settled: frozenset[int] = frozenset()
    wished: str = ""
    """The seat that wishes the roll undone."""
    stands: Roll | None = field(default=None, compare=False)
    """Where it stands, while it is waiting; worked out from the answers when needed."""

    def but(self, **changed: Any) -> TableRoll:
        """The roll with some of it changed. Long logs are folded often, and this is ten times as quick as `replace`."""
        later = object.__new__(TableRoll)
        later.__dict__.update(self.__dict__, stands=None, **changed)
        return later

    @property
    def answers(self) -> list[Any]:
        """The dice and choices so far."""
        return self.record.answers if self.record else []

    @property
    def dues(self) -> list[Json]:
        """What its outcome demanded, settled or not."""
        return self.record.dues if self.record else []

    @property
    def open_dues(self) -> list[int]:
        """The places of the dues that nobody has settled."""
        demands = self.record.demands if self.record and self.status == "done" else 0
        return [place for place in range(demands) if place not in self.settled]

    @property
    def has_open_dues(self) -> bool:
        """Whether a due is left that nobody has settled."""
        return self.status == "done" and self.record is not None and self.record.demands > len(self.settled)


class Past(NamedTuple):
    """What undoing needs to know of an entry."""

    number: int
    kind: str
    roll: int
    changes: tuple[Change, ...]
    reads: Sequence[Sequence[str]]
    """Where and name of each value that a throw read."""


_game = lru_cache(game)
"""A table asks for its game dozens of times for each request."""


@lru_cache
def usual_values(game_id: str) -> Json:
    """What a sheet holds of all that its character does not say, because the game has it only since later."""
    return starting_values(_game(game_id).sheet)


@dataclass
class Table:
    """Everything that stands at a table after an entry of its log."""

    id: str = ""
    game_id: str = ""
    name: str = ""
    with_gm: bool = True
    number: int = 0
    rulings: dict[str, str] = field(default_factory=dict)
    settings: Json = field(default_factory=dict)
    seats: dict[str, Seat] = field(default_factory=dict)
    characters: dict[str, Character] = field(default_factory=dict)
    clocks: dict[str, Clock] = field(default_factory=dict)
    values: Json = field(default_factory=dict)
    rolls: dict[int, TableRoll] = field(default_factory=dict)
    live: dict[int, TableRoll] = field(default_factory=dict)
    """The rolls that are not over: being built, waiting, or with open dues."""
    digests: dict[int, bytes] = field(default_factory=dict)
    """What each of these adds to the state's hash; empty where it changed since that was last worked out."""
    changed: set[int] = field(default_factory=set)
    """The rolls that changed since then."""
    making: set[int] = field(default_factory=set)
    """The rolls that are being built or waiting."""
    past: dict[int, Past] = field(default_factory=dict)
    undone: set[int] = field(default_factory=set)
    commitment: str = ""
    epoch: int = 0
    revealed: set[str] = field(default_factory=set)
    """The names of secret rolls that the gm has shown."""
    ended: bool = False

    @property
    def game(self) -> Game:
        """The game that is played."""
        return _game(self.game_id)

    @property
    def open_rolls(self) -> list[TableRoll]:
        """Rolls that are not over: being built, or waiting for dice or a decision."""
        return [self.live[number] for number in sorted(self.making)]

    def value(self, where: str, name: str) -> Any:
        """One value of a character, a clock or the table."""
        if where in self.clocks:
            return self.clocks[where].filled
        if name == NAME and where in self.characters:
            return self.characters[where].name
        values = self.values if where == TABLE else self.characters[where].values
        return values[name] if name in values else usual_values(self.game_id).get(name)

    def put(self, change: Change, value: Any) -> None:
        """Let a value be what a change says."""
        if change.where == TABLE:
            self.values[change.name] = value
        elif change.where in self.clocks:
            self.clocks[change.where] = replace(self.clocks[change.where], filled=value)
        elif change.name == NAME:
            self.characters[change.where] = replace(self.characters[change.where], name=value)
        else:
            before = self.characters[change.where]
            self.characters[change.where] = replace(before, values={**before.values, change.name: value})

    def put_roll(self, roll: TableRoll) -> None:
        """Let a roll stand so."""
        self.rolls[roll.id] = roll
        making = roll.status in ("open", "waiting")
        if making:
            self.making.add(roll.id)
        else:
            self.making.discard(roll.id)
        if making or roll.has_open_dues:
            self.live[roll.id] = roll
            self.digests[roll.id] = b""
            self.changed.add(roll.id)
        elif roll.id in self.live:
            del self.live[roll.id], self.digests[roll.id]

    def fork(self) -> Table:
        """The same table, to fold further entries into while this one stays as it is."""
        later = object.__new__(Table)
        later.__dict__.update(self.__dict__)
        later.rulings, later.settings, later.values = dict(self.rulings), dict(self.settings), dict(self.values)
        later.seats, later.characters, later.clocks = dict(self.seats), dict(self.characters), dict(self.clocks)
        later.rolls, later.live, later.past = dict(self.rolls), dict(self.live), dict(self.past)
        later.making, later.digests, later.changed = set(self.making), dict(self.digests), set(self.changed)
        later.undone, later.revealed = set(self.undone), set(self.revealed)
        return later
