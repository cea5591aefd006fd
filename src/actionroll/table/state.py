"""What stands at a table: seats, characters, clocks and rolls. All of it is a fold over the table's log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

from actionroll.files import table_game
from actionroll.games import game
from actionroll.question import move_named
from actionroll.reckoning.record import Roll
from actionroll.rules.game import Game, Move
from actionroll.rules.sheet import starting_values
from actionroll.rules.steps import Due
from actionroll.table.campaign import EMPTY, Campaign, Clock, KnownPaper, Undertaking
from actionroll.values import Pages, Summed, made_of, once, usual_in_class

Json: TypeAlias = dict[str, Any]
Role: TypeAlias = Literal["gm", "player", "onlooker"]
ROLES: tuple[Role, ...] = ("gm", "player", "onlooker")
Read: TypeAlias = tuple[str, str]
"""Where one value stands that a throw read, and its name."""
NAME = "name"
"""What a character is called, among the names of its values."""
TABLE = "table"
"""Where the values owned by the table itself stand, among the ids of characters."""
RECENT = 50  # so many rolls that are over can still be told whole without asking a store
Latest: TypeAlias = "tuple[int, Latest | None]"  # a number, and those before it


class Change(NamedTuple):
    """One value of a character, a clock or the table: what it was, and what it became."""

    where: str
    name: str
    before: Any
    after: Any


class Seat(NamedTuple):
    """A place at the table."""

    id: str
    name: str
    role: Role
    gone: bool = False
    waits: bool = False  # to be let in


class Character(NamedTuple):
    """Someone who rolls: whose seat, and all values of the sheet."""

    id: str
    name: str
    seat: str
    values: Json


class Offer(NamedTuple):
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
    inputs: Json = {}  # noqa: RUF012  never changed
    """What the helper says of their help."""


@dataclass(kw_only=True)
class Fell:
    """Dice that fell: the sides and the face of each."""

    dice: tuple[tuple[int, int], ...] = ()
    by_hand: bool = False
    rules: str = ""
    """The hash of the game's rules when the first dice of a roll fell."""
    odds: tuple[tuple[str, str], ...] = ()
    """The odds before they fell, from the worst tier to the best; empty where they are too many to count."""


@dataclass(kw_only=True)
class Chose:
    """A decision that was answered, and by which part."""

    decision: str
    option: str
    part: str = "roller"


class Owed(NamedTuple):
    """A due by its name and numbers."""

    kind: str
    amount: int = 0
    by: str = "gm"
    on: str = "roller"


@dataclass(kw_only=True)
class Ending:
    """What a roll came to; its tier is empty while it goes on."""

    tier: str = ""
    facts: Json = field(default_factory=dict)
    dues: tuple[Owed, ...] = ()
    now: str = ""
    """The tier as it stands while it has not ended."""


class Answered(NamedTuple):
    """What a due brought when it fell: the entry, the roll and the due, and what of it had been named before."""

    entry: int
    roll: int
    due: int
    named: list[Any]


Status: TypeAlias = Literal["open", "waiting", "done", "withdrawn", "undone", "closed"]
MAKING: tuple[Status, ...] = ("open", "waiting")
NOT_WORKED_OUT: Json = {"reached": None, "owed": None, "digest": b"", "sheets": None}


class Over(NamedTuple):
    """What is left in memory of a roll that is over; all else stands in the log."""

    seat: str
    character: str
    move: str
    trait: str
    against: str
    status: Status
    wished: str = ""


