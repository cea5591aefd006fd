"""Paying the price by a roll: a d100, and two further results where it says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from actionroll.games.starforged.price_rows import LAST, PLACE, ROWS, Row
from actionroll.games.starforged.rulings import Rulings
from actionroll.games.starforged.ways import OBVIOUS, SUFFER
from actionroll.rules import Due, Outcome, Pool, Statistic, Step, Texts, choice, facts, throw

Places: TypeAlias = tuple[int, ...]
"""Rows by their places, in order."""


@dataclass(frozen=True, slots=True)
class Price(Texts):
    """All that is settled before the price is rolled."""

    decider: str = choice("roller", "gm", says="Who says what it means.", by="gm")


def _same(face: int) -> int:
    return face


def _place(face: int) -> Places:
    return (PLACE[face],)


def _in_order(a: Places, b: Places) -> Places:
    return tuple(sorted(a + b))


roll_of: Statistic[int] = Statistic("the roll", 0, _same, max)
rows_of: Statistic[Places] = Statistic("rows", (), _place, _in_order)


def start(you: Price, rulings: Rulings) -> Step:
    """SF-33, SF-46. A d100; 00 is 100."""
    return throw("SF-46", (Pool((100,), roll_of, ("price",)),), first, you, rulings)


def first(roll: int, you: Price, rulings: Rulings) -> Step:
    """SF-46, SF-A16. A row of the table; the last one brings two further results."""
    if PLACE[roll] != LAST or not rulings.price_depth:
        return end(roll, (PLACE[roll],), you)
    return more(2, roll, (), 1, you, rulings)


def more(dice: int, roll: int, rows: Places, depth: int, you: Price, rulings: Rulings) -> Step:
    """Further results, thrown together; those before still count."""
    pool = Pool((100,) * dice, rows_of, ("price",))
    return throw("SF-46", (pool,), further, roll, rows, depth, you, rulings, further=True)


def further(new: Places, roll: int, rows: Places, depth: int, you: Price, rulings: Rulings) -> Step:
    """SF-A16. Another 96 to 100 asks for two more, or is thrown again, or makes it worse, and that only so often."""
    again = new.count(LAST)
    each = {"recurse": 2, "reroll": 1, "worse": 0}[rulings.price_repeat]
    if rulings.price_repeat == "reroll" and depth < rulings.price_depth:
        new = tuple(place for place in new if place != LAST)
    together = tuple(sorted(rows + new))
    if again and each and depth < rulings.price_depth:
        return more(each * again, roll, together, depth + 1, you, rulings)
    return end(roll, together, you)


def end(roll: int, rows: Places, you: Price) -> Outcome:
    """SF-35, SF-46. What is to be paid: each row once, and worse where it came up again."""
    found = sorted(set(rows) - {LAST})
    repeated = "worse for what came twice" if len(rows) - rows.count(LAST) > len(found) else ""
    worse = repeated or ("worse for every further 96 to 100" if found and LAST in rows else "")
    dues = tuple(due_of(ROWS[place], bool(worse and (rows.count(place) > 1 or not repeated)), you) for place in found)
    why = f"{roll} on the d100"
    if PLACE[roll] == LAST:
        names = [ROWS[place].name for place in found]
        why += f": {' and '.join(names) or 'twice again'}" + (f", {worse}" if worse else "")
    return Outcome("SF-46", ROWS[PLACE[roll]].name, facts(roll=roll), (), dues or (ANY_PRICE[you.decider],), why)


def due_of(row: Row, worse: bool, you: Price) -> Due:
    """What a row asks for: words, or the cost that fits it."""
    ways = (OBVIOUS, *(way for way in SUFFER if not row.track or way.track == row.track))
    return Due("price", you.decider, row.name.capitalize() + (", and worse." if worse else "."), ways, rule="SF-35")


ANY_PRICE = {
    by: Due("price", by, "Pay two prices of your own making.", (OBVIOUS, *SUFFER), rule="SF-35")
    for by in ("roller", "gm")
}
