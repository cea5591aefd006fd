"""What anyone may ask without a seat: games, odds, advice, links as codes; to open, look at or join a table."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import lru_cache
from io import BytesIO
from typing import Any

import segno
from starlette.responses import Response

from actionroll import api, wire
from actionroll.api import games
from actionroll.errors import Budget
from actionroll.files import table_game
from actionroll.games import BUILT_IN, game
from actionroll.question import game_named
from actionroll.rules.game import Game
from actionroll.rules.sheet import SheetForm, Track, picks_of, starting_values
from actionroll.shelf import core, starts
from actionroll.web import bodies, entrance
from actionroll.web.access import TYPED
from actionroll.web.bodies import JSON
from actionroll.web.endpoints import Call, Key, TableId, endpoint, packed
from actionroll.web.entrance import WrongLink
from actionroll.web.guard import FROM_ELSEWHERE
from actionroll.web.questions import FEW_STEPS


@endpoint("GET", "/api/games", "games")
async def list_games(_call: Call) -> Response:
    """The games, one line each."""
    shown = [{"game": each.id, "title": each.title, "line": each.line, "face": _front(each)} for each in games()]
    return Response(bodies.encoded(shown), media_type=JSON)


@endpoint("GET", "/api/games/{name}", "game")
async def show_game(call: Call, name: str, rules: bool = True) -> Response:
    """A game: moves, inputs, decisions, rulings, rules, and its sheet with a filled template; also plain dice.

    With `rules=false` what few ever read is left out: sentences of rules and policies, and what each input accepts.
    """
    await call.know_game(name)
    game_named(name)
    return packed(call, game_json(name, rules))


@lru_cache
def game_json(name: str, rules: bool = True) -> bytes:
    """Everything the page needs to know of a game."""
    found = game_named(name)
    shown = {**wire.game_shown(found), **_sheet(found), "face": found.face and asdict(found.face)}
    return bodies.encoded(shown if rules else _as_played(shown))


def _as_played(shown: dict[str, Any]) -> dict[str, Any]:
    """What is told of a game to who plays it: forms say by themselves what they accept, and a table has no policies."""
    moves = [{**each, **{name: _plain(each[name]) for name in ("inputs", "decisions")}} for each in shown["moves"]]
    lists = {name: _plain(shown[name]) for name in ("rulings", "traits")}
    return {name: told for name, told in {**shown, "moves": moves, **lists}.items() if name != "rules"}


def _plain(described: list[dict[str, Any]]) -> list[dict[str, Any]]:
    unsaid = ("accepts", "policies_say")
    return [{name: told for name, told in each.items() if name not in unsaid} for each in described]


def _front(found: Game) -> dict[str, object] | None:
    """What tells games apart before one of them is opened."""
    face = found.face
    if face is None:
        return None
    return {
        "light": asdict(face.light),
        "dark": asdict(face.dark),
        "letters": face.letters,
        "emblem": face.emblem,
    }


def _sheet(found: Game) -> dict[str, object]:
    form = found.sheet
    traits = [
        {
            "trait": each.name,
            "group": each.group,
            "start": each.start,
            "rolls": each.rolls,
            **({"deed": each.deed} if each.deed else {}),
            **each.kind.form(),
        }
        for each in form.traits
    ]
    shown = {
        "traits": traits,
        "tracks": [
            {
                "track": each.name,
                "says": each.says,
                "owner": each.owner,
                "rolls": each.rolls,
                **_changing(each, form),
            }
            for each in form.tracks
        ],
        "marks": [
            {"mark": each.name, "says": each.says, "owner": each.owner, **({"verb": each.verb} if each.verb else {})}
            for each in form.marks
        ],
        "moves_from_sheet": list(form.fill),
        "moves_of_members": list(form.share),
        "each_round": list(form.each_round),
        **({"finished_by": form.finished_by} if form.finished_by else {}),
        "picks": {move.name: list(picks_of(form, move.name)) for move in found.moves},
    }
    return {"template": starting_values(form), "sheet": shown, "examples": _examples(form)}


def _changing(track: Track, form: SheetForm) -> dict[str, object]:
    """Whether only rolls change it, which mark it sets when full, and what it runs over into in the end."""
    tracks, end = {each.name: each for each in form.tracks}, track.overflow
    while end in tracks and tracks[end].overflow:
        end = tracks[end].overflow
    over = {"overflow": end} if end else {}
    return {
        **over,
        **({"when_full": track.when_full} if track.when_full else {}),
        **({"rolled": True} if track.rolled else {}),
    }


def _examples(form: SheetForm) -> dict[str, object]:
    """For each move that reads a sheet, what it reads from the template with its best trait."""
    rolled = [each for each in form.traits if each.rolls]
    if not rolled:
        return {}
    # What stands in the first of several groups may be what the others build on: attributes, wide skill sets.
    specific = [each for each in rolled if each.group != rolled[0].group] or rolled
    best = max(specific, key=lambda each: int(str(each.start).removeprefix("d")))
    return {move: dict(fill(starting_values(form), best.name)) for move, fill in form.fill.items()}


@endpoint("POST", "/api/odds", "odds")
async def odds(call: Call, body: bodies.OddsBody) -> Response:
    """Exact odds of a move; with near=true, those of every near alternative too."""
    return await _answered(call, "odds", body)


@endpoint("POST", "/api/advice", "advice")
async def advice(call: Call, body: bodies.AdviceBody) -> Response:
    """What each option is worth for an aim."""
    return await _answered(call, "advice", body)


@endpoint("POST", "/api/vary", "vary")
async def vary(call: Call, body: bodies.VaryBody) -> Response:
    """The odds over one input, as rows and as a picture."""
    return await _answered(call, "vary", body)


@endpoint("POST", "/api/try", "try")
async def try_once(call: Call, body: bodies.QuestionBody) -> Response:
    """Throw it once without a table: from the system's entropy, kept nowhere, every decision as `decide` says."""
    call.service.budgets.questions.take(call.address)
    # Whoever decides as is best must be found within a moment: nobody else's throw waits for it.
    within = Budget(FEW_STEPS)
    asked = api.question(body.game, body.move, body.attempt, rulings=body.rulings, decide=body.decide, budget=within)
    return packed(call, bodies.encoded(wire.roll_shown(api.roll_of(asked).roll, asked.game.label)))


