"""From words to a question: options that derive from the inputs of a move or a scene, and what is taken besides.

What scenes, sweeps and comparisons are about is a subject: a move or a scene, with its own inputs as options.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from actionroll.api import Question, question
from actionroll.cli import Given, Option, first_varied, input_option, pair, parse, plain_words, typed_inputs
from actionroll.errors import Budget, InputError, UnknownName, shown
from actionroll.games import USUAL_MOVE, bring, game, games
from actionroll.rules.game import Game, Move
from actionroll.rules.inputs import Input, inputs_of, rulings_of

if TYPE_CHECKING:
    from actionroll.cli.sheet_file import SheetFile
    from actionroll.sweep.grid import Subject

JSON = Option("json", "Write JSON, for programs.")
EXPLAIN = Option("explain", "Add the rules that this follows from.")
FIXED = (
    Option("ruling", "Set a switch that the game's text leaves open.", "NAME=VALUE", many=True),
    Option("decide", "Answer a decision: an option, a policy of the game, or best.", "NAME=HOW", many=True),
    Option("aim", "What best means: a tier to reach, or weights such as success=2,stress=-1.", "AIM"),
    Option("sheet", "Read inputs from a character's JSON; a roll writes changed tracks back.", "FILE"),
    Option("trait", "The trait of a full sheet to roll with.", "NAME"),
    Option("use", "A named thing of a full sheet to use: a talent, an ability, gear.", "NAME", many=True),
    JSON,
)
FLAGS = frozenset({"--json", "--explain", "--rules", "--plan", "--fractions"})


class Asked(NamedTuple):
    """A question with all that was typed besides it."""

    question: Question
    given: Given
    said: dict[str, Any]
    """The inputs that were typed, before they were checked."""
    sheet: SheetFile | None

    def attempt(self, varied: Mapping[str, Any]) -> dict[str, Any]:
        """The inputs with some of them varied, and all that the sheet gives beside them."""
        return with_sheet(self.sheet, {**self.said, **varied})


class Place(NamedTuple):
    """The game and the move that a command line names."""

    game: Game
    move: Move


def ask(words: Sequence[str], own: tuple[Option, ...]) -> Asked:
    """The question that a command line asks."""
    place = place_of(words)
    declared = options_of(place, own)
    given = parse(words, declared, most_words=2)
    sheet = sheet_of(given, place)
    said = first_varied(place.move, given) | typed_inputs(place.move, given)
    asked = question_of(place, given, with_sheet(sheet, said))
    refuse_wrong_aim(asked)
    return Asked(asked, given, said, sheet)


def with_sheet(sheet: SheetFile | None, said: dict[str, Any]) -> dict[str, Any]:
    """What is said, and what a sheet and its things give beside it."""
    return sheet.used({**sheet.inputs(said), **said}) if sheet else said


def refuse_wrong_aim(asked: Question) -> None:
    """An aim that nothing reads is still wrong: weights are for tiers of the move and tracks of the game."""
    if asked.aim is None:
        return
    from actionroll.reckoning.advice import read_aim

    form = asked.game.sheet
    tracks = [*(track.name for track in form.tracks), *(mark.name for mark in form.marks)]
    known = dict.fromkeys([*asked.tiers, *tracks, *inputs_of(asked.move.attempt)])
    for name in read_aim(asked.aim, asked.tiers).points:
        if name.rpartition(".")[2] not in known:
            raise UnknownName("tier or track to aim for called", name, [*asked.tiers, *tracks])


def question_of(place: Place, given: Given, attempt: dict[str, Any]) -> Question:
    """The question with these inputs, and the rulings, decisions and aim that were typed."""
    ruled = [pair(each, "ruling", rulings_of(place.game.rulings)) for each in given.all("ruling")]
    decided = [pair(each, "decide", [each.name for each in place.move.decisions]) for each in given.all("decide")]
    return question(
        place.game,
        place.move.name,
        attempt,
        rulings=once(ruled, "ruling"),
        decide=once(decided, "decide"),
        aim=given.one("aim"),
        budget=Budget(clock=process_time),
    )


def once(pairs: Iterable[tuple[str, str]], option: str) -> dict[str, str]:
    """Pairs as a mapping; a name that comes twice is an error."""
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in found:
            raise InputError(f"--{option} {name} is given twice; it is accepted once.")
        found[name] = value
    return found


def place_of(words: Sequence[str]) -> Place:
    """The game and the move that the words name; `action` where no move is named."""
    plain = plain_words(words, FLAGS)
    if not plain:
        raise InputError(f"Name the game first; accepted: {', '.join(each.id for each in games())}.")
    played = game(plain[0])
    return Place(played, played.move(plain[1] if len(plain) > 1 else _usual(played)))


def _usual(played: Game) -> str:
    names = [move.name for move in played.moves]
    return USUAL_MOVE if USUAL_MOVE in names else names[0]


def options_of(place: Place, own: tuple[Option, ...]) -> list[Option]:
    """Every option of a command for a move: its inputs first.

    Where both have one name, the first that is given is the input; only `roll --dice` is such a name.
    """
    inputs = {each.name: each for each in map(input_option, inputs_of(place.move.attempt).values())}
    for each in own:
        if each.name in inputs:
            inputs[each.name] = inputs[each.name]._replace(many=each.many)
    return [*inputs.values(), *(each for each in own if each.name not in inputs)]


def sheet_of(given: Given, place: Place) -> SheetFile | None:
    """The sheet that was named, read."""
    path, trait, used = given.one("sheet"), given.one("trait"), given.all("use")
    if path is None:
        for name in [*(["trait"] if trait is not None else []), *(["use"] if used else [])]:
            raise InputError(f"--{name} picks from a sheet; name one with --sheet FILE.")
        return None
    from actionroll.cli.sheet_file import read_sheet

    return read_sheet(path, place.game, place.move, trait, used)


TAKE_GAMES = ("show", "odds", "roll", "advise", "scene", "compare", "simulate")
"""Commands whose first plain word is a game."""
DICE_BEGIN = frozenset("0123456789dD+-")


def with_games(command: str, words: Sequence[str]) -> list[str]:
    """The same words, where each file and all dice are read and stand there by their names."""
    if command not in TAKE_GAMES:
        return list(words)
    found = list(words)
    for place, word in enumerate(found):
        after_option = place > 0 and found[place - 1].startswith("--") and "=" not in found[place - 1]
        if word.endswith(".toml") and not word.startswith("-") and not after_option:
            from actionroll.shelf import load

            found[place] = bring(load(word)).id
            return found
    return _with_dice(found)


def _with_dice(words: list[str]) -> list[str]:
    """Plain dice are all words up to the first option."""
    if not words or words[0][:1] not in DICE_BEGIN:  # who names a game need not wait for what reads dice
        return words
    from actionroll.question import game_of_dice, is_dice

    if not is_dice(words[0]):
        return words
    end = next((place for place, word in enumerate(words) if word.startswith("--")), len(words))
    return [bring(game_of_dice(" ".join(words[:end]))).id, *words[end:]]


# Subjects: a move or a scene

RULING = Option("ruling", "Set a switch that the game's text leaves open, or a house rule.", "NAME=VALUE", many=True)
DECIDE = Option(
    "decide", "Answer a decision: an option, a policy, best; in scenes also `push if stress<=2`.", "NAME=HOW", many=True
)
AIM = Option("aim", "What best means: a tier or an ending, conditions such as drive>=2, or weights stress=-1.", "AIM")
VARY = Option(
    "vary", "Try values: stress=0..9 or gamble=keep,best; a ruling or a decision too.", "NAME=VALUES", many=True
)
SVG = Option("svg", "Draw a chart into this file.", "FILE")
SCENE = Option("scene", "A scene of the game in place of a move.", "NAME")
ABOUT = (RULING, DECIDE, AIM)


class Typed(NamedTuple):
    """A subject with all that was typed of it."""

    subject: Subject
    given: Given
    inputs: dict[str, Any]
    rulings: dict[str, str]
    decide: dict[str, str]

    @property
    def spec(self) -> dict[str, Any]:
        """The same as the start of a grid."""
        place = {"scene": self.subject.scene} if self.subject.scene else {"move": self.subject.move}
        inputs = {"settings" if self.subject.scene else "attempt": self.inputs}
        aim = {"aim": self.given.one("aim")} if self.given.has("aim") else {}
        return {"game": self.subject.game, **place, **inputs, "rulings": self.rulings, "decide": self.decide, **aim}


def typed(words: Sequence[str], own: tuple[Option, ...], *, scenes: bool = False) -> Typed:
    """What a command line is about; with `scenes` its second word is a scene, else a move."""
    subject = subject_of(words, scenes=scenes)
    given = parse(words, subject_options(subject, own), most_words=2)
    ruled = [pair(each, "ruling", subject.rulings()) for each in given.all("ruling")]
    decided = [pair(each, "decide", subject.decisions()) for each in given.all("decide")]
    inputs = {**_from_sheet(subject, given), **_inputs(subject, given)}
    return Typed(subject, given, inputs, once(ruled, "ruling"), once(decided, "decide"))


def subject_of(words: Sequence[str], *, scenes: bool = False) -> Subject:
    """The game, and the move or scene."""
    from actionroll.scenes import scene
    from actionroll.sweep.grid import Subject

    plain = plain_words(words, FLAGS)
    if not plain:
        raise InputError(f"Name the game first; accepted: {', '.join(each.id for each in games())}.")
    played = game(plain[0])
    second = plain[1] if len(plain) > 1 else None
    named = _after(words, "--scene")
    if scenes or named is not None:
        return Subject(played.id, scene=scene(played.id, second if scenes else named).name)
    return Subject(played.id, played.move(second or played.moves[0].name).name)


def subject_options(subject: Subject, own: tuple[Option, ...]) -> list[Option]:
    """The inputs of the subject as options, then those of the command."""
    inputs = [input_option(each) for each in _declared(subject).values()]
    taken = {each.name for each in inputs}
    return [*inputs, *(each for each in own if each.name not in taken)]


def _declared(subject: Subject) -> dict[str, Input]:
    from actionroll.scenes import scene

    played = game(subject.game)
    form = scene(subject.game, subject.scene).settings if subject.scene else played.move(subject.move).attempt
    return dict(inputs_of(form))


def _inputs(subject: Subject, given: Given) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, each in _declared(subject).items():
        if values := given.all(name.replace("_", "-")):
            found[name] = each.kind.from_words(values)
    if subject.scene and "turn" in found:
        found["turn"] = [read_turn(game(subject.game), text) for text in found["turn"]]
    return found


def read_turn(played: Game, text: str) -> dict[str, Any]:
    """A turn of a crew: a sheet's file, then its move, its trait and inputs, each in one word or in quotes."""
    from shlex import split

    from actionroll.cli.sheet_file import read_sheet

    try:
        path, *words = split(text)
    except ValueError:
        raise InputError(f"--turn takes FILE [MOVE] [TRAIT] [NAME=VALUE …], not {shown(text)}.") from None
    plain = [word for word in words if "=" not in word]
    named = [word for word in plain if word in [move.name for move in played.moves]][:1]
    move = played.move(named[0] if named else played.moves[0].name)
    traits = [word for word in plain if word not in named]
    if len(traits) > 1:
        raise InputError(f"--turn takes one move and one trait, not also {shown(traits[1])}.")
    said = dict(pair(word, "turn", inputs_of(move.attempt)) for word in words if "=" in word)
    kinds = {name: each.kind for name, each in inputs_of(move.attempt).items()}
    inputs = {name: kinds[name].from_words([value]) if name in kinds else value for name, value in said.items()}
    sheet = read_sheet(path, played, move, None)
    return {"who": sheet.name, "values": sheet.values, "move": move.name, "trait": "".join(traits), "inputs": inputs}


