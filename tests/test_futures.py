"""What the engine remembers is bounded and changes nothing; what it counts stays within a budget and can be stopped."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from actionroll import api
from actionroll import reckoning as counting
from actionroll.dice import Pool, highest, total
from actionroll.errors import LOOKS_UP, PATIENCE, TOO_LONG, Budget, InputError, LimitError
from actionroll.reckoning import play
from actionroll.reckoning.advice import Best, advise
from actionroll.rules import futures
from actionroll.rules.futures import Futures, fallings, forget_steps, kin_of
from actionroll.rules.game import Aim, do_nothing
from actionroll.rules.steps import Outcome, Step, Throw, facts, throw, throw_gathered, throw_read
from actionroll.values import Remembered

EYES = total("eyes", lambda face: face)
CONTEST = {
    f"{side}_{name}": value
    for side in ("attacker", "defender")
    for name, value in (("attribute", "d8"), ("skill", "d8"), ("stress", 3))
}
GAMBLED = {
    f"{side}_{name}": how for side in ("attacker", "defender") for name, how in (("push", "push"), ("gamble", "gamble"))
}
asked_of: list[Any] = []


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    forget_steps()
    asked_of.clear()
    yield
    forget_steps()


def difference(mine: int, theirs: int, *, bonus: int) -> int:
    """Reads what it names of what is given, and nothing else."""
    asked_of.append(bonus)
    return max(-1, min(1, mine + bonus - theirs))


def named(seen: int, words: str, bonus: int) -> Outcome:
    return Outcome("T-1", ("lost", "drawn", "won")[seen + 1], facts(bonus=bonus), why=words)


def contest(words: str, bonus: int) -> Throw:
    return throw_read("T-1", (Pool((6,), highest), Pool((6,), highest)), difference, named, words, bonus)


def test_what_is_read_by_name_is_read_once_for_all_throws_that_name_the_same() -> None:
    first, second = (counting.count(contest(words, 1)) for words in ("one", "two"))
    assert dict(first) == dict(second)
    assert asked_of == [1] * 36
    assert {outcome.why for outcome, _, _ in second.ends} == {"two"}
    assert dict(counting.count(contest("three", 2))) != dict(first)
    assert asked_of == [1] * 36 + [2] * 36


def test_what_is_read_by_name_is_read_so_in_play() -> None:
    assert play.replay(contest("", 2), [[3, 4]]).step == Outcome("T-1", "won", facts(bonus=2))
    assert counting.count(contest("", 2))["won"] == Fraction(26, 36)


def nothing(words: str, bonus: int) -> int:
    return 0


def test_a_throw_without_pools_goes_on() -> None:
    bare = throw_read("T-2", (), nothing, named, "", 3)
    assert [step for step, _ in fallings(bare)[0]] == [named(0, "", 3)]
    assert counting.count(bare)["drawn"] == 1
    after_a_die = throw("T-2", (Pool((6,), highest),), lambda shown: bare if shown > 4 else Outcome("T-2", "lost"))
    assert counting.count(after_a_die)["drawn"] == Fraction(1, 3)


def gathered(so_far: int | None, shown: int) -> int:
    return max(so_far or 0, shown)


def end_with(seen: int) -> Step:
    return Outcome("T-3", str(seen))


@pytest.mark.parametrize("pools", [2, 9])
def test_few_pools_are_gathered_as_many_are(pools: int) -> None:
    each = tuple(Pool((6,), highest) for _ in range(pools))
    found = counting.count(throw_gathered("T-3", each, gathered, end_with))
    assert found["6"] == 1 - Fraction(5, 6) ** pools


def test_questions_have_the_same_answer_with_and_without_what_is_remembered() -> None:
    attempts = [{"stat": 2, "momentum": momentum} for momentum in (6, 5, 6)]
    remembered = [api.odds_of(api.question("starforged", "action", each, decide={"burn": "any"})) for each in attempts]
    for attempt, odds in zip(attempts, remembered, strict=True):
        forget_steps()
        anew = api.odds_of(api.question("starforged", "action", attempt, decide={"burn": "any"}))
        assert anew.joint == odds.joint
    assert remembered[0].joint == remembered[2].joint


def test_words_of_one_question_are_not_told_in_another_roll() -> None:
    api.odds("in-the-dark", dots=2, npc="Ada")
    done = api.roll("in-the-dark", dots=2, npc="Bo", answers=[[2, 1]])
    assert "Bo succeeds" in done.outcome.why


def test_what_is_remembered_of_objects_is_bounded_and_keeps_them() -> None:
    made: list[str] = []

    def length(text: str) -> int:
        made.append(text)
        return len(text)

    kept = Remembered(length, most=2)
    assert [kept.of(text, text) for text in ("a", "bb", "a", "ccc", "a")] == [1, 2, 1, 3, 1]
    assert made == ["a", "bb", "ccc", "a"]


def test_what_a_text_makes_refused_is_refused_after_odds_without_it() -> None:
    api.odds("starforged", stat=2, adds=[1])
    with pytest.raises(InputError):
        api.odds_of(api.question("starforged", "action", {"stat": 2, "adds": [1], "reasons": "a, b, c"}))


def test_too_many_readings_are_forgotten_also_those_that_a_pending_roll_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    held = contest("held", 1)
    counting.count(held)
    futures_held: Futures = kin_of(held).futures
    assert futures_held.known.followed
    monkeypatch.setattr(futures, "MOST_REMEMBERED", 50)
    forget_steps()
    assert not futures_held.known.followed
    for bonus in range(5):
        counting.count(contest("", bonus))
    assert len(asked_of) == 36 * 6
    assert dict(counting.count(held)) == dict(counting.count(contest("other", 1)))
    asked_of.clear()
    counting.count(contest("", 0))
    assert len(asked_of) == 36, "what was asked before all the others is not known any more"


def test_what_cannot_be_a_key_is_counted_all_the_same() -> None:
    def with_list(shown: int, given: list[int]) -> Outcome:
        return Outcome("T-4", "high" if shown in given else "low")

    found = counting.count(throw("T-4", (Pool((6,), highest),), with_list, [5, 6]))
    assert found["high"] == Fraction(1, 3)


def test_a_step_goes_to_another_process_without_what_is_known_of_it_here() -> None:
    step = throw("T-3", (Pool((6, 6), highest),), end_with)
    counting.count(step)
    assert {step.kin is None, step.pools[0].hashed is None, hash(step) == step.hashed} == {False, True}
    again = pickle.loads(pickle.dumps(step))
    assert (again.then, again.kin, again.hashed, again.pools[0].hashed) == (end_with, None, None, None)
    assert again.pools[0].sides == (6, 6)


def test_a_count_stays_within_its_budget() -> None:
    asked = api.question("wherever-we-go", "opposed", CONTEST, decide=GAMBLED, budget=Budget(1_000))
    with pytest.raises(LimitError, match=re.escape(TOO_LONG)):
        api.odds_of(asked)
    with pytest.raises(LimitError, match=re.escape(TOO_LONG)):
        api.advise_of(api.question("wherever-we-go", "opposed", CONTEST, budget=Budget(1_000)))


def test_dice_themselves_are_counted_within_the_budget() -> None:
    wide = throw("T-5", (Pool((20,) * 300, EYES),), end_with)
    with pytest.raises(LimitError, match=re.escape(TOO_LONG)):
        counting.count(wide, budget=Budget(10_000))


def test_a_count_stops_when_its_time_is_up() -> None:
    looked: list[int] = []

    def clock() -> float:
        looked.append(budget.left)
        return PATIENCE.seconds * len(looked) / 3.5

    budget = Budget(clock=clock, began=0.0)
    with pytest.raises(LimitError, match=re.escape(TOO_LONG)):
        api.odds_of(api.question("wherever-we-go", "opposed", CONTEST, decide=GAMBLED, budget=budget))
    assert len(looked) == 4
    assert all(before - after >= LOOKS_UP for before, after in pairwise(looked))


def test_advice_within_a_budget_is_the_same_as_without() -> None:
    aim = Aim({"won": Fraction(1)})
    plain, within = (advise(contest("", 0), Best(aim, budget=each)) for each in (Budget(), Budget(100_000)))
    assert plain == within


def test_first_steps_are_kept_in_bounded_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same attempt is begun once as long as there is room for it; one more than that, and all are begun anew."""
    monkeypatch.setattr(futures, "MOST_STARTS", 2)
    known, begun = futures._Memory(), list[str]()

    def start(attempt: str, rulings: None) -> Outcome:
        begun.append(attempt)
        return Outcome("X-1", attempt)

    for attempt in ("first", "second", "first", "second", "third", "third", "first"):
        assert known.start(start, attempt, None) == Outcome("X-1", attempt)
    assert begun == ["first", "second", "third", "first"]


