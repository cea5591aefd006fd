"""The bench says what was missed, and compares fairly."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from bench import __main__ as running
from bench import bench_odds, timing
from bench.figures import against, geometric_mean, no_slower_than, shown, within
from bench.peers import histograms

from actionroll import dice


def test_finds_its_areas() -> None:
    assert {"odds", "play", "command"} <= set(running.areas())


@pytest.mark.parametrize("area", running.areas())
def test_every_area_can_be_measured(area: str) -> None:
    assert callable(import_module(f"bench.{running.PREFIX}{area}").figures)


def test_a_figure_keeps_or_misses_what_was_promised() -> None:
    assert against("odds", 1e-4, 3e-4, peer="icepool", least=2, under=5e-4).kept
    assert not against("odds", 2e-4, 3e-4, peer="icepool", least=2, under=5e-4).kept
    assert not against("odds", 6e-4, 3e-3, peer="icepool", least=2, under=5e-4).kept
    assert no_slower_than("start", 0.1, 0.02, peer="a bare start", most=8).kept
    assert not no_slower_than("start", 0.2, 0.02, peer="a bare start", most=8).kept
    assert not within("again", 2e-5, 1e-5).kept


def test_the_mean_is_that_of_ratios() -> None:
    found = [against("a", 1, 2, peer="p", least=1), against("b", 1, 8, peer="p", least=1), within("c", 1, 2)]
    mean = geometric_mean("all", found, 4)
    assert mean.ratio == pytest.approx(4)
    assert not geometric_mean("all", found, 4.1).kept


def test_fails_where_a_promise_is_missed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(running, "measured", lambda area: [within("quick", 1e-6, 1e-5)])
    assert running.main(["odds"]) == 0
    monkeypatch.setattr(running, "measured", lambda area: [within("slow", 1e-4, 1e-5)])
    assert running.main(["odds"]) == 1
    assert "< 10 µs MISSED" in capsys.readouterr().out
    assert running.main(["nothing"]) == 2
    assert "there are: command" in capsys.readouterr().err


def test_rounds_are_interleaved_and_start_without_results() -> None:
    asked: list[str] = []
    dice.fallen_alike(dice.highest, 6, 1)

    def first() -> None:
        asked.append(f"first {len(dice._FALLEN)}")
        dice.fallen_alike(dice.highest, 8, 1)

    assert len(timing.minima(first, lambda: asked.append("second"), rounds=timing.IN_A_ROW + 1)) == 2
    turn = ["first 0"] * timing.IN_A_ROW + ["second"] * timing.IN_A_ROW
    assert asked[2:] == turn * 2


@pytest.mark.parametrize(("seconds", "told"), [(1.5, "1.5 s"), (0.0123, "12.3 ms"), (4.5e-5, "45 µs"), (3e-8, "30 ns")])
def test_times_are_told_in_few_digits(seconds: float, told: str) -> None:
    assert shown(seconds) == told


def known_ways(found: Any) -> dict[Any, Any]:
    return {end if isinstance(end, str) else tuple(end): chance for end, chance in found.items() if chance}


@pytest.mark.filterwarnings("ignore:.* is experimental")
@pytest.mark.parametrize("name", histograms.QUERIES)
def test_dyce_is_told_the_same_rule_as_icepool(name: str) -> None:
    icepool = {query: peer for query, _, _, peer, _ in bench_odds.queries()}
    assert known_ways(histograms.QUERIES[name]()) == known_ways(icepool[name]())
