"""Clauses at a table: named things on sheets and in rolls, words that are demanded, and what only players roll."""

from __future__ import annotations

from typing import Any

import pytest

from actionroll.games import game
from actionroll.rules.inputs import inputs_of
from actionroll.table import Viewer, sheet_view, table_view
from actionroll.table.course import attempt_of, still_needed
from actionroll.table.roll_view import near_asked, roll_view
from tests.table_in_memory import Played

RUN_UP = {
    "kind": "boost",
    "name": "Run-up",
    "text": "After a turn of it.",
    "does": [{"use": "shifts the odds"}],
    "most": 1,
}
PILOTING = {"kind": "skill", "name": "piloting", "worth": "d10"}


def true_world(*things: dict[str, Any]) -> Played:
    played = Played(game("true-world"))
    played.do("s2", "edit", where="c1", values={"things": list(things)})
    return played


def action(played: Played, trait: str = "blades", **inputs: Any) -> int:
    roll = played.do("s2", "declare", character="c1", trait=trait, inputs=inputs)
    played.do("s1", "set", roll=roll, inputs={"difficulty": "hard", "position": "neutral"})
    return roll


def test_a_skill_in_ones_own_words_is_picked_as_a_trait() -> None:
    played = true_world(PILOTING)
    roll = action(played, "piloting")
    assert attempt_of(played.table, played.roll(roll))["ability"] == ["d10"]
    assert "there is no trait 'sailing'" in played.refuses("s2", "declare", character="c1", trait="sailing").lower()
    assert played.refuses("s3", "declare", character="c2", trait="piloting")


def test_no_skill_at_all_is_an_unskilled_roll() -> None:
    played = true_world()
    assert attempt_of(played.table, played.roll(action(played, "")))["unskilled"] is True


def test_a_helper_rolls_first_with_a_skill_of_their_own_words() -> None:
    played = true_world()
    played.do("s3", "edit", where="c2", values={"things": [PILOTING]})
    roll = action(played)
    played.do("s3", "offer", roll=roll, character="c2", input="helper_abilities", trait="piloting")
    assert attempt_of(played.table, played.roll(roll))["helper_abilities"] == ["d10"]


def test_a_thing_that_is_used_fills_the_roll_is_named_and_is_spent_with_the_throw() -> None:
    played = true_world(RUN_UP)
    roll = action(played)
    played.do("s2", "set", roll=roll, inputs={"things": ["Run-up"]})
    tried = attempt_of(played.table, played.roll(roll))
    assert (tried["boosts"], tried["used"]) == (1, "Run-up")
    played.do("s2", "throw", roll=roll, dice=[8, 3, 2])
    assert played.value("things")[0]["spent"] == 1
    shown = roll_view(played.table, roll)
    assert shown is not None
    assert shown["texts"]["used"] == "Run-up"
    again = action(played)
    assert "as often as it can be" in played.refuses("s2", "set", roll=again, inputs={"things": ["Run-up"]})


def test_a_boost_says_how_it_is_invoked_in_its_own_text_or_waits_for_words() -> None:
    bare = {"kind": "boost", "name": "Luck", "does": [{"use": "lifts the effect"}]}
    played = true_world(RUN_UP, bare)

    def wanted(**inputs: Any) -> list[str]:
        roll = played.roll(action(played, **inputs))
        return [each["input"] for each in still_needed(played.table, roll)]

    assert wanted() == wanted(things=["Run-up"]) == []
    told = attempt_of(played.table, played.roll(action(played, things=["Run-up"])))
    assert told["invoked"] == "Run-up: After a turn of it."
    assert wanted(things=["Luck"]) == wanted(things=["Run-up", "Luck"]) == ["invoked"]
    assert wanted(boosts=1) == wanted(boosts=1, things=["Run-up"]) == wanted(boosts=1, invoked=" ") == ["invoked"]
    own = attempt_of(played.table, played.roll(action(played, things=["Luck", "Run-up"], invoked="By luck alone.")))
    assert (own["invoked"], own["boosts"], own["effect_boosts"]) == ("By luck alone.", 1, 1)


def test_undoing_a_roll_gives_back_what_it_used() -> None:
    played = true_world(RUN_UP)
    roll = action(played, things=["Run-up"])
    played.do("s2", "throw", roll=roll, dice=[8, 3, 2])
    played.do("s1", "undo", entry=roll)
    assert "spent" not in played.value("things")[0]


