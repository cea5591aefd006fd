"""What stands in a roll when it is declared: the trait, the other side of a contest, those who roll together."""

from __future__ import annotations

from typing import Any

from actionroll.errors import InputError, UnknownName
from actionroll.rules.game import Move
from actionroll.rules.sheet import picks_of
from actionroll.table.rights import character_at
from actionroll.table.state import Character, Table

MOST_ROLLS, MOST_MEMBERS = 60, 20


def refuse_more(table: Table) -> None:
    """A table that has lost sight of its rolls."""
    if len(table.making) >= MOST_ROLLS:
        raise InputError(f"{MOST_ROLLS} rolls are open here; throw or withdraw one of them first.")


def trait_of(table: Table, move: str, name: Any) -> str:
    """What is picked on the sheet to roll with; empty where nothing is."""
    if name is None or name == "":
        return ""
    accepted = [pick for pick in picks_of(table.game.sheet, move) if pick]
    if not accepted:
        raise InputError(f"{move} is rolled without a trait; leave trait out.")
    if name not in accepted:
        raise UnknownName("trait", name, accepted)
    return str(name)


def other_side(table: Table, move: Move, character: Character, name: Any) -> Character | None:
    """The character that a contest is against; none where nobody is named."""
    if not name:
        return None
    if not move.against:
        raise InputError(f"{move.name} has no other side; leave against out.")
    against = character_at(table, name)
    if against is character:
        raise InputError(f"{character.name} cannot roll against themselves; name another character.")
    return against


def members_of(table: Table, move: Move, names: list[Any]) -> list[Character]:
    """Those who roll together, each once."""
    if names and move.name not in table.game.sheet.share:
        raise InputError(f"{move.name} is not rolled by several together; leave members out.")
    if len(names) > MOST_MEMBERS or len(set(map(str, names))) < len(names):
        raise InputError(f"members takes up to {MOST_MEMBERS} characters, each once.")
    return [character_at(table, each) for each in names]
