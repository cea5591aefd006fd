"""The steps of a roll, as values: cast these dice, ask this person, or the outcome.

A rule is a pure function that returns the next step. What it must still know stands in `given`, and `then` is a
function of a module, never a closure: so equal futures are equal values, and a roll can be stored and gone on with.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import field
from functools import lru_cache, reduce
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, TypeVarTuple, overload

from actionroll.dice import Kept, Pool
from actionroll.values import hash_field, hashed_once, value

Part: TypeAlias = str
"""Who someone is in a roll: roller, helper-1, attacker, defender, member-1, gm; ally is anyone but the roller."""

Fact: TypeAlias = int | bool | str


@value
class Effect:
    """A change to a track (or a mark: 1 sets it, −1 clears it) of a part."""

    who: Part
    track: str
    by: int
    why: str = field(default="", compare=False)
    is_mark: bool = field(default=False, compare=False)
    """Whether it sets or clears a mark; only for the words."""
    box: int = field(default=0, compare=False)
    """How many ticks are a box, on a track that is told in boxes; only for the words."""


class Way(NamedTuple):
    """One way to settle a due: what it is called, and what each point of it changes."""

    name: str
    says: str
    track: str = ""
    """The track (or mark) it changes; empty where it is told in words only."""
    each: int = 0
    """The change by each point."""
    most: int = 1
    """The largest amount that may be named, where the due has no amount of its own to share out."""
    anyone: bool = False
    """Whether it may fall on any part, not only on the one who rolled."""
    per: int = 1
    """How many points make that change, where it is not every single one; what is left over counts in full."""
    brings: tuple[tuple[int, str], ...] = ()
    """Marks that a share sets by its size, from the smallest size up: only the last one reached."""
    alone: bool = False
    """Whether it rules out every other way, also where several may be named: of an amount it takes all."""
    needs: str = ""
    unless: str = ""
    """The mark that whoever it falls on must have, and the one that they must not."""
    bears: Literal["", "all", "some"] = ""
    """What may fall on its track: no more than all that is left of it; or anything, while some is left of it."""
    in_words: bool = False
    """Whether it is nothing but words, so that words alone choose it."""
    usual: int = 1
    """How much of it is proposed."""


class Due(NamedTuple):
    """What an outcome still demands of people: damage to assign, a price to name."""

    kind: str
    by: Part
    """Who settles it."""
    says: str
    """What is demanded, in a sentence."""
    ways: tuple[Way, ...]
    amount: int = 0
    """What must be shared out in full, or how many of several ways; 0 where one way is to be named."""
    on: Part = "roller"
    """Whom it falls on unless a way may fall on anyone."""
    rule: str = ""
    answered_by: str = ""
    """The move with which the one it falls on may answer it; empty where none does."""
    among: tuple[Part, ...] = ()
    """The parts that a way for anyone may fall on: those who are exposed; empty where really anyone is."""
    several: bool = False
    """Whether more than one way may be named at once; with an amount, so many different ones."""
    answered_as: str = ""
    """The way by which the roll that answers it settles it; empty where that roll says more."""
    final: Part = ""
    """Who has the last word on it, where that is another than who settles it: until then it is a proposal."""
    answered_first: bool = False
    """Whether it is named first, and falls on each only once they have answered it."""
    is_remainder: bool = False
    """Whether it says what is left of what this roll answered, of which nothing falls as it was named."""


@value
class Outcome:
    """How a roll ended."""

    rule: str = field(compare=False)
    tier: str
    facts: tuple[tuple[str, Fact], ...] = ()
    effects: tuple[Effect, ...] = ()
    dues: tuple[Due, ...] = field(default=(), compare=False)
    why: str = field(default="", compare=False)
    """What settled it, in a short clause: "5 is the highest of 2 dice"."""
    counted: tuple[Any, ...] | None = field(default=None, compare=False)
    """The reading that counted from each pool of the last throw, None where none did; without it, each pool's own."""
    means: str = field(default="", compare=False)
    """What it means in this game, and who speaks next."""
    in_vain: tuple[Part, ...] = field(default=(), compare=False)  # who meant to help, and whose help did not come
    worked_out: str = field(default="", compare=False)  # how, in a sentence that is told step by step alone

    def fact(self, name: str) -> Fact:
        """The fact of that name."""
        return dict(self.facts)[name]


class Told(NamedTuple):
    """What will be rolled and why: as a sentence, and what that tells besides the dice, where these are drawn."""

    says: str
    besides: tuple[str, ...] = ()


