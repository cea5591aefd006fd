"""Help that came about: helpers whose own quick roll succeeded, as inputs of the roll that they help."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from actionroll.games.true_world.dicepools import A_DIE_OR_NONE
from actionroll.games.true_world.rulings import Rulings
from actionroll.rules import Joins, OfEach, many, whole

Under = Callable[[Rulings], bool]


def helpers_who_succeeded(says: str, under: Under | None = None) -> Any:
    """TW-14. How many helpers succeeded; each who says so joins the roll."""
    joins = Joins("You have rolled assist for this, and succeeded: one die more.")
    return whole(0, 10, says, by="helper", default=0, joins=joins, under=under)


def dice_of_helpers(under: Under) -> Any:
    """TW-A2. The sizes of their dice, where these are not the base die's."""
    says = "Sizes of the helpers' dice, under the rulings extra_die=helper and custom; none for the base die's."
    return many(A_DIE_OR_NONE, says, most=10, by="helper", of_each=OfEach("helpers"), under=under)
