"""Random evenings: seats that do whatever they can think of, the same every time for a seed, on any store."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from actionroll import chance
from actionroll.errors import ActionrollError
from actionroll.games import games
from actionroll.ledger import exported
from actionroll.rules.inputs import inputs_of as fields_of
from actionroll.rules.inputs import rulings_of
from actionroll.rules.steps import Decide
from actionroll.shelf import rules_hash
from actionroll.store import Head, StoredEntry
from actionroll.store.chain import head_of, linked, start
from actionroll.table import Table, act
from actionroll.table.course import reached, still_needed
from actionroll.table.entries import Ended
from actionroll.table.help import ways_in
from actionroll.table.log import Entry, canonical, written
from actionroll.table.requests import Acted, Deed, Outside, done
from actionroll.table.seats import joining, opening
from actionroll.table.settlement import due_of
from actionroll.table.state import Role
from tests.strategies import values_of_ruling

SEED = bytes(range(32))
GAMES = tuple(game.id for game in games())


@dataclass
class Evening(Outside):
    """A table that grows by random requests; `bodies` is its log."""

    game: str
    chosen: random.Random
    table: Table = field(default_factory=lambda: Table(rules_of=rules_hash))
    bodies: list[bytes] = field(default_factory=list)
    refused: int = 0
    widely: bool = False
    """Whether all is tried that a log holds, or what is usual."""
    made: Counter[str] = field(default_factory=Counter)
    """How often each request was accepted."""

    def begin(self) -> None:
        self.add(opening("evening", {"game": self.game, "name": self.game}, chance.commitment(SEED)))
        roles: tuple[Role, ...] = ("gm", "player", "player", "onlooker")
        for place, role in enumerate(roles):
            self.add(joining(self.table, f"s{place + 1}", f"Seat {place + 1}", role))

    def add(self, *entries: Entry) -> None:
        self.take(done(self.table, Deed(entries)))

    def take(self, acted: Acted) -> None:
        self.table = acted.table
        for each in acted.folded:
            self.bodies.append(canonical({**written(each.entry), "at": 0, "state": each.state, "veil": ""}))

    def dice(self, roll: int, throw: int, *nonces: str) -> chance.Chance:
        return chance.committed(SEED, "evening", roll, throw, *nonces)

    def secret_dice(self, number: int, nonce: str) -> chance.Chance:
        return self.dice(number, 1, nonce)

    def step(self) -> None:
        """One request of someone; refused ones change nothing."""
        seat = self.chosen.choice(["s1", "s1", "s2", "s2", "s3", "s4"])
        request = self.chosen.choice(WIDELY if self.widely else WEIGHTED)
        try:
            body = (REQUESTS if self.widely else USUAL)[request](self)
            self.take(act(self.table, seat, request, body, self))
            self.made[request] += 1
        except ActionrollError:
            self.refused += 1

    def end(self) -> None:
        """The end reveals the seed."""
        self.add(Ended(by="s1", seed=SEED.hex()))

    def lines(self) -> list[bytes]:
        """The log as it is exported."""
        return list(exported(self.head, self.entries))

    @property
    def entries(self) -> list[StoredEntry]:
        found, head = [], start("evening")
        for body in self.bodies:
            found.append(linked(head, body))
            head = head_of(found[-1])
        return found

    @property
    def head(self) -> Head:
        return head_of(self.entries[-1])

    def character(self) -> str:
        return self.chosen.choice([*self.table.characters, "c1"])

    def roll(self, *statuses: str) -> int:
        known = {**dict(self.table.live.items()), **{roll.id: roll for roll in self.table.recent}}
        found = sorted(number for number, roll in known.items() if roll.status in statuses)
        return self.chosen.choice(found[-6:]) if found else 0

    def trait(self) -> str:
        form = self.table.game.sheet
        return self.chosen.choice([trait.name for trait in form.traits] or [""])


def inputs_of(evening: Evening, move: str) -> dict[str, Any]:
    """Some inputs at random values, right or wrong."""
    from actionroll.rules.kinds import Choice, DieSize, Many, Whole, Words, YesNo, die_name

    chosen = evening.chosen
    found: dict[str, Any] = {}
    for name, each in fields_of(evening.table.game.move(move).attempt).items():
        if not (each.required or each.called) and chosen.random() < 0.85:
            continue
        match each.kind:
            case Whole():
                found[name] = chosen.randint(each.kind.low, min(each.kind.high, each.kind.low + 4))
            case Choice():
                found[name] = chosen.choice(each.kind.listed)
            case YesNo():
                found[name] = chosen.random() < 0.3
            case DieSize():
                found[name] = die_name(chosen.choice(each.kind.sizes))
            case Words():
                found[name] = "The lantern goes out."
            case _:
                assert isinstance(each.kind, Many)
    return found


def declared(evening: Evening) -> dict[str, Any]:
    move = evening.chosen.choice([each.name for each in evening.table.game.moves] + ["action"] * 12)
    body: dict[str, Any] = {"character": evening.character(), "move": move, "trait": evening.trait()}
    if move == "opposed":
        body["against"] = evening.character()
    if move in evening.table.game.sheet.share:
        body["members"] = [body["character"]]
    if evening.chosen.random() < 0.5:
        body["inputs"] = inputs_of(evening, move)
    return body


def set_inputs(evening: Evening) -> dict[str, Any]:
    roll = evening.roll("open")
    found = inputs_of(evening, evening.table.live[roll].move) if roll else {}
    names = evening.chosen.sample(sorted(found), min(len(found), 2))
    if evening.chosen.random() < 0.5:
        names = [each["input"] for each in still_needed(evening.table, evening.table.live[roll])] if roll else []
    traits = [trait.name for trait in evening.table.game.sheet.traits]
    picks = {"trait": traits[roll % len(traits)]} if traits and evening.table.number % 6 == 0 else {}
    if roll and evening.table.live[roll].move == "opposed" and evening.table.number % 3 == 0:
        picks["against"] = ["", "c1", "c2"][evening.table.number % 4 % 3]
    return {"roll": roll, "inputs": {name: found[name] for name in names if name in found}, **picks}


def offered(evening: Evening) -> dict[str, Any]:
    roll = evening.roll("open")
    body: dict[str, Any] = {
        "roll": roll,
        "character": evening.character(),
        "how": evening.chosen.choice(["", "A hand."]),
    }
    ways = ways_in(evening.table, evening.table.live[roll]) if roll else []
    if ways and evening.chosen.random() < 0.8:
        way = evening.chosen.choice(ways)
        body["input"] = way.input.name
        if traits := way.traits:
            body["trait"] = evening.chosen.choice(traits)
        if way.input.name in way.said:
            body["inputs"] = {way.input.name: evening.chosen.randint(0, 3)}
    return body


def decided(evening: Evening) -> dict[str, Any]:
    roll = evening.roll("waiting")
    asks = reached(evening.table, evening.table.live[roll]).step if roll else None
    options = list(asks.options) if isinstance(asks, Decide) else ["keep"]
    return {"roll": roll, "option": evening.chosen.choice(options), "nonce": "n"}


def settled(evening: Evening) -> dict[str, Any]:
    roll = evening.roll("done")
    found = evening.table.live.get(roll)
    if found is None or not found.open_dues:
        return {"roll": roll, "due": 0, "answer": []}
    place = found.open_dues[0]
    way = evening.chosen.choice(due_of(evening.table, found, place).ways)
    return {"roll": roll, "due": place, "answer": [{"way": way.name}]}


def edited(evening: Evening) -> dict[str, Any]:
    where = evening.chosen.choice([evening.character(), "table"])
    form = evening.table.game.sheet
    names = [track.name for track in form.tracks] + [trait.name for trait in form.traits if not trait.rolls]
    return {"where": where, "values": {evening.chosen.choice(names or ["x"]): evening.chosen.randint(0, 6)}}


def undone(evening: Evening) -> dict[str, Any]:
    rolls = sorted({*evening.table.live, *evening.table.over})
    known = rolls if evening.chosen.random() < 0.6 else [*evening.table.past]
    return {"entry": evening.chosen.choice(known[-6:]) if known else 1}


def ruled(evening: Evening) -> dict[str, Any]:
    ruling = evening.chosen.choice([*rulings_of(evening.table.game.rulings).values()])
    return {"rulings": {ruling.name: str(evening.chosen.choice(values_of_ruling(ruling)))}}


def undertaken(evening: Evening) -> dict[str, Any]:
    form, chosen = evening.table.game.sheet, evening.chosen
    kinds, ranks = [each.name for each in form.undertakings] or [""], [*form.ranks] or [""]
    whose = chosen.choice(["", evening.character()])
    return {"kind": chosen.choice(kinds), "name": "A vow", "rank": chosen.choice(ranks), "character": whose}


def undertaking(evening: Evening) -> str:
    return evening.chosen.choice([*evening.table.undertakings, "u1"])


def tended(evening: Evening) -> dict[str, Any]:
    face, chosen = evening.table.game.face, evening.chosen
    what = chosen.choice([each.name for each in face.upkeep] if face and face.upkeep else [""])
    return {"character": evening.character(), "what": what, "value": evening.trait(), "amount": chosen.randint(1, 3)}


def said_late(evening: Evening) -> dict[str, Any]:
    """What can still be said of a roll in some game; most games have nothing of the kind."""
    known = {name for move in evening.table.game.moves for name, each in fields_of(move.attempt).items() if each.late}
    name = evening.chosen.choice([*sorted(known), "x"])
    return {"roll": evening.roll("waiting", "done"), "inputs": {name: evening.chosen.randint(0, 3)}}


def offer_withdrawn(evening: Evening) -> dict[str, Any]:
    rolls = [each for _, each in sorted(evening.table.live.items()) if each.offers]
    roll = evening.chosen.choice(rolls) if rolls else None
    helper = evening.chosen.choice(roll.offers).character if roll else "c1"
    return {"roll": roll.id if roll else 0, "character": helper}


def scene_begun(evening: Evening) -> dict[str, Any]:
    return {"name": "The quay", "conditions": [{"words": "It rains."}] if evening.chosen.random() < 0.5 else []}


Asked: TypeAlias = dict[str, Callable[[Evening], dict[str, Any]]]
USUAL: Asked = {
    "make": lambda evening: {"name": f"Character {len(evening.table.characters) + 1}"},
    "edit": edited,
    "rename_character": lambda evening: {"character": evening.character(), "name": evening.chosen.choice("KLMN")},
    "give": lambda evening: {"character": evening.character(), "seat": evening.chosen.choice(["s2", "s3"])},
    "note": lambda evening: {"text": f"It is {evening.chosen.randint(1, 12)} o'clock — ‘hush’."},
    "make_clock": lambda _: {"name": "Alarm", "size": 6},
    "tick": lambda evening: {"clock": evening.chosen.choice([*evening.table.clocks, "k1"]), "by": 1},
    "remove_clock": lambda evening: {"clock": evening.chosen.choice([*evening.table.clocks, "k1"])},
    "begin_round": lambda _: {},
    "begin_actions": lambda _: {"waits": True},
    "end_rounds": lambda _: {},
    "intend": lambda evening: {"character": evening.character(), "intention": "Climb the wall."},
    "rename": lambda evening: {"name": f"Name {evening.chosen.randint(1, 9)}"},
    "declare": declared,
    "set": set_inputs,
    "offer": offered,
    "withdraw_offer": lambda evening: {"roll": evening.roll("open"), "character": evening.character()},
    "withdraw": lambda evening: {"roll": evening.roll("open")},
    "throw": lambda evening: {"roll": evening.roll("open", "waiting"), "nonce": "n"},
    "decide": decided,
    "settle": settled,
    "wish": lambda evening: {"roll": evening.roll("waiting", "done")},
    "undo": undone,
}
"""What is done on evenings that are mostly rolls."""
MORE: Asked = {
    "withdraw_offer": offer_withdrawn,
    "rule": ruled,
    "set_up": lambda evening: {"advice": evening.chosen.random() < 0.5},
    "tend": tended,
    "name_due": settled,
    "say_late": said_late,
    "demand_roll": lambda evening: {"roll": evening.roll("open"), "character": evening.character()},
    "roll_at_once": lambda evening: {**declared(evening), "nonce": "n"},
    "undertake": undertaken,
    "mark_progress": lambda evening: {"undertaking": undertaking(evening)},
    "change_undertaking": lambda evening: {"undertaking": undertaking(evening), "ended": True},
    "begin_evening": lambda _: {},
    "end_evening": lambda _: {},
    "name_evening": lambda evening: {"evening": "e1", "name": evening.chosen.choice("KLMN")},
    "begin_scene": scene_begun,
    "end_scene": lambda _: {},
    "alarm": lambda _: {"text": "The dice of throw 3 are not those of its seed."},
}
LEFT_OUT = {
    "of secrets and papers, which lie outside the log": {
        *("keep", "discard", "take_back_card", "illustrate", "hand_out", "put_away", "secret_roll", "reveal"),
        *("describe", "note_privately", "portray", "burn"),
    },
    "of links and seats, which would leave nobody to go on": {
        *("leave", "bring_back", "let_in", "hand_over", "renew_links", "seat_link", "show_code", "end"),
    },
    "of seeds and parts in them, which tests of fair dice make": {"commit", "contribute", "rotate_seed"},
}
"""Requests that no random evening makes, and why."""
REQUESTS = {**USUAL, **MORE}
WEIGHTED = [*USUAL, *["declare"] * 4, *["set"] * 5, *["throw"] * 9, *["decide"] * 5, *["settle"] * 3, *["undo"] * 2]
WIDELY = [*REQUESTS, *WEIGHTED, *["offer", "say_late"] * 3]


def evening(game: str, entries: int, seed: int = 1, *, widely: bool = False) -> Evening:
    """A log of at least so many entries, not ended yet."""
    made = Evening(game, random.Random(f"{game} {seed}"), widely=widely)
    made.begin()
    while len(made.bodies) < entries:
        made.step()
        if made.refused > 200 * entries:
            raise AssertionError(f"{game}: nothing more can be done")
    return made


def evenings(entries: int) -> Iterator[Evening]:
    return (evening(game, entries) for game in GAMES)
