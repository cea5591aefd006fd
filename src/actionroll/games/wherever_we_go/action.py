"""The action roll of Wherever We Go, from the base dice to the outcome, in the order of the text."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias, cast

from actionroll.dice import tally, total
from actionroll.games.wherever_we_go.attempt import (
    LADDERS,
    Action,
    Rulings,
    check,
    modifiers,
    no_help_from,
    stepped,
    talents,
    told_steps,
)
from actionroll.games.wherever_we_go.sheet import bane_dues, counted, story_due
from actionroll.rules import (
    Decide,
    Effect,
    Kept,
    Outcome,
    Part,
    Pool,
    Step,
    Term,
    decide,
    facts,
    throw_read,
)

MEANS = {
    "failure": "It does not work. The gm says how it goes wrong and what follows; the story does not stop here.",
    "mixed success": "It works, but not cleanly. Say how; the gm says what it costs or what comes with it.",
    "success": "It works as you hoped. Say how; the gm may add something good.",
    "great success": "It works better than you hoped. Say how; the gm says what more it brings.",
}
TIERS = tuple(MEANS)
HOLD, PUSH = "hold", "push"
KEEP, GAMBLE = "keep", "gamble"
ALL, BLANKS = "all", "blanks"
Dice: TypeAlias = tuple[tuple[str, int], ...]
"""Dice, each with its source."""
Stress: TypeAlias = tuple[int, ...]
"""Sixes and banes on stress dice."""


class Side(NamedTuple):
    """One side of a roll: what the rest of it must know, and nothing else."""

    part: Part
    dice: Dice
    """The action dice as they are after stepping."""
    stress: int
    wp: int
    room: int
    """Willpower that can still be gained."""
    gambles: int
    """How often this side may still gamble."""
    waiting: tuple[int, int]
    """The bonus and penalty that waited for this roll, and are used up by it."""
    in_vain: tuple[Part, ...] = ()
    """Whose help does not count."""
    driven: int = 0
    """Willpower that acting on a drive costs."""
    on_table: int = 0
    """Stress dice on the table, locked banes among them."""
    gambled: int = 0
    gained: int = 0
    """Willpower from throws before this one."""
    paid: int = 0
    """Sixes on the table that gave their willpower before."""


class Shown(NamedTuple):
    """What the dice of one side show."""

    edges: int
    wp: int
    """Willpower from sixes, up to the maximum."""
    banes: int
    faces: tuple[int, ...] = ()
    """The face of each action die that has an edge, where such dice may stay."""
    sixes: int = 0
    """Sixes on stress dice, where they may stay."""


# Before the dice fall


def start(you: Action, rulings: Rulings) -> Step:
    """WWG-01. When all is settled the player decides on a push; then the dice fall, and only then comes the gamble."""
    side, note = side_of(you, rulings, "roller")
    return may_push(side, note, rulings)


def side_of(you: Action, rulings: Rulings, part: Part) -> tuple[Side, str]:
    """WWG-05. One side with its dice: bonuses and penalties step its base dice only; and in words how they did."""
    check(you, rulings)
    summed = modifiers(you, rulings)
    base = stepped(you.attribute, you.skill, summed.net, rulings)
    named = (("attribute", base[0]), ("skill", base[1]), *(("talent", die) for die in talents(you, rulings)))
    least = min(die for die in LADDERS[rulings.ladder] if die)
    dice = tuple(each for each in named if each[1] >= least)
    waiting, driven = (you.waiting_bonus, you.waiting_penalty), int(you.drive > 0)
    wp = you.wp - driven
    side = Side(part, dice, you.stress, wp, you.wp_max - wp, you.gambles, waiting, no_help_from(you, rulings), driven)
    told = (told_steps(you, summed, base, rulings), told_no_push(side, rulings))
    return side, "; ".join(each for each in told if each)


def may_push(side: Side, note: str, rulings: Rulings) -> Step:
    """WWG-32. Before the roll, 1 willpower may be spent on a push."""
    return decide("WWG-32", "push", side.part, push_options(side, rulings), first_throw, side, note, rulings)


def push_options(side: Side, rulings: Rulings) -> tuple[str, ...]:
    """WWG-A9. Without willpower there is no push; without stress it adds nothing, and by ruling is refused."""
    useless = side.stress == 0 and rulings.push_at_zero == "refuse"
    return (HOLD, PUSH) if side.wp and not useless else (HOLD,)


def told_no_push(side: Side, rulings: Rulings) -> str:
    """Why there is no push, for whoever wanted one."""
    if PUSH in push_options(side, rulings):
        return ""
    return "no stress for a push" if side.wp else "no willpower for a push"


def pushed(option: str, side: Side) -> Side:
    """WWG-34. A push brings stress dice and does not change stress. WWG-35. Without it none is on the table."""
    return side._replace(on_table=side.stress, room=side.room + 1) if option == PUSH else side


def first_costs(option: str, side: Side) -> tuple[Effect, ...]:
    """WWG-60. 1 willpower for a push, and 1 for a drive that is acted on, taken when the dice are thrown."""
    spent = side.driven + (option == PUSH)
    return (Effect(side.part, "wp", -spent, "push" if option == PUSH else "drive"),) if spent else ()


# The dice


def edges_of(face: int) -> int:
    """WWG-07, WWG-09. A 6 or more is one edge, a 10 or more two, and never three."""
    return 0 if face < 6 else 1 if face < 10 else 2


def if_edge(face: int) -> int:
    """The face itself, where it has an edge and so may stay."""
    return face if edges_of(face) else 0


edges = total("edges", edges_of)
edge_face = total("the face, if it has an edge", if_edge)
sixes_and_banes = tally("sixes and banes", {6}, {1})
"""WWG-45, WWG-49. A 6 on a stress die is an edge, a 1 is a bane."""


def action_dice(side: Side, rulings: Rulings, faces: tuple[int, ...] = (), note: str = "") -> tuple[Pool[int], ...]:
    """Base dice and talent die, as one pool; where dice may stay by ruling, each is a pool of its own."""
    if rulings.gamble_reroll == "all":
        sources = tuple(source for source, _ in side.dice)
        return (Pool(tuple(sides for _, sides in side.dice), edges, sources, by=side.part, note=note),)
    stay = faces or (0,) * len(side.dice)
    notes = (note, *("",) * len(side.dice))
    return tuple(
        single_die(*die, face, side.part, told) for die, face, told in zip(side.dice, stay, notes, strict=False)
    )


def single_die(source: str, sides: int, stays: int, part: Part, note: str) -> Pool[int]:
    """One action die, cast or left as it lies; the first tells how all came about."""
    kept = (Kept(source, sides, stays),) if stays else ()
    return Pool(() if stays else (sides,), edge_face, (source,), (), part, kept, source != "attribute", note)


def stress_dice(side: Side, terms: tuple[Term, ...], locked: int = 0, stay: int = 0) -> Pool[Stress]:
    """WWG-40. Stress dice that show a 1 are locked; all others are cast again, unless a six stays by ruling."""
    lying = (Kept("stress", 6, 1),) * locked + (Kept("stress", 6, 6),) * stay
    told = (*terms, Term("locked", -locked, "WWG-40"), Term("stay", -stay, "WWG-40"))
    shown = terms + tuple(term for term in told[len(terms) :] if term.count)
    return Pool((6,) * (side.on_table - len(lying)), sixes_and_banes, ("stress",), shown, side.part, lying, beside=True)


def first_pools(option: str, side: Side, note: str, rulings: Rulings) -> tuple[Pool[Any], ...]:
    """WWG-33. The action dice, and after a push as many stress dice as there is stress."""
    tells = "" if side.stress else "so the push adds nothing"
    terms = (Term("stress", side.on_table, "WWG-33", tells=tells),) if option == PUSH else ()
    return *action_dice(side, rulings, note=note), stress_dice(side, terms)


def again_pools(shown: Shown, before: Side, side: Side, stay: bool, rulings: Rulings) -> tuple[Pool[Any], ...]:
    """WWG-38. All action dice again, and one more stress die joins those on the table."""
    old = (Term("stress", before.on_table, "WWG-38"),) if before.on_table else ()
    terms = (*old, Term("gamble", side.on_table - before.on_table, "WWG-38"))
    faces, sixes = (shown.faces, shown.sixes) if stay else ((), 0)
    return *action_dice(side, rulings, faces), stress_dice(side, terms, shown.banes, sixes)


# Roll, and gamble


def first_throw(option: str, side: Side, note: str, rulings: Rulings) -> Step:
    """WWG-04. All dice at once: the two base dice, the talent die, and stress dice after a push."""
    thrown = pushed(option, side)
    pools = first_pools(option, thrown, note, rulings)
    return throw_read("WWG-04", pools, read, may_gamble, thrown, rulings, costs=first_costs(option, side))


def read(*readings: Any) -> Shown:
    """What one side's dice show: readings of its action dice, that of its stress dice, the side and the rulings."""
    *action, stress, side, rulings = readings
    return shown_by(tuple(action), stress, side, rulings)


