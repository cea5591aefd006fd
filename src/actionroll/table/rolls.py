"""The rolls of a table, each from its declaration to its last due; those of a long log are read when looked at."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Literal, NamedTuple, TypeAlias

from actionroll.rules.record import Roll
from actionroll.table.records import Record

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Offer:
    """Help for a roll, from a seat and its character, through one of the move's inputs."""

    seat: str
    character: str
    input: str
    how: str = ""
    part: str = "helper"
    place: int = 0
    """Where that input stands among those of the move."""
    trait: str = ""
    """What the character helps with, where it is not what is rolled."""
    inputs: Json = field(default_factory=dict)
    """What the helper says of their help."""


Status: TypeAlias = Literal["open", "waiting", "done", "withdrawn", "undone", "closed"]


@dataclass
class TableRoll:
    """A roll at the table, from the declaration to its last due. Folding replaces it and never changes it."""

    id: int
    seat: str
    character: str
    move: str
    trait: str
    against: str = ""
    members: tuple[str, ...] = ()
    inputs: Json = field(default_factory=dict)
    decide: dict[str, str] = field(default_factory=dict)
    offers: tuple[Offer, ...] = ()
    status: Status = "open"
    attempt: Json = field(default_factory=dict)
    rulings: dict[str, str] = field(default_factory=dict)
    rules_hash: str = ""
    by_hand: bool = False
    record: Record | None = None
    settled: frozenset[int] = frozenset()
    wished: str = ""
    """The seat that wishes the roll undone."""
    stands: Roll | None = field(default=None, compare=False)
    """Where it stands, while it is waiting; worked out from the answers when needed."""

    @classmethod
    def declared(cls, number: int, entry: Json) -> TableRoll:
        """The roll that an entry of that number declares."""
        return cls(
            number,
            entry["seat"],
            entry["character"],
            entry["move"],
            entry["trait"],
            entry.get("against", ""),
            tuple(entry.get("members", ())),
            entry["inputs"],
            entry["decide"],
        )

    def told(self, entry: Json) -> TableRoll:
        """The roll after an entry that is about it alone."""
        match entry["kind"]:
            case "set":
                return self.but(inputs={**self.inputs, **entry["inputs"]}, decide={**self.decide, **entry["decide"]})
            case "thrown":
                names = ("attempt", "rulings", "rules_hash", "by_hand")
                return self._with_record(entry, **{name: entry[name] for name in names})
            case "decided":
                return self._with_record(entry)
            case _:
                return self.but(settled=self.settled | {entry["due"]})

    def _with_record(self, entry: Json, **changed: Any) -> TableRoll:
        record = Record(entry["record"])
        return self.but(record=record, status=record.status, **changed)

    def but(self, **changed: Any) -> TableRoll:
        """The roll with some of it changed. Long logs are folded often, and this is ten times as quick as `replace`."""
        later = object.__new__(TableRoll)
        later.__dict__.update(self.__dict__, stands=None, **changed)
        return later

    @property
    def answers(self) -> list[Any]:
        """The dice and choices so far."""
        return self.record.answers if self.record else []

    @property
    def dues(self) -> list[Json]:
        """What its outcome demanded, settled or not."""
        return self.record.dues if self.record else []

    @property
    def open_dues(self) -> list[int]:
        """The places of the dues that nobody has settled."""
        demanded = self.dues if self.status == "done" else []
        return [place for place in range(len(demanded)) if place not in self.settled]

    @property
    def making(self) -> bool:
        """Whether it is being built or waiting."""
        return self.status in ("open", "waiting")

    @property
    def over(self) -> bool:
        """Whether nothing of it is left to be done."""
        return not self.making and (self.status != "done" or len(self.dues) == len(self.settled))


ABOUT_ONE_ROLL = ("set", "thrown", "decided", "settled")
"""The kinds of entries that change nothing but their roll, and the values that they name."""


class Unread(NamedTuple):
    """A roll as its log tells it: the entries about it, and what the table's hash takes from them."""

    id: int
    said: tuple[Json, ...]
    """What was said before its dice fell, which is short."""
    came_to: tuple[bytes, ...] = ()
    """What it came to, which is long, as it is stored."""
    status: Status = "open"
    answers: Sequence[Any] = ()
    by_hand: bool = False
    settled: frozenset[int] = frozenset()
    dues: int = 0
    """How many dues it has, settled or not."""

    @property
    def making(self) -> bool:
        """Whether it is being built or waiting."""
        return self.status != "done"

    @property
    def over(self) -> bool:
        """Whether nothing of it is left to be done."""
        return not self.making and self.dues == len(self.settled)

    def read(self) -> TableRoll:
        """The roll."""
        return reduce(TableRoll.told, map(json.loads, self.came_to), self._as_said())

    def outline(self) -> TableRoll:
        """The roll without what it came to, only with how it was answered."""
        record = Record({"answers": self.answers}) if self.came_to else None
        return self._as_said().but(status=self.status, record=record, by_hand=self.by_hand, settled=self.settled)

    def _as_said(self) -> TableRoll:
        return reduce(TableRoll.told, self.said[1:], TableRoll.declared(self.id, self.said[0]))


class Rolls(dict[int, Any]):
    """Rolls by the number of their declaration.

    Those of a stored log are read when somebody looks at them: opening a table passes thousands, and few ever are.
    """

    def __getitem__(self, number: int) -> TableRoll:
        """A roll, read if need be."""
        found: TableRoll | Unread = super().__getitem__(number)
        if isinstance(found, Unread):
            found = self[number] = found.read()
        return found

    def get(self, number: int) -> TableRoll | None:  # type: ignore[override]
        """A roll, if there is one of that number."""
        return self[number] if number in self else None  # noqa: SIM401  which would ask itself again

    def outline(self, number: int) -> TableRoll:
        """A roll with all that the table's hash takes from it; one that is unread stays so."""
        unread = self.unread(number)
        return unread.outline() if unread else self[number]

    def unread(self, number: int) -> Unread | None:
        """What is stored of a roll, as long as nobody has looked at it."""
        found = super().get(number)
        return found if isinstance(found, Unread) else None

    def values(self) -> Iterator[TableRoll]:  # type: ignore[override]
        """All rolls, each read."""
        return (self[number] for number in self)
