"""A stretch of the log as people tell it: a journal in which rolls and prose stand in order, and a recap of an evening.

Both are told from the facts alone, in today's words; what was taken back is not told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from actionroll.table import facts, roll_facts
from actionroll.table.campaign import PAPER, Evening, boxes_told, moved_told
from actionroll.table.log import Changing, Fact, OfRoll
from actionroll.table.sheets import merged
from actionroll.table.state import NAME, TABLE, Change, Json, Table, TableRoll

SELDOM, RARE = Fraction(1, 4), Fraction(1, 8)
"""The best and the worst are told in a recap if they are less likely than the first, all else below the second."""
MOST_GREAT, MOST_WORDS = 12, 40
IN_WORDS = "in words"
"""What a way is called that is words alone: they are told without it."""
IN_BRACES = re.compile(r"\{(\w+)\}")
MARKUP = re.compile(r"([\\`*_\[\]<>#|~])")


class Line(NamedTuple):
    """An entry of the log, with the time at which it was written."""

    number: int
    at: int
    entry: Fact


@dataclass(slots=True)
class Telling:
    """A roll as its entries tell it."""

    number: int
    at: int
    who: str
    move: str
    rolled: str
    against: str
    intent: str = ""
    things: tuple[str, ...] = ()
    tier: str = ""
    chance: Fraction | None = None
    faces: list[int] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    @property
    def came_to(self) -> str:
        """Its tier, with people in place of sides."""
        return self.tier.replace("attacker", self.who).replace("defender", self.against)


def span(table: Table, evening: Evening | None) -> tuple[int, int]:
    """The entries that an evening is told from: since the one before it ended; all, where none is named."""
    before = [each for each in table.campaign.evenings.values() if evening and each.begun < evening.begun]
    first = before[-1].ended + 1 if before else evening.begun if evening else 1
    return first, (evening.ended if evening else 0) or table.number


class Chronicle:
    """What happened in a stretch of a table's log, and how it is called."""

    def __init__(self, table: Table, lines: Iterable[Line], evening: Evening | None = None) -> None:
        self.table, self.evening = table, evening
        told = [each for each in lines if each.number not in table.undone]
        begun = evening.begun if evening else 1
        self.since = [each for each in told if each.number < begun]
        self.lines = told[len(self.since) :]
        self.names = {each.id: each.name for each in table.characters.values()} | {TABLE: ""}
        self.names |= {each.id: each.name for each in table.undertakings.values()}
        self.names |= {each.id: each.name for each in table.clocks.values()}
        for _, _, entry in told:
            if isinstance(entry, facts.ClockMade):
                self.names[entry.clock] = entry.name
        self.rolls = self._rolls()

    def _rolls(self) -> dict[int, Telling]:
        found: dict[int, Telling] = {}
        for number, at, entry in self.lines:
            if isinstance(entry, roll_facts.Declared):
                who = self.names.get(entry.character, entry.character)
                told = who, entry.move, self._rolled(entry), self.names.get(entry.against, "the other side")
                found[number] = Telling(number, at, *told, *self._said(entry.inputs))
            elif isinstance(entry, OfRoll) and entry.roll in found:
                self._go_on(found[entry.roll], entry)
        over = (roll for roll in found.values() if self._stands(roll.number))
        return {roll.number: roll for roll in over if roll.tier}

    def _stands(self, number: int) -> bool:
        roll = self.table.roll(number)
        return roll is not None and roll.status not in ("undone", "withdrawn", "closed")

    def _said(self, inputs: Json) -> tuple[str, tuple[str, ...]]:
        return str(inputs.get("question") or inputs.get("intent") or ""), tuple(inputs.get("things", ()))

    def _rolled(self, entry: roll_facts.Declared) -> str:
        move = entry.inputs.get("sf_move") or (entry.move if entry.move != "action" else "")
        called = [self.label(entry.trait) if entry.trait else "", self.label(str(move)) if move else ""]
        on = self.names.get(entry.undertaking, "")
        return ", ".join(filter(None, [*called, f"on “{on}”" if on else ""]))

    def _go_on(self, roll: Telling, entry: OfRoll) -> None:
        """What one more entry says of a roll."""
        match entry:
            case roll_facts.InputsSet(inputs=inputs):
                intent, things = self._said(inputs)
                roll.intent = intent or roll.intent
                roll.things = things if "things" in inputs else roll.things
            case roll_facts.Offered(character=helper, how=how):
                roll.lines.append(f"{self.names.get(helper, helper)} helps{f': {how}' if how else ''}.")
            case roll_facts.Thrown(dice=dice, odds=odds):
                roll.faces += [face for _, face in dice]
                roll.chance = next((Fraction(told) for tier, told in odds if tier == (entry.tier or entry.now)), None)
            case roll_facts.Decided(option=option):
                roll.lines.append(_sentence(self._deed(option)))
            case roll_facts.Settled(answer=answer):
                roll.lines += [line for each in answer if (line := self._answer(each))]
            case _:
                pass
        roll.tier = getattr(entry, "tier", "") or roll.tier
        roll.changes = list(merged((*roll.changes, *entry.changes)))

    def _deed(self, option: str) -> str:
        """What an option is called by its deed; what stood there when it was chosen is told without its number."""
        deed = self.table.game.face.deeds.get(option, "") if self.table.game.face else ""
        return IN_BRACES.sub(lambda found: "result" if found[1] == "tier" else "die", deed) or _capital(
            self.label(option)
        )

    def _answer(self, share: Json) -> str:
        words, way = str(share.get("words") or ""), str(share.get("way", ""))
        kind = "" if way == "told" or self.label(way) == IN_WORDS else self.label(way)
        told = ": ".join(filter(None, [kind, words]))
        return _sentence(_capital(told)) if told else ""

    def label(self, name: str) -> str:
        """What people call it."""
        return self.table.game.label(name).replace("_", " ").replace("-", " ")

    def changed(self, changes: Iterable[Change]) -> list[str]:
        """Changes in words, each for itself."""
        return [told for each in changes if each.before != each.after and (told := self._change(each))]

    def _change(self, change: Change) -> str:
        whose, after = self.names.get(change.where, ""), change.after
        untold = change.where in self.table.campaign.evenings or change.name.startswith(PAPER)
        if untold or isinstance(after, list | dict):
            return ""
        if change.name == NAME:
            return f"{change.before} is called {after}"
        if isinstance(after, bool):
            return f"{whose} is {'' if after else 'no longer '}{self.label(change.name)}".strip()
        if change.where in self.table.undertakings and change.name == "ticks":
            return f"{whose}: progress goes from {boxes_told(change.before)} to {boxes_told(after)}"
        called = "" if change.name == "filled" else self.label(change.name)
        what = f"{whose}'s {called}" if whose and called else whose or called
        return f"{what} {moved_told(called, change.before, after, self._in_boxes(change.name))}"

    def _in_boxes(self, name: str) -> bool:
        """Whether a track is ten boxes of four ticks each."""
        look = self.table.game.face.tracks.get(name) if self.table.game.face else None
        return look is not None and look.drawn == "progress"

    def journal(self) -> list[Json]:
        """Rolls and prose in the order in which they happened."""
        items = []
        for number, at, entry in _joined(self.lines):
            if told := self._item(number, entry):
                items.append({"number": number, "at": at, **told})
        return items

    def _item(self, number: int, entry: Fact) -> Json | None:
        if roll := self.rolls.get(number):
            more = [*roll.lines, *(f"{_capital(each)}." for each in self.changed(roll.changes))]
            head = f"{roll.who} rolls {roll.rolled}" if roll.rolled else f"{roll.who} rolls"
            told: Json = {"what": "roll", "title": head, "intent": roll.intent, "tier": roll.came_to}
            return {**told, "faces": roll.faces, "lines": [*_using(roll), *more]}
        if isinstance(entry, facts.Noted):
            return {"what": "prose", "by": self._seat(entry.by), "text": entry.text}
        if isinstance(entry, facts.EveningBegun):
            return {"what": "evening", "evening": entry.evening, "text": self.evening_name(entry.evening)}
        told_of = self._plain(entry)
        return {"what": "line", "text": told_of} if told_of else None

    def _plain(self, entry: Fact) -> str:
        """What happened beside rolls and prose, in a sentence; empty where it is no part of the story."""
        match entry:
            case facts.SceneBegun(name=name, conditions=conditions):
                return _sentence(f"Scene: {name}" + "".join(f"; {words}" for words, _, _ in conditions))
            case facts.HandedOut(title=title):
                return f"Handed out: {title}."
            case facts.ClockMade(name=name, size=size):
                return f"A clock begins: {name} ({size})."
            case facts.ClockFilled(clock=clock, text=text):
                return _sentence(f"{self.names.get(clock, 'A clock')} is full: {text}")
            case facts.Undertaken(what=what, name=name, rank=rank):
                return f"{_capital(self.label(what))}: “{name}” ({rank})."
            case facts.Made(name=name):
                return f"{name} enters the story."
            case Changing(roll=0, changes=changes) if not isinstance(entry, roll_facts.TakingBack):
                told = self.changed(changes)
                return f"{_capital('; '.join(told))}." if told else ""
            case _:
                return ""

    def _seat(self, seat: str) -> str:
        return self.table.seats[seat].name if seat in self.table.seats else "The gm"

    def evening_name(self, evening: str) -> str:
        """What an evening is called."""
        known = list(self.table.campaign.evenings)
        found = self.table.campaign.evenings.get(evening)
        number = f"Evening {known.index(evening) + 1}" if found else "Evening"
        return f"{number}: {found.name}" if found and found.name else number

    def recap(self) -> list[Json]:
        """What to remember, under headings; those with nothing under them are left out."""
        changes = self._changes(self.lines)
        told = {
            "Since the evening before": self._between(),
            "Great rolls": self._great(),
            "Asked of fate": self._asked(),
            "What it did to them": self._people(changes),
            "Clocks and undertakings": [*self._progress(changes), *self._filled()],
            "Used": self._used(),
            "In your own words": self._words(),
            "Still open": self._open(),
        }
        return [{"title": title, "lines": lines} for title, lines in told.items() if lines]

    def _great(self) -> list[str]:
        """The best and the worst that a move knows, and what hardly ever happens."""
        great = [roll for roll in self.rolls.values() if self._is_great(roll)]
        rarest = sorted(great, key=lambda roll: roll.chance or Fraction(1))[:MOST_GREAT]
        return [self._great_told(roll) for roll in great if roll in rarest]

    def _is_great(self, roll: Telling) -> bool:
        standing = self.table.roll(roll.number)
        tiers = self.table.game.move(standing.move).tiers if standing else ()
        if len(tiers) < 2 or roll.chance is None or self._asks_fate(roll):
            return False
        return roll.chance < (SELDOM if roll.tier in (tiers[0], tiers[-1]) else RARE)

    def _great_told(self, roll: Telling) -> str:
        chance = f" ({_percent(roll.chance)})" if roll.chance else ""
        return f"{_in_short(roll)}{chance}."

    def _asks_fate(self, roll: Telling) -> bool:
        """Nobody does anything: an oracle answers, or a table of prices."""
        face = self.table.game.face
        return face is not None and roll.move in face.at_hand

    def _asked(self) -> list[str]:
        """What was asked of an oracle, or of a table of prices, with its answer and what that meant."""
        asked = [roll for roll in self.rolls.values() if self._asks_fate(roll)]
        return [" ".join([f"{_in_short(roll)}.", *roll.lines]) for roll in asked[-MOST_WORDS:]]

    def _changes(self, lines: Iterable[Line]) -> tuple[Change, ...]:
        changing = [entry for _, _, entry in lines if isinstance(entry, Changing)]
        kept = [each for each in changing if not each.roll or self._stands(each.roll)]
        return merged(change for each in kept if not isinstance(each, roll_facts.TakingBack) for change in each.changes)

    def _between(self) -> list[str]:
        """What changed while nobody played: harm that healed, what was bought, a clock that went on."""
        changes = self._changes(self.since)
        return [*self._people(changes), *self._progress(changes)]

    def _people(self, changes: Sequence[Change]) -> list[str]:
        lines = []
        for who in (*self.table.characters, TABLE):
            told = self.changed(each for each in changes if each.where == who)
            whose = self.names[who]
            if told:
                parts = [each.removeprefix(f"{whose}'s ").removeprefix(f"{whose} ") for each in told]
                lines.append(f"{whose or 'The table'}: {', '.join(parts)}.")
        return lines

    def _progress(self, changes: Sequence[Change]) -> list[str]:
        lines = []
        for clock in self.table.clocks.values():
            moved = [each for each in changes if each.where == clock.id and each.before != each.after]
            lines += [f"{clock.name} {moved_told('', each.before, each.after)} of {clock.size}." for each in moved]
        for each in self.table.undertakings.values():
            told = self.changed(change for change in changes if change.where == each.id)
            lines += [f"{_capital('; '.join(told))}."] if told else []
        return lines

    def _filled(self) -> list[str]:
        return [self._plain(entry) for _, _, entry in self.lines if isinstance(entry, facts.ClockFilled)]

    def _used(self) -> list[str]:
        used = Counter((roll.who, name) for roll in self.rolls.values() for name in roll.things)
        return [f"{who}: {name}{f', {times} times' if times > 1 else ''}." for (who, name), times in used.items()]

    def _called(self, roll: TableRoll) -> str:
        who = self.names.get(roll.character, roll.character)
        told = self.rolls.get(roll.id)
        return f"{who}, {told.rolled or 'a roll'} ({told.came_to})" if told else f"{who}, an earlier roll"

    def _words(self) -> list[str]:
        notes = [entry for _, _, entry in self.lines if isinstance(entry, facts.Noted)]
        return [f"{self._seat(each.by)}: {each.text}" for each in notes[-MOST_WORDS:]]

    def _open(self) -> list[str]:
        """What the table as it stands now waits for; an evening that others followed has nothing to say of that."""
        table = self.table
        if self.evening and self.evening.id != list(table.campaign.evenings)[-1]:
            return []
        rolls = [f"A roll of {self.names.get(roll.character, roll.character)}." for roll in table.open_rolls]
        dues = [roll for _, roll in table.live.items() if roll.open_dues]
        rolls += [f"{self._called(roll)}: what comes of it is still to be said." for roll in dues]
        clocks = [each for each in table.clocks.values() if each.filled < each.size]
        vows = [each for each in table.undertakings.values() if not each.ended]
        rolls += [f"{each.name}: {each.filled} of {each.size}." for each in clocks]
        return [*rolls, *(f"{_capital(each.kind)} “{each.name}” ({each.rank})." for each in vows)]


