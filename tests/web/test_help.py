"""Help from another seat, over HTTP: what a helper brings, rolls and pays."""

import pytest

from tests.server import NewTable, RunningServer, open_table

pytestmark = pytest.mark.slow


def two_characters(server: RunningServer, game: str, **rulings: str) -> NewTable:
    table = open_table(server, game, rulings=rulings)
    table.player.do("make", name="Fox")
    table.other.do("make", name="Crow")
    return table


def test_an_ally_rolls_first_from_their_own_seat(sqlite_server: RunningServer) -> None:
    table = two_characters(sqlite_server, "true-world")
    table.gm.do("begin_round")
    table.gm.do("begin_actions", waits=True)
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    shown = table.other.do("offer", roll=roll, character="c2", input="helper_abilities", trait="blades")["rolls"][0]
    assert (shown["move"], shown["parts"]["helper-1"]) == ("assisted", "c2")
    assert [die["die"] for die in shown["dice"]] == ["d8", "d4"]
    assert shown["thrower"] == table.other.seat
    refused = table.player.try_to("throw", roll=roll, dice=[5, 2])
    assert (refused.status, "throws these dice first" in refused.json["detail"]) == (403, True)
    shown = table.other.do("throw", roll=roll, dice=[5, 2])["rolls"][0]
    assert shown["asks"]["seat"] == table.player.seat
    assert [die["die"] for die in shown["asks"]["dice"]] == ["d8", "d8", "d6"]
    ended = table.player.do("throw", roll=roll, dice=[1, 6, 2])["rolls"][0]["record"]["outcome"]
    assert ended["facts"]["helped"] == 1
    fox, crow = (each["values"] for each in table.gm.see()["characters"])
    assert (crow["grit"], crow["acted"], fox["grit"], fox["acted"]) == (1, True, 0, True)
    table.gm.do("undo", entry=roll)
    assert table.gm.see()["characters"][1]["values"] == {**crow, "grit": 0, "acted": False}


def test_who_has_acted_this_round_cannot_help(sqlite_server: RunningServer) -> None:
    table = two_characters(sqlite_server, "true-world")
    table.gm.do("begin_round")
    table.gm.do("begin_actions", waits=True)
    table.gm.do("edit", where="c2", values={"acted": True})
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    refused = table.other.try_to("offer", roll=roll, character="c2", input="helper_abilities")
    assert (refused.status, "already spent" in refused.json["detail"]) == (422, True)


def test_a_member_throws_their_own_dice(sqlite_server: RunningServer) -> None:
    table = two_characters(sqlite_server, "true-world")
    body = {"character": "c1", "move": "group", "trait": "climbing"}
    assert table.player.try_to("declare", **body, members=["c1", "c2"]).status == 403
    roll = table.player.do("declare", **body, members=["c1"])["number"]
    table.other.do("offer", roll=roll, character="c2", input="members")
    assert table.other.do("withdraw_offer", roll=roll, character="c2")["rolls"][0]["members"] == ["c1"]
    table.other.do("offer", roll=roll, character="c2", input="members")
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    assert table.other.try_to("throw", roll=roll, dice=[8, 1]).status == 403
    shown = table.player.do("throw", roll=roll, dice=[8, 1])["rolls"][0]
    assert shown["asks"]["seat"] == table.other.seat
    assert table.other.do("throw", roll=roll, dice=[8, 1])["rolls"][0]["status"] == "done"


def test_the_ninth_box_of_an_assistant_brings_a_trauma(sqlite_server: RunningServer) -> None:
    table = two_characters(sqlite_server, "in-the-dark")
    table.gm.do("edit", where="c2", values={"stress": 8})
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.gm.do("set", roll=roll, inputs={"position": "normal"})
    table.other.do("offer", roll=roll, character="c2", how="Keeps watch.")
    shown = table.player.do("throw", roll=roll, dice=[6, 1, 1])["rolls"][0]
    assert [(due["kind"], due["seat"]) for due in shown["open_dues"]] == [("trauma", table.other.seat)]
    assert table.gm.see()["characters"][1]["values"]["out_of_action"]


CALLS = {"intent": "Talk", "stakes": "A name", "expectations": "A chase"}


