"""Sheets, what the table owns, and named things: the requests that change them by hand, and what rolls change on them.

Things stand among a sheet's values as the list `things`, and are changed as other values are. A roll uses some by name:
its inputs name them under the same word, as if it were an input.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from actionroll.errors import CannotPay, InputError, UnknownName
from actionroll.rules import things
from actionroll.rules.face import Upkeep
from actionroll.rules.inputs import Input, inputs_of, moot_inputs
from actionroll.rules.kinds import Kind, YesNo, read
from actionroll.rules.sheet import OF_THING, SheetForm, bound_of, changed, clamped, starting_values
from actionroll.rules.steps import Effect
from actionroll.rules.things import THINGS
from actionroll.table import entries, rights
from actionroll.table.log import Entry
from actionroll.table.requests import CHARACTER, LEADING, OWN, PLAYERS, Asking, Field, request
from actionroll.table.rights import User, users_of
from actionroll.table.state import NAME, TABLE, Change, Character, Json, Read, Table, TableRoll

MOST_CHARACTERS = 60
MOST_USED = 10


@request(
    "make",
    Field("name", "text", "What the character is called.", required=True),
    Field("values", "object", "Values that differ from the game's template, by name; an exported sheet has them all."),
    Field("seat", "text", "The seat that plays it, empty for none; your own if it is left out."),
    who={"": PLAYERS, "for another seat": LEADING},
)
def make(asking: Asking, wanted: Json) -> list[Entry]:
    """A character from the game's template, changed as wanted; or imported."""
    table, seat = asking.table, asking.seat
    owner = wanted["seat"] if wanted["seat"] is not None else seat.id
    if owner != seat.id:
        rights.refuse_unless_leading(table, seat, "make a character for another seat")
    if owner:
        rights.seat_at(table, owner)
    if len(table.characters) >= MOST_CHARACTERS:
        raise InputError(f"A table holds at most {MOST_CHARACTERS} characters; rename one that nobody plays any more.")
    made, name = f"c{len(table.characters) + 1}", rights.name_of(wanted["name"], "character's name")
    values, starts = wanted["values"] or {}, starting_values(table.game.sheet)
    rights.refuse_earned(table, seat, [each for each, value in values.items() if value != starts.get(each)])
    return [entries.Made(character=made, name=name, seat=owner, values=_filled(table, made, name, values))]


def _filled(table: Table, made: str, name: str, wanted: Json) -> Json:
    form = table.game.sheet
    shared = form.of_the_table
    values = {each: value for each, value in starting_values(form).items() if each not in shared}
    trial = Table(id=table.id, game_id=table.game_id, values=table.values)
    trial.characters = {made: Character(made, name, "", values)}
    for each in [trait.name for trait in form.traits if trait.name in wanted]:
        values[each] = checked(trial, made, each, wanted[each])
    values.update({each: value for each, value in starting_values(form, values).items() if each in values})
    for each in wanted:
        values[each] = checked(trial, made, each, wanted[each])
    return {each: value for each, value in clamped(form, {**values, **table.values}).items() if each in values}


@request(
    "give",
    CHARACTER,
    Field("seat", "text", "The seat that plays it from now on; none if it is left out."),
    who=LEADING,
    undo="give",
)
def give(asking: Asking, wanted: Json) -> list[Entry]:
    """Let a character be played from another seat, or from none; rolls that are not over go with it."""
    table = asking.table
    rights.refuse_unless_leading(table, asking.seat, "give a character to a seat")
    to = rights.seat_at(table, wanted["seat"]).id if wanted["seat"] else ""
    character = rights.character_at(table, wanted["character"]).id
    rolls = tuple(roll.id for roll in table.open_rolls if roll.character == character)
    return [entries.Given(character=character, seat=to, rolls=rolls)]


@request(
    "edit",
    Field("where", "text", "A character's id, or `table` for what the table owns.", required=True),
    Field("values", "object", "The new values by name.", required=True),
    who={"": OWN, "what the table owns": LEADING},
    undo="undo",
)
def edit(asking: Asking, wanted: Json) -> list[Entry]:
    """Change values of a sheet, or of the table, by hand."""
    table, where = asking.table, wanted["where"]
    rights.refuse_earned(table, asking.seat, wanted["values"])
    if where == TABLE:
        rights.refuse_unless_leading(table, asking.seat, "change what the table owns")
    else:
        rights.refuse_other_character(table, asking.seat, rights.character_at(table, where))
    changes = _kept_within(table, where, wanted["values"])
    if not changes:
        raise InputError("values takes at least one value that is to be another than now.")
    return [entries.Edited(changes=changes)]


