"""Take back a roll or an edit: every change by an appended inverse one; the roll stays, struck through."""

from __future__ import annotations

from actionroll.errors import ActionrollError
from actionroll.table.changing import inverse
from actionroll.table.requests import fields
from actionroll.table.rights import NotHere, NotYours, leads, refuse_onlooker, refuse_other_roll, roll_at
from actionroll.table.state import Change, Json, Past, Seat, Table, TableRoll

UNDONE_KINDS = ("edited", "character_renamed", "round_begun")


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
    touched = {(change.where, change.name) for past in taken_back for change in past.changes}
    first = min((past.number for past in taken_back), default=0)
    own = {past.number for past in taken_back}
    later = [past for past in table.past.values() if past.number > first and past.number not in own | table.undone]
    if blocked := sorted(past.number for past in later if past.kind != "undone" and _touches(past, touched)):
        numbers = ", ".join(str(number) for number in blocked)
        raise DependedOn(f"Later entries build on it: {numbers}; undo those first.")
    changes = _merged(inverse(change for past in taken_back for change in past.changes))
    return {"kind": "undone", "roll": roll, "entries": sorted(own), "changes": [list(change) for change in changes]}


def _touches(past: Past, touched: set[tuple[str, str]]) -> bool:
    changed = any((change.where, change.name) in touched for change in past.changes)
    return changed or any((where, name) in touched for where, name in past.reads)


def _merged(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    merged: dict[tuple[str, str], Change] = {}
    for change in changes:
        known = merged.get((change.where, change.name))
        before = known.before if known else change.before
        merged[change.where, change.name] = Change(change.where, change.name, before, change.after)
    return tuple(merged.values())