def _from_sheet(subject: Subject, given: Given) -> dict[str, Any]:
    """What a scene takes of a character's sheet: inputs of its move and values, where its settings are called so."""
    if not subject.scene or not given.has("sheet"):
        return {}
    from actionroll.cli.sheet_file import read_sheet
    from actionroll.scenes import scene

    played = game(subject.game)
    move = played.move(scene(subject.game, subject.scene).move)
    sheet = read_sheet(given.one("sheet") or "", played, move, given.one("trait"))
    found = {**sheet.by_name, **sheet.inputs({})}
    return {name: found[name] for name in _declared(subject) if name in found}


def _after(words: Sequence[str], option: str) -> str | None:
    """The value of an option, looked up before the options are known."""
    for place, word in enumerate(words):
        if word.startswith(f"{option}="):
            return word.partition("=")[2]
        if word == option and place + 1 < len(words):
            return words[place + 1]
    return None


def varied(texts: Sequence[str], subject: Subject) -> dict[str, str]:
    """What `--vary` was given, as the `vary` of a grid."""
    names = [*subject.inputs(), *subject.decisions(), *subject.rulings()]
    return once([pair(each, "vary", names) for each in texts], "vary")


def write_picture(path: str, svg: str) -> None:
    """A chart into a file."""
    from pathlib import Path

    try:
        Path(path).write_text(svg, encoding="utf-8")
    except OSError as error:
        raise InputError(f"--svg takes a file that can be written: {error.strerror}.") from None
