"""In the Dark: a Forged in the Dark game of jobs, dots and single highest dice."""

from __future__ import annotations

from actionroll.games.in_the_dark import action, moves
from actionroll.games.in_the_dark.action import FORTUNE_MEANS, FORTUNE_TIERS
from actionroll.games.in_the_dark.attempt import Action, Downtime, Fortune, Resistance, Rulings, Teamwork
from actionroll.games.in_the_dark.moves import DOWNTIME_MEANS, RELAXED, RESISTANCE_MEANS, TEAMWORK_MEANS
from actionroll.games.in_the_dark.sheet import MEANS, SHEET, TIERS, settle, told_of_consequence
from actionroll.rules import Decision, Game, Move, face_beside

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
}

ADVICE = {
    "ITD-28": "Which action a player picks is a choice of theirs; any action's dots are accepted.",
}


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
            (
                Decision(
                    "resist",
                    {"decline": "Suffer it in full, and pay nothing.", "resist": "Pay the stress: it is reduced."},
                ),
            ),
            tiers_of=moves.resistance_tiers_of,
            means=RESISTANCE_MEANS,
            players_only=True,
            told_of=told_of_consequence,
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
        "consequences": "consequences fall",
    },
    credits="In the Dark, a Forged in the Dark game; built on Blades in the Dark by John Harper, CC BY 3.0.",
    look=face_beside(__name__),
)
