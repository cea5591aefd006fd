"""In the Dark, a game of jobs and highest dice: its rules in a sentence each, moves beside the action, and the game."""

from __future__ import annotations

from typing import NamedTuple

from actionroll.dice import highest_and_sixes
from actionroll.errors import InputError
from actionroll.games.in_the_dark import action, sheet
from actionroll.games.in_the_dark.action import HowRead, Shown, die_told, how_read, pool_of, tier_of
from actionroll.games.in_the_dark.attempt import (
    BOXES,
    Action,
    Downtime,
    Fortune,
    Resistance,
    Rulings,
    Teamwork,
)
from actionroll.games.in_the_dark.sheet import MEANS, TIERS, unharmed
from actionroll.rules import (
    Decision,
    Effect,
    Game,
    Move,
    Outcome,
    Pool,
    Step,
    clear_mark,
    decide,
    face_beside,
    facts,
    throw,
    throw_gathered,
)

RULES = {
    "ITD-01": "An action roll is for a player character who acts on a job, under pressure, and at a risk.",
    "ITD-02": "Where nothing can go wrong there is no roll: it just happens.",
    "ITD-03": "Where nothing can go right there is no roll: it cannot be done.",
    "ITD-04": "Off a job, or without pressure, a fortune roll takes the action roll's place.",
    "ITD-05": "Only players make action rolls.",
    "ITD-06": "The pool starts with one die for each dot of the action, and no dots are allowed.",
    "ITD-07": "One die less for each level by which the target exceeds the crew.",
    "ITD-08": "One die less from a bad position, which the gm calls.",
    "ITD-09": "One die less while both boxes of minor harm are marked.",
    "ITD-10": "One die less while both boxes of moderate harm are marked, besides that for minor harm.",
    "ITD-11": "Severe harm takes no die away.",
    "ITD-12": "One die more for each level by which the crew exceeds the target; at equal levels none.",
    "ITD-13": "One die more from a good position.",
    "ITD-14": "One die more for pushing yourself or for a devil's bargain: one die between the two.",
    "ITD-15": "One die more when a crewmate assists.",
    "ITD-16": "The assistant says what they do and takes 1 stress; the roller takes none for it.",
    "ITD-17": "The position is one of three: bad, normal or good.",
    "ITD-18": "The single highest die is read: 6 is a full success, 4 and 5 a partial success, 1 to 3 a failure.",
    "ITD-19": "Two sixes or more are a critical success.",
    "ITD-20": "A full success has no negative consequence.",
    "ITD-21": "A partial success succeeds and brings a consequence.",
    "ITD-22": "A failure fails and brings a consequence.",
    "ITD-23": "A critical success brings an extra benefit and no consequence.",
    "ITD-24": "A pool of one die is never a critical success.",
    "ITD-25": "An npc who acts on a player character does not roll: what succeeds for the player fails for the npc.",
    "ITD-26": "A partial success can be good or bad for both.",
    "ITD-27": "An npc who acts on no player character gets a fortune roll.",
    "ITD-28": "The player picks the action.",
    "ITD-29": "The gm must accept that the action fits what is done: a veto, not a choice.",
    "ITD-30": "The gm says how hard and how effective it will be before the roll.",
    "ITD-31": "A player who dislikes the odds may drop the attempt and try another way at no cost.",
    "ITD-32": "A fortune roll has as many dice as a stat or level that fits, or one die if none does.",
    "ITD-33": "Its highest die is read: 6 is a strong success, 4 and 5 a mixed success, 1 to 3 a failure.",
    "ITD-34": "A consequence may be answered, once, by a resistance roll with the attribute that the gm picks.",
    "ITD-35": "The player may decline after seeing the dice; else it costs 6 less the die that is read, in stress.",
    "ITD-36": "A consequence that is resisted is reduced, or avoided if it was mild.",
    "ITD-37": "Stress has nine boxes, and what cannot be paid in full is not available.",
    "ITD-38": "Whoever marks the ninth box is out of action until downtime, with a new trauma.",
    "ITD-39": "In a teamwork roll everyone marks 1 stress and rolls a pool of their own.",
    "ITD-40": "The single best result of a teamwork roll counts for all.",
    "ITD-41": "Relaxing in downtime clears all stress and ends being out of action.",
    "ITD-42": "A consequence is named first; each on whom it falls may resist it once; then it falls.",
    "ITD-43": "The player says what the character does before the dice fall.",
    "ITD-44": "After a worse position the next action starts from a bad position, unless the gm says otherwise.",
    # a reading with no switch; a ruling is told by its question and reason instead
    "ITD-A17": "A devil's bargain has no fixed price: it happens as it was said, whatever the dice show.",
}

