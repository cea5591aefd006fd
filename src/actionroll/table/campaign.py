"""What a table keeps over many rolls, and how it is told: clocks, undertakings, evenings, the scene, handouts, cards.

All of it is empty at a table that never used it, and then nothing of it stands in any log.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from typing import Any, NamedTuple

from actionroll.reckoning.record import is_several
from actionroll.rules.game import Game
from actionroll.rules.sheet import picks_of

GM_ROLE = "gm"
CARDS = ("note", "npc", "handout", "scene", "line", "clock")
"""What can be kept in private: notes, opponents, papers, scenes, lines to tap into a roll, what a full clock brings."""


class Clock(NamedTuple):
    """A clock or progress track of the table."""

    id: str
    name: str
    size: int
    filled: int = 0


class Undertaking(NamedTuple):
    """A named progress track with a rank: a vow, a fight; of a character, or of all where that is empty."""

    id: str
    kind: str
    name: str
    rank: str
    character: str = ""
    ticks: int = 0
    ended: bool = False


A_BOX = 4
"""Ticks that fill one box of a progress track."""


def boxes_told(ticks: int) -> str:
    """`2 boxes`, and the ticks that fill none."""
    boxes, left = divmod(ticks, A_BOX)
    ticks_told = f"{left} tick{'s' * (left > 1)}" if left else ""
    if left and not boxes:
        return ticks_told
    told = "1 box" if boxes == 1 else f"{boxes} boxes"
    return told + (f" and {ticks_told}" if left else "")


def moved_told(called: str, before: Any, after: Any, in_boxes: bool = False, size: int = 0) -> str:
    """`rises from 0 to 3`, of several `rise from 0 boxes to 2 boxes`; what is no number is told as it is now.

    Of what has a size, `rises from 0 to 2 of 2 and is full`.
    """
    told = boxes_told if in_boxes else number_told
    several = is_several(called)
    if not isinstance(before, int) or not isinstance(after, int):
        return f"{'are' if several else 'is'} now {number_told(after)}"
    verb = "rise" if after > before else "fall"
    full = " and is full" if after == size else ""
    return f"{verb}{'' if several else 's'} from {told(before)} to {told(after)}{f' of {size}{full}' if size else ''}"


def number_told(value: Any) -> str:
    """A number with a real minus; `none` where there is none."""
    return str(value if value is not None else "none").replace("-", "−")


class Evening(NamedTuple):
    """One evening: the entry and the time with which it began, and those with which it ended, 0 until then."""

    id: str
    begun: int
    at: int
    name: str = ""
    ended: int = 0
    ended_at: int = 0


class StoryScene(NamedTuple):
    """What lasts for some rolls, with the conditions that it proposes to each: words, an input, and its value."""

    id: str
    name: str
    conditions: tuple[tuple[str, str, Any], ...] = ()


class Handout(NamedTuple):
    """Something that was shown to all."""

    id: str
    title: str
    text: str = ""
    picture: str = ""
    """The hash of a picture that lies beside the log."""

    def written(self) -> list[str]:
        """As it is hashed; one without a picture as before there were any."""
        return list(self) if self.picture else list(self[:-1])


class Campaign(NamedTuple):
    """All that stands of evenings, scene and handouts."""

    evenings: Mapping[str, Evening] = {}
    scene: StoryScene | None = None
    handouts: Mapping[str, Handout] = {}

    @property
    def evening(self) -> Evening | None:
        """The evening that goes on."""
        last = list(self.evenings.values())[-1:]
        return last[0] if last and not last[0].ended else None

    def written(self) -> list[Any]:
        """As it is hashed."""
        scene = self.scene and [self.scene.id, self.scene.name, [list(each) for each in self.scene.conditions]]
        evenings = [list(each) for each in self.evenings.values()]
        return [evenings, scene, [each.written() for each in self.handouts.values()]]

    def without_pictures(self, gone: Iterable[str]) -> Campaign:
        """The same with handouts that show none of these."""
        shown = {name: each._replace(picture="") for name, each in self.handouts.items() if each.picture in set(gone)}
        return self._replace(handouts={**self.handouts, **shown})

    def with_evening(self, evening: Evening) -> Campaign:
        """The campaign with this evening in the place of the one of its id."""
        return self._replace(evenings={**self.evenings, evening.id: evening})


EMPTY = Campaign()


class Card(NamedTuple):
    """Something that is kept in private: whom it is for, and what stands on it."""

    id: str
    what: str
    fields: Mapping[str, Any]
    to: str = ""
    """The seat that it was handed to; empty if to none."""
    before: Mapping[str, Any] | None = None
    """What stood on it before its last change; None where it is new."""


def cards_of(secrets: Iterable[Mapping[str, Any]]) -> dict[str, Card]:
    """What the entries of a secret log leave in private; a card that was taken away has nothing on it."""
    cards: dict[str, Card] = {}
    for each in secrets:
        if each["kind"] == "kept":
            known = cards.get(each["card"])
            before = known.fields if known else None
            cards[each["card"]] = Card(each["card"], each["what"], each.get("fields", {}), each.get("to", ""), before)
    return cards


def is_seen(entry: Mapping[str, Any], seat: str, role: str) -> bool:
    """Whether an entry of the secret log is for a seat: its own, the gm's, or something that it is or was handed."""
    if entry["kind"] != "kept":
        return role == GM_ROLE
    if seat and seat in (entry.get("to"), entry.get("was")):
        return True
    return role == GM_ROLE if entry.get("of_gm") else bool(seat) and entry["by"] == seat


