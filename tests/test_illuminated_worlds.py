"""Illuminated Worlds against a second opinion and icepool; its laws; and mistakes known from other tools."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import icepool
import pytest
from bench.peers import illuminated_worlds as peer

from actionroll.api import advise, odds_of, question, roll_of
from actionroll.errors import InputError
from actionroll.games.illuminated_worlds import GAME as ILLUMINATED
from actionroll.games.illuminated_worlds.attempt import DRIVES, NAMES
from actionroll.games.illuminated_worlds.result import Gain, gained_in
from actionroll.reckoning import Odds
from actionroll.reckoning.record import dice_shown
from actionroll.rules.inputs import inputs_of
from actionroll.rules.sheet import changed, starting_values
from actionroll.rules.steps import Decide, Effect, Outcome
from tests.counts import count
from tests.oracles import illuminated_worlds as oracle

GAME = "illuminated-worlds"
CHOICES: dict[str, list[Any]] = {
    "gilded_gain": ["1", "1", "2", "0"],
    "gilded_gain_multi": ["one", "one", "showing", "each"],
    "gilded_choice": ["any", "best"],
    "crit_with_gilded": ["chosen6", "any_pool", "standard_only"],
    "tie_takes_gilded": ["yes", "no"],
    "zero_gild_with_drive": ["replace", "none", "add"],
    "zero_trigger": ["pool_empty", "no_own_drive"],
    "zero_gilded_tie": ["yes", "no"],
    "over_six": ["refuse", "refund", "waste"],
    "over_six_keep": ["gilded_first", "roller_chooses", "in_order"],
    "helper_cap": ["1", "1", "2", "none", "0"],
    "multi_help": ["becomes_group", "allowed", "must_be_group"],
    "group_drive": ["action_drive", "any"],
    "gild_credit": ["roller", "donor"],
    "exposed": ["involved", "payers"],
    "gain_overflow": ["lost", "bank"],
    "gain_drive": ["action", "spent"],
    "late_spend": ["no", "no", "yes"],
    "resist_keep": ["new", "better"],
    "resist_before_choice": ["yes", "no"],
    "resist_ability_dice": ["no", "yes"],
    "dice_per_drive": ["1", "1", "2"],
    "strict_bounds": ["yes", "yes", "no"],
}
POLICIES = {
    "resist": ["accept", "resist", "on-failure"],
    "take": ["highest", "gilded", "never", "same-tier", "if-success", "lower"],
    "shift": ["keep", "shift"],
    "spend": ["keep", "spend", "on-failure"],
    "help": ["keep", "help", "on-failure"],
}


def drawn(random: Random) -> tuple[dict[str, Any], dict[str, Any], dict[str, str]]:
    """An attempt with rulings and policies from the whole space, its pools small enough to be counted one by one."""
    rulings = {name: random.choice(values) for name, values in CHOICES.items() if random.random() < 0.35}
    decide = {name: random.choice(values) for name, values in POLICIES.items() if random.random() < 0.7}
    wild = random.random() < 0.1
    bold = wild or rulings.get("strict_bounds") == "no"
    drive_max = random.choice([0, 3, 6, 9, 9, 12 if bold else 5])
    drive = random.randint(0, drive_max)
    attempt: dict[str, Any] = {
        "rating": random.choice([0, 0, 1, 1, 2, 4 if bold else 3]),
        "gilded": random.random() < 0.6,
        "gilds": random.choice([0, 0, 0, 1, 7 if wild else 2]),
        "added_gilded": random.choice([0, 0, 0, 1, 5 if wild else 1]),
        "bonus_dice": random.choice([0, 0, 0, 1, 5 if wild else 1]),
        "drive_spent": min(random.choice([0, 0, 1, 2]), 9 if wild else drive),
        "drive_max": drive_max,
        "drive": drive + (random.random() < 0.03),
        "helpers": random.choice([0, 0, 1, 3 if wild else 2]),
        "participants": random.choice([0, 0, 1, 3]),
        "resistances": random.choice([0, 0, 1, 2]),
        "ability_resists": random.choice([0, 0, 0, 1]),
        "double_points": random.choice([0, 0, 1, 3]),
        "shift": random.choice(["none", "none", "mixed", "any"]),
        "shift_cost": random.choice([0, 1, 2]),
        "risk": random.choice(["risky"] * 40 + ["none", "impossible"]),
    }
    attempt |= drawn_drive(random) | drawn_help(random, attempt["helpers"], wild)
    if rulings.get("late_spend") == "yes":
        small = {"rating": random.choice([0, 1]), "added_gilded": 0, "bonus_dice": 0, "resistances": 0, "helpers": 0}
        small["ability_resists"] = 0
        nobody: dict[str, Any] = {"helper_gilds": 0, "helper_spends": [], "helper_drives": [], "helper_pays": []}
        attempt |= {**small, **nobody, "ready": random.choice([0, 1, 2]), "drive": min(drive, 3)}
    if rulings.get("resist_keep") == "better":
        attempt |= {"rating": min(2, attempt["rating"]), "resistances": min(1, attempt["resistances"])}
        attempt["ability_resists"] = 0
    if rulings.get("over_six_keep") == "roller_chooses":
        attempt["keep_added"] = random.choice([None, 0, 2])
    return attempt, rulings, decide


def drawn_drive(random: Random) -> dict[str, Any]:
    """Another drive that pays, now and then."""
    if random.random() < 0.8:
        return {}
    return {"pays": random.choice(["nerve", "cunning"]), "other_drive": random.randint(1, 5), "other_max": 5}


def drawn_help(random: Random, helpers: int, wild: bool) -> dict[str, Any]:
    """What helpers pay, have and gild."""
    found: dict[str, Any] = {}
    if helpers and random.random() < 0.5:
        found["helper_gilds"] = random.randint(0, helpers)
        found["helper_spends"] = [random.choice([1, 1, 2 if wild else 1]) for _ in range(helpers)]
        found["helper_drives"] = [random.choice([0 if wild else 1, 2, 5]) for _ in range(helpers)]
    if helpers and random.random() < 0.15:
        found["helper_pays"] = [random.choice(["drive", "cunning"]) for _ in range(helpers)]
    return found


def ours(attempt: dict[str, Any], rulings: dict[str, Any], decide: dict[str, str], move: str) -> oracle.Answer:
    asked = question(GAME, move, attempt, rulings=rulings, decide=decide)
    found: oracle.Answer = {}
    for outcome, chance in odds_of(asked).joint.items():
        told = dict(outcome.facts)
        changes = tuple(sorted((each.who, each.track, each.by) for each in outcome.effects if each.by))
        key = (outcome.tier, told["result"], told["drive"], told["resisted"], changes) if told else (outcome.tier,)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


@pytest.mark.slow
@pytest.mark.parametrize("move", ["action", "group"])
def test_odds_equal_a_second_opinion(move: str) -> None:
    random = Random(f"illuminated worlds {move}")
    agreed = 0
    for _ in range(count(80, 1500) if move == "action" else count(60, 300)):
        attempt, rulings, decide = drawn(random)
        try:
            expected = oracle.chances(attempt, rulings, decide, move)
        except oracle.Refused:
            with pytest.raises(InputError):
                ours(attempt, rulings, decide, move)
            continue
        assert ours(attempt, rulings, decide, move) == expected, (attempt, rulings, decide)
        agreed += 1
    assert agreed >= (count(60, 300) if move == "action" else 40)


# laws


def of(attempt: dict[str, Any], rulings: dict[str, Any] | None = None, **decide: str) -> Odds:
    return odds_of(question(GAME, "action", attempt, rulings=rulings, decide=decide))


def expected_drive(odds: Odds) -> Fraction:
    return sum((int(points) * chance for points, chance in odds.facts["drive"].items()), Fraction(0))


def of_dice(dice: int, gilded: int) -> dict[str, Any]:
    """An attempt that makes so many dice, with room for drive."""
    return {"rating": 0, "bonus_dice": dice, "gilds": gilded, "drive": 3}


@pytest.mark.parametrize("dice", range(1, 7))
def test_plain_dice_follow_powers(dice: int) -> None:
    odds = of(of_dice(dice, 0))
    assert odds["failure"] == Fraction(1, 2**dice)
    assert odds["full success"] + odds["critical success"] == 1 - Fraction(5, 6) ** dice


def test_more_than_six_dice_are_six() -> None:
    assert dict(of({"rating": 3, "bonus_dice": 9})) == dict(of({"rating": 3, "bonus_dice": 3}))


POLICY_ORDER = ("highest", "same-tier", "if-success", "gilded")


@pytest.mark.parametrize(("dice", "gilded"), [(1, 1), (2, 1), (3, 2), (5, 1), (6, 3), (6, 6)])
def test_policies_for_the_gilded_die(dice: int, gilded: int) -> None:
    never = of(of_dice(dice, gilded), take="never")
    assert never.facts["drive"] == {0: 1}
    earned = []
    for how in POLICY_ORDER:
        odds = of(of_dice(dice, gilded), take=how)
        earned.append(expected_drive(odds))
        if how in ("highest", "same-tier"):
            assert dict(odds) == dict(never)
    assert earned == sorted(earned)
    assert earned[-1] == 1


@pytest.mark.parametrize("dice", range(1, 7))
def test_always_taking_one_gilded_die_is_one_die(dice: int) -> None:
    assert of(of_dice(dice, 1), take="gilded")["failure"] == Fraction(1, 2)


@pytest.mark.parametrize("gilded", range(3))
def test_a_zero_roll_has_the_same_tiers_however_it_is_gilded(gilded: int) -> None:
    for move in ("action", "group"):
        odds = odds_of(question(GAME, move, {"rating": 0, "gilds": gilded, "drive": 3}))
        assert dict(odds) == {
            "failure": Fraction(3, 4),
            "mixed success": Fraction(2, 9),
            "full success": Fraction(1, 36),
            "critical success": 0,
        }


def test_what_cannot_come_up_changes_nothing() -> None:
    """With resistances that nobody burns a roll is the same as without any."""
    for how in (*POLICY_ORDER, "never"):
        for rulings in ({}, {"crit_with_gilded": "any_pool"}, {"gilded_gain": 2, "gain_overflow": "bank"}):
            for drive in (3, 8, 9):
                attempt = {**of_dice(4, 2), "drive": drive}
                assert of(attempt, rulings, take=how).ways == of({**attempt, "resistances": 2}, rulings, take=how).ways


def test_icepool_agrees() -> None:
    for attempt, asked in peer.QUERIES.values():
        found: dict[Any, Fraction] = {}
        for outcome, chance in of(attempt).joint.items():
            end = (outcome.tier, outcome.fact("result"), outcome.fact("drive"))
            found[end] = found.get(end, Fraction(0)) + chance
        assert found == asked()


@pytest.mark.parametrize("dice", range(1, 7))
def test_icepool_counts_the_tiers_of_any_pool_and_policy(dice: int) -> None:
    best, sixes = icepool.d6.highest(dice), dice @ icepool.Die({0: 5, 1: 1})
    for gilded in range(dice + 1):
        for how in ("highest", "same-tier", "never"):
            odds = of(of_dice(dice, gilded), take=how)
            assert odds["failure"] == best.probability("<=", 3)
            assert odds["mixed success"] == best.probability(">=", 4) - best.probability(6)
            assert odds["critical success"] == sixes.probability(">=", 2)


# mistakes known from other tools


def test_two_sixes_at_a_rating_of_zero_are_no_critical_success_whatever_is_gilded() -> None:
    for attempt in ({"rating": 0}, {"rating": 0, "gilded": True}, {"rating": 0, "gilded": True, "gilds": 1}):
        for rulings in ({}, {"crit_with_gilded": "any_pool"}, {"zero_trigger": "no_own_drive"}):
            assert of(attempt, rulings)["critical success"] == 0


def test_drive_is_earned_only_when_the_die_that_counted_is_gilded() -> None:
    roll = roll_of(question(GAME, "action", {"rating": 3, "gilded": True, "drive": 3}), answers=[[6, 6, 2], "highest"])
    assert roll.roll.outcome is not None
    assert roll.roll.outcome.fact("drive") == 0
    assert [(die.face, die.counted) for die in dice_shown(roll.roll)[0]] == [(6, True), (6, True), (2, False)]


def test_criticals_are_counted_across_gilded_and_standard_dice() -> None:
    roll = roll_of(question(GAME, "action", {"rating": 2, "gilded": True}), answers=[[6, 6], "highest"])
    assert roll.roll.outcome is not None
    assert roll.roll.outcome.tier == "critical success"
    assert all(die.counted for die in dice_shown(roll.roll)[0])


def test_the_lowest_is_not_kept_once_drive_is_spent() -> None:
    assert of({"rating": 0, "drive_spent": 2})["failure"] == Fraction(1, 4)


def test_of_a_zero_roll_the_lowest_die_is_shown_as_counted() -> None:
    roll = roll_of(question(GAME, "action", {"rating": 0, "gilded": True}), answers=[[1, 6]])
    assert [die.counted for die in dice_shown(roll.roll)[0]] == [True, False]
    roll = roll_of(question(GAME, "action", {"rating": 0, "gilded": True}), answers=[[6, 1]])
    assert [die.counted for die in dice_shown(roll.roll)[0]] == [False, True]


# advice, dues and the sheet


def test_advice_takes_the_gilded_die_where_drive_is_worth_more_than_the_tier() -> None:
    aim = {"mixed success": 1, "full success": 1, "critical success": 1, "drive": "1/2"}
    attempt: dict[str, Any] = {"rating": 2, "gilded": True, "drive": 3}
    advised = advise(GAME, aim=aim, **attempt)
    assert {each.best for each in advised} == {"highest", "gilded"}
    best = odds_of(question(GAME, "action", attempt, decide={"take": "best"}, aim=aim))
    assert dict(best) == dict(of(attempt, take="if-success"))
    assert expected_drive(best) == expected_drive(of(attempt, take="if-success"))


def test_advice_to_resist_says_what_each_option_is_worth() -> None:
    first = advise(GAME, aim="mixed success", rating=1, resistances=1)
    by_best = {each.now.fact("result"): each.best for each in first if each.asked.name == "resist"}
    assert by_best == {1: "resist", 2: "resist", 3: "resist", 4: "accept", 5: "accept", 6: "accept"}
    worth = {option.name: option.worth for option in first[0].options}
    assert worth == {"accept": 0, "resist": Fraction(1, 2)}


def test_the_table_waits_for_the_gm() -> None:
    called = [each.name for each in inputs_of(ILLUMINATED.move("action").attempt).values() if each.called]
    assert called == ["intent", "stakes", "expectations"]


def test_a_roll_reads_the_drive_that_holds_the_action() -> None:
    values = {**starting_values(ILLUMINATED.sheet), "intuition": 1, "survey": 2}
    filled = ILLUMINATED.sheet.fill["action"](values, "survey")
    assert filled == {"rating": 2, "gilded": True, "drive": 1, "drive_max": 3, "resistances": 1}
    after = changed(ILLUMINATED.sheet, values, Effect("roller", "drive", 1), "survey")
    assert after["intuition"] == 2
    assert (
        changed(ILLUMINATED.sheet, after, Effect("roller", "resistances", -1), "survey")["intuition_resistances"] == 0
    )
    assert changed(ILLUMINATED.sheet, after, Effect("roller", "drive", 9), "survey")["intuition"] == 3


def test_a_template_is_a_character_by_the_book() -> None:
    values = starting_values(ILLUMINATED.sheet)
    ratings = [values[action] for action in NAMES]
    assert sum(ratings) == 9
    assert max(ratings) == 2
    assert sum(values[f"{drive}_max"] for drive in DRIVES) == 9
    assert sum(values[f"{action}_gilded"] for action in NAMES) == 2
    assert all(values[f"{drive}_resistances"] == values[f"{drive}_max"] // 3 for drive in DRIVES)


@pytest.mark.parametrize("marked", range(4))
@pytest.mark.parametrize("amount", range(1, 10))
def test_marks_on_a_sheet_and_by_the_move_come_to_the_same(marked: int, amount: int) -> None:
    sheet = ILLUMINATED.sheet
    before = {**starting_values(sheet), "body": marked}
    by_due = changed(sheet, before, Effect("roller", "body", amount))
    by_move = before
    start = question(GAME, "marks", {"mark": "body", "amount": amount, **sheet.fill["marks"](before, "move")}).start
    assert isinstance(start, Outcome)
    for effect in start.effects:
        by_move = changed(sheet, by_move, effect)
    assert by_due == by_move
    assert by_due["body"] + 4 * by_due["scars"] == marked + amount
    assert by_due["incapacitated"] is by_due["scar_owed"] is (by_due["scars"] > 0)


def test_the_fourth_scar_is_fatal_on_the_sheet() -> None:
    before = {**starting_values(ILLUMINATED.sheet), "bleed": 3, "scars": 3}
    assert changed(ILLUMINATED.sheet, before, Effect("roller", "bleed", 1))["dead"] is True


def test_a_scar_shifts_a_point_on_the_sheet() -> None:
    sheet = ILLUMINATED.sheet
    values = {**starting_values(sheet), "scar_owed": True}
    attempt = {"lose": "read", "gain": "strike", **sheet.fill["scar"](values, "read")}
    start = question(GAME, "scar", attempt).start
    assert isinstance(start, Outcome)
    for effect in start.effects:
        values = changed(sheet, values, effect, "read")
    assert (values["read"], values["strike"], values["scar_owed"]) == (1, 1, False)


def test_a_refresh_fills_what_is_missing() -> None:
    sheet = ILLUMINATED.sheet
    fresh = starting_values(sheet)
    spent = {**fresh, "cunning": 1, "cunning_resistances": 0}
    start = question(GAME, "refresh", sheet.fill["refresh"](spent, "read")).start
    assert isinstance(start, Outcome)
    for effect in start.effects:
        spent = changed(sheet, spent, effect, "read")
    assert spent == fresh


def test_a_rest_reads_from_the_sheet_what_is_missing() -> None:
    form = ILLUMINATED.sheet
    sheet = {"nerve_max": 6, "nerve": 2, "nerve_resistances": 1, "cunning_max": 4, "cunning": 4, "intuition_max": 9}
    values = {**starting_values(form), **sheet, "cunning_resistances": 0, "intuition": 0, "intuition_resistances": 3}
    assert form.fill["refresh"](values, "") == {"spent": [4, 0, 9], "burned": [1, 1, 0]}


def test_what_a_drive_gained_is_the_rollers_own_in_that_drive() -> None:
    gains = (Gain("roller", "drive", 1), Gain("helper-1", "drive", 2), Gain("roller", "other_drive", 4))
    assert gained_in(gains, "drive") == 1


@pytest.mark.parametrize(
    ("inputs", "faces", "lit", "then", "taken"),
    [
        ({"rating": 4}, [3, 1, 4, 5], {5}, "gilded", {5}),  # the gilded 5 is the best: nothing else is to choose from
        ({"rating": 2}, [4, 1], {4, 1}, "gilded", {1}),
        ({"rating": 2}, [4, 1], {4, 1}, "highest", {4}),
        ({"rating": 2, "resistances": 1}, [4, 1], {4, 1}, "accept", {4, 1}),  # which leads to that choice
    ],
)
def test_dice_stand_forward_that_one_chooses_among_and_then_the_one_that_was_taken(
    inputs: dict[str, Any], faces: list[int], lit: set[int], then: str, taken: set[int]
) -> None:
    asked = question(GAME, "action", {"gilded": True, "drive": 1, **inputs}, rulings={"strict_bounds": False})
    for answers, forward in (([faces], lit), ([faces, then], taken)):
        (dice,) = dice_shown(roll_of(asked, answers=answers).roll)
        assert {die.face for die in dice if die.counted} == forward


def test_of_two_that_tie_one_stands_forward() -> None:
    asked = question(GAME, "action", {"rating": 2, "gilded": True, "drive": 1})
    (dice,) = dice_shown(roll_of(asked, answers=[[1, 1]]).roll)
    assert [die.counted for die in dice].count(True) == 1


@pytest.mark.parametrize(
    ("inputs", "rulings", "says"),
    [
        (
            {"rating": 2},
            {},
            "A second throw in reserve: the rating's dice fall again; those of drive, help",
        ),
        ({"rating": 0}, {}, "two dice, for a rating of zero, and the lower counts; those of drive, help and"),
        ({"rating": 1, "bonus_dice": 1}, {"resist_ability_dice": True}, "dice fall again with those of abilities; "),
    ],
)
def test_a_burned_resistance_says_which_dice_fall_as_the_roll_stands(
    inputs: dict[str, Any], rulings: dict[str, Any], says: str
) -> None:
    asked = question(GAME, "action", {"resistances": 1, **inputs}, rulings=rulings)
    step = roll_of(asked, answers=[[1, 1]]).roll.step
    assert isinstance(step, Decide)
    says_now = ILLUMINATED.move("action").decision("resist").says_now
    assert says_now
    assert says in says_now(step)["resist"]


@pytest.mark.parametrize(
    ("left", "faces", "answers", "is_told"),
    [(0, [1, 2], [], True), (0, [5, 2], [], False), (1, [1, 2], ["accept"], False)],
)
def test_who_fails_and_has_no_resistance_is_told_so(
    left: int, faces: list[int], answers: list[str], is_told: bool
) -> None:
    asked = question(GAME, "action", {"rating": 2, "resistances": left})
    outcome = roll_of(asked, answers=[faces, *answers]).roll.outcome
    assert outcome
    assert ("there is no resistance to burn" in outcome.why) is is_told


def test_nothing_that_can_be_set_is_called_by_a_name_of_the_program() -> None:
    raw = {"double_points", "keep_added", "shift_cost", "ready", "stakes_level", "approach"}
    assert raw <= set(ILLUMINATED.labels)
