"""The pages of the games are current, whole, and right in what they compute."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from tools.game_pages import page as pages
from tools.game_pages import pictures, statements

from actionroll.__main__ import main
from actionroll.games import BUILT_IN, game
from actionroll.rules.inputs import rulings_of

GAMES = tuple(BUILT_IN)


@pytest.fixture(scope="module", name="files")
def files_wanted() -> dict[Path, str]:
    return pages.files()


@pytest.mark.parametrize("name", [*GAMES, "README"])
def test_current(name: str, files: dict[Path, str]) -> None:
    wanted = {path: content for path, content in files.items() if path.stem == name}
    assert wanted
    for path, content in wanted.items():
        assert path.read_text(encoding="utf-8") == content, "run `make docs`"


def test_no_page_is_left_over(files: dict[Path, str]) -> None:
    assert set(pages.FOLDER.iterdir()) == set(files)


@pytest.mark.parametrize("name", GAMES)
def test_names_everything(name: str) -> None:
    told = pages.page(game(name))
    assert all(f"**{rule}**" in told for rule in game(name).rules)
    assert all(f"`{ruling}`" in told for ruling in rulings_of(game(name).rulings))
    assert all(f"### {move.name}" in told for move in game(name).moves)


@pytest.mark.parametrize("name", GAMES)
def test_its_commands_run(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(pictures.command("odds", name)) == 0
    assert "%" in capsys.readouterr().out


@pytest.mark.parametrize(("net", "name", "points", "printed"), statements.STEPPING)
def test_wherever_we_go_steps_as_its_examples_say(net: str, name: str, points: int, printed: str) -> None:
    assert statements.stepped(name, points) == printed, net


def test_an_unskilled_roll_in_true_world_mostly_fails_against_d4() -> None:
    assert statements.unskilled_fails() == Fraction(17, 32)


def test_two_d6_in_true_world_are_better_than_a_d7() -> None:
    assert statements.best_mean(2) == Fraction(161, 36) > statements.one_mean(7)
    assert statements.best_mean(3) == Fraction(119, 24) > statements.one_mean(8)
