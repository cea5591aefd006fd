"""How a game looks at the table: palette, dice, emblem, words and layout. The page draws them; rules ignore them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from actionroll.errors import InputError
from actionroll.rules.inputs import Input

Tone = Literal["plain", "good", "hurt"]
"""Whether more of something helps, hurts, or is neither."""
Drawn = Literal["boxes", "ladder", "progress", "bar", "count"]
"""How a track is drawn: boxes, a ladder with a zero on it, ten boxes of four ticks, a bar, or a number."""
Shade = Literal["one", "two", "three", "risk", "against"]
"""The colours that dice take, by where they come from."""

_COLOUR = re.compile(r"#[0-9a-f]{6}\Z")
_PATH = re.compile(r"[MmLlHhVvCcSsQqAaZz0-9 ,.\-]+\Z")


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of one light, each as `#rrggbb`; text on what it stands on keeps a contrast of at least 4.5."""

    paper: str
    card: str
    sunk: str
    line: str
    edge: str
    ink: str
    soft: str
    act: str
    on_act: str
    wash: str
    one: str
    on_one: str
    two: str
    on_two: str
    three: str
    on_three: str
    risk: str
    on_risk: str
    against: str
    on_against: str

    @classmethod
    def read(cls, text: str) -> Palette:
        """From names and colours in turn: `paper #f4efe4 card #fffdf7 …`."""
        words = text.split()
        return cls(**dict(zip(words[::2], words[1::2], strict=True)))

    def __post_init__(self) -> None:
        for each in fields(self):
            if not _COLOUR.match(colour := getattr(self, each.name)):
                raise InputError(f"A colour is written #rrggbb in small letters; {each.name} is {colour!r}.")


@dataclass(frozen=True, slots=True)
class DieLook:
    """Dice of one source: colour, name (`{trait}` and `{group}` are what is rolled), and the faces that hurt."""

    shade: Shade = "one"
    called: str = ""
    hurts: tuple[int, ...] = ()
    hurt_called: str = ""
    lent: bool = False
    """Whether others won them for the roll with dice of their own."""


@dataclass(frozen=True, slots=True)
class TrackLook:
    """A track on the sheet: how it is drawn, whether more of it helps, and whether the party's line shows it."""

    drawn: Drawn = "boxes"
    tone: Tone = "plain"
    short: str = ""
    """What the party's line calls it; empty if it stands on the sheet alone."""
    thing: str = ""
    """Only who has a thing of this kind has the track: a companion's health."""
    tells_at_end: bool = False
    """Whether what is said of it is told once it is gone, where it helps; what hurts tells it once it is full."""
    used: str = ""
    """What a roll uses or bears for which it waited, where that is shorter than its name: a bonus; with a number for
    `{n}`, all of it."""


@dataclass(frozen=True, slots=True)
class Section:
    """Tracks and marks of a sheet that belong together."""

    title: str
    names: tuple[str, ...]
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Watched:
    """A fact of a roll that people watch besides its tier: it has odds before the throw and a badge after it."""

    tone: Tone
    called: str
    many: str = ""
    least: int = 1
    means: str = ""
    """What it is, where the word alone does not tell a newcomer."""
    unless: str = ""
    """What is said besides as long as it is not certain."""
    by_die: str = ""
    """The source of dice that alone can bring it, where that is so."""


@dataclass(frozen=True, slots=True)
class ReadyCharacter:
    """A character to play at once: a name, a line that makes one want to, and what differs from the filled sheet."""

    name: str
    line: str
    values: Mapping[str, Any] = field(default_factory=dict)
    pronouns: str = ""
    look: str = ""


@dataclass(frozen=True, slots=True)
class Stance:
    """How someone stands in an undertaking, with a mark or without it, and the moves of the game's list for that."""

    called: str
    moves: tuple[str, ...]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Guide:
    """One thing to settle when a character is made: the page counts along, and nobody is kept from doing otherwise."""

    title: str
    says: str
    names: tuple[str, ...] = ()
    """The values that it is about."""
    spread: tuple[Any, ...] = ()
    """What is dealt out over them, each once."""
    points: int = 0
    """So much is spent on them altogether."""
    worth: Mapping[str, int] = field(default_factory=dict)
    """What a value counts, where that is not its number: the steps of a die. A yes counts 1."""
    most: int = 0
    """None of them counts for more than this; 0 where there is no such limit."""
    things: str = ""
    """The kind of things that are chosen, as many as the points."""
    asks: tuple[str, ...] = ()
    """Questions to answer in one's own words."""

    def counted(self, values: Mapping[str, Any]) -> int:
        """How much is spent on a sheet with these values."""
        if self.things:
            return sum(each["kind"] == self.things for each in values.get("things", ()))
        return sum(self.worth.get(str(values[name]), 0) if self.worth else int(values[name]) for name in self.names)

    def is_kept(self, values: Mapping[str, Any]) -> bool:
        """Whether a sheet with these values is as this says."""
        if self.spread:
            return sorted(map(str, self.spread)) == sorted(str(values[name]) for name in self.names)
        each = [self.worth.get(str(values[name]), 0) if self.worth else int(values[name]) for name in self.names]
        return self.counted(values) == self.points and not (self.most and max(each, default=0) > self.most)