def test_no_throw_of_more_dice_than_anyone_throws_is_looked_into() -> None:
    pool = Pool((6,) * (futures.MOST_DICE + 1), highest)
    with pytest.raises(LimitError, match="at most 1000 dice"):
        kin_of(throw("X-1", (pool,), ends_so))


def test_as_many_dice_as_anyone_throws_are_looked_into() -> None:
    many = Pool((6,) * futures.MOST_DICE, highest)
    assert kin_of(throw("X-1", (many,), ends_so)).last == many


@pytest.mark.parametrize(("most", "counted"), [(36, True), (35, False)])
def test_so_many_readings_that_differ_are_counted(monkeypatch: pytest.MonkeyPatch, most: int, counted: bool) -> None:
    monkeypatch.setattr(futures, "MOST_READINGS", most)
    if counted:
        assert counting.count(contest("", 0))["won"] == Fraction(15, 36)
        return
    with pytest.raises(LimitError, match="fall in 36 ways that differ, and at most 35 are counted"):
        counting.count(contest("", 0))


@pytest.mark.parametrize(("readings", "known"), [(50, True), (51, False)])
def test_what_just_fits_is_remembered(monkeypatch: pytest.MonkeyPatch, readings: int, known: bool) -> None:
    monkeypatch.setattr(futures, "MOST_REMEMBERED", 50)
    memory, made = futures._Memory(), list[int]()

    def make() -> str:
        made.append(readings)
        return "made"

    memory.derived("key", make)
    memory.take(readings - 1)
    memory.derived("key", make)
    assert (len(made) == 1) == known


