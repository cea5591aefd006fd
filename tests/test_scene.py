"""Scenes: the same as a plain recursion over all rolls, within five sigma of simulation, and best is best."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from actionroll.api import question
from actionroll.games import games
from actionroll.reckoning.play import source_for
from actionroll.rules.futures import forget_steps
from actionroll.rules.game import End, Policy
from actionroll.rules.inputs import make_attempt
from actionroll.rules.steps import Outcome
from actionroll.scenes import ask, decisions_of, scenes, solve_asked
from actionroll.scenes import scene as ready
from actionroll.scenes.graph import Builder, Paths, weigh
from actionroll.scenes.solution import simulate_scene
from tests.counts import count
from tests.plain_scene import PlainBest, plain_ends

GAMES = [each.id for each in games()]
SMALL: dict[str, list[tuple[dict[str, Any], dict[str, str]]]] = {
    "wherever-we-go": [
        ({"stress": 3, "wp": 1, "wp_max": 2}, {"push": "push", "gamble": "on-failure"}),
        (
            {"stress": 2, "wp": 2, "gambles": 2, "clears": 1, "clock": 4},
            {"push": "push if stress<=3", "gamble": "gamble"},
        ),
        ({"limit": 3, "mixed_stress": 1, "skill": "0"}, {}),
        ({"stress": 2, "health": 6}, {"push": "push if health>=4", "gamble": "on-failure"}),
    ],
    "starforged": [
        ({"momentum": 8, "rank": "troublesome"}, {"burn": "any"}),
        ({"momentum": -2, "finish": 2, "impacts": 1}, {"way": "look if momentum<2", "burn": "to-strong"}),
    ],
    "illuminated-worlds": [
        ({"drive": 2}, {"drive": "spend-1", "take": "same-tier", "resist": "on-failure"}),
        (
            {"rating": 0, "drive": 1, "drive_max": 2, "mixed_marks": 1, "clock": 3},
            {"drive": "spend-1", "take": "if-success"},
        ),
    ],
    "in-the-dark": [
        ({"stress": 5}, {"push": "push"}),
        ({"dots": 1, "clock": 3, "position": "bad", "assist": 1}, {"push": "push if clock<2 and stress<=4"}),
    ],
    "true-world": [
        ({"stress": 3, "boost": "yes"}, {"boost": "boost", "reroll": "on-failure"}),
        ({"ability": "d12", "difficulty": "d6", "grit": 9, "grit_limit": 9, "clock": 4}, {"reroll": "reroll"}),
    ],
}
CASES = [(name, *case) for name, cases in SMALL.items() for case in cases]
BEST = {
    "wherever-we-go": ("push", "gamble"),
    "starforged": ("way", "burn"),
    "illuminated-worlds": ("drive", "take", "resist"),
    "in-the-dark": ("push",),
    "true-world": ("boost", "reroll"),
}


@pytest.mark.parametrize(("name", "settings", "decide"), CASES)
def test_a_solved_scene_is_a_plain_recursion_over_all_rolls(
    name: str, settings: dict[str, Any], decide: dict[str, str]
) -> None:
    asked = ask(ready(name), {**settings, "rolls": 3}, decide=decide)
    solved = solve_asked(asked)
    assert {end: chance for end, chance in solved.ends.items() if chance} == plain_ends(asked)
    assert sum(solved.ends.values()) == 1
    assert all(sum(layer.values()) == 1 for layer in solved.along)


@pytest.mark.parametrize(("name", "settings", "decide"), CASES)
def test_a_scene_has_the_same_answer_with_and_without_what_is_remembered(
    name: str, settings: dict[str, Any], decide: dict[str, str]
) -> None:
    """Beside others of its kind, which share what the rules say and nothing else."""
    best = dict.fromkeys(BEST[name], "best")
    others = [(2, decide), (2, {}), (1, best), (2, best)]
    asked = [ask(ready(name), {**settings, "rolls": rolls}, decide=how) for rolls, how in others]
    remembered = [solve_asked(each) for each in (*asked, *asked)][len(asked) :]
    for each, solved in zip(asked, remembered, strict=True):
        forget_steps()
        anew = solve_asked(ask(each.scene, {**settings, "rolls": each.played.rolls}, decide=each.decide))
        assert (anew.ends, anew.tiers, anew.worth) == (solved.ends, solved.tiers, solved.worth)


def test_threads_that_solve_the_same_scene_find_its_paths_together() -> None:
    def solved(_: int) -> Any:
        return solve_asked(ask(ready("wherever-we-go"), {"rolls": 6, "limit": 5}, decide={"gamble": "best"})).ends

    alone = solved(0)
    for _ in range(5):
        forget_steps()
        with ThreadPoolExecutor(4) as threads:
            assert all(each == alone for each in threads.map(solved, range(4)))


@pytest.mark.parametrize(("name", "settings"), [(name, settings) for name, settings, _ in CASES])
def test_the_best_plan_is_the_best_of_a_plain_recursion(name: str, settings: dict[str, Any]) -> None:
    asked = ask(ready(name), {**settings, "rolls": 2}, decide=dict.fromkeys(BEST[name], "best"))
    solved = solve_asked(asked)
    assert solved.plan is not None
    assert solved.worth == solved.plan.worth(asked.played.start, 2) == PlainBest(asked).worth()


AIMS = {
    "wherever-we-go": (None, "out of rolls", "stress<=4 and wp>=2", "great success=2,stress=-1/2,broken=-5"),
    "starforged": (None, "there", "momentum>=0 and there", "strong hit=3,progress=1/4,momentum=1"),
    "illuminated-worlds": (None, "drive>=2 and clock full", "clock=1,drive=1/2,resistances=1"),
    "in-the-dark": (None, "clock full and stress<=5", "clock=1,stress=-1"),
    "true-world": (None, "grit>=2", "clock=2,stress=-1,grit=1"),
}
DRAWN: dict[str, dict[str, Any]] = {
    "wherever-we-go": {
        "stress": range(6),
        "wp": range(5),
        "gambles": range(3),
        "limit": (4, 7),
        "failure_stress": (0, 2),
    },
    "starforged": {"stat": range(5), "momentum": range(-6, 11), "rank": ("troublesome", "dangerous", "formidable")},
    "illuminated-worlds": {"rating": range(4), "drive": range(5), "resistances": range(2), "gilded": ("yes", "no")},
    "in-the-dark": {"dots": range(5), "position": ("normal", "good", "bad"), "stress": range(9), "clock": range(2, 9)},
    "true-world": {
        "ability": ("d4", "d8", "d12"),
        "difficulty": ("d6", "d10"),
        "grit": range(4),
        "boost": ("yes", "no"),
    },
}


def named_ways(name: str) -> list[dict[str, str]]:
    """Every combination of options and named policies for the decisions that can be made for the best."""
    offered = {each.name: [*each.options, *each.policies] for each in decisions_of(ready(name))}
    return [dict(zip(BEST[name], ways, strict=True)) for ways in product(*(offered[each] for each in BEST[name]))]


@pytest.mark.parametrize("name", GAMES)
def test_no_named_policy_beats_the_best_plan(name: str) -> None:
    drawing = random.Random(f"{name} scenes")
    for _ in range(count(8, 60)):
        settings: dict[str, Any] = {each: drawing.choice(list(values)) for each, values in DRAWN[name].items()}
        settings["rolls"] = drawing.choice((2, 4))
        aim = drawing.choice(AIMS[name])
        best = solve_asked(ask(ready(name), settings, decide=dict.fromkeys(BEST[name], "best"), aim=aim))
        assert best.worth is not None
        ways = named_ways(name)
        for decide in drawing.sample(ways, min(len(ways), 8)):
            worth = solve_asked(ask(ready(name), settings, decide=decide, aim=aim)).worth
            assert worth is not None
            assert worth <= best.worth, (settings, decide, aim)


LARGE: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "wherever-we-go": ({"rolls": 20, "clock": 12}, {"push": "push if stress<=4", "gamble": "below-success"}),
    "starforged": ({"rank": "formidable", "rolls": 20}, {"burn": "any", "way": "look if momentum<0"}),
    "illuminated-worlds": (
        {"rolls": 12, "clock": 12},
        {"drive": "spend-1", "take": "if-success", "resist": "on-failure"},
    ),
    "in-the-dark": ({"rolls": 30, "clock": 15}, {"push": "push if stress<=2"}),
    "true-world": (
        {"rolls": 20, "clock": 15, "boost": "yes", "stress_limit": 12},
        {"reroll": "on-failure", "boost": "boost"},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_simulation_comes_within_five_sigma(name: str) -> None:
    settings, decide = LARGE[name]
    asked = ask(ready(name), settings, decide=decide)
    solved = solve_asked(asked)
    trials = count(40_000, 4_000_000)
    tried = simulate_scene(asked.played, asked.aim, trials, source_for(11))
    assert sum(tried.endings.values()) == trials
    for ending, chance in solved.endings.items():
        sigma = float(trials * chance * (1 - chance)) ** 0.5
        assert abs(tried.endings.get(ending, 0) - float(trials * chance)) <= 5 * sigma + 1e-6
    for track in asked.played.tracks:
        mean, error = tried.mean(track.name)
        assert abs(mean - float(solved.mean(track.name))) <= 5 * error + 1e-6
    worth, error = tried.worth
    assert abs(worth - float(solved.worth or 0)) <= 5 * error + 1e-6


@pytest.mark.parametrize("name", GAMES)
def test_there_is_advice_at_every_state(name: str) -> None:
    settings, _ = SMALL[name][0]
    asked = ask(ready(name), {**settings, "rolls": 3}, decide=dict.fromkeys(BEST[name], "best"))
    solved = solve_asked(asked)
    plan = solved.plan
    assert plan is not None
    advised = 0
    for left, layer in enumerate(reversed(asked.played.reachable())):
        for state in sorted(layer)[:12]:
            if not left or asked.played.ending(state):
                continue
            for advice in plan.advice(state, left):
                advised += 1
                assert advice.options[advice.best] == max(advice.options.values())
                assert 0 < advice.chance <= 2
                if advice.now is None:
                    assert advice.options[advice.best] == plan.worth(state, left)
    assert advised


def test_every_game_has_a_scene_that_declares_what_it_needs() -> None:
    for name in GAMES:
        (each,) = scenes(name)
        asked = ask(each)
        assert all(
            track.low <= start <= track.high
            for track, start in zip(asked.played.tracks, asked.played.start, strict=True)
        )
        assert all(track.says for track in asked.played.tracks)
        endings = {asked.played.ending(state) for layer in asked.played.reachable() for state in layer}
        assert endings <= {"", *each.endings}


def test_stress_without_a_limit_of_the_game_gets_one_with_a_word_on_it() -> None:
    tracks = {track.name: track for track in ask(ready("wherever-we-go"), {"limit": 7}).played.tracks}
    assert tracks["stress"].high == 7
    assert "leaves it open" in tracks["stress"].says


def test_a_graph_weighs_what_its_steps_weigh() -> None:
    asked = question("wherever-we-go", "action", {"attribute": "d8", "skill": "d6", "stress": 3})
    nothing: dict[str, Policy] = {}
    graph = Builder(Paths(nothing, lambda outcome, spent: End(outcome.tier, ()))).graph(asked.start)
    worths = [int(end.tier == "great success") for end in graph.ends]
    best = question(asked.game, "action", {"attribute": "d8", "skill": "d6", "stress": 3}, aim="great success").best
    assert Fraction(weigh(graph, worths)[-1], graph.total) == best.worth(asked.start)


def test_what_scenes_fill_and_offer() -> None:
    """A failure fills no clock, a boost is one boost that is paid once, and a clock is full at its last segment."""
    fills = ready("illuminated-worlds").goes_on
    assert fills is not None
    task = make_attempt(ready("illuminated-worlds").settings, {})
    ends = {tier: Outcome("", tier) for tier in ("failure", "mixed success", "full success", "critical success")}
    assert [fills(task, end)["clock"] for end in ends.values()] == [0, 1, 2, 3]
    gritty = ready("true-world")
    told = make_attempt(gritty.settings, {"boost": True})
    ways = gritty.attempts(told, {"grit": 2, "clock": 0, "stress": 0}, None)
    assert (ways["boost"]["boosts"], ways["boost"]["fuelled"]) == (1, 1)
    full = {"clock": told.clock, "stress": 0, "grit": 0}
    assert [gritty.over(told, {**full, "clock": each}) for each in (told.clock - 1, told.clock)] == ["", "clock full"]
