"""What happened to the table, its seats, sheets and clocks: each kind of entry with its fields."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Any

from actionroll.table.campaign import PICTURE, Clock, Evening, Handout, KnownPaper, StoryScene, Undertaking
from actionroll.table.log import Edit, Entry, Line, entry, falling, merged, trace
from actionroll.table.state import TABLE, Character, Json, Role, Seat, Table


@entry("opened", by_host=True)
class Opened(Entry):
    table: str
    game: str
    name: str
    commitment: str
    with_gm: bool = True
    rulings: Json = field(default_factory=dict)
    values: Json = field(default_factory=dict)
    file: str = ""
    """The game itself, where the table brought it."""

    def fold(self, table: Table, number: int) -> None:
        table.file = self.file
        table.id, table.game_id, table.name, table.with_gm = self.table, self.game, self.name, self.with_gm
        table.rulings, table.values, table.commitment = self.rulings, self.values, self.commitment
        table.ruled = ((number, self.rulings),)


@entry("joined", beside="access")
class Joined(Entry):
    seat: str
    name: str
    role: Role
    waits: bool = False
    """Whether the seat is empty until someone lets them in."""

    def fold(self, table: Table, number: int) -> None:
        table.put_seat(Seat(self.seat, self.name, self.role, waits=self.waits))


@entry("let_in")
class LetIn(Entry):
    seat: str

    def fold(self, table: Table, number: int) -> None:
        table.put_seat(table.seats[self.seat]._replace(waits=False))


@entry("renamed")
class Renamed(Entry):
    seat: str
    name: str

    def fold(self, table: Table, number: int) -> None:
        table.put_seat(table.seats[self.seat]._replace(name=self.name))


@entry("left")
class Left(Entry):
    seat: str

    def fold(self, table: Table, number: int) -> None:
        table.put_seat(table.seats[self.seat]._replace(gone=True))


@entry("returned")
class Returned(Entry):
    seat: str

    def fold(self, table: Table, number: int) -> None:
        table.put_seat(table.seats[self.seat]._replace(gone=False))


@entry("handed_over", beside="access")
class HandedOver(Entry):
    to: str

    def fold(self, table: Table, number: int) -> None:
        table.put_seat(table.seats[self.by]._replace(role="player"))
        table.put_seat(table.seats[self.to]._replace(role="gm"))


@entry("made")
class Made(Entry):
    character: str
    name: str
    values: Json
    seat: str = ""

    def fold(self, table: Table, number: int) -> None:
        table.characters = {
            **table.characters,
            self.character: Character(self.character, self.name, self.seat, self.values),
        }


@entry("given")
class Given(Entry):
    character: str
    seat: str = ""
    rolls: tuple[int, ...] = ()

    @property
    def moves(self) -> tuple[str]:
        return (self.character,)

    def fold(self, table: Table, number: int) -> None:
        table.characters = {
            **table.characters,
            self.character: table.characters[self.character]._replace(seat=self.seat),
        }
        for roll in self.rolls:
            table.put_roll(table.live[roll].but(seat=self.seat or self.by))


@entry("edited", says_all=True)
class Edited(Edit):
    """Values were changed by hand."""


@entry("tended", says_all=True)
class Tended(Edit):
    """A character grew or recovered between scenes."""

    what: str


@entry("character_renamed", says_all=True)
class CharacterRenamed(Edit):
    """A character took another name."""


@entry("round_begun", says_all=True)
class RoundBegun(Edit):
    """A new round began."""


@entry("round_changed", says_all=True)
class RoundChanged(Edit):
    """Someone said what they intend, a round came to its actions, or rounds are over."""

    what: str
    """`intended`, `actions_begun` or `rounds_ended`."""


@entry("clock_made")
class ClockMade(Entry):
    clock: str
    name: str
    size: int

    def fold(self, table: Table, number: int) -> None:
        table.clocks = {**table.clocks, self.clock: Clock(self.clock, self.name, self.size)}


@entry("clock_removed")
class ClockRemoved(Entry):
    clock: str

    def fold(self, table: Table, number: int) -> None:
        table.clocks = {name: each for name, each in table.clocks.items() if name != self.clock}


@entry("undertaken")
class Undertaken(Entry):
    undertaking: str
    what: str
    """Its kind: a vow, a fight."""
    name: str
    rank: str
    character: str = ""

    def fold(self, table: Table, number: int) -> None:
        begun = Undertaking(self.undertaking, self.what, self.name, self.rank, self.character)
        table.undertakings = {**table.undertakings, self.undertaking: begun}


@entry("undertaking_changed")
class UndertakingChanged(Edit):
    """Progress was marked on an undertaking, or it was named, ranked or ended otherwise."""


@entry("clock_filled", says_all=True)
class ClockFilled(Entry):
    """A clock is full, and what the gm had written down for that is told."""

    clock: str
    text: str


@entry("evening_begun")
class EveningBegun(Entry):
    evening: str
    when: int
    """In seconds, as the server knows it."""
    name: str = ""
    first: int = 0
    """The entry that it is told from, where it was played before anyone said that it begins."""

    def fold(self, table: Table, number: int) -> None:
        table.campaign = table.campaign.with_evening(Evening(self.evening, self.first or number, self.when, self.name))


def begun_first(lines: Sequence[Line]) -> list[Line]:
    """The lines with the beginning of each evening put before its first roll, where it was entered later."""
    times = {number: at for number, at, _ in lines}
    firsts = {each.number: each.entry.first for each in lines if isinstance(each.entry, EveningBegun)}
    moved = [each._replace(at=times.get(firsts.get(each.number, 0), each.at)) for each in lines]
    return sorted(moved, key=lambda each: (firsts.get(each.number) or each.number, each.number not in firsts))


@entry("evening_changed")
class EveningChanged(Edit):
    """An evening ended, or was named otherwise."""


@entry("scene_begun")
class SceneBegun(Entry):
    scene: str
    name: str
    conditions: tuple[tuple[str, str, Any], ...] = ()
    """What it proposes to every roll: words, an input, and its value."""

    def fold(self, table: Table, number: int) -> None:
        table.campaign = table.campaign._replace(scene=StoryScene(self.scene, self.name, self.conditions))


@entry("scene_ended")
class SceneEnded(Entry):
    scene: str

    def fold(self, table: Table, number: int) -> None:
        table.campaign = table.campaign._replace(scene=None)


@entry("handed_out")
class HandedOut(Entry):
    """Something to read or to look at was shown to all."""

    handout: str
    title: str
    text: str = ""
    picture: str = ""

    def fold(self, table: Table, number: int) -> None:
        shown = Handout(self.handout, self.title, self.text, self.picture)
        table.campaign = table.campaign._replace(handouts={**table.campaign.handouts, self.handout: shown})
        if self.picture:
            table.papers = {**table.papers, self.picture: KnownPaper(self.handout, PICTURE, "", self.by)}


@entry("handout_put_away")
class HandoutPutAway(Entry):
    handout: str

    def fold(self, table: Table, number: int) -> None:
        left = {name: each for name, each in table.campaign.handouts.items() if name != self.handout}
        table.campaign = table.campaign._replace(handouts=left)


@entry("kept")
class CardKept(Entry):
    """Something private was written, changed or, with nothing on it, taken away; it stands in the secret log."""

    card: str
    what: str
    fields: Json = field(default_factory=dict)
    to: str = ""
    """The seat that it is handed to."""
    was: str = ""
    """The seat that it is taken from."""
    of_gm: bool = False
    """Whether it is the gm's, whoever that is by then."""


