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
