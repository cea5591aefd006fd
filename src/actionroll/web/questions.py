"""Questions about a move: odds with near alternatives, advice, odds over the values of one input, and game files."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import prod
from operator import attrgetter
from time import perf_counter, process_time, thread_time
from typing import Any, NamedTuple

import msgspec

from actionroll import api, wire
from actionroll.charts.curves import curves_svg
from actionroll.errors import ActionrollError, Budget, CannotPay, InputError, LimitError
from actionroll.files import read, table_game
from actionroll.files.source import Fault, FileError
from actionroll.reckoning import Odds, count
from actionroll.reckoning.play import begin, choose, replay, sides_of
from actionroll.reckoning.record import Roll, told_next
from actionroll.rules.game import BEST, Game, Move, Policy
from actionroll.rules.inputs import inputs_of
from actionroll.rules.kinds import Kind
from actionroll.rules.kinds import read as read_value
from actionroll.rules.sheet import picks_of, starting_values
from actionroll.rules.steps import Decide, Step, Throw
from actionroll.values import Remembered
from actionroll.web.bodies import (
    AdviceBody,
    Body,
    NearBody,
    OddsBody,
    QuestionBody,
    VaryBody,
    WorkshopBody,
    attempt_encoded,
    encoded,
)

MOST_ROWS = 40
MOST_STARTS, MOST_RULINGS = 256, 64
FEW_STEPS, MOMENT_SECONDS, TIMES_LONG = 2_000, 0.002, 3
"""What is counted within so many steps is counted at once; a move that takes longer all the same is so no more."""


_long: dict[tuple[str, str], int] = {}
"""How often in a row a move took longer than a moment; the first time, much is worked out that is then known."""


def at_once(what: str, body: Any) -> bytes | None:
    """The answer to a question that is counted in a moment, or None."""
    asked = (body.game, body.move) if what == "odds" and not body.near and not body.file else None
    if asked is None or (long := _long.get(asked, 0)) >= TIMES_LONG:
        return None
    clock = thread_time if long else perf_counter  # which is quick to ask, and counts what others took of the time
    began = clock()
    try:
        return encoded(odds_answer(body, Budget(FEW_STEPS)))
    except LimitError:
        return None
    finally:
        if clock() - began > MOMENT_SECONDS:
            if len(_long) >= MOST_STARTS:
                _long.clear()  # whoever asks for ever other dice fills no memory
            _long[asked] = long + 1
        elif long:
            del _long[asked]


def odds_answer(body: OddsBody, within: Budget | None = None) -> Any:
    """Exact odds with what will be rolled, and near alternatives if wanted."""
    within = within or Budget(clock=process_time)
    asked = _question(body, within=within)
    start = Start(asked.start, asked.policy, asked.tiers, within.steps)
    told = _told_from(start) if BEST in asked.decide.values() else _starts.of(start, *_key(start), *start[1:])
    asks, under = _asked(asked.game, asked.move, asked.rulings, tuple(asked.decide.items()))
    nearby = b""
    if body.near:
        over = None if body.over is None else frozenset(body.over)
        nearby = b',"near":' + encoded(near(_nearby(body, asked.game, within), over))
    return msgspec.Raw(b'{%b,"attempt":%b,%b,%b%b}' % (asks, attempt_encoded(asked.attempt), under, told, nearby))


class Start(NamedTuple):
    """Where a roll begins, what answers its decisions, what it can end in, and how many steps may be counted."""

    step: Step
    policy: Policy
    tiers: tuple[str, ...]
    steps: int


def _told_from(start: Start) -> bytes:
    """The odds from a first step on and what is thrown first, as JSON."""
    standing = before_first_throw(start.step, start.policy)
    told = {
        **wire.odds_shown(count(start.step, start.policy, start.tiers, Budget(start.steps, process_time))),
        **throw_told(standing),
        "dice": wire.dice_to_throw(standing.step) if isinstance(standing.step, Throw) else [],
    }
    return encoded(told)[1:-1]


_starts = Remembered(_told_from, MOST_STARTS)
"""Many attempts come to the same first step."""
_thrown = attrgetter("rule", "then", "given", "read", "gather", "costs", "further")
_cast = attrgetter("sides", "statistic", "kept", "sources", "by", "beside", "note")
_counted = attrgetter("label", "count", "rule", "apart", "tells")


def _key(start: Start) -> tuple[Hashable, ...]:
    """A first step with the words of its throw, which take no part in equality; as plain tuples, found quickly."""
    thrown = start.step
    if not isinstance(thrown, Throw) or not sides_of(thrown):
        standing = before_first_throw(start.step, start.policy)
        thrown = standing.step
        if not isinstance(thrown, Throw):
            return start.step, told_next(standing).says
    pools = [(_cast(pool), *map(_counted, pool.terms)) for pool in thrown.pools]
    return _thrown(thrown) if thrown is start.step else start.step, *pools


@lru_cache(maxsize=MOST_RULINGS)
def _asked(game: Game, move: Move, rulings: Any, decide: tuple[tuple[str, str], ...]) -> tuple[bytes, bytes]:
    """What is asked, as JSON: what stands before its attempt, and what behind it."""
    under = {"rulings": wire.rulings_shown(rulings), "decide": dict(decide)}
    return encoded({"game": game.id, "move": move.name})[1:-1], encoded(under)[1:-1]


def near_answer(body: NearBody) -> Any:
    """The odds of every near alternative over the inputs named, and with each thing used or left."""
    asked = _nearby(body, _played(body), Budget(clock=process_time))
    things = dict(_with_things(asked, body.things))  # few, and looked at first: before a grid that takes all the time
    return {**near(asked, frozenset(body.over)), "things": things}


def _with_things(asked: Unchecked, attempts: Mapping[str, wire.Json]) -> Iterator[tuple[str, wire.Json]]:
    """What each thing makes of it, as far as the rules allow it and there is time."""
    for name, attempt in attempts.items():
        if asked.budget.lasts():
            with suppress(ActionrollError):
                yield name, _alternative(replace(asked, attempt=attempt), {}) or {}


def _nearby(body: QuestionBody, played: Any, within: Budget) -> Unchecked:
    return Unchecked(played, body.move, body.attempt, body.rulings, body.decide, within)


def advice_answer(body: AdviceBody) -> Any:
    """Advice on the decisions from here on that come up most often, and whether there may be more."""
    asked = _question(body, aim=body.aim)
    step = replay(asked.start, body.answers).step if body.answers else None
    head = wire.head(asked.game, asked.move, asked.attempt, asked.rulings, asked.decide)
    advised = api.advise_of(asked, step, body.most)
    return {**head, "decisions": wire.advise_shown(advised), "more": len(advised) == body.most}


def vary_answer(body: VaryBody) -> Any:
    """The odds for each value of one input, as rows and as a picture; `more` if there was no time for all of them."""
    asked = _question(body)
    declared = inputs_of(asked.move.attempt)
    if body.over not in declared:
        raise InputError(f"over takes one of {', '.join(declared)}.")
    values = _values(declared[body.over].kind) if body.values is None else body.values
    rows = list(_rows(body, values))
    levels = list(asked.tiers)
    drawn = [(_told(value), [odds.get(level, Fraction(0)) for level in levels]) for value, odds in rows]
    here = _told(wire.attempt_shown(asked.attempt).get(body.over))
    title = asked.varied(body.over, body.attempt)
    return {
        "over": body.over,
        "rows": [{"value": value, "tiers": wire.tiers_shown(odds)} for value, odds in rows],
        "more": len(rows) < len(values),
        "svg": curves_svg(levels, drawn, title=title, axis=body.over.replace("_", " "), here=here, width=body.width),
    }


def _rows(body: VaryBody, values: Iterable[Any]) -> Iterator[tuple[Any, Odds]]:
    """The odds for value after value, while there is time; at least for the first."""
    within = Budget(clock=process_time)
    for place, value in enumerate(values):
        try:
            yield value, api.odds_of(_question(body, {body.over: value}, within=within.anew()))
        except LimitError:
            if not place:
                raise
            return
        if not within.lasts():
            return


def _question(
    body: QuestionBody, more: dict[str, Any] | None = None, aim: Any = None, within: Budget | None = None
) -> api.Question:
    """What is asked, checked. Nothing of it is remembered but its answer (`answers`)."""
    attempt, budget = {**body.attempt, **more} if more else body.attempt, within or Budget(clock=process_time)
    how = {"rulings": body.rulings, "decide": body.decide}
    return api.question(_played(body), body.move, attempt, **how, aim=aim, budget=budget, remembered=False)


def _played(body: QuestionBody) -> Any:
    return table_game(body.file) if body.file else body.game


def workshop_answer(body: WorkshopBody) -> Any:
    """What a game file comes to: its faults, or the game with the odds and the first throw of an attempt."""
    try:
        found, hints = read(body.file, "the file")
    except FileError as error:
        return {"faults": _placed(error.faults), "hints": []}
    move = body.move if body.move in [each.name for each in found.moves] else found.moves[0].name
    attempt = {**example(found, move), **_fitting(found.move(move), body.attempt or {})}
    decide = _fitting_ways(found.move(move), body.decide)
    told = {"faults": [], "hints": _placed(hints)}
    shown = {**told, "game": wire.game_shown(found), "sheet": starting_values(found.sheet), "move": move}
    try:
        within = Budget(clock=process_time)
        asked = api.question(found, move, attempt, rulings=body.rulings, decide=decide, budget=within)
        head = wire.head(found, asked.move, asked.attempt, asked.rulings, asked.decide)
        return {**shown, "odds": {**head, **wire.odds_shown(api.odds_of(asked)), **first_throw(asked)}}
    except ActionrollError as error:
        return {**shown, "refused": str(error)}


def _fitting(move: Move, given: Mapping[str, Any]) -> dict[str, Any]:
    """What was set by hand, as far as the file still has such inputs and they take it."""
    found = {}
    for name, each in inputs_of(move.attempt).items():
        if name in given:
            with suppress(ActionrollError):
                read_value(each.kind, name, given[name])
                found[name] = given[name]
    return found


def _fitting_ways(move: Move, given: Mapping[str, str]) -> dict[str, str]:
    """The same of ways to decide."""
    ways = {each.name: (*each.options, *each.policies, BEST) for each in move.decisions}
    return {name: how for name, how in given.items() if how in ways.get(name, ())}


def _placed(faults: Iterable[Fault]) -> list[dict[str, Any]]:
    return [{"line": each.place.line, "column": each.place.column, "says": each.says} for each in faults]


def example(found: Game, move: str) -> dict[str, Any]:
    """An attempt to begin with: what the template's sheet gives, and for the rest that is needed a middling value."""
    values, fill = starting_values(found.sheet), found.sheet.fill.get(move)
    made: dict[str, Any] = {}
    for each in inputs_of(found.move(move).attempt).values():
        some = list(each.kind.single().values())
        if each.required and some:
            value = some[len(some) // 2]
            made[each.name] = [value] if each.kind.repeats else value
    if fill is not None:
        made |= fill(values, next(iter(picks_of(found.sheet, move)), ""))
    return made


def _values(kind: Kind) -> list[Any]:
    if values := list(kind.values())[:MOST_ROWS]:
        return values
    raise InputError("over takes an input with a number, a die or a choice.")


def _told(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).replace("_", " ")


# Near alternatives: every toggle and stepper around an attempt, so that a change shows at once

WHOLE_GRID = 192
MOST_PAIRED = 4
"""An input with more values than this is changed alone: its pairs would crowd out all others."""
DECIDE = "decide."


@dataclass(frozen=True)
class Unchecked:
    """A question as it was asked, before it is checked."""

    game: Any
    move: str
    attempt: Mapping[str, Any]
    rulings: Mapping[str, Any] = field(default_factory=dict)
    decide: Mapping[str, str] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)

    def question(self) -> api.Question:
        """The question, checked, with what is left of its budget."""
        within = self.budget.anew()
        return api.question(self.game, self.move, self.attempt, rulings=self.rulings, decide=self.decide, budget=within)

    def changed(self, change: Mapping[str, Any]) -> Unchecked:
        """The same with some inputs and decisions changed."""
        inputs = {name: value for name, value in change.items() if not name.startswith(DECIDE)}
        decide = {name.removeprefix(DECIDE): value for name, value in change.items() if name.startswith(DECIDE)}
        return replace(self, attempt={**self.attempt, **inputs}, decide={**self.decide, **decide})


