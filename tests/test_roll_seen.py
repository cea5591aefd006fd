"""A roll as everyone at the table sees it, field by field: while it is built, while it waits, when it is done."""

from __future__ import annotations

from typing import Any

import pytest

from actionroll.api import question
from actionroll.discord.messages import roll_message
from actionroll.games import game
from actionroll.reckoning.play import replay
from actionroll.wire import record_shown
from tests.table_in_memory import Dice, Played, view

ROPE = {"kind": "gear", "name": "Rope", "does": [{"use": "a good position"}]}


def part(seen: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: seen[name] for name in names}


@pytest.fixture
def dark() -> Played:
    return Played(game("in-the-dark"))


@pytest.fixture
def helped(dark: Played) -> tuple[Played, int]:
    """A roll over a wall, pushed, with someone at the rope."""
    dark.do("s2", "edit", where="c1", values={"things": [ROPE]})
    inputs = {"extra": "push", "intent": "Over the wall"}
    roll = dark.do("s2", "declare", character="c1", trait="skulk", inputs=inputs)
    dark.do("s3", "offer", roll=roll, character="c2", how="I hold the rope")
    return dark, roll


COSTS = [
    {"who": "roller", "character": "c1", "track": "stress", "by": 2},
    {"who": "helper-1", "character": "c2", "track": "stress", "by": 1},
]
OFFER = {"character": "c2", "seat": "s3", "input": "assist", "how": "I hold the rope", "trait": "", "inputs": {}}


def test_an_open_roll_shows_all_that_it_would_be_thrown_with(helped: tuple[Played, int]) -> None:
    played, roll = helped
    seen = view(played, roll)
    head = {"roll": roll, "seat": "s2", "character": "c1", "move": "action", "trait": "skulk", "status": "open"}
    assert part(seen, *head) == head
    assert seen["parts"] == {"roller": "c1", "helper-1": "c2"}
    assert seen["offers"] == [OFFER]
    assert (seen["costs"], seen["thrower"], seen["says"]) == (COSTS, "s2", "2 dots, +1 push, +1 assist = 4 dice")
    assert [(each["die"], each.get("for", "")) for each in seen["dice"]] == [
        ("d6", ""),
        ("d6", ""),
        ("d6", "push"),
        ("d6", "assist"),
    ]
    assert seen["odds"]["tiers"]["failure"] == "1/16"
    nothing: dict[str, Any] = {
        "attempt": {},
        "record": None,
        "tiers": None,
        "asks": None,
        "open_dues": [],
        "rulings": {},
    }
    assert part(seen, *nothing) == nothing
    still: dict[str, Any] = {"needs": [], "owed": [], "refusal": "", "decide": {}, "falling": False, "by_hand": False}
    assert part(seen, *still) == still
    assert seen["texts"] == {"intent": "Over the wall"}
    assert [(each["name"], each["used"], each["refusal"]) for each in seen["things"]] == [("Rope", False, "")]
    assert {name: tuple(seen["inputs"][name].values()) for name in ("dots", "extra", "assist", "how", "minor")} == {
        "dots": (2, True, True, "sheet"),
        "extra": ("push", True, False, "roller"),
        "assist": (1, True, False, "helper"),
        "how": ("I hold the rope", True, False, "helper"),
        "minor": (False, False, False, "gm"),
    }


def test_a_roll_that_is_done_shows_what_it_was_thrown_with_and_what_is_owed(helped: tuple[Played, int]) -> None:
    played, roll = helped
    rulings = dict(played.table.rulings)
    played.do("s2", "throw", roll=roll, dice=[1, 2, 3, 3])
    played.do("s1", "rule", rulings={"max_assistants": "2"})
    seen = view(played, roll)
    assert part(seen["attempt"], "dots", "extra", "assist", "stress", "how") == {
        "dots": 2,
        "extra": "push",
        "assist": 1,
        "stress": 0,
        "how": "I hold the rope",
    }
    assert (seen["status"], seen["by_hand"], seen["rulings"]) == ("done", True, rulings)
    assert seen["tiers"] == ["failure", "partial success", "full success", "critical success"]
    assert (seen["record"]["outcome"]["tier"], seen["record"]["answers"]) == ("failure", [[1, 2, 3, 3]])
    assert seen["texts"] == {"how": "I hold the rope", "intent": "Over the wall"}
    (due,) = seen["open_dues"]
    told: dict[str, Any] = {"due": 0, "kind": "consequence", "by": "gm", "seat": "", "named": None, "proposed": None}
    assert part(due, *told) == told
    assert due["answers"] == []
    assert not {"odds", "needs", "inputs", "thrower"} & set(seen), "what is over is not asked any more"


