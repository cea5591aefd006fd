"""Odds, near alternatives, advice and charts of a question, as JSON. Long answers are worked out beside the loop."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from time import thread_time
from typing import Any

from actionroll import api, wire
from actionroll.charts.curves import curves_svg
from actionroll.errors import InputError
from actionroll.neighbours import Asked, first_throw, near
from actionroll.reckoning.advice import Best
from actionroll.reckoning.play import replay
from actionroll.rules.inputs import inputs_of
from actionroll.rules.kinds import Kind
from actionroll.rules.policy import Policy
from actionroll.web.bodies import AdviceBody, OddsBody, Question, VaryBody
from actionroll.web.encoding import encoded

MOST_KEPT = 2_000
THREADS = 2
PATIENCE_SECONDS = 1.0
MOST_ROWS = 40
MOST_STEPS = 150_000
"""Of advice, which is some three seconds."""


class Answers:
    """Answers to questions that were asked before are given again; they depend on nothing but the question."""

    def __init__(self) -> None:
        # Threads of their own: however long these take, those that read the store are never waited for.
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="actionroll-answers")
        self._kept: OrderedDict[tuple[str, bytes], bytes] = OrderedDict()
        self._underway: dict[tuple[str, bytes], asyncio.Future[bytes]] = {}

    async def of(self, what: str, asked: bytes, answer: Callable[[], Any]) -> bytes:
        """The answer to a question, by its bytes; who asks while it is worked out waits for the same."""
        key = (what, asked)
        if key in self._kept:
            return self._kept[key]
        if key not in self._underway:
            loop = asyncio.get_running_loop()
            self._underway[key] = loop.run_in_executor(self._threads, lambda: encoded(answer()))
            self._underway[key].add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(self._underway[key])

    def _keep(self, key: tuple[str, bytes], done: asyncio.Future[bytes]) -> None:
        del self._underway[key]
        if not done.cancelled() and done.exception() is None:
            self._kept[key] = done.result()
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


def patience() -> Callable[[], bool]:
    """Whether an answer may still go on: nobody's question keeps others waiting for long."""
    began = thread_time()
    return lambda: thread_time() - began < PATIENCE_SECONDS


def odds_answer(body: OddsBody) -> Any:
    """Exact odds with what will be rolled, and near alternatives if wanted."""
    asked = _question(body)
    shown = {
        **wire.head(asked.game, asked.move, asked.attempt, asked.rulings, asked.decide),
        **wire.odds_shown(api.odds_of(asked)),
        **first_throw(asked),
    }
    if body.near:
        over = None if body.over is None else frozenset(body.over)
        shown["near"] = near(Asked(asked.game, body.move, body.attempt, body.rulings, body.decide), over, patience())
    return shown


def advice_answer(body: AdviceBody) -> Any:
    """Advice on the decisions from here on that come up most often, and whether there may be more."""
    asked = api.question(body.game, body.move, body.attempt, rulings=body.rulings, decide=body.decide, aim=body.aim)
    step = replay(asked.start, body.answers).step if body.answers else None
    head = wire.head(asked.game, asked.move, asked.attempt, asked.rulings, asked.decide)
    _weigh_briefly(asked.best)
    advised = api.advise_of(asked, step, body.most)
    return {**head, "decisions": wire.advise_shown(advised), "more": len(advised) == body.most}


def vary_answer(body: VaryBody) -> Any:
    """The odds for each value of one input, as rows and as a picture."""
    asked = _question(body)
    declared = inputs_of(asked.move.attempt)
    if body.over not in declared:
        raise InputError(f"over takes one of {', '.join(declared)}.")
    values = _values(declared[body.over].kind) if body.values is None else body.values
    rows = [(value, api.odds_of(_question(body, {body.over: value}))) for value in values]
    levels = list(asked.tiers)
    drawn = [(_told(value), [odds.get(level, Fraction(0)) for level in levels]) for value, odds in rows]
    title = f"{asked.game.title}: {asked.move.name} by {body.over.replace('_', ' ')}"
    return {
        "over": body.over,
        "rows": [{"value": value, "tiers": wire.tiers_shown(odds)} for value, odds in rows],
        "svg": curves_svg(levels, drawn, title=title, axis=body.over.replace("_", " ")),
    }


def _question(body: Question, more: dict[str, Any] | None = None) -> api.Question:
    attempt = {**body.attempt, **(more or {})}
    asked = api.question(body.game, body.move, attempt, rulings=body.rulings, decide=body.decide)
    _weigh_briefly(asked.policy)
    return asked


def _weigh_briefly(policy: Policy) -> None:
    if isinstance(policy, Best):
        policy.most_steps = MOST_STEPS


def _values(kind: Kind) -> list[Any]:
    if values := list(kind.values())[:MOST_ROWS]:
        return values
    raise InputError("over takes an input with a number, a die or a choice.")


def _told(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
