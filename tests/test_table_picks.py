"""Another pick takes the place of what an unthrown roll was to be rolled with: what was said of all of it stays."""

import pytest

from actionroll.errors import ActionrollError
from actionroll.games import game
from actionroll.rules.inputs import inputs_of
from actionroll.table import fold
from actionroll.table.course import attempt_of
from actionroll.table.log import entry_read, state_hash, written
from actionroll.table.roll_view import roll_view
from tests.table_in_memory import Played

SAID = {"stakes": "You are seen.", "expectations": "In, or known."}


def test_what_people_said_and_offered_stays() -> None:
    played = Played(game("wherever-we-go"))
    roll = played.do("s2", "declare", character="c1", trait="stealth", inputs={"intent": "Over the roofs."})
    played.do("s1", "set", roll=roll, inputs=SAID)
    played.do("s3", "offer", roll=roll, character="c2", input="helpers", how="Keeps watch.")
    before = attempt_of(played.table, played.roll(roll))
    played.do("s2", "set", roll=roll, trait="mobility")
    now = played.roll(roll)
    assert (now.id, now.trait, now.move) == (roll, "mobility", "action")
    assert now.inputs == {"intent": "Over the roofs.", "stakes": SAID["stakes"]}, "what it may bring is asked anew"
    assert [offer.how for offer in now.offers] == ["Keeps watch."]
    assert [each.id for each in played.table.open_rolls] == [roll]
    assert attempt_of(played.table, now) != before


def test_what_the_pick_says_of_itself_goes_with_it() -> None:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    first = played.roll(roll).inputs["intent"]
    played.do("s2", "set", roll=roll, trait="attune")
    other = played.roll(roll).inputs["intent"]
    assert other not in ("", first)
    played.do("s2", "set", roll=roll, trait="")
    assert "intent" not in played.roll(roll).inputs


def test_what_does_not_fit_another_pick_is_left_and_words_stay() -> None:
    played = Played(game("illuminated-worlds"))
    played.do("s2", "edit", where="c1", values={"cunning_max": 6, "cunning": 3, "nerve_max": 1, "nerve": 1})
    own = {"approach": "I smile at him.", "drive_spent": 3}
    roll = played.do("s2", "declare", character="c1", trait="sway", inputs=own)
    played.do("s1", "set", roll=roll, inputs={"intent": "Sway him.", **SAID})
    played.do("s2", "set", roll=roll, trait="move")
    assert played.roll(roll).inputs == {"approach": "I smile at him."}
    assert (roll_view(played.table, roll) or {})["refusal"] == ""
    played.do("s2", "set", roll=roll, trait="read", inputs={"drive_spent": 2})
    played.do("s2", "set", roll=roll, trait="sway")
    assert played.roll(roll).inputs["drive_spent"] == 2, "what fits stays"


def test_only_who_may_and_only_before_the_dice_fall() -> None:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    assert "another seat" in played.refuses("s3", "set", roll=roll, trait="attune")
    assert "trait" in played.refuses("s2", "set", roll=roll, trait="nonsense")
    played.do("s1", "set", roll=roll, trait="attune")
    played.do("s2", "throw", roll=roll, dice=[6] * len((roll_view(played.table, roll) or {})["dice"]))
    with pytest.raises(ActionrollError):
        played.do("s2", "set", roll=roll, trait="skulk")
    assert "Say what to set" in played.refuses(
        "s2", "set", roll=played.do("s2", "declare", character="c1", trait="skulk")
    )


