"""Undertakings at a table, prices that are rolled, and damage that can be borne."""

from __future__ import annotations

from typing import Any

import pytest

from actionroll.games import game
from actionroll.table import Viewer, table_view
from actionroll.table.roll_view import roll_view
from actionroll.table.state import RECENT, TableRoll
from tests.table_in_memory import Played

STRIKE: dict[str, Any] = {"character": "c1", "trait": "iron", "inputs": {"sf_move": "strike"}}


@pytest.fixture
def played() -> Played:
    return Played(game("starforged"))


def shown(played: Played, roll: int) -> dict[str, Any]:
    """What everyone sees of a roll."""
    view = roll_view(played.table, roll)
    assert view is not None
    return view


def begun(played: Played, kind: str = "fight", rank: str = "dangerous", character: str | None = "c1") -> str:
    return f"u{played.do('s2', 'undertake', kind=kind, name='The gate', rank=rank, character=character)}"


def ticks(played: Played, undertaking: str) -> int:
    return int(played.table.value(undertaking, "ticks"))


@pytest.mark.parametrize(("rank", "marked"), [("troublesome", 12), ("dangerous", 8), ("formidable", 4), ("epic", 1)])
def test_progress_is_marked_by_rank_in_one_request(played: Played, rank: str, marked: int) -> None:
    track = begun(played, rank=rank)
    played.do("s2", "mark_progress", undertaking=track)
    assert ticks(played, track) == marked
    played.do("s2", "mark_progress", undertaking=track, times=-1)
    assert ticks(played, track) == 0


def test_a_track_has_forty_ticks(played: Played) -> None:
    track = begun(played, rank="troublesome")
    played.do("s2", "mark_progress", undertaking=track, times=10)
    assert ticks(played, track) == 40
    assert "stands so already" in played.refuses("s2", "mark_progress", undertaking=track)
    assert "every box full: roll on it" in played.refuses("s2", "mark_progress", undertaking=track)
    empty = begun(played)
    assert "every box empty" in played.refuses("s2", "mark_progress", undertaking=empty, times=-1)
    assert "0 to 40" in played.refuses("s2", "change_undertaking", undertaking=track, ticks=41)


def test_a_move_reads_rank_and_ticks_and_marks_that_track_only(played: Played) -> None:
    first, second = begun(played), begun(played, "vow", "epic")
    roll = played.do("s2", "declare", **STRIKE, undertaking=first)
    played.do("s2", "throw", roll=roll, dice=[6, 1, 2])
    assert (ticks(played, first), ticks(played, second), played.table.value("table", "progress")) == (16, 0, 0)
    played.do("s1", "undo", entry=roll)
    assert ticks(played, first) == 0


def test_what_a_due_marks_is_marked_on_that_track(played: Played) -> None:
    track = begun(played, "expedition", "formidable", None)
    roll = played.do(
        "s2", "declare", character="c1", trait="wits", inputs={"sf_move": "explore_a_waypoint"}, undertaking=track
    )
    played.do("s2", "throw", roll=roll, dice=[6, 1, 2])
    played.do("s2", "settle", roll=roll, answer=[{"way": "mark progress"}])
    assert ticks(played, track) == 4


def test_what_a_roll_began_is_marked_by_it_with_its_own_rank(played: Played) -> None:
    """However late it is named: no nameless progress moves, and the rank is not asked for again."""
    way: dict[str, Any] = {"character": "c1", "trait": "edge", "inputs": {"sf_move": "undertake_an_expedition"}}
    roll = played.do("s2", "declare", **way)
    played.do("s2", "throw", roll=roll, dice=[4, 4, 9])
    asked: dict[str, Any] = {"kind": "expedition", "name": "Across", "rank": "formidable", "roll": roll}
    assert "did not begin" in played.refuses("s2", "undertake", **{**asked, "kind": "vow"})
    assert not played.allows("s3", "undertake", **asked)
    track = f"u{played.do('s2', 'undertake', **asked)}"
    assert (ticks(played, track), played.table.value("table", "progress")) == (4, 0)
    assert played.roll(roll).undertaking == track
    assert [each["kind"] for each in shown(played, roll)["open_dues"]] == ["cost"]
    assert "did not begin" in played.refuses("s2", "undertake", **asked)
    played.do("s1", "undo", entry=roll)
    assert ticks(played, track) == 0


