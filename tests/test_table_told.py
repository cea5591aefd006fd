"""What is told of names, rolls, cards, pictures and nights, where a slip would tell something else."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from actionroll import files
from actionroll.discord.menus import RollShown, option_label
from actionroll.errors import InputError
from actionroll.files import loads
from actionroll.games import game
from actionroll.table import Viewer, history_of, secrets_view, statistics, trace_told
from actionroll.table.entries import ClockFilled
from actionroll.table.log import fold
from actionroll.table.preparation import card_read, cards_to_take
from actionroll.table.rights import NoPicture, clean_picture, picture_read
from actionroll.table.roll_entries import Offered, story
from actionroll.table.roll_view import roll_view
from actionroll.table.seats import opening
from actionroll.table.state import Table
from actionroll.table.undo import close_changed
from tests.jpegs import JPEG, PICTURE, segment
from tests.table_in_memory import Played, view


@pytest.fixture
def dark() -> Played:
    return Played(game("in-the-dark"))


def test_an_act_without_dice_that_is_left_or_taken_back_is_no_trace() -> None:
    """There are no dice in it that someone could choose among."""
    true = Played(game("true-world"))
    true.do("s2", "edit", where="c1", values={"stress": 3, "grit": 1})
    left = true.do("s2", "declare", character="c1", move="soak")
    true.do("s2", "withdraw", roll=left)
    done = true.do("s2", "roll_at_once", character="c1", move="soak")
    true.do("s1", "undo", entry=done)
    true.do("s2", "roll_at_once", character="c1", move="soak")
    assert statistics(true.table)["traces"] == []
    true.do("s2", "withdraw", roll=true.do("s2", "declare", character="c1", trait="climbing"))
    assert [each["trace"] for each in statistics(true.table)["traces"]] == ["withdrawn"]


# what is played


def test_a_table_plays_the_game_of_the_file_that_it_brings() -> None:
    text = (Path(files.__file__).parent / "starts" / "two-dice.toml").read_text(encoding="utf-8")
    brought, known = (
        opening("t", {"file": text, "name": "T"}, ""),
        opening("t", {"game": "starforged", "name": "T"}, ""),
    )
    assert (brought.file, brought.game.split("@")[0]) == (text, loads(text, "it").id)
    assert (known.file, known.game, known.with_gm) == ("", "starforged", True)
    assert opening("t", {"game": "starforged", "name": "T", "with_gm": False}, "").with_gm is False
    table = Table()
    fold(table, 1, brought)
    assert table.game.title == loads(text, "it").title


# names


@pytest.mark.parametrize(("with_gm", "whom"), [(True, "the gm"), (False, "someone at the table")])
def test_who_finds_their_name_taken_is_told_whom_to_ask(with_gm: bool, whom: str) -> None:
    played = Played(game("in-the-dark"), with_gm=with_gm)
    assert played.refuses("s2", "rename", name="s3") == (
        "Someone here is called s3 already: choose another name; "
        f"or, if that seat is your own on another device, ask {whom} for a link to it."
    )


def test_who_is_called_so_already_is_told_so(dark: Played) -> None:
    assert dark.refuses("s2", "rename", name="s2") == "s2 is what you are called already; name another."
    assert dark.refuses("s2", "rename_character", character="c1", name="Nyx") == (
        "Nyx is what the character is called already; name another."
    )


# rolls


def test_helpers_are_counted_by_how_they_join_and_not_by_when() -> None:
    played = Played(game("illuminated-worlds"), {"texts": "optional", "helpers_say_how": "no"})
    played.do("s1", "make", name="Ash")
    roll = played.do("s2", "declare", character="c1", trait="sway")
    played.do("s3", "offer", roll=roll, character="c2", input="participants")
    played.do("s1", "offer", roll=roll, character="c3", input="helpers")
    told = view(played, roll)
    assert [each["character"] for each in told["offers"]] == ["c3", "c2"]
    assert told["parts"] == {"roller": "c1", "helper-1": "c3", "participant-1": "c2"}


def test_help_of_an_old_log_through_what_the_game_has_no_more_is_help_still(dark: Played) -> None:
    roll = dark.do("s2", "declare", character="c1", trait="skulk")
    fold(dark.table, dark.table.number + 1, Offered(by="s3", roll=roll, character="c2", input="blessing", how="So."))
    (offer,) = dark.roll(roll).offers
    assert (offer.part, offer.place, offer.how) == ("helper", 0, "So.")
    assert view(dark, roll)["parts"] == {"roller": "c1", "helper-1": "c2"}


def test_a_contest_tells_what_each_side_rolls_with() -> None:
    played = Played(game("wherever-we-go"), {"calls": "optional"})
    contest = {"character": "c1", "move": "opposed", "trait": "stealth"}
    roll = played.do("s2", "declare", **contest, against="c2")
    assert (view(played, roll)["trait"], view(played, roll)["against_trait"]) == ("stealth", "stealth")
    played.do("s3", "set", roll=roll, inputs={"defender_trait": "observation"})
    assert (view(played, roll)["trait"], view(played, roll)["against_trait"]) == ("stealth", "observation")
    alone = played.do("s2", "declare", character="c1", trait="stealth")
    assert (view(played, alone)["against"], view(played, alone)["against_trait"]) == ("", "")


def test_an_input_is_said_by_the_sheet_or_where_there_is_none_by_the_gm(dark: Played) -> None:
    own = dark.do("s2", "declare", character="c1", trait="skulk")
    npc = dark.do("s1", "declare", npc="Ottla", move="fortune")
    assert {name: view(dark, own)["inputs"][name]["by"] for name in ("dots", "position", "extra")} == {
        "dots": "sheet",
        "position": "gm",
        "extra": "roller",
    }
    assert not any(each["from_sheet"] for each in view(dark, npc)["inputs"].values())
    assert "sheet" not in {each["by"] for each in view(dark, npc)["inputs"].values()}


def test_a_roll_that_is_long_over_is_told_from_its_entries_alone() -> None:
    """Others went on beside it; it is told as it stood when it was over."""
    played = Played(game("starforged"))
    played.do("s2", "edit", where="c1", values={"momentum": 8})
    roll = played.do("s2", "declare", character="c1", trait="iron")
    other = played.do("s3", "declare", character="c2", trait="iron")
    played.do("s2", "set", roll=roll, inputs={"intent": "I hold the door."})
    played.do("s3", "set", roll=other, inputs={"intent": "I run."})
    played.do("s3", "throw", roll=other, dice=[1, 9, 10])
    played.do("s2", "throw", roll=roll, dice=[1, 6, 7])
    played.do("s2", "decide", roll=roll, option="burn")
    entries = [(line.number, line.entry) for line in played.lines if line.number >= roll]
    assert story(played.table, roll, entries) == played.roll(roll)
    played.do("s2", "wish", roll=roll)
    assert story(played.table, roll, entries) == played.roll(roll)
    assert played.roll(roll).wished == "s2"
    assert played.roll(roll).inputs["intent"] == "I hold the door."


def test_the_last_fifty_rolls_are_told_whole_also_if_some_are_wished_undone(dark: Played) -> None:
    rolls = [dark.do("s2", "roll_at_once", character="c1", trait="skulk", dice=[6, 1]) for _ in range(51)]
    for roll in rolls[-5:]:
        dark.do("s2", "wish", roll=roll)
    assert (view(dark, rolls[0])["record"], view(dark, rolls[0])["wished"]) == (None, "")
    dark.do("s2", "wish", roll=rolls[0])
    assert view(dark, rolls[0])["wished"] == "s2", "what is long over can be wished undone too"
    assert [view(dark, roll)["record"]["answers"] for roll in rolls[1:]] == [[[6, 1]]] * 50
    assert [view(dark, roll)["wished"] for roll in rolls[1:]] == [""] * 45 + ["s2"] * 5


def test_a_roll_that_was_closed_counts_for_nobody() -> None:
    played = Played(game("starforged"))
    played.do("s2", "edit", where="c1", values={"momentum": 8})
    played.do("s2", "roll_at_once", character="c1", trait="iron", dice=[6, 1, 2])
    before, history = statistics(played.table)["seats"], history_of(played.table, "c1")
    assert (history["rolls"], history["tiers"]) == (1, {"strong hit": 1})
    closed = played.do("s2", "roll_at_once", character="c1", trait="iron", dice=[1, 7, 7])
    assert statistics(played.table)["seats"][0]["throws"] == 2
    played.table.rules_of = lambda _game: "other rules"
    for entry in close_changed(played.table):
        fold(played.table, played.table.number + 1, entry)
    assert played.roll(closed).status == "closed"
    assert statistics(played.table)["seats"] == before
    assert history_of(played.table, "c1") == history


def test_what_a_character_went_through_counts_each_roll_by_what_it_came_to(dark: Played) -> None:
    miss = dark.do("s2", "roll_at_once", character="c1", trait="skulk", dice=[1, 2])
    dark.do("s1", "name_due", roll=miss, answer=[{"way": "minor harm"}])
    dark.do("s2", "settle", roll=miss)
    gone = dark.do("s2", "roll_at_once", character="c1", trait="skulk", dice=[6, 2])
    dark.do("s1", "undo", entry=gone)
    dark.do("s3", "roll_at_once", character="c2", trait="skulk", dice=[6, 2])
    told = {"table": "T", "game": dark.table.game.title, "rolls": 1, "tiers": {"failure": 1}}
    assert history_of(dark.table, "c1") == told


def test_what_nobody_has_said_yet_is_shown_as_it_usually_is() -> None:
    """The gm has still to say how hard it is, so that nothing can be counted; the rest is there to be seen."""
    played = Played(game("true-world"))
    roll = played.do("s2", "declare", character="c1", trait="climbing")
    told = view(played, roll)
    assert [each["input"] for each in told["needs"]] == ["difficulty", "position"]
    names = ("difficulty", "ability", "boosts", "position", "risk", "intent")
    values = [told["inputs"][name]["value"] for name in names]
    assert values == [None, ["d8"], 0, "neutral", "risky", "Climbs, to get up there."]
    assert [told["inputs"][name]["set"] for name in names] == [False, True, False, False, False, True]


def test_what_the_sheet_says_is_not_set_beside_it(dark: Played) -> None:
    roll = dark.do("s2", "declare", character="c1", trait="skulk")
    refused = "dots is read from the sheet when the dice are thrown; edit the sheet instead."
    assert dark.refuses("s1", "set", roll=roll, inputs={"dots": 4}) == refused
    assert "assist is set by those who offer help" in dark.refuses("s2", "set", roll=roll, inputs={"assist": 1})
    assert "no input 'luck'" in dark.refuses("s2", "set", roll=roll, inputs={"luck": 1})


def test_options_are_told_with_their_price_and_what_then_may_come() -> None:
    stars = Played(game("starforged"))
    stars.do("s2", "edit", where="c1", values={"momentum": 8})
    burn = stars.do("s2", "roll_at_once", character="c1", trait="iron", dice=[1, 7, 7])
    shown = RollShown(stars.table, view(stars, burn))
    assert {each["option"]: (option_label(shown, each), each["ends"]) for each in shown.view["asks"]["options"]} == {
        "keep": ("Let it stand", True),
        "burn": ("Burn momentum: 6 momentum · strong hit", True),
    }
    assert view(stars, burn)["asks"]["now"]["tier"] == "miss"
    played = Played(game("wherever-we-go"), {"calls": "optional"})
    played.do("s2", "edit", where="c1", values={"stress": 2})
    roll = played.do("s2", "declare", character="c1", trait="stealth", decide={"push": "push"})
    played.do("s2", "throw", roll=roll, dice=[2, 2, 1, 2])
    shown = RollShown(played.table, view(played, roll))
    gamble = shown.view["asks"]["options"][1]
    assert gamble["ends"] is False
    assert option_label(shown, gamble) == (
        "Gamble: 1 stress · 11 % great success, 28 % success, 39 % mixed success, 22 % failure"
    )


def test_a_thing_that_could_not_be_paid_for_says_so_before_it_is_used() -> None:
    played = Played(game("true-world"))
    songs = [{"kind": "boost", "name": name, "does": [{"use": "shifts the odds for grit"}]} for name in ("Old", "New")]
    played.do("s2", "edit", where="c1", values={"things": songs, "grit": 1})
    called = {"difficulty": "d8", "position": "neutral"}
    roll = played.do("s1", "declare", character="c1", trait="climbing", inputs=called)
    assert [each["refusal"] for each in view(played, roll)["things"]] == ["", ""]
    played.do("s2", "set", roll=roll, inputs={"things": ["Old"]})
    used, other = view(played, roll)["things"]
    assert (used["used"], used["refusal"], other["used"]) == (True, "", False)
    assert "grit" in other["refusal"]


def test_the_gm_names_anew_with_what_it_is_answered(dark: Played) -> None:
    roll = dark.do("s2", "roll_at_once", character="c1", trait="skulk", dice=[1, 2])
    named = {"roll": roll, "answer": [{"way": "minor harm"}]}
    dark.do("s1", "name_due", **named, trait="prowess")
    resist = {"character": "c1", "move": "resistance"}
    assert "answered with prowess" in dark.refuses("s2", "declare", **resist, trait="insight")
    dark.do("s1", "name_due", **named)
    assert dark.allows("s2", "declare", **resist, trait="insight")


def test_help_that_there_is_no_room_for_is_refused_when_it_is_offered(dark: Played) -> None:
    dark.do("s1", "make", name="Ash")
    roll = dark.do("s2", "declare", character="c1", trait="skulk")
    dark.do("s3", "offer", roll=roll, character="c2", how="A hand.")
    told = dark.refuses("s1", "offer", roll=roll, character="c3", how="Another hand.")
    assert told.startswith("assist takes"), told
    dark.do("s1", "rule", rulings={"max_assistants": "2"})
    assert dark.allows("s1", "offer", roll=roll, character="c3", how="Another hand.")


def test_who_cannot_pay_is_told_by_name(dark: Played) -> None:
    roll = dark.do("s2", "declare", character="c1", trait="skulk")
    dark.do("s3", "edit", where="c2", values={"stress": 9, "out_of_action": False})
    told = dark.refuses("s3", "offer", roll=roll, character="c2", how="A hand.")
    assert "costs Moth 1 stress, and only 0 of 9 boxes are free" in told, told


def test_who_cannot_pay_is_told_by_a_name_of_any_letters(dark: Played) -> None:
    roll = dark.do("s2", "declare", character="c1", trait="skulk", inputs={"extra": "push"})
    dark.do("s3", "offer", roll=roll, character="c2", how="A hand.")
    dark.do("s2", "edit", where="c1", values={"stress": 8, "out_of_action": False})
    for name in ("helper-1", "{who}", r"\1 \g<0>"):
        dark.do("s2", "rename_character", character="c1", name=name)
        assert dark.refuses("s2", "throw", roll=roll).startswith(f"A push costs {name} ")


def test_what_could_only_come_to_one_thing_is_no_luck(dark: Played) -> None:
    roll = dark.do("s2", "declare", character="c1", trait="skulk")
    dark.do("s1", "set", roll=roll, inputs={"risk": "none"})
    dark.do("s2", "throw", roll=roll)
    assert dark.roll(roll).status == "done"
    assert statistics(dark.table) == {"seats": [], "traces": []}


def test_a_trace_is_told_in_a_line_with_who_left_most_of_them_first(dark: Played) -> None:
    for seat, own, times in (("s3", "c2", 1), ("s2", "c1", 2), ("s1", "c2", 1)):
        for _ in range(times):
            roll = dark.do(seat, "declare", character=own, trait="skulk")
            dark.do(seat, "throw", roll=roll, dice=[6, 1])
    by_hand, for_another = reversed(statistics(dark.table)["traces"])
    assert trace_told(dark.table, by_hand) == "4 × a throw was entered by hand (s2 2, s3 2)"
    assert trace_told(dark.table, for_another) == "1 × someone else than the roller threw (s1 1)"
    assert (
        trace_told(dark.table, {"says": "so", "count": 3, "seats": {"s9": 1, "": 2}})
        == "3 × so (the host 2, the host 1)"
    )


def test_who_makes_the_same_roll_again_after_it_was_taken_back_leaves_a_trace(dark: Played) -> None:
    same = {"character": "c1", "trait": "skulk", "dice": [6, 1]}
    gone = dark.do("s2", "roll_at_once", **same)
    dark.do("s1", "undo", entry=gone)
    assert ("again", "s2") not in dark.table.traces
    dark.do("s3", "roll_at_once", **{**same, "character": "c2"})
    assert not [each for each in dark.table.traces if each[0] == "again"]
    dark.do("s2", "roll_at_once", **same)
    assert dark.table.traces["again", "s2"] == 1
    dark.do("s2", "roll_at_once", **same)
    assert dark.table.traces["again", "s2"] == 1, "once for each that was taken back"


def test_what_was_to_be_expected_is_the_sum_of_all_odds(dark: Played) -> None:
    for dice in ([1, 2], [6, 2], [6, 6], [4, 4]):
        dark.do("s2", "roll_at_once", character="c1", trait="skulk", dice=dice)
    (seat,) = statistics(dark.table)["seats"]
    assert [(each["tier"], each["expected"], each["actual"]) for each in seat["tiers"]] == [
        ("failure", "1.000", 1),
        ("partial success", "1.778", 1),
        ("full success", "1.111", 1),
        ("critical success", "0.111", 1),
    ]
    assert (seat["throws"], seat["expected"], seat["actual"]) == (4, "1.083", "1.500")


def test_a_character_went_through_what_rolls_came_to_after_all_that_was_decided() -> None:
    played = Played(game("starforged"))
    played.do("s2", "edit", where="c1", values={"momentum": 8})
    roll = played.do("s2", "roll_at_once", character="c1", trait="iron", dice=[1, 6, 7])
    assert history_of(played.table, "c1")["tiers"] == {"miss": 1}
    played.do("s2", "decide", roll=roll, option="burn")
    assert history_of(played.table, "c1")["tiers"] == {"strong hit": 1}


# cards


def test_who_a_card_is_taken_from_does_not_see_whose_it_is_now(dark: Played) -> None:
    dark.do("s1", "keep", what="handout", fields={"title": "A letter", "text": "Come."})
    card = dark.sees("s1")["cards"][0]["card"]
    dark.do("s1", "hand_out", card=card, seat="s2")
    dark.do("s1", "hand_out", card=card, seat="s3")
    viewers = [Viewer("s1", "gm"), Viewer("s2", "player"), Viewer("s3", "player")]
    seen = {each.seat: secrets_view(dark.table, each, bytes(32), dark.outside.secrets) for each in viewers}
    last = {seat: told[-1]["entry"] for seat, told in seen.items()}
    assert {seat: (each["to"], each["fields"].get("title", "")) for seat, each in last.items()} == {
        "s1": ("s3", "A letter"),
        "s2": ("", ""),
        "s3": ("s3", "A letter"),
    }
    assert [len(told) for told in seen.values()] == [3, 2, 1]


@pytest.mark.parametrize("body", [{"picture": ""}, {"picture": PICTURE}, {}, {"seat": "s2"}])
def test_only_a_handout_that_is_there_is_shown_or_drawn_on(dark: Played, body: dict[str, str]) -> None:
    asked = "illustrate" if "picture" in body else "hand_out"
    for what, fields in (("note", {"text": "x"}), ("handout", {"title": "A letter"})):
        dark.do("s1", "keep", what=what, fields=fields)
    note, letter = (each["card"] for each in dark.sees("s1")["cards"])
    dark.do("s1", "discard", card=letter)
    for card in (note, letter):
        assert dark.refuses("s1", asked, card=card, **body).startswith("Only a handout that is there")


@pytest.mark.parametrize("wrong", [["k1"], {"k1": 1}, 7, "k1"])
def test_a_card_names_clocks_characters_and_inputs_by_their_names(dark: Played, wrong: Any) -> None:
    for what, fields in (
        ("clock", {"text": "x", "clock": wrong}),
        ("note", {"text": "x", "about": wrong}),
        ("scene", {"name": "x", "conditions": [{"words": "x", "input": wrong, "value": 1}]}),
    ):
        assert dark.refuses("s1", "keep", what=what, fields=fields).startswith("There is no "), what


def test_cards_are_taken_elsewhere_as_they_stand(dark: Played) -> None:
    dark.do("s1", "keep", what="note", fields={"text": "Old."})
    dark.do("s1", "keep", what="note", fields={"text": "New."}, card=dark.sees("s1")["cards"][0]["card"])
    dark.do("s1", "keep", what="line", fields={"text": "Gone."})
    dark.do("s1", "discard", card=dark.sees("s1")["cards"][1]["card"])
    (taken,) = cards_to_take(dark.outside.secrets, "s1", "gm")
    assert (taken["what"], taken["fields"], taken["of_gm"]) == ("note", {"text": "New."}, True)
    assert cards_to_take(dark.outside.secrets, "s2", "player") == []
    read = card_read(dark.table, taken)
    assert (read.by, read.card, read.what, read.of_gm) == ("s1", taken["card"], "note", True)
    assert read.fields == taken["fields"]


@pytest.mark.parametrize("wrong", [{"what": "spell"}, {"fields": []}, {"card": 7}, {"more": 1}, {"what": "npc"}])
def test_a_card_of_an_export_is_written_as_cards_are(dark: Played, wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        card_read(dark.table, {"card": "p1", "what": "note", "fields": {"text": "x"}, "of_gm": True, **wrong})
    with pytest.raises(InputError, match="not written as cards are"):
        card_read(dark.table, [wrong])


@pytest.mark.parametrize("picture", ["a" * 64, "a" * 63, "a" * 65, "A" * 64, "g" * 64, 7])
def test_a_card_of_an_export_names_its_picture_by_a_hash(dark: Played, picture: Any) -> None:
    told = {"card": "p1", "what": "handout", "fields": {"title": "x", "picture": picture}, "of_gm": True}
    if picture == "a" * 64:
        assert card_read(dark.table, told).fields["picture"] == picture
        return
    with pytest.raises(InputError, match="picture takes the hash of a picture"):
        card_read(dark.table, told)


# pictures


def test_a_long_text_is_not_even_read_as_a_picture() -> None:
    with pytest.raises(NoPicture, match="this is not base64"):
        picture_read("!" * 60_004)
    with pytest.raises(NoPicture, match="this one is larger"):
        picture_read("!" * 60_005)


@pytest.mark.parametrize(
    "cut",
    [
        JPEG[:2],
        JPEG[:3],
        JPEG[:2] + segment(0xFE, b"words"),
        JPEG[:2] + segment(0xFE, b"words") + b"\xff",
        JPEG[:2] + b"\xff\xfe\0",
        JPEG[:-2] + b"\xff",
        JPEG[:-1],
        JPEG[:2] + b"\xff" * 40,
    ],
)
def test_a_picture_that_is_cut_anywhere_is_refused_in_a_sentence(cut: bytes) -> None:
    with pytest.raises(NoPicture, match="this one is cut off or broken"):
        clean_picture(cut)


def test_wherever_a_picture_is_cut_it_is_no_picture() -> None:
    for place in range(len(JPEG)):
        with pytest.raises(NoPicture):
            picture_read(b64encode(JPEG[:place]).decode())


def test_a_roll_that_owed_something_is_told_again_up_to_what_settled_it() -> None:
    played = Played(game("starforged"))
    roll = played.do("s2", "roll_at_once", character="c1", trait="iron", dice=[1, 9, 8])
    played.do("s2", "note", text="It hurts.")
    played.do("s1", "settle", roll=roll, answer=[{"way": "endure harm", "amount": 1}])
    entries = [(line.number, line.entry) for line in played.lines if line.number >= roll]
    assert story(played.table, roll, entries).settled == {0}


def test_a_full_clock_brings_one_thing_however_many_cards_speak_of_it(dark: Played) -> None:
    clock = f"k{dark.do('s1', 'make_clock', name='Alarm', size=1, full='The bell rings.')}"
    dark.do("s1", "keep", what="clock", fields={"text": "The dogs come.", "clock": clock})
    dark.do("s2", "tick", clock=clock)
    assert [line.entry.text for line in dark.lines if isinstance(line.entry, ClockFilled)] == ["The bell rings."]


@pytest.mark.parametrize(
    ("name", "trait", "inputs", "dice", "said"),
    [
        ("illuminated-worlds", "sway", {}, [6, 6], "something extra comes of it: the table says what"),
        ("in-the-dark", "skulk", {}, [1, 2], "Next, the table: Name the consequence"),
        ("true-world", "stealth", {"difficulty": "d6", "position": "neutral"}, [1, 1], "the table says how little"),
        ("wherever-we-go", "stealth", {}, [9, 7], "the table may add something good"),
    ],
)
def test_at_a_table_without_gm_the_table_speaks_where_a_game_has_the_gm_speak(
    name: str, trait: str, inputs: dict[str, str], dice: list[int], said: str
) -> None:
    alone = Played(game(name), with_gm=False)
    roll = alone.do("s2", "declare", character="c1", trait=trait, inputs={**inputs, "intent": "As the gm would say."})
    shown = [view(alone, roll)]
    alone.do("s2", "throw", roll=roll, dice=dice)
    shown += [view(alone, roll)]
    if shown[-1]["asks"]:
        alone.do("s2", "decide", roll=roll, option=shown[-1]["asks"]["options"][0]["option"])
        shown += [view(alone, roll)]
    told = json.dumps(shown, ensure_ascii=False)
    assert said in told
    assert re.findall(r"[^\"]*\b(?:[Tt]he|a) gm\b[^\"]*", told.replace("As the gm would say.", "")) == []
    assert "As the gm would say." in told, "what people wrote stays"


def test_at_a_table_without_gm_a_refusal_speaks_of_no_gm() -> None:
    alone = Played(game("in-the-dark"), with_gm=False)
    roll = alone.do("s2", "declare", character="c1", trait="skulk", inputs={"fits": False})
    assert alone.refuses("s2", "throw", roll=roll).startswith("The table does not accept that this action fits")
    assert (roll_view(alone.table, roll) or {})["refusal"].startswith("The table does not accept")
    with_gm = Played(game("in-the-dark"))
    roll = with_gm.do("s1", "declare", character="c1", trait="skulk", inputs={"fits": False})
    assert with_gm.refuses("s2", "throw", roll=roll).startswith("The gm does not accept that this action fits")


def test_where_banes_go_tells_of_a_gms_last_word_only_where_there_is_one() -> None:
    for with_gm, last_word in ((True, " The gm has the last word."), (False, "")):
        played = Played(game("wherever-we-go"), {"calls": "optional"}, with_gm=with_gm)
        played.do("s2", "edit", where="c1", values={"stress": 2})
        roll = played.do("s2", "declare", character="c1", trait="stealth", decide={"push": "push"})
        played.do("s2", "throw", roll=roll, dice=[9, 7, 1, 1])
        played.do("s2", "decide", roll=roll, option="keep")
        (due,) = [each for each in view(played, roll)["open_dues"] if each["kind"] == "damage"]
        assert due["says"].endswith(f"it may be split.{last_word}")
