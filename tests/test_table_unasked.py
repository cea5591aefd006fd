"""Who has what they could want is not asked whether they want something else; everyone else still is."""

import pytest

from actionroll.games import game
from actionroll.table.roll_view import roll_view
from tests.table_in_memory import Played


@pytest.fixture
def road() -> Played:
    return Played(game("wherever-we-go"), {"calls": "optional"})


def contest(road: Played, faces: list[int]) -> int:
    roll = road.do("s2", "declare", character="c1", trait="stealth", move="opposed", against="c2")
    road.do("s2", "throw", roll=roll, dice=faces)
    return roll


@pytest.mark.parametrize(("faces", "status"), [([8, 10, 6], "done"), ([8, 6, 1], "waiting"), ([1, 1, 1], "waiting")])
def test_a_great_success_is_not_asked_for_a_gamble(road: Played, faces: list[int], status: str) -> None:
    road.do("s2", "edit", where="c1", values={"stress": 1})
    roll = road.do("s2", "declare", character="c1", trait="stealth", decide={"push": "push"})
    road.do("s2", "throw", roll=roll, dice=[faces[1], faces[0], faces[2]])
    assert road.roll(roll).status == status


def test_a_defender_who_holds_is_not_asked(road: Played) -> None:
    roll = contest(road, [1, 1, 10, 8])
    assert road.roll(roll).status == "waiting"  # the attacker is losing, and is asked
    road.do("s2", "decide", roll=roll, option="keep")
    assert road.roll(roll).status == "done"


def test_a_defender_who_loses_is_asked(road: Played) -> None:
    roll = contest(road, [10, 8, 1, 1])
    road.do("s2", "decide", roll=roll, option="keep")
    assert road.roll(roll).status == "waiting"
    road.do("s3", "decide", roll=roll, option="keep")
    assert road.roll(roll).status == "done"


def test_an_attacker_who_wins_is_asked_only_while_the_defender_may_still_gamble(road: Played) -> None:
    assert road.roll(contest(road, [10, 8, 1, 1])).status == "waiting"
    road.do("s1", "rule", rulings={"defender_may_risk": False})
    assert road.roll(contest(road, [10, 8, 1, 1])).status == "done"


@pytest.mark.parametrize(("faces", "asked"), [([6, 1], False), ([6, 6], False), ([4, 1], True), ([2, 1], True)])
def test_a_full_success_is_not_asked_whether_to_resist(faces: list[int], asked: bool) -> None:
    worlds = Played(game("illuminated-worlds"), {"texts": "optional"})
    roll = worlds.do("s2", "declare", character="c1", trait="sway")
    worlds.do("s2", "throw", roll=roll, dice=faces)
    assert (worlds.roll(roll).status == "waiting") is asked


def test_a_decision_that_only_leads_to_another_is_asked_together_with_it() -> None:
    played = Played(game("illuminated-worlds"), {"texts": "optional"})
    played.do("s2", "edit", where="c1", values={"cunning": 2})
    roll = played.do("s2", "declare", character="c1", trait="read")
    played.do("s2", "throw", roll=roll, dice=[5, 3])
    asks = (roll_view(played.table, roll) or {})["asks"]
    assert [each["option"] for each in asks["options"]] == ["highest", "gilded", "resist"]
    assert [each["ends"] for each in asks["options"]] == [True, True, False]
    played.do("s2", "decide", roll=roll, option="gilded")
    assert played.roll(roll).answers == [[5, 3], "accept", "gilded"], "the log holds both, as if they were asked apart"
    assert (played.roll(roll).status, played.value("cunning")) == ("done", 3)
