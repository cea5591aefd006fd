"""Plain dice are a move of every game: at any table, and wherever a move is named."""

import pytest

from actionroll import odds
from actionroll.games import BUILT_IN, game
from tests.table_in_memory import Played


@pytest.mark.parametrize("name", BUILT_IN)
def test_plain_dice_are_thrown_at_every_table(name: str) -> None:
    played = Played(game(name))
    roll = played.do("s2", "declare", character="c1", move="2d6 + 1")
    played.do("s2", "throw", roll=roll, dice=[3, 5])
    done = played.roll(roll)
    assert (done.move, done.status) == ("2d6 + 1", "done")
    assert done.ending is not None
    assert (done.ending.tier, done.ending.facts) == ("rolled", {"total": 9})


def test_sides_are_told_apart() -> None:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", move="d8 vs 2d6kh1")
    played.do("s2", "throw", roll=roll, dice=[8, 6, 2])
    ending = played.roll(roll).ending
    assert ending is not None
    assert (ending.tier, ending.facts) == ("above", {"total": 8, "margin": 2})


def test_fudge_dice_are_thrown_and_entered_as_they_show() -> None:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", move="4dF")
    assert "A dF shows −1, 0 or 1" in played.refuses("s2", "throw", roll=roll, dice=[2, 0, 0, 0])
    played.do("s2", "throw", roll=roll, dice=[-1, 0, 1, 1])
    ending = played.roll(roll).ending
    assert ending is not None
    assert ending.facts == {"total": 1}


def test_every_game_has_them_in_the_library() -> None:
    assert odds("starforged", "2d6+3 vs 9") == odds("2d6+3 vs 9")


@pytest.mark.parametrize("dice", ["2d6kk", "0d6", "9999d6", "2d6 vs", "d0"])
def test_dice_that_are_not_understood_are_told_so(dice: str) -> None:
    played = Played(game("true-world"))
    assert "is not understood; accepted are dice such as" in played.refuses("s2", "declare", character="c1", move=dice)
    assert not played.table.open_rolls


def test_inputs_and_traits_have_no_place() -> None:
    played = Played(game("in-the-dark"))
    assert "no input 'dots'" in played.refuses("s2", "declare", character="c1", move="2d6", inputs={"dots": 1})
    assert "without a trait" in played.refuses("s2", "declare", character="c1", move="2d6", trait="hunt")