@request(
    "tend",
    CHARACTER,
    Field("what", "text", "Something that the game's characters do between scenes, by its name.", required=True),
    Field("value", "text", "Which of the sheet's values goes up, where one does."),
    Field("thing", "object", "The thing that is gained, where one is."),
    Field("amount", "number", "How much, where that is asked for."),
    who=OWN,
    undo="undo",
)
def tend(asking: Asking, wanted: Json) -> list[Entry]:
    """Let a character grow or recover between scenes, at the price and by the numbers of the game."""
    table, character = asking.table, rights.character_at(asking.table, wanted["character"])
    rights.refuse_other_character(table, asking.seat, character)
    found = {each.name: each for each in table.game.face.upkeep} if table.game.face else {}
    if wanted["what"] not in found:
        raise UnknownName("upkeep called", wanted["what"], found)
    upkeep, own = found[wanted["what"]], table.values_of(character.id)
    effects = [Effect("roller", name, -by, upkeep.name) for name, by in upkeep.price.items()]
    paid = changes_of(table, effects, {"roller": character.id}, "", paid=True)
    values = {change.name: change.after for change in paid if change.where == character.id}
    if upkeep.names:
        values[wanted["value"]] = _raised(table.game.sheet, upkeep, wanted["value"], own)
    if upkeep.things:
        values[THINGS] = [*own.get(THINGS, ()), {**(wanted["thing"] or {}), "kind": upkeep.things}]
    values |= _recovered(table, upkeep, own, wanted["amount"])
    shared = {name: values.pop(name) for name in [*values] if name in table.values}
    changes = _kept_within(table, character.id, values) + _kept_within(table, TABLE, shared)
    if not changes:
        raise InputError(f"{upkeep.name} would change nothing for {character.name}.")
    return [entries.Tended(what=upkeep.name, changes=changes)]


def _raised(form: SheetForm, upkeep: Upkeep, name: Any, own: Mapping[str, Any]) -> Any:
    """The value a step further: a number by as many points, a die by a size, a yes or no becomes yes."""
    if name not in upkeep.names:
        raise UnknownName("value that goes up called", name, upkeep.names)
    kind = next(trait.kind for trait in form.traits if trait.name == name)
    if isinstance(own[name], bool):
        after: Any = True
    elif isinstance(own[name], str):
        sizes = kind.choices()
        after = sizes[min(len(sizes) - 1, sizes.index(own[name]) + upkeep.by)]
    else:
        after = kind.moved(own[name], upkeep.by)
    if after == own[name]:
        raise InputError(f"{name} is as high as it goes; choose another.")
    return after


def _recovered(table: Table, upkeep: Upkeep, own: Mapping[str, Any], amount: int | None) -> Json:
    """What changes on tracks and marks, tracks as far as their bounds allow."""
    if upkeep.amount and (amount is None or not 1 <= amount <= 100):
        raise InputError(f"amount takes a whole number from 1 to 100: {upkeep.amount}.")
    marks = {mark.name for mark in table.game.sheet.marks}
    healed = [name for name, by in upkeep.changes.items() if name in marks and not by]
    if healed and all(name in marks for name in upkeep.changes) and not any(own[name] for name in healed):
        raise InputError(f"{upkeep.name}: there is nothing of the kind to heal.")
    times = amount if upkeep.amount and amount else 1
    after = {name: by > 0 if name in marks else own[name] + by * times for name, by in upkeep.changes.items()}
    return {name: each for name, each in clamped(table.game.sheet, {**own, **after}).items() if name in after}


@request("rename_character", CHARACTER, Field("name", "text", "Its new name.", required=True), who=OWN, undo="undo")
def rename_character(asking: Asking, wanted: Json) -> list[Entry]:
    """Call a character by another name."""
    character = rights.character_at(asking.table, wanted["character"])
    rights.refuse_other_character(asking.table, asking.seat, character)
    name = rights.name_of(wanted["name"], "character's name")
    if name == character.name:
        raise InputError(f"{name} is what the character is called already; name another.")
    return [entries.CharacterRenamed(changes=(Change(character.id, NAME, character.name, name),))]


def _kept_within(table: Table, where: str, values: Json) -> tuple[Change, ...]:
    """The edit itself, and what follows from it: a lower maximum takes its track along."""
    changes = {change.name: change for change in edited(table, where, values)}
    if where != TABLE:
        own = table.characters[where].values
        after = clamped(table.game.sheet, {**own, **table.values, **{name: c.after for name, c in changes.items()}})
        for name, before in own.items():
            if after[name] != before or name in changes:
                changes[name] = Change(where, name, before, after[name])
    return tuple(change for change in changes.values() if change.before != change.after)


