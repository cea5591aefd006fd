"""A second opinion on the mechanics that ship as files: every fall of every die, read in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any


def falls(*sizes: int) -> Iterator[tuple[int, ...]]:
    return product(*(range(1, size + 1) for size in sizes))


def chances(read: Callable[[tuple[int, ...]], str], *sizes: int) -> dict[str, Fraction]:
    counted = Counter(read(faces) for faces in falls(*sizes))
    total = sum(counted.values())
    return {tier: Fraction(ways, total) for tier, ways in counted.items()}


def two_dice(stat: int, edge: str) -> dict[str, Fraction]:
    def read(faces: tuple[int, ...]) -> str:
        ordered = sorted(faces)
        total = stat + sum(ordered[:2] if edge == "disadvantage" else ordered[-2:])
        return "strong hit" if total >= 10 else "weak hit" if total >= 7 else "miss"

    return chances(read, *(6,) * (2 if edge == "none" else 3))


def highest_of_a_pool(dots: int, push: bool, help_: int) -> dict[str, Fraction]:
    count = dots + push + help_

    def read(faces: tuple[int, ...]) -> str:
        die = max(faces) if count else min(faces)
        if count and faces.count(6) > 1:
            return "critical success"
        return "success" if die == 6 else "partial success" if die >= 4 else "failure"

    return chances(read, *(6,) * (count or 2))


def together(dots: list[int]) -> dict[tuple[str, int], Fraction]:
    counted: Counter[tuple[str, int]] = Counter()
    for faces in falls(*(6,) * sum(dots)):
        own, start = [], 0
        for many in dots:
            own.append(max(faces[start : start + many]))
            start += many
        tier = "success" if max(own) == 6 else "partial success" if max(own) >= 4 else "failure"
        counted[tier, sum(die < 4 for die in own)] += 1
    return {end: Fraction(ways, sum(counted.values())) for end, ways in counted.items()}


def fudge(skill: int, difficulty: int) -> dict[str, Fraction]:
    def read(faces: tuple[int, ...]) -> str:
        shifts = sum(faces) - 8 + skill - difficulty
        return "succeed with style" if shifts >= 3 else "succeed" if shifts > 0 else "tie" if not shifts else "fail"

    return chances(read, 3, 3, 3, 3)


def sixes_pushed(attribute: int, skill: int, gear: int) -> dict[tuple[int, int, int], Fraction]:
    """Sixes, ones on attribute dice and ones on gear dice after a push; a die is what it shows in the end."""
    six = one = Fraction(1, 6) * (1 + Fraction(4, 6))
    law: dict[tuple[int, int, int], Fraction] = {(0, 0, 0): Fraction(1)}
    for kind in ["attribute"] * attribute + ["skill"] * skill + ["gear"] * gear:
        following: dict[tuple[int, int, int], Fraction] = {}
        # A skill die that shows a one is thrown again too: five faces of six go on.
        show6 = six if kind != "skill" else Fraction(1, 6) * (1 + Fraction(5, 6))
        show1 = one if kind != "skill" else Fraction(0)
        for (sixes, harm, broken), chance in law.items():
            for (more, hurt, breaks), own in {
                (1, 0, 0): show6,
                (0, int(kind == "attribute"), int(kind == "gear")): show1,
            }.items():
                end = (sixes + more, harm + hurt, broken + breaks)
                following[end] = following.get(end, Fraction(0)) + chance * own
            rest = chance * (1 - show6 - show1)
            following[sixes, harm, broken] = following.get((sixes, harm, broken), Fraction(0)) + rest
        law = following
    return {end: chance for end, chance in law.items() if chance}


def light_and_shadow(trait: int, difficulty: int, edge: str) -> dict[str, Fraction]:
    def read(faces: tuple[int, ...]) -> str:
        light, shadow, *luck = faces
        total = light + shadow + trait + (sum(luck) if edge == "advantage" else -sum(luck))
        if light == shadow:
            return "critical success"
        return f"{'success' if total >= difficulty else 'failure'} with {'hope' if light > shadow else 'fear'}"

    return chances(read, 12, 12, *([6] if edge != "none" else []))


def step_pool(sizes: list[int]) -> dict[tuple[int, int, int], Fraction]:
    """Total, effect die and hitches: of equal faces the smaller die goes into the total."""
    counted: Counter[tuple[int, int, int]] = Counter()
    for faces in falls(*sizes):
        good = sorted(((face, -size) for face, size in zip(faces, sizes, strict=True) if face > 1), reverse=True)
        effect = max([-size for _, size in good[2:]], default=4)
        counted[sum(face for face, _ in good[:2]), effect, faces.count(1)] += 1
    return {end: Fraction(ways, sum(counted.values())) for end, ways in counted.items()}


def roll_under(skill: int, die: str) -> dict[str, Fraction]:
    def read(faces: tuple[int, ...]) -> str:
        shown = min(faces) if die == "bonus" else max(faces)
        if shown == 1:
            return "critical success"
        if shown == 100 or (skill < 50 and shown >= 96):
            return "fumble"
        for part, tier in ((5, "extreme success"), (2, "hard success"), (1, "regular success")):
            if shown <= skill // part:
                return tier
        return "failure"

    return chances(read, *(100,) * (1 if die == "plain" else 2))


def roll_and_keep(ring: int, skill: int) -> dict[int, Fraction]:
    """The sum of the dice that are kept, tens thrown again up to two times."""
    ten: dict[int, Fraction] = {}
    for first in range(1, 11):
        for second in range(1, 11) if first == 10 else [0]:
            chance = Fraction(1, 100 if first == 10 else 10)
            ten[first + second] = ten.get(first + second, Fraction(0)) + chance
    law: dict[int, Fraction] = {}
    every = list(falls(*(10,) * (ring + skill)))
    for faces in every:
        kept = sorted(faces)[-ring:]
        sums = {sum(kept): Fraction(1, len(every))}
        for _ in range(min(3, kept.count(10))):
            more: dict[int, Fraction] = {}
            for total, chance in sums.items():
                for extra, own in ten.items():
                    more[total + extra] = more.get(total + extra, Fraction(0)) + chance * own
            sums = more
        for total, chance in sums.items():
            law[total] = law.get(total, Fraction(0)) + chance
    return law


def best_is_taken(dice: int, difficulty: int) -> dict[str, Fraction]:
    def read(faces: tuple[int, ...]) -> str:
        left = max(sorted(faces)[: max(0, dice - difficulty)], default=0)
        return "triumph" if left == 10 else "success" if left >= 7 else "failure"

    return chances(read, *(10,) * dice)


def twenties(target: int, focus: int, difficulty: int, dice: int) -> dict[tuple[str, int], Fraction]:
    counted: Counter[tuple[str, int]] = Counter()
    for faces in falls(*(20,) * dice):
        successes = sum((face <= target) + (face <= focus <= target) for face in faces)
        counted["success" if successes >= difficulty else "failure", faces.count(20)] += 1
    return {end: Fraction(ways, 20**dice) for end, ways in counted.items()}


def wild_die(size: int) -> dict[str, Fraction]:
    def exploding(sides: int, left: int) -> dict[int, Fraction]:
        law: dict[int, Fraction] = {}
        for face in range(1, sides + 1):
            following = exploding(sides, left - 1) if face == sides and left else {0: Fraction(1)}
            for more, chance in following.items():
                law[face + more] = law.get(face + more, Fraction(0)) + chance / sides
        return law

    found: dict[str, Fraction] = {}
    for own, chance in exploding(size, 3).items():
        for luck, other in exploding(6, 3).items():
            best = max(own, luck)
            tier: Any = (
                "disaster" if own == luck == 1 else "raise" if best >= 8 else "success" if best >= 4 else "failure"
            )
            found[tier] = found.get(tier, Fraction(0)) + chance * other
    return found
