"""The commands: their names, what each does in a line, and the modules they are loaded from when they are used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, cast

from actionroll.errors import UnknownName

if TYPE_CHECKING:
    from actionroll.cli.options import Option
    from actionroll.cli.screen import Screen

COMMANDS = {
    "games": "the games, one line each",
    "show": "a game: its moves, inputs, decisions, rulings, tracks and rules",
    "odds": "exact odds of a roll",
    "roll": "make a roll",
    "advise": "what each option of each decision is worth",
    "batch": "JSON lines in, JSON lines out",
    "scene": "several rolls in a row, with the tracks carried over",
    "compare": "two or more attempts or sets of rulings side by side",
    "simulate": "many trials of a roll, counted or one by one",
    "sweep": "many attempts at once, on all cores or a cluster",
    "serve": "run a table that people join from their phones",
    "verify": "check a table's log and its dice",
    "backup": "copy a store while it runs",
    "links": "make new links to a table whose own are lost",
    "import": "take an exported table into a store",
    "completion": "completion for bash, zsh or fish",
}


class Command(Protocol):
    """What the module of a command holds."""

    WORDS: str
    OPTIONS: tuple[Option, ...]
    run: Callable[[Sequence[str], Screen], int]


def options_for(command: Command) -> Callable[[Sequence[str]], list[Option]] | None:
    """What gives a command's options for the words typed so far, where it derives them itself."""
    return getattr(command, "options_for", None)


def available() -> dict[str, str]:
    """The commands whose modules are there, each with its line."""
    from importlib.util import find_spec

    return {name: line for name, line in COMMANDS.items() if find_spec(_module(name))}


def load(name: str) -> Command:
    """The command of that name."""
    from importlib import import_module

    module = _module(name)
    if name in COMMANDS:
        try:
            return cast("Command", import_module(module))
        except ModuleNotFoundError as missing:
            if missing.name != module:
                raise
    raise UnknownName("command", name, available())


def _module(name: str) -> str:
    """The module of a command; a word of the language itself cannot name one, so that it ends with a line there."""
    return f"actionroll.cli.{name}{'_' if name == 'import' else ''}"
