"""A second opinion on In the Dark, straight from its text: every fall of the dice is counted, nothing is clever.

Inputs and rulings are plain dictionaries as a program would send them. An answer maps (tier, facts, changes) to its
chance; facts and changes are sorted tuples of pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial
from typing import Any

Answer = dict[tuple[str, tuple[Any, ...], tuple[Any, ...]], Fraction]

ACTION: dict[str, Any] = {
    "dots": 0, "crew_level": 0, "level": None, "target_level": None, "position": "normal", "minor_harm": 0,
    "moderate_harm": 0, "severe_harm": False, "despite_harm": False, "harm_counts": True, "extra": "none", "assist": 0,
    "assist_stress": [], "stress": 0, "out_of_action": False, "risk": "risky", "off_job": False, "minor": False,
    "fits": True, "effectiveness": "normal", "worse_position": False,
}  # fmt: skip
RULINGS = {
    "zero_pool": "lowest_of_two", "zero_pool_critical": "never", "push_and_bargain": "exclusive", "push_cost": "2",
    "max_assistants": "1", "no_level_target": "ignore", "harm_relevance": "always", "severe": "incapacitated",
    "ninth_box": "after_roll", "resist_critical": "no", "fortune_critical": "no", "group_critical": "best_member",
}  # fmt: skip


class Refused(Exception):
    """The rules do not allow this attempt."""


def hands(dice: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """All falls of so many d6 with the number of orders they come in."""
    for faces in combinations_with_replacement(range(1, 7), dice):
        ways = factorial(dice)
        for many in Counter(faces).values():
            ways //= factorial(many)
        yield faces, ways


def dice_thrown(pool: int, rule: Mapping[str, str]) -> int:
    if pool >= 1:
        return pool
    return {"lowest_of_two": 2, "fail": 0, "min_one": 1}[rule["zero_pool"]]


def die_and_critical(faces: tuple[int, ...], pool: int, rule: Mapping[str, str]) -> tuple[int, bool]:
    """The die that is read, and whether two sixes make it critical."""
    if not faces:
        return 0, False
    if pool < 1 and rule["zero_pool"] == "lowest_of_two":
        return min(faces), faces == (6, 6) and rule["zero_pool_critical"] == "allow"
    return max(faces), faces.count(6) >= 2


def action_tier(die: int, critical: bool) -> str:
    if critical:
        return "critical success"
    return "failure" if die <= 3 else "partial success" if die <= 5 else "full success"


def fortune_tier(die: int, critical: bool, rule: Mapping[str, str]) -> str:
    if critical and rule["fortune_critical"] == "yes":
        return "critical success"
    return "failure" if die <= 3 else "mixed success" if die <= 5 else "strong success"


def told(found: Counter[Any]) -> Answer:
    everything = sum(found.values())
    return {key: Fraction(ways, everything) for key, ways in found.items()}


def sure(tier: str, changes: Mapping[tuple[str, str], int]) -> Answer:
    return {(tier, (), tuple(sorted(changes.items()))): Fraction(1)}


def action(attempt: Mapping[str, Any], rulings: Mapping[str, str]) -> Answer:
    a, rule = {**ACTION, **attempt}, {**RULINGS, **rulings}
    if a["risk"] == "none":
        return sure("it just happens", {})
    if a["risk"] == "impossible":
        return sure("it cannot be done", {})
    if a["off_job"] or a["minor"]:
        return fortune({"dice": a["dots"]}, rulings)
    refuse(a, rule)
    pushed = a["extra"] in ("push", "both")
    changes = {("roller", "worse_position"): -1} if a["worse_position"] else {}
    if pushed and int(rule["push_cost"]):
        changes["roller", "stress"] = int(rule["push_cost"])
        if a["stress"] + int(rule["push_cost"]) == 9:
            changes["roller", "out_of_action"] = 1
            if rule["ninth_box"] == "before_roll":
                return sure("it cannot be done", {part: by for part, by in changes.items() if by > 0})
    lost = 0
    for place in range(a["assist"]):
        changes[f"helper-{place + 1}", "stress"] = 1
        if a["assist_stress"] and a["assist_stress"][place] == 8:
            changes[f"helper-{place + 1}", "out_of_action"] = 1
            lost += rule["ninth_box"] == "before_roll"
    pool = action_pool(a, rule) - lost
    found: Counter[Any] = Counter()
    for faces, ways in hands(dice_thrown(pool, rule)):
        die, critical = die_and_critical(faces, pool, rule)
        found[action_tier(die, critical), (("highest", die),), tuple(sorted(changes.items()))] += ways
    return told(found)


def refuse(a: Mapping[str, Any], rule: Mapping[str, str]) -> None:
    price = int(rule["push_cost"]) if a["extra"] in ("push", "both") else 0
    most = a["assist"] if rule["max_assistants"] == "none" else int(rule["max_assistants"])
    wrong = (
        not a["fits"],
        a["out_of_action"],
        a["severe_harm"] and not a["despite_harm"] and rule["severe"] == "incapacitated",
        a["extra"] == "both" and rule["push_and_bargain"] == "exclusive",
        a["stress"] + price > 9,
        a["assist"] > most,
        bool(a["assist_stress"]) and len(a["assist_stress"]) != a["assist"],
        9 in a["assist_stress"],
    )
    if any(wrong):
        raise Refused


def action_pool(a: Mapping[str, Any], rule: Mapping[str, str]) -> int:
    pool: int = a["dots"]
    ours = a["crew_level"] if a["level"] is None else a["level"]
    if a["target_level"] is not None:
        pool += ours - a["target_level"]
    elif rule["no_level_target"] == "zero":
        pool += ours
    pool += {"bad": -1, "normal": 0, "good": 1}[a["position"]]
    if rule["harm_relevance"] == "always" or a["harm_counts"]:
        pool -= (a["minor_harm"] == 2) + (a["moderate_harm"] == 2)
    pool += {"none": 0, "push": 1, "bargain": 1, "both": 2}[a["extra"]]
    return pool + int(a["assist"])


def fortune(attempt: Mapping[str, Any], rulings: Mapping[str, str]) -> Answer:
    rule = {**RULINGS, **rulings}
    found: Counter[Any] = Counter()
    for faces, ways in hands(dice_thrown(attempt["dice"], rule)):
        die, critical = die_and_critical(faces, attempt["dice"], rule)
        found[fortune_tier(die, critical, rule), (("highest", die),), ()] += ways
    return told(found)


def resistance(attempt: Mapping[str, Any], rulings: Mapping[str, str], declines: bool) -> Answer:
    """`declines`: what the player says where they are asked."""
    rule = {**RULINGS, **rulings}
    marked = attempt.get("stress")
    found: Counter[Any] = Counter()
    for faces, ways in hands(dice_thrown(attempt["dice"], rule)):
        die, critical = die_and_critical(faces, attempt["dice"], rule)
        price = -1 if critical and rule["resist_critical"] == "yes" else 6 - die
        unpaid = marked is not None and marked + price > 9
        if not faces or unpaid or (attempt.get("may_decline") and declines and price > 0):
            found["not resisted", (("highest", die), ("stress", 0)), ()] += ways
            continue
        if marked == 0 and price == -1:
            price = 0
        changes = {("roller", "stress"): price} if price else {}
        if marked is not None and price > 0 and marked + price == 9:
            changes["roller", "out_of_action"] = 1
        found["resisted", (("highest", die), ("stress", price)), tuple(sorted(changes.items()))] += ways
    return told(found)


def teamwork(attempt: Mapping[str, Any], rulings: Mapping[str, str]) -> Answer:
    rule = {**RULINGS, **rulings}
    pools, marked = attempt["pools"], attempt.get("stress") or []
    if not pools or 9 in marked or (marked and len(marked) != len(pools)):
        raise Refused
    changes = {(f"member-{place + 1}", "stress"): 1 for place in range(len(pools))}
    changes.update({(f"member-{place + 1}", "out_of_action"): 1 for place, at in enumerate(marked) if at == 8})
    rolling = [
        pool
        for place, pool in enumerate(pools)
        if not (marked and marked[place] == 8 and rule["ninth_box"] == "before_roll")
    ]
    found: Counter[Any] = Counter()
    for thrown in product(*(list(hands(dice_thrown(pool, rule))) for pool in rolling)):
        ways = 1
        for _, orders in thrown:
            ways *= orders
        die, critical = team_result([(faces, pool) for (faces, _), pool in zip(thrown, rolling, strict=True)], rule)
        found[action_tier(die, critical), (("highest", die),), tuple(sorted(changes.items()))] += ways
    return told(found)


def team_result(members: list[tuple[tuple[int, ...], int]], rule: Mapping[str, str]) -> tuple[int, bool]:
    own = [die_and_critical(faces, pool, rule) for faces, pool in members]
    die, critical = max(own, default=(0, False))
    if rule["group_critical"] == "union":
        together: list[int] = []
        for (faces, pool), (lowest, twice) in zip(members, own, strict=True):
            zero = pool < 1 and rule["zero_pool"] == "lowest_of_two"
            together += [lowest] * (2 if twice else 1) if zero else list(faces)
        critical = together.count(6) >= 2
    return die, critical
