"""Game files through the doors of the prompt: by their paths, as house rules, and written for a start."""

from __future__ import annotations

import ast
import gc
import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest

from actionroll import games
from actionroll.api import odds
from actionroll.errors import InputError
from actionroll.files import loads
from actionroll.files.source import syntax
from actionroll.rules.inputs import rulings_of
from actionroll.rules.sheet import starting_values
from actionroll.shelf import core, games_in, load, starts
from tests.command_line import batch, run
from tests.files.grammar import plain
from tests.files.written import SMALL, TWO_DICE


def test_a_path_stands_where_a_games_name_goes(file: Path) -> None:
    told = json.loads(run("odds", str(file), "--stat", "1", "--json").out)
    assert told["game"] == "my-game"
    assert told["tiers"] == {"miss": "5/18", "weak hit": "4/9", "strong hit": "5/18"}
    assert "strong hit" in run("odds", str(file), "--stat", "1", "--vary", "edge=none,advantage").out
    assert "Two Dice, action" in run("roll", str(file), "--stat", "1", "--dice", "3 4").out
    assert "move action" in run("show", str(file)).out


def test_a_faulty_file_is_told_line_by_line(file: Path) -> None:
    file.write_text(TWO_DICE.replace("total >= 10", "totl >= 10").replace("many d6", "mny d6"), encoding="utf-8")
    told = run("odds", str(file), "--stat", "1")
    assert told.status == 2
    assert "my.toml, line" in told.err
    assert "did you mean total?" in told.err
    assert "did you mean many?" in told.err


@pytest.mark.parametrize("text", ["x" * 70_000, None, b"\xff\xfe"])
def test_what_cannot_be_read_is_told(tmp_path: Path, text: str | bytes | None) -> None:
    path = tmp_path / "odd.toml"
    if text is not None:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert run("odds", str(path)).status == 2


def test_plain_dice_at_the_prompt() -> None:
    assert "above  58.3 %" in run("odds", "2d6+3", "vs", "9").out
    assert run("odds", "3d").status == 2
    assert "12 in all" in run("roll", "3d6kh2+1", "--dice", "2 5 6").out


ALIKE_ROWS = """
throw
    one: d6
        low = highest
shown = 1
decide keep_it
    keep "Keep."
    turn "Turn."
end
    best when keep_it is turn and low > 3 or keep_it is keep and low > 5
    worst
"""


def test_advice_tells_states_apart_by_what_the_roll_knew(tmp_path: Path) -> None:
    path = tmp_path / "rows.toml"
    path.write_text(plain(ALIKE_ROWS), encoding="utf-8")
    told = run("advise", str(path), "--aim", "best").out
    rows = [line for line in told.splitlines() if line.startswith("worst")]
    assert len({row.split("  ")[0] for row in rows}) == len(rows) == 2, told
    assert "low 4–5" in told


def test_help_knows_the_inputs_of_a_file(file: Path) -> None:
    assert "--stat" in run("odds", str(file), "--help").out


def test_a_batch_takes_the_paths_of_files(file: Path) -> None:
    asked, shown, wrong = batch(
        {"do": "odds", "game": str(file), "attempt": {"stat": 1}},
        {"do": "show", "game": str(file)},
        {"do": "odds", "game": "none.toml"},
    )
    assert asked["tiers"] == {"miss": "5/18", "weak hit": "4/9", "strong hit": "5/18"}
    assert shown["game"] == "my-game"
    assert "cannot be read as a game file" in wrong["error"]


@pytest.mark.parametrize(
    "typed", [["d6+d8+d8"], ["d6,d8,d8"], ["d6", "--dice-list", "d8", "--dice-list", "d8"]], ids=range(3)
)
def test_a_list_is_written_in_one_word_or_given_again(tmp_path: Path, typed: list[str]) -> None:
    path = tmp_path / "pool.toml"
    path.write_text(starts()["step-pool"], encoding="utf-8")
    told = json.loads(run("odds", str(path), "--dice-list", *typed, "--json").out)
    assert told["attempt"]["dice_list"] == ["d6", "d8", "d8"]


def test_a_matrix_is_one_table_of_csv_that_names_each_figure(file: Path) -> None:
    told = run(*f"odds {file} --vary stat=0,1 --vary edge=none,advantage --format csv --show tiers".split()).out
    head, *rows = [line.split(",") for line in told.splitlines()]
    assert head == ["figure", "stat", "none", "advantage"]
    assert [row[:2] for row in rows] == [
        [tier, stat] for tier in ("miss", "weak hit", "strong hit") for stat in ("0", "1")
    ]


def test_the_core_of_a_built_in_game_is_a_file_to_start_from() -> None:
    written = run("show", "starforged", "--toml").out
    assert written.strip() == core(games.game("starforged")).strip()
    assert loads(written).moves[0].tiers == games.game("starforged").moves[0].tiers


def test_an_id_that_is_taken_is_refused(file: Path) -> None:
    file.write_text(TWO_DICE.replace('id = "two-dice"', 'id = "starforged"'), encoding="utf-8")
    assert "give the file another id" in run("odds", str(file), "--stat", "1").err


def test_a_folder_of_games(file: Path) -> None:
    assert [each.id for each in games_in(file.parent)] == ["my-game"]
    with pytest.raises(InputError):
        games_in(file)
    with pytest.raises(InputError):
        load(file.parent / "none.toml")


HOUSE = """changes = "in-the-dark"
id = "our-dark"

[rulings]
push_cost = 1

[traits]
skulk = 3

[tracks.stress]
start = 2

[words]
stress = "strain"

[rules]
ITD-18 = "Read the highest."

[moves.action]
says = "Go on, dare."
"""


