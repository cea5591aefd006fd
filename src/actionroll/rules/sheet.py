"""What a character of a game carries, declared once with its bounds; and what an answer to a due changes on it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

from actionroll.errors import InputError, UnknownName, shown
from actionroll.rules.kinds import Kind, Whole, Words, YesNo, read
from actionroll.rules.steps import Due, Effect, Way
from actionroll.rules.things import THINGS, ThingKind, read_things, thing_shown, traits_of

Owner = Literal["character", "table"]
Values: TypeAlias = Mapping[str, Any]
Bound: TypeAlias = int | Callable[[Values], int | None] | None
"""A fixed bound, none, or one that follows from the other values of the sheet."""


class Trait(NamedTuple):
    """Something a character is or can: an action's dots, a skill's die, a stat."""

    name: str
    kind: Kind
    start: Any
    group: str
    rolls: bool = True
    """Whether a roll can be made with it."""
    deed: str = ""
    """What someone does who rolls with it, in ready words: said with the pick, unless they say something else."""


class Track(NamedTuple):
    """A bounded number."""

    name: str
    low: Bound
    high: Bound
    start: Bound
    says: str
    owner: Owner = "character"
    when_full: str = ""
    """The mark that is set when the track reaches its upper bound."""
    overflow: str = ""
    """The track (or mark) that takes what would go beyond the upper bound: a worse harm when a row is full."""
    beyond: Callable[[Values, int], Values] | None = None
    """In place of `overflow`, what so many points beyond the bound make of the sheet: a fourth mark becomes a scar."""
    rolls: bool = False
    """Whether a roll can be made with it, as with a trait."""
    rolled: bool = False
    """Whether only rolls change it, and by hand whoever leads."""


class Mark(NamedTuple):
    """A named yes or no."""

    name: str
    says: str
    owner: Owner = "character"
    verb: Literal["", "is", "has", "is in a"] = ""
    """How one is told who bears it: "has minor harm". Who is so by more than a mark on a sheet `is`."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """All values of one character by name: traits and tracks as they are, marks as true or false."""

    game: str
    name: str
    values: Values


@dataclass(eq=False, slots=True)
class WatchedValues(Mapping[str, Any]):
    """Values of a sheet that remember which of them were read."""

    held: Mapping[str, Any]
    read: set[str] = field(default_factory=set)

    def __getitem__(self, name: str) -> Any:
        self.read.add(name)
        return self.held[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.held)

    def __len__(self) -> int:
        return len(self.held)


class UndertakingKind(NamedTuple):
    """A kind of undertaking: a named progress track with a rank, such as a vow or a fight."""

    name: str
    says: str
    lasts: bool = False
    """Whether it goes on where the roll to finish it fails; else it is over then, unless it is taken up again."""


INTENTIONS = "intentions"
"""What characters are about to do this round, among the values of the table."""


class Rounds(NamedTuple):
    """How rounds are played: intentions are said first, then actions follow in turn."""

    track: str
    """The table's track that counts them; 0 outside rounds."""
    actions: str
    """The table's mark that is set once a round has come to its actions."""
    turn: str
    """What a turn is, in a sentence."""
    free: tuple[str, Any] = ("", None)
    """The ruling and its value under which nobody waits for intentions."""
    acted: str = ""
    """The mark of who has acted in it."""

    def waits(self, rulings: Any) -> bool:
        """Whether a round comes to its actions only once all intentions are said."""
        return bool(getattr(rulings, self.free[0], self) != self.free[1])

    def is_unsaid(self, name: str, character: str, declared: Container[str], values: Values, rulings: Any) -> bool:
        """Whether an input is what someone acts on in a round who has not said it yet: they came after that."""
        acting = bool(name == "intent" and self.actions in declared and values.get(self.track) and values[self.actions])
        return acting and character not in (values.get(INTENTIONS) or {}) and self.waits(rulings)


class Joining(NamedTuple):
    """How someone joins a roll: with which trait of their own, what they say of it, and under which rulings."""

    trait: str
    said: Values
    rulings: Any


def same_name(track: str, trait: str) -> str:
    """The track of an effect is the sheet's track of that name."""
    return track


