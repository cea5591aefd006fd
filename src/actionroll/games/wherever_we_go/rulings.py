"""What Wherever We Go's text leaves open."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.rules import ruling


@dataclass(frozen=True, slots=True)
class Rulings:
    """The switches of Wherever We Go."""

    ladder: str = ruling(
        "WWG-A1",
        "zero_d6",
        "d4_floor",
        "zero_d4_d6",
        reason="The printed examples step from 0 to d6; a d4 can show no edge, so the floor changes no odds.",
    )
    unpushed_gamble: str = ruling(
        "WWG-A2",
        "one_die",
        "all_stress",
        reason="A gamble adds one stress die; if it brought all of them, no one would pay to push.",
    )
    step_order: str = ruling(
        "WWG-A3",
        "reevaluate",
        "pour",
        reason="Which die is lower or higher is looked at again after every step.",
    )
    bonus_cap_scope: str = ruling(
        "WWG-A4", "bonuses", "net", "help", reason="It is the bonuses together that cannot go beyond +3."
    )
    bonus_cap: int | None = ruling("WWG-A4", 3, None, reason="Bonuses cannot go beyond +3.", most=30)
    penalty_cap: int | None = ruling(
        "WWG-A5", None, reason="Only bonuses have a limit; penalties stop at the floor of the ladder.", most=30
    )
    source_limit: int | None = ruling("WWG-A6", 3, None, reason="A single bonus or penalty is 1, 2 or 3.", most=9)
    wp_timing: str = ruling(
        "WWG-A7", "final", "every_roll", reason="The new roll is resolved as normal, in place of the old one."
    )
    gamble_reroll: str = ruling(
        "WWG-A8", "all", "choose", reason="All dice but the banes are rolled again, those with edges too."
    )
    push_at_zero: str = ruling(
        "WWG-A9", "warn", "refuse", reason="Without stress a push adds no die; it is a waste, but a legal one."
    )
    split_severity: str = ruling(
        "WWG-A11", "per_target", "total", reason="Each target's own share is read on the harm table."
    )
    gear_loss: str = ruling(
        "WWG-A12",
        "per_damage",
        "per_bane",
        "manual",
        reason="Damage is taken from reliability point by point.",
    )
    opposed_tie: str = ruling("WWG-A13", "defender", "draw", reason="Ties go to the defender.")
    defender_may_risk: bool = ruling(
        "WWG-A14", True, reason="The text forbids it to no one; in combat a defender may not push or gamble."
    )
    help_threshold: int = ruling("WWG-A15", 1, reason="A mixed success of the helper still succeeds.", most=9)
    stress_max: int | None = ruling("WWG-A16", None, reason="No maximum is stated.", most=30)
    max_talent_dice: int = ruling("WWG-A18", 1, reason="The text speaks of the talent die, one.", most=5)
    calls: str = ruling(
        "WWG-A21", "asked", "optional", reason="Before the dice fall the gm makes clear what success looks like."
    )
    helpers_say_how: bool = ruling("WWG-A22", True, reason="Each who helps justifies how they do.")
    bane_targets: str = ruling(
        "WWG-A23", "proposed", "player", reason="The gm has the last word on where damage from banes falls."
    )