# Papers, which lie beside the log

PAPER = "paper:"
"""What the names of papers begin with among the names of a character's values."""
TEXT, JPEG = "text", "image/jpeg"
PORTRAIT, PICTURE = "portrait", "picture"
"""Papers that are looked at: a character's face, what a handout shows."""


class KnownPaper(NamedTuple):
    """What the log knows of bytes that lie beside it."""

    where: str
    """Whose it is: the id of a character, or of a handout."""
    what: str
    seat: str
    """The seat that alone may read it; empty for all at the table."""
    by: str
    """The seat that laid it there."""


def laid_by(values: Mapping[str, Any]) -> dict[str, str]:
    """The hashes of the papers among a character's values, by what they are."""
    papers = {name.removeprefix(PAPER): sha for name, sha in values.items() if name.startswith(PAPER)}
    return {what: sha for what, sha in papers.items() if sha}


def hash_of(content: bytes) -> str:
    """The name of a paper in the log."""
    return sha256(content).hexdigest()


# How what happened is told

MARKUP = re.compile(r"([\\`*_\[\]<>#|~])")
DEEDS = re.compile(r"^(\w+)(?: and (\w+)\b)?")


SELDOM, RARE = Fraction(1, 4), Fraction(1, 8)
"""The best and the worst are told in a recap if they are less likely than the first, all else below the second."""
FEW_TIERS = 4
"""Of so few tiers only the lowest goes wrong; one in between is neither."""
ROLLS = "rolls"
"""How what someone does begins, where it is nothing but a roll."""


