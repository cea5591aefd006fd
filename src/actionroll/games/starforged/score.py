"""The action score: what each face of the action die comes to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from actionroll.games.starforged.attempt import Action, adds_used, stat_used
from actionroll.games.starforged.momentum import HIGHEST, reset
from actionroll.games.starforged.rulings import Rulings
from actionroll.rules import Effect

Own: TypeAlias = tuple[int, bool, int, str]
"""The action die, whether it is cancelled, the score it makes with all else, and that sum in words."""


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
    only_better: bool
    """SF-A1. Whether momentum that beats less than the score is as good as none."""
    after_burn: int
    """What momentum resets to."""
    own: tuple[Own, ...]
    """By each face of the action die, where nothing is decided about it."""
    told: str = field(default="", compare=False)
    """Stat and adds in words."""
    burns: tuple[Effect, ...] = field(default=(), compare=False)
    """What a burn changes."""


def plan_of(you: Action, rulings: Rulings) -> Plan:
    """SF-13. All that the score is made of besides the die."""
    adds = adds_used(you, rulings) + next_bonus(you)
    stat = stat_used(you)
    bonus = stat + sum([add for _, add in adds]) - you.penalty
    cancels = cancelled_face(you, rulings)
    told = told_bonus(stat, adds, you)
    floor = rulings.score_floor
    own = tuple([own_of(die, die == cancels, bonus, floor, told) for die in range(7)])
    resets = reset(you, rulings)
    change = resets - you.momentum
    burns = (Effect("roller", "momentum", change, "burned"),) if change else ()
    better = rulings.burn_requires_improvement
    return Plan(bonus, floor, cancels, liftable(you, resets, rulings), better, resets, own, told, burns)


def next_bonus(you: Action) -> tuple[tuple[str, int], ...]:
    """SF-A11. What waited for this move."""
    return (("from before", you.next_bonus),) if you.next_bonus and you.use_bonus else ()


def cancelled_face(you: Action, rulings: Rulings) -> int:
    """SF-41, SF-A5. Negative momentum cancels that face; a die that was set is a final value, not a first one."""
    is_set = you.preset is not None and rulings.cancel_check == "first"
    return 0 if is_set or you.momentum >= 0 else -you.momentum


def own_of(die: int, cancelled: bool, bonus: int, floor: int | None, told: str) -> Own:
    """SF-14, SF-15, SF-41, SF-A7. A cancelled die counts 0; only then the score is capped at 10, and has a floor."""
    total = bonus if cancelled else die + bonus
    score = total if total <= HIGHEST else HIGHEST
    if floor is not None and score < floor:
        score = floor
    words = f"{die} cancelled{told} = {total}" if cancelled else f"{die}{told} = {total}"
    return die, cancelled, score, words if total == score else f"{words}, counted as {score},"


def liftable(you: Action, resets: int, rulings: Rulings) -> int:
    """SF-39, SF-A2, SF-A4. Momentum as a score, at most 10; by ruling only above its reset."""
    if you.momentum <= 0 or (rulings.burn_needs_above_reset and you.momentum <= resets):
        return 0
    return min(HIGHEST, you.momentum)


def told_bonus(stat: int, adds: tuple[tuple[str, int], ...], you: Action) -> str:
    """` + 2 iron + 1 sidekick − 1 penalty`: every number of the score with its source."""
    name = you.stat_name.replace("_", " ") if you.stat_name != "none" else "stat"
    told = "".join([f" + {stat} {name}", *[f" + {add} {source or 'add'}" for source, add in adds]])
    return f"{told} − {you.penalty} penalty" if you.penalty else told
