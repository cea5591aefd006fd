"""What can be typed: help and `actionroll completion`, derived from what the commands and the moves declare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from actionroll.cli import COMMANDS, Command, available, load
from actionroll.cli.options import SAID, Option, is_option, parse, plain_words
from actionroll.cli.questions import FIXED, FLAGS, Place, options_of, place_of
from actionroll.cli.screen import Screen
from actionroll.errors import ActionrollError, UnknownName
from actionroll.games import game, games
from actionroll.rules.inputs import inputs_of, rulings_of
from actionroll.rules.sheet import rolled_with


def show_help(words: Sequence[str], screen: Screen) -> int:
    """Help on the program, on a command, or on a command for a game's move."""
    named = [word for word in words if not is_option(word) and word != "help"]
    if not named:
        _tell_program(screen)
        return 0
    command = load(named[0])
    options = _options(command, named[1:])
    screen.say(f"actionroll {named[0]} {command.words} [OPTIONS]".replace("  ", " "))
    screen.flow(f"{COMMANDS[named[0]][1].capitalize()}.")
    _tell_options(options, screen)
    if "GAME" in command.words and len(named) == 1:
        screen.say()
        screen.flow(f"`actionroll {named[0]} GAME --help` adds the inputs of a game's move.")
    return 0


def _options(command: Command, words: Sequence[str]) -> Iterable[Option]:
    from actionroll.cli.questions import FIXED, options_of, place_of

    own = command.options
    if not words or "GAME" not in command.words:
        return own
    if derived := command.options_for:
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


def candidates(line: str) -> list[str]:
    """Words that could stand where the line ends."""
    words = _split(line)[1:]
    current = words[-1] if words else ""
    if len(words) <= 1:
        found = [*available(), "--help", "--version"]
    else:
        found = _of_command(load(words[0]), words[1:-1], current)
    return [word for word in found if word.startswith(current)]


def _split(line: str) -> list[str]:
    """The words of a line, the last one empty where a space stands at its end."""
    import shlex

    try:
        words = shlex.split(line)
    except ValueError:  # a quotation that is still open
        words = line.split()
    return [*words, ""] if line[-1:].isspace() else words


def _of_command(command: Command, before: Sequence[str], current: str) -> list[str]:
    takes_game = "GAME" in command.words
    plain = plain_words(before, FLAGS)
    if derived := command.options_for:
        return _of_derived(command, derived(before) if plain else command.options, before, current)
    place = place_of(before) if takes_game and plain else None
    asks = takes_game and FIXED[0] in command.options
    options = options_of(place, command.options) if place and asks else list(command.options)
    last = {f"--{each.name}": each for each in options}.get(before[-1]) if before else None
    if last and last.value:
        values = _values(last, place, current)
        return values if not last.bare else [*values, *_names(options, before)]
    return [*_plain(command, plain, takes_game, current), *_names(options, before)]


def _of_derived(command: Command, options: Sequence[Option], before: Sequence[str], current: str) -> list[str]:
    """Where a command derives its options itself."""
    last = {f"--{each.name}": each for each in options}.get(before[-1]) if before else None
    if last and last.value and not last.bare:
        return list(last.choices)
    return [*_plain(command, plain_words(before, FLAGS), True, current), *_names(options, before)]


def _plain(command: Command, plain: Sequence[str], takes_game: bool, current: str) -> list[str]:
    if is_option(current):
        return []
    if takes_game and not plain:
        return [each.id for each in games()]
    if takes_game and len(plain) == 1:
        return _seconds(command, plain[0])
    return command.words.split("|") if "|" in command.words and not plain else []


def _seconds(command: Command, name: str) -> list[str]:
    if "SCENE" not in command.words:
        return [move.name for move in game(name).moves]
    from actionroll.scenes import scenes

    return [each.name for each in scenes(name)]


def _names(options: Sequence[Option], before: Sequence[str]) -> list[str]:
    used = {word.partition("=")[0] for word in before}
    return [f"--{each.name}" for each in options if each.many or f"--{each.name}" not in used] + ["--help"]


def _values(option: Option, place: Place | None, current: str) -> list[str]:
    if option.bare:
        return list(SAID[:2])
    if option.choices or place is None:
        return list(option.choices)
    name = current.partition("=")[0] if "=" in current else None
    match option.name:
        case "ruling":
            rulings = {each.name: list(each.kind.choices()) for each in rulings_of(place.game.rulings).values()}
            return _pairs(rulings, name)
        case "decide":
            return _pairs({each.name: [*each.options, *each.named_ways] for each in place.move.decisions}, name)
        case "vary":
            return _pairs(
                {each.name: list(each.kind.choices()) for each in inputs_of(place.move.attempt).values()}, name
            )
        case "aim":
            return [f'"{tier}"' if " " in tier else tier for tier in place.move.tiers]
        case "trait":
            return list(rolled_with(place.game.sheet))
        case _:
            return []


def _pairs(values: dict[str, list[str]], name: str | None) -> list[str]:
    """Names before the equals sign, then the values after it."""
    if name is None:
        return [f"{each}=" for each in values]
    return [f"{name}={value}" for value in values.get(name, [])]


OPTIONS = (Option("line", "What was typed so far; tells what could follow.", "TEXT"),)

# bash takes the word after the last = or : as the one to complete, so only that part is handed to it.
BASH = r"""_actionroll() {
    local IFS=$'\n' line="${COMP_LINE:0:COMP_POINT}"
    COMPREPLY=($(actionroll completion --line "$line" 2>/dev/null))
    local current="${line##*[[:space:]]}"
    if [[ $current == *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${current%"${current##*=}"}"}")
    fi
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return 0
}
complete -o default -F _actionroll actionroll
"""

ZSH = r"""#compdef actionroll
_actionroll() {
    local -a found=("${(@f)$(actionroll completion --line "${BUFFER[1,CURSOR]}" 2>/dev/null)}")
    if [[ -z "${found[*]}" ]]; then
        _files
    else
        compadd -S '' -- ${(M)found:#*=}
        compadd -- ${found:#*=}
    fi
}
compdef _actionroll actionroll
"""

FISH = r"""complete -c actionroll -f -a '(actionroll completion --line (commandline -cp) 2>/dev/null)'
complete -c actionroll -l sheet -r -F
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def run(words: Sequence[str], screen: Screen) -> int:
    """Write the script of a shell, or what could follow a line."""
    given = parse(words, OPTIONS, most_words=1)
    line = given.one("line")
    if line is not None:
        try:
            found = candidates(line)
        except ActionrollError:
            found = []  # a line that is wrong so far has nothing that could follow it
        for each in found:
            screen.say(each)
        return 0
    shell = given.words[0] if given.words else ""
    if shell not in SCRIPTS:
        raise UnknownName("shell", shell, SCRIPTS)
    screen.say(SCRIPTS[shell].rstrip())
    return 0


COMPLETION = Command("bash|zsh|fish", OPTIONS, run)