def _in_short(roll: Telling) -> str:
    """Who did what, with what, and what came of it."""
    rolls = roll.intent.rstrip(".") + (f" ({roll.rolled})" if roll.rolled else "")
    return f"{roll.who}: {rolls if roll.intent else f'rolls {roll.rolled}'.strip()} – {roll.came_to}"


def _joined(lines: Iterable[Line]) -> list[Line]:
    """The same with edits that follow each other, such as ticks of a clock, as one from first to last."""
    joined: list[Line] = []
    for line in lines:
        last = joined[-1].entry if joined else None
        if isinstance(line.entry, facts.Edited) and isinstance(last, facts.Edited):
            changes = merged((*last.changes, *line.entry.changes))
            joined[-1] = joined[-1]._replace(entry=facts.Edited(by=last.by, changes=changes))
        else:
            joined.append(line)
    return joined


def _using(roll: Telling) -> list[str]:
    return [f"With {', '.join(roll.things)}."] if roll.things else []


def _sentence(told: str) -> str:
    return told if told.endswith((".", "!", "?", "…", "”")) else f"{told}."


def _capital(told: str) -> str:
    return told[:1].upper() + told[1:]


def _percent(chance: Fraction) -> str:
    share = float(100 * chance)
    return f"{share:.0f} %" if share >= 1 else "under 1 %"


