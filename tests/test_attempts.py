"""An attempt is made of inputs that are declared once: defaults, those that follow, those that are moot, and parts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass, fields
from typing import Any, ClassVar

import pytest

from actionroll.errors import InputError
from actionroll.games import game
from actionroll.rules import for_each_part, inputs, part_of
from actionroll.rules.inputs import (
    MOST_MADE,
    Joins,
    Moot,
    OfEach,
    Texts,
    choice,
    die,
    inputs_of,
    make_attempt,
    make_rulings,
    many,
    moot_inputs,
    ruling,
    rulings_of,
    whole,
    words,
    yes_no,
)
from actionroll.rules.kinds import Choice, Whole, YesNo


def twice(values: Mapping[str, Any]) -> int:
    return 2 * int(values["dots"] or 0)


@dataclass(frozen=True, slots=True)
class Rulings:
    harsh: bool = ruling("T-A1", False, reason="So.")
    limit: int | None = ruling("T-A2", 3, None, reason="So.", most=5)
    least: int = ruling("T-A3", 2, reason="So.", least=1, most=4)
    ties: str = ruling("T-A4", "win", "lose", reason="So.")
    calls: str = ruling("T-A5", "asked", "optional", reason="So.")


@dataclass(frozen=True, slots=True)
class Try(Texts):
    moot: ClassVar[tuple[Moot, ...]] = (
        Moot("risk", ("none", "never")),
        Moot("minor", (True,), but=("dots", "risk")),
        Moot("talent", (6,), of=("sure", "named")),
        Moot("place", ("good",), of=("helpers",)),
    )
    dots: int = whole(0, 4, "Dots.")
    health: int = whole(0, 9, "Health.", follows=(twice, "twice the dots"))
    risk: str = choice("risky", "none", "never", says="Risk.", by="gm", called=True)
    place: str = choice("bad", "good", says="Place.", default="good", with_gm="bad")
    minor: bool = yes_no("Minor.")
    sure: bool = yes_no("Sure.", default=True)
    talent: int | None = die((0, 6), "Talent.", default=None, or_none=True)
    bonus: tuple[int, ...] = many(Whole(1, 3), "Bonuses.")
    helpers: int = whole(0, 3, "Helpers.", by="helper", default=0)
    helper_dice: tuple[int, ...] = many(Whole(1, 3), "Their dice.", by="helper", of_each=OfEach("helpers", 1))
    goal: str = words("The goal.", called=True, relaxed=("calls", "optional"))
    named: str = words("A name.", counts=True)


def test_what_is_not_said_has_its_default_or_follows() -> None:
    made = make_attempt(Try, {"dots": 3})
    assert (made.dots, made.health, made.risk, made.place, made.minor, made.sure) == (
        3,
        6,
        "risky",
        "good",
        False,
        True,
    )
    assert (made.talent, made.bonus, made.helpers, made.helper_dice, made.goal) == (None, (), 0, (), "")
    assert make_attempt(Try, {"dots": 3, "health": 1}).health == 1
    assert make_attempt(Try, {"dots": 3}) is make_attempt(Try, {"dots": 3})


def test_words_change_no_attempt_unless_they_count() -> None:
    assert make_attempt(Try, {"dots": 1, "goal": "in"}) == make_attempt(Try, {"dots": 1, "goal": "out"})
    assert make_attempt(Try, {"dots": 1, "named": "in"}) != make_attempt(Try, {"dots": 1, "named": "out"})


def test_what_is_required_comes_first_and_words_last() -> None:
    names = list(inputs_of(Try))
    assert names[:3] == ["dots", "health", "risk"]
    assert names[-7:] == ["intent", "stakes", "expectations", "how", "used", "goal", "named"]
    assert [name for name, each in inputs_of(Try).items() if each.required] == ["dots"]


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ({}, "Still needed: dots (a whole number from 0 to 4)."),
        ({"dots": 5}, "dots takes a whole number from 0 to 4, not '5'."),
        ({"dots": [1]}, "dots takes a whole number from 0 to 4"),
        ({"dots": 1, "luck": 1}, "There is no input 'luck'"),
        ({"dots": 1, "bonus": [4]}, "bonus takes a list of at most 20, each a whole number from 1 to 3"),
    ],
)
def test_what_makes_no_attempt_is_refused(raw: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=re.escape(told)):
        make_attempt(Try, raw)


def test_who_need_not_roll_is_asked_for_nothing_that_has_no_effect() -> None:
    assert moot_inputs(Try, {"dots": 1, "place": "bad"}) == frozenset()
    assert moot_inputs(Try, {"risk": "risky", "minor": False, "place": "bad"}) == frozenset()
    assert moot_inputs(Try, {"dots": 1}) == {"helpers"}  # by default
    assert moot_inputs(Try, {"talent": "d6", "place": "bad"}) == {"sure", "named"}  # of words, too
    assert moot_inputs(Try, {"risk": "none"}) == frozenset(inputs_of(Try)) - {"risk"}
    left = moot_inputs(Try, {"minor": "yes"})
    assert left == frozenset(inputs_of(Try)) - {
        "minor", "dots", "risk", "intent", "stakes", "expectations", "how", "used", "goal", "named",
    }  # fmt: skip
    assert make_attempt(Try, {"risk": "never"}).risk == "never"
    with pytest.raises(InputError, match="Still needed: dots"):
        make_attempt(Try, {"minor": True})


def test_the_gm_is_waited_for_unless_a_ruling_relaxes_it() -> None:
    inputs = inputs_of(Try)
    asked, optional = make_rulings(Rulings, {}), make_rulings(Rulings, {"calls": "optional"})
    assert [name for name, each in inputs.items() if each.waits(asked)] == ["risk", "goal"]
    assert [name for name, each in inputs.items() if each.waits(optional)] == ["risk"]
    assert {name: each.with_gm for name, each in inputs.items() if each.with_gm} == {"place": "bad"}


def test_helpers_join_through_what_they_say_but_not_through_what_is_each_ones_own() -> None:
    joined = {name: each.joins for name, each in inputs_of(Try).items() if each.joins}
    assert joined == {"helpers": Joins("Helpers.")}
    assert inputs_of(Try)["helper_dice"].of_each == OfEach("helpers", 1)
    assert Joins("").demands_words(None) is False
    assert Joins("", how=lambda rulings: rulings.harsh).demands_words(make_rulings(Rulings, {"harsh": "yes"})) is True


def test_a_ruling_is_yes_or_no_a_number_or_a_word() -> None:
    kinds = {name: each.kind for name, each in rulings_of(Rulings).items()}
    assert kinds == {
        "harsh": YesNo(),
        "limit": Whole(0, 5, or_none=True),
        "least": Whole(1, 4),
        "ties": Choice(("win", "lose")),
        "calls": Choice(("asked", "optional")),
    }
    made = make_rulings(Rulings, {"harsh": "yes", "limit": "none", "least": 4})
    assert (made.harsh, made.limit, made.least, made.ties) == (True, None, 4, "win")
    assert make_rulings(Rulings, {}) is make_rulings(Rulings, {})
    assert rulings_of(Rulings)["harsh"].show(False) == "no"


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ({"tie": "win"}, "There is no ruling 'tie'"),
        ({"ties": "win", "tide": 1, "time": 2}, "There is no ruling 'tide'"),
        ({"limit": 6}, "limit takes a whole number from 0 to 5 or none, not '6'."),
        ({"least": 0}, "least takes a whole number from 1 to 4, not '0'."),
    ],
)
def test_what_is_no_ruling_is_refused(raw: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=re.escape(told)):
        make_rulings(Rulings, raw)


def test_more_attempts_than_are_kept_are_made_all_the_same() -> None:
    for number in range(MOST_MADE + 2):
        assert make_attempt(Try, {"dots": 1, "named": str(number)}).named == str(number)


Both: Any = for_each_part("Both", Try, ("attacker", "defender"), "Both.", __name__)


def test_each_part_has_inputs_and_defaults_of_its_own() -> None:
    made = make_attempt(Both, {"attacker_dots": 2, "defender_dots": 4, "attacker_health": 1, "intent": "in"})
    attacker, defender = (part_of(made, part, Try) for part in ("attacker", "defender"))
    assert (attacker.dots, attacker.health, attacker.intent) == (2, 1, "in")
    assert (defender.dots, defender.health, defender.intent) == (4, 8, "in")
    assert make_attempt(Both, {"attacker_dots": 2, "defender_dots": 4}).attacker_health == 4
    with pytest.raises(InputError, match=r"Still needed: defender_dots"):
        make_attempt(Both, {"attacker_dots": 2})


def test_an_input_of_a_part_says_whose_it_is() -> None:
    declared = inputs_of(Both)
    assert declared["defender_dots"].says == "Defender: Dots."
    assert declared["defender_helper_dice"].of_each == OfEach("defender_helpers", 1)
    assert "intent" in declared
    assert "attacker_intent" not in declared
    assert made_without_moot() == (4, "none")


def made_without_moot() -> tuple[int, str]:
    """What is moot in an attempt of one is said for each part of several."""
    made = make_attempt(Both, {"attacker_dots": 4, "defender_dots": 1, "attacker_risk": "none"})
    return made.attacker_dots, made.attacker_risk


def test_attempts_and_rulings_are_made_by_name_and_never_change() -> None:
    several: list[Any] = [make_attempt(Try, {"dots": 1}), make_rulings(Rulings, {}), both_sides()]
    for made in several:
        with pytest.raises(TypeError, match="positional"):
            type(made)(1)
        with pytest.raises(FrozenInstanceError):
            setattr(made, fields(made)[0].name, 1)
        assert not hasattr(made, "__dict__")


def both_sides() -> Any:
    return make_attempt(Both, {"attacker_dots": 1, "defender_dots": 1})


def test_what_was_checked_is_kept_in_bounded_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same inputs give the same attempt without being checked again, and of many others none stays for ever."""
    monkeypatch.setattr(inputs, "MOST_MADE", 3)
    inputs.forget_checked()
    attempt = game("in-the-dark").move("action").attempt
    made = [inputs.make_attempt(attempt, {"dots": dots}) for dots in (0, 1, 2)]
    assert [inputs.make_attempt(attempt, {"dots": dots}) is made[dots] for dots in (0, 1, 2)] == [True] * 3
    again = inputs.make_attempt(attempt, {"dots": 3})
    assert inputs.make_attempt(attempt, {"dots": 3}) is again
    assert inputs.make_attempt(attempt, {"dots": 0}) is not made[0]
    inputs.forget_checked()


def test_an_attempt_that_is_made_quickly_is_as_frozen_as_any() -> None:
    made = make_attempt(Try, {"dots": 1})
    assert (type(made), made) == (Try, Try(dots=1, health=2))
    with pytest.raises(FrozenInstanceError):
        made.dots = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del made.dots


def test_an_attempt_that_looks_at_itself_when_it_is_made_does_so() -> None:
    @dataclass(frozen=True)
    class Careful(Try):
        def __post_init__(self) -> None:
            raise InputError(f"{self.dots} dots")

    with pytest.raises(InputError, match="3 dots"):
        make_attempt(Careful, {"dots": 3})
