"""A journal and a recap line by line: which words stand for what, and where each of them ends."""

from __future__ import annotations

from typing import Any

import pytest

from actionroll.games import game
from actionroll.table import entries
from actionroll.table.arcs import span
from actionroll.table.campaign import journal_markdown, moved_told, number_told, recap_markdown
from actionroll.table.chronicle import Chronicle
from actionroll.table.log import Line
from tests.table_in_memory import Played, view


def told(played: Played, evening: str = "") -> dict[str, list[str]]:
    return {each["title"]: each["lines"] for each in played.told(evening).recap()}


def texts(played: Played, evening: str = "") -> list[str]:
    return [each["text"] for each in played.told(evening).journal() if "text" in each]


def crept(played: Played, *dice: int, **inputs: Any) -> int:
    asked = {"character": "c1", "trait": "skulk", "inputs": inputs}
    return played.do("s2", "roll_at_once", **asked, dice=list(dice))


@pytest.fixture
def dark() -> Played:
    return Played(game("in-the-dark"))


def test_what_a_player_wrote_is_told_where_the_gm_only_named_the_action() -> None:
    played = Played(game("illuminated-worlds"), {})
    roll = played.do("s2", "declare", character="c1", trait="sway")
    played.do("s1", "set", roll=roll, inputs={"intent": "Sway", "stakes": "Seen.", "expectations": "In, or known."})
    for words in ("I flat", "I flatter the clerk."):
        played.do("s2", "set", roll=roll, inputs={"approach": words})
        played.do("s1", "set", roll=roll, inputs={"intent": "Sway", "stakes": "Seen.", "expectations": "In, or known."})
    played.do("s2", "throw", roll=roll, dice=[3, 6])
    journal = played.told("").journal()
    assert [each["intent"] for each in journal if each["what"] == "roll"] == ["I flatter the clerk."]


def test_an_evening_is_told_from_where_the_one_before_ended(dark: Played) -> None:
    dark.do("s2", "note", text="Before.")
    dark.do("s1", "begin_evening")
    ended = dark.do("s1", "end_evening")
    dark.do("s2", "note", text="Between.")
    dark.do("s1", "begin_evening")
    dark.do("s2", "note", text="Within.")
    evenings = dark.table.campaign.evenings
    assert span(dark.table, None) == (1, dark.table.number)
    assert span(dark.table, evenings["e1"]) == (1, dark.table.number)  # a roll may have been opened before it began
    assert texts(dark, "e1") == ["Evening 1"]
    assert span(dark.table, evenings["e2"]) == (ended + 1, dark.table.number)
    assert told(dark, "e2")["In your own words"] == ["s2: Within."]
    assert texts(dark, "e2") == ["Evening 2", "Within."]


def test_changes_are_told_by_what_they_are(dark: Played) -> None:
    dark.do("s1", "begin_evening")
    for values in ({"stress": 3}, {"severe_harm": True}):
        dark.do("s2", "edit", where="c1", values=values)
        dark.do("s2", "note", text="…")
    dark.do("s2", "edit", where="c1", values={"severe_harm": False})
    dark.do("s2", "rename_character", character="c1", name="Night")
    dark.do("s1", "edit", where="table", values={"crew_level": 2})
    dark.do("s1", "name_evening", evening="e1", name="Rain")
    dark.do("s2", "edit", where="c1", values={"things": [{"kind": "gear", "name": "Rope"}]})
    assert [each for each in texts(dark) if each != "…"] == [
        "Nyx enters the story.",
        "Moth enters the story.",
        "Evening 1: Rain",
        "Night's stress rises from 0 to 3.",
        "Night has severe harm.",
        "Night no longer has severe harm.",
        "Nyx is called Night.",
        "Crew level rises from 0 to 2.",
    ]
    assert told(dark)["What it did to them"] == [
        "Night: stress rises from 0 to 3, Nyx is called Night.",
        "The party: crew level rises from 0 to 2.",
    ]


def test_a_mark_is_told_among_numbers_without_a_verb_of_its_own(dark: Played) -> None:
    dark.do("s2", "edit", where="c1", values={"stress": 1, "worse_position": True})
    dark.do("s3", "edit", where="c2", values={"worse_position": True})
    assert told(dark)["What it did to them"] == [
        "Nyx: stress rises from 0 to 1, in a worse position.",
        "Moth is in a worse position.",
    ]


