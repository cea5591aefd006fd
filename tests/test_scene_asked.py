"""Scenes as they are asked for, from Python and at the prompt: what is told, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from actionroll.api import scene
from actionroll.errors import ActionrollError
from actionroll.scenes import ask, solve_asked
from actionroll.scenes import scene as ready
from actionroll.scenes.played import read_aim
from tests.command_line import is_refused, run, run_line


@pytest.mark.parametrize(
    ("aim", "says"),
    [
        ("win", "no ending"),
        ("luck>=2", "no track"),
        ("stress>=two", "condition"),
        ("stress=much", "weight"),
        ("luck=1", "luck"),
        ("clock full and win", "win"),
        (7, "text"),
        ("x" * 300, "text"),
    ],
)
def test_a_wrong_aim_is_refused(aim: object, says: str) -> None:
    with pytest.raises(ActionrollError, match=says):
        ask(ready("in-the-dark"), aim=aim)


@pytest.mark.parametrize(
    "settings",
    [
        {"decide": {"push": "sometimes"}},
        {"decide": {"burn": "any"}},
        {"decide": {"push": "push if luck<2"}},
        {"decide": {"push": "push if stress"}},
        {"dots": 99},
        {"luck": 1},
        {"rulings": {"luck": "yes"}},
        {"which": "heist"},
    ],
)
def test_a_wrong_question_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ActionrollError):
        scene("in-the-dark", **settings)


def test_an_aim_weighs_endings_tracks_and_tiers() -> None:
    aim = read_aim("win=3,stress=-1/2,hit=2", ("win", "loss"), ("stress",), ("miss", "hit"))
    assert aim.of_end("win", {"stress": 4}) == 1
    assert aim.of_end("loss", {"stress": 1}) == Fraction(-1, 2)
    assert aim.of_roll("hit") == 2
    assert aim.of_roll("miss") == 0
    assert read_aim({"win": 3}, ("win",), (), ()).of_end("win", {}) == 3


def test_tiers_are_counted_with_every_number_of_times() -> None:
    for decide in ({"push": "best"}, {"push": "push if stress<=3"}):
        solved = scene("in-the-dark", decide=decide)
        for tiers in (("failure",), ("full success", "critical success"), tuple(solved.tiers)):
            times = solved.times(*tiers)
            assert sum(times.values()) == 1
            assert sum(many * chance for many, chance in times.items()) == sum(solved.tiers[tier] for tier in tiers)
    with pytest.raises(ActionrollError, match="no tier"):
        solved.times("win")
    told = run("scene", "in-the-dark", "--rolls", "2", "--count", "full success", "--count", "critical success")
    assert "Rolled full success or critical success" in told.out
    shown = run("scene", "in-the-dark", "--rolls", "2", "--count", "failure", "--json").told
    assert Fraction(shown["times"]["2"]) == Fraction(1, 16)


def test_house_rules_reach_the_scene() -> None:
    cheap = scene("in-the-dark", decide={"push": "best"}, rulings={"push_cost": "0"})
    dear = scene("in-the-dark", decide={"push": "best"})
    assert cheap.worth is not None
    assert dear.worth is not None
    assert cheap.worth > dear.worth


def test_a_scene_shows_itself_in_a_notebook() -> None:
    solved = scene("starforged")
    svg, html = solved._repr_svg_(), solved._repr_html_()
    assert svg.startswith("<svg")
    assert "<desc>" in svg
    assert "<table>" in html
    assert "there, strong hit" in html


def test_the_prompt_tells_a_scene() -> None:
    told = run_line("scene in-the-dark --rolls 4 --decide push=best --plan").out
    assert "clock full" in told
    assert "The plan with 4 rolls left" in told
    shown = run_line("scene in-the-dark --rolls 4 --decide push=best --json").told
    solved = scene("in-the-dark", rolls=4, decide={"push": "best"})
    assert {name: Fraction(value) for name, value in shown["endings"].items()} == solved.endings
    assert Fraction(shown["worth"]) == solved.worth
    assert sum(Fraction(end["chance"]) for end in shown["ends"]) == 1
    assert shown["advice"]["left"] == 4


def test_the_prompt_advises_in_any_state() -> None:
    words = ["scene", "wherever-we-go", "--rolls", "4", "--decide", "gamble=best", "--decide", "push=best"]
    told = run(*words, "--at", "stress==2 and wp==3", "--left", "2")
    assert told.status == 0, told.err
    assert "with 2 rolls left and stress 2, wp 3" in told.out


@pytest.mark.parametrize(
    "line",
    [
        "scene",
        "scene chess",
        "scene in-the-dark heist",
        "scene in-the-dark --rolls 0",
        "scene in-the-dark --plan",
        "scene in-the-dark --decide push=best --left 99",
        "scene in-the-dark --decide push=best --at stress==99",
        "scene in-the-dark --decide push=best --at stress",
        "scene in-the-dark --svg /nowhere/at/all.svg",
        "scene in-the-dark --svg x.svg --track luck",
        "scene in-the-dark --aim win",
        "scene in-the-dark --ruling luck=1",
    ],
)
def test_wrong_scenes_are_refused_in_one_sentence(line: str) -> None:
    assert is_refused(run_line(line)), run_line(line)


@pytest.mark.parametrize("how", ["hold", "best"])
def test_who_waits_for_a_scene_is_told_how_far_it_is(how: str) -> None:
    asked, told = ask(ready("in-the-dark"), {"rolls": 4}, decide={"push": how}), list[tuple[int, int]]()
    asked.played.tell = lambda done, of: told.append((done, of))
    solve_asked(asked)
    assert len(told) == told[0][1] == (12 if how == "best" else 4)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