def changes_of(
    table: Table, effects: Iterable[Effect], parts: Mapping[str, str], trait: str, *, paid: bool = False
) -> tuple[Change, ...]:
    """What effects change on the sheets of those concerned; with `paid`, in full or not at all."""
    form = table.game.sheet
    standing: dict[str, dict[str, Any]] = {}
    for effect in effects:
        who = parts.get(effect.who)
        name = form.track_named(effect.track, trait)
        if who is None or (who not in table.characters and name not in form.of_the_table):
            continue
        before = standing.get(who) or table.values_of(who)
        after = changed(form, before, effect, trait)
        if paid:
            _refuse_unpaid(table, who, effect, name, before, after)
        standing[who] = after
    return _differences(table, standing)


def aimed_at(table: Table, effects: Iterable[Effect], parts: Mapping[str, str], trait: str) -> list[Read]:
    """The values that effects name, also where these are full: then another value changes, or none."""
    form = table.game.sheet
    named = [(parts[effect.who], form.track_named(effect.track, trait)) for effect in effects if effect.who in parts]
    return [(TABLE if name in form.of_the_table else who, name) for who, name in named]


def _refuse_unpaid(
    table: Table, who: str, effect: Effect, name: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> None:
    if isinstance(after.get(name), bool) or name not in before:
        return
    if after[name] - before[name] != effect.by:
        whose = table.characters[who].name if who in table.characters else "The table"
        raise CannotPay(f"{whose} cannot pay {table.game.label(name)} {effect.by:+d}: it stands at {before[name]}.")


def _differences(table: Table, standing: Mapping[str, Mapping[str, Any]]) -> tuple[Change, ...]:
    shared = table.game.sheet.of_the_table
    found: dict[tuple[str, str], Change] = {}
    for who, values in standing.items():
        for name, after in values.items():
            where = TABLE if name in shared else who
            before = table.value(where, name)
            if before != after:
                found[where, name] = Change(where, name, before, after)
    return tuple(found.values())


def edited(table: Table, where: str, wanted: Mapping[str, Any]) -> tuple[Change, ...]:
    """The changes of an edit by hand, each value checked against its kind and bounds."""
    return tuple(
        Change(where, name, table.value(where, name), checked(table, where, name, value))
        for name, value in wanted.items()
    )


def checked(table: Table, where: str, name: str, value: Any) -> Any:
    """A value that this trait, track or mark may have, or an error that says what is accepted."""
    form = table.game.sheet
    owner = TABLE if where == TABLE else "character"
    if name == THINGS and where != TABLE:
        return checked_things(table, value)
    for trait in form.traits:
        if trait.name == name and where != TABLE:
            return _parsed(trait.name, trait.kind, value)
    for mark in form.marks:
        if mark.name == name and mark.owner == owner:
            return _parsed(name, YesNo(), value)
    for track in form.tracks:
        if track.name == name and track.owner == owner:
            values = table.values_of(where)
            return _within(name, value, bound_of(track.low, values), bound_of(track.high, values))
    raise UnknownName("value on this sheet called", name, _names(form, where))


def _names(form: SheetForm, where: str) -> list[str]:
    shared = form.of_the_table
    return sorted(shared) if where == TABLE else [name for name in starting_values(form) if name not in shared]


def _parsed(name: str, kind: Kind, value: Any) -> Any:
    return kind.show(read(kind, name, value))


def _within(name: str, value: Any, low: int | None, high: int | None) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 10**6:
        raise InputError(f"{name} takes a whole number.")
    if (low is not None and value < low) or (high is not None and value > high):
        raise InputError(f"{name} takes a whole number from {low} to {'any' if high is None else high}.")
    return value


def kept_within(table: Table, where: str) -> dict[str, Any]:
    """All values of a character or the table, every track kept within its bounds."""
    return clamped(table.game.sheet, table.values_of(where))


# Named things: which are used for a roll, and what that leaves of them


def things_of(table: Table, character: str) -> tuple[things.Thing, ...]:
    """The things.named things of a character."""
    kept = table.characters[character].values.get(THINGS) if character in table.characters else None
    return tuple(things.read_thing(table.game.sheet.things, each) for each in kept or ())


def own_traits(table: Table, character: str) -> dict[str, Any]:
    """Those that can be picked for a roll as a trait is, each with its worth: skills in the player's own words."""
    own = things_of(table, character)
    return things.traits_of(table.game.sheet.things, own) if own else {}


def checked_things(table: Table, raw: Any) -> list[Json]:
    """A list of things that a sheet of this game may hold, or an error that says what is accepted."""
    form = table.game.sheet
    return [things.thing_shown(thing) for thing in things.read_things(form.things, raw, starting_values(form))]


def used_by(table: Table, roll: TableRoll, user: User) -> list[things.Thing]:
    """Their things that the roll uses: those that are still there, and that the gm's word leaves something to do."""
    own = {each.name: each for each in things_of(table, user.character) if not overruled_by(table, roll, each, user)}
    return [own[name] for name in roll.inputs.get(user.names, ()) if name in own]


def overruled_by(table: Table, roll: TableRoll, thing: things.Thing, user: User, sheet: Json | None = None) -> str:
    """What leaves a thing nothing to do in the roll, by the gm's word or as it is, in a sentence; empty if nothing."""
    attempt, uses = table.move(roll.move).attempt, things.uses_of(table.game.sheet.things, thing)
    fills, declared = [user.side + what for use in uses for what in use.fills], inputs_of(attempt)
    if fills and sheet and moot_inputs(attempt, {**sheet, **roll.inputs}).issuperset(fills):
        return f"In this roll {table.game.label(fills[0])} does not count: it changes nothing here."
    name = things.overruled(table.game.sheet.things, thing, declared, roll.inputs, user.side)
    return f"The gm says {table.game.label(name)} {roll.inputs[name]}: it changes nothing here." if name else ""


def _used_to_help(table: Table, roll: TableRoll) -> dict[str, list[things.Thing]]:
    """The things that helpers use for the roll and that are still there, by helper."""
    found: dict[str, list[things.Thing]] = {}
    for offer in roll.offers:
        own = {thing.name: thing for thing in things_of(table, offer.character)}
        found[offer.character] = [own[name] for name in offer.inputs.get(THINGS, ()) if name in own]
    return {helper: used for helper, used in found.items() if used}


def refuse_unusable(table: Table, user: User, names: Any, declared: Mapping[str, Input], given: Json) -> None:
    """Only things of their own, each once, that do something in this roll and are not spent."""
    texts = isinstance(names, list) and all(isinstance(name, str) for name in names)
    if not texts or len(names) > MOST_USED or len(set(names)) < len(names):
        whose = "defender" if user.side == "defender_" else "roller"
        raise InputError(f"{user.names} takes the names of at most {MOST_USED} things of the {whose}'s, each once.")
    used = [things.named(things_of(table, user.character), name) for name in names]
    things.filled(table.game.sheet.things, used, declared, given, user.side)


def brought_by_things(table: Table, roll: TableRoll, declared: Mapping[str, Input], given: Json) -> Json:
    """What the inputs are through the things that are used, where they are not so without."""
    lent, after = [thing for each in _used_to_help(table, roll).values() for thing in each], given
    for user in users_of(table, roll):
        used = [*used_by(table, roll, user), *(lent if user.names == THINGS else ())]
        after = things.filled(table.game.sheet.things, used, declared, after, user.side) if used else after
    return {name: value for name, value in after.items() if given.get(name) != value}


def spent_by(table: Table, roll: TableRoll) -> tuple[Change, ...]:
    """What a throw leaves of the things that it uses up."""
    worn = [kind.name for kind in table.game.sheet.things if kind.wears]
    own = {user.character: used_by(table, roll, user) for user in users_of(table, roll)}
    spent = {
        who: [thing.name for thing in used if thing.most is not None and thing.kind not in worn]
        for who, used in {**own, **_used_to_help(table, roll)}.items()
    }
    return tuple(_worn(table, who, dict.fromkeys(names, 1)) for who, names in spent.items() if names)


def left_of_thing(table: Table, character: str, name: str, track: str) -> int:
    """What a thing of a character can still bear in the place of a track."""
    return things.can_bear(table.game.sheet.things, things.named(things_of(table, character), name), track)


def worn_by(table: Table, effects: Iterable[Effect], parts: Mapping[str, str]) -> tuple[Change, ...]:
    """What effects that fall on things.named things leave of these."""
    lost: dict[str, dict[str, int]] = {}
    for effect in effects:
        if effect.track.startswith(OF_THING):
            lost.setdefault(parts[effect.who], {})[effect.track.removeprefix(OF_THING)] = -effect.by
    return tuple(_worn(table, who, points) for who, points in lost.items())


def _worn(table: Table, character: str, points: Mapping[str, int]) -> Change:
    left = [things.once_more(thing, points.get(thing.name, 0)) for thing in things_of(table, character)]
    return Change(
        character, THINGS, table.characters[character].values[THINGS], [things.thing_shown(thing) for thing in left]
    )


def with_changes(table: Table, changes: tuple[Change, ...]) -> Table:
    """The table as it would stand after changes, for working out further ones."""
    later = table.fork() if changes else table
    for change in changes:
        later.put(change, change.after)
    return later
