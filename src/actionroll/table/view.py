"""What a viewer may see of a table. Everything that leaves the server about a table goes through here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from actionroll.rules.sheet import bound_of
from actionroll.table.beside import PAPER
from actionroll.table.campaign import is_seen
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


def secrets_view(
    table: Table, viewer: Viewer, secret_seed: bytes, entries: Iterable[Json], after: int = 0
) -> list[Json]:
    """What a viewer sees of the secret log, numbered as if there were nothing else in it; from a number on."""
    seen = [(place, each) for place, each in enumerate(entries, 1) if is_seen(each, viewer.seat, viewer.role)]
    shown = []
    for number, (place, entry) in enumerate(seen[after:], after + 1):
        told = (
            _card_told(viewer, entry) if entry["kind"] == "kept" else {**entry, "record": secret_record(table, entry)}
        )
        shown.append({"number": number, "name": secret_name(secret_seed, place), "entry": told})
    return shown


def _card_told(viewer: Viewer, entry: Json) -> Json:
    """A card as it then stands for a viewer: what it is taken from sees that it is gone, and nobody where it is now."""
    taken = viewer.seat == entry.get("was") and viewer.seat != entry.get("to") and not _is_own(viewer, entry)
    told = {"kind": "kept", "card": entry["card"], "what": entry["what"], "by": entry["by"]}
    return {**told, "fields": {} if taken else entry.get("fields", {}), "to": entry.get("to", "") if not taken else ""}


def _is_own(viewer: Viewer, entry: Json) -> bool:
    return viewer.role == "gm" if entry.get("of_gm") else entry["by"] == viewer.seat


def _private(secrets: Iterable[Json]) -> Json:
    """Secret rolls one by one, cards as they stand, and how many entries that makes."""
    told = list(secrets)
    rolls = [each for each in told if each["entry"]["kind"] != "kept"]
    return {"secrets": rolls, "secrets_number": len(told), "cards": cards_view(told)}


def cards_view(secrets: Iterable[Json]) -> list[Json]:
    """Cards as they stand for a viewer, by what the viewer sees of the secret log."""
    entries = [each["entry"] for each in secrets if each["entry"]["kind"] == "kept"]
    cards = {each["card"]: {name: said for name, said in each.items() if name != "kind"} for each in entries}
    return [card for card in cards.values() if card["fields"]]


def _campaign_view(table: Table) -> Json:
    stands = table.campaign
    return {
        "evenings": [{"evening": each.id, **_without_id(each)} for each in stands.evenings.values()],
        "scene": {"scene": stands.scene.id, **_without_id(stands.scene)} if stands.scene else None,
        "handouts": [{"handout": each.id, **_without_id(each)} for each in stands.handouts.values()],
    }


def _without_id(each: Any) -> Json:
    return {name: value for name, value in each._asdict().items() if name != "id"}


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
        "undertakings": [{"undertaking": each.id, **_without_id(each)} for each in table.undertakings.values()],
        **_campaign_view(table),
        "rolls": [whole_view(table, roll) for roll in _rolls_shown(table)],
        "undone": sorted(table.undone),
        **_private(secrets),
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
