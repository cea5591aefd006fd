"""Play a roll: dice are cast by a source of chance that is handed in, or typed in, and decisions are answered.

Or play it as often as you like: trials are shared out over the exact falls, at a cost that does not grow with their
number. Their source of randomness is a NumPy generator; NumPy is the extra `[sim]` and imported only here. Trials one
by one are the same counts in a random order, as columns.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

from actionroll.dice import FUDGE, faces_of, falls
from actionroll.errors import InputError, RollError, UnknownName, WrongDice, in_number, shown
from actionroll.reckoning.record import Cast, Chosen, Roll, Taken, readings
from actionroll.rules.futures import (
    MOST_DICE,
    MOST_READINGS,
    MOST_TAKEN,
    answered,
    steps_after,
    too_many,
    within_limit,
)  # fmt: skip
from actionroll.rules.game import Policy, do_nothing
from actionroll.rules.kinds import die_name
from actionroll.rules.steps import Decide, Effect, Outcome, Step, Throw, after, reader, summed

if TYPE_CHECKING:
    from numpy.random import Generator

Chance = Callable[[int], int]
"""A source of chance: a number of sides in, a face out."""


MOST_FOLLOWED = 1_024
"""Falls of one throw of which what follows is kept."""
NO_DICE = "No dice are to be thrown here; the roll {}."


def begin(step: Step, taken: tuple[Taken, ...] = ()) -> Roll:
    """A roll at its first step, or after what was taken. A throw of no dice needs nobody: it shows what none show."""
    while isinstance(step, Throw) and not sides_of(step) and len(taken) <= MOST_TAKEN:
        shown, following = follow(step, ())
        taken = (*taken, Cast(step, (), shown))
        step = following
    if len(taken) > MOST_TAKEN:
        raise too_many()
    return Roll(step, taken)


def sides_of(throw: Throw) -> tuple[int, ...]:
    """The dice of a throw, in the order in which they are shown and entered."""
    if len(throw.pools) == 1:
        return throw.pools[0].sides
    return tuple([sides for pool in throw.pools for sides in pool.sides])


def as_read_off(throw: Throw, faces: Sequence[Any]) -> list[Any]:
    """Faces as people read them off: 0 is 10 on a d10."""
    sides = sides_of(throw)
    read = [
        10 if face == 0 and not isinstance(face, bool) and each == 10 else face
        for face, each in zip(faces, sides, strict=False)
    ]
    return read + list(faces[len(sides) :])


def draw(throw: Throw, chance: Chance) -> tuple[int, ...]:
    """Faces for every die of a throw."""
    sides = sides_of(throw)
    if len(sides) > MOST_DICE:
        within_limit(throw)
    return (*map(chance, sides),)


def cast(roll: Roll, faces: tuple[int, ...], by_hand: bool = False) -> Roll:
    """The roll after its dice fell so; faces from outside are to be checked before."""
    throw = roll.step
    if not isinstance(throw, Throw):
        raise RollError(NO_DICE.format(standing(roll)))
    shown, following = follow(throw, faces)
    return begin(following, (*roll.taken, Cast(throw, faces, shown, by_hand)))


def follow(throw: Throw, faces: tuple[int, ...]) -> tuple[tuple[Hashable, ...], Step]:
    """What the pools of a throw show that falls so, and the step that follows; the rule is asked once for each fall.

    Two falls may show what is equal and still be told in other words, so that each is remembered by its faces.
    """
    known = throw.followed
    if known is None or len(known) >= MOST_FOLLOWED:
        known = {}
        object.__setattr__(throw, "followed", known)
    found = known.get(faces)
    if found is None:
        shown = readings(throw, faces)
        found = known[faces] = shown, throw.then(*reader(throw)(shown), *throw.given)
    return found


def choose(roll: Roll, option: object) -> Roll:
    """The roll after someone chose."""
    if not isinstance(roll.step, Decide):
        raise RollError(f"Nothing is to be decided here; the roll {standing(roll)}.")
    chosen = _offered(roll.step, option)
    return begin(after(roll.step, chosen), (*roll.taken, Chosen(roll.step, chosen)))


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
            raise too_many()
        if isinstance(step, Throw):
            faces = draw(step, chance)
            shown, following = follow(step, faces)
            taken.append(Cast(step, faces, shown))
            step = following
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
                roll = cast(roll, checked(roll.step, answer), next(entered, False))
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


def checked(step: Step, faces: Any) -> tuple[int, ...]:
    """Faces that the dice of this step can show, or an error that says which."""
    if not isinstance(step, Throw):
        raise RollError(NO_DICE.format(standing(Roll(step))))
    sides = sides_of(step)
    if isinstance(faces, str) or not isinstance(faces, Sequence) or len(faces) != len(sides):
        dice = in_number(len(sides), "die", "dice")
        raise WrongDice(f"This throw takes the faces of {dice} ({_named(sides)}), not {shown(faces)}.")
    for face, die in zip(faces, sides, strict=True):
        if isinstance(face, bool) or not isinstance(face, int) or face not in faces_of(die):
            can = "−1, 0 or 1" if die == FUDGE else f"1 to {die}"
            raise WrongDice(f"A {die_name(die)} shows {can}, not {shown(face)}; the dice are {_named(sides)}.")
    return tuple(faces)


def _named(sides: tuple[int, ...]) -> str:
    return " ".join(die_name(each) for each in sides)


MOST_TRIALS = 10**15
MOST_LISTED = 50_000_000
"""Trials one by one."""
FEW_ENOUGH = MOST_READINGS // 10
"""Readings of a throw that are all looked at; beyond, only those that really fall."""

Counts: TypeAlias = Mapping[Outcome, int]
Columns: TypeAlias = dict[str, Any]


def source_for(*seed: int) -> Generator:
    """A source of randomness that repeats itself for a seed."""
    source: Generator = _numpy().random.default_rng(list(seed))
    return source


def counts(start: Step, trials: int, source: Generator, policy: Policy = do_nothing) -> Counts:
    """How often each outcome came about (costs among its effects), decisions answered by the policy."""
    if not 1 <= trials <= MOST_TRIALS:
        raise InputError(f"trials takes a whole number from 1 to {MOST_TRIALS}, not {trials}.")
    sharing = _Sharing(policy, source)
    sharing.add(start, (), trials)
    for _ in range(MOST_TAKEN):
        if not sharing.throws:
            return sharing.ends
        sharing.throw_all()
    raise too_many()


class _Sharing:
    """Trials on their way through a roll: those that have ended, and the throws that the others wait for."""

    def __init__(self, policy: Policy, source: Generator) -> None:
        self.throws: dict[tuple[Throw, tuple[Effect, ...]], int] = {}
        self.ends: dict[Outcome, int] = {}
        self._policy = policy
        self._source = source

    def add(self, step: Step, spent: tuple[Effect, ...], trials: int) -> None:
        """So many trials come to a step, with what they paid on the way."""
        step = answered(step, self._policy)
        if isinstance(step, Outcome):
            ended = Outcome(step.rule, step.tier, step.facts, summed(spent + step.effects)) if spent else step
            self.ends[ended] = self.ends.get(ended, 0) + trials
        else:
            place = (step, spent + step.costs)
            self.throws[place] = self.throws.get(place, 0) + trials

    def throw_all(self) -> None:
        """Cast the dice of every trial that has come to a throw, all trials at the same throw together."""
        waiting, self.throws = self.throws, {}
        for (throw, spent), trials in waiting.items():
            for step, many in self._fallen(throw, trials):
                self.add(step, spent, many)

    def _fallen(self, throw: Throw, trials: int) -> list[tuple[Step, int]]:
        within_limit(throw)
        pools = [falls(pool)[0] for pool in throw.pools]
        if throw.gather is not None or prod(map(len, pools)) <= FEW_ENOUGH:
            return self._shared(*_fallings(throw), trials)
        groups: dict[tuple[Any, ...], int] = {(): trials}
        for pool in pools:
            readings, ways = list(pool), list(pool.values())
            groups = {
                (*so_far, reading): part
                for so_far, many in groups.items()
                for reading, part in self._shared(readings, ways, many)
            }
        return [(_step(throw, readings), many) for readings, many in groups.items()]

    def _shared(self, items: Sequence[Any], ways: Sequence[int], trials: int) -> list[tuple[Any, int]]:
        """So many trials over items by their ways, without those that none fell to."""
        total = sum(ways)
        parts = self._source.multinomial(trials, [each / total for each in ways]).tolist()
        return [(item, part) for item, part in zip(items, parts, strict=True) if part]


@lru_cache(maxsize=256)
def _fallings(throw: Throw) -> tuple[list[Step], list[int]]:
    """The next steps and their ways; scenes come by the same throw in many states."""
    steps, ways, _ = steps_after(throw)
    return steps, list(ways)


def _step(throw: Throw, readings: tuple[Hashable, ...]) -> Step:
    return throw.then(*reader(throw)(readings), *throw.given)


def columns(counted: Counts, source: Generator) -> Columns:
    """The trials one by one, in a random order: tier, facts and effects, each an array."""
    np = _numpy()
    trials = sum(counted.values())
    if trials > MOST_LISTED:
        raise InputError(f"At most {MOST_LISTED} trials are listed one by one, not {trials}; counts take any number.")
    outcomes = list(counted)
    order = np.repeat(np.arange(len(outcomes), dtype=np.int32), list(counted.values()))
    source.shuffle(order)
    return {name: _array(np, values).take(order) for name, values in outcome_columns(outcomes).items()}


def _array(np: Any, values: list[Any]) -> Any:
    return np.array(values, dtype=np.int32) if {type(each) for each in values} == {int} else np.array(values)


def outcome_columns(outcomes: Sequence[Outcome]) -> dict[str, list[Any]]:
    """What each outcome shows, by column: its tier, every fact, and every track of every part with its change."""
    facts = dict.fromkeys(name for each in outcomes for name, _ in each.facts)
    tracks = dict.fromkeys((effect.who, effect.track) for each in outcomes for effect in each.effects)
    found: dict[str, list[Any]] = {"tier": [each.tier for each in outcomes]}
    for name in facts:
        found[name] = [dict(each.facts).get(name, 0) for each in outcomes]
    for who, track in tracks:
        changes = [{(effect.who, effect.track): effect.by for effect in each.effects} for each in outcomes]
        found[f"{who}.{track}"] = [each.get((who, track), 0) for each in changes]
    return found


def _numpy() -> Any:
    try:
        import numpy as np
    except ModuleNotFoundError:
        raise InputError("Simulation takes NumPy; install it with: pip install 'actionroll[sim]'.") from None
    return np