def test_house_rules_change_named_things_of_a_game() -> None:
    ours, theirs = loads(HOUSE), games.game("in-the-dark")
    assert (ours.id, ours.title) == ("our-dark", theirs.title)
    values = starting_values(ours.sheet)
    assert (values["skulk"], values["stress"]) == (3, 2)
    assert (ours.label("stress"), ours.rules["ITD-18"], ours.moves[0].says) == (
        "strain",
        "Read the highest.",
        "Go on, dare.",
    )
    pushed = odds(ours, dots=2, extra="push")
    assert dict(pushed) == dict(odds(theirs, dots=2, extra="push"))
    assert {effect.by for outcome in pushed.joint for effect in outcome.effects} == {1}
    assert rulings_of(ours.rulings)["push_cost"].default == 1
    assert rulings_of(theirs.rulings)["push_cost"].default == 2


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ('"in-the-dark"', '"in-the-dork"', "did you mean in-the-dark?"),
        ("push_cost", "push_cots", "did you mean push_cost?"),
        ("push_cost = 1", "push_cost = 99", "a whole number from 0 to 9"),
        ("skulk", "skullk", "did you mean skulk?"),
        ("skulk = 3", "skulk = 33", "skulk takes"),
        ("[tracks.stress]", "[tracks.stres]", "did you mean stress?"),
        ("start = 2", "high = 2", "There is no key"),
        ("ITD-18", "ITD-81", "There is no rule"),
        ("[moves.action]", "[moves.acton]", "did you mean action?"),
        ("[words]", "[wrods]", "did you mean words?"),
    ],
    ids=range(10),
)
def test_house_rules_name_what_is_there(right: str, wrong: str, says: str) -> None:
    with pytest.raises(InputError, match=re.escape(says)):
        loads(HOUSE.replace(right, wrong, 1))


def test_a_scene_of_a_file_is_solved_as_any(tmp_path: Path) -> None:
    path = tmp_path / "pool.toml"
    path.write_text(starts()["highest-of-a-pool"], encoding="utf-8")
    told = json.loads(run("scene", str(path), "break_in", "--json").out)
    chances = {"failure": Fraction(1, 4), "partial success": Fraction(4, 9), "success": Fraction(10, 36)}
    adds = {"failure": 0, "partial success": 1, "success": 2, "critical success": 3}
    chances["critical success"] = Fraction(1) - sum(chances.values(), Fraction(0))
    ways = {0: Fraction(1)}
    for _ in range(10):
        following: dict[int, Fraction] = {}
        for way, chance in ways.items():
            for tier, own in chances.items() if way < 6 else {"failure": Fraction(1)}.items():
                to = min(6, way + adds[tier])
                following[to] = following.get(to, Fraction(0)) + chance * own
        ways = following
    assert Fraction(told["endings"]["inside"]) == ways[6]


def test_a_file_has_a_face() -> None:
    face = loads(starts()["highest-of-a-pool"]).face
    assert face is not None
    assert (face.letters, face.tracks["stress"].tone) == ("slab", "hurt")


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("way >= 6", "wey >= 6", "did you mean way?"),
        ('"inside"]', '"insid"]', "order takes every ending once"),
        ("dots = 2, push", "dits = 2, push", "did you mean dots?"),
        ("dots = 2, push", "dots = 99, push", "dots takes a whole number"),
        ('carries = ["stress"]', 'carries = ["stres"]', "did you mean stress?"),
        ('tone = "hurt"', 'tone = "hurts"', "did you mean hurt?"),
        ('like = "in-the-dark"', 'like = "in-the-dork"', "did you mean in-the-dark?"),
        ('emblem = "M4', 'emblem = "<svg', "emblem takes"),
    ],
    ids=range(8),
)
def test_scenes_and_faces_name_what_is_there(right: str, wrong: str, says: str) -> None:
    text = starts()["highest-of-a-pool"]
    assert right in text
    with pytest.raises(InputError, match=re.escape(says)):
        loads(text.replace(right, wrong, 1))


def test_what_is_rolled_after_the_first_throw_is_told(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(SMALL.replace("throw\n", "throw\n    first: d8\n        before = sum\nthrow\n", 1))
    assert "To be rolled: d8 first, then d6 die." in run("odds", str(path)).out
    assert "To be rolled: d6 die.\n" in run("odds", str(_written(tmp_path, SMALL))).out
    assert "and perhaps more, by what they show." in run("odds", "2d6!").out


def _written(folder: Path, text: str) -> Path:
    path = folder / "plain.toml"
    path.write_text(text)
    return path


def test_threads_that_read_games_at_once_do_not_break_each_others_reading() -> None:
    """Python's parser counts how deep it is for all threads together: once in a while a table could not be opened."""
    nested = "+".join(["(a * (b - 1))"] * 60)

    def finalised(*_: object) -> None:
        """What runs when garbage is looked for, in the middle of a parse: another thread may take its turn here."""
        for _each in range(20):
            pass

    thresholds, interval = gc.get_threshold(), sys.getswitchinterval()
    gc.callbacks.append(finalised)
    try:
        gc.set_threshold(50)
        sys.setswitchinterval(1e-6)
        with ThreadPoolExecutor(4) as threads:
            trees = list(threads.map(syntax, [nested] * 60))
    finally:
        gc.callbacks.remove(finalised)
        gc.set_threshold(*thresholds)
        sys.setswitchinterval(interval)
    assert len({ast.dump(each) for each in trees}) == 1
