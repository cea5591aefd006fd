"""Sweeps: the same as asking one by one, refused when they cannot be, and whole after any interruption."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from actionroll.api import odds, scene
from actionroll.errors import TOO_LONG, ActionrollError, LimitError, Patience
from actionroll.scenes import graph, played
from actionroll.sweep import ENDING, on_cores, sweep, sweep_into, table_of
from actionroll.sweep.grid import MOST_CELLS, Grid, read_grid, row_of, work_out
from tests.command_line import is_refused, run, run_line
from tests.counts import count
from tests.dask_cluster import dask_cluster
from tests.waiting_for import wait_for

LARGE: dict[str, Any] = {
    "game": "in-the-dark",
    "vary": {
        "dots": "0..9",
        "crew_level": "0..9",
        "target_level": f"0..{count(3, 9)}",
        "position": ["normal", "good"],
        "stress": "0..4",
    },
}
SMALL: dict[str, Any] = {
    "game": "starforged",
    "vary": {
        "stat": "0..2",
        "adds": ["none", "1", "1+2"],
        "decide.burn": ["keep", "any"],
        "match_after_burn": ["keep"],
    },
}


def test_a_cell_is_what_one_question_answers() -> None:
    grid = read_grid(SMALL)
    assert grid.count == 18
    rows = sweep(grid)
    for number, row in rows.items():
        stat, adds, burn, _ = grid.point(number)
        listed = [] if adds == "none" else adds.split("+")
        exact = odds("starforged", stat=stat, adds=listed, decide={"burn": burn})
        assert {tier: Fraction(row[tier]) for tier in exact} == dict(exact)
        assert (row["how"], row["error"]) == ("exact", "0")


def test_a_cell_of_a_scene_is_the_solved_scene() -> None:
    grid = read_grid({"game": "in-the-dark", "scene": "job", "decide": {"push": "best"}, "vary": {"dots": [1, 3]}})
    for number, row in sweep(grid).items():
        solved = scene("in-the-dark", dots=grid.point(number)[0], decide={"push": "best"})
        assert Fraction(row["clock full"]) == solved.endings["clock full"] == Fraction(row["worth"])
        assert Fraction(row["mean stress"]) == solved.mean("stress")


def test_what_is_too_large_is_simulated_with_its_error() -> None:
    spec = {**SMALL, "simulate": "always", "trials": 40_000, "seed": 5}
    grid = read_grid(spec)
    exact = sweep(read_grid(SMALL))
    for number, row in sweep(grid).items():
        error = float(row["error"])
        assert 0 < error <= 3.5 / 200  # of chances half a point, of the mean score seven times that
        assert abs(float(Fraction(row["miss"])) - float(Fraction(exact[number]["miss"]))) < 5 * max(error, 1e-4)
        assert row == row_of(grid, number)


def test_a_scene_that_is_too_large_is_simulated_unless_that_is_ruled_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "MOST_STEPS", 500)
    often = {"push": "push", "gamble": "below-success"}
    spec = {"game": "wherever-we-go", "scene": "stress", "settings": {"stress": 6, "rolls": 4}, "trials": 20_000}
    (row,) = sweep(read_grid({**spec, "decide": often})).values()
    assert row["how"] == "20000 trials"
    assert float(row["error"]) > 0
    (row,) = sweep(read_grid({**spec, "decide": often, "simulate": "never"})).values()
    assert row["error"] == TOO_LONG
    (row,) = sweep(read_grid({**spec, "decide": dict.fromkeys(often, "best")})).values()
    assert "best is found exactly" in row["error"]


def test_a_scene_of_too_many_states_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played, "PATIENCE", Patience(states=100))
    for decide in ({}, {"push": "best"}):
        with pytest.raises(LimitError, match="more counting than one question gets"):
            scene("in-the-dark", rolls=30, clock=20, decide=decide)


def test_a_cell_that_cannot_be_asked_says_so_and_the_others_go_on() -> None:
    attempt = {"attribute": "d8", "skill": "d8"}
    grid = read_grid({"game": "wherever-we-go", "attempt": attempt, "vary": {"wp_max": [6, 3], "wp": [2, 5]}})
    hows = [sweep(grid)[number]["how"] for number in range(4)]
    assert hows == ["exact", "exact", "exact", "refused"]


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ({}, "game"),
        ({"game": "chess"}, "no game"),
        ({"game": "in-the-dark", "vary": {"dotz": [1]}}, "dotz"),
        ({"game": "in-the-dark", "vary": {"dots": []}}, "at least one value"),
        ({"game": "in-the-dark", "vary": {"dots": "4..2"}}, "low to high"),
        ({"game": "in-the-dark", "vary": {"dots": "0..11"}}, "0..10"),
        ({"game": "in-the-dark", "vary": {"dots": [99]}}, "0 to 10"),
        ({"game": "in-the-dark", "vary": {"dots": 3}}, "list"),
        ({"game": "in-the-dark", "vary": {"position": "normal..good"}}, "not a range"),
        ({"game": "in-the-dark", "vary": {"dots": [1]}, "decide": {"burn": "any"}}, "burn"),
        ({"game": "in-the-dark", "vary": {"dots": [1]}, "trials": 0}, "trials"),
        ({"game": "in-the-dark", "vary": {"dots": [1]}, "simulate": "sometimes"}, "sometimes"),
        ({"game": "in-the-dark", "what": 1}, "what"),
        ({"game": "in-the-dark", "scene": "heist"}, "heist"),
        ({"game": "in-the-dark", "scene": "job", "aim": "win"}, "win"),
        ({"game": "in-the-dark", "vary": ["dots"]}, "table"),
        ({"game": "starforged", "vary": {"decide.burn": ["sometimes"], "stat": [1]}}, "sometimes"),
        ({"game": "starforged", "vary": {"ruling.adds_stack": ["perhaps"], "stat": [1]}}, "adds_stack"),
    ],
)
def test_bad_grids_are_refused_before_any_work(spec: dict[str, Any], says: str) -> None:
    with pytest.raises(ActionrollError, match=says):
        read_grid(spec)


def test_a_million_million_cells_are_refused_with_count_and_limit() -> None:
    boosts = {"boosts": "0..10", "effect_boosts": "0..10", "helpers": "0..10", "fuelled": "0..20"}
    vary = {"grit": "0..999", **boosts, "difficulty": "d4..d12", "ability": [["d4"]] * 8_000}
    spec = {"game": "true-world", "vary": vary}
    with pytest.raises(ActionrollError) as refused:
        read_grid(spec)
    assert f"{Grid(spec).count} cells" in str(refused.value)
    assert Grid(spec).count > 10**12
    assert str(MOST_CELLS) in str(refused.value)


@pytest.mark.parametrize(
    "line",
    [
        "sweep",
        "sweep --grid nothing.toml",
        "sweep --grid nothing.yaml",
        "sweep in-the-dark --vary dots=0..4 --out rows.xls",
        "sweep in-the-dark --vary dots=0..4 --out nowhere/rows.csv",
        "sweep in-the-dark --vary dots=0..4 --vary dots=1",
        "sweep in-the-dark --vary dots=0..4 --trials many",
        "sweep in-the-dark --vary dots=0..9 --vary crew-level=0..9 --vary target-level=0..9 --vary position=good,bad",
        "sweep in-the-dark --scene heist --vary dots=0..4",
        "scene in-the-dark --vary rolls=0..4",
    ],
)
def test_bad_command_lines_are_refused_in_one_sentence(line: str) -> None:
    assert is_refused(run_line(line)), run_line(line)


def test_a_grid_from_a_file_is_the_same_as_from_the_command_line(tmp_path: Path) -> None:
    toml, jsonf = tmp_path / "grid.toml", tmp_path / "grid.json"
    toml.write_text(
        'game = "in-the-dark"\n[attempt]\ncrew_level = 1\n[vary]\ndots = "0..3"\nposition = ["normal", "bad"]\n'
    )
    vary = {"dots": [0, 1, 2, 3], "position": ["normal", "bad"]}
    jsonf.write_text(json.dumps({"game": "in-the-dark", "attempt": {"crew_level": 1}, "vary": vary}))
    told = [run("sweep", "--grid", str(path)).out for path in (toml, jsonf)]
    typed = run_line("sweep in-the-dark --crew-level 1 --vary dots=0..3 --vary position=normal,bad").out
    assert told == [typed, typed]
    broken = tmp_path / "broken.toml"
    broken.write_text("game = in-the-dark")
    assert is_refused(run("sweep", "--grid", str(broken)))
    broken.write_text('game = "in-the-dark"\n[attempt]\ndots = 1999-01-01')
    assert is_refused(run("sweep", "--grid", str(broken)))


def test_a_sweep_goes_on_from_what_is_whole(tmp_path: Path) -> None:
    grid = read_grid(SMALL)
    whole, resumed = tmp_path / "whole.csv", tmp_path / "resumed.csv"
    assert sweep_into(whole, grid) == 0
    part = resumed.with_name(resumed.name + ENDING)
    done = {"rows": dict(zip((3, 4), work_out(SMALL, [3, 4]), strict=True))}
    lines = [{"grid": grid.digest, "cells": grid.count}, done]
    part.write_bytes(b"".join(json.dumps(line).encode() + b"\n" for line in lines) + b'{"rows": {"5": {"how"')
    assert sweep_into(resumed, grid) == 2
    assert resumed.read_bytes() == whole.read_bytes()
    assert not part.exists()


def test_a_part_of_another_grid_is_not_mixed_in(tmp_path: Path) -> None:
    target = tmp_path / "rows.csv"
    part = target.with_name(target.name + ENDING)
    part.write_text(json.dumps({"grid": "another", "cells": 1}) + "\n")
    with pytest.raises(ActionrollError, match="another grid"):
        sweep_into(target, read_grid(SMALL))


def test_parquet_holds_the_same_as_csv(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    grid = read_grid(SMALL)
    for name in ("rows.csv", "rows.parquet"):
        sweep_into(tmp_path / name, grid)
    table = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    with (tmp_path / "rows.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [{name: str(value) for name, value in row.items()} for row in table] == rows


def test_fractions_are_exact() -> None:
    grid = read_grid(SMALL)
    header, lines = table_of(grid, sweep(grid), fractions=True)
    first = lines[0][header.index("miss")]
    assert Fraction(first) == odds("starforged", stat=0)["miss"]


def test_without_dask_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = run_line("sweep in-the-dark --vary dots=0..4 --cluster tcp://127.0.0.1:1")
    assert is_refused(ran)
    assert "actionroll[cluster]" in ran.err


@pytest.mark.slow
def test_an_interrupt_ends_a_sweep_in_order(grid_file: Path, tmp_path: Path) -> None:
    target = tmp_path / "interrupted.csv"
    part = target.with_name(target.name + ENDING)
    process = _sweeping(grid_file, target, stderr=subprocess.PIPE)
    wait_for(lambda: part.exists() and part.stat().st_size > 10_000)
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate()
    assert (process.returncode, told) == (130, b"actionroll: Stopped.\n")
    assert part.exists()
    assert not target.exists()


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_told() -> None:
    assert is_refused(run_line("sweep in-the-dark --vary dots=0..4 --cluster nowhere"))


@pytest.mark.slow
def test_a_process_that_dies_loses_no_cell() -> None:
    numbers = range(200)
    seen: dict[int, Any] = {}
    killed = False
    for done, rows in on_cores(LARGE, numbers, 2):
        seen |= dict(zip(done, rows, strict=True))
        if not killed:
            killed = True
            for child in _children(os.getpid())[:1]:
                os.kill(child, signal.SIGKILL)
    assert seen == dict(zip(numbers, work_out(LARGE, numbers), strict=True))


@pytest.mark.slow
def test_a_process_that_dies_at_the_end_keeps_nobody_waiting() -> None:
    """It may hold the lock of the queue that the other process waits at."""
    left = 20
    for done, _ in on_cores(LARGE, range(left), 2):
        left -= len(done)
        if not left:
            os.kill(_children(os.getpid())[0], signal.SIGKILL)
    assert left == 0


def _children(parent: int) -> list[int]:
    """The worker processes that a process has started, by the table of processes."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rsplit(")", 1)[1].split()
            command = (status.parent / "cmdline").read_text()
        except OSError:
            continue
        if int(fields[1]) == parent and "spawn_main" in command:
            found.append(int(status.parent.name))
    return found


