"""A game that another package brings goes through every door, and no module changes for it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from actionroll import api, games
from actionroll.cli.manual import candidates
from actionroll.errors import InputError
from tests.command_line import Ran, batch, is_refused, run, run_line
from tests.server import Client, NewTable, StartedServer, open_table
from tests.sixth_game import GUIDE, ROOT, files_of, installed

STILL_WATER = """
from dataclasses import replace
from low_tide import GAME as LOW_TIDE
GAME = replace(LOW_TIDE, id="still-water", title="Still Water")
"""
OTHER_MOVE_FIRST = """
from dataclasses import replace
from low_tide import GAME as LOW_TIDE
GAME = replace(LOW_TIDE, id="leaping", moves=(replace(LOW_TIDE.moves[0], name="leap"),))
"""
LONG_JOBS = """
from dataclasses import replace
from actionroll.games.in_the_dark.sheet import SCENES as READY
SCENES = (replace(READY[0], name="long-job"),)
"""
CHECKS = re.findall(r"tests/test_\w+\.py", GUIDE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the package of the guide is installed."""
    made = tmp_path_factory.mktemp("low-tide")
    with files_of(GUIDE, made):
        yield made


def ran(line: str) -> Ran:
    done = run_line(line)
    assert (done.status, done.err) == (0, ""), done
    return done


def test_it_is_shown_with_all_it_declares() -> None:
    assert "low-tide" in ran("games").out
    shown = ran("show low-tide --json").told
    assert [each["input"] for each in shown["moves"][0]["inputs"]][:5] == ["rating", "cold", "numb", "tide", "hands"]
    assert "LT-6" in ran("show low-tide --rules").out
    assert "balance" in ran("show low-tide --template").out
    assert candidates("actionroll odds low-tide --ti") == ["--tide"]
    assert candidates("actionroll scene low-tide ")[:1] == ["night"]


def test_a_file_takes_the_id_of_no_game_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_files", {})
    for taken in ("low-tide", "starforged"):
        with pytest.raises(InputError, match=f"There is a game {taken} already"):
            games.bring(replace(api.game(taken), title="Another"))
    high = replace(api.game("low-tide"), id="high-tide")
    assert games.bring(high) is games.bring(high) is api.game("high-tide")


def test_it_has_exact_odds() -> None:
    assert ran("odds low-tide --rating 1 --json").told["tiers"] == {"sunk": "1/2", "wet": "1/3", "dry": "1/6"}
    assert ran("odds low-tide --rating 1 --decide wade=wade --json").told["tiers"]["dry"] == "11/36"
    assert api.odds("low-tide", rating=1, tide="high")["sunk"] == Fraction(2, 3)
    assert is_refused(run_line("odds low-tide --rating 5"))
    assert is_refused(run_line("odds low-tide"))


def test_it_rolls_with_a_sheet_that_keeps_what_it_costs(tmp_path: Path) -> None:
    sheet = tmp_path / "wren.json"
    sheet.write_text(json.dumps({"game": "low-tide", "name": "Wren", "values": {"balance": 1, "haste": 2, "cold": 4}}))
    typed = ("--sheet", str(sheet), "--trait", "balance", "--decide", "wade=wade", "--dice", "1", "--dice", "6")
    assert run("roll", "low-tide", *typed, "--json").told["outcome"]["tier"] == "dry"
    values = json.loads(sheet.read_text())["values"]
    assert (values["cold"], values["numb"]) == (5, True)


def test_it_has_advice() -> None:
    decisions = ran("advise low-tide --rating 2 --aim wet --json").told["decisions"]
    assert {(each["now"]["tier"], each["best"]) for each in decisions} == {("sunk", "wade"), ("wet", "wait")}


def test_a_program_asks_many_things_at_once() -> None:
    asked = {"game": "low-tide", "attempt": {"rating": 1}}
    odds, roll, waiting, advice, shown, refused = batch(
        {"do": "odds", **asked},
        {"do": "roll", **asked, "answers": [[1], "wade", [4]]},
        {"do": "roll", **asked, "answers": [[1]]},
        {"do": "advise", **asked},
        {"do": "show", "game": "low-tide"},
        {"do": "odds", "game": "low-tide", "attempt": {"rating": 1, "tide": "ebb"}},
    )
    assert odds["tiers"]["sunk"] == "1/2"
    assert (roll["outcome"]["tier"], roll["outcome"]["effects"][0]["track"]) == ("wet", "cold")
    assert waiting["asks"]["name"] == "wade"
    assert (advice["decisions"][0]["best"], shown["title"]) == ("wade", "Low Tide")
    assert refused["error"].endswith("takes one of low, high, not 'ebb'.")


