"""Illuminated Worlds: dice pools with gilded dice, drives that pay and come back, and six dice at the most."""

from __future__ import annotations

from actionroll.games.illuminated_worlds import action, moves
from actionroll.games.illuminated_worlds.attempt import DRIVES, Action, Group
from actionroll.games.illuminated_worlds.dues import FAILURE, MEANS, MIXED, TIERS
from actionroll.games.illuminated_worlds.face import FACE
from actionroll.games.illuminated_worlds.rulings import Rulings
from actionroll.games.illuminated_worlds.sheet import SHEET
from actionroll.games.illuminated_worlds.statements import ADVICE, RULES
from actionroll.rules import Decide, Decision, Game, Move, Outcome, Policy
from actionroll.rules.policy import always, outcome_after
from actionroll.rules.steps import now

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


TAKE_POLICIES: dict[str, Policy] = {"never": always("never"), "same-tier": same_tier, "if-success": if_success}
ON_FAILURE = {"on-failure": on_failure}
RESIST = {"accept": "The result stands.", "resist": "Burn a resistance and roll the rating's dice again."}
TAKE = {
    "highest": "The highest result, and the gilded die on a tie.",
    "gilded": "The best gilded die, even if it is lower, to earn drive.",
    "lower": "The gilded die that earns most, or for another, though a better one is gilded too.",
    "never": "The highest result without claiming the gilded die.",
}
SHIFT = {"keep": "The tier stays.", "shift": "Pay what the ability asks, and the tier is lifted by one."}
SPEND = {"keep": "The dice stay as they are.", "spend": "Spend a point for more dice, after the throw."}
HELP = {"keep": "Stay out of it.", "help": "Pay a point for one die more, after the throw."}
DECISIONS = (
    Decision("resist", RESIST, ON_FAILURE),
    Decision("take", TAKE, TAKE_POLICIES),
    Decision("shift", SHIFT),
    Decision("spend", SPEND, ON_FAILURE),
    Decision("help", HELP, ON_FAILURE),
)

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
            "Several act together: one leads, the others may add a die each.",
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
            moves.Marks,
            moves.start_marks,
            (moves.DEAD, moves.SCARRED, moves.MARKED),
            means=moves.MARKS_MEANS,
        ),
        Move(
            "scar",
            "A scar shifts one action point.",
            moves.Scar,
            moves.start_scar,
            (moves.SHIFTED,),
            means=moves.SCAR_MEANS,
        ),
        Move(
            "refresh",
            "Drives and resistances are full again.",
            moves.Refresh,
            moves.start_refresh,
            (moves.REFRESHED,),
            means=moves.REFRESH_MEANS,
        ),
    ),
    rules=RULES,
    advice=ADVICE,
    sheet=SHEET,
    labels={
        **{f"{drive}_max": f"{drive} maximum" for drive in (*DRIVES, "drive")},
        "other_max": "other drive's maximum",
        "gilds": "more dice gilded",
        "added_gilded": "gilded dice added",
        "keep_added": "added gilded dice kept",
        "pays": "drive that pays",
        "banked": "banked points",
        "lose": "action that loses a point",
        "gain": "action that gains it",
    },
    credits="Illuminated Worlds by Darrington Press, under its Community Gaming License; no endorsement is claimed.",
    face=FACE,
)