@usual_in_class
@dataclass
class TableRoll:
    """A roll at the table, from the declaration to its last due. Folding replaces it and never changes it."""

    id: int
    seat: str
    character: str
    move: str
    trait: str = ""
    by: str = ""  # the seat that declared it; some are called for by the gm
    against: str = ""
    members: tuple[str, ...] = ()
    inputs: Json = field(default_factory=dict)
    decide: dict[str, str] = field(default_factory=dict)
    offers: tuple[Offer, ...] = ()
    status: Status = "open"
    brought: Json = field(default_factory=dict)
    """What sheets and helpers brought to it when its first dice were called for or fell, and what was said later."""
    rulings: dict[str, str] = field(default_factory=dict)
    rules: str = ""
    """The hash of the game's rules when its first dice fell."""
    taken: tuple[Fell | Chose, ...] = ()
    throws: int = 0  # how often its dice fell
    by_hand: bool = False  # whether its last dice were entered so
    ending: Ending | None = None
    settled: frozenset[int] = frozenset()
    named: dict[int, list[Any]] = field(default_factory=dict)
    """What the gm said that dues will bring and has not fallen yet, by their places."""
    answered_with: dict[int, str] = field(default_factory=dict)
    """The traits with which such dues are answered, where the gm said so."""
    answered: tuple[Answered, ...] = ()
    """What of other rolls was settled because this one ended."""
    fell: tuple[Answered, ...] = field(default=(), compare=False)
    """What of its own dues fell, said by people: each can be taken back by itself."""
    wished: str = ""  # the seat that wishes it undone
    undertaking: str = ""  # the one that it is made on
    anew: tuple[str, ...] = ()  # what the gm had said of another pick, and is asked for again
    phones: dict[str, str] = field(default_factory=dict)
    """Whose phones take part in its next dice: each seat with what it committed to."""
    given: dict[str, str] = field(default_factory=dict)
    """What they revealed, once the dice were called for."""
    called: str = ""
    """The seat that called for the dice: they fall as soon as all phones gave their contribution, or shortly after."""
    nonce: str = ""
    """What the roller's own device added when they were called for."""
    proposed: dict[int, list[Any]] = field(default_factory=dict)
    """Answers to its dues on which someone else has the last word."""
    demanded: tuple[str, ...] = ()
    """The characters of whom the gm asks a roll before they help."""
    heard: dict[str, tuple[str, str]] = field(default_factory=dict)
    """How those had offered help: through which input, and in words."""
    reached: Roll | None = field(default=None, compare=False, repr=False)
    """Where the rules have come with it; worked out when needed."""
    owed: tuple[tuple[int, Due], ...] | None = field(default=None, compare=False, repr=False)
    """Its open dues with their places; worked out when needed."""
    digest: bytes = field(default=b"", compare=False, repr=False)
    sheets: tuple[Any, ...] | None = field(default=None, compare=False, repr=False)  # when last read: see `course`

    def but(self, told: Json | None = None, /, **changed: Any) -> TableRoll:
        """The roll with some of it changed, told by name; or as a map, which is twice as quick: logs are long."""
        return made_of(TableRoll, {**self.__dict__, **NOT_WORKED_OUT, **(told or changed)})

    @property
    def answers(self) -> list[Any]:
        """The dice and choices so far."""
        fallen = (each.option if isinstance(each, Chose) else [face for _, face in each.dice] for each in self.taken)
        return list(filter(None, fallen))

    @property
    def open_dues(self) -> list[int]:
        """The places of the dues that nobody has settled."""
        demanded = self.ending.dues if self.ending and self.status == "done" else ()
        return [place for place in range(len(demanded)) if place not in self.settled] if demanded else []

    @property
    def is_over(self) -> bool:
        """Whether nothing of it is left to be done."""
        return self.status not in MAKING and not self.open_dues

    @property
    def outline(self) -> Over:
        """What is left of it once it is over."""
        return Over(self.seat, self.character, self.move, self.trait, self.against, self.status, self.wished)


class Past(NamedTuple):
    """What undoing and statistics need to know of an entry."""

    kind: str
    roll: int
    changes: tuple[Change, ...]
    reads: tuple[Read, ...]
    """Where and name of each value that a throw read."""
    odds: tuple[tuple[str, str], ...] = ()
    tier: str = ""


_game, _move = lru_cache(game), lru_cache(move_named)  # a table asks for both dozens of times for each request


@lru_cache
def usual_values(game_id: str) -> Json:
    """What a sheet holds of all that its character does not say, because the game has it only since later."""
    return starting_values(_game(game_id).sheet)


