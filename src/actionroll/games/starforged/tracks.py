"""Tracks of Starforged: the progress roll that finishes one, and what changes momentum, meters and impacts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from actionroll.dice import lowest
from actionroll.errors import InputError
from actionroll.games.starforged import attempt
from actionroll.games.starforged.action import BEATS, CHALLENGE_DICE, TIER_RULES, Values, degree, matching
from actionroll.games.starforged.attempt import Rulings
from actionroll.games.starforged.dues import (
    BAD_SPOT,
    IN_CONTROL,
    INSTEAD,
    MISS,
    OBVIOUS,
    STRONG,
    SUFFER,
    TIERS,
    Brought,
    Change,
    Ends,
    Pick,
    gain,
    match_due,
    meaning,
    one_of,
    overflow,
    price_due,
    told,
)
from actionroll.games.starforged.moves import UNNAMED
from actionroll.rules import (
    Due,
    Effect,
    Outcome,
    Pool,
    Step,
    Texts,
    Way,
    choice,
    clear_mark,
    decide,
    facts,
    set_mark,
    throw,
    throw_read,
    whole,
    yes_no,
)
from actionroll.rules.inputs import Moot

# A progress roll


class Finish(NamedTuple):
    """What finishing something rewards, and what each outcome means and brings."""

    legacy: str
    strong: Ends
    weak: Ends
    miss: str


LEGACIES = ("quests", "bonds", "discoveries")
REWARDS = dict(zip(attempt.RANKS, (1, 2, 4, 8, 12), strict=True))
"""Ticks on a legacy track when a challenge of this rank is done."""
SMALL_COST = Pick("cost", "Bear a small cost.", (OBVIOUS, *SUFFER), 1)
FINISHED = {
    "vow": Finish(
        "quests",
        Ends("The vow is fulfilled. Say how; its reward is yours."),
        Ends("The vow is fulfilled, but there is more to it: set that right for the whole reward, or take less."),
        "The vow comes undone. You give it up, and it is over; pay the price.",
    ),
    "bond": Finish(
        "bonds",
        Ends(
            "You share a bond now, and its reward is yours.",
            picks=one_of(
                "Say how they count for more.",
                (
                    Way("bolster", "Where they help in their role, add 2 in place of 1."),
                    Way("expand", "They have a second role in which they help."),
                ),
            ),
        ),
        Ends("They ask something more of you before it is a bond: do it, or swear to, for the bond and its reward."),
        "Something about them sets you apart. Pay the price.",
    ),
    "expedition": Finish(
        "discoveries",
        Ends("You are there, or have seen it all. Its reward is yours."),
        Ends(
            "You are there, and something waits for you. The reward is one rank less.",
            picks=(told("complication", "Say what you face at the end of the way."),),
        ),
        "The goal is lost, or not what you thought. You give it up, and the way is over; pay the price.",
    ),
    "fight": Finish(
        "none",
        Ends("You prevail, and it brought you {momentum}; if it goes on, you are in control.", (*gain(1), IN_CONTROL)),
        Ends(
            "You get what you fought for, at a cost; if the fight goes on, you are in a bad spot.",
            (BAD_SPOT,),
            (Pick("cost", "You get what you fought for: bear a cost of 2, or say who pays.", (*SUFFER, INSTEAD), 2),),
        ),
        "You are beaten, or the goal is lost: the fight for it is over. Pay the price.",
    ),
    "scene": Finish(
        "none",
        Ends("You get what you wanted, whole."),
        Ends("You get what you wanted, at a small cost.", picks=(SMALL_COST,)),
        "You fail, or it turns out badly for you. Pay the price.",
    ),
}
RECOMMITTED = "You take it up again, with more before you than behind you. Say what has changed."


@dataclass(frozen=True, slots=True)
class ProgressRoll(Texts):
    """All that is settled before a progress roll."""

    moot: ClassVar[tuple[Moot, ...]] = (Moot("finishes", tuple(sorted({*FINISHED} - {"fight"})), of=("bad_spot",)),)
    either: ClassVar[tuple[str, ...]] = ("boxes", "ticks")
    boxes: int | None = whole(0, 10, "Filled boxes of the track.", default=None, or_none=True)
    ticks: int | None = whole(0, attempt.TICKS, "Or its ticks, four to a box.", by="sheet", default=None, or_none=True)
    bad_spot: bool = yes_no("In a bad spot of a fight: hits without a match count one less.", by="sheet")
    finishes: str = choice("none", *FINISHED, says="What is finished, for what it means and what it rewards.")
    rank: str = choice("none", *attempt.RANKS, says="The rank of what is to be finished, for its reward.", by="gm")
    legacy: str = choice("none", *LEGACIES, says="What it rewards where nothing else says so: a vow, quests.")
    legacy_ticks: int | None = whole(
        0, attempt.TICKS, "Ticks on that legacy track.", by="sheet", default=None, or_none=True
    )
    legacy_cleared: bool = yes_no("That legacy track was filled and cleared before.", by="sheet")
    may_recommit: bool = yes_no("Ask on a miss whether to go on with less progress and a higher rank.")
    decider: str = choice("roller", "gm", says="Who says what the price of a miss is.", by="gm", with_gm="gm")


NOT_YET = Way("not yet", "Leave it: there is no bond yet.")


def legacy_of(finishes: str, legacy: str) -> str:
    """The legacy that is rewarded: what is said, or that of what is finished."""
    return legacy if legacy != "none" or finishes == "none" else FINISHED[finishes].legacy


def start(you: ProgressRoll, rulings: Rulings) -> Step:
    """SF-44. Two challenge dice against the filled boxes, and nothing else."""
    if (you.boxes is None) == (you.ticks is None):
        raise InputError("A progress roll takes boxes (0 to 10) or ticks (0 to 40), one of the two.")
    return throw_read("SF-44", (challenge_to(score(you), counts_less(you)),), compared, may_recommit, you, rulings)


def counts_less(you: ProgressRoll) -> bool:
    """SF-51. Only what a fight is about is harder in a bad spot of it; no vow, bond, expedition or scene is."""
    return you.bad_spot and you.finishes in ("none", "fight")


def challenge_to(boxes: int, bad_spot: bool) -> Pool[Values]:
    """The challenge dice, said with what is set against them, and what makes less of a hit."""
    less = "; in a bad spot a hit counts one less" if bad_spot else ""
    return replace(CHALLENGE_DICE, note=f"{boxes_named(boxes)} against both dice{less}")


def score(you: ProgressRoll) -> int:
    """Filled boxes; ticks that fill none do not count."""
    return you.boxes if you.boxes is not None else (you.ticks or 0) // attempt.BOX


def compared(values: Values, you: ProgressRoll, rulings: Rulings) -> tuple[int, bool]:
    """What the filled boxes beat, and whether the dice match."""
    return degree(score(you), values), matching(values)


def may_recommit(read: tuple[int, bool], you: ProgressRoll, rulings: Rulings) -> Step:
    """On a miss one may take up the challenge again, where that is asked."""
    missed = tier_of(*read, counts_less(you)) == MISS
    options = ("forsake", "recommit") if you.may_recommit and missed else ("forsake",)
    return decide("SF-A17", "recommit", "roller", options, go_on, *read, you, rulings)


LOST_BOXES: Pool[int] = Pool((10, 10), lowest, ("recommit",), note="the lower says how many boxes are lost")


def go_on(option: str, beaten: int, match: bool, you: ProgressRoll, rulings: Rulings) -> Step:
    """To recommit, both challenge dice are thrown once more: the lower one says how many boxes are lost."""
    if option == "recommit":
        return throw("SF-50", (LOST_BOXES,), recommitted, match, you)
    return end(beaten, match, you, rulings)


def tier_of(beaten: int, match: bool, bad_spot: bool) -> int:
    """In a bad spot a strong hit without a match counts as weak, and a weak hit as a miss."""
    if not bad_spot or (beaten == STRONG and match):
        return beaten
    return max(MISS, beaten - 1)


def end(beaten: int, match: bool, you: ProgressRoll, rulings: Rulings) -> Outcome:
    """How it ended, with the reward of a hit or the price of a miss."""
    tier = tier_of(beaten, match, counts_less(you))
    why = told_boxes(score(you), beaten) + (", which match" if match else "")
    if tier != beaten:
        why += ", and counts one less in a bad spot"
    effects, dues = finished(tier, match, you, rulings)
    means = meaning(ends_at(tier, you), dues)
    return Outcome(TIER_RULES[tier], TIERS[tier], facts(match=match), effects, dues, why, means=means)


def finished(tier: int, match: bool, you: ProgressRoll, rulings: Rulings) -> Brought:
    """What the end brings: the reward of a hit, what it costs, the price of a miss, and what a match asks."""
    ends = ends_at(tier, you)
    effects, dues = rewarded(tier, you)
    effects += tuple(
        Effect("roller", each.track, each.by, is_mark=each.is_mark) for each in ends.does if isinstance(each, Change)
    )
    for pick in ends.picks if you.finishes != "none" or not dues else ():
        dues += (Due(pick.kind, "roller", pick.says, pick.ways, pick.times, rule=TIER_RULES[tier]),)
    if ends.price and rulings.require_price:
        dues += (price_due(you.decider, rulings),)
    return effects, dues + ((match_due(tier, you.decider),) if match else ())


def ends_at(tier: int, you: ProgressRoll) -> Ends:
    """SF-57. What is finished says what the outcome means and brings; where nothing is named, as any outcome does."""
    if you.finishes == "none":
        return UNNAMED[tier]
    found = FINISHED[you.finishes]
    return (Ends(found.miss, price=True), found.weak, found.strong)[tier]


def told_boxes(boxes: int, beaten: int) -> str:
    """`7 filled boxes beat both challenge dice`."""
    beats = BEATS[beaten] if boxes == 1 else BEATS[beaten].replace("beats", "beat")
    return f"{boxes_named(boxes)} {beats}"


def boxes_named(boxes: int) -> str:
    """`7 filled boxes`."""
    return "1 filled box" if boxes == 1 else f"{boxes} filled boxes"


REWARD = "SF-52"


def rewarded(tier: int, you: ProgressRoll) -> Brought:
    """The reward by rank on a strong hit; on a weak hit one rank less, unless more is done for it."""
    legacy = legacy_of(you.finishes, you.legacy)
    if tier == MISS or legacy == "none":
        return (), ()
    if you.rank == "none":
        return (), (reward_due(tier, legacy, you.finishes),)
    full, less = REWARDS[you.rank], REWARDS.get(lower(you.rank), 0)
    if tier == STRONG or you.finishes == "expedition":
        return legacy_marked(legacy, full if tier == STRONG else less, you), ()
    whole = Way("full", f"Set right what is left, or swear to: {told_ticks(full)} on {legacy}.", legacy, full)
    left = Way("less", f"Leave it at that: {told_ticks(less)} on {legacy}.", legacy, less)
    named = (NOT_YET if you.finishes == "bond" else left, whole)
    return (), (Due("choice", "roller", "Take the reward.", named, rule=REWARD),)


def reward_due(tier: int, legacy: str, finishes: str) -> Due:
    """The reward where the rank is not known: whoever knows it names it, on a weak hit as far as it is earned."""
    named = tuple(
        Way(f"{rank} reward", f"{told_ticks(ticks)} on {legacy}.", legacy, ticks) for rank, ticks in REWARDS.items()
    )
    if tier == STRONG:
        return Due("choice", "roller", "Take the reward of its rank.", named, rule=REWARD)
    says = "Take the reward of one rank less; or set right what is left, or swear to, for that of its rank."
    if finishes == "expedition":
        says = "Take the reward of one rank less."
    if finishes == "bond":
        says = "Do what they ask, or swear to, for the reward of its rank; or leave it."
    none = NOT_YET if finishes == "bond" else Way("no reward", "There is none below the lowest rank.")
    return Due("choice", "roller", says, (none, *named), rule=REWARD)


def told_ticks(ticks: int) -> str:
    """`1 tick`; of the lowest rank there is no reward of one rank less."""
    return "no ticks" if not ticks else "1 tick" if ticks == 1 else f"{ticks} ticks"


def legacy_marked(legacy: str, ticks: int, you: ProgressRoll) -> tuple[Effect, ...]:
    """Ticks on the legacy track, and experience for each box they fill: 2, or 1 once it was cleared."""
    by, earned = ticks, 0
    if you.legacy_ticks is not None:
        by = min(ticks, attempt.TICKS - you.legacy_ticks)
        filled = (you.legacy_ticks + by) // attempt.BOX - you.legacy_ticks // attempt.BOX
        earned = filled * (1 if you.legacy_cleared else 2)
    marked = Effect("roller", legacy, by, "reward", box=attempt.BOX)
    return tuple(each for each in (marked, Effect("roller", "experience", earned, "filled boxes")) if each.by)


def lower(rank: str) -> str:
    """One rank less; below the lowest there is none."""
    place = attempt.RANKS.index(rank)
    return attempt.RANKS[place - 1] if place else "none"


def recommitted(lost: int, match: bool, you: ProgressRoll) -> Outcome:
    """As many boxes are cleared as the lower die shows, and the rank goes up by one."""
    boxes = min(lost, score(you))
    ticks = boxes * attempt.BOX if you.ticks is None else min(lost * attempt.BOX, you.ticks)
    by, boxed = {"progress": -ticks, "rank": int(you.rank != attempt.RANKS[-1])}, {"progress": attempt.BOX}
    made = tuple(Effect("roller", each, by[each], "recommitted", box=boxed.get(each, 0)) for each in by if by[each])
    cleared = f"{ticks} ticks" if ticks % attempt.BOX else f"{boxes} box{'es' * (boxes != 1)}"
    why = f"recommitted: {lost} is the lower die, which clears {cleared}"
    return Outcome(TIER_RULES[MISS], TIERS[MISS], facts(match=match), made, (), why, means=RECOMMITTED)


# A change without a roll

CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class ChangeMade(attempt.Status):
    """What changes, and how the character stands."""

    track: str = choice(
        "momentum", "health", "spirit", "supply", "companion_health", "integrity", "impact", "aboard",
        says="What changes.",
    )  # fmt: skip
    by: int = whole(-10, 10, "By how much; for an impact or going aboard, 1 or −1.")


def change(you: ChangeMade, rulings: Rulings) -> Outcome:
    """SF-53. What really changes, within bounds and rulings."""
    attempt.check_status(you, rulings)
    match you.track:
        case "momentum":
            effects, dues = of_momentum(you, you.by, rulings)
        case "impact":
            effects, dues = clamped(you, replace(you, impacts=you.impacts + you.by), rulings), ()
        case "aboard":
            effects, dues = of_boarding(you, rulings), ()
        case _:
            effects, dues = of_meter(you, rulings)
    return Outcome("SF-53", CHANGED, (), tuple(each for each in effects if each.by), dues, told_change(you))


def told_change(you: ChangeMade) -> str:
    """What was asked for."""
    match you.track:
        case "impact":
            return "an impact is marked" if you.by > 0 else "an impact is cleared"
        case "aboard":
            return "they go aboard" if you.by > 0 else "they leave the vehicle"
        case _:
            return f"{you.track.replace('_', ' ')} {'+' if you.by >= 0 else '−'}{abs(you.by)} was asked for"


def of_momentum(you: ChangeMade, by: int, rulings: Rulings) -> tuple[tuple[Effect, ...], tuple[Due, ...]]:
    """Gains end at the maximum, losses at −6."""
    if by >= 0:
        taken = attempt.gained(you.momentum, by, attempt.maximum(you, rulings))
        return (Effect("roller", "momentum", taken),), ()
    loss = attempt.lost(you.momentum, -by, rulings)
    return (Effect("roller", "momentum", loss.by),), overflow(loss, you)


def of_meter(you: ChangeMade, rulings: Rulings) -> tuple[tuple[Effect, ...], tuple[Due, ...]]:
    """SF-48. A loss that a meter cannot bear falls on momentum; empty supply leaves all unprepared."""
    by = attempt.metered(you, you.track, you.by)
    change = (Effect("roller", you.track, by),)
    value = getattr(you, you.track)
    if you.track == "supply":
        named = (Way("unprepared", "Mark unprepared.", "unprepared", 1),)
        gone = by < 0 and value is not None and value + by == 0 and not you.unprepared
        return change, (Due("cost", "roller", "Supply is gone: all are unprepared.", named, rule="SF-48"),) * gone
    if you.by >= by:
        return change, ()
    effects, dues = of_momentum(you, you.by - by, rulings)
    return change + effects, dues


def clamped(before: ChangeMade, after: ChangeMade, rulings: Rulings) -> tuple[Effect, ...]:
    """A lower maximum holds at once, but by ruling; a higher one gives nothing back."""
    highest = attempt.maximum(after, rulings)
    if not rulings.clamp_on_impact or before.momentum <= highest:
        return ()
    return (Effect("roller", "momentum", highest - before.momentum),)


def of_boarding(you: ChangeMade, rulings: Rulings) -> tuple[Effect, ...]:
    """On boarding the vehicle's troubles weigh at once, or by ruling from the next scene on."""
    after = replace(you, aboard="boarded" if you.by > 0 else "left")
    return (set_mark if you.by > 0 else clear_mark)("roller", "aboard"), *clamped(you, after, rulings)
