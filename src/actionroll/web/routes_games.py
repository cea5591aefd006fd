"""Games, odds, advice and charts: no table needed."""

from collections.abc import Callable
from functools import lru_cache

from fastapi import APIRouter, Request, Response

from actionroll import wire
from actionroll.api import game, games
from actionroll.rules.game import Game
from actionroll.rules.sheet import SheetForm, picks_of, starting_values
from actionroll.web.asked_by import address_of, server_of
from actionroll.web.bodies import AdviceBody, OddsBody, QrBody, VaryBody
from actionroll.web.codes import code_drawn
from actionroll.web.encoding import encoded
from actionroll.web.packing import JSON, packed
from actionroll.web.questions import advice_answer, odds_answer, vary_answer

router = APIRouter(prefix="/api")


@router.get("/games", operation_id="games")
async def list_games() -> Response:
    """The games, one line each."""
    shown = [{"game": each.id, "title": each.title, "line": each.line} for each in games()]
    return Response(encoded(shown), media_type=JSON)


@router.get("/games/{name}", operation_id="game")
async def show_game(request: Request, name: str) -> Response:
    """A game: moves, inputs, decisions, rulings, rules, and its sheet with a filled template."""
    return packed(request, _game(game(name).id))


@lru_cache
def _game(name: str) -> bytes:
    found = game(name)
    return encoded({**wire.game_shown(found), **_sheet(found)})


def _sheet(found: Game) -> dict[str, object]:
    form = found.sheet
    traits = [
        {
            "trait": each.name,
            "group": each.group,
            "start": each.start,
            "rolls": each.rolls,
            **each.kind.form(),
        }
        for each in form.traits
    ]
    shown = {
        "traits": traits,
        "tracks": [
            {"track": each.name, "says": each.says, "owner": each.owner, "rolls": each.rolls} for each in form.tracks
        ],
        "marks": [{"mark": each.name, "says": each.says, "owner": each.owner} for each in form.marks],
        "moves_from_sheet": list(form.fill),
        "moves_of_members": list(form.share),
        "picks": {move.name: list(picks_of(form, move.name)) for move in found.moves},
    }
    return {"template": starting_values(form), "sheet": shown, "examples": _examples(form)}


def _examples(form: SheetForm) -> dict[str, object]:
    """For each move that reads a sheet, what it reads from the template with its best trait."""
    rolled = [each for each in form.traits if each.rolls]
    if not rolled:
        return {}
    # What stands in the first of several groups may be what the others build on: attributes, wide skill sets.
    specific = [each for each in rolled if each.group != rolled[0].group] or rolled
    best = max(specific, key=lambda each: int(str(each.start).removeprefix("d")))
    return {move: dict(fill(starting_values(form), best.name)) for move, fill in form.fill.items()}


@router.post("/odds", operation_id="odds")
async def odds(request: Request, body: OddsBody) -> Response:
    """Exact odds of a move; with near=true, those of every near alternative too."""
    return await _answered(request, "odds", lambda: odds_answer(body))


@router.post("/advice", operation_id="advice")
async def advice(request: Request, body: AdviceBody) -> Response:
    """What each option is worth for an aim."""
    return await _answered(request, "advice", lambda: advice_answer(body))


@router.post("/vary", operation_id="vary")
async def vary(request: Request, body: VaryBody) -> Response:
    """The odds over one input, as rows and as a picture."""
    return await _answered(request, "vary", lambda: vary_answer(body))


@router.post("/qr", operation_id="qr")
async def qr(request: Request, body: QrBody) -> Response:
    """A link as a code that a phone's camera reads; the link stays in the body, so that no log keeps it."""
    return await _answered(request, "qr", lambda: {"svg": code_drawn(body.text)})


async def _answered(request: Request, what: str, answer: Callable[[], object]) -> Response:
    server = server_of(request)
    server.questions.take(address_of(request))
    return packed(request, await server.answers.of(what, await request.body(), answer))
