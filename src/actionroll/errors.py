"""The family of errors.

ActionrollError            everything a user may meet; its message is one sentence that says the way out
├── InputError             what was given is not accepted
│   ├── UnknownName        no game, move, input, ruling, option … of that name
│   ├── CannotPay          the price of what was asked is not there
│   └── WrongDice          dice that cannot fall so
├── RollError              the roll does not stand where it was taken to stand
└── LimitError             more dice, steps or text than one roll may use

What is not of this family is a defect of ours, and no door hides it.
"""

from __future__ import annotations

from collections.abc import Iterable


class ActionrollError(Exception):
    """Anything a user may meet, told in one sentence."""


class InputError(ActionrollError):
    """What was given is not accepted; the message says what is."""


class UnknownName(InputError):
    """There is nothing of that name; the message lists what there is."""

    def __init__(self, what: str, given: object, accepted: Iterable[str]) -> None:
        names = list(accepted)
        listed = ", ".join(names) if names else "none here"
        super().__init__(f"There is no {what} {shown(given)}{_meant(given, names)}; accepted: {listed}.")


class CannotPay(InputError):
    """The price of what was asked is not there."""


class WrongDice(InputError):
    """Dice that cannot fall so."""


class RollError(ActionrollError):
    """The roll does not stand where it was taken to stand."""


class LimitError(ActionrollError):
    """More dice, steps or text than one roll may use."""


def shown(given: object, longest: int = 40) -> str:
    """What was given, safe to repeat in a message: one line, never long."""
    try:
        text = given if isinstance(given, str) else repr(given)
    except (ValueError, RecursionError):
        text = f"that {type(given).__name__}"
    text = "".join(letter if letter.isprintable() else "?" for letter in text[: longest + 1])
    return f"'{text}'" if len(text) <= longest else f"'{text[:longest]}…'"


def nearest(given: object, names: list[str]) -> str:
    """The name that was perhaps meant; empty where none is near."""
    if not isinstance(given, str) or len(given) > 60:
        return ""
    from difflib import get_close_matches

    return next(iter(get_close_matches(given, names, n=1)), "")


def _meant(given: object, names: list[str]) -> str:
    close = nearest(given, names)
    return f" (did you mean {close}?)" if close else ""
