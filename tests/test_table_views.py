"""What a table tells of rolls, names, traces and who may: each told once right and once otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from actionroll.errors import InputError
from actionroll.games import game
from actionroll.reckoning import count
from actionroll.rules.steps import Outcome
from actionroll.table import rights
from actionroll.table.campaign import Evening
from actionroll.table.requests import REQUESTS
from actionroll.table.state import Owed
from actionroll.wire import certain_shown, counted_shown
from tests.table_in_memory import Played, view

GOLD = {"kind": "ability", "name": "Words of gold", "does": [{"use": "gilds a die"}]}
LEADS: dict[str, dict[str, Any]] = {
    "set_up": {"knock": True},
    "rule": {"rulings": {"helpers_say_how": "no"}},
    "renew_links": {},
    "rotate_seed": {},
    "begin_evening": {},
    "begin_scene": {"name": "The quay"},
    "make_clock": {"name": "Tide", "size": 4},
}


@pytest.fixture
def worlds() -> Played:
    return Played(game("illuminated-worlds"), {"texts": "optional"})


@pytest.fixture
def dark() -> Played:
    return Played(game("in-the-dark"))


# who may


@pytest.mark.parametrize("request_name", [name for name in LEADS if name not in ("rotate_seed", "make_clock")])
def test_a_player_does_not_lead_where_there_is_a_gm(dark: Played, request_name: str) -> None:
    body = LEADS[request_name]
    assert dark.refuses("s2", request_name, **body).startswith("Only the gm may")
    assert dark.allows("s1", request_name, **body)
    alone = Played(game("in-the-dark"), with_gm=False)
    assert alone.allows("s2", request_name, **body)


def test_things_of_a_roll_are_the_rollers_to_use(worlds: Played) -> None:
    worlds.do("s2", "edit", where="c1", values={"things": [GOLD]})
    roll = worlds.do("s2", "declare", character="c1", trait="sway")
    assert "another seat" in worlds.refuses("s3", "set", roll=roll, inputs={"things": ["Words of gold"]})
    assert worlds.allows("s2", "set", roll=roll, inputs={"things": ["Words of gold"]})


def test_something_has_to_be_set(dark: Played) -> None:
    roll = dark.do("s2", "declare", character="c1", trait="skulk")
    bodies: list[dict[str, Any]] = [{}, {"inputs": {}}, {"decide": {}}, {"inputs": {}, "decide": {}}]
    for body in bodies:
        assert dark.refuses("s2", "set", roll=roll, **body).startswith("Say what to set")


def test_only_who_is_asked_decides(worlds: Played) -> None:
    roll = worlds.do("s2", "roll_at_once", character="c1", trait="sway", dice=[2, 1])
    assert view(worlds, roll)["asks"]["seat"] == "s2"
    assert "for the roller to decide" in worlds.refuses("s3", "decide", roll=roll, option="accept")
    assert worlds.allows("s1", "decide", roll=roll, option="accept")


@pytest.mark.parametrize("number", [0, 99, True, "7", None])
def test_a_clock_that_is_not_there_is_named_so(dark: Played, number: Any) -> None:
    dark.do("s1", "make_clock", name="Tide", size=4)
    assert dark.refuses("s1", "tick", clock=number) != ""
    assert "clock" in dark.refuses("s1", "tick", clock="k99")


def test_a_table_has_so_many_evenings_at_most(dark: Played) -> None:
    for number in range(1, 1000):
        dark.table.campaign = dark.table.campaign.with_evening(Evening(f"e{number}", number, 1, ended=number))
    assert dark.allows("s1", "begin_evening")
    dark.do("s1", "end_evening")
    assert dark.refuses("s1", "begin_evening").startswith("A table has at most 1000 evenings")


def test_what_was_spent_since_the_dice_fell_is_not_spent_again() -> None:
    """Even where the roll could not have come this far with what is left: another thing would have been asked."""
    played = Played(game("starforged"), {"cancel_mandatory": "no"})
    played.do("s2", "edit", where="c1", values={"momentum": 8})
    roll = played.do("s2", "declare", character="c1", trait="edge", inputs={"late_adds": [1]})
    played.do("s2", "throw", roll=roll, dice=[3, 7, 7])
    played.do("s2", "decide", roll=roll, option="add")
    assert view(played, roll)["asks"]["decision"] == "burn"
    played.do("s2", "edit", where="c1", values={"momentum": -3})
    assert "was spent since these dice fell" in played.refuses("s2", "decide", roll=roll, option="burn")


def test_dice_that_fall_again_are_thrown_by_whose_they_are() -> None:
    played = Played(game("wherever-we-go"), {"calls": "optional", "helpers_say_how": "no"})
    roll = played.do("s2", "declare", character="c1", move="opposed", trait="stealth", against="c2")
    played.do("s2", "throw", roll=roll, dice=[10, 8, 1, 1])
    played.do("s2", "decide", roll=roll, option="keep")
    played.do("s3", "decide", roll=roll, option="gamble")
    assert view(played, roll)["asks"]["seat"] == "s3"
    assert "s3 throws these dice first" in played.refuses("s2", "throw", roll=roll, dice=[1, 1, 1])
    assert played.allows("s3", "throw", roll=roll, dice=[1, 1, 1])
    thrown = [line.entry for line in played.lines if line.entry.kind == "thrown"]
    assert [getattr(each, "part", "") for each in thrown] == ["roller", "defender"]


def test_what_was_spent_before_the_dice_fell_is_in_them_already() -> None:
    played = Played(game("starforged"))
    played.do("s2", "edit", where="c1", values={"momentum": 8})
    roll = played.do("s2", "declare", character="c1", trait="edge")
    played.do("s2", "edit", where="c1", values={"momentum": 7})
    played.do("s2", "throw", roll=roll, dice=[1, 6, 6])
    assert played.allows("s2", "decide", roll=roll, option="burn")


@pytest.mark.parametrize("name", sorted(REQUESTS))
def test_a_field_of_another_kind_is_refused_by_its_name(name: str) -> None:
    for each in REQUESTS[name].fields:
        with pytest.raises(InputError, match=each.name):
            REQUESTS[name].checked({each.name: 1.5})


# what a roll tells


def test_a_roll_tells_what_the_sheet_calls_its_tracks(worlds: Played, dark: Played) -> None:
    roll = worlds.do("s2", "declare", character="c1", trait="sway")
    assert view(worlds, roll)["track_names"]["drive"] == "cunning"
    other = dark.do("s2", "declare", character="c1", trait="skulk")
    assert view(dark, other)["track_names"] == {}


@pytest.mark.parametrize(("ruled", "said"), [("yes", True), ("no", False)])
def test_a_way_to_help_tells_whether_words_are_asked_for(ruled: str, said: bool) -> None:
    worlds = Played(game("illuminated-worlds"), {"texts": "optional", "helpers_say_how": ruled})
    roll = worlds.do("s2", "declare", character="c1", trait="sway")
    ways = {each["input"]: each for each in view(worlds, roll)["help"]}
    assert ways["helpers"]["says_how"] is said
    told = worlds.refuses("s3", "offer", roll=roll, character="c2", input="helpers")
    assert told == ("Say in a few words how Moth helps: how takes a short text." if said else "")


def test_an_open_roll_lists_what_the_roller_can_use(worlds: Played) -> None:
    idle = {"kind": "ability", "name": "Old songs", "text": "You know them all."}
    worlds.do("s2", "edit", where="c1", values={"things": [GOLD, idle]})
    roll = worlds.do("s2", "declare", character="c1", trait="sway")
    told = {each["name"]: each for each in view(worlds, roll)["things"]}
    assert (told["Words of gold"]["used"], told["Words of gold"]["kind"]) == (False, "ability")
    assert told["Words of gold"]["says"]
    assert told["Old songs"]["says"] == "You know them all. In words alone: it changes no dice."
    worlds.do("s2", "set", roll=roll, inputs={"things": ["Words of gold"]})
    assert next(each["used"] for each in view(worlds, roll)["things"] if each["name"] == "Words of gold") is True


def test_skills_in_ones_own_words_are_traits_and_no_things_to_use() -> None:
    played = Played(game("true-world"))
    skill = {"kind": "skill", "name": "Locks", "worth": "d10"}
    played.do("s2", "edit", where="c1", values={"things": [skill]})
    roll = played.do("s2", "declare", character="c1", trait="Locks")
    assert "Locks" not in [each["name"] for each in view(played, roll)["things"]]


def test_a_due_whose_rules_have_changed_keeps_its_kind_and_is_settled_by_hand(dark: Played) -> None:
    roll = dark.do("s2", "roll_at_once", character="c1", trait="skulk", dice=[1, 2])
    (before,) = view(dark, roll)["open_dues"]
    dark.table.rules_of = lambda _game: "those of next year"
    (after,) = view(dark, roll)["open_dues"]
    assert (after["kind"], after["by"]) == (before["kind"], before["by"]) == ("consequence", "gm")
    assert len(after["ways"]) == 1


def test_of_a_due_that_tells_only_its_kind_no_number_is_told(dark: Played) -> None:
    roll = dark.do("s2", "roll_at_once", character="c1", trait="skulk", dice=[1, 2])
    ending = dark.roll(roll).ending
    assert ending is not None
    dark.table.rules_of = lambda _game: "those of next year"
    dark.table.put_roll(dark.roll(roll).but(ending=replace(ending, dues=(Owed("price"),))))
    (due,) = view(dark, roll)["open_dues"]
    assert (due["says"].split(":")[0], due["amount"], due["by"], due["on"]) == ("price", 0, "gm", "roller")


# names


@pytest.mark.parametrize("looks", rights.SAME_LOOKS.split())
def test_letters_that_look_alike_are_alike(looks: str) -> None:
    for twin in looks[1:]:
        assert rights.alike(f"x{looks[0]}x", f"x{twin}x"), f"{looks[0]} {twin}"


@pytest.mark.parametrize("name", ["N\u200dyx", "Nyx\ufe0f", "N\u00adyx", "NYX", "nyx", "\uff2eyx", "N\u3164yx"])
def test_what_is_not_seen_makes_no_other_name(name: str) -> None:
    assert rights.alike("Nyx", name)
    assert not rights.alike("Nyx", f"{name}a")


@pytest.mark.parametrize(
    ("name", "claims"),
    [("gm", True), ("The GM", True), ("g.m.", True), ("Game Master", True), ("gmail", False), ("Gamer", False)],
)
def test_a_name_says_of_itself_that_this_is_the_gm(name: str, claims: bool) -> None:
    assert rights.claims_role(name) is claims


@pytest.mark.parametrize("length", [1, 40])
def test_a_name_is_so_long(length: int) -> None:
    assert rights.name_of("x" * length) == "x" * length
    with pytest.raises(InputError):
        rights.name_of("x" * 41)
    with pytest.raises(InputError):
        rights.name_of("")


# traces


def test_an_alarm_leaves_a_trace(dark: Played) -> None:
    dark.do("s2", "alarm", text="The dice do not fit.")
    assert dark.table.traces == {("alarmed", "s2"): 1}


@pytest.mark.parametrize("name", ["starforged", "wherever-we-go", "in-the-dark", "illuminated-worlds", "true-world"])
def test_what_is_certain_is_told_as_if_it_were_counted(name: str) -> None:
    """Also where there is one tier only, and all facts are shown."""
    played = game(name)
    known = (("a number", 2), ("so", True), *((fact, 1) for fact in (played.face.watched if played.face else ())))
    for facts, tiers in ((known, played.moves[0].tiers), ((), played.moves[0].tiers), (known[:2], ("total",))):
        outcome = Outcome("", tiers[-1], facts)
        assert certain_shown(played, outcome, tiers) == counted_shown(played, count(outcome, tiers=tiers))
