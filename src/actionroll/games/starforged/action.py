"""The action roll of Starforged: one action die and what is added to it, against two challenge dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias, cast

from actionroll.dice import every_face, highest
from actionroll.games.starforged.attempt import HIGHEST, Rulings, reset, score_of, told_progress, told_reset
from actionroll.games.starforged.dues import MISS, STRONG, TIERS, WEAK, Brought, brought, for_allies, meaning
from actionroll.games.starforged.hardships import repaired
from actionroll.games.starforged.moves import WITHOUT_RISK, Action, adds_used, check, ends_of, stat_used, told_full
from actionroll.rules import (
    Decide,
    Decision,
    Effect,
    Kept,
    Outcome,
    Policy,
    Pool,
    Statistic,
    Step,
    decide,
    facts,
    throw_read,
    without_risk,
)
from actionroll.rules.game import tiers_by_risk
from actionroll.rules.steps import summed

Values: TypeAlias = tuple[int, ...]
"""What the challenge dice show, the lower one first."""
TIER_RULES = ("SF-22", "SF-21", "SF-20")
"""A score that beats neither challenge die is a miss, one that beats one a weak hit, one that beats both a strong."""
BEATS = ("beats neither of the challenge dice", "beats one of the challenge dice", "beats both challenge dice")
"""How a score stands against the dice, as the end of a clause."""


class Hand(NamedTuple):
    """What is brought to the dice: all that is settled before they fall."""

    bonus: int
    """Stat and adds, less any penalty."""
    told: str
    """The same in words."""
    cancels: int
    """The action die that negative momentum cancels; 0 if none."""
    burnable: int
    """The score that burned momentum would be; 0 where none can be burned."""


class Dice(NamedTuple):
    """The dice as they lie."""

    action: int
    challenge: Values
    cursed: int
    """0 where there is none."""


class Stand(NamedTuple):
    """How a roll stands once its dice lie."""

    die: int
    cancelled: bool
    late: int
    """Adds that were decided on late."""
    score: int
    degree: int
    """What the score beats."""
    by_momentum: int
    """What momentum in its place would beat."""
    match: bool
    tied: bool
    """Whether the score is as high as a challenge die."""


# Before the dice fall


def tiers_of(you: Action, rulings: Rulings) -> tuple[str, ...]:
    """Where nothing is risky or uncertain, there is one way for it to end."""
    return tiers_by_risk(you.risk, TIERS)


def start(you: Action, rulings: Rulings) -> Step:
    """SF-1. An action roll is for something risky or uncertain. SF-2. Three dice are thrown at once."""
    if certain := without_risk(you.risk, "SF-1", WITHOUT_RISK):
        return certain
    check(you, rulings)
    if you.automatic != "none":
        return automatic(you, rulings)
    hand = hand_of(you, rulings)
    pools = (action_die(you, hand, rulings), CHALLENGE_DICE, cursed_die(you))
    if may_change(you, rulings):
        return throw_read("SF-2", pools, lie, may_reroll, hand, you, rulings, costs=spent(you))
    return throw_read("SF-2", pools, stand, may_burn, hand, you, rulings, costs=spent(you))


def spent(you: Action) -> tuple[Effect, ...]:
    """SF-A11. What waited for the next move is used up by it, even where the cap leaves it without effect."""
    return (Effect("roller", "next_bonus", -you.next_bonus, "used"),) if you.next_bonus and you.use_bonus else ()


def hand_of(you: Action, rulings: Rulings) -> Hand:
    """SF-13. To the action die are added the stat or track and all adds."""
    waited = (("from before", you.next_bonus),) if you.use_bonus and you.next_bonus else ()
    adds = adds_used(you, rulings) + waited
    stat, name = stat_used(you)
    bonus = stat + sum([add for _, add in adds]) - you.penalty
    return Hand(bonus, told_bonus(stat, name, adds, you), cancelled_face(you, rulings), burnable(you, rulings))


def told_bonus(stat: int, name: str, adds: tuple[tuple[str, int], ...], you: Action) -> str:
    """` + 2 iron + 1 sidekick − 1 penalty`: every number of the score with its source."""
    told = "".join([f" + {stat} {name.replace('_', ' ')}", *[f" + {add} {source or 'add'}" for source, add in adds]])
    return f"{told} − {you.penalty} penalty" if you.penalty else told


def cancelled_face(you: Action, rulings: Rulings) -> int:
    """SF-41. Negative momentum cancels an action die of the same value. SF-43. At −6 that takes the top face away.

    SF-A5. A die that was set is a final value; by ruling only the first value counts.
    """
    is_set = you.preset is not None and rulings.cancel_check == "first"
    return 0 if is_set or you.momentum >= 0 else -you.momentum


def burnable(you: Action, rulings: Rulings) -> int:
    """SF-42. Only positive momentum can be burned, so no die is cancelled then.

    SF-A4. As a score it is 10 at most. SF-A2. By ruling it must be above its reset.
    """
    if you.momentum <= 0 or (rulings.burn_needs_above_reset and you.momentum <= reset(you, rulings)):
        return 0
    return min(HIGHEST, you.momentum)


# The dice

CHALLENGE_DICE: Pool[Values] = Pool((10, 10), every_face, ("challenge",))
"""SF-3. Two ten-sided dice, 1 to 10."""


def no_more(face: int) -> int:
    """What a die shows that joins one whose value is set: there is none."""
    return face


PRESET = {face: Statistic(f"set to {face}", face, no_more, max) for face in range(1, 7)}


def action_die(you: Action, hand: Hand, rulings: Rulings) -> Pool[int]:
    """SF-4, SF-5. One six-sided die, no face of it special; where an asset sets its value, no die is thrown for it."""
    told, cancelled = hand.told.strip(), "is cancelled" if rulings.cancel_mandatory else "may be cancelled"
    told += f"; a {hand.cancels} on the action die {cancelled}" if hand.cancels else ""
    if you.preset is None:
        return Pool((6,), highest, ("action",), note=told)
    return Pool((), PRESET[you.preset], ("action",), note=f"the action die is set to {you.preset}, {told}")


def cursed_die(you: Action) -> Pool[int]:
    """The cursed die of Sundered Isles, where it is thrown too."""
    return Pool((10,) if you.cursed_die else (), highest, ("cursed",), beside=True)


def lie(die: int, values: Values, cursed: int, hand: Hand, you: Action, rulings: Rulings) -> Dice:
    """All dice as they lie, where something may still be decided about them."""
    return Dice(die, values, cursed)


def stand(die: int, values: Values, cursed: int, *, hand: Hand, rulings: Rulings) -> Stand:
    """How the roll stands, where nothing about its dice is left to decide."""
    return compared(die, die == hand.cancels, 0, challenged(values, cursed, rulings), hand, rulings)


def challenged(values: Values, cursed: int, rulings: Rulings) -> Values:
    """SF-A22. The dice to beat: both challenge dice, and a cursed die only by ruling."""
    return (*values, cursed) if cursed and rulings.cursed_die == "counts" else values


def compared(die: int, cancelled: bool, late: int, values: Values, hand: Hand, rulings: Rulings) -> Stand:
    """SF-16. The score, and momentum in its place, against the challenge dice, which nothing changes."""
    score = score_of(die, cancelled, hand.bonus + late, rulings)
    beats, by_momentum = degree(score, values), degree(hand.burnable, values)
    return Stand(die, cancelled, late, score, beats, by_momentum, matching(values), score in values)


def degree(score: int, values: Values) -> int:
    """SF-17, SF-23. Each challenge die is compared on its own: all are beaten, some, or none.

    SF-18, SF-19. To beat is to exceed, and a tie goes to the die. SF-24, SF-25, SF-26. So a 10 is never beaten, a
    score of 1 beats nothing, one of 2 only a 1, and a point more is never worse.
    """
    return STRONG if score > max(values) else WEAK if score > min(values) else MISS


def matching(values: Values) -> bool:
    """SF-36, SF-37. Whether challenge dice show the same in the end: one roll in ten, and never a weak hit."""
    return len(set(values)) < len(values)


# What may be decided about the dice

AGAIN = {
    "action": (True, 0),
    "challenge": (False, 1),
    "challenges": (False, 2),
    "action-and-challenge": (True, 1),
    "all": (True, 2),
}
"""Whether the action die is thrown again, and how many challenge dice, the higher first."""


def told_again(action: bool, challenge: int) -> str:
    """The dice that are thrown again, in a sentence."""
    named = [name for name, again in (("the action die", action), (CHALLENGES[challenge], challenge)) if again]
    return f"Throw again: {' and '.join(named)}."


CHALLENGES = ("", "the higher challenge die", "both challenge dice")
REROLL = Decision(
    "reroll",
    {"keep": "Leave the dice as they lie.", **{option: told_again(*again) for option, again in AGAIN.items()}},
)
CANCEL = Decision("cancel", {"keep": "The action die counts.", "cancel": "Negative momentum cancels the action die."})
ADD = Decision("add", {"keep": "Leave it out.", "add": "Add what may be decided on late."})


def may_change(you: Action, rulings: Rulings) -> bool:
    """Whether anything may be decided before the score stands: a reroll, a late add, by ruling a cancelled die."""
    return you.reroll != "none" or sum(you.late_adds) > 0 or (you.momentum < 0 and not rulings.cancel_mandatory)


def may_reroll(dice: Dice, hand: Hand, you: Action, rulings: Rulings) -> Step:
    """SF-A23. Dice that an asset lets one throw again; what they show in the end counts."""
    options = tuple(AGAIN) if you.reroll == "any" else (you.reroll,) if you.reroll != "none" else ()
    if you.preset is not None:
        options = tuple(option for option in options if not AGAIN[option][0])
    return decide("SF-A23", "reroll", "roller", ("keep", *options), reroll, dice, hand, you, rulings)


def reroll(option: str, dice: Dice, hand: Hand, you: Action, rulings: Rulings) -> Step:
    """Throw these dice again; the others stay, and the cursed die is no asset's to reroll."""
    if option == "keep":
        return may_cancel(dice, dice.action, hand, you, rulings)
    action, many = AGAIN[option]
    cursed = (Kept("cursed", 10, dice.cursed),) if dice.cursed else ()
    pools = (
        action_again(dice.action, action, you),
        challenge_again(dice.challenge, many),
        Pool((), highest, ("cursed",), kept=cursed, beside=True),
    )
    first = dice.action if rulings.cancel_check == "first" else 0
    return throw_read("SF-A23", pools, lie_again, may_cancel, first, hand, you, rulings)


