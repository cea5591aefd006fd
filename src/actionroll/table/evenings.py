"""Requests that make a table a campaign: evenings that begin and end, and scenes with conditions while they last."""

from __future__ import annotations

from typing import Any

from actionroll.errors import InputError, UnknownName
from actionroll.rules.inputs import Input, inputs_of
from actionroll.rules.kinds import read
from actionroll.table import facts, rights
from actionroll.table.campaign import Evening
from actionroll.table.log import Fact
from actionroll.table.requests import LEADING, Field, Turn, request
from actionroll.table.state import Change, Json, Table

MOST_EVENINGS = 1000
MOST_CONDITIONS = 8
LONGEST_CONDITION = 80
SHOWN = ("campaign",)


@request(
    "begin_evening",
    Field("name", "text", "What this evening is called, if anything."),
    who=LEADING,
    undo="end_evening",
    refreshes=SHOWN,
)
def begin_evening(turn: Turn, wanted: Json) -> list[Fact]:
    """Begin an evening: from here on the log, the journal and the recap are of it."""
    table, evenings = turn.table, turn.table.campaign.evenings
    rights.refuse_unless_leading(table, turn.seat, "begin an evening")
    if going := table.campaign.evening:
        raise InputError(f"{_called(table, going)} goes on; end it first.")
    if len(evenings) >= MOST_EVENINGS:
        raise InputError(f"A table has at most {MOST_EVENINGS} evenings; open a fresh one like it.")
    name = rights.name_of(wanted["name"], "evening's name") if wanted["name"] else ""
    return [facts.EveningBegun(evening=f"e{len(evenings) + 1}", name=name, when=turn.outside.seconds)]


@request("end_evening", who=LEADING, undo="undo", refreshes=SHOWN)
def end_evening(turn: Turn, wanted: Json) -> list[Fact]:
    """End the evening that goes on; its recap is then whole."""
    table, going = turn.table, turn.table.campaign.evening
    rights.refuse_unless_leading(table, turn.seat, "end the evening")
    if going is None:
        raise InputError("No evening goes on; begin one first.")
    ended = Change(going.id, "ended", 0, table.number + 1), Change(going.id, "ended_at", 0, turn.outside.seconds)
    return [facts.EveningChanged(changes=ended)]


@request(
    "name_evening",
    Field("evening", "text", "An evening's id.", required=True),
    Field("name", "text", "What it is called from now on.", required=True),
    who=LEADING,
    undo="undo",
    refreshes=SHOWN,
)
def name_evening(turn: Turn, wanted: Json) -> list[Fact]:
    """Give an evening a name, or another one."""
    rights.refuse_unless_leading(turn.table, turn.seat, "name an evening")
    found = evening_at(turn.table, wanted["evening"])
    name = rights.name_of(wanted["name"], "evening's name")
    if name == found.name:
        raise InputError(f"{name} is what that evening is called already; name another.")
    return [facts.EveningChanged(changes=(Change(found.id, "name", found.name, name),))]


def evening_at(table: Table, name: object) -> Evening:
    """An evening by its id."""
    if isinstance(name, str) and name in table.campaign.evenings:
        return table.campaign.evenings[name]
    raise UnknownName("evening", name, table.campaign.evenings)


def _called(table: Table, evening: Evening) -> str:
    return evening.name or f"Evening {list(table.campaign.evenings).index(evening.id) + 1}"


@request(
    "begin_scene",
    Field("name", "text", "Where it is and what is going on, in a few words.", required=True),
    Field("conditions", "list", "What each roll is proposed while it lasts: objects with words, input and value."),
    who=LEADING,
    undo="end_scene",
    refreshes=SHOWN,
)
def begin_scene(turn: Turn, wanted: Json) -> list[Fact]:
    """Begin a scene in place of any other; while it lasts, its conditions are proposed to every roll."""
    table = turn.table
    rights.refuse_unless_leading(table, turn.seat, "begin a scene")
    name, conditions = rights.name_of(wanted["name"], "scene's name"), read_conditions(table, wanted["conditions"])
    return [facts.SceneBegun(scene=f"x{table.number + 1}", name=name, conditions=conditions)]


@request("end_scene", who=LEADING, undo="begin_scene", refreshes=SHOWN)
def end_scene(turn: Turn, wanted: Json) -> list[Fact]:
    """End the scene; nothing of it is proposed any more."""
    rights.refuse_unless_leading(turn.table, turn.seat, "end a scene")
    if turn.table.campaign.scene is None:
        raise InputError("No scene lasts here; begin one first.")
    return [facts.SceneEnded(scene=turn.table.campaign.scene.id)]


def read_conditions(table: Table, told: Any) -> tuple[tuple[str, str, Any], ...]:
    """Conditions of a scene, each with an input of the game's action that it proposes, or an error."""
    conditions = told or []
    if len(conditions) > MOST_CONDITIONS or not all(isinstance(each, dict) for each in conditions):
        raise InputError(f"conditions takes up to {MOST_CONDITIONS} objects with words, input and value.")
    return tuple(_condition(table, each) for each in conditions)


def _condition(table: Table, told: Json) -> tuple[str, str, Any]:
    inputs = proposable(table)
    name, words = told.get("input", ""), rights.text_of(told.get("words"), "condition", LONGEST_CONDITION)
    if not name:
        return words, "", None
    if name not in inputs:
        raise UnknownName("input that a scene can propose", name, inputs)
    value = told.get("value")
    read(inputs[name].kind, name, value)
    return words, name, value


def proposable(table: Table) -> dict[str, Input]:
    """The inputs of the game's action that someone says at the table, and that no sheet fills: a bonus, a position."""
    said = inputs_of(table.game.move("action").attempt).items()
    by_people = {name: each for name, each in said if each.by in ("gm", "roller") and not each.required}
    return {name: each for name, each in by_people.items() if not each.kind.is_text and not each.late}
