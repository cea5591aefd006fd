"""Games as files: one TOML file is one game, or changes one; checked as a whole, every fault told at once.

It is compiled once to the steps of `rules`.

changes = "in-the-dark"        the game
[rulings]                      other defaults: push_cost = 1
[tracks.NAME]                  start, says
[traits]                       what a new character begins with: hunt = 3
[words], [rules]               what people call things, and sentences in your own words
[moves.NAME]                   says
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields, make_dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any

from actionroll.errors import ActionrollError
from actionroll.files.character import declared_on, due_of, face_of, scene_of, sheet_of
from actionroll.files.expressions import Sort
from actionroll.files.forms import LADDER, TRAIT, InputLine, check_name, check_reads, die_sizes, input_line, ruling_of
from actionroll.files.functions import Ladder
from actionroll.files.lines import DecideLine, names_of
from actionroll.files.program import roll_of
from actionroll.files.script import Script, Setting
from actionroll.files.source import MOST_BYTES, Chapter, Fault, Faults, Source
from actionroll.games import BUILT_IN, MOST_AT_TABLES, bring_to_table, game, games
from actionroll.rules.game import Decision, Game, Move
from actionroll.rules.inputs import Ruling, Texts, rulings_of
from actionroll.rules.sheet import SheetForm, Track, Trait
from actionroll.rules.steps import Due


def house_ruled(file: Chapter, game_id: str) -> Game | None:
    """The game that a file of house rules makes of another; every name must be one of that game."""
    base = _base(file)
    title, line = file.text("title", base.title if base else ""), file.text("line", base.line if base else "")
    if base is None:
        return None
    made = replace(
        base,
        id=game_id,
        title=title,
        line=line,
        rulings=_rulings(file.section("rulings"), base),
        sheet=_sheet(file, base.sheet),
        rules={**base.rules, **_sentences(file.section("rules"), base)},
        labels={**base.labels, **file.section("words").texts()},
        moves=tuple(_move(file.section("moves"), move) for move in base.moves),
    )
    _known(file.section("moves"), "move", [move.name for move in base.moves])
    file.end("changes", "rulings", "tracks", "traits", "rules", "words", "moves")
    return made


def _base(file: Chapter) -> Game | None:
    named = file.text("changes")
    try:
        found = game(named)
    except ActionrollError:
        file.faults.unknown(file.place("changes"), "game", named, [*BUILT_IN, *[each.id for each in games()]])
        return None
    return found


def _known(section: Chapter, what: str, names: list[str]) -> None:
    """Every key of a table must be one of these names."""
    for name in section.values:
        if name not in names:
            section.faults.unknown(section.place(name), what, name, names)


def _rulings(section: Chapter, base: Game) -> type[Any]:
    """The same switches with other defaults."""
    declared = rulings_of(base.rulings)
    _known(section, "ruling", list(declared))
    changed: dict[str, Any] = {}
    for name, value in section.values.items():
        if name in declared:
            try:
                changed[name] = declared[name].kind.parse(value)
            except (ValueError, TypeError):
                section.wrong(name, declared[name].kind.accepts())
    made = [
        (
            each.name,
            Any,
            field(kw_only=True, default=changed.get(each.name, each.default), metadata=_declared(each, changed)),
        )
        for each in fields(base.rulings)
        if each.default is not MISSING
    ]
    found = make_dataclass("Rulings", made, frozen=True, slots=True, namespace={"__doc__": base.rulings.__doc__})
    found.__module__ = base.rulings.__module__
    return found


def _declared(each: Any, changed: dict[str, Any]) -> dict[str, Callable[[str], Ruling]]:
    declare: Callable[[str], Ruling] = each.metadata["ruling"]
    if each.name not in changed:
        return {"ruling": declare}
    return {"ruling": lambda name: declare(name)._replace(default=changed[name])}


def _sheet(file: Chapter, form: SheetForm) -> SheetForm:
    tracks, traits = file.section("tracks"), file.section("traits")
    _known(tracks, "track", [each.name for each in form.tracks])
    _known(traits, "trait", [each.name for each in form.traits])
    changed = tuple(_track(tracks.section(each.name), each) if each.name in tracks else each for each in form.tracks)
    begun = tuple(_trait(traits, each) if each.name in traits else each for each in form.traits)
    return replace(form, tracks=changed, traits=begun)


def _track(section: Chapter, track: Track) -> Track:
    """Where it begins and what it means; its bounds are the rules' own."""
    low, high = (each if isinstance(each, int) else None for each in (track.low, track.high))
    start: Any = (
        section.number("start", low or 0, low or 0, 1000 if high is None else high)
        if "start" in section
        else track.start
    )
    says = section.text("says", track.says)
    section.end("start", "says")
    return track._replace(start=start, says=says)


