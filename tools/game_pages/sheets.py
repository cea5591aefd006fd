"""What a character and the table carry."""

from __future__ import annotations

from actionroll.rules import SheetForm, Track
from actionroll.rules.sheet import Bound, Values, bound_of, starting_values

HEAD = "| name | what it is | goes | whose |\n|---|---|---|---|"


def sheet_section(form: SheetForm) -> str:
    """Tracks and marks, and the traits that a new character has."""
    if not form.tracks and not form.traits:
        return ""
    values = starting_values(form)
    lines = [row(track.name, track.says, span(track, values), track.owner) for track in form.tracks]
    lines += [row(mark.name, mark.says, "yes or no", mark.owner) for mark in form.marks]
    groups: dict[str, list[str]] = {}
    for trait in form.traits:
        groups.setdefault(trait.group, []).append(plain(trait.name))
    traits = [f"- {plain(group)}: {', '.join(names)}" for group, names in groups.items()]
    told = ["## The sheet", "\n".join(["A character has:", "", *traits]), "\n".join([HEAD, *lines])]
    return "\n\n".join(told)


def row(name: str, says: str, takes: str, owner: str) -> str:
    """A line of the table."""
    return f"| {plain(name)} | {says.rstrip('.')} | {takes} | the {owner}'s |"


def span(track: Track, values: Values) -> str:
    """From where to where a track goes; a bound that follows from the sheet is told as it stands at the start."""
    low, high = bound_told(track.low, values), bound_told(track.high, values)
    return f"{low} and up" if high == "any" else f"{low} to {high}"


def bound_told(bound: Bound, values: Values) -> str:
    """One bound."""
    number = bound_of(bound, values)
    if number is None:
        return "any"
    return str(number).replace("-", "−") + (" at the start" if callable(bound) else "")


def plain(name: str) -> str:
    """A name without its underscores."""
    return name.replace("_", " ")
