"""All that is settled before an action roll of Illuminated Worlds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from actionroll.rules import Joins, OfEach, Texts, choice, many, ruling, whole, words, yes_no
from actionroll.rules.game import RISKS
from actionroll.rules.inputs import Moot
from actionroll.rules.kinds import Choice, Whole


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


ACTIONS = {
    "nerve": ("move", "strike", "control"),
    "cunning": ("sway", "read", "hide"),
    "intuition": ("survey", "focus", "sense"),
}
DRIVES = tuple(ACTIONS)
NAMES = tuple(action for actions in ACTIONS.values() for action in actions)
DRIVE_OF = {action: drive for drive, actions in ACTIONS.items() for action in actions}
OWN = "drive"
"""The drive that holds the action, whichever it is."""
PAYS = (OWN, *DRIVES)
STAKES = ("standard", "low", "high")
MOST_RATING = 3
MOST_DRIVE = 9
LOOSE_RATING = 10
LOOSE_DRIVE = 30


def its_maximum(values: Mapping[str, Any]) -> Any:
    """A drive is full unless said otherwise."""
    return values["drive_max"]


def says_how_they_aid(rulings: Rulings) -> bool:
    """IW-B34. A helper describes how they aid, unless the table relaxes it."""
    return rulings.helpers_say_how


UNSAID = ("texts", "optional")
"""IW-B33. The ruling under which a table does not wait for the gm's three texts."""


@dataclass(frozen=True, slots=True)
class Action(Texts):
    """All that is settled before the dice fall.

    IW-3. Three texts are the gm's call, which a table waits for; the player has words of their own beside them.
    IW-35. `how` is what each helper says. IW-47. Once a group takes part, the gm may say the expectations anew; no
    dice change.
    """

    moot: ClassVar[tuple[Moot, ...]] = (Moot("risk", ("none", "impossible")), Moot("fits", (False,)))
    approach: str = words("What I do.", reopens=("intent", "stakes", "expectations"))
    hope: str = words("What I hope for.", reopens=("expectations",))
    lowers: bool = yes_no(
        "I ask for lower stakes.",
        reopens=("intent", "stakes", "expectations"),
        weighs=False,
        asks_less=("stakes_level", ("low", "standard", "high")),
    )
    intent: str = words("The action that it takes.", by="gm", called=True, relaxed=UNSAID)
    stakes: str = words("What is at stake.", by="gm", called=True, relaxed=UNSAID)
    expectations: str = words("What a success and a failure would look like.", by="gm", called=True, relaxed=UNSAID)
    rating: int = whole(0, MOST_RATING, "The action's rating.", by="sheet", by_ruling=LOOSE_RATING)
    gilded: bool = yes_no("Whether the action is gilded.", by="sheet")
    gilds: int = whole(0, 10, "How many more dice abilities gild.", default=0)
    added_gilded: int = whole(0, 10, "Gilded dice that abilities add.", default=0)
    drive_spent: int = whole(0, MOST_DRIVE, "Points the roller spends for dice.", default=0, by_ruling=LOOSE_DRIVE)
    bonus_dice: int = whole(0, 10, "Standard dice that abilities add.", default=0)
    helpers: int = whole(
        0,
        10,
        "Others who pay one point of their own drive for a die.",
        by="helper",
        default=0,
        joins=Joins(
            "A point of your own drive for one die more. Say how you aid them; the spotlight stays theirs, and the "
            "danger becomes yours too.",
            how=says_how_they_aid,
            anew="expectations",
            group=2,
        ),
    )
    participants: int = whole(
        0,
        10,
        "Others who take part without paying.",
        by="helper",
        default=0,
        joins=Joins(
            "Take part without paying, and without a die: you share the danger.",
            "participant",
            "takes part",
            how=says_how_they_aid,
            anew="expectations",
            lends=False,
        ),
    )
    drive: int = whole(
        0,
        MOST_DRIVE,
        "Points in the action's drive before spending.",
        by="sheet",
        follows=(its_maximum, "its maximum"),
        by_ruling=LOOSE_DRIVE,
    )
    drive_max: int = whole(
        0, MOST_DRIVE, "That drive's maximum.", by="sheet", default=MOST_DRIVE, by_ruling=LOOSE_DRIVE
    )
    resistances: int = whole(0, 3, "Resistances of that drive not burned yet.", by="sheet", default=0)
    ability_resists: int = whole(0, 3, "Resistances that abilities give for this roll, burned first.", default=0)
    double_points: int = whole(
        0, 10, "How many of the points spent an ability makes worth one die more, the roller's first.", default=0
    )
    pays: str = choice(*PAYS, says="The drive that pays, where an ability allows another one.")
    other_drive: int = whole(0, MOST_DRIVE, "Points in that other drive.", by="sheet", default=0, by_ruling=LOOSE_DRIVE)
    other_max: int = whole(
        0, MOST_DRIVE, "That other drive's maximum.", by="sheet", default=MOST_DRIVE, by_ruling=LOOSE_DRIVE
    )
    keep_added: int | None = whole(
        0,
        6,
        "Added gilded dice to keep of more than six, under over_six_keep=roller_chooses.",
        default=None,
        or_none=True,
        under=lambda rulings: rulings.over_six_keep == "roller_chooses",
    )
    shift: str = choice(
        "none",
        "mixed",
        "any",
        says="What an ability lifts by one tier, never to a critical success: a mixed success, or any.",
    )
    shift_cost: int = whole(0, MOST_DRIVE, "Points of the action's drive that lifting costs.", default=0)
    helper_spends: tuple[int, ...] = many(
        Whole(1, 6),
        "Points that each helper pays; empty for one each.",
        most=10,
        by="helper",
        of_each=OfEach("helpers", 1),
        under=lambda rulings: rulings.helper_cap != 1,
    )
    helper_drives: tuple[int, ...] = many(
        Whole(0, MOST_DRIVE, by_ruling=LOOSE_DRIVE),
        "Points that each helper has there; empty if not said.",
        most=10,
        by="sheet",
        of_each=OfEach("helpers"),
    )
    helper_pays: tuple[str, ...] = many(
        Choice(PAYS),
        "The drive each helper pays from; empty for the action's.",
        most=10,
        by="helper",
        of_each=OfEach("helpers", OWN),
        under=lambda rulings: rulings.group_drive == "any",
    )
    helper_gilds: int = whole(0, 10, "Helpers, from the first, whose die an ability of theirs gilds.", default=0)
    ready: int = whole(
        0,
        10,
        "Helpers who may join after the throw, under late_spend=yes.",
        by="helper",
        default=0,
        joins=Joins(
            "Stand ready: after the throw you may pay a point for one die more, and share the danger.",
            told="stands ready",
            how=says_how_they_aid,
        ),
        under=lambda rulings: rulings.late_spend,
    )
    stakes_level: str = choice(*STAKES, says="How much is at stake.", by="gm", agreed="{value} stakes")
    risk: str = choice(*RISKS, says="Whether success is in question and consequences matter.", by="gm")
    fits: bool = yes_no("Whether the gm accepts that it takes this action.", by="gm", default=True)


@dataclass(frozen=True, slots=True)
class Group(Action):
    """A group roll. IW-43. One leads, whose rating and drive count; helpers are the others who pay."""
