"""Help, derived from what the commands and the moves declare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from actionroll.cli.commands import COMMANDS, Command, available, load, options_for
from actionroll.cli.options import Option, is_option
from actionroll.cli.screen import Screen


def show_help(words: Sequence[str], screen: Screen) -> int:
    """Help on the program, on a command, or on a command for a game's move."""
    named = [word for word in words if not is_option(word) and word != "help"]
    if not named:
        _tell_program(screen)
        return 0
    command = load(named[0])
    options = _options(command, named[1:])
    screen.say(f"actionroll {named[0]} {command.WORDS} [OPTIONS]".replace("  ", " "))
    screen.flow(f"{COMMANDS[named[0]].capitalize()}.")
    _tell_options(options, screen)
    if "GAME" in command.WORDS and len(named) == 1:
        screen.say()
        screen.flow(f"`actionroll {named[0]} GAME --help` adds the inputs of a game's move.")
    return 0


def _options(command: Command, words: Sequence[str]) -> Iterable[Option]:
    from actionroll.cli.questions import FIXED, options_of, place_of

    own = command.OPTIONS
    if not words or "GAME" not in command.WORDS:
        return own
    if derived := options_for(command):
        return derived(words)
    return options_of(place_of(words), own) if FIXED[0] in own else own


def _tell_program(screen: Screen) -> None:
    screen.say("actionroll COMMAND [OPTIONS]")
    screen.say("Action rolls for narrative tabletop games: exact odds, rolls and advice.")
    screen.say()
    listed = available()
    for name, line in listed.items():
        screen.entry(name, line, max(map(len, listed)) + 4)
    screen.say()
    screen.say("Try: actionroll odds in-the-dark --dots 2")
    screen.say("Help on a command: actionroll COMMAND --help")


def _tell_options(options: Iterable[Option], screen: Screen) -> None:
    screen.say()
    for each in options:
        screen.entry(f"--{each.name} {each.value}".rstrip(), each.says + (" Repeatable." if each.many else ""))
