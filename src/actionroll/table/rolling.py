"""Requests about rolls: declare, set, withdraw, throw, decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from actionroll import wire
from actionroll.errors import InputError, RollError
from actionroll.reckoning import play
from actionroll.rules.record import Cast, Roll
from actionroll.rules.steps import Decide, Effect, Outcome, Throw
from actionroll.table.building import (
    asked,
    before_throw,
    inputs_for,
    odds_told,
    parts_of,
    payers_named,
    raw_attempt,
    refuse_wrong_input,
    said_by,
    seat_of_dice,
    seat_of_part,
    stands,
    still_needed,
)
from actionroll.table.changing import changes_of
from actionroll.table.declaring import members_of, other_side, refuse_more, trait_of
from actionroll.table.folding import fold
from actionroll.table.reading import DEFENDER_TRAIT, SIDES, Sheets, from_sheets
from actionroll.table.requests import fields, nonce_of
from actionroll.table.rights import (
    NotYours,
    character_at,
    leads,
    refuse_onlooker,
    refuse_other_character,
    refuse_other_roll,
    refuse_unless_leading,
    roll_at,
)
from actionroll.table.rolls import TableRoll
from actionroll.table.spending import refuse_spent
from actionroll.table.state import Change, Json, Seat, Table

DEFENDER = SIDES[1]


class Dice(Protocol):
    """Where the dice of a throw come from: a source of chance for the entry of that number."""

    def __call__(self, number: int, nonce: str) -> play.Chance:
        """The source for one throw."""


def declare(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Open a roll for all; or, from the gm, call for one from a named seat."""
    return [_declaration(table, seat, request)[0]]


def _declaration(table: Table, seat: Seat, request: Json) -> tuple[Json, Sheets]:
    """The entry that declares a roll, and what the sheets fill in of it."""
    refuse_onlooker(seat)
    asked_for = fields(request, move=str, trait=str, character=str, against=str, members=list, inputs=dict, decide=dict)
    refuse_more(table)
    character = character_at(table, asked_for["character"])
    move = table.game.move(asked_for["move"] or "action")
    against = other_side(table, move, character, asked_for["against"])
    taking_part = members_of(table, move, asked_for["members"] or [])
    for each in (character, *taking_part):
        refuse_other_character(table, seat, each)
    entry: Json = {
        "kind": "declared",
        "seat": character.seat or seat.id,
        "character": character.id,
        "move": move.name,
        "trait": trait_of(table, move.name, asked_for["trait"]),
        "against": against.id if against else "",
        "members": [each.id for each in taking_part],
        "inputs": {},
        "decide": {},
    }
    inputs = entry["inputs"] = dict(asked_for["inputs"] or {})
    roll = TableRoll.declared(0, entry)
    sheets = _sheets_with(table, seat, roll, inputs)
    entry["decide"] = _decisions_set(table, seat, roll, asked_for["decide"] or {})
    return entry, sheets


