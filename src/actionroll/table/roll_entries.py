"""What happened to a roll: each kind of entry with its fields, from the declaration to the last due, and its story."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, ClassVar

from actionroll.reckoning.record import Roll
from actionroll.rules.inputs import inputs_of
from actionroll.table.log import Changing, Entry, OfRoll, entry, trace, trace_roll
from actionroll.table.state import Answered, Chose, Ending, Fell, Json, Offer, Table, TableRoll
from actionroll.values import made_of

MEMBERS = "members"  # the name of the way into a roll of several: as one more of them


@entry("declared", says_all=True)
class Declared(Entry):
    seat: str
    character: str
    move: str
    trait: str = ""
    against: str = ""
    members: tuple[str, ...] = ()
    inputs: Json = field(default_factory=dict)
    decide: dict[str, str] = field(default_factory=dict)
    undertaking: str = ""
    phones: dict[str, str] = field(default_factory=dict)
    """Whose phones take part in the first dice, and what each has committed to."""
    sheets: tuple[Any, ...] | None = field(default=None, init=False, compare=False, repr=False)  # it is not written

    def fold(self, table: Table, number: int) -> None:
        if self.phones:
            table.promises = without(table.promises, self.phones)
        table.put_roll(self.as_roll(number))

    def as_roll(self, number: int) -> TableRoll:
        """The roll that it begins: all that is declared is of the roll, by the same names."""
        return made_of(TableRoll, {**self.__dict__, "id": number})


def without(promises: dict[str, tuple[str, ...]], phones: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """What is still promised once some of it is taken."""
    left = {seat: tuple(each for each in promises.get(seat, ()) if each != phones[seat]) for seat in phones}
    return {seat: each for seat, each in {**promises, **left}.items() if each}


@entry("committed", says_all=True)
class Committed(Entry):
    """A phone committed to its contributions to throws to come."""

    commitments: tuple[str, ...]
    afresh: bool = False
    """Whether all that it promised before is put aside: another device sits there now."""

    def fold(self, table: Table, number: int) -> None:
        before = () if self.afresh else table.promises.get(self.by, ())
        if self.afresh:
            trace(table, "afresh", self.by)
        table.promises = {**table.promises, self.by: (*before, *self.commitments)}


@entry("called", says_all=True)
class Called(OfRoll):
    """Someone threw: every phone that takes part now reveals its own contribution, and then the dice fall."""

    nonce: str = ""
    attempt: Json = field(default_factory=dict)
    """What sheets and helpers bring to the first dice: whatever is edited from now on, these are thrown."""

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        return roll.but(called=self.by, nonce=self.nonce, brought=self.attempt or roll.brought)


@entry("contributed", says_all=True)
class Contributed(OfRoll):
    """A phone revealed its contribution, and says which log it knows; the dice fall soon, and tell it."""

    rides_along: ClassVar[bool] = True
    contribution: str
    seen: str = ""
    """The number and hash of the last entry that the phone had seen."""

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        return roll.but(given={**roll.given, self.by: self.contribution})


@entry("set", says_all=True)
class InputsSet(OfRoll):
    inputs: Json = field(default_factory=dict)
    decide: dict[str, str] = field(default_factory=dict)
    forgets: tuple[str, ...] = ()
    """What the gm had said, and is asked for anew; what does not fit another trait, or was said of what was before."""
    undertaking: str | None = None
    """What it is made on from now on."""
    trait: str | None = None
    """What is picked on the sheet in the place of what was."""
    against: str | None = None
    """Who is on the other side from now on; empty for someone the gm plays."""
    anew: tuple[str, ...] = ()
    """What of it the gm had said of the old pick, and is asked for again though nobody waits for it otherwise."""

    def fold(self, table: Table, number: int) -> None:
        """Replace the roll, also one that is over: words may come late."""
        if isinstance(roll := table.roll(self.roll), TableRoll):
            table.put_roll(self.onto(roll, table, number))

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        inputs = {**_without(roll.inputs, self.forgets), **self.inputs}
        made_on = roll.undertaking if self.undertaking is None else self.undertaking
        trait = roll.trait if self.trait is None else self.trait
        changed = {"inputs": inputs, "decide": {**roll.decide, **self.decide}, "undertaking": made_on, "trait": trait}
        if self.against is not None:
            changed |= {"against": self.against, "decide": {**_without(roll.decide, self.forgets), **self.decide}}
        if asked := dict.fromkeys([*roll.anew, *self.anew]):
            changed["anew"] = tuple([name for name in asked if name not in self.inputs])
        return roll.but(changed)


def _without(inputs: Json, names: tuple[str, ...]) -> Json:
    return {name: value for name, value in inputs.items() if name not in names} if names else inputs


@entry("offered", says_all=True)
class Offered(OfRoll):
    character: str
    input: str
    how: str = ""
    trait: str = ""
    inputs: Json = field(default_factory=dict)
    move: str = ""
    """What the roll became through it, where that is another move."""

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        if self.input == MEMBERS:
            return roll.but(members=(*roll.members, self.character))
        move = self.move or roll.move
        declared = inputs_of(table.move(move).attempt)
        joined = declared.get(self.input)
        part = joined.joins.part if joined and joined.joins else "helper"
        place = list(declared).index(self.input) if joined else 0
        offer = Offer(self.by, self.character, self.input, self.how, part, place, self.trait, self.inputs)
        return roll.but(move=move, offers=_with(roll.offers, offer))


def _with(offers: tuple[Offer, ...], offer: Offer) -> tuple[Offer, ...]:
    """In the place of what the same character offered before, else after all others."""
    if all(each.character != offer.character for each in offers):
        return (*offers, offer)
    return tuple(offer if each.character == offer.character else each for each in offers)


@entry("offer_withdrawn", says_all=True)
class OfferWithdrawn(OfRoll):
    character: str

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        offers = tuple(offer for offer in roll.offers if offer.character != self.character)
        return roll.but(offers=offers, members=tuple(each for each in roll.members if each != self.character))


@entry("withdrawn", says_all=True, by_host=True)
class Withdrawn(OfRoll):
    def fold(self, table: Table, number: int) -> None:
        roll = table.live[self.roll]
        trace_roll(table, "given_up" if roll.called else "withdrawn", roll, bool(roll.called))
        table.put_roll(self.onto(roll, table, number))

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        return roll.but(status="withdrawn")


@dataclass(kw_only=True)
class Resolved(OfRoll, Ending):
    """What the roll came to with this, once it ended."""

    reached: Roll | None = field(default=None, init=False, compare=False, repr=False)
    """Where the rules have come with the roll, as whoever made this knows; it is not written."""

    def _ended(self) -> Json:
        """What of a roll is other since this."""
        ending = self if self.tier else None
        return {"ending": ending, "status": "done" if ending else "waiting", "reached": self.reached}


@entry("thrown", says_all=True)
class Thrown(Resolved, Fell):
    """Dice fell; the first of a roll say what it was thrown with, and under which rules."""

    nonce: str = ""
    attempt: Json = field(default_factory=dict)
    """What sheets and helpers brought to it; all else was said before."""
    part: str = "roller"
    """Whose dice they are; the roller's, where they are of several."""
    missing: tuple[str, ...] = ()
    """The seats whose phones should have taken part, and did not."""
    phones: dict[str, str] = field(default_factory=dict)
    """Whose phones take part in the next dice, where the roll goes on."""

    def fold(self, table: Table, number: int) -> None:
        """Replace the roll, and count what would help someone to choose their dice."""
        roll = table.live[self.roll]
        if self.by_hand:
            trace(table, "by_hand", roll.seat)
        if self.dice and self.by != roll.seat and self.by not in _throwers(table, roll, self.part):
            trace(table, "for_another", self.by)
        for seat in self.missing:
            trace(table, "missing", seat)
        if table.struck and roll.status == "open" and (roll.character, roll.move, roll.trait) in table.struck:
            trace(table, "again", roll.seat)
            table.struck -= {(roll.character, roll.move, roll.trait)}
        if self.phones:
            table.promises = without(table.promises, self.phones)
        table.put_roll(self.onto(roll, table, number))

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        changed = {"taken": (*roll.taken, self), "throws": roll.throws + 1, "by_hand": self.by_hand, **self._ended()}
        if roll.phones or self.phones:
            changed |= {"phones": self.phones, "given": {}, "called": "", "nonce": ""}
        if roll.status == "open":
            changed |= {"brought": self.attempt, "rulings": table.rulings_at(number), "rules": self.rules}
        return roll.but(changed)


