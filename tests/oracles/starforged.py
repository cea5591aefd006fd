"""A second opinion on Starforged, written from the rules alone: every fall of every die, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

RULES = {
    "burn_requires_improvement": True,
    "burn_needs_above_reset": False,
    "match_after_burn": "keep",
    "cancel_check": "final",
    "cancel_mandatory": True,
    "score_floor": 0,
    "reset_bonus": "before_floor",
    "adds_stack": True,
    "cursed_die": "separate",
    "vehicle_impacts": "when_aboard",
    "clamp_on_impact": True,
}
INPUTS = {
    "adds": [], "reasons": [], "impacts": 0, "preset": None, "late_adds": [], "use_bonus": True, "next_bonus": 0,
    "penalty": 0, "reroll": "none", "cursed_die": False, "vehicle_troubles": 0, "aboard": "no", "reset_plus": 0,
    "sf_move": "none",
}  # fmt: skip
GAINS = {"gather_information": (0, 1, 2), "face_danger": (0, 0, 1), "battle": (0, 0, 2), "none": (0, 0, 0)}
"""Momentum that a move gives on a miss, a weak and a strong hit."""
AGAIN = {"keep": "", "action": "a", "challenge": "h", "challenges": "lh", "action-and-challenge": "ah", "all": "alh"}
TIERS = ("miss", "weak hit", "strong hit")

Effects = frozenset[tuple[str, str, int]]
End = tuple[str, tuple[tuple[str, int], ...], Effects]
Law = dict[End, Fraction]


def action(attempt: Mapping[str, Any], rulings: Mapping[str, Any], decide: Mapping[str, str]) -> Law:
    you, rules = {**INPUTS, **attempt}, {**RULES, **rulings}
    fallen = Counter(falls(you, decide.get("reroll", "keep")))
    counts: Counter[End] = Counter()
    for dice, ways in fallen.items():
        counts[end(you, rules, decide, *dice)] += ways
    return {each: Fraction(ways, fallen.total()) for each, ways in counts.items()}


def falls(you: Mapping[str, Any], reroll: str) -> Iterator[tuple[int, int, int, int, int]]:
    """First action die, final action die, both challenge dice and the cursed die."""
    again = AGAIN[reroll] if reroll in offered(you) else ""
    first = [you["preset"]] if you["preset"] is not None else range(1, 7)
    cursed = range(1, 11) if you["cursed_die"] else [0]
    new = list(product(range(1, 7) if "a" in again else [0], ten("l" in again), ten("h" in again)))
    for a, b, c, x in product(first, range(1, 11), range(1, 11), cursed):
        low, high = min(b, c), max(b, c)
        for new_a, new_low, new_high in new:
            yield a, new_a or a, new_low or low, new_high or high, x


def ten(thrown: bool) -> Any:
    return range(1, 11) if thrown else [0]


def offered(you: Mapping[str, Any]) -> list[str]:
    options = {"none": [], "any": list(AGAIN)[1:]}.get(you["reroll"], [you["reroll"]])
    return [option for option in options if you["preset"] is None or "a" not in AGAIN[option]]


def adds(you: Mapping[str, Any], rules: Mapping[str, Any]) -> int:
    named: list[tuple[int, str]] = list(zip(you["adds"], [*you["reasons"], *[""] * 20], strict=False))
    if rules["adds_stack"]:
        return sum(add for add, _ in named)
    sources = {reason for _, reason in named}
    return sum(max(add for add, of in named if of == source) for source in sources)


def impacts(you: Mapping[str, Any], rules: Mapping[str, Any]) -> int:
    weighs = {"when_aboard": {"yes", "boarded"}, "scene_end": {"yes", "left"}}[rules["vehicle_impacts"]]
    return int(you["impacts"] + (you["vehicle_troubles"] if you["aboard"] in weighs else 0))


def reset(you: Mapping[str, Any], rules: Mapping[str, Any]) -> int:
    many, more = impacts(you, rules), int(you["reset_plus"])
    if rules["reset_bonus"] == "before_floor":
        return min(10 - many, max(0, 2 + more - many))
    return min(10 - many, max(0, 2 - many) + more)


def end(you: Mapping[str, Any], rules: Mapping[str, Any], decide: Mapping[str, str], *dice: int) -> End:
    first, die, c1, c2, cursed = dice
    against = [c1, c2, cursed] if cursed and rules["cursed_die"] == "counts" else [c1, c2]
    momentum = you["momentum"]
    looked_at = die
    if rules["cancel_check"] == "first":
        looked_at = 0 if you["preset"] is not None else first
    cancelled = momentum < 0 and looked_at == -momentum
    if cancelled and not rules["cancel_mandatory"]:
        cancelled = decide.get("cancel") == "cancel"
    bonus = you["stat"] + adds(you, rules) - you["penalty"] + (you["next_bonus"] if you["use_bonus"] else 0)
    score = bounded((0 if cancelled else die) + bonus, rules)
    if decide.get("add") == "add":
        score = max(score, bounded((0 if cancelled else die) + bonus + sum(you["late_adds"]), rules))
    tier = beats(score, against)
    match = len(set(against)) < len(against)
    lifted = beats(momentum, against)
    burned = may_burn(you, rules, tier, lifted) and burns(decide.get("burn", "keep"), tier, lifted)
    after = momentum
    if burned:
        tier, after = lifted, reset(you, rules)
        match = match and rules["match_after_burn"] == "keep"
    gain = GAINS[you["sf_move"]][tier]
    after += max(0, min(gain, 10 - impacts(you, rules) - after))
    changed = {("roller", "momentum", after - momentum)} if after != momentum else set()
    if you["next_bonus"] and you["use_bonus"]:
        changed.add(("roller", "next_bonus", -you["next_bonus"]))
    facts = [("score", score), ("match", int(match)), ("burned", int(burned))]
    return TIERS[tier], tuple(facts), frozenset(changed)


def bounded(total: int, rules: Mapping[str, Any]) -> int:
    capped = min(10, total)
    return capped if rules["score_floor"] is None else max(int(rules["score_floor"]), capped)


def beats(score: int, against: list[int]) -> int:
    beaten = [score > die for die in against]
    return 2 if all(beaten) else 1 if any(beaten) else 0


def may_burn(you: Mapping[str, Any], rules: Mapping[str, Any], tier: int, lifted: int) -> bool:
    if you["momentum"] <= 0 or (rules["burn_needs_above_reset"] and you["momentum"] <= reset(you, rules)):
        return False
    return lifted > tier or not rules["burn_requires_improvement"]


def burns(how: str, tier: int, lifted: int) -> bool:
    return {
        "keep": False,
        "burn": True,
        "any": lifted > tier,
        "to-strong": lifted > tier and lifted == 2,
        "only-miss": lifted > tier and tier == 0,
    }[how]


def progress(boxes: int, bad_spot: bool) -> dict[tuple[str, bool], Fraction]:
    counts: Counter[tuple[str, bool]] = Counter()
    for c1, c2 in product(range(1, 11), repeat=2):
        tier = (boxes > c1) + (boxes > c2)
        if bad_spot:
            tier = {2: 2 if c1 == c2 else 1, 1: 0, 0: 0}[tier]
        counts[TIERS[tier], c1 == c2] += 1
    return {each: Fraction(ways, 100) for each, ways in counts.items()}
