"""Laws that hold for every move of every game, whatever is drawn from its inputs, rulings and policies."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from actionroll import api, wire
from actionroll.api import Question, advise_of, odds_of, question, roll_of
from actionroll.errors import ActionrollError, Budget, LimitError
from actionroll.files.flow import PARTS, faults_of_step
from actionroll.games import games
from actionroll.reckoning import Odds, play
from actionroll.reckoning.advice import read_aim
from actionroll.reckoning.record import Cast
from actionroll.rules.game import Game, Move, Policy
from actionroll.rules.inputs import inputs_of, rulings_of
from actionroll.rules.steps import Decide, Outcome, Throw
from tests.counts import LONG, count
from tests.enumerated import end_of, ends_of, enumerated, falls_of, reachable
from tests.strategies import Case, cases, some_aim, some_case, spoilt, values_of_ruling, ways_to_decide

MOVES = [pytest.param(game, move, id=f"{game.id} {move.name}") for game in games() for move in game.moves]
WITH_DECISIONS = [each for each in MOVES if each.values[1].decisions]  # type: ignore[union-attr]
FALLS = 6_000
MOST_FALLS = 10**7
STEPS = 1_500
WEIGHED_SOON = 30_000
"""Steps, in about a tenth of a second; the long run weighs whatever is drawn."""
TOO_MANY_FALLS = {("starforged", how) for how in ("challenges", "action-and-challenge", "all")}
"""Options after which too many dice are thrown again to play every fall; the game's own tests count them out."""
TRIES = 20_000
FAR = 100
"""Tries; what comes up more rarely is looked for near a question in which it does, as one of a thousand would fit."""
PLAINLY = settings(phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
"""Questions are drawn whole, so there is nothing to be made smaller."""


def asked_of(game: Game, move: Move, case: Case, aim: Any = None) -> Question:
    return question(game, move.name, case.attempt, rulings=case.rulings, decide=case.decide, aim=aim)


def accepted(game: Game, move: Move, case: Case) -> Question | None:
    """The question, or None where it is refused, always in a sentence."""
    try:
        asked = asked_of(game, move, case)
        assert asked.start is not None
    except ActionrollError as refused:
        sentence = str(refused)
    else:
        return asked
    assert re.fullmatch(r"\S.*\.", sentence, re.DOTALL), sentence
    assert not unlabelled(game, move, sentence), sentence
    return None


PLAIN_VERBS = {"fits", "pays"}
LISTED = r"accepted: .*|\w+ takes one of [^;]*"


def unlabelled(game: Game, move: Move, sentence: str) -> set[str]:
    """Names of inputs that people call otherwise, but for what the page puts into words: "x takes", "(x=yes)"."""
    words = re.sub(LISTED + r"| \([a-z_]+=[a-z]+\)|\b[a-z]+ takes |\b[a-z]+(?:_[a-z]+)+\b", "", sentence)
    return (set(re.findall(r"[a-z]+", words)) & game.labels.keys() & inputs_of(move.attempt).keys()) - PLAIN_VERBS


def check(asked: Question) -> None:
    """Every law that one question can show."""
    try:
        odds = odds_of(asked)
    except LimitError:
        return
    check_chances(asked, odds)
    check_names(asked, odds)
    check_against_enumeration(asked, odds)
    check_replay(asked)
    check_told_alike(asked)


def check_chances(asked: Question, odds: Odds) -> None:
    assert sum(odds.values()) == 1
    assert sum(odds.joint.values()) == 1
    assert all(chance > 0 for chance in odds.joint.values())
    assert all(chance >= 0 for chance in odds.values())
    for name, values in odds.facts.items():
        assert 0 < sum(values.values()) <= 1, name


def check_names(asked: Question, odds: Odds) -> None:
    """Every tier is there, and nothing that is not declared."""
    assert tuple(odds) == asked.tiers
    sheet = asked.game.sheet
    traits = [trait.name for trait in sheet.traits]
    declared = {*traits, *[track.name for track in sheet.tracks], *[mark.name for mark in sheet.marks]}
    declared |= {"rank"} if sheet.ranks else set()  # of what the roll is made on
    for outcome in odds.ways:
        assert {name for name, _ in outcome.facts} <= set(asked.move.facts), outcome
        for effect in outcome.effects:
            assert PARTS.fullmatch(effect.who), effect
            names = {effect.track, *[sheet.track_named(effect.track, trait) for trait in traits]}
            assert names & declared, effect


def check_against_enumeration(asked: Question, odds: Odds) -> None:
    if small(asked):
        assert ends_of(odds) == enumerated(asked.start, asked.policy)


def check_replay(asked: Question) -> None:
    """A roll goes through JSON and back to the same end, from the same attempt."""
    done = roll_of(asked, seed="a law").roll
    shown = json.loads(json.dumps(wire.roll_shown(done)))
    again = question(
        asked.game,
        asked.move.name,
        json.loads(json.dumps(wire.attempt_shown(asked.attempt))),
        rulings=json.loads(json.dumps(wire.rulings_shown(asked.rulings))),
    )
    assert (again.attempt, again.rulings) == (asked.attempt, asked.rulings)
    replayed = roll_of(again, answers=shown["answers"]).roll
    assert end_of(replayed) == end_of(done)
    assert json.loads(json.dumps(wire.roll_shown(replayed)))["outcome"] == shown["outcome"]


def check_told_alike(asked: Question) -> None:
    """A roll comes to the same, to the last word, whatever fell before it from the same start."""
    for seed in ("one fall", "another", "a third"):
        done = roll_of(asked, seed=seed).roll
        answers = [taken.faces if isinstance(taken, Cast) else taken.option for taken in done.taken]
        alone = play.replay(replace(asked.start), [each for each in answers if each != ()])
        assert repr(alone.step) == repr(done.step)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "move"), MOVES)