def test_what_may_be_progress_is_so_by_the_rank_of_what_was_begun(played: Played) -> None:
    look: dict[str, Any] = {"character": "c1", "trait": "wits", "inputs": {"sf_move": "explore_a_waypoint"}}
    roll = played.do("s2", "declare", **look)
    played.do("s2", "throw", roll=roll, dice=[6, 1, 2])
    played.do("s2", "undertake", kind="expedition", name="Across", rank="epic", roll=roll)
    (due,) = shown(played, roll)["open_dues"]
    assert [way["name"] for way in due["ways"]] == ["momentum", "mark epic progress"]


def test_a_progress_roll_is_made_on_the_track_and_says_what_is_finished(played: Played) -> None:
    track = begun(played, "vow", "extreme")
    played.do("s2", "change_undertaking", undertaking=track, ticks=30)
    roll = played.do("s2", "declare", character="c1", move="progress", undertaking=track)
    played.do("s2", "throw", roll=roll, dice=[1, 2])
    assert played.roll(roll).ending is not None
    assert played.value("quests") == 8
    assert ticks(played, track) == 30


def test_a_bad_spot_of_a_fight_weighs_on_that_fight_alone(played: Played) -> None:
    played.do("s1", "edit", where="c1", values={"bad_spot": True})
    for kind, tier in {"vow": "strong hit", "expedition": "strong hit", "fight": "weak hit"}.items():
        track = begun(played, kind)
        played.do("s2", "change_undertaking", undertaking=track, ticks=30)
        roll = played.do("s2", "declare", character="c1", move="progress", undertaking=track)
        played.do("s2", "throw", roll=roll, dice=[1, 2])
        ended = played.roll(roll).ending
        assert ended is not None
        assert ended.tier == tier
    legacy = played.do("s2", "declare", character="c1", move="progress", trait="quests")
    assert "bad spot" not in str(roll_view(played.table, legacy))


@pytest.mark.parametrize(("dice", "over"), [([8, 9], True), ([1, 9], False), ([1, 2], False)])
def test_a_fight_that_is_lost_or_won_takes_the_bad_spot_with_it(played: Played, dice: list[int], over: bool) -> None:
    track = begun(played)
    played.do("s2", "change_undertaking", undertaking=track, ticks=30)
    played.do("s1", "edit", where="c1", values={"bad_spot": True})
    roll = played.do("s2", "declare", character="c1", move="progress", undertaking=track)
    played.do("s2", "throw", roll=roll, dice=dice)
    lost = over or dice == [1, 9]  # in a bad spot a weak hit is none
    assert (played.value("bad_spot"), played.table.value(track, "ended")) == (False, lost)
    played.do("s1", "undo", entry=roll)
    assert (played.value("bad_spot"), played.table.value(track, "ended")) == (True, False)


@pytest.mark.parametrize(("kind", "over"), [("vow", True), ("expedition", True), ("connection", False)])
def test_what_is_let_go_is_over_and_what_is_taken_up_again_is_not(played: Played, kind: str, over: bool) -> None:
    track = begun(played, kind)
    played.do("s2", "change_undertaking", undertaking=track, ticks=30)
    asked: dict[str, Any] = {"character": "c1", "move": "progress", "inputs": {"may_recommit": True}}
    for option, ended in {"recommit": False, "forsake": over}.items():
        roll = played.do("s2", "declare", **asked, undertaking=track)
        played.do("s2", "throw", roll=roll, dice=[9, 10])
        assert not played.table.value(track, "ended")
        played.do("s2", "decide", roll=roll, option=option, **({"dice": [2, 3]} if option == "recommit" else {}))
        assert played.table.value(track, "ended") == ended


def test_to_recommit_clears_boxes_and_raises_the_rank(played: Played) -> None:
    track = begun(played, "vow", "dangerous")
    played.do("s2", "change_undertaking", undertaking=track, ticks=24)
    asked: dict[str, Any] = {"character": "c1", "move": "progress", "inputs": {"may_recommit": True}}
    roll = played.do("s2", "declare", **asked, undertaking=track)
    played.do("s2", "throw", roll=roll, dice=[8, 9])
    played.do("s2", "decide", roll=roll, option="recommit", dice=[2, 7])
    assert ticks(played, track) == 16
    assert played.table.value(track, "rank") == "formidable"  # and nobody is asked for it
    assert played.roll(roll).open_dues == []
    played.do("s1", "undo", entry=roll)
    assert (ticks(played, track), played.table.value(track, "rank")) == (24, "dangerous")


