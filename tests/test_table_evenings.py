"""A table over many evenings: they begin and end, scenes propose, and the log tells a recap and a journal."""

from __future__ import annotations

import pytest

from actionroll.games import game
from actionroll.table.arcs import MOST_EVENINGS
from actionroll.table.campaign import Evening, journal_markdown, recap_markdown
from actionroll.table.log import canonical, entry_read, fold, standing, written
from actionroll.table.seats import is_alone
from actionroll.table.state import Table
from tests.jpegs import PICTURE
from tests.table_in_memory import Played


@pytest.fixture
def dark() -> Played:
    return Played(game("in-the-dark"))


@pytest.fixture
def stars() -> Played:
    return Played(game("starforged"))


def crept(played: Played, *dice: int, character: str = "c1", seat: str = "s2", **inputs: str) -> int:
    roll = played.do(seat, "declare", character=character, trait="skulk", inputs=inputs)
    played.do("s1", "set", roll=roll, inputs={"position": "normal"})
    played.do(seat, "throw", roll=roll, dice=list(dice))
    return roll


def test_a_table_of_today_has_none_of_it(dark: Played) -> None:
    seen = dark.sees("s2")
    assert (seen["evenings"], seen["scene"], seen["handouts"], seen["cards"]) == ([], None, [], [])
    assert "campaign" not in standing(dark.table)


def test_evenings_begin_and_end_with_the_time(dark: Played) -> None:
    begun = dark.do("s1", "begin_evening", name="The docks")
    dark.outside.seconds += 3600
    assert "The docks goes on" in dark.refuses("s1", "begin_evening")
    ended = dark.do("s1", "end_evening")
    shown = {"evening": "e1", "begun": begun, "at": 1_700_000_000, "name": "The docks"}
    assert dark.sees("s3")["evenings"] == [{**shown, "ended": ended, "ended_at": 1_700_003_600}]
    assert "begin one first" in dark.refuses("s1", "end_evening")
    dark.do("s1", "begin_evening")
    assert [each["evening"] for each in dark.sees("s2")["evenings"]] == ["e1", "e2"]


def test_an_end_is_taken_back_and_a_name_is_changed(dark: Played) -> None:
    dark.do("s1", "begin_evening")
    ended = dark.do("s1", "end_evening")
    dark.do("s1", "undo", entry=ended)
    assert dark.table.campaign.evening is not None
    dark.do("s1", "name_evening", evening="e1", name="Rain")
    assert dark.table.campaign.evenings["e1"].name == "Rain"
    assert "called already" in dark.refuses("s1", "name_evening", evening="e1", name="Rain")
    assert "evening" in dark.refuses("s1", "name_evening", evening="e7", name="Rain")


@pytest.mark.parametrize("request_", ["begin_evening", "end_evening"])
def test_only_who_leads_begins_and_ends(dark: Played, request_: str) -> None:
    if request_ == "end_evening":
        dark.do("s1", "begin_evening")
    assert "Only the gm" in dark.refuses("s2", request_)


def test_a_recap_tells_rolls_harm_clocks_and_words(dark: Played) -> None:
    crept(dark, 1, 2)
    dark.do("s1", "begin_evening")
    dark.do("s1", "make_clock", name="Alarm", size=4)
    clock = next(iter(dark.table.clocks))
    crept(dark, 6, 6, intent="Over the wall")
    crept(dark, 4, 2)
    dark.do("s2", "edit", where="c1", values={"stress": 3})
    dark.do("s2", "tick", clock=clock, by=3)
    dark.do("s3", "note", text="We owe the ferryman.")
    told = {each["title"]: each["lines"] for each in dark.told("e1").recap()}
    assert told["Great rolls"] == ["Nyx: Over the wall (skulk) – critical success (3 %)."]
    assert told["What it did to them"] == ["Nyx: stress rises from 0 to 3."]
    assert told["Clocks and undertakings"] == ["Alarm rises from 0 to 3 of 4."]
    assert told["In your own words"] == ["s3: We owe the ferryman."]
    assert "Alarm: 3 of 4." in told["Still open"]


