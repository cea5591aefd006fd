"""What a roll reads from the sheets of those who take part, and which values it looked at for that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from actionroll.rules.sheet import picks_of
from actionroll.table.changing import values_of
from actionroll.table.rolls import TableRoll
from actionroll.table.state import TABLE, Json, Read, Table

SIDES = ("attacker", "defender")
DEFENDER_TRAIT = "defender_trait"
"""What the other side of an opposed roll rolls with, where it is not the same; set like an input."""
Reading: TypeAlias = Callable[..., Mapping[str, Any]]
Sheets: TypeAlias = tuple[Json, list[Read]]
"""What sheets fill in of a roll, and which of their values were read for that."""


class Watched(Mapping[str, Any]):
    """Values of a sheet that remember which of them were read."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.read.add(name)
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def from_sheets(table: Table, roll: TableRoll) -> Sheets:
    """What the sheets of the roller and the defender fill in, or each member's share."""
    form = table.game.sheet
    fill, fill_for, share = form.fill.get(roll.move), form.fill_for.get(roll.move), form.share.get(roll.move)
    picked = bool(roll.trait) or "" in picks_of(form, roll.move)
    filled: Json = {}
    reads: list[Read] = []
    if fill is not None and picked:
        filled.update(read_with(table, roll.character, reads, fill, roll.trait))
        if roll.against:
            trait = str(roll.inputs.get(DEFENDER_TRAIT) or roll.trait)
            theirs = read_with(table, roll.against, reads, fill, trait)
            filled.update({_of_defender(name): value for name, value in theirs.items()})
    if fill_for is not None and picked:
        filled.update(read_with(table, roll.character, reads, fill_for, roll.trait, roll.inputs))
    if share is not None and picked:
        for member in roll.members:
            for name, value in read_with(table, member, reads, share, roll.trait).items():
                filled.setdefault(name, []).append(value)
    return filled, reads


def read_with(table: Table, character: str, reads: list[Read], reading: Reading, *how: Any) -> Mapping[str, Any]:
    """What a roll reads from one sheet; every value that it looked at is noted."""
    watched = Watched(values_of(table, character))
    filled = reading(watched, *how)
    shared = table.game.sheet.of_the_table
    reads.extend([(TABLE if name in shared else character, name) for name in sorted(watched.read)])
    return filled


def _of_defender(name: str) -> str:
    return f"{SIDES[1]}_{name.removeprefix(f'{SIDES[0]}_')}"