def test_dice_and_what_sinks_below_nothing_are_told_as_they_stand() -> None:
    played = Played(game("wherever-we-go"))
    played.do("s2", "edit", where="c1", values={"stealth": "d10"})
    assert texts(played)[-1] == "Nyx's stealth is now d10."
    stars = Played(game("starforged"))
    stars.do("s2", "edit", where="c1", values={"momentum": -2})
    assert texts(stars)[-1] == "Nyx's momentum falls from 2 to −2."
    assert [number_told(value) for value in (None, 0, -1, "d8")] == ["none", "0", "−1", "d8"]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (0, 3, "rises from 0 to 3"),
        (3, -1, "falls from 3 to −1"),
        (None, 3, "is now 3"),
        (3, None, "is now none"),
        ("d6", "d8", "is now d8"),
    ],
)
def test_only_between_two_numbers_something_rises_or_falls(before: Any, after: Any, words: str) -> None:
    assert moved_told("grit", before, after) == words


def test_a_die_that_was_picked_is_told_as_one() -> None:
    played = Played(game("illuminated-worlds"), {"texts": "optional"})
    played.do("s2", "edit", where="c1", values={"sway": 2, "sway_gilded": True})
    roll = played.do("s2", "roll_at_once", character="c1", trait="sway", dice=[3, 2])
    for option in ("accept", "gilded"):
        played.do("s2", "decide", roll=roll, option=option)
    assert played.told().journal()[-1]["lines"] == ["Nyx takes the gilded 2."]


@pytest.mark.parametrize(("option", "luck"), [("highest", True), ("gilded", False)])
def test_a_failure_that_was_chosen_is_no_hard_luck(option: str, luck: bool) -> None:
    played = Played(game("illuminated-worlds"), {"texts": "optional"})
    played.do("s2", "edit", where="c1", values={"sway": 3, "sway_gilded": True})
    faces = [3, 2, 1] if luck else [5, 3, 1]
    roll = played.do("s2", "roll_at_once", character="c1", trait="sway", dice=faces)
    for chosen in ("accept", option):
        played.do("s2", "decide", roll=roll, option=chosen)
    assert ("Hard luck" in told(played)) is luck


def test_what_is_as_likely_as_one_in_four_is_no_great_roll(dark: Played) -> None:
    crept(dark, 1, 2)
    assert not {"Great rolls", "Hard luck"} & set(told(dark)), "two dice fail one time in four"
    dark.do("s2", "edit", where="c1", values={"skulk": 3})
    crept(dark, 1, 2, 3)
    assert told(dark)["Hard luck"] == ["Nyx rolls skulk – failure (12 %)."]
    assert "Great rolls" not in told(dark), "what failed is never great, however rare"


def test_what_went_well_is_no_hard_luck_however_many_outcomes_there_are() -> None:
    played = Played(game("true-world"))
    roll = played.do("s2", "declare", character="c1", trait="blades")
    played.do("s1", "set", roll=roll, inputs={"difficulty": "d12", "position": "disadvantage"})
    played.do("s2", "throw", roll=roll, dice=[8, 1, 1])
    assert [title for title in told(played) if title in ("Great rolls", "Hard luck")] == ["Great rolls"]


def test_the_rarest_twelve_are_told_in_their_order(dark: Played) -> None:
    for _ in range(7):
        crept(dark, 6, 6)
    dark.do("s2", "edit", where="c1", values={"skulk": 3})
    for _ in range(6):
        crept(dark, 6, 6, 1)
    crept(dark, 1, 1, 1)
    assert told(dark)["Great rolls"] == [
        *["Nyx rolls skulk – critical success (3 %)."] * 7,
        *["Nyx rolls skulk – critical success (7 %)."] * 5,
    ]
    assert told(dark)["Hard luck"] == ["Nyx rolls skulk – failure (12 %)."]


def test_the_last_forty_notes_and_questions_are_told() -> None:
    stars = Played(game("starforged"))
    for place in range(41):
        stars.do("s2", "note", text=f"Note {place}")
        asked = {"character": "c1", "move": "oracle", "inputs": {"question": f"Is it {place}?"}}
        stars.do("s2", "roll_at_once", **asked, dice=[7])
    recap = told(stars)
    assert [len(recap[title]) for title in ("In your own words", "Asked of fate")] == [40, 40]
    assert (recap["In your own words"][0], recap["In your own words"][-1]) == ("s2: Note 1", "s2: Note 40")
    assert recap["Asked of fate"][-1] == "Nyx: Is it 40? (oracle) – yes."


