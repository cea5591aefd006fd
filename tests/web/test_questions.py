"""Questions over HTTP are brief: the decisions that come up most often, and nothing that takes long."""

import signal
from fractions import Fraction
from itertools import chain, repeat
from typing import Any

import pytest

from actionroll import api, games, wire
from actionroll.errors import TOO_LONG, Budget
from actionroll.rules.futures import forget_steps
from actionroll.web import answers, questions
from actionroll.web.answers import ANSWERED, REFUSED, answer
from actionroll.web.bodies import AdviceBody, OddsBody, attempt_encoded, decoded, encoded
from actionroll.web.operations import near_body
from actionroll.web.questions import advice_answer
from tests.table_in_memory import Played

DICE = {f"{side}_{each}": "d6" for side in ("attacker", "defender") for each in ("attribute", "skill")}
CONTEST: dict[str, Any] = {**DICE, "attacker_stress": 1, "defender_stress": 1}


def asked(**more: Any) -> dict[str, Any]:
    return {"game": "wherever-we-go", "move": "opposed", "attempt": CONTEST, **more}


def test_the_decisions_that_come_up_most_are_told_as_the_whole_advice_tells_them() -> None:
    whole = wire.advise_shown(api.advise("wherever-we-go", "opposed", **CONTEST))
    told = advice_answer(AdviceBody(**asked(most=20)))
    assert told["more"]
    assert len(told["decisions"]) == 20 < len(whole)
    assert [each for each in whole if each in told["decisions"]] == told["decisions"]
    chances = {id(each): Fraction(each["chance"]) for each in whole}
    rarest = min(Fraction(each["chance"]) for each in told["decisions"])
    assert all(chances[id(each)] <= rarest for each in whole if each not in told["decisions"])


def test_few_decisions_are_all_told() -> None:
    plain: dict[str, Any] = {"game": "in-the-dark", "attempt": {"dots": 2, "position": "good"}}
    told = advice_answer(AdviceBody(**plain))
    assert (told["more"], len(told["decisions"])) == (False, len(api.advise("in-the-dark", dots=2, position="good")))


@pytest.mark.parametrize(
    ("game", "attempts"),
    [
        ("in-the-dark", ({"dots": 3}, {"dots": 2, "position": "good"}, {"dots": 4, "position": "bad"})),
        ("in-the-dark", ({"dots": 2, "off_job": True}, {"dots": 2, "minor": True})),
        ("in-the-dark", ({"dots": 2, "risk": "none"}, {"dots": 3, "risk": "none"})),
        ("wherever-we-go", ({"attribute": "d6", "skill": "d8"}, {"attribute": "d8", "skill": "d6"})),
    ],
)
def test_attempts_that_come_to_the_same_dice_are_told_in_their_own_words(
    game: str, attempts: tuple[dict[str, Any], ...]
) -> None:
    """What is kept of one answer is no other's: each is what it is when nothing is kept."""
    bodies = [OddsBody(game=game, attempt=each) for each in attempts]
    told = [decoded(encoded(questions.odds_answer(body))) for body in (*bodies, *bodies)]
    for body, kept in zip((*bodies, *bodies), told, strict=True):
        clear_kept()
        assert decoded(encoded(questions.odds_answer(body))) == kept
        asked = api.question(body.game, "action", body.attempt)
        assert kept["says"] == questions.first_throw(asked)["says"]


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_an_attempt_is_encoded_as_it_is_shown(name: str) -> None:
    played = games.game(name)
    for move in played.moves:
        for text in ({}, {"intent": "“Öffne”"}):
            made = api.question(played, move.name, {**questions.example(played, move.name), **text}).attempt
            assert attempt_encoded(made) == encoded(wire.attempt_shown(made)), move.name


def test_of_a_question_only_its_answer_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    def remembered(*_: object) -> None:
        pytest.fail("its attempt or its first step is kept, too")

    monkeypatch.setattr("actionroll.question.make_attempt", remembered)
    monkeypatch.setattr("actionroll.question.first_step", remembered)
    told = questions.odds_answer(OddsBody(game="in-the-dark", attempt={"dots": 2}))
    assert decoded(encoded(told))["attempt"]["dots"] == 2


def clear_kept() -> None:
    questions._starts.forget()
    forget_steps()