@dataclass(frozen=True)
class SheetForm:
    """What a sheet of a game holds, and how a roll reads and changes it."""

    traits: tuple[Trait, ...] = ()
    tracks: tuple[Track, ...] = ()
    marks: tuple[Mark, ...] = ()
    things: tuple[ThingKind, ...] = ()
    """Kinds of named things that a character may have: abilities, gear, skills in the player's own words."""
    fill: Mapping[str, Callable[[Values, str], Mapping[str, Any]]] = field(default_factory=dict)
    """For each move, the inputs it reads from a character's (and the table's) values when a trait is picked."""
    fill_for: Mapping[str, Callable[[Values, str, Values], Mapping[str, Any]]] = field(default_factory=dict)
    """For each move, what it reads besides once its inputs say where to look: the points of the drive that pays."""
    share: Mapping[str, Callable[[Values, str], Mapping[str, Any]]] = field(default_factory=dict)
    """For each move of several members, what one of them adds to its list inputs when a trait is picked."""
    lend: Mapping[str, Callable[[Values, Joining], Mapping[str, Any]]] = field(default_factory=dict)
    """For each move that others may join, what one of them brings from a sheet of their own."""
    picks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each move, what can be picked for it where that is not every trait; empty words stand for nothing at all."""
    proposes: Mapping[str, tuple[str, Any]] = field(default_factory=dict)
    """By input, a mark of the roller's and what the input is while that stands, as long as nobody says otherwise."""
    undertakings: tuple[UndertakingKind, ...] = ()
    """Kinds of named progress tracks with a rank, of a character or of all."""
    ranks: Mapping[str, int] = field(default_factory=dict)
    """The ranks of an undertaking, from the least; and the ticks of one mark of progress at each."""
    most_ticks: int = 0
    """How many ticks fill the track of an undertaking."""
    progress: str = ""
    """The track whose changes are an undertaking's ticks, where a roll is made on one."""
    fill_on: Mapping[str, Callable[[Values], Mapping[str, Any]]] = field(default_factory=dict)
    """For each move that may be made on an undertaking, what it reads from its kind, rank and ticks."""
    made_on: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By the values of an input, the kind of undertaking that a roll with it is made on."""
    while_on: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the kind of an undertaking, marks that last no longer than it does."""
    finished_by: str = ""
    """The move that finishes an undertaking: once, where it succeeds."""
    each_round: tuple[str, ...] = ()
    """Marks that last for a round, and are cleared when a new one begins."""
    rounds: Rounds | None = None
    """How rounds are played, where they have phases."""
    track_named: Callable[[str, str], str] = same_name
    """The sheet's own name of an effect's track, for the trait that was picked ("drive" is "nerve" for "strike")."""

    @cached_property
    def of_the_table(self) -> frozenset[str]:
        """The names of all that belongs to the table, not to a character: tracks, marks, intentions of a round."""
        tracks = [track.name for track in self.tracks if track.owner == "table"]
        said = [INTENTIONS] if self.rounds else []
        return frozenset([*tracks, *(mark.name for mark in self.marks if mark.owner == "table"), *said])

    @cached_property
    def rolled_with(self) -> tuple[str, ...]:
        """What a roll can be made with: traits, and tracks that stand in for one."""
        traits = tuple(trait.name for trait in self.traits if trait.rolls)
        return traits + tuple(track.name for track in self.tracks if track.rolls)


def picks_of(form: SheetForm, move: str) -> tuple[str, ...]:
    """What can be picked on a sheet for a move; an empty one where it can be made without."""
    if move in form.picks:
        return form.picks[move]
    return form.rolled_with if move in form.fill or move in form.share else ("",)


def bound_of(bound: Bound, values: Values) -> int | None:
    """A bound as it stands for these values."""
    return bound(values) if callable(bound) else bound


def starting_values(form: SheetForm, traits: Values | None = None) -> dict[str, Any]:
    """A filled template: traits as given or at their start, marks off, tracks where those traits let them start."""
    values: dict[str, Any] = {trait.name: (traits or {}).get(trait.name, trait.start) for trait in form.traits}
    values.update({mark.name: False for mark in form.marks})
    for track in form.tracks:
        values[track.name] = bound_of(track.start, values)
    return values


FARTHEST = 10**6
"""Where a track without a bound may stand in a file."""


