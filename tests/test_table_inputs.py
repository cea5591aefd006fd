"""Everything a game declares can be said at a table: every input of every move has a way in, from the right seat."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from actionroll.games import games
from actionroll.rules.game import Game, Move
from actionroll.rules.inputs import Input, Texts, inputs_of, make_rulings, rulings_of
from actionroll.rules.kinds import Choice, DieSize, Kind, Many, Whole, Words, YesNo
from actionroll.rules.sheet import picks_of
from actionroll.table.course import attempt_of
from actionroll.table.help import ways_in
from actionroll.table.roll_view import roll_view
from tests.table_in_memory import Played

MOVES = [(game, move) for game in games() for move in game.moves]
INPUTS = [
    pytest.param(game, move, each, id=f"{game.id} {move.name} {each.name}")
    for game, move in MOVES
    for each in inputs_of(move.attempt).values()
]


def values_for(kind: Kind) -> list[Any]:
    """Some values that such an input takes, those that change most last."""
    match kind:
        case Whole():
            return [kind.low, kind.low + 1, min(kind.high, kind.low + 2)]
        case Choice():
            return list(kind.listed)
        case YesNo():
            return [False, True]
        case DieSize():
            return [f"d{kind.sizes[-1]}"]
        case Many():
            return [[value] for value in values_for(kind.of)]
        case Words():
            return ["As it was told."]
        case _:
            raise AssertionError(kind)


def rulings_with(game: Game, each: Input) -> dict[str, Any]:
    """Rulings under which the input is there, at most two of them changed."""
    if each.under is None:
        return {}
    single = [{name: value} for name, ruling in rulings_of(game.rulings).items() for value in other_values(ruling.kind)]
    for change in chain([{}], single, (first | second for first in single for second in single)):
        if each.under(make_rulings(game.rulings, change)):
            return change
    raise AssertionError(f"{each.name} is there under no rulings")


def other_values(kind: Kind) -> list[Any]:
    return ["none", *range(3)] if isinstance(kind, Whole) and kind.or_none else values_for(kind)


def rolls_of(game: Game, move: Move, each: Input) -> Iterator[tuple[Played, int]]:
    """The move as it can be declared: with what can be picked for it, against someone or not, alone or together."""
    for pick in picks_of(game.sheet, move.name)[::-1]:
        for more in ({}, {"against": "c2"}) if move.against else ({},):
            played = Played(game, rulings_with(game, each) | made_freely(game, move))
            members = {"members": ["c1"]} if move.name in game.sheet.share else {}
            trait = {"trait": pick} if pick else {}
            played.do("s2", "declare", character="c1", move=move.name, **trait, **members, **more)
            yield played, played.table.number


def made_freely(game: Game, move: Move) -> dict[str, Any]:
    """Rulings under which what only answers something is rolled where nothing was named."""
    name, value = move.only_answers or ("", "")
    return (
        {name: next(each for each in values_for(rulings_of(game.rulings)[name].kind) if each != value)} if name else {}
    )


def sets(played: Played, roll: int, each: Input) -> str:
    """Who can set it: the roller, the gm, or an ally; where a sheet says it, that."""
    declared = played.roll(roll)
    if each.name in attempt_of(played.table, declared):
        return "sheet"
    values = values_for(each.kind)
    for seat, who in (("s2", "roller"), ("s1", "gm")):
        if any(played.allows(seat, "set", roll=roll, inputs={each.name: value}) for value in values):
            return who
    lets_count(played, roll, each)
    for way in ways_in(played.table, declared):
        if way.input.joins and way.input.joins.proof:
            proves(played)
        said = [{each.name: value} for value in values_for(each.kind.of)] if isinstance(each.kind, Many) else []
        for inputs in ({}, *said):
            offered = {"roll": roll, "character": "c2", "input": way.input.name, "inputs": inputs, "how": "So."}
            if played.allows("s3", "offer", **offered):
                if each.name in attempt_of(played.table, played.roll(roll)):
                    return "helper"
                played.do("s3", "withdraw_offer", roll=roll, character="c2")
    return ""


def lets_count(played: Played, roll: int, each: Input) -> None:
    """Of what counts only beside some values of another input, that one is said."""
    attempt = played.table.move(played.roll(roll).move).attempt
    for moot in attempt.moot:
        if each.joins and each.name in moot.of:
            kind = inputs_of(attempt)[moot.input].kind
            counts = next(value for value in kind.values() if kind.parse(value) not in moot.values)
            played.do("s2", "set", roll=roll, inputs={moot.input: counts})


def proves(played: Played) -> None:
    """The helper makes the roll that must be made before such help: two dice of Wherever We Go, and no gamble."""
    own = played.do("s3", "declare", character="c2", trait="stealth")
    played.do("s1", "set", roll=own, inputs={"gambles": 0, "expectations": "So."})
    played.do("s3", "throw", roll=own, dice=[6, 6])


@pytest.mark.parametrize(("game", "move", "each"), INPUTS)
def test_every_input_has_a_way_in_at_a_table(game: Game, move: Move, each: Input) -> None:
    found = {sets(played, roll, each) for played, roll in rolls_of(game, move, each)} - {""}
    later = game.move(move.becomes).attempt if move.becomes else Texts
    if each.of_each and each.of_each.joined in inputs_of(later):  # who joins makes it that move, which counts them
        assert (found, each.by) == (set(), "helper")
        return
    assert found, "nobody at a table can say this"
    theirs = {"gm"} if each.name.startswith("defender_") else set()
    mine = theirs | {"sheet": {"sheet", "helper", "gm"}, "helper": {"helper", "roller"}}.get(
        each.by, {each.by, "sheet"}
    )
    assert found <= mine


def test_what_a_sheet_says_is_not_for_the_roller_to_say() -> None:
    for game, move in MOVES:
        for each in inputs_of(move.attempt).values():
            if each.by == "sheet":
                for played, roll in rolls_of(game, move, each):
                    value = values_for(each.kind)[0]
                    assert not played.allows("s2", "set", roll=roll, inputs={each.name: value}), (game.id, each.name)


@pytest.mark.parametrize(("gilded", "asked"), [(5, False), (4, True)])
def test_what_cannot_differ_in_anything_is_not_asked(gilded: int, asked: bool) -> None:
    """A gilded die that shows what the best other does earns nothing on a full drive, whichever is taken."""
    (worlds,) = (game for game in games() if game.id == "illuminated-worlds")
    played = Played(worlds, {"texts": "optional"})
    roll = played.do("s2", "declare", character="c1", trait="read")
    faces = [gilded if die["from"] == "gilded" else 5 for die in seen(played, roll)["dice"]]
    played.do("s2", "throw", roll=roll, dice=faces)
    decisions = []
    while asks := seen(played, roll)["asks"]:
        decisions += [each["option"] for each in asks["options"]]
        played.do("s2", "decide", roll=roll, option=asks["options"][0]["option"])
    assert ("gilded" in decisions) is asked
    assert played.roll(roll).status == "done"


def seen(played: Played, roll: int) -> dict[str, Any]:
    told = roll_view(played.table, roll)
    assert told
    return told
