"""A request of a seat becomes entries, or is refused with a reason; nothing is changed here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from actionroll.errors import UnknownName
from actionroll.table import offering, rolling, settling, sheets, sitting, undoing
from actionroll.table.rights import NotHere, seat_at
from actionroll.table.rolling import Dice
from actionroll.table.state import Json, Seat, Table

REQUESTS: dict[str, Callable[[Table, Seat, Json], list[Json]]] = {
    "rename": sitting.rename,
    "leave": sitting.leave,
    "bring_back": sitting.bring_back,
    "hand_over": sitting.hand_over,
    "rule": sitting.rule,
    "set_up": sitting.set_up,
    "note": sitting.note,
    "begin_round": sitting.begin_round,
    "end": sitting.end,
    "make": sheets.make,
    "give": sheets.give,
    "edit": sheets.edit,
    "rename_character": sheets.rename_character,
    "make_clock": sheets.make_clock,
    "tick": sheets.tick,
    "remove_clock": sheets.remove_clock,
    "declare": rolling.declare,
    "set": rolling.set_inputs,
    "offer": offering.offer,
    "withdraw_offer": offering.withdraw_offer,
    "withdraw": rolling.withdraw,
    "settle": settling.settle,
    "wish": undoing.wish,
    "undo": undoing.undo,
}
WITH_DICE: dict[str, Callable[[Table, Seat, Json, Dice, str], list[Json]]] = {
    "throw": rolling.throw,
    "roll_at_once": rolling.roll_at_once,
    "decide": rolling.decide,
}


def act(table: Table, seat: str, request: Json, dice: Dice, rules_hash: str = "") -> list[Json]:
    """The entries that a request makes, each saying by whom; raises an ActionrollError if it is refused."""
    if table.ended:
        raise NotHere("This table has ended; its log can still be read and exported.")
    acting = seat_at(table, seat)
    what: Any = request.get("do")
    if what in WITH_DICE:
        entries = WITH_DICE[what](table, acting, request, dice, rules_hash)
    elif what in REQUESTS:
        entries = REQUESTS[what](table, acting, request)
    else:
        raise UnknownName("request", what, [*REQUESTS, *WITH_DICE])
    return [{**entry, "by": seat} for entry in entries]
