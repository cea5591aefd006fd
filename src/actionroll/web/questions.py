"""Questions about a move: odds with near alternatives, advice, and odds over the values of one input.

Run as a program, this is a process of its own that answers them one by one, each within the same patience.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import lru_cache
from struct import Struct
from time import process_time, thread_time
from typing import Any, BinaryIO

import msgspec

from actionroll import api, wire
from actionroll.charts.curves import curves_svg
from actionroll.errors import PATIENCE, TOO_LONG, ActionrollError, Budget, InputError, LimitError, RollError
from actionroll.files import read, table_game
from actionroll.files.source import Fault, FileError
from actionroll.games import bring
from actionroll.neighbours import Asked, first_throw, near
from actionroll.reckoning import Odds, count
from actionroll.reckoning.play import replay
from actionroll.rules.game import BEST, Game, Move, Policy
from actionroll.rules.inputs import inputs_of
from actionroll.rules.kinds import Kind
from actionroll.rules.kinds import read as read_value
from actionroll.rules.sheet import picks_of, starting_values
from actionroll.rules.steps import Step
from actionroll.shelf import games_in
from actionroll.web.bodies import AdviceBody, Body, NearBody, OddsBody, Question, VaryBody, WorkshopBody, encoded

LONGEST_SECONDS = PATIENCE.seconds + 0.5
"""After so much processor time an answer ends, wherever it is: also in rules that look at no clock."""
MOST_ROWS = 40
MOST_STARTS = 256
FEW_STEPS, MOMENT_SECONDS, TIMES_LONG = 2_000, 0.002, 3
"""What is counted within so many steps is counted at once; a move that takes longer all the same is so no more."""
LENGTH = Struct(">I")
FOLDER = "ACTIONROLL_GAMES"
"""Where a process that answers finds the folder of game files that is served."""
ANSWERED, REFUSED, STANDS_OTHERWISE, BROKEN = b"+", b"-", b"~", b"!"
"""How a process's answer begins: with one, with a sentence, with one about a roll, or with a defect."""


_long: Counter[tuple[str, str]] = Counter()
"""How often in a row a move took longer than a moment; the first time, much is worked out that is then known."""


def at_once(what: str, body: Any) -> bytes | None:
    """The answer to a question that is counted in a moment, or None."""
    if what != "odds" or body.near or body.file or _long[body.game, body.move] >= TIMES_LONG:
        return None
    began = thread_time()
    try:
        return encoded(odds_answer(body, FEW_STEPS))
    except LimitError:
        return None
    finally:
        if len(_long) >= MOST_STARTS:
            _long.clear()  # whoever asks for ever other dice fills no memory
        if thread_time() - began > MOMENT_SECONDS:
            _long[body.game, body.move] += 1
        else:
            _long.pop((body.game, body.move), None)


def odds_answer(body: OddsBody, steps: int = 0) -> Any:
    """Exact odds with what will be rolled, and near alternatives if wanted."""
    asked = _question(body, within=Budget(steps or PATIENCE.steps, process_time))
    counted = _counted.__wrapped__ if BEST in asked.decide.values() else _counted
    shown = {
        **wire.head(asked.game, asked.move, asked.attempt, asked.rulings, asked.decide),
        **counted(asked.start, asked.policy, asked.tiers, steps or PATIENCE.steps),
        **first_throw(asked, dice=True),
    }
    if body.near:
        over = None if body.over is None else frozenset(body.over)
        shown["near"] = near(_nearby(body, asked.game, asked.budget or Budget()), over)
    return shown


@lru_cache(maxsize=MOST_STARTS)
def _counted(start: Step, policy: Policy, tiers: tuple[str, ...], steps: int) -> dict[str, Any]:
    """The odds from a first step on: many attempts come to the same one, and only what is said of them differs."""
    return wire.odds_shown(count(start, policy, tiers, Budget(steps, process_time)))


def near_answer(body: NearBody) -> Any:
    """The odds of every near alternative over the inputs named."""
    return near(_nearby(body, _played(body), Budget(clock=process_time)), frozenset(body.over))


def _nearby(body: Question, played: Any, within: Budget) -> Asked:
    return Asked(played, body.move, body.attempt, body.rulings, body.decide, within)


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
    title = f"{asked.game.title}: {asked.move.name} by {body.over.replace('_', ' ')}"
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
    body: Question, more: dict[str, Any] | None = None, aim: Any = None, within: Budget | None = None
) -> api.Question:
    attempt = {**body.attempt, **(more or {})}
    budget = within or Budget(clock=process_time)
    return api.question(
        _played(body), body.move, attempt, rulings=body.rulings, decide=body.decide, aim=aim, budget=budget
    )


def _played(body: Question) -> Any:
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
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


ANSWERS: dict[str, tuple[type[Body], Callable[[Any], Any]]] = {
    "workshop": (WorkshopBody, workshop_answer),
    "odds": (OddsBody, odds_answer),
    "near": (NearBody, near_answer),
    "advice": (AdviceBody, advice_answer),
    "vary": (VaryBody, vary_answer),
}


def answer(asked: bytes) -> bytes:
    """The answer to a question's kind and body, or the sentence of an error; with what it is before it."""
    try:
        what, body = msgspec.json.decode(asked)
        kind, answered = ANSWERS[what]
        with brief():
            return ANSWERED + encoded(answered(msgspec.convert(body, kind)))
    except RollError as error:
        return STANDS_OTHERWISE + str(error).encode()
    except ActionrollError as error:
        return REFUSED + str(error).encode()
    except (_TooLong, MemoryError, RecursionError):
        return REFUSED + TOO_LONG.encode()
    except Exception as error:  # noqa: BLE001  the server tells it as our defect, and the process goes on
        return BROKEN + repr(error).encode()


class _TooLong(BaseException):
    """Raised wherever counting happens to be; no error of ours, so that nothing on the way takes it for a refusal."""


@contextmanager
def brief() -> Iterator[None]:
    """End what takes too long, or what nobody waits for any more, by a signal; Windows has none, only the budget."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    going_on = True

    def end(*_: object) -> None:
        if going_on:
            raise _TooLong

    signal.signal(signal.SIGPROF, end)
    signal.signal(signal.SIGUSR1, end)
    signal.setitimer(signal.ITIMER_PROF, LONGEST_SECONDS, 0.1)
    try:
        yield
    finally:
        going_on = False
        signal.setitimer(signal.ITIMER_PROF, 0)


def main() -> None:
    """Answer what comes in, until whoever asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.name == "posix":
        os.nice(5)  # a throw at a table goes before any question
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    for each in games_in(os.environ[FOLDER]) if os.environ.get(FOLDER) else ():
        bring(each)
    asked, answered = sys.stdin.buffer, sys.stdout.buffer
    while (question := _frame(asked)) is not None:
        reply = answer(question)
        answered.write(LENGTH.pack(len(reply)) + reply)
        answered.flush()


def _frame(stream: BinaryIO) -> bytes | None:
    length = stream.read(LENGTH.size)
    return stream.read(LENGTH.unpack(length)[0]) if len(length) == LENGTH.size else None


if __name__ == "__main__":
    main()
