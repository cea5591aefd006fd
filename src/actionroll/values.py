"""Values: frozen to the type checker, made quickly; and a map of them that is forked without a copy."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, make_dataclass
from fractions import Fraction
from itertools import chain, islice
from math import gcd
from typing import Any, Final, Generic, Protocol, Self, TypeVar, dataclass_transform

V = TypeVar("V")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(made: type[V]) -> type[V]:
    """A frozen dataclass to the type checker; at run time a plain one, which is made three times as fast.

    It is for what is made by the thousand: the steps of exact odds, the entries of a long log, the dice of many rolls.
    """
    return dataclass(slots=True, unsafe_hash=True)(made)


def hashed_once(made: type[V]) -> type[V]:
    """A value that is looked up again and again works out its hash once, and keeps it in its field `hashed`.

    It is kept from other processes, where texts have another hash.
    """
    work_out = made.__hash__

    def __hash__(self: Any) -> int:  # noqa: N807
        known: int | None = self.hashed
        if known is None:
            known = self.hashed = work_out(self)
        return known

    def __reduce__(self: Any) -> tuple[Any, ...]:  # noqa: N807
        return made, tuple([getattr(self, each.name) for each in given])

    given = [each for each in fields(made) if each.init]  # type: ignore[arg-type]
    made.__hash__ = __hash__  # type: ignore[method-assign]
    made.__reduce__ = __reduce__  # type: ignore[method-assign]
    return made


def usual_in_class(made: type[V]) -> type[V]:
    """Let the class of a dataclass hold every usual value, which nothing changes in place: see `made_of`."""
    for each in fields(made):  # type: ignore[arg-type]
        if each.default_factory is not MISSING:
            setattr(made, each.name, each.default_factory())
    return made


def made_of(kind: type[V], told: dict[str, Any]) -> V:
    """One of a class that holds its usual values, from all that is other than usual; long logs make thousands."""
    made = _bare(kind)
    made.__dict__ = told
    return made


def maker(kind: type[V]) -> Callable[[Iterable[Any]], V]:
    """What makes one of a frozen dataclass from all its fields in order: filled while open, and only then frozen.

    A frozen one fills itself field by field through a function, which takes six times as long.
    """
    names = [each.name for each in fields(kind)]  # type: ignore[arg-type]
    if hasattr(kind, "__post_init__"):
        return lambda told: kind(**dict(zip(names, told, strict=True)))
    plain = make_dataclass(kind.__name__, names, namespace={"__doc__": kind.__doc__}, repr=False, eq=False)
    thawed = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    opened = type(kind.__name__, (kind,), {"__slots__": (), "__init__": plain.__init__, **thawed})  # type: ignore[misc]

    def make(told: Iterable[Any]) -> V:
        made: V = opened(*told)
        made.__class__ = kind
        return made

    return make


def hash_field() -> Any:
    """The field that `hashed_once` keeps the hash in."""
    return field(default=None, init=False, compare=False, repr=False)


def ratio(above: int, below: int) -> Fraction:
    """The fraction of two whole numbers, the lower one above 0: what `Fraction` gives, without what it checks first."""
    divisor = gcd(above, below)
    made = _bare(Fraction)
    made._numerator, made._denominator = above // divisor, below // divisor  # type: ignore[attr-defined]  # noqa: SLF001
    return made


_bare = object.__new__


MOST_KNOWN = 4096
H = TypeVar("H", bound=Hashable)


def once(known: dict[Any, Any], value: H) -> H:
    """The value, or one that is equal and already kept among those known."""
    if len(known) >= MOST_KNOWN:
        known.clear()
    kept: H = known.setdefault(value, value)
    return kept


def signed(points: int) -> str:
    """Points with their sign, a real minus; 0 has none."""
    return f"{'+' if points > 0 else '−' if points else ''}{abs(points)}"


WORDLESS: Final = False
"""What stands where words would, once it is settled that none are written: left as usual, said aloud, or not spoken."""


def is_said(words: object) -> bool:
    """Whether words stand here, or it is settled that none are written."""
    return words is WORDLESS or (isinstance(words, str) and bool(words.strip()))


def not_blank(text: str | None) -> str:
    """A text as it counts: what is blank is not said."""
    return text if text and text.strip() else ""


_NESTED = frozenset({list, tuple, dict})


def key_of(said: Mapping[str, Any], *more: Any) -> Hashable:
    """What was said, as a key: True is another one than 1. None where something in it cannot be one."""
    given: Iterable[Any] = said.values()
    types = [*map(type, given)]
    if not _NESTED.isdisjoint(types):
        given = [*map(_frozen, given)]
    key = (*more, *said, *given, *types)
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _frozen(value: Any) -> Any:
    """Lists and maps as what can be part of a key, with the types of all that is in them."""
    if isinstance(value, Mapping):
        return tuple([(name, type(each), _frozen(each)) for name, each in value.items()])
    if isinstance(value, list | tuple):
        return (*map(_frozen, value), *map(type, value))
    return value


G = TypeVar("G")
M = TypeVar("M")
MOST_REMEMBERED = 512


class Remembered(Generic[G, M]):
    """What a function makes of something, kept for whoever asks again by a key: all of it, until it is too much.

    What it is made of is kept with it, so that a key may name objects by their identity.
    """

    def __init__(self, make: Callable[[G], M], most: int = MOST_REMEMBERED) -> None:
        self._make, self._most = make, most
        self._known: dict[Hashable, tuple[G, M]] = {}

    def of(self, given: G, *key: Hashable) -> M:
        """What is made of this; nobody who has it changes it."""
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= self._most:
                self._known.clear()
            known = self._known[key] = given, self._make(given)
        return known[1]

    def forget(self) -> None:
        """Make anew what was made before."""
        self._known.clear()


class Digested(Protocol):
    """What keeps its hash, once that is worked out."""

    digest: bytes


Held = TypeVar("Held")
D = TypeVar("D", bound=Digested)
SIZE, FEW = 256, 16
EMPTY = [None] * SIZE


class Pages(Generic[Held]):
    """Values by number, in pages that forks share: one is written anew, never on, when something of it has changed."""

    __slots__ = ("_new", "_pages")

    def __init__(self) -> None:
        self._pages: dict[int, list[Held | None]] = {}
        self._new: dict[int, Held | None] = {}
        """What stands on no page yet; None where something is dropped."""

    def fork(self) -> Self:
        """The same map, to be changed while this one stays as it is."""
        if len(self._new) > FEW:
            self._written()
        later: Self = _bare(type(self))
        later._pages, later._new = self._pages, self._new.copy()
        return later

    def get(self, number: int) -> Held | None:
        """The value of a number, if it has one."""
        if number in self._new:
            return self._new[number]
        page = self._pages.get(number // SIZE) if number >= 0 else None
        return page[number % SIZE] if page is not None else None

    def __getitem__(self, number: int) -> Held:
        found = self.get(number)
        if found is None:
            raise KeyError(number)
        return found

    def __contains__(self, number: int) -> bool:
        return self.get(number) is not None

    def __setitem__(self, number: int, value: Held) -> None:
        self._new[number] = value

    def drop(self, number: int) -> None:
        """Let a number have none."""
        if number // SIZE in self._pages:
            self._new[number] = None
        else:
            self._new.pop(number, None)

    def _written(self) -> dict[int, list[Held | None]]:
        """Write what is new onto its pages, each copied first, and give all pages."""
        if self._new:
            pages, changed = dict(self._pages), {number // SIZE for number in self._new}
            for place in changed:
                pages[place] = pages[place][:] if place in pages else [None] * SIZE
            for number, value in self._new.items():
                pages[number // SIZE][number % SIZE] = value
            for place in changed:
                if pages[place] == EMPTY:  # which stops at the first value
                    del pages[place]
            self._pages, self._new = pages, {}
        return self._pages

    def after(self, number: int) -> Iterator[tuple[int, Held]]:
        """Every larger number that has a value, with it, in order."""
        first = number + 1
        pages = self._written()
        for place in sorted(each for each in pages if each >= first // SIZE):
            start = place * SIZE
            for offset, value in enumerate(pages[place]):
                if value is not None and start + offset >= first:
                    yield start + offset, value

    def latest(self, most: int) -> Iterator[Held]:
        """The values of the largest numbers, the largest first."""
        pages = self._written()
        held = chain.from_iterable(reversed(pages[place]) for place in sorted(pages, reverse=True))
        return islice(filter(None, held), most)

    def items(self) -> Iterator[tuple[int, Held]]:
        """Every number that has a value, with it, in order."""
        return self.after(-1)

    def __iter__(self) -> Iterator[int]:
        return (number for number, _ in self.after(-1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pages) and list(self.items()) == list(other.items())

    __hash__ = None  # type: ignore[assignment]


class Summed(Pages[D]):
    """Pages with a hash of all values on them, whatever their order: the sum of their own hashes.

    What changed since it was last asked for is taken out of the sum and put in anew, so that it costs the same however
    many values there are.
    """

    __slots__ = ("_moved", "_sum")

    def __init__(self) -> None:
        super().__init__()
        self._sum = 0
        self._moved: dict[int, D | None] | None = None
        """The numbers that changed since, each with the value that is in the sum; None before it is asked for."""

    def fork(self) -> Self:
        """The same map, to be changed while this one stays as it is."""
        later: Self = super().fork()
        later._sum, later._moved = self._sum, None if self._moved is None else self._moved.copy()
        return later

    def __setitem__(self, number: int, value: D) -> None:
        if self._moved is not None and number not in self._moved:
            self._moved[number] = self.get(number)
        self._new[number] = value

    def drop(self, number: int) -> None:
        """Let a number have none."""
        if self._moved is not None and number not in self._moved:
            self._moved[number] = self.get(number)
        super().drop(number)

    def digest(self, of: Callable[[D], bytes]) -> bytes:
        """The hash of all values; `of` works out that of one which does not know it yet."""
        moved = dict.fromkeys(self) if self._moved is None else self._moved
        for number, before in moved.items():
            for value, sign in ((before, -1), (self.get(number), 1)):
                if value is not None:
                    self._sum += sign * int.from_bytes(value.digest or of(value), "big")
        self._moved = {}
        self._sum %= 1 << 256
        return self._sum.to_bytes(32, "big")