def test_a_choice_is_told_by_its_deed() -> None:
    played = Played(game("wherever-we-go"), {"calls": "optional", "bane_targets": "player"})
    played.do("s2", "edit", where="c1", values={"stress": 1})
    roll = played.do("s2", "declare", character="c1", trait="stealth", decide={"push": "push"})
    played.do("s2", "throw", roll=roll, dice=[1, 1, 1])
    played.do("s2", "decide", roll=roll, option="gamble")
    played.do("s2", "throw", roll=roll, dice=[2, 2, 1])
    (told_roll,) = [each for each in played.told().journal() if each["what"] == "roll"]
    assert told_roll["lines"][0] == "Nyx gambles."
    kept = played.do("s3", "declare", character="c2", trait="stealth")
    played.do("s3", "throw", roll=kept, dice=[1, 1])
    played.do("s3", "decide", roll=kept, option="keep")
    *_, told_roll = played.told().journal()
    assert told_roll["lines"] == [], "who lets it stand has done nothing"


def test_what_is_open_is_told_until_it_is_not(dark: Played) -> None:
    dark.do("s1", "make_clock", name="Tide", size=2)
    clock = next(iter(dark.table.clocks))
    miss = crept(dark, 1, 2)
    opened = dark.do("s3", "declare", character="c2", trait="skulk")
    assert told(dark)["Still open"] == [
        "A roll of Moth.",
        "Nyx, skulk (failure): what comes of it is still to be said.",
        "Tide: 0 of 2.",
    ]
    dark.do("s3", "withdraw", roll=opened)
    dark.do("s1", "tick", clock=clock, by=2)
    dark.do("s1", "undo", entry=miss)
    assert "Still open" not in told(dark)
    dark.do("s1", "remove_clock", clock=clock)
    assert "A clock begins: Tide (2)." in texts(dark)


def test_a_due_of_an_evening_before_is_still_told(dark: Played) -> None:
    dark.do("s1", "begin_evening")
    crept(dark, 1, 2)
    dark.do("s1", "end_evening")
    dark.do("s1", "begin_evening")
    assert told(dark, "e2") == {"Still open": ["Nyx, an earlier roll: what comes of it is still to be said."]}


def test_a_clock_that_is_full_tells_what_it_brings(dark: Played) -> None:
    dark.do("s1", "make_clock", name="Tide", size=2, full="The quay is under water")
    clock = next(iter(dark.table.clocks))
    dark.do("s2", "tick", clock=clock, by=2)
    full = "Tide is full: The quay is under water."
    assert texts(dark)[-1] == full
    assert told(dark)["Clocks and undertakings"] == ["Tide rises from 0 to 2 of 2 and is full.", full]


@pytest.mark.parametrize(
    ("intent", "head"),
    [("", " rolls skulk"), ("Over the wall", ": Over the wall (skulk)"), ("Go on. ", ": Go on (skulk)")],
)
def test_a_great_roll_says_what_was_done(dark: Played, intent: str, head: str) -> None:
    crept(dark, 6, 6, **({"intent": intent} if intent else {}))
    assert told(dark)["Great rolls"] == [f"Nyx{head} – critical success (3 %)."]


def test_what_is_told_ends_as_a_sentence(dark: Played) -> None:
    for name, line in (("The quay", "Scene: The quay."), ("Who goes?", "Scene: Who goes?"), ("Hush…", "Scene: Hush…")):
        dark.do("s1", "begin_scene", name=name)
        assert texts(dark)[-1] == line


def test_help_and_words_are_told_with_the_roll(dark: Played) -> None:
    roll = dark.do("s2", "declare", character="c1", trait="skulk", inputs={"intent": "Over the wall"})
    dark.do("s3", "offer", roll=roll, character="c2", how="I hold the rope")
    dark.do("s2", "throw", roll=roll, dice=[1, 2, 3])
    dark.do("s1", "name_due", roll=roll, answer=[{"way": "complication", "words": "a dog barks"}])
    dark.do("s2", "settle", roll=roll)
    (told_roll,) = [each for each in dark.told().journal() if each["what"] == "roll"]
    assert told_roll["title"] == "Nyx rolls skulk"
    assert told_roll["lines"] == [
        "Moth assists: I hold the rope.",
        "Complication: a dog barks.",
        "Moth's stress rises from 0 to 1.",
    ]
    markdown = journal_markdown("T", [told_roll], str, alone=False)
    assert markdown == (
        "# T\n\n> Over the wall.\n> Nyx rolls skulk: **failure** (1, 2, 3).\n> Moth assists: I hold the rope.\n"
        "> Complication: a dog barks.\n> Moth's stress rises from 0 to 1.\n"
    )


