"""Kinds of values that an input takes.

Each answers for itself: what it accepts, how values are read and written, their neighbours, and what a form must know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from actionroll.dice import FUDGE
from actionroll.errors import InputError, shown
from actionroll.values import WORDLESS, not_blank

MOST_DIGITS = 9
WIDEST_CHOICE = 16
"""Letters of a list of words that still stands in a line of help."""
FEW = 20
"""Numbers that are offered one by one."""


class Kind:
    """What all kinds answer, as most of them do."""

    __slots__ = ()
    is_text: ClassVar[bool] = False
    """Whether it is free text, which changes no dice."""
    is_number: ClassVar[bool] = False
    """Whether it counts: who joins a roll through it makes it one more."""
    repeats: ClassVar[bool] = False
    """Whether it is a list: given several times on a command line, or written a+b."""
    unspoken: ClassVar[str] = ""
    """The value that an option stands for when it is given without one."""

    def accepts(self) -> str:
        """What is accepted, as the end of a sentence."""
        raise NotImplementedError

    def parse(self, raw: Any) -> Any:
        """The value from JSON or from a command line, or ValueError."""
        raise NotImplementedError

    def show(self, value: Any) -> Any:
        """The value as JSON shows it."""
        return value

    def write(self, value: Any) -> str:
        """The value as people write it."""
        if value is None or value == ():
            return "none"
        return "+".join(map(str, self.show(value))) if self.repeats else str(self.show(value))

    def form(self) -> dict[str, Any]:
        """What it accepts, for people and for forms."""
        return {"accepts": self.accepts(), **self._form()}

    def _form(self) -> dict[str, Any]:
        raise NotImplementedError

    def values(self) -> Sequence[Any]:
        """Every value as JSON shows it, where they can be listed."""
        return self.words()

    def words(self) -> tuple[str, ...]:
        """Every value as people write it, where it is one of a closed list of words."""
        return ()

    def ladder(self) -> Sequence[str]:
        """The values that a range a..b goes through, from low to high; empty where there is no such order."""
        return ()

    def neighbours(self, now: Any) -> list[Any]:
        """The values next to one, as JSON shows them."""
        return []

    def moved(self, value: Any, by: int) -> Any:
        """The value after a change by so many points; only numbers change so."""
        return value

    def placeholder(self) -> str:
        """What stands for a value in a line of help."""
        raise NotImplementedError

    def choices(self) -> tuple[str, ...]:
        """The values to offer where one is typed, if they are few."""
        return self.words()

    def details(self) -> str:
        """What a line of help says of the values besides the placeholder."""
        return ""

    def summary(self) -> str:
        """What it takes, in few words."""
        return self.details() or self.accepts()

    def from_words(self, words: Sequence[str]) -> Any:
        """What was typed for it, each time it was given, as `parse` takes it."""
        return words[0]

    def from_text(self, text: str) -> Any:
        """One text that stands for a whole value, as `parse` takes it."""
        return text

    def single(self) -> Kind:
        """The kind of what one person brings to it."""
        return self

    def together(self, name: str, shares: Sequence[Mapping[str, Any]], unsaid: Any) -> Any:
        """What the shares of several people make, each by the input's name."""
        return [share.get(name, unsaid) for share in shares]


