"""Inputs of a move and rulings of a game: fields of a frozen dataclass, each described where it stands.

Forms, flags, JSON, bounds and defaults all derive from these descriptions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import lru_cache
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar, cast

from actionroll.errors import InputError, UnknownName
from actionroll.rules.kinds import Choice, DieSize, Kind, Many, Whole, Words, YesNo, not_accepted, read
from actionroll.values import key_of, maker

Setter = Literal["sheet", "roller", "helper", "gm"]
A = TypeVar("A")
R = TypeVar("R")


class Default(NamedTuple):
    """What an input is when nothing is said: a value, or one that follows from the other inputs."""

    value: Any = None
    follows: Callable[[Mapping[str, Any]], Any] | None = None
    says: str = ""


class Joins(NamedTuple):
    """Others join a roll through this input: a number goes up by one, a list gets one value more."""

    says: str
    """What it means to join so, said to those who may."""
    part: str = "helper"
    """What they are called in the roll, with a number: helper-1, helper-2."""
    told: str = "helps"
    """What someone who joins so does, after their name."""
    with_trait: bool = False
    """Whether they pick a trait of their own for it."""
    proof: tuple[str, str, str] | None = None
    """The move and fact that a roll of their own settles, which counts, not their word; the ruling how much helps."""
    how: Callable[[Any], bool] | None = None
    """Whether one who joins must say in words how they help, under such rulings; under none, if nothing is said."""
    anew: str = ""
    """What of theirs the gm may say anew where someone joins so, which nobody waits for."""
    group: int = 1
    """From how many on who join so."""
    lends: bool = True
    """Whether they bring something to the roll; else they take part in it, and in what comes of it."""
    allowed: str = ""
    """The input by which the gm accepts what they do, or not."""
    hardness: str = ""
    """The input in which the gm says how hard it is for each of them."""

    def demands_words(self, rulings: Any) -> bool:
        """Whether one who joins must say how."""
        return self.how is not None and self.how(rulings)


class OfEach(NamedTuple):
    """The input holds something of each who joined through another one: one value in a list, or a share of a sum."""

    joined: str
    unsaid: Any = None
    """What stands in the list for one who says nothing, where another says something."""


class Moot(NamedTuple):
    """With one of these values of an input nothing else has an effect, but what is named: nobody is asked for it."""

    input: str
    values: tuple[Any, ...]
    but: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    """Only these are without effect, where any are named; all else stays."""

    def holds(self, declared: Mapping[str, Input], values: Mapping[str, Any]) -> bool:
        """Whether that input has such a value, said or by default."""
        usual, said = declared[self.input].default or Default(), self.input in values
        return (declared[self.input].kind.parse(values[self.input]) if said else usual.value) in self.values

    def gone(self, declared: Mapping[str, Input]) -> Sequence[str]:
        """What has no effect beside such a value; texts have, where anything else is named that has."""
        texts = [name for name, each in declared.items() if self.but and each.kind.is_text]
        return self.of or [name for name in declared if name not in (self.input, *self.but, *texts)]


class Input(NamedTuple):
    """One thing that is settled before the dice fall."""

    name: str
    kind: Kind
    says: str
    by: Setter
    default: Default | None
    called: bool = False
    """At a table with a gm, it must have been said before a throw."""
    joins: Joins | None = None
    of_each: OfEach | None = None
    under: Callable[[Any], bool] | None = None
    """Under which rulings it is there at a table; elsewhere it always is, and the rule must mind the ruling."""
    relaxed: tuple[str, Any] | None = None
    """The ruling and its value under which nobody waits for it, though it is called."""
    beside: tuple[str, ...] = ()
    """It says more of these inputs: nobody is asked for it where all of them are nothing. Words of this kind things say
    with their own text."""
    reopens: tuple[str, ...] = ()
    """What the gm is asked anew when these words change before the throw, or when this is asked for: another approach,
    other stakes."""
    ready: tuple[str, Any] | None = None
    """The ruling and its value under which what is picked for a roll says it too, in ready words."""
    late: str = ""
    """The decision of which the gm may still say it once the dice lie; empty where nothing is said so late."""
    weighs: bool = True
    """Whether it changes dice or outcomes, and not only what is told of them, as a text does."""
    minus: bool = False
    """Whether its numbers are told with a minus: what they take away."""
    with_gm: Any = None
    """What it is at a table with a gm when nothing is said, where that is something else than usual; words are told."""
    agreed: str = ""
    """How it is told that this was agreed before the dice fell, where it is not as usual: `{value} stakes`."""
    about: tuple[str, tuple[str, ...]] | None = None
    """The choice that these words are about, and its values with which someone says them."""
    asks_less: tuple[str, tuple[str, ...]] | None = None
    """What it asks for less of: an input, and its values from the least to the most."""
    heads: bool = False
    """Whether these words are the roll's headline, in the place of the intent."""
    own_moves: bool = False
    """Whether its values are moves of the game's own list: a roll is called by the one that is chosen."""

    @property
    def required(self) -> bool:
        """Whether it must be given."""
        return self.default is None

    def waits(self, rulings: Any) -> bool:
        """Whether a throw at a table with a gm waits until it is said."""
        return self.called and not (self.relaxed and getattr(rulings, self.relaxed[0]) == self.relaxed[1])

    def is_idle(self, attempt: Mapping[str, Any]) -> bool:
        """Whether it says more of inputs that are nothing in this attempt."""
        return bool(self.beside) and not any(attempt.get(name) for name in self.beside)

    def is_ready(self, rulings: Any) -> bool:
        """Whether the ready words of what is picked count as said."""
        return self.ready is not None and getattr(rulings, self.ready[0]) == self.ready[1]


