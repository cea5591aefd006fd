"""The bodies of requests, for the OpenAPI document and for a first check of types; the table judges the rest."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

Inputs = dict[str, Any]


class Body(BaseModel):
    """A JSON object of which every field is known."""

    model_config = ConfigDict(extra="forbid", strict=True)

    def request(self) -> dict[str, Any]:
        """The fields that were sent."""
        return self.model_dump(exclude_unset=True)


class Question(Body):
    """A move of a game with its attempt."""

    game: str = Field(max_length=60)
    move: str = Field("action", max_length=60)
    attempt: Inputs = Field(default_factory=dict)
    rulings: Inputs = Field(default_factory=dict)
    decide: dict[str, str] = Field(default_factory=dict)


class OddsBody(Question):
    """Exact odds; with `near`, those of every near alternative over the inputs named."""

    near: bool = False
    over: list[str] | None = Field(None, max_length=40)


class AdviceBody(Question):
    """What each option is worth for an aim, from the start or after answers."""

    answers: list[Any] | None = Field(None, max_length=1000)
    aim: str | dict[str, Any] | None = None
    most: int = Field(60, ge=1, le=1000, description="On how many decisions; those that come up most often are told.")


class VaryBody(Question):
    """The same question for several values of one input."""

    over: str = Field(max_length=60)
    values: list[Any] | None = Field(None, max_length=40)


class QrBody(Body):
    """A link to draw as a code."""

    text: str = Field(min_length=1, max_length=300)


class CreateBody(Body):
    """A new table."""

    game: str = Field(max_length=60)
    name: str = Field(max_length=200)
    with_gm: bool = True
    rulings: Inputs = Field(default_factory=dict)
    nickname: str = Field(max_length=200)


class LookBody(Body):
    """A link's secret."""

    secret: str = Field(max_length=100)


class JoinBody(LookBody):
    """A link's secret and the name to sit down with; who only reads a table that has ended needs none."""

    nickname: str = Field("", max_length=200)


class Nothing(Body):
    """Nothing to say."""


class Named(Body):
    """A name."""

    name: str


class OfSeat(Body):
    """A seat; one's own if it is left out."""

    seat: str | None = None


class OfAnySeat(Body):
    """A seat."""

    seat: str


class HandOver(Body):
    """The seat that becomes the gm's."""

    to: str


class Rule(Body):
    """Rulings to change."""

    rulings: Inputs


class SetUp(Body):
    """Settings of the table to change."""

    advice: bool | None = None


class Note(Body):
    """A text for the log."""

    text: str


class Make(Body):
    """A character: from the game's template, with some values changed, or imported with all of them."""

    name: str
    values: Inputs | None = None
    seat: str | None = None


class Give(Body):
    """A character and the seat that plays it, or none."""

    character: str
    seat: str | None = None


class Edit(Body):
    """Values of a character (its id) or of the table (`table`) to change by hand."""

    where: str
    values: Inputs


class RenameCharacter(Body):
    """A character and its new name."""

    character: str
    name: str


class MakeClock(Body):
    """A clock or progress track."""

    name: str
    size: int


class Tick(Body):
    """A clock and by how many segments."""

    clock: str
    by: int | None = None


class OfClock(Body):
    """A clock."""

    clock: str


class Declare(Body):
    """A roll, open to all from now on."""

    character: str
    move: str | None = None
    trait: str | None = None
    against: str | None = None
    members: list[str] | None = Field(None, max_length=20)
    inputs: Inputs | None = None
    decide: dict[str, str] | None = None


class RollAtOnce(Declare):
    """A roll that is declared and thrown in one go."""

    dice: list[int] | None = Field(None, max_length=1000)
    nonce: str | None = None


class SetInputs(Body):
    """Inputs of a roll, and decisions that come before its dice."""

    roll: int
    inputs: Inputs | None = None
    decide: dict[str, str] | None = None


class Offer(Body):
    """Help for a roll, from a character of one's own: through which input, with which trait, and what is said of it."""

    roll: int
    character: str
    input: str | None = None
    how: str | None = None
    trait: str | None = None
    inputs: Inputs | None = None


class OfferOf(Body):
    """A character's help for a roll."""

    roll: int
    character: str


class OfRoll(Body):
    """A roll."""

    roll: int


class Throw(Body):
    """A roll to throw; with `dice`, the faces that were thrown by hand."""

    roll: int
    dice: list[int] | None = Field(None, max_length=1000)
    nonce: str | None = None


class Decide(Throw):
    """An option at a roll's decision."""

    option: str


class Settle(Body):
    """A due of a roll, and how it is settled."""

    roll: int
    due: int = 0
    answer: list[Any] = Field(max_length=100)


class Undo(Body):
    """The number of a roll or an edit to take back."""

    entry: int


class SecretRoll(Body):
    """A roll that only the gm sees, made at once."""

    move: str | None = None
    inputs: Inputs | None = None
    decide: dict[str, str] | None = None
    note: str | None = None
    nonce: str | None = None


class Reveal(Body):
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