def is_alone(table: Table) -> bool:
    """Whether one person is all who plays here, so that nobody has to be told who wrote something."""
    return sum(seat.role != "onlooker" and not seat.gone for seat in table.seats.values()) == 1


def recap_markdown(title: str, when: str, sections: Sequence[Json]) -> str:
    """A recap to paste elsewhere."""
    parts = [f"# {_plain_text(title)}", *([when] if when else [])]
    for each in sections:
        parts += [f"## {each['title']}", "\n".join(f"- {_plain_text(line)}" for line in each["lines"])]
    return "\n\n".join(parts if sections else [*parts, "Nothing to retell yet."]) + "\n"


def journal_markdown(title: str, items: Sequence[Json], day: Callable[[int], str], alone: bool) -> str:
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


def _roll_markdown(told: Json) -> str:
    faces = f" ({', '.join(map(str, told['faces']))})" if told["faces"] else ""
    intent = f"> {_plain_text(_sentence(told['intent']))}\n" if told["intent"] else ""
    lines = "".join(f"\n> {_plain_text(line)}" for line in told["lines"])
    return f"{intent}> {_plain_text(told['title'])}: **{_plain_text(told['tier'])}**{faces}.{lines}"


def _plain_text(text: str) -> str:
    return MARKUP.sub(r"\\\1", text).replace("\n", " ")
