"""Options that derive from the inputs of a move, and what was typed for them."""

from __future__ import annotations

from typing import Any

from actionroll.cli.options import Given, Option
from actionroll.rules.game import Move
from actionroll.rules.inputs import Input, inputs_of
from actionroll.rules.kinds import Choice, DieSize, Kind, Many, Whole, Words, YesNo, die_name

WIDEST_CHOICE = 16


def input_option(each: Input) -> Option:
    """The option of an input."""
    kind = each.kind
    return Option(
        each.name.replace("_", "-"),
        each.says,
        placeholder(kind),
        kind.accepts(),
        isinstance(kind, Many),
        "yes" if isinstance(kind, YesNo) else "",
        choices_of(kind),
    )


def placeholder(kind: Kind) -> str:
    """What stands for a value in the help."""
    match kind:
        case Whole():
            return "N"
        case Choice():
            return "|".join(kind.values) if len("|".join(kind.values)) <= WIDEST_CHOICE else "WORD"
        case YesNo():
            return "yes|no"
        case DieSize():
            return "DIE"
        case Many():
            return placeholder(kind.of)
        case Words():
            return "TEXT"


def choices_of(kind: Kind) -> tuple[str, ...]:
    """The values of a kind, where they are few."""
    match kind:
        case Whole():
            few = tuple(str(number) for number in range(kind.low, kind.high + 1)) if kind.high - kind.low <= 20 else ()
            return few + (("none",) if kind.or_none else ())
        case Choice():
            return kind.values
        case YesNo():
            return ("yes", "no")
        case DieSize():
            return tuple(die_name(size) for size in kind.sizes) + (("none",) if kind.or_none else ())
        case Many():
            return choices_of(kind.of)
        case Words():
            return ()


def typed_inputs(move: Move, given: Given) -> dict[str, Any]:
    """The inputs that were typed."""
    found: dict[str, Any] = {}
    for name, each in inputs_of(move.attempt).items():
        values = given.all(name.replace("_", "-"))
        if values:
            found[name] = values if isinstance(each.kind, Many) else values[0]
    return found


def first_varied(move: Move, given: Given) -> dict[str, Any]:
    """The first value of each input that is varied, so that it need not be given besides."""
    inputs = inputs_of(move.attempt)
    pairs = [text.replace("..", ",").partition("=") for text in given.all("vary")]
    named = [(name.replace("-", "_"), values.partition(",")[0].strip()) for name, _, values in pairs]
    return {name: raw_value(inputs[name].kind, value) for name, value in named if name in inputs}


def raw_value(kind: Kind, value: str) -> Any:
    """A varied value as an input takes it: a list's items are joined by a plus, `none` is the empty list."""
    if not isinstance(kind, Many):
        return value
    return [] if value == "none" else value.split("+")