@entry("noted", says_all=True)
class Noted(Entry):
    text: str


@entry("ruled")
class Ruled(Entry):
    rulings: dict[str, str]
    moves = (TABLE,)

    def fold(self, table: Table, number: int) -> None:
        table.rulings = {**table.rulings, **self.rulings}
        table.ruled = (*table.ruled, (number, table.rulings))


@entry("set_up")
class SetUp(Entry):
    settings: Json

    def fold(self, table: Table, number: int) -> None:
        table.settings = {**table.settings, **self.settings}


@entry("links_renewed", by_host=True, beside="access")
class LinksRenewed(Entry):
    """The old links open nothing any more."""


@entry("seat_link_made", beside="access")
class SeatLinkMade(Entry):
    seat: str


@entry("code_shown")
class CodeShown(Entry):
    pass


@entry("reseated", beside="access")
class Reseated(Entry):
    seat: str


@entry("seed_changed", by_host=True, beside="access")
class SeedChanged(Entry):
    """The dice took a new seed; the old one is revealed, unless it stayed where the table came from."""

    epoch: int
    commitment: str
    seed: str = ""

    def fold(self, table: Table, number: int) -> None:
        table.commitment, table.epoch = self.commitment, self.epoch
        trace(table, "seed", self.by)


@entry("rolled_secretly")
class RolledSecretly(Entry):
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


@entry("revealed")
class Revealed(Entry):
    """A secret roll was shown to all."""

    secret: str
    entry: Json
    """What the secret log says of it."""

    def fold(self, table: Table, number: int) -> None:
        table.revealed |= {self.secret}
        trace(table, "revealed", self.by)


@entry("alarmed", says_all=True)
class Alarmed(Entry):
    """A phone found that the dice or the log are not what they should be."""

    text: str

    def fold(self, table: Table, number: int) -> None:
        trace(table, "alarmed", self.by)


@entry("ended", beside="access")
class Ended(Entry):
    seed: str = ""

    def fold(self, table: Table, number: int) -> None:
        table.ended = True
        for _ in falling(table):
            trace(table, "given_up", self.by)


def edits_joined(lines: Iterable[Line]) -> list[Line]:
    """The lines with edits in a row, such as ticks of a clock, made one: from the first value to the last."""
    joined: list[Line] = []
    for line in lines:
        last = joined[-1].entry if joined else None
        if isinstance(line.entry, Edited) and isinstance(last, Edited):
            changes = merged((*last.changes, *line.entry.changes))
            joined[-1] = joined[-1]._replace(entry=Edited(by=last.by, changes=changes))
        else:
            joined.append(line)
    return joined
