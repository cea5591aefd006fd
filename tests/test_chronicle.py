"""A whole evening told again, word by word: what a slip in the telling would change is seen here."""

from __future__ import annotations

from typing import Any

import pytest

from actionroll.games import game
from actionroll.table.campaign import Telling, journal_markdown
from actionroll.table.seats import is_alone
from tests.table_in_memory import Played

LANTERN = "I hold the lantern"


def lines_of(items: list[Any]) -> list[str]:
    """Each item of a journal in a line: what it is, and its words."""
    return [f"{each['what']}: {each.get('text') or each.get('title')}" for each in items]


def told(played: Played, evening: str = "") -> dict[str, list[str]]:
    return {each["title"]: each["lines"] for each in played.told(evening).recap()}


def throw(played: Played, roll: int, *options: str) -> None:
    played.do("s2", "throw", roll=roll, dice=[4, 3])
    for option in options:
        played.do("s2", "decide", roll=roll, option=option)


@pytest.fixture
def worlds() -> Played:
    """An evening with a scene, a roll with help and a thing, its consequence, prose, a clock and a handout."""
    played = Played(game("illuminated-worlds"), {"texts": "optional"})
    gold = {"kind": "ability", "name": "Words of gold", "does": [{"use": "gilds a die"}]}
    played.do("s2", "edit", where="c1", values={"things": [gold]})
    played.do("s1", "begin_evening")
    played.do("s1", "begin_scene", name="The quay", conditions=[{"words": "Rain"}])
    roll = played.do("s2", "declare", character="c1", trait="sway", inputs={"things": ["Words of gold"]})
    played.do("s3", "offer", roll=roll, character="c2", input="helpers", how=LANTERN)
    played.do("s2", "throw", roll=roll, dice=[2, 1, 3])
    played.do("s2", "decide", roll=roll, option="accept")
    lamp = {"way": "complication", "words": "the lamp breaks"}
    played.do("s1", "settle", roll=roll, due=0, answer=[{"way": "body marks", "amount": 2}, lamp])
    played.do("s2", "note", text="It is *dark*.")
    gone = played.do("s3", "declare", character="c2", trait="sway")
    played.do("s3", "withdraw", roll=gone)
    played.do("s1", "make_clock", name="Flood", size=2)
    played.do("s1", "tick", clock=next(iter(played.table.clocks)), by=2)
    played.do("s1", "keep", what="handout", fields={"title": "A letter", "text": "Come."})
    played.do("s1", "hand_out", card=played.sees("s1")["cards"][0]["card"])
    return played


@pytest.fixture
def stars() -> Played:
    """An evening with a vow, a miss that is not paid yet, and a track that is ended."""
    played = Played(game("starforged"))
    played.do("s1", "begin_evening", name="Dust")
    vow = f"u{played.do('s2', 'undertake', kind='vow', name='Find them', rank='dangerous', character='c1')}"
    played.do("s2", "edit", where="c1", values={"health": 3})
    played.do("s2", "edit", where="c1", values={"health": 4, "wounded": True})
    roll = played.do(
        "s2", "declare", character="c1", trait="edge", inputs={"sf_move": "face_danger", "intent": "I run"}
    )
    played.do("s2", "set", roll=roll, inputs={"intent": "I run faster"})
    played.do("s2", "throw", roll=roll, dice=[1, 9, 10])
    played.do("s2", "mark_progress", undertaking=vow)
    ended = played.do("s2", "declare", character="c1", move="progress", undertaking=vow)
    played.do("s2", "throw", roll=ended, dice=[1, 1])
    return played


def test_a_journal_tells_an_evening_in_order(worlds: Played) -> None:
    journal = worlds.told("e1").journal()
    assert lines_of(journal) == [
        "evening: Evening 1",
        "line: Scene: The quay; Rain.",
        "roll: Nyx rolls sway",
        "prose: It is *dark*.",
        "line: A clock begins: Flood (2).",
        "line: Flood rises from 0 to 2 of 2 and is full.",
        "line: Handed out: A letter.",
    ]
    assert journal[2]["lines"] == [
        "Used Words of gold.",
        f"Moth helps: {LANTERN}.",
        "Complication: the lamp breaks.",
        "Moth's cunning falls from 4 to 3.",
        "Nyx's body marks rise from 0 to 2.",
    ]
    assert (journal[2]["tier"], journal[2]["faces"], journal[3]["by"]) == ("failure", [2, 1, 3], "s2")


