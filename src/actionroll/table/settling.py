"""Settle what the outcome of a roll still demands of people."""

from __future__ import annotations

from collections.abc import Mapping

from actionroll.errors import InputError
from actionroll.rules.steps import Due, Way
from actionroll.table.building import parts_of, seat_of_part
from actionroll.table.changing import aimed_at, changes_of
from actionroll.table.requests import fields
from actionroll.table.rights import refuse_unless_leading, roll_at
from actionroll.table.state import Json, Seat, Table


def settle(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Settle a due of a roll that has ended."""
    wanted = fields(request, roll=int, due=int, answer=list)
    roll = roll_at(table, wanted["roll"], "done")
    place = wanted["due"] or 0
    if place not in roll.open_dues:
        still = f"still open: {', '.join(map(str, roll.open_dues))}" if roll.open_dues else "none of this roll is open"
        raise InputError(f"That due is settled or not there; {still}.")
    due = _due(roll.dues[place], parts_of(table, roll))
    if due.by == "gm":
        refuse_unless_leading(table, seat, "settle this")
    elif seat_of_part(table, roll, due.by) != seat.id:
        refuse_unless_leading(table, seat, "settle this for another seat")
    effects = table.game.settle(due, wanted["answer"])
    parts = {**parts_of(table, roll), **{name: name for name in table.characters}}
    if unknown := [effect.who for effect in effects if effect.who not in parts]:
        raise InputError(f"It falls on a part of the roll or on a character: {', '.join(parts)}, not {unknown[0]}.")
    entry: Json = {"kind": "settled", "roll": roll.id, "due": place, "answer": wanted["answer"]}
    entry["changes"] = [list(change) for change in changes_of(table, effects, parts, roll.trait)]
    entry["reads"] = [list(read) for read in aimed_at(table, effects, parts, roll.trait)]
    return [entry]


def _due(shown: Json, parts: Mapping[str, str]) -> Due:
    """A due as the record tells it; at a table those it may fall on are known by their characters too."""
    ways = tuple(Way(**{**way, "brings": tuple(tuple(each) for each in way["brings"])}) for way in shown["ways"])
    among = [*shown["among"], *(parts[part] for part in shown["among"] if part in parts)]
    return Due(**{**shown, "ways": ways, "among": tuple(among)})
