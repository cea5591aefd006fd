"""Nine boxes of stress: what marking them costs, and what the ninth means."""

from __future__ import annotations

from actionroll.errors import CannotPay
from actionroll.rules import Due, Effect, Way, set_mark

BOXES = 9
NEW_TRAUMA = (Way("trauma", "A new trauma.", "trauma", 1),)


def refuse_unless_free(who: str, marked: int, price: int, what: str) -> None:
    """What cannot be paid in full is not available."""
    if marked + price > BOXES:
        raise CannotPay(f"{what} costs {who} {price} stress, and only {BOXES - marked} of {BOXES} boxes are free.")


def is_ninth(marked: int | None, price: int) -> bool:
    """Whether this price marks the last box; where nobody said what is marked, it is not told."""
    return marked is not None and price > 0 and marked + price == BOXES


def paid(who: str, marked: int | None, price: int, why: str) -> tuple[Effect, ...]:
    """The boxes marked; ITD-A9. The ninth puts a character out of action."""
    boxes = (Effect(who, "stress", price, why),) if price else ()
    return (*boxes, set_mark(who, "out_of_action", "the ninth box")) if is_ninth(marked, price) else boxes


def trauma(who: str) -> Due:
    """ITD-A9. The ninth box brings a new trauma, which its owner names."""
    return Due("trauma", who, "Name the trauma that the ninth box brings.", NEW_TRAUMA, on=who, rule="ITD-A9")
