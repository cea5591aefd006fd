"""Ironsworn: Starforged, with its rules in a sentence each, the moves of fate (price and oracle), and the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from actionroll.dice import highest
from actionroll.errors import InputError
from actionroll.games.starforged import action, tracks
from actionroll.games.starforged.attempt import LABELS, WAY_LABELS, Rulings
from actionroll.games.starforged.dues import (
    AGAIN,
    ALSO,
    GRADED,
    MARK_PROGRESS,
    OBVIOUS,
    PLAIN,
    TIERS,
    TWIST,
    marking,
)
from actionroll.games.starforged.hardships import refuse_half_repairs
from actionroll.games.starforged.moves import MEANS, WITHOUT_RISK, Action
from actionroll.games.starforged.sheet import RECOMMIT, SCENES, SHEET
from actionroll.rules import (
    Due,
    Effect,
    Game,
    Move,
    Outcome,
    Pool,
    Statistic,
    Step,
    Texts,
    Way,
    choice,
    face_beside,
    facts,
    throw,
    words,
)
from actionroll.rules.sheet import settle
from actionroll.values import is_said

RULES = {
    "SF-1": "An action roll is made when a move stands for something risky or uncertain.",
    "SF-2": "Three dice are rolled at once: one action die and two challenge dice.",
    "SF-3": "The challenge dice are ten-sided, 1 to 10; a printed 0 is a 10.",
    "SF-4": "The action die is one six-sided die.",
    "SF-5": "No face of the action die is special.",
    "SF-6": "The stat that fits is added to the action die.",
    "SF-7": "The move says which stat; another one is not accepted.",
    "SF-8": "Where the move gives a choice, exactly one of the stats it lists is used.",
    "SF-9": "Some moves take a track such as health or supply in place of a stat, never both.",
    "SF-10": "A track counts with its current value, and 0 adds nothing.",
    "SF-11": "Adds are bonuses: none, one or several, summed.",
    "SF-12": "Adds come from the move or the character's assets, and each may be left out.",
    "SF-13": "The action score is the action die, the stat or track, and all adds together.",
    "SF-14": "The action score is never more than 10.",
    "SF-15": "What goes beyond 10 is lost: nothing carries over.",
    "SF-16": "Stat and adds never change the challenge dice.",
    "SF-17": "The score is compared with each challenge die on its own.",
    "SF-18": "To beat a die is to be greater than it.",
    "SF-19": "A tie goes to the challenge die.",
    "SF-20": "A score that beats both challenge dice is a strong hit.",
    "SF-21": "A score that beats exactly one of them is a weak hit.",
    "SF-22": "A score that beats neither is a miss.",
    "SF-23": "Exactly one of the three comes about, whichever challenge die is looked at first.",
    "SF-24": "A challenge die of 10 is never beaten.",
    "SF-25": "A score of 0 or 1 is a miss; a score of 2 beats only a 1.",
    "SF-26": "A point more of stat or adds never makes the outcome worse.",
    "SF-27": "A strong hit succeeds.",
    "SF-28": "A weak hit mostly succeeds, with less effect or at a cost, as the move says.",
    "SF-29": "A miss fails, or costs dearly.",
    "SF-30": "The move says what the outcome means, or offers a choice.",
    "SF-31": "An outcome may change numbers, or the story, or both.",
    "SF-32": "A miss usually asks to pay the price; a move may say otherwise.",
    "SF-33": "The price is picked as a likely bad turn, or rolled.",
    "SF-34": "A gm may roll the price, or simply tell it.",
    "SF-35": "On a miss something always happens: a price cannot be settled with nothing.",
    "SF-36": "Every action and progress roll says whether the challenge dice match; the gm rolls no actions.",
    "SF-37": "A match is both challenge dice alike: one roll in ten, and never on a weak hit.",
    "SF-38": "Momentum runs from −6 to 10 and resets to 2, both less one for each impact; the reset is never below 0.",
    "SF-39": "After an action roll, positive momentum may be burned where that betters the outcome; then it resets.",
    "SF-40": "Burned momentum must be greater than a challenge die too; adds, action die and match stay as they are.",
    "SF-41": "Negative momentum cancels an action die of the same value; stat and adds still count.",
    "SF-42": "A burn and a cancelled die never meet in one roll.",
    "SF-43": "Momentum of −6 has the odds of one point of stat less.",
    "SF-44": "A progress roll sets the filled boxes against two challenge dice: no action die, adds or momentum.",
    "SF-45": "An automatic outcome has no dice, no match and no burn.",
    "SF-46": "The price is a d100 with a row for every number; 96 to 100 bring two further results.",
    "SF-47": "While wounded, shaken or unprepared, the meter that belongs to it cannot be raised.",
    "SF-48": "Supply is shared: what one spends all have spent, and all are unprepared together.",
    "SF-49": "Progress is marked in ticks by the rank of the challenge: 12, 8, 4, 2 or 1; four ticks fill a box, ten "
    "boxes a track.",
    "SF-50": "Who misses a progress roll may recommit: two challenge dice are thrown, the lower one clears as many "
    "boxes, and the rank rises by one.",
    "SF-51": "In a bad spot of a fight the progress roll for it counts one less, but for a strong hit with a match.",
    "SF-52": "A finished challenge rewards a legacy by its rank: 1, 2, 4, 8 or 12 ticks; a weak hit by one rank less; "
    "and every box filled is experience.",
    "SF-53": "Momentum, meters and impacts change without a roll too, within their bounds.",
    "SF-54": "A match on a strong hit is an opening or a twist, on a miss a turn for the worse; someone says which, "
    "unless the move says it.",
    "SF-55": "The oracle answers yes or no by a d100: yes up to 10, 25, 50, 75 or 90 by how likely it is; on a match "
    "the answer is extreme, or has a twist.",
    "SF-56": "Repairs bring points: 5, 3 or 2 on a strong hit, 3, 1 or none on a weak one, at a facility, in the field "
    "or under fire; up to 3 supply add a point each.",
    "SF-57": "What is finished says what the roll means: a vow, a bond, an expedition, a fight or a scene has outcomes "
    "of its own.",
    "SF-58": "Who aids an ally makes a move, and the ally has what it gains.",
    "SF-59": "A scene has a progress track and a clock of four segments; setbacks fill it, and full it ends the scene.",
    "SF-60": "A battle or a sojourn brings the same to each ally who takes part; in a short sojourn to three in all.",
    "SF-61": "Who heals another with wits, or a companion with heart, gives the health to them.",
}

ADVICE: dict[str, str] = {}


# The price


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the highest number it holds, what it is called, and the cost that makes it a number."""

    upto: int
    name: str
    track: str = ""


