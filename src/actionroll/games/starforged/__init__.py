"""Ironsworn: Starforged: an action die against two challenge dice, and momentum that can be burned."""

from __future__ import annotations

from actionroll.games.starforged import action, fate, tracks
from actionroll.games.starforged.attempt import Action
from actionroll.games.starforged.dues import TIERS, settled
from actionroll.games.starforged.face import FACE
from actionroll.games.starforged.moves import MEANS
from actionroll.games.starforged.rulings import Rulings
from actionroll.games.starforged.sheet import SHEET
from actionroll.games.starforged.statements import ADVICE, RULES
from actionroll.rules import Game, Move

MATCH = {"match": "Whether the challenge dice show the same."}

GAME = Game(
    id="starforged",
    title="Ironsworn: Starforged",
    line="Perilous quests among the stars: one die and what you bring, against two that decide.",
    rulings=Rulings,
    moves=(
        Move(
            "action",
            "Something risky or uncertain.",
            Action,
            action.start,
            TIERS,
            {
                "score": "The action score before a burn.",
                **MATCH,
                "burned": "Whether momentum was burned.",
            },
            (action.REROLL, action.CANCEL, action.ADD, action.BURN),
            tiers_of=action.tiers_of,
            means=MEANS,
            players_only=True,
        ),
        Move(
            "progress",
            "See whether what was built up is enough to finish it.",
            tracks.ProgressRoll,
            tracks.start,
            TIERS,
            MATCH,
            (tracks.RECOMMIT,),
            means=MEANS,
            players_only=True,
        ),
        Move(
            "price",
            "Roll what goes wrong.",
            fate.Price,
            fate.start,
            fate.NAMES,
            {"roll": "The d100."},
        ),
        Move(
            "oracle",
            "Ask the oracle what yes or no answers.",
            fate.Oracle,
            fate.ask,
            (fate.NO, fate.YES),
            {"roll": "The d100.", "match": "Whether both its digits are the same."},
            means=fate.ANSWERS,
        ),
        Move(
            "change",
            "Momentum, a meter or an impact changes without a roll.",
            tracks.ChangeMade,
            tracks.change,
            (tracks.CHANGED,),
        ),
    ),
    rules=RULES,
    advice=ADVICE,
    sheet=SHEET,
    settle=settled,
    labels={
        "sf_move": "move",
        "reset_plus": "momentum reset bonus",
        "min_overflow": "losses below the lowest momentum",
        "value_max_warn": "highest value",
        "next_bonus": "bonus on the next move",
        "use_bonus": "use the waiting bonus",
        "preset": "action die set by an asset",
        "automatic": "outcome without dice",
        "decider": "who names the price",
        "by": "by how much",
        "obvious": "the obvious happens",
        "oracle": "ask the oracle",
    },
    credits=(
        "Ironsworn: Starforged (ironswornrpg.com), created by Shawn Tomkin; "
        "its reference text is licensed under CC BY 4.0."
    ),
    face=FACE,
)