@dataclass(frozen=True, slots=True)
class Upkeep:
    """What a character may do between scenes: grow for a price, or recover; each with the numbers of its game."""

    name: str
    says: str
    price: Mapping[str, int] = field(default_factory=dict)
    """What it takes from tracks, in full or not at all."""
    names: tuple[str, ...] = ()
    """One of these goes up."""
    by: int = 1
    things: str = ""
    """A thing of this kind is gained."""
    changes: Mapping[str, int] = field(default_factory=dict)
    """How tracks change; a mark is set by 1 and cleared by 0."""
    amount: str = ""
    """What is asked for where the changes count so many times over."""
    clock: tuple[int, ...] = ()
    """The sizes that the clock can have which must be full first: it is one of the table's."""


@dataclass(frozen=True, slots=True)
class FirstQuestion:
    """A set-up whose odds people ask for first; the first of all is what the odds page opens with."""

    asks: str
    attempt: Mapping[str, Any] = field(default_factory=dict)
    decide: Mapping[str, str] = field(default_factory=dict)
    move: str = "action"


@dataclass(frozen=True, slots=True)
class RulingSwitch:
    """A ruling that comes and goes in play, as a switch for whoever leads: what it is called, its answer, and why."""

    named: str
    answer: str
    says: str
    begins: str = ""
    """What all are told as it is put on, in a sentence; without one, what the ruling's question and answer say."""
    ends: str = ""


@dataclass(frozen=True, slots=True)
class RulingQuestion:
    """A ruling as a group asks it of itself: every answer in plain words that tell what it changes."""

    asks: str
    answers: Mapping[str, str]
    number: str = ""
    """An answer that is a number, which stands for `{n}`."""
    example: FirstQuestion | None = None
    """A roll in which it matters; none where it changes no odds."""


def question(asks: str, number: str = "", example: FirstQuestion | None = None, **answers: str) -> RulingQuestion:
    """A question with its answers, each by the value that the ruling then has.

    The example is a roll that every answer allows, and whose odds some of them change: the page compares them.
    """
    return RulingQuestion(asks, answers, number, example)


