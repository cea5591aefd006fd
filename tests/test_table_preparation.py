"""What is kept in private reaches nobody else, and comes out only where that is asked for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from actionroll.games import game
from actionroll.table import act
from actionroll.table.campaign import hash_of
from actionroll.table.state import TableRoll
from tests.jpegs import PICTURE
from tests.table_in_memory import Played


@pytest.fixture
def dark() -> Played:
    return Played(game("in-the-dark"))


def cards(played: Played, seat: str) -> list[Any]:
    return list(played.sees(seat)["cards"])


def kept(played: Played, what: str, seat: str = "s1", **fields: Any) -> str:
    played.do(seat, "keep", what=what, fields=fields)
    return str(cards(played, seat)[-1]["card"])


CARDS: dict[str, dict[str, Any]] = {
    "note": {"text": "The abbot lies.", "title": "Abbot"},
    "npc": {"name": "Ottla", "numbers": {"dice": 3}, "tracks": [{"name": "Nerve", "size": 4, "filled": 1}]},
    "handout": {"title": "A letter", "text": "Come alone."},
    "scene": {"name": "Quay", "conditions": [{"words": "Rain", "input": "position", "value": "bad"}]},
    "line": {"text": "A guard turns", "for": "complication"},
}


@pytest.mark.parametrize("what", CARDS)
def test_a_card_is_kept_changed_taken_away_and_brought_back(dark: Played, what: str) -> None:
    card, number = kept(dark, what, **CARDS[what]), dark.table.number
    assert cards(dark, "s1")[0]["fields"] == CARDS[what]
    first = next(iter(CARDS[what]))
    changed = {**CARDS[what], first: "Otherwise"}
    dark.do("s1", "keep", what=what, card=card, fields=changed)
    assert cards(dark, "s1")[0]["fields"] == changed
    dark.do("s1", "take_back_card", card=card)
    assert cards(dark, "s1")[0]["fields"] == CARDS[what]
    dark.do("s1", "discard", card=card)
    assert cards(dark, "s1") == []
    dark.do("s1", "take_back_card", card=card)
    assert cards(dark, "s1")[0]["fields"] == CARDS[what]
    assert dark.table.number == number


def test_nobody_else_sees_a_gms_card_or_that_there_is_one(dark: Played) -> None:
    before = json.dumps(dark.sees("s2"))
    kept(dark, "note", text="The abbot lies.")
    assert json.dumps(dark.sees("s2")) == before
    assert dark.sees("s2")["secrets_number"] == 0


def test_a_picture_is_laid_beside_the_log_with_its_hash_and_taken_off_without_one(dark: Played) -> None:
    card = kept(dark, "handout", title="A letter")
    drawn = act(dark.table, "s1", "illustrate", {"card": card, "picture": PICTURE}, dark.outside)
    (laid,) = drawn.lays
    assert (laid.kind, laid.seat, hash_of(laid.content)) == ("image/jpeg", "", laid.hash)
    dark.do("s1", "illustrate", card=card, picture=PICTURE)
    assert cards(dark, "s1")[0]["fields"] == {"title": "A letter", "picture": laid.hash}
    assert "already" in dark.refuses("s1", "illustrate", card=card, picture=PICTURE)
    bare = act(dark.table, "s1", "illustrate", {"card": card, "picture": ""}, dark.outside)
    assert bare.lays == ()
    dark.do("s1", "keep", what="handout", card=card, fields={"title": "Another"})
    assert cards(dark, "s1")[0]["fields"] == {"title": "Another", "picture": laid.hash}, "words leave the picture there"


def test_where_nobody_leads_cards_are_their_authors() -> None:
    played = Played(game("in-the-dark"), with_gm=False)
    before = json.dumps(played.sees("s3"))
    card = kept(played, "note", "s2", text="I took the ring.")
    assert json.dumps(played.sees("s3")) == before
    assert "no such card" in played.refuses("s3", "discard", card=card)


def test_a_gms_cards_go_to_the_next_gm(dark: Played) -> None:
    kept(dark, "note", text="The abbot lies.")
    dark.do("s1", "hand_over", to="s2")
    assert [each["fields"]["text"] for each in cards(dark, "s2")] == ["The abbot lies."]
    assert cards(dark, "s1") == []


def test_a_handout_for_one_seat_reaches_that_seat_alone(dark: Played) -> None:
    kept(dark, "note", text="Before it.")
    card = kept(dark, "handout", title="A letter", text="Come alone.")
    before = json.dumps(dark.sees("s3"))
    dark.do("s1", "hand_out", card=card, seat="s2")
    assert [each["fields"]["title"] for each in cards(dark, "s2")] == ["A letter"]
    assert dark.sees("s2")["secrets_number"] == 1, "it does not tell how many others there are"
    assert json.dumps(dark.sees("s3")) == before
    assert "Only the gm" in dark.refuses("s2", "discard", card=card)
    dark.do("s1", "put_away", handout=card)
    assert cards(dark, "s2") == []
    assert "handed to nobody" in dark.refuses("s1", "put_away", handout=card)


def test_a_handout_goes_from_one_seat_to_another(dark: Played) -> None:
    card = kept(dark, "handout", title="A letter")
    dark.do("s1", "hand_out", card=card, seat="s2")
    dark.do("s1", "hand_out", card=card, seat="s3")
    assert (cards(dark, "s2"), len(cards(dark, "s3"))) == ([], 1)


def test_a_handout_for_all_stands_in_the_open_log(dark: Played) -> None:
    card = kept(dark, "handout", title="A map", text="Here.")
    dark.do("s1", "hand_out", card=card)
    assert dark.sees("s3")["handouts"] == [{"handout": card, "title": "A map", "text": "Here.", "picture": ""}]
    assert "sees it already" in dark.refuses("s1", "hand_out", card=card)
    dark.do("s1", "put_away", handout=card)
    assert dark.sees("s3")["handouts"] == []


def test_a_picture_lies_on_a_handout_and_nowhere_else(dark: Played) -> None:
    card, before = kept(dark, "handout", title="A map"), json.dumps(dark.sees("s2"))
    dark.do("s1", "illustrate", card=card, picture=PICTURE)
    sha = cards(dark, "s1")[0]["fields"]["picture"]
    assert json.dumps(dark.sees("s2")) == before
    dark.do("s1", "keep", what="handout", card=card, fields={"title": "An old map", "picture": "0" * 64})
    assert cards(dark, "s1")[0]["fields"] == {"title": "An old map", "picture": sha}
    assert "shows already" in dark.refuses("s1", "illustrate", card=card, picture=PICTURE)
    dark.do("s1", "illustrate", card=card, picture="")
    assert cards(dark, "s1")[0]["fields"] == {"title": "An old map"}
    dark.do("s1", "take_back_card", card=card)
    dark.do("s1", "hand_out", card=card)
    assert dark.sees("s3")["handouts"][0]["picture"] == sha
    note = kept(dark, "note", text="x")
    assert "Only a handout" in dark.refuses("s1", "illustrate", card=note, picture=PICTURE)
    assert "JPEG" in dark.refuses("s1", "illustrate", card=card, picture="PHN2Zz4=")


def test_whoever_deletes_their_pictures_deletes_those_of_handouts(dark: Played) -> None:
    hidden, shown = kept(dark, "handout", title="A map"), kept(dark, "handout", title="A face")
    dark.do("s1", "illustrate", card=hidden, picture=PICTURE)
    number = dark.table.number
    dark.do("s1", "burn")
    assert [each["fields"] for each in cards(dark, "s1")] == [{"title": "A map"}, {"title": "A face"}]
    assert dark.table.number == number, "nobody is told of a picture that nobody saw"
    dark.do("s1", "illustrate", card=shown, picture=PICTURE)
    dark.do("s1", "hand_out", card=shown)
    dark.do("s1", "burn")
    assert dark.sees("s3")["handouts"][0]["picture"] == ""
    assert dark.lines[-1].entry.kind == "burned"


def test_a_full_clock_tells_what_was_written_down(dark: Played) -> None:
    before = json.dumps(dark.sees("s2")["cards"])
    dark.do("s1", "make_clock", name="Alarm", size=2, full="The gates close.")
    clock = next(iter(dark.table.clocks))
    assert json.dumps(dark.sees("s2")["cards"]) == before
    dark.do("s2", "tick", clock=clock)
    assert dark.lines[-1].entry.kind == "edited"
    dark.do("s2", "tick", clock=clock)
    told = dark.lines[-1].entry
    assert (told.kind, getattr(told, "text", "")) == ("clock_filled", "The gates close.")
    dark.do("s1", "make_clock", name="Plain", size=1)
    dark.do("s2", "tick", clock=list(dark.table.clocks)[-1])
    assert dark.lines[-1].entry.kind == "edited"


def test_the_gm_rolls_in_the_open_for_someone_without_a_sheet(dark: Played) -> None:
    roll = dark.do("s1", "declare", npc="The watch", move="fortune", inputs={"dice": 2})
    dark.do("s1", "throw", roll=roll, dice=[3, 6])
    found = dark.table.roll(roll)
    assert isinstance(found, TableRoll)
    assert (found.character, found.seat, found.ending and found.ending.tier) == ("The watch", "s1", "strong success")
    assert "Only players roll action" in dark.refuses("s1", "declare", npc="The watch", inputs={"dots": 2})
    assert "Only the gm" in dark.refuses("s2", "declare", npc="The watch", move="fortune")
    assert "no character's id" in dark.refuses("s1", "declare", npc="c1", move="fortune")
    assert "character" in dark.refuses("s1", "declare", move="fortune")


def test_an_opponent_without_a_sheet_rolls_with_what_is_said() -> None:
    played = Played(game("wherever-we-go"), {"calls": "optional"})
    roll = played.do("s1", "declare", npc="Bandit", inputs={"attribute": "d8", "skill": "d6"})
    played.do("s1", "throw", roll=roll, dice=[5, 6])
    found = played.table.roll(roll)
    assert found is not None
    assert found.character == "Bandit"
    assert found.status in ("done", "waiting")


@pytest.mark.parametrize(
    ("what", "fields", "told"),
    [
        ("diary", {"text": "x"}, "diary"),
        ("note", {}, "needs its text"),
        ("note", {"text": "x", "page": 3}, "page"),
        ("note", {"text": "x", "about": "c9"}, "character"),
        ("npc", {"text": "x"}, "needs its name"),
        ("npc", {"name": "X", "numbers": {"dice": [1]}}, "numbers takes"),
        ("npc", {"name": "X", "tracks": [{"name": "N", "size": 0}]}, "size from 1"),
        ("npc", {"name": "X", "tracks": [{"name": "N", "size": 2, "filled": 3}]}, "filled"),
        ("npc", {"name": "X", "tracks": "three"}, "tracks takes"),
        ("line", {"text": "x", "for": "fun"}, "complication"),
        ("scene", {"name": "X", "conditions": "rain"}, "takes a list"),
        ("clock", {"text": "x", "clock": "k9"}, "clock"),
        ("handout", {"title": "x" * 41}, "40"),
        ("handout", {"title": "x", "page": "1"}, "page"),
        ("note", {"text": "x", "page": "1"}, "page"),
    ],
)
def test_what_cannot_be_kept_is_refused_in_a_sentence(dark: Played, what: str, fields: Any, told: str) -> None:
    assert told in dark.refuses("s1", "keep", what=what, fields=fields)
    assert cards(dark, "s1") == []


def test_who_may_prepare(dark: Played) -> None:
    assert "Only the gm" in dark.refuses("s2", "keep", what="npc", fields={"name": "X"})
    assert dark.allows("s1", "keep", what="npc", fields={"name": "X"})


def test_a_secret_roll_is_revealed_among_cards(dark: Played) -> None:
    kept(dark, "note", text="the gm's")
    dark.outside.secret_dice = lambda number, nonce: lambda sides: sides  # type: ignore[method-assign]
    dark.do("s1", "secret_roll", move="fortune", inputs={"dice": 1}, note="who comes")
    assert dark.sees("s1")["secrets"][0]["number"] == 2
    assert "no secret roll" in dark.refuses("s1", "reveal", secret=1)
    dark.do("s1", "reveal", secret=2)
    assert dark.lines[-1].entry.kind == "revealed"
