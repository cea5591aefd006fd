"""Named things of characters at a table: what is kept of them, which are used for a roll, and what that leaves of them.

They stand among a sheet's values as the list `things`, and are changed as other values are. A roll uses some by name:
its inputs name them under the same word, as if it were an input.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from actionroll.errors import InputError
from actionroll.rules.inputs import Input, inputs_of
from actionroll.rules.sheet import OF_THING, starting_values
from actionroll.rules.steps import Effect
from actionroll.rules.things import (
    THINGS,
    Thing,
    can_bear,
    can_use,
    filled,
    named,
    once_more,
    read_thing,
    read_things,
    thing_shown,
    traits_of,
)
from actionroll.table.state import Change, Json, Table, TableRoll

MOST_USED = 10


def things_of(table: Table, character: str) -> tuple[Thing, ...]:
    """The named things of a character."""
    kept = table.characters[character].values.get(THINGS) if character in table.characters else None
    return tuple(read_thing(table.game.sheet.things, each) for each in kept or ())


def own_traits(table: Table, character: str) -> dict[str, Any]:
    """Those that can be picked for a roll as a trait is, each with its worth: skills in the player's own words."""
    own = things_of(table, character)
    return traits_of(table.game.sheet.things, own) if own else {}


def checked_things(table: Table, raw: Any) -> list[Json]:
    """A list of things that a sheet of this game may hold, or an error that says what is accepted."""
    form = table.game.sheet
    return [thing_shown(thing) for thing in read_things(form.things, raw, starting_values(form))]


def used_for(table: Table, roll: TableRoll) -> list[Thing]:
    """The things of the roller that the roll uses and that are still there."""
    own = {thing.name: thing for thing in things_of(table, roll.character)}
    return [own[name] for name in roll.inputs.get(THINGS, ()) if name in own]


def things_to_help(table: Table, helper: str, names: Any, move: str) -> list[str]:
    """The things of a helper that they use for another's roll, each once; or an error that says what is accepted."""
    kinds, own, declared = table.game.sheet.things, things_of(table, helper), inputs_of(table.move(move).attempt)
    usable = [each.name for each in own if each.does and can_use(kinds, each, declared, by="helper")]
    texts = isinstance(names, list) and all(isinstance(name, str) for name in names)
    if not texts or len(set(names)) < len(names) or any(name not in usable for name in names):
        raise InputError(f"things takes those that help another's roll, each once: {', '.join(usable) or 'none here'}.")
    return list(names)


def _used_to_help(table: Table, roll: TableRoll) -> dict[str, list[Thing]]:
    """The things that helpers use for the roll and that are still there, by helper."""
    found: dict[str, list[Thing]] = {}
    for offer in roll.offers:
        own = {thing.name: thing for thing in things_of(table, offer.character)}
        found[offer.character] = [own[name] for name in offer.inputs.get(THINGS, ()) if name in own]
    return {helper: used for helper, used in found.items() if used}


def refuse_unusable(table: Table, roll: TableRoll, names: Any, declared: Mapping[str, Input], given: Json) -> None:
    """Only things of the roller's own, each once, that do something in this roll and are not spent."""
    texts = isinstance(names, list) and all(isinstance(name, str) for name in names)
    if not texts or len(names) > MOST_USED or len(set(names)) < len(names):
        raise InputError(f"things takes the names of at most {MOST_USED} things of the roller's, each once.")
    own = things_of(table, roll.character)
    filled(table.game.sheet.things, [named(own, name) for name in names], declared, given, side_of(table, roll))


def brought_by_things(table: Table, roll: TableRoll, declared: Mapping[str, Input], given: Json) -> Json:
    """What the inputs are through the things that are used, where they are not so without."""
    helping = [thing for used in _used_to_help(table, roll).values() for thing in used]
    used = [*used_for(table, roll), *helping]
    if not used:
        return {}
    after = filled(table.game.sheet.things, used, declared, given, side_of(table, roll))
    return {name: value for name, value in after.items() if given.get(name) != value}


def side_of(table: Table, roll: TableRoll) -> str:
    """What the names of the roller's own inputs begin with, where there is another side."""
    return "attacker_" if table.move(roll.move).against else ""


def spent_by(table: Table, roll: TableRoll) -> tuple[Change, ...]:
    """What a throw leaves of the things that it uses up."""
    worn = {kind.name for kind in table.game.sheet.things if kind.wears}
    everyone = {roll.character: used_for(table, roll), **_used_to_help(table, roll)}
    spent = {
        who: [thing.name for thing in used if thing.most is not None and thing.kind not in worn]
        for who, used in everyone.items()
    }
    return tuple(_worn(table, who, dict.fromkeys(names, 1)) for who, names in spent.items() if names)


def left_of_thing(table: Table, character: str, name: str, track: str) -> int:
    """What a thing of a character can still bear in the place of a track."""
    return can_bear(table.game.sheet.things, named(things_of(table, character), name), track)


def worn_by(table: Table, effects: Iterable[Effect], parts: Mapping[str, str]) -> tuple[Change, ...]:
    """What effects that fall on named things leave of these."""
    lost: dict[str, dict[str, int]] = {}
    for effect in effects:
        if effect.track.startswith(OF_THING):
            lost.setdefault(parts[effect.who], {})[effect.track.removeprefix(OF_THING)] = -effect.by
    return tuple(_worn(table, who, points) for who, points in lost.items())


def _worn(table: Table, character: str, points: Mapping[str, int]) -> Change:
    things = [once_more(thing, points.get(thing.name, 0)) for thing in things_of(table, character)]
    before = table.characters[character].values[THINGS]
    return Change(character, THINGS, before, [thing_shown(thing) for thing in things])