def values_of(form: SheetForm, raw: Values) -> dict[str, Any]:
    """Every value of the form: as given, checked, the rest at its start."""
    kinds: dict[str, Any] = {trait.name: trait.kind for trait in form.traits}
    given = {name: kind.show(read(kind, name, raw[name])) for name, kind in kinds.items() if name in raw}
    values = starting_values(form, given)
    kinds |= {track.name: Whole(-FARTHEST, FARTHEST) for track in form.tracks}
    kinds |= {mark.name: YesNo() for mark in form.marks}
    if THINGS in raw:
        values[THINGS] = [thing_shown(each) for each in read_things(form.things, raw[THINGS], values)]
    for name, value in raw.items():
        if name == THINGS:
            continue
        if name not in kinds:
            raise UnknownName("value of this game's sheets called", name, kinds)
        values[name] = kinds[name].show(read(kinds[name], name, value))
    for track in form.tracks:
        low, high = bound_of(track.low, values), bound_of(track.high, values)
        if (low is not None and values[track.name] < low) or (high is not None and values[track.name] > high):
            within = f"up to {high}" if low is None else f"from {low} {'up' if high is None else f'to {high}'}"
            raise InputError(f"{track.name} takes a whole number {within}, not {values[track.name]}.")
    return values


def proposed(form: SheetForm, declared: Container[str], values: Values, said: Container[str]) -> dict[str, Any]:
    """What marks of a sheet make of the inputs of a move that nobody says anything about."""
    named = [each for each in form.proposes.items() if each[0] in declared and each[0] not in said]
    return {name: value for name, (mark, value) in named if values[mark]}