@hashed_once
@value
class Throw:
    """Cast these dice, then go on with what each pool shows."""

    rule: str
    pools: tuple[Pool[Any], ...]
    then: Callable[..., Step]
    given: tuple[Hashable, ...] = ()
    read: Callable[..., Hashable] | None = None
    """What the rule reads from all pools together; falls that read alike go on as one."""
    gather: Callable[[Any, Any], Hashable] | None = None
    """In place of `read`, for many pools: what was seen so far (None at first) and the next pool's reading, as one."""
    costs: tuple[Effect, ...] = ()
    """Taken when these dice are thrown, and not before."""
    further: bool = False
    """Whether these dice come on top of those thrown before, which still count."""
    kin: Any = field(default=None, init=False, compare=False, repr=False)
    """Where it belongs among all throws (`rules.futures`)."""
    followed: dict[tuple[int, ...], tuple[tuple[Hashable, ...], Step]] | None = field(
        default=None, init=False, compare=False, repr=False
    )
    """What its pools show when it falls so, and what is known to follow, in its own words."""
    told: Told | None = field(default=None, init=False, compare=False, repr=False)
    """What will be rolled and why, once somebody asked; of this very throw, for words take no part in equality."""
    hashed: int | None = hash_field()

    @property
    def kept(self) -> tuple[Kept, ...]:
        """Dice that stay from an earlier throw, of all pools."""
        return tuple(die for pool in self.pools for die in pool.kept)


@hashed_once
@value
class Decide:
    """Ask someone. The first option is the one that does nothing; what cannot be paid is not among the options."""

    rule: str
    name: str
    by: Part
    options: tuple[str, ...]
    then: Callable[..., Step]
    given: tuple[Hashable, ...] = ()
    followed: dict[str, Step] | None = field(default=None, init=False, compare=False, repr=False)
    """What is known to follow each option."""
    hashed: int | None = hash_field()


Step: TypeAlias = Throw | Decide | Outcome

Leaf: TypeAlias = tuple[Outcome, tuple[Effect, ...], int]
"""An outcome, the costs of the throws on the way to it, and in how many ways it comes about."""

S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)
R = TypeVar("R", bound=Hashable)
Given = TypeVarTuple("Given")


@overload
def throw(
    rule: str,
    pools: tuple[Pool[S]],
    then: Callable[[S, *Given], Step],
    *given: *Given,
    costs: tuple[Effect, ...] = ...,
    further: bool = ...,
) -> Throw: ...
@overload
def throw(
    rule: str,
    pools: tuple[Pool[S], Pool[T]],
    then: Callable[[S, T, *Given], Step],
    *given: *Given,
    costs: tuple[Effect, ...] = ...,
    further: bool = ...,
) -> Throw: ...
def throw(  # type: ignore[misc]
    rule: str,
    pools: tuple[Pool[Any], ...],
    then: Callable[..., Step],
    *given: Any,
    costs: tuple[Effect, ...] = (),
    further: bool = False,
) -> Throw:
    """Cast one or two pools and go on with what each shows, and with `given`."""
    return Throw(rule, pools, then, given, costs=costs, further=further)


def throw_read(
    rule: str,
    pools: tuple[Pool[Any], ...],
    read: Callable[..., R],
    then: Callable[[R, *Given], Step],
    *given: *Given,
    costs: tuple[Effect, ...] = (),
) -> Throw:
    """Cast pools and go on with `read(*readings, *given)`, which stands for all falls that read alike.

    A `read` with parameters by name only (`def read(die, pair, *, score)`) is told just these of what is given, under
    the names that `then` has for them: so all throws that are read alike share one reading, whatever else is given.
    """
    return Throw(rule, pools, then, given, read, costs=costs)


def throw_gathered(
    rule: str,
    pools: tuple[Pool[S], ...],
    gather: Callable[[R | None, S], R],
    then: Callable[[R, *Given], Step],
    *given: *Given,
    costs: tuple[Effect, ...] = (),
) -> Throw:
    """Cast any number of pools and go on with what `gather` makes of them, one after the other."""
    return Throw(rule, pools, then, given, gather=gather, costs=costs)


def decide(
    rule: str,
    name: str,
    by: Part,
    options: tuple[str, ...],
    then: Callable[[str, *Given], Step],
    *given: *Given,
) -> Step:
    """Ask, unless only one option is left: then nothing is asked and that option is taken."""
    return Decide(rule, name, by, options, then, given) if len(options) > 1 else then(options[0], *given)


def reader(throw: Throw) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """What makes of all pools' readings that which the rule goes on with: each of them, or what it reads from all."""
    read, gather, given = throw.read, throw.gather, throw.given
    if read is not None:
        if named := _named(read, throw.then):
            told = {name: given[place] for name, place in named}
            return lambda readings: (read(*readings, **told),)
        return lambda readings: (read(*readings, *given),)
    return _as_they_are if gather is None else lambda readings: (reduce(gather, readings, None),)