def test_what_was_taken_back_is_not_told(dark: Played) -> None:
    roll = crept(dark, 6, 6)
    dark.do("s1", "undo", entry=roll)
    assert [each for each in dark.told().recap() if each["title"] == "Great rolls"] == []
    assert [each for each in dark.told().journal() if each["what"] == "roll"] == []


def test_an_evening_holds_only_what_happened_in_it(dark: Played) -> None:
    dark.do("s1", "begin_evening")
    dark.do("s2", "note", text="First.")
    dark.do("s1", "end_evening")
    dark.do("s1", "begin_evening")
    dark.do("s2", "note", text="Second.")
    words = [each["lines"] for each in dark.told("e1").recap() if each["title"] == "In your own words"]
    assert words == [["s2: First."]]


def test_an_evening_that_is_begun_late_takes_in_what_was_rolled_since_the_last_one_ended(dark: Played) -> None:
    taken_back = crept(dark, 6, 6, intent="Too soon")
    dark.do("s1", "undo", entry=taken_back)
    first = crept(dark, 6, 6, intent="Over the wall")
    dark.outside.seconds += 3600
    begun = dark.do("s1", "begin_evening", name="Late")
    assert dark.lines[-1].entry.first == first  # type: ignore[attr-defined]
    assert [each["text"] for each in dark.told("e1").journal() if each["what"] == "evening"] == ["Evening 1: Late"]
    heading, roll = dark.told("e1").journal()[:2]
    assert (heading["number"], heading["at"], roll["intent"]) == (begun, 1_700_000_000, "Over the wall")
    dark.do("s1", "end_evening")
    assert "begin one first" in dark.refuses("s1", "end_evening"), "nothing was played since"
    dark.do("s2", "edit", where="c1", values={"stress": 2})
    crept(dark, 6, 6, intent="Down again")
    dark.do("s1", "end_evening")
    assert [each["ended"] > 0 for each in dark.sees("s2")["evenings"]] == [True, True]
    told = {each["title"]: each["lines"] for each in dark.told("e2").recap()}
    assert told["Great rolls"] == ["Nyx: Down again (skulk) – critical success (3 %)."]
    assert told["Since the evening before"] == ["Nyx: stress rises from 0 to 2."]
    journal = [each["what"] for each in dark.told().journal()]
    assert journal == ["line", "line", "evening", "roll", "line", "evening", "roll"]


def test_a_journal_tells_what_people_did_as_people_tell_it(dark: Played) -> None:
    roll = dark.do("s2", "declare", character="c1", trait="skulk", inputs={"intent": False})
    dark.do("s3", "offer", roll=roll, character="c2", how="lends a hand")
    dark.do("s3", "withdraw_offer", roll=roll, character="c2")
    dark.do("s3", "offer", roll=roll, character="c2", how="keeps watch ")
    dark.do("s2", "throw", roll=roll, dice=[1, 2, 3])
    dark.do("s1", "name_due", roll=roll, answer=[{"way": "severe harm", "words": "the dog bites"}])
    dark.do("s2", "settle", roll=roll)
    told = dark.told().journal()[-1]
    assert (told["title"], told["intent"]) == ("Nyx rolls skulk", "")
    assert told["lines"][0] == "Moth assists: keeps watch.", "help that was taken back is not told, nor a space"
    assert "Nyx has severe harm." in told["lines"]
    recap = {each["title"]: each["lines"] for each in dark.told().recap()}
    assert recap["What happened"] == [
        "Nyx rolls skulk – failure. Moth assists: keeps watch. Severe harm: “the dog bites.”"
    ]


def test_words_are_told_as_they_were_typed_whatever_they_are(dark: Played) -> None:
    roll = dark.do("s2", "declare", character="c1", trait="skulk", inputs={"intent": "as usual"})
    dark.do("s2", "throw", roll=roll, dice=[1, 2])
    dark.do("s1", "name_due", roll=roll, answer=[{"way": "complication", "words": "Said aloud."}])
    dark.do("s2", "settle", roll=roll)
    told = dark.told().journal()[-1]
    assert told["intent"] == "as usual"
    assert "Complication: Said aloud." in told["lines"]