def test_the_log_and_the_journal_tell_what_was_rolled_in_the_end() -> None:
    played = Played(game("starforged"))
    roll = played.do("s2", "declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})
    played.do("s2", "set", roll=roll, trait="iron", inputs={"sf_move": "strike"})
    (entry,) = [line.entry for line in played.lines if line.entry.kind == "set"]
    told = written(entry)
    assert told["trait"] == "iron"
    assert written(entry_read({**told})) == told
    played.do("s2", "throw", roll=roll, dice=[6, 1, 2])
    (item,) = [each for each in played.told().journal() if each["what"] == "roll"]
    assert "iron" in item["title"].lower()
    assert "strike" in item["title"].lower()
    assert "edge" not in item["title"].lower()


@pytest.mark.parametrize(
    ("name", "first", "other", "said", "asked"),
    [
        ("wherever-we-go", "stealth", "mobility", SAID, ["expectations"]),
        ("illuminated-worlds", "hide", "sway", {"intent": "Hide.", **SAID}, ["intent", "stakes", "expectations"]),
        (
            "in-the-dark",
            "skulk",
            "attack",
            {"position": "bad", "effectiveness": "great"},
            ["position", "effectiveness"],
        ),
        ("true-world", "locks", "climbing", {"difficulty": "d8", "position": "advantage"}, ["difficulty", "position"]),
    ],
)
def test_another_pick_asks_the_gm_anew_and_lets_a_veto_fall(
    name: str, first: str, other: str, said: dict[str, str], asked: list[str]
) -> None:
    played = Played(game(name))
    vetoes = "fits" in inputs_of(game(name).move("action").attempt)

    def waits() -> set[str]:
        shown = roll_view(played.table, roll) or {}
        assert shown["refusal"] == ""
        return {each["input"] for each in shown["needs"]}

    roll = played.do("s2", "declare", character="c1", trait=first)
    played.do("s1", "set", roll=roll, inputs=said)
    if vetoes:
        played.do("s1", "set", roll=roll, inputs={"fits": False})
        vetoed = roll_view(played.table, roll) or {}
        assert (vetoed["needs"], "pick" in vetoed["refusal"]) == ([], True)
    played.do("s2", "set", roll=roll, trait=other)
    assert waits() == set(asked)
    assert played.refuses("s2", "throw", roll=roll)
    played.do("s1", "set", roll=roll, inputs={each: said[each] for each in asked})
    assert waits() == set()
    played.do("s2", "set", roll=roll, trait=other)
    assert waits() == set(), "nothing became another"
    played.do("s1", "set", roll=roll, trait=first)
    assert waits() == set(), "the gm knows what they picked"


def test_what_the_gm_never_said_is_not_asked_for_at_another_pick() -> None:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "set", roll=roll, trait="attack")
    assert (roll_view(played.table, roll) or {})["needs"] == []
    alone = Played(game("in-the-dark"), with_gm=False)
    roll = alone.do("s2", "declare", character="c1", trait="skulk", inputs={"position": "bad"})
    alone.do("s2", "set", roll=roll, trait="attack")
    assert alone.roll(roll).inputs["position"] == "bad"