def test_rolls_are_told_in_the_order_in_which_their_dice_fell(worlds: Played) -> None:
    worlds.do("s1", "end_evening")
    worlds.do("s1", "begin_evening", name="Two")
    first = worlds.do("s2", "declare", character="c1", trait="sway")
    second = worlds.do("s3", "declare", character="c2", trait="sway")
    worlds.do("s1", "set", roll=first, inputs={"intent": "Talk them round"})
    worlds.do("s1", "set", roll=second, inputs={"intent": "Hold them off"})
    worlds.do("s3", "note", text="Moth is quicker.")
    worlds.do("s3", "throw", roll=second, dice=[6, 6])
    throw(worlds, first, "accept")
    journal = worlds.told("e2").journal()
    assert [each["number"] for each in journal if each["what"] == "roll"] == [second, first]
    told_so = ["evening: Evening 2: Two", "prose: Moth is quicker.", "roll: Moth rolls sway", "roll: Nyx rolls sway"]
    assert lines_of(journal) == told_so
    happened = told(worlds, "e2")["What happened"]
    assert [each.partition(":")[0] for each in happened] == ["Moth", "Nyx"]


@pytest.mark.parametrize(("extra", "told_so"), [("bargain", ["Bargain: You leave a trace."]), ("push", [])])
def test_a_bargain_that_comes_true_is_told(extra: str, told_so: list[str]) -> None:
    dark = Played(game("in-the-dark"))
    roll = dark.do("s2", "declare", character="c1", trait="skulk")
    dark.do("s2", "set", roll=roll, inputs={"extra": "bargain"})
    dark.do("s1", "set", roll=roll, inputs={"bargain": "You leave a trace"})
    dark.do("s2", "set", roll=roll, inputs={"extra": extra}) if extra == "push" else None
    dice = len(dark.sees("s2")["rolls"][-1]["dice"])
    dark.do("s2", "throw", roll=roll, dice=[6, *[1] * (dice - 1)])
    assert [line for line in dark.told().journal()[-1]["lines"] if "argain" in line] == told_so
    happened = " ".join(told(dark).get("What happened", []))
    assert ("You leave a trace" in happened) is bool(told_so)


def test_a_journal_as_markdown(worlds: Played) -> None:
    together = journal_markdown("T", worlds.told("e1").journal(), str, alone=False)
    assert together.startswith("# T\n\n## Evening 1\n\n*1700000000*\n\n*Scene: The quay; Rain.*\n\n")
    assert "> Nyx rolls sway: **failure** (2, 1, 3).\n> Used Words of gold.\n> Moth helps" in together
    assert "**s2:** It is *dark*.\n\n*A clock begins: Flood (2).*\n\n" in together
    assert "\n\nIt is *dark*.\n\n" in journal_markdown("T", worlds.told("e1").journal(), str, alone=True)


FELL = "Complication: “the lamp breaks.” Nyx's body marks rise from 0 to 2."


def test_a_recap_tells_what_to_remember(worlds: Played) -> None:
    assert told(worlds, "e1") == {
        "What happened": [
            "Scene: The quay; Rain.",
            f"Nyx rolls sway – failure. Moth helps: {LANTERN}. {FELL}",
        ],
        "Hard luck": ["Nyx rolls sway – failure (12 %)."],
        "What it did to them": ["Nyx: body marks rise from 0 to 2.", "Moth: cunning falls from 4 to 3."],
        "Clocks and undertakings": ["Flood rises from 0 to 2 of 2 and is full."],
        "Used": ["Nyx: Words of gold."],
        "In your own words": ["s2: It is *dark*."],
    }


