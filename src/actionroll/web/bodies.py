"""The bodies of requests: for the OpenAPI document, and for a first check of types."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, field

Inputs = dict[str, Any]
Dice = Annotated[list[int], Meta(max_length=1000)]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """A body: a JSON object of which every field is known."""


Name = Annotated[str, Meta(max_length=60)]


class Question(Body, frozen=True, kw_only=True):
    """A move of a game with its attempt."""

    game: Name
    move: Name = "action"
    attempt: Inputs = field(default_factory=dict)
    rulings: Inputs = field(default_factory=dict)
    decide: dict[str, str] = field(default_factory=dict)


class OddsBody(Question, frozen=True, kw_only=True):
    """Exact odds; with `near`, those of every near alternative over the inputs named."""

    near: bool = False
    over: Annotated[list[str], Meta(max_length=40)] | None = None


class NearBody(Question, frozen=True, kw_only=True):
    """The odds of every near alternative over the inputs named; asked by an open roll at a table."""

    over: list[str]


class AdviceBody(Question, frozen=True, kw_only=True):
    """What each option is worth for an aim, from the start or after answers."""

    answers: Annotated[list[Any], Meta(max_length=1000)] | None = None
    aim: str | dict[str, Any] | None = None
    most: Annotated[
        int, Meta(ge=1, le=1000, description="On how many decisions; those that come up most often are told.")
    ] = 60


class VaryBody(Question, frozen=True, kw_only=True):
    """The same question for several values of one input."""

    over: Name
    values: Annotated[list[Any], Meta(max_length=40)] | None = None


class QrBody(Body, frozen=True, kw_only=True):
    """A link to draw as a code."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


Title = Annotated[str, Meta(max_length=200)]


class CreateBody(Body, frozen=True, kw_only=True):
    """A new table."""

    game: Name
    name: Title
    nickname: Title
    with_gm: bool = True
    rulings: Inputs = field(default_factory=dict)


class LookBody(Body, frozen=True, kw_only=True):
    """A link's secret."""

    secret: Annotated[str, Meta(max_length=100)]


class JoinBody(LookBody, frozen=True, kw_only=True):
    """A link's secret and the name to sit down with; who only reads a table that has ended needs none."""

    nickname: Title = ""


class Nothing(Body, frozen=True, kw_only=True):
    """Nothing to say."""


class Named(Body, frozen=True, kw_only=True):
    """A name."""

    name: str


class OfSeat(Body, frozen=True, kw_only=True):
    """A seat; one's own if it is left out."""

    seat: str | None = None


class OfAnySeat(Body, frozen=True, kw_only=True):
    """A seat."""

    seat: str


class HandOver(Body, frozen=True, kw_only=True):
    """The seat that becomes the gm's."""

    to: str


class Rule(Body, frozen=True, kw_only=True):
    """Rulings to change."""

    rulings: Inputs


class SetUp(Body, frozen=True, kw_only=True):
    """Settings of the table to change."""

    advice: bool | None = None


class Note(Body, frozen=True, kw_only=True):
    """A text for the log."""

    text: str


class Make(Body, frozen=True, kw_only=True):
    """A character: from the game's template, with some values changed, or imported with all of them."""

    name: str
    values: Inputs | None = None
    seat: str | None = None


class Give(Body, frozen=True, kw_only=True):
    """A character and the seat that plays it, or none."""

    character: str
    seat: str | None = None


class Edit(Body, frozen=True, kw_only=True):
    """Values of a character (its id) or of the table (`table`) to change by hand."""

    where: str
    values: Inputs


class RenameCharacter(Body, frozen=True, kw_only=True):
    """A character and its new name."""

    character: str
    name: str


class MakeClock(Body, frozen=True, kw_only=True):
    """A clock or progress track."""

    name: str
    size: int


class Tick(Body, frozen=True, kw_only=True):
    """A clock and by how many segments."""

    clock: str
    by: int | None = None


class OfClock(Body, frozen=True, kw_only=True):
    """A clock."""

    clock: str


class Declare(Body, frozen=True, kw_only=True):
    """A roll, open to all from now on."""

    character: str
    move: str | None = None
    trait: str | None = None
    against: str | None = None
    members: Annotated[list[str], Meta(max_length=20)] | None = None
    inputs: Inputs | None = None
    decide: dict[str, str] | None = None


class RollAtOnce(Declare, frozen=True, kw_only=True):
    """A roll that is declared and thrown in one go."""

    dice: Dice | None = None
    nonce: str | None = None


class SetInputs(Body, frozen=True, kw_only=True):
    """Inputs of a roll, and decisions that come before its dice."""

    roll: int
    inputs: Inputs | None = None
    decide: dict[str, str] | None = None


class Offer(Body, frozen=True, kw_only=True):
    """Help for a roll, from a character of one's own: through which input, with which trait, and what is said of it."""

    roll: int
    character: str
    input: str | None = None
    how: str | None = None
    trait: str | None = None
    inputs: Inputs | None = None


class OfferOf(Body, frozen=True, kw_only=True):
    """A character's help for a roll."""

    roll: int
    character: str


class OfRoll(Body, frozen=True, kw_only=True):
    """A roll."""

    roll: int


class Throw(Body, frozen=True, kw_only=True):
    """A roll to throw; with `dice`, the faces that were thrown by hand."""

    roll: int
    dice: Dice | None = None
    nonce: str | None = None


class Decide(Throw, frozen=True, kw_only=True):
    """An option at a roll's decision."""

    option: str


class Settle(Body, frozen=True, kw_only=True):
    """A due of a roll, and how it is settled."""

    roll: int
    due: int = 0
    answer: Annotated[list[Any], Meta(max_length=100)]


class Undo(Body, frozen=True, kw_only=True):
    """The number of a roll or an edit to take back."""

    entry: int


class SecretRoll(Body, frozen=True, kw_only=True):
    """A roll that only the gm sees, made at once."""

    move: str | None = None
    inputs: Inputs | None = None
    decide: dict[str, str] | None = None
    note: str | None = None
    nonce: str | None = None


class Reveal(Body, frozen=True, kw_only=True):
    """The number of a secret roll to show to all."""

    secret: int


BODIES: dict[str, type[Body]] = {
    "throw": Throw,
    "declare": Declare,
    "roll_at_once": RollAtOnce,
    "set": SetInputs,
    "decide": Decide,
    "offer": Offer,
    "withdraw_offer": OfferOf,
    "withdraw": OfRoll,
    "settle": Settle,
    "wish": OfRoll,
    "undo": Undo,
    "make": Make,
    "give": Give,
    "edit": Edit,
    "rename_character": RenameCharacter,
    "make_clock": MakeClock,
    "tick": Tick,
    "remove_clock": OfClock,
    "rename": Named,
    "leave": OfSeat,
    "bring_back": OfAnySeat,
    "hand_over": HandOver,
    "rule": Rule,
    "set_up": SetUp,
    "note": Note,
    "begin_round": Nothing,
    "end": Nothing,
    "secret_roll": SecretRoll,
    "reveal": Reveal,
    "rotate_seed": Nothing,
    "renew_links": Nothing,
    "seat_link": OfAnySeat,
}
"""Every operation of a seat, with its body."""
