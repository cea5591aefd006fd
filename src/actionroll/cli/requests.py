"""Requests of a batch: one JSON object in, one out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from actionroll.api import Question, advise_of, odds_of, question, roll_of
from actionroll.cli.json_out import advise_json, odds_json, roll_json
from actionroll.cli.questions import refuse_wrong_aim
from actionroll.errors import InputError, UnknownName, shown
from actionroll.games import game
from actionroll.wire import Json, game_shown

QUESTION = frozenset({"do", "game", "move", "attempt", "rulings", "decide", "aim"})
LONGEST_SEED = 1_000
OBJECTS = ("attempt", "rulings", "decide")


def answer(request: Json) -> Json:
    """What a request asks for, or an error that says what is accepted."""
    do = request.get("do")
    if not isinstance(do, str) or do not in _ANSWERS:
        raise UnknownName("thing to do called", do, _ANSWERS)
    keys, answered = _ANSWERS[do]
    for key in request:
        if key not in keys:
            raise UnknownName(f"key of {do} called", key, sorted(keys))
    return answered(request)


def _asked(request: Json) -> Question:
    for name in OBJECTS:
        if not isinstance(request.get(name, {}), dict):
            raise InputError(f"{name} takes an object such as {{…}}, not {shown(request[name])}.")
    for name, how in request.get("decide", {}).items():
        if not isinstance(how, str):
            raise InputError(f"decide takes a text for {name}, not {shown(how)}.")
    asked = question(
        _game_name(request),
        request.get("move", "action"),
        request.get("attempt", {}),
        rulings=request.get("rulings", {}),
        decide=request.get("decide", {}),
        aim=request.get("aim"),
    )
    refuse_wrong_aim(asked)
    return asked


def _game_name(request: Json) -> Any:
    if "game" not in request:
        raise InputError("Name the game: the key game takes its id.")
    return request["game"]


def _odds(request: Json) -> Json:
    asked = _asked(request)
    return odds_json(asked, odds_of(asked))


def _roll(request: Json) -> Json:
    answers, seed = request.get("answers"), request.get("seed")
    if answers is not None and not isinstance(answers, list):
        raise InputError(f"answers takes a list such as [[4, 6, 5], …], not {shown(answers)}.")
    if seed is not None and not (isinstance(seed, str) and len(seed) <= LONGEST_SEED):
        raise InputError(f"seed takes a text of at most {LONGEST_SEED} characters, not {shown(seed)}.")
    if seed is not None and answers is not None:
        raise InputError("A roll takes answers or a seed, not both; leave one of them out.")
    return roll_json(roll_of(_asked(request), answers=answers, seed=seed))


def _advise(request: Json) -> Json:
    asked = _asked(request)
    return advise_json(asked, advise_of(asked))


def _show(request: Json) -> Json:
    return game_shown(game(_game_name(request)))


_ANSWERS: Mapping[str, tuple[frozenset[str], Callable[[Json], Json]]] = {
    "odds": (QUESTION, _odds),
    "roll": (QUESTION | {"answers", "seed"}, _roll),
    "advise": (QUESTION, _advise),
    "show": (frozenset({"do", "game"}), _show),
}