def action_again(die: int, again: bool, you: Action) -> Pool[int]:
    """The action die, thrown again or left as it is."""
    if again:
        return Pool((6,), highest, ("action",))
    if you.preset is not None:
        return Pool((), PRESET[you.preset], ("action",))
    return Pool((), highest, ("action",), kept=(Kept("action", 6, die),))


def challenge_again(values: Values, many: int) -> Pool[Values]:
    """The higher challenge dice thrown again: beating those is what is missing."""
    stays = tuple(Kept("challenge", 10, value) for value in values[: 2 - many])
    return Pool((10,) * many, every_face, ("challenge",), kept=stays)


def lie_again(die: int, values: Values, cursed: int, first: int, hand: Hand, you: Action, rulings: Rulings) -> Dice:
    """All dice as they lie in the end."""
    return Dice(die, values, cursed)


def may_cancel(dice: Dice, first: int, hand: Hand, you: Action, rulings: Rulings) -> Step:
    """SF-A6. Negative momentum must cancel the die, or by ruling may; by its final value, or its first."""
    looked_at = first if rulings.cancel_check == "first" else dice.action
    if not hand.cancels or looked_at != hand.cancels:
        return may_add("keep", dice, hand, you, rulings)
    options = ("cancel",) if rulings.cancel_mandatory else ("keep", "cancel")
    return decide("SF-A6", "cancel", "roller", options, may_add, dice, hand, you, rulings)


