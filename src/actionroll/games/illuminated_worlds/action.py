"""The action roll of Illuminated Worlds, and the group roll, which is the same with more hands."""

from __future__ import annotations

from actionroll.games.illuminated_worlds.attempt import Action, Group
from actionroll.games.illuminated_worlds.bounds import becomes_group, refuse_what_cannot_be
from actionroll.games.illuminated_worlds.casting import throw_dice
from actionroll.games.illuminated_worlds.late import thrown
from actionroll.games.illuminated_worlds.resolving import may_resist
from actionroll.games.illuminated_worlds.rulings import Rulings
from actionroll.games.illuminated_worlds.settled import Course, costs_of, pools_of, settle
from actionroll.games.illuminated_worlds.taking import TIERS
from actionroll.games.illuminated_worlds.usual import is_usual, throw_usual
from actionroll.rules import Step
from actionroll.rules.game import tiers_by_risk, without_risk


def tiers_of(you: Action, rulings: Rulings) -> tuple[str, ...]:
    """IW-2. Where nothing is in question there is no roll, and one answer."""
    return tiers_by_risk(you.risk, TIERS)


def start(you: Action, rulings: Rulings) -> Step:
    """IW-1, IW-5 to IW-13. An action roll; with several who help it becomes a group roll."""
    return begin(you, rulings, becomes_group(you, rulings), declared=False)


def start_group(you: Group, rulings: Rulings) -> Step:
    """IW-42 to IW-47. The leader's rating and drive, a die from each who pays, and no more than six."""
    return begin(you, rulings, group=True, declared=True)


def begin(you: Action, rulings: Rulings, group: bool, declared: bool) -> Step:
    """IW-4. Until this throw nothing is spent, and everything may still be changed."""
    if certain := without_risk(you.risk, "IW-2"):
        return certain
    refuse_what_cannot_be(you, rulings, declared)
    settled = settle(you, rulings, group)
    pools = pools_of(you, settled.dice, rulings, group)
    costs = costs_of(settled)
    if is_usual(settled):
        return throw_usual(pools, settled, costs)
    follows = thrown if rulings.late_spend else may_resist
    return throw_dice("IW-13", settled.dice, pools, follows, settled, Course(you.resistances), costs)