async def _answered(call: Call, what: str, body: bodies.Body) -> Response:
    call.service.budgets.questions.take(call.address)
    return packed(call, await call.answer(None, what, body))


@endpoint("POST", "/api/qr", "qr")
async def qr(call: Call, body: bodies.QrBody) -> Response:
    """A link as a code that a phone's camera reads; the link stays in the body, so that no log keeps it."""
    call.service.budgets.questions.take(call.address)
    return packed(call, bodies.encoded({"svg": code_drawn(body.text)}))


def code_drawn(text: str) -> str:
    """A link as a picture that a phone's camera reads, drawn here so that no outside service sees it."""
    drawn = BytesIO()
    segno.make(text, error="m").save(drawn, kind="svg", xmldecl=False, svgns=True, border=2, omitsize=True)
    return drawn.getvalue().decode()


@endpoint("POST", "/api/workshop", "workshop")
async def workshop(call: Call, body: bodies.WorkshopBody) -> Response:
    """A game as a file: its faults by line, or its sheet, odds and first throw. Nothing is stored."""
    return await _answered(call, "workshop", body)


@endpoint("GET", "/api/starts", "starts")
async def list_starts(call: Call) -> Response:
    """What to start a game file from, each with its text: action rolls of the built-in games, and mechanics."""
    return packed(call, _starts())


