"""Illuminated Worlds against a second opinion and icepool; its laws; and mistakes known from other tools."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from actionroll.api import odds_of, question
from actionroll.errors import InputError
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
        "double_points": random.choice([0, 0, 1, 3]),
        "shift": random.choice(["none", "none", "mixed", "any"]),
        "shift_cost": random.choice([0, 1, 2]),
        "risk": random.choice(["risky"] * 40 + ["none", "impossible"]),
    }
    attempt |= drawn_drive(random) | drawn_help(random, attempt["helpers"], wild)
    if rulings.get("late_spend") == "yes":
        small = {"rating": random.choice([0, 1]), "added_gilded": 0, "bonus_dice": 0, "resistances": 0, "helpers": 0}
        nobody: dict[str, Any] = {"helper_gilds": 0, "helper_spends": [], "helper_drives": [], "helper_pays": []}
        attempt |= {**small, **nobody, "ready": random.choice([0, 1, 2]), "drive": min(drive, 3)}
    if rulings.get("resist_keep") == "better":
        attempt |= {"rating": min(2, attempt["rating"]), "resistances": min(1, attempt["resistances"])}
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
    refused = 0
    for _ in range(count(500, 5000) if move == "action" else count(100, 1000)):
        attempt, rulings, decide = drawn(random)
        try:
            expected = oracle.chances(attempt, rulings, decide, move)
        except oracle.Refused:
            refused += 1
            with pytest.raises(InputError):
                ours(attempt, rulings, decide, move)
            continue
        assert ours(attempt, rulings, decide, move) == expected, (attempt, rulings, decide)
    assert refused < count(500, 5000) / 2
