"""The gm's last word: what may still be said of a roll once its dice lie."""

from __future__ import annotations

from dataclasses import replace

from actionroll.errors import ActionrollError, InputError
from actionroll.rules.kinds import read
from actionroll.table import rights
from actionroll.table.course import inputs_for, parts_of, reached, replayed_with, under_other_rules
from actionroll.table.log import Fact
from actionroll.table.requests import LEADING, ROLL, Field, Turn, request
from actionroll.table.roll import effects_at_end, tell_ending
from actionroll.table.roll_facts import SaidLate
from actionroll.table.state import Json, Table, TableRoll
from actionroll.table.undertakings import changes_by


@request(
    "say_late",
    ROLL,
    Field("inputs", "object", "Inputs that may still be said once the dice lie, by name.", required=True),
    who=LEADING,
    undo="undo",
)
def say_late(turn: Turn, wanted: Json) -> list[Fact]:
    """Say once the dice lie what the gm has the last word on: another gamble, or none."""
    table = turn.table
    rights.refuse_unless_leading(table, turn.seat, "say this once the dice lie")
    roll = rights.live_roll(table, wanted["roll"], "waiting", "done")
    _refuse_wrong(table, roll, wanted["inputs"])
    before = reached(table, roll)
    try:
        after = replayed_with(table, roll, {**roll.attempt, **wanted["inputs"]})
    except ActionrollError as refused:
        raise InputError(f"What has been decided would not have been possible then: {refused}") from None
    taken_back = [replace(effect, by=-effect.by) for effect in effects_at_end(before)]
    entry = SaidLate(roll=roll.id, inputs=wanted["inputs"])
    entry.changes = changes_by(table, roll, (*taken_back, *effects_at_end(after)), parts_of(table, roll))
    tell_ending(entry, after)
    return [entry]


def _refuse_wrong(table: Table, roll: TableRoll, inputs: Json) -> None:
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