def test_what_was_chosen_without_words_is_told_in_the_recap_too(dark: Played) -> None:
    roll = dark.do("s2", "declare", character="c1", trait="skulk", inputs={"intent": "Over the wall"})
    dark.do("s2", "throw", roll=roll, dice=[1, 4])
    dark.do("s1", "name_due", roll=roll, answer=[{"way": "complication"}])
    dark.do("s2", "settle", roll=roll)
    assert told(dark)["What happened"][-1].endswith("Complication.")


def test_what_was_chosen_is_told_in_the_recap_beside_the_words_for_it() -> None:
    """That it was accomplished anyway was in the journal alone: the recap told a failure and its words."""
    played = Played(game("illuminated-worlds"), {"texts": "optional"})
    played.do("s2", "edit", where="c1", values={"focus": 2, "intuition_max": 2})
    roll = played.do("s2", "declare", character="c1", trait="focus")
    played.do("s2", "throw", roll=roll, dice=[3, 1])
    played.do("s1", "settle", roll=roll, answer=[{"way": "accomplished anyway", "words": "The lights go out."}])
    assert told(played)["What happened"] == ["Nyx rolls focus – failure. Accomplished anyway: “The lights go out.”"]


def test_a_recap_names_on_whom_else_it_fell() -> None:
    played = Played(game("wherever-we-go"), {"calls": "optional"})
    roll = played.do("s2", "declare", character="c1", trait="stealth")
    played.do("s2", "throw", roll=roll, dice=[1, 1])
    played.do("s2", "decide", roll=roll, option="keep")
    way = {"way": "worse situation", "amount": 1}
    played.do("s1", "settle", roll=roll, answer=[{**way, "who": "c1"}, {**way, "who": "c2"}])
    (line,) = told(played)["What happened"]
    assert "Worse situation. Worse situation for Moth." in line


def test_a_recap_tells_what_fell_beside_the_words_for_it() -> None:
    stars = Played(game("starforged"))
    roll = stars.do("s2", "declare", character="c1", trait="iron", inputs={"intent": "Past the drones"})
    stars.do("s2", "throw", roll=roll, dice=[1, 9, 10])
    stars.do("s1", "settle", roll=roll, answer=[{"way": "endure harm", "amount": 2, "words": "A saw bites his arm"}])
    fell = "Nyx endures harm: “A saw bites his arm.” Nyx's health falls from 5 to 3."
    assert told(stars)["What happened"] == [f"Nyx: Past the drones (iron) – miss. {fell}"]


def test_a_recap_tells_what_was_burned_what_was_agreed_and_what_fell_without_words() -> None:
    played = Played(game("illuminated-worlds"), {"texts": "optional"})
    asked = {"character": "c1", "trait": "sway", "inputs": {"approach": "I flatter the clerk", "lowers": True}}
    roll = played.do("s2", "declare", **asked)
    played.do("s1", "set", roll=roll, inputs={"stakes_level": "low"})
    played.do("s2", "throw", roll=roll, dice=[3, 2])
    played.do("s2", "decide", roll=roll, option="resist")
    played.do("s2", "throw", roll=roll, dice=[1, 2])
    played.do("s1", "settle", roll=roll, answer=[{"way": "body marks", "amount": 1}])
    agreed, burned = "Low stakes, as was asked for.", "Nyx burns a resistance."
    came = f"{agreed} {burned} Nyx's body marks rise from 0 to 1."
    assert told(played)["What happened"] == [f"Nyx: I flatter the clerk (sway) – failure. {came}"]
    (journal,) = [each for each in played.told().journal() if each["what"] == "roll"]
    assert journal["lines"][:2] == [agreed, burned]