def test_a_game_that_declares_nothing_of_picks_takes_another_pick(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played(game("wherever-we-go"))
    roll = played.do("s2", "declare", character="c1", trait="stealth", inputs={"intent": "Over the roofs."})
    for kind in played.table.move("action").attempt.__mro__:
        for name in ("of_pick", "moot"):
            if name in vars(kind):
                monkeypatch.delattr(kind, name)
    played.do("s2", "set", roll=roll, trait="mobility")
    assert played.roll(roll).trait == "mobility"


def test_the_entry_itself_says_what_is_asked_anew_whatever_the_game_declares_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s1", "set", roll=roll, inputs={"position": "bad", "effectiveness": "great"})
    before = played.table
    number = played.do("s2", "set", roll=roll, trait="attack")
    told = written(played.lines[-1].entry)
    assert told["anew"] == ("position", "effectiveness")
    for form in played.table.move("action").attempt.__mro__:
        if "of_pick" in vars(form):
            monkeypatch.setattr(form, "of_pick", ("effectiveness",))
    later = before.fork()
    fold(later, number, entry_read({**told, "anew": list(told["anew"])}))
    assert state_hash(later) == state_hash(played.table)
    assert later.roll(roll) == played.roll(roll)


MOTH = {"strength": "d10", "melee": "d8", "stealth": "0"}


def contested(against: str = "") -> tuple[Played, int]:
    played = Played(game("wherever-we-go"), {"calls": "optional"})
    played.do("s3", "edit", where="c2", values=MOTH)
    contest = {"character": "c1", "move": "opposed", "trait": "stealth"}
    return played, played.do("s2", "declare", **contest, against=against)


def dice_of(played: Played, roll: int) -> list[str]:
    shown = roll_view(played.table, roll) or {}
    return [die["die"] for die in shown["dice"] if die["by"] == "defender"]


def test_who_is_on_the_other_side_is_said_while_it_is_open_and_their_sheet_counts() -> None:
    played, roll = contested()
    theirs = {"defender_attribute": "d12", "defender_skill": "d12", "defender_name": "The warden"}
    played.do("s1", "set", roll=roll, inputs=theirs, decide={"defender_push": "push"})
    assert (roll_view(played.table, roll) or {})["texts"]["defender_name"] == "The warden"
    played.do("s2", "set", roll=roll, against="c2")
    now, shown = played.roll(roll), roll_view(played.table, roll) or {}
    assert (now.against, now.decide, dice_of(played, roll)) == ("c2", {}, ["d10", "d8"])
    assert {name for name in now.inputs if name.startswith("defender_")} == {"defender_trait"}
    assert (shown["against"], shown["against_trait"], "defender_name" in shown["texts"]) == ("c2", "melee", False)
    played.do("s3", "set", roll=roll, inputs={"defender_trait": "force", "defender_ready": True})
    played.do("s2", "set", roll=roll, against="c2", inputs={"intent": "Past Moth."})
    assert played.roll(roll).inputs["defender_trait"] == "force", "nothing became another"
    played.do("s1", "set", roll=roll, against="", inputs={"defender_name": "The clerk"})
    assert {*played.roll(roll).inputs.items()} == {("intent", "Past Moth."), ("defender_name", "The clerk")}
    assert {need["input"] for need in (roll_view(played.table, roll) or {})["needs"]} >= {"defender_attribute"}


def test_another_pick_and_another_side_in_one_go_answer_with_their_best() -> None:
    played, roll = contested()
    played.do("s2", "set", roll=roll, against="c2", trait="melee")
    assert (roll_view(played.table, roll) or {})["against_trait"] == "melee"
    played.do("s2", "set", roll=roll, trait="stealth")
    assert (roll_view(played.table, roll) or {})["against_trait"] == "melee"


def test_who_helped_the_old_side_helps_no_more_and_who_helps_is_no_opponent() -> None:
    played, roll = contested("c2")
    played.do("s1", "make", name="Wren")
    played.do("s1", "offer", roll=roll, character="c3", input="defender_helpers", how="Holds the door.")
    played.do("s2", "set", roll=roll, against="")
    assert played.roll(roll).offers == ()
    assert [line.entry.kind for line in played.lines[-2:]] == ["set", "offer_withdrawn"]
    played.do("s3", "offer", roll=roll, character="c2", input="attacker_helpers", how="A hand up.")
    assert "Moth helps with this roll" in played.refuses("s2", "set", roll=roll, against="c2")
    played.do("s2", "set", roll=roll, against="c3")
    assert [offer.character for offer in played.roll(roll).offers] == ["c2"], "who helps whoever rolls stays"


def test_the_other_side_is_named_by_roller_and_gm_alone_in_a_contest_before_the_dice() -> None:
    played, roll = contested()
    assert "another seat" in played.refuses("s3", "set", roll=roll, against="c2")
    assert "against themselves" in played.refuses("s2", "set", roll=roll, against="c1")
    assert "character" in played.refuses("s2", "set", roll=roll, against="c9")
    assert "Only the gm may set defender_name" in played.refuses("s2", "set", roll=roll, inputs={"defender_name": "Me"})
    unfit: list[object] = ["\u200b", "x" * 41, 3, [], " "]
    for name in unfit:
        assert "name of the other side" in played.refuses("s1", "set", roll=roll, inputs={"defender_name": name})
    played.do("s1", "set", roll=roll, inputs={"defender_name": "The warden"})
    played.do("s1", "set", roll=roll, inputs={"defender_name": ""})
    assert "defender_name" not in (roll_view(played.table, roll) or {})["texts"]
    played.do("s1", "set", roll=roll, against="c2")
    assert "input" in played.refuses("s1", "set", roll=roll, inputs={"defender_name": "Not Moth"})
    plain = played.do("s2", "declare", character="c1", trait="stealth")
    for against in ("c2", ""):
        assert "no other side" in played.refuses("s2", "set", roll=plain, against=against)
    assert "input" in played.refuses("s1", "set", roll=plain, inputs={"defender_name": "The warden"})
    played.do("s2", "throw", roll=roll, dice=[1, 1, 6, 6])
    assert "open" in played.refuses("s2", "set", roll=roll, against="")
    npc = played.do("s1", "declare", npc="Rat king", move="opposed", inputs={"attacker_attribute": "d6"})
    assert played.allows("s1", "set", roll=npc, against="c2")


def test_the_log_and_the_journal_tell_whom_it_was_against_in_the_end() -> None:
    played, roll = contested()
    before, number = played.table, played.do("s2", "set", roll=roll, against="c2")
    told = written(played.lines[-1].entry)
    assert told["against"] == "c2"
    later = before.fork()
    fold(later, number, entry_read({**told}))
    assert state_hash(later) == state_hash(played.table)
    assert later.roll(roll) == played.roll(roll)
    played.do("s2", "throw", roll=roll, dice=[1, 1, 6, 6])
    while played.roll(roll).status == "waiting":
        played.do("s1", "decide", roll=roll, option="keep")
    (item,) = [each for each in played.told().journal() if each["what"] == "roll"]
    assert item["title"] == "Nyx opposes Moth with stealth"
    assert "Moth wins" in str(item)
    named, other = contested("c2")
    named.do("s1", "set", roll=other, against="", inputs={"defender_attribute": "d6", "defender_skill": "d6"})
    named.do("s1", "set", roll=other, inputs={"defender_name": "The warden"})
    named.do("s2", "throw", roll=other, dice=[1, 1, 6, 6])
    while named.roll(other).status == "waiting":
        named.do("s1", "decide", roll=other, option="keep")
    (item,) = [each for each in named.told().journal() if each["what"] == "roll"]
    assert item["title"] == "Nyx opposes The warden with stealth"
    assert "The warden wins" in str(item)
    assert "Moth" not in str(item)
    assert "efender" not in str(item)
