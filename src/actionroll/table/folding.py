"""Fold entries into what stands, one small function for each kind. Entries are facts and are not judged here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from actionroll.rules.inputs import inputs_of
from actionroll.table.joining import MEMBERS
from actionroll.table.rolls import ABOUT_ONE_ROLL, Offer, TableRoll
from actionroll.table.state import Change, Character, Clock, Json, Past, Seat, Table


def fold(table: Table, number: int, entry: Json) -> None:
    """Let the table stand as it does after this entry."""
    table.number = number
    FOLDS[entry["kind"]](table, number, entry)
    changes = entry.get("changes", ())
    if changes or "reads" in entry:
        fold_changes(table, number, entry["kind"], entry.get("roll", 0), changes, entry.get("reads", ()))


def fold_changes(
    table: Table, number: int, kind: str, roll: int, told: Sequence[Sequence[Any]], reads: Sequence[Sequence[str]]
) -> None:
    """Let values stand as an entry changed them, and keep what undoing needs to know of it."""
    changes = tuple([Change(*change) for change in told])
    for change in changes:
        table.put(change, change.after)
    table.past[number] = Past(number, kind, roll, changes, reads)


def _opened(table: Table, number: int, entry: Json) -> None:
    table.id, table.game_id, table.name = entry["table"], entry["game"], entry["name"]
    table.with_gm = entry["with_gm"]
    table.rulings = dict(entry["rulings"])
    table.values = dict(entry["values"])
    table.commitment = entry["commitment"]


def _joined(table: Table, number: int, entry: Json) -> None:
    table.seats[entry["seat"]] = Seat(entry["seat"], entry["name"], entry["role"])


def _renamed(table: Table, number: int, entry: Json) -> None:
    table.seats[entry["seat"]] = replace(table.seats[entry["seat"]], name=entry["name"])


def _left(table: Table, number: int, entry: Json) -> None:
    table.seats[entry["seat"]] = replace(table.seats[entry["seat"]], gone=True)


def _returned(table: Table, number: int, entry: Json) -> None:
    table.seats[entry["seat"]] = replace(table.seats[entry["seat"]], gone=False)


def _handed_over(table: Table, number: int, entry: Json) -> None:
    table.seats[entry["by"]] = replace(table.seats[entry["by"]], role="player")
    table.seats[entry["to"]] = replace(table.seats[entry["to"]], role="gm")


def _made(table: Table, number: int, entry: Json) -> None:
    made = Character(entry["character"], entry["name"], entry["seat"], dict(entry["values"]))
    table.characters[made.id] = made


def _given(table: Table, number: int, entry: Json) -> None:
    table.characters[entry["character"]] = replace(table.characters[entry["character"]], seat=entry["seat"])
    for roll in entry.get("rolls", ()):
        table.put_roll(table.rolls[roll].but(seat=entry["seat"] or entry["by"]))


def _clock_made(table: Table, number: int, entry: Json) -> None:
    table.clocks[entry["clock"]] = Clock(entry["clock"], entry["name"], entry["size"])


def _clock_removed(table: Table, number: int, entry: Json) -> None:
    del table.clocks[entry["clock"]]


def _nothing_more(table: Table, number: int, entry: Json) -> None:
    """The entry says all with its changes or its words."""


def _declared(table: Table, number: int, entry: Json) -> None:
    table.put_roll(TableRoll.declared(number, entry))


def _about_one_roll(table: Table, number: int, entry: Json) -> None:
    table.put_roll(table.rolls[entry["roll"]].told(entry))


def _offered(table: Table, number: int, entry: Json) -> None:
    roll = table.rolls[entry["roll"]]
    if entry["input"] == MEMBERS:
        table.put_roll(roll.but(members=(*roll.members, entry["character"])))
        return
    move = entry.get("move", roll.move)
    declared = inputs_of(table.game.move(move).attempt)
    joined = declared.get(entry["input"])
    part = joined.joins.part if joined and joined.joins else "helper"
    place = list(declared).index(entry["input"]) if joined else 0
    said = (entry.get("trait", ""), entry.get("inputs", {}))
    offer = Offer(entry["by"], entry["character"], entry["input"], entry["how"], part, place, *said)
    table.put_roll(roll.but(move=move, offers=(*roll.offers, offer)))


def _offer_withdrawn(table: Table, number: int, entry: Json) -> None:
    roll = table.rolls[entry["roll"]]
    offers = tuple(offer for offer in roll.offers if offer.character != entry["character"])
    members = tuple(member for member in roll.members if member != entry["character"])
    table.put_roll(roll.but(offers=offers, members=members))


def _withdrawn(table: Table, number: int, entry: Json) -> None:
    table.put_roll(table.rolls[entry["roll"]].but(status="withdrawn"))


def _wished(table: Table, number: int, entry: Json) -> None:
    table.put_roll(table.rolls[entry["roll"]].but(wished=entry["by"]))


def _undone(table: Table, number: int, entry: Json) -> None:
    table.undone.update(entry["entries"])
    if entry["roll"]:
        table.put_roll(table.rolls[entry["roll"]].but(status="undone"))


def _closed(table: Table, number: int, entry: Json) -> None:
    table.undone.update(entry["entries"])
    table.put_roll(table.rolls[entry["roll"]].but(status="closed"))


def _ruled(table: Table, number: int, entry: Json) -> None:
    table.rulings = {**table.rulings, **entry["rulings"]}


def _set_up(table: Table, number: int, entry: Json) -> None:
    table.settings.update(entry["settings"])


def _seed_changed(table: Table, number: int, entry: Json) -> None:
    table.commitment, table.epoch = entry["commitment"], entry["epoch"]


def _revealed(table: Table, number: int, entry: Json) -> None:
    table.revealed.add(entry["secret"])


def _ended(table: Table, number: int, entry: Json) -> None:
    table.ended = True


FOLDS: dict[str, Callable[[Table, int, Json], Any]] = {
    **dict.fromkeys(ABOUT_ONE_ROLL, _about_one_roll),
    "opened": _opened,
    "joined": _joined,
    "renamed": _renamed,
    "left": _left,
    "returned": _returned,
    "handed_over": _handed_over,
    "made": _made,
    "given": _given,
    "edited": _nothing_more,
    "character_renamed": _nothing_more,
    "clock_made": _clock_made,
    "clock_removed": _clock_removed,
    "noted": _nothing_more,
    "round_begun": _nothing_more,
    "declared": _declared,
    "offered": _offered,
    "offer_withdrawn": _offer_withdrawn,
    "withdrawn": _withdrawn,
    "wished": _wished,
    "undone": _undone,
    "closed": _closed,
    "links_renewed": _nothing_more,
    "seat_link_made": _nothing_more,
    "reseated": _nothing_more,
    "ruled": _ruled,
    "set_up": _set_up,
    "seed_changed": _seed_changed,
    "revealed": _revealed,
    "ended": _ended,
}