def test_a_thing_that_was_spent_meanwhile_is_refused_at_the_throw() -> None:
    played = true_world(RUN_UP)
    first, second = action(played, things=["Run-up"]), action(played, things=["Run-up"])
    played.do("s2", "throw", roll=first, dice=[8, 3, 2])
    shown = roll_view(played.table, second)
    assert shown is not None
    assert "as often as it can be" in shown["refusal"]
    assert "as often as it can be" in played.refuses("s2", "throw", roll=second, dice=[8, 3, 2])
    played.do("s2", "set", roll=second, inputs={"things": []})
    played.do("s2", "throw", roll=second, dice=[8, 3])


def test_an_open_roll_offers_the_things_that_fit_it() -> None:
    played = true_world(RUN_UP, PILOTING, {"kind": "gear", "name": "Rope", "text": "Long."})
    roll = action(played, things=["Run-up"])
    shown = roll_view(played.table, roll)
    assert shown is not None
    assert [(each["name"], each["used"]) for each in shown["things"]] == [("Run-up", True), ("Rope", False)]
    assert shown["things"][0]["says"] == "One ability die more."


def test_things_stand_on_the_sheet_and_travel_with_it() -> None:
    played = true_world(RUN_UP)
    sheet = sheet_view(played.table, "c1", Viewer("s2", "player"))
    assert sheet["values"]["things"] == [RUN_UP]
    made = played.do("s3", "make", name="Copy", values=sheet["values"])
    assert played.table.number == made
    assert played.value("things", "c3") == [RUN_UP]


@pytest.mark.parametrize(
    ("things", "told"),
    [
        ([{"kind": "spell", "name": "Fire"}], "There is no kind of things called 'spell'"),
        ([RUN_UP, RUN_UP], "There is something called Run-up on this sheet already"),
        ([{"kind": "skill", "name": "blades", "worth": "d6"}], "There is something called blades on this sheet"),
        ([{**RUN_UP, "name": f"No. {place}"} for place in range(41)], "things takes a list of at most 40"),
        ("Rope", "things takes a list of at most 40"),
    ],
)
def test_a_list_of_things_that_cannot_be_is_refused(things: Any, told: str) -> None:
    played = true_world(PILOTING)
    assert told in played.refuses("s2", "edit", where="c1", values={"things": things})
    assert played.value("things") == [PILOTING]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Sword"], "There is no thing on this sheet called 'Sword'"),
        (["Run-up", "Run-up"], "each once"),
        ("Run-up", "things takes the names of at most 10"),
    ],
)
def test_only_ones_own_things_are_used(names: Any, told: str) -> None:
    played = true_world(RUN_UP)
    roll = action(played)
    assert told in played.refuses("s2", "set", roll=roll, inputs={"things": names})
    assert "another seat" in played.refuses("s3", "set", roll=roll, inputs={"things": ["Run-up"]})


@pytest.mark.parametrize(("many", "taken"), [(10, True), (11, False)])
def test_so_many_things_are_used_at_most(many: int, taken: bool) -> None:
    boosts = [{**RUN_UP, "name": f"Boost {place}"} for place in range(many)]
    played = true_world(*boosts)
    roll = action(played)
    told = played.refuses("s2", "set", roll=roll, inputs={"things": [each["name"] for each in boosts]})
    assert ("at most 10 things" not in told) == taken, told


# what people must say, and who may roll


@pytest.mark.parametrize("name", ["in-the-dark", "illuminated-worlds"])
def test_who_helps_says_how_unless_the_table_relaxes_it(name: str) -> None:
    for relaxed in (False, True):
        played = Played(game(name), {"helpers_say_how": "no"} if relaxed else {})
        trait = {"in-the-dark": "skulk", "illuminated-worlds": "hide"}[name]
        roll = played.do("s2", "declare", character="c1", trait=trait)
        shown = roll_view(played.table, roll)
        assert shown is not None
        assert shown["help"][0]["says_how"] is not relaxed
        told = played.refuses("s3", "offer", roll=roll, character="c2")
        assert told == ("" if relaxed else "Say in a few words how Moth helps: how takes a short text.")
        if not relaxed:
            played.do("s3", "offer", roll=roll, character="c2", how="I hold the lamp.")


def test_only_players_make_action_rolls() -> None:
    played = Played(game("in-the-dark"))
    guard = played.do("s1", "make", name="The guard")
    assert guard
    told = played.refuses("s1", "declare", character="c3", trait="attack")
    assert told == "Only players roll action, and The guard is the gm's; the gm rolls fortune, downtime."
    assert played.do("s1", "declare", character="c3", move="fortune", inputs={"dice": 2})
    assert played.do("s1", "declare", character="c1", trait="attack"), "the gm may call for a player's roll"