def test_what_was_given_up_for_a_die_is_told_with_what_it_showed(worlds: Played) -> None:
    roll = worlds.do("s2", "declare", character="c1", trait="sway", inputs={"things": ["Words of gold"]})
    worlds.do("s3", "offer", roll=roll, character="c2", input="helpers", how="I listen.")
    worlds.do("s2", "throw", roll=roll, dice=[6, 3, 2])
    worlds.do("s2", "decide", roll=roll, option="gilded")
    gave_up = "Nyx takes the gilded 2, giving up the full success."
    assert gave_up in worlds.told("e1").journal()[-1]["lines"]
    happened = told(worlds, "e1")["What happened"][-1]
    assert happened == f"Nyx rolls sway – failure. Moth helps: I listen. {gave_up}"


def test_what_is_open_is_told_of_the_last_evening_alone(worlds: Played) -> None:
    worlds.do("s1", "end_evening")
    worlds.do("s1", "begin_evening", name="Two")
    worlds.do("s3", "declare", character="c2", trait="sway")
    assert "Still open" not in told(worlds, "e1")
    assert told(worlds, "e2") == {"Still open": ["A roll of Moth."]}
    assert lines_of(worlds.told("e2").journal()) == ["evening: Evening 2: Two"]


def test_a_thing_that_is_used_twice_is_told_once(worlds: Played) -> None:
    roll = worlds.do("s2", "declare", character="c1", trait="sway")
    worlds.do("s2", "set", roll=roll, inputs={"things": ["Words of gold"]})
    worlds.do("s1", "set", roll=roll, inputs={"intent": "To go on."})
    throw(worlds, roll, "accept", "highest")
    assert told(worlds, "e1")["Used"] == ["Nyx: Words of gold, 2 times."]
    put_back = worlds.do("s2", "declare", character="c1", trait="sway", inputs={"things": ["Words of gold"]})
    worlds.do("s2", "set", roll=put_back, inputs={"things": []})
    throw(worlds, put_back, "accept")
    assert told(worlds, "e1")["Used"] == ["Nyx: Words of gold, 2 times."]


def test_vows_and_what_came_of_them_are_told(stars: Played) -> None:
    journal = stars.told("e1").journal()
    assert lines_of(journal) == [
        "evening: Evening 1: Dust",
        "line: Vow: “Find them” (dangerous).",
        "line: Nyx's health falls from 5 to 4; Nyx is wounded.",
        "roll: Nyx rolls edge, face danger",
        "line: Find them: progress goes from 0 boxes to 2 boxes.",
        "roll: Nyx rolls fulfill your vow, on “Find them”",
    ]
    assert [journal[3]["intent"], journal[3]["lines"], journal[5]["lines"]] == [
        "I run faster",
        ["1 + 2 edge = 3 beats neither of the challenge dice."],
        [
            "2 filled boxes beat both challenge dice, which match.",
            "Nyx's quests rise from 0 boxes to 2 ticks.",
            "The vow “Find them” is fulfilled.",
        ],
    ]
    assert told(stars, "e1") == {
        "What happened": [
            "Nyx: I run faster (edge, face danger) – miss.",
            "Nyx rolls fulfill your vow, on “Find them” – strong hit. The vow “Find them” is fulfilled.",
        ],
        "Great rolls": ["Nyx rolls fulfill your vow, on “Find them” – strong hit (1 %)."],
        "What it did to them": ["Nyx: health falls from 5 to 4, wounded, quests rise from 0 boxes to 2 ticks."],
        "Clocks and undertakings": ["Find them: progress goes from 0 boxes to 2 boxes."],
        "Still open": [
            "Nyx, edge, face danger (miss): what comes of it is still to be said.",
            "Nyx, fulfill your vow, on “Find them” (strong hit): what comes of it is still to be said.",
        ],
    }


def test_a_mark_that_goes_is_told_as_gone(stars: Played) -> None:
    stars.do("s2", "note", text="We rest.")
    stars.do("s2", "edit", where="c1", values={"wounded": False})
    assert stars.told("e1").journal()[-1]["text"] == "Nyx is no longer wounded."