def test_a_price_is_paid_by_whose_it_is(played: Played) -> None:
    missed = played.do("s2", "roll_at_once", character="c1", trait="iron", dice=[1, 9, 8])
    played.do("s3", "roll_at_once", character="c2", move="price", dice=[77])
    assert played.roll(missed).open_dues == [0]
    played.do("s2", "roll_at_once", character="c1", move="price", dice=[77])
    assert played.roll(missed).open_dues == []


def test_who_may(played: Played) -> None:
    own, shared = begun(played), begun(played, character=None)
    assert not played.allows("s3", "mark_progress", undertaking=own)
    assert not played.allows("s3", "undertake", kind="vow", name="Not mine", rank="epic", character="c1")
    assert played.allows("s3", "mark_progress", undertaking=shared)
    assert played.allows("s1", "mark_progress", undertaking=own)


def test_what_cannot_be_is_refused_in_a_sentence(played: Played) -> None:
    track = begun(played)
    assert "vow" in played.refuses("s2", "undertake", kind="feud", name="X", rank="epic")
    assert "troublesome" in played.refuses("s2", "undertake", kind="vow", name="X", rank="hard")
    assert "undertaking" in played.refuses("s2", "mark_progress", undertaking="u99")
    assert "not 0" in played.refuses("s2", "mark_progress", undertaking=track, times=0)
    assert "leave undertaking out" in played.refuses("s2", "declare", character="c1", move="price", undertaking=track)
    played.do("s2", "change_undertaking", undertaking=track, ended=True)
    assert "is over" in played.refuses("s2", "declare", **STRIKE, undertaking=track)
    assert "no undertakings" in Played(game("in-the-dark")).refuses(
        "s2", "undertake", kind="vow", name="X", rank="epic"
    )


def test_everyone_sees_it(played: Played) -> None:
    track = begun(played)
    seen = table_view(played.table, Viewer("s3", "player"), [], [])["undertakings"]
    whole = {"kind": "fight", "name": "The gate", "rank": "dangerous", "character": "c1", "ticks": 0, "ended": False}
    assert seen == [{"undertaking": track, **whole, "done": False, "rolled": []}]


def test_who_has_rolled_on_it_is_known_however_long_ago_until_that_is_taken_back(played: Played) -> None:
    """A page that is loaded holds no roll that is over, and offered the move that begins it once more."""
    track = begun(played, "vow")
    oath: dict[str, Any] = {"character": "c1", "trait": "heart", "inputs": {"sf_move": "swear_an_iron_vow"}}
    sworn = played.do("s2", "declare", **oath, undertaking=track)
    assert played.sees("s2")["undertakings"][0]["rolled"] == []  # as long as it is open the page has the roll itself
    played.do("s2", "throw", roll=sworn, dice=[1, 9, 8])
    played.do("s1", "settle", roll=sworn, answer=[{"way": "obstacle", "words": "The harbour is closed."}])
    for _ in range(RECENT + 1):
        played.do("s2", "roll_at_once", character="c1", trait="edge", dice=[6, 1, 2])
    assert not isinstance(played.table.roll(sworn), TableRoll)  # long over
    assert played.sees("s2")["undertakings"][0]["rolled"] == ["c1"]
    played.do("s1", "undo", entry=sworn)
    assert played.sees("s2")["undertakings"][0]["rolled"] == []


def test_a_price_that_is_rolled_is_not_asked_for_again(played: Played) -> None:
    missed = played.do("s2", "declare", character="c1", trait="iron")
    played.do("s2", "throw", roll=missed, dice=[1, 9, 8])
    assert played.roll(missed).open_dues == [0]
    price = played.do("s2", "declare", character="c1", move="price")
    played.do("s2", "throw", roll=price, dice=[77])
    assert played.roll(missed).open_dues == []
    assert played.roll(price).open_dues == [0]


