"""Options that derive from the inputs of a move, and what was typed for them."""

from __future__ import annotations

from typing import Any

from actionroll.cli.options import Given, Option
from actionroll.rules.game import Move
from actionroll.rules.inputs import Input, inputs_of


def input_option(each: Input) -> Option:
    """The option of an input."""
    kind = each.kind
    return Option(
        each.name.replace("_", "-"),
        each.says,
        kind.placeholder(),
        kind.accepts(),
        kind.repeats,
        kind.unspoken,
        kind.choices(),
    )


def typed_inputs(move: Move, given: Given) -> dict[str, Any]:
    """The inputs that were typed."""
    found: dict[str, Any] = {}
    for name, each in inputs_of(move.attempt).items():
        values = given.all(name.replace("_", "-"))
        if values:
            found[name] = each.kind.from_words(values)
    return found


def first_varied(move: Move, given: Given) -> dict[str, Any]:
    """The first value of each input that is varied, so that it need not be given besides."""
    inputs = inputs_of(move.attempt)
    pairs = [text.replace("..", ",").partition("=") for text in given.all("vary")]
    named = [(name.replace("-", "_"), values.partition(",")[0].strip()) for name, _, values in pairs]
    return {name: inputs[name].kind.from_text(value) for name, value in named if name in inputs}
