"""`actionroll games` and `show`: the games, one of them with all it takes, and the rules a roll follows from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from actionroll.api import Question
from actionroll.cli import Command, Option, parse
from actionroll.cli.questions import JSON
from actionroll.cli.screen import Screen
from actionroll.errors import InputError
from actionroll.games import game, games
from actionroll.reckoning.record import Cast, Roll
from actionroll.rules.futures import fallings
from actionroll.rules.game import Decision, Game, Move, Policy
from actionroll.rules.inputs import Input, Ruling, inputs_of, rulings_of
from actionroll.rules.steps import Decide, Outcome, Step, Throw, after

MOST_STEPS = 2_000


def tell_rules(question: Question, screen: Screen) -> None:
    """The rules of a question, one after the other."""
    screen.say()
    for rule in dict.fromkeys(_rules(question.start, question.policy)):
        tell_rule(question.game, rule, screen)


def tell_rules_of_roll(game: Game, roll: Roll, screen: Screen) -> None:
    """The rules of a roll that was made."""
    screen.say()
    for rule in dict.fromkeys(_rules_of_roll(roll)):
        tell_rule(game, rule, screen)


def _rules_of_roll(roll: Roll) -> Iterator[str]:
    for taken in roll.taken:
        if isinstance(taken, Cast):
            yield from (term.rule for pool in taken.throw.pools for term in pool.terms)
            yield taken.throw.rule
        else:
            yield taken.asked.rule
    yield roll.step.rule
    yield from (due.rule for due in roll.outcome.dues if due.rule) if roll.outcome else ()


def tell_rule(game: Game, rule: str, screen: Screen) -> None:
    """One rule: what the game says, or what a ruling settles where it does not say."""
    said = game.rules.get(rule)
    if said is None:
        said = " ".join(each.reason for each in rulings_of(game.rulings).values() if each.rule == rule)
    screen.flow(f"{rule}  {said}".rstrip(), indent=len(rule) + 2, first=0)


def _rules(start: Step, policy: Policy) -> Iterator[str]:
    """The rule of every step that can come up, as far as a reader could follow."""
    left, seen = [start], set[Step]()
    while left and len(seen) < MOST_STEPS:
        step = left.pop(0)
        if step in seen:
            continue
        seen.add(step)
        yield step.rule
        match step:
            case Throw():
                yield from (term.rule for pool in step.pools for term in pool.terms)
                left.extend(next_step for next_step, _ in fallings(step)[0])
            case Decide():
                left.append(after(step, policy(step)))
            case Outcome():
                yield from (due.rule for due in step.dues if due.rule)


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
    for tier, means in move.means.items():
        screen.entry(tier, means)
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
    questions = game.face.questions if game.face else {}
    for each in rulings.values():
        asks = f"{questions[each.name].asks} " if each.name in questions else ""
        screen.entry(each.name, f"{asks}{_values(each)}. {each.reason} ({each.rule})")


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


SHOW_OPTIONS = (
    JSON,
    Option("rules", "Only the rules, by their ids."),
    Option("template", "A sheet to start from, as JSON."),
    Option("toml", "Its action roll as a game file, to start a house rule from."),
)


def run_show(words: Sequence[str], screen: Screen) -> int:
    """Show a game, one of its moves, or the sentence of one rule."""
    given = parse(words, SHOW_OPTIONS, most_words=2)
    if not given.words:
        raise InputError(f"Name the game; accepted: {', '.join(each.id for each in games())}.")
    shown = game(given.words[0])
    if given.words[1:] and _is_rule(shown, given.words[1]):
        tell_rule(shown, given.words[1], screen)
        return 0
    move = shown.move(given.words[1]) if len(given.words) > 1 else None
    if given.has("toml"):
        from actionroll.shelf import core

        screen.say(core(shown).rstrip())
    elif given.has("template"):
        import json

        from actionroll.cli.sheet_file import template

        screen.say(json.dumps(template(shown), ensure_ascii=False, indent=2))
    elif given.has("json"):
        from actionroll.cli.batch import written
        from actionroll.wire import game_shown, move_shown

        screen.say(written(move_shown(move) if move else game_shown(shown)))
    elif move:
        tell_move(move, screen)
    else:
        tell_game(shown, screen, only_rules=given.has("rules"))
    return 0


def _is_rule(shown: Game, name: str) -> bool:
    return name in shown.rules or any(each.rule == name for each in rulings_of(shown.rulings).values())


SHOW = Command("GAME [MOVE or RULE]", SHOW_OPTIONS, run_show)


GAMES_OPTIONS = (JSON,)


def run_games(words: Sequence[str], screen: Screen) -> int:
    """List the games."""
    given = parse(words, GAMES_OPTIONS)
    listed = games()
    if given.has("json"):
        from actionroll.cli.batch import written

        screen.say(written([{"game": each.id, "title": each.title, "line": each.line} for each in listed]))
        return 0
    widest = max(len(each.id) for each in listed) + 2
    for each in listed:
        screen.say(f"{each.id:<{widest}}{each.line}")
    return 0


GAMES = Command("", GAMES_OPTIONS, run_games)
