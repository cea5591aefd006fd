"""Sides side by side: each as it is asked alone, and the difference between them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from actionroll.api import odds, scene
from tests.command_line import is_refused, run, run_line


def test_differences_are_those_of_the_odds() -> None:
    shown = run_line("compare in-the-dark --dots 2 --with position=good --with dots=1,extra=push --json").told
    given, good, pushed = (
        odds("in-the-dark", dots=2),
        odds("in-the-dark", dots=2, position="good"),
        odds("in-the-dark", dots=1, extra="push"),
    )
    for side, exact in zip(shown["sides"], (given, good, pushed), strict=True):
        assert {tier: Fraction(side["figures"][tier]) for tier in exact} == dict(exact)
        assert {tier: Fraction(side["difference"][tier]) for tier in exact} == {
            tier: exact[tier] - given[tier] for tier in exact
        }
    assert Fraction(shown["sides"][2]["figures"]["change stress"]) == 2


def test_rulings_decisions_and_scenes_are_compared_too() -> None:
    shown = run_line("compare true-world --scene scene --with grit_reroll=no --with reroll=best --json").told
    sides = [
        scene("true-world"),
        scene("true-world", rulings={"grit_reroll": "no"}),
        scene("true-world", decide={"reroll": "best"}),
    ]
    assert [Fraction(side["figures"]["worth"]) for side in shown["sides"]] == [each.worth for each in sides]


def test_text_tells_each_tier_with_its_difference_and_a_picture_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "sides.svg"
    told = run("compare", "in-the-dark", "--dots", "2", "--with", "position=good", "--svg", str(picture)).out
    assert "failure           25.0 %         12.5 %  −12.5 points" in told
    assert picture.read_text().startswith("<svg")


@pytest.mark.parametrize(
    "line",
    [
        "compare in-the-dark --dots 2",
        "compare in-the-dark --with dots=2",
        "compare in-the-dark --dots 2 --with luck=1",
        "compare in-the-dark --dots 2 --with position",
        "compare in-the-dark --dots 2 --with position=great",
        "compare in-the-dark --dots 2 --with stress=9,extra=push",
        "compare in-the-dark --scene heist --with dots=2",
    ],
)
def test_wrong_comparisons_are_refused_in_one_sentence(line: str) -> None:
    assert is_refused(run_line(line)), run_line(line)


@pytest.mark.parametrize(
    "line",
    [
        "odds in-the-dark --dots 2",
        "odds in-the-dark --vary dots=0..3",
        "odds in-the-dark --vary dots=0..10",
        "odds starforged --vary stat=0..3 --vary momentum=-6..10",
        "scene wherever-we-go --rolls 5",
        "scene in-the-dark --vary dots=0..3",
        "sweep in-the-dark --vary dots=0..3 --vary position=normal,good",
    ],
)
def test_charts_are_drawn_into_a_file(line: str, tmp_path: Path) -> None:
    picture = tmp_path / "chart.svg"
    ran = run(*line.split(), "--svg", str(picture))
    assert ran.status == 0, ran.err
    assert "<desc>" in picture.read_text()


def test_odds_show_themselves_in_a_notebook() -> None:
    found = odds("starforged", stat=2)
    assert found._repr_svg_().startswith("<svg")
    assert "strong hit" in found._repr_html_()
    assert f"{found['miss'].numerator}/{found['miss'].denominator}" in found._repr_html_()
