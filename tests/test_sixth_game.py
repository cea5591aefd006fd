"""A game that another package brings goes through every door, and no module changes for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from actionroll import api, wire
from actionroll.games import added
from actionroll.rules.steps import Outcome

METADATA = "Metadata-Version: 2.1\nName: high-roofs\nVersion: 1.0\n"
ENTRY_POINTS = "[actionroll.games]\nhigh-roofs = tests.sixth_game:GAME\n"
ROOT = Path(__file__).parent.parent


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path of Python in which the package of the sixth game is installed."""
    package = tmp_path / "high_roofs-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text(METADATA)
    (package / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(tmp_path)
    added.cache_clear()
    yield tmp_path
    added.cache_clear()


@pytest.mark.usefixtures("installed")
def test_it_is_among_the_games() -> None:
    assert api.games()[-1].id == "high-roofs"
    shown = wire.game_shown(api.game("high-roofs"))
    assert shown["moves"][0]["inputs"][0]["input"] == "far"


@pytest.mark.usefixtures("installed")
def test_it_has_exact_odds() -> None:
    assert dict(api.odds("high-roofs", far=4)) == {"short": Fraction(1, 2), "across": Fraction(1, 2)}
    dared = api.odds("high-roofs", far=4, decide={"dare": "dare"})
    assert dared["across"] == Fraction(3, 4)
    twisted = [chance for outcome, chance in dared.joint.items() if outcome.effects]
    assert sum(twisted) == Fraction(1, 12)
    spared = api.odds("high-roofs", far=4, decide={"dare": "dare"}, rulings={"twist": "no"})
    assert not any(outcome.effects for outcome in spared.joint)


@pytest.mark.usefixtures("installed")
def test_it_rolls() -> None:
    done = api.roll("high-roofs", far=4, answers=[[2], "dare", [5]]).roll
    assert isinstance(done.step, Outcome)
    assert done.step.tier == "across"
    assert api.roll("high-roofs", far=4, seed="a").roll == api.roll("high-roofs", far=4, seed="a").roll


@pytest.mark.usefixtures("installed")
def test_it_has_advice() -> None:
    assert {each.best for each in api.advise("high-roofs", far=4)} == {"dare"}
    careful = {"across": 1, "ankles": 4}
    assert {each.best for each in api.advise("high-roofs", far=4, aim=careful)} == {"stay"}


@pytest.mark.slow
def test_it_goes_through_the_command_line(installed: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(installed), str(ROOT)])}

    def told(*words: str) -> str:
        command = [sys.executable, "-m", "actionroll", *words]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout

    assert "high-roofs" in told("games")
    assert "How far it is to the other roof." in told("show", "high-roofs")
    assert json.loads(told("odds", "high-roofs", "--far", "4", "--json"))["tiers"]["across"] == "1/2"
    assert json.loads(told("roll", "high-roofs", "--far", "1", "--seed", "a", "--json"))["outcome"]["tier"] == "across"
    assert "dare" in told("advise", "high-roofs", "--far", "4")
