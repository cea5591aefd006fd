"""Requests about help: offer it from one's own seat, and take it back."""

from __future__ import annotations

from actionroll.errors import InputError, UnknownName
from actionroll.table.building import before_throw, still_needed
from actionroll.table.joining import MEMBERS, WayIn, checked_words, traits_to_join_with, ways_in
from actionroll.table.requests import fields, text_of
from actionroll.table.rights import character_at, refuse_onlooker, refuse_other_character, roll_at
from actionroll.table.rolls import Offer, TableRoll
from actionroll.table.state import Json, Seat, Table


def offer(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Offer help from one's own seat, at one's own price, which is taken with the throw."""
    refuse_onlooker(seat)
    wanted = fields(request, roll=int, character=str, input=str, how=str, trait=str, inputs=dict)
    roll = roll_at(table, wanted["roll"], "open")
    helper = character_at(table, wanted["character"])
    refuse_other_character(table, seat, helper)
    taken = (roll.character, roll.against, *roll.members, *(each.character for each in roll.offers))
    if helper.id in taken:
        raise InputError(f"{helper.name} is in this roll already; another character may help.")
    way = _way(ways_in(table, roll), wanted["input"])
    entry: Json = {"kind": "offered", "roll": roll.id, "character": helper.id, "input": way.input.name}
    entry["how"] = text_of(wanted["how"], "description of help", 200) if wanted["how"] else ""
    trait, said = _trait(table, way, wanted["trait"]), checked_words(table, way, wanted["inputs"] or {})
    becomes = way.move if way.move != roll.move else ""
    entry |= {name: value for name, value in {"trait": trait, "inputs": said, "move": becomes}.items() if value}
    _refuse_too_many(table, _joined(roll, way, Offer(seat.id, helper.id, way.input.name, trait=trait, inputs=said)))
    return [entry]


def _joined(roll: TableRoll, way: WayIn, offer: Offer) -> TableRoll:
    if way.input.name == MEMBERS:
        return roll.but(members=(*roll.members, offer.character))
    return roll.but(move=way.move, offers=(*roll.offers, offer))


def _way(ways: list[WayIn], name: str | None) -> WayIn:
    for way in ways:
        if name in (None, "", way.input.name):
            return way
    accepted = " or ".join(way.input.name for way in ways)
    raise InputError(f"Help joins this roll through {accepted or 'nothing'}.")


def _trait(table: Table, way: WayIn, name: str | None) -> str:
    if not name:
        return ""
    accepted = traits_to_join_with(table, way)
    if name not in accepted:
        raise UnknownName("trait to help with", name, accepted)
    return name


def _refuse_too_many(table: Table, trial: TableRoll) -> None:
    """Help that the game has no room for is refused when it is offered, not when the dice fall."""
    if not still_needed(table, trial):
        before_throw(table, trial)


def withdraw_offer(table: Table, seat: Seat, request: Json) -> list[Json]:
    """Take an offer back before the dice fall; the gm may veto one."""
    wanted = fields(request, roll=int, character=str)
    roll = roll_at(table, wanted["roll"], "open")
    helper = character_at(table, wanted["character"])
    refuse_other_character(table, seat, helper)
    joined = {offer.character for offer in roll.offers} | set(roll.members) - {roll.character}
    if helper.id not in joined:
        raise InputError(f"{helper.name} offers no help here.")
    return [{"kind": "offer_withdrawn", "roll": roll.id, "character": helper.id}]
