"""What is wrong with a game file: each fault with its place and the sentence that says what is accepted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from actionroll.errors import InputError, UnknownName, shown

MOST_FAULTS = 40
"""How many are told at once; whoever has more mends the first ones first."""


class Place(NamedTuple):
    """Where something stands in a file, both counted from 1."""

    line: int
    column: int = 1


class Fault(NamedTuple):
    """One thing that is wrong, and where."""

    place: Place
    says: str

    def __str__(self) -> str:
        return f"line {self.place.line}, column {self.place.column}: {self.says}"


class FileError(InputError):
    """A game file that cannot be played as it stands; the message tells every fault with its line."""

    def __init__(self, name: str, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))[:MOST_FAULTS]
        super().__init__("\n".join(f"{name}, {fault}" for fault in self.faults))


class Wrong(Exception):
    """One fault found while something small is read; whoever reads the whole puts it with the others."""

    def __init__(self, place: Place, says: str) -> None:
        self.fault = Fault(place, says)
        super().__init__(says)


class Faults:
    """All faults of one file, gathered while the reading goes on."""

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def add(self, place: Place, says: str) -> None:
        """Something is wrong here."""
        if len(self.found) < MOST_FAULTS:
            self.found.append(Fault(place, says))

    def unknown(self, place: Place, what: str, given: object, accepted: Iterable[str]) -> None:
        """There is nothing of that name; perhaps another was meant."""
        self.add(place, no_such(what, given, accepted))

    def take(self, wrong: Wrong) -> None:
        """A fault that was found while something small was read."""
        self.add(*wrong.fault)

    def refuse(self, name: str) -> None:
        """Stop here if anything is wrong."""
        if self.found:
            raise FileError(name, self.found)


def no_such(what: str, given: object, accepted: Iterable[str]) -> str:
    """The sentence for a name that does not exist, with the nearest one that does."""
    return str(UnknownName(what, given, sorted(set(accepted))))


def not_so(what: str, accepted: str, given: object) -> str:
    """The sentence for a value that is not accepted."""
    return f"{what} takes {accepted}, not {shown(given)}."
