"""Claims beside a game: sentences about its rules, each with a roll or a question that shows whether it holds.

A file of claims is TOML, a list of `[[claim]]`: `rule`, `says`; `move`, `attempt`, `rulings`, `decide`; then `answers`
(faces for each throw, an option for each decision) with `tier`, `facts`, `effects`, `dues` or `asks`; or `chances` of
tiers as "n/d"; or the words of an `error`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from actionroll.api import odds_of, question, roll_of
from actionroll.errors import ActionrollError, InputError, shown
from actionroll.rules.game import Game
from actionroll.rules.record import Roll, all_effects
from actionroll.rules.steps import Decide, Outcome

MOST_BYTES = 1_000_000
KEYS = frozenset((
    "rule", "says", "move", "attempt", "rulings", "decide", "answers", "tier", "facts", "effects", "dues", "asks",
    "chances", "error",
))  # fmt: skip


def claims_in(path: str) -> list[dict[str, Any]]:
    """The claims of a file."""
    try:
        if Path(path).stat().st_size > MOST_BYTES:
            raise InputError(f"{shown(path, 80)} is too large for a file of claims.")
        found = tomllib.loads(Path(path).read_text(encoding="utf-8")).get("claim")
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{shown(path, 80)} cannot be read as claims: {shown(str(error), 100)}.") from None
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise InputError(f"{shown(path, 80)} holds no claims; write each as [[claim]] with rule and says.")
    return found


def broken(tried: Game, claims: list[dict[str, Any]]) -> Iterator[str]:
    """A sentence for each claim that does not hold, and for each rule that none is about."""
    for place, claim in enumerate(claims, 1):
        for fault in _faults(tried, claim):
            yield f"Claim {place}, {shown(claim.get('says', ''), 100)}: {fault}"
    named = {rule for claim in claims for rule in _rules(claim)}
    for rule in tried.rules:
        if rule not in named | set(tried.advice):
            yield f"No claim is about {rule}."


def _rules(claim: Mapping[str, Any]) -> list[str]:
    rule = claim.get("rule")
    return [str(each) for each in rule] if isinstance(rule, list) else [str(rule)]


def _faults(tried: Game, claim: dict[str, Any]) -> Iterator[str]:
    if unknown := [name for name in claim if name not in KEYS]:
        yield f"there is no {unknown[0]} in a claim; accepted: {', '.join(sorted(KEYS))}."
        return
    for rule in _rules(claim):
        if rule not in tried.rules:
            yield f"there is no rule {rule}."
    try:
        yield from _checked(tried, claim)
    except ActionrollError as error:
        if "error" not in claim:
            yield f"it is refused: {error}"
        elif str(claim["error"]) not in str(error):
            yield f"it is refused otherwise: {error}"
    except (TypeError, ValueError, ZeroDivisionError) as error:
        yield f"it cannot be read: {error}."
    else:
        if "error" in claim:
            yield "it should be refused, and is not."


def _checked(tried: Game, claim: dict[str, Any]) -> Iterator[str]:
    asked = question(
        tried, claim.get("move", tried.moves[0].name), claim.get("attempt"), rulings=claim.get("rulings"),
        decide=claim.get("decide"),
    )  # fmt: skip
    if "chances" in claim:
        counted = odds_of(asked)
        for tier, chance in claim["chances"].items():
            if counted.get(tier) != Fraction(chance):
                yield f"{tier} is {counted.get(tier)}, not {chance}."
    if set(claim) & {"answers", "tier", "facts", "effects", "dues", "asks", "error"}:
        yield from _ended(roll_of(asked, answers=claim.get("answers", [])).roll, claim)


def _ended(roll: Roll, claim: dict[str, Any]) -> Iterator[str]:
    step = roll.step
    stands = step.name if isinstance(step, Decide) else step.tier if isinstance(step, Outcome) else "dice"
    if "asks" in claim and (isinstance(step, Outcome) or stands != claim["asks"]):
        yield f"it stands at {stands}, and should ask {claim['asks']}."
    if "effects" in claim:
        made = sorted([effect.who, effect.track, effect.by] for effect in all_effects(roll))
        if made != sorted(claim["effects"]):
            yield f"it changes {made}, not {claim['effects']}."
    if not set(claim) & {"tier", "facts", "dues"}:
        return
    if not isinstance(step, Outcome):
        yield f"it still waits for {stands}."
        return
    if "tier" in claim and step.tier != claim["tier"]:
        yield f"it ends in {step.tier}, not {claim['tier']}."
    told = dict(step.facts)
    for fact, value in claim.get("facts", {}).items():
        if told.get(fact) != value:
            yield f"{fact} is {told.get(fact)}, not {value}."
    if "dues" in claim and [due.kind for due in step.dues] != claim["dues"]:
        yield f"its dues are {[due.kind for due in step.dues]}, not {claim['dues']}."