def near(asked: Unchecked, over: frozenset[str] | None = None) -> wire.Json:
    """The near alternatives of a question, over the inputs named (all that change dice, unless said)."""
    stands = asked.question()  # without its own odds there is no answer
    values = {**_nearby_decisions(stands, over), **_nearby_inputs(stands, over)}
    names = [name for name, found in values.items() if len(found) > 1]
    changes = sorted(_changes({name: values[name] for name in names}), key=len)  # there may be no time for the last
    grid = [_alternative(asked, change) for change in changes if not change or asked.budget.lasts()]
    unpaid = [each for each in grid if each and "unpaid" in each and len(each["change"]) == 1]
    found = [each for each in grid if each and "unpaid" not in each]
    return {"inputs": names, "grid": found, **({"unpaid": unpaid} if unpaid else {})}


def before_first_throw(start: Step, policy: Policy) -> Roll:
    """The roll with the decisions that come before any dice answered by a policy."""
    standing = begin(start)
    while isinstance(standing.step, Decide):
        standing = choose(standing, policy(standing.step))
    return standing


def decisions_before(asked: api.Question) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The decisions that come before any dice: what is chosen, and the options."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    standing = begin(asked.start)
    while isinstance(standing.step, Decide):
        chosen = asked.policy(standing.step)
        found[standing.step.name] = (chosen, standing.step.options)
        standing = choose(standing, chosen)
    return found


