"""A second opinion on True World, written from the rules alone: every fall of every die, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

DEFAULTS = {
    "effect_bands": "plus_one",
    "extra_die": "same_as_base",
    "unskilled_advantage": "ignored",
    "unskilled_quick": "disadvantage",
    "max_helpers": None,
    "ties": "success",
    "effect_cap": 3,
    "helper_grit": "assist",
    "effect_grit": False,
    "grit_reroll": False,
    "quick_teamwork": False,
    "quick_in_rounds": "action",
}

Effects = frozenset[tuple[str, str, int]]
End = tuple[str, tuple[tuple[str, int], ...], Effects]
Law = dict[End, Fraction]
NONE: Effects = frozenset()


def sides(die: str) -> int:
    return int(die[1:])


def results(ability: list[int], difficulty: int, position: str) -> dict[int, Fraction]:
    """The law of highest ability less one difficulty die, or the lower or higher of two."""
    return _results(tuple(sorted(ability)), difficulty, position)


@cache
def _results(ability: tuple[int, ...], difficulty: int, position: str) -> dict[int, Fraction]:
    hard = [difficulty] * (1 if position == "neutral" else 2)
    keep = min if position == "advantage" else max
    counts: Counter[int] = Counter()
    for faces in product(*(range(1, die + 1) for die in (*ability, *hard))):
        counts[max(faces[: len(ability)]) - keep(faces[len(ability) :])] += 1
    total = prod(ability) * prod(hard)
    return {result: Fraction(ways, total) for result, ways in counts.items()}


def wins(result: int, rules: Mapping[str, Any]) -> bool:
    return result > 0 if rules["ties"] == "failure" else result >= 0


def level(result: int, effect_boosts: int, rules: Mapping[str, Any]) -> int:
    won = wins(result, rules)
    added = {"plus_one": 1, "raw": 0, "plus_one_success_only": int(won)}[rules["effect_bands"]]
    number = abs(result) + added
    plain = 3 if number >= 7 else 2 if number >= 4 else 1
    if not won:
        return plain
    for _ in range(effect_boosts):
        plain = plain + 1 if plain < rules["effect_cap"] else plain
    return plain


def tier(result: int, effect_boosts: int, rules: Mapping[str, Any]) -> str:
    word = ["marginal", "complete", "critical"][level(result, effect_boosts, rules) - 1]
    return f"{word} {'success' if wins(result, rules) else 'failure'}"


def net_position(attempt: Mapping[str, Any], rules: Mapping[str, Any]) -> str:
    position: str = attempt.get("position", "neutral")
    if attempt.get("unskilled"):
        return "neutral" if (position, rules["unskilled_advantage"]) == ("advantage", "cancels") else "disadvantage"
    return position


def own_dice(attempt: Mapping[str, Any]) -> list[int]:
    """Skill and boost dice."""
    listed = [4] if attempt.get("unskilled") else [sides(die) for die in attempt["ability"]]
    named = [sides(die) for die in attempt.get("boost_dice", ())]
    return listed + named + [listed[0]] * (attempt.get("boosts", 0) - len(named))


def added_up(*changes: tuple[str, str, int]) -> Effects:
    total: Counter[tuple[str, str]] = Counter()
    for who, track, by in changes:
        total[who, track] += by
    return frozenset((who, track, by) for (who, track), by in total.items() if by)


def main_roll(
    attempt: Mapping[str, Any],
    rules: Mapping[str, Any],
    how: str,
    helpers: list[tuple[str, int]],
    together: bool,
    waited: list[int],
) -> Iterator[tuple[str, int, list[tuple[str, str, int]], Fraction]]:
    """Tier, result, changes and chance of the action with these helpers, (part, die) each, and dice that waited."""
    dice = own_dice(attempt) + [die for _, die in helpers] + waited
    law = results(dice, sides(attempt["difficulty"]), net_position(attempt, rules))
    fuelled = attempt.get("fuelled", 0)
    paid = [("roller", "grit", -fuelled)] + ([("roller", "acted", 1)] if attempt.get("in_rounds") else [])
    paid.append(("roller", "waiting_help", -len(waited)))
    may = rules["grit_reroll"] and attempt.get("grit", 0) - fuelled >= 1
    for first, chance in law.items():
        again = may and (how == "reroll" or (how == "on-failure" and not wins(first, rules)))
        if not again:
            yield *ended(first, attempt, rules, helpers, together, paid, fuelled > 0), chance
            continue
        for second, more in law.items():
            spent = [*paid, ("roller", "grit", -1)]
            yield *ended(second, attempt, rules, helpers, together, spent, True), chance * more


def ended(
    result: int,
    attempt: Mapping[str, Any],
    rules: Mapping[str, Any],
    helpers: list[tuple[str, int]],
    together: bool,
    paid: list[tuple[str, str, int]],
    grit_spent: bool,
) -> tuple[str, int, list[tuple[str, str, int]]]:
    boosts = attempt.get("effect_boosts", 0)
    changes = list(paid)
    thanks = wins(result, rules) if rules["helper_grit"] == "main_action" else together
    changes += [(part, "grit", 1) for part, _ in helpers if thanks]
    if rules["effect_grit"] and not grit_spent:
        changes.append(("roller", "grit", level(result, boosts, rules) - 1))
    return tier(result, boosts, rules), result, changes


def action(attempt: Mapping[str, Any], rulings: Mapping[str, Any], how: str = "keep") -> Law:
    rules = {**DEFAULTS, **rulings}
    base = own_dice(attempt)[0]
    named = [sides(die) for die in attempt.get("helper_dice", ())]
    count = attempt.get("helpers", 0)
    dice = named + [base] * (count + attempt.get("waiting_help", 0) - len(named))
    helpers = [(f"helper-{place}", die) for place, die in enumerate(dice[:count], 1)]
    law: Law = {}
    for name, result, changes, chance in main_roll(attempt, rules, how, helpers, False, dice[count:]):
        end = (name, (("result", result),), added_up(*changes))
        law[end] = law.get(end, Fraction(0)) + chance
    return law


def raw_law(ability: str | None, difficulty: str, rules: Mapping[str, Any], more: list[int]) -> dict[int, Fraction]:
    """A quick roll: one ability die, None where unskilled."""
    worse = ability is None and rules["unskilled_quick"] == "disadvantage"
    dice = [4 if ability is None else sides(ability), *more]
    return results(dice, sides(difficulty), "disadvantage" if worse else "neutral")


def quick(attempt: Mapping[str, Any], rulings: Mapping[str, Any], how: str = "keep", assist: bool = False) -> Law:
    rules = {**DEFAULTS, **rulings}
    named = [sides(die) for die in attempt.get("helper_dice", ())]
    base = sides(attempt.get("ability") or "d4")
    more = named + [base] * (attempt.get("helpers", 0) - len(named))
    once = raw_law(attempt.get("ability"), attempt.get("difficulty", "d4"), rules, more)
    may = rules["grit_reroll"] and attempt.get("grit", 0) >= 1
    acts = assist or rules["quick_in_rounds"] == "action"
    law: Law = {}
    for first, chance in once.items():
        again = may and (how == "reroll" or (how == "on-failure" and not wins(first, rules)))
        for second, share in once.items() if again else [(first, Fraction(1))]:
            won = wins(second, rules)
            earns = assist and won and not again and rules["helper_grit"] == "assist"
            changes = [
                ("roller", "grit", int(earns) - int(again)),
                ("roller", "acted", int(acts and attempt.get("in_rounds", False))),
            ]
            end = ("success" if won else "failure", (("result", second),), added_up(*changes))
            law[end] = law.get(end, Fraction(0)) + chance * share
    return law


def assisted(attempt: Mapping[str, Any], rulings: Mapping[str, Any], how: str = "keep") -> Law:
    rules = {**DEFAULTS, **rulings}
    abilities = attempt.get("helper_abilities", [])
    hard = [*attempt.get("helper_difficulties", ()), *["d4"] * len(abilities)]
    chances = [
        sum(
            (chance for result, chance in raw_law(die, hard[place], rules, []).items() if wins(result, rules)),
            Fraction(0),
        )
        for place, die in enumerate(abilities)
    ]
    law: Law = {}
    for helped in product((False, True), repeat=len(abilities)):
        share = prod((p if won else 1 - p for p, won in zip(chances, helped, strict=True)), start=Fraction(1))
        helpers = [
            (f"helper-{place + 1}", helper_die(place, attempt, rules)) for place, won in enumerate(helped) if won
        ]
        acted = [(f"helper-{place + 1}", "acted", 1) for place in range(len(abilities)) if attempt.get("in_rounds")]
        waited = [own_dice(attempt)[0]] * attempt.get("waiting_help", 0)
        for name, result, changes, chance in main_roll(attempt, rules, how, helpers, True, waited):
            end = (name, (("result", result), ("helped", len(helpers))), added_up(*changes, *acted))
            law[end] = law.get(end, Fraction(0)) + chance * share
    return {end: chance for end, chance in law.items() if chance}


def helper_die(place: int, attempt: Mapping[str, Any], rules: Mapping[str, Any]) -> int:
    if rules["extra_die"] == "helper":
        return sides(attempt["helper_abilities"][place] or "d4")
    named = attempt.get("helper_dice", [])
    return sides(named[place]) if place < len(named) else own_dice(attempt)[0]


def group(attempt: Mapping[str, Any], rulings: Mapping[str, Any]) -> Law:
    rules = {**DEFAULTS, **rulings}
    sums = {0: Fraction(1)}
    for die in attempt["abilities"]:
        member = {**attempt, "unskilled": die is None}
        law = results([sides(die or "d4")], sides(attempt["difficulty"]), net_position(member, rules))
        joined: dict[int, Fraction] = {}
        for total, chance in sums.items():
            for result, more in law.items():
                after = total + level(result, 0, rules) * (1 if wins(result, rules) else -1)
                joined[after] = joined.get(after, Fraction(0)) + chance * more
        sums = joined
    return {
        ("success" if wins(total, rules) else "failure", (("levels", total),), NONE): chance
        for total, chance in sums.items()
    }