class Ruling(NamedTuple):
    """A named switch for what a game's text leaves open."""

    name: str
    rule: str
    kind: Kind
    default: Any
    reason: str

    def show(self, value: Any) -> str:
        """A value as it is written everywhere: a word, yes or no, a number, or none."""
        return self.kind.write(value)


_REQUIRED: Any = object()


def _input(kind: Kind, says: str, by: Setter, default: Any, follows: Any = None, **more: Any) -> Any:
    given = Default(None, *follows) if follows else None if default is _REQUIRED else Default(default)
    if by == "helper" and not more.get("of_each") and not more.get("joins"):
        more["joins"] = Joins(says)
    metadata = {"input": lambda name: Input(name, kind, says, by, given, **more)}
    return field(kw_only=True, default=MISSING if given is None else given.value, metadata=metadata)


def whole(  # noqa: PLR0913
    low: int,
    high: int,
    says: str,
    *,
    by: Setter = "roller",
    default: int | None = _REQUIRED,
    follows: tuple[Callable[[Mapping[str, Any]], Any], str] | None = None,
    or_none: bool = False,
    called: bool = False,
    by_ruling: int | None = None,
    joins: Joins | None = None,
    of_each: OfEach | None = None,
    under: Callable[[Any], bool] | None = None,
    late: str = "",
) -> Any:
    """A whole number. `follows` gives a default from the other inputs, and says which in words."""
    more = {"called": called, "joins": joins, "of_each": of_each, "under": under, "late": late}
    return _input(Whole(low, high, or_none, by_ruling), says, by, default, follows, **more)


def choice(
    *values: str,
    says: str,
    by: Setter = "roller",
    default: str | None = None,
    required: bool = False,
    only: tuple[str, str, str] | None = None,
    **more: Any,
) -> Any:
    """One word of a list; the first is the default. `only`: a word, and the ruling with its value that allows it."""
    return _input(Choice(values, only), says, by, _REQUIRED if required else default or values[0], **more)


def yes_no(says: str, *, by: Setter = "roller", default: bool = False, **more: Any) -> Any:
    """Yes or no; `under` says under which rulings it is there at a table."""
    return _input(YesNo(), says, by, default, **more)


def die(
    sizes: tuple[int, ...],
    says: str,
    *,
    by: Setter = "roller",
    default: int | None = _REQUIRED,
    or_none: bool = False,
    called: bool = False,
    names: tuple[str, ...] = (),
) -> Any:
    """One die of a ladder; `names` are what people call them."""
    return _input(DieSize(sizes, or_none, names), says, by, default, called=called)


def many(of: Kind, says: str, *, most: int = 20, by: Setter = "roller", required: bool = False, **more: Any) -> Any:
    """A list; empty unless given."""
    return _input(Many(of, most), says, by, _REQUIRED if required else (), **more)


