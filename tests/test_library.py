"""The library as people expect it: one import, results that show themselves, and a page that is current."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction

import pytest
from tools import reference

import actionroll
from actionroll import advise, game, odds, roll, scene
from actionroll.api import question
from actionroll.errors import InputError
from tests.command_line import run


def test_the_public_names_are_functions() -> None:
    assert set(actionroll.__all__) <= set(dir(actionroll))
    for name in actionroll.__all__:
        assert getattr(actionroll, name)
    with pytest.raises(AttributeError, match="no attribute 'oods'"):
        _ = actionroll.oods  # type: ignore[attr-defined]


def test_importing_the_package_alone_loads_nothing_else() -> None:
    code = "import sys, actionroll; print(sorted(name for name in sys.modules if name.startswith('actionroll')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['actionroll']"


def test_results_are_the_json_of_the_prompt() -> None:
    asked = run("odds", "in-the-dark", "--dots", "2", "--json").told
    assert {name: asked[name] for name in ("tiers", "facts", "joint")} == odds("in-the-dark", dots=2).to_dict()
    assert (
        roll("in-the-dark", dots=2, seed="x").to_dict()
        == run(*["roll", "in-the-dark", "--dots", "2", "--seed", "x", "--json"]).told
    )
    advised = run(*["advise", "starforged", "--stat", "2", "--momentum", "6", "--json"]).told["decisions"]
    assert advise("starforged", stat=2, momentum=6).to_dict() == advised
    told = run(*["scene", "wherever-we-go", "stress", "--rolls", "3", "--json"]).told
    solved = scene("wherever-we-go", "stress", rolls=3).to_dict()
    assert solved == {name: told[name] for name in solved}
    assert json.loads(json.dumps(solved)) == solved


def test_results_have_a_short_repr_and_show_themselves() -> None:
    for result in (
        odds("in-the-dark", dots=2),
        roll("in-the-dark", dots=2, seed="x"),
        advise("starforged", stat=2, momentum=6),
        scene("wherever-we-go", "stress", rolls=3),
    ):
        assert len(repr(result)) < 200
        assert type(result).__name__ in repr(result)
        assert result._repr_html_().startswith("<")
    assert str(question(game("in-the-dark"), attempt={"dots": 1})) == "in-the-dark action"


def test_texts_in_pictures_are_escaped() -> None:
    done = roll("in-the-dark", dots=2, seed="x")
    assert "<p>Partial success" in done._repr_html_()
    assert "Partial success" in str(done)


def test_a_finished_roll_has_an_outcome_and_one_that_waits_says_so() -> None:
    done = roll("starforged", stat=2, answers=[[4, 6, 5]])
    assert (done.tier, done.outcome.tier, done.facts["score"]) == ("weak hit", "weak hit", 6)
    waiting = roll("in-the-dark", dots=2, answers=[])
    assert repr(waiting) == "RollDone(in-the-dark action: waits for dice)"
    with pytest.raises(InputError, match="it waits for dice; give it one more answer"):
        _ = waiting.outcome
    deciding = roll("starforged", stat=2, momentum=8, answers=[[4, 6, 5]])
    assert "waits for burn" in repr(deciding)


def test_rows_for_a_data_frame() -> None:
    rows = [{"dots": dots, **odds("in-the-dark", dots=dots)} for dots in range(3)]
    assert [row["failure"] for row in rows] == [Fraction(3, 4), Fraction(1, 2), Fraction(1, 4)]


def test_the_page_of_the_library_is_current() -> None:
    assert reference.PAGE.read_text(encoding="utf-8") == reference.page(), "run `make docs`"
