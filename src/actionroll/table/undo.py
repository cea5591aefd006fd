"""Withdraw a roll; take back one or an edit, every change by an inverse one; close rolls whose rules have changed.

The gm's last word stands here too: what may still be said of a roll once its dice lie, as if it had been said before.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from actionroll.errors import ActionrollError, InputError
from actionroll.rules.kinds import read
from actionroll.table import rights
from actionroll.table.arcs import changes_by
from actionroll.table.course import attempt_of, inputs_for, parts_of, reached, replayed_with, under_other_rules
from actionroll.table.help import ways_in
from actionroll.table.log import KINDS, Edit, Entry, fold, merged
from actionroll.table.requests import LEADING, OWN, ROLL, Asking, Field, request
from actionroll.table.roll import tell_ending
from actionroll.table.roll_entries import Closed, OfferWithdrawn, SaidLate, TakingBack, Undone, Wished, Withdrawn
from actionroll.table.settlement import STILL_ANSWERED, due_of, refuse_unless_settling
from actionroll.table.sheets import kept_within
from actionroll.table.state import TABLE, Answered, Change, Json, Over, Past, Seat, Table, TableRoll


class DependedOn(ActionrollError):
    """Later entries depend on what should be undone."""

    def __init__(self, entries: tuple[int, ...]) -> None:
        super().__init__(f"Later entries build on it: {', '.join(map(str, entries))}; undo those first.")
        self.entries = entries


@request("withdraw", ROLL, who=OWN)
def withdraw(asking: Asking, wanted: Json) -> list[Entry]:
    """Take a roll back before its dice fall: it costs nothing."""
    roll = rights.live_roll(asking.table, wanted["roll"], "open", falling=True)
    rights.refuse_other_roll(asking.table, asking.seat, roll)
    return [Withdrawn(roll=roll.id)]


@request("wish", ROLL, Field("withdrawn", "yes or no", "Ask for it no longer; the gm: let the roll stand."), who=OWN)
def wish(asking: Asking, wanted: Json) -> list[Entry]:
    """Ask for a roll to be undone, or ask for it no longer; whoever leads says so that it stands."""
    roll = rights.roll_at(asking.table, wanted["roll"], "waiting", "done")
    if asking.table.settings.get("undo_alone") is not False:
        rights.refuse_other_roll(asking.table, asking.seat, roll)
    withdrawn = bool(wanted["withdrawn"])
    let_stand = withdrawn and bool(roll.wished) and rights.leads(asking.table, asking.seat)
    if not let_stand and withdrawn != (roll.wished == asking.seat.id):
        raise InputError("You have not asked for that." if withdrawn else "You asked for that already.")
    return [Wished(roll=wanted["roll"], withdrawn=withdrawn)]


TO_UNDO = Field("entry", "number", "The number of a roll, of what it brought, or of an edit.", required=True)


@request("undo", TO_UNDO, who={"": LEADING, "what their own roll brought, as they said": OWN})
def undo(asking: Asking, wanted: dict[str, int]) -> list[Entry]:
    """Take back a roll after its dice fell, what was said that it brings, or an edit, by its number."""
    table, number = asking.table, wanted["entry"]
    if table.roll(number) is not None:
        _refuse_unless_agreed(table, asking.seat, rights.roll_at(table, number, "waiting", "done"))
        answered = _answered(table, number)
        taken_back = _undone(table, _entries_of(table, number) | _settling(table, answered), number, answered)
        return [taken_back, *_unproven(table, table.roll(number))]
    past = table.past.get(number)
    if found := _brought_by(table, number):
        roll, fell = found
        refuse_unless_settling(table, asking.seat, roll, due_of(table, roll, fell.due))
        return [_undone(table, _settling(table, (fell,)), 0, (fell,))]
    if past is None or not issubclass(KINDS[past.kind], Edit) or number in table.undone:
        raise rights.NotHere(
            "Only a roll whose dice fell, what it brought, or an edit can be undone, and only once; "
            "give its number in the log."
        )
    if not rights.leads(table, asking.seat):
        raise rights.NotYours("Only the gm undoes an edit; ask them, or edit it back yourself.")
    return [_undone(table, {number: past}, 0)]


def _unproven(table: Table, made: TableRoll | Over | None) -> list[Entry]:
    """The help that goes with the roll that proved it, until it is thrown with; unless another proves as much."""
    if not isinstance(made, TableRoll):
        return []
    found = list[Entry]()
    for roll in [each for each in table.open_rolls if each.status == "open" and made.character in each.demanded]:
        proven = {way.input.name: way.joins.proof for way in ways_in(table, roll) if way.joins.proof}
        for each in [each for each in roll.offers if each.character == made.character and each.input in proven]:
            rolled = rights.own_rolls(table, roll, made.character, proven[each.input])
            if rolled.pop(made.id, None) is not None and each.inputs.get(each.input) not in rolled.values():
                found.append(OfferWithdrawn(roll=roll.id, character=each.character))
    return found


def _brought_by(table: Table, number: int) -> tuple[TableRoll, Answered] | None:
    """What an entry let fall of a roll that stands, and is not long over."""
    for roll in (*table.live.latest(STILL_ANSWERED), *table.recent):
        if roll.status == "done" and any(each.entry == number for each in roll.answered):
            raise rights.NotHere(f"Roll {roll.id} answered this: take that roll back, and it is open again.")
        for fell in roll.fell:
            if fell.entry == number and roll.status == "done":
                return roll, fell
    return None


def _settling(table: Table, answered: tuple[Answered, ...]) -> dict[int, Past]:
    """The entries by which dues were settled, also those that changed nothing: they are told no more."""
    return {each.entry: table.past.get(each.entry) or Past("settled", each.roll, (), ()) for each in answered}


def _answered(table: Table, number: int) -> tuple[Answered, ...]:
    """The dues of other rolls that were settled because this one ended, where those rolls still stand."""
    roll = table.roll(number)
    return roll.answered if isinstance(roll, TableRoll) else ()


def _entries_of(table: Table, roll: int) -> dict[int, Past]:
    """What a roll changed and read, but for what was taken back already."""
    return {n: past for n, past in table.past.after(roll) if past.roll == roll and n not in table.undone}


def _refuse_unless_agreed(table: Table, seat: Seat, roll: TableRoll | Over) -> None:
    if table.settings.get("undo_alone") is False:
        _refuse_unless_wished(table, seat, roll)
        return
    if seat.role == "gm":
        return
    if table.with_gm:
        raise rights.NotYours("Only the gm takes back a roll whose dice fell; wish for it, and they may agree.")
    players = [each for each in table.seats.values() if not each.gone and each.role == "player"]
    if roll.wished in ("", seat.id) and roll.seat == seat.id and len(players) > 1:
        raise rights.NotYours("Another seat must agree: wish for it, and let them take it back.")


def _refuse_unless_wished(table: Table, seat: Seat, roll: TableRoll | Over) -> None:
    """Where nobody takes a roll back alone, one seat wishes for it and another agrees, of which one is the gm."""
    wished = table.seats.get(roll.wished)
    if wished is None or wished.id == seat.id:
        raise rights.NotYours("Nobody takes a roll back alone at this table: one seat wishes for it, another agrees.")
    if not rights.leads(table, seat) and not rights.leads(table, wished):
        raise rights.NotYours("The gm is one of the two who take a roll back; ask them to agree.")


def _undone(table: Table, taken_back: dict[int, Past], roll: int, reopens: tuple[Answered, ...] = ()) -> Undone:
    taken = merged(inverse(change for past in taken_back.values() for change in past.changes))
    changes = tuple(change for change in taken if change.before != change.after)
    there = {TABLE, *table.characters, *table.clocks, *table.undertakings, *table.campaign.evenings}
    if any(change.where not in there for change in changes):
        raise rights.NotHere("The clock that this entry filled is removed, so that nothing is left to take back.")
    if blocked := sorted(_dependent(table, taken_back, changes)):
        raise DependedOn(tuple(blocked))
    return Undone(roll=roll, entries=tuple(sorted(taken_back)), changes=changes, reopens=reopens)


def _dependent(table: Table, taken_back: dict[int, Past], changes: tuple[Change, ...]) -> set[int]:
    """Entries that read or changed a value after it was changed here, or that need the room it made for them."""
    changed_at: dict[tuple[str, str], int] = {}
    for number, past in taken_back.items():
        for change in past.changes:
            changed_at.setdefault((change.where, change.name), number)
    for place in _outside(table, changes):
        changed_at.setdefault(place, min(changed_at.values()))
    found: set[int] = set()
    for number, past in table.past.after(min(taken_back, default=table.number)):
        if number in table.undone or number in taken_back or issubclass(KINDS[past.kind], TakingBack):
            continue
        if any(changed_at.get(place, number) < number for place in _places(past)):
            found.add(past.roll or number)
    return found


def _outside(table: Table, changes: tuple[Change, ...]) -> list[tuple[str, str]]:
    """The tracks that would be outside their bounds: a maximum was raised, and the track then filled further."""
    later = table.fork()
    for change in changes:
        later.put(change, change.after)
    whose = {change.where for change in changes if change.where in table.characters}
    return [(where, name) for where in whose for name in tracks_outside(later, where) - tracks_outside(table, where)]


def inverse(changes: Iterable[Change]) -> tuple[Change, ...]:
    """What takes changes back, the last first."""
    return tuple(Change(c.where, c.name, c.after, c.before) for c in reversed(tuple(changes)))


def tracks_outside(table: Table, where: str) -> set[str]:
    """The tracks that stand outside their bounds."""
    values, kept = table.values_of(where), kept_within(table, where)
    return {track.name for track in table.game.sheet.tracks if kept.get(track.name) != values.get(track.name)}


def _places(past: Past) -> set[tuple[str, str]]:
    return {(change.where, change.name) for change in past.changes} | set(past.reads)


def close_changed(table: Table) -> list[Entry]:
    """The entries that close every roll that waits and was begun under other rules: nobody pays for it."""
    later, entries = table.fork(), list[Entry]()
    for roll in table.open_rolls:
        if roll.status == "waiting" and roll.rules != table.rules:
            entries.append(_closed(later, roll))
            fold(later, later.number + 1, entries[-1])
    return entries


def _closed(table: Table, roll: TableRoll) -> Closed:
    taken_back = _entries_of(table, roll.id)
    given_back = inverse(change for past in taken_back.values() for change in past.changes)
    return Closed(roll=roll.id, entries=tuple(taken_back), changes=_from_now(table, given_back))


def _from_now(table: Table, wanted: tuple[Change, ...]) -> tuple[Change, ...]:
    """What was paid is given back from where each value stands now, even if others changed it since."""
    later = table.fork()
    for change in wanted:
        now = later.value(change.where, change.name)
        counts = not isinstance(now, bool) and isinstance(now, int)
        later.put(change, now + change.after - change.before if counts else change.after)
    places = dict.fromkeys((change.where, change.name) for change in wanted)
    return tuple(
        Change(where, name, table.value(where, name), kept_within(later, where)[name]) for where, name in places
    )


@request(
    "say_late",
    ROLL,
    Field("inputs", "object", "Inputs that may still be said once the dice lie, by name.", required=True),
    who=LEADING,
    undo="undo",
)
def say_late(asking: Asking, wanted: Json) -> list[Entry]:
    """Say once the dice lie what the gm has the last word on: another gamble, or none."""
    table = asking.table
    rights.refuse_unless_leading(table, asking.seat, "say this after the throw")
    roll = rights.live_roll(table, wanted["roll"], "waiting", "done")
    _refuse_too_late(table, roll, wanted["inputs"])
    before = reached(table, roll).outcome
    try:
        later = replayed_with(table, roll, {**attempt_of(table, roll), **wanted["inputs"]})
    except ActionrollError as refused:
        raise InputError(f"What has been decided would not have been possible then: {refused}") from None
    after = later.outcome
    effects = [replace(effect, by=-effect.by) for effect in before.effects] if before else []
    effects += after.effects if after else ()
    entry = SaidLate(roll=roll.id, inputs=wanted["inputs"])
    entry.changes = changes_by(table, roll, effects, parts_of(table, roll))
    tell_ending(entry, later)
    return [entry]


def _refuse_too_late(table: Table, roll: TableRoll, inputs: Json) -> None:
    """Refuse what is not the gm's to say so late, or comes too late even for that."""
    declared = inputs_for(table, roll)
    late = [name for name, each in declared.items() if each.late]
    if not inputs or any(name not in late for name in inputs):
        accepted = f"only {', '.join(late)} can" if late else "nothing can"
        raise InputError(f"Once the dice lie {accepted} still be said in this game.")
    if roll.settled:
        raise InputError("Something of this roll is settled already; take that back first.")
    if under_other_rules(table, roll):
        raise InputError("The rules have changed since these dice fell, so nothing more is said of them.")
    for name, value in inputs.items():
        read(declared[name].kind, name, value)
