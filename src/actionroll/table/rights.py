"""Who may do what at a table."""

from __future__ import annotations

from actionroll.errors import ActionrollError, UnknownName
from actionroll.table.rolls import TableRoll
from actionroll.table.state import Character, Seat, Table


class NotYours(ActionrollError):
    """Someone else's to do."""


class NotHere(ActionrollError):
    """There is no such seat, roll or character here, or it is over."""


def seat_at(table: Table, seat: str) -> Seat:
    """A seat that is at the table."""
    found = table.seats.get(seat)
    if found is None or found.gone:
        raise NotHere("This seat is not at the table any more; ask the gm for a new link.")
    return found


def leads(table: Table, seat: Seat) -> bool:
    """Whether a seat has the gm's rights: the gm, or any player of a table without one."""
    return seat.role == "gm" or (not table.with_gm and seat.role == "player")


def refuse_unless_leading(table: Table, seat: Seat, what: str) -> None:
    """Only the gm; at a table without one, any player."""
    if not leads(table, seat):
        raise NotYours(f"Only the gm may {what}; ask them.")


def refuse_onlooker(seat: Seat) -> None:
    """An onlooker watches."""
    if seat.role == "onlooker":
        raise NotYours("An onlooker watches; join as a player to take part.")


def character_at(table: Table, name: object) -> Character:
    """A character by id."""
    if isinstance(name, str) and name in table.characters:
        return table.characters[name]
    raise UnknownName("character", name, table.characters)


def refuse_other_character(table: Table, seat: Seat, character: Character) -> None:
    """A player acts for their own characters; the gm for all."""
    if character.seat != seat.id and not leads(table, seat):
        raise NotYours(f"{character.name} is played from another seat; only that seat or the gm may do this.")


def roll_at(table: Table, number: object, *statuses: str) -> TableRoll:
    """A roll by the number of its declaration, in one of these states."""
    roll = table.rolls.get(number) if isinstance(number, int) and not isinstance(number, bool) else None
    if roll is None:
        raise NotHere("There is no such roll at this table; look at the log for its number.")
    if statuses and roll.status not in statuses:
        raise NotHere(f"That roll is {roll.status}; this takes one that is {' or '.join(statuses)}.")
    return roll


def refuse_other_roll(table: Table, seat: Seat, roll: TableRoll) -> None:
    """A roll is its roller's; the gm may act for an absent seat."""
    if roll.seat != seat.id and not leads(table, seat):
        raise NotYours("This roll is made from another seat; only that seat or the gm may do this.")
