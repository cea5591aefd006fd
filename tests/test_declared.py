"""What a game declares fits together, so that a slip of the pen is told before anyone plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from tools.contract import FOLDER, contract
from tools.retold import records, retold

from actionroll.api import question, roll_of
from actionroll.dice import Pool, highest
from actionroll.errors import ActionrollError, InputError, WrongDice
from actionroll.files.flow import faults_of
from actionroll.games import BUILT_IN, game, games
from actionroll.rules.game import Game, Move
from actionroll.rules.inputs import inputs_of
from actionroll.rules.steps import Due, Step, Throw, Way
from tests.claimed import claims_of
from tests.strategies import some_case


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_what_a_game_declares_fits_together(game: Game) -> None:
    assert faults_of(game) == []


@pytest.mark.parametrize("named", [("brawn", "luck"), ("brawn", "luck", "grit", "help")])
def test_dice_with_too_few_or_too_many_sources_are_told_in_a_sentence(named: tuple[str, ...]) -> None:
    with pytest.raises(WrongDice, match=f"A pool of 3 dice names {len(named)} sources"):
        Pool((6, 6, 6), highest, named).source(1)


def test_a_slip_would_be_told() -> None:
    dark = game("in-the-dark")
    sheet = dark.sheet
    unread = replace(dark, sheet=replace(sheet, fill={}))
    assert any("needs dots of the sheet" in fault for fault in faults_of(unread))
    renamed = replace(dark, sheet=replace(sheet, fill={"acting": sheet.fill["action"]}))
    assert "The sheet speaks of a move acting, and there is none." in faults_of(renamed)
    lending = replace(dark, sheet=replace(sheet, lend={"action": lambda values, joining: {"helpers": 1}}))
    assert "A friend's sheet lends helpers to the move action, and it has no such input." in faults_of(lending)
    unlabelled = replace(dark, labels={"wp": "willpower"})
    assert "The game has a label for wp, and nothing of that name." in faults_of(unlabelled)
    assert "People do not say npc: label npc as they call it." in faults_of(unlabelled)
    tracks = tuple(each._replace(when_full="tired") if each.name == "stress" else each for each in sheet.tracks)
    unmarked = replace(dark, sheet=replace(sheet, tracks=tracks))
    assert faults_of(unmarked) == ["The track stress sets the mark tired when it is full, and there is none."]


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_a_game_takes_is_what_it_took(name: str) -> None:
    """Bounds, defaults, who says it: tables and programs rely on them. After a change that is meant: `make docs`."""
    assert contract(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), "if it is meant: `make docs`"


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_comes_of_a_roll_a_sheet_and_a_scene_is_what_came_of_it(name: str) -> None:
    """To the last word and number, with all that it leaves open. After a change that is meant: `make docs`."""
    written = records(name)
    assert retold(name, written) == written


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_a_move_is_declared_without_dice_where_none_ever_fall(game: Game) -> None:
    thrown = {move.name for move in game.moves if any(isinstance(each, Throw) for each in _begun(game, move))}
    assert {each.name for each in game.moves if not each.diceless} == thrown


def _begun(game: Game, move: Move) -> Iterator[Step]:
    """The steps with which some attempts at it begin."""
    random = Random(move.name)
    for _ in range(200):
        case = some_case(random, game, move)
        with suppress(InputError):
            yield question(game, move.name, case.attempt, rulings=case.rulings).start


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_way_to_settle_what_is_due_can_be_said_with_the_controls_of_the_page(name: str) -> None:
    """A counter for each way of an amount, one tap for what takes all of it, and words beside."""
    dues = {due for claim in claims_of(name) for due in dues_of(name, claim)}
    assert dues
    settle = game(name).settle
    for due in dues:
        for way in due.ways:
            answers = [answer for answer in said_on_the_page(due, way) if settles(settle, due, answer)]
            rolled = way.name == due.answered_as  # by a button of its own
            assert rolled or answers, (due.says, way.name)


def dues_of(name: str, claim: dict[str, Any]) -> tuple[Due, ...]:
    if "answers" not in claim:
        return ()
    with suppress(ActionrollError):
        made = question(game(name), claim.get("move", "action"), claim.get("attempt"), rulings=claim.get("rulings"))
        outcome = roll_of(made, answers=claim["answers"]).roll.outcome
        return outcome.dues if outcome else ()
    return ()


def said_on_the_page(due: Due, way: Way) -> Iterator[list[dict[str, Any]]]:
    who = [each for each in due.among if each != due.on][:1] or [due.on] if way.anyone else []
    share = {"way": way.name, "words": "so it is", **({"who": who[0]} if who else {})}
    others = [each for each in due.ways if each != way and not each.alone]
    if due.amount < 2 or way.alone:
        yield [share]
    elif due.several:
        for beside in combinations(others, due.amount - 1):
            yield [share, *({**share, "way": each.name} for each in beside)]
    else:
        yield [{**share, "amount": due.amount}]
        for amount, other in product(range(1, due.amount), others):
            yield [{**share, "amount": amount}, {**share, "way": other.name, "amount": due.amount - amount}]


def settles(settle: Callable[..., Any], due: Due, answer: list[dict[str, Any]]) -> bool:
    with suppress(InputError):
        settle(due, answer)
        return True
    return False


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_what_a_roller_chooses_is_not_called_as_a_mark_of_the_sheet(game: Game) -> None:
    """A cursed vehicle is a mark, and a cursed die is thrown: where both can be seen, each has a name of its own."""
    marks = {each.name for each in game.sheet.marks}
    for move in game.moves:
        assert not [name for name, each in inputs_of(move.attempt).items() if each.by == "roller" and name in marks]