@pytest.fixture(scope="module")
def grid_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sweep") / "grid.json"
    path.write_text(json.dumps(LARGE))
    return path


@pytest.fixture(scope="module")
def uninterrupted(grid_file: Path) -> bytes:
    grid = read_grid(LARGE)
    assert grid.count == count(4_000, 10_000)
    target = grid_file.parent / "whole.csv"
    sweep_into(target, grid)
    return target.read_bytes()


def _sweeping(grid_file: Path, target: Path, *more: str, stderr: int | None = None) -> subprocess.Popen[bytes]:
    words = ["sweep", "--grid", str(grid_file), "--out", str(target), *more]
    return subprocess.Popen([sys.executable, "-m", "actionroll", *words], start_new_session=True, stderr=stderr)


def _killed_midway(process: subprocess.Popen[bytes], part: Path, least: int) -> None:
    """Kill a sweep with all its processes once some of it is on disk."""
    wait_for(lambda: part.exists() and part.stat().st_size > least)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert part.exists()


@pytest.mark.slow
def test_killed_and_resumed_it_ends_with_the_same_file(grid_file: Path, uninterrupted: bytes) -> None:
    target = grid_file.parent / "killed.csv"
    part = target.with_name(target.name + ENDING)
    _killed_midway(_sweeping(grid_file, target), part, 100_000)
    assert _sweeping(grid_file, target).wait() == 0
    assert target.read_bytes() == uninterrupted


@pytest.mark.slow
def test_on_a_cluster_that_loses_a_worker_it_ends_with_the_same_file(grid_file: Path, uninterrupted: bytes) -> None:
    folder = grid_file.parent
    target = folder / "cluster.csv"
    part = target.with_name(target.name + ENDING)
    with dask_cluster(folder, count(2, 3)) as cluster:
        _killed_midway(_sweeping(grid_file, target, "--cluster", cluster.address), part, 50_000)
        resumed = _sweeping(grid_file, target, "--cluster", cluster.address)
        size = part.stat().st_size
        wait_for(lambda: not part.exists() or part.stat().st_size > size + 10_000)
        cluster.workers[0].kill()
        assert resumed.wait() == 0
    assert target.read_bytes() == uninterrupted
