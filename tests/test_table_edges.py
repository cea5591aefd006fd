"""Edges of the table where a slip would go unseen: who is refused, what is listed, what moves, what is told."""

from __future__ import annotations

from typing import Any

import pytest

from actionroll.games import game
from actionroll.rules.steps import Decide, Effect, Outcome
from actionroll.table import act, settlement
from actionroll.table.entries import Noted
from actionroll.table.log import KINDS, Entry, UnknownEntry, entry, entry_read, fold, written
from actionroll.table.roll_entries import Offered, Thrown
from actionroll.table.roll_view import near_asked, roll_view
from actionroll.table.seats import joining
from actionroll.table.settlement import still_offered
from tests.table_in_memory import Played, view

AT_EASE = {"calls": "optional", "helpers_say_how": "no"}


def with_onlooker(name: str) -> Played:
    played = Played(game(name))
    fold(played.table, played.table.number + 1, joining(played.table, "s4", "s4", "onlooker"))
    return played


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
        assert "Another seat must agree" in played.refuses("s2", "undo", entry=roll), "one other is here still"
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


@pytest.fixture
def crowd() -> Played:
    """Three characters of three seats, where help needs no words."""
    played = Played(game("illuminated-worlds"), {"texts": "optional", "helpers_say_how": "no", "multi_help": "allowed"})
    played.do(played.sit("s4"), "make", name="Ash")
    return played


def test_who_offered_without_a_word_says_how_later_and_keeps_their_place(crowd: Played) -> None:
    roll = crowd.do("s2", "declare", character="c1", trait="sway")
    for seat, helper in (("s3", "c2"), ("s4", "c3")):
        crowd.do(seat, "offer", roll=roll, character=helper, input="helpers")
    again = {"roll": roll, "character": "c2", "input": "helpers"}
    assert "is in this roll already" in crowd.refuses("s3", "offer", **again), "that says nothing more"
    crowd.do("s3", "offer", **again, how="I hold the lamp.")
    assert [(each.character, each.how) for each in crowd.roll(roll).offers] == [("c2", "I hold the lamp."), ("c3", "")]
    assert "is in this roll already" in crowd.refuses("s3", "offer", **again, how="And I sing."), "it is said once"
    crowd.do("s3", "withdraw_offer", roll=roll, character="c2")
    assert [each.character for each in crowd.roll(roll).offers] == ["c3"]


def test_who_rolls_together_with_others_may_leave_them() -> None:
    played = Played(game("true-world"))
    played.do("s1", "make", name="Ash")
    asked = {"character": "c1", "move": "group", "trait": "climbing", "members": ["c1", "c2", "c3"]}
    roll = played.do("s1", "declare", **asked)
    played.do("s1", "withdraw_offer", roll=roll, character="c2")
    assert list(played.roll(roll).members) == ["c1", "c3"]


# what a roll answers, and what it does not


def test_a_price_that_someone_else_rolls_pays_nothing_of_ones_own() -> None:
    """Only the one who missed pays by rolling; a roll of another leaves the miss open, and their own row too."""
    played = Played(game("starforged"))
    missed = played.do("s2", "declare", character="c1", trait="iron")
    played.do("s2", "throw", roll=missed, dice=[1, 9, 8])
    assert played.roll(missed).open_dues == [0]
    others = played.do("s3", "roll_at_once", character="c2", move="price", dice=[40])
    assert (played.roll(missed).open_dues, played.roll(others).answered) == ([0], ())
    own = played.do("s2", "roll_at_once", character="c1", move="price", dice=[40])
    assert (played.roll(missed).open_dues, [each.roll for each in played.roll(own).answered]) == ([], [missed])


@pytest.mark.parametrize(("most", "asked"), [(3, True), (2, False)])
def test_only_the_latest_rolls_are_looked_through_for_what_is_open(
    monkeypatch: pytest.MonkeyPatch, most: int, asked: bool
) -> None:
    """Also once a whole log was read, of which nobody asked anything yet."""
    monkeypatch.setattr(settlement, "STILL_ANSWERED", most)
    played = Played(game("starforged"))
    read, rolls, before = played.table.fork(), [], len(played.lines)
    for dice, move in (((6, 10, 1), "secure_an_advantage"), ((1, 9, 10), "strike"), ((1, 9, 10), "strike")):
        asks = {"character": "c1", "trait": "edge", "inputs": {"sf_move": move}}
        rolls.append(played.do("s2", "roll_at_once", **asks, dice=list(dice)))
    for line in played.lines[before:]:
        fold(read, line.number, line.entry)
    assert [each.id for each in settlement._awaiting(read, settlement.BY_PLAYERS)] == rolls[:1] * asked


def test_a_consequence_that_nobody_named_is_answered_by_no_roll() -> None:
    played = Played(game("in-the-dark"), {"consequences": "at_once"})
    failed = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=failed, dice=[1, 2])
    played.do("s2", "roll_at_once", character="c1", move="resistance", trait="insight", dice=[6, 1])
    assert played.roll(failed).open_dues == [0]
    played.do("s1", "name_due", roll=failed, answer=[{"way": "minor harm"}])
    resisted = played.do("s2", "declare", character="c1", move="resistance", trait="insight")
    assert view(played, resisted)["inputs"]["consequence"]["value"] == "minor harm"
    played.do("s2", "throw", roll=resisted, dice=[6, 1])
    assert played.roll(failed).open_dues == []