def test_an_oracle_is_no_great_roll_whatever_it_says(stars: Played) -> None:
    before = told(stars, "e1")["Great rolls"]
    asked = stars.do("s2", "declare", character="c1", move="oracle", inputs={"question": "Is it over?"})
    stars.do("s2", "throw", roll=asked, dice=[100])
    assert told(stars, "e1")["Great rolls"] == before
    assert told(stars, "e1")["Asked of fate"][0].startswith("Nyx: Is it over? (")
    certain = {"question": "Is it safe?", "likelihood": "almost_certain"}
    rare = stars.do("s2", "declare", character="c1", move="oracle", inputs=certain)
    stars.do("s2", "throw", roll=rare, dice=[100])
    assert stars.roll(rare).ending is not None
    assert told(stars, "e1")["Great rolls"] == before, "one in ten, and still nobody's deed"


def test_who_only_looks_on_leaves_the_others_alone() -> None:
    played = Played(game("in-the-dark"), with_gm=False)
    for seat in ("s1", "s3"):
        assert not is_alone(played.table)
        played.do(seat, "leave")
    assert is_alone(played.table)


def test_a_contest_is_told_by_names_and_not_by_sides() -> None:
    played = Played(game("wherever-we-go"), {"calls": "optional"})
    roll = played.do("s2", "declare", character="c1", trait="stealth", move="opposed", against="c2")
    played.do("s2", "throw", roll=roll, dice=[1, 1, 6, 6])
    while asks := next(each for each in played.sees("s1")["rolls"] if each["roll"] == roll)["asks"]:
        played.do("s1", "decide", roll=roll, option=asks["options"][0]["option"])
    markdown = journal_markdown("T", played.told("").journal(), str, alone=False)
    assert "Nyx opposes Moth with stealth: **Moth wins**" in markdown
    assert "ttacker" not in markdown
    assert told(played)["What happened"][0].startswith(
        "Nyx opposes Moth with stealth – Moth wins. Nyx has no edges (failure)"
    )
    assert "defender" not in str(told(played))


@pytest.mark.parametrize(
    ("whom", "who"),
    [({"against": "c2"}, "Moth"), ({"defender_name": "Toll guard"}, "Toll guard"), ({}, "The other side")],
)
def test_who_gambles_in_a_contest_is_told_by_their_own_name(whom: dict[str, Any], who: str) -> None:
    played = Played(game("wherever-we-go"), {"calls": "optional"})
    contest = {"character": "c1", "trait": "stealth", "move": "opposed"}
    roll = played.do("s2", "declare", **contest, against=whom.get("against"))
    if "against" not in whom:
        theirs = {"defender_attribute": "d8", "defender_skill": "d8", **whom}
        played.do("s1", "set", roll=roll, inputs=theirs)
    played.do("s2", "throw", roll=roll, dice=[6, 6, 2, 2])
    played.do("s2", "decide", roll=roll, option="keep")
    played.do("s1", "decide", roll=roll, option="gamble")
    played.do("s1", "throw", roll=roll, dice=[6, 6, 3])
    (told_so,) = [each["lines"] for each in played.told("").journal() if each["what"] == "roll"]
    assert f"{who} gambles." in told_so
    assert "Nyx gambles." not in told_so


def test_of_a_roll_of_several_it_is_told_who_they_were_and_whose_dice_decided() -> None:
    played = Played(game("in-the-dark"), {"helpers_say_how": "no"})
    roll = played.do("s2", "declare", character="c1", trait="skulk", move="teamwork", members=["c1"])
    played.do("s3", "offer", roll=roll, character="c2", input="members")
    played.do("s2", "throw", roll=roll, dice=[3, 4, 4, 5])
    (journal,) = [each for each in played.told("").journal() if each["what"] == "roll"]
    assert journal["title"] == "Nyx works as one with skulk, and so does Moth"
    assert journal["lines"][0] == "Moth rolls best: 5."
    short = "Nyx works as one with skulk, and so does Moth – partial success. Moth rolls best: 5."
    assert told(played)["What happened"] == [short]


