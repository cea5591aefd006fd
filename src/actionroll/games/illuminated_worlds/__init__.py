"""Illuminated Worlds: dice pools with gilded dice, drives that pay and come back, and six dice at the most."""

from __future__ import annotations

from actionroll.games.illuminated_worlds import action, refresh
from actionroll.games.illuminated_worlds.attempt import DRIVES, Action, Group
from actionroll.games.illuminated_worlds.ending import SHIFT
from actionroll.games.illuminated_worlds.face import FACE
from actionroll.games.illuminated_worlds.late import HELP, SPEND
from actionroll.games.illuminated_worlds.marks import (
    DEAD,
    MARKED,
    SCARRED,
    SHIFTED,
    Marks,
    Scar,
    start_marks,
    start_scar,
)
from actionroll.games.illuminated_worlds.refresh import REFRESHED, Refresh
from actionroll.games.illuminated_worlds.resolving import RESIST
from actionroll.games.illuminated_worlds.rulings import Rulings
from actionroll.games.illuminated_worlds.sheet import SHEET
from actionroll.games.illuminated_worlds.statements import ADVICE, RULES
from actionroll.games.illuminated_worlds.taking import TAKE, TAKE_POLICIES, TIERS, on_failure
from actionroll.rules import Decision, Game, Move

FACTS = {
    "result": "The die that was taken.",
    "drive": "Points earned, after the maximum.",
    "resisted": "Whether a resistance was burned.",
}
ON_FAILURE = {"on-failure": on_failure}
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
        ),
        Move(
            "group",
            "Several act together: one leads, the others may add a die each.",
            Group,
            action.start_group,
            TIERS,
            FACTS,
            DECISIONS,
            tiers_of=action.tiers_of,
        ),
        Move("marks", "Take marks on body, brain or bleed.", Marks, start_marks, (DEAD, SCARRED, MARKED)),
        Move("scar", "A scar shifts one action point.", Scar, start_scar, (SHIFTED,)),
        Move("refresh", "Drives and resistances are full again.", Refresh, refresh.start, (REFRESHED,)),
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
