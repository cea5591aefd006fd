"""The gm's last word: gambles once the dice lie, where banes go, and rolls that helpers must make."""

from __future__ import annotations

import pytest

from actionroll.games import game
from tests.table_in_memory import Played


@pytest.fixture
def played() -> Played:
    return Played(game("wherever-we-go"), {"calls": "optional", "helpers_say_how": "no"})


def sneaking(played: Played, *dice: int, push: bool = False) -> int:
    decide = {"push": "push"} if push else {}
    roll = played.do("s2", "declare", character="c1", trait="stealth", decide=decide)
    if dice:
        played.do("s2", "throw", roll=roll, dice=list(dice))
    return roll


def test_the_gm_forbids_a_gamble_once_the_dice_lie(played: Played) -> None:
    roll = sneaking(played, 1, 1)
    assert played.roll(roll).status == "waiting"
    played.do("s1", "say_late", roll=roll, inputs={"gambles": 0})
    assert played.roll(roll).status == "done"
    ending = played.roll(roll).ending
    assert ending is not None
    assert ending.tier == "failure"


def test_the_gm_allows_another_gamble_after_the_first(played: Played) -> None:
    roll = sneaking(played, 1, 1)
    played.do("s2", "decide", roll=roll, option="gamble", dice=[1, 1, 6])
    assert played.roll(roll).status == "done"
    assert (played.value("wp"), played.value("stress")) == (4, 1)
    played.do("s1", "say_late", roll=roll, inputs={"gambles": 2})
    assert played.roll(roll).status == "waiting"
    assert played.value("wp") == 3
    played.do("s2", "decide", roll=roll, option="gamble", dice=[10, 8, 2, 2])
    ending = played.roll(roll).ending
    assert ending is not None
    assert (ending.tier, played.value("stress"), played.value("wp")) == ("great success", 2, 3)


def test_the_gm_allows_a_gamble_for_a_contest_that_was_over(played: Played) -> None:
    """Nobody owes anything for a draw, so it is over at once; what is said late sets it going again."""
    played.do("s1", "rule", rulings={"opposed_tie": "draw"})
    roll = played.do("s2", "declare", character="c1", trait="stealth", move="opposed", against="c2")
    played.do("s2", "throw", roll=roll, dice=[3, 3, 3, 3])
    played.do("s2", "decide", roll=roll, option="gamble", dice=[3, 3, 3])
    while played.roll(roll).status == "waiting":
        played.do("s1", "decide", roll=roll, option="keep")
    assert roll in played.table.over
    played.do("s1", "say_late", roll=roll, inputs={"attacker_gambles": 2})
    assert played.roll(roll).status == "waiting"
    assert (roll in played.table.live, roll in played.table.over) == (True, False)
    while played.roll(roll).status == "waiting":
        played.do("s1", "decide", roll=roll, option="keep")
    assert [each.id for each in played.table.recent] == [roll]


def test_the_last_word_is_the_gms_and_has_an_end(played: Played) -> None:
    roll = sneaking(played, 1, 1)
    assert not played.allows("s2", "say_late", roll=roll, inputs={"gambles": 2})
    assert "only gambles can" in played.refuses("s1", "say_late", roll=roll, inputs={"penalty": [1]})
    played.do("s2", "decide", roll=roll, option="gamble", dice=[1, 1, 2])
    assert "would not have been possible" in played.refuses("s1", "say_late", roll=roll, inputs={"gambles": 0})
    played.do("s1", "settle", roll=roll, answer=[{"way": "nothing"}])
    assert played.refuses("s1", "say_late", roll=roll, inputs={"gambles": 2})


def test_where_banes_go_is_proposed_and_the_gm_decides(played: Played) -> None:
    played.do("s2", "edit", where="c1", values={"stress": 1})
    roll = sneaking(played, 1, 1, 1, push=True)
    played.do("s2", "decide", roll=roll, option="keep")
    health, resolve = played.value("health"), played.value("resolve")
    played.do("s2", "settle", roll=roll, answer=[{"way": "health", "amount": 2}])
    assert (played.value("health"), played.roll(roll).open_dues) == (health, [0, 1])
    assert played.roll(roll).proposed == {0: [{"way": "health", "amount": 2}]}
    played.do("s1", "settle", roll=roll, answer=[{"way": "resolve", "amount": 2}])
    assert (played.value("health"), played.value("resolve")) == (health, resolve - 2)


