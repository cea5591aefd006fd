"""Write tests/golden/contract: what each game takes, its bounds, defaults and who says it, line by line (`make docs`).

Whoever changes one of these lines changes what tables, files and programs were told before; a test holds them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from pathlib import Path
from typing import Any

from actionroll import wire
from actionroll.api import question, roll_of
from actionroll.errors import InputError
from actionroll.games import BUILT_IN, game
from actionroll.reckoning.record import all_effects
from actionroll.rules.game import Game, Scene
from actionroll.rules.inputs import Input, inputs_of, make_attempt, make_rulings, rulings_of
from actionroll.rules.sheet import Track, bound_of, starting_values
from actionroll.rules.steps import Due, Way
from actionroll.rules.things import ThingKind, thing_shown
from actionroll.scenes import scenes

FOLDER = Path(__file__).parent.parent / "tests" / "golden" / "contract"
FLAGS = ("required", "called", "late")


def contract(name: str) -> str:
    """All lines of a game."""
    found = game(name)
    lines = [
        *_moves(found),
        *_rulings(found),
        *_sheet(found),
        *_named_moves(found),
        *_finished(found),
        *(line for each in scenes(name) for line in _scene(each)),
    ]
    return "\n".join(lines) + "\n"


def _moves(found: Game) -> Iterator[str]:
    for move in found.moves:
        told = f"{'; players only' if move.players_only else ''}{'; no dice' if move.diceless else ''}"
        yield f"{move.name}: {', '.join(move.tiers)}{told}"
        yield from (f"{move.name}.{line}" for line in _inputs(move.attempt))
        yield from (f"{move.name}.{line}" for line in _under(found, move.attempt))


def _inputs(attempt: type[Any]) -> Iterator[str]:
    for each in inputs_of(attempt).values():
        shown = wire.input_shown(each)
        flags = "".join(f", {flag}" for flag in FLAGS if shown.get(flag))
        default = f", default {shown['default']}" if "default" in shown else ""
        yield f"{each.name}: {shown['accepts']}, by {each.by}{flags}{default}{_joins(each)}{_besides(each)}"
    for moot in getattr(attempt, "moot", ()):
        values = " or ".join(map(str, moot.values))
        but = ", ".join(moot.but) or "that"
        says = f"{', '.join(moot.of)} counts for nothing" if moot.of else f"nothing counts but {but}"
        yield f"{moot.input}: with {values} {says}"


def _joins(each: Input) -> str:
    joins = each.joins
    if joins is None:
        return ""
    proof = f" by {' '.join(joins.proof)}" if joins.proof else ""
    asked_anew = f", {joins.anew} may be said anew from {joins.group} on" if joins.anew else ""
    return f", joins{' with a trait' if joins.with_trait else ''} as {joins.part}{proof}{asked_anew}"


def _besides(each: Input) -> str:
    told = {
        "with a gm": each.with_gm,
        "reopens": " ".join(each.reopens),
        "relaxed by": each.relaxed and "=".join(map(str, each.relaxed)),
        "of each who": each.of_each and each.of_each.joined,
        "else": each.of_each and each.of_each.unsaid,
    }
    return "".join(f", {what} {value}" for what, value in told.items() if value)


def _under(found: Game, attempt: type[Any]) -> Iterator[str]:
    """Inputs that are there, that are waited for, or that demand words only under some rulings."""
    rules = rulings_of(found.rulings).values()
    others = [{each.name: word} for each in rules for word in each.kind.choices() if word != each.show(each.default)]
    settings = [{}, *others, *(one | other for one, other in combinations(others, 2) if one.keys() != other.keys())]
    ruled = [make_rulings(found.rulings, each) for each in settings]
    for each in inputs_of(attempt).values():
        for what, holds in (("there", each.under), ("joined with words", each.joins and each.joins.how)):
            if holds:
                told = [each for each, under in zip(settings, ruled, strict=True) if holds(under)]
                least = [each for each in told if not any(less.items() < each.items() for less in told)]
                yield f"{each.name} is {what} under {' or '.join(map(_setting, least)) or 'no ruling'}"


def _setting(rulings: Mapping[str, str]) -> str:
    return " and ".join(f"{name}={value}" for name, value in rulings.items()) or "the usual ones"


def _rulings(found: Game) -> Iterator[str]:
    for each in rulings_of(found.rulings).values():
        shown = wire.ruling_shown(each)
        yield f"ruling {each.name}: {shown['accepts']}, default {shown['default']}"


def _sheet(found: Game) -> Iterator[str]:
    values = starting_values(found.sheet)
    for trait in found.sheet.traits:
        yield f"trait {trait.name}: {trait.kind.accepts()}, {trait.start}{'' if trait.rolls else ', not rolled'}"
    for track in found.sheet.tracks:
        yield _track(track, values)
    for mark in found.sheet.marks:
        yield f"mark {mark.name}: {mark.owner}"
    for kind in found.sheet.things:
        yield from _things(kind)


def _track(track: Track, values: Any) -> str:
    low, high, start = (bound_of(bound, values) for bound in (track.low, track.high, track.start))
    end = "".join(
        f", {what} {name}" for what, name in (("full sets", track.when_full), ("flows to", track.overflow)) if name
    )
    return f"track {track.name}: {low} to {high}, {start}, {track.owner}{end}{', rolled' if track.rolls else ''}"


def _things(kind: ThingKind) -> Iterator[str]:
    yield f"things {kind.name}: {kind.worth.accepts() if kind.worth else 'no worth'}, wears {kind.wears or 'nothing'}"
    for use in kind.uses:
        fills = ", ".join(f"{name} {value}" for name, value in use.fills.items())
        yield f"things {kind.name} {use.name}: {fills}{f', {use.value.accepts()}' if use.value else ''}, by {use.by}"
    for thing in kind.ready:
        yield f"things {kind.name} {thing.name}: {thing_shown(thing)}"


NAMED_MOVES = "sf_move"
FALLS = {
    "strong": (6, 1, 2),
    "strong, match": (6, 1, 1),
    "weak": (6, 1, 10),
    "miss": (1, 9, 10),
    "miss, match": (1, 9, 9),
}


METERS = ("health", "spirit", "supply", "companion_health", "integrity")
IMPACTS = ("wounded", "shaken", "unprepared", "battered")
STANDINGS: dict[str, dict[str, Any]] = {
    "with every meter at 0": dict.fromkeys(METERS, 0),
    "with every impact": dict.fromkeys(IMPACTS, True) | {"impacts": len(IMPACTS)},
}


def _named_moves(found: Game) -> Iterator[str]:
    """What each outcome of a move that has a name of its own changes and leaves open, number by number.

    Beside it, where that differs, for someone at the end of their strength; and what the move is rolled with.
    """
    named = inputs_of(found.moves[0].attempt).get(NAMED_MOVES)
    for name in named.kind.choices() if named else ():
        yield f"{name}, rolled with {_rolled_with(found, name)}"
        for fall, dice in FALLS.items():
            usual = _brought(found, name, dice, {})
            yield f"{name}, {fall}: {usual}"
            for standing, values in STANDINGS.items():
                if (told := _brought(found, name, dice, values)) != usual:
                    yield f"{name}, {fall}, {standing}: {told}"


FINISHES, RANK = "finishes", "rank"
ENDS = {"strong": (1, 2), "strong, match": (1, 1), "weak": (1, 10), "miss": (9, 10), "miss, match": (9, 9)}
TRACKS: dict[str, dict[str, Any]] = {
    "": {"boxes": 6, "legacy_ticks": 3},
    ", its legacy almost full": {"boxes": 6, "legacy_ticks": 38},
    ", its legacy cleared before": {"boxes": 6, "legacy_ticks": 3, "legacy_cleared": True},
}


def _finished(found: Game) -> Iterator[str]:
    """What comes of finishing something, by what it is and by its rank; where it is the same as above, nothing."""
    for move in found.moves:
        inputs = inputs_of(move.attempt)
        for kind in inputs[FINISHES].kind.choices() if FINISHES in inputs else ():
            told: set[str] = set()
            for rank, (fall, dice), (standing, values) in product(
                inputs[RANK].kind.choices(), ENDS.items(), TRACKS.items()
            ):
                brings = f"{fall}: {_ended(found, move.name, dice, {FINISHES: kind, RANK: rank, **values})}"
                if brings not in told:
                    yield f"{move.name} of {kind}, {rank}{standing}, {brings}"
                told.add(brings)


def _brought(found: Game, name: str, dice: tuple[int, ...], values: Mapping[str, Any]) -> str:
    return _ended(found, found.moves[0].name, dice, {"stat": 1, NAMED_MOVES: name, "momentum": 0, **values})


def _ended(found: Game, move: str, dice: tuple[int, ...], attempt: Mapping[str, Any]) -> str:
    done = roll_of(question(found.id, move, attempt), answers=[list(dice)]).roll
    assert done.outcome is not None
    told = [f"{each.track} {each.by:+d}" for each in all_effects(done)]
    told += [line for due in done.outcome.dues for line in _due(due)]
    return "; ".join(told) or "nothing"


def _rolled_with(found: Game, name: str) -> str:
    """The stats that it takes, and which of two counts where it compares them."""
    stats = [each for each in inputs_of(found.moves[0].attempt)["stat_name"].kind.choices() if each != "none"]
    taken = [each for each in stats if _score(found, name, {"stat_name": each, "stat": 1}) is not None]
    counts = {None: "", 1: ", the lower of two", 3: ", the higher of two"}
    return f"{', '.join(taken)}{counts[_score(found, name, {'stat': 1, 'other_stat': 3})]}"


def _score(found: Game, name: str, said: Mapping[str, Any]) -> int | None:
    """What is added to a die that shows 1; None if it is not taken."""
    try:
        asked = question(found.id, found.moves[0].name, {NAMED_MOVES: name, "momentum": 0, **said})
        done = roll_of(asked, answers=[[1, 9, 10]]).roll
    except InputError:
        return None
    assert done.outcome is not None
    return int(dict(done.outcome.facts)["score"]) - 1


def _due(due: Due) -> Iterator[str]:
    ways = [f"{way.name}{_points(way)}" for way in due.ways]
    yield f"{due.kind}{f' {due.amount}' if due.amount else ''}: {', '.join(ways)}"


def _points(way: Way) -> str:
    return f" ({way.track} {way.each:+d}, up to {way.most}, {way.per} a point)" if way.track else ""


def _scene(scene: Scene) -> Iterator[str]:
    settings = make_attempt(scene.settings, {})
    yield f"scene {scene.name}: {scene.move}"
    yield from (f"scene {scene.name}.{line}" for line in _inputs(scene.settings))
    for each in scene.carried(settings):
        yield f"scene {scene.name} carries {each.name}: {each.low} to {each.high}, {each.start}"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in BUILT_IN:
        (FOLDER / f"{name}.txt").write_text(contract(name), encoding="utf-8")


if __name__ == "__main__":
    main()