def may_add(option: str, dice: Dice, hand: Hand, you: Action, rulings: Rulings) -> Step:
    """SF-A12. Adds are decided on before the roll, except those that say otherwise."""
    values = challenged(dice.challenge, dice.cursed, rulings)
    cancelled, late = option == "cancel", sum(you.late_adds)
    without, added = (compared(dice.action, cancelled, more, values, hand, rulings) for more in (0, late))
    options = ("keep", "add") if added.score > without.score else ("keep",)
    return decide("SF-A12", "add", "roller", options, add_or_not, without, added, hand, you, rulings)


def add_or_not(option: str, without: Stand, added: Stand, hand: Hand, you: Action, rulings: Rulings) -> Step:
    """The score stands."""
    return may_burn(added if option == "add" else without, hand, you, rulings)


# Burning momentum, and how it ends


def may_burn(stand: Stand, hand: Hand, you: Action, rulings: Rulings) -> Step:
    """SF-39, SF-A1. Positive momentum may be burned where it betters the outcome, once."""
    improves = stand.by_momentum > stand.degree or not rulings.burn_requires_improvement
    options = ("keep", "burn") if hand.burnable and improves else ("keep",)
    return decide("SF-39", "burn", "roller", options, end, stand, hand, you, rulings)


def end(option: str, stand: Stand, hand: Hand, you: Action, rulings: Rulings) -> Outcome:
    """SF-40. Burned momentum takes the score's place and resets; die, adds and challenge dice stay as they are.

    SF-A3. A match stays one, or by ruling is ignored after a burn.
    """
    burned = option == "burn"
    tier = stand.by_momentum if burned else stand.degree
    match = stand.match and (not burned or rulings.match_after_burn == "keep")
    effects, dues = ended(tier, match, burned, you, rulings)
    counted = (None if burned or stand.cancelled else stand.die, (), () if rulings.cursed_die == "counts" else None)
    named, why = facts(score=stand.score, match=match, burned=burned), told(stand, burned, hand, you, rulings)
    ends, momentum = ends_of(you.sf_move, tier), sum(each.by for each in effects if each.track == "momentum")
    taken = HIGHEST if burned else momentum
    why += told_reset(you, rulings, momentum) if burned else told_full(ends, taken)
    means = meaning(ends, dues, told_progress(ends.marks(match), you), taken)
    return Outcome(TIER_RULES[tier], TIERS[tier], named, effects, dues, why, counted, means)


