"""Illuminated Worlds, dice pools with gilded dice: its rules in a sentence each, moves without dice, and the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from actionroll.errors import InputError
from actionroll.games.illuminated_worlds import action, pool
from actionroll.games.illuminated_worlds.attempt import DRIVES, LOOSE_DRIVE, NAMES, Action, Group, Rulings
from actionroll.games.illuminated_worlds.result import CRITICAL, FAILURE, FULL, MARKS, MEANS, MIXED, MOST_MARKS, TIERS
from actionroll.games.illuminated_worlds.sheet import FATAL, ROW, SCENES, SHEET, resistance, row_after
from actionroll.rules import (
    Decide,
    Decision,
    Effect,
    Game,
    Move,
    Outcome,
    Policy,
    Step,
    Texts,
    choice,
    clear_mark,
    face_beside,
    many,
    set_mark,
    whole,
)
from actionroll.rules.game import always, outcome_after
from actionroll.rules.kinds import Whole
from actionroll.rules.steps import now

RULES = {
    "IW-1": "The gm calls for an action roll; players do not start one by themselves.",
    "IW-2": "There is a roll only where success is in question and the consequences matter.",
    "IW-3": "Before any dice, the gm names the action, the stakes and the expectations.",
    "IW-4": "Until the dice are thrown the player may change the approach; nothing has been spent yet.",
    "IW-5": "The pool starts with one six-sided die for each point of the action's rating.",
    "IW-6": "A gilded action replaces one of the dice by a gilded one; the pool does not grow.",
    "IW-7": "The player may spend one or more drive points to add dice.",
    "IW-8": "They come from the drive that the action belongs to.",
    "IW-9": "Each point adds one die and leaves the drive; what is not there cannot be spent.",
    "IW-10": "Abilities may gild more dice, add dice, or bring other benefits.",
    "IW-11": "Gilding converts dice that are there; more gilding than dice is lost.",
    "IW-12": "The order is rating, gilding, drive, abilities, and then the throw.",
    "IW-13": "All dice of the pool are thrown, and the highest is the result.",
    "IW-14": "If a die is gilded, its result may be taken instead, even if lower, to earn drive back.",
    "IW-15": "Only a gilded die may be taken below the highest; a lower standard die never.",
    "IW-16": "A gilded die that is not taken earns nothing; one that ties or is the highest earns when taken.",
    "IW-17": "A result of 1 to 3 is a failure: usually not accomplished, with consequences.",
    "IW-18": "A result of 4 or 5 is a mixed success: accomplished, at a cost.",
    "IW-19": "A result of 6 is a full success, without complication.",
    "IW-20": "Two sixes or more are a critical success: what was wanted, and something extra.",
    "IW-21": "A third six changes nothing, and a single die is never a critical success.",
    "IW-22": "Sixes count on every die: standard, gilded, bonus and helpers' dice.",
    "IW-23": "With a rating of zero and no drive spent, the attempt is still allowed.",
    "IW-24": "Then exactly two dice are thrown and the lowest is the result.",
    "IW-25": "Two sixes thrown this way are a full success, never a critical one.",
    "IW-26": "A gilded die replaces one of these two dice.",
    "IW-27": "Its result may not be chosen here.",
    "IW-28": "If the gilded die is the lowest, drive is earned all the same.",
    "IW-29": "If it is not the lowest, nothing is earned.",
    "IW-30": "With a rating of zero, drive may always be spent; then the usual rules hold.",
    "IW-31": "A rating of zero and one drive point make one die.",
    "IW-32": "No action roll uses more than six dice.",
    "IW-33": "Rating, drive, abilities and help all count towards the six.",
    "IW-34": "Gilding never adds a die and so is never stopped by the six; an added gilded die is.",
    "IW-35": "A helper says how they help.",
    "IW-36": "A helper pays one point from their own drive that holds the action; their rating does not matter.",
    "IW-37": "The point gives the roller one die more.",
    "IW-38": "A helper pays no more than one point.",
    "IW-39": "A helper whose drive is empty cannot give the die.",
    "IW-40": "A helper is open to the consequences if the roll goes badly.",
    "IW-41": "The helper's point is gone whatever the result.",
    "IW-42": "Where several help, or several act together, it is a group roll.",
    "IW-43": "One character leads: their rating counts, and the drive they spend.",
    "IW-44": "Every other participant may spend one point for one die more.",
    "IW-45": "A group roll uses no more than six dice either.",
    "IW-46": "Nobody must spend: who does not still takes part, and adds no die.",
    "IW-47": "The gm weighs all contributions and adjusts the expectations, not the dice.",
    "IW-48": "Help supports the one in the spotlight; it does not overshadow them.",
    "IW-49": "What is earned goes to the action's own drive, one point, and never above its maximum.",
    "IW-50": "Any result may be resisted: burn a resistance of the action's drive, and roll the rating's dice again.",
    "IW-51": "A gilded die in that roll earns as in any other.",
    "IW-52": "A fourth mark wipes its row, drops the character and becomes a scar; the fourth scar is fatal.",
    "IW-53": "Each drive has a third of its maximum, rounded down, as resistances.",
    "IW-54": "A refresh fills a character's drives and resistances again.",
    "IW-55": "An ability may lift a result by one tier, but never to a critical success.",
    "IW-56": "A scar shifts one point from an action that has one to an action below three.",
    "IW-57": "A resistance that an ability gives is burned before the drive's own.",
    "IW-58": "The gm says which action it takes; with another one nothing is rolled, and nothing spent.",
    "IW-B29": "Stakes are low, standard or high, beside their words; they change no dice.",
    "IW-B31": "A failure usually is not accomplished: the gm may let it be, and the consequence lies in how.",
}

ADVICE = {
    "IW-48": "How much room a helper leaves the roller is a matter of manners, not of dice.",
}


FACTS = {
    "result": "The die that was taken.",
    "drive": "Points earned, after the maximum.",
    "resisted": "Whether a resistance was burned.",
}


def _rank(outcome: Outcome | None) -> int:
    return TIERS.index(outcome.tier) if outcome else -1


def _unclaimed(asked: Decide) -> str:
    return "never" if "never" in asked.options else "highest"


def same_tier(asked: Decide) -> str:
    """The gilded die whenever the tier is not lowered by it."""
    plain = _unclaimed(asked)
    worse = _rank(outcome_after(asked, "gilded")) < _rank(outcome_after(asked, plain))
    return plain if worse else "gilded"


def if_success(asked: Decide) -> str:
    """The gilded die whenever it is a mixed success or better by itself; else as same-tier."""
    return "gilded" if _rank(outcome_after(asked, "gilded")) >= TIERS.index(MIXED) else same_tier(asked)


def on_failure(asked: Decide) -> str:
    """The second option where the roll stands at a failure."""
    stands = now(asked)
    return asked.options[1] if stands is not None and stands.tier == FAILURE else asked.options[0]


ON_FAILURE = {"on-failure": ("Only where it stands at a failure.", on_failure)}
RESIST = {
    "accept": "The result stands; where a gilded die may be taken in place of the highest, you choose that next.",
    "resist": "A second throw in reserve: the rating's dice fall again; those of drive, help and abilities are lost.",
}


def resist_now(asked: Decide) -> dict[str, str]:
    """Which dice would fall again: of a rating of zero there are none, and two fall."""
    you, rulings = cast(tuple[Action, Rulings], asked.given[-2:])
    return {"resist": pool.falls_again(you, rulings)}


TAKE = {
    "highest": "The highest die counts; where the gilded one is as high, it is taken and earns drive.",
    "gilded": "The best gilded die counts, even if it is lower: it earns drive, unless that is full.",
    "lower": "A gilded die counts that is lower still: it earns more, or earns for somebody else.",
    "never": "The highest die counts, and the gilded one earns nothing.",
}
TAKE_POLICIES: dict[str, tuple[str, Policy]] = {
    "never": (TAKE["never"], always("never")),
    "same-tier": ("The gilded die, but only where the result stays as good.", same_tier),
    "if-success": ("The gilded die where it succeeds too, or the result stays as good.", if_success),
}
SHIFT = {"keep": "The tier stays.", "shift": "Pay what the ability asks, and the tier is lifted by one."}
SPEND = {"keep": "The dice stay as they are.", "spend": "Spend a point for more dice, after the throw."}
HELP = {"keep": "Stay out of it.", "help": "Pay a point for one die more, after the throw."}
DECISIONS = (
    Decision("resist", RESIST, ON_FAILURE, (FULL, CRITICAL), says_now=resist_now),
    Decision("take", TAKE, TAKE_POLICIES),
    Decision("shift", SHIFT),
    Decision("spend", SPEND, ON_FAILURE),
    Decision("help", HELP, ON_FAILURE),
)

# marks and scars

MARKED, SCARRED, DEAD = "marked", "scarred", "fatal scar"
SHIFTED = "shifted"
MARKS_MEANS = {
    DEAD: "The fourth scar is the end: the player tells how it ends.",
    SCARRED: "The character drops, and carries a scar from now on: the player says what it is, and shifts a point.",
    MARKED: "It hurts, and the character goes on: say how it shows.",
}
SCAR_MEANS = {SHIFTED: "The scar changes what the character is good at: say how."}


@dataclass(frozen=True, slots=True)
class Marks(Texts):
    """All that is settled before marks are taken."""

    mark: str = choice(*MARKS, says="The row.", by="gm", required=True)
    amount: int = whole(1, MOST_MARKS, "How many marks.", by="gm", default=1)
    body: int = whole(0, ROW, "Marks on body already.", by="sheet", default=0)
    brain: int = whole(0, ROW, "Marks on brain already.", by="sheet", default=0)
    bleed: int = whole(0, ROW, "Marks on bleed already.", by="sheet", default=0)
    scars: int = whole(0, FATAL - 1, "Scars already.", by="sheet", default=0)


def start_marks(you: Marks, rulings: object) -> Step:
    """IW-52. A fourth mark in a row becomes a scar, and the fourth scar is fatal; no dice are thrown."""
    marked = {"body": you.body, "brain": you.brain, "bleed": you.bleed}[you.mark]
    row = row_after(marked, you.amount)
    changes = [Effect("roller", you.mark, row.marked - marked), Effect("roller", "scars", row.scars)]
    if not row.scars:
        told = f"{row.marked} of {ROW} marks on {you.mark}"
        return Outcome("IW-52", MARKED, effects=tuple(changes[:1]), why=told, means=MARKS_MEANS[MARKED])
    changes += [set_mark("roller", "incapacitated"), set_mark("roller", "scar_owed")]
    fatal = you.scars + row.scars >= FATAL
    why = "the fourth scar is fatal" if fatal else f"a fourth mark wipes {you.mark} and becomes a scar"
    effects = tuple(each for each in changes if each.by)
    tier = DEAD if fatal else SCARRED
    return Outcome("IW-52", tier, effects=effects, why=why, means=MARKS_MEANS[tier])


@dataclass(frozen=True, slots=True)
class Scar(Texts):
    """All that is settled before a scar changes a character."""

    lose: str = choice(*NAMES, says="The action that loses a point; it has at least 1.", required=True)
    gain: str = choice(*NAMES, says="The action that gains it; it has at most 2.", required=True)
    ratings: tuple[int, ...] = many(
        Whole(0, 3), f"The ratings of {', '.join(NAMES)}; empty if not said.", most=len(NAMES), by="sheet"
    )


def start_scar(you: Scar, rulings: object) -> Step:
    """IW-56. A scar shifts one action point."""
    if you.lose == you.gain:
        says = "gain takes another action than the one that loses the point: two different actions."
        raise InputError(says, at="gain")
    if you.ratings:
        refuse_shift(you)
    effects = (Effect("roller", you.lose, -1), Effect("roller", you.gain, 1), clear_mark("roller", "scar_owed"))
    why = f"one point goes from {you.lose} to {you.gain}"
    return Outcome("IW-56", SHIFTED, effects=effects, why=why, means=SCAR_MEANS[SHIFTED])


def refuse_shift(you: Scar) -> None:
    """From an action that has a point, to one that is below three."""
    if len(you.ratings) != len(NAMES):
        raise InputError(f"ratings takes {len(NAMES)} values, one for each action.")
    rating = dict(zip(NAMES, you.ratings, strict=True))
    if rating[you.lose] < 1:
        raise InputError(f"lose takes an action with at least 1 point; {you.lose} has none.", at="lose")
    if rating[you.gain] > 2:
        raise InputError(f"gain takes an action with at most 2 points; {you.gain} has {rating[you.gain]}.", at="gain")


# refresh

REFRESHED = "refreshed"
REFRESH_MEANS = {REFRESHED: "There was time to rest: say how the character found strength again."}


@dataclass(frozen=True, slots=True)
class Refresh(Texts):
    """What a refresh restores."""

    spent: tuple[int, ...] = many(
        Whole(0, LOOSE_DRIVE), "Points missing from nerve, cunning and intuition.", most=3, by="sheet", required=True
    )
    burned: tuple[int, ...] = many(
        Whole(0, 3), "Resistances burned of nerve, cunning and intuition.", most=3, by="sheet", required=True
    )


def start_refresh(you: Refresh, rulings: object) -> Step:
    """IW-54. All drives and resistances of one character are full again; no dice are thrown."""
    drives = [Effect("roller", drive, by) for drive, by in zip(DRIVES, you.spent, strict=False)]
    resistances = [Effect("roller", resistance(drive), by) for drive, by in zip(DRIVES, you.burned, strict=False)]
    effects = tuple(each for each in drives + resistances if each.by)
    why = "drives and resistances are full again"
    return Outcome("IW-54", REFRESHED, effects=effects, why=why, means=REFRESH_MEANS[REFRESHED])


# the game

GAME = Game(
    id="illuminated-worlds",
    title="Illuminated Worlds",
    line="A few dice, some of them gilded: take the best result, or a lesser one that gives you strength back.",
    rulings=Rulings,
    moves=(
        Move(
            "action",
            "An action whose success is in question.",
            Action,
            action.start,
            TIERS,
            FACTS,
            DECISIONS,
            tiers_of=action.tiers_of,
            means=MEANS,
        ),
        Move(
            "group",
            "One leads, by their rating and drive. Everyone else may join: for a point of their own drive and a die "
            "each, or for neither. Six dice at most.",
            Group,
            action.start,
            TIERS,
            FACTS,
            DECISIONS,
            tiers_of=action.tiers_of,
            means=MEANS,
        ),
        Move(
            "marks",
            "Take marks on body, brain or bleed.",
            Marks,
            start_marks,
            (DEAD, SCARRED, MARKED),
            means=MARKS_MEANS,
            diceless=True,
        ),
        Move(
            "scar",
            "A scar shifts one action point.",
            Scar,
            start_scar,
            (SHIFTED,),
            means=SCAR_MEANS,
            diceless=True,
        ),
        Move(
            "refresh",
            "Drives and resistances are full again.",
            Refresh,
            start_refresh,
            (REFRESHED,),
            means=REFRESH_MEANS,
            diceless=True,
        ),
    ),
    rules=RULES,
    advice=ADVICE,
    sheet=SHEET,
    labels={
        "approach": "what they do",
        "expectations": "how it could end",
        "take": "take a gilded die",
        "double_points": "points worth two dice",
        "ready": "others who stand ready",
        "shift_cost": "drive that lifting costs",
        "stakes_level": "stakes",
        "scar_owed": "a point to shift for a scar",
        **{f"{drive}_max": f"{drive} maximum" for drive in (*DRIVES, "drive")},
        "other_max": "other drive's maximum",
        **{mark: f"{mark} marks" for mark in ("body", "brain", "bleed")},
        "fits": "it takes this action",
        "gilds": "more dice gilded",
        "added_gilded": "gilded dice added",
        "keep_added": "extra gilded dice kept, of more than six",
        "pays": "drive that pays",
        "banked": "banked points",
        "lose": "action that loses a point",
        "gain": "action that gains it",
    },
    credits="Illuminated Worlds by Darrington Press, under its Community Gaming License; no endorsement is claimed.",
    look=face_beside(__name__),
    scenes=SCENES,
)