def fill(form: SheetForm, move: str, values: Values, trait: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs that a move reads from a sheet: by the trait that is picked, and where what was said leads to."""
    reads, reads_for = form.fill.get(move), form.fill_for.get(move)
    things = read_things(form.things, values[THINGS], ()) if THINGS in values else ()
    values = {**values, **traits_of(form.things, things)}
    try:
        return {**(reads(values, trait) if reads else {}), **(reads_for(values, trait, said) if reads_for else {})}
    except (KeyError, StopIteration, ValueError):
        accepted = [pick for pick in picks_of(form, move) if pick]
        if trait:
            raise UnknownName("trait to roll this with called", trait, accepted) from None
        raise InputError(f"Pick what to roll with: --trait takes one of {', '.join(accepted)}.") from None


def changed(form: SheetForm, values: Values, effect: Effect, trait: str = "") -> dict[str, Any]:
    """The values after an effect, a track kept within its bounds, a mark set or cleared."""
    after = dict(values)
    name, by = form.track_named(effect.track, trait), effect.by
    tracks = {track.name: track for track in form.tracks}
    while name in tracks and name in after:
        high = bound_of(tracks[name].high, after)
        beyond = 0 if high is None else max(0, after[name] + by - high)
        after[name] += by - beyond
        follows = tracks[name].beyond
        if beyond and follows is not None:
            after.update(follows(after, beyond))
        name, by = tracks[name].overflow if beyond else "", beyond
    if any(mark.name == name for mark in form.marks):
        after[name] = by > 0
    elif rated := [trait.kind for trait in form.traits if trait.name == name]:
        after[name] = rated[0].moved(after[name], by)
    return clamped(form, after)


def clamped(form: SheetForm, values: Values) -> dict[str, Any]:
    """The values with every track within its bounds."""
    within = dict(values)
    for track in form.tracks:
        if track.name in within:
            low, high = bound_of(track.low, within), bound_of(track.high, within)
            kept = within[track.name] if low is None else max(low, within[track.name])
            within[track.name] = kept if high is None else min(high, kept)
            if track.when_full and within[track.name] == high:
                within[track.when_full] = True
    return within


MOST_ANSWERS = 20
FIELDS = ("way", "who", "amount", "words", "thing")
OF_THING = "thing: "
"""What the track of an effect begins with that falls on one named thing, in place of a track."""


def settle(due: Due, answer: Any) -> tuple[Effect, ...]:
    """The effects of an answer: a list of {"way", "who", "amount", "words"}, one entry for each share."""
    if not isinstance(answer, Sequence) or isinstance(answer, str) or not 1 <= len(answer) <= MOST_ANSWERS:
        raise InputError(f"A due is settled by a list of 1 to {MOST_ANSWERS} shares, each with {', '.join(FIELDS)}.")
    shares = _summed(due, answer)
    shared = 0 if due.several else due.amount
    if shared and sum(shares.values()) != shared:
        raise InputError(f"The shares must add up to {shared}, not {sum(shares.values())}.")
    _refuse_beside(due, [way for way, _, _ in shares])
    for (way, who, _), amount in shares.items():
        read(Whole(1, shared or way.most), f"{way.name} for {who}", amount)
    return tuple(effect for share, amount in shares.items() for effect in _effects(due, *share, amount))


def _summed(due: Due, answer: Any) -> dict[tuple[Way, str, str], int]:
    """What falls on each: by way, by whom, and on which of their things."""
    shares: dict[tuple[Way, str, str], int] = {}
    for way, who, thing, amount in [_share(due, each) for each in answer]:
        shares[way, who, thing] = shares.get((way, who, thing), 0) + amount
    return shares


def refuse_unbearable(due: Due, answer: Any, left: Callable[[str, str], int | None]) -> None:
    """Refuse an answer that lets more fall on someone's track than it can bear; `left` says what it still has."""
    for (way, who, thing), amount in _summed(due, answer).items():
        track = OF_THING + thing if thing else way.track
        have = left(who, track) if way.bears else None
        loss = sum(-effect.by for effect in _effects(due, way, who, thing, amount) if effect.track == track)
        if have is None or loss <= have:
            continue
        if thing and not have:
            raise InputError(f"{thing} is broken and can bear nothing more: let it fall elsewhere.")
        if way.bears == "all":
            raise InputError(f"{thing or way.name} can bear {have} more, not {loss}: let the rest fall elsewhere.")
        if not have and any(left(who, other.track) for other in due.ways if other.bears == "some"):
            raise InputError(f"{way.track.replace('_', ' ')} can bear nothing more: let it fall elsewhere.")


def refuse_unfit(due: Due, answer: Any, marked: Callable[[str, str], bool]) -> None:
    """Refuse a way for someone who lacks the mark that it needs, or has one that rules it out."""
    for way, who, _ in _summed(due, answer):
        if way.needs and not marked(who, way.needs):
            raise InputError(f"{way.name} is for who is {way.needs}, and they are not.")
        if way.unless and marked(who, way.unless):
            raise InputError(f"{way.name} is not for who is {way.unless}, and they are.")


def _refuse_beside(due: Due, named: list[Way]) -> None:
    """Refuse ways that cannot be named together: several where one is due, one that rules out others, or too many."""
    if len(named) > 1 and not due.several and not due.amount:
        raise InputError(f"The {due.kind} is settled in one way: name one of {_names(due.ways)}, not {len(named)}.")
    if len(named) > 1 and (alone := [way.name for way in named if way.alone]):
        raise InputError(f"{alone[0]} is named alone, or left out where something else settles the {due.kind}.")
    if due.several and due.amount and not named[0].alone and not len(set(named)) == len(named) == due.amount:
        raise InputError(f"Choose {due.amount} of {_names(due.ways)}; each can be chosen once.")


def _effects(due: Due, way: Way, who: str, thing: str, amount: int) -> Iterator[Effect]:
    """The change of the way's track, or of the thing in its place, and the mark that a share of this size brings."""
    if way.track:
        size = -(-abs(way.each) * amount // way.per)
        yield Effect(who, OF_THING + thing if thing else way.track, size if way.each > 0 else -size, due.kind)
    if reached := [mark for least, mark in way.brings if amount >= least]:
        yield Effect(who, reached[-1], 1, due.kind)


def _share(due: Due, raw: Any) -> tuple[Way, str, str, int]:
    if not isinstance(raw, Mapping) or any(name not in FIELDS for name in raw):
        raise InputError(f"A share of a due takes {', '.join(FIELDS)}, and nothing else.")
    way = _way(due, raw.get("way"))
    who = raw.get("who", due.on)
    if not isinstance(who, str) or (who != due.on and not way.anyone):
        raise InputError(f"{way.name} falls on {due.on} only.")
    if due.among and who not in due.among:
        raise InputError(f"{way.name} falls on one of {', '.join(due.among)}, not {shown(who)}.")
    read(Words(), "words", raw.get("words", ""))
    thing = read(Words(40), "thing", raw.get("thing", ""))
    if thing and way.bears != "all":
        raise InputError(f"{way.name} falls on no thing; leave thing out.")
    shared = 0 if due.several else due.amount
    return way, who, thing, read(Whole(1, shared or way.most), "amount", raw.get("amount", shared or 1))


def _way(due: Due, name: object) -> Way:
    for way in due.ways:
        if way.name == name:
            return way
    raise UnknownName(f"way to settle the {due.kind} called", name, [way.name for way in due.ways])


def _names(ways: tuple[Way, ...]) -> str:
    return ", ".join(way.name for way in ways)
