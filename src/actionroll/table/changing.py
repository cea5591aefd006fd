"""From effects on parts to changes of sheets, kept within their bounds; and back again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from actionroll.errors import CannotPay, InputError, UnknownName
from actionroll.rules.kinds import Kind, YesNo, read
from actionroll.rules.sheet import SheetForm, bound_of, changed, clamped, starting_values
from actionroll.rules.steps import Effect
from actionroll.table.state import TABLE, Change, Read, Table, usual_values


def values_of(table: Table, character: str) -> dict[str, Any]:
    """All values a roll of this character may read: its own and the table's."""
    own = table.characters[character].values if character in table.characters else {}
    return {**usual_values(table.game_id), **own, **table.values}


def changes_of(
    table: Table, effects: Iterable[Effect], parts: Mapping[str, str], trait: str, *, paid: bool = False
) -> tuple[Change, ...]:
    """What effects change on the sheets of those concerned; with `paid`, in full or not at all."""
    form = table.game.sheet
    standing: dict[str, dict[str, Any]] = {}
    for effect in effects:
        who = parts.get(effect.who)
        if who is None or (who not in table.characters and not _is_for_table(form, effect, trait)):
            continue
        before = standing.get(who) or values_of(table, who)
        after = changed(form, before, effect, trait)
        if paid:
            _refuse_unpaid(table, who, effect, form.track_named(effect.track, trait), before, after)
        standing[who] = after
    return _differences(table, standing)


def aimed_at(table: Table, effects: Iterable[Effect], parts: Mapping[str, str], trait: str) -> list[Read]:
    """The values that effects are for. Where a row is full they change another or nothing, and still build on it."""
    form = table.game.sheet
    named = [(parts[effect.who], form.track_named(effect.track, trait)) for effect in effects if effect.who in parts]
    return [(TABLE if name in form.of_the_table else who, name) for who, name in named]


def _is_for_table(form: SheetForm, effect: Effect, trait: str) -> bool:
    return form.track_named(effect.track, trait) in form.of_the_table


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
    for trait in form.traits:
        if trait.name == name and where != TABLE:
            return _parsed(trait.name, trait.kind, value)
    for mark in form.marks:
        if mark.name == name and mark.owner == owner:
            return _parsed(name, YesNo(), value)
    for track in form.tracks:
        if track.name == name and track.owner == owner:
            values = values_of(table, where)
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
    return clamped(table.game.sheet, values_of(table, where))


def tracks_outside(table: Table, where: str) -> set[str]:
    """The tracks that stand outside their bounds."""
    values, kept = values_of(table, where), kept_within(table, where)
    return {track.name for track in table.game.sheet.tracks if kept.get(track.name) != values.get(track.name)}


def inverse(changes: Iterable[Change]) -> tuple[Change, ...]:
    """What takes changes back, the last first."""
    return tuple(Change(c.where, c.name, c.after, c.before) for c in reversed(tuple(changes)))
