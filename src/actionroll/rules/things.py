"""Named things of a character: talents, abilities, boosts, gear, assets, and skills in the player's own words.

A game declares kinds of things and what things of a kind can do in a roll; a group writes down its own without code.
What a thing does fills inputs of an attempt, so that the rules need not know it by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from actionroll.errors import InputError, UnknownName, shown
from actionroll.rules.inputs import Input, Setter
from actionroll.rules.kinds import Kind, Whole, Words, read

LONGEST_NAME = 40
MOST_USES = 99
MOST_DOES = 5
MOST_THINGS = 40
THINGS = "things"
"""The value of a sheet that lists them."""
FIELDS = ("kind", "name", "text", "does", "worth", "most", "spent")
USED = "used"
"""The text of an attempt that names the things that were used for it."""


class _ItsValue:
    def __repr__(self) -> str:
        return "its own value"


ITS_VALUE: Any = _ItsValue()
"""Stands for what the thing itself says: the size of its die, its bonus."""


class Use(NamedTuple):
    """What a thing can do in a roll."""

    name: str
    says: str
    fills: Mapping[str, Any]
    """The inputs it changes: a number is added to, a list gets a value more, anything else is set."""
    value: Kind | None = None
    """What a thing may say of it, where the game does not: a bonus of 1 to 3, a die."""
    by: Setter = "roller"
    """Who uses it: the one who rolls, or a helper for the roller's roll."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One named thing of a character."""

    kind: str
    name: str
    text: str = ""
    does: tuple[tuple[str, Any], ...] = ()
    """What it does when it is used: names of uses, each with its own value where it takes one."""
    worth: Any = None
    """What it counts as where it is picked for a roll as a trait is: the die of a skill."""
    most: int | None = None
    """How often it can be used until it is restored; without it, always."""
    spent: int = 0
    """How often it has been used since."""


class ThingKind(NamedTuple):
    """A kind of things in a game."""

    name: str
    says: str
    uses: tuple[Use, ...] = ()
    """All that things of this kind may do; a thing that does nothing is there in words."""
    worth: Kind | None = None
    """Where things of this kind are picked for a roll as traits are: what each is worth."""
    ready: tuple[Thing, ...] = ()
    """Examples to start from."""
    wears: str = ""
    """The track that its things stand in for when damage falls: `most` is then what each can bear, and no use spends
    it."""

    def use(self, name: object) -> Use:
        """What things of this kind do by that name."""
        for each in self.uses:
            if each.name == name:
                return each
        raise UnknownName(f"use of the kind {self.name} called", name, [each.name for each in self.uses])


Kinds = Sequence[ThingKind]


def kind_of(kinds: Kinds, name: object) -> ThingKind:
    """The kind of things of that name."""
    for each in kinds:
        if each.name == name:
            return each
    raise UnknownName("kind of things called", name, [each.name for each in kinds])


def read_thing(kinds: Kinds, raw: Any) -> Thing:
    """A thing from JSON, `{"kind", "name", "text", "does": [{"use", "value"}], "worth", "most", "spent"}`, checked."""
    if not isinstance(raw, Mapping) or any(name not in FIELDS for name in raw):
        raise InputError(f"A thing takes {', '.join(FIELDS)}, and nothing else.")
    kind = kind_of(kinds, raw.get("kind"))
    name = read(Words(LONGEST_NAME), "name", raw.get("name", "")).strip()
    if not name:
        raise InputError("A thing needs a name.")
    most = raw.get("most")
    return Thing(
        kind.name,
        name,
        read(Words(), "text", raw.get("text", "")),
        _does(kind, raw.get("does", ())),
        _worth(kind, name, raw.get("worth")),
        None if most is None else read(Whole(1, MOST_USES), "most", most),
        read(Whole(0, most if isinstance(most, int) else 0), "spent", raw.get("spent", 0)),
    )


def read_things(kinds: Kinds, raw: Any, others: Iterable[str]) -> tuple[Thing, ...]:
    """The things of a sheet from JSON, each with a name that neither they nor the other values have twice."""
    if not kinds:
        raise InputError("This game knows no named things; leave things out.")
    if not isinstance(raw, Sequence) or isinstance(raw, str) or len(raw) > MOST_THINGS:
        raise InputError(f"things takes a list of at most {MOST_THINGS}, each with a kind and a name.")
    things, taken = tuple(read_thing(kinds, each) for each in raw), set(others)
    for thing in things:
        if thing.name in taken:
            raise InputError(f"There is something called {thing.name} on this sheet already; give it another name.")
        taken.add(thing.name)
    return things


