"""What a seat may ask of a table: each request declared once, and how it becomes entries or is refused with a reason.

A request is a function with a declaration above it: its fields, who may, and how it is taken back.
HTTP bodies, the OpenAPI document, the table of rights and the pages' forms derive from that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from actionroll.errors import ActionrollError, InputError, UnknownName, shown
from actionroll.reckoning.play import Chance
from actionroll.reckoning.record import without_gm
from actionroll.table import rights
from actionroll.table.log import Canonical, Entry, canonical, fold, rolls_of, state_hash
from actionroll.table.state import Json, Seat, Table
from actionroll.values import value

Type: TypeAlias = Literal["text", "number", "yes or no", "object", "words", "list", "numbers", "texts"]
_TYPES: dict[Type, tuple[type, type | None, str]] = {
    "text": (str, None, "text"),
    "number": (int, None, "a whole number"),
    "yes or no": (bool, None, "true or false"),
    "object": (dict, None, "an object"),
    "words": (dict, str, "an object of texts"),
    "list": (list, None, "a list"),
    "numbers": (list, int, "a list of whole numbers"),
    "texts": (list, str, "a list of texts"),
}
"""What each is, what each of its values is, and how that is said."""
_NAMES = {str: "string", int: "integer", bool: "boolean", dict: "object", list: "array"}


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that a request says."""

    name: str
    type: Type
    says: str
    required: bool = False
    most: int = 0
    """The longest text or list that is taken; 0 where the table judges it itself."""

    def check(self, value: Any) -> None:
        """Refuse what is not of its type."""
        whole, each, takes = _TYPES[self.type]
        is_so = type(value) is whole
        if is_so and each:
            is_so = all(type(part) is each for part in (value.values() if whole is dict else value))
        if not is_so:
            raise InputError(f"{self.name} takes {takes}, not {shown(value)}.")
        if self.most and len(value) > self.most:
            raise InputError(f"{self.name} takes at most {self.most}, not {len(value)}.")

    def schema(self) -> Json:
        """As JSON Schema."""
        whole, each, _ = _TYPES[self.type]
        taken: Json = {"type": _NAMES[whole]}
        if each:
            taken["items" if whole is list else "additionalProperties"] = {"type": _NAMES[each]}
        if self.most:
            taken["maxLength" if whole is str else "maxItems"] = self.most
        return {**(taken if self.required else {"anyOf": [taken, {"type": "null"}]}), "description": self.says}


class Who(NamedTuple):
    """Who may: the gm, the one whose character or roll it is, another player, an onlooker.

    Only an onlooker is refused by this; all others the function refuses itself, by `rights`. A test tries all of it.
    """

    says: str
    gm: bool
    player: bool
    other: bool
    onlooker: bool


ANYONE = Who("everyone at the table", True, True, True, True)
PLAYERS = Who("everyone who plays", True, True, True, False)
OWN = Who("the one whose it is, or the gm", True, True, False, False)
OTHERS = Who("the other player, or the gm", True, False, True, False)
LEADING = Who("the gm; at a table without one, every player", True, False, False, False)
GM = Who("the gm", True, False, False, False)


@dataclass(frozen=True, slots=True)
class Request:
    """What a seat may ask, and the function that makes entries of it."""

    name: str
    says: str
    fields: tuple[Field, ...]
    who: Mapping[str, Who]
    """Who may; by what tells two uses apart, which is empty for the plain one."""
    undo: str
    """The request that takes it back; empty where none does."""
    path: str
    does: Callable[[Asking, Json], list[Entry] | Deed]
    at_ended: bool = False
    """Whether it may be asked at a table that has ended, whose log takes nothing more."""

    def checked(self, body: Any) -> Json:
        """Every field of a body, those left away as None; anything else is refused."""
        if not isinstance(body, dict):
            raise InputError(f"The body takes an object, not {shown(body)}.")
        declared = {each.name: each for each in self.fields}
        for name, said in body.items():
            if name not in declared:
                raise UnknownName("field", name, declared)
            if said is not None:
                declared[name].check(said)
        for each in self.fields:
            if each.required and body.get(each.name) is None:
                raise InputError(f"'{each.name}' is missing; it must be given.")
        return {**dict.fromkeys(declared), **body}

    def schema(self) -> Json:
        """The body as JSON Schema."""
        told: Json = {"type": "object", "description": self.says, "additionalProperties": False}
        told["properties"] = {each.name: each.schema() for each in self.fields}
        required = [each.name for each in self.fields if each.required]
        return {**told, "required": required} if required else told


REQUESTS: dict[str, Request] = {}


def request(
    name: str,
    *fields: Field,
    who: Who | Mapping[str, Who],
    undo: str = "",
    path: str = "",
    at_ended: bool = False,
) -> Callable[[Does], Does]:
    """Declare a request; the function's docstring is what people are told of it."""

    def declared(does: Does) -> Does:
        uses = {"": who} if isinstance(who, Who) else who
        REQUESTS[name] = Request(name, does.__doc__ or "", fields, uses, undo, path or name, does, at_ended)
        return does

    return declared


