"""Played rolls fit the exact odds: over a million dice, from fixed seeds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from actionroll import chance
from actionroll.api import Question, odds_of, question
from actionroll.reckoning.play import play
from actionroll.reckoning.record import Cast
from tests.counts import count
from tests.enumerated import End, end_of, ends_of

DICE = 1_000_000
FEWEST = 8
"""Expected in a cell of the test; ends rarer than that share one."""
ROLLED: list[tuple[str, str, dict[str, Any], dict[str, Any], dict[str, str]]] = [
    (
        "wherever-we-go",
        "action",
        {"attribute": "d8", "skill": "d10", "stress": 10},
        {},
        {"push": "push", "gamble": "on-failure"},
    ),
    ("starforged", "action", {"stat": 2, "momentum": 6}, {}, {"burn": "any"}),
    (
        "illuminated-worlds",
        "action",
        {"rating": 3, "gilded": True, "drive_spent": 3, "resistances": 1},
        {},
        {"resist": "on-failure", "take": "same-tier"},
    ),
    ("in-the-dark", "action", {"dots": 10}, {}, {}),
    ("in-the-dark", "teamwork", {"pools": [4, 5, 6]}, {}, {}),
    (
        "true-world",
        "action",
        {"ability": ["d12", "d10", "d8", "d6"], "difficulty": "d12", "position": "disadvantage", "grit": 1},
        {"grit_reroll": "yes", "effect_grit": "yes"},
        {"reroll": "on-failure"},
    ),
    (
        "true-world",
        "assisted",
        {"ability": ["d8"], "boosts": 2, "difficulty": "d8", "helper_abilities": ["d6", "none"]},
        {},
        {},
    ),
]
SHARE = count(1, 5) * -(-DICE // len(ROLLED))


def played(asked: Question, seed: str) -> tuple[Counter[End], int]:
    """How rolls ended until a share of the dice was thrown, and how many dice that were."""
    source = chance.seeded(seed)
    ends: Counter[End] = Counter()
    dice = 0
    while dice < SHARE:
        roll = play(asked.start, source, asked.policy)
        ends[end_of(roll)] += 1
        dice += sum(len(taken.faces) for taken in roll.taken if isinstance(taken, Cast))
    return ends, dice


def how_likely(ends: Counter[End], law: dict[End, Fraction]) -> float:
    """The chance of a fit as bad as this one or worse."""
    assert set(ends) <= set(law), "a roll ended as none can"
    rolls = ends.total()
    cells: list[tuple[int, float]] = []
    rare = (0, 0.0)
    for end, share in law.items():
        seen, expected = ends[end], float(share * rolls)
        if expected >= FEWEST:
            cells.append((seen, expected))
        else:
            rare = (rare[0] + seen, rare[1] + expected)
    if rare[1] >= FEWEST:
        cells.append(rare)
    distance = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    from scipy.stats import chi2

    return float(chi2.sf(distance, len(cells) - 1))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "move", "attempt", "rulings", "decide"), ROLLED, ids=[f"{each[0]} {each[1]}" for each in ROLLED]
)
def test_played_rolls_fit_the_exact_odds(
    game: str, move: str, attempt: dict[str, Any], rulings: dict[str, Any], decide: dict[str, str]
) -> None:
    asked = question(game, move, attempt, rulings=rulings, decide=decide)
    ends, dice = played(asked, f"{game} {move}")
    assert dice >= SHARE
    assert 1e-6 <= how_likely(ends, ends_of(odds_of(asked))) <= 1 - 1e-6


def test_a_loaded_die_does_not_fit() -> None:
    """The test can fail: sixes that come a little too often are seen."""
    asked = question("in-the-dark", "action", {"dots": 1})
    fair = chance.seeded("fair")
    ends: Counter[End] = Counter()
    for number in range(6_000):
        loaded = 6 if number % 12 == 0 else fair(6)
        ends[end_of(play(asked.start, lambda _, face=loaded: face, asked.policy))] += 1  # type: ignore[misc]
    assert how_likely(ends, ends_of(odds_of(asked))) < 1e-6


def test_the_shares_make_a_million_dice() -> None:
    assert SHARE * len(ROLLED) >= DICE
