"""A second opinion on Wherever We Go: plain Python straight from the text, every face of every die one by one.

It knows nothing of the program's steps. An answer is what can happen, each with its chance: a tier, the facts and the
changes of tracks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

Fall = tuple[str, tuple[tuple[str, Any], ...], tuple[tuple[tuple[str, str], int], ...]]
Answer = dict[Fall, Fraction]

WORDS = ["failure", "mixed success", "success", "great success"]
USUAL: dict[str, Any] = {
    "ladder": "zero_d6",
    "unpushed_gamble": "one_die",
    "step_order": "reevaluate",
    "bonus_cap_scope": "bonuses",
    "bonus_cap": "3",
    "penalty_cap": "none",
    "source_limit": "3",
    "wp_timing": "final",
    "gamble_reroll": "all",
    "push_at_zero": "warn",
    "opposed_tie": "defender",
    "defender_may_risk": "yes",
    "help_threshold": "1",
    "stress_max": "none",
    "max_talent_dice": "1",
}


class Refused(Exception):
    """The game does not allow this."""


def edges_on(face: int) -> int:
    if face >= 10:
        return 2
    return 1 if face >= 6 else 0


# Before the dice


def base_dice(you: Mapping[str, Any], house: Mapping[str, str]) -> list[int]:
    """Both base dice after all bonuses and penalties, as sides; 0 is none."""
    rungs = {
        "zero_d6": ["0", "d6", "d8", "d10", "d12"],
        "d4_floor": ["d4", "d6", "d8", "d10", "d12"],
        "zero_d4_d6": ["0", "d4", "d6", "d8", "d10", "d12"],
    }[house["ladder"]]
    pair = [rungs.index(name) if name in rungs else 0 for name in (you["attribute"], you["skill"])]
    net = net_modifier(you, house)
    last = len(rungs) - 1
    favourite = None
    while net:
        up = net > 0
        net += -1 if up else 1
        can = [place for place in (0, 1) if pair[place] != (last if up else 0)]
        if not can:
            break
        if house["step_order"] == "pour" and favourite in can:
            chosen = favourite
        elif len(can) == 1:
            chosen = can[0]
        elif pair[0] == pair[1]:
            chosen = 0
        else:
            chosen = 0 if (pair[0] < pair[1]) == up else 1
        assert chosen is not None
        if favourite is None:
            favourite = chosen
        pair[chosen] += 1 if up else -1
    return [int(rungs[place].strip("d")) for place in pair]


def net_modifier(you: Mapping[str, Any], house: Mapping[str, str]) -> int:
    good: int
    bad: int
    helpers: int
    limit = house["source_limit"]
    for source in [*you["bonus"], *you["penalty"]]:
        if limit != "none" and source > int(limit):
            raise Refused
    helpers = 0
    if you["help_allowed"]:
        helpers = you["helpers"] + len([1 for edges in you["helper_edges"] if edges >= int(house["help_threshold"])])
    good = sum(you["bonus"]) + you["waiting_bonus"] + you.get("drive", 0)
    bad = sum(you["penalty"]) + you["waiting_penalty"]
    if you.get("harm_hinders"):
        bad += you["harm"]
    if house["penalty_cap"] != "none":
        bad = min(bad, int(house["penalty_cap"]))
    cap = 10**9 if house["bonus_cap"] == "none" else int(house["bonus_cap"])
    if house["bonus_cap_scope"] == "net":
        return min(cap, good + helpers - bad)
    if house["bonus_cap_scope"] == "help":
        return good + min(cap, helpers) - bad
    return min(cap, good + helpers) - bad


def dice_thrown(you: Mapping[str, Any], house: Mapping[str, str]) -> tuple[int, ...]:
    talents = [name for name in [you["talent"], *you["more_talents"]] if name is not None]
    if len(talents) > int(house["max_talent_dice"]):
        raise Refused
    smallest = 6 if house["ladder"] == "zero_d6" else 4
    dice = base_dice(you, house) + [int(name.strip("d")) for name in talents]
    return tuple(die for die in dice if die >= smallest)


# One side, as it lies on the table


@dataclass(frozen=True)
class Side:
    who: str
    dice: tuple[int, ...]
    stress: int
    wp: int
    wp_max: int
    gambles: int
    table: int = 0
    """Stress dice on the table."""
    ones: int = 0
    kept: tuple[int, ...] = ()
    """Faces of action dice that stay, 0 for those that are thrown."""
    kept_sixes: int = 0
    shown: tuple[int, ...] = ()
    sixes: int = 0
    gained: int = 0
    gambled: int = 0
    waiting: tuple[int, int] = (0, 0)
    paid: int = 0
    """Willpower spent on a push."""

    @property
    def edges(self) -> int:
        return sum(edges_on(face) for face in self.shown) + self.sixes


def side(you: Mapping[str, Any], house: Mapping[str, str], who: str) -> Side:
    if you["wp"] > you["wp_max"]:
        raise Refused
    if house["stress_max"] != "none" and you["stress"] > int(house["stress_max"]):
        raise Refused
    waiting = (you["waiting_bonus"], you["waiting_penalty"])
    dice = dice_thrown(you, house)
    driven = 1 if you.get("drive") else 0
    if driven > you["wp"]:
        raise Refused
    left = you["wp"] - driven
    return Side(who, dice, you["stress"], left, you["wp_max"], you["gambles"], waiting=waiting, paid=driven)


def pushes(you: Side, house: Mapping[str, str], wish: str) -> Side:
    refused = you.stress == 0 and house["push_at_zero"] == "refuse"
    if wish != "push" or you.wp < 1 or refused:
        return you
    return replace(you, wp=you.wp - 1, paid=you.paid + 1, table=you.stress)


@cache
def stress_falls(dice: int) -> dict[tuple[int, int], int]:
    return dict(Counter((faces.count(1), faces.count(6)) for faces in product(range(1, 7), repeat=dice)))


@cache
def action_falls(dice: tuple[int, ...], kept: tuple[int, ...], in_full: bool) -> dict[tuple[int, ...], int]:
    """Faces of the action dice; where only edges matter, each as the smallest face with as many."""
    places = kept or (0,) * len(dice)
    rows = [[face] if face else range(1, die + 1) for die, face in zip(dice, places, strict=True)]
    small = [1, 6, 10]
    found: Counter[tuple[int, ...]] = Counter()
    for faces in product(*rows):
        plain = tuple(sorted(small[edges_on(face)] for face in faces))
        found[faces if in_full else plain] += 1
    return dict(found)


def thrown(you: Side, house: Mapping[str, str]) -> Iterable[tuple[Side, Fraction]]:
    in_full = house["gamble_reroll"] == "choose"
    actions = action_falls(you.dice, you.kept, in_full)
    stress = stress_falls(you.table - you.ones - you.kept_sixes)
    ways = sum(actions.values()) * sum(stress.values())
    for faces, many in actions.items():
        for (ones, sixes), more in stress.items():
            new = sixes
            fallen = replace(you, shown=faces, ones=you.ones + ones, sixes=you.kept_sixes + sixes)
            if house["wp_timing"] == "every_roll":
                fallen = replace(fallen, gained=min(you.wp_max - you.wp, you.gained + new))
            else:
                fallen = replace(fallen, gained=min(you.wp_max - you.wp, fallen.sixes))
            yield fallen, Fraction(many * more, ways)


def may_gamble(you: Side, house: Mapping[str, str]) -> bool:
    below = house["stress_max"] == "none" or you.stress < int(house["stress_max"])
    return you.gambles > 0 and below


def gambles(you: Side, house: Mapping[str, str], stay: bool) -> Side:
    stress = you.stress + 1
    stay = stay and house["gamble_reroll"] == "choose" and you.edges > 0
    return replace(
        you,
        stress=stress,
        gambles=you.gambles - 1,
        gambled=you.gambled + 1,
        table=stress if house["unpushed_gamble"] == "all_stress" else you.table + 1,
        kept=tuple(face if face >= 6 else 0 for face in you.shown) if stay else (),
        kept_sixes=you.sixes if stay else 0,
    )


def changes(*sides: Side) -> tuple[tuple[tuple[str, str], int], ...]:
    found = {}
    for you in sides:
        found[you.who, "wp"] = you.gained - you.paid
        found[you.who, "stress"] = you.gambled
        found[you.who, "waiting_bonus"] = -you.waiting[0]
        found[you.who, "waiting_penalty"] = -you.waiting[1]
    return tuple(sorted((place, by) for place, by in found.items() if by))


# The moves


def action(you: Mapping[str, Any], rulings: Mapping[str, str], wishes: Mapping[str, str]) -> Answer:
    """What can happen; wishes are push and gamble, each by policy, and reroll."""
    house = {**USUAL, **rulings}
    start = side(you, house, "roller")
    if wishes.get("push") == "best":
        held, pushed = (rest(pushes(start, house, wish), house, wishes) for wish in ("hold", "push"))
        return pushed if succeeds(pushed) > succeeds(held) else held
    return rest(pushes(start, house, wishes.get("push", "hold")), house, wishes)


def succeeds(answer: Answer) -> Fraction:
    return sum((chance for (tier, _, _), chance in answer.items() if tier in WORDS[2:]), Fraction(0))


def rest(you: Side, house: Mapping[str, str], wishes: Mapping[str, str]) -> Answer:
    known: dict[Side, Answer] = {}

    def played(side: Side) -> Answer:
        if side not in known:
            known[side] = together((decided(fallen), chance) for fallen, chance in thrown(side, house))
        return known[side]

    def decided(fallen: Side) -> Answer:
        wish = wishes.get("gamble", "keep")
        if not may_gamble(fallen, house) or wish == "keep":
            return settled(fallen)
        if wish == "on-failure" and fallen.edges > 0:
            return settled(fallen)
        if wish == "below-success" and fallen.edges > 1:
            return settled(fallen)
        again = played(forgotten(gambles(fallen, house, wishes.get("reroll") == "blanks"), house))
        if wish == "best" and succeeds(again) <= succeeds(settled(fallen)):
            return settled(fallen)
        return again

    return played(you)


def forgotten(you: Side, house: Mapping[str, str]) -> Side:
    """What no longer matters once dice are thrown again: then equal tables are equal."""
    gained = you.gained if house["wp_timing"] == "every_roll" else 0
    return replace(you, shown=(), sixes=0, gained=gained)


def settled(you: Side) -> Answer:
    facts = (("edges", you.edges), ("banes", you.ones), ("wp", you.gained), ("gambled", you.gambled))
    return {(WORDS[min(3, you.edges)], facts, changes(you)): Fraction(1)}


def together(parts: Iterable[tuple[Answer, Fraction]]) -> Answer:
    found: dict[Fall, Fraction] = {}
    for answer, share in parts:
        for fall, chance in answer.items():
            found[fall] = found.get(fall, Fraction(0)) + chance * share
    return found


def opposed(
    attacker: Mapping[str, Any], defender: Mapping[str, Any], rulings: Mapping[str, str], wishes: Mapping[str, str]
) -> Answer:
    """What can happen between two; each gambles never, always or when losing."""
    house = {**USUAL, **rulings}
    a = pushes(side(attacker, house, "attacker"), house, wishes.get("attacker_push", "hold"))
    d = side(defender, house, "defender")
    if house["defender_may_risk"] == "no":
        d = replace(d, gambles=0)
    else:
        d = pushes(d, house, wishes.get("defender_push", "hold"))

    def wants(who: str, losing: bool, you: Side) -> bool:
        wish = wishes.get(f"{who}_gamble", "keep")
        return may_gamble(you, house) and (wish == "gamble" or (wish == "on-failure" and losing))

    fallen_so: dict[Side, list[tuple[Side, Fraction]]] = {}

    def thrown_again(you: Side, stay: bool) -> list[tuple[Side, Fraction]]:
        again = forgotten(gambles(you, house, stay), house)
        if again not in fallen_so:
            fallen_so[again] = merged(again, house)
        return fallen_so[again]

    def attacker_decides(a: Side, d: Side) -> Answer:
        if not wants("attacker", a.edges <= d.edges, a):
            return defender_decides(a, d)
        again = thrown_again(a, wishes.get("attacker_reroll") == "blanks")
        return together((attacker_decides(fallen, d), chance) for fallen, chance in again)

    def defender_decides(a: Side, d: Side) -> Answer:
        if not wants("defender", d.edges < a.edges, d):
            return compared(a, d, house)
        again = thrown_again(d, wishes.get("defender_reroll") == "blanks")
        return together((defender_decides(a, fallen), chance) for fallen, chance in again)

    both = product(merged(a, house), merged(d, house))
    return together((attacker_decides(one, other), chance * more) for (one, chance), (other, more) in both)


def merged(you: Side, house: Mapping[str, str]) -> list[tuple[Side, Fraction]]:
    """How one side can fall; where only edges matter, one six stands for each."""
    found: dict[Side, Fraction] = {}
    for fallen, chance in thrown(you, house):
        shown = fallen.shown if house["gamble_reroll"] == "choose" else (6,) * (fallen.edges - fallen.sixes)
        alike = replace(fallen, shown=shown)
        found[alike] = found.get(alike, Fraction(0)) + chance
    return list(found.items())


def compared(a: Side, d: Side, house: Mapping[str, str]) -> Answer:
    margin = a.edges - d.edges
    tier = "attacker wins" if margin > 0 else "defender wins"
    if margin == 0 and house["opposed_tie"] == "draw":
        tier = "draw"
    facts = (
        ("margin", margin),
        ("tie", margin == 0),
        ("attacker_edges", a.edges),
        ("defender_edges", d.edges),
        ("attacker_banes", a.ones),
        ("defender_banes", d.ones),
    )
    return {(tier, facts, changes(a, d)): Fraction(1)}


def of_facts(answer: Answer, read: Callable[[dict[str, Any]], Any]) -> dict[Any, Fraction]:
    """The chances of anything that is read from the facts."""
    found: dict[Any, Fraction] = {}
    for (_, facts, _), chance in answer.items():
        key = read(dict(facts))
        found[key] = found.get(key, Fraction(0)) + chance
    return found
