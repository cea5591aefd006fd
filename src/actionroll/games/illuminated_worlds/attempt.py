"""All that is settled before an action roll of Illuminated Worlds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from actionroll.games.illuminated_worlds.rulings import Rulings
from actionroll.rules import Joins, OfEach, Texts, choice, many, whole, words, yes_no
from actionroll.rules.game import RISKS
from actionroll.rules.inputs import Moot
from actionroll.rules.kinds import Choice, Whole

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
    IW-35. `how` is what each helper says. IW-47. Whoever joins, paying or not, the gm is asked for the expectations
    anew; no dice change.
    """

    moot: ClassVar[tuple[Moot, ...]] = (Moot("risk", ("none", "impossible")),)
    approach: str = words("What I do.", reopens=("intent", "stakes", "expectations"))
    hope: str = words("What I hope for.", reopens=("expectations",))
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
        ),
        reopens=("expectations",),
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
        ),
        reopens=("expectations",),
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
    stakes_level: str = choice(*STAKES, says="How much is at stake.", by="gm")
    risk: str = choice(*RISKS, says="Whether success is in question and consequences matter.", by="gm")


@dataclass(frozen=True, slots=True)
class Group(Action):
    """A group roll. IW-43. One leads, whose rating and drive count; helpers are the others who pay."""
