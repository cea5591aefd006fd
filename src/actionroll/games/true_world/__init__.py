"""True World: ability against difficulty, one die's size against another's."""

from __future__ import annotations

from actionroll.games.true_world import action, moves
from actionroll.games.true_world.action import FAILURES, MEANS, TIERS
from actionroll.games.true_world.attempt import Action, Assist, Assisted, Group, Quick, Rulings, Soak
from actionroll.games.true_world.sheet import SHEET
from actionroll.rules import Decide, Decision, Game, Move, face_beside
from actionroll.rules.game import CANNOT_BE_DONE, JUST_HAPPENS
from actionroll.rules.steps import now

RULES = {
    "TW-01": "What is easy and without risk succeeds by itself: nobody rolls, and it is told.",
    "TW-02": "All else is rated d4 challenging, d6 very challenging, d8 hard, d10 very hard or d12 extremely hard.",
    "TW-03": "The gm sets the rating, as it is for this character.",
    "TW-04": "The difficulty pool holds the die of that rating.",
    "TW-05": "A position adds one more die of the same size to it.",
    "TW-06": "With an advantage the lower of the two difficulty dice counts.",
    "TW-07": "With a disadvantage the higher of the two difficulty dice counts.",
    "TW-08": "Without a position there is one difficulty die.",
    "TW-09": "The gm says rating, position and risks before the dice fall.",
    "TW-10": "Who helps goes first.",
    "TW-11": "A helper gives up their own action of this round, whether the help succeeds or not.",
    "TW-12": "A helper makes a quick action roll, against d4 unless the gm says more.",
    "TW-13": "Helping is never easy: it always takes a roll.",
    "TW-14": "Help that succeeds adds an ability die to the other's pool, and the helper earns 1 grit.",
    "TW-15": "Help that fails adds no die and earns no grit; the action goes on without harm from it.",
    "TW-16": "A quick action roll takes no boosts.",
    "TW-17": "A quick action roll knows no position.",
    "TW-18": "A quick action roll is a success or a failure; its effect is not read.",
    "TW-19": "On a quick action roll, too, a tie succeeds.",
    "TW-20": "The player picks the skill set or specialization that fits best, and its die starts the ability pool.",
    "TW-21": "Where none fits, the roll is unskilled: a d4, always at a disadvantage, but boosts and help still count.",
    "TW-22": "A boost adds an ability die once its constraint is met; or, instead, a level of effect to a success.",
    "TW-23": "The highest ability die counts.",
    "TW-24": "Only skill, boosts and teamwork put dice into the ability pool; plain gear adds none.",
    "TW-25": "The player rolls both pools.",
    "TW-26": "The result is the ability less the difficulty, from −11 to +11.",
    "TW-27": "A result of 0 or more is a success, one below 0 a failure: a tie goes to the player.",
    "TW-28": "In dangerous encounters, an option, a tie fails.",
    "TW-29": "The effect is marginal (1), complete (2) or critical (3), for successes and for failures.",
    "TW-30": "The effect is read from the size of the result plus 1: to 3 marginal, to 6 complete, from 7 critical.",
    "TW-31": "The gm reads outcome and effect together and names what follows.",
    "TW-32": "An extra die is said to be worth about half a step of size, two d6 a d7. It is more: the best of two d6 "
    "averages 161/36, about 4.47, where a d8 averages 4.5. The odds here are exact and never use the remark.",
    "TW-33": "An unskilled roll against d4 most likely fails: 17 times in 32. Without its disadvantage, 3 in 8.",
    "TW-34": "When a group acts, each member rolls in turn.",
    "TW-35": "The levels of effect of all, failures below zero, are summed and read as a result is.",
    "TW-36": "A quick action roll compares one ability die with the difficulty.",
    "TW-37": "In a round everyone first says what they intend; then actions follow in turn, one for each.",
    "TW-A6": "However many circumstances there are, they make one position: never more than one extra die.",
    "TW-A11": "Grit starts at 0 and has no upper limit; a point of it soaks a point of stress.",
    "TW-A12": "Who has already acted this round cannot act or help, unless the gm lets them.",
    "TW-A13": "A position changes the effect only through the dice.",
    "TW-A14": "Ability dice may be of different sizes; the highest face counts.",
    "TW-A15": "Help that fails takes nothing from the one who was to be helped.",
    "TW-A16": "The gm may say that something cannot be tried at all.",
}

ADVICE: dict[str, str] = {}


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
    look=face_beside(__name__),
)
