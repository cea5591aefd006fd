"""In the Dark: a Forged in the Dark game of jobs, dots and single highest dice."""

from __future__ import annotations

from actionroll.games.in_the_dark import action, moves
from actionroll.games.in_the_dark.action import FORTUNE_MEANS, FORTUNE_TIERS
from actionroll.games.in_the_dark.attempt import Action, Downtime, Fortune, Resistance, Teamwork
from actionroll.games.in_the_dark.dues import MEANS, TIERS, settle
from actionroll.games.in_the_dark.face import FACE
from actionroll.games.in_the_dark.moves import DOWNTIME_MEANS, RELAXED, RESISTANCE_MEANS, TEAMWORK_MEANS
from actionroll.games.in_the_dark.rulings import Rulings
from actionroll.games.in_the_dark.sheet import SHEET
from actionroll.games.in_the_dark.statements import ADVICE, RULES
from actionroll.rules import Decision, Game, Move

HIGHEST = {"highest": "The die that was read."}

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
            FORTUNE_TIERS,
            HIGHEST,
            tiers_of=action.fortune_tiers_of,
            means=FORTUNE_MEANS,
        ),
        Move(
            "resistance",
            "Answer a consequence: it is reduced, at the price of stress.",
            Resistance,
            moves.start_resistance,
            (moves.RESISTED,),
            {**HIGHEST, "stress": "What it cost."},
            (Decision("resist", {"decline": "Suffer it in full, and pay nothing.", "resist": "Pay the stress."}),),
            tiers_of=moves.resistance_tiers_of,
            means=RESISTANCE_MEANS,
            players_only=True,
        ),
        Move(
            "teamwork",
            "All act alike; everyone marks 1 stress, and the best result counts for all.",
            Teamwork,
            moves.start_teamwork,
            TIERS,
            HIGHEST,
            means=TEAMWORK_MEANS,
            players_only=True,
        ),
        Move(
            "downtime",
            "Between jobs: relax, and clear all stress.",
            Downtime,
            moves.start_downtime,
            (RELAXED,),
            means=DOWNTIME_MEANS,
        ),
    ),
    rules=RULES,
    advice=ADVICE,
    sheet=SHEET,
    settle=settle,
    labels={
        "npc": "NPC",
        "off_job": "off the job",
        "max_assistants": "most assistants",
        "level": "own level",
        "minor": "minor action",
        "fits": "the action fits",
        "harm_counts": "harm hinders",
        "despite_harm": "acts despite severe harm",
    },
    credits="In the Dark, a Forged in the Dark game; built on Blades in the Dark by John Harper, CC BY 3.0.",
    face=FACE,
)
