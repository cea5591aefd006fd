"""What Starforged's text leaves open."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.rules import ruling


@dataclass(frozen=True, slots=True)
class Rulings:
    """The switches of Starforged."""

    burn_requires_improvement: bool = ruling(
        "SF-A1", True, reason="Momentum is burned to improve a result; otherwise it is only lost."
    )
    burn_needs_above_reset: bool = ruling("SF-A2", False, reason="The text asks for positive momentum, nothing more.")
    match_after_burn: str = ruling(
        "SF-A3", "keep", "ignore", reason="The challenge dice lie as before, so a match stays one."
    )
    cancel_check: str = ruling("SF-A5", "final", "first", reason="Rerolls and replacements come before any reading.")
    cancel_mandatory: bool = ruling("SF-A6", True, reason="The die is cancelled, whether one likes it or not.")
    score_floor: int | None = ruling(
        "SF-A7", 0, None, reason="A score below 0 says nothing more: it is a miss either way.", most=10
    )
    clamp_on_impact: bool = ruling("SF-A8", True, reason="A lower maximum holds at once.")
    min_overflow: str = ruling(
        "SF-A9", "drop", "per_point", "once", reason="The printed choice is for those who stand at −6 already."
    )
    reset_bonus: str = ruling(
        "SF-A10", "before_floor", "after_floor", reason="A bonus after the floor would outweigh any number of impacts."
    )
    next_move_bonus: str = ruling(
        "SF-A11", "next_eligible", "bankable", reason="It says the next move, so it cannot be saved up."
    )
    adds_stack: bool = ruling("SF-A13", True, reason="One or more adds apply, from whatever source.")
    price_modes: int = ruling(
        "SF-A15", 3, reason="The published move has three ways: decide, ask the oracle, roll.", least=2, most=3
    )
    price_repeat: str = ruling(
        "SF-A16", "recurse", "reroll", "worse", reason="Each result of 96 to 100 asks for two more."
    )
    price_depth: int = ruling("SF-A16", 2, reason="Somewhere it must end.", most=2)
    require_price: bool = ruling("SF-A17", True, reason="Something always happens, unless the move says what.")
    value_max_warn: int | None = ruling(
        "SF-A19", 5, None, reason="No stat, meter or rank of the game goes beyond 5.", most=10
    )
    cursed_die: str = ruling("SF-A22", "separate", "counts", reason="It belongs to oracles and is no challenge die.")
    vehicle_impacts: str = ruling(
        "SF-A24", "when_aboard", "scene_end", reason="A vehicle's troubles weigh on those aboard it, from that moment."
    )