def shown_by(action: tuple[int, ...], stress: Stress, side: Side, rulings: Rulings) -> Shown:
    """WWG-46. Each six on a stress die gives willpower besides its edge, up to the maximum.

    WWG-47, WWG-48. Action dice give edges only, neither willpower nor banes.
    """
    sixes, banes = stress
    gained = min(sixes - side.paid, side.room)
    if rulings.gamble_reroll == "all":
        return Shown(sum(action) + sixes, gained, banes)
    return Shown(sum(edges_of(face) for face in action) + sixes, gained, banes, action, sixes)


def may_gamble(shown: Shown, side: Side, rulings: Rulings) -> Step:
    """WWG-36. After the roll, if the player is unhappy with it, whatever it shows."""
    return decide("WWG-36", "gamble", side.part, gamble_options(side, rulings), gamble_or_not, shown, side, rulings)


def gamble_options(side: Side, rulings: Rulings) -> tuple[str, ...]:
    """WWG-43, WWG-44. Once, or as often as the gm allows and stress can rise; pushed or not."""
    most = rulings.stress_max
    return (KEEP, GAMBLE) if side.gambles and (most is None or side.stress < most) else (KEEP,)


def gamble_or_not(option: str, shown: Shown, side: Side, rulings: Rulings) -> Step:
    """Let the roll stand, or gamble: by ruling what is thrown again is a choice too."""
    if option == KEEP:
        return end(shown, side, rulings)
    return decide("WWG-A8", "reroll", side.part, reroll_options(shown, rulings), throw_again, shown, side, rulings)


