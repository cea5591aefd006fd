"""The opposed roll of Wherever We Go: two sides, each with everything an action has, and edges compared."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from actionroll.games.wherever_we_go.action import ALL, BLANKS, reroll_options, tier_of, told
from actionroll.games.wherever_we_go.aftermath import bane_dues, extra_dues
from actionroll.games.wherever_we_go.attempt import Action
from actionroll.games.wherever_we_go.diceread import Stress
from actionroll.games.wherever_we_go.rulings import Rulings
from actionroll.games.wherever_we_go.side import (
    GAMBLE,
    HOLD,
    KEEP,
    House,
    Shown,
    Stakes,
    again_pools,
    effects_of,
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
from actionroll.rules import Decide, Due, Outcome, Part, Step, decide, throw_read
from actionroll.rules.parts import for_each_part, part_of

ATTACKER, DEFENDER = "attacker", "defender"
TIERS = (f"{DEFENDER} wins", f"{ATTACKER} wins")
DRAW = "draw"

Opposed = for_each_part(
    "Opposed", Action, (ATTACKER, DEFENDER), "All that is settled before an opposed roll, for both sides.", __name__
)


def tiers_of(you: Any, rulings: Rulings) -> tuple[str, ...]:
    """WWG-A13. A tie is an end of its own where the ruling says so."""
    return (TIERS[0], DRAW, TIERS[1]) if rulings.opposed_tie == DRAW else TIERS


def start(you: Any, rulings: Rulings) -> Step:
    """WWG-54. Both roll. WWG-A14. Both may push; the attacker decides first. A13: who attacks is said, not guessed."""
    sides = part_of(you, ATTACKER, Action), part_of(you, DEFENDER, Action)
    attacker, defender = opening(sides[0], rulings, ATTACKER), opening(sides[1], rulings, DEFENDER)
    stakes, notes = (attacker[0], defending(defender[0], rulings)), (attacker[1], defender[1])
    theirs = push_options(sides[1], rulings) if rulings.defender_may_risk else (HOLD,)
    return decide(
        "WWG-A14", "attacker_push", ATTACKER, push_options(sides[0], rulings), defender_push, theirs, stakes, notes
    )


def defending(stakes: Stakes, rulings: Rulings) -> Stakes:
    """WWG-A14. By ruling, as in combat, a defender never pushes or gambles."""
    return stakes if rulings.defender_may_risk else stakes._replace(gambles=0)


def defender_push(option: str, theirs: tuple[str, ...], stakes: tuple[Stakes, Stakes], notes: tuple[str, str]) -> Step:
    """WWG-A14. Then the defender decides on a push."""
    return decide("WWG-A14", "defender_push", DEFENDER, theirs, both_throw, option, stakes, notes)


def both_throw(defends: str, attacks: str, stakes: tuple[Stakes, Stakes], notes: tuple[str, str]) -> Step:
    """WWG-54. The dice of both sides: the attacker's, then the defender's."""
    a, d = pushed(attacks, stakes[0]), pushed(defends, stakes[1])
    own = first_pools(attacks, a, notes[0])
    pools = own + first_pools(defends, d, notes[1])
    costs = push_costs(attacks, a) + push_costs(defends, d)
    if a.house.gamble_reroll == "all":
        return throw_read("WWG-54", pools, read_both, first_turn, a, d, costs=costs)
    return throw_read("WWG-54", pools, read_both_faces, first_turn, a, d, costs=costs)


def read_both(
    a_edges: int, a_stress: Stress, d_edges: int, d_stress: Stress, a: Stakes, d: Stakes
) -> tuple[Shown, Shown]:
    """What both sides show."""
    return read(a_edges, a_stress, a), read(d_edges, d_stress, d)


def read_both_faces(*readings: Any) -> tuple[Shown, Shown]:
    """WWG-A8. What both sides show, each action die by itself."""
    *shown, a, d = readings
    border = len(a.dice) + 1
    return read_faces(tuple(shown[:border]), a), read_faces(tuple(shown[border:]), d)


def first_turn(shown: tuple[Shown, Shown], a: Stakes, d: Stakes) -> Step:
    """WWG-A14. The attacker decides first, seeing both rolls."""
    return turn(shown[0], a, shown[1], d)


def turn(mine: Shown, me: Stakes, theirs: Shown, them: Stakes) -> Step:
    """WWG-36. One side may gamble."""
    name = f"{me.part}_gamble"
    return decide("WWG-A14", name, me.part, gamble_options(me), gamble_or_not, mine, me, theirs, them)


def gamble_or_not(option: str, mine: Shown, me: Stakes, theirs: Shown, them: Stakes) -> Step:
    """WWG-36, WWG-41. A gamble's new roll replaces the old one."""
    if option == KEEP:
        return keep(mine, me, theirs, them)
    if me.house.gamble_reroll == "all":
        return throw_again(ALL, mine, me, theirs, them)
    name = f"{me.part}_reroll"
    return decide("WWG-A8", name, me.part, reroll_options(mine), throw_again, mine, me, theirs, them)


