"""The mechanics that ship as starting points: their odds against plain oracles, enumeration and play."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest

from actionroll.api import odds, odds_of, question, roll_of
from actionroll.errors import ActionrollError
from actionroll.files import loads
from actionroll.reckoning import play
from actionroll.rules.game import Game
from actionroll.shelf import load
from tests.counts import count
from tests.enumerated import end_of, enumerated, falls_of
from tests.files.attempts import STARTS, attempt, ends_of
from tests.oracles import starts as oracle

FEW_FALLS = 800


def start(name: str) -> Game:
    return load(next(path for path in STARTS if path.stem == name))


def tiers(game: Game, move: str = "action", **inputs: Any) -> dict[str, Fraction]:
    return {tier: chance for tier, chance in odds(game, move, **inputs).items() if chance}


def ends(game: Game, *facts: str, move: str = "action", **inputs: Any) -> dict[Any, Fraction]:
    """The chances of these facts together, a tier among them where it is named."""
    law: dict[Any, Fraction] = {}
    for outcome, chance in odds(game, move, **inputs).joint.items():
        told = {"tier": outcome.tier, **dict(outcome.facts)}
        end = tuple(told[name] for name in facts) if len(facts) > 1 else told[facts[0]]
        law[end] = law.get(end, Fraction(0)) + chance
    return law


@pytest.mark.parametrize("edge", ["none", "advantage", "disadvantage"])
def test_two_dice_and_a_stat(edge: str) -> None:
    assert tiers(start("two-dice"), stat=1, edge=edge) == oracle.two_dice(1, edge)


@pytest.mark.parametrize(("dots", "push", "help_"), [(0, False, 0), (2, True, 0), (1, True, 2), (4, False, 0)])
def test_the_highest_of_a_pool(dots: int, push: bool, help_: int) -> None:
    expected = oracle.highest_of_a_pool(dots, push, help_)
    assert tiers(start("highest-of-a-pool"), dots=dots, push=push, help=help_) == expected


@pytest.mark.parametrize("dots", [[1], [2, 1], [3, 1, 2]])
def test_each_member_throws_and_the_best_counts(dots: list[int]) -> None:
    assert ends(start("highest-of-a-pool"), "tier", "failed", move="together", dots=dots) == oracle.together(dots)


@pytest.mark.parametrize(("skill", "difficulty"), [(2, 2), (0, 4), (3, 1)])
def test_fudge_dice(skill: int, difficulty: int) -> None:
    assert tiers(start("fudge-dice"), skill=skill, difficulty=difficulty) == oracle.fudge(skill, difficulty)


@pytest.mark.parametrize("dice", [(3, 2, 1), (1, 0, 0), (2, 1, 3), (5, 3, 3)])
def test_a_push_keeps_sixes_and_ones(dice: tuple[int, int, int]) -> None:
    inputs: dict[str, Any] = dict(zip(("attribute", "skill", "gear"), dice, strict=True))
    pushed = ends(start("sixes-and-a-push"), "sixes", "harm", "broken", decide={"push": "push"}, **inputs)
    assert pushed == oracle.sixes_pushed(*dice)


@pytest.mark.parametrize("edge", ["none", "advantage", "disadvantage"])
def test_the_higher_of_two_named_dice_colours_the_result(edge: str) -> None:
    expected = oracle.light_and_shadow(2, 15, edge)
    assert tiers(start("light-and-shadow"), trait_value=2, difficulty=15, edge=edge) == expected


@pytest.mark.parametrize("sizes", [[6], [8, 6], [4, 8, 8], [6, 8, 10, 4], [12, 12, 6, 6]])
def test_two_best_an_effect_and_hitches(sizes: list[int]) -> None:
    dice = [f"d{size}" for size in sizes]
    assert ends(start("step-pool"), "total", "effect", "hitches", dice_list=dice) == oracle.step_pool(sizes)


POOL = """id = "tied"
title = "Tied"
line = "Tied."
[moves.action]
says = "Try."
tiers = ["all"]
facts = {effect = "The die beyond.", first = "The best one's size."}
roll = '''
throw
    pool: dice all_dice
        best = top 2
        effect = highest of size beyond best
    again: dice all_dice
        one = HOW 1 of size by face
first = sum(one)
end
    all
'''
[moves.action.inputs]
all_dice = {kind = "dice", sizes = ["d4", "d6", "d8", "d12"], most = 4, says = "Dice."}
"""


@pytest.mark.parametrize("sizes", [[4, 12, 6], [6, 6, 8], [12, 4, 4, 6]])
@pytest.mark.parametrize("how", ["top", "bottom"])
def test_of_equal_dice_the_smaller_goes_first(sizes: list[int], how: str) -> None:
    game = loads(POOL.replace("HOW", how))
    sign = -1 if how == "top" else 1
    effects: dict[int, Fraction] = {}
    firsts: dict[int, Fraction] = {}
    share = Fraction(1, prod(sizes))
    for faces in product(*[range(1, size + 1) for size in sizes]):
        dice = sorted(zip(faces, sizes, strict=True), key=lambda die: (-die[0], die[1]))
        effect = max(size for _, size in dice[2:])
        effects[effect] = effects.get(effect, Fraction(0)) + share
        first = min(dice, key=lambda die: (sign * die[0], die[1]))[1]
        firsts[first] = firsts.get(first, Fraction(0)) + share
    named = [f"d{size}" for size in sizes]
    assert ends(game, "effect", all_dice=named) == effects
    assert ends(game, "first", all_dice=named) == firsts


@pytest.mark.parametrize("die", ["plain", "bonus", "penalty"])
@pytest.mark.parametrize("skill", [30, 65])
def test_roll_under(skill: int, die: str) -> None:
    assert tiers(start("roll-under"), skill=skill, die=die) == oracle.roll_under(skill, die)


@pytest.mark.parametrize(("ring", "skill"), [(1, 0), (2, 1), (1, 2)])
def test_roll_and_keep_with_tens_that_go_on(ring: int, skill: int) -> None:
    assert ends(start("roll-and-keep"), "total", ring=ring, skill=skill) == oracle.roll_and_keep(ring, skill)


@pytest.mark.parametrize(("approach", "difficulty"), [(3, 1), (2, 2), (4, 0), (4, 3)])
def test_difficulty_takes_the_best(approach: int, difficulty: int) -> None:
    expected = oracle.best_is_taken(approach, difficulty)
    assert tiers(start("the-best-is-taken"), approach=approach, difficulty=difficulty) == expected


@pytest.mark.parametrize(("target", "focus", "bought"), [(12, 3, 0), (9, 1, 1), (15, 5, 1)])
def test_twenties_counted_under_a_target(target: int, focus: int, bought: int) -> None:
    inputs: dict[str, Any] = {"target": target, "focus": focus, "difficulty": 2, "bought": bought, "momentum": 6}
    expected = oracle.twenties(target, focus, 2, 2 + bought)
    assert ends(start("twenties-under"), "tier", "complications", **inputs) == expected


@pytest.mark.parametrize("size", [4, 8, 12])
def test_dice_explode_up_to_a_bound(size: int) -> None:
    assert tiers(start("wild-die"), skill=f"d{size}") == oracle.wild_die(size)


@pytest.mark.parametrize("path", STARTS, ids=lambda path: path.stem)
def test_odds_are_what_every_fall_comes_to_and_rolls_replay(path: Path) -> None:
    game, chance = load(path), Random(path.stem)
    for move in game.moves:
        compared = 0
        for _ in range(count(25, 600)):
            inputs, decide = attempt(game, move.name, chance)
            try:
                asked = question(game, move.name, inputs, decide=decide)
                counted = ends_of(odds_of(asked))
            except ActionrollError:
                continue
            assert sum(counted.values()) == 1
            done = roll_of(asked, seed=str(inputs)).roll
            assert end_of(done) in counted
            assert play.replay(asked.start, done.answers).step == done.step
            if compared < count(4, 60) and falls_of(asked.start, asked.policy, FEW_FALLS) <= FEW_FALLS:
                assert enumerated(asked.start, asked.policy) == counted
                compared += 1
        assert compared