def test_what_was_named_shows_who_may_answer_with_what_and_at_which_price(helped: tuple[Played, int]) -> None:
    played, roll = helped
    played.do("s2", "throw", roll=roll, dice=[1, 2, 3, 3])
    shares = [{"way": "minor harm"}, {"way": "minor harm", "who": "c2"}]
    played.do("s1", "name_due", roll=roll, answer=shares)
    (due,) = view(played, roll)["open_dues"]
    assert due["named"] == shares
    assert [(each["character"], each["seat"]) for each in due["answers"]] == [("c1", "s2"), ("c2", "s3")]
    assert [each["trait"] for each in due["answers"][0]["with"]] == ["insight", "prowess", "resolve"]
    assert {each["dice"] for each in due["answers"][0]["with"]} == {1, 2, 3}
    assert all(each["says"] and each["chosen_later"] for each in due["answers"][0]["with"])
    played.do("s2", "settle", roll=roll)
    (left,) = view(played, roll)["open_dues"]
    assert [each["character"] for each in left["answers"]] == ["c2"]
    played.do("s1", "name_due", roll=roll, answer=shares[1:], trait="prowess")
    (again,) = view(played, roll)["open_dues"]
    assert [each["trait"] for each in again["answers"][0]["with"]] == ["prowess"]


def test_a_roll_that_waits_for_dice_shows_whose_and_what_may_come() -> None:
    played = Played(game("wherever-we-go"), {"calls": "optional"})
    played.do("s2", "edit", where="c1", values={"stress": 2})
    roll = played.do("s2", "declare", character="c1", trait="stealth", decide={"push": "push"})
    assert view(played, roll)["decide"]["push"] == {"options": ["hold", "push"], "chosen": "push"}
    played.do("s2", "throw", roll=roll, dice=[2, 2, 1, 2])
    played.do("s2", "decide", roll=roll, option="gamble")
    seen = view(played, roll)
    assert (seen["status"], seen["asks"]["ask"], seen["asks"]["seat"]) == ("waiting", "dice", "s2")
    assert seen["says"] == seen["asks"]["says"]
    assert set(seen["asks"]["odds"]["tiers"]) == set(seen["tiers"])
    assert [(each["character"], each["track"], each["by"]) for each in seen["asks"]["costs"]] == [("c1", "stress", 1)]


def test_under_other_rules_a_roll_shows_what_was_kept_of_it() -> None:
    played = Played(game("starforged"))
    played.do("s2", "edit", where="c1", values={"momentum": 8})
    roll = played.do("s2", "roll_at_once", character="c1", trait="iron", dice=[1, 7, 9])
    played.do("s2", "decide", roll=roll, option="keep")
    waits = played.do("s2", "roll_at_once", character="c1", trait="iron", dice=[1, 7, 7])
    played.table.rules_of = lambda _game: "those of next year"
    kept = view(played, roll)
    assert kept["record"]["answers"] == [[1, 7, 9], "keep"]
    thrown, chosen = kept["record"]["steps"]
    assert [(each["die"], each["face"]) for each in thrown["dice"]] == [("d6", 1), ("d10", 7), ("d10", 9)]
    assert (thrown["do"], thrown["by_hand"]) == ("throw", True)
    assert part(chosen, "do", "name", "by", "chose") == {
        "do": "decide",
        "name": "burn",
        "by": "roller",
        "chose": "keep",
    }
    outcome = kept["record"]["outcome"]
    assert (outcome["tier"], outcome["words"]["long"]) == ("miss", ["miss, by rules that have changed since."])
    assert [each["kind"] for each in outcome["dues"]] == [each["kind"] for each in kept["open_dues"]] == ["price"]
    assert kept["tiers"] == ["miss", "weak hit", "strong hit"]
    waiting = view(played, waits)
    assert (waiting["status"], waiting["asks"], "outcome" in waiting["record"]) == ("waiting", None, False)
    (due,) = kept["open_dues"]
    assert ([each["name"] for each in due["ways"]], due["amount"]) == (["by hand"], 0)
    assert played.refuses("s1", "settle", roll=roll, answer=[{"way": "by hand", "words": "Paid."}]) == ""
    assert played.roll(roll).open_dues == []


