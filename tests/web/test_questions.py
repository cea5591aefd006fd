"""Advice over HTTP is brief: the decisions that come up most often, and nothing that takes minutes."""

from fractions import Fraction
from typing import Any

import pytest

from actionroll import api, wire
from actionroll.errors import LimitError
from actionroll.web import questions
from actionroll.web.questions import AdviceBody, OddsBody, advice_answer, odds_answer

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


def test_what_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "MOST_STEPS", 100)
    with pytest.raises(LimitError, match="more than 100 steps"):
        advice_answer(AdviceBody(**asked()))
    with pytest.raises(LimitError, match="more than 100 steps"):
        odds_answer(OddsBody(**asked(decide={"attacker_gamble": "best"})))
