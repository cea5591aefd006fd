"""Edges of the table where a slip would go unseen: who is refused, what is listed, what moves, what is told."""

from __future__ import annotations

from typing import Any

import pytest

from actionroll.games import game
from actionroll.table import act
from actionroll.table.log import fold
from actionroll.table.roll_view import near_asked, roll_view
from actionroll.table.seats import joining
from tests.table_in_memory import Played

AT_EASE = {"calls": "optional", "helpers_say_how": "no"}


def with_onlooker(name: str) -> Played:
    played = Played(game(name))
    fold(played.table, played.table.number + 1, joining(played.table, "s4", "s4", "onlooker"))
    return played


def view(played: Played, roll: int) -> Any:
    shown = roll_view(played.table, roll)
    assert shown is not None
    return shown


# who is refused


def test_an_onlooker_changes_nothing() -> None:
    played = with_onlooker("starforged")
    track = f"u{played.do('s2', 'undertake', kind='vow', name='X', rank='epic')}"
    roll = played.do("s2", "declare", character="c1", trait="iron")
    for request, body in (
        ("mark_progress", {"undertaking": track}),
        ("set", {"roll": roll, "inputs": {"intent": "I run."}}),
        ("declare", {"character": "c1", "trait": "iron"}),
    ):
        assert "onlooker" in played.refuses("s4", request, **body).lower(), request


@pytest.mark.parametrize(
    ("request_name", "body"),
    [
        ("bring_back", {"seat": "s3"}),
        ("end_rounds", {}),
        ("begin_round", {}),
        ("begin_actions", {}),
        ("end_scene", {}),
        ("end_evening", {}),
        ("end", {}),
    ],
)
def test_what_only_the_gm_does_a_player_does_not(request_name: str, body: dict[str, Any]) -> None:
    played = Played(game("true-world"))
    played.do("s1", "begin_round")
    assert played.refuses("s2", request_name, **body).startswith("Only the gm may")


def test_alone_at_a_table_without_gm_one_takes_back_ones_own_roll() -> None:
    """Two players must agree; onlookers have no say in it."""
    played = Played(game("in-the-dark"), with_gm=False)
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[6, 1])
    assert "Another seat must agree" in played.refuses("s2", "undo", entry=roll)
    for seat in ("s1", "s3"):
        played.do(seat, "leave")
    played.do("s2", "undo", entry=roll)
    assert played.roll(roll).status == "undone"


# what is listed


def test_values_of_the_table_are_not_listed_as_a_characters() -> None:
    told = Played(game("in-the-dark")).refuses("s2", "edit", where="c1", values={"luck": 1})
    assert "stress" in told
    assert "crew_level" not in told
    told = Played(game("in-the-dark")).refuses("s1", "edit", where="table", values={"luck": 1})
    assert "crew_level" in told
    assert "stress" not in told


@pytest.mark.parametrize("names", ["Words of gold", [7], {"Words of gold": 1}])
def test_a_helpers_things_are_a_list_of_names(names: Any) -> None:
    played = Played(game("illuminated-worlds"), {"texts": "optional", "helpers_say_how": "no"})
    gold = {"kind": "ability", "name": "Words of gold", "does": [{"use": "gilds your help"}]}
    played.do("s3", "edit", where="c2", values={"things": [gold]})
    roll = played.do("s2", "declare", character="c1", trait="sway")
    told = played.refuses("s3", "offer", roll=roll, character="c2", input="helpers", inputs={"things": names})
    assert told == "things takes those that help another's roll, each once: Words of gold."


def test_only_those_who_roll_together_are_joined_by_members() -> None:
    played = Played(game("true-world"))
    alone = played.do("s2", "declare", character="c1", move="group", trait="climbing")
    assert "members" not in [each["input"] for each in view(played, alone)["help"]]
    together = played.do("s2", "declare", character="c1", move="group", trait="climbing", members=["c1"])
    assert "members" in [each["input"] for each in view(played, together)["help"]]
    action = played.do("s2", "declare", character="c1", trait="climbing")
    assert "members" not in [each["input"] for each in view(played, action)["help"]]


