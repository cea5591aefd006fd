"""What is told of names, rolls, cards, pictures and nights, where a slip would tell something else."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest

from actionroll.errors import InputError
from actionroll.games import game
from actionroll.table import Viewer, history_of, secrets_view, statistics
from actionroll.table.log import fold
from actionroll.table.preparation import card_read, cards_to_take
from actionroll.table.rights import NoPicture, clean_picture, picture_read
from actionroll.table.roll_view import roll_view, story
from actionroll.table.undo import close_changed
from tests.jpegs import JPEG, segment
from tests.table_in_memory import Played


def view(played: Played, roll: int) -> Any:
    shown = roll_view(played.table, roll)
    assert shown is not None
    return shown


@pytest.fixture
def dark() -> Played:
    return Played(game("in-the-dark"))


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
    played.do("s2", "wish", roll=roll)
    entries = [(line.number, line.entry) for line in played.lines if line.number >= roll]
    assert story(played.table, roll, entries) == played.roll(roll)
    assert played.roll(roll).inputs["intent"] == "I hold the door."


def test_a_roll_that_was_closed_counts_for_nobody() -> None:
    played = Played(game("starforged"))
    played.do("s2", "edit", where="c1", values={"momentum": 8})
    played.do("s2", "roll_at_once", character="c1", trait="iron", dice=[6, 1, 2])
    before = statistics(played.table)["seats"]
    closed = played.do("s2", "roll_at_once", character="c1", trait="iron", dice=[1, 7, 7])
    assert statistics(played.table)["seats"][0]["throws"] == 2
    played.table.rules_of = lambda _game: "other rules"
    for entry in close_changed(played.table):
        fold(played.table, played.table.number + 1, entry)
    assert played.roll(closed).status == "closed"
    assert statistics(played.table)["seats"] == before


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
