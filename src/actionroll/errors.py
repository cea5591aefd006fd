"""The family of errors, and the patience that every question meets with.

ActionrollError            everything a user may meet; its message is one sentence that says the way out
├── InputError             what was given is not accepted
│   ├── UnknownName        no game, move, input, ruling, option … of that name
│   ├── CannotPay          the price of what was asked is not there
│   └── WrongDice          dice that cannot fall so
├── RollError              the roll does not stand where it was taken to stand
└── LimitError             more dice, steps or text than one roll may use
    └── TooLong            more counting than one question gets, or more ways for dice to fall than are counted

What is not of this family is a defect of ours, and no door hides it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

WHO = "{who}"


class ActionrollError(Exception):
    """Anything a user may meet, told in one sentence."""

    leave: str = ""
    """The input by which the gm may allow what is refused; empty where there is none."""
    at: str = ""
    """The input whose value is refused; empty where it is none alone."""
    entries: tuple[int, ...] = ()
    """The entries of a log that stand in the way, by their numbers."""

    @property
    def sentence(self) -> str:
        """What people at a table read: the message without what a prompt takes."""
        return str(self)


class InputError(ActionrollError):
    """What was given is not accepted; the message says what is, and with `leave` how the gm allows it all the same."""

    def __init__(self, sentence: str, *, leave: str = "", at: str = "") -> None:
        super().__init__(f"{sentence.rstrip('.')} ({leave}=yes)." if leave else sentence)
        self._sentence = sentence
        self.leave = leave
        self.at = at

    @property
    def sentence(self) -> str:
        """The message without the aside that says what a prompt takes."""
        return self._sentence if self.leave else str(self)


class UnknownName(InputError):
    """There is nothing of that name; the message lists what there is."""

    def __init__(self, what: str, given: object, accepted: Iterable[str]) -> None:
        names = list(accepted)
        listed = ", ".join(names) if names else "none here"
        super().__init__(f"There is no {what} {shown(given)}{_meant(given, names)}; accepted: {listed}.")


class CannotPay(InputError):
    """The price of what was asked is not there; `{who}` in the sentence stands for the part that would have to pay."""

    def __init__(self, sentence: str, part: str = "") -> None:
        super().__init__(sentence.replace(WHO, f"the {part}" if part.isalpha() else part) if part else sentence)
        self.part = part
        self._told = sentence

    def naming(self, name: str) -> CannotPay:
        """The same, with the name of who plays that part."""
        return CannotPay(self._told.replace(WHO, name))


class WrongDice(InputError):
    """Dice that cannot fall so."""


class RollError(ActionrollError):
    """The roll does not stand where it was taken to stand."""


class LimitError(ActionrollError):
    """More dice, steps or text than one roll may use."""


class TooLong(LimitError):
    """More counting than one question gets, or more ways for dice to fall than are counted."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message or TOO_LONG)


def shown(given: object, longest: int = 40) -> str:
    """What was given, safe to repeat in a message: one line, never long."""
    try:
        text = given if isinstance(given, str) else repr(given)
    except (ValueError, RecursionError):
        text = f"that {type(given).__name__}"
    text = "".join(letter if letter.isprintable() else "?" for letter in text[: longest + 1])
    return f"'{text}'" if len(text) <= longest else f"'{text[:longest]}…'"


def in_number(count: int, name: str, more: str = "") -> str:
    """`1 die`, `2 dice`: what is counted, in the number that it has."""
    return f"{count} {name if count == 1 else more or name + 's'}"


def nearest(given: object, names: list[str]) -> str:
    """The name that was perhaps meant; empty where none is near."""
    if not isinstance(given, str) or len(given) > 60:
        return ""
    from difflib import get_close_matches

    return next(iter(get_close_matches(given, names, n=1)), "")


def _meant(given: object, names: list[str]) -> str:
    close = nearest(given, names)
    return f" (did you mean {close}?)" if close else ""


class Patience(NamedTuple):
    """What one question may take, whichever door it comes in by."""

    seconds: float = 3.0
    """Of a processor, by the clock that the door brings."""
    in_part: float = 1.0
    """Of these, after which an answer that can be given in part ends where it is."""
    steps: int = 1_000_000
    moment: int = 20_000
    """Steps that are counted while others wait, some ten milliseconds: what stands beside a roll, unasked."""
    states: int = 400_000
    """Of a scene, over all its rolls."""


PATIENCE = Patience()
TOO_LONG = (
    f"This takes more counting than one question gets ({PATIENCE.seconds:g} s of a processor, {PATIENCE.steps} steps): "
    "ask with fewer dice, rolls or repeated decisions, or let `actionroll sweep` take its time at the prompt."
)
LOOKS_UP = 2_000
"""Steps after which a count looks at the clock."""


class Budget:
    """What is left of the patience: steps, and time by a clock that who asks brings; without one, steps alone."""

    __slots__ = ("_began", "_clock", "_looks_at", "left", "steps")

    def __init__(
        self, steps: int = PATIENCE.steps, clock: Callable[[], float] | None = None, began: float | None = None
    ) -> None:
        self.steps = self.left = steps
        self._clock = clock
        self._began = clock() if clock is not None and began is None else began or 0.0
        self._looks_at = steps if clock is not None else -1

    def take(self, steps: int) -> None:
        """So many steps more, or a TooLong."""
        self.left -= steps
        if self.left < 0:
            raise TooLong
        if self.left <= self._looks_at:
            self._looks_at = self.left - LOOKS_UP
            self.look()

    def look(self) -> None:
        """Look at the clock: a TooLong, if the time is up."""
        if self._passed() > PATIENCE.seconds:
            raise TooLong

    def lasts(self) -> bool:
        """Whether an answer that can be given in part goes on."""
        return self._passed() < PATIENCE.in_part

    def anew(self) -> Budget:
        """As many steps once more for another count of the same question, in the time that is left for it."""
        return Budget(self.steps, self._clock, self._began)

    def _passed(self) -> float:
        return 0.0 if self._clock is None else self._clock() - self._began