ROLL = Field("roll", "number", "The roll, by the number of the entry that declared it.", required=True)
DICE = Field("dice", "numbers", "Faces that were thrown by hand, in the order of the roll's dice.", most=1000)
NONCE = Field("nonce", "text", "What your own device adds to the dice.")
INPUTS = Field("inputs", "object", "Inputs of the move, by name.")
DECIDE = Field("decide", "words", "What is decided before the dice fall: an option for each decision.")
CHARACTER = Field("character", "text", "A character's id.", required=True)
SEAT = Field("seat", "text", "A seat's id.", required=True)


class Outside:
    """What a table takes from outside: dice, seeds, and the gm's secret log."""

    seed = ""
    """The seed of the throws so far, to be revealed."""
    secret_seed = bytes(32)
    """The seed of secret dice, and of what hides whether there are any."""
    secrets: Sequence[Json] = ()
    """The secret log so far."""
    here: Collection[str] = ()
    """The seats whose phones are listening."""
    lets_fall = False
    """Whether dice that were called for fall by themselves, once it is time."""
    seconds = 0
    """What time it is."""

    def salt(self) -> str:
        """What keeps words from being guessed by their hash."""
        raise NotImplementedError

    def dice(self, roll: int, throw: int, *nonces: str) -> Chance:
        """The dice of one throw of a roll."""
        raise NotImplementedError

    def secret_dice(self, number: int, nonce: str) -> Chance:
        """The dice of the secret entry of that number."""
        raise NotImplementedError

    def new_commitment(self) -> str:
        """The commitment to a seed that nobody has seen, for the throws to come."""
        raise NotImplementedError


class Asking(NamedTuple):
    """A seat that asks something of a table as it stands."""

    table: Table
    seat: Seat
    outside: Outside


class Shut(NamedTuple):
    """Links of this role and to this seat open nothing any more; empty is any."""

    role: str = ""
    seat: str = ""


class Opens(NamedTuple):
    """A new link for a role; or to a seat, for a while; or a short code to type, for a shorter one."""

    role: str
    seat: str = ""
    typed: bool = False
    own: bool = False
    """Whether whoever sits there keeps the seat on their other devices."""


class Lays(NamedTuple):
    """Bytes to lie beside the log under their hash, for one seat or all; without any, they are deleted for good."""

    hash: str
    kind: str = ""
    seat: str = ""
    content: bytes = b""


@value
class Deed:
    """What a request does besides entries that everyone sees."""

    entries: Sequence[Entry] = ()
    secret: Sequence[Entry] = ()
    shuts: tuple[Shut, ...] = ()
    opens: tuple[Opens, ...] = ()
    reveals_seed: bool = False
    lays: tuple[Lays, ...] = ()
    begun: Table | None = None
    """The table after the first entries, where whoever made the next ones has folded these already."""


Does: TypeAlias = Callable[[Asking, Json], "list[Entry]"] | Callable[[Asking, Json], Deed]


class Folded(NamedTuple):
    """An entry in its place, the hash of what stands after it, and the rolls it is about or moves."""

    number: int
    entry: Entry
    state: str
    rolls: tuple[int, ...]


class Acted(NamedTuple):
    """What a request made of a table."""

    table: Table
    folded: tuple[Folded, ...] = ()
    secret: tuple[Entry, ...] = ()
    shuts: tuple[Shut, ...] = ()
    opens: tuple[Opens, ...] = ()
    reveals_seed: bool = False
    lays: tuple[Lays, ...] = ()


def act(table: Table, seat: str, request: str, body: Any, outside: Outside, writing: Canonical = canonical) -> Acted:
    """All that a request of a seat does; the table itself stays as it is."""
    if request not in REQUESTS:
        raise UnknownName("request", request, REQUESTS)
    declared = REQUESTS[request]
    if table.ended and not declared.at_ended:
        raise rights.TableEnded
    asks = Asking(table, rights.seat_at(table, seat), outside)
    if asks.seat.role == "onlooker" and not any(who.onlooker for who in declared.who.values()):
        raise rights.NotYours("An onlooker watches; join as a player to take part.")
    try:
        made = declared.does(asks, declared.checked(body))
    except ActionrollError as refused:
        without = not table.with_gm and not isinstance(refused, rights.NotYours)  # a right is the gm's all the same
        refused.args = (without_gm(refused.sentence) if without else refused.sentence,)
        raise
    return done(table, made if isinstance(made, Deed) else Deed(made), seat, writing)


def done(table: Table, deed: Deed, by: str = "", writing: Canonical = canonical) -> Acted:
    """The table after a deed, whoever did it."""
    later, stood = deed.begun or table.fork(), []
    for number, entry in enumerate(deed.entries, table.number + 1):
        entry.by = entry.by or by
        if number > later.number:
            fold(later, number, entry)
        stood.append((number, entry, state_hash(later, writing)))
    for entry in deed.secret:
        entry.by = by
    folded = tuple([Folded(number, entry, state, rolls_of(later, entry, number)) for number, entry, state in stood])
    return Acted(later, folded, tuple(deed.secret), deed.shuts, deed.opens, deed.reveals_seed, deed.lays)