@dataclass(slots=True)
class Telling:
    """A roll as its entries tell it."""

    number: int
    at: int
    declared: Any
    """The entry that it began with."""
    who: str
    move: str
    rolled: str
    does: str
    against: str
    is_deed: bool = False
    """Whether no dice ever fall for it: what it came to is what was done."""
    whole: Any = None
    """The roll as it is thrown, where it is of several; what it came to is told by whose dice decided."""
    why: list[str] = field(default_factory=list)
    intent: str = ""
    own: str = ""
    """What the roller wrote that they do, where the intent is the gm's."""
    things: tuple[str, ...] = ()
    asked: dict[str, str] = field(default_factory=dict)
    """What was said of a question to fate beside its words: how likely it is."""
    helps: dict[str, str] = field(default_factory=dict)
    said: dict[str, Any] = field(default_factory=dict)
    tier: str = ""
    odds: tuple[tuple[str, str], ...] = ()
    chance: Fraction = Fraction(1)
    is_chosen: bool = False
    """Whether someone chose what it came to, and not the dice alone."""
    throws: list[list[int]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    deeds: list[str] = field(default_factory=list)
    """What someone chose that made it what it came to."""
    words: list[str] = field(default_factory=list)
    """What people wrote of what came of it."""
    changes: list[Any] = field(default_factory=list)

    @property
    def head(self) -> str:
        """Who does what, in a sentence without its end."""
        undone = self.tier and not self.throws and self.does.startswith(ROLLS)
        does = self.does.replace(ROLLS, "needs no roll for", 1) if undone and self.rolled else self.does
        return ", ".join([f"{self.who} {does}", *self.asked.values()])

    @property
    def in_short(self) -> str:
        """Who did what, with what, and what came of it."""
        with_what = ", ".join(filter(None, [self.rolled, *self.asked.values()]))
        deed = self.intent.rstrip(". ") + (f" ({with_what})" if with_what else "")
        told = deed if self.intent.startswith(f"{self.who} ") else f"{self.who}: {deed}"
        told = told if self.intent else self.head
        return told if self.is_deed else f"{told} – {self.came_to}"

    def is_rare(self, tiers: Sequence[str], good: bool) -> bool:
        """Whether it hardly ever happens: of what works, or of what goes wrong."""
        if len(tiers) < 2 or self.tier not in tiers or self.is_chosen:
            return False
        above = 2 * tiers.index(self.tier) - len(tiers) + 1  # beyond the middle
        works = above > 0 if good else above < 0 and (self.tier == tiers[0] or len(tiers) > FEW_TIERS)
        return works and self.chance < (SELDOM if self.tier in (tiers[0], tiers[-1]) else RARE)

    def hurts(self, game: Game) -> list[str]:
        """What hurts besides its tier, as the game calls it: `2 banes`."""
        watched = game.face.watched if game.face else {}
        facts, names = self.whole.ending.facts, {"attacker": self.who, "defender": self.against}
        found = [(look, facts.get(name) or 0) for name, look in watched.items() if look.tone == "hurt" and look.least]
        told = [(look.many if n > 1 else look.called).format(n=n) for look, n in found if n >= look.least]
        return [by_name(each, names) for each in told]

    @property
    def came_to(self) -> str:
        """Its tier, with people in place of sides."""
        return self.tier.replace("attacker", self.who).replace("defender", self.against)


def by_name(told: str, names: Mapping[str, str]) -> str:
    """A sentence with the names of people where a game only knows their parts."""
    for part, name in names.items():
        told = re.sub(rf"\b([Tt]he )?{part.replace('-', '[- ]')}\b", name.replace("\\", r"\\"), told)
    return told


def unpicked(game: Game, move: str) -> str:
    """What a game calls a roll of a move that could have a pick and has none."""
    return game.face.without.lower() if game.face and any(picks_of(game.sheet, move)) else ""


def does_told(called: str) -> str:
    """`takes a scar` of `Take a scar`, `rests and refreshes` of `Rest and refresh`."""
    words = called[:1].lower() + called[1:]
    return DEEDS.sub(lambda found: " and ".join(_third(each) for each in found.groups() if each), words)


def _third(verb: str) -> str:
    return f"{verb}{'es' if verb.endswith(('s', 'sh', 'ch', 'x')) else 's'}"


class Said(NamedTuple):
    """A change in words: `Nyx`, ` is `, `no longer wounded`; what stands for itself is all `what`."""

    whose: str
    verb: str
    what: str

    @property
    def alone(self) -> str:
        """With whose it is."""
        return "".join(self)


def mark_told(whose: str, called: str, verb: str, is_set: bool) -> Said:
    """`is wounded`, `has minor harm`, `is in a bad spot`, and each no longer."""
    verb, told = ("is", f"in a {called}") if verb == "is in a" else (verb or "is", called)
    if verb == "has" and not is_set:
        return Said(whose, " ", f"no longer has {told}")
    return Said(whose, f" {verb} ", told if is_set else f"no longer {told}")


def round_told(entry: Any, track: str) -> str:
    """That a round begins, where they are counted, and that they are over."""
    what = getattr(entry, "what", "")
    began = [f"Round {change.after} begins." for change in entry.changes if change.name == track and not what]
    return "The rounds are over." if what == "rounds_ended" else "".join(began)


def ended_told(name: str, is_over: bool, lost: str) -> Said:
    """That an undertaking was lost by a roll, left without being done, or gone on with."""
    return Said("", "", lost) if is_over and lost else Said(name, " is ", "given up" if is_over else "taken up again")


def sentence(told: str) -> str:
    """With its end, right after its last word; inside the quotation marks, where it ends with what someone said."""
    ended = told.rstrip()
    said = ended.removesuffix("”")
    return ended if said.endswith((".", "!", "?", "…")) else f"{said}.{ended[len(said) :]}"


def share_words(share: Mapping[str, Any]) -> str:
    """The words of a share of what a roll brought."""
    return str(share.get("words") or "").strip()


def recap_markdown(title: str, when: str, sections: Sequence[Mapping[str, Any]]) -> str:
    """A recap to paste elsewhere."""
    parts = [f"# {_plain_text(title)}", *([when] if when else [])]
    for each in sections:
        parts += [f"## {each['title']}", "\n".join(f"- {_plain_text(line)}" for line in each["lines"])]
    return "\n\n".join(parts if sections else [*parts, "Nothing to retell yet."]) + "\n"


def journal_markdown(title: str, items: Sequence[Mapping[str, Any]], day: Callable[[int], str], alone: bool) -> str:
    """A journal to paste elsewhere: prose as it was written, each roll folded in where it fell."""
    parts = [f"# {_plain_text(title)}"]
    for each in items:
        match each["what"]:
            case "evening":
                parts.append(f"## {_plain_text(each['text'])}\n\n*{day(each['at'])}*")
            case "prose":
                parts.append(each["text"] if alone else f"**{_plain_text(each['by'])}:** {each['text']}")
            case "roll":
                parts.append(_roll_markdown(each))
            case _:
                parts.append(f"*{_plain_text(each['text'])}*")
    return "\n\n".join(parts) + "\n"


def _roll_markdown(told: Mapping[str, Any]) -> str:
    thrown = "; then ".join(", ".join(map(str, each)) for each in told["throws"])
    tier = f": **{_plain_text(told['tier'])}**" if told["tier"] else ""
    faces = f" ({thrown})" if thrown else ""
    intent = f"> {_plain_text(sentence(told['intent']))}\n" if told["intent"] else ""
    lines = "".join(f"\n> {_plain_text(line)}" for line in told["lines"])
    return f"{intent}> {_plain_text(told['title'])}{tier}{faces}.{lines}"


def _plain_text(text: str) -> str:
    return MARKUP.sub(r"\\\1", text).replace("\n", " ")