def test_the_gm_takes_the_proposal_as_it_is(played: Played) -> None:
    played.do("s2", "edit", where="c1", values={"stress": 1})
    roll = sneaking(played, 1, 1, 1, push=True)
    played.do("s2", "decide", roll=roll, option="keep")
    assert "'answer' is missing" in played.refuses("s1", "settle", roll=roll)
    health = played.value("health")
    played.do("s2", "settle", roll=roll, answer=[{"way": "health", "amount": 2}])
    played.do("s1", "settle", roll=roll)
    assert played.value("health") == health - 2


def test_by_ruling_the_players_word_stands() -> None:
    played = Played(game("wherever-we-go"), {"calls": "optional", "bane_targets": "player"})
    played.do("s2", "edit", where="c1", values={"stress": 1})
    roll = sneaking(played, 1, 1, 1, push=True)
    played.do("s2", "decide", roll=roll, option="keep")
    played.do("s2", "settle", roll=roll, answer=[{"way": "gear", "amount": 2}])
    assert played.value("gear") == 1


def test_a_helper_of_whom_a_roll_is_asked_helps_by_that_roll_only(played: Played) -> None:
    roll = sneaking(played)
    played.do("s3", "offer", roll=roll, character="c2")
    played.do("s1", "demand_roll", roll=roll, character="c2")
    assert played.roll(roll).offers == ()
    assert "rolls for it first" in played.refuses("s3", "offer", roll=roll, character="c2")
    own = played.do("s3", "declare", character="c2", trait="observation")
    played.do("s3", "throw", roll=own, dice=[6, 1])
    played.do("s3", "decide", roll=own, option="keep")
    assert played.roll(roll).offers[0].inputs == {"helper_edges": 1}
    played.do("s3", "withdraw_offer", roll=roll, character="c2")
    played.do("s3", "offer", roll=roll, character="c2", inputs={"helper_edges": 7})
    assert played.roll(roll).offers[0].inputs == {"helper_edges": 1}


def observed(played: Played, *dice: int) -> int:
    """What Moth rolls for it, and stands by."""
    own = played.do("s3", "declare", character="c2", trait="observation")
    played.do("s3", "throw", roll=own, dice=list(dice))
    played.do("s3", "decide", roll=own, option="keep")
    return own


def test_who_rolled_first_and_succeeded_helps_by_that(played: Played) -> None:
    """WWG-29: nothing is left to tap; what they had said of their help stands, at a table that asks for words too."""
    played.do("s1", "rule", rulings={"helpers_say_how": "yes"})
    roll = sneaking(played)
    played.do("s3", "offer", roll=roll, character="c2", how="keeps watch")
    played.do("s1", "demand_roll", roll=roll, character="c2")
    own = observed(played, 6, 1)
    (help_,) = played.roll(roll).offers
    assert (help_.input, help_.how, help_.seat) == ("helper_edges", "keeps watch", "s3")
    assert played.sees("s2")["rolls"][0]["inputs"]["helper_edges"]["value"] == [1]
    played.do("s1", "undo", entry=own)
    assert played.roll(roll).offers == ()


def test_help_goes_with_the_roll_that_proved_it_and_with_no_other(played: Played) -> None:
    roll = sneaking(played)
    played.do("s3", "offer", roll=roll, character="c2")
    played.do("s1", "demand_roll", roll=roll, character="c2")
    failed = observed(played, 1, 1)
    proving = observed(played, 6, 1)
    played.do("s3", "offer", roll=roll, character="c2", input="helper_edges")
    later = observed(played, 1, 1)
    for number in (failed, later):
        played.do("s1", "undo", entry=number)
        assert played.roll(roll).offers[0].inputs == {"helper_edges": 1}
    played.do("s1", "undo", entry=proving)
    assert played.roll(roll).offers == ()