def ends_with(option: str, track: str, by: int) -> Outcome:
    return Outcome("SF-16", option, effects=() if option == "keep" else (Effect("roller", track, by),))


@pytest.mark.parametrize(
    ("track", "by", "why"),
    [("health", 2, "what it gives is given all the same"), ("experience", -1, "no roll looks at experience")],
)
def test_an_option_is_spent_only_with_what_it_costs_and_the_roll_read(track: str, by: int, why: str) -> None:
    """What an option gives, or costs of a track that the roll never read, is not asked of the sheets again."""
    played = Played(game("starforged"))
    played.do("s2", "edit", where="c1", values={"momentum": 8, "experience": 3})
    roll = played.do("s2", "declare", character="c1", trait="iron")
    played.do("s2", "throw", roll=roll, dice=[1, 7, 4])
    played.do("s2", "edit", where="c1", values={"health": 1, "experience": 0})
    step = Decide("SF-16", "burn", "roller", ("keep", "other"), ends_with, (track, by))
    assert still_offered(played.table, played.roll(roll), step) == ("keep", "other"), why


def test_a_rank_at_its_height_stays_there() -> None:
    played = Played(game("starforged"))
    vow = f"u{played.do('s2', 'undertake', kind='vow', name='Home', rank='extreme')}"
    played.do("s2", "change_undertaking", undertaking=vow, ticks=20)
    roll = played.do("s2", "declare", character="c1", move="progress", undertaking=vow, inputs={"may_recommit": True})
    played.do("s2", "throw", roll=roll, dice=[9, 8])
    played.do("s2", "change_undertaking", undertaking=vow, rank="epic")
    played.do("s2", "decide", roll=roll, option="recommit", dice=[2, 3])
    assert played.table.undertakings[vow].rank == "epic"


# what old logs say


def test_help_through_an_input_that_nobody_joins_by_is_plain_help() -> None:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    fold(played.table, played.table.number + 1, Offered(by="s3", roll=roll, character="c2", input="position"))
    assert view(played, roll)["parts"] == {"roller": "c1", "helper-1": "c2"}


def test_a_due_that_says_no_more_than_its_kind_is_the_gms_and_has_no_amount() -> None:
    read = entry_read({"kind": "thrown", "by": "s2", "roll": 9, "dues": [["consequence"]]})
    assert isinstance(read, Thrown)
    assert read.dues == (("consequence", 0, "gm", "roller"),)


def test_a_kind_that_was_written_otherwise_before_says_which_version_it_is() -> None:
    """A kind in its first version does not: all logs would be longer by it."""

    @entry("sung", version=2)
    class Sung(Entry):
        text: str = ""

    try:
        assert written(Sung(by="s1", text="La")) == {"kind": "sung", "by": "s1", "version": 2, "text": "La"}
        assert isinstance(entry_read({"kind": "sung", "by": "s1", "version": 2}), Sung)
        with pytest.raises(UnknownEntry, match="version '3'"):
            entry_read({"kind": "sung", "by": "s1", "version": 3})
        assert "version" not in written(Noted(by="s1", text="La"))
    finally:
        del KINDS["sung"]


def test_a_roll_that_is_long_over_can_still_be_wished_undone() -> None:
    """Of such a roll only an outline is left in memory; who wishes stands there, and the roll is taken back by it."""
    played = Played(game("in-the-dark"), with_gm=False)
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[6, 1])
    played.table.recent = ()
    played.do("s2", "wish", roll=roll)
    told = roll_view(played.table, roll)
    assert told is not None
    assert (told["wished"], told["record"]) == ("s2", None)
    played.do("s3", "undo", entry=roll)
    assert (roll_view(played.table, roll) or {})["status"] == "undone"


def test_a_due_of_other_rules_is_struck_off_by_hand_with_its_amount() -> None:
    played = Played(game("starforged"))
    for dice in ([1, 9, 8], [4, 4, 4]):
        roll = played.do("s2", "declare", character="c1", trait="iron")
        played.do("s2", "throw", roll=roll, dice=dice)
    before = [(due["kind"], due["amount"]) for roll in played.table.live for due in view(played, roll)["open_dues"]]
    played.table.rules_of = lambda _game: "others"
    for roll in played.table.live:
        for due in view(played, roll)["open_dues"]:
            kind, amount = before.pop(0)
            assert due["says"].startswith(f"{kind} {amount}: " if amount else f"{kind}: The rules have changed")
            assert [way["name"] for way in due["ways"]] == ["by hand"]


# what moves


def test_an_edit_moves_the_rolls_of_that_character_alone() -> None:
    played = Played(game("in-the-dark"))
    own = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s3", "declare", character="c2", trait="skulk")
    acted = act(played.table, "s2", "edit", {"where": "c1", "values": {"minor_harm": 2}}, played.outside)
    assert acted.folded[0].rolls == (own,)
    everyone = act(played.table, "s1", "edit", {"where": "table", "values": {"off_job": True}}, played.outside)
    assert len(everyone.folded[0].rolls) == 2


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
    assert great == ["Nyx rolls skulk – critical success (3 %)."]
