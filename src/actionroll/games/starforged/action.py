"""The action roll of Starforged: one action die and what is added to it, against two challenge dice."""

from __future__ import annotations

from actionroll.games.starforged.attempt import Action, check
from actionroll.games.starforged.between import AGAIN, is_open, may_reroll
from actionroll.games.starforged.burn import automatic, may_burn
from actionroll.games.starforged.casting import CHALLENGE_DICE, CURSED_DIE, NO_CURSED_DIE, TIERS, action_die
from actionroll.games.starforged.rulings import Rulings
from actionroll.games.starforged.score import plan_of
from actionroll.games.starforged.standing import read_cursed, read_dice, read_stand, stands
from actionroll.rules import Decision, Effect, Step, throw_read, without_risk
from actionroll.rules.game import tiers_by_risk

REROLL = Decision(
    "reroll",
    {
        "keep": "Leave the dice as they lie.",
        **{
            option: "Throw again: "
            + " and ".join(
                (["the action die"] if action else [])
                + ([["", "the higher challenge die", "both challenge dice"][many]] if many else [])
            )
            + "."
            for option, (action, many) in AGAIN.items()
        },
    },
)
CANCEL = Decision("cancel", {"keep": "The action die counts.", "cancel": "Negative momentum cancels the action die."})
ADD = Decision("add", {"keep": "Leave it out.", "add": "Add what may be decided on late."})


def tiers_of(you: Action, rulings: Rulings) -> tuple[str, ...]:
    """SF-1. Where nothing is risky or uncertain, no roll is made."""
    return tiers_by_risk(you.risk, TIERS)


def start(you: Action, rulings: Rulings) -> Step:
    """SF-1, SF-2. For something risky or uncertain, three dice at once."""
    if certain := without_risk(you.risk, "SF-1"):
        return certain
    check(you, rulings)
    if you.automatic != "none":
        return automatic(you, rulings)
    plan = plan_of(you, rulings)
    dice = (action_die(you.preset, plan.told.strip()), CHALLENGE_DICE)
    pools = (*dice, CURSED_DIE if you.cursed else NO_CURSED_DIE)
    if is_open(you, rulings, plan):
        return throw_read("SF-2", pools, read_dice, may_reroll, plan, you, rulings, costs=spent(you))
    if you.cursed:
        return throw_read("SF-2", pools, read_cursed, may_burn, plan, you, rulings, costs=spent(you))
    return throw_read("SF-2", dice, read_stand, may_burn, plan, you, rulings, law=stands, costs=spent(you))


def spent(you: Action) -> tuple[Effect, ...]:
    """SF-A11. What waited for the next move is used up by it, even where the cap leaves it without effect."""
    return (Effect("roller", "next_bonus", -you.next_bonus, "used"),) if you.next_bonus and you.use_bonus else ()
