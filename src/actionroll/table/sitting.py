"""Requests about the table and its seats: open, join, rename, leave, hand over, rulings, settings, rounds, notes."""

from __future__ import annotations

from typing import Any
from unicodedata import normalize

from actionroll.errors import InputError
from actionroll.games import game
from actionroll.rules.inputs import make_rulings
from actionroll.rules.sheet import starting_values
from actionroll.table.requests import fields, name_of, text_of
from actionroll.table.rights import NotHere, NotYours, refuse_onlooker, refuse_unless_leading, seat_at
from actionroll.table.state import ROLES, TABLE, Json, Seat, Table
from actionroll.wire import rulings_shown

MOST_SEATS = 40
SETTINGS = {"advice": bool}


def opening(table: str, request: Json, commitment: str) -> Json:
    """The first entry of a table."""
    wanted = fields(request, game=str, name=str, with_gm=bool, rulings=dict)
    played = game(wanted["game"])
    rulings = make_rulings(played.rulings, wanted["rulings"] or {})
    shared = played.sheet.of_the_table
    values = {name: value for name, value in starting_values(played.sheet).items() if name in shared}
    return {
        "kind": "opened",
        "by": "",
        "table": table,
        "game": played.id,
        "name": name_of(wanted["name"], "table's name"),
        "with_gm": True if wanted["with_gm"] is None else wanted["with_gm"],
        "rulings": rulings_shown(rulings),
        "values": values,
        "commitment": commitment,
    }


def joining(table: Table, seat: str, name: Any, role: str) -> Json:
    """The entry of someone who sits down."""
    if role not in ROLES:
        raise InputError(f"role takes one of {', '.join(ROLES)}.")
    if len([each for each in table.seats.values() if not each.gone]) >= MOST_SEATS:
        raise InputError(f"This table has its {MOST_SEATS} seats taken; the gm can free one.")
    return {"kind": "joined", "by": seat, "seat": seat, "name": _own_name(table, seat, name), "role": role}


def _own_name(table: Table, seat: str, wanted: Any) -> str:
    """A nickname that nobody else at the table has."""
    name = name_of(wanted, "nickname")
    if taken := _namesake(table, seat, name):
        asked = "the gm" if table.with_gm else "someone at the table"
        raise InputError(
            f"Someone here is called {taken} already: choose another name; "
            f"or, if that seat is your own on another device, ask {asked} for a link to it."
        )
    return name


def _namesake(table: Table, seat: str, name: str) -> str:
    """What another seat is called that cannot be told from this name by its letters; empty if there is none."""
    others = (each.name for each in table.seats.values() if each.id != seat and not each.gone)
    return next((other for other in others if _same_letters(other) == _same_letters(name)), "")


def _same_letters(name: str) -> str:
    return normalize("NFC", normalize("NFC", name).casefold())


def rename(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Take another nickname."""
    return [{"kind": "renamed", "seat": seat.id, "name": _own_name(table, seat.id, fields(request, name=str)["name"])}]


def leave(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Free a seat: one's own, or from the gm any."""
    wanted = fields(request, seat=str)["seat"] or seat.id
    if wanted != seat.id:
        refuse_unless_leading(table, seat, "free another seat")
    return [{"kind": "left", "seat": seat_at(table, wanted).id}]


def bring_back(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Give a freed seat back to its player."""
    refuse_unless_leading(table, seat, "bring a seat back")
    wanted = fields(request, seat=str)["seat"]
    if wanted not in table.seats or not table.seats[wanted].gone:
        raise NotHere("That seat is not one that was freed.")
    if taken := _namesake(table, wanted, table.seats[wanted].name):
        raise InputError(f"Another seat is called {taken} by now: let them take another name first, or free that seat.")
    return [{"kind": "returned", "seat": wanted}]


def hand_over(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Make another seat the gm."""
    if seat.role != "gm":
        raise NotYours("Only the gm may hand over; ask them.")
    to = seat_at(table, str(fields(request, to=str)["to"]))
    if to.id == seat.id:
        raise InputError("Hand over to another seat.")
    return [{"kind": "handed_over", "to": to.id}]


def rule(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Change rulings of the game; open rolls follow."""
    refuse_unless_leading(table, seat, "change rulings")
    wanted = fields(request, rulings=dict)["rulings"] or {}
    shown = rulings_shown(make_rulings(table.game.rulings, wanted))
    return [{"kind": "ruled", "rulings": {name: shown[name] for name in wanted}}]


def set_up(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Change a setting of the table."""
    refuse_unless_leading(table, seat, "change settings")
    wanted = fields(request, **SETTINGS)
    return [{"kind": "set_up", "settings": {name: value for name, value in wanted.items() if value is not None}}]


def note(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Write something into the log."""
    refuse_onlooker(seat)
    return [{"kind": "noted", "text": text_of(fields(request, text=str)["text"], "note")}]


def begin_round(table: Table, seat: Seat, request: Json) -> list[Json]:
    """A new round: marks that last a round are cleared."""
    refuse_unless_leading(table, seat, "begin a round")
    fields(request)
    form = table.game.sheet
    changes: list[list[Any]] = []
    if "round" in table.values:
        changes.append([TABLE, "round", table.values["round"], table.values["round"] + 1])
    for character in table.characters.values():
        changes += [[character.id, mark, True, False] for mark in form.each_round if character.values.get(mark)]
    return [{"kind": "round_begun", "changes": changes}]


def end(table: Table, seat: Seat, request: Json) -> list[Json]:
    """End the table; its seed is revealed with it."""
    refuse_unless_leading(table, seat, "end the table")
    fields(request)
    return [{"kind": "ended"}]
