"""Taking back, and paying later: what builds on what, and what is still there when it is asked for."""

import pytest

from actionroll.games import game
from actionroll.table.log import fold
from actionroll.table.undo import close_changed
from tests.table_in_memory import Played


def test_momentum_that_one_roll_burned_is_there_for_no_other() -> None:
    played = Played(game("starforged"))
    played.do("s2", "edit", where="c1", values={"momentum": 8})
    rolls = [played.do("s2", "declare", character="c1", trait="iron") for _ in range(2)]
    for roll in rolls:
        played.do("s2", "throw", roll=roll, dice=[1, 7, 7])
    burned = {"roll": rolls[1], "option": "burn"}
    played.do("s2", "decide", roll=rolls[0], option="burn")
    assert played.refuses("s2", "decide", **burned) == (
        "What burn costs Nyx was spent since these dice fell; accepted: keep."
    )
    played.do("s1", "undo", entry=rolls[0])
    played.do("s2", "decide", **burned)
    assert played.value("momentum") == 2


def test_grit_that_one_reroll_took_is_there_for_no_other() -> None:
    played = Played(game("true-world"), {"grit_reroll": "yes"})
    played.do("s1", "edit", where="c1", values={"grit": 1})
    called = {"difficulty": "d12", "position": "neutral"}
    rolls = [played.do("s1", "declare", character="c1", trait="athletics", inputs=called) for _ in range(2)]
    for roll in rolls:
        played.do("s2", "throw", roll=roll, dice=[1, 8])
    played.do("s2", "decide", roll=rolls[0], option="reroll", dice=[2, 8])
    refused = played.refuses("s2", "decide", roll=rolls[1], option="reroll", dice=[2, 8])
    assert refused == "Nyx cannot pay grit -1: it stands at 0."
    assert (played.value("grit"), played.roll(rolls[1]).status) == (0, "waiting")


def test_edit_is_not_undone_while_a_track_needs_the_room_it_made() -> None:
    played = Played(game("wherever-we-go"))
    raised = played.do("s1", "edit", where="c1", values={"wp_max": 8})
    filled = played.do("s1", "edit", where="c1", values={"wp": 8})
    refused = f"Later entries build on it: {filled}; undo those first."
    assert played.refuses("s1", "undo", entry=raised) == refused
    played.do("s1", "undo", entry=filled)
    played.do("s1", "undo", entry=raised)
    assert played.value("wp_max") == 6


def test_refused_undo_names_the_roll_that_can_be_undone() -> None:
    played = Played(game("in-the-dark"))
    hurt = played.do("s1", "edit", where="c1", values={"minor_harm": 2})
    roll = played.do("s1", "declare", character="c1", trait="skulk", inputs={"position": "normal"})
    played.do("s2", "throw", roll=roll, dice=[6])
    refused = f"Later entries build on it: {roll}; undo those first."
    assert played.refuses("s1", "undo", entry=hurt) == refused
    played.do("s1", "undo", entry=roll)
    played.do("s1", "undo", entry=hurt)
    assert played.value("minor_harm") == 0


def test_harm_that_went_to_the_next_row_builds_on_the_full_one() -> None:
    played = Played(game("in-the-dark"))
    filled = played.do("s1", "edit", where="c2", values={"minor_harm": 2})
    roll = played.do("s1", "declare", character="c1", trait="skulk", inputs={"position": "normal"})
    played.do("s2", "throw", roll=roll, dice=[1, 1])
    played.do("s1", "name_due", roll=roll, answer=[{"way": "minor harm", "who": "c2"}])
    played.do("s3", "settle", roll=roll)
    assert played.value("moderate_harm", "c2") == 1
    assert played.refuses("s1", "undo", entry=filled) == f"Later entries build on it: {roll}; undo those first."


def test_what_filled_a_removed_clock_is_not_taken_back() -> None:
    played = Played(game("in-the-dark"))
    clock = f"k{played.do('s1', 'make_clock', name='Alarm', size=4)}"
    ticked = played.do("s1", "tick", clock=clock)
    played.do("s1", "remove_clock", clock=clock)
    assert "removed" in played.refuses("s1", "undo", entry=ticked)


@pytest.mark.parametrize(("edited", "left"), [({}, 4), ({"cunning": 1}, 3), ({"cunning": 4}, 4)])
def test_rolls_closed_together_give_back_one_after_the_other_and_within_bounds(
    edited: dict[str, int], left: int
) -> None:
    played = Played(game("illuminated-worlds"))
    called = {"intent": "Listen", "stakes": "The door", "expectations": "A word"}
    for _ in range(2):
        roll = played.do("s1", "declare", character="c1", trait="read", inputs={**called, "drive_spent": 1})
        played.do("s2", "throw", roll=roll, dice=[6, 6, 4])
    assert played.value("cunning") == 2
    if edited:
        played.do("s1", "edit", where="c1", values=edited)
    played.table.rules_of = lambda _game: "other rules"
    for entry in close_changed(played.table):
        fold(played.table, played.table.number + 1, entry)
    assert played.value("cunning") == left


def test_undoing_a_rolled_price_asks_for_the_price_again() -> None:
    played = Played(game("starforged"))
    miss = played.do("s2", "declare", character="c1", trait="iron")
    played.do("s2", "throw", roll=miss, dice=[1, 9, 10])
    price = played.do("s2", "declare", character="c1", move="price")
    played.do("s2", "throw", roll=price, dice=[50])
    assert played.roll(miss).open_dues == []
    played.do("s1", "undo", entry=price)
    assert played.roll(miss).open_dues == [0]
    again = played.do("s2", "declare", character="c1", move="price")
    played.do("s2", "throw", roll=again, dice=[60])
    assert played.roll(miss).open_dues == []


