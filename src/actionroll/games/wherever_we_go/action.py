"""The action roll of Wherever We Go."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from actionroll.games.wherever_we_go.aftermath import bane_dues, counted, story_dues
from actionroll.games.wherever_we_go.attempt import Action
from actionroll.games.wherever_we_go.rulings import Rulings
from actionroll.games.wherever_we_go.side import (
    GAMBLE,
    KEEP,
    PUSH,
    House,
    Shown,
    Stakes,
    again_pools,
    changes,
    first_pools,
    gamble_costs,
    gamble_options,
    gambled,
    opening,
    push_costs,
    push_options,
    pushed,
    read,
    read_faces,
)
from actionroll.rules import Decide, Due, Effect, Outcome, Part, Pool, Step, decide, facts, throw_read

TIERS = ("failure", "mixed success", "success", "great success")
ALL, BLANKS = "all", "blanks"
MOST_KNOWN = 1024


def start(you: Action, rulings: Rulings) -> Step:
    """WWG-01, WWG-32. When all is settled the player decides on a push, and then the dice fall."""
    stakes, note = opening(you, rulings, "roller")
    return decide("WWG-32", "push", "roller", push_options(you, rulings), first_throw, stakes, note)


def first_throw(option: str, stakes: Stakes, note: str) -> Step:
    """WWG-33. The action dice, and stress dice if the player pushed."""
    staked = pushed(option, stakes)
    rule = "WWG-33" if option == PUSH else "WWG-04"
    return cast(rule, first_pools(option, staked, note), staked, push_costs(option, stakes))


def cast(rule: str, pools: tuple[Pool[Any], ...], stakes: Stakes, costs: tuple[Effect, ...]) -> Step:
    """A throw of this roll; every throw is read alike."""
    reads = read if stakes.house.gamble_reroll == "all" else read_each
    return throw_read(rule, pools, reads, may_gamble if stakes.gambles else end, stakes, costs=costs)


def read_each(*readings_and_stakes: Any) -> Shown:
    """WWG-A8. Each action die by itself, and the stress dice."""
    return read_faces(readings_and_stakes[:-1], readings_and_stakes[-1])


def may_gamble(shown: Shown, stakes: Stakes) -> Step:
    """WWG-36. After the roll, if the player is unhappy with it, whatever it shows."""
    return decide("WWG-36", "gamble", stakes.part, gamble_options(stakes), gamble_or_not, shown, stakes)


def gamble_or_not(option: str, shown: Shown, stakes: Stakes) -> Step:
    """WWG-41. The new roll replaces the old one, and may be worse."""
    if option == KEEP:
        return end(shown, stakes)
    if stakes.house.gamble_reroll == "all":
        return throw_again(ALL, shown, stakes)
    return decide("WWG-A8", "reroll", stakes.part, reroll_options(shown), throw_again, shown, stakes)


def reroll_options(shown: Shown) -> tuple[str, ...]:
    """WWG-A8. Dice that show edges may stay, by ruling; where none does, nothing is to be chosen."""
    return (ALL, BLANKS) if shown[0] else (ALL,)


def throw_again(option: str, shown: Shown, stakes: Stakes) -> Step:
    """WWG-39. All action dice and stress dice again, with one more."""
    stay = option == BLANKS
    staked = gambled(shown, stakes, stay)
    return cast("WWG-39", again_pools(shown, stakes, staked, stay), staked, gamble_costs(stakes.part))


def tier_of(edges: int) -> str:
    """WWG-08. No edge is a failure, one a mixed success, two a success, three or more a great success."""
    return TIERS[edges if edges < 3 else 3]


def end(shown: Shown, stakes: Stakes) -> Outcome:
    """WWG-08. The edges settle the outcome; WWG-50. banes are to be assigned even after the best of them."""
    known = outcomes(stakes.gambled, stakes.waiting, stakes.part, stakes.house)
    return known[shown[0], shown[2], stakes.gained + shown[1]]


class Outcomes(dict[tuple[int, int, int], Outcome]):
    """The outcomes of rolls that differ only in edges, banes and willpower gained, each made when it first comes up."""

    def __init__(self, gambled: int, waiting: tuple[int, int], part: Part, house: House) -> None:
        super().__init__()
        self.gambled, self.waiting, self.part, self.house = gambled, waiting, part, house

    def __missing__(self, shown: tuple[int, int, int]) -> Outcome:
        if len(self) >= MOST_KNOWN:
            self.clear()
        self[shown] = found = outcome(*shown, self.gambled, self.waiting, self.part, self.house)
        return found


@lru_cache(maxsize=32)
def outcomes(gambled: int, waiting: tuple[int, int], part: Part, house: House) -> Outcomes:
    """All outcomes of a side that has gambled so often."""
    return Outcomes(gambled, waiting, part, house)


def outcome(
    edges: int, banes: int, wp: int, gambled: int, waiting: tuple[int, int], part: Part, house: House
) -> Outcome:
    """The outcome that these numbers make."""
    tier = tier_of(edges)
    named = facts(edges=edges, banes=banes, wp=wp, gambled=gambled)
    dues = left_to_do(tier, banes, part, house)
    return Outcome("WWG-08", tier, named, changes(part, wp, *waiting), dues, told(edges, banes))


def left_to_do(tier: str, banes: int, part: Part, house: House) -> tuple[Due, ...]:
    """WWG-50, WWG-12. Banes to assign, then benefits or consequences to name."""
    return bane_dues(banes, part, house.gear_loss, house.split_severity) + story_dues(tier, part)


def told(edges: int, banes: int) -> str:
    """`2 edges`, `no edges, 1 bane`."""
    return counted(edges, "edge") + (f", {counted(banes, 'bane')}" if banes else "")


def gamble_on_failure(asked: Decide) -> str:
    """Gamble only if there is no edge at all."""
    return GAMBLE if _edges(asked) < 1 and GAMBLE in asked.options else KEEP


def gamble_below_success(asked: Decide) -> str:
    """Gamble on a failure or a mixed success."""
    return GAMBLE if _edges(asked) < 2 and GAMBLE in asked.options else KEEP


def _edges(asked: Decide) -> int:
    given: Any = asked.given
    edges: int = given[0][0]
    return edges