TWICE = "two prices at once"
PAID = "It happens, or something worse of that kind, as it is said next. What does not fit is rolled again."
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


def start_price(you: Price, rulings: Rulings) -> Step:
    """SF-33. The price may be rolled: a d100, where 00 is 100."""
    return throw("SF-33", (Pool((100,), highest, ("price",)),), first_price, you, rulings)


def first_price(roll: int, you: Price, rulings: Rulings) -> Step:
    """A row of the table; the last one brings two further results."""
    if PLACE[roll] != LAST or not rulings.price_depth:
        return end_price(roll, _row(roll), you)
    return more_prices(2, roll, Rows(), 1, you, rulings)


def more_prices(dice: int, roll: int, rows: Rows, depth: int, you: Price, rulings: Rulings) -> Step:
    """SF-A16. Further results, thrown together; those before still count."""
    came = f"{roll} brings two prices at once" if depth == 1 else f"{TWICE} came up again"
    pool = Pool((100,) * dice, rows_of, ("price",), note=came)
    return throw("SF-A16", (pool,), further_prices, roll, rows, depth, you, rulings, further=True)


def further_prices(new: Rows, roll: int, rows: Rows, depth: int, you: Price, rulings: Rulings) -> Step:
    """Another 96 to 100 asks for two more, or is thrown again, or makes it worse, and that only so often."""
    each = {"recurse": 2, "reroll": 1, "worse": 0}[rulings.price_repeat]
    if not new.again or not each or depth == rulings.price_depth:
        return end_price(roll, _together(rows, new), you)
    kept = Rows(0, tuple(place for place in new.places if place != LAST))
    return more_prices(each * new.again, roll, _together(rows, kept), depth + 1, you, rulings)


def end_price(roll: int, rows: Rows, you: Price) -> Outcome:
    """SF-46. What is to be paid: each row once, and worse where it came up again, or where 96 to 100 did."""
    found = sorted(set(rows.places) - {LAST})
    worse = [place for place in found if rows.again or rows.places.count(place) > 1]
    named = [ROWS[place].name + (", and worse" if place in worse else "") for place in found]
    why = f"{roll} on the d100"
    if PLACE[roll] == LAST:
        why += f", two prices at once: {'; '.join(named)}" if named else ", which brings two prices of your own making"
    asked = [(f"{name[:1].upper()}{name[1:]}.", ROWS[place].track) for name, place in zip(named, found, strict=True)]
    asked = asked or [("Pay one of two prices of your own making.", "")] * 2
    again = AGAIN.name  # a row that does not fit
    dues = tuple(
        Due("price", you.decider, says, costs(track), rule="SF-46", answered_by="price", answered_as=again)
        for says, track in asked
    )
    return Outcome("SF-46", ROWS[PLACE[roll]].name, facts(roll=roll), (), dues, why, means=PAID)


def costs(track: str) -> tuple[Way, ...]:
    """How a row is paid: in words, or with the cost that fits it; or another row comes in its place."""
    return (OBVIOUS, *(way for way in GRADED if track in ("", way.track)), AGAIN)


# The oracle

