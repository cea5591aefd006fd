"""Whether what a game names is there: each name that is nowhere declared is told in a sentence.

It holds for games in Python as for files; `actionroll check` and the tests ask it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from actionroll.errors import ActionrollError
from actionroll.rules.game import CANNOT_BE_DONE, JUST_HAPPENS, Game, Move
from actionroll.rules.inputs import inputs_of, make_rulings, rulings_of
from actionroll.rules.kinds import read
from actionroll.rules.sheet import Joining, picks_of, rolled_with, starting_values
from actionroll.rules.steps import Decide, Due, Outcome, Step, Throw

PARTS = re.compile(r"roller|attacker|defender|gm|table|(helper|member|participant)-\d+")
OTHER_TIERS = (JUST_HAPPENS, CANNOT_BE_DONE)
SHORTENED = {"wp", "sf", "npc", "max", "min", "plus"}
OPEN_QUESTION = re.compile(r"[A-Z]+-[A-Z]\d+")
"""What a game's text leaves open has ids of its own, `ITD-A9`, and is told by its ruling."""


def faults_of(game: Game) -> list[str]:
    """What does not fit together in what a game declares, before anything is rolled."""
    return [*_in_rules(game), *_in_sheet(game), *_in_moves_of_sheet(game), *_in_picks(game), *_in_labels(game)]


def _in_picks(game: Game) -> Iterator[str]:
    known = {*names_on_sheet(game), ""}
    for move, picks in game.sheet.picks.items():
        groups = {trait.group for trait in game.sheet.traits}
        for name in picks:
            if name not in known | groups:
                yield f"The move {move} can be made with {name}, and no sheet has it."


def _in_labels(game: Game) -> Iterator[str]:
    inputs = {re.sub("^(attacker|defender)_", "", name) for move in game.moves for name in inputs_of(move.attempt)}
    names = inputs | names_on_sheet(game) | set(rulings_of(game.rulings))
    for name in game.labels:
        if name not in names:
            yield f"The game has a label for {name}, and nothing of that name."
    for name in sorted(names):
        if short := set(game.label(name).split()) & SHORTENED:
            yield f"People do not say {short.pop()}: label {name} as they call it."


def _in_rules(game: Game) -> Iterator[str]:
    for ruling in rulings_of(game.rulings).values():
        yield from _rule(game, ruling.rule, f"the ruling {ruling.name}")
    for rule in game.advice:
        yield from _rule(game, rule, "the advice")


def _in_sheet(game: Game) -> Iterator[str]:
    for trait in game.sheet.traits:
        if trait.kind.show(read(trait.kind, trait.name, trait.start)) != trait.start:
            yield f"The trait {trait.name} starts as {trait.start!r}, and is written otherwise: a die as 'd6'."
    marks = {mark.name for mark in game.sheet.marks}
    for track in game.sheet.tracks:
        if track.when_full and track.when_full not in marks:
            yield f"The track {track.name} sets the mark {track.when_full} when it is full, and there is none."
        if track.overflow and track.overflow not in names_on_sheet(game):
            yield f"The track {track.name} flows over into {track.overflow}, and there is none."
    for mark in game.sheet.each_round:
        if mark not in marks:
            yield f"The mark {mark} lasts for a round, and there is none."


def _in_moves_of_sheet(game: Game) -> Iterator[str]:
    sheet, moves = game.sheet, {move.name: move for move in game.moves}
    for name in {*sheet.fill, *sheet.fill_for, *sheet.share, *sheet.lend, *sheet.picks} - set(moves):
        yield f"The sheet speaks of a move {name}, and there is none."
    for move in game.moves:
        inputs = inputs_of(move.attempt)
        of_sheet = [name for name, each in inputs.items() if each.required and each.by == "sheet"]
        needed = {name for name in of_sheet if not _theirs(name, move)}
        for pick, filled in _read_by(game, move):
            for name in filled - set(inputs):
                yield f"The sheet fills {name} of the move {move.name}, and it has no such input."
            for name in needed - filled if pick else ():
                yield f"The move {move.name} needs {name} of the sheet, and it is not filled."
        for name in _lent_to(game, move) - set(inputs):
            yield f"A friend's sheet lends {name} to the move {move.name}, and it has no such input."


