"""True World: ability against difficulty, one die's size against another's."""

from __future__ import annotations

from actionroll.games.true_world import action, moves
from actionroll.games.true_world.action import FAILURES, MEANS, TIERS
from actionroll.games.true_world.attempt import Action, Assist, Assisted, Group, Quick, Soak
from actionroll.games.true_world.face import FACE
from actionroll.games.true_world.rulings import Rulings
from actionroll.games.true_world.sheet import SHEET
from actionroll.games.true_world.statements import ADVICE, RULES
from actionroll.rules import Decide, Decision, Game, Move
from actionroll.rules.game import CANNOT_BE_DONE, JUST_HAPPENS
from actionroll.rules.steps import now


def on_failure(asked: Decide) -> str:
    """Roll again whenever it would fail."""
    stands = now(asked)
    return "reroll" if stands is not None and stands.tier in (*FAILURES, moves.QUICK_TIERS[0]) else "keep"


RESULT = {"result": "Ability less difficulty, with its sign."}
REROLL = Decision(
    "reroll",
    {"keep": "Let the result stand.", "reroll": "Spend 1 grit and roll again; the new result stands."},
    {"on-failure": on_failure},
)

GAME = Game(
    id="true-world",
    title="True World",
    line="Your best ability die against the difficulty: by how much decides how well.",
    rulings=Rulings,
    moves=(
        Move(
            "action",
            "An action that may go wrong.",
            Action,
            action.start,
            TIERS,
            RESULT,
            (REROLL,),
            tiers_of=action.tiers_of,
            becomes="assisted",
            means=MEANS,
        ),
        Move(
            "quick",
            "Raw ability against difficulty: success or failure, and no more.",
            Quick,
            moves.start_quick,
            moves.QUICK_TIERS,
            RESULT,
            (REROLL,),
            tiers_of=moves.quick_tiers_of,
            means={**moves.QUICK_MEANS, JUST_HAPPENS: MEANS[JUST_HAPPENS], CANNOT_BE_DONE: MEANS[CANNOT_BE_DONE]},
        ),
        Move(
            "assist",
            "A helper's own roll, before the action that is helped.",
            Assist,
            moves.start_assist,
            moves.QUICK_TIERS,
            RESULT,
            (REROLL,),
            means=moves.ASSIST_MEANS,
        ),
        Move(
            "assisted",
            "An action whose helpers still have to roll, as one whole.",
            Assisted,
            action.start_assisted,
            TIERS,
            {**RESULT, "helped": "How many helpers succeeded."},
            (REROLL,),
            tiers_of=action.tiers_of,
            means=MEANS,
        ),
        Move(
            "group",
            "All act alike: each rolls, and the effects of successes and failures are summed.",
            Group,
            moves.start_group,
            moves.QUICK_TIERS,
            {"effect": "The sum of all levels of effect, failures below zero."},
            means=moves.GROUP_MEANS,
        ),
        Move(
            "soak",
            "Spend grit against stress, without dice.",
            Soak,
            moves.start_soak,
            (moves.SOAKED,),
            {"points": "The points of grit spent."},
            means=moves.SOAK_MEANS,
        ),
    ),
    rules=RULES,
    advice=ADVICE,
    sheet=SHEET,
    labels={"max_helpers": "most helpers", "fuelled": "boosts paid with grit", "override": "may act again"},
    credits="True World by Chris Beckett, CC BY 4.0; the rules restated as a program.",
    face=FACE,
)
