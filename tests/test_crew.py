"""A crew: several characters by their sheets, who roll in turn, each with a move of their own."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from actionroll.api import odds, scene
from actionroll.errors import ActionrollError
from actionroll.games import game, games
from actionroll.reckoning.play import source_for
from actionroll.rules.sheet import picks_of, starting_values
from actionroll.scenes import ask, solve_asked
from actionroll.scenes import scene as ready
from actionroll.scenes.solution import simulate_scene
from tests.command_line import is_refused, run

MARA = {"who": "Mara", "values": {"skulk": 2, "stress": 4}, "trait": "skulk", "inputs": {"extra": "push"}}
VEX = {"who": "Vex", "values": {"attune": 1, "stress": 2}, "move": "resistance", "trait": "attune"}
SAID = {"true-world": {"difficulty": "d8"}}
NYX = {"who": "Nyx", "values": {"skulk": 1}, "trait": "skulk"}


def test_three_roll_in_turn_and_each_pays_for_their_own() -> None:
    done = scene("in-the-dark", "crew", turn=[MARA, VEX, NYX], rolls=8, decide={"resist": "resist"})
    assert done.track("mara_stress") == {8: 1}  # two pushes; a third would not fit, and she passes
    assert done.track("vex_stress") == resisted(2, 3, attribute=2)  # two actions of that attribute have dots
    assert done.track("nyx_stress") == {0: 1}
    assert done.tiers["passes"] == 1
    assert sum(done.tiers.values()) == 8


def resisted(stress: int, rolls: int, attribute: int) -> dict[int, Fraction]:
    """Stress after so many rolls in a row, each asked for its odds by itself; out of action one rolls none."""
    standing = {stress: Fraction(1)}
    for _ in range(rolls):
        after: dict[int, Fraction] = {}
        for now, chance in standing.items():
            if now == 9:
                after[9] = after.get(9, Fraction(0)) + chance
                continue
            counted = odds(
                "in-the-dark", "resistance", dice=attribute, stress=now, may_decline=True, decide={"resist": "resist"}
            )
            for end, share in counted.joint.items():
                to = min(9, max(0, now + sum(each.by for each in end.effects if each.track == "stress")))
                after[to] = after.get(to, Fraction(0)) + chance * share
        standing = after
    return dict(sorted(standing.items()))


def test_one_who_has_two_turns_is_one_character() -> None:
    twice = [{**NYX, "inputs": {"extra": "push"}}, NYX]
    done = scene("in-the-dark", "crew", turn=twice, rolls=3)
    assert done.track("nyx_stress") == {4: 1}
    assert [track.name for track in done.tracks_told] == ["nyx_stress"]


@pytest.mark.parametrize("name", [each.id for each in games()])
def test_every_game_has_a_crew_whose_trials_are_as_its_odds(name: str) -> None:
    played = game(name)
    pick = picks_of(played.sheet, "action")[0]
    turns = [
        {"who": who, "values": starting_values(played.sheet), "trait": pick, "inputs": SAID.get(name, {})}
        for who in ("one", "two")
    ]
    asked = ask(ready(name, "crew"), {"turn": turns, "rolls": 3})
    solved, trials = solve_asked(asked), 4_000
    done = simulate_scene(asked.played, asked.aim, trials, source_for(7))
    assert sum(solved.ends.values()) == 1
    assert sum(solved.tiers.values()) == 3
    for track in solved.tracks_told:
        mean, error = done.mean(track.name)
        assert abs(mean - float(solved.mean(track.name))) <= 5 * error + 1e-9, track.name


@pytest.mark.parametrize(
    ("turns", "says"),
    [
        ([], "up to 12 turns"),
        ([{"who": "Mara"}], "values of a sheet"),
        ([{**MARA, "luck": 1}], "up to 12 turns"),
        ([{**MARA, "values": {"luck": 1}}], "luck"),
        ([{**MARA, "move": "leap"}], "leap"),
        ([{**MARA, "trait": "luck"}], "luck"),
        ([{**MARA, "inputs": {"extra": "luck"}}], "extra takes"),
        ([MARA, {**MARA, "values": {"skulk": 1}}], "another name"),
        ([{**MARA, "values": {"stress": 9}}], "."),
    ],
)
def test_what_cannot_roll_from_the_first_turn_on_is_refused(turns: list[dict[str, Any]], says: str) -> None:
    with pytest.raises(ActionrollError, match=says):
        scene("in-the-dark", "crew", turn=turns)


def sheet(folder: Path, name: str, **values: int) -> str:
    path = folder / f"{name.lower()}.json"
    path.write_text(json.dumps({"game": "in-the-dark", "name": name, "values": values}))
    return str(path)


def test_sheets_are_read_at_the_prompt(tmp_path: Path) -> None:
    mara, vex = sheet(tmp_path, "Mara", skulk=3, stress=4), sheet(tmp_path, "Vex", attune=1)
    crew = ("scene", "in-the-dark", "crew", "--turn", f"{mara} skulk extra=push", "--turn", f"{vex} resistance attune")
    told = run(*crew, "--decide", "resist=resist", "--rolls", "4").out
    assert "mara_stress" in told
    assert "resisted" in told
    shown = json.loads(run(*crew, "--json").out)
    assert shown["settings"]["turn"][0]["who"] == "mara"
    varied = run(*crew, "--vary", "rolls=2,4", "--show", "mara_stress", "--format", "csv").out
    assert [line.split(",")[1] for line in varied.splitlines()] == ["mean mara_stress", "6.0", "8.0"]


def test_a_ready_scene_starts_as_a_sheet_stands(tmp_path: Path) -> None:
    mara = sheet(tmp_path, "Mara", skulk=3, stress=4)
    read = json.loads(run("scene", "in-the-dark", "--sheet", mara, "--trait", "skulk", "--json").out)
    assert (read["settings"]["dots"], read["settings"]["stress"]) == (3, 4)
    typed = json.loads(run("scene", "in-the-dark", "--sheet", mara, "--trait", "skulk", "--stress", "1", "--json").out)
    assert typed["settings"]["stress"] == 1


@pytest.mark.parametrize("turn", ["", "'", "nothing.json skulk", "{mara}", "{mara} skulk sway", "{mara} skulk luck=1"])
def test_a_wrong_turn_is_one_sentence(turn: str, tmp_path: Path) -> None:
    mara = sheet(tmp_path, "Mara", skulk=3)
    is_refused(run("scene", "in-the-dark", "crew", "--turn", turn.format(mara=mara)))
