"""A game as people read it."""

from __future__ import annotations

from collections.abc import Iterable

from actionroll.cli.screen import Screen
from actionroll.rules.game import Decision, Game, Move
from actionroll.rules.inputs import Input, Ruling, inputs_of, rulings_of


def tell_game(game: Game, screen: Screen, only_rules: bool = False) -> None:
    """The whole game, its rules last."""
    screen.title(f"{game.title} ({game.id})")
    screen.flow(game.line)
    if not only_rules:
        for move in game.moves:
            screen.say()
            tell_move(move, screen)
        _tell_rulings(game, screen)
        _tell_sheet(game, screen)
    _heading("rules", screen)
    _listed(game.rules.items(), screen)
    if game.credits and not only_rules:
        screen.say()
        screen.flow(game.credits)


def tell_move(move: Move, screen: Screen) -> None:
    """A move: tiers, facts, inputs and decisions."""
    screen.title(f"move {move.name}: {move.says}")
    screen.entry("tiers", ", ".join(move.tiers))
    for name, says in move.facts.items():
        screen.entry(f"fact {name}", says)
    inputs = inputs_of(move.attempt).values()
    for each in inputs:
        if not each.kind.is_text:
            screen.entry(f"{flag(each)} {each.kind.placeholder()}", f"{each.says} ({'; '.join(_details(each))})")
    texts = [f"{flag(each)} ({each.by})" for each in inputs if each.kind.is_text]
    screen.entry("texts", f"Kept in the record, change no dice: {', '.join(texts)}")
    for decision in move.decisions:
        _tell_decision(decision, screen)


def flag(each: Input) -> str:
    """The option of an input."""
    return f"--{each.name.replace('_', '-')}"


def _details(each: Input) -> list[str]:
    """Type, default, and who sets it."""
    said = "required" if each.default is None else f"default {default_shown(each)}"
    called = "must be said before a throw at a table" if each.called else ""
    return [text for text in (each.kind.details(), said, each.by, called) if text]


def default_shown(each: Input) -> str:
    """An input's default as people write it."""
    if each.default is None:
        return ""
    return each.default.says or each.kind.write(each.default.value)


def _tell_decision(decision: Decision, screen: Screen) -> None:
    options = " ".join(f"{option}: {says}" for option, says in decision.options.items())
    policies = ", ".join(decision.named_ways)
    screen.entry(f"decision {decision.name}", f"{options} Further policies: {policies}.")


def _tell_rulings(game: Game, screen: Screen) -> None:
    rulings = rulings_of(game.rulings)
    if rulings:
        _heading("rulings, --ruling NAME=VALUE", screen)
    for each in rulings.values():
        screen.entry(each.name, f"{_values(each)}. {each.reason} ({each.rule})")


def _values(each: Ruling) -> str:
    default = each.show(each.default)
    others = ", ".join([word for word in each.kind.words() if word != default])
    return f"{default} (or {others or each.kind.details()})"


def _tell_sheet(game: Game, screen: Screen) -> None:
    form = game.sheet
    if form.tracks or form.marks:
        _heading("tracks and marks", screen)
    for track in form.tracks:
        screen.entry(_owned(track.name, track.owner), track.says)
    for mark in form.marks:
        screen.entry(_owned(mark.name, mark.owner), f"{mark.says} (a mark)")
    groups: dict[str, list[str]] = {}
    for trait in form.traits:
        groups.setdefault(trait.group, []).append(trait.name)
    if groups:
        _heading("traits, --trait NAME with a full sheet", screen)
    _listed(((group, ", ".join(names)) for group, names in groups.items()), screen)


def _owned(name: str, owner: str) -> str:
    return f"{name} (the table's)" if owner == "table" else name


def _heading(text: str, screen: Screen) -> None:
    screen.say()
    screen.title(text)


def _listed(pairs: Iterable[tuple[str, str]], screen: Screen) -> None:
    listed = list(pairs)
    for name, says in listed:
        screen.entry(name, says, max(len(name) for name, _ in listed) + 4)