def test_whatever_is_asked_the_laws_hold(game: Game, move: Move) -> None:
    @settings(PLAINLY, max_examples=count(20, 300))
    @given(st.randoms(use_true_random=True))
    def holds(random: Random) -> None:
        asked = first_case(random, game, move, affordable)
        assert asked is not None
        note(str(asked))
        check(asked)

    holds()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "move"), MOVES)
def test_what_is_not_accepted_is_refused_in_a_sentence(game: Game, move: Move) -> None:
    @settings(PLAINLY, max_examples=count(40, 600))
    @given(spoilt(game, move))
    def refused(case: Case) -> None:
        note(str(case))
        accepted(game, move, case)

    refused()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "move"), MOVES)
def test_steps_name_what_is_declared_and_are_made_of_functions_of_modules(game: Game, move: Move) -> None:
    @settings(PLAINLY, max_examples=count(5, 100))
    @given(cases(game, move))
    def made_so(case: Case) -> None:
        note(str(case))
        if asked := accepted(game, move, case):
            for step in reachable(asked.start, STEPS):
                assert not list(faults_of_step(game, move, step))
                if not isinstance(step, Outcome):
                    assert all(isinstance(each, Hashable) for each in step.given)
                    assert all(of_a_module(each) for each in functions_of(step)), step

    made_so()


def functions_of(step: Throw | Decide) -> list[Callable[..., Any]]:
    if isinstance(step, Decide):
        return [step.then]
    return [each for each in (step.then, step.read, step.gather) if each is not None]


def of_a_module(function: Callable[..., Any]) -> bool:
    return getattr(import_module(function.__module__), function.__qualname__, None) is function


def small(asked: Question) -> bool:
    """Whether its falls are few enough to be played one by one."""
    return falls_of(asked.start, asked.policy, FALLS) <= FALLS


def affordable(asked: Question) -> bool:
    """Whether its odds are counted in a moment."""
    return falls_of(asked.start, asked.policy, MOST_FALLS) <= MOST_FALLS