def set_inputs(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Set inputs of an open roll, each by whoever may, and decisions before the first throw."""
    refuse_onlooker(seat)
    wanted = fields(request, roll=int, inputs=dict, decide=dict)
    roll = roll_at(table, wanted["roll"], "open")
    inputs = dict(wanted["inputs"] or {})
    _sheets_with(table, seat, roll.but(inputs={**roll.inputs, **inputs}), inputs)
    decide = _decisions_set(table, seat, roll, wanted["decide"] or {})
    return [{"kind": "set", "roll": roll.id, "inputs": inputs, "decide": decide}]


def _sheets_with(table: Table, seat: Seat, roll: TableRoll, wanted: Mapping[str, Any]) -> Sheets:
    """What the sheets fill in of a roll with inputs that are set anew, if this seat may set them."""
    if roll.against and DEFENDER_TRAIT in wanted:
        trait_of(table, roll.move, wanted[DEFENDER_TRAIT])
    sheets = from_sheets(table, roll)
    for name, value in wanted.items():
        if name != DEFENDER_TRAIT or not roll.against:
            refuse_wrong_input(table, roll, name, value, sheets[0])
            if said_by(inputs_for(table, roll)[name]) == "gm":
                refuse_unless_leading(table, seat, f"set {name}")
                continue
        _refuse_other_side(table, seat, roll, name)
    return sheets


def _refuse_other_side(table: Table, seat: Seat, roll: TableRoll, name: str) -> None:
    """What is the defender's is set from that seat, or by the gm who plays them; all else by the roller."""
    if not name.startswith(f"{DEFENDER}_"):
        refuse_other_roll(table, seat, roll)
    elif not roll.against:
        refuse_unless_leading(table, seat, f"set {name} of someone they play")
    elif seat_of_part(table, roll, DEFENDER) != seat.id:
        refuse_unless_leading(table, seat, f"set {name} for another seat")


def _decisions_set(table: Table, seat: Seat, roll: TableRoll, wanted: Mapping[str, Any]) -> dict[str, str]:
    move = table.game.move(roll.move)
    for name, option in wanted.items():
        if option not in move.decision(name).options:
            raise InputError(f"{name} takes one of {', '.join(move.decision(name).options)}.")
        _refuse_other_side(table, seat, roll, name)
    return dict(wanted)


def withdraw(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Take a roll back before its dice fall: it costs nothing."""
    roll = roll_at(table, fields(request, roll=int)["roll"], "open")
    refuse_other_roll(table, seat, roll)
    return [{"kind": "withdrawn", "roll": roll.id}]


def throw(table: Table, seat: Seat, request: Json, dice: Dice, rules_hash: str) -> list[Json]:
    """Throw the dice of a roll, or enter those that were thrown by hand."""
    wanted = fields(request, roll=int, dice=list, nonce=str)
    roll = roll_at(table, wanted["roll"], "open", "waiting")
    _refuse_other_dice(table, seat, roll)
    return [throw_told(table, roll, wanted, dice, rules_hash)]


def roll_at_once(table: Table, seat: Seat, request: Json, dice: Dice, rules_hash: str) -> list[Json]:
    """Declare a roll and throw its dice in one go, or neither: for programs, and for who plays alone."""
    told = {name: value for name, value in request.items() if name not in ("dice", "nonce")}
    declared, sheets = _declaration(table, seat, told)
    wanted = fields({name: request.get(name) for name in ("dice", "nonce")}, dice=list, nonce=str)
    roll = TableRoll.declared(table.number + 1, declared)
    _refuse_other_dice(table, seat, roll)
    return [declared, throw_told(table, roll, wanted, dice, rules_hash, sheets)]


def _refuse_other_dice(table: Table, seat: Seat, roll: TableRoll) -> None:
    if seat_of_dice(table, roll) != seat.id:
        refuse_other_roll(table, seat, roll)


def throw_told(
    table: Table, roll: TableRoll, wanted: Json, dice: Dice, rules_hash: str, sheets: Sheets | None = None
) -> Json:
    """What the next entry tells of a throw, whoever makes it; `sheets` is what they fill in, where that is known."""
    reads: tuple[Any, ...] = ()
    if roll.status == "open":
        roll_attempt, reads = raw_attempt(table, roll, sheets)
        _refuse_unless_ready(table, roll, roll_attempt)
        with payers_named(table, roll):
            question = asked(table, roll, roll_attempt)
            standing = before_throw(table, roll, question)
    else:
        roll_attempt, question, standing = roll.attempt, asked(table, roll), stands(table, roll)
    if isinstance(standing.step, Decide):
        raise RollError(f"The roll {play.standing(standing)}.")
    number = max(table.number, roll.id) + 1
    entry = _thrown(table, roll, standing, wanted["dice"], dice, number, nonce_of(wanted["nonce"]))
    head = {"kind": "thrown", "roll": roll.id, "attempt": roll_attempt, "rulings": roll.rulings or dict(table.rulings)}
    told = {"odds": odds_told(standing.step, question.tiers), "reads": [[where, name] for where, name in reads]}
    return {**head, "rules_hash": rules_hash, **told, **entry}


def _refuse_unless_ready(table: Table, roll: TableRoll, raw: Json) -> None:
    if needed := still_needed(table, roll, raw):
        each = needed[0]
        raise InputError(
            f"This roll still waits for {each['input']}, which is the {each['by']}'s to say: {each['says']}"
        )


def decide(table: Table, seat: Seat, request: Json, dice: Dice, rules_hash: str) -> list[Json]:
    """Answer a decision; dice that follow from it are thrown at once, unless this roll's are entered by hand."""
    wanted = fields(request, roll=int, option=str, dice=list, nonce=str)
    roll = roll_at(table, wanted["roll"], "waiting")
    standing = stands(table, roll)
    if not isinstance(standing.step, Decide):
        raise RollError(f"Nothing is to be decided here; the roll {play.standing(standing)}.")
    _refuse_other_answer(table, seat, roll, standing.step)
    decided, chosen = decision_told(table, roll, standing, standing.step, wanted["option"])
    if not isinstance(chosen.step, Throw) or (roll.by_hand and wanted["dice"] is None):
        return [decided]
    later = table.fork()
    fold(later, table.number + 1, decided)
    return [decided, throw_told(later, later.rolls[roll.id], wanted, dice, rules_hash)]


def decision_told(table: Table, roll: TableRoll, standing: Roll, step: Decide, option: Any) -> tuple[Json, Roll]:
    """What the entry of a decision tells, whoever makes it, and where the roll then stands."""
    refuse_spent(table, roll, step, option)
    chosen = play.choose(standing, option)
    changes = changes_of(table, _effects_at_end(chosen), parts_of(table, roll), roll.trait)
    entry: Json = {"kind": "decided", "roll": roll.id, "option": option, "decision": step.name}
    return {**entry, "record": wire.roll_shown(chosen), "changes": [list(change) for change in changes]}, chosen


def _refuse_other_answer(table: Table, seat: Seat, roll: TableRoll, step: Decide) -> None:
    if seat_of_part(table, roll, step.by) != seat.id and not leads(table, seat):
        raise NotYours(f"This is for {step.by} to decide; the gm may answer for an absent seat.")


def _thrown(table: Table, roll: TableRoll, standing: Roll, faces: Any, dice: Dice, number: int, nonce: str) -> Json:
    by_hand = faces is not None
    after = standing
    if isinstance(standing.step, Throw):
        drawn = by_hand_faces(standing.step, faces) if by_hand else play.draw(standing.step, dice(number, nonce))
        after = play.cast(standing, drawn, by_hand)
    elif by_hand:
        raise InputError("There are no dice in this roll; leave dice out.")
    costs = tuple(
        cost for taken in after.taken[len(standing.taken) :] if isinstance(taken, Cast) for cost in taken.throw.costs
    )
    parts = parts_of(table, roll)
    paid = changes_of(table, costs, parts, roll.trait, paid=True)
    ends = changes_of(_after(table, paid), _effects_at_end(after), parts, roll.trait)
    return {
        "by_hand": by_hand,
        "nonce": nonce,
        "record": wire.roll_shown(after),
        "stands": _tier_now(after),
        "changes": [list(change) for change in _joined(paid, ends)],
    }


def by_hand_faces(step: Throw, faces: Sequence[Any]) -> list[Any]:
    """Faces as people read them off: 0 is 10 on a d10."""
    sides = play.sides_of(step)
    return [
        10 if face == 0 and not isinstance(face, bool) and each == 10 else face
        for face, each in zip(faces, sides, strict=False)
    ] + list(faces[len(sides) :])


def _tier_now(standing: Roll) -> str:
    from actionroll.rules.steps import now

    outcome = now(standing.step) if isinstance(standing.step, Decide) else standing.outcome
    return outcome.tier if outcome else ""


def _effects_at_end(standing: Roll) -> tuple[Effect, ...]:
    return standing.step.effects if isinstance(standing.step, Outcome) else ()


def _after(table: Table, changes: tuple[Change, ...]) -> Table:
    """The table as it would stand after changes, for working out further ones."""
    later = table.fork() if changes else table
    for change in changes:
        later.put(change, change.after)
    return later


def _joined(first: tuple[Change, ...], then: tuple[Change, ...]) -> tuple[Change, ...]:
    merged = {(change.where, change.name): change for change in first}
    for change in then:
        known = merged.get((change.where, change.name))
        before = known.before if known else change.before
        merged[change.where, change.name] = Change(change.where, change.name, before, change.after)
    return tuple(change for change in merged.values() if change.before != change.after)