@pytest.mark.parametrize(
    ("played_game", "move", "said"), [("in-the-dark", "teamwork", "pools"), ("true-world", "group", "abilities")]
)
def test_several_who_have_not_said_with_what_are_asked_for_it(played_game: str, move: str, said: str) -> None:
    played = Played(game(played_game))
    roll = played.do("s2", "declare", character="c1", move=move, members=["c1"])
    assert view(played, roll)["needs"][0]["input"] == said
    assert not any(each["from_sheet"] for each in view(played, roll)["inputs"].values())


def test_dice_that_fall_show_whose_phones_take_part(dark: Played) -> None:
    dark.outside = Dice()
    for seat, sign in (("s2", "a"), ("s3", "b")):
        dark.do(seat, "commit", commitments=[sign * 64])
    dark.outside.here = frozenset({"s2", "s3"})
    roll = dark.do("s2", "declare", character="c1", trait="skulk")
    assert (view(dark, roll)["phones"], view(dark, roll)["falling"]) == ({"s2": "a" * 64, "s3": "b" * 64}, False)
    dark.do("s2", "throw", roll=roll)
    seen = view(dark, roll)
    assert (seen["falling"], seen["given"], seen["status"]) == (True, [], "open")
    dark.do("s2", "throw", roll=roll)
    fallen: Any = dark.lines[-1].entry
    assert (fallen.kind, fallen.missing, view(dark, roll)["falling"]) == ("thrown", ("s2", "s3"), False)
    assert dark.table.traces == {("missing", "s2"): 1, ("missing", "s3"): 1}


def test_a_die_that_stays_takes_no_label_from_the_next() -> None:
    asked = question(
        game("wherever-we-go"),
        "action",
        {"attribute": "d8", "skill": "d8", "stress": 2, "wp": 3, "gambles": 2},
        rulings={"gamble_reroll": "choose"},
    )
    answers = ["push", [7, 2, 6, 3], "gamble", "blanks", [5, 6, 2], "gamble", "blanks", [3, 4, 4]]
    throws = [each["dice"] for each in record_shown(replay(asked.start, answers))["steps"] if each["do"] == "throw"]
    assert [[(die["face"], die.get("for", "")) for die in dice] for dice in throws[1:]] == [
        [(5, ""), (6, ""), (2, "gamble")],
        [(3, ""), (4, ""), (4, "gamble")],
    ]
    assert throws[1][1]["kept"]


def test_what_is_decided_beforehand_and_not_asked_is_told_before_and_after_the_throw() -> None:
    played = Played(game("wherever-we-go"), {"calls": "optional"})
    told = "Decided beforehand, but not offered before the throw: push. Nothing comes of it."
    roll = played.do("s2", "declare", character="c1", trait="stealth", decide={"push": "push"})
    assert "unasked" not in view(played, roll)
    played.do("s2", "edit", where="c1", values={"wp": 0})
    assert view(played, roll)["unasked"] == told
    assert "-# Decided beforehand" in str(roll_message(played.table, view(played, roll), ""))
    played.do("s2", "throw", roll=roll, dice=[1, 1])
    assert view(played, roll)["unasked"] == told
    early = played.do("s2", "declare", character="c1", trait="stealth", decide={"gamble": "gamble", "push": "hold"})
    assert view(played, early)["unasked"] == told.replace("push", "gamble")


@pytest.mark.parametrize("position", [{}, {"position": "good"}], ids=["before the gm spoke", "after"])
def test_what_the_gm_may_allow_is_named_beside_the_refusal(dark: Played, position: dict[str, str]) -> None:
    dark.do("s1", "edit", where="c1", values={"severe_harm": True})
    roll = dark.do("s1", "declare", character="c1", trait="skulk", inputs=position)
    says = "Severe harm: out of action until treated, unless the gm lets them act this once."
    assert part(view(dark, roll), "refusal", "leave") == {"refusal": says, "leave": "despite_harm"}
    assert view(dark, roll)["inputs"]["despite_harm"]["by"] == "gm"
    assert dark.refuses("s2", "throw", roll=roll) == says
    dark.do("s1", "set", roll=roll, inputs={"despite_harm": True})
    assert (view(dark, roll)["refusal"], "leave" in view(dark, roll)) == ("", False)
