"""Advice and replay on rules of a few lines, where every number can be counted by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from actionroll.dice import Pool, highest
from actionroll.errors import LimitError
from actionroll.reckoning import play
from actionroll.reckoning.advice import Best, advise
from actionroll.reckoning.play import begin, draw, replay
from actionroll.reckoning.record import Cast
from actionroll.rules.futures import MOST_DICE
from actionroll.rules.game import Aim
from actionroll.rules.steps import Effect, Outcome, Step, Throw, decide, throw

WON = Aim({"won": Fraction(1)})


def coin(times: int) -> Throw:
    return throw("T-1", (Pool((2,), highest),), shown, times)


def shown(face: int, times: int) -> Step:
    """A 1 asks at once; a 2 is thrown again, and asks whatever comes then."""
    return coin(times - 1) if face == 2 and times else ask()


def ask() -> Step:
    return decide("T-2", "stay", "roller", ("stay", "go"), chosen)


def chosen(option: str) -> Outcome:
    return Outcome("T-3", "won" if option == "go" else "lost")


def nothing() -> Throw:
    return throw("T-4", (Pool((), highest),), ended)


def ended(face: int) -> Outcome:
    return Outcome("T-3", "won", effects=(Effect("roller", "luck", face),))


@pytest.mark.parametrize("times", [0, 1, 2])
def test_a_decision_that_comes_up_in_several_ways_has_the_chance_of_all_of_them(times: int) -> None:
    (advice,) = advise(coin(times), Best(WON))
    assert (advice.chance, advice.best) == (Fraction(1), "go")
    assert [choice.worth for choice in advice.choices] == [0, 1]


def test_faces_are_by_hand_only_where_that_is_said() -> None:
    def by_hand(*told: bool) -> list[bool]:
        return [each.by_hand for each in replay(coin(1), [[2], [1]], told).taken if isinstance(each, Cast)]

    assert by_hand() == [False, False]
    assert by_hand(True) == [True, False]
    assert by_hand(False, True) == [False, True]


def test_a_throw_without_dice_is_nobodys_and_so_not_by_hand() -> None:
    roll = begin(nothing())
    assert [each.by_hand for each in roll.taken if isinstance(each, Cast)] == [False]
    assert roll.outcome is not None


def nothings(shown: int, left: int) -> Step:
    return throw("T-4", (Pool((), highest),), nothings, left - 1) if left else ended(shown)


@pytest.mark.parametrize(("throws", "ends"), [(3, True), (4, False)])
def test_throws_without_dice_are_counted_too(monkeypatch: pytest.MonkeyPatch, throws: int, ends: bool) -> None:
    monkeypatch.setattr(play, "MOST_TAKEN", 3)
    if ends:
        assert len(begin(nothings(0, throws)).taken) == throws
        return
    with pytest.raises(LimitError, match="throws and decisions"):
        begin(nothings(0, throws))


@pytest.mark.parametrize("more", [0, 1])
def test_so_many_dice_are_thrown_at_most(more: int) -> None:
    many = throw("T-5", (Pool((6,) * (MOST_DICE + more), highest),), ended)
    if more:
        with pytest.raises(LimitError, match="One throw takes at most"):
            draw(many, lambda sides: 1)
    else:
        assert draw(many, lambda sides: 1) == (1,) * MOST_DICE
