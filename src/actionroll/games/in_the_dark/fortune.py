"""The fortune roll of In the Dark: for all that is not an action on a job."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.games.in_the_dark.dicepool import Shown, pool_of, told
from actionroll.games.in_the_dark.rulings import Rulings
from actionroll.rules import Outcome, Step, Term, Texts, facts, throw, whole

FORTUNE_TIERS = ("failure", "mixed success", "strong success")
CRITICAL = "critical success"


@dataclass(frozen=True, slots=True)
class Fortune(Texts):
    """All that is settled before a fortune roll."""

    dice: int = whole(0, 10, "Dice: a stat, a level, or 1 if none fits.")


def start(you: Fortune, rulings: Rulings) -> Step:
    """ITD-04, ITD-27. Off a job, for minor actions, and for npcs among themselves."""
    return fortune_with(Term("dice", you.dice, "ITD-04"), rulings)


def fortune_with(term: Term, rulings: Rulings) -> Step:
    """A fortune roll with as many dice as a stat has."""
    return throw("ITD-04", (pool_of((term,), rulings),), read, term, rulings)


def read(shown: Shown, term: Term, rulings: Rulings) -> Outcome:
    """6 is a strong success, 4 and 5 a mixed one. ITD-A12. No critical, unless by ruling."""
    die, sixes = shown
    tier = "strong success" if die == 6 else "mixed success" if die >= 4 else "failure"
    if sixes > 1 and rulings.fortune_critical:
        tier = CRITICAL
    return Outcome("ITD-04", tier, facts(highest=die), why=told(shown, pool_of((term,), rulings)))
