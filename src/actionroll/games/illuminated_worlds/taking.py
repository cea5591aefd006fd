"""Which die is taken as the result of Illuminated Worlds, and what it comes to."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from actionroll.games.illuminated_worlds.settled import Claim, Seen
from actionroll.rules import Decide, Outcome, Policy
from actionroll.rules.policy import always, outcome_after
from actionroll.rules.steps import now

TIERS = ("failure", "mixed success", "full success", "critical success")
FAILURE, MIXED, FULL, CRITICAL = TIERS
TAKE = {
    "highest": "The highest result, and the gilded die on a tie.",
    "gilded": "The best gilded die, even if it is lower, to earn drive.",
    "lower": "The gilded die that earns most, or for another, though a better one is gilded too.",
    "never": "The highest result without claiming the gilded die.",
}


class Taken(NamedTuple):
    """The die that is the result."""

    value: int
    tier: str
    claim: Claim | None = None
    """The gilded die that was claimed, if any."""
    gilded: bool = False
    """Whether the die itself is a gilded one."""
    zero: bool = False


def options(seen: Seen) -> tuple[str, ...]:
    """IW-14, IW-16. What may be taken when a die is gilded; `never` only where `highest` would claim."""
    if len(seen.claims) == 1:
        return ("highest", "gilded", "never") if seen.claimed else ("highest", "gilded")
    return ("highest", "gilded", "lower", "never") if seen.claimed else ("highest", "gilded", "lower")


@lru_cache(maxsize=4096)
def take(option: str, seen: Seen, crit_with_gilded: str) -> Taken:
    """IW-15. The highest die, or a gilded one: never a lower standard die."""
    if seen.zero:
        return lowest_taken(seen)
    two_sixes = seen.sixes > 1
    if not seen.claims:
        return Taken(seen.standard, tier_of(seen.standard, two_sixes))
    best = seen.claims[0]
    if option == "lower":
        return claimed(max(seen.claims[1:], key=_points), two_sixes, crit_with_gilded)
    if option == "gilded" or (option == "highest" and seen.claimed):
        return claimed(best, two_sixes, crit_with_gilded)
    value = max(seen.standard, best.value)
    return Taken(value, tier_of(value, two_sixes), gilded=seen.standard < best.value)


def lowest_taken(seen: Seen) -> Taken:
    """IW-25, IW-27, IW-28. Nobody chooses and nothing is critical; a gilded die that is the lowest earns by itself."""
    claim = seen.claims[0] if seen.claims else None
    return Taken(seen.standard, tier_of(seen.standard, False), claim, claim is not None, zero=True)


def _points(claim: Claim) -> int:
    return claim.points


def claimed(claim: Claim, two_sixes: bool, crit_with_gilded: str) -> Taken:
    """IW-20, IW-22, IW-B4. Two sixes are a critical success if the die that was taken is one of them, or by ruling."""
    critical = {"chosen6": two_sixes and claim.value == 6, "any_pool": two_sixes, "standard_only": False}
    return Taken(claim.value, tier_of(claim.value, critical[crit_with_gilded]), claim, gilded=True)


def tier_of(value: int, critical: bool) -> str:
    """IW-17 to IW-21."""
    if critical:
        return CRITICAL
    return FULL if value == 6 else MIXED if value >= 4 else FAILURE


def _rank(outcome: Outcome | None) -> int:
    return TIERS.index(outcome.tier) if outcome else -1


def _unclaimed(asked: Decide) -> str:
    return "never" if "never" in asked.options else "highest"


def same_tier(asked: Decide) -> str:
    """The gilded die whenever the tier is not lowered by it."""
    plain = _unclaimed(asked)
    worse = _rank(outcome_after(asked, "gilded")) < _rank(outcome_after(asked, plain))
    return plain if worse else "gilded"


def if_success(asked: Decide) -> str:
    """The gilded die whenever it is a mixed success or better by itself; else as same-tier."""
    return "gilded" if _rank(outcome_after(asked, "gilded")) >= TIERS.index(MIXED) else same_tier(asked)


def on_failure(asked: Decide) -> str:
    """The second option where the roll stands at a failure."""
    stands = now(asked)
    return asked.options[1] if stands is not None and stands.tier == FAILURE else asked.options[0]


TAKE_POLICIES: dict[str, Policy] = {"never": always("never"), "same-tier": same_tier, "if-success": if_success}