ADVICE = {
    "ITD-28": "Which action a player picks is a choice of theirs; any action's dots are accepted.",
}


HIGHEST = {"highest": "The die that was read."}

# resistance

RESISTED = "resisted"
NOT_RESISTED = "not resisted"
RESISTANCE_MEANS = {
    NOT_RESISTED: "The consequence falls in full.",
    RESISTED: "The consequence is reduced, or avoided if it was mild: the gm says what is left of it.",
}
DEAREST = 5
"""The price where the die that is read shows a 1."""


def start_resistance(you: Resistance, rulings: Rulings) -> Step:
    """ITD-34, ITD-A13. The attribute's dice, or two and the lowest where it has none."""
    pool = pool_of(you.dice, rulings, "attribute")
    return throw("ITD-34", (pool,), pay_or_not, how_read(pool), you, rulings)


def resistance_tiers_of(you: Resistance, rulings: Rulings) -> tuple[str, ...]:
    """Not to resist is an end of its own, where it is asked, or where the boxes or dice may not be there."""
    unpaid = you.stress is not None and you.stress + DEAREST > BOXES
    undone = you.dice == 0 and rulings.zero_pool == "fail"
    return (NOT_RESISTED, RESISTED) if you.may_decline or unpaid or undone else (RESISTED,)


def pay_or_not(shown: Shown, pool: HowRead, you: Resistance, rulings: Rulings) -> Step:
    """ITD-35. The player may decline after seeing the die; what cannot be paid in full is not offered.

    Where it costs nothing there is nothing to decline, and nobody is asked.
    """
    price = price_of(shown, rulings)
    if not pool.dice:
        return suffered(shown, pool, you)
    if you.stress is not None and you.stress + price > BOXES:
        return suffered(shown, pool, you, f"; resisting would cost {price} stress, and {sheet.left_free(you.stress)}")
    options = ("decline", "resist") if you.may_decline and price > 0 else ("resist",)
    return decide("ITD-35", "resist", "roller", options, paid_or_not, shown, pool, you, rulings)


def paid_or_not(option: str, shown: Shown, pool: HowRead, you: Resistance, rulings: Rulings) -> Outcome:
    """Resisted, or suffered in full."""
    return suffered(shown, pool, you) if option == "decline" else resisted(shown, pool, you, rulings)


def price_of(shown: Shown, rulings: Rulings) -> int:
    """The price is 6 less the die that is read; by the ruling resist_critical a critical gives a point back."""
    return -1 if rulings.resist_critical and shown[1] > 1 else 6 - shown[0]


def suffered(shown: Shown, pool: HowRead, you: Resistance, unpaid: str = "") -> Outcome:
    """The consequence falls in full, and nothing is paid; `unpaid` says why it could not be."""
    named, means = facts(highest=shown[0], stress=0), RESISTANCE_MEANS[NOT_RESISTED]
    return Outcome(sheet.REDUCTION.rule, NOT_RESISTED, named, why=against(shown, pool, you) + unpaid, means=means)


