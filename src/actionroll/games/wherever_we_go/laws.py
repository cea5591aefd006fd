"""A closed form of a whole action roll with at most one gamble; tested equal to going through its steps."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

from actionroll.dice import Falls, falls
from actionroll.games.wherever_we_go.action import outcomes
from actionroll.games.wherever_we_go.attempt import Action
from actionroll.games.wherever_we_go.diceread import Stress, action_dice, stress_law
from actionroll.games.wherever_we_go.rulings import Rulings
from actionroll.games.wherever_we_go.side import (
    GAMBLE,
    HOLD,
    KEEP,
    Stakes,
    gamble_costs,
    gamble_options,
    opening,
    push_costs,
    push_options,
    pushed,
    raised,
)
from actionroll.rules import Effect
from actionroll.rules.game import BEST
from actionroll.rules.steps import End

ALWAYS = 1_000
STANDS_FROM = {KEEP: 0, "on-failure": 1, "below-success": 2, GAMBLE: ALWAYS}
"""With how many edges a roll is left as it is, by each way to decide on gambles."""


def action_law(you: Action, rulings: Rulings, decide: Mapping[str, str]) -> tuple[list[End], int] | None:
    """All ends out of all ways, where at most one gamble can follow and every die but banes is then thrown again."""
    push, stands = decide.get("push", HOLD), STANDS_FROM.get(decide.get("gamble", KEEP))
    if stands is None or push == BEST or rulings.gamble_reroll != "all" or rulings.wp_timing != "final":
        return None
    if stands and you.gambles > 1:
        return None
    stakes, _ = opening(you, rulings, "roller")
    option = push if push in push_options(you, rulings) else HOLD
    staked = pushed(option, stakes)
    return ends_of(staked, stands if GAMBLE in gamble_options(staked) else 0, push_costs(option, stakes))


def ends_of(stakes: Stakes, stands: int, costs: tuple[Effect, ...]) -> tuple[list[End], int]:
    """The ends of the first throw and, for falls with fewer edges than may stand, those of the gamble."""
    edges, every = falls(action_dice(stakes.dice, stakes.part))
    dice = stakes.on_table
    if not stands:
        return told(edges, stress_law(6, dice), 1, stakes, costs), every * 6**dice
    again, spent = raised(stakes), costs + gamble_costs(stakes.part)
    if stands == ALWAYS:
        joining = again.on_table - dice
        return told(edges, thrown_twice(dice, joining), 1, again, spent), every * 36**dice * 6**joining
    total, factor = every * 6**dice, every * 6**again.on_table
    stress = stress_law(6, dice)
    kept = told(edges, stress, factor, stakes, costs, stands)
    thrown = thrown_again(locked_banes(edges, stress, stands), again.on_table)
    return kept + told(edges, thrown, 1, again, spent), total * factor


def told(
    edges: Falls[int], stress: Falls[Stress], scale: int, stakes: Stakes, spent: tuple[Effect, ...], least: int = 0
) -> list[End]:
    """The outcomes of what all dice show together, where it is so many edges at least."""
    known, room = outcomes(stakes.gambled, stakes.waiting, stakes.part, stakes.house), stakes.room
    return [
        (known[base + sixes, banes, sixes if sixes < room else room], spent, many * ways * scale)
        for (sixes, banes), many in stress.items()
        for base, ways in edges.items()
        if base + sixes >= least
    ]


def locked_banes(edges: Falls[int], stress: Falls[Stress], stands: int) -> dict[int, int]:
    """WWG-40. In how many ways so many banes are locked by a gamble, which follows on fewer edges than may stand."""
    locked: dict[int, int] = {}
    for (sixes, banes), many in stress.items():
        for base, ways in edges.items():
            if base + sixes < stands:
                locked[banes] = locked.get(banes, 0) + many * ways
    return locked


def thrown_twice(dice: int, joining: int) -> Falls[Stress]:
    """WWG-38 to WWG-40. Stress dice that were thrown and thrown again, 36 ways each, and those that joined.

    Such a die ends as a bane in 6 ways, locked, and in 5 more, thrown again; and as a six in 5 ways.
    """
    new = stress_law(6, joining)
    if not dice:
        return new
    found: dict[Stress, int] = {}
    for sixes in range(dice + 1):
        for banes in range(dice + 1 - sixes):
            rest = dice - sixes - banes
            ways = comb(dice, sixes) * comb(dice - sixes, banes) * 5**sixes * 11**banes * 20**rest
            for (more, further), many in new.items():
                shown = (sixes + more, banes + further)
                found[shown] = found.get(shown, 0) + ways * many
    return found


def thrown_again(locked: Mapping[int, int], dice: int) -> dict[Stress, int]:
    """WWG-39, WWG-40. What the stress dice show after a gamble, over all six faces of every die, locked or not."""
    found: dict[Stress, int] = {}
    for lying, ways in locked.items():
        weight = ways * 6**lying
        for (sixes, banes), many in stress_law(6, dice - lying).items():
            shown = (sixes, banes + lying)
            found[shown] = found.get(shown, 0) + weight * many
    return found