YES_UPTO = {"almost_certain": 90, "likely": 75, "fifty_fifty": 50, "unlikely": 25, "small_chance": 10}
"""How high a roll still answers yes."""
NO, YES = "no", "yes"
ANSWERS = {
    NO: "The answer is no: what is so instead?",
    YES: "The answer is yes: what does that mean here?",
}


@dataclass(frozen=True, slots=True)
class Oracle(Texts):
    """All that is settled before the oracle is asked."""

    likelihood: str = choice(*YES_UPTO, says="How likely a yes is.", default="fifty_fifty")
    question: str = words("What is asked, so that yes or no answers it.", heads=True)


ASKS = "SF-55"


def start_oracle(you: Oracle, rulings: Rulings) -> Step:
    """A question that yes or no answers: a d100, and yes up to a number by how likely it is."""
    return throw(ASKS, (Pool((100,), highest, ("oracle",)),), end_oracle, you)


def end_oracle(roll: int, you: Oracle) -> Outcome:
    """The answer; on a match of both its digits it is an extreme one, or a twist."""
    most = YES_UPTO[you.likelihood]
    answer, match = YES if roll <= most else NO, roll % 11 == 0 or roll == 100
    says = "The digits match: the answer is extreme, or has a twist. Say which."
    dues = (Due("match", "roller", says, (TWIST, PLAIN), rule=ASKS),) if match else ()
    why = f"{roll} on the d100{', whose digits match' if match else ''}, and yes is up to {most}"
    return Outcome(ASKS, answer, facts(roll=roll, match=match), (), dues, why, means=ANSWERS[answer])


# how what an outcome leaves open is settled


def settled(due: Due, answer: Any) -> tuple[Effect, ...]:
    """A price or cost told in words needs words; ways are chosen once each; some change two tracks."""
    effects = settle(due, answer)
    refuse_silence(due, answer)
    shares = [(share["way"], share.get("who", due.on)) for share in answer]
    if due.kind == "choice" and len({chosen(way) for way, _ in shares}) < len(shares):
        raise InputError("Each of these can be chosen once; name different ways.")
    if due.on == "ally" and len({who for _, who in shares}) > 1:
        raise InputError("One ally is aided: name the same for all of it.")
    refuse_half_repairs(answer)
    return effects + tuple(Effect(who, *ALSO[way], due.kind) for way, who in shares if way in ALSO)


def chosen(way: str) -> str:
    """What a way stands for: progress is one choice, whatever its rank."""
    return MARK_PROGRESS.name if way in {each.name for each in marking()} else way


def refuse_silence(due: Due, answer: Sequence[Any]) -> None:
    """Something always happens: what no number tells is told in words, unless a roll has told it."""
    tracks = {way.name: way.track for way in due.ways}
    silent = {due.answered_as, PLAIN.name}
    for share in answer:
        told = tracks[share["way"]] or share["way"] in silent or is_said(share.get("words"))
        if (due.on == "ally" or due.kind in ("price", "cost", "match")) and not told:
            raise InputError("Something always happens: say in words what it is.")


# the game

MATCH = {"match": "Whether the challenge dice show the same."}

GAME = Game(
    id="starforged",
    title="Ironsworn: Starforged",
    line="Perilous quests among the stars: one die and what you bring, against two that decide.",
    rulings=Rulings,
    moves=(
        Move(
            "action",
            "Something risky or uncertain.",
            Action,
            action.start,
            TIERS,
            {
                "score": "The action score before a burn.",
                **MATCH,
                "burned": "Whether momentum was burned.",
            },
            (action.REROLL, action.CANCEL, action.ADD, action.BURN),
            tiers_of=action.tiers_of,
            means=MEANS | WITHOUT_RISK,
            players_only=True,
        ),
        Move(
            "progress",
            "See whether what was built up is enough to finish it.",
            tracks.ProgressRoll,
            tracks.start,
            TIERS,
            MATCH,
            (RECOMMIT,),
            means=MEANS,
            players_only=True,
        ),
        Move(
            "price",
            "Roll what goes wrong.",
            Price,
            start_price,
            NAMES,
            {"roll": "The d100."},
        ),
        Move(
            "oracle",
            "Ask the oracle a yes-or-no question.",
            Oracle,
            start_oracle,
            (NO, YES),
            {"roll": "The d100.", "match": "Whether both its digits are the same."},
            means=ANSWERS,
        ),
        Move(
            "change",
            "Momentum, a meter or an impact changes without a roll.",
            tracks.ChangeMade,
            tracks.change,
            (tracks.CHANGED,),
            diceless=True,
        ),
    ),
    rules=RULES,
    advice=ADVICE,
    sheet=SHEET,
    settle=settled,
    labels=LABELS,
    way_labels=WAY_LABELS,
    credits=(
        "Ironsworn: Starforged (ironswornrpg.com), created by Shawn Tomkin; "
        "its reference text is licensed under CC BY 4.0."
    ),
    look=face_beside(__name__),
    scenes=SCENES,
)