def test_helpers_pay_as_they_say(sqlite_server: RunningServer) -> None:
    table = two_characters(
        sqlite_server, "illuminated-worlds", helper_cap="2", group_drive="any", multi_help="becomes_group"
    )
    roll = table.player.do("declare", character="c1", move="group", trait="sway")["number"]
    table.gm.do("set", roll=roll, inputs=CALLS)
    too_much = {"helper_spends": 2, "helper_pays": "nerve"}
    table.gm.do("edit", where="c2", values={"nerve": 1})
    assert table.other.try_to("offer", roll=roll, character="c2", inputs=too_much, how="Holds it.").status == 422
    table.gm.do("edit", where="c2", values={"nerve": 2})
    shown = table.other.do("offer", roll=roll, character="c2", inputs=too_much, how="Holds the door.")["rolls"][0]
    assert [(cost["character"], cost["track"], cost["by"]) for cost in shown["costs"]] == [("c2", "nerve", -2)]


def test_who_stands_ready_is_asked_after_the_throw(sqlite_server: RunningServer) -> None:
    table = two_characters(sqlite_server, "illuminated-worlds", late_spend="yes")
    table.gm.do("edit", where="c1", values={"cunning": 0})
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    table.gm.do("set", roll=roll, inputs=CALLS)
    table.other.do("offer", roll=roll, character="c2", input="ready", how="Stands by.")
    shown = table.player.do("throw", roll=roll, dice=[1, 2])["rolls"][0]
    assert (shown["asks"]["decision"], shown["asks"]["seat"]) == ("help", table.other.seat)
    table.other.do("decide", roll=roll, option="help", dice=[3])
    assert table.gm.see()["characters"][1]["values"]["cunning"] == 3


def test_another_drive_pays_what_is_in_it(sqlite_server: RunningServer) -> None:
    table = two_characters(sqlite_server, "illuminated-worlds")
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    table.gm.do("set", roll=roll, inputs=CALLS)
    shown = table.player.do("set", roll=roll, inputs={"pays": "intuition", "drive_spent": 2})["rolls"][0]
    assert (shown["inputs"]["other_drive"]["value"], shown["refusal"]) == (3, "")
    assert table.player.try_to("set", roll=roll, inputs={"other_drive": 9}).status == 422


def test_help_after_a_roll_of_ones_own_says_its_edges(sqlite_server: RunningServer) -> None:
    table = two_characters(sqlite_server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    offer = {"roll": roll, "character": "c2", "input": "helper_edges", "how": "keeps watch"}
    assert table.other.try_to("offer", **offer, inputs={"helper_edges": 2}).status == 422
    own = table.other.do("declare", character="c2", trait="observation")["number"]
    table.gm.do("set", roll=own, inputs={"gambles": 0, "expectations": "They see who comes."})
    table.other.do("throw", roll=own, dice=[6, 6])
    shown = table.other.do("offer", **offer)
    assert shown["rolls"][0]["inputs"]["helper_edges"]["value"] == [2]
    assert "+1 help" in shown["rolls"][0]["says"]


def test_whom_the_gm_plays_is_the_gms_to_say_and_the_roller_pays_their_own(sqlite_server: RunningServer) -> None:
    table = two_characters(sqlite_server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", move="opposed", trait="melee")["number"]
    theirs = {"defender_attribute": "d8", "defender_skill": "d6", "defender_bonus": [1], "expectations": "One falls."}
    assert table.player.try_to("set", roll=roll, inputs={"defender_bonus": [1]}).status == 403
    assert table.player.try_to("set", roll=roll, decide={"defender_push": "push"}).status == 403
    table.gm.do("set", roll=roll, inputs=theirs)
    table.player.do("set", roll=roll, decide={"attacker_push": "push"})
    shown = table.player.do("throw", roll=roll, dice=[1, 1, 1, 1])["rolls"][0]
    assert (shown["asks"]["decision"], shown["asks"]["seat"]) == ("attacker_gamble", table.player.seat)
    assert table.gm.see()["characters"][0]["values"]["wp"] == 2


def test_who_can_no_longer_pay_is_named(sqlite_server: RunningServer) -> None:
    table = two_characters(sqlite_server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.gm.do("set", roll=roll, inputs={"position": "good"})
    table.other.do("offer", roll=roll, character="c2", how="Keeps watch.")
    table.gm.do("edit", where="c2", values={"stress": 9})
    told = "Assisting costs Crow 1 stress, and only 0 of 9 boxes are free."
    assert table.player.see(f"rolls/{roll}")["refusal"] == told
    refused = table.player.try_to("throw", roll=roll, dice=[4, 2, 1, 1])
    assert (refused.status, refused.json["detail"]) == (422, told)
