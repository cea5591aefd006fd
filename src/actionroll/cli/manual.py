"""What can be typed: help and `actionroll completion`, derived from what the commands and the moves declare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from actionroll.cli import COMMANDS, SAID, Command, Option, available, is_option, load, parse, plain_words
from actionroll.cli.questions import FIXED, FLAGS, options_of, place_of, with_games
from actionroll.cli.screen import Screen
from actionroll.errors import ActionrollError, UnknownName
from actionroll.games import game, games
from actionroll.reckoning.record import begun
from actionroll.rules.game import Decision, Game
from actionroll.rules.inputs import inputs_of, rulings_of


def show_help(words: Sequence[str], screen: Screen) -> int:
    """Help on the program, on a command, or on a command for a game's move."""
    named = [word for word in words if not is_option(word) and word != "help"]
    if not named:
        _tell_program(screen)
        return 0
    command = load(named[0])
    options = _options(command, with_games(named[0], named[1:]))
    screen.say(f"actionroll {named[0]} {command.words} [OPTIONS]".replace("  ", " "))
    screen.flow(f"{begun(COMMANDS[named[0]][1])}.")
    _tell_options(options, screen)
    for line in command.notes:
        screen.say()
        screen.flow(line)
    if "GAME" in command.words and len(named) == 1:
        screen.say()
        screen.flow(f"`actionroll {named[0]} GAME --help` adds the inputs of a game's move.")
    return 0


def _options(command: Command, words: Sequence[str]) -> Iterable[Option]:
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
        found = _of_command(load(words[0]), with_games(words[0], words[1:-1]), current)
    return [word for word in found if word.startswith(current)]


def _split(line: str) -> list[str]:
    """The words of a line, the last one empty where a space stands at its end."""
    import shlex

    try:
        words = shlex.split(line)
    except ValueError:  # a quotation that is still open
        words = line.split()
    return [*words, ""] if line[-1:].isspace() else words


class Known(NamedTuple):
    """What a command line is about: a move or a scene of a game, with what its options may name."""

    game: Game
    form: type
    decisions: tuple[Decision, ...]
    goals: tuple[str, ...]
    facts: tuple[str, ...] = ()


def _of_command(command: Command, before: Sequence[str], current: str) -> list[str]:
    takes_game = "GAME" in command.words
    plain = plain_words(before, FLAGS)
    options = list(_options(command, before if plain else ()))
    last = {f"--{each.name}": each for each in options}.get(before[-1]) if before else None
    if last and last.value:
        known = _known(command, before) if takes_game and plain else None
        values = _values(last, known, current)
        return values if not last.bare else [*values, *_names(options, before)]
    return [*_plain(command, plain, takes_game, current), *_names(options, before)]


def _known(command: Command, before: Sequence[str]) -> Known:
    if command.options_for is None:
        place = place_of(before)
        return Known(place.game, place.move.attempt, place.move.decisions, place.move.tiers, tuple(place.move.facts))
    from actionroll.cli.questions import subject_of
    from actionroll.scenes import decisions_of, scene

    subject = subject_of(before, scenes="SCENE" in command.words)
    played = game(subject.game)
    if not subject.scene:
        move = played.move(subject.move)
        return Known(played, move.attempt, move.decisions, move.tiers, tuple(move.facts))
    found = scene(subject.game, subject.scene)
    return Known(played, found.settings, decisions_of(found), (*found.endings, *found.last_tiers))


def _plain(command: Command, plain: Sequence[str], takes_game: bool, current: str) -> list[str]:
    if is_option(current):
        return []
    if takes_game and not plain:
        return [*(each.id for each in games()), *_files(current)]
    if takes_game and len(plain) == 1:
        return _seconds(command.words, plain[0])
    return command.words.split("|") if "|" in command.words and not plain else []


def _files(current: str) -> list[str]:
    """Game files that begin so, and the folders on the way to more of them."""
    from glob import escape, glob

    begins = escape(current)
    found = [sorted(glob(f"{begins}{ending}")) for ending in ("*.toml", "*/")]  # noqa: PTH207  words stay as typed
    return [each for listed in found for each in listed]


def _seconds(words: str, name: str) -> list[str]:
    if "SCENE" not in words:
        return [move.name for move in game(name).moves]
    from actionroll.scenes import CREW, scenes

    return [*(each.name for each in scenes(name)), CREW]


def _names(options: Sequence[Option], before: Sequence[str]) -> list[str]:
    used = {word.partition("=")[0] for word in before}
    return [f"--{each.name}" for each in options if each.many or f"--{each.name}" not in used] + ["--help"]


def _values(option: Option, known: Known | None, current: str) -> list[str]:
    if option.bare:
        return list(SAID[:2])
    if option.choices or known is None:
        return list(option.choices)
    inputs = {each.name: list(each.kind.choices()) for each in inputs_of(known.form).values()}
    rulings = {each.name: list(each.kind.choices()) for each in rulings_of(known.game.rulings).values()}
    decisions = {each.name: [*each.options, *each.named_ways] for each in known.decisions}
    match option.name:
        case "ruling":
            return _pairs(rulings, current)
        case "decide":
            return _pairs(decisions, current)
        case "vary" | "with":
            before, comma, last = current.rpartition(",")
            return [before + comma + each for each in _pairs({**rulings, **decisions, **inputs}, last)]
        case _:
            return _words(option.name, known)


def _words(option: str, known: Known) -> list[str]:
    match option:
        case "show":
            from actionroll.sweep.grid import ALL, FIGURE_WORDS

            return [*FIGURE_WORDS, ALL, *known.facts, *(track.name for track in known.game.sheet.tracks)]
        case "scene":
            return _seconds("SCENE", known.game.id)
        case "aim":
            return [f'"{goal}"' if " " in goal else goal for goal in known.goals]
        case "trait":
            return list(known.game.sheet.rolled_with)
        case _:
            return []


def _pairs(values: dict[str, list[str]], current: str) -> list[str]:
    """Names before the equals sign, then the values after it."""
    name, equals, _ = current.partition("=")
    if not equals:
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

FISH = r"""function __actionroll
    set -l found (actionroll completion --line (commandline -cp) 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c actionroll -f -a '(__actionroll)'
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