def _trait(section: Chapter, trait: Trait) -> Trait:
    value = section.values[trait.name]
    try:
        trait.kind.parse(value)
    except (ValueError, TypeError):
        section.wrong(trait.name, trait.kind.accepts())
        return trait
    return trait._replace(start=value)


def _sentences(section: Chapter, base: Game) -> dict[str, str]:
    _known(section, "rule", list(base.rules))
    return section.texts()


def _move(section: Chapter, move: Move) -> Move:
    if move.name not in section:
        return move
    own = section.section(move.name)
    says = own.text("says", move.says)
    own.end()
    return replace(move, says=says)


MOST_MOVES = 20
USUAL_MOVE = "action"
LONGEST_ROLL = MOST_BYTES
ID = r"[a-z][a-z0-9-]{0,39}"


def loads(text: str, name: str = "the game") -> Game:
    """The game that a text is."""
    return read(text, name)[0]


def read(text: str, name: str = "the game") -> tuple[Game, list[Fault]]:
    """The game that a text is, and what of it is perhaps not what was meant."""
    faults = Faults()
    source = Source(text, faults)
    faults.refuse(name)
    made = _Reading(Chapter(source, (), source.values), faults).game()
    faults.refuse(name)
    if made is not None:
        made.rulings.FILE = sha256(text.encode()).hexdigest()
    assert made is not None  # noqa: S101
    return made, faults.hints


@lru_cache(maxsize=MOST_AT_TABLES)
def table_game(text: str) -> Game:
    """The game that a table brings as a file; its id holds the file's hash, so that no other is taken for it."""
    found = loads(text, "the file")
    told = f"{found.id}@{found.rulings.FILE[:16]}"
    _texts[told] = text
    while len(_texts) > MOST_AT_TABLES:
        _texts.pop(next(iter(_texts)))
    return bring_to_table(replace(found, id=told))


_texts: dict[str, str] = {}


def text_of(game_id: str) -> str:
    """The file that a table brought, by the id of its game; empty for any other game."""
    return _texts.get(game_id, "")