def test_a_question_to_fate_keeps_how_likely_it_was(stars: Played) -> None:
    likely = {"question": "Is it safe?", "likelihood": "likely"}
    stars.do("s2", "roll_at_once", character="c1", move="oracle", inputs=likely, dice=[100])
    assert stars.told().journal()[-1]["title"] == "Nyx asks the oracle, likely"
    asked = {each["title"]: each["lines"] for each in stars.told().recap()}["Asked of fate"]
    assert asked == ["Nyx: Is it safe? (oracle, likely) – no."]


def test_a_recap_tells_what_changed_since_the_evening_before_and_what_is_open_now(dark: Played) -> None:
    dark.do("s1", "begin_evening")
    dark.do("s1", "make_clock", name="Tide", size=4)
    crept(dark, 1, 2)
    dark.do("s1", "end_evening")
    dark.do("s2", "edit", where="c1", values={"stress": 2})
    dark.do("s1", "tick", clock=next(iter(dark.table.clocks)), by=2)
    dark.do("s1", "begin_evening")
    dark.do("s2", "edit", where="c1", values={"stress": 3})
    first, second = ({each["title"]: each["lines"] for each in dark.told(each).recap()} for each in ("e1", "e2"))
    assert second["Since the evening before"] == [
        f"{dark.table.characters['c1'].name}: stress rises from 0 to 2.",
        "Tide rises from 0 to 2 of 4.",
    ]
    assert "Since the evening before" not in first
    assert second["What it did to them"] == [f"{dark.table.characters['c1'].name}: stress rises from 2 to 3."]
    assert "Tide: 2 of 4." in second["Still open"]
    assert "Still open" not in first


def test_ticks_that_follow_each_other_are_one_line_of_a_journal(dark: Played) -> None:
    dark.do("s1", "make_clock", name="Tide", size=4)
    for _ in range(3):
        dark.do("s1", "tick", clock=next(iter(dark.table.clocks)))
    dark.do("s1", "note", text="It rises.")
    dark.do("s1", "tick", clock=next(iter(dark.table.clocks)))
    told = [each["text"] for each in dark.told().journal() if "Tide" in each.get("text", "")]
    assert told == [
        "A clock begins: Tide (4).",
        "Tide rises from 0 to 3 of 4.",
        "Tide rises from 3 to 4 of 4 and is full.",
    ]


def test_a_journal_has_rolls_and_prose_in_order(stars: Played) -> None:
    stars.do("s2", "begin_evening") if not stars.table.with_gm else stars.do("s1", "begin_evening", name="Adrift")
    stars.do("s2", "note", text="The engine *dies*.")
    stars.do("s2", "undertake", kind="vow", name="Home", rank="dangerous", character="c1")
    roll = stars.do("s2", "declare", character="c1", trait="iron", inputs={"sf_move": "face_danger"})
    stars.do("s2", "throw", roll=roll, dice=[6, 1, 2])
    stars.do("s2", "note", text="And then silence.")
    items = stars.told().journal()
    assert [each["what"] for each in items][-5:] == ["evening", "prose", "line", "roll", "prose"]
    assert items[-2]["tier"] == "strong hit"
    told = journal_markdown("T", items, str, alone=True)
    assert "## Evening 1: Adrift\n\n*1700000000*" in told
    assert told.index("The engine *dies*.") < told.index("> Nyx rolls iron, face danger: **strong hit** (6, 1, 2).")
    assert "Vow: “Home” (dangerous)." in told


def test_a_question_to_the_oracle_stands_in_the_journal(stars: Played) -> None:
    roll = stars.do("s2", "declare", character="c1", move="oracle", inputs={"question": "Is anyone there?"})
    stars.do("s2", "throw", roll=roll, dice=[7])
    told = next(each for each in stars.told().journal() if each["what"] == "roll")
    assert (told["intent"], told["tier"]) == ("Is anyone there?", "yes")


def test_who_is_left_alone_is_alone(stars: Played) -> None:
    assert not is_alone(stars.table)
    for seat in ("s2", "s3"):
        stars.do(seat, "leave")
    assert is_alone(stars.table)