HUGE = {f"{side}_stress": 9 for side in ("attacker", "defender")} | dict.fromkeys(DICE, "d12")
LONG: tuple[tuple[str, dict[str, Any]], ...] = (
    ("advice", {}),
    ("odds", {"decide": {"attacker_gamble": "best"}}),
    ("odds", {"near": True}),
    ("near", {"over": ["attacker_stress", "defender_stress", "attacker_skill", "defender_skill"]}),
    ("vary", {"over": "attacker_stress"}),
)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no such signal here")
@pytest.mark.parametrize(("what", "more"), LONG, ids=[f"{what} {more}" for what, more in LONG])
def test_every_question_has_the_same_patience(monkeypatch: pytest.MonkeyPatch, what: str, more: dict[str, Any]) -> None:
    """The signal of the timer comes while steps are counted, whatever the clock says."""
    timers: list[tuple[float, ...]] = []
    monkeypatch.setattr(signal, "setitimer", lambda _, *times: timers.append(times))
    monkeypatch.setattr(Budget, "take", lambda *_: signal.raise_signal(signal.SIGPROF))
    forget_steps()
    body = {"game": "wherever-we-go", "move": "opposed", "attempt": {**DICE, **HUGE}, **more}
    assert answer(encoded((what, body))) == REFUSED + TOO_LONG.encode()
    assert [times[0] for times in timers] == [answers.LONGEST_SECONDS, 0]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no such signal here")
def test_the_timer_ends_what_has_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def count_for_ever(_: Any) -> None:
        while True:
            pass

    monkeypatch.setattr(answers, "LONGEST_SECONDS", 0.01)
    monkeypatch.setitem(questions.ANSWERS, "odds", (AdviceBody, count_for_ever))
    assert answer(encoded(("odds", {"game": "in-the-dark", "attempt": {"dots": 2}}))) == REFUSED + TOO_LONG.encode()


def test_what_can_be_told_in_part_is(monkeypatch: pytest.MonkeyPatch) -> None:
    body = {"game": "in-the-dark", "attempt": {"dots": 2}, "over": "dots"}
    whole = answer(encoded(("vary", body)))
    times = chain([0.0] * 3, repeat(2.0))
    monkeypatch.setattr(questions, "process_time", lambda: next(times))
    part = answer(encoded(("vary", body)))
    assert (whole[:1], part[:1]) == (ANSWERED, ANSWERED)
    assert (decoded(whole[1:])["more"], decoded(part[1:])["more"]) == (False, True)
    assert decoded(part[1:])["rows"] == decoded(whole[1:])["rows"][:2]


def test_a_defect_is_told_as_one_and_answering_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(questions.ANSWERS, "odds", (AdviceBody, lambda _: 1 // 0))
    body = {"game": "in-the-dark", "attempt": {"dots": 2}}
    assert answer(encoded(("odds", body))).startswith(b"!ZeroDivisionError")
    assert answer(encoded(("advice", body)))[:1] == ANSWERED


def test_what_is_noted_of_slow_moves_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(10_000))
    for clock in ("thread_time", "perf_counter"):
        monkeypatch.setattr(questions, clock, lambda: next(times))
    for place in range(2 * questions.MOST_STARTS):
        questions.at_once("odds", OddsBody(game="in-the-dark", move=f"{place + 1}d6"))
    assert 0 < len(questions._long) <= questions.MOST_STARTS
    questions._long.clear()


@pytest.mark.parametrize(("name", "trait"), [("wherever-we-go", "stealth"), ("starforged", "edge")])
def test_what_is_written_counts_no_odds_anew(name: str, trait: str) -> None:
    """A gm types a sentence while everyone looks: its alternatives were asked for at every word."""
    played = Played(games.game(name))
    roll = played.do("s2", "declare", character="c1", trait=trait)
    before = near_body(played.table, played.table.live[roll])
    played.do("s1", "set", roll=roll, inputs={"stakes": "The keeper knows your face.", "expectations": "You are out."})
    played.do("s2", "set", roll=roll, inputs={"intent": "Tamsin slips past the toll-house."})
    assert near_body(played.table, played.table.live[roll]) == before
    played.do("s2", "set", roll=roll, inputs={"bonus": [1]} if name == "wherever-we-go" else {"adds": [1]})
    assert near_body(played.table, played.table.live[roll]) != before
