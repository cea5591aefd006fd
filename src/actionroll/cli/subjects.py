"""From words to what scenes, sweeps and comparisons are about: a move or a scene, with its own inputs as options."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import split
from typing import Any, NamedTuple

from actionroll.cli.options import Given, Option, input_option, pair, parse, plain_words
from actionroll.cli.questions import once
from actionroll.errors import InputError, shown
from actionroll.games import game, games
from actionroll.rules.game import Game
from actionroll.rules.inputs import Input, inputs_of
from actionroll.scenes import CREW, scene
from actionroll.sweep.grid import Subject

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
FLAGS = frozenset({"--json", "--plan", "--fractions"})


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
    given = parse(words, options_of(subject, own), most_words=2)
    ruled = [pair(each, "ruling", subject.rulings()) for each in given.all("ruling")]
    decided = [pair(each, "decide", subject.decisions()) for each in given.all("decide")]
    inputs = {**_from_sheet(subject, given), **_inputs(subject, given)}
    return Typed(subject, given, inputs, once(ruled, "ruling"), once(decided, "decide"))


def subject_of(words: Sequence[str], *, scenes: bool = False) -> Subject:
    """The game, and the move or scene."""
    plain = plain_words(words, FLAGS)
    if not plain:
        raise InputError(f"Name the game first; accepted: {', '.join(each.id for each in games())}.")
    played = game(plain[0])
    second = plain[1] if len(plain) > 1 else None
    named = _after(words, "--scene")
    if scenes or named is not None:
        return Subject(played.id, scene=scene(played.id, second if scenes else named).name)
    return Subject(played.id, played.move(second or played.moves[0].name).name)


def options_of(subject: Subject, own: tuple[Option, ...]) -> list[Option]:
    """The inputs of the subject as options, then those of the command."""
    inputs = [input_option(each) for each in _declared(subject).values()]
    taken = {each.name for each in inputs}
    return [*inputs, *(each for each in own if each.name not in taken)]


def _declared(subject: Subject) -> dict[str, Input]:
    played = game(subject.game)
    form = scene(subject.game, subject.scene).settings if subject.scene else played.move(subject.move).attempt
    return dict(inputs_of(form))


def _inputs(subject: Subject, given: Given) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, each in _declared(subject).items():
        if values := given.all(name.replace("_", "-")):
            found[name] = each.kind.from_words(values)
    if subject.scene == CREW and "turn" in found:
        found["turn"] = [read_turn(game(subject.game), text) for text in found["turn"]]
    return found


def read_turn(played: Game, text: str) -> dict[str, Any]:
    """A turn of a crew: a sheet's file, then its move, its trait and inputs, each in one word or in quotes."""
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
    declared = inputs_of(move.attempt)
    said = {name: declared[name].kind.from_words([value]) if name in declared else value
            for name, value in (pair(word, "turn", declared) for word in words if "=" in word)}  # fmt: skip
    sheet = read_sheet(path, played, move, None)
    return {"who": sheet.name, "values": sheet.values, "move": move.name, "trait": "".join(traits), "inputs": said}


def _from_sheet(subject: Subject, given: Given) -> dict[str, Any]:
    """What a scene takes of a character's sheet: inputs of its move and values, where its settings are called so."""
    if not given.has("sheet"):
        return {}
    from actionroll.cli.sheet_file import read_sheet

    played, settings = game(subject.game), _declared(subject)
    move = played.move(scene(subject.game, subject.scene).move)
    sheet = read_sheet(given.one("sheet") or "", played, move, given.one("trait"))
    found = {**sheet.stands, **sheet.inputs({})}
    return {name: found[name] for name in settings if name in found}


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