def test_markdown_shows_text_as_text(dark: Played) -> None:
    dark.do("s2", "note", text="a <b> [c](d) # e")
    told = recap_markdown("T", "", dark.told().recap())
    assert r"\<b\> \[c\](d) \# e" in told
    assert recap_markdown("T", "", []) == "# T\n\nNothing to retell yet.\n"


def test_scenes_propose_what_the_game_takes(dark: Played) -> None:
    rain = {"words": "Heavy rain", "input": "position", "value": "bad"}
    dark.do("s1", "begin_scene", name="The quay", conditions=[rain, {"words": "Crowds"}])
    seen = dark.sees("s2")["scene"]
    assert (seen["name"], seen["conditions"]) == ("The quay", (("Heavy rain", "position", "bad"), ("Crowds", "", None)))
    assert "position" in dark.refuses("s1", "begin_scene", name="X", conditions=[{**rain, "input": "dots"}])
    assert "position" in dark.refuses("s1", "begin_scene", name="X", conditions=[{**rain, "value": "awful"}])
    assert "Only the gm" in dark.refuses("s2", "begin_scene", name="X")
    dark.do("s1", "end_scene")
    assert dark.sees("s2")["scene"] is None
    assert "begin one first" in dark.refuses("s1", "end_scene")


@pytest.mark.parametrize(
    ("played_game", "name", "value"),
    [
        ("in-the-dark", "intent", "Over the wall"),
        ("in-the-dark", "assist", 1),
        ("wherever-we-go", "gambles", 2),
        ("wherever-we-go", "luck", 1),
    ],
)
def test_a_scene_proposes_no_words_nothing_of_helpers_and_nothing_late(
    played_game: str, name: str, value: object
) -> None:
    played = Played(game(played_game))
    rain = {"words": "Rain", "input": name, "value": value}
    assert (
        "no input that a scene can propose"
        in played.refuses("s1", "begin_scene", name="Quay", conditions=[rain]).lower()
    )


@pytest.mark.parametrize("picture", ["", PICTURE])
def test_a_handout_is_hashed_with_its_picture_where_it_has_one(dark: Played, picture: str) -> None:
    """Logs from before there were pictures still verify."""
    dark.do("s1", "keep", what="handout", fields={"title": "A letter", "text": "Come alone."})
    card = dark.sees("s1")["cards"][0]["card"]
    if picture:
        dark.do("s1", "illustrate", card=card, picture=picture)
    dark.do("s1", "hand_out", card=card)
    (handout,) = standing(dark.table)["campaign"][2]
    drawn = [dark.sees("s2")["handouts"][0]["picture"]] if picture else []
    assert handout == [card, "A letter", "Come alone.", *drawn]


def test_all_of_it_is_folded_from_what_is_written(dark: Played) -> None:
    dark.do("s1", "begin_evening", name="One")
    dark.do("s1", "begin_scene", name="Quay", conditions=[{"words": "Rain", "input": "position", "value": "bad"}])
    dark.do("s1", "keep", what="handout", fields={"title": "A letter", "text": "Come alone."})
    dark.do("s1", "hand_out", card=dark.sees("s1")["cards"][0]["card"])
    dark.do("s1", "end_evening")
    again = Table()
    again.seats, again.characters = dark.table.seats, dark.table.characters
    for line in dark.lines:
        if line.entry.kind != "made":
            fold(again, line.number, entry_read(written(line.entry)))
    assert canonical(again.campaign.written()) == canonical(dark.table.campaign.written())


def test_a_table_has_a_thousand_evenings_and_no_more(dark: Played) -> None:
    ended = {f"e{number}": Evening(f"e{number}", 1, 0, "", 1) for number in range(1, 1000)}
    assert len(ended) == MOST_EVENINGS - 1
    dark.table.campaign = dark.table.campaign._replace(evenings=ended)
    dark.do("s1", "begin_evening")
    dark.do("s1", "end_evening")
    assert "at most 1000 evenings" in dark.refuses("s1", "begin_evening")
