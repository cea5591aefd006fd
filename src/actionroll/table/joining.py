"""Help for a roll: the ways in which others may join it, and what each of them brings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from actionroll.errors import InputError, UnknownName
from actionroll.games import game
from actionroll.rules.inputs import Input, Joins, inputs_of, make_rulings
from actionroll.rules.kinds import Whole, read
from actionroll.rules.sheet import Joining, rolled_with
from actionroll.table.reading import read_with
from actionroll.table.rolls import Offer, TableRoll
from actionroll.table.state import Json, Read, Table

MEMBERS = "members"
TAKES_PART = Input(
    MEMBERS,
    Whole(0, 20),
    "Those who take part.",
    "helper",
    None,
    joins=Joins("With your own dice, and at your own price.", "member", "takes part"),
)
"""The way into a roll of several: as one more of them, with what their own sheet brings."""


class WayIn(NamedTuple):
    """A way to join a roll: through an input, of the move that it then is."""

    move: str
    input: Input


def open_inputs(table: Table, move: str) -> Mapping[str, Input]:
    """The inputs of a move that are there under the table's rulings."""
    return _open_inputs(table.game_id, move, tuple(table.rulings.items()))


Ruled: TypeAlias = tuple[tuple[str, str], ...]


@lru_cache(maxsize=256)
def _open_inputs(game_id: str, move: str, ruled: Ruled) -> Mapping[str, Input]:
    declared = inputs_of(game(game_id).move(move).attempt)
    made = _rulings(game_id, ruled)
    return {name: each for name, each in declared.items() if each.under is None or each.under(made)}


@lru_cache(maxsize=256)
def _of_helpers(game_id: str, move: str, ruled: Ruled) -> Mapping[str, Input]:
    """Those of them that hold something of each who helps."""
    return {name: each for name, each in _open_inputs(game_id, move, ruled).items() if joined_through(each)}


@lru_cache(maxsize=64)
def _rulings(game_id: str, ruled: Ruled) -> Any:
    return make_rulings(game(game_id).rulings, dict(ruled))


def ways_in(table: Table, roll: TableRoll) -> list[WayIn]:
    """How others may join; the first who has to roll for it makes the roll one of another move."""
    found = [WayIn(roll.move, each) for each in open_inputs(table, roll.move).values() if each.joins]
    if roll.move in table.game.sheet.share and roll.members:
        found.append(WayIn(roll.move, TAKES_PART))
    becomes = table.game.move(roll.move).becomes
    if not becomes or roll.offers:
        return found
    known = {way.input.name for way in found}
    other = open_inputs(table, becomes).values()
    return found + [WayIn(becomes, each) for each in other if each.joins and each.name not in known]


def said_by_helper(table: Table, way: WayIn) -> dict[str, Input]:
    """What someone who joins so may say besides: each input that holds something of each who does."""
    inputs = open_inputs(table, way.move).values()
    said = {each.name: each for each in inputs if each.by == "helper" and joined_through(each) == way.input.name}
    if way.input.kind.is_number or way.move in table.game.sheet.lend:
        said.pop(way.input.name, None)
    return said


def joined_through(each: Input) -> str:
    """The input that someone joins through of whom this one holds something; empty if it is of nobody."""
    if each.of_each:
        return each.of_each.joined
    return each.name if each.joins else ""


def traits_to_join_with(table: Table, way: WayIn) -> tuple[str, ...]:
    """What someone who joins so may pick from their own sheet."""
    return rolled_with(table.game.sheet) if way.input.joins and way.input.joins.with_trait else ()


def checked_words(table: Table, way: WayIn, said: Mapping[str, Any]) -> Json:
    """What a helper says of their help, each value checked."""
    accepted = said_by_helper(table, way)
    for name, value in said.items():
        if name not in accepted:
            raise UnknownName("thing to say with this offer called", name, accepted)
        kind = accepted[name].kind
        read(kind.single(), name, value)
    if way.input.name in accepted and way.input.name not in said:
        raise InputError(f"Say {way.input.name} with your offer: {way.input.says}")
    return dict(said)


def lent(table: Table, roll: TableRoll, reads: list[Read]) -> Json:
    """What all who offer help bring to the inputs: one more in number, a value more in a list, a share of a sum."""
    if not roll.offers:
        return {}
    brought = [(offer.input, _brought(table, roll, offer, reads)) for offer in in_order(roll)]
    found: Json = {}
    for name, each in _of_helpers(table.game_id, roll.move, tuple(table.rulings.items())).items():
        shares = [share for joined, share in brought if joined == joined_through(each)]
        if each.joins and each.kind.is_number and shares:
            found[name] = len(shares)
        elif any(name in share for share in shares):
            found[name] = _together(each, shares)
    return found


def _together(each: Input, shares: list[Mapping[str, Any]]) -> Any:
    return each.kind.together(each.name, shares, each.of_each.unsaid if each.of_each else None)


def _brought(table: Table, roll: TableRoll, offer: Offer, reads: list[Read]) -> Mapping[str, Any]:
    lend, trait = table.game.sheet.lend.get(roll.move), offer.trait or roll.trait
    if lend is None or not trait:
        return offer.inputs
    how = Joining(trait, offer.inputs, _rulings(table.game_id, tuple(table.rulings.items())))
    return {**read_with(table, offer.character, reads, lend, how), **offer.inputs}


def in_order(roll: TableRoll) -> list[Offer]:
    """The offers as the rules count them: those through one input after those through another."""
    return sorted(roll.offers, key=lambda offer: offer.place)
