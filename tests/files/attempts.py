"""Attempts at random: inputs that a move accepts, ways to decide, and what the odds of them come to."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import actionroll.files
from actionroll.rules.game import Game
from actionroll.rules.inputs import inputs_of
from actionroll.rules.kinds import Choice, DieSize, Kind, Many, Whole
from tests.enumerated import End, ends_of

FOLDER = Path(actionroll.files.__file__).parent
STARTS = sorted((FOLDER / "starts").glob("*.toml"))
CORES = sorted((FOLDER / "cores").glob("*.toml"))


def value_of(kind: Kind, chance: Random) -> Any:
    match kind:
        case Whole():
            if kind.or_none and chance.random() < 0.4:
                return None
            high = kind.high if chance.random() < 0.3 else min(kind.high, kind.low + 4)
            return chance.randint(kind.low, high)
        case Choice():
            return chance.choice(kind.words())
        case DieSize():
            return kind.show(chance.choice(kind.sizes))
        case Many():
            return [value_of(kind.of, chance) for _ in range(chance.randint(0, min(3, kind.most)))]
        case _:
            return chance.random() < 0.5


def attempt(game: Game, move: str, chance: Random) -> tuple[dict[str, Any], dict[str, str]]:
    """Inputs and ways to decide."""
    declared = inputs_of(game.move(move).attempt).values()
    inputs = {
        each.name: value_of(each.kind, chance)
        for each in declared
        if not each.kind.is_text and (each.required or chance.random() < 0.4)
    }
    decisions = game.move(move).decisions
    decide = {each.name: chance.choice([*each.options, *each.policies]) for each in decisions if chance.random() < 0.6}
    return inputs, decide


def told(ends: dict[End, Fraction]) -> dict[Any, Fraction]:
    """Ends with their facts by name, whatever their order."""
    return {(tier, frozenset(facts), changes): chance for (tier, facts, changes), chance in ends.items()}


__all__ = ["CORES", "STARTS", "attempt", "ends_of", "told"]
