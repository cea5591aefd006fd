"""Endpoints: a signature and docstring declare one; and calls of them, with who asks and with which key."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Annotated, Any, NewType, get_args, get_origin

import msgspec
from msgspec import Meta, structs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from actionroll.errors import InputError, shown
from actionroll.files import table_game, text_of
from actionroll.table.rights import NotLetIn
from actionroll.web import Limits, Metrics, Settings
from actionroll.web.answers import Answers, Asker
from actionroll.web.bodies import JSON, LONGEST_KEY, SHORTEST_KEY, Body, Crowded, NoSeat, QuestionBody, apart
from actionroll.web.guard import (
    ADDRESS,
    BODY_SENT,
    FROM_ELSEWHERE,
    HEADERS_SENT,
    JSON_SENT,
    NOWHERE,
    OPERATION,
    Refused,
)
from actionroll.web.limits import Limit, refusals_of
from actionroll.web.tables import Seated, Tables

KEY = re.compile(rf"[!-~]{{{SHORTEST_KEY},{LONGEST_KEY}}}")
KEY_WANTED = (
    f"Send the header Idempotency-Key with {SHORTEST_KEY} to {LONGEST_KEY} plain characters and no spaces: "
    "fresh for each new request, the same when one is repeated."
)
LONGEST_TOKEN = 100
MOST_COOKIES = 8
SMALLEST = 500
BY_ENCODING, PACKED = (b"vary", b"Accept-Encoding"), (b"content-encoding", b"gzip")


class Budgets:
    """What each seat, table and address may still ask for at one server."""

    def __init__(self, limits: Limits) -> None:
        self.requests = Limit(limits.requests_per_second, 10 * limits.requests_per_second)
        self._refusals = refusals_of(limits)
        self.questions = Limit(limits.questions_per_second, 4 * limits.questions_per_second)
        self.failed_joins = Limit(limits.failed_joins_per_minute / 60, limits.failed_joins_per_minute)
        self.guesses = Limit(limits.guesses_per_minute / 60, limits.guesses_per_minute)
        self.joins = Limit(limits.joins_per_minute / 60, limits.joins_per_minute)
        self.new_tables = Limit(limits.tables_per_hour / 3600, limits.tables_per_hour)
        self._reads = Limit(limits.reads_per_second, 10 * limits.reads_per_second)
        self._seats = Limit(limits.rolls_per_second, limits.burst)
        self._tables = Limit(limits.table_writes_per_second, 2 * limits.table_writes_per_second)
        self._writes = Limit(limits.writes_per_second, 2 * limits.writes_per_second)

    def refused(self, address: str) -> bool:
        """An address was refused; whether that was so often that the next refusals can wait."""
        return not self._refusals.has(address)

    def read(self, table: str, seat: str) -> None:
        """A seat reads."""
        self._reads.take(f"{table}/{seat}")

    def write(self, table: str, seat: str, address: str) -> None:
        """A seat changes its table. Nothing is taken if any of these has nothing left."""
        names = ((self._seats, f"{table}/{seat}"), (self._tables, table), (self._writes, address))
        left = [limit.check(name) for limit, name in names]
        for (limit, name), many in zip(names, left, strict=True):
            limit.count(name, 1, many)


class Service:
    """What all calls to one server share: its tables, its answers, its limits and its settings."""

    def __init__(self, settings: Settings, tables: Tables) -> None:
        self.settings, self.tables, self.answers = settings, tables, Answers()
        self.budgets, self.metrics = Budgets(settings.limits), Metrics()
        self.connections: Callable[[], int] = lambda: 0
        """How many are open; whoever runs the server knows."""


class Call(Request):
    """One request, with what the guard has read of it."""

    def __init__(self, scope: Scope, receive: Receive, service: Service) -> None:
        super().__init__(scope, receive)
        self.service = service
        self.sent: Any = scope.get(JSON_SENT)
        """The body as JSON."""
        self.address: str = scope[ADDRESS]
        """Whose budgets it takes from."""

    def header(self, name: bytes) -> str:
        """A header's value, empty if it was not sent."""
        return str(self.scope[HEADERS_SENT].get(name, b"").decode("latin-1"))

    @property
    def key(self) -> str:
        """The key that it is repeated with, or an error that says what is accepted."""
        key = self.header(b"idempotency-key")
        if not KEY.fullmatch(key):
            raise InputError(KEY_WANTED)
        return key

    @property
    def asker(self) -> Asker:
        """Who asks a question: a seat whose cookie the page sends along, or else an address."""
        seated = (self.service.tables.seated(table, token) for table, token in self._seats)
        seat = next((each.name for each in seated if each), "")
        return Asker(seat or self.address, bool(seat))

    @property
    def _seats(self) -> list[tuple[str, str]]:
        """The tables of the seats whose cookies the page sends along, each with its token."""
        kept = self._kept.items()
        return [(name.removeprefix("seat-"), token) for name, token in kept if name[:5] == "seat-"][:MOST_COOKIES]

    async def know_game(self, name: str) -> None:
        """Read the file that a table brought, where another of several processes has opened that table."""
        if "@" not in name or text_of(name):
            return
        for table, token in self._seats:
            opened = await self.service.tables.opened(table)
            if opened and opened.table.game_id == name and await self.service.tables.secret(opened, token):
                await asyncio.to_thread(table_game, opened.table.file)
                return

    async def answer(self, asker: Asker | None, what: str, body: Body) -> bytes:
        """The answer to a question of someone, or of whoever calls, as long as they are there to hear it."""
        answers = self.service.answers
        if isinstance(body, QuestionBody) and "@" in body.game:
            await self.know_game(body.game)
            # Another process does not know what a table brought.
            body = structs.replace(body, file=text_of(body.game) or body.file)
        if known := answers.at_once(what, body):
            return known
        answering = asyncio.ensure_future(answers.counted(asker or self.asker, what, body))
        leaving = asyncio.ensure_future(self._left())
        await asyncio.wait((answering, leaving), return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()
        if not answering.done():
            answering.cancel()
            raise Crowded
        return answering.result()

    async def woken(self, wake: asyncio.Event, seconds: float) -> bool:
        """Wait for a wake-up, for so long at most; whether it came while whoever asked was still there."""
        waking, leaving = (asyncio.ensure_future(each) for each in (wake.wait(), self._left()))
        await asyncio.wait((waking, leaving), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        came = waking.done() and not leaving.done()
        waking.cancel()
        leaving.cancel()
        return came

    async def _left(self) -> None:
        while (await self.receive())["type"] != "http.disconnect":
            pass

    def digest(self, operation: str) -> bytes:
        """What its key stands for."""
        return sha256(b"%b\n%b" % (operation.encode(), self.scope[BODY_SENT])).digest()

    @property
    def _kept(self) -> dict[str, str]:
        """What the browser keeps of seats; nothing for a script of another site, which must know a token itself."""
        return {} if self.scope.get(FROM_ELSEWHERE) else self.cookies

    async def seated(self, table: str) -> Seated:
        """The seat that asks, by cookie or bearer token, or NoSeat; that a table is not there looks the same."""
        kind, _, sent = self.header(b"authorization").partition(" ")
        token = sent.strip() if kind.lower() == "bearer" else self._kept.get(f"seat-{table}", "")
        if not token or len(token) > LONGEST_TOKEN:
            raise NoSeat
        seated = self.service.tables.seated(table, token)
        if seated is None or self.method != "POST":
            seated = await self._seated_now(table, token)
        if seated.seat.waits:
            raise NotLetIn
        if connection := self.scope.get("actionroll.connection"):
            connection.known(seated.name)
        if self.method == "POST":
            self.service.budgets.write(table, seated.seat.id, self.address)
        else:
            self.service.budgets.read(table, seated.seat.id or seated.secret.hash.hex())
        return seated

    async def _seated_now(self, table: str, token: str) -> Seated:
        """Who sits there with a token, as the store knows it now.

        Whoever sits is heard in any case: someone else of the same household may have guessed too often.
        """
        tables = self.service.tables
        opened = await tables.opened(table, acts=self.method == "POST")
        if opened:
            await tables.refresh(opened)
        secret = await tables.secret(opened, token) if opened else None
        seat = opened.seat_of(secret, tables.entropy.seconds()) if opened else None
        if opened is None or secret is None or seat is None:
            self.service.budgets.failed_joins.take(self.address)
            raise NoSeat
        return Seated(opened, secret, seat)


# what is declared

TableId = Annotated[str, Meta(max_length=40, description="The table's id.")]
Key = NewType("Key", str)
"""What a request is repeated with."""
Answer = Callable[..., Awaitable[Response]]
GIVEN = ("asked", "key", "body")
"""What an endpoint's function may take besides the call and the inputs: the seat, the key, the body."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value in the address or the headers of a request."""

    place: str
    """`path`, `query` or `header`."""
    name: str
    kind: Any
    default: Any = inspect.Parameter.empty

    @property
    def required(self) -> bool:
        """Whether it must be sent."""
        return self.default is inspect.Parameter.empty

    def read(self, call: Call) -> Any:
        """The value, or its default, or an error that says what is accepted."""
        text: str | None
        match self.place:
            case "path":
                text = str(call.path_params[self.name])
            case "query":
                text = call.query_params.get(self.name)
            case _:
                text = call.header(self.name.lower().encode()) or None
        if text is None and self.required:
            raise InputError(f"{shown(self.name)} is missing; it must be given.")
        if text is None:
            return self.default
        try:
            return msgspec.convert(text, self.kind, strict=False)
        except msgspec.ValidationError as error:
            raise InputError(not_accepted(error, self.name)) from None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One thing that can be asked of a server; without an operation's name it is a page for people."""

    methods: tuple[str, ...]
    path: str
    operation: str
    says: str
    answer: Answer
    body: type[Body] | None = None
    schema: Mapping[str, Any] | None = None
    """Of a body that is checked elsewhere."""
    seated: bool = False
    keyed: bool = False
    inputs: Mapping[str, Parameter] = field(default_factory=dict)
    status: int = 200
    sends: str = JSON

    async def answered(self, call: Call) -> Response:
        """The reply: it is looked first who asks, then with which key, then for what."""
        given: dict[str, Any] = {name: each.read(call) for name, each in self.inputs.items()}
        if self.seated:
            given["asked"] = await call.seated(given.pop("table"))
        if self.keyed:
            given["key"] = call.key
        if self.body is not None:
            given["body"] = checked(self.body, call.sent)
        return await self.answer(call, **given)


def endpoint(
    method: str, path: str, operation: str = "", body: type[Body] | None = None, **more: Any
) -> Callable[[Answer], Endpoint]:
    """Declare an endpoint by its function; what this takes by name is what a request must bring."""

    def declared(answer: Answer) -> Endpoint:
        taken = dict(list(inspect.signature(answer, eval_str=True).parameters.items())[1:])
        inputs = {name: _input(name, each, path) for name, each in taken.items() if name not in GIVEN}
        if "asked" in taken:
            inputs["table"] = Parameter("path", "table", TableId)
        wanted = body or (taken["body"].annotation if "body" in taken else None)
        says = more.pop("says", inspect.getdoc(answer) or "")
        brings: dict[str, Any] = {"body": wanted, "seated": "asked" in taken, "keyed": "key" in taken, "inputs": inputs}
        return Endpoint(tuple(method.split()), path, operation, says, answer, **brings, **more)

    return declared


def _input(name: str, taken: inspect.Parameter, path: str) -> Parameter:
    kind = taken.annotation
    if f"{{{name}}}" in path:
        return Parameter("path", name, kind)
    said = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    header = next((each.title for each in said if isinstance(each, Meta) and each.title), None)
    return Parameter("header" if header else "query", header or name, kind, taken.default)


def checked(body: type[Body], sent: Any) -> Any:
    """What was sent as the body that is wanted; types are strict, so that nothing is read as something else."""
    try:
        return msgspec.convert(sent, body)
    except msgspec.ValidationError as error:
        raise InputError(not_accepted(error, "the body")) from None


def not_accepted(error: msgspec.ValidationError, whole: str) -> str:
    """One sentence for a field that is missing, unknown or not of its type."""
    what, _, place = str(error).partition(" - at `")
    where = place.rstrip("`").removeprefix("key in ").removeprefix("$").removeprefix(".")
    if name := what.partition("field `")[2].rstrip("`"):
        named = shown(f"{where}.{name}" if where else name)
        missing = what.startswith("Object missing")
        return f"{named} is missing; it must be given." if missing else f"{named} is not known here; leave it out."
    return f"{shown(where or whole)} is not accepted: {what[:1].lower()}{what[1:].replace('`', '')}."


class EndpointsAt:
    """The endpoints under one part of the address, told apart by method and by what follows it."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._endpoints: dict[tuple[str, str], Endpoint] = {}

    def add(self, method: str, rest: str, added: Endpoint) -> None:
        """One more endpoint here."""
        self._endpoints[method, rest] = added

    def __len__(self) -> int:
        return len(self._endpoints)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        method, rest = scope["method"], scope["path_params"].pop("rest", "")
        found = self._endpoints.get((method, rest))
        if found is None:
            known = any(other == rest for _, other in self._endpoints)
            raise Refused(405, "Use GET to read and POST to change.") if known else Refused(404, NOWHERE)
        scope[OPERATION] = found.operation
        call = Call(scope, receive, self._service)
        reply = await found.answered(call)
        await reply(scope, receive, send)


def packed(request: Request, *pieces: bytes) -> Response:
    """JSON, compressed where that is taken and worth it: a phone's network is the slowest part of all.

    Each piece is compressed for itself: were a secret packed together with what someone else wrote, the length of the
    reply would tell whoever watches the network whether they guessed it.
    """
    body, sent = b"".join(pieces), request.scope["headers"]
    takes = [value for name, value in sent if name == b"accept-encoding"] if len(body) > SMALLEST else []
    is_packed = any(b"gzip" in value for value in takes)
    reply = Response(apart(pieces) if is_packed else body, media_type=JSON)
    reply.raw_headers += [BY_ENCODING, PACKED] if is_packed else [BY_ENCODING]
    return reply


def routes(endpoints: Iterable[Endpoint], service: Service) -> list[Route]:
    """A route for each part of the address that ends in a value; the fixed words after it are looked up at once.

    Routes are tried one after the other, so that one for each of fifty endpoints took longer than the rest of a call.
    Those with most endpoints come first, and last what takes whatever is left of an address, the longest first.
    """
    places: dict[str, EndpointsAt] = {}
    for each in endpoints:
        shared, rest = _split(each.path)
        taken = "{rest:path}" if "/" in rest or shared == "/" else "{rest}"
        place = places.setdefault(shared + taken if rest else shared, EndpointsAt(service))
        for method in each.methods:
            place.add(method, rest, each)
    greedy = sorted([path for path in places if ":path" in path], key=len, reverse=True)
    most_first = sorted([path for path in places if path not in greedy], key=lambda path: -len(places[path]))
    return [Route(path, places[path]) for path in (*most_first, *greedy)]


def _split(path: str) -> tuple[str, str]:
    """A path up to its last value, and the fixed words after that."""
    shared, value, rest = path.rpartition("}")
    if not value:
        return "/", path[1:]
    return (shared + "}/", rest[1:]) if rest else (path, "")