def test_it_is_compared_simulated_and_swept() -> None:
    assert "+16.7 points" in ran("compare low-tide --rating 1 --with tide=high").out
    assert ran("simulate low-tide --rating 1 --trials 1000 --seed 1 --json").told["trials"] == 1000
    assert "rating varied" in ran("sweep low-tide --vary rating=1..4").out


@pytest.mark.slow
def test_a_large_sweep_knows_it_on_every_core(tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"
    ran(f"sweep low-tide --vary rating=1..4 --vary hands=0..3 --vary cold=0..5 --out {rows}")
    assert len(rows.read_text().splitlines()) == 1 + 4 * 4 * 6


def test_it_has_a_scene_of_its_own() -> None:
    night = ran("scene low-tide night --loads 1 --rolls 1 --rating 1 --json").told
    assert night["endings"]["all across"] == "1/2"
    assert "all across" in ran("compare low-tide --scene night --with rating=3").out
    assert "night: rating varied" in ran("sweep low-tide --scene night --vary rating=1..2").out


@pytest.mark.slow
def test_its_own_claims_and_all_laws_hold() -> None:
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:schemathesis", "-p", "no:cacheprovider", "-k", "low-tide"]
    done = subprocess.run([*words, *CHECKS], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.parametrize(
    ("module", "entry_point", "sentence"),
    [
        ("import nothing_of_that_name", "broken_game:GAME", "cannot be loaded: 'No module named"),
        ("", "broken_game", "it should read like broken_game:GAME."),
        ("from actionroll.games.in_the_dark import GAME", "broken_game:GAME", "in-the-dark, which is taken"),
        (OTHER_MOVE_FIRST, "broken_game:GAME", "The first move of leaping must be called action"),
    ],
)
def test_a_package_that_brings_no_game_is_named(tmp_path: Path, module: str, entry_point: str, sentence: str) -> None:
    (tmp_path / "broken_game.py").write_text(module)
    points = {"actionroll.games": {"broken": entry_point}}
    with installed({"name": "broken", "version": "1", "entry-points": points}, tmp_path):
        refused = run_line("games")
        assert is_refused(refused)
        assert sentence in refused.err
        assert run_line("serve --port 0").err == refused.err
        assert run_line("odds in-the-dark --dots 1").status == 0


def test_a_game_without_a_scene_says_so(tmp_path: Path) -> None:
    (tmp_path / "still_water.py").write_text(STILL_WATER)
    points = {"actionroll.games": {"still-water": "still_water:GAME"}}
    with installed({"name": "still-water", "version": "1", "entry-points": points}, tmp_path):
        for line in (
            "scene still-water",
            "scene still-water night",
            "compare still-water --scene night --with rating=2",
        ):
            refused = run_line(line)
            assert is_refused(refused), refused
            assert "Still Water has no ready scene" in refused.err


def test_a_package_may_bring_a_scene_for_any_game(tmp_path: Path) -> None:
    (tmp_path / "long_jobs.py").write_text(LONG_JOBS)
    points = {"actionroll.scenes": {"long-jobs": "long_jobs:SCENES"}}
    with installed({"name": "long-jobs", "version": "1", "entry-points": points}, tmp_path):
        assert candidates("actionroll scene in-the-dark ")[:2] == ["job", "long-job"]
        assert ran("scene in-the-dark long-job --json").told["scene"] == "long-job"
        assert ran("scene in-the-dark --json").told["scene"] == "job"


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[StartedServer]:
    with StartedServer(folder / "tables.db", "--no-limits") as running:
        yield running


@pytest.fixture
def table(server: StartedServer) -> NewTable:
    """A table of the sixth game, with two characters."""
    made = open_table(server, "low-tide")
    made.player.do("make", name="Wren", values={"balance": 1, "cold": 3})
    made.other.do("make", name="Tern")
    return made


@pytest.mark.slow
def test_the_page_is_told_all_it_needs(server: StartedServer) -> None:
    shown = Client(server).get("/api/games/low-tide").json
    by = {each["input"]: each["by"] for each in shown["moves"][0]["inputs"]}
    assert (by["rating"], by["tide"], by["hands"]) == ("sheet", "gm", "helper")
    assert shown["template"]["balance"] == 2
    assert "low-tide" in [each["game"] for each in Client(server).get("/api/games").json]
    asked = {"game": "low-tide", "attempt": {"rating": 1}}
    assert Client(server).post("/api/odds", {**asked, "near": True}).json["tiers"]["sunk"] == "1/2"
    assert Client(server).post("/api/advice", asked).status == 200


@pytest.mark.slow
def test_a_roll_is_made_together_at_a_table(table: NewTable) -> None:
    roll = table.player.do("declare", character="c1", trait="balance")["number"]
    waiting = table.player.try_to("throw", roll=roll, dice=[1])
    assert (waiting.status, "tide" in waiting.json["detail"]) == (422, True)
    assert table.player.try_to("set", roll=roll, inputs={"tide": "low"}).status == 403
    table.gm.do("set", roll=roll, inputs={"tide": "high"})
    shown = table.other.do("offer", roll=roll, character="c2", how="holds the rope")["rolls"][0]
    assert (shown["says"], shown["costs"][0]["character"]) == ("1 rating, +1 hands = 2 dice", "c2")
    asked = table.player.do("throw", roll=roll, dice=[4, 1])["rolls"][0]["asks"]
    wade = next(each for each in asked["options"] if each["option"] == "wade")
    assert (asked["decision"], asked["now"]["tier"], wade["odds"]["tiers"]["dry"]) == ("wade", "sunk", "11/36")
    ended = table.player.do("decide", roll=roll, option="wade", dice=[2, 3])["rolls"][0]
    assert (ended["record"]["outcome"]["tier"], [due["kind"] for due in ended["open_dues"]]) == ("sunk", ["loss"])
    assert [step["by_hand"] for step in ended["record"]["steps"] if step["do"] == "throw"] == [True, True]
    assert table.player.try_to("settle", roll=roll, due=0, answer=[{"way": "warmth"}]).status == 403
    table.gm.do("settle", roll=roll, due=0, answer=[{"way": "warmth", "amount": 2}])
    again = table.gm.try_to("settle", roll=roll, due=0, answer=[{"way": "goods"}])
    assert (again.status, again.json["detail"].endswith("none of this roll is open.")) == (422, True)
    wren, tern = (each["values"] for each in table.onlooker.see()["characters"])
    assert (wren["cold"], wren["numb"], tern["cold"]) == (5, True, 1)
    table.gm.do("undo", entry=roll)
    wren, tern = (each["values"] for each in table.onlooker.see()["characters"])
    assert (wren["cold"], wren["numb"], tern["cold"]) == (3, False, 0)


@pytest.mark.slow
def test_a_friend_brings_dice_of_their_own_sheet(table: NewTable) -> None:
    table.gm.do("edit", where="c2", values={"haste": 3})
    roll = table.player.do("declare", character="c1", move="tow", trait="balance")["number"]
    shown = table.other.do("offer", roll=roll, character="c2", input="ropes", trait="haste")["rolls"][0]
    assert shown["says"] == "d6 you + 3d6 rope against 2d6 current"
    assert shown["help"][0]["traits"] == ["balance", "haste"]
    table.other.do("withdraw_offer", roll=roll, character="c2")
    table.gm.do("edit", where="c2", values={"numb": True})
    refused = table.other.try_to("offer", roll=roll, character="c2", input="ropes", trait="haste")
    assert (refused.status, "numb" in refused.json["detail"]) == (422, True)


@pytest.mark.slow
def test_its_log_is_verified(table: NewTable, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"character": "c2", "trait": "haste", "inputs": {"tide": "low"}}
    table.gm.do("roll_at_once", **asked, nonce="mine")
    table.gm.do("roll_at_once", **asked, dice=[6, 1])
    assert table.gm.see("statistics")["seats"]
    table.gm.do("end")
    log = tmp_path / "log.jsonl"
    log.write_bytes(table.onlooker.export())
    verified = run("verify", str(log))
    assert verified.status == 0, verified
    for told in ("2 dice follow", "by hand", "2 throws and decisions were played again"):
        assert told in verified.out, verified


@pytest.mark.slow
def test_a_table_outlives_its_package(table: NewTable, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = table.gm.export()
    monkeypatch.delenv("PYTHONPATH")
    with StartedServer(folder / "tables.db", "--no-limits") as elsewhere:
        refused = table.gm.at(elsewhere).try_to("declare", character="c2", trait="haste")
        assert (refused.status, "There is no game 'low-tide'" in refused.json["detail"]) == (422, True)
        assert table.gm.at(elsewhere).export() == log
        assert open_table(elsewhere, "in-the-dark").player.see()["number"] > 0
    table.gm.do("note", text="Here again.")
