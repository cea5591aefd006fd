"""Play a roll: dice are cast by a source of chance that is handed in, or typed in, and decisions are answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from actionroll.errors import InputError, LimitError, RollError, UnknownName, WrongDice, shown
from actionroll.rules.futures import MOST_DICE, within_limit
from actionroll.rules.kinds import die_name
from actionroll.rules.policy import Policy
from actionroll.rules.record import Cast, Chosen, Roll, readings
from actionroll.rules.steps import Decide, Outcome, Step, Throw, after, after_showing

MOST_TAKEN = 1_000

Chance = Callable[[int], int]
"""A source of chance: a number of sides in, a face out."""


def begin(start: Step) -> Roll:
    """A roll at its first step."""
    return _past_empty_throws(Roll(start))


def sides_of(throw: Throw) -> tuple[int, ...]:
    """The dice of a throw, in the order in which they are shown and entered."""
    if len(throw.pools) == 1:
        return throw.pools[0].sides
    return tuple([sides for pool in throw.pools for sides in pool.sides])


def draw(throw: Throw, chance: Chance) -> tuple[int, ...]:
    """Faces for every die of a throw."""
    sides = sides_of(throw)
    if len(sides) > MOST_DICE:
        within_limit(throw)
    return (*map(chance, sides),)


def cast(roll: Roll, faces: Any, by_hand: bool = False) -> Roll:
    """The roll after its dice fell so."""
    if not isinstance(roll.step, Throw):
        raise RollError(f"No dice are to be thrown here; the roll {standing(roll)}.")
    return _cast(roll, roll.step, checked(roll.step, faces), by_hand)


def choose(roll: Roll, option: object) -> Roll:
    """The roll after someone chose."""
    if not isinstance(roll.step, Decide):
        raise RollError(f"Nothing is to be decided here; the roll {standing(roll)}.")
    chosen = _offered(roll.step, option)
    return _past_empty_throws(_taken(roll, Chosen(roll.step, chosen), after(roll.step, chosen)))


def _offered(asked: Decide, option: object) -> str:
    if option not in asked.options:
        raise UnknownName(f"option at '{asked.name}' called", option, asked.options)
    return str(option)


def play(start: Step, chance: Chance, policy: Policy) -> Roll:
    """A whole roll, to its outcome."""
    step = start
    taken: list[Cast | Chosen] = []
    while not isinstance(step, Outcome):
        if len(taken) >= MOST_TAKEN:
            _refuse_more(len(taken))
        if isinstance(step, Throw):
            faces = draw(step, chance)
            taken.append(Cast(step, faces))
            step = after_showing(step, readings(step, faces))
        else:
            option = _offered(step, policy(step))
            taken.append(Chosen(step, option))
            step = after(step, option)
    return Roll(step, tuple(taken))


def replay(start: Step, answers: Iterable[Any], by_hand: Iterable[bool] = ()) -> Roll:
    """The roll that these answers make: faces for each throw, an option for each decision; too many are an error.

    `by_hand` says of each answered throw whether its faces were entered by hand.
    """
    roll = begin(start)
    entered = iter(by_hand)
    for answer in answers:
        match roll.step:
            case Throw():
                roll = cast(roll, answer, next(entered, False))
            case Decide():
                roll = choose(roll, answer)
            case Outcome():
                raise InputError("There are more answers than this roll asks for; leave out those after its outcome.")
    return roll


def standing(roll: Roll) -> str:
    """What a roll waits for, as the end of a sentence."""
    match roll.step:
        case Throw():
            return f"waits for dice: {_named(sides_of(roll.step))}"
        case Decide():
            return f"waits for {roll.step.by} to decide '{roll.step.name}': {' or '.join(roll.step.options)}"
        case Outcome():
            return f"has ended: {roll.step.tier}"


def checked(throw: Throw, faces: Any) -> tuple[int, ...]:
    """Faces that these dice can show, or an error that says which."""
    sides = sides_of(throw)
    if isinstance(faces, str) or not isinstance(faces, Sequence) or len(faces) != len(sides):
        raise WrongDice(f"This throw takes the faces of {len(sides)} dice ({_named(sides)}), not {shown(faces)}.")
    for face, die in zip(faces, sides, strict=True):
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= die:
            raise WrongDice(f"A {die_name(die)} shows 1 to {die}, not {shown(face)}; the dice are {_named(sides)}.")
    return tuple(faces)


def _named(sides: tuple[int, ...]) -> str:
    return " ".join(die_name(each) for each in sides)


def _cast(roll: Roll, throw: Throw, faces: tuple[int, ...], by_hand: bool) -> Roll:
    return _past_empty_throws(_fallen(roll, throw, faces, by_hand))


def _fallen(roll: Roll, throw: Throw, faces: tuple[int, ...], by_hand: bool) -> Roll:
    step = after_showing(throw, readings(throw, faces))
    return _taken(roll, Cast(throw, faces, by_hand), step)


def _past_empty_throws(roll: Roll) -> Roll:
    """A throw of no dice at all needs nobody: it shows what no dice show."""
    while isinstance(roll.step, Throw) and not any(pool.sides for pool in roll.step.pools):
        roll = _fallen(roll, roll.step, (), by_hand=False)
    return roll


def _taken(roll: Roll, taken: Cast | Chosen, step: Step) -> Roll:
    _refuse_more(len(roll.taken))
    return Roll(step, (*roll.taken, taken))


def _refuse_more(taken: int) -> None:
    if taken >= MOST_TAKEN:
        raise LimitError(f"One roll takes at most {MOST_TAKEN} throws and decisions.")