def test_help_and_moves_are_told_in_the_words_of_the_page() -> None:
    dark = Played(game("in-the-dark"))
    roll = dark.do("s2", "declare", character="c1", trait="skulk", inputs={"intent": "Over the wall"})
    dark.do("s3", "offer", roll=roll, character="c2", input="assist", how="holds the rope")
    dark.do("s2", "throw", roll=roll, dice=[6, 1, 1])
    asked = {"character": "c1", "trait": "skulk", "move": "teamwork", "members": ["c1"]}
    team = dark.do("s2", "declare", **asked, inputs={"intent": "Through the yard"})
    dark.do("s2", "throw", roll=team, dice=[6, 1])
    assert told(dark)["What happened"] == [
        "Nyx: Over the wall (skulk) – full success. Moth assists: holds the rope.",
        "Nyx: Through the yard (skulk, work as one) – full success. Nyx rolls best: 6.",
    ]


def test_what_was_bought_after_the_dice_is_as_rare_as_it_was_and_not_as_what_fell() -> None:
    played = Played(game("starforged"))
    played.do("s2", "edit", where="c1", values={"edge": 3, "momentum": 10})
    roll = played.do("s2", "declare", character="c1", trait="edge", inputs={"adds": [3]})
    played.do("s2", "throw", roll=roll, dice=[1, 8, 9])
    played.do("s2", "decide", roll=roll, option="burn")
    assert played.roll(roll).ending is not None
    assert "Great rolls" not in told(played)
    assert "Nyx burns momentum." in told(played)["What happened"][0]  # what made it so is worth remembering


def test_what_was_bought_is_no_luck() -> None:
    played = Played(game("starforged"))
    played.do("s2", "edit", where="c1", values={"edge": 0, "momentum": 10})
    roll = played.do("s2", "declare", character="c1", trait="edge")
    played.do("s2", "throw", roll=roll, dice=[1, 8, 9])
    played.do("s2", "decide", roll=roll, option="burn")
    assert "strong hit" in told(played)["What happened"][0]
    assert "Great rolls" not in told(played)


def test_what_was_paid_is_told_in_sentences() -> None:
    played = Played(game("starforged"))
    roll = played.do("s2", "declare", character="c1", trait="edge", inputs={"sf_move": "undertake_an_expedition"})
    played.do("s2", "throw", roll=roll, dice=[4, 2, 9])
    cost = [{"way": "endure stress", "amount": 1}, {"way": "sacrifice resources", "amount": 1}]
    ending = played.roll(roll).ending
    assert ending is not None
    due = [each.kind for each in ending.dues].index("cost")
    played.do("s2", "settle", roll=roll, due=due, answer=cost)
    (journal,) = [each for each in played.told("").journal() if each["what"] == "roll"]
    assert {"Nyx endures stress.", "Nyx sacrifices resources."} <= {*journal["lines"]}


@pytest.mark.parametrize("evenings", [0, 1])
def test_a_roll_that_was_opened_before_an_evening_and_fell_in_it_is_told_there(evenings: int) -> None:
    played = Played(game("in-the-dark"))
    for _ in range(evenings):
        played.do("s1", "begin_evening")
        played.do("s1", "end_evening")
    roll = played.do("s2", "declare", character="c1", trait="skulk", inputs={"intent": "Over the roof."})
    played.do("s1", "begin_evening")
    played.do("s2", "throw", roll=roll, dice=[6, 2])
    *_, evening = played.table.campaign.evenings
    told = played.told(evening).journal()
    assert any("Over the roof." in str(each) for each in told)


def test_who_stands_in_their_own_words_is_not_named_before_them() -> None:
    roll = Telling(1, 0, None, "Nyx", "action", "skulk", "rolls skulk", "", intent="Nyx slips by.", tier="failure")
    assert roll.in_short == "Nyx slips by (skulk) – failure"
    roll.intent = "Slips by."
    assert roll.in_short == "Nyx: Slips by (skulk) – failure"