def resisted(shown: Shown, pool: HowRead, you: Resistance, rulings: Rulings) -> Outcome:
    """The price is paid, and the gm reduces the consequence."""
    price = price_of(shown, rulings)
    if you.stress is not None:
        price = max(-you.stress, price)
    effects = sheet.paid("roller", you.stress, price, "resistance")
    dues = (sheet.reduction(you.harm), *sheet.trauma_of("roller", you.stress, price))
    named = facts(highest=shown[0], stress=price)
    means = RESISTANCE_MEANS[RESISTED]
    return Outcome(sheet.REDUCTION.rule, RESISTED, named, effects, dues, against(shown, pool, you), means=means)


def against(shown: Shown, pool: HowRead, you: Resistance) -> str:
    """The die that was read, and what it stands against."""
    return die_told(shown, pool) + (f", against “{you.consequence.rstrip('.')}”" if you.consequence else "")


# teamwork

TEAMWORK_MEANS = MEANS | {"full success": unharmed(whose="you all")}


class Best(NamedTuple):
    """What the members seen so far show together."""

    members: int
    top: Shown
    whose: int
    """The place of the first member with the best result."""
    sixes: int
    """Of all members together, up to two; a member without dice has one at most."""


def start_teamwork(you: Teamwork, rulings: Rulings) -> Step:
    """ITD-39. Everyone marks 1 stress and rolls their own pool."""
    if not you.pools:
        raise InputError("pools takes the dice of at least one member.")
    for name, each in (("stress", you.stress), ("severe_harm", you.severe_harm)):
        if each and len(each) != len(you.pools):
            raise InputError(f"{name} takes one for each of the {len(you.pools)} members.")
    action.refuse_severe_harm(any(you.severe_harm), you.despite_harm, rulings)
    for place, marked in enumerate(you.stress):
        sheet.refuse_unless_free(member(place), marked, 1, "Teamwork")
    return throw_gathered("ITD-39", member_pools(you, rulings), best, end_teamwork, you, rulings, costs=all_pay(you))


def member(place: int) -> str:
    """The part of a member by their place in the list."""
    return f"member-{place + 1}"


def all_pay(you: Teamwork) -> tuple[Effect, ...]:
    """A box of stress from everyone."""
    marked: tuple[int | None, ...] = you.stress or (None,) * len(you.pools)
    each = (sheet.paid(member(place), boxes, 1, "teamwork") for place, boxes in enumerate(marked))
    return tuple(effect for effects in each for effect in effects)


def member_pools(you: Teamwork, rulings: Rulings) -> tuple[Pool[Shown], ...]:
    """Each member's own pool."""
    return tuple(member_pool(place, dice, you, rulings) for place, dice in enumerate(you.pools))


def member_pool(place: int, dice: int, you: Teamwork, rulings: Rulings) -> Pool[Shown]:
    """A member's dice; none for one whom the ninth box puts out before."""
    if you.stress and sheet.is_out_before(you.stress[place], 1, rulings):
        return Pool((), highest_and_sixes, (member(place),), by=member(place), beside=True)
    return pool_of(dice, rulings, member(place), by=member(place), beside=True)


def best(seen: Best | None, shown: Shown) -> Best:
    """Each member's own result is read, and the best of them counts."""
    die, sixes = shown
    own = max(1, sixes) if die == 6 else 0
    if seen is None:
        return Best(1, shown, 0, own)
    top, whose = (shown, seen.members) if shown > seen.top else (seen.top, seen.whose)
    return Best(seen.members + 1, top, whose, min(2, seen.sixes + own))


def end_teamwork(seen: Best, you: Teamwork, rulings: Rulings) -> Outcome:
    """ITD-40. The single best result counts for all. ITD-A14. By ruling the sixes of all count together."""
    joined = rulings.group_critical == "union" and seen.sixes > 1
    shown = (seen.top[0], 2) if joined else seen.top
    tier = tier_of(shown)
    counted = tuple(shown if joined or place == seen.whose else None for place in range(len(you.pools)))
    traumas = [sheet.trauma_of(member(place), marked, 1) for place, marked in enumerate(you.stress)]
    dues = sheet.dues_of(tier, rulings, member(0)) + tuple(due for each in traumas for due in each)
    why = whose_told(shown, joined, seen)
    return Outcome("ITD-40", tier, facts(highest=shown[0]), (), dues, why, counted, TEAMWORK_MEANS[tier])


