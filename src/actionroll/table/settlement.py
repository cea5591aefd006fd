"""What a roll demands of people: dues that its outcome leaves to settle, and the price of an option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from actionroll.errors import ActionrollError, CannotPay, InputError
from actionroll.rules.sheet import bound_of, refuse_unbearable
from actionroll.rules.steps import Decide, Due, Effect, Outcome, Way, after, price
from actionroll.table import rights
from actionroll.table.course import parts_of, reached, replayed_with, seat_of_part, under_other_rules
from actionroll.table.log import Fact
from actionroll.table.requests import GM, OWN, ROLL, Field, Turn, request
from actionroll.table.roll_facts import Named, Proposed, Settled
from actionroll.table.sheets import aimed_at, values_of
from actionroll.table.state import Json, Owed, Past, Table, TableRoll
from actionroll.table.undertakings import aimed_by, changes_by

STILL_ANSWERED = 60
"""So many rolls back a due is looked for: a table that settles nothing would look through all of its log."""
BY_HAND = Way("by hand", "The rules have changed since: change the sheets by hand, and strike this off.")


DUE = Field("due", "number", "Which due, as `open_dues` names it; 0 if it is left out.")
ANSWER = Field(
    "answer",
    "list",
    "Shares of it, each with way, amount, who and words; only way must be there; as named or proposed, if left out.",
    most=100,
)


@request("name_due", ROLL, DUE, ANSWER, who={"the gm's due": GM}, undo="name_due")
def name_due(turn: Turn, wanted: Json) -> list[Fact]:
    """Say what a due will bring before it falls: whom it falls on may answer it first, once."""
    roll, place = rights.live_roll(turn.table, wanted["roll"], "done"), wanted["due"] or 0
    due = _open_due(turn.table, roll, place)
    rights.refuse_unless_leading(turn.table, turn.seat, "name this")
    if not due.answered_by or due.answered_as:
        raise InputError(f"Nothing answers the {due.kind}; settle it.")
    _fallen(turn.table, roll, place, wanted["answer"])
    return [Named(roll=roll.id, due=place, answer=wanted["answer"])]


@request("settle", ROLL, DUE, ANSWER, who={"the gm's due": GM, "as it was named": OWN}, undo="undo")
def settle(turn: Turn, wanted: Json) -> list[Fact]:
    """Settle a due of a roll that has ended, as it was named if so; or propose how, where the gm has the last word."""
    table = turn.table
    roll, place = rights.live_roll(table, wanted["roll"], "done"), wanted["due"] or 0
    due = _open_due(table, roll, place)
    said_before = roll.named.get(place, roll.proposed.get(place))
    answer = wanted["answer"] if wanted["answer"] is not None else said_before
    taken = answer is not None and answer == roll.named.get(place) and _is_theirs(turn, roll, due.on)
    if due.by == "gm" and not taken:
        rights.refuse_unless_leading(table, turn.seat, "settle this")
    elif due.by != "gm" and not _is_theirs(turn, roll, due.by):
        rights.refuse_unless_leading(table, turn.seat, "settle this for another seat")
    fallen = _fallen(table, roll, place, answer)
    if due.final == "gm" and not rights.leads(table, turn.seat):
        return [Proposed(roll=roll.id, due=place, answer=fallen.answer)]
    return [fallen]


def _is_theirs(turn: Turn, roll: TableRoll, part: str) -> bool:
    return seat_of_part(turn.table, roll, part) == turn.seat.id


def _open_due(table: Table, roll: TableRoll, place: int) -> Due:
    """A due that nobody has settled; those it may fall on are known by their characters too."""
    if place not in roll.open_dues:
        still = f"still open: {', '.join(map(str, roll.open_dues))}" if roll.open_dues else "none of this roll is open"
        raise InputError(f"That due is settled or not there; {still}.")
    return _among_characters(due_of(table, roll, place), parts_of(table, roll))


def _fallen(table: Table, roll: TableRoll, place: int, answer: Any) -> Settled:
    """The entry of a due that falls so, or why it cannot."""
    if answer is None:
        raise InputError("'answer' is missing; say in which way this is settled.")
    due, own = _open_due(table, roll, place), parts_of(table, roll)
    effects = table.game.settle(due, answer)
    parts = {**own, **{name: name for name in table.characters}}
    if unknown := [effect.who for effect in effects if effect.who not in parts]:
        raise InputError(f"It falls on a part of the roll or on a character: {', '.join(parts)}, not {unknown[0]}.")
    refuse_unbearable(due, answer, lambda who, track: _left(table, parts.get(who, ""), track, roll))
    changes, reads = changes_by(table, roll, effects, parts), aimed_by(table, roll, effects, parts)
    return Settled(roll=roll.id, due=place, answer=answer, changes=changes, reads=tuple(reads))


def answering(table: Table, roll: TableRoll) -> list[Fact]:
    """The latest due of this character that such a roll answers is settled by it.

    A price that was rolled is paid; a consequence that was named falls now, and the answer says what is left of it.
    """
    for other in table.live.latest(STILL_ANSWERED):
        if other.character == roll.character and other.id != roll.id:
            for place in other.open_dues:
                due = due_of(table, other, place)
                if due.answered_by == roll.move and due.answered_as:
                    return [Settled(roll=other.id, due=place, answer=[{"way": due.answered_as}])]
                if due.answered_by == roll.move and place in other.named:
                    return [_fallen(table, other, place, other.named[place])]
    return []


def _left(table: Table, character: str, track: str, roll: TableRoll) -> int | None:
    """What a character's track still has above its lower bound."""
    if character not in table.characters:
        return None
    form, values = table.game.sheet, values_of(table, character)
    name = form.track_named(track, roll.trait)
    low = next((bound_of(each.low, values) for each in form.tracks if each.name == name), None)
    return None if low is None else values[name] - low


