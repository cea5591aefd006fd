"""The command line: the commands, what each does in a line, and the modules that hold them.

A new command takes one line in `COMMANDS`, and in the module named there a `Command` called as the command is, in
capitals: the plain words it takes, its options, and the function that runs it. A module is loaded when its command is
used; a command whose module is not there is not listed.

The words of a command line are sorted into options and plain words by what a command and a move's inputs declare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from actionroll.errors import InputError, UnknownName, shown
from actionroll.rules.game import Move
from actionroll.rules.inputs import Input, inputs_of

if TYPE_CHECKING:
    from actionroll.cli.screen import Screen

COMMANDS = {
    "games": ("games", "the games, one line each"),
    "show": ("games", "a game: its moves, inputs, decisions, rulings, tracks and rules"),
    "check": ("check", "whether a game holds together: a file, or a game by its name"),
    "odds": ("odds", "exact odds of a roll, or of plain dice"),
    "roll": ("roll", "make a roll"),
    "advise": ("odds", "what each option of each decision is worth"),
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


# Options

SAID = ("yes", "no", "true", "false")


class Option(NamedTuple):
    """An option that a command takes: `--name VALUE`, or a bare `--name`."""

    name: str
    says: str
    value: str = ""
    """What stands for its value in the help; empty where it takes none."""
    accepts: str = ""
    """What it accepts, as the end of a sentence that starts with "takes"."""
    many: bool = False
    """Whether it may be given more than once."""
    bare: str = ""
    """The value it has where none follows, for what is yes or no."""
    choices: tuple[str, ...] = ()
    """What a shell may complete its value with."""


class Given(NamedTuple):
    """What was typed: plain words, and the values of each option by its name."""

    words: tuple[str, ...]
    options: dict[str, list[str]]

    def one(self, name: str) -> str | None:
        """The value of an option, if it was given."""
        return self.options[name][0] if name in self.options else None

    def all(self, name: str) -> list[str]:
        """Every value of an option that may be given more than once."""
        return self.options.get(name, [])

    def has(self, name: str) -> bool:
        """Whether an option was given."""
        return name in self.options


def parse(words: Sequence[str], declared: Iterable[Option], most_words: int = 0) -> Given:
    """What was typed, or an error that says what is accepted."""
    known = {f"--{each.name}": each for each in declared}
    plain: list[str] = []
    found: dict[str, list[str]] = {}
    left = list(reversed(words))
    while left:
        word = left.pop()
        if not is_option(word):
            plain.append(word)
            continue
        name, equals, value = word.partition("=")
        if name not in known:
            raise UnknownName("option", name, known)
        values = found.setdefault(known[name].name, [])
        if values and not known[name].many:
            raise InputError(f"{name} is given twice; it is accepted once.")
        values.append(_value(known[name], value if equals else None, left))
    refuse_more(plain, most_words)
    return Given(tuple(plain), found)


def refuse_more(plain: Sequence[str], most: int) -> None:
    """Refuse words that nothing is expected of."""
    if len(plain) > most:
        accepted = "only options are" if most == 0 else f"at most {most} plain word{'s' if most > 1 else ''}"
        raise InputError(f"{shown(plain[most])} stands where nothing is expected: {accepted} accepted here.")


def is_option(word: str) -> bool:
    """Whether a word is an option, and not a value: a negative number is one."""
    return word[:1] == "-" and len(word) > 1 and not word[1].isdigit()


def plain_words(words: Sequence[str], flags: frozenset[str]) -> list[str]:
    """The words that are neither options nor their values, as far as that can be told without knowing the options."""
    plain: list[str] = []
    takes_value = False
    for word in words:
        if is_option(word):
            takes_value = "=" not in word and word not in flags
        elif takes_value:
            takes_value = False
        else:
            plain.append(word)
    return plain


def pair(text: str, option: str, names: Iterable[str]) -> tuple[str, str]:
    """NAME=VALUE taken apart."""
    name, equals, value = text.partition("=")
    if not equals:
        listed = ", ".join(names) or "none here"
        raise InputError(f"--{option} takes NAME=VALUE, not {shown(text)}; names here: {listed}.")
    return name, value


def whole_number(name: str, text: str, least: int, most: int) -> int:
    """The value of an option that takes a whole number."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18 and least <= int(text) <= most):
        raise InputError(f"--{name} takes a whole number from {least} to {most}, not {shown(text)}.")
    return int(text)


def _value(option: Option, value: str | None, left: list[str]) -> str:
    if not option.value:
        if value is not None:
            raise InputError(f"--{option.name} takes no value.")
        return ""
    if value is not None:
        return value
    if option.bare:
        return left.pop() if left and left[-1] in SAID else option.bare
    if not left or is_option(left[-1]):
        raise InputError(f"--{option.name} takes {option.accepts or option.value}; nothing follows it.")
    return left.pop()


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
