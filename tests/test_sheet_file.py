"""Sheets in files: read for the inputs of a roll, written back whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from actionroll.cli.questions import Asked
from actionroll.reckoning.play import play
from actionroll.reckoning.record import Roll
from tests.command_line import Ran, is_refused, run

FULL = {"game": "in-the-dark", "name": "Vex", "values": {"skulk": 3, "stress": 5}}
PUSH = ["roll", "in-the-dark", "--extra=push", "--seed=1"]


def written(folder: Path, content: Any) -> Path:
    path = folder / "vex.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


def read(path: Path) -> Any:
    return json.loads(path.read_text())


def roll(path: Path, *more: str) -> Ran:
    return run(*PUSH, f"--sheet={path}", *more)


def test_a_flat_file_gives_inputs_and_takes_changes(tmp_path: Path) -> None:
    path = written(tmp_path, {"dots": 2, "stress": 3, "look": "grey coat"})
    assert "Sheet: stress 3 → 5" in roll(path).out
    assert read(path) == {"dots": 2, "stress": 5, "look": "grey coat"}


def test_what_is_typed_goes_before_the_sheet(tmp_path: Path) -> None:
    path = written(tmp_path, {"dots": 2})
    assert run("odds", "in-the-dark", f"--sheet={path}", "--dots=1", "--json").told["attempt"]["dots"] == 1


def test_a_track_that_the_file_does_not_hold_starts_from_its_input(tmp_path: Path) -> None:
    path = written(tmp_path, {"dots": 2})
    told = roll(path, "--stress=7").out
    assert "Sheet: stress 7 → 9" in told
    assert "Sheet: out of action no → yes" in told
    assert read(path) == {"dots": 2, "stress": 9, "out_of_action": True}


def test_odds_and_rolls_that_change_nothing_leave_the_file_alone(tmp_path: Path) -> None:
    path = written(tmp_path, {"dots": 2})
    before = path.stat().st_mtime_ns, path.read_bytes()
    run("odds", "in-the-dark", f"--sheet={path}", "--extra=push")
    run("roll", "in-the-dark", f"--sheet={path}", "--seed=1")
    assert (path.stat().st_mtime_ns, path.read_bytes()) == before


def test_what_is_paid_and_won_back_is_no_change(tmp_path: Path) -> None:
    path = written(tmp_path, {"attribute": "d8", "skill": "d6", "stress": 1})
    pushed = ["roll", "wherever-we-go", f"--sheet={path}", "--decide=push=push"]
    assert "Sheet" not in run(*pushed, "--dice=1 1 6").out
    assert "Sheet: wp 6 → 5" in run(*pushed, "--dice=1 1 2").out
    assert read(path)["wp"] == 5


def test_a_full_sheet_is_read_by_a_trait(tmp_path: Path) -> None:
    path = written(tmp_path, FULL)
    told = run("odds", "in-the-dark", f"--sheet={path}", "--trait=skulk", "--json").told
    assert (told["attempt"]["dots"], told["attempt"]["stress"]) == (3, 5)


def test_a_full_sheet_is_read_where_the_inputs_lead(tmp_path: Path) -> None:
    vowed = {"game": "starforged", "name": "Ash", "values": {"progress": 30, "quests": 14, "quests_cleared": True}}
    ask = ["odds", "starforged", "progress", f"--sheet={written(tmp_path, vowed)}", "--json"]
    assert run(*ask).told["attempt"]["ticks"] == 30
    assert run(*ask, "--trait=quests").told["attempt"]["ticks"] == 14
    assert (said := run(*ask, "--boxes=7").told["attempt"])["ticks"] is None
    assert said["boxes"] == 7
    rewarded = [cell["attempt"] for cell in run(*ask, "--rank=epic", "--vary=legacy=quests,bonds").told["cells"]]
    assert [(each["legacy_ticks"], each["legacy_cleared"]) for each in rewarded] == [(14, True), (0, False)]


def test_a_full_sheet_takes_changes(tmp_path: Path) -> None:
    path = written(tmp_path, FULL)
    assert roll(path, "--trait=skulk").status == 0
    assert read(path) == {**FULL, "values": {"skulk": 3, "stress": 7}}
    assert roll(path, "--trait=skulk").status == 0
    assert read(path)["values"] == {"skulk": 3, "stress": 9, "out_of_action": True}


def test_the_template_is_a_sheet(tmp_path: Path) -> None:
    path = written(tmp_path, run("show", "in-the-dark", "--template").told)
    assert run("odds", "in-the-dark", f"--sheet={path}", "--trait=skulk").status == 0


def test_a_link_stays_a_link_and_rights_stay(tmp_path: Path) -> None:
    path = written(tmp_path, {"dots": 2, "stress": 3})
    path.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(path)
    roll(link)
    assert link.is_symlink()
    assert read(path)["stress"] == 5
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link.json", "vex.json"]


def test_a_write_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = written(tmp_path, {"dots": 2, "stress": 3})
    before = path.read_bytes()
    with patch.object(os, "fsync", side_effect=OSError(28, "No space left on device")):
        assert is_refused(roll(path))
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["vex.json"]


def test_a_file_that_cannot_be_written_stops_the_roll_before_the_dice(tmp_path: Path) -> None:
    path = written(tmp_path, {"dots": 2, "stress": 3})
    with patch.object(os, "access", return_value=False), patch("actionroll.cli.roll.make") as made:
        assert is_refused(roll(path))
    assert not made.called


def test_someone_elses_change_is_not_overwritten(tmp_path: Path) -> None:
    path = written(tmp_path, {"dots": 2, "stress": 3})

    def meanwhile(asked: Asked, *_: object) -> Roll:
        path.write_text('{"dots": 2, "stress": 8}')
        return play(asked.question.start, lambda _: 1, asked.question.policy)

    with patch("actionroll.cli.roll.make", meanwhile):
        assert is_refused(roll(path))
    assert read(path)["stress"] == 8


WRONG: list[Any] = [
    b"",
    b"nonsense",
    b"[1]",
    b"\xff\xfe\x00",
    b"[" * 50_000,
    b" " * 200_000,
    {"dots": 11},
    {"dots": None},
    {"dots": 10**400},
    {**FULL, "game": "starforged"},
    {**FULL, "game": 7},
    {**FULL, "extra": 1},
    {**FULL, "values": []},
    {**FULL, "values": {"bogus": 1}},
    {**FULL, "values": {"skulk": "many"}},
    {**FULL, "values": {"stress": 10}},
    {**FULL, "values": {"stress": -1}},
    {**FULL, "values": {"stress": True}},
    {**FULL, "values": {"severe_harm": 3}},
]


@pytest.mark.parametrize("content", WRONG, ids=range(len(WRONG)))
def test_a_wrong_file_gets_one_sentence(tmp_path: Path, content: Any) -> None:
    path = written(tmp_path, content)
    before = path.read_bytes()
    more = ["--trait=skulk"] if isinstance(content, dict) and "values" in content else []
    assert is_refused(roll(path, *more))
    assert path.read_bytes() == before


def test_traits_are_asked_for_and_checked(tmp_path: Path) -> None:
    path = written(tmp_path, FULL)
    assert "--trait takes one of" in roll(path).err
    assert "did you mean skulk?" in roll(path, "--trait=sculk").err
    assert is_refused(roll(written(tmp_path, {"dots": 1}), "--trait=skulk"))
    assert is_refused(run(*PUSH, f"--sheet={tmp_path}"))


def test_a_sheet_with_things_is_read_and_its_skills_are_rolled_with(tmp_path: Path) -> None:
    things = [{"kind": "skill", "name": "piloting", "worth": "d10"}, {"kind": "gear", "name": "Rope"}]
    path = written(tmp_path, {"game": "true-world", "name": "Ash", "values": {"things": things}})
    asked = ["odds", "true-world", "--difficulty=hard", f"--sheet={path}", "--json"]
    assert run(*asked, "--trait=piloting").told["attempt"]["ability"] == ["d10"]
    assert run(*asked).told["attempt"]["unskilled"] is True
    wrong = written(tmp_path, {"game": "true-world", "name": "Ash", "values": {"things": [{"kind": "spell"}]}})
    assert is_refused(run("odds", "true-world", "--difficulty=hard", f"--sheet={wrong}"))


NIGHTWALKER = {"kind": "talent", "name": "Nightwalker", "does": [{"use": "talent die", "value": "d8"}], "most": 1}


def test_a_thing_of_the_sheet_is_used_by_name_and_spent(tmp_path: Path) -> None:
    values = {"things": [NIGHTWALKER, {"kind": "gear", "name": "Rope"}]}
    path = written(tmp_path, {"game": "wherever-we-go", "name": "Ash", "values": values})
    asked = ["wherever-we-go", f"--sheet={path}", "--trait=stealth", "--json"]
    told = run("odds", *asked, "--use=Nightwalker").told["attempt"]
    assert (told["talent"], told["used"]) == ("d8", "Nightwalker")
    assert run("roll", *asked, "--use=Nightwalker", "--seed=x").status == 0
    assert json.loads(path.read_text())["values"]["things"][0]["spent"] == 1
    before = path.read_bytes()
    for more in (["--use=Nightwalker"], ["--use=Lamp"], ["--use=Rope", "--use=Rope"]):
        assert is_refused(run("roll", *asked, *more))
    assert "as often as it can be" in run("roll", *asked, "--use=Nightwalker").err
    assert path.read_bytes() == before
    assert "name one with --sheet" in run("odds", "wherever-we-go", "--attribute=d8", "--skill=d8", "--use=Lamp").err
    flat = written(tmp_path, {"attribute": "d8", "skill": "d8"})
    assert "--use names things of a full sheet" in run("odds", "wherever-we-go", f"--sheet={flat}", "--use=Lamp").err
