"""A closed form of a whole action roll with at most one gamble; tested equal to going through its steps."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

from actionroll.dice import Falls, falls
from actionroll.games.wherever_we_go.action import outcome
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
from actionroll.rules.steps import End

ALWAYS = 1_000
STANDS_FROM = {KEEP: 0, "on-failure": 1, "below-success": 2, GAMBLE: ALWAYS}
"""With how many edges a roll is left as it is, by each way to decide on gambles."""

Read = dict[tuple[int, int, int], int]
"""In how many ways edges, banes and willpower gained come about."""


def action_law(you: Action, rulings: Rulings, decide: Mapping[str, str]) -> tuple[list[End], int] | None:
    """All ends out of all ways, where at most one gamble can follow and every die but banes is then thrown again."""
    push, stands = decide.get("push", HOLD), STANDS_FROM.get(decide.get("gamble", KEEP))
    if stands is None or push == "best" or rulings.gamble_reroll != "all" or rulings.wp_timing != "final":
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
    if stands == ALWAYS:
        return ends_of_gambles(edges, every, stakes, costs)
    kept, locked = first_throw(edges, stress_law(6, stakes.on_table), stakes.room, stands)
    total = every * 6**stakes.on_table
    if not locked:
        return told(kept, 1, stakes, costs), total
    again = raised(stakes)
    thrown = read(edges, thrown_again(locked, again.on_table), again.room)
    factor = every * 6**again.on_table
    ends = told(kept, factor, stakes, costs) + told(thrown, 1, again, costs + gamble_costs(stakes.part))
    return ends, total * factor


def ends_of_gambles(edges: Falls[int], every: int, stakes: Stakes, costs: tuple[Effect, ...]) -> tuple[list[End], int]:
    """Where one gambles whatever shows, what the first throw showed matters only by the banes that it locked."""
    again = raised(stakes)
    joining = again.on_table - stakes.on_table
    thrown = read(edges, thrown_twice(stakes.on_table, joining), again.room)
    spent = costs + gamble_costs(stakes.part)
    return told(thrown, 1, again, spent), every * 36**stakes.on_table * 6**joining


def first_throw(edges: Falls[int], stress: Falls[Stress], room: int, stands: int) -> tuple[Read, dict[int, int]]:
    """What stands as it fell, and WWG-40 in how many ways so many banes are locked by a gamble."""
    kept: Read = {}
    locked: dict[int, int] = {}
    for (sixes, banes), many in stress.items():
        wp = sixes if sixes < room else room
        for base, ways in edges.items():
            if base + sixes < stands:
                locked[banes] = locked.get(banes, 0) + many * ways
            else:
                shown = (base + sixes, banes, wp)
                kept[shown] = kept.get(shown, 0) + many * ways
    return kept, locked


def read(edges: Falls[int], stress: Falls[Stress], room: int) -> Read:
    """What all dice show together."""
    return first_throw(edges, stress, room, 0)[0]


def thrown_twice(dice: int, joining: int) -> Falls[Stress]:
    """WWG-38 to WWG-40. Stress dice that were thrown and thrown again, 36 ways each, and those that joined.

    Such a die ends as a bane in 6 ways, locked, and in 5 more, thrown again; and as a six in 5 ways.
    """
    found: dict[Stress, int] = {}
    new = stress_law(6, joining)
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


def told(found: Read, scale: int, stakes: Stakes, spent: tuple[Effect, ...]) -> list[End]:
    """The outcomes of what the dice showed."""
    gambled, waiting, part, house = stakes.gambled, stakes.waiting, stakes.part, stakes.house
    return [
        (outcome(edges, banes, wp, gambled, waiting, part, house), spent, ways * scale)
        for (edges, banes, wp), ways in found.items()
    ]
