"""The opposed roll of Wherever We Go: two sides, each with everything an action has, and edges compared."""

from __future__ import annotations

from typing import Any, TypeAlias, cast

from actionroll.games.wherever_we_go.action import (
    BLANKS,
    GAMBLE,
    HOLD,
    KEEP,
    Shown,
    Side,
    again_pools,
    effects_of,
    first_costs,
    first_pools,
    gamble_costs,
    gamble_options,
    gambled,
    push_options,
    pushed,
    reroll_options,
    shown_by,
    side_of,
    tier_of,
    told,
)
from actionroll.games.wherever_we_go.attempt import Action, Rulings
from actionroll.games.wherever_we_go.sheet import bane_dues, extra_dues
from actionroll.rules import Decide, Outcome, Part, Step, decide, facts, for_each_part, part_of, throw_read

ATTACKER, DEFENDER = "attacker", "defender"
TIERS = (f"{DEFENDER} wins", f"{ATTACKER} wins")
DRAW = "draw"
MEANS = {
    TIERS[0]: "The defender holds. The defender says how; with extra edges the gm says what more it brings.",
    TIERS[1]: "The attacker gets their way. The attacker says how; with extra edges the gm says what more it brings.",
    DRAW: "Neither has the better of it. The gm says where that leaves both.",
}

Opposed = for_each_part(
    "Opposed", Action, (ATTACKER, DEFENDER), "All that is settled before an opposed roll, for both sides.", __name__
)
Standing: TypeAlias = tuple[Shown, Side]
"""What one side shows, and the side."""


def tiers_of(you: Any, rulings: Rulings) -> tuple[str, ...]:
    """A tie is an end of its own where the ruling says so."""
    return (TIERS[0], DRAW, TIERS[1]) if rulings.opposed_tie == DRAW else TIERS


def start(you: Any, rulings: Rulings) -> Step:
    """WWG-A13. Who attacks is said, not guessed. Both may push, the attacker decides first."""
    attacker, defender = (side_of(part_of(you, part, Action), rulings, part) for part in (ATTACKER, DEFENDER))
    sides, notes = (attacker[0], defending(defender[0], rulings)), (attacker[1], defender[1])
    options = push_options(sides[0], rulings)
    return decide("WWG-A14", "attacker_push", ATTACKER, options, defender_push, sides, notes, rulings)


def defending(side: Side, rulings: Rulings) -> Side:
    """WWG-A14. Both may push and gamble; by ruling, as in combat, a defender never does."""
    return side if rulings.defender_may_risk else side._replace(gambles=0)


def defender_push(option: str, sides: tuple[Side, Side], notes: tuple[str, str], rulings: Rulings) -> Step:
    """Then the defender decides on a push."""
    options = push_options(sides[1], rulings) if rulings.defender_may_risk else (HOLD,)
    return decide("WWG-A14", "defender_push", DEFENDER, options, both_throw, option, sides, notes, rulings)


def both_throw(defends: str, attacks: str, sides: tuple[Side, Side], notes: tuple[str, str], rulings: Rulings) -> Step:
    """Both roll: the attacker's dice, then the defender's."""
    a, d = pushed(attacks, sides[0]), pushed(defends, sides[1])
    pools = first_pools(attacks, a, notes[0], rulings) + first_pools(defends, d, notes[1], rulings)
    costs = first_costs(attacks, a) + first_costs(defends, d)
    return throw_read("WWG-A14", pools, read_both, first_turn, a, d, rulings, costs=costs)


def read_both(*readings: Any) -> tuple[Shown, Shown]:
    """What both sides show: readings of the attacker's dice, of the defender's, then both sides and the rulings."""
    *seen, a, d, rulings = readings
    border = len(seen) // 2 if rulings.gamble_reroll == "all" else len(a.dice) + 1
    attacks, defends = seen[:border], seen[border:]
    return (
        shown_by(tuple(attacks[:-1]), attacks[-1], a, rulings),
        shown_by(tuple(defends[:-1]), defends[-1], d, rulings),
    )


def first_turn(shown: tuple[Shown, Shown], a: Side, d: Side, rulings: Rulings) -> Step:
    """The attacker decides first, seeing both rolls."""
    return turn(shown[0], a, (shown[1], d), rulings)


def turn(mine: Shown, me: Side, them: Standing, rulings: Rulings) -> Step:
    """One side may gamble."""
    name, options = f"{me.part}_gamble", gamble_options(me, rulings)
    return decide("WWG-A14", name, me.part, options, gamble_or_not, mine, me, them, rulings)


def gamble_or_not(option: str, mine: Shown, me: Side, them: Standing, rulings: Rulings) -> Step:
    """Leave what lies, and it is the other side's turn, or all is settled; or throw again."""
    if option == GAMBLE:
        name, options = f"{me.part}_reroll", reroll_options(mine, rulings)
        return decide("WWG-A8", name, me.part, options, throw_again, mine, me, them, rulings)
    return turn(*them, (mine, me), rulings) if me.part == ATTACKER else end(them, (mine, me), rulings)


def throw_again(option: str, mine: Shown, me: Side, them: Standing, rulings: Rulings) -> Step:
    """One side's dice again, while the other's lie."""
    stay = option == BLANKS
    thrown = gambled(mine, me, stay, rulings)
    pools = again_pools(mine, me, thrown, stay, rulings)
    return throw_read("WWG-A14", pools, read_own, turn, thrown, them, rulings, costs=gamble_costs(me.part))


def read_own(*readings: Any) -> Shown:
    """What the side that threw again shows."""
    *action, stress, side, _, rulings = readings
    return shown_by(tuple(action), stress, side, rulings)


def end(attacks: Standing, defends: Standing, rulings: Rulings) -> Outcome:
    """WWG-54. Both have rolled: more edges win. Each side has its own banes, willpower and stress."""
    (a, attacker), (d, defender) = attacks, defends
    margin = a.edges - d.edges
    named = facts(
        margin=margin,
        tie=margin == 0,
        attacker_edges=a.edges,
        defender_edges=d.edges,
        attacker_banes=a.banes,
        defender_banes=d.banes,
    )
    effects = effects_of(a, attacker) + effects_of(d, defender)
    banes = bane_dues(a.banes, ATTACKER, rulings) + bane_dues(d.banes, DEFENDER, rulings)
    dues = banes + extra_dues(*extra_edges(margin))
    tier = tier_between(margin, rulings)
    return Outcome("WWG-54", tier, named, effects, dues, words(a, d), means=MEANS[tier])


def tier_between(margin: int, rulings: Rulings) -> str:
    """WWG-55. Ties, also of no edges at all, go to the defender; by ruling they are a draw."""
    return DRAW if margin == 0 and rulings.opposed_tie == DRAW else TIERS[margin > 0]


def extra_edges(margin: int) -> tuple[int, Part]:
    """Edges beyond those it took to win: the attacker needs one more than the defender, the defender none."""
    return (margin - 1, ATTACKER) if margin > 0 else (-margin, DEFENDER)


def words(attacks: Shown, defends: Shown) -> str:
    """WWG-57. The four words of an action do not decide here, but they are told: `2 edges, 1 bane (success)`."""
    a, d = (f"{told(shown)} ({tier_of(shown.edges)})" for shown in (attacks, defends))
    return f"attacker {a}, defender {d}"


def gamble_when_losing(asked: Decide) -> str:
    """Gamble only if this side does not win as the dice lie."""
    mine, me, them, _ = cast(tuple[Shown, Side, Standing, Rulings], asked.given)
    return GAMBLE if mine.edges < them[0].edges + (me.part == ATTACKER) else KEEP
