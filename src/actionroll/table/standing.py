"""What stands at a table, and its hash: the same on every machine and in every store."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from actionroll.table.canonical import Writing, canonical
from actionroll.table.rolls import Offer, TableRoll
from actionroll.table.state import Json, Table


def standing(table: Table, written: Writing = canonical) -> Json:
    """Everything that is not told by a finished entry alone."""
    return {
        "table": table.id,
        "game": table.game_id,
        "name": table.name,
        "with_gm": table.with_gm,
        "number": table.number,
        "rulings": table.rulings,
        "settings": table.settings,
        "seats": {seat.id: [seat.name, seat.role, seat.gone] for seat in table.seats.values()},
        "characters": {each.id: [each.name, each.seat, each.values] for each in table.characters.values()},
        "clocks": {clock.id: [clock.name, clock.size, clock.filled] for clock in table.clocks.values()},
        "values": table.values,
        "rolls": sha256(b"".join(_digests(table, written).values())).hexdigest(),
        "undone": sorted(table.undone),
        "commitment": table.commitment,
        "epoch": table.epoch,
        "revealed": sorted(table.revealed),
        "ended": table.ended,
    }


def _digests(table: Table, written: Writing) -> dict[int, bytes]:
    """A digest of each roll that is not over; only those that changed are worked out."""
    for each in table.changed & table.live:
        table.digests[each] = sha256(written(_roll(table.rolls.outline(each)))).digest()
    table.changed.clear()
    return table.digests


def _roll(roll: TableRoll) -> Json:
    return {
        "roll": roll.id,
        "seat": roll.seat,
        "character": roll.character,
        "move": roll.move,
        "trait": roll.trait,
        "against": roll.against,
        "members": list(roll.members),
        "inputs": roll.inputs,
        "decide": roll.decide,
        "offers": [_offer(offer) for offer in roll.offers],
        "status": roll.status,
        "answers": roll.answers,
        "by_hand": roll.by_hand,
        "settled": sorted(roll.settled),
        "wished": roll.wished,
    }


def _offer(offer: Offer) -> list[Any]:
    said = [offer.trait, offer.inputs] if offer.trait or offer.inputs else []
    return [offer.seat, offer.character, offer.input, offer.how, *said]


def state_hash(table: Table, written: Writing = canonical) -> str:
    """The hash that every entry carries of what stands after it."""
    return sha256(written(standing(table, written))).hexdigest()
