"""Outcome and level of effect in True World, from the signed result of a roll."""

from __future__ import annotations

from functools import lru_cache

from actionroll.rules import Due, Outcome, Way, facts

FAILURES = ("critical failure", "complete failure", "marginal failure")
SUCCESSES = ("marginal success", "complete success", "critical success")
TIERS = FAILURES + SUCCESSES
QUICK_TIERS = ("failure", "success")
EARNS = {"complete failure": 1, "critical failure": 2, "complete success": 1, "critical success": 2}


def succeeds(result: int, ties: str) -> bool:
    """TW-27, TW-19. A tie goes to the player. TW-28. In dangerous encounters it fails."""
    return result > 0 or (result == 0 and ties == "success")


def level_of(result: int, success: bool, bands: str) -> int:
    """TW-29, TW-30, TW-A1. Marginal 1, complete 2, critical 3, from the size of the result, either way."""
    size = abs(result)
    if bands == "plus_one" or (success and bands == "plus_one_success_only"):
        size += 1
    return 1 if size <= 3 else 2 if size <= 6 else 3


def lifted(level: int, boosts: int, cap: int) -> int:
    """TW-22, TW-A8. Each effect boost lifts a success by a level, up to the cap."""
    return max(level, min(level + boosts, cap))


def tier_of(success: bool, level: int) -> str:
    """The outcome and its effect in one name."""
    return SUCCESSES[level - 1] if success else FAILURES[3 - level]


def grit_of(tier: str) -> int:
    """TW-A10. A complete success or failure earns 1 grit, a critical one 2."""
    return EARNS.get(tier, 0)


WAYS = (
    Way("told", "Something goes wrong, in words."),
    Way("stress", "Someone suffers stress.", "stress", 1, most=12, anyone=True),
)


@lru_cache(maxsize=1024)
def outcome_of(result: int, boosts: int, cap: int, bands: str, ties: str) -> Outcome:
    """TW-27 to TW-30. Success or failure and its effect; there are few results, so each is read once."""
    success = succeeds(result, ties)
    level = level_of(result, success, bands)
    tier = tier_of(success, lifted(level, boosts, cap) if success else level)
    return Outcome("TW-27", tier, facts(result=result), (), () if success else (consequence(tier),), told(result))


def consequence(tier: str) -> Due:
    """TW-31. The director reads outcome and effect together."""
    return Due("consequence", "gm", f"Name what a {tier} brings.", WAYS, rule="TW-31", several=True)


def told(result: int) -> str:
    """How ability and difficulty compare, in a clause."""
    if result == 0:
        return "ability and difficulty are tied"
    return f"the ability is {result} above the difficulty" if result > 0 else f"the ability is {-result} short"
