"""JSON in and out: answers in the shapes of `wire`, and `actionroll batch`, one line out for each line in."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from time import process_time
from typing import Any, BinaryIO

from actionroll.api import Advised, Question, RollDone, advise_of, odds_of, question, roll_of
from actionroll.cli import Command, parse
from actionroll.cli.questions import refuse_wrong_aim
from actionroll.cli.screen import Screen
from actionroll.errors import ActionrollError, Budget, InputError, LimitError, UnknownName, shown
from actionroll.games import game
from actionroll.reckoning import Odds
from actionroll.rules.game import Game
from actionroll.wire import Json, advise_shown, game_shown, head, odds_shown

LONGEST = 100_000
"""In bytes: a line of a batch, or a sheet."""
MOST_DIGITS = 18


def read_object(raw: bytes, what: str) -> dict[str, Any]:
    """The JSON object in these bytes."""
    if len(raw) > LONGEST:
        raise LimitError(f"{what} takes at most {LONGEST} bytes.")
    try:
        value = json.loads(raw.decode("utf-8"), parse_int=_whole, parse_constant=_refused)
    except UnicodeDecodeError:
        raise InputError(f"{what} takes text in UTF-8; this is not.") from None
    except RecursionError:
        raise InputError(f"{what} takes a JSON object; this one is nested too deeply.") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InputError(f"{what} takes a JSON object; this is not JSON at {where}: {error.msg.lower()}.") from None
    if not isinstance(value, dict):
        raise InputError(f"{what} takes a JSON object such as {{…}}, not {shown(value)}.")
    return value


def _whole(digits: str) -> int | str:
    """A number that no input could take stays text, so that whoever reads it says what it takes."""
    return int(digits) if len(digits) <= MOST_DIGITS else digits


def _refused(name: str) -> Any:
    raise InputError(f"JSON knows no {name}; give a number.")


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
    return done.to_dict()


def advise_json(asked: Question, advised: Iterable[Advised]) -> Json:
    """Advice with what was asked."""
    aim = asked.aim if asked.aim is not None else asked.tiers[-1]
    return {**head_of(asked), "aim": aim, "decisions": advise_shown(advised)}


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
        _game(request),
        request.get("move", "action"),
        request.get("attempt", {}),
        rulings=request.get("rulings", {}),
        decide=request.get("decide", {}),
        aim=request.get("aim"),
        budget=Budget(clock=process_time),
    )
    refuse_wrong_aim(asked)
    return asked


def _game(request: Json) -> Game:
    """The game that a request names, or the one in the file whose path it gives."""
    if "game" not in request:
        raise InputError("Name the game: the key game takes its id, or the path of a game file.")
    named = request["game"]
    return _file(named) if isinstance(named, str) and named.endswith(".toml") else game(named)


@lru_cache
def _file(path: str) -> Game:
    from actionroll.shelf import load

    return load(path)


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
    return game_shown(_game(request))


_ANSWERS: Mapping[str, tuple[frozenset[str], Callable[[Json], Json]]] = {
    "odds": (QUESTION, _odds),
    "roll": (QUESTION | {"answers", "seed"}, _roll),
    "advise": (QUESTION, _advise),
    "show": (frozenset({"do", "game"}), _show),
}


OPTIONS = ()
DEFECT = 70


def run(words: Sequence[str], screen: Screen) -> int:
    """Answer every line of the standard input; a wrong one gets an error of its own, and the rest goes on."""
    parse(words, OPTIONS)
    status = 0
    for line in lines_of(sys.stdin.buffer):
        try:
            told: Json = answer(read_object(line, "A request"))
        except ActionrollError as error:
            told = {"error": str(error)}
        except Exception as defect:  # noqa: BLE001 (the other requests are answered; nothing is hidden)
            told, status = _defect(defect), DEFECT
        screen.say(written(told))
        sys.stdout.flush()
    return status


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """The lines that hold something; of one that is too long, as much as shows that it is."""
    while line := stream.readline(LONGEST + 2):
        rest = line
        while len(rest) == LONGEST + 2 and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST + 2)
        if line.strip():
            yield line.strip(b"\r\n")


def _defect(defect: Exception) -> Json:
    from traceback import print_exception

    print_exception(defect)
    return {"error": f"This is a defect of actionroll, please report it: {type(defect).__name__}."}


NOTES = (
    'Each line of the standard input is one request, {"do": …, "game": …}, each line of the output its answer.',
    (
        '"do" is "odds", "roll", "advise" or "show"; "game" an id, or the path of a game file. '
        'Besides "game", the first three take "move" ("action" unless '
        'given), "attempt", "rulings" and "decide", each an object of names and values, and "aim".'
    ),
    (
        'A roll takes "seed", a text, or "answers": the faces of each throw and the option of each decision in order, '
        'such as [[4, 6, 5], "burn"]. With too few it stops, and "asks" says for what.'
    ),
    'What is not accepted is answered with {"error": …}, and the rest goes on.',
    'Try: echo \'{"do": "odds", "game": "in-the-dark", "attempt": {"dots": 2}}\' | actionroll batch',
)
BATCH = Command("", OPTIONS, run, notes=NOTES)