@lru_cache
def _starts() -> bytes:
    built_in = map(game, BUILT_IN)
    cores = [{"start": each.id, "title": each.title, "file": core(each), "of_game": True} for each in built_in]
    mechanics = [
        {"start": name, "title": text.partition("\n")[0].lstrip("# "), "file": text, "of_game": False}
        for name, text in starts().items()
    ]
    return bodies.encoded(cores + mechanics)


YEAR = 31_536_000
ALL = ""
"""Every address, where guesses are counted together."""


@endpoint("POST", "/api/tables", "create", status=201)
async def create(call: Call, body: bodies.CreateBody, key: Key) -> Response:
    """Open a table. The links in the reply are shown once; the store keeps only their hashes."""
    service, address = call.service, call.address
    service.budgets.new_tables.take(address)
    if body.file:
        await asyncio.to_thread(table_game, body.file)  # remembered, and nobody else waits while it is read
    made = await entrance.create(service.tables, call.sent, key, "new", call.digest("create"))
    return seated(call, made, 201)


@contextmanager
def _knocking(call: Call, secret: str) -> Iterator[None]:
    """Count what opens nothing: of an address, and codes, which are short, of all addresses together."""
    budgets, address = call.service.budgets, call.address
    budgets.failed_joins.check(address)
    if secret.startswith(TYPED):
        budgets.guesses.check(ALL)
    try:
        yield
    except WrongLink:
        budgets.failed_joins.count(address)
        if secret.startswith(TYPED):
            budgets.guesses.count(ALL)
        raise


@endpoint("POST", "/api/code", "find")
async def find(call: Call, body: bodies.CodeBody) -> Response:
    """The table that a short code opens; changes nothing."""
    with _knocking(call, TYPED):
        found = await entrance.find(call.service.tables, body.code)
    return Response(bodies.encoded(found), media_type=JSON)


@endpoint("POST", "/api/tables/{table}/look", "look")
async def look(call: Call, table: TableId, body: bodies.LookBody) -> Response:
    """What a link opens; changes nothing."""
    with _knocking(call, body.secret):
        shown = await entrance.look(call.service.tables, table, body.secret)
    return Response(bodies.encoded(shown), media_type=JSON)


@endpoint("POST", "/api/tables/{table}/join", "join")
async def join(call: Call, table: TableId, body: bodies.JoinBody, key: Key) -> Response:
    """Take a seat by a link; a table that has ended is only read."""
    with _knocking(call, body.secret):
        call.service.budgets.joins.take(call.address)
        joined = await entrance.join(call.service.tables, table, call.sent, key, call.digest("join"))
    return seated(call, joined, 200)


@endpoint("POST", "/api/tables/{table}/enter", "enter")
async def enter(call: Call, table: TableId, body: bodies.LookBody, key: Key) -> Response:
    """Come back to a seat by a link that the gm made for it."""
    with _knocking(call, body.secret):
        entered = await entrance.enter(call.service.tables, table, body.secret, key, call.digest("enter"))
    return seated(call, entered, 200)


def seated(call: Call, reply: bytes, status: int) -> Response:
    """A seat that was taken, with the cookie that holds it.

    Where another site may show the page in its own, the cookie is kept apart for each such site: with `Partitioned`,
    a seat that is taken in one site's frame is never sent from another's.
    """
    settings = call.service.settings
    framed = bool(settings.embed_in) and settings.secure
    shown = bodies.decoded(reply)
    response = Response(reply, status, media_type=JSON)
    if call.scope.get(FROM_ELSEWHERE):
        return response
    response.set_cookie(
        f"seat-{shown['table']}",
        shown["token"],
        max_age=YEAR,
        path="/",
        secure=settings.secure,
        httponly=True,
        samesite="none" if framed else "strict",
    )
    if framed:
        name, value = response.raw_headers[-1]
        response.raw_headers[-1] = (name, value + b"; Partitioned")
    return response


ENDPOINTS = (
    *(list_games, show_game, odds, advice, vary, try_once, qr, workshop, list_starts),
    *(create, find, look, join, enter),
)