def test_a_journal_tells_which_die_was_thrown_against_which() -> None:
    played = Played(game("starforged"))
    roll = played.do("s2", "declare", character="c1", trait="iron", inputs={"intent": "Up the mast"})
    played.do("s2", "throw", roll=roll, dice=[5, 7, 3])
    (journal,) = [each for each in played.told().journal() if each["what"] == "roll"]
    assert journal["lines"] == ["5 + 3 iron = 8 beats both challenge dice."]
    assert told(played)["What happened"] == ["Nyx: Up the mast (iron) – strong hit."]


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_help_that_was_denied_in_a_contest_is_told_as_tried(side: str) -> None:
    played = Played(game("wherever-we-go"), {"calls": "optional", "helpers_say_how": "no"})
    for name in ("Tam", "Ida"):
        played.do(played.sit(name), "make", name=name)
    against = {"move": "opposed", "against": "c2", "inputs": {"intent": "Past them"}}
    roll = played.do("s2", "declare", character="c1", trait="stealth", **against)
    played.do("s5", "offer", roll=roll, character="c4", input="defender_helpers")
    played.do("s4", "offer", roll=roll, character="c3", input="attacker_helpers")
    played.do("s1", "set", roll=roll, inputs={f"{side}_help_allowed": False})
    played.do("s2", "throw", roll=roll, dice=[1, 1, 1, 1])
    for seat in ("s2", "s3"):
        if played.roll(roll).status == "waiting":
            played.do(seat, "decide", roll=roll, option="keep")
    (journal,) = [each for each in played.told().journal() if each["what"] == "roll"]
    tam, ida = ("tries in vain to help" if each == side else "helps" for each in ("attacker", "defender"))
    assert {f"Tam {tam}.", f"Ida {ida}."} <= {*journal["lines"]}


def test_a_recap_as_markdown_has_its_day_under_its_title() -> None:
    sections = [{"title": "Used", "lines": ["Nyx: Rope.", "Moth: Lamp."]}]
    assert recap_markdown("T", "a Tuesday", sections) == "# T\n\na Tuesday\n\n## Used\n\n- Nyx: Rope.\n- Moth: Lamp.\n"
    assert recap_markdown("T", "a Tuesday", []) == "# T\n\na Tuesday\n\nNothing to retell yet.\n"


def test_a_stranger_who_rolls_is_told_by_name(dark: Played) -> None:
    dark.do("s1", "roll_at_once", npc="Ottla", move="fortune", inputs={"dice": 1}, dice=[6])
    (told_roll,) = [each for each in dark.told().journal() if each["what"] == "roll"]
    assert told_roll["title"] == "Ottla leaves it to fortune"
    assert isinstance(dark.told(), Chronicle)


def test_ready_words_are_not_retold_as_if_someone_had_written_them(dark: Played) -> None:
    dark.do("s2", "roll_at_once", character="c1", trait="skulk", dice=[4, 2])
    assert "shadows" not in str(dark.told().journal()) + str(dark.told().recap())
    said = {"intent": "Over the roofs."}
    dark.do("s2", "roll_at_once", character="c1", trait="skulk", inputs=said, dice=[4, 2])
    assert "Over the roofs" in str(dark.told().recap())


def test_a_roll_is_told_with_its_stakes_and_each_throw_apart() -> None:
    played = Played(game("wherever-we-go"), {"calls": "optional"})
    roll = played.do("s2", "declare", character="c1", trait="stealth")
    played.do("s1", "set", roll=roll, inputs={"stakes": "Someone sees you"})
    played.do("s2", "throw", roll=roll, dice=[1, 5])
    played.do("s2", "decide", roll=roll, option="gamble")
    played.do("s2", "throw", roll=roll, dice=[2, 3, 4])
    (told,) = [each for each in played.told().journal() if each["what"] == "roll"]
    assert told["throws"] == [[1, 5], [2, 3, 4]]
    assert told["lines"][0] == "At stake: Someone sees you."
    assert "(1, 5; then 2, 3, 4)" in journal_markdown("T", [told], str, alone=True)


def test_what_is_done_and_not_rolled_is_told_so(dark: Played) -> None:
    dark.do("s2", "edit", where="c1", values={"stress": 3})
    dark.do("s2", "roll_at_once", character="c1", move="downtime")
    told = dark.told().journal()[-1]
    assert (told["title"], told["tier"], told["throws"]) == ("Nyx relaxes", "", [])
    assert journal_markdown("T", [told], str, alone=True).splitlines()[2] == "> Nyx relaxes."


def test_what_holds_for_all_is_told_of_the_party(dark: Played) -> None:
    before = dark.table.value("table", "off_job")
    dark.do("s1", "edit", where="table", values={"off_job": not before})
    told_so = f"The party is {'no longer ' if before else ''}off the job."
    assert texts(dark)[-1] == told_so
    assert told(dark)["What it did to them"] == [told_so]