def test_damage_falls_where_it_can_be_borne() -> None:
    played = Played(game("wherever-we-go"), {"calls": "optional", "bane_targets": "player"})
    played.do("s2", "edit", where="c1", values={"stress": 1, "gear": 1})
    roll = played.do("s2", "declare", character="c1", trait="stealth", decide={"push": "push"})
    played.do("s2", "throw", roll=roll, dice=[1, 1, 1])
    played.do("s2", "decide", roll=roll, option="keep")
    assert "can bear 1 more" in played.refuses("s2", "settle", roll=roll, answer=[{"way": "gear", "amount": 2}])
    assert played.value("gear") == 1
    health = played.value("health")
    shares = [{"way": "gear", "amount": 1}, {"way": "health", "amount": 1}]
    played.do("s2", "settle", roll=roll, answer=shares)
    assert (played.value("gear"), played.value("health")) == (0, health - 1)


LOCKPICKS = {"kind": "gear", "name": "Lockpicks", "does": [{"use": "right tool", "value": 1}], "most": 2}
ROPE = {"kind": "gear", "name": "Rope", "most": 3, "spent": 3}


def two_banes(*things: dict[str, object]) -> tuple[Played, int]:
    played = Played(game("wherever-we-go"), {"calls": "optional", "bane_targets": "player"})
    played.do("s2", "edit", where="c1", values={"stress": 2, "things": list(things)})
    roll = played.do("s2", "declare", character="c1", trait="stealth", decide={"push": "push"})
    played.do("s2", "throw", roll=roll, dice=[1, 1, 1, 1])
    played.do("s2", "decide", roll=roll, option="keep")
    return played, roll


def test_damage_falls_on_one_piece_of_gear_and_the_rest_elsewhere() -> None:
    played, roll = two_banes(LOCKPICKS, ROPE)
    whole = [{"way": "gear", "amount": 4, "thing": "Lockpicks"}]
    assert played.refuses("s2", "settle", roll=roll, answer=whole) == (
        "Lockpicks can bear 2 more, not 4: let the rest fall elsewhere."
    )
    twice = [{"way": "gear", "amount": 2, "thing": "Lockpicks"}] * 2
    assert "can bear 2 more, not 4" in played.refuses("s2", "settle", roll=roll, answer=twice)
    health = played.value("health")
    shares = [{"way": "gear", "amount": 2, "thing": "Lockpicks"}, {"way": "health", "amount": 2}]
    played.do("s2", "settle", roll=roll, answer=shares)
    assert [each.get("spent", 0) for each in played.value("things")] == [2, 3]
    assert (played.value("gear"), played.value("health")) == (3, health - 2)
    again = played.do("s2", "declare", character="c1", trait="stealth")
    assert played.refuses("s2", "set", roll=again, inputs={"things": ["Lockpicks"]}) == (
        "'Lockpicks' is broken; mend it first."
    )
    played.do("s1", "undo", entry=roll)
    assert played.value("things") == [LOCKPICKS, ROPE]


def test_a_bane_on_broken_gear_is_refused_in_a_sentence() -> None:
    played, roll = two_banes(ROPE, {"kind": "gear", "name": "Cloak"}, {"kind": "trait", "name": "Quiet"})
    told = {
        "Rope": "Rope is broken and can bear nothing more: let it fall elsewhere.",
        "Cloak": "'Cloak' has no reliability yet: write down how much it bears, as its most.",
        "Quiet": "'Quiet' stands in for no gear, and bears nothing.",
    }
    for name, refusal in told.items():
        share = {"way": "gear", "amount": 4, "thing": name}
        assert played.refuses("s2", "settle", roll=roll, answer=[share]) == refusal
    gone = [{"way": "gear", "amount": 4, "thing": "Ladder"}]
    assert "no thing on this sheet called 'Ladder'" in played.refuses("s2", "settle", roll=roll, answer=gone)
    health = [{"way": "health", "amount": 4, "thing": "Rope"}]
    assert played.refuses("s2", "settle", roll=roll, answer=health) == "health falls on no thing; leave thing out."
    assert played.roll(roll).open_dues[0] == 0


def test_using_gear_wears_it_not() -> None:
    played = Played(game("wherever-we-go"), {"calls": "optional"})
    played.do("s2", "edit", where="c1", values={"things": [LOCKPICKS]})
    inputs = {"things": ["Lockpicks"]}
    roll = played.do("s2", "declare", character="c1", trait="stealth", inputs=inputs)
    played.do("s2", "throw", roll=roll, dice=[1, 1])
    assert played.value("things") == [LOCKPICKS]


