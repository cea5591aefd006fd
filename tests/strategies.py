"""Attempts, rulings, policies and aims of any game, drawn from what the game itself declares.

They are drawn by a `Random`, which Hypothesis hands out and seeds: one draw for a whole question is quick enough to
search for those rare ones in which a certain decision comes up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from actionroll.rules.game import Game, Move
from actionroll.rules.inputs import Ruling, inputs_of, rulings_of
from actionroll.rules.kinds import Choice, DieSize, Kind, Many, Whole, Words, YesNo, die_name

TEXTS = ["", "through the window", "«quietly», with\na rope"]
JUNK: list[Any] = [
    None, True, False, -1, 0, 1, 7, 10**6, 10**400, -(10**400), 0.5, float("nan"), float("inf"), "", "d0", "d7", "none",
    "-0", "1e3", "1" * 400, "\x00", "yes ", "؟", "\ud800", [], [[]], [1] * 30, ["d8"] * 30, [None], {}, {"d8": 1}, (),
    b"d8",
]  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A question in plain JSON: what is asked of a move."""

    attempt: Mapping[str, Any]
    rulings: Mapping[str, Any]
    decide: Mapping[str, Any]


def some_value(random: Random, kind: Kind) -> Any:
    """What an input of this kind accepts, as JSON, small values more often than large ones."""
    match kind:
        case Whole():
            if kind.or_none and random.random() < 0.2:
                return "none"
            nearest = max(kind.low, min(0, kind.high))
            near = random.random() < 0.8
            low, high = (max(kind.low, nearest - 2), min(kind.high, nearest + 3)) if near else (kind.low, kind.high)
            return random.randint(low, high)
        case Choice():
            return random.choice(kind.listed)
        case YesNo():
            return random.random() < 0.5
        case DieSize():
            names = [die_name(size) for size in kind.sizes]
            return random.choice([*names, "none"] if kind.or_none else names)
        case Many():
            return [some_value(random, kind.of) for _ in range(random.randint(0, min(kind.most, 3)))]
        case Words():
            return random.choice(TEXTS)
        case _:
            raise AssertionError(kind)


def values_of_ruling(ruling: Ruling) -> list[Any]:
    """Every value of a ruling, as it is written."""
    match ruling.kind:
        case Choice():
            return list(ruling.kind.listed)
        case YesNo():
            return ["yes", "no"]
        case Whole():
            return [*range(ruling.kind.low, ruling.kind.high + 1), *(["none"] if ruling.kind.or_none else [])]
        case _:
            raise AssertionError(f"{ruling.name} is of a kind that no ruling has")


def values_tried(ruling: Ruling, numbers: Mapping[str, list[str]]) -> list[str]:
    """The values of a ruling that a game's test tries: all of them, or of a number those that the test names."""
    if isinstance(ruling.kind, Whole):
        assert ruling.name in numbers, f"name some values of the ruling {ruling.name} in NUMBERS"
        return numbers[ruling.name]
    return values_of_ruling(ruling)


def ways_to_decide(move: Move) -> dict[str, list[str]]:
    """Every option and every named policy of every decision of a move."""
    return {each.name: [*each.options, *each.policies] for each in move.decisions}


def some_attempt(random: Random, move: Move) -> dict[str, Any]:
    """Inputs of a move: what is required, and few or many of the rest."""
    share = random.choice([0.1, 0.3, 0.5])
    attempt: dict[str, Any] = {}
    for name, each in inputs_of(move.attempt).items():
        wanted = 0.05 if isinstance(each.kind, Words) else share
        if each.required or random.random() < wanted:
            attempt[name] = some_value(random, each.kind)
    return attempt


def some_rulings(random: Random, game: Game) -> dict[str, Any]:
    """Few or many rulings, by default or otherwise."""
    share = random.choice([0.0, 0.2, 0.7])
    return {
        name: random.choice(values_of_ruling(each))
        for name, each in rulings_of(game.rulings).items()
        if random.random() < share
    }


def some_policies(random: Random, move: Move) -> dict[str, str]:
    """A way to answer each decision."""
    return {name: random.choice(ways) for name, ways in ways_to_decide(move).items()}


def some_case(random: Random, game: Game, move: Move) -> Case:
    """A question to a move."""
    return Case(some_attempt(random, move), some_rulings(random, game), some_policies(random, move))


def some_aim(random: Random, tiers: tuple[str, ...], tracks: tuple[str, ...]) -> dict[str, int]:
    """Weights for every tier, and for points of these tracks."""
    weights = {tier: random.randint(-3, 3) for tier in tiers}
    return {**weights, **{track: random.choice([-2, -1, 1, 2]) for track in tracks}}


def some_spoilt(random: Random, game: Game, move: Move) -> Case:
    """A question with one thing in it that may be anything at all."""
    case = some_case(random, game, move)
    names = {
        "attempt": [*inputs_of(move.attempt), "no_such_input"],
        "rulings": [*rulings_of(game.rulings), "no_such_ruling"],
        "decide": [*(each.name for each in move.decisions), "no_such_decision"],
    }
    where = random.choice(list(names))
    return replace(case, **{where: {**getattr(case, where), random.choice(names[where]): random.choice(JUNK)}})


def cases(game: Game, move: Move) -> st.SearchStrategy[Case]:
    """Questions to a move."""
    return st.randoms(use_true_random=True).map(lambda random: some_case(random, game, move))


def spoilt(game: Game, move: Move) -> st.SearchStrategy[Case]:
    """Questions with one thing in them that may be anything at all."""
    return st.randoms(use_true_random=True).map(lambda random: some_spoilt(random, game, move))