def _does(kind: ThingKind, raw: Any) -> tuple[tuple[str, Any], ...]:
    if isinstance(raw, str) or not isinstance(raw, Sequence) or len(raw) > MOST_DOES:
        raise InputError(f'does takes a list of at most {MOST_DOES} uses, each {{"use": …, "value": …}}.')
    return tuple(_does_one(kind, each) for each in raw)


def _does_one(kind: ThingKind, raw: Any) -> tuple[str, Any]:
    if not isinstance(raw, Mapping) or not set(raw) <= {"use", "value"}:
        raise InputError('A use is written {"use": …, "value": …}, and nothing else.')
    use, value = kind.use(raw.get("use")), raw.get("value")
    if use.value is None and value is not None:
        raise InputError(f"{use.name} takes no value; leave it out.")
    return use.name, None if use.value is None else use.value.show(read(use.value, f"value of {use.name}", value))


def _worth(kind: ThingKind, name: str, raw: Any) -> Any:
    if kind.worth is None:
        if raw is not None:
            raise InputError(f"Things of the kind {kind.name} have no worth; leave it out.")
        return None
    return kind.worth.show(read(kind.worth, f"worth of {name}", raw))


def thing_shown(thing: Thing) -> dict[str, Any]:
    """A thing as JSON; what is not said of it is left away."""
    told = {"text": thing.text, "worth": thing.worth, "most": thing.most, "spent": thing.spent}
    does = [{"use": use} if value is None else {"use": use, "value": value} for use, value in thing.does]
    said = {name: value for name, value in told.items() if value not in ("", None, 0)}
    return {"kind": thing.kind, "name": thing.name, **said, **({"does": does} if does else {})}


def kind_shown(kind: ThingKind) -> dict[str, Any]:
    """A kind of things as JSON, for forms: what its things can do, and examples."""
    uses = [
        {
            "use": each.name,
            "says": each.says,
            "inputs": list(each.fills),
            "by": each.by,
            "value": each.value.form() if each.value else None,
        }
        for each in kind.uses
    ]
    worth = kind.worth.form() if kind.worth else None
    ready = [thing_shown(thing) for thing in kind.ready]
    told = {"kind": kind.name, "says": kind.says, "uses": uses, "worth": worth, "ready": ready}
    return {**told, "wears": kind.wears} if kind.wears else told


def named(things: Iterable[Thing], name: object) -> Thing:
    """The thing of that name."""
    found = list(things)
    for thing in found:
        if thing.name == name:
            return thing
    raise UnknownName("thing on this sheet called", name, [thing.name for thing in found])


def traits_of(kinds: Kinds, things: Iterable[Thing]) -> dict[str, Any]:
    """What can be picked for a roll among the things, each by its name with its worth."""
    picked = {kind.name for kind in kinds if kind.worth is not None}
    return {thing.name: thing.worth for thing in things if thing.kind in picked}


def can_use(kinds: Kinds, thing: Thing, declared: Mapping[str, Input], by: Setter = "roller", side: str = "") -> bool:
    """Whether a thing may be used for a roll with these inputs: what it does has a place there, and it is not spent."""
    fits = all(use.by == by and all(side + name in declared for name in use.fills) for use in uses_of(kinds, thing))
    return fits and (thing.most is None or thing.spent < thing.most)


def filled(
    kinds: Kinds, things: Iterable[Thing], declared: Mapping[str, Input], raw: Mapping[str, Any], side: str = ""
) -> dict[str, Any]:
    """What was given for an attempt after using these things, one after the other; and their names in its record.

    In a contest `side` is what the inputs of the one who uses them begin with: `attacker_`.
    """
    given, names, things = dict(raw), [], list(things)
    for thing in things:
        refuse_spent(kinds, thing)
        for name, value in thing.does:
            _fill(kind_of(kinds, thing.kind).use(name), value, thing, declared, given, side)
        names.append(thing.name)
    if names and USED in declared:
        given[USED] = "; ".join([*([given[USED]] if given.get(USED) else []), *names])[: Words().longest]
    return {**given, **_said_of(kinds, things, declared, raw)}