@dataclass
class Table:
    """Everything that stands at a table after an entry of its log. Maps in it are replaced and never changed."""

    rules_of: Callable[[str], str] = field(default=lambda _game_id: "", compare=False, repr=False)
    """The hash of a game's rules as they are here."""
    id: str = ""
    game_id: str = ""
    file: str = ""  # the game, where the table brought it as one
    name: str = ""
    with_gm: bool = True
    number: int = 0
    rulings: dict[str, str] = field(default_factory=dict)
    ruled: tuple[tuple[int, dict[str, str]], ...] = ()  # all rulings that held, with the number from which on they did
    settings: Json = field(default_factory=dict)
    seats: dict[str, Seat] = field(default_factory=dict)
    characters: dict[str, Character] = field(default_factory=dict)
    clocks: dict[str, Clock] = field(default_factory=dict)
    undertakings: dict[str, Undertaking] = field(default_factory=dict)
    tried: dict[str, dict[int, str]] = field(default_factory=dict)  # by undertaking: rolls to finish it, with tiers
    rolled: dict[str, tuple[int, ...]] = field(default_factory=dict)  # by undertaking: rolls on it that were over
    campaign: Campaign = EMPTY
    papers: dict[str, KnownPaper] = field(default_factory=dict)  # what lies beside the log, by hash
    values: Json = field(default_factory=dict)
    live: Summed[TableRoll] = field(default_factory=Summed)
    """The rolls that are not over: being built, waiting, or with open dues."""
    over: Pages[Over] = field(default_factory=Pages)
    recent: tuple[TableRoll, ...] = ()  # the last of those that are over, whole
    making: tuple[int, ...] = ()  # the rolls that are being built or waiting
    past: Pages[Past] = field(default_factory=Pages)
    undone: frozenset[int] = frozenset()
    taken_back: bytes = b""  # a hash of all that was undone
    commitment: str = ""
    epoch: int = 0
    promises: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What each seat's phone has committed to for throws to come, the next first."""
    revealed: frozenset[str] = frozenset()
    """The names of secret rolls that the gm has shown."""
    traces: dict[tuple[str, str], int] = field(default_factory=dict)
    """How often each seat did what would help someone to choose their dice."""
    struck: frozenset[tuple[str, str, str]] = frozenset()
    """Rolls that were taken back or given up with their dice known: whose, which move, with what."""
    ended: bool = False
    demands: Latest | None = field(default=None, compare=False, repr=False)  # rolls whose dues are not sorted out
    awaiting: dict[str, tuple[int, ...]] = field(default_factory=dict, compare=False, repr=False)
    """The last rolls with open dues: by the move that answers one, and under "" where a player settles one."""
    known: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What many entries say alike stands in memory once; forks share it."""
    hashes: tuple[Any, Any] | None = field(default=None, compare=False, repr=False)  # parts, and the hash of each

    @cached_property
    def game(self) -> Game:
        """The game that is played: it is asked for dozens of times for each request."""
        return table_game(self.file) if self.file else _game(self.game_id)

    def move(self, name: str) -> Move:
        """A move of the game, or plain dice."""
        return _move(self.game, name)

    @property
    def rules(self) -> str:
        """The hash of the game's rules as they are here."""
        return self.rules_of(self.game_id)

    @property
    def open_rolls(self) -> list[TableRoll]:
        """Rolls in the making: being built, or waiting for dice or a decision."""
        return [self.live[number] for number in self.making]

    def roll(self, number: int) -> TableRoll | Over | None:
        """A roll by the number of its declaration, whole if it is not long over."""
        found = self.live.get(number) or self.over.get(number)
        whole = (each for each in reversed(self.recent) if each.id == number)
        return next(whole, found) if isinstance(found, Over) else found

    def rulings_at(self, number: int) -> dict[str, str]:
        """The rulings that held when an entry was written."""
        if self.ruled[-1][0] <= number:
            return self.rulings
        return next(rulings for since, rulings in reversed(self.ruled) if since <= number)

    def value(self, where: str, name: str) -> Any:
        """One value of a character, a clock, an undertaking, an evening or the table."""
        if where in self.clocks:
            return self.clocks[where].filled
        for named in (self.undertakings, self.campaign.evenings):
            if where in named:
                return named[where]._asdict()[name]
        if name == NAME and where in self.characters:
            return self.characters[where].name
        values = self.values if where == TABLE else self.characters[where].values
        return values[name] if name in values else usual_values(self.game_id).get(name)

    def values_of(self, character: str) -> Json:
        """All values a roll of this character may read: its own and the table's."""
        own = self.characters[character].values if character in self.characters else {}
        return {**usual_values(self.game_id), **own, **self.values}

    def put(self, change: Change, value: Any) -> None:
        """Let a value be what a change says."""
        where, name = change.where, change.name
        if where == TABLE:
            self.values = {**self.values, name: value}
        elif where in self.clocks:
            self.clocks = {**self.clocks, where: self.clocks[where]._replace(filled=value)}
        elif where in self.undertakings:
            self.undertakings = {**self.undertakings, where: self.undertakings[where]._replace(**{name: value})}
        elif where in self.campaign.evenings:
            self.campaign = self.campaign.with_evening(self.campaign.evenings[where]._replace(**{name: value}))
        else:
            of = self.characters[where]
            renamed = (value, of.values) if name == NAME else (of.name, {**of.values, name: value})
            self.characters = {**self.characters, where: Character(of.id, renamed[0], of.seat, renamed[1])}

    def put_seat(self, seat: Seat) -> None:
        """Let a seat be so."""
        self.seats = {**self.seats, seat.id: seat}

    def put_roll(self, roll: TableRoll) -> None:
        """Let a roll stand so."""
        number, making, was_making = roll.id, roll.status in MAKING, roll.id in self.making
        if making != was_making:
            others = tuple([each for each in self.making if each != number])
            self.making = (*others, number) if making else others
        if not was_making and self.over.get(number):  # something of it may be open again
            self.over.drop(number)
            self.recent = tuple([each for each in self.recent if each.id != number])
        if making or roll.open_dues:
            self.live[number] = roll
            self.demands = self.demands if making else (number, self.demands)
            return
        if roll.undertaking and number not in (before := self.rolled.get(roll.undertaking, ())):
            self.rolled = {**self.rolled, roll.undertaking: (*before, number)}
        self.live.drop(number)
        self.over[number] = once(self.known, roll.outline)
        self.recent = (*self.recent[1 - RECENT :], roll)

    def mark_roll(self, number: int, **changed: Any) -> None:
        """Let a roll be marked so, even if it is long over."""
        found = self.roll(number)
        if isinstance(found, TableRoll):
            self.put_roll(found.but(**changed))
        elif found is not None:
            self.over[number] = once(self.known, found._replace(**changed))

    def fork(self) -> Table:
        """The same table, to fold further entries into while this one stays as it is."""
        later = made_of(Table, {**self.__dict__})
        later.live, later.over, later.past = self.live.fork(), self.over.fork(), self.past.fork()
        return later
