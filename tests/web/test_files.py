"""Games as files over HTTP: the workshop's answers, a folder that is served, and a table that brings its own game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from actionroll.files import loads
from actionroll.games import BUILT_IN
from actionroll.shelf import starts
from tests.server import Client, Reply, RunningServer, open_table

FILE = starts()["highest-of-a-pool"]


def workshop(server: RunningServer, **body: Any) -> Any:
    reply = Client(server).post("/api/workshop", body)
    assert reply.status == 200, reply.raw
    return reply.json


def test_the_workshop_tells_the_odds_and_the_first_throw(sqlite_server: RunningServer) -> None:
    told = workshop(sqlite_server, file=FILE)
    assert told["faults"] == told["hints"] == []
    assert told["game"]["game"] == "highest-of-a-pool"
    assert sum(1 for _ in told["odds"]["tiers"]) == 4
    assert told["sheet"]["stress"] == 0
    more = workshop(sqlite_server, file=FILE, move="together", attempt={"dots": [1, 2]})
    assert more["move"] == "together"
    assert more["odds"]["attempt"]["dots"] == [1, 2]


def test_the_workshop_tells_faults_and_refusals(sqlite_server: RunningServer) -> None:
    told = workshop(sqlite_server, file=FILE.replace("best == 6", "bst == 6"))
    assert [fault["says"].partition(";")[0] for fault in told["faults"]] == [
        "There is no value 'bst' (did you mean best?)"
    ] * len(told["faults"])
    assert all(fault["line"] > 1 for fault in told["faults"])
    assert "room" in workshop(sqlite_server, file=FILE, attempt={"dots": 1, "push": True, "stress": 9})["refused"]
    assert workshop(sqlite_server, file="")["faults"]
    exploding = starts()["wild-die"].replace("own = sum", "own = highest")
    assert [hint["line"] for hint in workshop(sqlite_server, file=exploding)["hints"]] == [25]
    assert Client(sqlite_server).post("/api/workshop", {"file": 3}).status == 422


def test_what_was_set_for_another_file_is_left_out(sqlite_server: RunningServer) -> None:
    """An input that was renamed, a value that it takes no more, a decision of another game."""
    told = workshop(sqlite_server, file=FILE, attempt={"dots": 3, "gear": 2, "stress": "many"}, decide={"push": "yes"})
    assert "refused" not in told
    assert told["odds"]["attempt"]["dots"] == 3
    assert "gear" not in told["odds"]["attempt"]


def test_the_workshop_answers_decisions_as_it_is_told(sqlite_server: RunningServer) -> None:
    file = starts()["sixes-and-a-push"]
    (decision,) = workshop(sqlite_server, file=file)["game"]["moves"][0]["decisions"]
    ways = [*decision["options"], *decision["policies"]]
    tiers = [workshop(sqlite_server, file=file, decide={decision["decision"]: how})["odds"]["tiers"] for how in ways]
    assert tiers[0] != tiers[1]


def test_plain_dice_have_a_page_and_odds(sqlite_server: RunningServer) -> None:
    client = Client(sqlite_server)
    assert b"2d6+3 vs 9: exact odds" in client.get("/odds/2d6+3%20vs%209").raw
    assert client.get("/api/games/2d6+3%20vs%209").json["title"] == "2d6+3 vs 9"
    told = client.post("/api/odds", {"game": "2d6+3 vs 9", "near": True})
    assert told.json["tiers"]["above"] == "7/12"
    assert client.get("/odds/3d").status in (404, 422)


def test_there_are_games_and_mechanics_to_start_from(sqlite_server: RunningServer) -> None:
    found = Client(sqlite_server).get("/api/starts").json
    assert {each["start"] for each in found if not each["of_game"]} == set(starts())
    games = {each["start"]: each["file"] for each in found if each["of_game"]}
    assert list(games) == list(BUILT_IN)
    assert all("core" in loads(file).id for file in games.values())


def created(server: RunningServer, **body: Any) -> Reply:
    return Client(server).post("/api/tables", {"name": "Brought", "nickname": "Gm", **body})


def test_a_table_brings_its_game_and_its_log_verifies_anywhere(sqlite_server: RunningServer, tmp_path: Path) -> None:
    table = open_table(sqlite_server, "", file=FILE)
    table.player.do("make", name="Ada")
    shown = table.player.see()
    assert shown["game"].startswith("highest-of-a-pool@")
    assert Client(sqlite_server).get(f"/api/games/{shown['game']}").json["title"] == "The Highest Counts"
    declared = table.player.do("declare", character="c1", move="action", trait="hide")
    roll = max(each["roll"] for each in table.player.see()["rolls"])
    assert declared
    table.player.do("throw", roll=roll)
    table.other.do("make", name="Bea")
    near = Client(sqlite_server).post("/api/odds", {"game": shown["game"], "attempt": {"dots": 2}, "near": True})
    assert near.status == 200, near.raw
    log = tmp_path / "log.jsonl"
    log.write_bytes(table.gm.export())
    elsewhere = subprocess.run(
        [sys.executable, "-m", "actionroll", "verify", str(log)], capture_output=True, text=True, check=False
    )
    assert elsewhere.returncode == 0, elsewhere.stdout + elsewhere.stderr


@pytest.mark.slow
def test_a_process_that_never_saw_the_file_knows_the_game_of_who_sits_at_its_table(tmp_path: Path) -> None:
    with RunningServer(tmp_path / "tables.db") as one, RunningServer(tmp_path / "tables.db") as other:
        table = open_table(one, "", file=FILE)
        game = table.player.see()["game"]
        asked = {"game": game, "attempt": {"dots": 2}}
        assert Client(other).get(f"/api/games/{game}").status == 422
        assert Client(other).get(f"/api/games/{game}", cookie=f"seat-{table.player.table}=wrong").status == 422
        cookie = f"seat-{table.player.table}={table.player.client.token}"
        told = Client(other).post("/api/odds", asked, cookie=cookie)
        assert told.status == 200, told.raw
        assert Client(other).get(f"/api/games/{game}", cookie=cookie).json["title"] == "The Highest Counts"


def test_a_faulty_file_opens_no_table(sqlite_server: RunningServer) -> None:
    reply = created(sqlite_server, file=FILE.replace("best == 6", "bst == 6"))
    assert reply.status == 422
    assert "line" in reply.json["detail"]
    assert created(sqlite_server, game="no-such-game").status == 422
    assert created(sqlite_server).status == 422


@pytest.mark.slow
def test_a_folder_of_games_is_served(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(FILE.replace('id = "highest-of-a-pool"', 'id = "mine"'), encoding="utf-8")
    with RunningServer(tmp_path / "tables.db", "--games", str(tmp_path)) as server:
        assert "mine" in [each["game"] for each in Client(server).get("/api/games").json]
        told = Client(server).post("/api/odds", {"game": "mine", "attempt": {"dots": 2}, "near": True})
        assert told.status == 200, told.raw
        assert created(server, game="mine").status == 201