@dataclass
class _Reading:
    """Goes through the tables of a file, in the order in which they need each other."""

    file: Chapter
    faults: Faults

    def game(self) -> Game | None:
        file = self.file
        game_id = self.game_id()
        if "changes" in file:
            return house_ruled(file, game_id)
        title, line = file.text("title"), file.text("line")
        self.ladder = die_sizes(file, "ladder", LADDER)
        self.rules = self.all_rules()
        self.rulings, sorts = self.all_rulings(game_id)
        self.on = declared_on(file, self.ladder)
        moves = file.section("moves")
        names = tuple(moves.values)
        if not names or names[0] != USUAL_MOVE:
            self.faults.add(moves.place(), f"The first move is called {USUAL_MOVE}: write [moves.{USUAL_MOVE}].")
        dues = {name: due_of(each, self.on, names) for name, each in file.section("dues").sections()}
        self.lines: dict[str, tuple[InputLine, ...]] = {}
        self.picks: dict[str, tuple[str, ...]] = {}
        made = [self.move(game_id, each, sorts, dues) for _, each in moves.sections(MOST_MOVES)]
        labels, advice, credit = file.section("words").texts(), file.section("advice").texts(), file.text("credits", "")
        found = tuple(each for each in made if each is not None)
        face = face_of(file.section("face"), self.on) if "face" in file else None
        by_name = {each.name: each for each in found}
        scenes = [scene_of(each, game_id, by_name, self.on) for _, each in file.section("scenes").sections()]
        file.end("ladder", "rules", "face")
        if self.faults.found or len(found) < len(made):
            return None
        return Game(
            game_id, title, line, self.rulings, found, self.rules, advice, sheet_of(self.on, self.lines, self.picks),
            labels=labels, credits=credit, look=lambda: face, scenes=tuple(each for each in scenes if each is not None),
            written=file.values,
        )  # fmt: skip

    def game_id(self) -> str:
        found = self.file.text("id")
        if found and not re.fullmatch(ID, found):
            self.file.wrong("id", "small letters, digits and -, such as my-game")
        return found

    def all_rules(self) -> dict[str, str]:
        """The rules of the file; a move whose steps name none is a rule of its own."""
        written = self.file.section("rules").texts()
        if written:
            return written
        moves = self.file.values.get("moves")
        named = moves if isinstance(moves, dict) else {}
        return {name.upper(): str(each.get("says", "")) for name, each in named.items() if isinstance(each, dict)}

    def all_rulings(self, game_id: str) -> tuple[type[Any], dict[str, Sort]]:
        fields, sorts = [], {}
        for name, each in self.file.section("rulings").sections():
            named = check_name(self.file.section("rulings"), name)
            field, sorts[name] = ruling_of(each)
            rule = each.values.get("rule")
            if rule and rule not in self.rules:
                self.faults.unknown(each.place("rule"), "rule", rule, self.rules)
            if named:
                fields.append((name, Any, field))
        return _frozen("Rulings", fields, (), f"What the text of {game_id} leaves open."), sorts

    def move(self, game_id: str, section: Chapter, rulings: dict[str, Sort], dues: dict[str, Due]) -> Move | None:
        name = section.name
        says, tiers = section.text("says"), section.words("tiers", required=True)
        facts = section.section("facts").texts()
        against = section.word("against", ("", "defender", "gm"), "")
        lines = self.inputs(section.section("inputs"), rulings)
        self.lines[name] = lines
        self.pick(section, lines)
        becomes = section.text("becomes", "")
        section.text("roll", longest=LONGEST_ROLL)
        section.end()
        script = Script(tiers, self.faults)
        steps = script.read(self.file.source.script((*section.path, "roll")) if "roll" in section else ())
        told = {fact: section.section("facts").place(fact) for fact in facts}
        setting = Setting(
            name, tiers, told, name.upper() if name.upper() in self.rules else next(iter(self.rules), ""),
            frozenset(self.rules), self.on.tracked, frozenset(mark.name for mark in self.on.marks), dues,
            {each.name: each.joins for each in lines if each.joins},
            {each.name: (each.sort, each.none_is) for each in lines if each.sort is not None}, rulings,
            Ladder(self.ladder), {each.name: section.section("inputs").place(each.name) for each in lines},
            _used_by_others(lines), {each.name: each.rule for each in lines if each.rule},
        )  # fmt: skip
        roll = roll_of(steps, setting, script)
        if roll is None:
            return None
        attempt = _frozen(name.capitalize(), [(each.name, Any, each.field) for each in lines], (Texts,), says)
        decisions = tuple(
            Decision(each.name, {option.name: option.says for option in each.options}, roll.policies[each.name])
            for each in steps
            if isinstance(each, DecideLine)
        )
        return Move(name, says, attempt, roll.start, tiers, facts, decisions, against=against, becomes=becomes)

    def inputs(self, section: Chapter, rulings: dict[str, Sort]) -> tuple[InputLine, ...]:
        lines = tuple(input_line(each, self.ladder) for _, each in section.sections())
        for each in lines:
            check_name(section, each.name)
            if each.rule and each.rule not in self.rules:
                section.faults.unknown(section.place(each.name), "rule", each.rule, self.rules)
            if each.name in rulings:
                self.faults.add(section.place(each.name), f"{each.name} is a ruling already; take another name.")
        check_reads(section, lines, self.on.names)
        return lines

    def pick(self, section: Chapter, lines: tuple[InputLine, ...]) -> None:
        """What can be picked for a move: the traits it names, all, or nothing."""
        named = section.words("picks")
        groups = {trait.group for trait in self.on.traits}
        if unknown := [each for each in named if each not in groups | self.on.names]:
            self.faults.unknown(section.place("picks"), "trait or group of traits", unknown[0], groups | self.on.names)
        if named:
            found = [trait.name for trait in self.on.traits if trait.group in named or trait.name in named]
            self.picks[section.name] = (*found, *[each.name for each in self.on.tracks if each.name in named])
        elif not any(each.reads == TRAIT for each in lines):
            self.picks[section.name] = ("",)


def _used_by_others(lines: tuple[InputLine, ...]) -> frozenset[str]:
    """The inputs that other inputs refer to in `follows` or `of_each`, and those that list members."""
    named = names_of(*[each.follows for each in lines]) | {each.of_each for each in lines}
    return frozenset(named | {each.name for each in lines if each.members})


def _frozen(name: str, fields: list[Any], bases: tuple[type, ...], says: str) -> type[Any]:
    made = make_dataclass(name, fields, bases=bases, frozen=True, slots=True, namespace={"__doc__": says})
    made.__module__ = __name__
    return made
