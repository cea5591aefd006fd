"""A roll as people read it: dice by where they come from, the one that counted marked, then the outcome."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from actionroll.cli.odds import title
from actionroll.cli.questions import Asked
from actionroll.cli.screen import Screen, flowed
from actionroll.reckoning.explanation import long, named, short, told_due, told_pools
from actionroll.rules.kinds import die_name
from actionroll.rules.record import Cast, Chosen, Die, Roll, dice_shown

if TYPE_CHECKING:
    from actionroll.cli.sheet_file import Changes


def tell_roll(asked: Asked, roll: Roll, screen: Screen) -> None:
    """The whole roll."""
    screen.title(title(asked.question))
    if asked.given.has("explain"):
        for line in long(roll):
            screen.flow(line, indent=2, first=0)
        from actionroll.cli.rules_text import tell_rules_of_roll

        tell_rules_of_roll(asked.question.game, roll, screen)
        return
    _tell_steps(roll, screen)
    screen.say()
    screen.flow(short(roll))
    for due in roll.outcome.dues if roll.outcome else ():
        screen.flow(told_due(due))


def tell_changes(changes: Changes, screen: Screen) -> None:
    """What the roll changed on the sheet, a line each."""
    from actionroll.cli.odds_text import fact_shown

    for name, (before, after) in changes.items():
        screen.say(f"Sheet: {name.replace('_', ' ')} {fact_shown(before)} → {fact_shown(after)}")


def tell_dice(roll: Roll, screen: Screen) -> None:
    """The dice of the last throw, while nothing has counted yet."""
    thrown = dice_shown(roll)
    if thrown:
        screen.say(dice_line(thrown[-1], screen.width, marked=False))


def dice_line(dice: Iterable[Die], width: int, marked: bool = True) -> str:
    """`attribute d8  [6]   skill d6  2`, a line for each part; what counted stands in brackets."""
    return "\n".join(_part_line(by, list(own), width, marked) for by, own in groupby(dice, key=lambda die: die.by))


def _part_line(by: str, dice: list[Die], width: int, marked: bool) -> str:
    groups = groupby(dice, key=lambda die: (die.source, die.sides))
    items = [f"{source} {die_name(sides)}  {_faces(own, marked)}" for (source, sides), own in groups]
    whose = "" if by in ("roller", dice[0].source) else f"{named(by)}: "
    return flowed([whose + items[0], *items[1:]], width, 2, "   ")


def _faces(dice: Iterable[Die], marked: bool) -> str:
    return " ".join(f"[{die.face}]" if die.counted and marked else str(die.face) for die in dice)


def _tell_steps(roll: Roll, screen: Screen) -> None:
    thrown = iter(dice_shown(roll))
    for taken in roll.taken:
        match taken:
            case Cast():
                screen.flow(f"Rolled {told_pools(taken.throw)}{', entered by hand' if taken.by_hand else ''}.")
                if dice := next(thrown):
                    screen.say(dice_line(dice, screen.width))
            case Chosen():
                screen.flow(f"{named(taken.asked.by).capitalize()} chose {taken.option} ({taken.asked.name}).")