def test_open_banes_are_remembered_before_the_next_roll() -> None:
    played, first = two_banes()
    roll = played.do("s2", "declare", character="c1", trait="stealth")
    shown = roll_view(played.table, roll)
    assert shown is not None
    assert shown["owed"] == [{"roll": first, "due": 0, "kind": "damage", "amount": 4}]
    theirs = played.do("s3", "declare", character="c2", trait="stealth")
    other = roll_view(played.table, theirs)
    assert other is not None
    assert other["owed"] == []
    played.do("s2", "settle", roll=first, answer=[{"way": "health", "amount": 4}])
    later = roll_view(played.table, roll)
    assert later is not None
    assert later["owed"] == []


def test_a_roll_does_not_warn_of_what_it_answers_itself() -> None:
    played = Played(game("starforged"), with_gm=False)
    missed = played.do("s2", "declare", character="c1", trait="edge")
    played.do("s2", "throw", roll=missed, dice=[1, 10, 9])
    rolls = [played.do("s2", "declare", character="c1", **what) for what in ({"move": "price"}, {"trait": "edge"})]
    price, other = (roll_view(played.table, roll) for roll in rolls)
    assert price is not None
    assert other is not None
    assert [each["roll"] for each in other["owed"]] == [missed]
    assert price["owed"] == []


def declared(played: Played, sf_move: str, trait: str, **more: Any) -> int:
    return played.do("s2", "declare", character="c1", trait=trait, inputs={"sf_move": sf_move}, **more)


def test_a_move_is_made_on_the_only_undertaking_of_its_kind(played: Played) -> None:
    begun(played, "vow")
    track = begun(played, "expedition", "troublesome")
    roll = declared(played, "undertake_an_expedition", "wits")
    assert played.roll(roll).undertaking == track
    played.do("s2", "throw", roll=roll, dice=[6, 1, 2])
    assert (ticks(played, track), played.table.value("table", "progress")) == (12, 0)


def test_of_several_one_is_said_and_none_can_be(played: Played) -> None:
    first, second = begun(played), begun(played)
    roll = declared(played, "strike", "iron")
    assert played.roll(roll).undertaking == ""
    played.do("s2", "set", roll=roll, undertaking=second)
    assert played.roll(roll).undertaking == second
    played.do("s2", "set", roll=roll, inputs={"sf_move": "clash"})
    assert played.roll(roll).undertaking == second
    played.do("s2", "set", roll=roll, undertaking="")
    assert played.roll(roll).undertaking == ""
    assert played.roll(declared(played, "strike", "iron", undertaking=first)).undertaking == first


def test_it_follows_the_move_that_is_named_later(played: Played) -> None:
    trip, fight = begun(played, "expedition"), begun(played)
    roll = played.do("s2", "declare", character="c1", trait="edge")
    assert played.roll(roll).undertaking == ""
    played.do("s2", "set", roll=roll, inputs={"sf_move": "strike"})
    assert played.roll(roll).undertaking == fight
    played.do("s2", "set", roll=roll, inputs={"sf_move": "undertake_an_expedition"})
    assert played.roll(roll).undertaking == trip


def test_what_is_over_or_another_s_is_not_taken(played: Played) -> None:
    over = begun(played)
    played.do("s2", "change_undertaking", undertaking=over, ended=True)
    played.do("s3", "undertake", kind="fight", name="Another's", rank="epic", character="c2")
    roll = declared(played, "strike", "iron")
    assert played.roll(roll).undertaking == ""
    assert "is over" in played.refuses("s2", "set", roll=roll, undertaking=over)
    assert "u99" in played.refuses("s2", "set", roll=roll, undertaking="u99")


def test_a_vow_that_is_sworn_is_not_taken_for_one_that_was(played: Played) -> None:
    begun(played, "vow")
    assert played.roll(declared(played, "swear_an_iron_vow", "heart")).undertaking == ""


def test_nobody_else_says_what_a_roll_is_made_on(played: Played) -> None:
    track = begun(played)
    roll = played.do("s2", "declare", **STRIKE, undertaking="")
    assert "another seat" in played.refuses("s3", "set", roll=roll, undertaking=track)
    played.do("s2", "throw", roll=roll, dice=[6, 1, 2])
    assert played.refuses("s2", "set", roll=roll, undertaking=track, inputs={"intent": "words do not carry it in"})
    assert ticks(played, track) == 0


