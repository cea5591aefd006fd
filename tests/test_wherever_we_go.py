"""Wherever We Go against a second opinion that counts every face, against icepool, and by its laws."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from bench.peers import wherever_we_go as icepool_says

from actionroll import api
from actionroll.api import advise, odds, odds_of, question, roll
from actionroll.errors import ActionrollError, LimitError
from actionroll.games import game
from actionroll.games.wherever_we_go.action import edges
from actionroll.games.wherever_we_go.attempt import Rulings, stepped
from actionroll.reckoning import Odds
from actionroll.reckoning.record import dice_shown, told_next
from actionroll.rules.inputs import rulings_of
from actionroll.rules.kinds import Choice, YesNo
from actionroll.rules.sheet import changed, starting_values
from actionroll.rules.steps import Effect, Outcome
from actionroll.web.questions import before_first_throw
from tests.claimed import claims_of
from tests.counts import count
from tests.oracles import wherever_we_go as oracle
from tests.strategies import values_tried

GAME = "wherever-we-go"
RULINGS = rulings_of(game(GAME).rulings)
NUMBERS = {
    "bonus_cap": ["3", "none", "0", "2"],
    "penalty_cap": ["none", "3", "1"],
    "source_limit": ["3", "none", "2"],
    "help_threshold": ["1", "2"],
    "stress_max": ["none", "2", "1"],
    "max_talent_dice": ["1", "2", "0"],
}
DICE = ["0", "d4", "d6", "d8", "d10", "d12"]


def values_of(ruling: str) -> list[str]:
    return values_tried(RULINGS[ruling], NUMBERS)


def some_rulings(chance: random.Random) -> dict[str, str]:
    return {name: chance.choice(values_of(name)) for name in RULINGS if chance.random() < 0.3}


def some_side(chance: random.Random, stress: tuple[int, ...] = (0, 0, 1, 1, 2, 3)) -> dict[str, Any]:
    wp_max = chance.choice((6, 6, 2, 0))
    rarely = chance.random() < 0.1
    return {
        "attribute": chance.choice(DICE),
        "skill": chance.choice(DICE),
        "talent": chance.choice((None, None, "d6", "d8", "d12", "d10")),
        "more_talents": [chance.choice(DICE[2:])] if rarely else [],
        "bonus": [chance.randint(1, 5 if rarely else 3) for _ in range(chance.choice((0, 0, 1, 2)))],
        "penalty": [chance.randint(1, 3) for _ in range(chance.choice((0, 0, 1, 2)))],
        "helpers": chance.choice((0, 0, 1, 4)),
        "helper_edges": [chance.randint(0, 2) for _ in range(chance.choice((0, 0, 2)))],
        "help_allowed": chance.random() < 0.8,
        "stress": chance.choice(stress),
        "wp_max": wp_max,
        "wp": chance.randint(0, wp_max + rarely),
        "gambles": chance.choice((0, 1, 1, 1, 2)),
        "waiting_bonus": chance.choice((0, 0, 0, 2)),
        "waiting_penalty": chance.choice((0, 0, 0, 1)),
        "drive": chance.choice((0, 0, 0, 1, 3)),
        "harm": chance.choice((0, 0, 1, 3)),
        "harm_hinders": chance.random() < 0.5,
    }


def in_the_oracles_words(counted: Odds) -> oracle.Answer:
    found: dict[Any, Fraction] = {}
    for outcome, chance in counted.joint.items():
        changes = tuple(sorted(((effect.who, effect.track), effect.by) for effect in outcome.effects))
        found[outcome.tier, outcome.facts, changes] = chance
    return found


def agrees(
    move: str, attempt: Mapping[str, Any], rulings: Mapping[str, str], wishes: dict[str, str], says: Any
) -> bool:
    """Whether both give the same odds, or both refuse; True if there are odds."""
    try:
        told = says()
    except oracle.Refused:
        with pytest.raises(ActionrollError):
            odds_of(question(GAME, move, attempt, rulings=rulings, decide=wishes))
        return False
    counted = odds_of(question(GAME, move, attempt, rulings=rulings, decide=wishes, aim="success"))
    assert in_the_oracles_words(counted) == told
    return True


def few_faces(side: Mapping[str, Any]) -> dict[str, Any]:
    """Smaller numbers, where every face is told apart or two sides are."""
    return {"talent": None, "stress": min(1, side["stress"]), "gambles": min(1, side["gambles"])}


@pytest.mark.slow
def test_action_equals_a_count_of_every_face() -> None:
    chance = random.Random("wherever we go, action")
    seen: Counter[tuple[str, str]] = Counter()
    answered = 0
    while answered < count(220, 3000):
        attempt, rulings = some_side(chance), some_rulings(chance)
        if rulings.get("gamble_reroll") == "choose":
            attempt |= few_faces(attempt)
        wishes = {
            "push": chance.choice(("hold", "push", "push", "best")),
            "gamble": chance.choice(("keep", "gamble", "on-failure", "below-success", "best")),
            "reroll": chance.choice(("all", "blanks")),
        }
        if agrees("action", attempt, rulings, wishes, lambda: oracle.action(attempt, rulings, wishes)):  # noqa: B023
            answered += 1
            seen.update([*rulings.items(), *wishes.items()])
    tested = [(name, value) for name in RULINGS for value in values_of(name)]
    assert all(seen[each] for each in tested if each[0] not in ("opposed_tie", "defender_may_risk"))


@pytest.mark.slow
def test_opposed_equals_a_count_of_every_face() -> None:
    chance = random.Random("wherever we go, opposed")
    answered = 0
    tiers: Counter[str] = Counter()
    while answered < count(20, 400):
        a, d = (side | few_faces(side) for side in (some_side(chance), some_side(chance)))
        rulings = some_rulings(chance) | {"gamble_reroll": "all"}
        wishes = {f"{who}_push": chance.choice(("hold", "push")) for who in ("attacker", "defender")}
        wishes |= {f"{who}_gamble": chance.choice(("keep", "gamble", "on-failure")) for who in ("attacker", "defender")}
        attempt = {f"attacker_{name}": value for name, value in a.items()}
        attempt |= {f"defender_{name}": value for name, value in d.items()}
        if agrees("opposed", attempt, rulings, wishes, lambda: oracle.opposed(a, d, rulings, wishes)):  # noqa: B023
            answered += 1
            tiers.update(odds_of(question(GAME, "opposed", attempt, rulings=rulings, decide=wishes)))
    assert set(tiers) == {"attacker wins", "defender wins", "draw"}


def test_opposed_where_dice_with_edges_may_stay() -> None:
    side = {"attribute": "d8", "skill": "0", "wp": 2}
    whole = {**oracle_defaults(), **side, "stress": 0}
    attempt = {f"{who}_{name}": value for who in ("attacker", "defender") for name, value in side.items()}
    wishes = {f"{who}_{what}": wish for who in ("attacker", "defender") for what, wish in STAYING.items()}
    rulings = {"gamble_reroll": "choose", "wp_timing": "every_roll"}
    assert agrees("opposed", attempt, rulings, wishes, lambda: oracle.opposed(whole, whole, rulings, wishes))


STAYING = {"push": "push", "gamble": "on-failure", "reroll": "blanks"}


def oracle_defaults() -> dict[str, Any]:
    empty: dict[str, Any] = {"talent": None, "more_talents": [], "bonus": [], "penalty": [], "helper_edges": []}
    return {**empty, "helpers": 0, "help_allowed": True, "wp_max": 6, "gambles": 1, **WAITING}


WAITING = {"waiting_bonus": 0, "waiting_penalty": 0}


@pytest.mark.parametrize("name", icepool_says.ALL)
def test_icepool_agrees(name: str) -> None:
    attempt, decide, says = icepool_says.ALL[name]
    counted = odds_of(question(GAME, "action", attempt, decide=decide))
    found: Counter[Any] = Counter()
    for outcome, chance in counted.joint.items():
        found[tuple(value for _, value in outcome.facts)] += chance  # type: ignore[assignment]
    assert dict(found) == says()


# Laws


@pytest.mark.parametrize(("sides", "ways"), [(6, (5, 1)), (8, (5, 3)), (10, (5, 4, 1)), (12, (5, 4, 3))])
def test_edges_of_one_die(sides: int, ways: tuple[int, ...]) -> None:
    counted = odds(GAME, attribute=f"d{sides}", skill="0").facts["edges"]
    assert counted == {edge: Fraction(many, sides) for edge, many in enumerate(ways)}
    assert counted[0] == Fraction(5, sides)


@pytest.mark.parametrize("stress", [0, 1, 4, 10, 30])
def test_each_old_stress_die_ends_as_a_bane_with_11_of_36(stress: int) -> None:
    counted = odds(GAME, attribute="d8", skill="d8", stress=stress, decide={"push": "push", "gamble": "gamble"})
    old, new = Fraction(11, 36), Fraction(1, 6)

    def chance(banes: int) -> Fraction:
        of_old = [
            comb(stress, k) * old**k * (1 - old) ** (stress - k) if 0 <= k <= stress else 0 for k in range(-1, 32)
        ]
        return of_old[banes + 1] * (1 - new) + of_old[banes] * new

    assert counted.facts["banes"] == {banes: chance(banes) for banes in range(stress + 2)}


@pytest.mark.parametrize("other", ["d4_floor", "zero_d6"])
def test_a_d4_and_no_die_have_the_same_odds(other: str) -> None:
    chance = random.Random("d4 is nothing")
    for _ in range(20):
        attempt = {**some_side(chance), "talent": None, "more_talents": [], "bonus": [], "wp": 0, "drive": 0}
        swapped = {name: {"0": "d4", "d4": "0"}.get(die, die) for name, die in attempt.items() if name in BASE}
        asked: dict[str, Any] = {"decide": {"gamble": "on-failure"}}
        assert dict(odds(GAME, **asked, **attempt)) == dict(
            odds(GAME, **asked, rulings={"ladder": other}, **{**attempt, **swapped})
        )


BASE = ("attribute", "skill")


@pytest.mark.parametrize(
    ("net", "dice"), [(0, (8, 0)), (1, (8, 6)), (2, (8, 8)), (3, (10, 8)), (-1, (6, 0)), (-2, (0, 0)), (-3, (0, 0))]
)
def test_the_printed_examples_of_stepping(net: int, dice: tuple[int, int]) -> None:
    assert stepped(8, 0, net, Rulings()) == dice
    if net < 3:
        assert stepped(8, 0, net, Rulings(step_order="pour")) == dice


def test_no_step_leaves_the_ladder_and_points_are_wasted_only_at_its_ends() -> None:
    for ladder, low in (("zero_d6", 0), ("d4_floor", 4), ("zero_d4_d6", 0)):
        for order in ("reevaluate", "pour"):
            rulings = Rulings(ladder=ladder, step_order=order)
            for attribute in (0, 4, 6, 8, 10, 12):
                for skill in (0, 4, 6, 8, 10, 12):
                    assert stepped(attribute, skill, 20, rulings) == (12, 12)
                    assert stepped(attribute, skill, -20, rulings) == (low, low)


def test_nothing_goes_above_a_maximum_or_below_a_floor() -> None:
    form = game(GAME).sheet
    values = starting_values(form)
    for track, by, end in (("wp", 9, 6), ("wp", -9, 0), ("stress", -3, 0), ("health", -40, 0), ("gear", -9, 0)):
        assert changed(form, values, Effect("roller", track, by))[track] == end
    assert changed(form, values, Effect("roller", "health", 5))["health"] == values["health"] == 18
    assert values["resolve"] == 16


def test_willpower_never_passes_its_maximum_whatever_is_rolled() -> None:
    chance = random.Random("up to the maximum")
    for _ in range(60):
        attempt = some_side(chance) | {"bonus": [], "more_talents": [], "drive": 0}
        attempt["wp"] = min(attempt["wp"], attempt["wp_max"])
        decide = {"push": "push", "gamble": "below-success"}
        for timing in ("final", "every_roll"):
            counted = odds(GAME, rulings={"wp_timing": timing}, decide=decide, **attempt)
            for outcome in counted.ways:
                by = sum(effect.by for effect in outcome.effects if effect.track == "wp")
                assert 0 <= attempt["wp"] + by <= attempt["wp_max"]


# Advice


def test_gambling_is_advised_by_what_shows() -> None:
    advised = advise(GAME, attribute="d8", skill="d8", stress=2, wp=3, aim="success")
    push, *later = advised
    assert (push.asked.name, push.best) == ("push", "push")
    assert [effect.track for effect in push.options[1].price] == ["wp"]
    best = {each.now.fact("edges"): each.best for each in later}
    assert best[0] == "gamble"
    assert {best[edges] for edges in best if edges >= 2} == {"keep"}
    assert all(each.options[1].odds.at_least("success") == each.options[1].worth for each in later)
    assert sum(each.chance for each in later) == 1


def test_the_best_policy_is_worth_what_it_says_and_no_other_is_worth_more() -> None:
    attempt: dict[str, Any] = {"attribute": "d8", "skill": "d6", "stress": 3, "wp": 2, "gambles": 2}
    best = odds(GAME, **attempt, decide={"push": "best", "gamble": "best"}, aim="great success")
    for push in ("hold", "push"):
        for gamble in ("keep", "gamble", "on-failure", "below-success"):
            other = odds(GAME, **attempt, decide={"push": push, "gamble": gamble})
            assert other["great success"] <= best["great success"]
    assert advise(GAME, **attempt, aim="great success")[0].options[1].worth == best["great success"]


def test_a_point_of_stress_can_be_too_dear() -> None:
    advised = advise(GAME, attribute="d8", skill="d8", aim={"success": 1, "great success": 1, "stress": -10})
    assert {each.best for each in advised if each.asked.name == "gamble"} == {"keep"}


def test_in_a_contest_each_side_decides_for_itself() -> None:
    sides: dict[str, Any] = {
        f"{who}_{name}": "d8" for who in ("attacker", "defender") for name in ("attribute", "skill")
    }
    advised = advise(GAME, "opposed", aim="attacker wins", **sides)
    gambling = {
        (each.asked.name, each.now.fact("margin")): each.best for each in advised if "gamble" in each.asked.name
    }
    assert gambling["attacker_gamble", -1] == "gamble"
    assert gambling["defender_gamble", 1] == "gamble"
    assert gambling["defender_gamble", 0] == "keep"
    assert gambling["attacker_gamble", 2] == "keep"


# Rolls


def test_locked_banes_are_shown_once_and_stay() -> None:
    done = roll(GAME, attribute="d8", skill="d8", stress=2, answers=["push", [1, 2, 1, 6], "gamble", [7, 1, 6, 3]])
    first, second = dice_shown(done.roll)
    assert [(die.source, die.face, die.counted, die.kept) for die in first] == [
        ("attribute", 1, False, False),
        ("skill", 2, False, False),
        ("stress", 1, True, True),
        ("stress", 6, False, False),
    ]
    assert [(die.source, die.face, die.counted) for die in second] == [
        ("attribute", 7, True),
        ("skill", 1, False),
        ("stress", 6, True),
        ("stress", 3, False),
    ]


def test_in_a_contest_dice_that_nobody_threw_again_still_count() -> None:
    sides: dict[str, Any] = {
        f"{who}_{name}": "d8" for who in ("attacker", "defender") for name in ("attribute", "skill")
    }
    done = roll(GAME, "opposed", answers=["hold", "hold", [1, 1, 6, 1], "gamble", [6, 6, 6], "keep"], **sides)
    first, second = dice_shown(done.roll)
    assert [(die.by, die.counted) for die in first] == [
        ("attacker", False),
        ("attacker", False),
        ("defender", True),
        ("defender", False),
    ]
    assert all(die.counted for die in second)


def test_a_roll_fills_in_from_the_sheet_and_what_waited_is_used_up() -> None:
    played = game(GAME)
    values = {**starting_values(played.sheet), "stress": 2, "waiting_bonus": 1}
    filled = played.sheet.fill["action"](values, "stealth")
    assert (filled["attribute"], filled["skill"]) == ("d10", "d8")
    done = roll(GAME, answers=["hold", [10, 10], "keep"], **filled)
    assert isinstance(done.roll.step, Outcome)
    assert done.roll.step.tier == "great success"
    after = values
    for effect in done.roll.step.effects:
        after = changed(played.sheet, after, effect)
    assert after["waiting_bonus"] == 0
    untrained = played.sheet.fill["action"](values, "medicine")
    assert (untrained["attribute"], untrained["skill"]) == ("d8", "0")
    assert played.sheet.fill["opposed"](values, "melee")["attacker_skill"] == "d6"


def test_contests_beyond_counting_are_refused_in_a_sentence() -> None:
    sides = {f"{who}_{name}": "d12" for who in ("attacker", "defender") for name in ("attribute", "skill", "talent")}
    stress = {f"{who}_stress": 30 for who in ("attacker", "defender")}
    policies = {f"{who}_push": "push" for who in ("attacker", "defender")}
    with pytest.raises(LimitError, match="at most"):
        odds_of(question(GAME, "opposed", {**sides, **stress}, decide=policies))


def test_every_value_of_every_ruling_is_claimed() -> None:
    claimed = {(name, str(value)) for claim in claims_of(GAME) for name, value in claim.get("rulings", {}).items()}
    for name, each in RULINGS.items():
        if isinstance(each.kind, Choice | YesNo):
            others = [value for value in values_of(name) if value != each.show(each.default)]
            assert {(name, value) for value in others} <= claimed, name
        else:
            assert name in {ruling for ruling, _ in claimed}, name


def test_two_sides_say_everything_that_one_says() -> None:
    moves = {move["move"]: move for move in api_shown()["moves"]}
    texts = {"intent", "stakes", "expectations", "how", "used"}
    single = {each["input"] for each in moves["action"]["inputs"]} - texts
    double = {each["input"] for each in moves["opposed"]["inputs"]} - texts
    assert double == {f"{who}_{name}" for who in ("attacker", "defender") for name in single}


def test_a_default_that_follows_does_so_on_each_side() -> None:
    sides = {f"{who}_{name}": "d8" for who in ("attacker", "defender") for name in ("attribute", "skill")}
    made = question(GAME, "opposed", {**sides, "attacker_wp_max": 3, "defender_wp": 1}).attempt
    assert (made.attacker_wp, made.defender_wp, made.defender_wp_max) == (3, 1, 6)


def api_shown() -> dict[str, Any]:
    from actionroll.wire import game_shown

    return game_shown(api.game(GAME))


def test_edges_are_read_from_faces() -> None:
    assert [edges.of(face) for face in range(1, 13)] == [0] * 5 + [1] * 4 + [2] * 3


def test_a_die_that_is_not_thrown_says_why() -> None:
    start = question("wherever-we-go", "action", {"attribute": "d4", "skill": "d4"}, decide={"push": "hold"})
    assert told_next(before_first_throw(start.start, start.policy)).says == "no die (a d4 shows no edge)"


@pytest.mark.parametrize(("wp", "chance"), [(3, Fraction(25, 64) * Fraction(1, 6)), (6, Fraction(0))])
def test_a_gamble_on_every_failure_gains_willpower_where_there_is_room_for_it(wp: int, chance: Fraction) -> None:
    """Two d8 fail 5/8 x 5/8 of the time, and one stress die shows a six: 6.5 %; who is full at six gains nothing."""
    found = odds("wherever-we-go", attribute="d8", skill="d8", wp=wp, decide={"gamble": "on-failure"})
    assert 1 - found.facts["wp"][0] == chance
    asked = {**oracle_defaults(), "attribute": "d8", "skill": "d8", "stress": 0, "wp": wp, "wp_max": 6}
    answer = oracle.action(asked, {}, {"push": "hold", "gamble": "on-failure"})
    assert 1 - oracle.of_facts(answer, lambda facts: facts["wp"])[0] == chance
