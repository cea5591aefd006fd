"""Words about a roll are kept whoever throws, and take back nothing that the gm said."""

from actionroll.games import game
from tests.table_in_memory import Dice, Played

WORDS = "Up the wet chimney before the tide"


def test_words_of_the_roller_are_taken_while_the_dice_fall_and_once_they_lie() -> None:
    dark = Played(game("in-the-dark"))
    dark.outside = Dice()
    dark.do("s2", "commit", commitments=["a" * 64])
    dark.outside.here = frozenset({"s2"})
    falling = dark.do("s2", "declare", character="c1", trait="skulk")
    dark.do("s2", "throw", roll=falling)
    dark.do("s2", "set", roll=falling, inputs={"intent": "Up the"})
    assert dark.roll(falling).called == "s2", "the dice fall on"
    dark.do("s2", "withdraw", roll=falling)
    dark.outside.here = frozenset()
    over = dark.do("s2", "declare", character="c1", trait="skulk")
    dark.do("s1", "throw", roll=over, dice=[6, 6])
    dark.do("s2", "set", roll=over, inputs={"intent": WORDS})
    assert dark.roll(over).inputs["intent"] == WORDS
    assert dark.roll(over).status == "done"
    assert [each.intent for each in dark.told().rolls.values() if each.came_to] == [WORDS]


def test_nothing_but_words_of_ones_own_is_taken_late() -> None:
    dark = Played(game("in-the-dark"))
    roll = dark.do("s2", "declare", character="c1", trait="skulk")
    dark.do("s2", "throw", roll=roll, dice=[1, 2])
    late = "this takes one that is open"
    assert late in dark.refuses("s2", "set", roll=roll, inputs={"intent": WORDS, "extra": "push"})
    assert late in dark.refuses("s2", "set", roll=roll, inputs={"intent": " "})
    assert late in dark.refuses("s2", "set", roll=roll, inputs={"intent": WORDS}, decide={"push": "push"})
    assert "another seat" in dark.refuses("s3", "set", roll=roll, inputs={"intent": WORDS})
    dark.do("s1", "undo", entry=roll)
    assert late in dark.refuses("s2", "set", roll=roll, inputs={"intent": WORDS}), "it is taken back"


def test_words_that_come_late_take_nothing_back_from_the_gm() -> None:
    worlds = Played(game("illuminated-worlds"))
    roll = worlds.do("s2", "declare", character="c1", trait="sway")
    worlds.do("s1", "set", roll=roll, inputs={"intent": "Lifts", "stakes": "It notices.", "expectations": "A trace."})
    worlds.do("s1", "throw", roll=roll, dice=[6] * len(worlds.sees("s2")["rolls"][0]["dice"]))
    worlds.do("s2", "set", roll=roll, inputs={"approach": "Lifts the locket"})
    said = worlds.roll(roll).inputs
    assert (said["approach"], said["stakes"], said["expectations"]) == ("Lifts the locket", "It notices.", "A trace.")