def _throwers(table: Table, roll: TableRoll, part: str) -> set[str]:
    """The seats whose own dice these are: the roller's, or of those who roll with or against them."""
    others = [roll.against, *roll.members, *(offer.character for offer in roll.offers)] if part != "roller" else []
    return {roll.seat, *(table.characters[each].seat for each in others if each in table.characters)}


@entry("decided", says_all=True)
class Decided(Resolved, Chose):
    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        return roll.but(taken=(*roll.taken, self), **self._ended())


@entry("said_late")
class SaidLate(Resolved):
    """The gm said once the dice lay what may still be said then: another gamble, or none."""

    inputs: Json = field(default_factory=dict)

    def fold(self, table: Table, number: int) -> None:
        """Replace the roll, also one that was over because nobody owed anything for it."""
        if isinstance(roll := table.roll(self.roll), TableRoll):
            table.put_roll(self.onto(roll, table, number))

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        return roll.but(brought={**roll.brought, **self.inputs}, **self._ended())


@entry("demanded")
class Demanded(OfRoll):
    """The gm asks a roll of someone before they help."""

    character: str
    input: str = ""
    how: str = ""
    """How they had offered help: through which input, and in words."""

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        heard = {**roll.heard, self.character: (self.input, self.how)} if self.input else roll.heard
        return roll.but(demanded=(*roll.demanded, self.character), heard=heard)


