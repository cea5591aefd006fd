"""The two pools of a roll in True World: ability, read as its highest die, against difficulty."""

from __future__ import annotations

from actionroll.dice import highest, lowest
from actionroll.errors import InputError
from actionroll.rules import Pool
from actionroll.rules.kinds import DieSize

LADDER = (4, 6, 8, 10, 12)
"""TW-02. Challenging, very challenging, hard, very hard and extremely hard; nothing is below a d4."""

A_DIE = DieSize(LADDER)
A_DIE_OR_NONE = DieSize(LADDER, or_none=True)
NOVICE = 4
"""TW-21. The die of someone who has no fitting skill."""


def refuse_unclear_skill(skilled: bool, unskilled: bool) -> None:
    """TW-20, TW-21. The die of a skill, or none and a d4: one of the two."""
    if skilled and unskilled:
        raise InputError("A roll is skilled or unskilled; leave out ability, or unskilled.")
    if not skilled and not unskilled:
        raise InputError("ability takes the die of the skill that is used; unskilled=yes takes its place.")


def difference(ability: int | None, shown: int) -> int:
    """TW-26. The result is the ability less the difficulty, gathered one after the other."""
    return shown if ability is None else ability - shown


def ability_pool(dice: tuple[int, ...], sources: tuple[str, ...], by: str = "roller") -> Pool[int]:
    """TW-23. The highest ability die counts. TW-A14. They may be of different sizes."""
    return Pool(dice, highest, sources, by=by)


def difficulty_pool(difficulty: int, position: str, by: str = "roller") -> Pool[int]:
    """TW-04, TW-08. One die, or two where the character has a position. TW-25. The player rolls it."""
    if position == "neutral":
        return Pool((difficulty,), highest, ("difficulty",), by=by)
    statistic = lowest if position == "advantage" else highest
    return Pool((difficulty, difficulty), statistic, ("difficulty", "position"), by=by)


def position_of(position: str, unskilled: bool, advantage_ruling: str) -> str:
    """TW-05, TW-A6. One net position. TW-21, TW-A3. Unskilled is a disadvantage, whatever else is true."""
    if not unskilled:
        return position
    return "neutral" if position == "advantage" and advantage_ruling == "cancels" else "disadvantage"