def test_what_is_done_pays_once(played: Played) -> None:
    track = begun(played, "vow")
    played.do("s2", "change_undertaking", undertaking=track, ticks=34)
    finish: dict[str, Any] = {"character": "c1", "move": "progress", "undertaking": track}
    missed = played.do("s2", "declare", **finish)
    played.do("s2", "throw", roll=missed, dice=[9, 10])
    played.do("s2", "change_undertaking", undertaking=track, ended=False)  # taken up again
    hit = played.do("s2", "declare", **finish)
    played.do("s2", "throw", roll=hit, dice=[1, 2])
    quests = played.table.value("c1", "quests")
    assert quests == 2
    assert "The gate is done already" in played.refuses("s2", "declare", **finish)
    assert "is done already" in played.refuses("s2", "roll_at_once", **finish, dice=[1, 2])
    assert played.table.value("c1", "quests") == quests
    assert "is done already" in played.refuses("s2", "change_undertaking", undertaking=track, ticks=0)
    assert "is done already" in played.refuses("s2", "mark_progress", undertaking=track)
    played.do("s1", "undo", entry=hit)
    assert played.allows("s2", "declare", **finish)


def test_what_is_done_stays_done_however_much_is_rolled_later(played: Played) -> None:
    track = begun(played, "vow")
    played.do("s2", "change_undertaking", undertaking=track, ticks=34)
    finish: dict[str, Any] = {"character": "c1", "move": "progress", "undertaking": track}
    hit = played.do("s2", "roll_at_once", **finish, dice=[1, 2])
    for _ in range(RECENT + 1):
        played.do("s2", "roll_at_once", character="c1", trait="edge", dice=[6, 1, 2])
    assert not isinstance(played.table.roll(hit), TableRoll)  # long over
    assert played.sees("s2")["undertakings"][0]["done"]
    assert "The gate is done already" in played.refuses("s2", "declare", **finish)
    played.do("s1", "undo", entry=hit)
    assert not played.sees("s2")["undertakings"][0]["done"]
    assert played.allows("s2", "declare", **finish)


def test_a_fight_that_was_won_is_not_fought_on_however_long_it_lies_there(played: Played) -> None:
    """Who enters a fray afterwards is in a new one, and of two only the one that goes on is meant."""
    won = begun(played)
    played.do("s2", "change_undertaking", undertaking=won, ticks=34)
    played.do("s2", "roll_at_once", character="c1", move="progress", undertaking=won, dice=[1, 2])
    for _ in range(RECENT + 1):
        played.do("s2", "roll_at_once", character="c1", trait="edge", dice=[6, 1, 2])
    assert played.roll(declared(played, "enter_the_fray", "edge")).undertaking == ""
    going = begun(played)
    roll = played.do("s2", "declare", **STRIKE)
    assert played.roll(roll).undertaking == going
    played.do("s2", "throw", roll=roll, dice=[6, 1, 2])
    assert (ticks(played, won), ticks(played, going)) == (34, 16)


def test_a_move_marks_only_what_it_is_for(played: Played) -> None:
    vow = begun(played, "vow")
    refused = played.refuses("s2", "declare", **STRIKE, undertaking=vow)
    assert "This move marks a fight, and The gate is a vow" in refused
    roll = played.do("s2", "declare", **STRIKE)
    assert "marks a fight" in played.refuses("s2", "set", roll=roll, undertaking=vow)
    assert played.allows(
        "s2", "declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"}, undertaking=vow
    )


def test_what_is_over_is_not_marked(played: Played) -> None:
    track = begun(played)
    played.do("s2", "change_undertaking", undertaking=track, ended=True)
    assert "The gate is over; take it up again first." in played.refuses("s2", "mark_progress", undertaking=track)
    played.do("s2", "change_undertaking", undertaking=track, ended=False)
    assert played.allows("s2", "mark_progress", undertaking=track)


def test_a_name_that_is_none_is_refused_in_good_words(played: Played) -> None:
    refused = played.refuses("s2", "undertake", kind="vow", name="", rank="epic")
    assert refused.startswith("The undertaking's name is text")
