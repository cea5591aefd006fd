"""A table that was played at for ten evenings, stored as a server stores it: many people, notes, clocks and entries."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from actionroll.ledger import rules_here
from actionroll.store import Append, Batch, Paper, Row, Secret, Seed, TableRow, open_store
from actionroll.table import Acted, Table, act
from actionroll.table.log import canonical, written
from actionroll.table.requests import Deed, Outside, done
from actionroll.table.seats import joining, opening
from actionroll.table.state import Json, Role
from actionroll.web.access import hashed
from tests.server import Client, Listening, SeatAt

TABLE, GAME = "campaign", "in-the-dark"
CHARACTERS, PEOPLE, NOTES, CLOCKS, EVENINGS, ENTRIES = 24, 16, 60, 30, 10, 6_000
FIRST = ("Nyx", "Moth", "Hollis", "Vesper", "Rook", "Tansy", "Quill", "Marrow")
LAST = ("of the quay", "the younger", "Blackwater")
SEATS: dict[str, tuple[str, Role]] = {"s1": ("Gem", "gm"), "s2": ("Ann", "player"), "s3": ("Bo", "player")}
PROSE = (
    "The harbour master keeps two ledgers, and only one of them is wet. Whoever carries the third asks for {name} by "
    "the name she used before the fire; nobody in the crew has heard it yet, and the bell has {number} strokes."
)


class Outdoors(Outside):
    """No dice but those by hand; what is private is kept here."""

    def __init__(self) -> None:
        self.secrets: list[Json] = []
        self.secret_seed, self.seconds = bytes(32), 1_760_000_000

    def salt(self) -> str:
        return "0" * 32


class Campaign:
    """Requests of its seats, and what they leave in the store."""

    def __init__(self) -> None:
        self.table, self.outside = Table(rules_of=rules_here), Outdoors()
        self.bodies: list[bytes] = []
        self.rows: list[Row] = [TableRow(TABLE, GAME, "Lantern Street", 0)]
        self.rows += [Seed(TABLE, kind, 0, bytes(32)) for kind in ("open", "secret")]
        self.rows += [Secret(hashed(seat), "token", TABLE, seat, "") for seat in SEATS]
        self._took(done(self.table, Deed([opening(TABLE, {"game": GAME, "name": "Lantern Street"}, "")])))
        for seat, (name, role) in SEATS.items():
            self._took(done(self.table, Deed([joining(self.table, seat, name, role)])))

    def do(self, seat: str, request: str, /, **body: object) -> None:
        self._took(act(self.table, seat, request, body, self.outside))

    def _took(self, acted: Acted) -> None:
        self.table = acted.table
        self.bodies += [
            canonical({**written(each.entry), "at": self.outside.seconds, "state": each.state, "veil": "0" * 64})
            for each in acted.folded
        ]
        self.outside.secrets += map(written, acted.secret)
        self.rows += [Paper(TABLE, *each) for each in acted.lays]
        self.outside.seconds += 20

    def store(self, path: Path) -> None:
        hidden = [canonical({**each, "at": 0, "state": ""}) for each in self.outside.secrets]
        store = open_store(path)
        appends = Append(TABLE, 0, tuple(self.bodies)), Append(f"{TABLE}/secret", 0, tuple(hidden))
        store.append(Batch(appends, rows=tuple(self.rows)))
        store.close()


def names() -> Iterator[str]:
    return (f"{first} {last}" for last in LAST for first in FIRST)


def played(entries: int = ENTRIES) -> Campaign:
    """All of it."""
    campaign = Campaign()
    for place, name in enumerate(names(), 1):
        seat = "s2" if place == 1 else "s3" if place == 2 else "s1"
        things = [{"kind": "gear", "name": "Lockpicks", "text": "Fine ones.", "does": [{"use": "a good position"}]}]
        campaign.do(seat, "make", name=name, values={"skulk": 2, "things": things})
        words = {
            "pronouns": "she/her",
            "line": f"{name} was never here.",
            "notes": PROSE.format(name=name, number=place),
        }
        campaign.do(seat, "describe", character=f"c{place}", words=words)
    for number in range(NOTES):
        text = PROSE.format(name=FIRST[number % len(FIRST)], number=number)
        campaign.do("s1", "keep", what="note", fields={"title": f"Note {number}", "text": text})
    for number in range(PEOPLE):
        fields = {
            "name": f"Sergeant {number}",
            "numbers": {"dice": 2, "target_level": 1},
            "text": "Wants to be left alone.",
        }
        campaign.do("s1", "keep", what="npc", fields=fields)
    for number in range(CLOCKS):
        campaign.do("s1", "make_clock", name=f"Clock {number}", size=8, full=f"Bell {number} falls silent.")
    for evening in range(EVENINGS):
        campaign.do("s1", "begin_evening", name=f"The {evening + 1}. bell")
        while campaign.table.number < (evening + 1) * entries // EVENINGS:
            once(campaign)
        campaign.do("s1", "end_evening")
        campaign.outside.seconds += 604_800
    return campaign


def once(campaign: Campaign) -> None:
    """A roll, and now and then a note and a tick."""
    seat, character = ("s2", "c1") if campaign.table.number % 2 else ("s3", "c2")
    campaign.do(seat, "declare", character=character, trait="skulk")
    roll = campaign.table.number
    campaign.do("s1", "set", roll=roll, inputs={"position": "normal"})
    great = roll % 5 == 0
    campaign.do(seat, "throw", roll=roll, dice=[6, 6] if great else [6, 2])
    if great:
        campaign.do("s1", "settle", roll=roll, due=0, answer=[{"way": "benefit", "words": "The door stays open."}])
    if campaign.table.number % 20 == 0:
        campaign.do(seat, "note", text="We came by boat, and nobody saw us but the dog.")


def seat_at(server: Listening, seat: str) -> SeatAt:
    """One of those who sit there; the name of a seat is its token."""
    return SeatAt(Client(server, seat), TABLE, seat, SEATS[seat][1])
