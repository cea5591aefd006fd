"""Answers as JSON text, in the shapes of `wire`."""

from __future__ import annotations

import json
from collections.abc import Iterable

from actionroll.api import Advised, Question, RollDone
from actionroll.reckoning.odds import Odds
from actionroll.wire import Json, advise_shown, head, odds_shown, roll_shown


def written(shown: object) -> str:
    """JSON on one line."""
    return json.dumps(shown, ensure_ascii=False, separators=(", ", ": "))


def head_of(asked: Question) -> Json:
    """What was asked, with every input and ruling as it stands."""
    return head(asked.game, asked.move, asked.attempt, asked.rulings, asked.decide)


def odds_json(asked: Question, odds: Odds) -> Json:
    """Odds with what was asked."""
    return {**head_of(asked), **odds_shown(odds)}


def roll_json(done: RollDone) -> Json:
    """A roll with what was asked."""
    return {**head_of(done.question), **roll_shown(done.roll)}


def advise_json(asked: Question, advised: Iterable[Advised]) -> Json:
    """Advice with what was asked."""
    aim = asked.aim if asked.aim is not None else asked.tiers[-1]
    return {**head_of(asked), "aim": aim, "decisions": advise_shown(advised)}
