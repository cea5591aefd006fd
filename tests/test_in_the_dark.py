"""In the Dark against a second opinion that counts every fall, against icepool, and by its laws."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from bench.peers import in_the_dark as icepool_says

from actionroll import api
from actionroll.api import advise, odds, odds_of, question, roll
from actionroll.errors import ActionrollError
from actionroll.games import game
from actionroll.reckoning import Odds
from actionroll.reckoning.record import dice_shown
from actionroll.rules.inputs import inputs_of, make_attempt, make_rulings, rulings_of
from actionroll.rules.kinds import Choice, Whole
from actionroll.rules.sheet import changed, starting_values
from actionroll.rules.steps import Effect
from actionroll.scenes import scenes
from actionroll.table.roll_view import roll_view
from tests.claimed import claims_of
from tests.counts import count
from tests.oracles import in_the_dark as oracle
from tests.strategies import values_tried
from tests.table_in_memory import Played

GAME = "in-the-dark"
RULINGS = rulings_of(game(GAME).rulings)
NUMBERS = {"push_cost": ["0", "1", "2", "3"], "max_assistants": ["0", "1", "2", "none"]}


def values_of(ruling: str) -> list[str]:
    return values_tried(RULINGS[ruling], NUMBERS)


def some_rulings(chance: random.Random) -> dict[str, str]:
    return {name: chance.choice(values_of(name)) for name in RULINGS if chance.random() < 0.5}


def some_action(chance: random.Random) -> dict[str, Any]:
    rarely = chance.random() < 0.1
    assist = chance.choice((0, 0, 1, 1, 2))
    return {
        "dots": chance.choice((0, 0, 1, 1, 2, 2, 3, 3, 4, 6)),
        "crew_level": chance.randint(0, 3),
        "level": chance.choice((None, None, 0, 3)),
        "target_level": chance.choice((None, 0, 1, 1, 2, 3, 10)),
        "position": chance.choice(("normal", "good", "bad")),
        "minor_harm": chance.randint(0, 2),
        "moderate_harm": chance.randint(0, 2),
        "severe_harm": rarely and chance.random() < 0.5,
        "despite_harm": chance.random() < 0.5,
        "harm_counts": chance.random() < 0.5,
        "extra": chance.choice(("none", "push", "bargain", "both")),
        "assist": assist,
        "assist_stress": [chance.choice((0, 5, 8, 8, 9)) for _ in range(assist)] if chance.random() < 0.4 else [],
        "stress": chance.choice((0, 3, 6, 7, 8, 9)),
        "out_of_action": rarely and chance.random() < 0.2,
        "risk": chance.choice(("none", "impossible")) if rarely else "risky",
        "off_job": rarely and chance.random() < 0.5,
        "minor": rarely and chance.random() < 0.5,
        "fits": not rarely or chance.random() < 0.8,
        "effectiveness": chance.choice(("normal", "limited", "great")),
        "worse_position": chance.random() < 0.2,
    }


def some_resistance(chance: random.Random) -> dict[str, Any]:
    return {
        "dice": chance.randint(0, 4),
        "stress": chance.choice((None, 0, 4, 6, 8, 9)),
        "may_decline": chance.random() < 0.5,
    }


def some_teamwork(chance: random.Random) -> dict[str, Any]:
    pools = [chance.randint(0, 2) for _ in range(chance.randint(1, 3))]
    marked = [chance.choice((0, 7, 8, 8)) for _ in pools] if chance.random() < 0.4 else []
    return {"pools": pools, "stress": marked}


def in_the_oracles_words(counted: Odds) -> oracle.Answer:
    found: Counter[Any] = Counter()
    for outcome, chance in counted.joint.items():
        changes = tuple(sorted(((effect.who, effect.track), effect.by) for effect in outcome.effects))
        found[outcome.tier, outcome.facts, changes] += chance  # type: ignore[assignment]
    return dict(found)


def agrees(move: str, attempt: Mapping[str, Any], rulings: Mapping[str, str], expected: Any, **more: Any) -> bool:
    """Whether both give the same odds, or both refuse; True if there are odds."""
    try:
        told = expected()
    except oracle.Refused:
        with pytest.raises(ActionrollError):
            odds_of(question(GAME, move, attempt, rulings=rulings))
        return False
    counted = odds_of(question(GAME, move, attempt, rulings=rulings, **more))
    assert in_the_oracles_words(counted) == told
    assert set(counted) == set(question(GAME, move, attempt, rulings=rulings).tiers)
    return True


def test_action_equals_a_count_of_every_fall() -> None:
    chance = random.Random("in the dark, action")
    seen: Counter[tuple[str, Any]] = Counter()
    answered = 0
    while answered < count(220, 5000):
        attempt, rulings = some_action(chance), some_rulings(chance)
        if agrees("action", attempt, rulings, lambda a=attempt, r=rulings: oracle.action(a, r)):
            answered += 1
            seen.update((name, str(value)) for name, value in {**attempt, **rulings}.items())
    for name in set(RULINGS) - {"resist_critical", "fortune_critical", "group_critical"}:
        assert all(seen[name, value] for value in values_of(name)), name
    for name, each in inputs_of(game(GAME).move("action").attempt).items():
        if isinstance(each.kind, Choice):
            assert all(seen[name, value] for value in each.kind.listed), name


def test_fortune_equals_a_count_of_every_fall() -> None:
    chance = random.Random("in the dark, fortune")
    for dice in range(11):
        for _ in range(4):
            rulings = {**some_rulings(chance), "fortune_critical": chance.choice(("yes", "no"))}
            assert agrees("fortune", {"dice": dice}, rulings, lambda d=dice, r=rulings: oracle.fortune({"dice": d}, r))


@pytest.mark.parametrize("how", ["decline", "resist"])
def test_resistance_equals_a_count_of_every_fall(how: str) -> None:
    chance = random.Random("in the dark, resistance")
    for _ in range(100):
        attempt = some_resistance(chance)
        rulings = {**some_rulings(chance), "resist_critical": chance.choice(("yes", "no"))}
        expected = lambda a=attempt, r=rulings: oracle.resistance(a, r, how == "decline")  # noqa: E731
        assert agrees("resistance", attempt, rulings, expected, decide={"resist": how})


def test_teamwork_equals_a_count_of_every_fall() -> None:
    chance = random.Random("in the dark, teamwork")
    for _ in range(count(60, 600)):
        attempt = some_teamwork(chance)
        rulings = {**some_rulings(chance), "group_critical": chance.choice(("best_member", "union"))}
        agrees("teamwork", attempt, rulings, lambda a=attempt, r=rulings: oracle.teamwork(a, r))


def test_many_members_are_no_trouble() -> None:
    whole_crew = odds(GAME, "teamwork", pools=[3] * 10)
    assert whole_crew["failure"] == Fraction(1, 2**30)
    assert whole_crew["critical success"] == 1 - Fraction(200, 216) ** 10


@pytest.mark.parametrize("dice", range(6))
def test_the_second_opinion_misses_no_fall(dice: int) -> None:
    every = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice))
    assert dict(oracle.hands(dice)) == every


@pytest.mark.parametrize("pool", range(21))
def test_equals_icepool(pool: int) -> None:
    counted = odds(GAME, dots=min(10, pool), crew_level=max(0, pool - 10), target_level=0)
    assert {
        (outcome.tier, outcome.fact("highest")): chance for outcome, chance in counted.joint.items()
    } == icepool_says.action(pool)


@pytest.mark.parametrize("n", range(1, 11))
def test_law_of_pools(n: int) -> None:
    counted = odds(GAME, dots=n)
    assert counted["failure"] == Fraction(1, 2**n)
    assert counted["partial success"] == Fraction(5, 6) ** n - Fraction(1, 2**n)
    assert counted["full success"] == Fraction(n * 5 ** (n - 1), 6**n)
    assert sum(counted.values()) == 1


def test_a_pool_of_none_is_never_critical_in_any_roll() -> None:
    yes = {"fortune_critical": "yes", "resist_critical": "yes", "group_critical": "best_member"}
    for target in range(11):
        assert odds(GAME, dots=0, target_level=target, rulings=yes)["critical success"] == 0
    assert odds(GAME, "fortune", dice=0, rulings=yes)["critical success"] == 0
    assert odds(GAME, "teamwork", pools=[0, 0, 0], rulings=yes)["critical success"] == 0
    assert min(map(int, odds(GAME, "resistance", dice=0, stress=3, rulings=yes).facts["stress"])) == 0


def test_a_zero_resistance_costs_by_its_lowest_die() -> None:
    """Others take the highest of the two, so that [1, 6] costs nothing."""
    done = roll(GAME, "resistance", dice=0, answers=[[1, 6]]).roll
    assert [(die.face, die.counted) for die in dice_shown(done)[0]] == [(1, True), (6, False)]
    assert done.outcome is not None
    assert done.outcome.fact("stress") == 5


def test_the_die_that_counts_is_the_one_shown() -> None:
    zero = roll(GAME, dots=0, answers=[[5, 3]]).roll
    assert [die.counted for die in dice_shown(zero)[0]] == [False, True]
    team = roll(GAME, "teamwork", pools=[0, 2, 1], answers=[[6, 2, 6, 6, 6]]).roll
    assert [die.counted for die in dice_shown(team)[0]] == [False, False, True, True, False]


def test_position_has_nothing_to_do_with_how_many_dice_are_left() -> None:
    for position in ("normal", "good", "bad"):
        shown = question(GAME, attempt={"dots": 0, "position": position, "target_level": 4})
        assert shown.attempt.position == position
        assert odds_of(shown)["failure"] == Fraction(3, 4)


def test_every_tier_is_reached() -> None:
    reached: dict[str, set[str]] = {move.name: set() for move in game(GAME).moves}
    for move, attempt, rulings in (
        ("action", {"dots": 2}, {}),
        ("fortune", {"dice": 2}, {"fortune_critical": "yes"}),
        ("resistance", {"dice": 1, "stress": 8}, {}),
        ("teamwork", {"pools": [1, 2]}, {}),
        ("downtime", {"stress": 4}, {}),
    ):
        counted = odds(GAME, move, rulings=rulings, **attempt)
        assert all(counted.values())
        reached[move] |= set(counted)
    assert all(set(game(GAME).move(name).tiers) <= tiers for name, tiers in reached.items())


def test_every_value_of_every_ruling_has_a_claim() -> None:
    claimed = {
        (name, "yes" if value is True else "no" if value is False else str(value))
        for claim in claims_of(GAME)
        for name, value in claim.get("rulings", {}).items()
    }
    for name, each in RULINGS.items():
        wanted = values_of(name)
        found = [value for value in wanted if (name, value) in claimed]
        enough = found if isinstance(each.kind, Whole) else found == wanted
        assert enough, f"write a claim with the ruling {name} in tests/claims/in-the-dark.yaml"


def test_advice_on_a_resistance_weighs_the_stress() -> None:
    told = advise(GAME, "resistance", dice=1, may_decline=True, aim="resisted=3,stress=-1")
    by_price = {advice.options[1].price[0].by if advice.options[1].price else 0: advice.best for advice in told}
    assert by_price == {5: "decline", 4: "decline", 3: "decline", 2: "resist", 1: "resist"}


def test_the_words_of_a_roll_change_no_dice() -> None:
    plain = odds_of(question(GAME, attempt={"dots": 2}))
    told = odds_of(question(GAME, attempt={"dots": 2, "npc": "the guard", "intent": "slip past", "how": "a rope"}))
    assert plain == told


FORM = game(GAME).sheet


def test_a_sheet_fills_an_action() -> None:
    values = {**starting_values(FORM), "stress": 7, "crew_level": 2, "minor_harm": 2}
    asked = question(GAME, attempt={**FORM.fill["action"](values, "skulk"), "extra": "push"})
    counted = odds_of(asked)
    assert asked.attempt.dots == 2
    assert {effect.track: effect.by for outcome in counted.joint for effect in outcome.effects} == {
        "stress": 2,
        "out_of_action": 1,
    }


def test_a_sheet_fills_a_resistance_with_the_attribute() -> None:
    values = starting_values(FORM)
    for trait in ("prowess", "attack", "skulk"):
        assert FORM.fill["resistance"](values, trait)["dice"] == 3
    assert FORM.fill["fortune"](values, "tinker") == {"dice": 1}


def test_between_jobs_an_action_is_a_fortune_roll() -> None:
    values = {**starting_values(FORM), "off_job": True}
    assert "mixed success" in api.odds(GAME, **FORM.fill["action"](values, "skulk"))


@pytest.mark.parametrize(
    ("before", "harm", "after"),
    [
        ({}, "minor_harm", {"minor_harm": 1}),
        ({"minor_harm": 2}, "minor_harm", {"minor_harm": 2, "moderate_harm": 1}),
        ({"minor_harm": 2, "moderate_harm": 2}, "minor_harm", {"moderate_harm": 2, "severe_harm": True}),
        ({"moderate_harm": 2}, "moderate_harm", {"moderate_harm": 2, "severe_harm": True}),
        ({}, "severe_harm", {"severe_harm": True, "moderate_harm": 0}),
    ],
)
def test_a_full_row_of_harm_moves_up(before: dict[str, Any], harm: str, after: dict[str, Any]) -> None:
    told = changed(FORM, {**starting_values(FORM), **before}, Effect("roller", harm, 1))
    assert {name: told[name] for name in after} == after


def test_the_ninth_box_and_the_fourth_trauma_set_their_marks() -> None:
    values = {**starting_values(FORM), "stress": 8, "trauma": 3}
    assert changed(FORM, values, Effect("roller", "stress", 1))["out_of_action"] is True
    assert changed(FORM, values, Effect("roller", "trauma", 1))["out_for_good"] is True
    assert changed(FORM, values, Effect("roller", "stress", -1))["out_of_action"] is False


@pytest.mark.parametrize(("ninth_box", "stress"), [("after_roll", 7), ("before_roll", 6)])
def test_a_job_offers_a_push_as_long_as_it_leaves_one_in_action(ninth_box: str, stress: int) -> None:
    (job,) = scenes("in-the-dark")
    settings, rulings = (
        make_attempt(job.settings, {}),
        make_rulings(game("in-the-dark").rulings, {"ninth_box": ninth_box}),
    )
    for marked, offered in ((stress, ["hold", "push"]), (stress + 1, ["hold"])):
        assert list(job.attempts(settings, {"clock": 0, "stress": marked}, rulings)) == offered


@pytest.mark.parametrize(
    ("shares", "consequence", "harm"),
    [
        ([{"way": "complication", "words": "a bell rings"}], "a bell rings", "none"),
        ([{"way": "worse position"}, {"way": "minor harm"}], "worse position; minor harm", "minor"),
        (
            [{"way": "severe harm", "words": "shot"}, {"way": "minor harm", "words": "and bruised"}],
            "severe harm: shot; minor harm: and bruised",
            "severe",
        ),
        (
            [{"way": "moderate harm"}, {"way": "complication", "words": "a bell"}],
            "moderate harm; complication: a bell",
            "moderate",
        ),
        (
            [{"way": "complication", "words": "x" * 400}] * 2,
            f"complication: {'x' * 400}; complication: {'x' * 70}",
            "none",
        ),
    ],
)
def test_a_resistance_is_told_all_of_the_consequence_and_its_worst_harm(
    shares: list[dict[str, str]], consequence: str, harm: str
) -> None:
    told_of = game(GAME).move("resistance").told_of
    assert told_of is not None
    assert told_of(shares) == {"consequence": consequence, "harm": harm}


@pytest.mark.parametrize("name", ["in-the-dark", "wherever-we-go"])
def test_every_action_says_in_ready_words_what_is_done(name: str) -> None:
    """ITD-43, WWG-63. So that a tap on it and the throw are all that a roller needs; nobody says it for the gm."""
    played = Played(game(name))
    for trait in game(name).sheet.rolled_with:
        roll = played.do("s2", "declare", character="c1", trait=trait)
        assert len(played.roll(roll).inputs["intent"]) > 10
        played.do("s2", "withdraw", roll=roll)
    alone = Played(game(name), with_gm=False)
    assert "intent" not in alone.roll(alone.do("s2", "declare", character="c1", trait=trait)).inputs
    if name == "wherever-we-go":
        dice = {"attribute": "d8", "skill": "d6", "expectations": "Seen or not."}
        npc = played.do("s1", "declare", npc="A guard", inputs=dice)
        played.do("s1", "throw", roll=npc, dice=[3, 3])


@pytest.mark.parametrize(("extra", "but"), [("bargain", True), ("push", False)])
def test_a_full_success_with_a_bargain_does_not_say_that_nothing_bad_comes_of_it(extra: str, but: bool) -> None:
    dark = Played(game(GAME))
    number = dark.do("s2", "declare", character="c1", trait="skulk", inputs={"extra": extra})
    dark.do("s1", "set", roll=number, inputs={"bargain": "You leave a trace."})
    dice = len(dark.sees("s2")["rolls"][-1]["dice"])
    dark.do("s2", "throw", roll=number, dice=[6, *[1] * (dice - 1)])
    outcome = (roll_view(dark.table, number) or {})["record"]["outcome"]
    assert outcome["tier"] == "full success"
    assert ("nothing bad comes of it but the bargain" in outcome["means"]) is but
