"""What a viewer may see of a table. Everything that leaves the server about a table goes through here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from actionroll.rules.sheet import bound_of
from actionroll.table.beside import PAPER
from actionroll.table.fairness import secret_name, secret_record
from actionroll.table.papers import words_shown
from actionroll.table.roll_view import whole_view
from actionroll.table.sheets import values_of
from actionroll.table.state import Json, Role, Seat, Table, TableRoll

MOST_WITH_DUES = 50
NOTHING: Mapping[str, bytes] = {}


class Viewer(NamedTuple):
    """Who looks."""

    seat: str
    role: Role


def secret_view(table: Table, viewer: Viewer, secret_seed: bytes, number: int, entry: Json) -> Json | None:
    """A secret roll with the name under which it would be revealed; nothing of it to anyone but the gm."""
    if viewer.role != "gm":
        return None
    told = {**entry, "record": secret_record(table, entry)}
    return {"number": number, "name": secret_name(secret_seed, number), "entry": told}


def table_view(
    table: Table, viewer: Viewer, here: Iterable[str], secrets: Iterable[Json], texts: Mapping[str, bytes] = NOTHING
) -> Json:
    """Everything that stands, for one viewer; `texts` lie beside the log."""
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
        "promises": list(table.promises.get(viewer.seat, ())),
        "seats": [{"seat": seat.id, **_seat_view(seat), "here": seat.id in present} for seat in table.seats.values()],
        "characters": [sheet_view(table, each, viewer, texts) for each in table.characters],
        "values": table.values,
        "bounds": _bounds(table, None),
        "clocks": [
            {"clock": clock.id, "name": clock.name, "size": clock.size, "filled": clock.filled}
            for clock in table.clocks.values()
        ],
        "undertakings": [
            {"undertaking": each.id, **{k: v for k, v in each._asdict().items() if k != "id"}}
            for each in table.undertakings.values()
        ],
        "rolls": [whole_view(table, roll) for roll in _rolls_shown(table)],
        "undone": sorted(table.undone),
        "secrets": list(secrets),
        "ended": table.ended,
    }


def _seat_view(seat: Seat) -> Json:
    return {"name": seat.name, "role": seat.role, "gone": seat.gone, "waits": seat.waits}


def _rolls_shown(table: Table) -> list[TableRoll]:
    """Every roll that is not over, and the latest of those that only have open dues."""
    with_dues = [number for number in table.live if number not in table.making]
    left_out = set(with_dues[:-MOST_WITH_DUES])
    return [roll for number, roll in table.live.items() if number not in left_out]


def sheet_view(table: Table, character: str, viewer: Viewer, texts: Mapping[str, bytes] = NOTHING) -> Json:
    """A character with all values, the bounds of its tracks, and of its words those that the viewer may read."""
    found = table.characters[character]
    return {
        "character": found.id,
        "name": found.name,
        "seat": found.seat,
        "game": table.game_id,
        "values": {name: value for name, value in found.values.items() if not name.startswith(PAPER)},
        "bounds": _bounds(table, character),
        **words_shown(table, character, viewer.seat, texts),
    }


def _bounds(table: Table, character: str | None) -> dict[str, list[Any]]:
    form = table.game.sheet
    shared = form.of_the_table
    values = values_of(table, character) if character else dict(table.values)
    tracks = [track for track in form.tracks if (track.name in shared) == (character is None)]
    return {track.name: [bound_of(track.low, values), bound_of(track.high, values)] for track in tracks}
