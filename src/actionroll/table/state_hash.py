"""The hash of what stands at a table: the same on every machine and in every store."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeAlias

from actionroll.table.state import Json, Offer, Table, TableRoll

Writing: TypeAlias = Callable[[Any], bytes]
"""A way to write canonical JSON; all of them write the same bytes."""
_PLAIN = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def canonical(shown: Any) -> bytes:
    """Canonical JSON: UTF-8, sorted keys, no spaces. One text for one value, on every machine."""
    return _PLAIN.encode(shown).encode()


def standing(table: Table, written: Writing = canonical) -> Json:
    """Everything that is not told by a finished entry alone."""
    more = {"undertakings": {each.id: list(each) for each in table.undertakings.values()}} if table.undertakings else {}
    return {
        **more,
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
        "rolls": table.live.digest(lambda roll: _digest(roll, written)).hex(),
        "undone": table.taken_back.hex(),
        "commitment": table.commitment,
        "epoch": table.epoch,
        "promises": table.promises,
        "revealed": sorted(table.revealed),
        "ended": table.ended,
    }


def state_hash(table: Table, written: Writing = canonical) -> str:
    """The hash that every entry carries of what stands after it."""
    return sha256(written(standing(table, written))).hexdigest()


def _digest(roll: TableRoll, written: Writing) -> bytes:
    if not roll.digest:
        said = [list(roll.members), roll.inputs, roll.decide, [_said(offer) for offer in roll.offers]]
        fallen = [roll.answers, roll.by_hand, sorted(roll.settled), roll.wished, sorted(roll.named.items())]
        fallen += [roll.parts, roll.given, roll.called, roll.nonce]
        later = [roll.undertaking, sorted(roll.proposed.items()), list(roll.demanded)]
        fallen += later if any(later) else []
        roll.digest = sha256(written([roll.id, *roll.outline, *said, *fallen])).digest()
    return roll.digest


def _said(offer: Offer) -> list[Any]:
    """What was said of help; where its input stands among the others is the game's, and may be another tomorrow."""
    return [offer.seat, offer.character, offer.input, offer.how, offer.trait, offer.inputs]
