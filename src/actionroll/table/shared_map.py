"""A map from numbers of entries to values that copies nothing of a long log when a table is forked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import islice
from typing import Generic, TypeVar

V = TypeVar("V")
SIZE = 256
EMPTY = [None] * SIZE


class Pages(Generic[V]):
    """Values by number, in pages of which two forks share all that neither has changed."""

    __slots__ = ("_digests", "_own", "_pages", "_shared", "_stale")

    def __init__(self) -> None:
        self._pages: dict[int, list[V | None]] = {}
        self._own: set[int] = set()
        """The pages that no fork holds."""
        self._shared = False
        """Whether a fork holds the same book of pages."""
        self._digests: dict[int, bytes] = {}
        self._stale: set[int] = set()
        """The pages that changed since their hash was worked out."""

    def fork(self) -> Pages[V]:
        """The same map, to be changed while this one stays as it is."""
        later: Pages[V] = Pages()
        later._pages, later._shared, self._shared, self._own = self._pages, True, True, set()
        later._digests, later._stale = dict(self._digests), set(self._stale)
        return later

    def get(self, number: int) -> V | None:
        """The value of a number, if it has one."""
        page = self._pages.get(number // SIZE) if number >= 0 else None
        return page[number % SIZE] if page is not None else None

    def __getitem__(self, number: int) -> V:
        found = self.get(number)
        if found is None:
            raise KeyError(number)
        return found

    def __contains__(self, number: int) -> bool:
        return self.get(number) is not None

    def __setitem__(self, number: int, value: V) -> None:
        place, offset = divmod(number, SIZE)
        self._page(place)[offset] = value

    def drop(self, number: int) -> None:
        """Let a number have none."""
        if number in self:
            page = self._page(number // SIZE)
            page[number % SIZE] = None
            if page == EMPTY:  # which stops at the first value
                del self._pages[number // SIZE]
                self._own.discard(number // SIZE)

    def _page(self, place: int) -> list[V | None]:
        """A page that may be written on."""
        self._stale.add(place)
        if place in self._own:
            return self._pages[place]
        if self._shared:
            self._pages, self._shared = dict(self._pages), False
        self._own.add(place)
        before = self._pages.get(place)
        page = self._pages[place] = [None] * SIZE if before is None else before[:]
        return page

    def after(self, number: int) -> Iterator[tuple[int, V]]:
        """Every larger number that has a value, with it, in order."""
        first = number + 1
        for place in sorted(each for each in self._pages if each >= first // SIZE):
            start = place * SIZE
            for offset, value in enumerate(self._pages[place]):
                if value is not None and start + offset >= first:
                    yield start + offset, value

    def latest(self, most: int) -> Iterator[V]:
        """The values of the largest numbers, the largest first."""
        held = (each for place in sorted(self._pages, reverse=True) for each in reversed(self._pages[place]))
        return islice((each for each in held if each is not None), most)

    def items(self) -> Iterator[tuple[int, V]]:
        """Every number that has a value, with it, in order."""
        return self.after(-1)

    def __iter__(self) -> Iterator[int]:
        return (number for number, _ in self.after(-1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pages) and list(self.items()) == list(other.items())

    __hash__ = None  # type: ignore[assignment]

    def digest(self, of: Callable[[V], bytes]) -> bytes:
        """A hash of all values; only pages that changed are worked out anew."""
        for place in self._stale:
            if place in self._pages:
                held = [of(each) for each in self._pages[place] if each is not None]
                self._digests[place] = sha256(b"".join(held)).digest()
            else:
                self._digests.pop(place, None)
        self._stale = set()
        return sha256(b"".join([self._digests[place] for place in sorted(self._digests)])).digest()
