"""A full sheet: the values of a character by a game's form, checked, read for a move, and changed by a roll."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from actionroll.errors import InputError, UnknownName
from actionroll.rules.game import Game, Move
from actionroll.rules.kinds import Whole, YesNo, read
from actionroll.rules.sheet import SheetForm, bound_of, changed, picks_of, starting_values
from actionroll.rules.steps import Effect

MOST = 10**6
OWN_PARTS = ("roller", "attacker")
"""The parts of a roll that the sheet's own character can take."""


def values_of(form: SheetForm, raw: dict[str, Any]) -> dict[str, Any]:
    """Every value of the form: as given, checked, the rest at its start."""
    values = starting_values(form)
    kinds: dict[str, Any] = {trait.name: trait.kind for trait in form.traits}
    kinds |= {track.name: Whole(-MOST, MOST) for track in form.tracks}
    kinds |= {mark.name: YesNo() for mark in form.marks}
    for name, value in raw.items():
        if name not in kinds:
            raise UnknownName("value of this game's sheets called", name, kinds)
        values[name] = kinds[name].show(read(kinds[name], name, value))
    for track in form.tracks:
        low, high = bound_of(track.low, values), bound_of(track.high, values)
        if (low is not None and values[track.name] < low) or (high is not None and values[track.name] > high):
            within = f"from {low} " + (f"to {high}" if high is not None else "up")
            raise InputError(f"{track.name} takes a whole number {within}, not {values[track.name]}.")
    return values


def fill(game: Game, move: Move, values: dict[str, Any], trait: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs that a move reads from a sheet: by the trait that is picked, and where what was said leads to."""
    reads, reads_for = game.sheet.fill.get(move.name), game.sheet.fill_for.get(move.name)
    try:
        return {**(reads(values, trait) if reads else {}), **(reads_for(values, trait, said) if reads_for else {})}
    except (KeyError, StopIteration, ValueError):
        accepted = [pick for pick in picks_of(game.sheet, move.name) if pick]
        if trait:
            raise UnknownName("trait to roll this with called", trait, accepted) from None
        raise InputError(f"Pick what to roll with: --trait takes one of {', '.join(accepted)}.") from None


def values_after(form: SheetForm, values: dict[str, Any], effects: Iterable[Effect], trait: str) -> dict[str, Any]:
    """The values after the effects of a roll on the sheet's own character."""
    for effect in effects:
        if effect.who in OWN_PARTS:
            values = changed(form, values, effect, trait)
    return values


def template(game: Game) -> dict[str, Any]:
    """A sheet to start from."""
    return {"game": game.id, "name": "", "values": starting_values(game.sheet)}
