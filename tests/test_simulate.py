"""Simulation: counts that agree with exact odds, at a cost that does not grow; trials one by one as columns."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any

import pytest

from actionroll.api import Question, odds_of, question
from actionroll.api import simulate as simulated
from actionroll.errors import ActionrollError
from actionroll.reckoning import play as simulate
from actionroll.reckoning.play import columns, counts, source_for
from tests.command_line import is_refused, run_line
from tests.counts import count

ASKED: list[tuple[str, str, dict[str, Any], dict[str, str]]] = [
    ("wherever-we-go", "action", {"attribute": "d8", "skill": "d8", "stress": 4}, {"push": "push", "gamble": "gamble"}),
    ("starforged", "action", {"stat": 2, "momentum": 6}, {"burn": "any"}),
    ("starforged", "progress", {"boxes": 6}, {}),
    ("illuminated-worlds", "action", {"rating": 2, "gilded": True, "resistances": 1}, {"resist": "on-failure"}),
    ("in-the-dark", "teamwork", {"pools": [1, 2, 2]}, {}),
    ("true-world", "action", {"ability": ["d8", "d6"], "difficulty": "d8"}, {}),
]


def asked_for(name: str, move: str, attempt: dict[str, Any], decide: dict[str, str]) -> Question:
    return question(name, move, attempt, decide=decide)


def assert_within_five_sigma(asked: Question, counted: simulate.Counts, trials: int) -> None:
    exact = odds_of(asked)
    assert sum(counted.values()) == trials
    assert set(counted) <= set(exact.joint)
    for outcome, chance in exact.joint.items():
        sigma = float(trials * chance * (1 - chance)) ** 0.5
        assert abs(counted.get(outcome, 0) - float(trials * chance)) <= 5 * sigma + 1


@pytest.mark.parametrize("case", ASKED)
def test_counts_agree_with_exact_odds(case: tuple[str, str, dict[str, Any], dict[str, str]]) -> None:
    asked = asked_for(*case)
    for trials in (1, 1_000, 10**9, 10**15):
        assert_within_five_sigma(asked, counts(asked.start, trials, source_for(trials % 97), asked.policy), trials)


@pytest.mark.parametrize("case", ASKED)
def test_what_is_too_much_to_look_at_is_shared_out_pool_by_pool(
    case: tuple[str, str, dict[str, Any], dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "FEW_ENOUGH", 0)
    asked = asked_for(*case)
    trials = count(20_000, 2_000_000)
    assert_within_five_sigma(asked, counts(asked.start, trials, source_for(3), asked.policy), trials)


def test_the_same_seed_gives_the_same_trials() -> None:
    first, again, other = (simulated("in-the-dark", dots=2, trials=500, seed=seed) for seed in (1, 1, 2))
    assert list(first["tier"]) == list(again["tier"]) != list(other["tier"])


def test_trials_one_by_one_are_the_counts_in_some_order() -> None:
    asked = asked_for(*ASKED[0])
    source = source_for(4)
    counted = counts(asked.start, 10_000, source, asked.policy)
    found = columns(counted, source)
    assert {"tier", "edges", "banes", "wp", "gambled", "roller.wp", "roller.stress"} == set(found)
    rows = list(zip(*(column.tolist() for column in found.values()), strict=True))
    for outcome, many in counted.items():
        changes = {f"{each.who}.{each.track}": each.by for each in outcome.effects}
        row = (outcome.tier, *(dict(outcome.facts)[name] for name in ("edges", "banes", "wp", "gambled")))
        whole = tuple({**dict(zip(found, row, strict=False)), **changes}.get(name, 0) for name in found)
        assert rows.count(whole) == many
    assert rows[:100] != sorted(rows[:100])


def test_no_trials_and_too_many_are_refused() -> None:
    asked = asked_for(*ASKED[0])
    for trials in (0, -1, 10**16):
        with pytest.raises(ActionrollError, match="trials takes"):
            counts(asked.start, trials, source_for(0))
    counted = counts(asked.start, 10**9, source_for(0))
    with pytest.raises(ActionrollError, match="one by one"):
        columns(counted, source_for(0))


@pytest.mark.parametrize(("trials", "listed"), [(50, True), (51, False)])
def test_so_many_trials_are_listed_one_by_one(monkeypatch: pytest.MonkeyPatch, trials: int, listed: bool) -> None:
    monkeypatch.setattr(simulate, "MOST_LISTED", 50)
    counted = counts(asked_for(*ASKED[0]).start, trials, source_for(0))
    if listed:
        assert len(columns(counted, source_for(0))["tier"]) == trials
        return
    with pytest.raises(ActionrollError, match="At most 50 trials are listed one by one, not 51"):
        columns(counted, source_for(0))


def test_without_numpy_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    ran = run_line("simulate in-the-dark --dots 2")
    assert is_refused(ran)
    assert "actionroll[sim]" in ran.err


def test_trials_are_written_as_csv_and_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("trials.csv", "trials.parquet"):
        told = run_line(f"simulate starforged --stat 2 --trials 300 --seed 9 --out {tmp_path / name}")
        assert told.status == 0, told.err
    with (tmp_path / "trials.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    stored = parquet.read_table(tmp_path / "trials.parquet").to_pylist()
    assert [{name: str(value) for name, value in row.items()} for row in stored] == rows
    assert len(rows) == 300


def test_the_prompt_counts_trials() -> None:
    told = run_line("simulate in-the-dark --dots 2 --trials 1000000000000")
    assert "25.0 %" in told.out
    shown = run_line("simulate in-the-dark --dots 2 --trials 500 --json").told
    assert sum(each["count"] for each in shown["outcomes"]) == shown["trials"] == 500


@pytest.mark.parametrize(
    "line",
    [
        "simulate",
        "simulate in-the-dark",
        "simulate in-the-dark --dots 2 --trials many",
        "simulate in-the-dark --dots 2 --trials 0",
        "simulate in-the-dark --dots 2 --out trials.xls",
        "simulate in-the-dark --dots 2 --trials 100000000 --out trials.csv",
    ],
)
def test_wrong_simulations_are_refused_in_one_sentence(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert is_refused(run_line(line)), run_line(line)
