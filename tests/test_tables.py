"""Tables of answers: figures that are those of the odds, columns that are chosen, and every form of them."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from actionroll.api import odds
from actionroll.charts.svg import written
from actionroll.sweep.grid import chosen, figures_of, is_level
from tests.command_line import is_refused, run, run_line

PUSHED = "odds in-the-dark --dots 2 --vary extra=none,push,bargain"


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_figures_are_those_of_the_odds() -> None:
    found = odds("starforged", stat=2, momentum=8, decide={"burn": "any"})
    figures = figures_of(found.ways, found.tiers)
    assert {name: value for name, value in figures.items() if is_level(name)} == dict(found)
    assert figures["at least weak hit"] == found.at_least("weak hit")
    assert figures["chance of match"] == found.facts["match"][True]
    assert figures["mean score"] == sum(int(value) * chance for value, chance in found.facts["score"].items())
    moved = [chance * effect.by for outcome, chance in found.joint.items() for effect in outcome.effects if effect.by]
    assert figures["change momentum"] == sum(moved)


def test_what_a_push_costs_is_in_the_table() -> None:
    shown = run_line(PUSHED).out
    assert re.search(r"push +12.5 % .* 2.000\n", shown)
    assert re.search(r"bargain +12.5 % .* 0.000\n", shown)


def test_where_tiers_say_nothing_facts_are_told() -> None:
    shown = run_line("odds in-the-dark resistance --vary dice=0..4").out
    assert "highest" in shown
    assert re.search(r"\n4 +100 % +5.245 +0.755 +0.755\n", shown)


def test_matrices_tell_what_changes() -> None:
    shown = run_line("odds in-the-dark --dots 2 --vary extra=none,push --vary position=good,bad").out
    assert "at least full success; position across" in shown
    assert "change stress; position across" in shown
    only = run("odds", "in-the-dark", "--vary", "dots=1,2", "--vary", "position=good,bad", "--show", "full success").out
    assert only.count("across") == 1


def test_columns_are_chosen_by_name() -> None:
    rows = rows_of(run_line(f"{PUSHED} --show at-least --show stress --format csv").out)
    assert list(rows[0]) == [
        *("extra", "at least partial success", "at least full success", "at least critical success", "change stress"),
    ]
    assert [row["change stress"] for row in rows] == ["0.0", "2.0", "0.0"]
    assert float(rows[1]["at least full success"]) == float(odds("in-the-dark", dots=3).at_least("full success"))
    figures = [figures_of(odds("in-the-dark", dots=dots).ways, ()) for dots in (1, 2)]
    assert chosen(figures, ["all"]) == list(dict.fromkeys(name for row in figures for name in row))
    assert is_refused(run_line(f"{PUSHED} --show luck --format csv"))


@pytest.mark.parametrize(
    "line",
    [
        PUSHED,
        "compare in-the-dark --dots 2 --with extra=push",
        "odds in-the-dark --dots 2",
        "sweep in-the-dark --dots 2 --vary extra=none,push",
        "scene in-the-dark --vary dots=1..2",
    ],
)
def test_every_form_is_written_everywhere(line: str, tmp_path: Path) -> None:
    markdown = run_line(f"{line} --format md").out
    assert markdown.startswith("**In the Dark")
    lines = [each for each in markdown.splitlines() if each.startswith("|")]
    assert len({each.count("|") for each in lines}) == 1
    page = run_line(f"{line} --format html").out
    assert page.startswith("<table>\n<caption>In the Dark")
    assert page.count("<tr>") == page.count("</tr>") == len(lines) - 1
    assert run_line(f"{line} --format json").told == run_line(f"{line} --json").told
    assert run_line(f"{line} --out -").out == run_line(f"{line} --format csv").out
    for ending in ("md", "html", "json"):
        target = tmp_path / f"answers.{ending}"
        assert run(*line.split(), "--out", str(target)).out.replace("\n", " ").startswith("Written: ")
        assert target.read_text() == run_line(f"{line} --format {ending}").out


@pytest.mark.parametrize(
    "line",
    [
        f"{PUSHED} --format xml",
        f"{PUSHED} --out answers.xls",
        f"{PUSHED} --out answers",
        f"{PUSHED} --out nowhere/answers.md",
        f"{PUSHED} --format text --out answers.md",
        "sweep in-the-dark --dots 2 --vary extra=none,push --out answers.xls",
    ],
)
def test_wrong_forms_are_refused_in_one_sentence(line: str) -> None:
    assert is_refused(run_line(line)), run_line(line)


def test_texts_cannot_break_a_table() -> None:
    assert written("<b>") == "&#60;b&#62;"
    page = run("odds", "in-the-dark", "--dots", "2", "--format", "html").out
    assert "<script" not in page


def test_a_sweep_writes_every_figure(tmp_path: Path) -> None:
    target = tmp_path / "rows.csv"
    run("sweep", "in-the-dark", "--dots", "2", "--vary", "extra=none,push", "--out", str(target), "--fractions")
    plain, pushed = rows_of(target.read_text())
    assert (plain["change stress"], pushed["change stress"]) == ("0", "2/1")
    assert Fraction(pushed["at least full success"]) == odds("in-the-dark", dots=3).at_least("full success")
    assert pushed["mean highest"]


def test_batch_tells_its_format() -> None:
    shown = run("batch", "--help").out
    example = re.search(r"echo '(.*?)' \| actionroll batch", shown.replace("\n", " "))
    assert example
    answer = json.loads(run("batch", typed=example[1].encode()).out)
    assert answer["tiers"]["failure"] == "1/4"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("compare in-the-dark --dots 2 --with pos", ["position="]),
        ("compare in-the-dark --dots 2 --with position=good,extra=p", ["position=good,extra=push"]),
        ("scene wherever-we-go stress --decide pu", ["push="]),
        ("scene wherever-we-go stress --aim ", None),
        ("sweep in-the-dark --scene ", None),
        ("sweep in-the-dark --vary ext", ["extra="]),
        ("odds in-the-dark --vary extra=b", ["extra=bargain", "extra=both"]),
        ("odds in-the-dark --show at", ["at-least"]),
        ("odds in-the-dark --format m", ["md"]),
    ],
)
def test_values_of_every_option_are_completed(line: str, found: list[str] | None) -> None:
    offered = run("completion", "--line", f"actionroll {line}").out.splitlines()
    assert offered == found if found is not None else offered
