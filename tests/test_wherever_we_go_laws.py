"""The closed form of a whole action roll gives what its steps give."""

from __future__ import annotations

import random

from actionroll.api import Question, odds_of, question
from actionroll.games.wherever_we_go.laws import STANDS_FROM, action_law
from actionroll.reckoning.odds import Odds, count
from tests import counts

DICE = ("0", "d4", "d6", "d8", "d10", "d12")
RULINGS: dict[str, tuple[str, ...]] = {
    "ladder": ("zero_d6", "d4_floor", "zero_d4_d6"),
    "step_order": ("reevaluate", "pour"),
    "unpushed_gamble": ("one_die", "all_stress"),
    "stress_max": ("none", "5"),
    "push_at_zero": ("warn", "refuse"),
    "gear_loss": ("per_damage", "per_bane", "manual"),
    "split_severity": ("per_target", "total"),
}


def some_attempt(chance: random.Random) -> dict[str, object]:
    most = chance.randint(1, 6)
    return {
        "attribute": chance.choice(DICE),
        "skill": chance.choice(DICE),
        "talent": chance.choice((None, "d4", "d12")),
        "bonus": [chance.randint(1, 3) for _ in range(chance.randint(0, 2))],
        "penalty": [chance.randint(1, 3) for _ in range(chance.randint(0, 2))],
        "stress": chance.randint(0, 5),
        "wp_max": most,
        "wp": chance.randint(0, most),
        "gambles": chance.choice((0, 1, 1, 1, 2)),
        "waiting_bonus": chance.choice((0, 0, 2)),
    }


def by_steps(asked: Question) -> Odds:
    return count(asked.start, asked.policy, asked.tiers)


def test_the_closed_form_equals_the_steps() -> None:
    chance = random.Random("wherever we go, laws")
    used: set[tuple[str, str]] = set()
    tried = 0
    while tried < counts.count(250, 5000):
        rulings = {name: chance.choice(values) for name, values in RULINGS.items() if chance.random() < 0.4}
        decide = {"push": chance.choice(("hold", "push")), "gamble": chance.choice(list(STANDS_FROM))}
        asked = question("wherever-we-go", attempt=some_attempt(chance), rulings=rulings, decide=decide)
        if action_law(asked.attempt, asked.rulings, asked.decide) is None:
            continue
        tried += 1
        used |= set(decide.items()) | set(rulings.items())
        assert odds_of(asked).joint == by_steps(asked).joint
        assert dict(odds_of(asked)) == dict(by_steps(asked))
    assert {("gamble", how) for how in STANDS_FROM} <= used
    assert {(name, value) for name, values in RULINGS.items() for value in values} <= used


def test_what_it_does_not_know_is_left_to_the_steps() -> None:
    usual = {"attribute": "d8", "skill": "d8", "stress": 3}
    for attempt, rulings, decide in (
        ({"gambles": 2}, {}, {"gamble": "gamble"}),
        ({}, {"gamble_reroll": "choose"}, {"gamble": "gamble"}),
        ({}, {"wp_timing": "every_roll"}, {"gamble": "gamble"}),
        ({}, {}, {"gamble": "best"}),
        ({}, {}, {"push": "best"}),
    ):
        asked = question("wherever-we-go", attempt={**usual, **attempt}, rulings=rulings, decide=decide)
        assert action_law(asked.attempt, asked.rulings, asked.decide) is None
