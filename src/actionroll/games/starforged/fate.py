"""Moves of fate: the price of a miss by a d100 with a row for every number, and a question to the oracle."""

from __future__ import annotations

from dataclasses import dataclass, field

from actionroll.dice import highest
from actionroll.games.starforged.attempt import Rulings
from actionroll.games.starforged.dues import AGAIN, OBVIOUS, PLAIN, SUFFER, TWIST
from actionroll.rules import Due, Outcome, Pool, Statistic, Step, Texts, Way, choice, facts, throw, words

# The price


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the highest number it holds, what it is called, and the cost that makes it a number."""

    upto: int
    name: str
    track: str = ""


TWICE = "two prices at once"
PAID = "It happens, or something worse of that kind. Say how; if it does not fit, take it back and roll again."
ROWS = (
    Row(2, "a friend turns on you"),
    Row(4, "someone dear in danger"),
    Row(7, "a threat looms"),
    Row(10, "an opening for an enemy"),
    Row(14, "a hard choice"),
    Row(18, "an old choice bites"),
    Row(22, "the quest gets harder"),
    Row(26, "cut off"),
    Row(32, "unintended damage"),
    Row(38, "something of worth is lost"),
    Row(44, "a new hazard"),
    Row(50, "a new enemy"),
    Row(56, "an ally in harm's way"),
    Row(62, "gear fails"),
    Row(68, "the vehicle is damaged", "integrity"),
    Row(74, "supplies wasted", "supply"),
    Row(81, "harmed", "health"),
    Row(88, "stressed", "spirit"),
    Row(95, "held back", "momentum"),
    Row(100, TWICE),
)
NAMES = tuple(row.name for row in ROWS)
PLACE = tuple(next(place for place, row in enumerate(ROWS) if roll <= row.upto) for roll in range(101))
"""The place of the row for each roll."""
LAST = len(ROWS) - 1


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of the table. Which ones is for the words; only how many ask for more makes the roll go on otherwise."""

    again: int = 0
    """How many are the row that brings further results."""
    places: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Price(Texts):
    """All that is settled before the price is rolled."""

    decider: str = choice("roller", "gm", says="Who says what it means.", by="gm", with_gm="gm")


def _row(face: int) -> Rows:
    return Rows(int(PLACE[face] == LAST), (PLACE[face],))


def _together(a: Rows, b: Rows) -> Rows:
    return Rows(a.again + b.again, a.places + b.places)


rows_of: Statistic[Rows] = Statistic("rows", Rows(), _row, _together)


def start(you: Price, rulings: Rulings) -> Step:
    """SF-33. The price may be rolled: a d100, where 00 is 100."""
    return throw("SF-33", (Pool((100,), highest, ("price",)),), first, you, rulings)


def first(roll: int, you: Price, rulings: Rulings) -> Step:
    """A row of the table; the last one brings two further results."""
    if PLACE[roll] != LAST or not rulings.price_depth:
        return end(roll, _row(roll), you)
    return more(2, roll, Rows(), 1, you, rulings)


def more(dice: int, roll: int, rows: Rows, depth: int, you: Price, rulings: Rulings) -> Step:
    """SF-A16. Further results, thrown together; those before still count."""
    pool = Pool((100,) * dice, rows_of, ("price",))
    return throw("SF-A16", (pool,), further, roll, rows, depth, you, rulings, further=True)


def further(new: Rows, roll: int, rows: Rows, depth: int, you: Price, rulings: Rulings) -> Step:
    """Another 96 to 100 asks for two more, or is thrown again, or makes it worse, and that only so often."""
    each = {"recurse": 2, "reroll": 1, "worse": 0}[rulings.price_repeat]
    if not new.again or not each or depth == rulings.price_depth:
        return end(roll, _together(rows, new), you)
    kept = Rows(0, tuple(place for place in new.places if place != LAST))
    return more(each * new.again, roll, _together(rows, kept), depth + 1, you, rulings)


def end(roll: int, rows: Rows, you: Price) -> Outcome:
    """SF-46. What is to be paid: each row once, and worse where it came up again, or where 96 to 100 did."""
    found = sorted(set(rows.places) - {LAST})
    worse = [place for place in found if rows.again or rows.places.count(place) > 1]
    named = [ROWS[place].name + (", and worse" if place in worse else "") for place in found]
    why = f"{roll} on the d100"
    if PLACE[roll] == LAST:
        why += f", which brings {' and '.join(named) or 'two prices of your own making'}"
    asked = [(f"{name[:1].upper()}{name[1:]}.", ROWS[place].track) for name, place in zip(named, found, strict=True)]
    asked = asked or [("Pay one of two prices of your own making.", "")] * 2
    dues = tuple(price_of_row(says, track, you) for says, track in asked)
    return Outcome("SF-46", ROWS[PLACE[roll]].name, facts(roll=roll), (), dues, why, means=PAID)


def price_of_row(says: str, track: str, you: Price) -> Due:
    """What one row asks for; one that does not fit is rolled again."""
    again = AGAIN.name
    return Due("price", you.decider, says, costs(track), rule="SF-46", answered_by="price", answered_as=again)


def costs(track: str) -> tuple[Way, ...]:
    """How a row is paid: in words, or with the cost that fits it; or another row comes in its place."""
    return (OBVIOUS, *(way for way in SUFFER if track in ("", way.track)), AGAIN)


# The oracle

YES_UPTO = {"almost_certain": 90, "likely": 75, "fifty_fifty": 50, "unlikely": 25, "small_chance": 10}
"""How high a roll still answers yes."""
NO, YES = "no", "yes"
ANSWERS = {
    NO: "The answer is no. Say what is so instead.",
    YES: "The answer is yes. Say what that means here.",
}


@dataclass(frozen=True, slots=True)
class Oracle(Texts):
    """All that is settled before the oracle is asked."""

    likelihood: str = choice(*YES_UPTO, says="How likely a yes is.", default="fifty_fifty")
    question: str = words("What is asked, so that yes or no answers it.")


def ask(you: Oracle, rulings: Rulings) -> Step:
    """SF-55. A question that yes or no answers: a d100, and yes up to a number by how likely it is."""
    return throw("SF-55", (Pool((100,), highest, ("oracle",)),), answered, you)


def answered(roll: int, you: Oracle) -> Outcome:
    """The answer; on a match of both its digits it is an extreme one, or a twist."""
    most = YES_UPTO[you.likelihood]
    answer, match = YES if roll <= most else NO, roll % 11 == 0 or roll == 100
    says = "The digits match: the answer is extreme, or has a twist. Say which."
    dues = (Due("match", "roller", says, (TWIST, PLAIN), rule="SF-A15"),) if match else ()
    why = f"{roll} on the d100, and yes is up to {most}" + (", which match" if match else "")
    return Outcome("SF-A15", answer, facts(roll=roll, match=match), (), dues, why, means=ANSWERS[answer])
