"""What a character and a crew of In the Dark carry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from actionroll.games.in_the_dark.attempt import BOXES, HIGHEST_LEVEL
from actionroll.rules import Joining, Mark, SheetForm, Track, Trait
from actionroll.rules.kinds import Whole
from actionroll.rules.sheet import Values
from actionroll.rules.things import Thing, ThingKind

ACTIONS = {
    "insight": ("operate", "study", "tinker"),
    "prowess": ("attack", "maneuver", "skulk"),
    "resolve": ("attune", "command", "sway"),
}
TEMPLATE = {"skulk": 2, "maneuver": 1, "study": 1, "sway": 1, "tinker": 1, "attack": 1}

ABILITIES = (Thing("ability", "Ghost step", "Once a job you are somewhere you cannot have got to.", most=1),)
GEAR = (Thing("gear", "Lockpicks", "Fine ones."), Thing("gear", "Grapnel and line"))


def attribute_rating(values: Values, attribute: str) -> int:
    """An attribute is rated by how many of its actions have a dot."""
    return sum(1 for action in ACTIONS[attribute] if values[action] > 0)


def fill_action(values: Values, trait: str) -> Mapping[str, Any]:
    """What an action roll reads from the sheet."""
    read = ("crew_level", "minor_harm", "moderate_harm", "severe_harm", "stress", "out_of_action", "off_job")
    return {"dots": values[trait], **{name: values[name] for name in read}}


def fill_resistance(values: Values, trait: str) -> Mapping[str, Any]:
    """What a resistance roll reads from the sheet: the attribute, whichever of its actions is picked."""
    attribute = trait if trait in ACTIONS else next(name for name, actions in ACTIONS.items() if trait in actions)
    return {"dice": attribute_rating(values, attribute), "stress": values["stress"], "may_decline": True}


def fill_fortune(values: Values, trait: str) -> Mapping[str, Any]:
    """What a fortune roll reads from the sheet; without a trait, as many dice as are said."""
    return {"dice": values[trait]} if trait else {}


def share_of_teamwork(values: Values, trait: str) -> Mapping[str, Any]:
    """What one member brings to a teamwork roll."""
    return {"pools": values[trait], "stress": values["stress"]}


def fill_downtime(values: Values, trait: str) -> Mapping[str, Any]:
    """What downtime reads from the sheet."""
    return {"stress": values["stress"], "out_of_action": values["out_of_action"]}


def lend_to_action(values: Values, how: Joining) -> Mapping[str, Any]:
    """What an assistant brings: the boxes that are marked already."""
    return {"assist_stress": values["stress"]}


SHEET = SheetForm(
    traits=tuple(
        Trait(action, Whole(0, 3), TEMPLATE.get(action, 0), attribute)
        for attribute, actions in ACTIONS.items()
        for action in actions
    ),
    tracks=(
        Track("stress", 0, BOXES, 0, "Nine boxes; the ninth puts you out of action.", when_full="out_of_action"),
        Track("minor_harm", 0, 2, 0, "Both boxes marked take a die.", overflow="moderate_harm"),
        Track("moderate_harm", 0, 2, 0, "Both boxes marked take a die.", overflow="severe_harm"),
        Track("trauma", 0, 4, 0, "The fourth ends a career.", when_full="out_for_good"),
        Track("crew_level", 0, HIGHEST_LEVEL, 0, "The crew's level.", owner="table"),
    ),
    marks=(
        Mark("severe_harm", "Incapacitated until treated."),
        Mark("out_of_action", "Until downtime, with a new trauma."),
        Mark("out_for_good", "Four traumas: this career is over."),
        Mark(
            "off_job", "Between jobs or without pressure: fortune rolls take the place of action rolls.", owner="table"
        ),
    ),
    things=(
        ThingKind("ability", "A special ability, in words: what it lets you do, and how often.", ready=ABILITIES),
        ThingKind("gear", "What you carry on a job, in words.", ready=GEAR),
    ),
    fill={
        "action": fill_action,
        "resistance": fill_resistance,
        "fortune": fill_fortune,
        "downtime": fill_downtime,
    },
    share={"teamwork": share_of_teamwork},
    lend={"action": lend_to_action},
    picks={
        "downtime": ("",),
        "resistance": tuple(ACTIONS),
        "fortune": (*(action for actions in ACTIONS.values() for action in actions), ""),
    },
)