def first_throw(asked: api.Question) -> wire.Json:
    """What will be rolled first, in a plain sentence, and what that costs."""
    return throw_told(before_first_throw(asked.start, asked.policy))


def throw_told(standing: Roll) -> wire.Json:
    """What is rolled next, in a plain sentence, and what that costs."""
    costs = standing.step.costs if isinstance(standing.step, Throw) else ()
    return {**told_next(standing)._asdict(), "costs": wire.effects_shown(costs)}


def _nearby_inputs(stands: api.Question, over: frozenset[str] | None) -> dict[str, list[Any]]:
    declared = inputs_of(type(stands.attempt))
    kinds = {name: each.kind for name, each in declared.items() if (over is None or name in over) and each.weighs}
    now = {name: getattr(stands.attempt, name) for name in kinds}
    return {name: [kind.show(now[name]), *kind.neighbours(now[name])] for name, kind in kinds.items()}


def _nearby_decisions(stands: api.Question, over: frozenset[str] | None) -> dict[str, list[Any]]:
    return {
        DECIDE + name: [chosen, *(option for option in options if option != chosen)]
        for name, (chosen, options) in decisions_before(stands).items()
        if over is None or DECIDE + name in over
    }


def _changes(values: Mapping[str, list[Any]]) -> Iterator[wire.Json]:
    """The whole grid where it is small, else each change alone and then pairs."""
    if prod(len(found) for found in values.values()) <= WHOLE_GRID:
        for picked in product(*values.values()):
            yield {
                name: value for (name, found), value in zip(values.items(), picked, strict=True) if value != found[0]
            }
        return
    yield {}
    single = [(name, value) for name, found in values.items() for value in found[1:]]
    yield from ({name: value} for name, value in single)
    room = max(0, WHOLE_GRID - 1 - len(single))
    few = [(name, value) for name, value in single if len(values[name]) <= MOST_PAIRED]
    pairs = ({one[0]: one[1], two[0]: two[1]} for one, two in combinations(few, 2) if one[0] != two[0])
    for _, pair in zip(range(room), pairs, strict=False):
        yield pair


def _alternative(asked: Unchecked, change: wire.Json) -> wire.Json | None:
    """One alternative; why it cannot be had, where its price is not there; nothing where the rules do not allow it."""
    try:
        stands = asked.changed(change).question()
        return {"change": change, **wire.counted_shown(stands.game, api.odds_of(stands)), **first_throw(stands)}
    except ActionrollError as refused:
        if not change:
            raise
        return {"change": change, "unpaid": refused.sentence} if isinstance(refused, CannotPay) else None


ANSWERS: dict[str, tuple[type[Body], Callable[[Any], Any]]] = {
    "workshop": (WorkshopBody, workshop_answer),
    "odds": (OddsBody, odds_answer),
    "near": (NearBody, near_answer),
    "advice": (AdviceBody, advice_answer),
    "vary": (VaryBody, vary_answer),
}
