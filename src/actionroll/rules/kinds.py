"""Kinds of values that an input takes: each knows what it accepts, and reads it from JSON or from a command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from actionroll.errors import InputError, shown

MOST_DIGITS = 9


class Whole(NamedTuple):
    """A whole number within bounds; `none` may stand for no number."""

    low: int
    high: int
    or_none: bool = False
    by_ruling: int | None = None
    """A higher bound that a ruling of the game may allow; the game itself refuses what is above `high` without it."""

    def accepts(self) -> str:
        """What is accepted, as the end of a sentence."""
        return f"a whole number from {self.low} to {self.high}" + (" or none" if self.or_none else "")

    def parse(self, raw: Any) -> int | None:
        """The number, or ValueError."""
        if self.or_none and (raw is None or raw == "none"):
            return None
        number = _whole(raw)
        if not self.low <= number <= (self.by_ruling or self.high):
            raise ValueError
        return number

    def show(self, value: Any) -> Any:
        """The value as JSON shows it."""
        return value


class Choice(NamedTuple):
    """One word of a closed list."""

    values: tuple[str, ...]

    def accepts(self) -> str:
        """What is accepted, as the end of a sentence."""
        return "one of " + ", ".join(self.values)

    def parse(self, raw: Any) -> str:
        """The word, or ValueError."""
        if not isinstance(raw, str) or raw not in self.values:
            raise ValueError
        return raw

    def show(self, value: Any) -> Any:
        """The value as JSON shows it."""
        return value


@dataclass(frozen=True, slots=True)
class YesNo:
    """Yes or no."""

    def accepts(self) -> str:
        """What is accepted, as the end of a sentence."""
        return "yes or no"

    def parse(self, raw: Any) -> bool:
        """The truth of it, or ValueError."""
        if raw is True or raw in ("yes", "true"):
            return True
        if raw is False or raw in ("no", "false"):
            return False
        raise ValueError

    def show(self, value: Any) -> Any:
        """The value as JSON shows it."""
        return value


class DieSize(NamedTuple):
    """A die of a ladder, as its number of sides; 0 is no die."""

    sizes: tuple[int, ...]
    or_none: bool = False

    def accepts(self) -> str:
        """What is accepted, as the end of a sentence."""
        return "one of " + ", ".join(die_name(size) for size in self.sizes) + (" or none" if self.or_none else "")

    def parse(self, raw: Any) -> int | None:
        """The number of sides, or ValueError."""
        if self.or_none and (raw is None or raw == "none"):
            return None
        size = _by_name(self.sizes).get("0" if raw == 0 and not isinstance(raw, bool) else raw)
        if size is None:
            raise ValueError
        return size

    def show(self, value: Any) -> Any:
        """The value as JSON shows it."""
        return None if value is None else die_name(value)


class Many(NamedTuple):
    """A list of values of one kind."""

    of: Whole | DieSize | Choice
    most: int = 20

    def accepts(self) -> str:
        """What is accepted, as the end of a sentence."""
        return f"a list of at most {self.most}, each {self.of.accepts()}"

    def parse(self, raw: Any) -> tuple[Any, ...]:
        """The values, or ValueError."""
        if isinstance(raw, str) or not isinstance(raw, Sequence) or len(raw) > self.most:
            raise ValueError
        return tuple(self.of.parse(each) for each in raw)

    def show(self, value: Any) -> Any:
        """The value as JSON shows it."""
        return [self.of.show(each) for each in value]


class Words(NamedTuple):
    """Free text that changes no dice."""

    longest: int = 500

    def accepts(self) -> str:
        """What is accepted, as the end of a sentence."""
        return f"text of at most {self.longest} characters"

    def parse(self, raw: Any) -> str:
        """The text, or ValueError."""
        if not isinstance(raw, str) or len(raw) > self.longest or _unprintable(raw):
            raise ValueError
        return raw

    def show(self, value: Any) -> Any:
        """The value as JSON shows it."""
        return value


Kind: TypeAlias = Whole | Choice | YesNo | DieSize | Many | Words


def read(kind: Kind, what: str, raw: Any) -> Any:
    """The value of an input or ruling, or an error that says what is accepted."""
    try:
        return kind.parse(raw)
    except (ValueError, TypeError):
        raise not_accepted(kind, what, raw) from None


def not_accepted(kind: Kind, what: str, raw: Any) -> InputError:
    """The error that says what an input or ruling takes."""
    return InputError(f"{what} takes {kind.accepts()}, not {shown(raw)}.")


@lru_cache(maxsize=256)
def _by_name(sizes: tuple[int, ...]) -> dict[str, int]:
    return {die_name(size): size for size in sizes}


def die_name(size: int) -> str:
    """How a die is written: `d8`, and `0` for no die."""
    return f"d{size}" if size else "0"


def _whole(raw: Any) -> int:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    sign, digits = ("-", raw[1:]) if isinstance(raw, str) and raw[:1] == "-" else ("", raw)
    if not (isinstance(digits, str) and digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS):
        raise ValueError
    return int(sign + digits)


def _unprintable(text: str) -> bool:
    return any(letter != "\n" and (ord(letter) < 32 or 0xD800 <= ord(letter) < 0xE000) for letter in text)
