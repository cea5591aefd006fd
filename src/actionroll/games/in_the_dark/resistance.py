"""The resistance roll of In the Dark: answer a consequence, at the price of stress."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.games.in_the_dark.consequences import REDUCTION
from actionroll.games.in_the_dark.dicepool import Shown, Thrown, pool_of, thrown, told
from actionroll.games.in_the_dark.rulings import Rulings
from actionroll.games.in_the_dark.stress import BOXES, is_ninth, paid, trauma
from actionroll.rules import Due, Outcome, Step, Texts, decide, facts, throw, whole, words, yes_no

RESISTED = "resisted"
NOT_RESISTED = "not resisted"
DEAREST = 5
"""The price where the die that is read shows a 1."""


@dataclass(frozen=True, slots=True)
class Resistance(Texts):
    """All that is settled before a resistance roll."""

    dice: int = whole(0, 10, "The rating of the attribute that the gm picks.", by="sheet")
    stress: int | None = whole(
        0, BOXES, "Stress boxes marked; none if they are not to be checked.", by="sheet", default=None, or_none=True
    )
    may_decline: bool = yes_no("Ask after the throw whether to pay; without it the price is paid.")
    consequence: str = words("The consequence that it answers.", by="gm")


def tiers_of(you: Resistance, rulings: Rulings) -> tuple[str, ...]:
    """Not to resist is an end of its own, where it is asked, or where the boxes or dice may not be there."""
    unpaid = you.stress is not None and you.stress + DEAREST > BOXES
    undone = you.dice == 0 and rulings.zero_pool == "fail"
    return (NOT_RESISTED, RESISTED) if you.may_decline or unpaid or undone else (RESISTED,)


def start(you: Resistance, rulings: Rulings) -> Step:
    """ITD-A13. The attribute's dice, or two and the lowest where it has none."""
    pool = pool_of(you.dice, rulings, "attribute")
    return throw("ITD-A13", (pool,), pay_or_not, thrown(pool), you, rulings)


def pay_or_not(shown: Shown, pool: Thrown, you: Resistance, rulings: Rulings) -> Step:
    """The player may decline after seeing the die; what cannot be paid in full is not offered."""
    if not pool.dice:
        return end("decline", shown, pool, you, rulings)
    if you.stress is not None and you.stress + price_of(shown, rulings) > BOXES:
        return end("decline", shown, pool, you, rulings)
    options = ("decline", "resist") if you.may_decline else ("resist",)
    return decide("ITD-A13", "resist", "roller", options, end, shown, pool, you, rulings)


def price_of(shown: Shown, rulings: Rulings) -> int:
    """The price is 6 less the die that is read. ITD-A12. By ruling a critical gives a point back."""
    return -1 if rulings.resist_critical and shown[1] > 1 else 6 - shown[0]


def end(option: str, shown: Shown, pool: Thrown, you: Resistance, rulings: Rulings) -> Outcome:
    """Resisted at that price, or suffered in full."""
    why = told(shown, pool) + (f", against {you.consequence}" if you.consequence else "")
    if option == "decline":
        return Outcome("ITD-A13", NOT_RESISTED, facts(highest=shown[0], stress=0), why=why)
    price = price_of(shown, rulings)
    if you.stress is not None:
        price = max(-you.stress, price)
    named = facts(highest=shown[0], stress=price)
    return Outcome("ITD-A13", RESISTED, named, paid("roller", you.stress, price, "resistance"), dues(you, price), why)


def dues(you: Resistance, price: int) -> tuple[Due, ...]:
    """The gm reduces the consequence, or takes it away if it was mild; the ninth box brings a trauma."""
    return (REDUCTION, trauma("roller")) if is_ninth(you.stress, price) else (REDUCTION,)