@dataclass(frozen=True, slots=True)
class Whole(Kind):
    """A whole number within bounds; `none` may stand for no number."""

    low: int
    high: int
    or_none: bool = False
    by_ruling: int | None = None
    """A higher bound that a ruling of the game may allow; the game itself refuses what is above `high` without it."""

    is_number: ClassVar[bool] = True

    def accepts(self) -> str:
        return f"a whole number from {self.details()}"

    def parse(self, raw: Any) -> int | None:
        if self.or_none and (raw is None or raw == "none"):
            return None
        number = raw if type(raw) is int else _whole(raw)
        if not self.low <= number <= (self.by_ruling or self.high):
            raise ValueError
        return number

    def _form(self) -> dict[str, Any]:
        return {"type": "whole", "low": self.low, "high": self.high, "none": self.or_none}

    def values(self) -> range:
        return range(self.low, self.high + 1)

    def ladder(self) -> Sequence[str]:
        return [str(number) for number in self.values()]

    def neighbours(self, now: Any) -> list[Any]:
        around = [self.low] if now is None else [now - 1, now + 1]
        return [value for value in around if self.low <= value <= self.high]

    def moved(self, value: Any, by: int) -> Any:
        return max(self.low, min(self.high, value + by))

    def placeholder(self) -> str:
        return "N"

    def choices(self) -> tuple[str, ...]:
        few = tuple(self.ladder()) if self.high - self.low <= FEW else ()
        return few + (("none",) if self.or_none else ())

    def details(self) -> str:
        return f"{self.low} to {self.high}" + (" or none" if self.or_none else "")

    def summary(self) -> str:
        return self.details().replace("-", "−")

    def together(self, name: str, shares: Sequence[Mapping[str, Any]], unsaid: Any) -> Any:
        return sum(share.get(name, 0) for share in shares)


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One word of a closed list. `only`: one of them that is offered under a ruling alone, which, and its value."""

    listed: tuple[str, ...]
    only: tuple[str, str, str] | None = None

    def accepts(self) -> str:
        return "one of " + ", ".join(self.listed)

    def parse(self, raw: Any) -> str:
        if not isinstance(raw, str) or raw not in self.listed:
            raise ValueError
        return raw

    def _form(self) -> dict[str, Any]:
        return {"type": "choice", "values": list(self.listed), **({"only": list(self.only)} if self.only else {})}

    def words(self) -> tuple[str, ...]:
        return self.listed

    def neighbours(self, now: Any) -> list[Any]:
        return [value for value in self.listed if value != now]

    def placeholder(self) -> str:
        return "|".join(self.listed) if len("|".join(self.listed)) <= WIDEST_CHOICE else "WORD"

    def details(self) -> str:
        return self.summary() if self.placeholder() == "WORD" else ""

    def summary(self) -> str:
        return ", ".join(self.listed)


@dataclass(frozen=True, slots=True)
class YesNo(Kind):
    """Yes or no."""

    unspoken: ClassVar[str] = "yes"

    def accepts(self) -> str:
        return "yes or no"

    def parse(self, raw: Any) -> bool:
        if raw is True or raw in ("yes", "true"):
            return True
        if raw is False or raw in ("no", "false"):
            return False
        raise ValueError

    def write(self, value: Any) -> str:
        return "yes" if value else "no"

    def _form(self) -> dict[str, Any]:
        return {"type": "yes_no"}

    def values(self) -> Sequence[Any]:
        return (False, True)

    def words(self) -> tuple[str, ...]:
        return ("yes", "no")

    def neighbours(self, now: Any) -> list[Any]:
        return [not now]

    def placeholder(self) -> str:
        return "yes|no"


@dataclass(frozen=True, slots=True)
class DieSize(Kind):
    """A die of a ladder, as its sides; 0 is no die. Dice may have names."""

    sizes: tuple[int, ...]
    or_none: bool = False
    names: tuple[str, ...] = ()

    def accepts(self) -> str:
        return "one of " + self.details()

    def parse(self, raw: Any) -> int | None:
        if self.or_none and (raw is None or raw == "none"):
            return None
        size = _by_name(self.sizes, self.names).get("0" if raw == 0 and not isinstance(raw, bool) else raw)
        if size is None:
            raise ValueError
        return size

    def show(self, value: Any) -> Any:
        return None if value is None else die_name(value)

    def _form(self) -> dict[str, Any]:
        return {"type": "die", "values": self.ladder(), "none": self.or_none, "names": list(self.names)}

    def values(self) -> Sequence[Any]:
        return self.ladder()

    def ladder(self) -> Sequence[str]:
        return [die_name(size) for size in self.sizes]

    def neighbours(self, now: Any) -> list[Any]:
        place = self.ladder().index(self.show(now)) if self.show(now) in self.ladder() else -1
        return [*self.ladder()[max(0, place - 1) : max(0, place)], *self.ladder()[place + 1 : place + 2]]

    def placeholder(self) -> str:
        return "DIE"

    def choices(self) -> tuple[str, ...]:
        return (*self.ladder(), "none") if self.or_none else tuple(self.ladder())

    def details(self) -> str:
        spoken = [f" ({name})" for name in self.names] or [""] * len(self.sizes)
        return ", ".join(map(str.__add__, self.ladder(), spoken)) + (" or none" if self.or_none else "")


@dataclass(frozen=True, slots=True)
class Many(Kind):
    """A list of values of one kind."""

    of: Kind
    most: int = 20

    repeats: ClassVar[bool] = True

    def accepts(self) -> str:
        return f"a list of at most {self.most}, each {self.of.accepts()}"

    def parse(self, raw: Any) -> tuple[Any, ...]:
        if isinstance(raw, str) or not isinstance(raw, Sequence) or len(raw) > self.most:
            raise ValueError
        return tuple([self.of.parse(each) for each in raw])

    def show(self, value: Any) -> Any:
        return [self.of.show(each) for each in value]

    def _form(self) -> dict[str, Any]:
        return {"type": "list", "most": self.most, "of": self.of.form()}

    def ladder(self) -> Sequence[str]:
        return self.of.ladder()

    def neighbours(self, now: Any) -> list[Any]:
        if not self.of.is_number:
            return []
        lowest = [value for value in self.of.values() if value > 0][:3]
        added = [(*now, value) for value in lowest] if len(now) < self.most else []
        taken = [now[:place] + now[place + 1 :] for place in range(len(now))]
        return [self.show(value) for value in (*added, *dict.fromkeys(taken))]

    def placeholder(self) -> str:
        return self.of.placeholder()

    def choices(self) -> tuple[str, ...]:
        return self.of.choices()

    def details(self) -> str:
        return f"up to {self.most}, written a+b or repeated, each {self.of.details() or self.of.placeholder()}"

    def summary(self) -> str:
        return f"up to {self.most} of: {self.of.summary()}"

    def from_words(self, words: Sequence[str]) -> Any:
        return [each for word in words for each in self.from_text(word)]

    def from_text(self, text: str) -> Any:
        return [] if text == "none" else [each.strip() for each in text.replace(",", "+").split("+")]

    def single(self) -> Kind:
        return self.of


@dataclass(frozen=True, slots=True)
class Words(Kind):
    """Free text that changes no dice."""

    longest: int = 500

    is_text: ClassVar[bool] = True

    def accepts(self) -> str:
        return f"text of at most {self.longest} characters"

    def parse(self, raw: Any) -> str:
        if raw is not WORDLESS and (not isinstance(raw, str) or len(raw) > self.longest or _unprintable(raw)):
            raise ValueError
        return not_blank(raw or "")

    def _form(self) -> dict[str, Any]:
        return {"type": "text", "longest": self.longest}

    def placeholder(self) -> str:
        return "TEXT"

    def summary(self) -> str:
        return "text"


def read(kind: Kind, what: str, raw: Any) -> Any:
    """The value of an input or ruling, or an error that says what is accepted."""
    try:
        return kind.parse(raw)
    except (ValueError, TypeError):
        raise not_accepted(kind, what, raw) from None


def not_accepted(kind: Kind, what: str, raw: Any) -> InputError:
    """The error that says what an input or ruling takes."""
    return InputError(f"{what} takes {kind.accepts()}, not {shown(raw)}.", at=what)


@lru_cache(maxsize=256)
def _by_name(sizes: tuple[int, ...], names: tuple[str, ...]) -> dict[str, int]:
    joined = [name.replace(" ", "-") for name in names]
    return dict(zip([*map(die_name, sizes), *names, *joined], sizes * 3, strict=False))


def die_name(size: int) -> str:
    """How a die is written: `d8`, `dF` for a fudge die, and `0` for no die."""
    return "dF" if size == FUDGE else f"d{size}" if size else "0"


def _whole(raw: Any) -> int:
    sign, digits = ("-", raw[1:]) if isinstance(raw, str) and raw[:1] == "-" else ("", raw)
    if not (isinstance(digits, str) and digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS):
        raise ValueError
    return int(sign + digits)


def _unprintable(text: str) -> bool:
    return any(letter != "\n" and (ord(letter) < 32 or 0xD800 <= ord(letter) < 0xE000) for letter in text)
