"""An evening over HTTP, on both stores: what seats do, what others see, and that it can be verified afterwards."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server import Client, NewTable, RunningServer, join, new_key, open_table, secret_of

pytestmark = pytest.mark.slow
VERIFIER = Path(__file__).parents[2] / "tools" / "verify_log.py"


def thrown(table: NewTable, **inputs: object) -> dict[str, object]:
    made = table.player.do("make", name="Fox")["entries"][0]["entry"]["character"]
    roll = table.player.do("declare", character=made, trait="skulk")["number"]
    table.gm.do("set", roll=roll, inputs={"position": "good", **inputs})
    shown: dict[str, object] = table.player.do("throw", roll=roll, nonce="mine")["rolls"][0]
    return shown


def test_roll_is_built_together_thrown_and_seen_by_all(table: NewTable) -> None:
    table.player.do("make", name="Fox")
    table.other.do("make", name="Crow")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.other.do("offer", roll=roll, character="c2", how="holds the lantern")
    table.gm.do("set", roll=roll, inputs={"position": "good"})
    shown = table.player.see(f"rolls/{roll}")
    assert shown["says"] == "2 dots, +1 good position, +1 assist = 4 dice"
    assert shown["costs"] == [{"who": "helper-1", "character": "c2", "track": "stress", "by": 1}]
    assert {} in [each["change"] for each in shown["near"]["grid"]]
    table.player.do("throw", roll=roll, nonce="mine")
    seen = table.onlooker.see()
    assert {each["character"]: each["values"]["stress"] for each in seen["characters"]} == {"c1": 0, "c2": 1}
    assert seen["log"][-1]["kind"] == "thrown"


def test_what_the_gm_must_say_is_waited_for(server: RunningServer) -> None:
    table = open_table(server, "true-world")
    table.player.do("make", name="Fox")
    before = table.player.see()["number"]
    at_once = table.player.try_to("roll_at_once", character="c1", trait="climbing", nonce="mine")
    assert (at_once.status, "difficulty" in at_once.json["detail"]) == (422, True)
    assert table.player.see()["number"] == before
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    waiting = table.player.try_to("throw", roll=roll)
    assert (waiting.status, "difficulty" in waiting.json["detail"]) == (422, True)
    table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "neutral"})
    assert table.player.do("throw", roll=roll)["rolls"][0]["status"] == "done"


def test_roll_at_once_is_declared_and_thrown_or_neither(table: NewTable) -> None:
    table.player.do("make", name="Fox")
    before = table.player.see()["number"]
    assert table.player.try_to("roll_at_once", character="c1", trait="skulk", dice=[7]).status == 422
    assert table.player.see()["number"] == before
    done = table.gm.do("roll_at_once", character="c1", trait="skulk", inputs={"position": "good"}, dice=[6, 2, 1])
    assert [(each["number"], each["entry"]["kind"]) for each in done["entries"]] == [
        (before + 1, "declared"),
        (before + 2, "thrown"),
    ]
    (shown,) = done["rolls"]
    assert (shown["status"], shown["by_hand"], shown["record"]["outcome"]["facts"]["highest"]) == ("done", True, 6)


def test_decision_comes_with_odds_price_and_words(server: RunningServer) -> None:
    table = open_table(server, "starforged")
    table.player.do("make", name="Vex", values={"momentum": 8})
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    asked = table.player.do("throw", roll=roll, dice=[1, 7, 4])["rolls"][0]["asks"]
    assert (asked["decision"], asked["now"]["tier"]) == ("burn", "miss")
    burn = next(each for each in asked["options"] if each["option"] == "burn")
    assert burn["odds"]["tiers"]["strong hit"] == "1/1"
    assert burn["price"] == [{"who": "roller", "character": "c1", "track": "momentum", "by": -6}]
    assert burn["says"] == (
        "Momentum takes the score's place and starts over at its reset; what the hit brings comes on top."
    )
    assert table.other.try_to("decide", roll=roll, option="burn").status == 403
    done = table.player.do("decide", roll=roll, option="burn")["rolls"][0]
    assert done["record"]["outcome"]["tier"] == "strong hit"
    assert table.gm.see()["characters"][0]["values"]["momentum"] == 2


def test_undo_gives_back_and_the_roll_stays_visible(table: NewTable) -> None:
    shown = thrown(table)
    assert table.player.try_to("undo", entry=shown["roll"]).status == 403
    table.player.do("wish", roll=shown["roll"])
    table.gm.do("undo", entry=shown["roll"])
    assert table.player.see(f"rolls/{shown['roll']}")["status"] == "undone"


def test_what_stands_in_the_way_of_taking_back_is_told_by_number(table: NewTable) -> None:
    table.player.do("make", name="Fox")
    first, later = (table.gm.do("edit", where="c1", values={"stress": many})["number"] for many in (3, 5))
    refused = table.gm.try_to("undo", entry=first)
    assert (refused.status, refused.json["entries"]) == (409, [later])
    assert "entries" not in table.gm.try_to("undo", entry=999).json


def test_exported_log_is_verified_by_two_programs(table: NewTable, tmp_path: Path) -> None:
    thrown(table)
    table.gm.do("rotate_seed")
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    table.gm.do("set", roll=roll, inputs={"position": "bad"})
    table.player.do("throw", roll=roll, dice=[6, 5])
    table.gm.do("end")
    (tmp_path / "log.jsonl").write_bytes(table.onlooker.export())
    for command in ([sys.executable, "-m", "actionroll", "verify"], [sys.executable, str(VERIFIER)]):
        done = subprocess.run([*command, str(tmp_path / "log.jsonl")], capture_output=True, text=True, check=False)
        assert (done.returncode, "3 dice follow" in done.stdout, "by hand" in done.stdout) == (0, True, True), done


def test_statistics_tell_expected_and_actual(table: NewTable) -> None:
    thrown(table)
    (seat,) = table.gm.see("statistics")["seats"]
    assert (seat["seat"], seat["throws"], sum(tier["actual"] for tier in seat["tiers"])) == ("s2", 1, 1)


def test_sheet_goes_out_and_comes_in(table: NewTable) -> None:
    table.player.do("make", name="Fox", values={"stress": 3, "sway": 2})
    sheet = table.player.see("sheets/c1")
    again = table.other.do("make", name=sheet["name"], values=sheet["values"])["entries"][0]["entry"]
    assert again["values"] == sheet["values"]


def test_lost_phone_gets_its_seat_back_once(server: RunningServer, table: NewTable) -> None:
    link = secret_of(table.gm.do("links/seat", seat="s2")["links"]["seat"])
    path, key = f"/api/tables/{table.id}/enter", new_key()
    assert Client(server).post(f"/api/tables/{table.id}/look", {"secret": link}).json["seat"] == "s2"
    first = Client(server).post(path, {"secret": link}, key)
    assert (first.status, first.json["seat"]) == (200, "s2")
    assert Client(server).post(path, {"secret": link}, key).raw == first.raw
    assert Client(server).post(path, {"secret": link}).status == 404
    assert table.player.try_to("note", text="old phone").status == 401
    assert Client(server, first.json["token"]).get(f"/api/tables/{table.id}").status == 200


def test_a_link_for_another_device_of_ones_own_leaves_the_seat_to_both(server: RunningServer, table: NewTable) -> None:
    link = secret_of(table.gm.do("links/seat", seat="s1")["links"]["seat"])
    path = f"/api/tables/{table.id}/enter"
    phone = Client(server).post(path, {"secret": link})
    assert (phone.status, phone.json["seat"]) == (200, "s1")
    assert Client(server, phone.json["token"]).get(f"/api/tables/{table.id}").status == 200
    table.gm.do("note", text="The laptop is still the gm's.")
    assert Client(server).post(path, {"secret": link}).status == 404


def test_renewed_links_replace_the_old_ones(server: RunningServer, table: NewTable) -> None:
    fresh = table.gm.do("links/renew")["links"]
    old = Client(server).post(
        f"/api/tables/{table.id}/join", {"secret": secret_of(table.links["player"]), "nickname": "Late"}
    )
    assert old.status == 404
    assert join(server, table.id, fresh["player"], "Late").role == "player"
    assert table.player.see()["number"] == 7


def test_gm_hands_over_and_the_gm_link_dies(server: RunningServer, table: NewTable) -> None:
    table.gm.do("hand_over", to="s2")
    assert table.gm.try_to("rotate_seed").status == 403
    table.player.do("rotate_seed")
    spent = Client(server).post(f"/api/tables/{table.id}/look", {"secret": secret_of(table.links["gm"])})
    assert spent.status == 404


def test_link_to_a_seat_ends_with_the_next_with_renewing_and_with_handing_over(
    table: NewTable, second_server: RunningServer
) -> None:
    elsewhere = table.gm.at(second_server)
    elsewhere.see()

    def link() -> str:
        return secret_of(table.gm.do("links/seat", seat="s2")["links"]["seat"])

    def opens(secret: str) -> bool:
        return Client(second_server).post(f"/api/tables/{table.id}/enter", {"secret": secret}).status == 200

    first, second = link(), link()
    assert (opens(first), opens(second)) == (False, True)
    third = link()
    elsewhere.do("links/renew")
    assert not opens(third)
    fourth = link()
    elsewhere.do("hand_over", to="s2")
    assert not opens(fourth)


def test_table_without_gm_lets_every_player_lead(server: RunningServer) -> None:
    made = (
        Client(server)
        .post("/api/tables", {"game": "starforged", "name": "Two of us", "nickname": "Io", "with_gm": False})
        .json
    )
    assert (made["role"], set(made["links"])) == ("player", {"player", "onlooker"})


def test_two_processes_serve_one_table_in_one_order(table: NewTable, second_server: RunningServer) -> None:
    elsewhere = table.player.at(second_server)
    for place in range(10):
        (table.player if place % 2 else elsewhere).do("note", text=f"{place}")
    log = table.gm.see("log?limit=200")["entries"]
    assert [each["number"] for each in log] == list(range(1, len(log) + 1))
    assert [each["text"] for each in log if each["kind"] == "noted"] == [str(place) for place in range(10)]
    assert elsewhere.export() == table.player.export()


def test_seat_brought_back_through_one_process_acts_at_once_through_another(
    table: NewTable, second_server: RunningServer
) -> None:
    elsewhere = table.player.at(second_server)
    for _ in range(10):
        table.player.do("leave")
        assert elsewhere.client.get(f"/api/tables/{table.id}").status == 401
        table.gm.do("bring_back", seat=table.player.seat)
        elsewhere.do("note", text="Here I am.")


def test_requests_are_logged_without_secrets(fresh: Path) -> None:
    with RunningServer(fresh, "--log-requests") as server:
        table = open_table(server)
        table.player.do("note", text="hush")
        said = server.stop()
    assert f'"path": "/api/tables/{table.id}/note", "status": 200' in said
    for secret in (table.player.client.token, *map(secret_of, table.links.values()), "hush"):
        assert secret not in said


def test_opposed_roll_reads_both_sheets_and_the_defender_picks_a_trait(server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Fox")
    table.other.do("make", name="Crow")
    roll = table.player.do("declare", character="c1", trait="stealth", move="opposed", against="c2")["number"]
    against = "d10 attribute + d8 skill against d10 attribute + d8 skill (a tie goes to the defender)"
    assert table.player.see(f"rolls/{roll}")["says"] == against
    table.other.do("set", roll=roll, inputs={"defender_trait": "insight"})
    shown = table.player.see(f"rolls/{roll}")
    assert (shown["against_trait"], shown["says"].partition(" against ")[2]) == (
        "insight",
        "d8 attribute + d6 skill (a tie goes to the defender)",
    )
    assert table.other.try_to("set", roll=roll, inputs={"defender_trait": "luck"}).status == 422
    assert table.other.try_to("set", roll=roll, inputs={"attacker_talent": "d6"}).status == 403
    third = join(server, table.id, table.links["player"], "Third")
    for seat, status in ((table.player, 403), (third, 403), (table.other, 200), (table.gm, 200)):
        assert seat.try_to("set", roll=roll, inputs={"defender_talent": "d6"}).status == status
        assert seat.try_to("set", roll=roll, decide={"defender_push": "push"}).status == status


def test_joint_roll_takes_its_share_from_every_sheet(table: NewTable) -> None:
    table.player.do("make", name="Fox")
    table.other.do("make", name="Crow", values={"skulk": 1, "stress": 2})
    declared: dict[str, Any] = {"character": "c1", "trait": "skulk", "move": "teamwork", "members": ["c1"]}
    roll = table.player.do("declare", **declared)["number"]
    shown = table.other.do("offer", roll=roll, character="c2")["rolls"][0]
    assert (shown["inputs"]["pools"]["value"], shown["inputs"]["stress"]["value"]) == ([2, 1], [0, 2])
    table.player.do("throw", roll=shown["roll"])
    assert [each["values"]["stress"] for each in table.gm.see()["characters"]] == [1, 3]
