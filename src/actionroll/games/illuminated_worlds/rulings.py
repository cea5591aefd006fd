"""What the text of Illuminated Worlds leaves open."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.rules import ruling


@dataclass(frozen=True, slots=True)
class Rulings:
    """The switches of Illuminated Worlds."""

    gilded_gain: int = ruling("IW-B1", 1, reason="The rulebook says one point; one result is taken.", most=9)
    gilded_gain_multi: str = ruling(
        "IW-B2",
        "one",
        "showing",
        "each",
        reason="One die is taken, so one earns; showing counts gilded dice that show the same, each counts all.",
    )
    gilded_choice: str = ruling(
        "IW-B3",
        "any",
        "best",
        reason="Any gilded die may be taken; a lower one is offered where it earns more or for someone else.",
    )
    crit_with_gilded: str = ruling(
        "IW-B4",
        "chosen6",
        "any_pool",
        "standard_only",
        reason="Two sixes are a critical success, but who takes a lower die accepts that result.",
    )
    tie_takes_gilded: bool = ruling(
        "IW-B5", True, reason="The result is the same and a point is earned; with a full drive it makes no odds."
    )
    zero_gild_with_drive: str = ruling(
        "IW-B6",
        "replace",
        "none",
        "add",
        reason="The action is gilded, and even the roll of two dice has its gilded die.",
    )
    zero_trigger: str = ruling(
        "IW-B7",
        "pool_empty",
        "no_own_drive",
        reason="An ally's help counts; read literally, a helper's die would join a roll that takes the lowest.",
    )
    zero_gilded_tie: bool = ruling("IW-B9", True, reason="A gilded die that ties for the lowest is the lowest.")
    over_six: str = ruling(
        "IW-B11", "refuse", "refund", "waste", reason="Never take a point that adds no die without a word."
    )
    over_six_keep: str = ruling(
        "IW-B12",
        "gilded_first",
        "roller_chooses",
        "in_order",
        reason="The roller would keep the gilded dice; roller_chooses asks for the input keep_added.",
    )
    helper_cap: int | None = ruling(
        "IW-B13", 1, None, reason="The sentence speaks to the helper: one point each, per roll.", most=6
    )
    multi_help: str = ruling(
        "IW-B15",
        "becomes_group",
        "allowed",
        "must_be_group",
        reason="A second helper makes it a group roll; the dice are the same.",
    )
    group_drive: str = ruling(
        "IW-B16", "action_drive", "any", reason="As in helping: each pays from their own drive that holds the action."
    )
    gild_credit: str = ruling("IW-B18", "roller", "donor", reason="Who takes the result earns.")
    exposed: str = ruling("IW-B19", "involved", "payers", reason="To take part is to be in danger, paying or not.")
    gain_overflow: str = ruling("IW-B20", "lost", "bank", reason="A full drive takes no more.")
    gain_drive: str = ruling("IW-B21", "action", "spent", reason="The drive that holds the action is refreshed.")
    late_spend: bool = ruling("IW-B22", False, reason="The pool is settled before the dice are thrown.")
    resist_keep: str = ruling("IW-B24", "new", "better", reason="The new result replaces the old one.")
    resist_before_choice: bool = ruling(
        "IW-B25", True, reason="Which die is taken is final only once no resistance is burned any more."
    )
    resist_ability_dice: bool = ruling("IW-B26", False, reason="The dice thrown again are those of the rating.")
    dice_per_drive: int = ruling("IW-B28", 1, reason="As for helpers: one point, one die.", most=6, least=1)
    strict_bounds: bool = ruling("IW-B30", True, reason="No rating above 3 and no drive above 9 exists in the game.")
    texts: str = ruling(
        "IW-B33",
        "called",
        "optional",
        reason="The gm tells action, stakes and expectations first; a table that speaks them may leave them unwritten.",
    )
    helpers_say_how: bool = ruling(
        "IW-B34", True, reason="The text lets one help by describing how; a table may take it as said."
    )