def due_of(table: Table, roll: TableRoll, place: int) -> Due:
    """A due with the ways to settle it; where the rules have changed since, only by hand."""
    outcome = None if under_other_rules(table, roll) else reached(table, roll).outcome
    if outcome is not None:
        return outcome.dues[place]
    kept = roll.ending.dues[place] if roll.ending else Owed("")
    amount = f" {kept.amount}" if kept.amount else ""
    return Due(kept.kind, kept.by, f"{kept.kind}{amount}: {BY_HAND.says}", (BY_HAND,), 0, kept.on)


def _among_characters(due: Due, parts: Mapping[str, str]) -> Due:
    """At a table those it may fall on are known by their characters too."""
    return due._replace(among=(*due.among, *(parts[part] for part in due.among if part in parts)))


def still_offered(table: Table, roll: TableRoll, step: Decide) -> tuple[str, ...]:
    """The options of a decision that would be there too if the sheets had stood at the throw as they stand now."""
    return tuple(option for option in step.options if not _spent(table, roll, step, option))


def refuse_spent(table: Table, roll: TableRoll, step: Decide, option: str) -> None:
    """An option whose price is not there any more: others may have spent of the track since the dice fell."""
    if option in step.options and _spent(table, roll, step, option):
        payers = [parts_of(table, roll).get(effect.who, "") for effect in price(step, option)]
        named = [table.characters[payer].name for payer in payers if payer in table.characters]
        accepted = ", ".join(still_offered(table, roll, step))
        whose = f" {named[0]}" if named else ""
        raise CannotPay(f"What {option} costs{whose} was spent since these dice fell; accepted: {accepted}.")


def _spent(table: Table, roll: TableRoll, step: Decide, option: str) -> bool:
    """What is paid with a throw is refused there; here is what an outcome takes, which would only be kept in bounds."""
    if option == step.options[0] or not isinstance(after(step, option), Outcome):
        return False
    costs = [effect for effect in price(step, option) if effect.by < 0 and effect.track in roll.attempt]
    lost = {effect.track: _taken_since(table, roll, effect) for effect in costs}
    if all(points <= 0 for points in lost.values()):
        return False
    left = {track: roll.attempt[track] - max(0, points) for track, points in lost.items()}
    try:
        standing = replayed_with(table, roll, {**roll.attempt, **left})
    except ActionrollError:
        return True
    return not (isinstance(standing.step, Decide) and option in standing.step.options)


def _taken_since(table: Table, roll: TableRoll, effect: Effect) -> int:
    """By how much a track sank since the dice of a roll fell, through anything but the roll itself."""
    places = aimed_at(table, (effect,), parts_of(table, roll), roll.trait)
    changes = [change for past in _others_since(table, roll) for change in past.changes]
    return sum(change.before - change.after for change in changes if (change.where, change.name) in places)


def _others_since(table: Table, roll: TableRoll) -> list[Past]:
    since = list(table.past.after(roll.id))
    thrown = min((number for number, past in since if past.roll == roll.id), default=0)
    return [past for number, past in since if number > thrown and past.roll != roll.id]
