"""The course of a roll under the rules: the question it is, where it stands, its odds, and whose turn it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from marshal import dumps

from actionroll.api import Question, question
from actionroll.errors import CannotPay, LimitError
from actionroll.reckoning.odds import Odds, count
from actionroll.reckoning.play import begin, cast, choose
from actionroll.rules.futures import Budget
from actionroll.rules.record import Roll
from actionroll.rules.steps import Decide, Step, Throw
from actionroll.table.attempt import SIDES, attempt_of, in_order
from actionroll.table.state import Chose, Json, Table, TableRoll
from actionroll.wire import fraction

MOST_ASKED = 1024
MOST_STEPS = 20_000
"""What is counted while people wait: some ten milliseconds."""
PLAIN = 2
"""The version of `marshal` that writes equal values as equal bytes, and True unlike 1."""
_asked: dict[bytes, Question] = {}
"""A roll is the same question from when it is declared until its dice fall, however often anyone looks at it."""


def asked(table: Table, roll: TableRoll, known: Json | None = None) -> Question:
    """The roll as a question, for odds and for the throw; `known` is the attempt where it is known already."""
    attempt = roll.attempt or known or attempt_of(table, roll)
    rulings = roll.rulings or table.rulings
    key = dumps((table.game_id, roll.move, attempt, rulings), PLAIN)
    found = _asked.get(key)
    if found is None:
        found = question(table.game, roll.move, attempt, rulings=rulings)
        if len(_asked) >= MOST_ASKED:
            _asked.clear()
        _asked[key] = found
    return found


def reached(table: Table, roll: TableRoll) -> Roll:
    """Where the roll stands, played again by today's rules; decisions before the first throw as they are set."""
    if roll.reached is None:
        start = asked(table, roll).start
        roll.reached = _replayed(start, roll)
    return roll.reached


def _replayed(start: Step, roll: TableRoll) -> Roll:
    standing = _decided_before(begin(start), roll)
    for each in roll.taken:
        if isinstance(each, Chose):
            standing = choose(standing, each.option)
        elif each.dice:
            standing = cast(standing, [face for _, face in each.dice], each.by_hand)
    return standing


def under_other_rules(table: Table, roll: TableRoll) -> bool:
    """Whether its dice fell under other rules than those here: what its entries keep stands then."""
    return bool(roll.taken) and roll.rules != table.rules


def replayed_with(table: Table, roll: TableRoll, attempt: Json) -> Roll:
    """Where the roll would stand had it been thrown with another attempt, and fallen in the same way."""
    return _replayed(question(table.game, roll.move, attempt, rulings=roll.rulings).start, roll)


def before_throw(table: Table, roll: TableRoll, question: Question | None = None) -> Roll:
    """The roll up to its first throw, worked out anew from what is set now."""
    return _decided_before(begin((question or asked(table, roll)).start), roll)


@lru_cache(maxsize=2048)
def odds_from(step: Step, tiers: tuple[str, ...]) -> Odds | None:
    """The odds of a roll from a step on, if they can be counted in a moment: no throw waits for them."""
    try:
        return count(step, tiers=tiers, budget=Budget(MOST_STEPS))
    except LimitError:
        return None


@lru_cache(maxsize=2048)
def chances(step: Step, tiers: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The odds from the worst tier to the best, as they are written down; empty where they are too many to count."""
    odds = odds_from(step, tiers)
    return tuple((tier, fraction(chance)) for tier, chance in odds.items()) if odds else ()


def _decided_before(standing: Roll, roll: TableRoll) -> Roll:
    while isinstance(standing.step, Decide):
        chosen = roll.decide.get(standing.step.name, standing.step.options[0])
        standing = choose(standing, chosen if chosen in standing.step.options else standing.step.options[0])
    return standing


def parts_of(table: Table, roll: TableRoll) -> dict[str, str]:
    """The character behind each part of the roll; the other side may be one that only the gm plays."""
    parts = {"roller": roll.character}
    if table.game.move(roll.move).against:
        parts[SIDES[0]] = roll.character
    if roll.against:
        parts[SIDES[1]] = roll.against
    joined: Counter[str] = Counter()
    for offer in in_order(roll):
        joined[offer.part] += 1
        parts[f"{offer.part}-{joined[offer.part]}"] = offer.character
    parts.update({f"member-{place + 1}": character for place, character in enumerate(roll.members)})
    return parts


@contextmanager
def payers_named(table: Table, roll: TableRoll) -> Iterator[None]:
    """Who cannot pay is told by the name of the character, where a game only knows the part."""
    try:
        yield
    except CannotPay as refused:
        told = str(refused)
        for part, character in parts_of(table, roll).items():
            if character in table.characters:
                name = table.characters[character].name
                told = re.sub(rf"\b(the )?{part}\b", name.replace("\\", r"\\"), told)
        raise CannotPay(told) from None


def seat_of_part(table: Table, roll: TableRoll, part: str) -> str:
    """The seat that answers for a part; empty where that is the gm."""
    character = parts_of(table, roll).get(part)
    return table.characters[character].seat if character in table.characters else ""


def seat_of_dice(table: Table, roll: TableRoll) -> str:
    """The seat whose dice are to fall next: the roller's own, or in their turn those of a helper or member."""
    step = reached(table, roll).step if roll.status == "waiting" else None
    parts = {pool.by for pool in step.pools} if isinstance(step, Throw) else set()
    return seat_of_part(table, roll, parts.pop()) if len(parts) == 1 else roll.seat
