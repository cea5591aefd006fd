"""What a viewer may see of a table. Everything that leaves the server about a table goes through here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from actionroll.rules.sheet import bound_of
from actionroll.table.changing import values_of
from actionroll.table.rolls import TableRoll
from actionroll.table.showing import roll_view
from actionroll.table.state import Json, Role, Table


class Viewer(NamedTuple):
    """Who looks."""

    seat: str
    role: Role


SECRET_KINDS = frozenset({"rolled_secretly"})


def view(entry: Json, viewer: Viewer) -> Json | None:
    """An entry as the viewer may see it; nothing of a secret roll to anyone but the gm."""
    return None if entry["kind"] in SECRET_KINDS and viewer.role != "gm" else entry


def table_view(table: Table, viewer: Viewer, here: Iterable[str], secrets: Iterable[Json]) -> Json:
    """Everything that stands, for one viewer."""
    present = set(here)
    return {
        "table": table.id,
        "name": table.name,
        "game": table.game_id,
        "with_gm": table.with_gm,
        "number": table.number,
        "rulings": table.rulings,
        "settings": table.settings,
        "commitment": table.commitment,
        "epoch": table.epoch,
        "you": {"seat": viewer.seat, "role": viewer.role},
        "seats": [
            {"seat": seat.id, "name": seat.name, "role": seat.role, "gone": seat.gone, "here": seat.id in present}
            for seat in table.seats.values()
        ],
        "characters": [sheet_view(table, each) for each in table.characters],
        "values": table.values,
        "bounds": _bounds(table, None),
        "clocks": [
            {"clock": clock.id, "name": clock.name, "size": clock.size, "filled": clock.filled}
            for clock in table.clocks.values()
        ],
        "rolls": [roll_view(table, roll) for roll in _rolls_shown(table)],
        "undone": sorted(table.undone),
        "secrets": [each for each in secrets if view(each["entry"], viewer) is not None],
        "ended": table.ended,
    }


def _rolls_shown(table: Table) -> list[TableRoll]:
    """Every roll that is not over, and the latest of those that only have open dues."""
    with_dues = [number for number in table.live if number not in table.making]
    left_out = set(with_dues[:-MOST_WITH_DUES])
    return [table.rolls[number] for number in table.live if number not in left_out]


MOST_WITH_DUES = 50


def sheet_view(table: Table, character: str) -> Json:
    """A character with all values and the bounds of its tracks."""
    found = table.characters[character]
    return {
        "character": found.id,
        "name": found.name,
        "seat": found.seat,
        "game": table.game_id,
        "values": found.values,
        "bounds": _bounds(table, character),
    }


def _bounds(table: Table, character: str | None) -> dict[str, list[Any]]:
    form = table.game.sheet
    shared = form.of_the_table
    values = values_of(table, character) if character else dict(table.values)
    tracks = [track for track in form.tracks if (track.name in shared) == (character is None)]
    return {track.name: [bound_of(track.low, values), bound_of(track.high, values)] for track in tracks}
