"""What could follow on a command line: commands, games, moves, options and their values."""

from __future__ import annotations

from collections.abc import Sequence

from actionroll.cli.commands import Command, available, load, options_for
from actionroll.cli.options import SAID, Option, is_option, plain_words
from actionroll.cli.questions import FIXED, FLAGS, Place, options_of, place_of
from actionroll.games import game, games
from actionroll.rules.inputs import inputs_of, rulings_of
from actionroll.rules.sheet import rolled_with


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
    takes_game = "GAME" in command.WORDS
    plain = plain_words(before, FLAGS)
    if derived := options_for(command):
        return _of_derived(command, derived(before) if plain else command.OPTIONS, before, current)
    place = place_of(before) if takes_game and plain else None
    asks = takes_game and FIXED[0] in command.OPTIONS
    options = options_of(place, command.OPTIONS) if place and asks else list(command.OPTIONS)
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
    return command.WORDS.split("|") if "|" in command.WORDS and not plain else []


def _seconds(command: Command, name: str) -> list[str]:
    if "SCENE" not in command.WORDS:
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