@entry("proposed", says_all=True)
class Proposed(OfRoll):
    """An answer to a due, on which someone else has the last word."""

    due: int = 0
    answer: list[Any] = field(default_factory=list)

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        return roll.but(proposed={**roll.proposed, self.due: self.answer})


@entry("named", says_all=True)
class Named(OfRoll):
    """The gm said what a due will bring; it has not fallen yet."""

    due: int = 0
    answer: list[Any] = field(default_factory=list)
    trait: str = ""
    """What it is answered with; whoever answers chooses, if it is empty."""

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        answered_with = {place: trait for place, trait in roll.answered_with.items() if place != self.due}
        if self.trait:
            answered_with[self.due] = self.trait
        return roll.but(named={**roll.named, self.due: self.answer}, answered_with=answered_with)


@entry("settled", says_all=True)
class Settled(OfRoll):
    due: int = 0
    answer: list[Any] = field(default_factory=list)
    left: list[Any] = field(default_factory=list)
    """What was named of it and falls on others, who have not answered yet."""
    answers: int = 0
    """The roll that answered it, where one did."""

    def fold(self, table: Table, number: int) -> None:
        if self.answers:
            answering = table.roll(self.answers)
            before = answering.answered if isinstance(answering, TableRoll) else ()
            table.mark_roll(self.answers, answered=(*before, self._fallen(table.live[self.roll], number)))
        table.put_roll(self.onto(table.live[self.roll], table, number))

    def onto(self, roll: TableRoll, table: Table, number: int) -> TableRoll:
        fell = roll.fell if self.answers else (*roll.fell, self._fallen(roll, number))
        if self.left:
            return roll.but(named={**roll.named, self.due: self.left}, fell=fell)
        return roll.but(settled=roll.settled | {self.due}, fell=fell)

    def _fallen(self, roll: TableRoll, number: int) -> Answered:
        return Answered(number, self.roll, self.due, self.answer if self.due in roll.named else [])


@entry("wished", says_all=True)
class Wished(Entry):
    roll: int
    withdrawn: bool = False

    def fold(self, table: Table, number: int) -> None:
        table.mark_roll(self.roll, wished="" if self.withdrawn else self.by)


@dataclass(kw_only=True)
class TakingBack(Changing):
    """What entries changed was given back."""

    entries: tuple[int, ...] = ()
    reopens: tuple[Answered, ...] = ()
    """Dues that were settled by what is taken back, and are open again."""

    def _strike(self, table: Table, status: str) -> None:
        table.undone |= frozenset(self.entries)
        table.taken_back = sha256(table.taken_back + repr(self.entries).encode()).digest()
        if self.roll:
            table.mark_roll(self.roll, status=status)
        for each in self.reopens:
            if isinstance(roll := table.roll(each.roll), TableRoll) and roll.status == "done":
                table.put_roll(reopened(roll, each))


def reopened(roll: TableRoll, fell: Answered) -> TableRoll:
    """The roll with a due open again: what had been named of it waits once more, beside what still does."""
    waiting = [] if fell.due in roll.settled else roll.named.get(fell.due, [])
    named = {**roll.named, fell.due: [*waiting, *fell.named]} if fell.named else roll.named
    others = tuple([each for each in roll.fell if each.entry != fell.entry])
    return roll.but(settled=roll.settled - {fell.due}, named=named, fell=others)


@entry("undone")
class Undone(TakingBack):
    """A roll or an edit was taken back."""

    def fold(self, table: Table, number: int) -> None:
        if roll := table.roll(self.roll):
            trace_roll(table, "undone", roll)
        self._strike(table, "undone")


@entry("closed", by_host=True)
class Closed(TakingBack):
    """A roll was closed at no cost, because the rules changed while it waited."""

    def fold(self, table: Table, number: int) -> None:
        if roll := table.roll(self.roll):
            trace_roll(table, "closed", roll)
        self._strike(table, "closed")


def story(table: Table, number: int, entries: Iterable[tuple[int, Entry]]) -> TableRoll:
    """A roll that is long over, folded anew from its declaration on; no more entries are read than it takes."""
    roll = None
    for place, each in entries:
        if roll is None:
            assert isinstance(each, Declared)  # noqa: S101
            roll = each.as_roll(number)
        elif place > table.number:
            break
        elif getattr(each, "roll", 0) == number:
            roll = each.onto(roll, table, place) if isinstance(each, OfRoll) else roll
            if isinstance(each, TakingBack):
                break
        elif isinstance(each, TakingBack):
            for due in each.reopens:
                roll = reopened(roll, due) if due.roll == number else roll
        if roll.is_over and not any(due.entry in table.undone for due in roll.fell):
            break  # else something of it was open again
    over = table.over[number]
    assert roll is not None  # noqa: S101
    return roll.but(status=over.status, wished=over.wished, seat=over.seat)