def test_a_secret_roll_that_was_revealed_is_told(dark: Played) -> None:
    line = Line(
        900, 0, entries.Revealed(by="s1", secret="x", entry={"note": "Is the door watched?", "tier": "failure"})
    )
    told = Chronicle(dark.table, [line]).journal()
    assert [each["text"] for each in told] == ["A secret roll is revealed: Is the door watched? Failure."]


def test_a_vow_that_was_fulfilled_is_told_as_done_one_that_failed_as_given_up_and_neither_is_open() -> None:
    stars = Played(game("starforged"))
    for name, faces in (("Find the beacon", [1, 2]), ("Bury the captain", [10, 9])):
        stars.do("s2", "undertake", kind="vow", name=name, rank="troublesome", character="c1")
        vow = list(stars.table.undertakings)[-1]
        stars.do("s2", "mark_progress", undertaking=vow, times=2)
        stars.do("s2", "roll_at_once", character="c1", move="progress", undertaking=vow, dice=faces)
    done = "The vow “Find the beacon” is fulfilled."
    lost = "Bury the captain is given up."
    assert [each["lines"][-1:] for each in stars.told().journal() if each["what"] == "roll"] == [[done], [lost]]
    assert told(stars)["What happened"] == [
        f"Nyx rolls fulfill your vow, on “Find the beacon” – strong hit. {done}",
        "Nyx rolls fulfill your vow, on “Bury the captain” – miss.",
    ]
    assert "Vow “Bury the captain” (troublesome)." not in told(stars)["Still open"]
    assert "beacon" not in str(told(stars)["Still open"])
    stars.do("s2", "change_undertaking", undertaking=next(iter(stars.table.undertakings)), ended=True)
    assert "Find the beacon is" not in str(texts(stars)), "what was fulfilled is put away without a word"


def test_a_fight_that_a_roll_lost_is_told_as_lost_and_one_that_was_left_as_given_up() -> None:
    stars = Played(game("starforged"))
    for name in ("Raiders on the deck", "The drone"):
        stars.do("s2", "undertake", kind="fight", name=name, rank="dangerous", character="c1")
    raiders, drone = stars.table.undertakings
    stars.do("s2", "roll_at_once", character="c1", move="progress", undertaking=raiders, dice=[10, 9])
    stars.do("s2", "change_undertaking", undertaking=drone, ended=True)
    lost, left = "The fight “Raiders on the deck” is lost.", "The drone is given up."
    compared = "0 filled boxes beat neither of the challenge dice."
    assert [stars.told().journal()[-2]["lines"], texts(stars)[-1]] == [[compared, lost], left]
    assert told(stars)["Clocks and undertakings"] == [lost, left]
    assert told(stars)["What happened"] == ["Nyx rolls take decisive action, on “Raiders on the deck” – miss."]