@pytest.mark.parametrize(("most", "asked"), [(3, 2), (2, 3)])
def test_what_follows_is_asked_once_for_so_many_falls(monkeypatch: pytest.MonkeyPatch, most: int, asked: int) -> None:
    monkeypatch.setattr(play, "MOST_FOLLOWED", most)
    followed = list[int]()

    def then(shown: int) -> Outcome:
        followed.append(shown)
        return Outcome("X-1", str(shown))

    thrown = throw("X-1", (Pool((6,), highest),), then)
    for shown in (3, 4, 3):
        play.follow(thrown, (shown,))
    assert len(followed) == asked


def ends_so(shown: int) -> Step:
    return Outcome("X-1", str(shown))


def again(shown: int, left: int) -> Step:
    return throw("X-1", (Pool((2,), highest),), again, left - 1) if left else Outcome("X-1", "end")


@pytest.mark.parametrize(("throws", "counted"), [(4, True), (5, False)])
def test_a_roll_takes_so_many_throws_after_its_first(
    monkeypatch: pytest.MonkeyPatch, throws: int, counted: bool
) -> None:
    monkeypatch.setattr(counting, "MOST_TAKEN", 3)
    start = throw("X-1", (Pool((2,), highest),), again, throws - 1)
    if counted:
        assert counting.count(start, do_nothing, ("end",))["end"] == 1
        return
    with pytest.raises(LimitError, match="throws and decisions"):
        counting.count(start, do_nothing, ("end",))
