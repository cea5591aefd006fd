"""Close rolls that wait while their game's rules changed: every change is given back, and nobody pays for it."""

from __future__ import annotations

from actionroll.table.changing import inverse, kept_within
from actionroll.table.folding import fold
from actionroll.table.rolls import TableRoll
from actionroll.table.state import Change, Json, Table


def close_changed(table: Table, rules_hash: str) -> list[Json]:
    """The entries that close every waiting roll that was begun under other rules."""
    later, entries = table.fork(), []
    for roll in table.open_rolls:
        if roll.status == "waiting" and roll.rules_hash != rules_hash:
            entries.append(_closed(later, roll))
            fold(later, later.number + 1, entries[-1])
    return entries


def _closed(table: Table, roll: TableRoll) -> Json:
    taken_back = [past for past in table.past.values() if past.roll == roll.id]
    given_back = inverse(change for past in taken_back for change in past.changes)
    return {
        "kind": "closed",
        "by": "",
        "roll": roll.id,
        "why": "The rules of the game changed while this roll waited; it is closed at no cost.",
        "entries": [past.number for past in taken_back],
        "changes": [list(change) for change in _from_now(table, given_back)],
    }


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