def words(says: str, *, by: Setter = "roller", counts: bool = False, **more: Any) -> Any:
    """Text that is kept in the record and changes no dice, unless it `counts`: then other words are another attempt."""
    metadata = {"input": lambda name: Input(name, Words(), says, by, Default(""), **more)}
    return field(kw_only=True, default="", compare=counts, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Texts:
    """What every move takes besides its numbers: it changes no dice and is kept in the record."""

    moot: ClassVar[tuple[Moot, ...]] = ()
    """Values of inputs that leave others without effect."""
    either: ClassVar[tuple[str, ...]] = ()
    """Inputs of which exactly one is something: saying one takes the others away."""
    of_pick: ClassVar[tuple[str, ...]] = ()
    """What else than all that is called the gm says of a pick: once it was said, another pick asks for it anew."""
    intent: str = words("What the character does and wants.")
    stakes: str = words("What is at stake.", by="gm")
    expectations: str = words("What a success and a failure would look like.", by="gm")
    how: str = words("How each helper helps.", by="helper")
    used: str = words("The named things that are used for it.")


def ruling(rule: str, default: Any, *others: Any, reason: str, most: int = 0, least: int = 0) -> Any:
    """A switch of a game: its values, the default first, and why that is the default.

    Words make a list of choices, a truth makes yes or no, a number or None (no limit) any from `least` to `most`.
    """
    if isinstance(default, bool):
        kind: Kind = YesNo()
    elif most:
        kind = Whole(least, most, or_none=default is None or None in others)
    else:
        kind = Choice((default, *others))
    metadata = {"ruling": lambda name: Ruling(name, rule, kind, default, reason)}
    return field(kw_only=True, default=default, metadata=metadata)


def _kept(made: Callable[[type[Any]], R]) -> Callable[[type[Any]], R]:
    """Remember what a function gives for each class."""
    return cast("Callable[[type[Any]], R]", lru_cache(maxsize=256)(made))


@_kept
def inputs_of(attempt: type[Any]) -> Mapping[str, Input]:
    """The inputs of a move's attempt, by name: those that are required first, those that change no dice last."""
    found = [each.metadata["input"](each.name) for each in fields(attempt)]
    return {each.name: each for each in sorted(found, key=lambda each: (each.kind.is_text, not each.required))}


@_kept
def headline_of(attempt: type[Any]) -> str:
    """The words that are the roll's headline."""
    return next((each.name for each in inputs_of(attempt).values() if each.heads), "intent")


@_kept
def rulings_of(rulings: type[Any]) -> Mapping[str, Ruling]:
    """The rulings of a game, by name."""
    return {each.name: each.metadata["ruling"](each.name) for each in fields(rulings)}


class _Form(NamedTuple):
    """What an attempt is made from, by the names of its inputs."""

    kinds: Mapping[str, Kind]
    usual: Mapping[str, Any]
    """What is put where nothing is said, in the order of the fields."""
    required: frozenset[str]
    following: tuple[tuple[str, Callable[[Mapping[str, Any]], Any]], ...]
    """Defaults that follow from other inputs."""
    make: Callable[[Iterable[Any]], Any]


@_kept
def _form_of(attempt: type[Any]) -> _Form:
    declared = inputs_of(attempt)
    defaults = {name: each.default or Default() for name, each in declared.items()}
    return _Form(
        {name: each.kind for name, each in declared.items()},
        {each.name: defaults[each.name].value for each in fields(attempt)},
        frozenset(name for name, each in declared.items() if each.required),
        tuple((name, default.follows) for name, default in defaults.items() if default.follows is not None),
        maker(attempt),
    )


_made: dict[Hashable, Any] = {}
MOST_MADE = 512
"""Attempts that are kept: odds, advice and the throw of one roll are asked with the same inputs."""


def make_attempt(attempt: type[A], raw: Mapping[str, Any]) -> A:
    """An attempt from what was given, each input checked and the rest at its default; kept for who gives the same."""
    key = key_of(raw, attempt)
    known: A | None = _made.get(key)
    return _keep(key, check_attempt(attempt, raw)) if known is None else known


def forget_checked() -> None:
    """Check anew what was checked before."""
    _made.clear()


def _keep(key: Hashable, made: A) -> A:
    if key is not None:
        if len(_made) >= MOST_MADE:
            _made.clear()
        _made[key] = made
    return made


def check_attempt(attempt: type[A], raw: Mapping[str, Any]) -> A:
    """The same, made anew and not kept."""
    kinds, usual, required, following, make = _form_of(attempt)
    values = dict(usual)
    for name, given in raw.items():
        if name not in kinds:
            raise UnknownName("input", name, kinds)
        try:
            values[name] = kinds[name].parse(given)
        except (ValueError, TypeError):
            raise not_accepted(kinds[name], name, given) from None
    if not required <= raw.keys() and (needed := required - raw.keys() - moot_inputs(attempt, values)):
        missing = [f"{name} ({kind.accepts()})" for name, kind in kinds.items() if name in needed]
        raise InputError(f"Still needed: {'; '.join(missing)}.")
    for name, follows in following:
        if name not in raw:
            values[name] = follows(values)
    return cast(A, make(values.values()))


def moot_inputs(attempt: type[Any], values: Mapping[str, Any]) -> frozenset[str]:
    """The inputs that have no effect beside such values of others, and that nobody is asked for."""
    declared = inputs_of(attempt)
    holding = [each for each in getattr(attempt, "moot", ()) if each.holds(declared, values)]
    return frozenset([name for each in holding for name in each.gone(declared)])


@_kept
def _usual(rulings: type[Any]) -> Any:
    return rulings()


def make_rulings(rulings: type[A], raw: Mapping[str, Any]) -> A:
    """Rulings from what was given, the rest at their defaults."""
    if not raw:
        return cast(A, _usual(rulings))
    key = key_of(raw, rulings)
    known: A | None = _made.get(key)
    return _keep(key, _read_rulings(rulings, raw)) if known is None else known


def _read_rulings(rulings: type[A], raw: Mapping[str, Any]) -> A:
    declared = rulings_of(rulings)
    if unknown := [name for name in raw if name not in declared]:
        raise UnknownName("ruling", unknown[0], declared)
    return rulings(**{name: read(declared[name].kind, name, value) for name, value in raw.items()})