def test_in_the_dark_waits_for_no_position_and_off_the_job_for_nothing() -> None:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    assert still_needed(played.table, played.roll(roll)) == []
    played.do("s1", "edit", where="table", values={"off_job": True})
    shown = roll_view(played.table, roll)
    assert shown is not None
    assert {"extra", "position", "assist"} <= set(shown["moot"])
    assert not {"dots", "off_job", "risk", "intent"} & set(shown["moot"])
    assert not {"extra", "position"} & set(near_asked(played.table, played.roll(roll)).over)
    played.do("s2", "throw", roll=roll, dice=[6, 1])
    assert played.roll(roll).ending is not None


def test_without_risk_nobody_is_waited_for() -> None:
    for name, trait in (("true-world", "blades"), ("illuminated-worlds", "hide")):
        played = Played(game(name))
        roll = played.do("s2", "declare", character="c1", trait=trait)
        assert still_needed(played.table, played.roll(roll))
        played.do("s1", "set", roll=roll, inputs={"risk": "none"})
        assert still_needed(played.table, played.roll(roll)) == []
        played.do("s2", "throw", roll=roll)
        assert played.roll(roll).ending is not None


def test_where_help_changes_nothing_nobody_is_asked_for_it() -> None:
    for name, trait, said in (
        ("true-world", "blades", {"risk": "none"}),
        ("illuminated-worlds", "hide", {"risk": "impossible"}),
        ("in-the-dark", "skulk", {"off_job": True}),
        ("in-the-dark", "skulk", {"minor": True}),
    ):
        played = Played(game(name), {"describing": "own_words"} if name == "in-the-dark" else {})
        roll = played.do("s2", "declare", character="c1", trait=trait)
        shown = roll_view(played.table, roll)
        assert shown is not None
        assert shown["help"]
        if "off_job" in said:
            played.do("s1", "edit", where="table", values=said)
        else:
            played.do("s1", "set", roll=roll, inputs=said)
        shown = roll_view(played.table, roll)
        assert shown is not None
        assert (shown["help"], shown["needs"]) == ([], [])
        assert "Help would change nothing" in played.refuses("s3", "offer", roll=roll, character="c2", how="I watch.")
        played.do("s2", "throw", roll=roll, **({"dice": [1] * len(shown["dice"])} if shown["dice"] else {}))


def illuminated(**rulings: str) -> tuple[Played, int]:
    played = Played(game("illuminated-worlds"), rulings)
    roll = played.do("s2", "declare", character="c1", trait="hide", inputs={"approach": "I creep past."})
    texts = {"intent": "Hide.", "stakes": "They may see you.", "expectations": "Past the gate, or caught."}
    played.do("s1", "set", roll=roll, inputs=texts)
    return played, roll


def needs(played: Played, roll: int) -> list[str]:
    return [each["input"] for each in still_needed(played.table, played.roll(roll))]


def test_another_approach_asks_the_gm_anew() -> None:
    played, roll = illuminated()
    assert needs(played, roll) == []
    played.do("s2", "set", roll=roll, inputs={"approach": "I walk past as if I belonged here."})
    assert needs(played, roll) == ["intent", "stakes", "expectations"]
    played.do(
        "s1", "set", roll=roll, inputs={"intent": "Sway.", "stakes": "Less.", "expectations": "Past, or sent away."}
    )
    assert needs(played, roll) == []


def test_first_words_of_a_player_leave_what_the_gm_said() -> None:
    played = Played(game("illuminated-worlds"), {})
    roll = played.do("s2", "declare", character="c1", trait="hide")
    played.do("s1", "set", roll=roll, inputs={"intent": "Hide.", "stakes": "Seen.", "expectations": "Past, or caught."})
    played.do("s2", "set", roll=roll, inputs={"approach": "I creep past.", "hope": "To hear them."})
    assert needs(played, roll) == []
    assert played.roll(roll).inputs["stakes"] == "Seen."
    played.do("s2", "set", roll=roll, inputs={"hope": "To see them."})
    assert needs(played, roll) == ["expectations"]


def test_who_joins_lets_the_gm_say_the_expectations_anew_and_locks_nothing() -> None:
    played, roll = illuminated()
    played.do("s3", "offer", roll=roll, character="c2", input="participants", how="I distract them.")
    assert needs(played, roll) == []
    played.do("s1", "set", roll=roll, inputs={"expectations": "Past the gate, both."})
    played.do("s2", "throw", roll=roll, dice=[3, 3])
    assert played.roll(roll).inputs["expectations"] == "Past the gate, both."


