"""The progress roll of Starforged: filled boxes against two challenge dice."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.errors import InputError
from actionroll.games.starforged.casting import (
    BEATS,
    CHALLENGE_DICE,
    MISS,
    STRONG,
    TIERS,
    Values,
    degree,
)
from actionroll.games.starforged.following import price_due
from actionroll.games.starforged.ranks import BOX, RANKS, TICKS, boxes_filled, lower, reward
from actionroll.games.starforged.rulings import Rulings
from actionroll.rules import (
    Decision,
    Due,
    Effect,
    Outcome,
    Step,
    Texts,
    Way,
    choice,
    decide,
    facts,
    throw,
    throw_read,
    whole,
    yes_no,
)

LEGACIES = ("quests", "bonds", "discoveries")
RECOMMIT = Decision("recommit", {"forsake": "Let it go, and pay for it.", "recommit": "Lose progress, and go on."})


@dataclass(frozen=True, slots=True)
class ProgressRoll(Texts):
    """All that is settled before a progress roll."""

    boxes: int | None = whole(0, 10, "Filled boxes of the track.", default=None, or_none=True)
    ticks: int | None = whole(0, TICKS, "Or its ticks, four to a box.", by="sheet", default=None, or_none=True)
    bad_spot: bool = yes_no("In a bad spot of a fight: hits without a match count one less.", by="sheet")
    rank: str = choice("none", *RANKS, says="The rank of what is to be finished, for its reward.", by="gm")
    legacy: str = choice("none", *LEGACIES, says="The legacy track that is rewarded.")
    legacy_ticks: int | None = whole(0, TICKS, "Ticks on that legacy track.", by="sheet", default=None, or_none=True)
    legacy_cleared: bool = yes_no("That legacy track was filled and cleared before.", by="sheet")
    may_recommit: bool = yes_no("Ask on a miss whether to go on with less progress and a higher rank.")
    decider: str = choice("roller", "gm", says="Who says what the price of a miss is.", by="gm")


def start(you: ProgressRoll, rulings: Rulings) -> Step:
    """SF-44. Two challenge dice against the filled boxes, and nothing else."""
    if (you.boxes is None) == (you.ticks is None):
        raise InputError("A progress roll takes boxes (0 to 10) or ticks (0 to 40), one of the two.")
    return throw_read("SF-44", (CHALLENGE_DICE,), compared, may_recommit, you, rulings)


def score(you: ProgressRoll) -> int:
    """SF-44. Ticks that fill no box do not count."""
    return you.boxes if you.boxes is not None else boxes_filled(you.ticks or 0)


def compared(values: Values, you: ProgressRoll, rulings: Rulings) -> tuple[int, bool]:
    """SF-18, SF-37. What the filled boxes beat, and whether the dice match."""
    return degree(score(you), values), values[0] == values[1]


def may_recommit(read: tuple[int, bool], you: ProgressRoll, rulings: Rulings) -> Step:
    """On a miss one may take up the challenge again, where that is asked."""
    missed = tier_of(*read, you.bad_spot) == MISS
    options = ("forsake", "recommit") if you.may_recommit and missed else ("forsake",)
    return decide("SF-44", "recommit", "roller", options, go_on, *read, you, rulings)


def go_on(option: str, beaten: int, match: bool, you: ProgressRoll, rulings: Rulings) -> Step:
    """To recommit, both challenge dice are thrown once more."""
    if option == "recommit":
        return throw("SF-44", (CHALLENGE_DICE,), recommitted, match, you, further=True)
    return end(beaten, match, you, rulings)


def tier_of(beaten: int, match: bool, bad_spot: bool) -> int:
    """In a bad spot a strong hit without a match counts as weak, and a weak hit as a miss."""
    if not bad_spot or (beaten == STRONG and match):
        return beaten
    return max(MISS, beaten - 1)


def end(beaten: int, match: bool, you: ProgressRoll, rulings: Rulings) -> Outcome:
    """SF-44, SF-37."""
    tier = tier_of(beaten, match, you.bad_spot)
    why = told_boxes(score(you), beaten) + (", which match" if match else "")
    if tier != beaten:
        why += ", and counts one less in a bad spot"
    dues = rewarded(tier, you)[1]
    if tier == MISS and rulings.require_price:
        dues += (price_due(you.decider, rulings.price_modes),)
    return Outcome("SF-44", TIERS[tier], facts(match=match), rewarded(tier, you)[0], dues, why)


def told_boxes(boxes: int, beaten: int) -> str:
    """`7 filled boxes beat both challenge dice`."""
    if boxes == 1:
        return f"1 filled box {BEATS[beaten]}"
    return f"{boxes} filled boxes {BEATS[beaten].replace('beats', 'beat')}"


def rewarded(tier: int, you: ProgressRoll) -> tuple[tuple[Effect, ...], tuple[Due, ...]]:
    """The reward by rank on a strong hit; on a weak hit one rank less, unless something more is done for it."""
    if tier == MISS or you.legacy == "none" or you.rank == "none":
        return (), ()
    if tier == STRONG:
        return legacy_marked(you, reward(you.rank)), ()
    ways = (
        Way("less", "Take the reward of one rank less.", you.legacy, reward(lower(you.rank))),
        Way("full", "Do what is asked for it, and take it in full.", you.legacy, reward(you.rank)),
    )
    return (), (Due("choice", "roller", "Take the reward.", ways, rule="SF-28"),)


def legacy_marked(you: ProgressRoll, ticks: int) -> tuple[Effect, ...]:
    """Ticks on the legacy track, and experience for each box they fill: 2, or 1 once it was cleared."""
    if you.legacy_ticks is None:
        return (Effect("roller", you.legacy, ticks, "reward"),)
    by = min(ticks, TICKS - you.legacy_ticks)
    filled = boxes_filled(you.legacy_ticks + by) - boxes_filled(you.legacy_ticks)
    earned = filled * (1 if you.legacy_cleared else 2)
    marked = (Effect("roller", you.legacy, by, "reward"), Effect("roller", "experience", earned, "filled boxes"))
    return tuple(effect for effect in marked if effect.by)


def recommitted(values: Values, match: bool, you: ProgressRoll) -> Outcome:
    """As many boxes are cleared as the lower die shows, and the rank goes up by one."""
    boxes = min(values[0], score(you))
    ticks = boxes * BOX if you.ticks is None else min(values[0] * BOX, you.ticks)
    effects = (Effect("roller", "progress", -ticks, "recommitted"),) if ticks else ()
    dues: tuple[Due, ...] = ()
    if you.rank != RANKS[-1]:
        says = "Raise the rank by one."
        dues = (Due("rank", "roller", says, (Way("rank", "The rank is one higher, in words."),), rule="SF-44"),)
    why = f"recommitted: {values[0]} is the lower die, so {ticks} ticks are cleared"
    return Outcome("SF-44", TIERS[MISS], facts(match=match), effects, dues, why)