def test_rounds_begin_and_end_and_are_not_told_as_tracks() -> None:
    played = Played(game("true-world"))
    played.do("s1", "begin_round")
    played.do("s2", "intend", character="c1", intention="I run.")
    played.do("s1", "begin_actions", unsaid="They wait.")
    roll = played.do("s2", "declare", character="c1", trait="blades")
    played.do("s1", "set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    played.do("s2", "throw", roll=roll, dice=[5, 1])
    played.do("s1", "begin_round")
    played.do("s1", "end_rounds")
    assert texts(played)[-3:] == ["Round 1 begins.", "Round 2 begins.", "The rounds are over."]
    written = str(played.told().journal()) + str(told(played))
    assert not [words for words in ("acted", "action phase", "Round rises", "Round falls") if words in written]


def test_what_was_said_aloud_is_not_quoted(dark: Played) -> None:
    miss = crept(dark, 1, 2)
    dark.do("s1", "name_due", roll=miss, answer=[{"way": "complication", "words": False}])
    dark.do("s2", "settle", roll=miss)
    assert "aloud" not in str(dark.told().journal()) + str(told(dark))


def test_what_needed_no_dice_was_not_rolled() -> None:
    played = Played(game("true-world"))
    roll = played.do("s2", "declare", character="c1", trait="blades", inputs={"intent": "I cut the rope."})
    played.do("s1", "set", roll=roll, inputs={"risk": "none"})
    played.do("s2", "throw", roll=roll)
    (told_roll,) = [each for each in played.told().journal() if each["what"] == "roll"]
    assert told_roll["title"] == "Nyx needs no roll for blades"


def test_a_roll_without_own_words_is_told_in_short_and_gives_way_where_there_are_many(dark: Played) -> None:
    crept(dark, 6, 1)
    dark.do("s2", "edit", where="c1", values={"stress": 2})
    dark.do("s2", "roll_at_once", character="c1", move="downtime")
    assert told(dark)["What happened"] == ["Nyx rolls skulk – full success.", "Nyx relaxes."]
    for number in range(39):
        crept(dark, 6, 1, intent=f"I creep past guard {number}")
    happened = told(dark)["What happened"]
    assert [len(happened), *happened[:2]] == [
        40,
        "Nyx relaxes.",
        "Nyx: I creep past guard 0 (skulk) – full success.",
    ]


def test_what_was_done_between_scenes_is_told_with_what_it_was(dark: Played) -> None:
    dark.do("s2", "edit", where="c1", values={"severe_harm": True})
    dark.do("s2", "tend", character="c1", what="Severe harm is treated")
    assert texts(dark)[-1] == "Severe harm is treated: Nyx no longer has severe harm."


def test_help_that_did_not_come_is_not_told_as_help() -> None:
    played = Played(game("true-world"))
    played.do("s1", "make", name="Lark")
    roll = played.do("s2", "declare", character="c1", trait="climbing")
    played.do("s1", "set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    played.do("s3", "offer", roll=roll, character="c2", trait="climbing", how="I hold the rope")
    played.do("s1", "offer", roll=roll, character="c3", trait="climbing")
    played.do("s3", "throw", roll=roll, dice=[1, 4])
    played.do("s1", "throw", roll=roll, dice=[4, 1])
    played.do("s2", "throw", roll=roll, dice=[2, 1, 3])
    (told_roll,) = [each for each in played.told().journal() if each["what"] == "roll"]
    assert told_roll["lines"][:2] == ["Moth tries in vain to help: I hold the rope.", "Lark helps."]
    assert "Moth helps" not in told(played)["What happened"][-1]


def test_help_that_the_gm_denied_is_not_told_as_help() -> None:
    played = Played(game("wherever-we-go"), rulings={"calls": "optional", "helpers_say_how": "no"})
    roll = played.do("s2", "declare", character="c1", trait="stealth")
    played.do("s3", "offer", roll=roll, character="c2", how="I hold the rope")
    played.do("s1", "set", roll=roll, inputs={"help_allowed": False})
    played.do("s2", "throw", roll=roll, dice=[1, 1])
    played.do("s2", "decide", roll=roll, option="keep")
    (told_roll,) = [each for each in played.told().journal() if each["what"] == "roll"]
    assert told_roll["lines"][0] == "Moth tries in vain to help: I hold the rope."
    assert "Moth helps" not in told(played)["What happened"][-1]


def test_what_a_roll_brought_is_told_in_the_recap_though_nobody_wrote_a_word() -> None:
    played = Played(game("illuminated-worlds"), {"texts": "optional"})
    played.do("s1", "begin_evening")
    played.do("s2", "edit", where="c1", values={"sway": 2, "cunning_max": 2})
    for answer in (
        [{"way": "brain marks", "amount": 1}],
        [{"way": "complication"}, {"way": "brain marks", "amount": 1, "words": "Whispers"}],
    ):
        roll = played.do("s2", "roll_at_once", character="c1", trait="sway", dice=[1, 2])
        played.do("s1", "settle", roll=roll, due=0, answer=answer)
    first, second = told(played)["What happened"]
    assert first == "Nyx rolls sway – failure. Nyx's brain marks rise from 0 to 1."
    assert (
        second == "Nyx rolls sway – failure. Brain marks: “Whispers.” Complication. Nyx's brain marks rise from 1 to 2."
    )


def test_what_is_only_still_to_be_chosen_is_told_by_its_choice() -> None:
    played = Played(game("illuminated-worlds"))
    for owed in (True, False):
        played.do("s2", "edit", where="c1", values={"scar_owed": owed})
        assert "scar owed" not in str(played.told().journal())


def test_what_was_said_second_of_a_roll_is_told_with_its_kind(dark: Played) -> None:
    """Two quotations side by side told nobody which was the gift and which the scar."""
    dark.do("s1", "edit", where="c1", values={"stress": 7})
    roll = dark.do("s2", "declare", character="c1", trait="skulk", inputs={"extra": "push"})
    dark.do("s2", "throw", roll=roll, dice=[6, 6, 1])
    for due in view(dark, roll)["open_dues"]:
        words = {"benefit": "It takes no time at all.", "trauma": "You never sleep in the dark."}[due["kind"]]
        dark.do("s1", "settle", roll=roll, due=due["due"], answer=[{"way": due["ways"][0]["name"], "words": words}])
    [line] = told(dark)["What happened"]
    assert "Benefit: “It takes no time at all.” Trauma: “You never sleep in the dark.”" in line


def test_a_chance_that_a_later_throw_changed_is_said_to_be_of_that_throw() -> None:
    played = Played(game("wherever-we-go"), {"calls": "optional", "describing": "optional"})
    played.do("s2", "edit", where="c1", values={"stealth": "d8", "dexterity": "d8"})
    roll = played.do("s2", "declare", character="c1", trait="stealth")
    played.do("s2", "throw", roll=roll, dice=[1, 1])
    played.do("s2", "decide", roll=roll, option="gamble")
    played.do("s2", "throw", roll=roll, dice=[8, 8, 6])
    assert told(played)["Great rolls"] == ["Nyx rolls stealth – great success (2 % at the last throw)."]


def test_what_was_said_and_waits_for_an_answer_is_not_still_to_be_said(dark: Played) -> None:
    roll = crept(dark, 3, 3)
    assert told(dark)["Still open"] == ["Nyx, skulk (failure): what comes of it is still to be said."]
    cut = {"way": "minor harm", "words": "A cut above the eye", "who": "c1"}
    dark.do("s1", "name_due", roll=roll, answer=[cut, {"way": "worse position", "who": "c2"}])
    waits = "waits for Nyx and Moth to take it or to answer."
    said = "the consequence is said (“A cut above the eye”, worse position) and"
    assert told(dark)["Still open"] == [f"Nyx, skulk (failure): {said} {waits}"]


def test_a_price_that_was_rolled_is_told_once() -> None:
    stars = Played(game("starforged"))
    stars.do("s2", "roll_at_once", character="c1", trait="edge", inputs={"intent": "I run"}, dice=[1, 9, 10])
    price = stars.do("s2", "roll_at_once", character="c1", move="price", dice=[50])
    stars.do("s1", "settle", roll=price, answer=[{"way": "in words", "words": "They are waiting for you."}])
    missed, rolled = (each["lines"] for each in stars.told().journal()[-2:])
    assert missed == ["1 + 2 edge = 3 beats neither of the challenge dice."]
    assert rolled == ["They are waiting for you."]
    assert told(stars)["What happened"] == ["Nyx: I run (edge) – miss."]


def test_banes_and_the_thing_that_they_broke_are_told() -> None:
    played = Played(game("wherever-we-go"), {"describing": "optional", "calls": "optional"})
    picks = {"kind": "gear", "name": "Fine lockpicks", "most": 3, "does": [{"use": "right tool", "value": 1}]}
    played.do("s2", "edit", where="c1", values={"things": [picks], "stress": 2})
    played.do("s1", "begin_evening")
    roll = played.do("s2", "declare", character="c1", trait="stealth")
    played.do("s2", "set", roll=roll, decide={"push": "push"})
    played.do("s2", "throw", roll=roll, dice=[8, 8, 1, 4])
    played.do("s2", "decide", roll=roll, option="keep")
    bends = {"way": "gear", "amount": 2, "who": "roller", "thing": "Fine lockpicks", "words": "The hook bends."}
    played.do("s1", "settle", roll=roll, due=0, answer=[bends])
    recap = told(played, "e1")
    assert recap["What happened"][0].endswith("A bane. Gear: “The hook bends.” Nyx's Fine lockpicks: 1 of 3 left.")
    assert "Fine lockpicks: 1 of 3 left" in recap["What it did to them"][0]
    assert "A bane." in played.told("e1").journal()[-1]["lines"]


@pytest.mark.parametrize(("words", "brought"), [(False, "."), ("Ask Sal.", ". Way forward: “Ask Sal.”")])
def test_what_words_alone_settle_is_told_by_them_or_not_at_all(words: Any, brought: str) -> None:
    played = Played(game("starforged"))
    asked = {"character": "c1", "trait": "heart", "inputs": {"sf_move": "swear_an_iron_vow"}}
    roll = played.do("s2", "roll_at_once", **asked, dice=[2, 1, 9])
    played.do("s2", "settle", roll=roll, answer=[{"way": "way forward", "words": words}])
    [line] = told(played)["What happened"]
    assert line.endswith(f"weak hit{brought}")