def test_what_is_settled_after_an_evening_is_told_in_it_and_not_in_the_next() -> None:
    played = Played(game("in-the-dark"))
    played.do("s1", "begin_evening")
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    late = played.do("s3", "declare", character="c2", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[2, 1])
    played.do("s1", "end_evening")
    axe = [{"way": "minor harm", "words": "The axe bites."}]
    played.do("s1", "name_due", roll=roll, answer=axe)
    played.do("s1", "begin_evening")
    played.do("s2", "settle", roll=roll)
    played.do("s3", "throw", roll=late, dice=[6, 1])
    hurt = "Nyx: minor harm rises from 0 to 1."
    fell = "Nyx's minor harm rises from 0 to 1."
    assert told(played, "e1")["What happened"] == [f"Nyx rolls skulk – failure. Minor harm: “The axe bites.” {fell}"]
    assert told(played, "e1")["What it did to them"] == [hurt]
    assert "What it did to them" not in told(played, "e2")
    assert "Since the evening before" not in told(played, "e2")
    assert lines_of(played.told("e1").journal()) == ["evening: Evening 1", "roll: Nyx rolls skulk"]


def test_what_is_settled_two_evenings_later_is_told_when_it_happened() -> None:
    played = Played(game("in-the-dark"))
    played.do("s1", "begin_evening")
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[2, 1])
    for _ in range(2):
        played.do("s1", "end_evening")
        played.do("s1", "begin_evening")
    played.do("s1", "name_due", roll=roll, answer=[{"way": "minor harm"}])
    played.do("s2", "settle", roll=roll)
    assert "What it did to them" not in told(played, "e1") | told(played, "e2")
    assert told(played, "e3")["What it did to them"] == ["Nyx: minor harm rises from 0 to 1."]


LEFT = "Moderate, not severe. Nyx's moderate harm rises from 0 to 1."


@pytest.mark.parametrize(
    ("option", "brought", "what", "answer"),
    [
        ("resist", "moderate, not severe", "Severe harm: “The axe bites deep.” Resisted by Nyx.", f"resisted. {LEFT}"),
        ("decline", "", "Severe harm: “The axe bites deep.”", "not resisted."),
    ],
)
def test_of_what_was_resisted_is_told_what_really_fell(option: str, brought: str, what: str, answer: str) -> None:
    played = Played(game("in-the-dark"))
    played.do("s1", "begin_evening")
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[2, 1])
    played.do("s1", "name_due", roll=roll, answer=[{"way": "severe harm", "words": "The axe bites deep."}])
    resistance = played.do("s2", "declare", character="c1", move="resistance", trait="prowess")
    played.do("s2", "throw", roll=resistance, dice=[5, 4, 1])
    played.do("s2", "decide", roll=resistance, option=option)
    if brought:
        played.do("s1", "settle", roll=resistance, answer=[{"way": brought}])
    happened = [f"Nyx rolls skulk – failure. {what}", f"Nyx resists with prowess – {answer}"]
    assert told(played, "e1")["What happened"] == happened


def test_what_was_resisted_in_vain_and_taken_back_is_told_once() -> None:
    played = Played(game("in-the-dark"), {"helpers_say_how": "no"})
    played.do("s1", "begin_evening")
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[1, 2])
    blade = [{"way": "severe harm", "who": "c1", "words": "A blade from behind."}]
    played.do("s1", "name_due", roll=roll, due=0, answer=blade)
    resists = played.do("s2", "declare", character="c1", move="resistance", trait="prowess")
    played.do("s2", "throw", roll=resists, dice=[4, 3, 1])
    played.do("s2", "decide", roll=resists, option="resist")
    played.do("s1", "settle", roll=resists, due=0, answer=[{"way": "moderate, not severe", "who": "c1"}])
    played.do("s1", "undo", entry=resists)
    played.do("s2", "settle", roll=roll, due=0)
    told_again = [line for line in told(played)["What happened"] if "A blade" in line]
    assert len(told_again) == 1
    assert told_again[0].count("A blade from behind.") == 1
    assert played.sees("s1")["characters"][0]["values"]["severe_harm"]
