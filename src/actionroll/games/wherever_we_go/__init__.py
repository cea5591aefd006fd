"""Wherever We Go: dice of many sizes, edges and banes, and how far you will push and gamble."""

from __future__ import annotations

from actionroll.games.wherever_we_go import action, opposed
from actionroll.games.wherever_we_go.attempt import Action
from actionroll.games.wherever_we_go.face import FACE
from actionroll.games.wherever_we_go.rulings import Rulings
from actionroll.games.wherever_we_go.sheet import SHEET
from actionroll.games.wherever_we_go.statements import ADVICE, RULES
from actionroll.rules import Decision, Game, Move
from actionroll.rules.policy import Policy

PUSHING = {action.HOLD: "Roll without stress dice.", action.PUSH: "Pay 1 willpower and add your stress dice."}
GAMBLING = {
    action.KEEP: "Let the roll stand.",
    action.GAMBLE: "Take 1 stress and throw again with one more stress die; banes stay locked.",
}
REROLLING = {action.ALL: "Throw all dice again but banes.", action.BLANKS: "Let the dice that show edges lie."}


def decisions(start: str, gamble: dict[str, Policy]) -> tuple[Decision, ...]:
    """The decisions of one side; the last only comes up under the ruling gamble_reroll."""
    return (
        Decision(f"{start}push", PUSHING),
        Decision(f"{start}gamble", GAMBLING, gamble),
        Decision(f"{start}reroll", REROLLING),
    )


GAME = Game(
    id="wherever-we-go",
    title="Wherever We Go",
    line="Two dice and your stress: push for more, gamble for all, and take what the banes leave.",
    rulings=Rulings,
    moves=(
        Move(
            "action",
            "An action, alone or for a group: one rolls, others help.",
            Action,
            action.start,
            action.TIERS,
            {
                "edges": "Edges on all dice.",
                "banes": "Ones on stress dice.",
                "wp": "Willpower gained from sixes on stress dice.",
                "gambled": "How often the roller gambled.",
            },
            decisions("", {"on-failure": action.gamble_on_failure, "below-success": action.gamble_below_success}),
            means=action.MEANS,
        ),
        Move(
            "opposed",
            "Two sides roll against each other; more edges win.",
            opposed.Opposed,
            opposed.start,
            opposed.TIERS,
            {
                "margin": "The attacker's edges less the defender's.",
                "tie": "Whether both have as many.",
                **{
                    f"{part}_{what}": f"{what.capitalize()} of the {part}."
                    for what in ("edges", "banes")
                    for part in (opposed.ATTACKER, opposed.DEFENDER)
                },
            },
            decisions("attacker_", {"on-failure": opposed.gamble_when_losing})
            + decisions("defender_", {"on-failure": opposed.gamble_when_losing}),
            opposed.tiers_of,
            opposed.DEFENDER,
            means=opposed.MEANS,
        ),
    ),
    rules=RULES,
    advice=ADVICE,
    sheet=SHEET,
    labels={
        "wp": "willpower",
        "wp_max": "willpower maximum",
        "wp_timing": "willpower timing",
        "max_talent_dice": "most talent dice",
        "stress_max": "most stress",
        "gambles": "gambles allowed",
        "fits": "the skill fits",
        "helpers_say_how": "helpers say how",
        "calls": "what the gm says before a roll",
        "waiting_bonus": "bonus for the next roll",
        "waiting_penalty": "penalty for the next roll",
    },
    credits="Wherever We Go by Jared Dunn; built on Blades in the Dark by John Harper, CC BY 3.0, "
    "and on the Year Zero Engine under its licence.",
    face=FACE,
)
