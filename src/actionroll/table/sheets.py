"""Requests about sheets, clocks and what the table owns: make, edit, give, tick."""

from __future__ import annotations

from typing import Any

from actionroll.errors import InputError, UnknownName
from actionroll.rules.sheet import clamped, starting_values
from actionroll.table.changing import checked, edited
from actionroll.table.requests import fields, name_of
from actionroll.table.rights import (
    character_at,
    refuse_onlooker,
    refuse_other_character,
    refuse_unless_leading,
    seat_at,
)
from actionroll.table.state import NAME, TABLE, Change, Character, Json, Seat, Table

MOST_CHARACTERS = 60
MOST_CLOCKS = 40
LARGEST_CLOCK = 100


def make(table: Table, seat: Seat, request: Json) -> list[Json]:
    """A character from the game's template, changed as wanted; or imported."""
    refuse_onlooker(seat)
    wanted = fields(request, name=str, values=dict, seat=str)
    owner = wanted["seat"] if wanted["seat"] is not None else seat.id
    if owner != seat.id:
        refuse_unless_leading(table, seat, "make a character for another seat")
    if owner:
        seat_at(table, owner)
    if len(table.characters) >= MOST_CHARACTERS:
        raise InputError(f"A table holds at most {MOST_CHARACTERS} characters; rename one that nobody plays any more.")
    number = f"c{len(table.characters) + 1}"
    name = name_of(wanted["name"], "character's name")
    return [
        {
            "kind": "made",
            "character": number,
            "name": name,
            "seat": owner,
            "values": _filled(table, number, name, wanted["values"] or {}),
        }
    ]


def _filled(table: Table, number: str, name: str, wanted: Json) -> Json:
    form = table.game.sheet
    shared = form.of_the_table
    values = {each: value for each, value in starting_values(form).items() if each not in shared}
    trial = Table(table.id, table.game_id, values=table.values)
    trial.characters[number] = Character(number, name, "", values)
    for each in [*(trait.name for trait in form.traits), *wanted]:
        if each in wanted:
            values[each] = checked(trial, number, each, wanted[each])
    return {each: value for each, value in clamped(form, {**values, **table.values}).items() if each in values}


def give(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Let a character be played from another seat, or from none; rolls that are not over go with it."""
    refuse_unless_leading(table, seat, "give a character to a seat")
    wanted = fields(request, character=str, seat=str)
    to = seat_at(table, wanted["seat"]).id if wanted["seat"] else ""
    character = character_at(table, wanted["character"]).id
    rolls = [roll.id for roll in table.open_rolls if roll.character == character]
    entry: Json = {"kind": "given", "character": character, "seat": to}
    return [{**entry, "rolls": rolls} if rolls else entry]


def edit(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Change values of a sheet, or of the table, by hand."""
    refuse_onlooker(seat)
    wanted = fields(request, where=str, values=dict)
    where, values = wanted["where"], wanted["values"] or {}
    if where == TABLE:
        refuse_unless_leading(table, seat, "change what the table owns")
    else:
        refuse_other_character(table, seat, character_at(table, where))
    if not values:
        raise InputError("values takes at least one value to change.")
    return [{"kind": "edited", "changes": [list(change) for change in _kept_within(table, where, values)]}]


def rename_character(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Call a character by another name."""
    refuse_onlooker(seat)
    wanted = fields(request, character=str, name=str)
    character = character_at(table, wanted["character"])
    refuse_other_character(table, seat, character)
    name = name_of(wanted["name"], "character's name")
    if name == character.name:
        raise InputError(f"{name} is what the character is called already; name another.")
    return [{"kind": "character_renamed", "changes": [[character.id, NAME, character.name, name]]}]


def _kept_within(table: Table, where: str, values: Json) -> tuple[Change, ...]:
    """The edit itself, and what follows from it: a lower maximum takes its track along."""
    changes = {change.name: change for change in edited(table, where, values)}
    if where != TABLE:
        own = table.characters[where].values
        after = clamped(table.game.sheet, {**own, **table.values, **{name: c.after for name, c in changes.items()}})
        for name, before in own.items():
            if after[name] != before or name in changes:
                changes[name] = Change(where, name, before, after[name])
    return tuple(change for change in changes.values() if change.before != change.after)


def make_clock(table: Table, seat: Seat, request: Json) -> list[Json]:
    """A clock or progress track for all to see."""
    refuse_unless_leading(table, seat, "start a clock")
    wanted = fields(request, name=str, size=int)
    size: Any = wanted["size"]
    if not isinstance(size, int) or not 1 <= size <= LARGEST_CLOCK:
        raise InputError(f"size takes a whole number from 1 to {LARGEST_CLOCK}.")
    if len(table.clocks) >= MOST_CLOCKS:
        raise InputError(f"A table holds at most {MOST_CLOCKS} clocks; remove one first.")
    return [
        {
            "kind": "clock_made",
            "clock": f"k{table.number + 1}",
            "name": name_of(wanted["name"], "clock's name"),
            "size": size,
        }
    ]


def tick(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Fill or empty a clock by some segments, within its bounds."""
    refuse_onlooker(seat)
    wanted = fields(request, clock=str, by=int)
    clock = _clock(table, wanted["clock"])
    after = min(
        table.clocks[clock].size, max(0, table.clocks[clock].filled + (1 if wanted["by"] is None else wanted["by"]))
    )
    return [{"kind": "edited", "changes": [[clock, "filled", table.clocks[clock].filled, after]]}]


def remove_clock(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Take a clock away."""
    refuse_unless_leading(table, seat, "remove a clock")
    return [{"kind": "clock_removed", "clock": _clock(table, fields(request, clock=str)["clock"])}]


def _clock(table: Table, name: object) -> str:
    if isinstance(name, str) and name in table.clocks:
        return name
    raise UnknownName("clock", name, table.clocks)