def test_what_belongs_to_each_helper_is_not_tried_out_beside_a_roll() -> None:
    played = Played(game("true-world"), {"extra_die": "custom"})
    roll = played.do("s2", "declare", character="c1", trait="climbing")
    played.do("s1", "set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    played.do("s3", "offer", roll=roll, character="c2", input="helper_abilities", trait="blades")
    over = near_asked(played.table, played.roll(roll)).over
    assert "boosts" in over
    assert not {"helper_dice", "helpers_acted"} & set(over)


# what moves


def test_an_edit_moves_the_rolls_of_that_character_alone() -> None:
    played = Played(game("in-the-dark"))
    own = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s3", "declare", character="c2", trait="skulk")
    acted = act(played.table, "s2", "edit", {"where": "c1", "values": {"minor_harm": 2}}, played.outside)
    assert acted.steps[0].rolls == (own,)
    everyone = act(played.table, "s1", "edit", {"where": "table", "values": {"off_job": True}}, played.outside)
    assert len(everyone.steps[0].rolls) == 2


def test_a_roll_keeps_the_rulings_that_held_when_it_was_thrown() -> None:
    played = Played(game("in-the-dark"))
    first = played.table.number
    ruled = played.do("s1", "rule", rulings={"helpers_say_how": "no"})
    assert played.table.rulings_at(first) != played.table.rulings
    assert played.table.rulings_at(ruled) == played.table.rulings
    before = played.table.rulings
    again = played.do("s1", "rule", rulings={"max_assistants": "2"})
    assert [played.table.rulings_at(number) for number in (ruled, again - 1)] == [before] * 2
    assert played.table.rulings_at(again) == played.table.rulings_at(again + 1) == played.table.rulings


# what is told


def test_what_is_paid_says_for_what() -> None:
    played = Played(game("wherever-we-go"), AT_EASE)
    played.do("s2", "edit", where="c1", values={"stress": 1})
    pushed = played.do("s2", "declare", character="c1", trait="stealth", decide={"push": "push"})
    assert [each["by"] for each in view(played, pushed)["costs"]] == [-1]
    driven = played.do("s2", "declare", character="c1", trait="stealth", inputs={"drive": 2})
    played.do("s2", "throw", roll=driven, dice=[1, 1])
    assert played.value("wp") == 2


def test_gear_of_an_ally_takes_damage_where_the_gm_says_how_much() -> None:
    played = Played(game("wherever-we-go"), {**AT_EASE, "gear_loss": "manual", "bane_targets": "player"})
    played.do("s2", "edit", where="c1", values={"stress": 1})
    roll = played.do("s2", "declare", character="c1", trait="stealth", decide={"push": "push"})
    played.do("s2", "throw", roll=roll, dice=[1, 1, 1])
    played.do("s2", "decide", roll=roll, option="keep")
    played.do("s2", "settle", roll=roll, due=0, answer=[{"way": "gear", "amount": 2, "who": "c2"}])
    gear = next(place for place, due in enumerate(view(played, roll)["open_dues"]) if due["kind"] == "gear")
    number = view(played, roll)["open_dues"][gear]["due"]
    played.do("s1", "settle", roll=roll, due=number, answer=[{"way": "gear", "amount": 2, "who": "c2"}])
    assert (played.value("gear"), played.value("gear", "c2")) == (3, 1)


def test_rest_brings_back_what_is_missing_and_no_more() -> None:
    played = Played(game("illuminated-worlds"))
    played.do("s2", "edit", where="c1", values={"cunning": 1, "nerve": 0})
    roll = played.do("s2", "declare", character="c1", move="refresh")
    played.do("s2", "throw", roll=roll)
    assert [played.value(name) for name in ("nerve", "cunning", "intuition")] == [2, 4, 3]


def test_mending_what_is_battered_takes_two_points() -> None:
    played = Played(game("starforged"))
    played.do("s1", "edit", where="table", values={"battered": True, "integrity": 2})
    roll = played.do("s2", "declare", character="c1", trait="supply", inputs={"sf_move": "repair"})
    played.do("s2", "throw", roll=roll, dice=[3, 2, 4])
    due = view(played, roll)["open_dues"][0]
    assert (due["amount"], next(way["per"] for way in due["ways"] if way["name"] == "mend battered")) == (3, 2)
    shares = [{"way": "mend battered", "amount": 2}, {"way": "raise integrity", "amount": 1}]
    played.do("s2", "settle", roll=roll, answer=shares)
    assert (played.table.value("table", "battered"), played.table.value("table", "integrity")) == (False, 3)


def test_a_nonce_may_be_as_long_as_is_said() -> None:
    played = Played(game("in-the-dark"))
    for length, told in ((64, ""), (65, "nonce takes at most 64 plain letters and digits.")):
        roll = played.do("s2", "declare", character="c1", trait="skulk")
        assert played.refuses("s2", "throw", roll=roll, dice=[6, 1], nonce="x" * length) == told


def test_what_is_left_out_of_a_recap() -> None:
    """A roll that was taken back is not told; one without words is told by what was rolled."""
    played = Played(game("in-the-dark"))
    gone = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=gone, dice=[6, 6])
    played.do("s1", "undo", entry=gone)
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[6, 6])
    (great,) = [each["lines"] for each in played.told().recap() if each["title"] == "Great rolls"]
    assert great == ["Nyx: rolls skulk – critical success (3 %)."]
