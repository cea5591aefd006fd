"""The action score: what each face of the action die comes to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from actionroll.games.starforged.attempt import Action, adds_used, stat_used
from actionroll.games.starforged.momentum import HIGHEST, reset
from actionroll.games.starforged.rulings import Rulings

Own: TypeAlias = tuple[int, bool, int, int]
"""The action die, whether it is cancelled, adds that were decided on late, and the score they make."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the dice are read with, worked out once before they fall."""

    bonus: int
    """Stat and adds, less any penalty."""
    floor: int | None
    cancels: int
    """The action die that negative momentum cancels; 0 if none."""
    lift: int
    """The score that burned momentum would be; 0 where none can be burned."""
    own: tuple[Own, ...]
    """By each face of the action die, where nothing is decided about it."""
    told: str = field(default="", compare=False)
    """Stat and adds in words."""


def plan_of(you: Action, rulings: Rulings) -> Plan:
    """SF-13. All that the score is made of besides the die."""
    adds = adds_used(you, rulings) + next_bonus(you)
    bonus = stat_used(you) + sum(add for _, add in adds) - you.penalty
    cancels = cancelled_face(you, rulings)
    lift = liftable(you, rulings)
    own = tuple(own_of(die, die == cancels, 0, bonus, rulings.score_floor) for die in range(7))
    return Plan(bonus, rulings.score_floor, cancels, lift, own, told_bonus(you, adds))


def next_bonus(you: Action) -> tuple[tuple[str, int], ...]:
    """SF-A11. What waited for this move."""
    return (("from before", you.next_bonus),) if you.next_bonus and you.use_bonus else ()


def cancelled_face(you: Action, rulings: Rulings) -> int:
    """SF-41, SF-A5. Negative momentum cancels that face; a die that was set is a final value, not a first one."""
    is_set = you.preset is not None and rulings.cancel_check == "first"
    return 0 if is_set else max(0, -you.momentum)


def own_of(die: int, cancelled: bool, late: int, bonus: int, floor: int | None) -> Own:
    """SF-14, SF-15, SF-41, SF-A7. A cancelled die counts 0; only then the score is capped at 10, and has a floor."""
    score = min(HIGHEST, (0 if cancelled else die) + bonus + late)
    return die, cancelled, late, score if floor is None else max(floor, score)


def liftable(you: Action, rulings: Rulings) -> int:
    """SF-39, SF-A2, SF-A4. Momentum as a score, at most 10; by ruling only above its reset."""
    if you.momentum <= 0 or (rulings.burn_needs_above_reset and you.momentum <= reset(you, rulings)):
        return 0
    return min(HIGHEST, you.momentum)


def told_bonus(you: Action, adds: tuple[tuple[str, int], ...]) -> str:
    """` + 2 iron + 1 sidekick − 1`: every number of the score with its source."""
    name = you.stat_name.replace("_", " ") if you.stat_name != "none" else "stat"
    parts = [f" + {stat_used(you)} {name}", *(f" + {add} {source or 'add'}" for source, add in adds)]
    return "".join(parts) + (f" − {you.penalty} penalty" if you.penalty else "")


def told_score(own: Own, plan: Plan) -> str:
    """`4 + 2 iron = 6`, with a cancelled die and the cap said."""
    die, cancelled, late, score = own
    total = (0 if cancelled else die) + plan.bonus + late
    shown = f"{die} cancelled" if cancelled else f"{die}"
    told = f"{shown}{plan.told}{f' + {late} decided late' if late else ''} = {total}"
    return told if total == score else f"{told}, counted as {score}"