def _as_they_are(readings: tuple[Any, ...]) -> tuple[Any, ...]:
    return readings


def given_to_read(throw: Throw) -> tuple[Any, ...]:
    """What a throw's `read` is told of what is given: what it names, where it takes anything by name, else all."""
    if throw.read is None:
        return ()
    named = _named(throw.read, throw.then)
    return tuple([throw.given[place] for _, place in named]) if named else throw.given


@lru_cache(maxsize=1024)
def _named(read: Callable[..., Any], then: Callable[..., Any]) -> tuple[tuple[str, int], ...]:
    """What `read` takes by name only, each with the place where `then` takes it of what is given."""
    code = getattr(read, "__code__", None)
    if code is None or not code.co_kwonlyargcount:
        return ()
    taken = then.__code__.co_varnames[1 : then.__code__.co_argcount]
    wanted = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    return tuple([(name, taken.index(name)) for name in wanted])


def after(asked: Decide, option: str) -> Step:
    """The step that follows an option; the rule is asked once."""
    known = asked.followed
    if known is None:
        known = {}
        object.__setattr__(asked, "followed", known)
    step = known.get(option)
    if step is None:
        step = known[option] = asked.then(option, *asked.given)
    return step


def undecided(step: Step) -> Throw | Outcome:
    """Where a step leads if nothing is done at the decisions on the way."""
    while isinstance(step, Decide):
        step = after(step, step.options[0])
    return step


def straight_to(step: Decide, option: str) -> Decide | None:
    """The further decision of the same person that an option leads straight to, where its options have other names."""
    then = after(step, option)
    further = isinstance(then, Decide) and then.by == step.by and not {*then.options} & {*step.options}
    return then if isinstance(then, Decide) and further else None


def led_through(step: Decide, option: object) -> str:
    """The option of a decision that leads straight to this one of a further decision; empty where none does."""
    return next((each for each in step.options if (then := straight_to(step, each)) and option in then.options), "")


def now(asked: Decide) -> Outcome | None:
    """The outcome if the first option is taken, which does nothing; None where dice or decisions would still follow."""
    step = undecided(asked)
    return step if isinstance(step, Outcome) else None


def price(asked: Decide, option: str) -> tuple[Effect, ...]:
    """What taking an option costs or brings at once, beyond doing nothing."""
    return price_of(after(asked, option), now(asked))


def price_of(step: Step, stands: Outcome | None) -> tuple[Effect, ...]:
    """What going on with a step costs or brings at once, beyond how the roll stands without it."""
    step = undecided(step)
    if isinstance(step, Throw):
        return step.costs
    return tuple([effect for effect in step.effects if stands is None or effect not in stands.effects])


def facts(**named: Fact) -> tuple[tuple[str, Fact], ...]:
    """Facts of an outcome, in the order given."""
    return tuple(named.items())


def fact_key(value: Fact) -> str:
    """A fact's value as a key: `"0"`, `"true"`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def outcome_head(outcome: Outcome) -> dict[str, Any]:
    """Tier, facts and effects of an outcome, as JSON has them."""
    effects = [{"who": each.who, "track": each.track, "by": each.by} for each in outcome.effects]
    return {"tier": outcome.tier, "facts": dict(outcome.facts), "effects": effects}


def left_open(outcome: Outcome) -> list[dict[str, Any]]:
    """What is still to be said after an outcome, as JSON has it: a price, harm to place."""
    return [{"kind": due.kind, "amount": due.amount, "on": due.on} for due in outcome.dues]


def summed(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """One effect for each part and track; those that cancel out are left away."""
    if len(effects) < 2:
        return effects if effects and effects[0].by else ()
    total: dict[tuple[str, str], int] = {}
    for effect in effects:
        place = (effect.who, effect.track)
        total[place] = total.get(place, 0) + effect.by
    marks = {each.track for each in effects if each.is_mark}
    boxes = {each.track: each.box for each in effects if each.box}
    left = [(who, track, by) for (who, track), by in total.items() if by]
    return tuple(Effect(who, track, by, "", track in marks, boxes.get(track, 0)) for who, track, by in left)


def set_mark(who: Part, mark: str, why: str = "") -> Effect:
    """A mark is set."""
    return Effect(who, mark, 1, why, is_mark=True)


def clear_mark(who: Part, mark: str, why: str = "") -> Effect:
    """A mark is cleared."""
    return Effect(who, mark, -1, why, is_mark=True)
