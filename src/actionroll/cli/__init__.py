"""The command line: the commands, what each does in a line, and the modules that hold them.

A new command takes one line in `COMMANDS`, and in the module named there a `Command` called as the command is, in
capitals: the plain words it takes, its options, and the function that runs it. A module is loaded when its command is
used; a command whose module is not there is not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from actionroll.errors import UnknownName

if TYPE_CHECKING:
    from actionroll.cli.options import Option
    from actionroll.cli.screen import Screen

COMMANDS = {
    "games": ("games", "the games, one line each"),
    "show": ("games", "a game: its moves, inputs, decisions, rulings, tracks and rules"),
    "check": ("check", "whether a game holds together: a file, or a game by its name"),
    "odds": ("odds", "exact odds of a roll, or of plain dice"),
    "roll": ("roll", "make a roll"),
    "advise": ("advise", "what each option of each decision is worth"),
    "batch": ("batch", "JSON lines in, JSON lines out"),
    "scene": ("scene", "several rolls in a row, with the tracks carried over"),
    "compare": ("compare", "two or more attempts or sets of rulings side by side"),
    "simulate": ("sweep", "many trials of a roll, counted or one by one"),
    "sweep": ("sweep", "many attempts at once, on all cores or a cluster"),
    "serve": ("serve", "run a table that people join from their phones"),
    "export": ("serve", "write the odds pages as a site that needs no server"),
    "doctor": ("doctor", "what a host needs to know: store, disk, port, network, clock, proxy"),
    "verify": ("stores", "check a table's log and its dice"),
    "recap": ("stores", "tell an exported log as a recap or a journal, in Markdown"),
    "backup": ("stores", "copy a store while it runs"),
    "links": ("stores", "make new links to a table whose own are lost"),
    "import": ("stores", "take an exported table into a store"),
    "mcp": ("serve", "the games, rolls and a seat at a table for an assistant, over MCP"),
    "completion": ("manual", "completion for bash, zsh or fish"),
}
"""Each command with its module and its line."""
EXTRAS = {
    "serve": ("httptools", "jinja2", "msgspec", "segno", "starlette", "uvicorn"),
    "postgres": ("psycopg", "psycopg_pool"),
    "sim": ("numpy", "pyarrow"),
    "cluster": ("dask", "distributed"),
    "mcp": ("mcp", "anyio", "pydantic"),
    "discord": ("aiohttp", "cryptography"),
}
"""What each extra brings, to say which one is missing."""


class Command(NamedTuple):
    """A command: the plain words it takes as its help shows them ("GAME [MOVE]"), its options, and what runs it."""

    words: str
    options: tuple[Option, ...]
    run: Callable[[Sequence[str], Screen], int]
    """Takes the words after the command's name, and gives the exit status."""
    options_for: Callable[[Sequence[str]], list[Option]] | None = None
    """What gives the options for the words typed so far, where the command derives them itself."""
    notes: tuple[str, ...] = ()
    """What its help says after the options."""


def available() -> dict[str, str]:
    """The commands whose modules are there, each with its line."""
    from importlib.util import find_spec

    return {name: line for name, (module, line) in COMMANDS.items() if find_spec(f"actionroll.cli.{module}")}


def load(name: str) -> Command:
    """The command of that name."""
    from importlib import import_module

    if name in COMMANDS:
        module = f"actionroll.cli.{COMMANDS[name][0]}"
        try:
            return cast("Command", getattr(import_module(module), name.upper()))
        except ModuleNotFoundError as missing:
            if missing.name != module:
                raise
    raise UnknownName("command", name, available())