def _theirs(name: str, move: Move) -> bool:
    """Whether an input is read from the sheet of the other side."""
    return bool(move.against) and name.startswith(f"{move.against}_")


def _read_by(game: Game, move: Move) -> Iterator[tuple[str, set[str]]]:
    """What can be picked on the sheet for a move, and the inputs that it then reads."""
    fill = {**game.sheet.share, **game.sheet.fill}.get(move.name)
    values = starting_values(game.sheet)
    for pick in picks_of(game.sheet, move.name) if fill else rolled_with(game.sheet):
        yield pick, set(fill(values, pick)) if fill else set()


def _lent_to(game: Game, move: Move) -> set[str]:
    """The inputs that a friend's sheet brings to a move, whatever they pick on it."""
    lend = game.sheet.lend.get(move.name)
    if lend is None:
        return set()
    values, rulings = starting_values(game.sheet), make_rulings(game.rulings, {})
    return {name for pick in rolled_with(game.sheet) for name in lend(values, Joining(pick, {}, rulings))}


def names_on_sheet(game: Game) -> set[str]:
    """Traits, tracks and marks."""
    return set(starting_values(game.sheet))


def faults_of_step(game: Game, move: Move, step: Step) -> Iterator[str]:
    """What a step names and the game does not declare."""
    yield from _rule(game, step.rule, type(step).__name__)
    match step:
        case Throw():
            for pool in step.pools:
                if len(pool.sources) > 1 and len(pool.sources) != len(pool.sides):
                    yield f"A pool of {len(pool.sides)} dice names {len(pool.sources)} sources; name one, or one each."
                for term in pool.terms:
                    yield from _rule(game, term.rule, f"the term {term.label}")
        case Decide():
            yield from _in_decision(move, step)
        case Outcome():
            if step.tier not in (*move.tiers, *OTHER_TIERS) and move.tiers_of is None:
                yield f"The move {move.name} ends in the tier {step.tier}, and lists {', '.join(move.tiers)}."
            for due in step.dues:
                yield from _in_due(game, due)


def _in_decision(move: Move, asked: Decide) -> Iterator[str]:
    listed = next((list(each.options) for each in move.decisions if each.name == asked.name), None)
    if listed is None:
        yield f"The decision {asked.name} is asked, and the move {move.name} does not list it."
    elif not set(asked.options) <= set(listed):
        yield f"The decision {asked.name} offers {', '.join(asked.options)}, and lists {', '.join(listed)}."
    elif asked.options[0] != listed[0]:
        yield f"The decision {asked.name} offers {asked.options[0]} first, and lists {listed[0]} first."
    yield from _part(asked.by, f"the decision {asked.name}")


def _in_due(game: Game, due: Due) -> Iterator[str]:
    if due.rule:
        yield from _rule(game, due.rule, f"the due {due.kind}")
    for part in (due.by, due.on, *due.among):
        yield from _part(part, f"the due {due.kind}")
    if due.answered_by and due.answered_by not in {move.name for move in game.moves}:
        yield f"The due {due.kind} is answered by the move {due.answered_by}, and there is none."
    for way in due.ways:
        try:
            effects = game.settle(due, [{"way": way.name, "amount": due.amount or 1}])
        except ActionrollError:  # what must be shared out otherwise
            continue
        for effect in effects:
            if effect.track not in names_on_sheet(game):
                yield f"The due {due.kind}, settled by {way.name}, changes {effect.track}, and no sheet has it."


def _rule(game: Game, rule: str, where: str) -> Iterator[str]:
    if rule not in game.rules and not OPEN_QUESTION.fullmatch(rule):
        yield f"There is no rule {rule}, which {where} names."


def _part(part: str, where: str) -> Iterator[str]:
    if not PARTS.fullmatch(part):
        yield f"There is no part {part}, which {where} names."