def reroll_options(shown: Shown, rulings: Rulings) -> tuple[str, ...]:
    """All dice; by ruling those that show edges may stay, where any does."""
    return (ALL, BLANKS) if rulings.gamble_reroll == "choose" and shown.edges else (ALL,)


def throw_again(option: str, shown: Shown, side: Side, rulings: Rulings) -> Step:
    """WWG-39. All action dice are thrown again, those with edges too. WWG-41. The new roll replaces the old one."""
    stay = option == BLANKS
    thrown = gambled(shown, side, stay, rulings)
    pools = again_pools(shown, side, thrown, stay, rulings)
    return throw_read("WWG-39", pools, read, may_gamble, thrown, rulings, costs=gamble_costs(side.part))


def gambled(shown: Shown, side: Side, stay: bool, rulings: Rulings) -> Side:
    """WWG-37, WWG-A19. Stress rises by 1 each time, and so do the stress dice. WWG-42. It costs no willpower.

    WWG-A2. By ruling the dice are as many as the stress. WWG-A7. What earlier sixes gave is lost, or kept by ruling.
    """
    stress = side.stress + 1
    dice = stress if rulings.unpushed_gamble == "all_stress" else side.on_table + 1
    after = side._replace(stress=stress, on_table=dice, gambles=side.gambles - 1, gambled=side.gambled + 1)
    if rulings.wp_timing == "final":
        return after
    paid = shown.sixes if stay else 0
    return after._replace(room=side.room - shown.wp, gained=side.gained + shown.wp, paid=paid)


def gamble_costs(part: Part) -> tuple[Effect, ...]:
    """1 stress, which stays until it is cleared."""
    return (Effect(part, "stress", 1, "gamble"),)


# The outcome


def tier_of(edges: int) -> str:
    """No edge is a failure, one a mixed success, two a success, three or more a great success."""
    return TIERS[min(edges, 3)]


def end(shown: Shown, side: Side, rulings: Rulings) -> Outcome:
    """WWG-08. The edges settle the outcome; whatever it is, banes are to be assigned, and the gm says what follows."""
    tier = tier_of(shown.edges)
    named = facts(edges=shown.edges, banes=shown.banes, wp=side.gained + shown.wp, gambled=side.gambled)
    dues = (*bane_dues(shown.banes, side.part, rulings), story_due(tier, side.part))
    none = " and ".join(side.in_vain).replace("-", " ")
    why = told(shown) + (none and f". No help from {none}")
    return Outcome("WWG-08", tier, named, effects_of(shown, side), dues, why, means=MEANS[tier], in_vain=side.in_vain)


def effects_of(shown: Shown, side: Side) -> tuple[Effect, ...]:
    """Willpower gained from sixes; and what waited for this roll is used up."""
    bonus, penalty = side.waiting
    found = (
        Effect(side.part, "wp", side.gained + shown.wp, "sixes on stress dice"),
        Effect(side.part, "waiting_bonus", -bonus, "used by this roll"),
        Effect(side.part, "waiting_penalty", -penalty, "used by this roll"),
    )
    return tuple(effect for effect in found if effect.by)


def told(shown: Shown) -> str:
    """`2 edges`, `no edges, 1 bane`."""
    return counted(shown.edges, "edge") + (f", {counted(shown.banes, 'bane')}" if shown.banes else "")


def gamble_on_failure(asked: Decide) -> str:
    """Gamble only if there is no edge at all."""
    return gamble_below(1, asked)


def gamble_below_success(asked: Decide) -> str:
    """Gamble on a failure or a mixed success."""
    return gamble_below(2, asked)


def gamble_below(edges: int, asked: Decide) -> str:
    """Gamble with fewer edges than these."""
    shown = cast(Shown, asked.given[0])
    return GAMBLE if shown.edges < edges else KEEP
