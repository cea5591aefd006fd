"""What a game declares fits together, so that a slip of the pen is told before anyone plays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from tools.contract import FOLDER, contract
from tools.retold import records, retold

from actionroll.api import question
from actionroll.dice import Pool, highest
from actionroll.errors import InputError, WrongDice
from actionroll.files.flow import faults_of
from actionroll.games import BUILT_IN, game, games
from actionroll.rules.game import Game, Move
from actionroll.rules.steps import Step, Throw
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
    assert contract(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


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