def first_case(
    random: Random,
    game: Game,
    move: Move,
    fitting: Callable[[Question], bool] = small,
    *,
    ruled: Mapping[str, Any] | None = None,
    decided: Mapping[str, str] | None = None,
    near: Question | None = None,
) -> Question | None:
    """The first accepted question that fits, with these rulings and policies; after some tries, near a known one."""
    for tried in range(TRIES):
        drawn = some_case(random, game, move)
        if near is not None and tried >= FAR:
            drawn = crossed(random, drawn, near)
        case = Case(drawn.attempt, {**drawn.rulings, **(ruled or {})}, {**drawn.decide, **(decided or {})})
        asked = accepted(game, move, case)
        if asked is not None and fitting(asked):
            return asked
    return None


def crossed(random: Random, drawn: Case, known: Question) -> Case:
    """A question as it was drawn in half of what is said, and as a known one in the other half."""

    def either(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
        return {**one, **{name: value for name, value in other.items() if random.random() < 0.5}}

    attempt = either(drawn.attempt, wire.attempt_shown(known.attempt))
    return Case(attempt, either(drawn.rulings, wire.rulings_shown(known.rulings)), drawn.decide)


@pytest.mark.slow
@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_value_of_every_ruling_is_tested(game: Game) -> None:
    wanted = [(name, value) for name, each in rulings_of(game.rulings).items() for value in values_of_ruling(each)]
    tested = []
    for name, value in wanted:
        for move in game.moves:
            if asked := first_case(Random(f"{name} {value}"), game, move, ruled={name: value}):
                assert wire.rulings_shown(asked.rulings)[name] == str(value)
                check(asked)
                tested.append((name, value))
                break
    assert tested == wanted


@pytest.mark.slow
@pytest.mark.parametrize(("game", "move"), WITH_DECISIONS)
def test_every_option_and_policy_of_every_decision_is_tested(game: Game, move: Move) -> None:
    wanted = [
        (name, how)
        for name, ways in ways_to_decide(move).items()
        for how in ways
        if (game.id, how) not in TOO_MANY_FALLS
    ]
    tested = []
    for name, how in wanted:
        fitting = asks_and_takes(name, how, move)
        known = decided_so(coming_up(game.id, move.name, name, 0), name, how)
        asked = (
            known if fitting(known) else first_case(Random(how), game, move, fitting, decided={name: how}, near=known)
        )
        if asked is not None:
            check(asked)
            tested.append((name, how))
    assert tested == wanted


@cache
def coming_up(game_id: str, move_name: str, name: str, number: int) -> Question:
    """A question in which this decision comes up. Some take long to find, so they are kept; the long run looks far."""
    game = api.game(game_id)
    move = game.move(move_name)
    nothing = next(iter(move.decision(name).options))
    random = Random(f"{name} {number}")
    first = coming_up(game_id, move_name, name, 0) if number and not LONG else None
    found = first_case(random, game, move, asks_and_takes(name, nothing, move), decided={name: nothing}, near=first)
    assert found is not None, f"{name} never comes up"
    return found


def weighable(game: Game, move: Move, name: str, many: int) -> Iterator[tuple[Random, Question]]:
    """So many questions in which a decision comes up and the best answers to all of them are found soon."""
    found = (number for number in itertools.count() if LONG or is_weighed_soon(game.id, move.name, name, number))
    for place, number in enumerate(itertools.islice(found, many)):
        yield Random(f"{game.id} {move.name} {name} {place}"), coming_up(game.id, move.name, name, number)


@cache
def is_weighed_soon(game_id: str, move_name: str, name: str, number: int) -> bool:
    asked = coming_up(game_id, move_name, name, number)
    try:
        replace(asked, decide={}, budget=Budget(WEIGHED_SOON)).best.worth(asked.start)
    except LimitError:
        return False
    return True


def decided_so(asked: Question, name: str, how: str) -> Question:
    return replace(asked, decide={**asked.decide, name: how})


def asks_and_takes(name: str, how: str, move: Move) -> Callable[[Question], bool]:
    """Whether a decision comes up, and is answered so where an option is named."""

    def comes_up(asked: Question) -> bool:
        taken: set[str] = set()
        if falls_of(asked.start, noting(asked.policy, name, taken), FALLS) > FALLS:
            return False
        return how in taken if how in move.decision(name).options else bool(taken)

    return comes_up


def noting(policy: Policy, name: str, taken: set[str]) -> Policy:
    def answer(asked: Decide) -> str:
        option = policy(asked)
        if asked.name == name:
            taken.add(option)
        return option

    return answer


@pytest.mark.slow
@pytest.mark.parametrize(("game", "move"), WITH_DECISIONS)
def test_no_policy_is_better_than_the_best(game: Game, move: Move) -> None:
    mattered = 0
    for name, ways in ways_to_decide(move).items():
        for random, asked in weighable(game, move, name, count(1, 15)):
            aim = some_aim(random, asked.tiers, tracks_changed(decided_so(asked, name, how) for how in ways))
            worth = {how: worth_of(decided_so(asked, name, how), aim) for how in [*ways, "best"]}
            against = bool(move.against) and name.startswith(move.against)
            assert worth["best"] == (min if against else max)(worth.values()), (asked, worth, aim)
            mattered += len(set(worth.values())) > 1
    assert mattered, "no decision ever mattered"


def tracks_changed(questions: Iterable[Question]) -> tuple[str, ...]:
    """What an aim may weigh besides the tiers: points of anyone's track."""
    effects = {each for asked in questions for end in odds_of(asked).ways for each in end.effects}
    return tuple(sorted({f"{each.who}.{each.track}" for each in effects}))


def worth_of(asked: Question, aim: Mapping[str, int]) -> Fraction:
    """What a question is worth for an aim when it is decided so."""
    valued = read_aim(aim, asked.tiers)
    joint = odds_of(replace(asked, aim=aim)).joint
    return sum((valued.of_outcome(outcome) * chance for outcome, chance in joint.items()), Fraction(0))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "move"), WITH_DECISIONS)
