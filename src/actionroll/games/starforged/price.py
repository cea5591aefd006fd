"""Paying the price by a roll: a d100, and two further results where it says so."""

from __future__ import annotations

from dataclasses import dataclass, field

from actionroll.games.starforged.price_rows import LAST, PLACE, ROWS, Row
from actionroll.games.starforged.rulings import Rulings
from actionroll.games.starforged.ways import OBVIOUS, SUFFER
from actionroll.rules import Due, Outcome, Pool, Statistic, Step, Texts, choice, facts, throw


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of the table. Which ones is for the words; only how many ask for more makes the roll go on otherwise."""

    again: int = 0
    """How many are the row that brings further results."""
    places: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Price(Texts):
    """All that is settled before the price is rolled."""

    decider: str = choice("roller", "gm", says="Who says what it means.", by="gm")


def _same(face: int) -> int:
    return face


def _row(face: int) -> Rows:
    return Rows(int(PLACE[face] == LAST), (PLACE[face],))


def _together(a: Rows, b: Rows) -> Rows:
    return Rows(a.again + b.again, a.places + b.places)


roll_of: Statistic[int] = Statistic("the roll", 0, _same, max)
rows_of: Statistic[Rows] = Statistic("rows", Rows(), _row, _together)


def start(you: Price, rulings: Rulings) -> Step:
    """SF-33, SF-46. A d100; 00 is 100."""
    return throw("SF-46", (Pool((100,), roll_of, ("price",)),), first, you, rulings)


def first(roll: int, you: Price, rulings: Rulings) -> Step:
    """SF-46, SF-A16. A row of the table; the last one brings two further results."""
    if PLACE[roll] != LAST or not rulings.price_depth:
        return end(roll, _row(roll), you)
    return more(2, roll, Rows(), 1, you, rulings)


def more(dice: int, roll: int, rows: Rows, depth: int, you: Price, rulings: Rulings) -> Step:
    """Further results, thrown together; those before still count."""
    pool = Pool((100,) * dice, rows_of, ("price",))
    return throw("SF-46", (pool,), further, roll, rows, depth, you, rulings, further=True)


def further(new: Rows, roll: int, rows: Rows, depth: int, you: Price, rulings: Rulings) -> Step:
    """SF-A16. Another 96 to 100 asks for two more, or is thrown again, or makes it worse, and that only so often."""
    each = {"recurse": 2, "reroll": 1, "worse": 0}[rulings.price_repeat]
    if not new.again or not each or depth == rulings.price_depth:
        return end(roll, _together(rows, new), you)
    kept = Rows(0, tuple(place for place in new.places if place != LAST))
    return more(each * new.again, roll, _together(rows, kept), depth + 1, you, rulings)


def end(roll: int, rows: Rows, you: Price) -> Outcome:
    """SF-35, SF-46. What is to be paid: each row once, and worse where it came up again, or where 96 to 100 did."""
    found = sorted(set(rows.places) - {LAST})
    worse = [place for place in found if rows.again or rows.places.count(place) > 1]
    dues = tuple(due_of(ROWS[place], place in worse, you) for place in found)
    why = f"{roll} on the d100"
    if PLACE[roll] == LAST:
        names = [ROWS[place].name + (", and worse" if place in worse else "") for place in found]
        why += f", which brings {' and '.join(names) or 'two prices of your own making'}"
    return Outcome("SF-46", ROWS[PLACE[roll]].name, facts(roll=roll), (), dues or (ANY_PRICE[you.decider],) * 2, why)


def due_of(row: Row, worse: bool, you: Price) -> Due:
    """What a row asks for: words, or the cost that fits it."""
    ways = (OBVIOUS, *(way for way in SUFFER if not row.track or way.track == row.track))
    return Due("price", you.decider, row.name.capitalize() + (", and worse." if worse else "."), ways, rule="SF-35")


ANY_PRICE = {
    by: Due("price", by, "Pay one of two prices of your own making.", (OBVIOUS, *SUFFER), rule="SF-35")
    for by in ("roller", "gm")
}