@dataclass(frozen=True, slots=True)
class Face:
    """All that tells one game's table from another's at a glance; whatever is left out has a decent default."""

    light: Palette
    dark: Palette
    letters: Literal["serif", "sans", "narrow", "round", "slab"] = "sans"
    emblem: str = ""
    """The path of a drawing on 24 by 24, stroked."""
    dice: Mapping[str, DieLook] = field(default_factory=dict)
    tracks: Mapping[str, TrackLook] = field(default_factory=dict)
    good_marks: tuple[str, ...] = ()
    """Marks that do not hurt."""
    good_ways: tuple[str, ...] = ()
    """Ways to settle a due that are told in words alone and are good news."""
    passes: tuple[str, ...] = ()
    """Ways that leave it to the one who rolled to tell it: they hear so, and nothing else is told of it."""
    sections: tuple[Section, ...] = ()
    watched: Mapping[str, Watched] = field(default_factory=dict)
    glossary: Mapping[str, str] = field(default_factory=dict)
    """Words of the game that a tap explains wherever a roll speaks of them, each in a sentence; all of them stand below
    a sheet."""
    reworded: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)
    """By a ruling and its answer, the words of the glossary that are explained otherwise then, names of tracks among
    them; `{}` stands for what is said else."""
    first: tuple[str, ...] = ()
    """Inputs that stand on the roll at once, in this order; all others wait behind a tap."""
    deeds: Mapping[str, str] = field(default_factory=dict)
    """What an option is called by its deed, its price told beside it, and what an undertaking's kind is; `{tier}` is
    what stands now, and the name of a fact or of a source of dice its number."""
    asks: Mapping[str, str] = field(default_factory=dict)
    """What stands in the place of the outcome while someone decides, where nothing is settled before; a fact in braces
    is what the other option would make of it."""
    vain: Mapping[str, str] = field(default_factory=dict)
    """What is said of an option that would change nothing as things stand: a push without stress."""
    moves: Mapping[str, str] = field(default_factory=dict)
    """What people call a move where its name alone does not say it."""
    no_deeds: tuple[str, ...] = ()
    """Moves whose words are no deed that someone does: "Quick roll"."""
    phrases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Ready phrases for texts that someone may write of a roll, and for what an outcome brings, by its kind; or by its
    kind and tier (`gain: marginal success`), where the tier says how much it is. Those that speak of one way to be hurt
    stand once more by that (`way: harm`): a tap on them chooses it."""
    questions: Mapping[str, RulingQuestion] = field(default_factory=dict)
    """What each ruling asks."""
    switches: Mapping[str, RulingSwitch] = field(default_factory=dict)
    """Rulings that hold for some encounters and not for others: switched where whoever leads looks in play."""
    topics: Mapping[str, str] = field(default_factory=dict)
    """Headings with the rulings that stand under each, as words in a line; without any, all stand in one list."""
    making: tuple[Guide, ...] = ()
    """How a character is made, one thing after the other."""
    at_hand: tuple[str, ...] = ()
    """Moves that who plays alone asks in between, without a trait: an oracle, a price. They stand by the journal."""
    without: str = ""
    """What a roll is called for which nothing of the sheet is picked."""
    conditions: tuple[str, ...] = ()
    """Inputs of the action through which a scene speaks to every roll: a bonus, a position."""
    opponents: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)
    """What people without a sheet have: the inputs that their numbers fill, of moves that it `rolls` or `opposes`;
    where it `helps`, the list that gets 1 more and the text that says from whom."""
    fits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What of the sheet each move of the game's own list takes; of what is not named here, anything."""
    groups: Mapping[str, str] = field(default_factory=dict)
    """Headings with the moves of that list that stand under each, as words in a line."""
    means: Mapping[str, str] = field(default_factory=dict)
    """What each move of that list is for."""
    down: Mapping[str, str] = field(default_factory=dict)
    """What is said of someone who rolls with a mark on them that should give pause, where no rule forbids it."""
    out: tuple[str, ...] = ()
    """Marks with which one takes no part in what others do: out of action, dead."""
    owed: Mapping[str, str] = field(default_factory=dict)
    """By a mark, the move that clears it: done and not rolled, it stands where the mark is set, not among rolls."""
    relieved: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """By a track that hurts, the deed that takes some of it away, and the track that pays for it."""
    shifts: Mapping[str, int] = field(default_factory=dict)
    """What an input of such a move that names a trait does to it: a scar takes a point here and gives one there."""
    aids: str = ""
    """The moves of that list with which one helps another's roll by one's own: the usual one, those of a stance."""
    seldom: tuple[str, ...] = ()
    """Traits that stand on the sheet only while a move of that list is chosen that takes them."""
    begins: Mapping[str, str] = field(default_factory=dict)
    """The move of that list with which an undertaking of a kind is begun."""
    ends: Mapping[str, str] = field(default_factory=dict)
    """What a progress roll on an undertaking of a kind is called."""
    finishing: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)
    """What is said at once of a progress roll on an undertaking of a kind: that a miss may be taken up again."""
    stances: Mapping[str, tuple[Stance, Stance]] = field(default_factory=dict)
    """While an undertaking of a kind is under way, how someone stands who has a mark, and who has it not."""
    finished: Mapping[str, str] = field(default_factory=dict)
    """What is told of an undertaking of a kind once such a roll succeeded: that a vow is fulfilled."""
    lost: Mapping[str, str] = field(default_factory=dict)
    """What is told of one that such a roll ended without success, where that is more than giving it up."""
    upkeep: tuple[Upkeep, ...] = ()
    """What a character may do between scenes."""
    between: str = ""
    """What the time between scenes is called, in a game whose deeds without a roll all belong there."""
    ready: tuple[ReadyCharacter, ...] = ()
    asked: tuple[FirstQuestion, ...] = ()

    def __post_init__(self) -> None:
        if self.emblem and not _PATH.match(self.emblem):
            raise InputError("An emblem is the path of a drawing: path commands, numbers, spaces and commas.")


def agreed_told(known: Mapping[str, Input], said: Mapping[str, Any]) -> list[str]:
    """What was agreed before the dice fell, in the game's words: how much is at stake, and a bargain."""
    less, told = [each.asks_less for name, each in known.items() if each.asks_less and said.get(name)], list[str]()
    for name, each in [(name, each) for name, each in known.items() if each.agreed]:
        value, (choice, values) = str(said.get(name) or "").strip(), each.about or ("", ())
        if value and value != getattr(each.default, "value", "") and (not choice or said.get(choice) in values):
            asked = ", as was asked for" if (name, value) in [(of, least) for of, (least, *_) in less] else ""
            told.append(each.agreed.format(value=value) + asked)
    return told