def test_advice_names_the_option_that_is_worth_most(game: Game, move: Move) -> None:
    for name in ways_to_decide(move):
        for random, asked in weighable(game, move, name, count(1, 10)):
            advice = advise_of(replace(asked, decide={}, aim=some_aim(random, asked.tiers, ())))
            assert advice
            for each in advice:
                worth = {option.name: option.worth for option in each.options}
                pick = min if move.against and each.asked.by == move.against else max
                assert worth[each.best] == pick(worth.values())
                assert 0 < each.chance <= 1


REPLAYS = """
import json, sys
from actionroll import wire
from actionroll.api import question, roll_of
for line in sys.stdin:
    asked = json.loads(line)
    made = question(asked["game"], asked["move"], asked["attempt"], rulings=asked["rulings"])
    print(json.dumps(wire.roll_shown(roll_of(made, answers=asked["answers"]).roll)["outcome"]))
"""


def test_rolls_replay_in_another_process() -> None:
    lines, outcomes = [], []
    for game in games():
        for move in game.moves:
            asked = first_case(Random(7), game, move)
            assert asked is not None
            done = roll_of(asked, seed=f"{game.id} {move.name}").roll
            shown = wire.roll_shown(done)
            head = wire.head(asked.game, asked.move, asked.attempt, asked.rulings, {})
            lines.append(json.dumps({**head, "answers": shown["answers"]}))
            outcomes.append(json.loads(json.dumps(shown["outcome"])))
    told = subprocess.run(
        [sys.executable, "-c", REPLAYS], input="\n".join(lines), text=True, capture_output=True, check=False
    )
    assert told.returncode == 0, told.stderr
    assert [json.loads(line) for line in told.stdout.splitlines()] == outcomes


def test_there_are_laws_for_every_game() -> None:
    assert {param.values[0].id for param in MOVES} == {game.id for game in api.games()}  # type: ignore[union-attr]
