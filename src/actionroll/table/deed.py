"""A request becomes entries, the table after them, and what changed; or it is refused with a reason."""

from __future__ import annotations

from typing import Any, NamedTuple

from actionroll.errors import UnknownName
from actionroll.table import rights
from actionroll.table.course import parts_of
from actionroll.table.facts import Given, Ruled
from actionroll.table.log import Changing, Fact, Writing, canonical, fold, state_hash
from actionroll.table.requests import REQUESTS, Deed, Lays, Opens, Outside, Shut, Turn
from actionroll.table.roll_facts import Declared
from actionroll.table.state import TABLE, Table


class Step(NamedTuple):
    """An entry, the hash of what stands after it, and the rolls it is about or moves."""

    number: int
    entry: Fact
    state: str
    rolls: tuple[int, ...]


class Acted(NamedTuple):
    """What a request made of a table."""

    table: Table
    steps: tuple[Step, ...] = ()
    secret: tuple[Fact, ...] = ()
    shuts: tuple[Shut, ...] = ()
    opens: tuple[Opens, ...] = ()
    reveals_seed: bool = False
    lays: tuple[Lays, ...] = ()


def act(table: Table, seat: str, request: str, body: Any, outside: Outside, writing: Writing = canonical) -> Acted:
    """All that a request of a seat does; the table itself stays as it is."""
    if request not in REQUESTS:
        raise UnknownName("request", request, REQUESTS)
    declared = REQUESTS[request]
    if not declared.at_ended:
        rights.refuse_ended(table)
    asks = Turn(table, rights.seat_at(table, seat), outside)
    made = declared.does(asks, declared.checked(body))
    return done(table, made if isinstance(made, Deed) else Deed(made), seat, writing)


def done(table: Table, deed: Deed, by: str = "", writing: Writing = canonical) -> Acted:
    """The table after a deed, whoever did it."""
    later, folded = table.fork(), []
    for entry in deed.entries:
        entry.by = entry.by or by
        fold(later, later.number + 1, entry)
        folded.append((later.number, entry, state_hash(later, writing)))
    for entry in deed.secret:
        entry.by = by
    steps = tuple([Step(number, entry, state, rolls_of(later, entry, number)) for number, entry, state in folded])
    return Acted(later, steps, tuple(deed.secret), deed.shuts, deed.opens, deed.reveals_seed, deed.lays)


def rolls_of(table: Table, entry: Fact, number: int) -> tuple[int, ...]:
    """The roll that an entry is about, and those in the making whose odds, price or seat its changes may move."""
    own = number if isinstance(entry, Declared) else getattr(entry, "roll", 0)
    changed = _changed_by(entry)
    others = [roll for roll in table.open_rolls if roll.id != own] if changed or isinstance(entry, Ruled) else []
    moved = [roll.id for roll in others if not changed or changed & {TABLE, *parts_of(table, roll).values()}]
    return (own, *moved) if own else tuple(moved)


def _changed_by(entry: Fact) -> set[str]:
    if isinstance(entry, Given):
        return {entry.character}
    return {change.where for change in entry.changes} if isinstance(entry, Changing) else set()
