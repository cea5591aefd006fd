"""`actionroll roll`: make a roll, with dice of the program, of a seed or typed in, and decisions asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from actionroll.api import Question, RollDone, source_of_chance
from actionroll.cli import Command, Option
from actionroll.cli.odds import fact_shown, noting, sentence, tier_lines, title
from actionroll.cli.questions import EXPLAIN, FIXED, Asked, ask
from actionroll.cli.screen import Screen, busy, flowed
from actionroll.dice import FUDGE, face_told
from actionroll.errors import InputError, WrongDice
from actionroll.reckoning import count
from actionroll.reckoning.play import Chance, begin, cast, checked, choose, draw, sides_of
from actionroll.reckoning.record import (
    Cast,
    Chosen,
    Die,
    Roll,
    begun,
    dice_shown,
    is_nothing,
    long,
    named,
    short,
    told_due,
    told_effects,
    told_pools,
    told_unasked,
    told_ways,
)
from actionroll.rules.game import Move
from actionroll.rules.inputs import inputs_of
from actionroll.rules.kinds import die_name
from actionroll.rules.steps import Decide, Outcome, Throw, after, now, price
from actionroll.rules.things import THINGS
from actionroll.values import not_blank

if TYPE_CHECKING:
    from actionroll.cli.sheet_file import Changes

ASK = "ask"
LONGEST_NUMBER = 6


class DrawnDice:
    """Faces from a source of chance."""

    by_hand = False

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def faces(self, throw: Throw) -> tuple[int, ...]:
        """The faces of the next throw."""
        return draw(throw, self._chance)

    def refuse_more(self) -> None:
        """There are always as many as are thrown."""


class TypedDice:
    """The faces of one throw after the other: those given beforehand, then what someone types at a terminal."""

    by_hand = True

    def __init__(self, given: Sequence[str], screen: Screen, asks: bool) -> None:
        self._left = [text for text in given if text != ASK]
        self._screen = screen
        self._asks = asks

    def faces(self, throw: Throw) -> tuple[int, ...]:
        """The faces of the next throw."""
        if self._left:
            return checked(throw, read_faces(self._left.pop(0), sides_of(throw)))
        if self._asks:
            return self._asked(throw)
        wanted = " ".join(die_name(sides) for sides in sides_of(throw))
        raise InputError(f"The roll goes on with {wanted}; give their faces with one more --dice.")

    def refuse_more(self) -> None:
        """Faces that no throw asked for are an error."""
        if self._left:
            raise InputError("There are more --dice than this roll has throws; leave the last ones out.")

    def _asked(self, throw: Throw) -> tuple[int, ...]:
        wanted = " ".join(die_name(sides) for sides in sides_of(throw))
        self._screen.flow(f"Throw {told_pools(throw).says}.")
        while True:
            try:
                return checked(throw, read_faces(self._screen.ask(f"{wanted}: "), sides_of(throw)))
            except WrongDice as error:
                self._screen.flow(str(error))


def read_faces(text: str, sides: Sequence[int]) -> list[int | str]:
    """Faces as people type them: `4 6 5`, `465`, `+ 0 - -`; a 0 is the ten of a d10, and the hundred of a d100."""
    words = text.replace(",", " ").split()
    if len(words) == 1 and len(words[0]) == len(sides) and max(sides) <= 10:
        words = list(words[0])
    return [_face(word, sides[place] if place < len(sides) else 0) for place, word in enumerate(words)]


FUDGED = {"-": -1, "-1": -1, "−": -1, "−1": -1, "0": 0, "+": 1, "+1": 1, "1": 1}
"""How people write what a fudge die shows."""


def _face(word: str, sides: int) -> int | str:
    if sides == FUDGE:
        return FUDGED.get(word, word)
    if not (word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER):
        return word
    return sides if int(word) == 0 and sides in (10, 100) else int(word)


def ask_decision(question: Question, asked: Decide, screen: Screen) -> str:
    """The option that someone picks, by its number or its name; nothing typed is the first."""
    screen.say()
    screen.flow(told_now(asked))
    says = question.move.decision(asked.name).options
    for place, option in enumerate(asked.options):
        screen.flow(f"{place + 1} {option}: {says.get(option, '')}".rstrip(), indent=4, first=2)
        _tell_option(question, asked, option, screen)
    while True:
        typed = screen.ask(f"{asked.name}, 1 to {len(asked.options)} [{asked.options[0]}]: ").strip()
        picked = {"": asked.options[0], **{str(place + 1): each for place, each in enumerate(asked.options)}}
        option = picked.get(typed, typed)
        if option in asked.options:
            return option
        screen.flow(f"Accepted: {', '.join(asked.options)}, or their numbers.")


def told_now(asked: Decide) -> str:
    """How the roll stands, and who is asked."""
    stands = now(asked)
    who = f"{named(asked.by)} decides: {asked.name} ({asked.rule})"
    return sentence(f"now {told_outcome(stands)}; {who}" if stands else who)


def told_outcome(outcome: Outcome) -> str:
    """A tier with its facts."""
    facts = ", ".join(f"{name.replace('_', ' ')} {fact_shown(value)}" for name, value in outcome.facts)
    return outcome.tier + (f" ({facts})" if facts else "")


def _tell_option(question: Question, asked: Decide, option: str, screen: Screen) -> None:
    later: list[str] = []
    policy = question.best if question.aim is not None else question.policy
    with busy("counting"):
        odds = count(after(asked, option), noting(policy, later), question.tiers)
    costs = told_effects(price(asked, option), question.game.label)
    possible = {tier: chance for tier, chance in odds.items() if chance}
    screen.flow(f"{told_price(costs)}{told_then(possible)}", indent=4)
    if len(possible) > 1:
        for line in tier_lines(odds, screen, indent=4):
            screen.say(line)
    if later:
        rest = "done best for the aim" if question.aim is not None else "at their first option, unless --decide says"
        screen.flow(f"(later decisions, {', '.join(later)}, {rest})", indent=4)


def told_price(costs: str) -> str:
    """What an option costs, as the start of a sentence."""
    return f"{costs}, " if costs else "it costs nothing, "


def told_then(tiers: Mapping[str, Fraction]) -> str:
    """What an option leads to, as the end of that sentence."""
    return f"then {next(iter(tiers))}." if len(tiers) == 1 else "then:"


def tell_roll(asked: Asked, roll: Roll, screen: Screen) -> None:
    """The whole roll, and what was decided for nothing."""
    _tell_roll(asked, roll, screen)
    if dropped := RollDone(asked.question, roll).unasked:
        screen.flow(told_unasked(dropped))


def _tell_roll(asked: Asked, roll: Roll, screen: Screen) -> None:
    screen.title(title(asked.question))
    tell_words(asked.question, screen)
    if asked.given.has("explain"):
        for line in long(roll, asked.question.game.label):
            screen.flow(line, indent=2, first=0)
        from actionroll.cli.games import tell_rules_of_roll

        tell_rules_of_roll(asked.question.game, roll, screen)
        return
    _tell_steps(asked.question.move, roll, screen)
    screen.say()
    screen.flow(short(roll, asked.question.game.label))
    if roll.outcome and roll.outcome.means:
        screen.flow(roll.outcome.means)
    for due in roll.outcome.dues if roll.outcome else ():
        screen.flow(told_due(due))
        if ways := told_ways(due):
            screen.flow(ways, indent=2)


def tell_words(question: Question, screen: Screen) -> None:
    """What people said of the roll, a line each: what is done, what is at stake, how a boost is invoked."""
    attempt = question.attempt
    for name, each in inputs_of(type(attempt)).items():
        if each.kind.is_text and not_blank(said := getattr(attempt, name)):
            screen.flow(f"{begun(question.game.label(name))}: {said}")


def tell_changes(changes: Changes, screen: Screen) -> None:
    """What the roll changed on the sheet, a line each."""
    from actionroll.cli.odds import fact_shown

    for name, (was, now_is) in changes.items():
        if name == THINGS:
            used = [each for each in now_is if each not in was]
            screen.say("; ".join(f"Sheet: {each['name']} used {each['spent']} of {each['most']}" for each in used))
            continue
        screen.say(f"Sheet: {name.replace('_', ' ')} {fact_shown(was)} → {fact_shown(now_is)}")


def tell_dice(roll: Roll, screen: Screen) -> None:
    """The dice of the last throw, while nothing has counted yet."""
    thrown = dice_shown(roll)
    if thrown:
        screen.say(dice_line(thrown[-1], screen.width, marked=False))


def dice_line(dice: Iterable[Die], width: int, marked: bool = True) -> str:
    """`attribute d8  [6]   skill d6  2`, a line for each part; what counted stands in brackets."""
    return "\n".join(_part_line(by, list(own), width, marked) for by, own in groupby(dice, key=lambda die: die.by))


def _part_line(by: str, dice: list[Die], width: int, marked: bool) -> str:
    groups = groupby(dice, key=lambda die: (die.source, die.sides))
    items = [f"{source} {die_name(sides)}  {_faces(own, marked)}" for (source, sides), own in groups]
    whose = "" if by in ("roller", dice[0].source) else f"{named(by)}: "
    return flowed([whose + items[0], *items[1:]], width, 2, "   ")


def kept_line(throw: Throw, width: int) -> str:
    """`kept: base d6 6 6`, of the dice that stayed on the table."""
    groups = groupby(throw.kept, key=lambda die: (die.source, die.sides))
    told = [
        f"{source} {die_name(sides)}  {' '.join(face_told(die.face, sides) for die in own)}"
        for (source, sides), own in groups
    ]
    return flowed([f"kept: {told[0]}", *told[1:]], width, 2, "   ")


def _faces(dice: Iterable[Die], marked: bool) -> str:
    told = [(face_told(die.face, die.sides), die.counted and marked) for die in dice]
    return " ".join(f"[{face}]" if counted else face for face, counted in told)


def told_choice(move: Move, taken: Chosen) -> str:
    """What someone decided, in the words of the option."""
    found = (each.options[taken.option] for each in move.decisions if each.name == taken.asked.name)
    says = next(found, f"{taken.option} ({taken.asked.name}).")
    return f"{begun(named(taken.asked.by))} decided: {says[:1].lower()}{says[1:]}"


def _tell_steps(move: Move, roll: Roll, screen: Screen) -> None:
    thrown = iter(dice_shown(roll))
    for taken in roll.taken:
        match taken:
            case Cast():
                if is_nothing(taken.throw):
                    next(thrown)
                    continue
                screen.flow(f"Rolled {told_pools(taken.throw).says}{', entered by hand' if taken.by_hand else ''}.")
                if dice := next(thrown):
                    screen.say(dice_line(dice, screen.width))
                if taken.throw.kept:
                    screen.say(kept_line(taken.throw, screen.width))
            case Chosen():
                screen.flow(told_choice(move, taken))


FACES = 'of physical dice, such as "4 6 5", one --{} for each throw; ask to be asked for them'
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
        from actionroll.cli.batch import roll_json, written

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

    tell_dice(roll, screen)
    return ask_decision(question, step, screen)


ROLL = Command("GAME [MOVE]", OPTIONS, run)
