"""House rules of a game that is there already: a small file that changes named things of it.

changes = "in-the-dark"        the game
[rulings]                      other defaults: push_cost = 1
[tracks.NAME]                  start, says
[traits]                       what a new character begins with: hunt = 3
[words], [rules]               what people call things, and sentences in your own words
[moves.NAME]                   says
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, field, fields, make_dataclass, replace
from typing import Any

from actionroll.errors import ActionrollError
from actionroll.files.source import Section
from actionroll.games import BUILT_IN, game, games
from actionroll.rules.game import Game, Move
from actionroll.rules.inputs import Ruling, rulings_of
from actionroll.rules.sheet import SheetForm, Track, Trait


def house_ruled(file: Section, game_id: str) -> Game | None:
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


def _base(file: Section) -> Game | None:
    named = file.text("changes")
    try:
        found = game(named)
    except ActionrollError:
        file.faults.unknown(file.place("changes"), "game", named, [*BUILT_IN, *[each.id for each in games()]])
        return None
    return found


def _known(section: Section, what: str, names: list[str]) -> None:
    """Every key of a table must be one of these names."""
    for name in section.values:
        if name not in names:
            section.faults.unknown(section.place(name), what, name, names)


def _rulings(section: Section, base: Game) -> type[Any]:
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


def _sheet(file: Section, form: SheetForm) -> SheetForm:
    tracks, traits = file.section("tracks"), file.section("traits")
    _known(tracks, "track", [each.name for each in form.tracks])
    _known(traits, "trait", [each.name for each in form.traits])
    changed = tuple(_track(tracks.section(each.name), each) if each.name in tracks else each for each in form.tracks)
    begun = tuple(_trait(traits, each) if each.name in traits else each for each in form.traits)
    return replace(form, tracks=changed, traits=begun)


def _track(section: Section, track: Track) -> Track:
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


def _trait(section: Section, trait: Trait) -> Trait:
    value = section.values[trait.name]
    try:
        trait.kind.parse(value)
    except (ValueError, TypeError):
        section.wrong(trait.name, trait.kind.accepts())
        return trait
    return trait._replace(start=value)


def _sentences(section: Section, base: Game) -> dict[str, str]:
    _known(section, "rule", list(base.rules))
    return section.texts()


def _move(section: Section, move: Move) -> Move:
    if move.name not in section:
        return move
    own = section.section(move.name)
    says = own.text("says", move.says)
    own.end()
    return replace(move, says=says)