def whose_told(shown: Shown, joined: bool, seen: Best) -> str:
    """Whose result counts."""
    if joined:
        return "two sixes or more among the dice of all"
    whose = member(seen.whose).replace("-", " ")
    return f"{whose} rolls best: {'two sixes' if shown[1] > 1 else shown[0]}"


# downtime

RELAXED = "relaxed"
DOWNTIME_MEANS = {RELAXED: "The pressure is off: say how the character unwinds."}


def start_downtime(you: Downtime, rulings: Rulings) -> Step:
    """ITD-41. Relaxing clears all stress, and who was out of action is back; no dice are thrown."""
    cleared = (Effect("roller", "stress", -you.stress, "downtime"),) if you.stress else ()
    back = (clear_mark("roller", "out_of_action", "downtime"),) if you.out_of_action else ()
    told = f"{you.stress} stress is cleared" if you.stress else "there was no stress to clear"
    return Outcome("ITD-41", RELAXED, effects=cleared + back, why=told, means=DOWNTIME_MEANS[RELAXED])


# the game

GAME = Game(
    id="in-the-dark",
    title="In the Dark",
    line="A crew on a job: a handful of dice, read the highest, and the dark takes its share.",
    rulings=Rulings,
    moves=(
        Move(
            "action",
            "A risky action on a job.",
            Action,
            action.start,
            TIERS,
            HIGHEST,
            tiers_of=action.tiers_of,
            means=MEANS,
            players_only=True,
        ),
        Move(
            "fortune",
            "Everything off a job, and what npcs do among themselves.",
            Fortune,
            action.start_fortune,
            action.FORTUNE_TIERS,
            HIGHEST,
            tiers_of=action.fortune_tiers_of,
            means=action.FORTUNE_MEANS,
        ),
        Move(
            "resistance",
            "Answer a consequence: it is reduced, at the price of stress.",
            Resistance,
            start_resistance,
            (RESISTED,),
            {**HIGHEST, "stress": "What it cost."},
            (
                Decision(
                    "resist",
                    {
                        "decline": "It falls on the roller as the gm named it, and costs no stress.",
                        "resist": "Pay the stress: the consequence is less, or nothing, as the gm says.",
                    },
                    barred="more stress than boxes are free",
                ),
            ),
            tiers_of=resistance_tiers_of,
            means=RESISTANCE_MEANS,
            players_only=True,
            told_of=sheet.told_of_consequence,
            only_answers=("consequences", "named_first"),
        ),
        Move(
            "teamwork",
            "All act alike; everyone marks 1 stress, and the best result counts for all. "
            "Only your dots count here: minor and moderate harm, levels and position change nothing.",
            Teamwork,
            start_teamwork,
            TIERS,
            HIGHEST,
            means=TEAMWORK_MEANS,
            players_only=True,
        ),
        Move(
            "downtime",
            "Between jobs: relax, and clear all stress.",
            Downtime,
            start_downtime,
            (RELAXED,),
            means=DOWNTIME_MEANS,
            diceless=True,
        ),
    ),
    rules=RULES,
    advice=ADVICE,
    sheet=sheet.SHEET,
    settle=sheet.settle,
    labels={
        "effectiveness": "effect",
        "extra": "one die more",
        "pools": "dice of each",
        "npc": "NPC",
        "off_job": "off the job",
        "max_assistants": "most assistants",
        "level": "own level",
        "minor": "minor action",
        "fits": "the action fits",
        "harm_counts": "harm hinders",
        "despite_harm": "act despite severe harm",
        "consequences": "consequences fall",
    },
    credits="In the Dark, a Forged in the Dark game; built on Blades in the Dark by John Harper, CC BY 3.0.",
    look=face_beside(__name__),
    scenes=sheet.SCENES,
)
