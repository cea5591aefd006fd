"""What True World's text leaves open, and the options of its neighbouring pages."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.rules import ruling


@dataclass(frozen=True, slots=True)
class Rulings:
    """The switches of True World."""

    effect_bands: str = ruling(
        "TW-A1",
        "plus_one",
        "raw",
        "plus_one_success_only",
        reason="The text says to add 1 before reading the bands, and an instruction must do something; "
        "1–3, 4–6 and 7–9 are then equally wide.",
    )
    extra_die: str = ruling(
        "TW-A2",
        "same_as_base",
        "helper",
        "custom",
        reason="The text speaks of pools of equal dice, so a boost or a helper adds one of the base die's size.",
    )
    unskilled_advantage: str = ruling(
        "TW-A3", "ignored", "cancels", reason="An unskilled roll is always made with a disadvantage."
    )
    unskilled_quick: str = ruling(
        "TW-A4",
        "disadvantage",
        "plain",
        reason="Lack of training is no fictional position, so a quick roll keeps its disadvantage.",
    )
    max_helpers: int | None = ruling("TW-A5", None, reason="The text names no limit: each helper adds a die.", most=10)
    ties: str = ruling(
        "TW-A7",
        "success",
        "failure",
        reason="A tie goes to the player; the option Dangerous Encounters turns it into a marginal failure.",
    )
    effect_cap: int = ruling(
        "TW-A8", 3, reason="Critical, level 3, is the highest effect that a boost can lift a success to.", most=3
    )
    helper_grit: str = ruling(
        "TW-A9", "assist", "main_action", reason="The text gives the grit for the helper's own success."
    )
    effect_grit: bool = ruling(
        "TW-A10", False, reason="Grit for complete and critical effects stands on a neighbouring page only."
    )
    grit_reroll: bool = ruling(
        "TW-A10", False, reason="Rerolling for a point of grit stands on a neighbouring page only."
    )
    quick_teamwork: bool = ruling(
        "TW-A17", False, reason="A quick roll compares raw ability, so nobody adds a die to it."
    )
    texts: str = ruling(
        "TW-A18",
        "optional",
        "called",
        reason="Intentions and risks are spoken at most tables; called waits until they are written down.",
    )