def keep(mine: Shown, me: Stakes, theirs: Shown, them: Stakes) -> Step:
    """WWG-A14. What lies is left so: then the other side decides, or all is settled."""
    return turn(theirs, them, mine, me) if me.part == ATTACKER else end(theirs, mine, them, me)


def throw_again(option: str, mine: Shown, me: Stakes, theirs: Shown, them: Stakes) -> Step:
    """WWG-39. One side's dice again, while the other's lie."""
    stay = option == BLANKS
    staked = gambled(mine, me, stay)
    pools = again_pools(mine, me, staked, stay)
    reads = read if me.house.gamble_reroll == "all" else read_own_faces
    then = turn if staked.gambles else keep
    return throw_read("WWG-39", pools, reads, then, staked, theirs, them, costs=gamble_costs(me.part))


def read_own_faces(*readings: Any) -> Shown:
    """WWG-A8. What the side that threw again shows, each action die by itself."""
    return read_faces(readings[:-3], readings[-3])


def end(attacks: Shown, defends: Shown, a: Stakes, d: Stakes) -> Outcome:
    """WWG-54, WWG-56. More edges win, and the margin is told. Each side has its own banes, willpower and stress."""
    margin = attacks[0] - defends[0]
    named = (
        ("margin", margin),
        ("tie", margin == 0),
        ("attacker_edges", attacks[0]),
        ("defender_edges", defends[0]),
        ("attacker_banes", attacks[2]),
        ("defender_banes", defends[2]),
    )
    effects = effects_of(attacks, a) + effects_of(defends, d)
    left = dues(attacks[2], defends[2], margin, a.house)
    return Outcome("WWG-54", tier_between(margin, a), named, effects, left, words(attacks, defends))


def tier_between(margin: int, a: Stakes) -> str:
    """WWG-55. Ties, also of no edges at all, go to the defender; WWG-A13. by ruling they are a draw."""
    if margin == 0 and a.house.opposed_tie == DRAW:
        return DRAW
    return TIERS[margin > 0]


@lru_cache(maxsize=4096)
def dues(attackers_banes: int, defenders_banes: int, margin: int, house: House) -> tuple[Due, ...]:
    """WWG-50, WWG-56. Each side's banes are assigned, and the winner's extra edges may bring benefits."""
    return (
        bane_dues(attackers_banes, ATTACKER, house.gear_loss, house.split_severity)
        + bane_dues(defenders_banes, DEFENDER, house.gear_loss, house.split_severity)
        + extra_dues(*extra_edges(margin))
    )


def extra_edges(margin: int) -> tuple[int, Part]:
    """WWG-56. Edges beyond those it took to win: the attacker needs one more than the defender, the defender none."""
    return (margin - 1, ATTACKER) if margin > 0 else (-margin, DEFENDER)


def words(attacks: Shown, defends: Shown) -> str:
    """WWG-57. The four words of an action do not decide here, but they are told."""
    return f"attacker {side_told(attacks[0], attacks[2])}, defender {side_told(defends[0], defends[2])}"


@lru_cache(maxsize=1024)
def side_told(edges: int, banes: int) -> str:
    """`2 edges, 1 bane (success)`."""
    return f"{told(edges, banes)} ({tier_of(edges)})"


def gamble_when_losing(asked: Decide) -> str:
    """Gamble only if this side does not win as the dice lie."""
    mine, me, theirs, _ = _given(asked)
    needed = theirs[0] + (me.part == ATTACKER)
    return GAMBLE if mine[0] < needed and GAMBLE in asked.options else KEEP


def _given(asked: Decide) -> tuple[Any, ...]:
    return asked.given