def test_the_gm_weighs_anew_what_a_group_brings_but_not_one_who_helps_alone() -> None:
    joins = {name: each.joins for name, each in inputs_of(game("illuminated-worlds").move("group").attempt).items()}
    told = {name: (each.anew, each.group) for name, each in joins.items() if each}
    assert told == {"helpers": ("expectations", 2), "participants": ("expectations", 1), "ready": ("", 1)}


def test_who_may_help_is_told_whose_spotlight_it_is() -> None:
    played, roll = illuminated()
    shown = roll_view(played.table, roll)
    assert shown is not None
    assert "the spotlight stays theirs" in shown["help"][0]["says"]


WORDS_OF_GOLD = {"kind": "ability", "name": "Words of gold", "does": [{"use": "gilds your help"}], "most": 1}


def test_a_helper_uses_a_thing_of_their_own_with_the_offer() -> None:
    played, roll = illuminated()
    played.do("s3", "edit", where="c2", values={"things": [WORDS_OF_GOLD]})
    offer = {"roll": roll, "character": "c2", "input": "helpers", "how": "I talk."}
    told = played.refuses("s3", "offer", **offer, inputs={"things": ["Silence"]})
    assert told == "things takes those that help another's roll, each once: Words of gold."
    assert played.refuses("s2", "set", roll=roll, inputs={"things": ["Words of gold"]})
    played.do("s3", "offer", **offer, inputs={"things": ["Words of gold"]})
    tried = attempt_of(played.table, played.roll(roll))
    assert (tried["helpers"], tried["helper_gilds"], tried["used"]) == (1, 1, "Words of gold")
    shown = roll_view(played.table, roll)
    assert shown is not None
    played.do("s2", "throw", roll=roll, dice=[3] * len(shown["dice"]))
    assert played.value("things", "c2")[0]["spent"] == 1
    played.do("s1", "undo", entry=roll)
    assert "spent" not in played.value("things", "c2")[0]
    again = played.do("s2", "declare", character="c1", trait="read")
    played.do("s3", "edit", where="c2", values={"things": [{**WORDS_OF_GOLD, "spent": 1}]})
    gone = played.refuses("s3", "offer", **{**offer, "roll": again}, inputs={"things": ["Words of gold"]})
    assert gone == "things takes those that help another's roll, each once: none here."


def test_a_table_that_leaves_texts_unwritten_is_asked_for_nothing_anew() -> None:
    played, roll = illuminated(texts="optional")
    played.do("s2", "set", roll=roll, inputs={"approach": "Another way."})
    assert needs(played, roll) == []
    assert played.roll(roll).inputs["stakes"] == "They may see you."


def test_the_whole_view_holds_things() -> None:
    played = true_world(RUN_UP)
    action(played, things=["Run-up"])
    shown = table_view(played.table, Viewer("s2", "player"), ["s2"], [])
    assert shown["rolls"][0]["things"][0]["name"] == "Run-up"


def test_gear_places_someone_well_unless_the_gm_says_otherwise() -> None:
    played = Played(game("in-the-dark"), {"helpers_say_how": "no"})
    picks = {"kind": "gear", "name": "Lockpicks", "does": [{"use": "a good position"}]}
    played.do("s2", "edit", where="c1", values={"things": [picks]})
    roll = played.do("s2", "declare", character="c1", trait="tinker", inputs={"things": ["Lockpicks"]})
    shown = roll_view(played.table, roll)
    assert shown is not None
    assert "good position" in shown["says"]
    for position, told in (("normal", "1 dot = 1 die"), ("bad", "1 dot, −1 bad position = 0 dice")):
        played.do("s1", "set", roll=roll, inputs={"position": position})
        shown = roll_view(played.table, roll)
        assert shown is not None
        assert (shown["refusal"], shown["things"][0]["used"]) == ("", True)
        assert told in shown["says"]
        assert shown["things"][0]["says"] == f"The gm says position {position}: it changes nothing here."


def test_gear_of_no_use_off_the_job_says_so_and_blames_no_position() -> None:
    played = Played(game("in-the-dark"))
    boots = {"kind": "gear", "name": "Soft boots", "does": [{"use": "a good position"}]}
    played.do("s2", "edit", where="c1", values={"things": [boots], "worse_position": True})
    played.do("s1", "edit", where="table", values={"off_job": True})
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    shown = roll_view(played.table, roll)
    assert shown is not None
    assert shown["things"][0]["refusal"] == "In this roll position does not count: it changes nothing here."
