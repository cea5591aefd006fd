"""A second opinion on Illuminated Worlds, straight from its text: every fall of the dice is counted, nothing is clever.

Inputs, rulings and policies are plain dictionaries as a program would send them. An answer maps
(tier, result, drive, resisted, changes) to its chance; changes are sorted (who, track, by).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial
from typing import Any

from tests.oracles.illuminated_worlds_dice import ACTION, RULINGS, Before, Pool, Refused

__all__ = ["Answer", "Refused", "chances"]

Answer = dict[tuple[Any, ...], Fraction]
TIERS = ("failure", "mixed success", "full success", "critical success")


@dataclass(frozen=True)
class Lying:
    """Dice on the table."""

    standard: tuple[int, ...]
    gilded: tuple[int, ...]
    donors: tuple[tuple[int, int], ...]
    zero: bool

    @property
    def all(self) -> tuple[int, ...]:
        return self.standard + self.gilded + tuple(face for _, face in self.donors)


@dataclass(frozen=True)
class At:
    resistances: int
    resisted: bool = False
    changes: tuple[tuple[str, str, int], ...] = ()
    gained: int = 0
    drives: tuple[tuple[str, int], ...] = ()
    late_points: int = 0
    late_dice: int = 0
    asked: int = 0

    def drive(self, track: str) -> int:
        return dict(self.drives)[track]

    def changed(self, who: str, track: str, by: int) -> At:
        drives = dict(self.drives)
        if who == "roller" and track in drives:
            drives[track] += by
        return replace(self, changes=(*self.changes, (who, track, by)), drives=tuple(drives.items()))


def hands(dice: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """All falls of so many d6 with the number of orders they come in."""
    for faces in combinations_with_replacement(range(1, 7), dice):
        ways = factorial(dice)
        for many in Counter(faces).values():
            ways //= factorial(many)
        yield faces, ways


def chances(attempt: dict[str, Any], rulings: dict[str, Any], decide: dict[str, str], move: str = "action") -> Answer:
    given = {**ACTION, **attempt}
    given.setdefault("drive", given["drive_max"])
    return Second(given, {**RULINGS, **rulings}, decide, move).answer()


@dataclass
class Second(Before):
    known: dict[Any, Answer] = field(default_factory=dict)
    known_claims: dict[Any, list[tuple[int, int, str]]] = field(default_factory=dict)
    """What was worked out once is not worked out again: nothing else is clever here."""

    # before the throw

    def answer(self) -> Answer:
        you = self.you
        if you["risk"] != "risky":
            return {("it just happens" if you["risk"] == "none" else "it cannot be done",): Fraction(1)}
        self.refuse()
        pool = self.pool(you)
        at = At(you["resistances"] + you["ability_resists"], drives=(("drive", you["drive"]),))
        if you["pays"] != "drive":
            at = replace(at, drives=(*at.drives, (you["pays"], you["other_drive"])))
        if pool.paid:
            at = at.changed("roller", you["pays"], -pool.paid)
        for number, points in enumerate(pool.helpers_paid):
            if points:
                at = at.changed(f"helper-{number + 1}", (you["helper_pays"] or ["drive"] * 10)[number], -points)
        self.first = pool
        return self.thrown(pool, lambda lying: self.late(lying, at))

    # the throw

    def thrown(self, pool: Pool, then: Any) -> Answer:
        ends: Counter[tuple[Any, ...]] = Counter()
        onwards: dict[int, tuple[Answer, int]] = {}
        for (standard, a), (gilded, b) in product(hands(pool.standard), hands(pool.gilded)):
            for donors in product(range(1, 7), repeat=len(pool.donors)):
                lying = Lying(standard, gilded, tuple(zip(pool.donors, donors, strict=True)), pool.zero)
                follows: Answer = then(lying)
                if len(follows) == 1:
                    ends[next(iter(follows))] += a * b
                else:
                    onwards[id(follows)] = follows, onwards.get(id(follows), (follows, 0))[1] + a * b
        return self.together(ends, list(onwards.values()), 6**pool.size)

    def together(self, ends: Counter[tuple[Any, ...]], onwards: list[tuple[Answer, int]], all_ways: int) -> Answer:
        answer = {end: Fraction(ways, all_ways) for end, ways in ends.items()}
        for follows, ways in onwards:
            for end, chance in follows.items():
                answer[end] = answer.get(end, Fraction(0)) + chance * Fraction(ways, all_ways)
        return answer

    # after it

    def late(self, lying: Lying, at: At) -> Answer:
        if self.rule["late_spend"] == "no" or lying.zero:
            return self.resist(lying, at)
        you = self.you
        there = at.drive(you["pays"])
        full = len(lying.all) >= 6
        if not at.asked and not full and there > 0 and self.wants("spend", "spend", lying, at):
            dice = min(int(self.rule["dice_per_drive"]), 6 - len(lying.all))
            paid = replace(at, late_points=at.late_points + 1).changed("roller", you["pays"], -1)
            return self.more(dice, lying, paid)
        if full or at.asked >= you["ready"]:
            return self.resist(lying, at)
        helper = f"helper-{you['helpers'] + at.asked + 1}"
        asked = replace(at, asked=at.asked + 1)
        if self.wants("help", "help", lying, at):
            return self.more(1, lying, asked.changed(helper, "drive", -1))
        if asked.asked >= you["ready"]:
            return self.resist(lying, asked)
        return self.late(lying, asked)

    def more(self, dice: int, lying: Lying, at: At) -> Answer:
        answer: Answer = {}
        for faces in product(range(1, 7), repeat=dice):
            bigger = replace(lying, standard=tuple(sorted(lying.standard + faces)))
            key = (bigger, at)
            if key not in self.known:
                self.known[key] = self.late(bigger, at)
            for end, chance in self.known[key].items():
                answer[end] = answer.get(end, Fraction(0)) + chance / 6**dice
        return answer

    def wants(self, decision: str, option: str, lying: Lying, at: At) -> bool:
        how = self.decide.get(decision, "")
        return how == option or (how == "on-failure" and self.stands(lying, at) == "failure")

    def stands(self, lying: Lying, at: At) -> str:
        """The tier if nothing more is done."""
        return self.free_lift(self.tier(*self.take("highest", lying, at)[:2]))

    def resist(self, lying: Lying, at: At) -> Answer:
        first = self.rule["resist_before_choice"] == "yes"
        if first and at.resistances and self.wants("resist", "resist", lying, at):
            return self.again(lying, at)
        value, critical, claim = self.take(self.choose(lying, at), lying, at)
        tier = self.tier(value, critical)
        if not first and at.resistances:
            how = self.decide.get("resist")
            if how == "resist" or (how == "on-failure" and self.free_lift(tier) == "failure"):
                return self.again(lying, self.earn(claim, at))
        return self.end(value, tier, self.earn(claim, at))

    def again(self, lying: Lying, at: At) -> Answer:
        free = at.resistances > self.you["resistances"]  # an ability's own come first
        after = at if free else at.changed("roller", "resistances", -1)
        burned = replace(after, resistances=at.resistances - 1, resisted=True)
        better = lying if self.rule["resist_keep"] == "better" else None
        key = (better, burned)
        if key not in self.known:
            none = {"drive_spent": 0, "helpers": 0, "helper_spends": [], "helper_gilds": 0}
            bare = {**self.you, **none}
            if self.rule["resist_ability_dice"] == "no":
                bare = {**bare, "bonus_dice": 0, "added_gilded": 0, "gilds": 0}
            self.known[key] = self.thrown(
                self.pool(bare), lambda new: self.resist(self.better(better, new) if better else new, burned)
            )
        return self.known[key]

    def better(self, old: Lying, new: Lying) -> Lying:
        return old if self.worth(old) > self.worth(new) else new

    def worth(self, lying: Lying) -> tuple[int, int]:
        if lying.zero:
            return min(lying.all), 0
        return max(lying.all), min(2, lying.all.count(6))

    # taking a die

    def claims(self, lying: Lying) -> list[tuple[int, int, str]]:
        """(value, points, who) of the gilded dice worth taking, the best first."""
        key = (lying.gilded, lying.donors)
        if key not in self.known_claims:
            self.known_claims[key] = self.claims_of(lying)
        return self.known_claims[key]

    def claims_of(self, lying: Lying) -> list[tuple[int, int, str]]:
        gain, multi = int(self.rule["gilded_gain"]), self.rule["gilded_gain_multi"]
        found = []
        for value in sorted(set(lying.gilded), reverse=True):
            times = {"one": 1, "showing": lying.gilded.count(value), "each": len(lying.gilded)}[multi]
            found.append((value, gain * times, "roller"))
        found += [(face, gain, f"helper-{number + 1}") for number, face in lying.donors]
        found.sort(key=lambda claim: (-claim[0], claim[2] != "roller", claim[2]))
        kept: list[tuple[int, int, str]] = []
        for claim in found:
            if not any(other[2] == claim[2] and other[1] >= claim[1] for other in kept):
                kept.append(claim)
        return kept if self.rule["gilded_choice"] == "any" else kept[:1]

    def claims_by_highest(self, lying: Lying, at: At) -> bool:
        best = self.claims(lying)[0]
        top = max(lying.standard, default=0)
        if best[0] == top:
            return self.rule["tie_takes_gilded"] == "yes" and self.earn(best, at).changes != at.changes
        return best[0] > top

    def choose(self, lying: Lying, at: At) -> str:
        how = self.decide.get("take", "highest")
        if lying.zero or not self.claims(lying):
            return "highest"
        if how in ("same-tier", "if-success"):
            gilded = self.reached("gilded", lying, at)
            if how == "if-success" and gilded >= 1:
                return "gilded"
            return "gilded" if gilded >= self.reached("never", lying, at) else "never"
        if how == "lower" and len(self.claims(lying)) < 2:
            return "highest"
        return how

    def reached(self, option: str, lying: Lying, at: At) -> int:
        return TIERS.index(self.free_lift(self.tier(*self.take(option, lying, at)[:2])))

    def take(self, option: str, lying: Lying, at: At) -> tuple[int, bool, Any]:
        """The result, whether it is critical, and the gilded die that was claimed."""
        if lying.zero:
            return self.take_lowest(lying)
        claims = self.claims(lying)
        two_sixes = lying.all.count(6) >= 2
        claim = None
        if claims and (option == "gilded" or (option == "highest" and self.claims_by_highest(lying, at))):
            claim = claims[0]
        if option == "lower":
            claim = max(claims[1:], key=lambda each: each[1])
        if claim is None:
            return max(lying.all), two_sixes, None
        critical = {"chosen6": two_sixes and claim[0] == 6, "any_pool": two_sixes, "standard_only": False}
        return claim[0], critical[self.rule["crit_with_gilded"]], claim

    def take_lowest(self, lying: Lying) -> tuple[int, bool, Any]:
        low = min(lying.all)
        gain, multi = int(self.rule["gilded_gain"]), self.rule["gilded_gain_multi"]
        times = {"one": 1, "showing": lying.gilded.count(low), "each": len(lying.gilded)}[multi]
        claim = None
        if low in lying.gilded:
            claim = (low, gain * times, "roller")
        else:
            for number, face in reversed(lying.donors):
                if face == low:
                    claim = (low, gain, f"helper-{number + 1}")
        if low in lying.standard and self.rule["zero_gilded_tie"] == "no":
            claim = None
        return low, False, claim

    def tier(self, value: int, critical: bool) -> str:
        if critical:
            return TIERS[3]
        return TIERS[2] if value == 6 else TIERS[1] if value >= 4 else TIERS[0]

    def lifted(self, tier: str) -> str:
        lifts = {"none": {}, "mixed": {TIERS[1]: TIERS[2]}, "any": {TIERS[0]: TIERS[1], TIERS[1]: TIERS[2]}}
        return lifts[self.you["shift"]].get(tier, tier)

    def free_lift(self, tier: str) -> str:
        return tier if self.you["shift_cost"] else self.lifted(tier)

    def earn(self, claim: tuple[int, int, str] | None, at: At) -> At:
        if claim is None or not claim[1]:
            return at
        _, points, who = claim
        if who != "roller":
            return replace(at.changed(who, "drive", points), gained=at.gained + points)
        you = self.you
        other = self.rule["gain_drive"] == "spent" and self.first.paid + at.late_points > 0
        track = you["pays"] if other else "drive"
        most = you["drive_max"] if track == "drive" else you["other_max"]
        fits = min(points, most - at.drive(track))
        if fits:
            at = replace(at.changed("roller", track, fits), gained=at.gained + fits)
        if points > fits and self.rule["gain_overflow"] == "bank":
            at = at.changed("roller", "banked", points - fits)
        return at

    def end(self, value: int, tier: str, at: At) -> Answer:
        key = ("end", value, tier, at)
        if key not in self.known:
            self.known[key] = self.ended(value, tier, at)
        return self.known[key]

    def ended(self, value: int, tier: str, at: At) -> Answer:
        better = self.lifted(tier)
        if better != tier:
            cost = self.you["shift_cost"]
            if not cost:
                tier = better
            elif self.decide.get("shift") == "shift" and at.drive("drive") >= cost:
                tier, at = better, at.changed("roller", "drive", -cost)
        total: Counter[tuple[str, str]] = Counter()
        for who, track, by in at.changes:
            total[who, track] += by
        changes = tuple(sorted((who, track, by) for (who, track), by in total.items() if by))
        return {(tier, value, at.gained, at.resisted, changes): Fraction(1)}
