"""Questions about a move: odds with near alternatives, advice, and odds over the values of one input."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from time import thread_time
from typing import Annotated, Any

from msgspec import Meta, field
from starlette.responses import Response

from actionroll import api, wire
from actionroll.charts.curves import curves_svg
from actionroll.errors import InputError
from actionroll.neighbours import Asked, first_throw, near
from actionroll.reckoning.play import replay
from actionroll.rules.futures import Budget
from actionroll.rules.inputs import inputs_of
from actionroll.rules.kinds import Kind
from actionroll.web.call import Call
from actionroll.web.encoding import packed
from actionroll.web.endpoints import Body, Inputs, endpoint
from actionroll.web.guard import BODY_SENT

PATIENCE_SECONDS = 1.0
MOST_ROWS = 40
MOST_STEPS = 500_000
"""Of advice, which is some three seconds."""


Name = Annotated[str, Meta(max_length=60)]


class Question(Body, frozen=True, kw_only=True):
    """A move of a game with its attempt."""

    game: Name
    move: Name = "action"
    attempt: Inputs = field(default_factory=dict)
    rulings: Inputs = field(default_factory=dict)
    decide: dict[str, str] = field(default_factory=dict)


class OddsBody(Question, frozen=True, kw_only=True):
    """Exact odds; with `near`, those of every near alternative over the inputs named."""

    near: bool = False
    over: Annotated[list[str], Meta(max_length=40)] | None = None


class AdviceBody(Question, frozen=True, kw_only=True):
    """What each option is worth for an aim, from the start or after answers."""

    answers: Annotated[list[Any], Meta(max_length=1000)] | None = None
    aim: str | dict[str, Any] | None = None
    most: Annotated[
        int, Meta(ge=1, le=1000, description="On how many decisions; those that come up most often are told.")
    ] = 60


class VaryBody(Question, frozen=True, kw_only=True):
    """The same question for several values of one input."""

    over: Name
    values: Annotated[list[Any], Meta(max_length=40)] | None = None


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
    asked = _question(body, aim=body.aim)
    step = replay(asked.start, body.answers).step if body.answers else None
    head = wire.head(asked.game, asked.move, asked.attempt, asked.rulings, asked.decide)
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


def _question(body: Question, more: dict[str, Any] | None = None, aim: Any = None) -> api.Question:
    attempt = {**body.attempt, **(more or {})}
    within = Budget(MOST_STEPS)
    return api.question(body.game, body.move, attempt, rulings=body.rulings, decide=body.decide, aim=aim, budget=within)


def _values(kind: Kind) -> list[Any]:
    if values := list(kind.values())[:MOST_ROWS]:
        return values
    raise InputError("over takes an input with a number, a die or a choice.")


def _told(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


@endpoint("POST", "/api/odds", "odds")
async def odds(call: Call, body: OddsBody) -> Response:
    """Exact odds of a move; with near=true, those of every near alternative too."""
    return await _answered(call, "odds", lambda: odds_answer(body))


@endpoint("POST", "/api/advice", "advice")
async def advice(call: Call, body: AdviceBody) -> Response:
    """What each option is worth for an aim."""
    return await _answered(call, "advice", lambda: advice_answer(body))


@endpoint("POST", "/api/vary", "vary")
async def vary(call: Call, body: VaryBody) -> Response:
    """The odds over one input, as rows and as a picture."""
    return await _answered(call, "vary", lambda: vary_answer(body))


async def _answered(call: Call, what: str, answer: Callable[[], object]) -> Response:
    call.service.questions.take(call.address)
    return packed(call, await call.service.answers.of(what, call.scope[BODY_SENT], answer))


ENDPOINTS = (odds, advice, vary)
