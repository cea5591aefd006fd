"""The fortune roll of In the Dark: for all that is not an action on a job."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.games.in_the_dark.dicepool import Shown, Thrown, pool_of, thrown, told
from actionroll.games.in_the_dark.rulings import Rulings
from actionroll.rules import Outcome, Step, Texts, facts, throw, whole, words

TIERS = ("failure", "mixed success", "strong success")
CRITICAL = "critical success"


@dataclass(frozen=True, slots=True)
class Fortune(Texts):
    """All that is settled before a fortune roll."""

    dice: int = whole(0, 10, "Dice: a stat, a level, or 1 if none fits.")
    npc: str = words("The npc it is for, where no player character is involved.", by="gm")


def tiers_of(you: object, rulings: Rulings) -> tuple[str, ...]:
    """ITD-A12. A critical success is there only by ruling."""
    return (*TIERS, CRITICAL) if rulings.fortune_critical else TIERS


def start(you: Fortune, rulings: Rulings) -> Step:
    """ITD-04, ITD-27. Off a job, for minor actions, and for npcs among themselves."""
    return fortune_with(you.dice, rulings, you.npc)


def fortune_with(dice: int, rulings: Rulings, npc: str = "") -> Step:
    """A fortune roll with as many dice as a stat has."""
    pool = pool_of(dice, rulings, "fortune")
    return throw("ITD-27" if npc else "ITD-04", (pool,), read, thrown(pool), npc, rulings)


def read(shown: Shown, pool: Thrown, npc: str, rulings: Rulings) -> Outcome:
    """6 is a strong success, 4 and 5 a mixed one. ITD-A12. No critical, unless by ruling."""
    die, sixes = shown
    tier = "strong success" if die == 6 else "mixed success" if die >= 4 else "failure"
    if sixes > 1 and rulings.fortune_critical:
        tier = CRITICAL
    why = told(shown, pool)
    return Outcome("ITD-04", tier, facts(highest=die), why=f"for {npc}, {why}" if npc else why)
