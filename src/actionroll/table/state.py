"""What stands at a table: seats, characters, clocks and rolls. All of it is a fold over the table's log."""

from __future__ import annotations

from collections.abc import KeysView, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

from actionroll.games import game
from actionroll.rules.game import Game
from actionroll.rules.sheet import starting_values
from actionroll.table.rolls import Json as Json  # noqa: PLC0414  others take it from here
from actionroll.table.rolls import Rolls, TableRoll, Unread

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
    rolls: Rolls = field(default_factory=Rolls)
    digests: dict[int, bytes] = field(default_factory=dict)
    """What each live roll adds to the state's hash; empty where it changed since that was last worked out."""
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
        """Rolls in the making: being built, or waiting for dice or a decision."""
        return [self.rolls[number] for number in sorted(self.making)]

    @property
    def live(self) -> KeysView[int]:
        """The numbers of the rolls that are not over: being built, waiting, or with open dues."""
        return self.digests.keys()

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

    def put_roll(self, roll: TableRoll | Unread) -> None:
        """Let a roll stand so, read or not."""
        self.rolls[roll.id] = roll
        if roll.making:
            self.making.add(roll.id)
        else:
            self.making.discard(roll.id)
        if roll.over:
            self.digests.pop(roll.id, None)
        else:
            self.digests[roll.id] = b""
            self.changed.add(roll.id)

    def fork(self) -> Table:
        """The same table, to fold further entries into while this one stays as it is."""
        later = object.__new__(Table)
        later.__dict__.update(self.__dict__)
        later.rulings, later.settings, later.values = dict(self.rulings), dict(self.settings), dict(self.values)
        later.seats, later.characters, later.clocks = dict(self.seats), dict(self.characters), dict(self.clocks)
        later.rolls, later.past = Rolls(self.rolls), dict(self.past)
        later.making, later.digests, later.changed = set(self.making), dict(self.digests), set(self.changed)
        later.undone, later.revealed = set(self.undone), set(self.revealed)
        return later