def test_who_rolled_first_helps_the_side_that_they_had_offered_it(played: Played) -> None:
    played.do("s1", "make", name="Ash")
    roll = played.do("s2", "declare", character="c1", trait="stealth", move="opposed", against="c3")
    played.do("s3", "offer", roll=roll, character="c2", input="defender_helpers")
    played.do("s1", "demand_roll", roll=roll, character="c2")
    observed(played, 6, 1)
    assert [each.input for each in played.roll(roll).offers] == ["defender_helper_edges"]


def test_who_has_still_to_say_how_does_not_help_unsaid(played: Played) -> None:
    played.do("s1", "rule", rulings={"helpers_say_how": "yes"})
    roll = sneaking(played)
    played.do("s1", "demand_roll", roll=roll, character="c2")
    observed(played, 6, 1)
    assert played.roll(roll).offers == ()
    played.do("s3", "offer", roll=roll, character="c2", input="helper_edges", how="keeps watch")
    assert played.roll(roll).offers[0].inputs == {"helper_edges": 1}


def test_help_that_is_rolled_for_and_refused_says_why(played: Played) -> None:
    """A roll that cannot be made as it stands takes no help; once it can, one tap of theirs joins it."""
    roll = sneaking(played)
    played.do("s3", "offer", roll=roll, character="c2", how="keeps watch")
    played.do("s1", "demand_roll", roll=roll, character="c2")
    played.do("s2", "edit", where="c1", values={"wp": 0})
    played.do("s2", "set", roll=roll, inputs={"drive": 3})
    observed(played, 6, 1)
    assert played.roll(roll).offers == ()
    seen = next(way for way in played.sees("s2")["rolls"][0]["help"] if way["proven"])
    assert seen["rolled"] == {"c2": True}
    assert "willpower" in seen["refused"]["c2"]
    assert "willpower" in played.refuses("s3", "offer", roll=roll, character="c2", input="helper_edges")
    played.do("s2", "set", roll=roll, inputs={"drive": 0})
    seen = next(way for way in played.sees("s2")["rolls"][0]["help"] if way["proven"])
    assert (seen["rolled"], seen["refused"]) == ({"c2": True}, {})
    played.do("s3", "offer", roll=roll, character="c2", input="helper_edges")
    assert played.roll(roll).offers[0].inputs == {"helper_edges": 1}


def test_who_rolled_first_and_failed_does_not_help_by_their_next_deed(played: Played) -> None:
    roll = sneaking(played)
    played.do("s3", "offer", roll=roll, character="c2")
    played.do("s1", "demand_roll", roll=roll, character="c2")
    for dice in ((1, 1), (6, 1)):
        observed(played, *dice)
        assert played.roll(roll).offers == ()


def test_a_roll_is_asked_of_one_helper_and_the_others_help_on(played: Played) -> None:
    played.do("s1", "make", name="Ash")
    roll = sneaking(played)
    for seat, helper in (("s3", "c2"), ("s1", "c3")):
        played.do(seat, "offer", roll=roll, character=helper)
    played.do("s1", "demand_roll", roll=roll, character="c2")
    assert [each.character for each in played.roll(roll).offers] == ["c3"]
    assert played.sees("s2")["rolls"][-1]["demanded"] == ["c2"]
    assert played.refuses("s1", "demand_roll", roll=roll, character="c2") == "Moth is asked to roll already."


def test_a_roll_made_before_proves_nothing(played: Played) -> None:
    own = played.do("s3", "declare", character="c2", trait="observation")
    played.do("s3", "throw", roll=own, dice=[6, 6])
    played.do("s3", "decide", roll=own, option="keep")
    roll = sneaking(played)
    assert "rolls for it first" in played.refuses("s3", "offer", roll=roll, character="c2", input="helper_edges")


def test_only_the_gm_asks_for_such_a_roll(played: Played) -> None:
    roll = sneaking(played)
    assert not played.allows("s3", "demand_roll", roll=roll, character="c2")
    elsewhere = Played(game("in-the-dark"))
    other = elsewhere.do("s2", "declare", character="c1", trait="skulk")
    assert "Nobody rolls first" in elsewhere.refuses("s1", "demand_roll", roll=other, character="c2")