def ended(tier: int, match: bool, burned: bool, you: Action, rulings: Rulings) -> Brought:
    """What the outcome brings by the move; with a burn, as one change of momentum."""
    ends, momentum = ends_of(you.sf_move, tier), reset(you, rulings) if burned else you.momentum
    effects, dues = brought(tier, ends, match, momentum, you.decider, you, rulings)
    if ends.repairs:
        given, points = repaired(ends.repairs[you.repairs_at], you.supply_given)
        effects, dues = effects + given, points + dues
    theirs, for_them = for_allies(ends, you.allies, you)
    effects, dues = effects + theirs, dues + for_them
    if burned:
        effects = summed((Effect("roller", "momentum", momentum - you.momentum, "burned"), *effects))
    return effects, dues


def told(stand: Stand, burned: bool, hand: Hand, you: Action, rulings: Rulings) -> str:
    """What settled it: every number of the score, what took its place, and what it beats.

    SF-A19. A stat above what the game knows is told, not refused.
    """
    clause = f"{told_score(stand, hand)} {BEATS[stand.degree]}"
    if burned:
        clause = f"momentum {hand.burnable} in place of {told_score(stand, hand)} {BEATS[stand.by_momentum]}"
    if stand.match:
        clause += ", which match"
    if stand.tied and not burned:
        clause += "; a tie goes to the challenge die"
    most = rulings.value_max_warn
    if most is not None and you.stat > most:
        clause += f"; a stat of {you.stat} is unusual, most go to {most}"
    return clause


def told_score(stand: Stand, hand: Hand) -> str:
    """`4 + 2 iron = 6`, and what of it counts."""
    total = hand.bonus + stand.late + (0 if stand.cancelled else stand.die)
    late = f" + {stand.late} decided late" if stand.late else ""
    words = f"{stand.die}{' cancelled' if stand.cancelled else ''}{hand.told}{late} = {total}"
    return words if total == stand.score else f"{words}, counted as {stand.score},"


def automatic(you: Action, rulings: Rulings) -> Outcome:
    """SF-45, SF-A21. An outcome without dice: no match, no burn, and nothing that waited is used up."""
    tier = TIERS.index(you.automatic.replace("_", " "))
    effects, dues = ended(tier, False, False, you, rulings)
    ends, named = ends_of(you.sf_move, tier), facts(match=False, burned=False)
    means = ends.told_with(told_progress(ends.marks(False), you))
    return Outcome("SF-45", TIERS[tier], named, effects, dues, "it needs no dice", means=means)


def burns_if(wanted: Callable[[int, int], bool]) -> Policy:
    """A policy by the degrees of the score and of momentum in its place."""

    def answer(asked: Decide) -> str:
        stand = cast(Stand, asked.given[0])
        return "burn" if wanted(stand.degree, stand.by_momentum) else "keep"

    return answer


BURN = Decision(
    "burn",
    {
        "keep": "Let the score stand.",
        "burn": "Momentum takes the score's place and starts over at its reset; what the hit brings comes on top.",
    },
    {
        "any": ("Wherever it lifts the tier.", burns_if(lambda score, momentum: momentum > score)),
        "to-strong": ("Only where it makes a strong hit.", burns_if(lambda score, by: by == STRONG > score)),
        "only-miss": ("Only where it would be a miss.", burns_if(lambda score, momentum: momentum > score == MISS)),
    },
)
