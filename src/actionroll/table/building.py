"""The roll that a table builds together: who sets what, what it reads from the sheets, and its exact odds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from marshal import dumps
from typing import Any

from actionroll.api import Question, question
from actionroll.errors import CannotPay, InputError
from actionroll.reckoning.odds import Odds, count
from actionroll.reckoning.play import begin, choose, replay
from actionroll.rules.inputs import Input, inputs_of, make_rulings, moot_inputs
from actionroll.rules.record import Roll
from actionroll.rules.steps import Decide, Step, Throw
from actionroll.table.joining import in_order, lent
from actionroll.table.reading import SIDES, Sheets, from_sheets
from actionroll.table.rolls import TableRoll
from actionroll.table.state import Json, Read, Table
from actionroll.wire import fraction

MOST_ASKED = 1024
PLAIN = 2
"""The version of `marshal` that writes equal values as equal bytes, and True unlike 1."""
_asked: dict[bytes, Question] = {}
"""A roll is the same question from when it is declared until its dice fall, however often anyone looks at it."""


def inputs_for(table: Table, roll: TableRoll) -> Mapping[str, Input]:
    """The inputs of the roll's move."""
    return inputs_of(table.game.move(roll.move).attempt)


def raw_attempt(table: Table, roll: TableRoll, sheets: Sheets | None = None) -> tuple[Json, tuple[Read, ...]]:
    """What the roll would be thrown with now, and which values of sheets it read for that."""
    filled, reads = sheets or from_sheets(table, roll)
    declared = inputs_for(table, roll)
    own = {name: value for name, value in roll.inputs.items() if name in declared}
    helped = lent(table, roll, reads)
    how = "; ".join(offer.how for offer in roll.offers if offer.how)
    texts = {"how": how[:500]} if how and "how" in declared else {}
    return {**own, **helped, **texts, **filled}, tuple(reads)


def asked(table: Table, roll: TableRoll, raw: Json | None = None) -> Question:
    """The roll as a question, for odds and for the throw; `raw` is the attempt where it is known already."""
    attempt = roll.attempt or raw or raw_attempt(table, roll)[0]
    rulings = roll.rulings or table.rulings
    key = dumps((table.game_id, roll.move, attempt, rulings), PLAIN)
    known = _asked.get(key)
    if known is None:
        known = question(table.game, roll.move, attempt, rulings=rulings)
        if len(_asked) >= MOST_ASKED:
            _asked.clear()
        _asked[key] = known
    return known


def stands(table: Table, roll: TableRoll) -> Roll:
    """Where the roll stands, the decisions before the first throw taken as they are set."""
    if roll.stands is None:
        start = asked(table, roll).start
        roll.stands = _replayed(start, roll) if roll.answers else _decided_before(begin(start), roll)
    return roll.stands


def _replayed(start: Step, roll: TableRoll) -> Roll:
    steps = roll.record.told["steps"] if roll.record else []
    thrown = [step for step in steps if step["do"] == "throw" and step["dice"]]
    return replay(start, roll.answers, [step["by_hand"] for step in thrown])


def replayed_with(table: Table, roll: TableRoll, attempt: Json) -> Roll:
    """Where the roll would stand had it been thrown with another attempt, and fallen in the same way."""
    return _replayed(question(table.game, roll.move, attempt, rulings=roll.rulings).start, roll)


def before_throw(table: Table, roll: TableRoll, question: Question | None = None) -> Roll:
    """The roll up to its first throw, worked out anew from what is set now."""
    return _decided_before(begin((question or asked(table, roll)).start), roll)


@lru_cache(maxsize=2048)
def odds_from(step: Step, tiers: tuple[str, ...]) -> Odds:
    """The odds of a roll from a step on. A table looks at the same step again and again until its dice fall."""
    return count(step, tiers=tiers)


def odds_told(step: Step, tiers: tuple[str, ...]) -> list[list[str]]:
    """The odds as they were when the dice fell, from the worst tier to the best."""
    return [[tier, chance] for tier, chance in _chances(step, tiers)]


@lru_cache(maxsize=2048)
def _chances(step: Step, tiers: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((tier, fraction(chance)) for tier, chance in odds_from(step, tiers).items())


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
    step = stands(table, roll).step if roll.status == "waiting" else None
    parts = {pool.by for pool in step.pools} if isinstance(step, Throw) else set()
    return seat_of_part(table, roll, parts.pop()) if len(parts) == 1 else roll.seat


def still_needed(table: Table, roll: TableRoll, known: Json | None = None) -> list[Json]:
    """What must still be said before this can be thrown, and who may say it."""
    raw = raw_attempt(table, roll)[0] if known is None else known
    moot = moot_inputs(table.game.move(roll.move).attempt, raw)
    rulings = make_rulings(table.game.rulings, table.rulings)
    needed = [each for each in inputs_for(table, roll).values() if each.name not in raw and each.name not in moot]
    called = [each for each in needed if each.required or (table.with_gm and each.waits(rulings))]
    return [{"input": each.name, "by": said_by(each), "says": each.says} for each in called]


def said_by(each: Input) -> str:
    """Who says what an input is, where no sheet of the roller does: a helper's sheet does, or else the gm."""
    if each.by != "sheet":
        return each.by
    return "helper" if each.of_each else "gm"


def refuse_wrong_input(table: Table, roll: TableRoll, name: str, value: Any, filled: Mapping[str, Any]) -> None:
    """An input that is not of the move, comes from a sheet, or takes another value."""
    from actionroll.errors import UnknownName
    from actionroll.rules.kinds import read

    declared = inputs_for(table, roll)
    if name not in declared:
        raise UnknownName("input", name, declared)
    each = declared[name]
    if name in filled:
        raise InputError(f"{name} is read from the sheet when the dice are thrown; edit the sheet instead.")
    if said_by(each) == "helper" and not each.kind.is_text:
        raise InputError(f"{name} is set by those who offer help, each from their own seat.")
    read(each.kind, name, value)