def test_undoing_a_resistance_takes_back_what_fell_and_asks_again() -> None:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[2, 1])
    played.do("s1", "name_due", roll=roll, answer=[{"way": "severe harm"}])
    resistance = played.do("s2", "declare", character="c1", move="resistance", trait="prowess")
    played.do("s2", "throw", roll=resistance, dice=[5, 4, 1])
    played.do("s2", "decide", roll=resistance, option="resist")
    assert (played.value("severe_harm"), played.value("stress")) == (False, 1)
    played.do("s1", "settle", roll=resistance, answer=[{"way": "moderate, not severe"}])
    assert played.value("moderate_harm") == 1
    played.do("s1", "undo", entry=resistance)
    assert (played.value("moderate_harm"), played.value("severe_harm"), played.value("stress")) == (0, False, 0)
    assert played.roll(roll).open_dues == [0]
    assert played.roll(roll).named == {0: [{"way": "severe harm"}]}
    played.do("s2", "settle", roll=roll)
    assert played.value("severe_harm") is True


def test_what_answered_a_roll_that_is_itself_taken_back_reopens_nothing() -> None:
    played = Played(game("starforged"))
    miss = played.do("s2", "declare", character="c1", trait="iron")
    played.do("s2", "throw", roll=miss, dice=[1, 9, 10])
    price = played.do("s2", "declare", character="c1", move="price")
    played.do("s2", "throw", roll=price, dice=[50])
    played.do("s1", "undo", entry=miss)
    played.do("s1", "undo", entry=price)
    assert played.roll(miss).status == "undone"
    assert played.roll(miss).open_dues == []


def test_what_was_said_that_a_roll_brings_is_taken_back_and_the_dice_lie() -> None:
    played = Played(game("starforged"))
    roll = played.do("s2", "declare", character="c1", trait="iron")
    played.do("s2", "throw", roll=roll, dice=[1, 9, 10])
    said = played.do("s1", "settle", roll=roll, answer=[{"way": "endure harm", "amount": 1}])
    assert (played.value("health"), played.roll(roll).open_dues) == (4, [])
    played.do("s1", "undo", entry=said)
    assert (played.value("health"), played.roll(roll).open_dues) == (5, [0])
    assert (played.roll(roll).status, said in played.table.undone) == ("done", True)
    assert played.refuses("s1", "undo", entry=said).startswith(
        "Only a roll whose dice fell, what it brought, or an edit"
    )
    again = played.do("s1", "settle", roll=roll, answer=[{"way": "endure stress", "amount": 1}])
    assert (played.value("health"), played.value("spirit")) == (5, 4)
    played.do("s1", "undo", entry=roll)
    assert (played.value("health"), played.value("spirit")) == (5, 5)
    assert played.refuses("s1", "undo", entry=again).startswith("Only a roll whose dice fell")


def test_words_alone_are_taken_back_too() -> None:
    played = Played(game("starforged"))
    roll = played.do("s2", "declare", character="c1", trait="iron")
    played.do("s2", "throw", roll=roll, dice=[1, 9, 10])
    said = played.do("s1", "settle", roll=roll, answer=[{"way": "in words", "words": "The light goes out."}])
    played.do("s1", "undo", entry=said)
    assert played.roll(roll).open_dues == [0]


def test_the_one_whom_a_roll_asks_takes_back_what_they_said_and_nobody_else_but_the_gm() -> None:
    played = Played(game("starforged"))
    roll = played.do("s2", "declare", character="c1", trait="edge", inputs={"sf_move": "secure_an_advantage"})
    played.do("s2", "throw", roll=roll, dice=[6, 9, 1])
    said = played.do("s2", "settle", roll=roll, answer=[{"way": "momentum"}])
    assert played.value("momentum") == 4
    refused = played.refuses("s3", "undo", entry=said)
    assert refused == "Only the gm may settle this for another seat; ask them."
    played.do("s2", "undo", entry=said)
    assert (played.value("momentum"), played.roll(roll).open_dues) == (2, [0])


def test_what_several_took_is_taken_back_from_one_alone() -> None:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s3", "offer", roll=roll, character="c2", how="A hand up.")
    played.do("s2", "throw", roll=roll, dice=[2, 1, 1])
    both = [{"way": "severe harm", "who": "c1"}, {"way": "moderate harm", "who": "c2"}]
    played.do("s1", "name_due", roll=roll, answer=both)
    first = played.do("s2", "settle", roll=roll)
    played.do("s1", "undo", entry=first)
    assert played.roll(roll).named == {0: [both[1], both[0]]}
    played.do("s2", "settle", roll=roll)
    last = played.do("s3", "settle", roll=roll)
    assert (played.value("severe_harm"), played.value("moderate_harm", "c2")) == (True, 1)
    assert played.roll(roll).open_dues == []
    played.do("s1", "undo", entry=last)
    assert (played.value("severe_harm"), played.value("moderate_harm", "c2")) == (True, 0)
    assert (played.roll(roll).named, played.roll(roll).open_dues) == ({0: [both[1]]}, [0])


def test_what_a_roll_answered_is_taken_back_with_that_roll() -> None:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[2, 1])
    played.do("s1", "name_due", roll=roll, answer=[{"way": "severe harm"}])
    resistance = played.do("s2", "declare", character="c1", move="resistance", trait="prowess")
    played.do("s2", "throw", roll=resistance, dice=[5, 4, 1])
    played.do("s2", "decide", roll=resistance, option="resist")
    fell = next(line.number for line in played.lines if line.entry.kind == "settled")
    refused = f"Roll {resistance} answered this: take that roll back, and it is open again."
    assert played.refuses("s1", "undo", entry=fell) == refused
