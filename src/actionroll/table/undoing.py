"""Take back a roll or an edit: every change by an appended inverse one; the roll stays, struck through."""

from __future__ import annotations

from actionroll.errors import ActionrollError
from actionroll.table.changing import inverse, tracks_outside
from actionroll.table.requests import fields
from actionroll.table.rights import NotHere, NotYours, leads, refuse_onlooker, refuse_other_roll, roll_at
from actionroll.table.rolls import TableRoll
from actionroll.table.state import TABLE, Change, Json, Past, Seat, Table

UNDONE_KINDS = ("edited", "character_renamed", "round_begun")
TAKING_BACK = ("undone", "closed")


class DependedOn(ActionrollError):
    """Later entries depend on what should be undone."""


def wish(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Ask for a roll to be undone."""
    refuse_onlooker(seat)
    roll = roll_at(table, fields(request, roll=int)["roll"], "waiting", "done")
    refuse_other_roll(table, seat, roll)
    return [{"kind": "wished", "roll": roll.id}]


def undo(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Take back a roll after its dice fell, or an edit, by its number."""
    wanted = fields(request, entry=int)["entry"]
    if wanted in table.rolls:
        roll = roll_at(table, wanted, "waiting", "done")
        _refuse_unless_agreed(table, seat, roll)
        taken_back = [past for past in table.past.values() if past.roll == roll.id]
        return [_undone(table, taken_back, roll.id)]
    past = table.past.get(wanted) if isinstance(wanted, int) else None
    if past is None or past.kind not in UNDONE_KINDS or wanted in table.undone:
        raise NotHere(
            "Only a roll whose dice fell, or an edit, can be undone, and only once; give its number in the log."
        )
    _refuse_unless_editor(table, seat)
    return [_undone(table, [past], 0)]


def _refuse_unless_agreed(table: Table, seat: Seat, roll: TableRoll) -> None:
    refuse_onlooker(seat)
    if seat.role == "gm":
        return
    if table.with_gm:
        raise NotYours("Only the gm takes back a roll whose dice fell; wish for it, and they may agree.")
    players = [each for each in table.seats.values() if not each.gone and each.role == "player"]
    if roll.wished in ("", seat.id) and roll.seat == seat.id and len(players) > 1:
        raise NotYours("Another seat must agree: wish for it, and let them take it back.")


def _refuse_unless_editor(table: Table, seat: Seat) -> None:
    if not leads(table, seat):
        raise NotYours("Only the gm undoes an edit; ask them, or edit it back yourself.")


def _undone(table: Table, taken_back: list[Past], roll: int) -> Json:
    own = sorted(past.number for past in taken_back)
    changes = _merged(inverse(change for past in taken_back for change in past.changes))
    if any(change.where != TABLE and change.where not in {*table.characters, *table.clocks} for change in changes):
        raise NotHere("The clock that this entry filled is removed, so that nothing is left to take back.")
    if blocked := sorted({past.roll or past.number for past in _dependent(table, taken_back, changes)}):
        numbers = ", ".join(str(number) for number in blocked)
        raise DependedOn(f"Later entries build on it: {numbers}; undo those first.")
    return {"kind": "undone", "roll": roll, "entries": own, "changes": [list(change) for change in changes]}


def _dependent(table: Table, taken_back: list[Past], changes: tuple[Change, ...]) -> list[Past]:
    """Entries that read or changed a value after it was changed here, or that need the room it made for them."""
    changed_at: dict[tuple[str, str], int] = {}
    for past in taken_back:
        for change in past.changes:
            changed_at.setdefault((change.where, change.name), past.number)
    for place in _outside(table, changes):
        changed_at.setdefault(place, min(changed_at.values()))
    over = {*table.undone, *(past.number for past in taken_back)}
    later = (past for past in table.past.values() if past.number not in over and past.kind not in TAKING_BACK)
    return [past for past in later if any(changed_at.get(place, past.number) < past.number for place in _places(past))]


def _outside(table: Table, changes: tuple[Change, ...]) -> list[tuple[str, str]]:
    """The tracks that would be outside their bounds: a maximum was raised, and the track then filled further."""
    later = table.fork()
    for change in changes:
        later.put(change, change.after)
    whose = {change.where for change in changes if change.where in table.characters}
    return [(where, name) for where in whose for name in tracks_outside(later, where) - tracks_outside(table, where)]


def _places(past: Past) -> set[tuple[str, str]]:
    changed = {(change.where, change.name) for change in past.changes}
    return changed | {(where, name) for where, name in past.reads}


def _merged(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    merged: dict[tuple[str, str], Change] = {}
    for change in changes:
        known = merged.get((change.where, change.name))
        before = known.before if known else change.before
        merged[change.where, change.name] = Change(change.where, change.name, before, change.after)
    return tuple(merged.values())