def _said_of(
    kinds: Kinds, used: Sequence[Thing], declared: Mapping[str, Input], raw: Mapping[str, Any]
) -> dict[str, str]:
    """Words about what things fill, in their own text, where nobody says other words and each of them has one."""
    found = {}
    for each in declared.values():
        if not each.beside or not each.kind.is_text or raw.get(each.name) or any(raw.get(name) for name in each.beside):
            continue
        about = [thing for thing in used if any(set(use.fills) & set(each.beside) for use in uses_of(kinds, thing))]
        if about and all(thing.text for thing in about):
            found[each.name] = "; ".join(f"{thing.name}: {thing.text}" for thing in about)[: Words().longest]
    return found


def uses_of(kinds: Kinds, thing: Thing) -> list[Use]:
    """All that a thing does."""
    return [kind_of(kinds, thing.kind).use(name) for name, _ in thing.does]


def refuse_spent(kinds: Kinds, thing: Thing) -> None:
    """A thing can be used as often as it says, and while it is whole."""
    if thing.most is not None and thing.spent >= thing.most and kind_of(kinds, thing.kind).wears:
        raise InputError(f"{shown(thing.name)} is broken; mend it first.")
    if thing.most is not None and thing.spent >= thing.most:
        raise InputError(f"{shown(thing.name)} has been used {thing.spent} times, as often as it can be.")


def _fill(use: Use, own: Any, thing: Thing, declared: Mapping[str, Input], given: dict[str, Any], side: str) -> None:
    for what, fixed in use.fills.items():
        name = side + what
        if name not in declared:
            raise InputError(f"{shown(thing.name)} does nothing in this roll, which has no {what}.")
        value = own if fixed is ITS_VALUE else fixed
        default = declared[name].default
        usual = default.value if default is not None else None
        is_free = given.get(name) in (None, value) or (given[name] == usual and declared[name].by != "gm")
        given[name] = _joined(declared[name], given.get(name, usual), is_free, value, thing)
        read(declared[name].kind, name, given[name])


def overruled(
    kinds: Kinds, thing: Thing, declared: Mapping[str, Input], said: Mapping[str, Any], side: str = ""
) -> str:
    """The input of which the gm has said something else than the thing does, where that is all it does; else empty."""
    found = ""
    for use in uses_of(kinds, thing):
        for what, value in use.fills.items():
            name = side + what
            if name not in declared or not _is_other_word(declared[name], said, value):
                return ""
            found = found or name
    return found


def _is_other_word(declared: Input, said: Mapping[str, Any], value: Any) -> bool:
    """Whether it is the gm's to say, and they said another word than this one."""
    counted = declared.kind.is_number or declared.kind.repeats
    return declared.by == "gm" and not counted and said.get(declared.name, value) != value


def _joined(declared: Input, now: Any, is_free: bool, value: Any, thing: Thing) -> Any:
    if declared.kind.repeats:
        return [*(now or ()), value]
    if declared.kind.is_number and now is not None:
        return now + value
    if not is_free:
        what = declared.name.replace("_", " ")
        raise InputError(f"No use for “{thing.name}” now: the {what} is {now} already.")
    return value


def once_more(thing: Thing, by: int = 1) -> Thing:
    """The thing with that many more of its uses spent; one that can be used always stays as it is."""
    return replace(thing, spent=thing.spent + by) if thing.most is not None else thing


def can_bear(kinds: Kinds, thing: Thing, track: str) -> int:
    """What a thing can still bear of what falls on a track for which it stands in."""
    if kind_of(kinds, thing.kind).wears != track:
        raise InputError(f"{shown(thing.name)} stands in for no {track}, and bears nothing.")
    if thing.most is None:
        raise InputError(f"{shown(thing.name)} has no reliability yet: write down how much it bears, as its most.")
    return thing.most - thing.spent


def restored(thing: Thing) -> Thing:
    """The thing as often to be used as at first."""
    return replace(thing, spent=0)


def worn_told(kinds: Kinds, before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> str:
    """What is left of things that bear damage, where that changed: `Rope: 1 of 3 left`."""
    bear, was = {kind.name for kind in kinds if kind.wears}, {each["name"]: each.get("spent", 0) for each in before}
    worn = [each for each in after if each["kind"] in bear and each.get("spent", 0) != was.get(each["name"], 0)]
    known = [(each["name"], each["most"] - each.get("spent", 0), each["most"]) for each in worn]
    return "; ".join(f"{name}: {f'{left} of {most} left' if left else 'broken'}" for name, left, most in known)
