"""Scenes: the same as a plain recursion over all rolls, within five sigma of simulation, and best is best."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from actionroll.api import odds_of, question, scene
from actionroll.errors import ActionrollError
from actionroll.games import games
from actionroll.rules.falling import fallings
from actionroll.rules.policy import Policy
from actionroll.rules.steps import Decide, Effect, Outcome, Step, Throw, after
from actionroll.scene import scene as ready
from actionroll.scene import scenes
from actionroll.scene.aims import read_aim
from actionroll.scene.asking import SceneQuestion, ask, decisions_of, solve_asked
from actionroll.scene.declaration import End
from actionroll.scene.graph import Builder, weigh
from actionroll.scene.planning import reachable
from actionroll.scene.played import When
from actionroll.scene.simulating import simulate_scene
from actionroll.simulate import source_for
from tests.command_line import is_refused, run, run_line
from tests.counts import count

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


# A plain recursion over all rolls, with the whole state in every attempt, to hold the graphs against.


def whole_attempts(asked: SceneQuestion, now: Mapping[str, int]) -> Mapping[str, Mapping[str, Any]]:
    """The inputs with every track told as it is, whatever the scene tells or leaves away."""
    played = asked.played
    told = {name: now[name] for name in TOLD[asked.scene.game]}
    if asked.scene.game == "wherever-we-go":
        told["wp_max"] = played.settings.wp_max
    found = asked.scene.attempts(played.settings, now, played.rulings)
    return {way: {**raw, **told} for way, raw in found.items()}


TOLD: dict[str, tuple[str, ...]] = {
    "wherever-we-go": ("stress", "wp"),
    "starforged": ("momentum", "progress"),
    "illuminated-worlds": ("drive", "resistances"),
    "in-the-dark": ("stress",),
    "true-world": ("grit",),
}


def plain_ends(asked: SceneQuestion) -> dict[tuple[str, tuple[int, ...]], Fraction]:
    """How a scene ends, roll by roll, each asked for its odds by itself."""
    ends: dict[tuple[str, tuple[int, ...]], Fraction] = {}
    rolls: dict[tuple[int, ...], dict[tuple[int, ...], Fraction]] = {}

    def go_on(state: tuple[int, ...], left: int, chance: Fraction) -> None:
        ending = asked.played.ending(state)
        if ending or not left:
            close(state, ending or "out of rolls", chance)
            return
        if state not in rolls:
            rolls[state] = next_roll(asked, state)
        for following, share in rolls[state].items():
            go_on(following, left - 1, chance * share)

    def close(state: tuple[int, ...], ending: str, chance: Fraction) -> None:
        shares = [("", Fraction(1))]
        if asked.scene.last is not None:
            move, raw = asked.scene.last(asked.played.settings, asked.played.named(state))
            shares = [(f", {tier}", share) for tier, share in odds_of(question(asked.scene.game, move, raw)).items()]
        for more, share in shares:
            if share:
                key = (ending + more, state)
                ends[key] = ends.get(key, Fraction(0)) + chance * share

    go_on(asked.played.start, asked.played.rolls, Fraction(1))
    return ends


def next_roll(asked: SceneQuestion, state: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    now = asked.played.named(state)
    attempts = whole_attempts(asked, now)
    taken = {name: how for name, how in asked.decide.items() if holds(asked, name, now)}
    decide = {name: how.partition(" if ")[0] for name, how in taken.items()}
    way = decide.pop(asked.scene.choice, "") if asked.scene.ways else ""
    raw = attempts.get(way, next(iter(attempts.values())))
    rolled = odds_of(question(asked.scene.game, asked.scene.move, raw, rulings=asked.scene.rulings, decide=decide))
    found: dict[tuple[int, ...], Fraction] = {}
    for outcome, share in rolled.joint.items():
        following = moved(asked, state, outcome)
        found[following] = found.get(following, Fraction(0)) + share
    return found


def holds(asked: SceneQuestion, name: str, now: Mapping[str, int]) -> bool:
    policy = asked.played.policies[name]
    return policy.holds(now) if isinstance(policy, When) else True


def moved(asked: SceneQuestion, state: tuple[int, ...], outcome: Outcome) -> tuple[int, ...]:
    now = asked.played.named(state)
    for effect in outcome.effects:
        if effect.who == "roller" and effect.track in now:
            now[effect.track] += effect.by
    assert asked.scene.goes_on is not None
    for name, by in asked.scene.goes_on(asked.played.settings, outcome).items():
        now[name] += by
    return tuple(max(track.low, min(track.high, now[track.name])) for track in asked.played.tracks)


@pytest.mark.parametrize(("name", "settings", "decide"), CASES)
def test_a_solved_scene_is_a_plain_recursion_over_all_rolls(
    name: str, settings: dict[str, Any], decide: dict[str, str]
) -> None:
    asked = ask(ready(name), {**settings, "rolls": 3}, decide=decide)
    solved = solve_asked(asked)
    assert {end: chance for end, chance in solved.ends.items() if chance} == plain_ends(asked)
    assert sum(solved.ends.values()) == 1
    assert all(sum(layer.values()) == 1 for layer in solved.along)


def plain_best(asked: SceneQuestion) -> Fraction:  # noqa: C901
    """The best that can be done, step by step, with everything known: the tracks, the rolls left and what was paid."""
    known: dict[Any, Fraction] = {}
    played = asked.played

    def of_state(state: tuple[int, ...], left: int) -> Fraction:
        if (state, left) not in known:
            known[state, left] = of_open_state(state, left)
        return known[state, left]

    def of_open_state(state: tuple[int, ...], left: int) -> Fraction:
        ending = played.ending(state)
        if not ending and left:
            return of_step(played.first_step(state), (), state, left)
        step = played.closing_step(state)
        named = played.named(state)
        if step is None:
            return asked.aim.of_end(ending or "out of rolls", named)
        assert isinstance(step, Throw)
        steps, total = fallings(step)
        ends = [(each, ways) for each, ways in steps if isinstance(each, Outcome)]
        worths = [asked.aim.of_end(f"{ending or 'out of rolls'}, {each.tier}", named) * ways for each, ways in ends]
        return sum(worths, Fraction(0)) / total

    def of_step(step: Step, spent: tuple[Effect, ...], state: tuple[int, ...], left: int) -> Fraction:
        key = (step, spent, state, left)
        if key not in known:
            known[key] = of_new_step(step, spent, state, left)
        return known[key]

    def of_new_step(step: Step, spent: tuple[Effect, ...], state: tuple[int, ...], left: int) -> Fraction:
        match step:
            case Outcome():
                paid = Outcome(step.rule, step.tier, step.facts, spent + step.effects)
                return asked.aim.of_roll(step.tier) + of_state(moved(asked, state, paid), left - 1)
            case Throw():
                steps, total = fallings(step)
                worths = [of_step(each, spent + step.costs, state, left) * ways for each, ways in steps]
                return sum(worths, Fraction(0)) / total
            case Decide():
                fixed = played.policies.get(step.name)
                if fixed is not None and not isinstance(fixed, When):
                    return of_step(after(step, fixed(step)), spent, state, left)
                return max(of_step(after(step, option), spent, state, left) for option in step.options)

    return of_state(played.start, played.rolls)


@pytest.mark.parametrize(("name", "settings"), [(name, settings) for name, settings, _ in CASES])
def test_the_best_plan_is_the_best_of_a_plain_recursion(name: str, settings: dict[str, Any]) -> None:
    asked = ask(ready(name), {**settings, "rolls": 2}, decide=dict.fromkeys(BEST[name], "best"))
    solved = solve_asked(asked)
    assert solved.plan is not None
    assert solved.worth == solved.plan.worth(asked.played.start, 2) == plain_best(asked)


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
    for left, layer in enumerate(reversed(reachable(asked.played))):
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
        endings = {asked.played.ending(state) for layer in reachable(asked.played) for state in layer}
        assert endings <= {"", *each.endings}


def test_stress_without_a_limit_of_the_game_gets_one_with_a_word_on_it() -> None:
    tracks = {track.name: track for track in ask(ready("wherever-we-go"), {"limit": 7}).played.tracks}
    assert tracks["stress"].high == 7
    assert "leaves it open" in tracks["stress"].says


def test_a_graph_weighs_what_its_steps_weigh() -> None:
    asked = question("wherever-we-go", "action", {"attribute": "d8", "skill": "d6", "stress": 3})
    nothing: dict[str, Policy] = {}
    graph = Builder(nothing, lambda outcome, spent: End(outcome.tier, ())).graph(asked.start)
    worths = [int(end.tier == "great success") for end in graph.ends]
    best = question(asked.game, "action", {"attribute": "d8", "skill": "d6", "stress": 3}, aim="great success").best
    assert Fraction(weigh(graph, worths)[-1], graph.total) == best.worth(asked.start)


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
