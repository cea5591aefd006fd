"""`actionroll roll`: make a roll, with dice of the program, of a seed, or typed in."""

from __future__ import annotations

from collections.abc import Sequence

from actionroll.api import Question, RollDone, source_of_chance
from actionroll.cli.faces import DrawnDice, TypedDice
from actionroll.cli.options import Option
from actionroll.cli.questions import EXPLAIN, FIXED, Asked, ask
from actionroll.cli.roll_text import tell_changes, tell_dice, tell_roll
from actionroll.cli.screen import Screen
from actionroll.errors import InputError
from actionroll.reckoning.play import begin, cast, choose
from actionroll.rules.inputs import inputs_of
from actionroll.rules.record import Roll
from actionroll.rules.steps import Decide, Outcome, Throw

FACES = 'of physical dice, such as "4 6 5", one --{} for each throw; ask to be asked for them'
WORDS = "GAME [MOVE]"
OPTIONS = (
    Option("dice", "Faces " + FACES.format("dice"), "FACES", many=True),
    Option("faces", "The same, where the move has an input called dice.", "FACES", many=True),
    Option("seed", "Repeat a roll: the same text gives the same dice.", "TEXT"),
    EXPLAIN,
    *FIXED,
)


def run(words: Sequence[str], screen: Screen) -> int:
    """Make the roll, tell it, and write its changes to the sheet."""
    asked = ask(words, OPTIONS)
    if asked.sheet:
        asked.sheet.refuse_unwritable()
    asks = screen.asks and not asked.given.has("json")
    roll = make(asked, screen, asks)
    changes = asked.sheet.write(asked.question, roll) if asked.sheet else {}
    if asked.given.has("json"):
        from actionroll.cli.json_out import roll_json, written

        screen.say(written(roll_json(RollDone(asked.question, roll))))
    else:
        tell_roll(asked, roll, screen)
        tell_changes(changes, screen)
    return 0


def make(asked: Asked, screen: Screen, asks: bool) -> Roll:
    """The roll, played to its outcome."""
    dice = dice_of(asked, screen, asks)
    roll = begin(asked.question.start)
    while not isinstance(roll.step, Outcome):
        if isinstance(roll.step, Throw):
            roll = cast(roll, dice.faces(roll.step), dice.by_hand)
        else:
            roll = choose(roll, _chosen(asked.question, roll, roll.step, screen, asks))
    dice.refuse_more()
    return roll


def dice_of(asked: Asked, screen: Screen, asks: bool) -> TypedDice | DrawnDice:
    """Where the faces come from: typed in, a seed, or the operating system."""
    typed, seed = _typed(asked), asked.given.one("seed")
    if typed and seed is not None:
        raise InputError("Dice are typed in or come from a seed; leave out --dice or --seed.")
    return TypedDice(typed, screen, asks) if typed else DrawnDice(source_of_chance(seed))


def _typed(asked: Asked) -> list[str]:
    """Faces that were typed; where `--dice` is an input of the move, its first value is that."""
    dice = asked.given.all("dice")
    return (dice[1:] if "dice" in inputs_of(asked.question.move.attempt) else dice) + asked.given.all("faces")


def _chosen(question: Question, roll: Roll, step: Decide, screen: Screen, asks: bool) -> str:
    if step.name in question.decide or not asks:
        return question.policy(step)
    from actionroll.cli.deciding import ask_decision

    tell_dice(roll, screen)
    return ask_decision(question, step, screen)
